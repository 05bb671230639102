"""Outcomes of sessions: stored with their memories, verifying what was learned, kept for a while."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

import pytest

from arbor_desktop.conversations.outcome import OutcomeStatus, TaskType
from arbor_desktop.errors import NotFound
from arbor_desktop.extraction.model import Candidate, Excerpt
from arbor_desktop.extraction.worker import InlineWorker
from arbor_desktop.memories.model import Category, MemoryType, Source
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock
from tests.reliability.sessions import Session
from tests.retaining import retain

CAUSE = "The export was empty because the cursor was closed before its rows were read."
RULE = "We keep the cursor open until the last row was written, because drivers differ."


class ScriptedWorker(InlineWorker):
    """Reads as ever; what it extracts is said beforehand: sentences, where they stand in new turns."""

    def __init__(self) -> None:
        super().__init__()
        self.found: Sequence[Candidate] = ()

    def extract(self, excerpt: Excerpt) -> list[Candidate]:
        said = {turn.number: turn.text for turn in excerpt.turns if turn.number > excerpt.context_through}
        return [one for one in self.found if one.content in said.get(one.first_turn, "")]


def learned(turn: int, content: str = CAUSE, **fields: object) -> Candidate:
    values = {"category": Category.BUG_PATTERNS, "source": Source.AI_INFERRED, "confidence": 0.75} | fields
    return Candidate(
        content=content, type=MemoryType.FACT, rule="test.rule", first_turn=turn, last_turn=turn,
        span_start=0, span_end=len(content), **values,  # type: ignore[arg-type]
    )  # fmt: skip


@pytest.fixture
def worker() -> ScriptedWorker:
    return ScriptedWorker()


@pytest.fixture
def service(home: Path, clock: ManualClock, worker: ScriptedWorker) -> Iterator[MemoryService]:
    with MemoryService.open(home, clock=clock, worker=worker) as opened:
        yield opened


def broken_export(name: str = "export") -> Session:
    """Four turns; an assistant tells the cause in the fourth."""
    session = Session(name).say("Fix the export in the nightly job, it comes out empty.")
    return session.tool("pytest -q", "E   RuntimeError: cursor closed\n1 failed, 3 passed").reply(CAUSE)


def capture(service: MemoryService, session: Session, folder: Path) -> str:
    (row,) = service.capture([session.write(folder)])
    assert row.conversation_id is not None
    return row.conversation_id


def test_memorizing_stores_what_the_session_came_to(service: MemoryService, tmp_path: Path) -> None:
    session = broken_export().tool("pytest -q", "4 passed").reply("The export has its rows again.")
    ident = capture(service, session, tmp_path)
    outcome = service.outcome(ident)
    assert outcome is not None
    assert (outcome.type, outcome.status) == (TaskType.FIX, OutcomeStatus.SUCCESS)
    assert outcome.task == "Fix the export in the nightly job, it comes out empty."
    assert [error.solved for error in outcome.errors] == [True]
    assert outcome.at == service._rt.clock()
    with pytest.raises(NotFound):
        service.outcome("0" * 8)


def test_a_resumed_session_is_judged_as_a_whole(
    service: MemoryService, tmp_path: Path, clock: ManualClock
) -> None:
    session = broken_export()
    ident = capture(service, session, tmp_path)
    first = service.outcome(ident)
    assert first is not None and first.status is OutcomeStatus.FAILED
    session.tool("pytest -q", "4 passed").reply(
        "The cursor stays open now and the export has all of its rows."
    )
    session.append(tmp_path)
    clock.advance(days=1)
    assert capture(service, session, tmp_path) == ident
    second = service.outcome(ident)
    assert second is not None and second.status is OutcomeStatus.SUCCESS
    assert second.task == first.task and second.checks[0].runs == 2
    assert second.at == clock()


def test_what_tests_prove_needs_no_review(
    service: MemoryService, worker: ScriptedWorker, tmp_path: Path
) -> None:
    worker.found = [learned(4)]
    session = broken_export().tool("pytest -q", "4 passed").reply("The export has its rows again.")
    (row,) = service.capture([session.write(tmp_path)])
    assert (row.items_extracted, row.pending_review) == (1, 0)
    (found,) = service.query(status="active").memories
    assert found.evidence[0].verified and found.evidence[0].error_text == "RuntimeError: cursor closed"
    assert found.confidence == pytest.approx(0.8)
    assert [entry.action for entry in service.history(found.id)] == ["captured", "verified"]
    outcome = service.outcome(row.conversation_id or "")
    assert outcome is not None
    assert [asdict(one) for one in outcome.learnings] == [
        {"memory_id": found.id, "kind": "gotcha", "verified": True}
    ]


@pytest.mark.parametrize("end", [("pytest -q", "2 failed"), ("ruff check", "All checks passed!")])
def test_what_nothing_proves_waits_for_review(
    service: MemoryService, worker: ScriptedWorker, tmp_path: Path, end: tuple[str, str]
) -> None:
    worker.found = [learned(4)]
    (row,) = service.capture([broken_export().tool(*end).reply("Look at it again.").write(tmp_path)])
    assert row.pending_review == 1
    (found,) = service.query(status="pending").memories
    assert not found.evidence[0].verified and found.confidence == pytest.approx(0.75)


def test_proof_that_comes_later_counts_for_what_was_learned_before(
    service: MemoryService, worker: ScriptedWorker, tmp_path: Path
) -> None:
    worker.found = [learned(4)]
    session = broken_export()
    ident = capture(service, session, tmp_path)
    (waiting,) = service.query(status="pending").memories
    session.say("works now, thanks").append(tmp_path)
    assert capture(service, session, tmp_path) == ident
    (found,) = service.query(status="active").memories
    assert found.id == waiting.id and found.evidence[0].verified
    service.memorize(ident, again=True)
    assert service.get(found.id).confidence == pytest.approx(0.8), "proof counts once"


def test_nobody_is_overruled(service: MemoryService, worker: ScriptedWorker, tmp_path: Path) -> None:
    worker.found = [learned(4)]
    session = broken_export()
    capture(service, session, tmp_path)
    (waiting,) = service.query(status="pending").memories
    service.reject(waiting.id)
    session.say("works now, thanks").append(tmp_path)
    capture(service, session, tmp_path)
    found = service.get(waiting.id)
    assert found.status.value == "rejected" and found.confidence == pytest.approx(0.75)


def test_who_reviews_everything_reviews_it_all(
    service: MemoryService, worker: ScriptedWorker, tmp_path: Path
) -> None:
    service.settings.set("review.mode", "everything")
    worker.found = [learned(4)]
    (row,) = service.capture([broken_export().say("works now, thanks").write(tmp_path)])
    assert row.pending_review == 1
    (found,) = service.query(status="pending").memories
    assert found.evidence[0].verified


def test_proof_does_not_make_certain_what_is_far_from_it(
    service: MemoryService, worker: ScriptedWorker, tmp_path: Path
) -> None:
    worker.found = [learned(4, confidence=0.6)]
    service.capture([broken_export().say("works now, thanks").write(tmp_path)])
    (found,) = service.query(status="pending").memories
    assert found.evidence[0].verified and found.confidence == pytest.approx(0.65)


def test_a_decision_of_the_person_is_verified_and_nothing_else(
    service: MemoryService, worker: ScriptedWorker, tmp_path: Path
) -> None:
    session = broken_export().say(RULE).reply("Yes.").tool("pytest -q", "4 passed").reply("Done.")
    decision = learned(5, RULE, category=Category.ARCHITECTURAL_DECISIONS, source=Source.USER_STATED,
                       confidence=0.9)  # fmt: skip
    worker.found = [decision]
    service.capture([session.write(tmp_path)])
    (found,) = service.query(status="active").memories
    assert found.evidence[0].verified and found.confidence == pytest.approx(0.9)
    assert [entry.action for entry in service.history(found.id)] == ["captured"]


def test_what_is_no_learning_is_not_verified(
    service: MemoryService, worker: ScriptedWorker, tmp_path: Path
) -> None:
    worker.found = [learned(4, category=Category.CODING_PREFERENCES)]
    ident = capture(service, broken_export().say("works now, thanks"), tmp_path)
    (found,) = service.query(status="pending").memories
    assert not found.evidence[0].verified
    outcome = service.outcome(ident)
    assert outcome is not None and outcome.learnings == ()


def test_outcomes_are_kept_as_long_as_the_setting_says(
    service: MemoryService, tmp_path: Path, clock: ManualClock
) -> None:
    ident = capture(service, broken_export(), tmp_path)
    clock.advance(days=89)
    assert retain(service)["outcomes_removed"] == 0
    clock.advance(days=2)
    service.settings.set("retention.outcome_days", 0)
    assert retain(service)["outcomes_removed"] == 0
    assert service.outcome(ident) is not None
    service.settings.set("retention.outcome_days", 90)
    assert retain(service)["outcomes_removed"] == 1
    assert service.outcome(ident) is None
    assert service.conversation(ident).turn_count == 4


def test_an_outcome_outlives_the_text_and_is_not_made_poorer(
    service: MemoryService, tmp_path: Path, clock: ManualClock
) -> None:
    session = broken_export().tool("pytest -q", "4 passed")
    ident = capture(service, session, tmp_path)
    before = service.outcome(ident)
    clock.advance(days=400)
    service.settings.set("retention.keep_days", 30)
    service.settings.set("retention.outcome_days", 0)
    assert retain(service)["texts_removed"] == 1
    assert service.outcome(ident) == before
    session.say("And now please add a column with the price to the export.").append(tmp_path)
    capture(service, session, tmp_path)
    assert service.outcome(ident) == before


def test_deleting_a_conversation_for_good_takes_its_outcome(service: MemoryService, tmp_path: Path) -> None:
    ident = capture(service, broken_export(), tmp_path)
    service.purge(conversation=ident)
    left = service._rt.db.read(lambda c: c.execute("SELECT count(*) FROM session_outcome").fetchone()[0])
    assert left == 0
    with pytest.raises(NotFound):
        service.outcome(ident)


def test_what_is_left_out_has_no_outcome(service: MemoryService, tmp_path: Path) -> None:
    session = Session("quiet").say("/arbor off").say("Fix the export, please.").tool("pytest", "3 passed")
    (row,) = service.capture([session.write(tmp_path)])
    assert row.conversation_id is None or service.outcome(row.conversation_id) is None
