"""The offline extractor's promises: what it may cite, what it gives, and that it never fails."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.clock import to_iso
from arbor_desktop.conversations.model import Role, Turn, TurnKind
from arbor_desktop.extraction.model import Candidate, Excerpt
from arbor_desktop.extraction.offline.pipeline import OfflineExtractor
from arbor_desktop.memories.model import Category, MemoryType, Privacy, Scope, Source

AT = 1_700_000_000_000  # Tuesday, 14 November 2023


@pytest.fixture(scope="module")
def extractor() -> OfflineExtractor:
    return OfflineExtractor.from_resources()


def user(text: str, number: int = 1, kind: TurnKind = TurnKind.SAID, unsaid: bool = False) -> Turn:
    return Turn(number, Role.USER, kind, text, AT, unsaid=unsaid)


def assistant(text: str, number: int = 1) -> Turn:
    return Turn(number, Role.ASSISTANT, TurnKind.SAID, text, AT)


def read(extractor: OfflineExtractor, *turns: Turn, through: int = 0) -> list[Candidate]:
    return extractor.extract(Excerpt("c", "claude-code", turns, context_through=through))


@pytest.mark.parametrize("kind", [kind for kind in TurnKind if kind is not TurnKind.SAID])
def test_only_what_was_said_is_evidence(extractor: OfflineExtractor, kind: TurnKind) -> None:
    assert read(extractor, user("always use pnpm", kind=kind)) == []


@pytest.mark.parametrize(
    ("said", "content"),
    [
        (
            "From now on we always glaze twice, please remember that.",
            "The team always glazes twice.",
        ),
        ("The press needs 40 tons; keep that in mind.", "The press needs 40 tons."),
        ("The ledger closes on day 4. Remember this for next time!", "The ledger closes on day 4."),
        ("The spare key is at the bakery.\n\nDon't forget that please", "The spare key is at the bakery."),
    ],
)
def test_what_is_to_be_remembered_may_be_said_before_that(
    extractor: OfflineExtractor, said: str, content: str
) -> None:
    assert [one.content for one in read(extractor, user(said))] == [content]


@pytest.mark.parametrize(
    ("said", "scopes"),
    [
        ("Never push without a tag. Same in all my repos.", {Scope.GLOBAL}),
        ("Never push without a tag. I want that in every project of mine, not only here.", {Scope.GLOBAL}),
        ("Never push without a tag. In all my projects.", {Scope.GLOBAL}),
        (
            "Never push without a tag. In letters and code, in everything you write for me, in all my work.",
            {Scope.GLOBAL},
        ),
        ("Never push without a tag, in every one of my projects.", {Scope.GLOBAL}),
        ("Never push without a tag. That's for all I make.", {Scope.GLOBAL}),
        ("Use long options, in all my shell scripts.", {Scope.GLOBAL}),
        ("Never push without a tag. The deploy job logs everywhere.", {Scope.PROJECT}),
        ("Never push without a tag, and it's like that at every client", {Scope.GLOBAL}),
        ("Every client gets a printed receipt, never an email.", {Scope.PROJECT}),
        (
            "Our receipts are printed in Welsh and English. In any repo of mine, tests come before the fix.",
            {Scope.PROJECT, Scope.GLOBAL},
        ),
    ],
)
def test_a_sentence_that_says_where_widens_the_one_before_it_alone(
    extractor: OfflineExtractor, said: str, scopes: set[Scope]
) -> None:
    turn = user(said)
    found = extractor.extract(Excerpt("c", "claude-code", (turn,), "/home/kim/pollenwatch"))
    assert {one.scope for one in found} == scopes
    assert not any(one.content.startswith(("Same in", "User wants", "In all")) for one in found)


@pytest.mark.parametrize(
    "said",
    [
        "Do you remember that?",
        "I can't remember that.",
        "Can you run the tests? Remember that.",
        "Move the file to attic/ and save it.",
    ],
)
def test_to_remember_is_not_always_a_wish(extractor: OfflineExtractor, said: str) -> None:
    assert read(extractor, user(said)) == []


def test_what_was_taken_back_is_no_evidence(extractor: OfflineExtractor) -> None:
    assert read(extractor, user("always use pnpm", unsaid=True)) == []


def test_turns_memorized_before_are_no_evidence(extractor: OfflineExtractor) -> None:
    turns = (user("always use pnpm", 1), user("never commit to main", 2))
    assert [c.first_turn for c in read(extractor, *turns, through=1)] == [2]


def test_the_span_is_what_was_said(extractor: OfflineExtractor) -> None:
    text = "Add the button. By the way, I prefer tabs over spaces. Thanks!"
    [memory] = read(extractor, user(text))
    assert text[memory.span_start : memory.span_end] == "I prefer tabs over spaces."
    assert memory.content == "User prefers tabs over spaces."


def test_said_twice_is_remembered_once(extractor: OfflineExtractor) -> None:
    turns = (user("I prefer tabs over spaces", 1), user("as I said, I prefer tabs over spaces!", 2))
    assert len(read(extractor, *turns)) == 1


@pytest.mark.parametrize(
    ("said", "one", "other"),
    [
        ("never restart the {} worker before noon without asking the accounting team", "billing", "mailing"),
        ("remember that the clinic in {} closes at noon on the first Friday of each month", "Leeds", "York"),
        ("remember that the spare key of the {} hangs behind the kitchen door", "shed", "garage"),
        ("always write the minutes of the {} meeting in Dutch with the decisions first", "budget", "safety"),
        ("our {} bucket is copied to Frankfurt every night and kept for 30 days", "staging", "backup"),
        ("our nightly backup is copied to Frankfurt every night and kept for {} days", "30", "90"),
    ],
)
def test_one_word_makes_another_statement(
    extractor: OfflineExtractor, said: str, one: str, other: str
) -> None:
    found = read(extractor, user(said.format(one), 1), user(said.format(other), 2))
    assert [one in found[0].content, other in found[-1].content, len(found)] == [True, True, 2]


def test_the_order_of_words_makes_another_statement(extractor: OfflineExtractor) -> None:
    said = (
        "never put the public tests before the private tests",
        "never put the private tests before the public tests",
    )
    assert len(read(extractor, *(user(text, number) for number, text in enumerate(said, 1)))) == 2


def test_an_assistant_that_notes_something_infers_a_fact(extractor: OfflineExtractor) -> None:
    [memory] = read(extractor, assistant("Got it, you prefer tabs over spaces."))
    assert (memory.type, memory.source, memory.confidence) == (MemoryType.FACT, Source.AI_INFERRED, 0.7)


@pytest.mark.parametrize(
    ("said", "details"),
    [
        ("I prefer single quotes", {"key": "formatting.quotes", "value": "single"}),
        ("always keep 90% coverage", {"key": "testing.coverage_target", "value": 90}),
        ("stop using npm", {"context": "npm"}),
        ("let's go with SQLite because it needs no server", {"rationale": "it needs no server"}),
    ],
)
def test_details_of_the_category(extractor: OfflineExtractor, said: str, details: dict[str, object]) -> None:
    [memory] = read(extractor, user(said))
    assert memory.details == details


@pytest.mark.parametrize(
    ("said", "privacy"),
    [
        ("I was diagnosed with asthma", Privacy.SENSITIVE),
        ("my wife is a nurse", Privacy.SENSITIVE),
        ("the db password is in AWS Secrets Manager", Privacy.SENSITIVE),
        ("secrets are in sops files with age keys", Privacy.NORMAL),
        ("don't plan anything for me before nine", Privacy.NORMAL),
        ("we use Postgres 15", Privacy.NORMAL),
        ("never put secrets into the repository", Privacy.NORMAL),
    ],
)
def test_what_is_private_is_marked(extractor: OfflineExtractor, said: str, privacy: Privacy) -> None:
    [memory] = read(extractor, user(said))
    assert memory.privacy_level is privacy


@pytest.mark.parametrize(
    ("said", "last_day"),
    [
        ("Until Friday, don't merge anything to main without asking me", "2023-11-17"),
        ("until 2023-12-24, never deploy to production", "2023-12-24"),
        ("for this release always pin dependencies", "2023-12-14"),
        ("never deploy to production until March 3rd", "2024-03-03"),
        ("always pin dependencies", None),
    ],
)
def test_words_that_set_an_end(extractor: OfflineExtractor, said: str, last_day: str | None) -> None:
    [memory] = read(extractor, user(said))
    day = (to_iso(memory.expires_at) or "")[:10] or None
    assert day == last_day


def test_what_holds_everywhere_is_not_bound_to_a_project(extractor: OfflineExtractor) -> None:
    [here] = read(extractor, user("always use pnpm"))
    [everywhere] = read(extractor, user("in all my projects, always use pnpm"))
    assert (here.scope, everywhere.scope) == (Scope.PROJECT, Scope.GLOBAL)


@pytest.mark.parametrize(
    ("said", "scope", "technology"),
    [
        ("in R I use the native pipe, never attach, whatever R I touch", Scope.GLOBAL, "r"),
        ("wherever I write C for a device: no malloc after init", Scope.GLOBAL, "c"),
        ("lengths are integers in the database and everywhere in the code", Scope.PROJECT, None),
    ],
)
def test_words_that_reach_further_than_a_project(
    extractor: OfflineExtractor, said: str, scope: Scope, technology: str | None
) -> None:
    [memory] = read(extractor, user(said))
    assert (memory.scope, memory.technology) == (scope, technology)


@pytest.mark.parametrize(
    "said",
    [
        "Never commit directly to main.",
        "use Decimal for money, never float",
        "always add a regression test when fixing a bug",
    ],
)
def test_a_bare_instruction_belongs_to_the_project(extractor: OfflineExtractor, said: str) -> None:
    [memory] = read(extractor, user(said))
    assert memory.scope is Scope.PROJECT


@pytest.mark.parametrize(
    "said",
    [
        "in every repo of mine, never commit directly to main",
        "wherever I write Python, always use type hints",
        "in none of my projects use lodash, always write the helper yourself",
        "no more apologies, just get on with it",
        "commit messages in lower case. thats how i do it everywhere, not just here",
        "run the tests before you say done. true for every session",
        "no jupyter notebooks, plain scripts. same in my teaching stuff",
    ],
)
def test_what_reaches_further_is_bound_to_no_project(extractor: OfflineExtractor, said: str) -> None:
    memories = read(extractor, user(said))
    assert memories and all(memory.scope is Scope.GLOBAL for memory in memories)


@pytest.mark.parametrize(
    ("said", "on_branch"),
    [
        ("As long as we are on feat/seats we never touch the billing tables.", True),
        ("We never touch the billing tables until we merge.", True),
        ("On feat/seats we never touch the billing tables.", True),
        ("We never touch the billing tables.", False),
        ("We never branch off an old tag.", False),
    ],
)
def test_a_branch_is_meant_only_where_the_words_say_so(
    extractor: OfflineExtractor, said: str, on_branch: bool
) -> None:
    [memory] = read(extractor, user(said))
    assert (memory.on_branch, memory.scope) == (on_branch, Scope.PROJECT)


@pytest.mark.parametrize(
    "said",
    ["We moved from MySQL to Postgres in March.", "We switched the api from MySQL to Postgres last year."],
)
def test_the_technology_is_what_took_the_place_of_another(extractor: OfflineExtractor, said: str) -> None:
    [memory] = read(extractor, user(said))
    assert memory.technology == "postgres"


def test_a_rule_for_all_work_in_a_language_names_it(extractor: OfflineExtractor) -> None:
    [memory] = read(extractor, user("wherever I write Python, always use type hints"))
    assert (memory.scope, memory.technology) == (Scope.GLOBAL, "python")


def test_a_correction_says_so(extractor: OfflineExtractor) -> None:
    [memory] = read(extractor, assistant("I'll run `npm test`.", 1), user("No. We use Vitest, not Jest.", 2))
    assert (memory.rule, memory.first_turn, memory.last_turn) == ("correction/judge.project", 2, 2)


def test_a_cause_counts_once_the_person_confirms_it(extractor: OfflineExtractor) -> None:
    cause = assistant("The root cause was that `save()` ran twice in one transaction.", 1)
    assert read(extractor, cause, user("hm, still broken", 2)) == []
    assert len(read(extractor, cause, user("that fixed it, thanks", 2))) == 1


def test_a_long_document_is_not_the_persons_voice(extractor: OfflineExtractor) -> None:
    page = "\n\n".join(
        f"## Part {n}\n\nAlways run the tests. The API runs on AWS number {n}." for n in range(60)
    )
    assert read(extractor, user("Summarize:\n\n" + page)) == []


@pytest.mark.slow
def test_a_huge_turn_is_read_to_its_end(extractor: OfflineExtractor) -> None:
    noise = "2024-01-01 12:00:00 INFO always use the cache\n" * 20_000
    walls = "\n".join(
        ("we use " * 100_000, "." * 500_000, "- " * 200_000, " " * 500_000 + "always", "a" * 500_000)
    )
    [memory] = read(extractor, user(f"{noise}\n{walls}\n\nI prefer tabs over spaces"))
    assert memory.content == "User prefers tabs over spaces."


NO_TAGS = {
    *MemoryType,
    *(c.value.replace("_", "-") for c in Category),
    *Scope,
    "correction",
    "decision",
    "person",
}

CUE_WORDS = """always never I prefer we use don't from now on our is because it . , ; - ``` > # pytest
the database remember that no, not I'm a developer let's go with root cause: fixed by Got it, you `x` https://x.y"""
CUES = st.sampled_from([*CUE_WORDS.split(), "\n"])
WILD = st.one_of(st.text(max_size=400), st.lists(CUES, max_size=60).map(" ".join))
TURNS = st.lists(
    st.builds(
        Turn,
        number=st.just(0),
        role=st.sampled_from(Role),
        kind=st.sampled_from(TurnKind),
        text=WILD,
        at=st.none() | st.integers(0, 4_000_000_000_000),
        unsaid=st.booleans(),
    ),
    max_size=6,
).map(lambda turns: tuple(replace(turn, number=number) for number, turn in enumerate(turns, 1)))


