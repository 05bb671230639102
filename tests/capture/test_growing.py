"""A conversation that grows leaves what it leaves when read at once, and nothing is read twice."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import Phase, given
from hypothesis import strategies as st

from arbor_desktop.conversations.model import Turn
from arbor_desktop.conversations.queries import outcomes
from arbor_desktop.database.connection import Connection
from arbor_desktop.extraction.model import Candidate, Excerpt
from arbor_desktop.extraction.worker import InlineWorker
from arbor_desktop.memories.model import Memory
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock
from tests.editing.test_removed_secrets import TOKEN, without_rules
from tests.properties import times
from tests.reliability.sessions import Session

PROMPTS = (
    "Always use pnpm instead of npm.",
    "I'm a vet in Cork.",
    "never commit to main",
    "ok",
    "works great now",
    "still failing",
    "Use tabs in this repo, please. We deploy on Fridays because the client wants it.",
    "why is it slow?",
    "From now on write the tests first.",
    "translate this: I am a nurse and I live in Cork",
    "remember that the boiler code is on the fridge door",
    "we picked Redis over Kafka because the ops team already knows it",
    "Let's play: you are a pirate. I am the king and I live in Narnia.",
    "My colleague Anna reviews the billing code.",
    "the tabs again!",
    "I prefer short answers.",
)
REPLIES = ("OK.", "Which one do you want, npm or pnpm?", "I moved the parser into a module of its own.")
LAST = "That is all that I have found so far, tell me how to go on from here."
"""Outcomes are derived when something was said."""
CALLS = (("pytest -q", "1 failed, 3 passed"), ("pytest -q", "4 passed"), ("make build", "ok"))


class Recording(InlineWorker):
    """Reads as ever, and notes what it was given."""

    def __init__(self) -> None:
        super().__init__()
        self.excerpts: list[Excerpt] = []

    def extract(self, excerpt: Excerpt) -> list[Candidate]:
        self.excerpts.append(excerpt)
        return super().extract(excerpt)

    def new(self) -> list[list[str]]:
        """The texts that were new in each excerpt."""
        return [
            [turn.text for turn in one.turns if turn.number > one.context_through] for one in self.excerpts
        ]


@pytest.fixture(scope="module")
def loaded() -> Recording:
    return Recording()


@pytest.fixture
def worker(loaded: Recording) -> Recording:
    loaded.excerpts.clear()
    return loaded


@pytest.fixture
def service(home: Path, clock: ManualClock, worker: Recording) -> Iterator[MemoryService]:
    with MemoryService.open(home, clock=clock, worker=worker) as opened:
        yield opened


@st.composite
def sessions(draw: st.DrawFn) -> Session:
    """A session in which nothing is said twice, taken back, or proven later: these are read with what is said
    in the same reading."""
    session = Session("growing")
    left = list(draw(st.permutations(PROMPTS)))[: draw(st.integers(1, 10))]
    for text in left:
        session.say(text)
        for _ in range(draw(st.sampled_from([0, 0, 1, 1, 2, 12]))):
            session.tool(*draw(st.sampled_from(CALLS)))
        if draw(st.booleans()):
            session.reply(draw(st.sampled_from(REPLIES)))
    return session.reply(LAST)


def left_by(service: MemoryService) -> tuple[object, ...]:
    """What conversations left: memories, outcome, and what is told of them in the list."""
    (one,) = service.conversations().conversations
    found = [memory for status in ("active", "pending") for memory in service.query(status=status).memories]
    outcome = service.outcome(one.id)
    came_to = None if outcome is None else outcome.to_dict() | {"learnings": None}  # these have ids
    told = (one.title, one.turn_count, one.user_turns, one.memories, one.started_at, one.ended_at)
    return sorted(map(_shown, found)), came_to, told


def _shown(memory: Memory) -> tuple[object, ...]:
    places = tuple(sorted((one.first_turn, one.span_start, one.span_end) for one in memory.evidence))
    return (
        memory.content,
        memory.type,
        memory.category,
        memory.scope,
        memory.status,
        memory.confidence,
        places,
    )


@pytest.mark.slow
@times(0.7, phases=(Phase.generate,))
@given(sessions(), st.data())
def test_in_any_pieces_it_leaves_what_it_leaves_at_once(
    loaded: Recording, session: Session, data: st.DataObject
) -> None:
    lines = session.lines().splitlines(keepends=True)
    cuts = sorted(data.draw(st.lists(st.integers(1, len(lines)), max_size=6)))
    left = []
    for pieces in ([len(lines)], [*cuts, len(lines)]):
        with (
            tempfile.TemporaryDirectory() as name,
            MemoryService.open(Path(name) / "home", clock=ManualClock(), worker=loaded) as service,
        ):
            path = session.path(Path(name))
            path.parent.mkdir(parents=True)
            for count in pieces:
                path.write_bytes(b"".join(lines[:count]))
                service.capture([path])
            left.append(left_by(service))
    assert left[0] == left[1]


def grow(service: MemoryService, session: Session, folder: Path) -> None:
    session.append(folder)
    service.capture([session.path(folder)])


def test_short_prompts_are_read_once(service: MemoryService, worker: Recording, tmp_path: Path) -> None:
    session = Session("t").say("Always run the linter before you commit anything in this repository.")
    session.write(tmp_path)
    service.capture([tmp_path])
    for said in ("ok", "go on", "and now?"):
        grow(service, session.say(said), tmp_path)
    assert worker.new()[1:] == [["ok"], ["go on"], ["and now?"]]
    (one,) = service.conversations().conversations
    assert (one.status, one.memories) == ("memorized", 1)


def test_a_prompt_is_read_after_the_assistants_last_words(
    service: MemoryService, worker: Recording, tmp_path: Path
) -> None:
    session = Session("t").say("Which of them is faster?").reply("pnpm is, by far, and it needs less space.")
    for _ in range(6):
        session.tool("make bench", "ok")
    session.write(tmp_path)
    service.capture([tmp_path])
    grow(service, session.say("then always use it instead of npm, please"), tmp_path)
    assert [turn.text for turn in worker.excerpts[-1].turns if turn.is_reply] == [
        "pnpm is, by far, and it needs less space."
    ]


def test_the_outcome_goes_on_from_what_was_derived(
    service: MemoryService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[Sequence[Turn]] = []

    def turns(conn: Connection, conversation: int, after: int = 0) -> list[Turn]:
        read.append(found := original(conn, conversation, after))
        return found

    original = outcomes.turns
    monkeypatch.setattr(outcomes, "turns", turns)
    session = Session("t").say("Fix the export in the nightly job, it comes out empty.")
    for _ in range(5):
        session.tool("pytest -q", "1 failed, 3 passed")
    session.write(tmp_path)
    service.capture([tmp_path])
    grow(service, session.tool("pytest -q", "4 passed").reply("The export has its rows again."), tmp_path)
    grow(service, session.say("Great, that works now. Now look at the import, too."), tmp_path)
    assert [len(some) for some in read] == [3, 1]
    (one,) = service.conversations().conversations
    outcome = service.outcome(one.id)
    assert outcome is not None and outcome.checks[0].runs == 6


def test_what_is_taken_back_is_no_part_of_the_outcome(service: MemoryService, tmp_path: Path) -> None:
    session = Session("t").say("Fix the export in the nightly job, it comes out empty.")
    for _ in range(5):
        session.tool("make export", "ok")
    session.reply("I found it.").write(tmp_path)
    service.capture([tmp_path])
    grow(
        service,
        session.say("And run the tests, all of them, please.").tool("pytest -q", "1 failed"),
        tmp_path,
    )
    (one,) = service.conversations().conversations
    outcome = service.outcome(one.id)
    assert outcome is not None and [check.name for check in outcome.checks] == ["pytest"]
    session.rewind(3).say("Rather tell me first what you think is the cause of it.")
    grow(service, session, tmp_path)
    outcome = service.outcome(one.id)
    assert outcome is not None and outcome.checks == ()
    (one,) = service.conversations().conversations
    assert (one.turn_count, one.user_turns) == (16, 2)


def test_a_secret_that_was_removed_does_not_come_back(service: MemoryService, tmp_path: Path) -> None:
    session = Session("t").say(f"Use this token for the mirror: {TOKEN}")
    for _ in range(5):
        session.tool("make mirror", "ok")
    session.reply("I use it for all of them.").write(tmp_path)
    with without_rules():
        service.capture([tmp_path])
    service.secrets.purge()
    grow(service, session.say("And now tell me how often it is asked for in a day."), tmp_path)
    (one,) = service.conversations().conversations
    outcome = service.outcome(one.id)
    assert outcome is not None and outcome.task == "Use this token for the mirror: [redacted:github-token]"
