"""What a conversation leaves: each statement once, with every place it was said."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from arbor_desktop.capture.memorization import HEADLESS, gate, names_branch, placed
from arbor_desktop.capture.model import CaptureRow
from arbor_desktop.conversations.model import Conversation, ConversationStatus, Role, Turn, TurnKind
from arbor_desktop.extraction.model import Candidate, Excerpt
from arbor_desktop.extraction.worker import InlineWorker
from arbor_desktop.memories.model import Category, MemoryType, Scope, Source, Status
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock
from tests.reliability.sessions import START, Session

RULE = "Always run the linter before you commit anything in this repository."
REPLY = "Understood, the linter runs before each commit."
DAY = 86_400


class Scripted(InlineWorker):
    """Reads as always; answers what it is told to when a conversation is to be extracted."""

    def __init__(self) -> None:
        super().__init__()
        self.script: Callable[[Excerpt], list[Candidate]] | None = None

    def extract(self, excerpt: Excerpt) -> list[Candidate]:
        return super().extract(excerpt) if self.script is None else self.script(excerpt)


@pytest.fixture(scope="module")
def loaded() -> Scripted:
    return Scripted()


@pytest.fixture
def worker(loaded: Scripted) -> Scripted:
    loaded.script = None
    return loaded


@pytest.fixture
def service(home: Path, clock: ManualClock, worker: Scripted) -> Iterator[MemoryService]:
    with MemoryService.open(home, clock=clock, worker=worker) as opened:
        yield opened
        assert opened.verification.problems() == {"integrity": [], "index": [], "references": []}


def said(service: MemoryService, folder: Path, name: str, text: str = RULE, at: int = START) -> CaptureRow:
    session = Session(name, start=at).say(text).reply(REPLY)
    (row,) = service.capture([session.write(folder)])
    return row


def candidate(content: str, **fields: object) -> Candidate:
    base = Candidate(content, MemoryType.FACT, Category.FACTS, 0.9, "rule", 1, 1, 0, 10)
    return replace(base, **fields)  # type: ignore[arg-type]


class TestSaidAgain:
    def test_in_three_sessions_is_one_memory_with_three_places(
        self, service: MemoryService, tmp_path: Path
    ) -> None:
        text = "We use podman in production, pinned to the last minor version."
        rows = [said(service, tmp_path, name, text) for name in "abc"]
        (memory,) = service.query().memories
        assert [(row.items_extracted, row.duplicates) for row in rows] == [(1, 0), (0, 1), (0, 1)]
        assert [e.conversation_id for e in memory.evidence] == [row.conversation_id for row in rows]
        assert memory.confidence == pytest.approx(0.9 + 2 * 0.05)

    def test_in_other_words_in_one_session_is_one_memory_with_both_places(
        self, service: MemoryService, tmp_path: Path, worker: Scripted
    ) -> None:
        worker.script = lambda excerpt: [
            candidate("Use ruff for linting in CI."),
            candidate("In CI, use ruff for linting.", first_turn=2, last_turn=2),
        ]
        row = said(service, tmp_path, "a")
        (memory,) = service.query().memories
        assert [place.first_turn for place in memory.evidence] == [1, 2]
        assert (row.items_extracted, row.merged) == (1, 1)

    def test_again_changes_nothing(self, service: MemoryService, tmp_path: Path) -> None:
        row = said(service, tmp_path, "a", "We use podman in production, pinned to the last minor version.")
        before = service.query().memories
        for _ in range(3):
            again = service.memorize(row.conversation_id or "", again=True)
            assert (again.status, again.items_extracted, again.duplicates) == ("success", 0, 1)
        assert service.query().memories == before
        assert len(service.history(before[0].id)) == 1

    def test_a_memory_that_was_edited_is_not_made_again(self, service: MemoryService, tmp_path: Path) -> None:
        row = said(service, tmp_path, "a")
        (memory,) = service.query().memories
        service.update(memory.id, content="Run the linter before each commit, except for docs.")
        service.memorize(row.conversation_id or "", again=True)
        assert [m.id for m in service.query(status="all").memories] == [memory.id]

    def test_two_statements_of_one_sentence_are_two_memories(
        self, service: MemoryService, tmp_path: Path, worker: Scripted
    ) -> None:
        worker.script = lambda excerpt: [candidate("The API is in Go."), candidate("The UI is in Elm.")]
        row = said(service, tmp_path, "a")
        assert (row.items_extracted, row.duplicates) == (2, 0)
        first = next(m for m in service.query().memories if "Go" in m.content)
        service.update(first.id, content="The API is written in Go 1.23.")
        again = service.memorize(row.conversation_id or "", again=True)
        assert (again.items_extracted, again.duplicates) == (0, 2)
        assert service.query().total == 2

    def test_a_better_extractor_finds_more_in_the_same_words(
        self, service: MemoryService, tmp_path: Path, worker: Scripted
    ) -> None:
        worker.script = lambda excerpt: [candidate("The API is in Go.")]
        row = said(service, tmp_path, "a")
        worker.script = lambda excerpt: [candidate("The UI is in Elm."), candidate("The API is in Go.")]
        assert service.memorize(row.conversation_id or "", again=True).items_extracted == 1


class TestTurnedDown:
    @pytest.mark.parametrize("how", ["delete", "reject"])
    def test_neither_again_nor_an_older_session_brings_it_back(
        self, service: MemoryService, tmp_path: Path, clock: ManualClock, how: str
    ) -> None:
        service.settings.set("review.mode", "everything")
        row = said(service, tmp_path, "a")
        (memory,) = service.query(status="pending").memories
        getattr(service, how)(memory.id)
        status = service.get(memory.id).status
        service.memorize(row.conversation_id or "", again=True)
        older = said(service, tmp_path, "older", at=START - 30 * DAY)
        assert (older.items_extracted, older.pending_review) == (0, 0)
        assert service.get(memory.id).status == status
        assert service.query(status="all").total == 1

    def test_a_newer_statement_of_the_person_brings_it_to_review(
        self, service: MemoryService, tmp_path: Path, clock: ManualClock
    ) -> None:
        said(service, tmp_path, "a")
        (memory,) = service.query().memories
        service.delete(memory.id)
        clock.advance(days=2)
        row = said(service, tmp_path, "newer", at=clock.now // 1000 - DAY)
        assert (row.items_extracted, row.duplicates, row.pending_review) == (0, 1, 1)
        assert service.get(memory.id).status == "pending"
        assert service.query(status="all").total == 1

    def test_words_without_a_time_are_no_newer_statement(
        self, service: MemoryService, tmp_path: Path
    ) -> None:
        said(service, tmp_path, "a")
        (memory,) = service.query().memories
        service.delete(memory.id)
        session = Session("undated", timestamp=None).say(RULE).reply(REPLY)
        service.capture([session.write(tmp_path)])
        assert service.get(memory.id).status == "deleted"

    def test_what_an_ai_says_does_not_bring_it_back(
        self, service: MemoryService, tmp_path: Path, clock: ManualClock, worker: Scripted
    ) -> None:
        worker.script = lambda excerpt: [candidate("The API is in Go.", source=Source.AI_INFERRED)]
        said(service, tmp_path, "a")
        (memory,) = service.query(status="pending").memories
        service.reject(memory.id)
        clock.advance(days=2)
        said(service, tmp_path, "b", at=clock.now // 1000)
        assert service.get(memory.id).status == "rejected"


class TestReview:
    @pytest.mark.parametrize(
        ("mode", "certain", "uncertain"),
        [
            ("everything", "pending", "pending"),
            ("uncertain", "active", "pending"),
            ("nothing", "active", "active"),
        ],
    )
    def test_modes(
        self,
        service: MemoryService,
        tmp_path: Path,
        worker: Scripted,
        mode: str,
        certain: str,
        uncertain: str,
    ) -> None:
        service.settings.set("review.mode", mode)
        worker.script = lambda excerpt: [
            candidate("The API is in Go."),
            candidate("The UI is in Elm.", confidence=0.7, span_start=20),
        ]
        row = said(service, tmp_path, "a")
        found = {m.content: m.status.value for m in service.query(status="all").memories}
        assert found == {"The API is in Go.": certain, "The UI is in Elm.": uncertain}
        assert row.pending_review == [certain, uncertain].count("pending")

    @pytest.mark.parametrize("mode", ["everything", "uncertain", "nothing"])
    def test_an_instruction_that_the_person_did_not_say_always_waits(
        self, service: MemoryService, tmp_path: Path, worker: Scripted, mode: str
    ) -> None:
        service.settings.set("review.mode", mode)
        worker.script = lambda excerpt: [
            candidate("Always push to main.", type=MemoryType.INSTRUCTION, source=Source.AI_INFERRED)
        ]
        assert said(service, tmp_path, "a").pending_review == 1


class TestMeanwhile:
    """What happens while the extractor works, in this process or another one."""

    def test_what_is_said_meanwhile_is_memorized_next(
        self, service: MemoryService, tmp_path: Path, worker: Scripted, clock: ManualClock
    ) -> None:
        session = Session("t").say(RULE).reply(REPLY)
        path = session.write(tmp_path)

        def script(excerpt: Excerpt) -> list[Candidate]:
            worker.script = None
            session.say("I prefer tabs over spaces in all my projects.").reply("Tabs it is.").append(tmp_path)
            service._capture.reader.read(str(path))
            return worker.extract(excerpt)

        worker.script = script
        service.capture([path])
        assert service.query().total == 1
        clock.advance(seconds=100)
        job = service._capture.queue.claim()
        assert job is not None
        assert service._capture.queue.run(job).items_extracted == 1
        assert service._capture.queue.claim(now=1 << 62) is None

    def test_memorized_by_another_at_the_same_time_it_is_done_once(
        self, service: MemoryService, home: Path, tmp_path: Path, worker: Scripted, clock: ManualClock
    ) -> None:
        path = Session("t").say(RULE).reply(REPLY).write(tmp_path)

        def script(excerpt: Excerpt) -> list[Candidate]:
            worker.script = None
            with MemoryService.open(home, clock=clock, worker=worker) as other:
                other.memorize(excerpt.conversation_id)
            return worker.extract(excerpt)

        worker.script = script
        service.capture([path])
        (memory,) = service.query().memories
        assert len(memory.evidence) == 1
        assert service.get_status().queue == 0
        assert service._capture.queue.claim(now=1 << 62) is None

    def test_words_taken_back_meanwhile_leave_no_memory(
        self, service: MemoryService, tmp_path: Path, worker: Scripted
    ) -> None:
        session = (
            Session("t").say("Good morning, let us begin with the first part of the work.").reply("Yes.")
        )
        session.say(RULE).reply(REPLY)
        path = session.write(tmp_path)

        def script(excerpt: Excerpt) -> list[Candidate]:
            worker.script = None
            session.rewind(2).say("Let us do the other thing first, please, the tests.").append(tmp_path)
            service._capture.reader.read(str(path))
            return worker.extract(excerpt)

        worker.script = script
        service.capture([path])
        assert service.query(status="all").total == 0

    @pytest.mark.logs_warnings
    def test_a_bug_in_the_extractor_is_an_error_of_this_conversation_and_tried_again_later(
        self, service: MemoryService, tmp_path: Path, worker: InlineWorker, clock: ManualClock
    ) -> None:
        real = worker._extract
        try:
            worker._extract = lambda excerpt: [][0]  # type: ignore[method-assign]
            row = said(service, tmp_path, "a")
            assert (row.status, row.reason, row.source) == ("error", "extraction failed", "claude-code")
            assert "IndexError" in (row.error or "")
            assert service.memorize(row.conversation_id or "").status == "error"
        finally:
            worker._extract = real  # type: ignore[method-assign]
        assert service._capture.queue.claim() is None, "it waits a little"
        clock.advance(seconds=3)
        job = service._capture.queue.claim()
        assert job is not None
        assert service._capture.queue.run(job).items_extracted == 1

    @pytest.mark.logs_warnings
    def test_what_failed_too_often_is_an_error_until_somebody_captures_it_again(
        self, service: MemoryService, tmp_path: Path, worker: InlineWorker, clock: ManualClock
    ) -> None:
        real = worker._extract
        try:
            worker._extract = lambda excerpt: [][0]  # type: ignore[method-assign]
            row = said(service, tmp_path, "a")
            for _ in range(5):
                clock.advance(seconds=60)
                job = service._capture.queue.claim()
                assert job is not None
                service._capture.queue.run(job)
        finally:
            worker._extract = real  # type: ignore[method-assign]
        clock.advance(days=1)
        assert service._capture.queue.claim() is None
        assert service.conversation(row.conversation_id or "").status == "error"
        (row,) = service.capture([tmp_path])
        assert (row.status, row.items_extracted) == ("success", 1)


class TestNothingFound:
    def test_a_talk_without_memories_says_why(self, service: MemoryService, tmp_path: Path) -> None:
        session = (
            Session("t").say("Where is the config read, and by whom?").reply("In settings.py, at start.")
        )
        session.write(tmp_path)
        (row,) = service.capture([tmp_path])
        assert (row.status, row.reason, row.items_extracted) == ("success", "only questions", 0)
        kept = service.conversation(row.conversation_id or "")
        assert (kept.status, kept.status_reason) == ("memorized", "only questions")
        session.say(RULE).reply(REPLY).append(tmp_path)
        service.capture([tmp_path])
        session.say("And where is the config written?").reply("In settings.py as well, at the end.").append(
            tmp_path
        )
        (row,) = service.capture([tmp_path])
        assert (row.reason, service.conversation(row.conversation_id or "").status_reason) == (None, None)


class TestLongTalks:
    def test_a_prompt_whose_answer_comes_after_a_long_silence_is_not_lost(
        self, service: MemoryService, tmp_path: Path, clock: ManualClock
    ) -> None:
        session = Session("t").say("the tabs again!")
        session.write(tmp_path)
        (row,) = service.capture([tmp_path])
        assert row.reason == "trivial"
        session.reply("Got it, you prefer tabs over spaces, in each of the files here.").append(tmp_path)
        (row,) = service.capture([tmp_path])
        assert (row.status, row.items_extracted) == ("success", 1)

    @pytest.mark.parametrize(
        "said", ["Always use pnpm instead of npm.", "I'm a vet in Cork.", "never commit to main"]
    )
    def test_a_talk_that_is_short_is_read_all_the_same(
        self, service: MemoryService, tmp_path: Path, said: str
    ) -> None:
        path = Session("t").say(said).reply("OK.").write(tmp_path)
        (planned,) = service.capture([path], dry_run=True)
        (row,) = service.capture([path])
        assert (planned.status, planned.items_extracted) == ("success", 1)
        assert (row.status, row.reason, row.items_extracted) == ("success", None, 1)
        assert service.conversation(row.conversation_id or "").status == "memorized"

    def test_a_short_end_of_a_long_talk_is_read_all_the_same(
        self, service: MemoryService, tmp_path: Path
    ) -> None:
        session = Session("t").say(RULE).reply(REPLY)
        session.write(tmp_path)
        service.capture([tmp_path])
        session.say("I'm a vet in Cork.").reply("OK.").append(tmp_path)
        (row,) = service.capture([tmp_path])
        assert (row.status, row.items_extracted) == ("success", 1)
        (row,) = service.capture([tmp_path])
        assert row.reason == "unchanged"

    def test_a_trivial_rest_does_not_unsay_what_was_memorized(
        self, service: MemoryService, tmp_path: Path
    ) -> None:
        session = Session("t").say(RULE).reply(REPLY)
        session.write(tmp_path)
        service.capture([tmp_path])
        session.say("ok").reply("Bye.").append(tmp_path)
        (row,) = service.capture([tmp_path])
        assert (row.status, row.reason) == ("skipped", "trivial")
        assert service.conversation(row.conversation_id or "").status == "memorized"

    def test_a_talk_that_stays_trivial_stays_skipped(self, service: MemoryService, tmp_path: Path) -> None:
        session = Session("t").say("hello").reply("Hi.")
        session.write(tmp_path)
        service.capture([tmp_path])
        session.say("ok").reply("Bye.").append(tmp_path)
        (row,) = service.capture([tmp_path])
        assert service.conversation(row.conversation_id or "").status == "skipped"

    def test_a_write_of_any_kind_puts_off_the_quiet(
        self, service: MemoryService, tmp_path: Path, clock: ManualClock
    ) -> None:
        session = Session("t").say(RULE)
        path = session.write(tmp_path)
        os.utime(path, ns=(0, clock() * 1_000_000))
        service._capture.reader.read(str(path))
        for _ in range(3):
            clock.advance(seconds=60)
            session.tool("make", "building\n").append(tmp_path)
            os.utime(path, ns=(0, clock() * 1_000_000))
            service._capture.reader.read(str(path))
            assert service._capture.queue.claim() is None
        clock.advance(seconds=91)
        assert service._capture.queue.claim() is not None

    def test_a_file_that_was_not_written_to_lately_is_quiet_already(
        self, service: MemoryService, tmp_path: Path, clock: ManualClock
    ) -> None:
        path = Session("t").say(RULE).write(tmp_path)
        os.utime(path, ns=(0, (clock() - 3_600_000) * 1_000_000))
        service._capture.reader.read(str(path))
        assert service._capture.queue.claim() is not None

    def test_a_long_talk_is_memorized_before_it_is_quiet(
        self, service: MemoryService, tmp_path: Path, clock: ManualClock
    ) -> None:
        session = Session("t")
        for number in range(16):
            session.say(f"Question number {number}, about the parser.").reply(
                "It is slow because it reads twice."
            )
        service._capture.reader.read(str(session.write(tmp_path)))
        assert service._capture.queue.claim() is not None


def turn(number: int, role: Role, text: str, **fields: object) -> Turn:
    return replace(Turn(number, role, TurnKind.SAID, text), **fields)  # type: ignore[arg-type]


USER, AI = Role.USER, Role.ASSISTANT


@pytest.mark.parametrize(
    ("turns", "through", "expected"),
    [
        ([], 0, ("empty", "no messages")),
        ([turn(1, AI, "x" * 99)], 0, ("empty", "no messages")),
        ([turn(1, USER, " \n")], 0, ("empty", "no messages")),
        ([turn(1, USER, "x" * 99, unsaid=True)], 0, ("empty", "no messages")),
        ([turn(1, USER, "x" * 99, kind=TurnKind.TOOL)], 0, ("empty", "no messages")),
        ([turn(1, USER, "x" * 24), turn(2, AI, "y" * 25)], 0, ("skipped", "trivial")),
        ([turn(1, USER, "x" * 24), turn(2, AI, "y" * 26)], 0, ("memorized", None)),
        ([turn(1, USER, "x" * 30), turn(2, USER, "y" * 30)], 0, ("skipped", "trivial")),
        ([turn(1, USER, "x" * 99), turn(2, USER, "ok")], 1, ("skipped", "trivial")),
        ([turn(1, USER, "x" * 30), turn(2, AI, "y" * 30)], 1, ("memorized", None)),
        ([turn(7, AI, "y" * 60)], 6, ("memorized", None)),
        ([turn(1, USER, "x" * 99)], 1, ("empty", "no messages")),
    ],
)
def test_gate(turns: list[Turn], through: int, expected: tuple[str, str | None]) -> None:
    status, reason = gate(turns, through)
    assert (status, reason) == expected
    assert gate(turns, through, HEADLESS) == (ConversationStatus.SKIPPED, HEADLESS)


@pytest.mark.parametrize(
    ("statement", "branch", "named"),
    [
        ("Fees are shown, but not booked yet.", "feat/damage-fees", True),
        ("The LoRa payload stays within 11 bytes.", "lorawan", True),
        ("Invoices are numbered by year.", "feat/damage-fees", False),
        ("Tests run before each release.", "fix/release-tests", False),
        ("The main switch is red.", "main", False),
    ],
)
def test_a_statement_about_what_a_branch_is_for_names_the_branch(
    statement: str, branch: str, named: bool
) -> None:
    assert names_branch(statement, branch) is named


def test_what_is_said_of_a_branchs_subject_is_kept_on_the_branch(service: MemoryService) -> None:
    talk = Conversation(
        "c1",
        "claude-code",
        "s1",
        ConversationStatus.MEMORIZED,
        project="/src/hire",
        branch="feat/damage-fees",
    )
    some = [candidate(text, scope=Scope.PROJECT) for text in ("Fees are shown only.", "Texts are Danish.")]
    branches = [placed(one, talk, service.settings).branch for one in some]
    assert branches == ["feat/damage-fees", None]


class TestSaidOfAnotherProject:
    @pytest.fixture
    def places(self, service: MemoryService, tmp_path: Path) -> Path:
        """Return the folder of a project of the group Harrow; the conversations are in another place."""
        folder = tmp_path / "kelp-viewer"
        folder.mkdir()
        service.set_project(str(folder), kind="work", group="Harrow")
        return folder

    @pytest.mark.parametrize(
        ("content", "moves"),
        [
            ("For Harrow, reports are in Welsh.", True),
            ("At Harrow nobody knows serial numbers.", True),
            ("The Harrow people want the summary first.", True),
            ("Reports are always in Welsh for the Härrow folks.", True),
            ("kelp-viewer stays on Qt 5.", True),
            ("Levels come from Harrow once a day.", False),
            ("Harrowing tests run at night.", False),
            ("Reports are in Welsh.", False),
        ],
    )
    def test_it_belongs_there(
        self,
        service: MemoryService,
        tmp_path: Path,
        worker: Scripted,
        places: Path,
        content: str,
        moves: bool,
    ) -> None:
        worker.script = lambda excerpt: [candidate(content, scope=Scope.PROJECT)]
        said(service, tmp_path, "a")
        (memory,) = service.query().memories
        assert (memory.scope, memory.scope_id == str(places)) == (Scope.PROJECT, moves)

    def test_what_an_ai_says_stays(
        self, service: MemoryService, tmp_path: Path, worker: Scripted, places: Path
    ) -> None:
        worker.script = lambda excerpt: [
            candidate("Harrow uses Qt 5.", scope=Scope.PROJECT, source=Source.AI_INFERRED)
        ]
        said(service, tmp_path, "a")
        (memory,) = service.query(status=(Status.PENDING,)).memories
        assert memory.scope_id != str(places)