@given(turns=TURNS, through=st.integers(0, 6))
def test_whatever_is_said(extractor: OfflineExtractor, turns: tuple[Turn, ...], through: int) -> None:
    excerpt = Excerpt("c", "claude-code", turns, context_through=through)
    memories = extractor.extract(excerpt)
    assert memories == extractor.extract(excerpt)
    for memory in memories:
        turn = turns[memory.first_turn - 1]
        assert turn.kind is TurnKind.SAID and not turn.unsaid and turn.number > through
        assert memory.last_turn == memory.first_turn
        assert 0 <= memory.span_start < memory.span_end <= len(turn.text)
        assert 8 <= len(memory.content) <= 300 and len(re.split(r"[\s/]+", memory.content)) >= 3
        assert memory.content.endswith(".") and 0 < memory.confidence <= 1 and memory.rule
        assert len(memory.tags) <= 3 and all(tag == tag.lower() for tag in memory.tags)
        assert {*memory.tags}.isdisjoint(NO_TAGS)
        assert (memory.source is Source.USER_STATED) == (turn.role is Role.USER)
    assert memories == sorted(memories, key=lambda m: (m.first_turn, m.span_start))


@pytest.mark.parametrize(
    ("said", "content"),
    [
        ("# use tabs", "Use tabs."),
        ("remember: port 8080", "Port 8080."),
        ("don't forget that the demo is on Monday", "The demo is on Monday."),
        ("Don’t forget that we never deploy on Fridays.", "The team never deploys on Fridays."),
    ],
)
def test_a_request_to_remember_is_kept_however_short(
    extractor: OfflineExtractor, said: str, content: str
) -> None:
    assert [memory.content for memory in read(extractor, user(said))] == [content]


