"""What a search over memories finds, and in which order."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from arbor_desktop.database import fulltext
from arbor_desktop.database.connection import Database
from arbor_desktop.memories.checks import memory_filter
from arbor_desktop.memories.model import MemoryType, Privacy
from arbor_desktop.search.model import Hit
from arbor_desktop.search.queries import ranked
from arbor_desktop.search.queries.ranked import RankingOptions
from arbor_desktop.text.ranking import Weights
from tests.conftest import POLICY, ManualClock

Add = Callable[..., str]


def find(db: Database, query: str, clock: ManualClock, *, limit: int = 20, **f: object) -> list[Hit]:
    wanted = memory_filter(**f)  # type: ignore[arg-type]
    options = RankingOptions(Weights(), POLICY, clock())
    return db.read(lambda c: ranked.search(c, query, wanted, options, limit=limit))


def texts(hits: list[Hit]) -> list[str]:
    return [hit.memory.content for hit in hits]


@pytest.mark.parametrize(
    ("content", "query"),
    [
        ("Uses parseUserName in the reader", "user"),
        ("Uses parseUserName in the reader", "parseUserName"),
        ("The flag is max_retry_count", "retry"),
        ("The flag is max_retry_count", "max_retry_count"),
        ("Set data-test-id on buttons", "data-test-id"),
        ("Import from app.core.config", "config"),
        ("HTTPServer listens on 8080", "server"),
        ("Tests are running nightly", "run"),
        ("Prefers café au lait", "cafe"),
    ],
)
def test_words_inside_identifiers_are_found(
    db: Database, add: Add, clock: ManualClock, content: str, query: str
) -> None:
    add(content)
    add("Something else entirely")
    assert texts(find(db, query, clock)) == [content]


@pytest.mark.parametrize(
    "query",
    [
        '"',
        "C++",
        "don't",
        "NEAR(a b)",
        "a AND",
        "foo:bar",
        "*",
        "(",
        "🙂",
        "-x",
        "'; DROP TABLE memory; --",
        "x" * 9999,
    ],
)
def test_no_text_is_a_syntax_error(db: Database, add: Add, clock: ManualClock, query: str) -> None:
    add("Never use C++ here, don't")
    find(db, query, clock)
    typed(db, clock, query)


def test_typing_finds_unfinished_words(db: Database, add: Add, clock: ManualClock) -> None:
    add("Deployments go through staging")
    assert typed(db, clock, "stag") == ["Deployments go through staging"]
    assert find(db, "stag", clock) == []


def test_more_matching_words_rank_higher_and_components_are_told(
    db: Database, add: Add, clock: ManualClock
) -> None:
    add("Release notes are written by hand")
    add("Release branches are cut on Friday by hand")
    for n in range(30):
        add(f"Filler sentence about topic {n}")
    best, *_ = find(db, "release friday", clock)
    assert best.memory.content.startswith("Release branches")
    for part in best.components.to_dict().values():
        assert 0 <= part <= 1


def test_search_fills_its_limit_past_filters(db: Database, add: Add, clock: ManualClock) -> None:
    for n in range(400):
        add(f"shared word number {n}", type=MemoryType.FACT)
    for n in range(10):
        add(f"shared word instruction {n}", type=MemoryType.INSTRUCTION)
    hits = find(db, "shared word", clock, limit=10, types=["instruction"])
    assert len(hits) == 10


def test_a_word_just_begun_does_not_change_what_the_others_find(
    db: Database, add: Add, clock: ManualClock
) -> None:
    add("Deployments go through staging")
    add("Something else entirely")
    assert typed(db, clock, "staging s") == ["Deployments go through staging"]
    assert len(typed(db, clock, "s")) == 2


class Nearness:
    """Stands for vectors: rows with how many standard deviations they are nearer than the rest."""

    weight = 1.0

    def __init__(self, rows: dict[int, float]) -> None:
        self._rows = rows

    def best(self, count: int) -> list[tuple[int, float]]:
        return sorted(self._rows.items(), key=lambda item: -item[1])[:count]

    def of(self, rows: Sequence[int]) -> dict[int, float]:
        return {row: self._rows[row] for row in rows if row in self._rows}


def rows_of(db: Database, *idents: str) -> list[int]:
    return [
        db.read(lambda c, i=ident: c.execute("SELECT row FROM memory WHERE id = ?", (i,)).fetchone()[0])
        for ident in idents
    ]


@pytest.mark.parametrize(
    ("content", "query"),
    [
        ("Requires Python 3.11", "3.11"),
        ("The core is written in C++", "C++"),
        ("Keys live in .env", ".env"),
        ("Never commit node_modules", "node_modules"),
    ],
)
def test_names_with_signs_and_numbers_mean_themselves(
    db: Database, add: Add, clock: ManualClock, content: str, query: str
) -> None:
    for other in ("11 people and 3 dogs", "See chapter C", "The env of the build", "Modules of a node graph"):
        add(other)
    add(content)
    assert texts(find(db, query, clock))[0] == content


def test_what_is_said_beside_the_answer_comes_along_for_a_question_only(
    db: Database, add: Add, clock: ManualClock
) -> None:
    add("Where did they meet for the interview?")
    add("In the cafe by the river")
    clock.advance(days=1)
    add("Bread is baked on Fridays")
    question = find(db, "where did they meet for the interview", clock)
    assert texts(question) == ["Where did they meet for the interview?", "In the cafe by the river"]
    assert question[1].reasons[0] == "noted beside a better match"
    assert texts(find(db, "meet interview", clock)) == ["Where did they meet for the interview?"]


def test_meaning_finds_what_the_words_do_not(db: Database, add: Add, clock: ManualClock) -> None:
    add("Releases go out on Tuesdays")
    puppy = add("The puppy sleeps on the couch")
    (row,) = rows_of(db, puppy)
    asking = RankingOptions(Weights(), POLICY, clock(), Nearness({row: 4.0}))
    found = db.read(lambda c: ranked.search(c, "young dog", memory_filter(), asking, limit=5))
    assert texts(found) == ["The puppy sleeps on the couch"]
    assert "alike in meaning" in found[0].reasons
    assert found[0].terms == ()


def test_a_list_holds_what_says_a_word_or_stands_out_in_meaning(
    db: Database, add: Add, clock: ManualClock
) -> None:
    alike, other, says = add("Releases go out on Tuesdays"), add("Uses tabs"), add("We ship by train")
    alike_row, other_row, said_row = rows_of(db, alike, other, says)
    near = Nearness({alike_row: 3.5, other_row: 0.4, said_row: 0.2})
    asking = RankingOptions(Weights(), POLICY, clock(), near)
    wanted = memory_filter()
    found = db.read(lambda c: ranked.listed(c, "when do we ship", wanted, asking, limit=10, enough=5))
    assert set(found) == {alike_row, said_row}, "some row is always the nearest, and may be no answer"


def test_meaning_finds_also_where_no_word_of_a_long_prompt_is_known(
    db: Database, add: Add, clock: ManualClock
) -> None:
    (row,) = rows_of(db, add("The puppy sleeps on the couch"))
    asking = RankingOptions(Weights(), POLICY, clock(), Nearness({row: 4.0}))
    prompt = " ".join(f"unknown{number}" for number in range(20))
    found = db.read(lambda c: ranked.search(c, prompt, memory_filter(), asking, limit=5))
    assert texts(found) == ["The puppy sleeps on the couch"]


def test_filters_hold_for_what_meaning_finds(db: Database, add: Add, clock: ManualClock) -> None:
    hidden = add("A secret of the couch", privacy_level=Privacy.NEVER_SHARE)
    shown = add("A puppy on the couch")
    near = Nearness(dict.fromkeys(rows_of(db, hidden, shown), 5.0))
    asking = RankingOptions(Weights(), POLICY, clock(), near)
    wanted = memory_filter(privacy=["normal"])
    found = db.read(lambda c: ranked.search(c, "young dog", wanted, asking, limit=5))
    assert texts(found) == ["A puppy on the couch"]


def test_words_and_meaning_together_are_worth_more_than_either(
    db: Database, add: Add, clock: ManualClock
) -> None:
    both, words, meaning = add("The dog is fed at six"), add("The dog of the logo"), add("A puppy eats early")
    near = dict(zip(rows_of(db, both, words, meaning), (3.0, 0.0, 3.0), strict=True))
    asking = RankingOptions(Weights(), POLICY, clock(), Nearness(near))
    found = db.read(lambda c: ranked.search(c, "dog", memory_filter(), asking, limit=5))
    assert found[0].memory.id == both
    assert {hit.memory.id for hit in found} == {both, words, meaning}


def test_what_a_memory_is_worth_by_its_meaning_does_not_depend_on_what_others_say(
    db: Database, add: Add, clock: ManualClock
) -> None:
    (row,) = rows_of(db, add("A puppy eats early"))
    asking = RankingOptions(Weights(), POLICY, clock(), Nearness({row: 3.0}))

    def relevance() -> float:
        found = db.read(lambda c: ranked.ranked(c, "dog food", memory_filter(), asking, limit=5, alone=True))
        return next(one.relevance for one in found if one.row == row)

    before = relevance()
    add("Dog food")
    assert relevance() == before > 0


def test_scores_are_the_sum_of_their_parts_and_fall(db: Database, add: Add, clock: ManualClock) -> None:
    for number in range(30):
        add(f"Deploy number {number} goes to staging" + " deploy" * (number % 3))
        clock.advance(days=number % 4)
    hits = find(db, "when does the deploy go to staging", clock)
    shares = Weights()
    for hit in hits:
        parts = hit.components
        assert all(0 <= value <= 1 for value in parts.to_dict().values())
        expected = (
            shares.relevance * parts.relevance
            + shares.confidence * parts.confidence
            + shares.frequency * parts.frequency
            + shares.recency * parts.recency
        )
        assert hit.score == pytest.approx(expected)
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


def test_of_a_long_prompt_the_rare_words_decide(db: Database, add: Add, clock: ManualClock) -> None:
    add("Webhooks are sent through the outbox")
    for number in range(20):
        add(f"Please look at the file and check the code of part {number}")
    prompt = "please look at the file, check the code and tell me " * 20 + "why webhooks arrive twice"
    assert texts(find(db, prompt, clock))[0] == "Webhooks are sent through the outbox"


def test_one_memory_is_explained_wherever_it_stands(db: Database, add: Add, clock: ManualClock) -> None:
    ident = add("Deploys go through staging")
    other = add("Bread is baked on Fridays")
    asking = RankingOptions(Weights(), POLICY, clock())
    hit = db.read(lambda c: ranked.explained(c, "staging deploy", ident, asking))
    assert hit is not None
    assert hit.memory.id == ident
    assert set(hit.terms) == {"staging", "deploy"}
    assert hit.reasons[0].startswith("says ")
    assert db.read(lambda c: ranked.explained(c, "staging deploy", other, asking)) is None
    assert db.read(lambda c: ranked.explained(c, "staging", "nobody", asking)) is None


def typed(db: Database, clock: ManualClock, query: str) -> list[str]:
    asking = RankingOptions(Weights(), POLICY, clock())
    rows = db.read(lambda c: ranked.listed(c, query, memory_filter(), asking, limit=100, enough=50))
    return [
        db.read(lambda c, r=row: c.execute("SELECT content FROM memory WHERE row = ?", (r,)).fetchone()[0])
        for row in rows
    ]


def test_every_keystroke_of_a_word_finds_it(db: Database, add: Add, clock: ManualClock) -> None:
    add("Deployments are done by hand")
    add("Bread is baked on Fridays")
    for end in range(1, len("deployments") + 1):
        assert typed(db, clock, "deployments"[:end]) == ["Deployments are done by hand"], end


def test_a_short_whole_word_comes_before_longer_ones(db: Database, add: Add, clock: ManualClock) -> None:
    add("Written in Go")
    for number in range(5):
        add(f"The government of {number}")
    assert typed(db, clock, "go")[0] == "Written in Go"
    assert len(typed(db, clock, "go")) == 6
    assert typed(db, clock, "written go") == ["Written in Go"]


def test_a_pasted_token_is_looked_for_by_its_beginning(db: Database, add: Add, clock: ManualClock) -> None:
    token = "x" * 200
    add(f"The token is {token}")
    assert typed(db, clock, token) == [f"The token is {token}"]
    asked: list[object] = []
    conn = db.read(lambda c: c)
    conn.set_exec_trace(lambda cursor, sql, bindings: asked.append(sql) or True)
    typed(db, clock, "\u00f1" * 9_000)
    conn.set_exec_trace(None)
    assert len(asked) < 100


def test_in_a_large_store_the_frequent_words_of_a_long_query_are_not_asked_for() -> None:
    def word(name: str, documents: int) -> fulltext.Word:
        return fulltext.Word(f'"{name}"', documents, 1.0, name)

    few = [word(str(number), 20_000) for number in range(5)]
    assert ranked._affordable(few) == few
    many = [word("frequent", 60_000), *(word(str(number), 100) for number in range(7))]
    assert [one.term for one in ranked._affordable(many)] == [str(number) for number in range(7)]
