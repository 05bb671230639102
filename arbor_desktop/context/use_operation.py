"""What became of the memories that a session was told: judged when the session is memorized, and again when
it went on; counted once (spec 5.4). Runs on this computer, without a model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from arbor_desktop import resources
from arbor_desktop.context.queries import receipts
from arbor_desktop.context.queries.receipts import ToldMemory
from arbor_desktop.context.receipt import Use
from arbor_desktop.context.use import Judge, Verdict
from arbor_desktop.context.use_marks import Vocabulary
from arbor_desktop.conversations.model import Conversation, Turn
from arbor_desktop.conversations.queries import conversations
from arbor_desktop.database.connection import Connection
from arbor_desktop.errors import NotFound
from arbor_desktop.ids import new_id
from arbor_desktop.memories.confidence import FAILURE_DELTA, USED_DELTA
from arbor_desktop.memories.model import Severity, Status
from arbor_desktop.memories.queries import lifecycle, memories, relations
from arbor_desktop.memories.queries.memories import Write
from arbor_desktop.runtime.runtime import Runtime

NOT_USED = "You said that it was not used."
_COUNTED = (Use.USED, Use.FAILED)


@dataclass(frozen=True, slots=True)
class Judged:
    """What became of one memory in one session."""

    told: ToldMemory
    verdict: Verdict


class Uses:
    """Judges, and counts what was judged."""

    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime

    @cached_property
    def _judge(self) -> Judge:
        return Judge(Vocabulary.parse(resources.read_text("use.toml")))

    def judge(self, conversation: Conversation) -> list[Judged]:
        """What became of each memory that a session was told, by all of it that is known. Nothing is stored;
        nothing is looked at where it was told nothing."""

        def read(conn: Connection) -> tuple[list[ToldMemory], list[Turn]]:
            row = conversations.row_of(conn, conversation.id)
            told = receipts.told(conn, row, self._rt.policy, self._rt.clock())
            return told, conversations.turns(conn, row) if told else []

        told, turns = self._rt.db.read(read)
        found: list[Judged] = []
        for at in sorted({one.at for one in told}):
            together = [one for one in told if one.at == at]
            before = max((turn.number for turn in turns if turn.at is not None and turn.at < at), default=0)
            verdicts = self._judge.judge([one.text for one in together], turns, before)
            found += [Judged(one, verdict) for one, verdict in zip(together, verdicts, strict=True)]
        return found

    def commit(self, conn: Connection, row: int, judged: Sequence[Judged], by: Write) -> list[str]:
        """Keeps what was judged of a conversation and counts what is new in it. Answers the ids of the
        memories that this changed."""
        changed: list[str] = []
        for one in judged:
            before = receipts.use_of(conn, row, one.told.memory)
            if before is None or before.by_person:
                continue  # erased meanwhile, or the person knows better
            if _stands(before.use, one.verdict.use):
                continue
            receipts.set_use(
                conn, row, one.told.memory, one.verdict.use, one.verdict.reason, one.verdict.turn
            )
            if one.verdict.use in _COUNTED and _count(conn, row, one, by):
                changed.append(one.told.memory_id)
        if judged:
            receipts.set_judged(conn, row, by.now)
        return changed

    def take_back(self, conversation_id: str, memory_id: str) -> None:
        """The person says that a memory was not used in a session after all: what was counted is taken off
        again, and it is not judged there any more. Raises NotFound."""
        by = self._rt.by("user", "Not used in a session after all")

        def write(conn: Connection) -> bool:
            row = conversations.row_of(conn, conversation_id)
            memory = memories.rows_of(conn, [memory_id])[0][0]
            before = receipts.use_of(conn, row, memory)
            if before is None:
                raise NotFound("That conversation was not told that memory.", id=memory_id)
            receipts.set_use(conn, row, memory, Use.UNUSED, NOT_USED, None, by_person=True)
            return before.use is Use.USED and _uncount(conn, row, memory, by)

        if self._rt.db.write(write):
            self._rt.announce((memory_id,), (conversation_id,), status=True)
        else:
            self._rt.announce((), (conversation_id,))


def _stands(before: Use | None, now: Use) -> bool:
    """Whether what was judged before is kept: a use stays one though less of it may be seen later, and what
    failed stays so."""
    if before is Use.FAILED or before is now:
        return True
    return before is Use.USED and now is Use.UNUSED


def _count(conn: Connection, row: int, one: Judged, by: Write) -> bool:
    """Reinforces what was of use, weakens what did not hold. What is not in use any more stays as it is."""
    used = one.verdict.use is Use.USED
    severity = None if used else Severity.MEDIUM if one.verdict.taken_back else Severity.LOW
    if relations.was_counted(conn, one.told.memory, row, used):
        return False
    relations.add_usage(
        conn, one.told.memory, used, severity and severity.value, one.verdict.reason, by.now, conversation=row
    )
    if one.told.status is not Status.ACTIVE:
        return False
    where = f"turn {one.verdict.turn}" if one.verdict.turn is not None else "it"
    reason = (
        f"{'Used' if used else 'Did not hold'} in a session that was told it. {one.verdict.reason} ({where})"
    )
    write = replace(by, action_id=new_id(by.now), reason=reason)
    counts = memories.counts(conn, one.told.memory)
    if severity is not None:
        failures = counts["failure_count"] + 1
        memories.adjust(
            conn, one.told.memory, FAILURE_DELTA[severity], write, "failed", failure_count=failures
        )
        return True
    memories.adjust(
        conn, one.told.memory, USED_DELTA, write, "used",
        use_count=counts["use_count"] + 1, success_count=counts["success_count"] + 1, last_used_at=by.now,
        decay_rate=lifecycle.proven(conn, one.told.memory_id, write),
    )  # fmt: skip
    return True


def _uncount(conn: Connection, row: int, memory: int, by: Write) -> bool:
    if not relations.drop_usage(conn, memory, row):
        return False
    counts = memories.counts(conn, memory)
    memories.adjust(
        conn, memory, -USED_DELTA, by, "not used",
        use_count=max(0, counts["use_count"] - 1), success_count=max(0, counts["success_count"] - 1),
    )  # fmt: skip
    return True