def test_what_is_to_be_forgotten_is_taken_back(extractor: OfflineExtractor) -> None:
    assert not read(extractor, user("We use pnpm here. No wait, forget that."))


def test_what_a_correction_says_instead_is_kept(extractor: OfflineExtractor) -> None:
    said = read(
        extractor,
        user("Always use tabs for indentation here. I prefer async/await.", 1),
        assistant("All right.", 2),
        user("Actually no: use spaces, 2 of them, not tabs.", 3),
    )
    assert [one.content for one in said] == [
        "User prefers async/await.",
        "Use spaces, 2 of them, not tabs.",
    ]


def test_a_task_after_a_correction_is_not_kept(extractor: OfflineExtractor) -> None:
    said = read(
        extractor,
        user("Always use tabs for indentation here.", 1),
        assistant("All right.", 2),
        user("wait no, rename the tabs component to Tabs", 3),
    )
    assert not any("ename" in one.content for one in said)


def test_what_is_to_be_forgotten_is_not_kept(extractor: OfflineExtractor) -> None:
    said = read(
        extractor,
        user("Forget that I said I prefer small functions. I prefer readable code over short code."),
    )
    assert [one.content for one in said] == ["User prefers readable code over short code."]


def test_in_this_shop_is_clear_without_the_conversation(extractor: OfflineExtractor) -> None:
    [memory] = read(extractor, user("In this shop we format dates with date-fns only"))
    assert memory.content == "In this shop the team formats dates with date-fns only."


@pytest.mark.parametrize(
    ("said", "content"),
    [
        ("The test database moved to port 5599 yesterday.", "The test database moved to port 5599."),
        ("We moved the CI to GitHub Actions last week.", "The team moved the CI to GitHub Actions."),
    ],
)
def test_what_changed_lasts_whenever_that_was(extractor: OfflineExtractor, said: str, content: str) -> None:
    assert [one.content for one in read(extractor, user(said))] == [content]


def test_a_guess_is_not_kept(extractor: OfflineExtractor) -> None:
    assert read(extractor, user("We might move to bun next year.")) == []
