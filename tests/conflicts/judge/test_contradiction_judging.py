"""What the judge finds, by rule, and what it leaves alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop import resources
from arbor_desktop.conflicts.judge import Judge, Rivals
from tests.properties import times

JUDGE = Judge(Rivals.parse(resources.read_text("conflicts.toml")))

TOOLS = [
    ("Use Jest for tests.", "The project uses Vitest.", ("jest", "vitest")),
    ("Use npm.", "User prefers pnpm.", ("npm", "pnpm")),
    ("Use tabs.", "Indent with 2 spaces.", ("tab", "space")),
    ("Prefer async/await.", "Promise.then() is better for us.", ("async/await", "promise.then")),
    ("Orders are stored in Postgres.", "Orders are stored in MySQL.", ("postgres", "mysql")),
    (
        "Use single quotes in Python.",
        "Strings are written in double quotes.",
        ("single quotes", "double quotes"),
    ),
    ("The scraper is written in Go.", "The scraper is written in Rust.", ("golang", "rust")),
]
OPPOSITES = [
    ("User prefers the dark theme.", "User always uses a light theme.", ("dark", "light")),
    ("Retries are disabled.", "Retries are enabled.", ("disabled", "enabled")),
    ("User prefers short answers.", "User wants long, detailed explanations.", ("concise", "verbose")),
]
VALUES = [
    ("The API timeout is 30 seconds.", "The API timeout is 60s.", "API timeout", ("30 seconds", "60s")),
    (
        "Minimum coverage is 80%.",
        "Coverage has to be at least 90 percent.",
        "Coverage",
        ("80%", "90 percent"),
    ),
    ("Standup is at 9:30.", "Standup is at 10.", "Standup", ("9:30", "10")),
    (
        "User's birthday is on 14 March.",
        "User's birthday is 2 November.",
        "Birthday",
        ("14 March", "2 November"),
    ),
    ("User's dog is called Rex.", "User's dog is named Bello.", "Dog name", ("Rex", "Bello")),
    (
        "Releases are cut by Ines.",
        "Tomasz is responsible for releases.",
        "Releases owner",
        ("Ines", "Tomasz"),
    ),
    ("User lives in Ghent.", "User lives in Aarhus.", "Home", ("Ghent", "Aarhus")),
    ("User's favorite composer is Satie.", "User's favorite composer is Bach.", None, ("Satie", "Bach")),
]
REPLACED = [
    ("Use Jest for tests.", "We moved from Jest to Vitest.", ("Jest", "Vitest")),
    ("We format with Prettier.", "Biome has replaced Prettier.", ("Prettier", "Biome")),
    ("We format with Prettier.", "Prettier was replaced by Biome.", ("Prettier", "Biome")),
    ("Auth uses JWT.", "We dropped JWT in favor of session cookies.", ("JWT", "session cookies")),
    ("The repo uses yarn.", "yarn is gone, we're on pnpm now.", ("yarn", "pnpm")),
    ("User lives in Berlin.", "User moved to Munich.", ("Berlin", "Munich")),
    ("User smokes.", "User quit smoking in May.", ("smokes", "no smoking")),
    ("The API runs on port 8080.", "The API moved to port 9090.", ("8080", "9090")),
    ("User works in VS Code.", "User no longer uses VS Code.", ("VS Code", "no VS Code")),
]
DENIED = [
    ("The API is versioned.", "The API is not versioned.", "negation"),
    ("User likes snapshot tests.", "Avoid snapshot tests.", "stance"),
    ("Never deploy on Fridays.", "Deploy on Fridays.", "negation"),
    ("User has no pets.", "User's parrot sleeps in the kitchen.", "negation"),
    ("User is vegan.", "User has bacon every morning.", "negation"),
    ("User prefers tabs over spaces.", "Use spaces.", "competing_tools"),
]
FOUND = [
    ("Use British spelling.", "Always use American spelling.", "competing_tools"),
    ("User always takes the aisle seat.", "User insists on a window seat.", "competing_tools"),
    ("Screenshots are allowed in the repo.", "Don't commit screenshots to the repo.", "negation"),
    ("No pets in the studio.", "The dog is allowed to sleep in the studio.", "negation"),
    ("User can't whistle.", "User whistles all day long in the kitchen.", "negation"),
    ("Texts go out over Twilio.", "Text messages are sent with Vonage.", "competing_tools"),
    ("The trial starts on 2 May.", "Trial start: May 16", "value"),
    ("User is in the second semester.", "User is in the seventh semester.", "value"),
    ("There's no sauna in our building.", "The sauna in our building opens on every Friday.", "negation"),
    ("The probe is read every 10 seconds.", "We read the probe once a minute.", "value"),
    ("The project is under the MIT license.", "License: Apache 2.0", "competing_tools"),
    ("User has no degree.", "User has a doctorate in geology.", "negation"),
    ("The probe check is at /probez.", "Probe checks go to /status/up.", "value"),
    ("The name of User's turtle is Speedy.", "User's turtle is called Ambrose.", "value"),
    ("Figures need a caption.", "Leave captions of figures away.", "negation"),
    ("Crack a joke now and then.", "No jokes whatsoever in your replies.", "negation"),
    ("User was born in 1968.", "User was born in 1991.", "value"),
    ("Reading glare is 3e-4.", "Reading glare is set to 1e-3.", "value"),
]
TOGETHER = [
    ("Use Jest for unit tests.", "Use Playwright for end-to-end tests."),
    ("The frontend uses Vitest.", "The backend uses pytest."),
    ("The project uses Postgres.", "The project uses Redis."),
    ("The orders service uses MongoDB.", "The invoice service uses PostgreSQL."),
    ("User likes coffee.", "User likes tea."),
    ("User knows Python.", "User knows Go."),
    ("User speaks German.", "User speaks French."),
    ("Use tabs.", "In legacy code use spaces."),
    ("Use tabs.", "Use spaces when you write YAML."),
    ("Use Docker for local development.", "In production we use plain VMs."),
    ("The API listens on port 8080.", "The web server listens on port 3000."),
    ("Coverage must stay above 80 % in src/core.", "UI code needs 60 % coverage."),
    ("User used to live in Berlin.", "User lives in Munich."),
    ("User wants to move to Lapland one day.", "User lives in Antwerp."),
    ("User lives in Lyon.", "User's sister lives in Paris."),
    ("User's dog is called Juno.", "User's cat is called Pepper."),
    ("User's mother is vegetarian.", "User loves steak."),
    ("User drinks no alcohol during the week.", "User drinks wine on Saturdays."),
    ("User doesn't like long meetings.", "User likes meetings."),
    ("We might move to Vitest.", "Use Jest for tests."),
    ("Should we move to Vitest?", "Use Jest for tests."),
    ("Write the tests first.", "Then write the code, then refactor."),
    ("Releases happen on Tuesdays.", "Retros happen on Fridays."),
    ("Use Prettier for formatting.", "Use ESLint for linting."),
    ("User has a dog.", "User also has a cat."),
    ("User has a meeting at nine.", "User has a meeting at eleven."),
    ("Marit is vegan.", "User bakes with eggs and butter."),
    ("User opens PyCharm for debugging.", "User switched from VS Code to Helix."),
    ("User wants a diff instead of the whole file.", "Ask before touching more than five files."),
    ("The house by the lake has two rooms.", "User's apartment has three rooms."),
    ("User had surgery on the left knee.", "User's right knee is fine."),
    ("Alma has asthma and must avoid gluten.", "User bakes bread every Saturday."),
    ("Heat is unbearable to the user.", "The barn is heated with wood."),
    ("User's parents live in Turin.", "User's parents are retired."),
]
SAME = [
    ("The API timeout is 30 seconds.", "The timeout of the API is 30s."),
    ("Use pnpm, never npm.", "pnpm only please, no npm"),
    ("Prefer composition over inheritance.", "Favor composition instead of inheritance."),
    ("Use Vitest.", "We moved from Jest to Vitest."),
    ("Never skip tests.", "Tests are never skipped."),
    ("User's birthday is on 8 May.", "User was born on the eighth of May."),
]


@pytest.mark.parametrize(("older", "newer", "values"), TOOLS)
def test_alternatives_of_which_one_is_needed_contradict(
    older: str, newer: str, values: tuple[str, str]
) -> None:
    verdict = JUDGE.judge(older, newer)
    assert verdict is not None
    assert (verdict.rule, verdict.values, verdict.replaces) == ("competing_tools", values, False)
    assert all(value in verdict.reason for value in values)


@pytest.mark.parametrize(("older", "newer", "values"), OPPOSITES)
def test_opposites_of_the_same_contradict(older: str, newer: str, values: tuple[str, str]) -> None:
    verdict = JUDGE.judge(older, newer)
    assert verdict is not None
    assert (verdict.rule, verdict.values) == ("opposite", values)


@pytest.mark.parametrize(("older", "newer", "topic", "values"), VALUES)
def test_the_same_with_another_value_contradicts(
    older: str, newer: str, topic: str | None, values: tuple[str, str]
) -> None:
    verdict = JUDGE.judge(older, newer)
    assert verdict is not None
    assert (verdict.rule, verdict.values, verdict.replaces) == ("value", values, False)
    assert topic in (None, verdict.topic)


@pytest.mark.parametrize(("older", "newer", "values"), REPLACED)
def test_a_newer_one_that_says_it_takes_the_place_replaces(
    older: str, newer: str, values: tuple[str, str]
) -> None:
    verdict = JUDGE.judge(older, newer)
    assert verdict is not None
    assert (verdict.rule, verdict.replaces) == ("replacement", True)
    assert tuple(value.casefold() for value in verdict.values) == tuple(value.casefold() for value in values)


@pytest.mark.parametrize(("older", "newer", "rule"), DENIED)
def test_what_one_says_and_the_other_denies_contradicts(older: str, newer: str, rule: str) -> None:
    verdict = JUDGE.judge(older, newer)
    assert verdict is not None and verdict.rule == rule
    assert JUDGE.judge(newer, older) is not None


def test_what_was_replaced_before_and_is_said_again_contradicts() -> None:
    verdict = JUDGE.judge("We moved from Jest to Vitest.", "Use Jest for tests.")
    assert verdict is not None and not verdict.replaces


@pytest.mark.parametrize(("older", "newer", "rule"), FOUND)
def test_whichever_came_first(older: str, newer: str, rule: str) -> None:
    for pair in ((older, newer), (newer, older)):
        verdict = JUDGE.judge(*pair)
        assert verdict is not None and verdict.rule == rule


@pytest.mark.parametrize(("one", "other"), TOGETHER)
def test_what_holds_together_is_left_alone(one: str, other: str) -> None:
    assert JUDGE.judge(one, other) is None
    assert JUDGE.judge(other, one) is None


@pytest.mark.parametrize(("one", "other"), SAME)
def test_the_same_in_other_words_is_no_contradiction(one: str, other: str) -> None:
    assert JUDGE.judge(one, other) is None
    assert JUDGE.judge(other, one) is None


def test_one_sentence_of_several_suffices() -> None:
    older = "We log with winston. Levels are set by LOG_LEVEL."
    newer = "Big cleanup done. Logging is done with pino."
    verdict = JUDGE.judge(older, newer)
    assert verdict is not None and verdict.values == ("winston", "pino")


@pytest.mark.parametrize("newer", ["Prefer pnpm over npm.", "Always use pnpm instead of npm", "We use pnpm."])
def test_an_instruction_with_a_reason_against_another(newer: str) -> None:
    reasoned = "Please use npm for this project, pnpm breaks our CI"
    assert JUDGE.judge(reasoned, newer) is not None
    assert JUDGE.judge(newer, reasoned) is not None


@pytest.mark.parametrize("reason", ["breaks our CI", "is too slow for us", "has no lock file"])
def test_a_reason_against_something_is_no_wish_for_it(reason: str) -> None:
    assert JUDGE.judge("Use npm for scripts.", f"Use npm here, pnpm {reason}.") is None


@pytest.mark.parametrize(
    "note", ["Big cleanup done. The API timeout is 5 seconds. {}", "{} and " + "so on, " * 50, "- {0}\n" * 3]
)
def test_a_note_is_no_statement(note: str) -> None:
    newer = note.format("Logging is done with pino")
    assert JUDGE.judge("We log with winston.", newer) is None
    assert (JUDGE.terms(newer), JUDGE.topics(newer)) == ((), ())


@pytest.mark.parametrize(
    ("older", "newer", "topic", "values"),
    [
        ("The feed is encrypted.", "The feed is not encrypted.", "Feed", ("encrypted", "not encrypted")),
        ("Dumplings are allowed.", "No dumplings.", "Dumplings", ("Dumplings", "no dumplings")),
        ("We heat with a gas oven.", "The gas oven was torn out.", "Gas oven", ("gas oven", "no gas oven")),
        (
            "iOS mocks take 30 seconds.",
            "iOS mocks take 60 seconds.",
            "iOS mocks",
            ("30 seconds", "60 seconds"),
        ),
        ("User rides a Vespa.", "User has no Vespa.", "Vespa", ("Vespa", "no Vespa")),
        ("Hooks are in src/hooks.", "src/hooks is gone.", "src/hooks", ("src/hooks", "no src/hooks")),
    ],
)
def test_titles_and_values_are_short_and_as_written(
    older: str, newer: str, topic: str, values: tuple[str, str]
) -> None:
    verdict = JUDGE.judge(older, newer)
    assert verdict is not None and (verdict.topic, verdict.values) == (topic, values)
    assert verdict.values[0] != verdict.values[1]


def test_topics_are_titles() -> None:
    verdict = JUDGE.judge("The connection pool has 20 connections.", "Connection pool size: 50")
    assert verdict is not None and verdict.topic == "Connection pool"


STATEMENTS = st.sampled_from(sorted({text for rows in (*TOOLS, *OPPOSITES, *DENIED) for text in rows[:2]}))
WORDS = st.lists(
    st.sampled_from(
        [
            *[
                "User",
                "We",
                "use",
                "uses",
                "prefer",
                "not",
                "no",
                "never",
                ",",
                ".",
                "(",
                ")",
                ":",
                "from",
                "to",
                "moved",
                "replaced",
                "with",
                "Jest",
            ],
            *[
                "Vitest",
                "tabs",
                "30",
                "seconds",
                "is",
                "are",
                "called",
                "lives",
                "in",
                "Berlin",
                "when",
                "because",
                "`code`",
                "C++",
            ],
            *["don't", "longer", "than", "at", "least", "over", "instead", "of"],
        ]
    ),
    max_size=25,
).map(" ".join)


@given(st.text(max_size=300) | WORDS, st.text(max_size=300) | WORDS)
@times(3)
def test_any_text_is_safe(one: str, other: str) -> None:
    JUDGE.judge(one, other)
    JUDGE.terms(one)


@given(st.text(max_size=300) | WORDS | STATEMENTS)
@times(2)
def test_nothing_contradicts_itself(text: str) -> None:
    assert JUDGE.judge(text, text) is None


@given(STATEMENTS, STATEMENTS)
@times(3)
def test_a_contradiction_is_found_from_either_side(one: str, other: str) -> None:
    assert (JUDGE.judge(one, other) is None) == (JUDGE.judge(other, one) is None)


@pytest.mark.parametrize(
    "text", ["(" * 10_000, "a-b" * 4_000, "not " * 3_000, "1,000," * 2_000, "`" * 10_001]
)
def test_a_long_text_is_read_to_its_end_or_given_up(text: str) -> None:
    assert JUDGE.judge(text, "Use Jest for tests.") is None
