"""What counts as stated: what is said outright, what may stand alone, and what never may."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop import resources
from arbor_desktop.conversations.model import Role, Turn, TurnKind
from arbor_desktop.extraction.model import Candidate, Excerpt
from arbor_desktop.extraction.offline.classifier import HERE, KINDS, UNCLASSIFIED, Classification, Stretch
from arbor_desktop.extraction.offline.pipeline import OfflineExtractor
from arbor_desktop.extraction.offline.rewrite import Rewriter
from arbor_desktop.extraction.offline.rules import Phrasing
from arbor_desktop.extraction.offline.segments import Normaliser, pieces_of
from arbor_desktop.extraction.offline.statements import Finding, StatementReader
from arbor_desktop.extraction.offline.vocabulary import WordKinds, read_vocabulary
from arbor_desktop.memories.model import MemoryType

SURE = 0.97
UNSURE = 0.7


@pytest.fixture(scope="module")
def statements() -> StatementReader:
    vocabulary = read_vocabulary()
    words = WordKinds(vocabulary, resources.read_text("extraction/word_kinds.toml"))
    rewriter = Rewriter(resources.read_text("extraction/retelling.toml"))
    stated = resources.read_text("extraction/stated.toml")
    return StatementReader(Normaliser(vocabulary), Phrasing(vocabulary), words, rewriter, stated)


@pytest.fixture(scope="module")
def extractor() -> OfflineExtractor:
    return OfflineExtractor.from_resources()


def judged(
    statements: StatementReader, text: str, kind: str = "project", probability: float = SURE, *parts: str
) -> list[Finding]:
    """What is stated where no rule fits, and the judge takes the sentence, or the first of these parts of it
    that can stand alone, for one that lasts."""
    places = tuple((text.index(part), text.index(part) + len(part)) for part in parts or (text,))
    one = Stretch(*places[0], kind, probability, places)
    return list(statements.of_sentence(text, (0, len(text)), [], UNCLASSIFIED, [one]))


def contents(stated: list[Finding]) -> list[str]:
    return [one.found.content for one in stated]


# ------------------------------------------------------------------------------------ what is said outright
@pytest.mark.parametrize("asked", ["remember that {}", "{}, please remember that", "keep in mind that {}"])
def test_what_is_to_be_remembered_outright_is_never_overruled(
    extractor: OfflineExtractor, asked: str
) -> None:
    said = asked.format("the blue bucket has a hole")
    [memory] = heard(extractor, said)
    assert (memory.rule, memory.content) == ("explicit.remember", "The blue bucket has a hole.")


@pytest.mark.parametrize(
    ("said", "content"),
    [
        ("never commit to main", "Never commit to main."),
        ("please always sign the tags", "Always sign the tags."),
        ("alwyas run the linter before you commit", "Always run the linter before you commit."),
        ("dont ever push without a review", "Don't ever push without a review."),
        ("can you always answer in Dutch?", "Always answer in Dutch."),
        ("you should never edit generated files", "Never edit generated files."),
    ],
)
def test_what_is_to_be_done_always_or_never_is_an_instruction(
    extractor: OfflineExtractor, said: str, content: str
) -> None:
    [memory] = heard(extractor, said)
    assert (memory.content, memory.type, memory.confidence) == (content, MemoryType.INSTRUCTION, 0.9)


@pytest.mark.parametrize("likely", [0.0, 0.001])
def test_an_order_that_the_classifier_finds_most_unlikely_is_none(
    statements: StatementReader, likely: float
) -> None:
    assert ordered(statements, likely) == likely
    assert ordered(statements, 0.1) > 0.8


def ordered(statements: StatementReader, likely: float) -> float:
    text = "never give up"
    reading = Classification(pieces_of(text, 0, len(text)), [likely], [0.0], [[0.0] * len(KINDS)], [HERE])
    return statements.with_orders(reading).probabilities[0]


@pytest.mark.parametrize(
    ("said", "contents"),
    [
        (
            "never edit a migration that's already merged, always add a new one.",
            ["Never edit a migration that's already merged, always add a new one."],
        ),
        (
            "so don't make sprites, put a magenta placeholder",
            ["Don't make sprites, put a magenta placeholder."],
        ),
        (
            "i'm on windows with WSL2 btw, so paths like /Users/... never work for me",
            ["User is on windows with WSL2 btw, so paths like /Users/... never work for them."],
        ),
        ("use uv, not pip", ["Use uv, not pip."]),
        ("not npm but pnpm", ["Not npm but pnpm."]),
    ],
)
def test_what_belongs_together_is_one_statement(
    extractor: OfflineExtractor, said: str, contents: list[str]
) -> None:
    assert told(extractor, said) == contents


# ------------------------------------------------------------------------------------ what stands alone
def test_the_judge_alone_suffices_and_tells_of_the_person(statements: StatementReader) -> None:
    [one] = judged(statements, "our warehouse is in Gdansk")
    assert one.found.content == "The project's warehouse is in Gdansk."
    assert one.found.rule.name == "judge.project"


def test_a_part_with_a_dangling_pronoun_is_trimmed_away(statements: StatementReader) -> None:
    text = "it's slow, our warehouse is in Gdansk, leave that"
    inner = "our warehouse is in Gdansk"
    [one] = judged(statements, text, "project", SURE, text, inner)
    assert one.found.content == "The project's warehouse is in Gdansk."
    assert text[one.start : one.end] == inner


@pytest.mark.parametrize("text", ["it is always slow", "that one belongs to the bank", "they never answer"])
def test_what_points_elsewhere_in_all_its_parts_is_no_statement(
    statements: StatementReader, text: str
) -> None:
    assert judged(statements, text) == []


def test_she_is_known_by_a_name_before_her(statements: StatementReader) -> None:
    assert contents(judged(statements, "my sister is a nurse and she works nights", "people")) == [
        "User's sister is a nurse and she works nights."
    ]


@pytest.mark.parametrize(
    "text",
    ["our warehouse is in the", "our warehouse is", "we chose tea because", "we only ship to schools and"],
)
def test_an_unfinished_statement_is_none(statements: StatementReader, text: str) -> None:
    assert judged(statements, text) == []


@pytest.mark.parametrize(
    "text",
    [
        "our api keeps getting an error",
        "the printer in the hall is broken",
        "the login page doesn't work on my phone",
        "whenever I click save, the page goes white",
    ],
)
def test_a_symptom_is_gone_tomorrow(statements: StatementReader, text: str) -> None:
    assert judged(statements, text) == []


def test_a_cause_may_tell_what_went_wrong(statements: StatementReader) -> None:
    text = "the printer is broken since the roll is too wide"
    assert judged(statements, text, "project") == []
    assert contents(judged(statements, text, "cause"))


def test_what_happens_when_one_does_something_is_no_rule(statements: StatementReader) -> None:
    assert judged(statements, "whenever I click save, the page goes white", "rule") == []


def test_what_the_assistant_is_or_does_is_no_fact(statements: StatementReader) -> None:
    assert judged(statements, "you are a helpful pirate") == []
    assert contents(judged(statements, "I like it when you show the diff", "preference")) == [
        "User likes it when the assistant shows the diff."
    ]


@pytest.mark.parametrize("kind", ["project", "rule", "person"])
def test_a_question_states_nothing(statements: StatementReader, kind: str) -> None:
    assert judged(statements, "is our warehouse in Gdansk?", kind) == []


# ------------------------------------------------------------------------------------ kind, scope, sureness
@pytest.mark.parametrize(
    ("kind", "text", "rule"),
    [
        ("people", "our accountant Marek reads PDFs", "judge.people"),
        ("people", "our invoices go to the bank", "judge.project"),
        ("people", "I go to the bank on Mondays", "judge.person"),
        ("skill", "I am new to baking", "judge.skill"),
        ("skill", "I have baked bread for ten years", "judge.skill"),
        ("skill", "I bake bread on Sundays", "judge.person"),
        ("project", "I bake bread on Sundays", "judge.person"),
        ("person", "never call before noon", "judge.rule"),
    ],
)
def test_the_kind_is_one_that_the_words_allow(
    statements: StatementReader, kind: str, text: str, rule: str
) -> None:
    [one] = judged(statements, text, kind)
    assert one.found.rule.name == rule


def test_what_the_judge_is_less_sure_of_gets_less_confidence(statements: StatementReader) -> None:
    [sure] = judged(statements, "our warehouse is in Gdansk", "project", SURE)
    [unsure] = judged(statements, "our warehouse is in Gdansk", "project", UNSURE)
    assert unsure.found.rule.confidence < sure.found.rule.confidence


@pytest.mark.parametrize(
    ("text", "is_sure"),
    [
        ("Dashes everywhere.", False),
        ("No dashes anywhere.", True),
        ("Dates everywhere in ISO.", True),
        ("pnpm only.", True),
    ],
)
def test_a_word_alone_beside_where_it_applies_needs_review(
    statements: StatementReader, text: str, is_sure: bool
) -> None:
    [one] = judged(statements, text, "rule")
    assert (one.found.rule.confidence > 0.75) == is_sure


@pytest.mark.parametrize(
    "text", ["For firmware in this repo, on all branches.", "Before you say something passes."]
)
def test_where_or_when_something_applies_is_no_statement(statements: StatementReader, text: str) -> None:
    assert not list(judged(statements, text, "rule"))


def test_what_is_to_be_done_before_is_one(statements: StatementReader) -> None:
    assert list(judged(statements, "Before you commit run the tests.", "rule"))


# ------------------------------------------------------------------------------------ whole turns
def heard(extractor: OfflineExtractor, *said: str) -> list[Candidate]:
    turns = tuple(Turn(n, Role.USER, TurnKind.SAID, text, 0) for n, text in enumerate(said, 1))
    return extractor.extract(Excerpt("c", "claude-code", turns, "/home/kim/pollenwatch"))


def told(extractor: OfflineExtractor, *said: str) -> list[str]:
    return [memory.content for memory in heard(extractor, *said)]


@pytest.mark.parametrize(
    "said",
    [
        "remember that our db password is [redacted:password]",
        "always log in with [redacted:password]",
        "we use the key [redacted:openai-key] for staging and it never expires",
        "I'm a nurse and my card is [redacted:card]",
    ],
)
def test_a_sentence_with_a_secret_makes_no_memory(extractor: OfflineExtractor, said: str) -> None:
    assert told(extractor, said) == []
    assert told(extractor, f"{said}. We use Postgres.") == ["The team uses Postgres."]


@pytest.mark.parametrize(
    "said",
    [
        "we use pnpm here, no wait, forget that",
        "always use tabs, scratch that",
        "always use tabs. Actually, never mind that.",
        "I live in Cork, just kidding",
    ],
)
def test_what_is_taken_back_at_once_was_not_stated(extractor: OfflineExtractor, said: str) -> None:
    assert told(extractor, said) == []


def test_what_was_said_long_before_is_not_taken_back(extractor: OfflineExtractor) -> None:
    between = "Then open the log of the last night and look at what the import wrote about the rows. " * 3
    found = told(
        extractor, f"We never deploy on Fridays. {between}And rename the page. No wait, forget that."
    )
    assert found == ["The team never deploys on Fridays."]


@pytest.mark.parametrize(
    "said",
    [
        "ich arbeite als Krankenschwester in Graz und meine Frau ist Lehrerin",
        "wir benutzen immer Postgres für alle Projekte",
        "bitte antworte immer auf Deutsch, ich mag kein Englisch",
        "unsere API läuft auf Port 8080 und wird nie geändert",
        "trabajo como enfermera en Sevilla y mi marido es profesor",
        "siempre usamos Postgres para todos los proyectos",
        "prefiero tabuladores en lugar de espacios",
        "je travaille comme infirmier à Lyon et ma femme est professeure",
        "nous utilisons toujours pnpm, jamais npm",
        "je préfère les tabulations aux espaces",
    ],
)
def test_other_languages_give_nothing(extractor: OfflineExtractor, said: str) -> None:
    assert told(extractor, said) == []


def test_a_question_after_a_fact_is_no_part_of_it(extractor: OfflineExtractor) -> None:
    found = told(extractor, "our server runs on Debian 12 - can you check it")
    assert found == ["The project's server runs on Debian 12."]


def test_one_sentence_may_hold_a_task_and_what_lasts(extractor: OfflineExtractor) -> None:
    found = told(extractor, "rename the page to Orders, I'm a nurse in Cork, thanks")
    assert found == ["User is a nurse in Cork."]


# ------------------------------------------------------------------------------------ not right yet
# Marked strictly: whoever mends one is told to take it out of here.
@pytest.mark.xfail(strict=True, reason="a task that follows a fact in its sentence is taken for a part of it")
@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("fix the login test, we use vitest here, and run it", "The project uses vitest."),
        (
            "we never deploy on fridays and please rename the page",
            "The project never deploys on fridays.",
        ),
    ],
)
def test_a_task_after_a_fact_is_no_part_of_it(extractor: OfflineExtractor, said: str, fact: str) -> None:
    assert told(extractor, said) == [fact]


def test_an_unfinished_statement_in_a_talk_is_none(extractor: OfflineExtractor) -> None:
    assert told(extractor, "we use Redis and") == []


@pytest.mark.parametrize(
    ("said", "memory"),
    [
        ("we deploy to us-east-1", "The team deploys to us-east-1."),
        ("our db lives in us-west-2", "The project's db lives in us-west-2."),
        ("never use my.cnf for secrets", "Never use my.cnf for secrets."),
        ("always upload to my-bucket", "Always upload to my-bucket."),
    ],
)
def test_names_of_things_keep_their_spelling(extractor: OfflineExtractor, said: str, memory: str) -> None:
    assert told(extractor, said) == [memory]


@pytest.mark.xfail(strict=True, reason="small words of Romance languages beside English ones")
def test_a_language_that_borrows_english_words_gives_nothing(extractor: OfflineExtractor) -> None:
    assert told(extractor, "usamos pnpm, never npm") == []


SAID = st.sampled_from(
    (
        *(
            "always",
            "never",
            "I",
            "I'm",
            "we",
            "our",
            "my",
            "you",
            "it",
            "this",
            "that",
            "these",
            "is",
            "are",
        ),
        *(
            "use",
            "prefer",
            "live in Cork",
            "a nurse",
            "Ana",
            "she",
            "wife",
            "tabs",
            "Postgres",
            "the warehouse",
        ),
        *(
            "and",
            "but",
            "because",
            "when",
            "please",
            "remember that",
            "from now on",
            "forget that",
            "actually",
        ),
        *(",", ".", ";", "?", "!", ":", "-", "`x`", '"', "(", ")", "\n", "\n- ", "\r\n", "> ", "```", "12%"),
        *("[redacted:password]", "don't", "no", "project", "needs", "fails", "über", "🙂", "decided", "to"),
    )
)
WILD = st.one_of(
    st.lists(SAID, min_size=1, max_size=50).map(" ".join),
    st.lists(st.one_of(SAID, st.text(max_size=30)), max_size=25).map(" ".join),
)
TURNS = st.lists(st.tuples(st.sampled_from([Role.USER, Role.ASSISTANT]), WILD), min_size=1, max_size=4)

_POINTS = re.compile(r"(?:it|its|it's|they|them|these|those|that)\b|this(?! (?:project|repo|app|is)\b)", re.I)


@given(said=TURNS)
def test_whatever_is_said_a_memory_stands_alone(
    extractor: OfflineExtractor, said: list[tuple[Role, str]]
) -> None:
    turns = tuple(Turn(n, role, TurnKind.SAID, text, 0) for n, (role, text) in enumerate(said, 1))
    excerpt = Excerpt("c", "claude-code", turns, "/home/kim/pollenwatch")
    found = extractor.extract(excerpt)
    assert found == extractor.extract(excerpt)
    for memory in found:
        text = turns[memory.first_turn - 1].text
        assert 0 <= memory.span_start < memory.span_end <= len(text)
        assert text[memory.span_start : memory.span_end].strip()
        assert 0 < len(memory.content.strip()) <= 300
        assert not _POINTS.match(memory.content), memory.content
        if memory.first_turn and turns[memory.first_turn - 1].role is Role.USER:
            assert "[redacted:" not in memory.content


def test_where_no_project_is_known_our_is_the_persons_own(extractor: OfflineExtractor) -> None:
    said = ("our wedding is on 14 June 2027 in Cork", "always add the project's logo to the first slide")
    turns = tuple(Turn(n, Role.USER, TurnKind.SAID, text, 0) for n, text in enumerate(said, 1))
    found = [memory.content for memory in extractor.extract(Excerpt("c", "chatgpt", turns))]
    assert found == [
        "User's wedding is on 14 June 2027 in Cork.",
        "Always add the project's logo to the first slide.",
    ]
