"""Memories from an assistant's answer that says it will remember something (spec 3.3, 7.3)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from arbor_desktop.capture.memorization import new_memory
from arbor_desktop.conflicts import duplicates
from arbor_desktop.conflicts.detection import Detector
from arbor_desktop.conflicts.model import Compared
from arbor_desktop.conversations.files import excluded_by
from arbor_desktop.conversations.model import Role, Turn, TurnKind
from arbor_desktop.conversations.queries import conversations
from arbor_desktop.database.connection import Connection
from arbor_desktop.errors import ExtractionFailed, NotFound
from arbor_desktop.extraction.model import Candidate, Excerpt
from arbor_desktop.extraction.trust import RuleTrust, lowered
from arbor_desktop.extraction.worker import Worker, WorkerDied, WorkerFailed
from arbor_desktop.memories import checks
from arbor_desktop.memories.model import Evidence, Scope, Status, StoreResult
from arbor_desktop.memories.queries import memories
from arbor_desktop.memories.queries.memories import NewMemory, Write
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.text.sentence import Sentence
from arbor_desktop.text.words import clean, storable

RECENT_TURNS = 20
"""Last turns of a conversation among which the answer is looked for."""


@dataclass(frozen=True, slots=True)
class _Where:
    """The place of an answer. `row`: the conversation's, if it is captured; `turn`: the answer's number
    there, or that of the last turn; `exact`: the answer's characters are those of that turn; `at`:
    milliseconds."""

    project: str | None
    conversation: str | None = None
    row: int | None = None
    turn: int = 0
    exact: bool = False
    at: int | None = None
    barred: bool = False


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement of an answer, the project in which it applies (None: everywhere), and whether its
    characters are those of the captured turn."""

    candidate: Candidate
    project: str | None
    exact: bool


class Responses:
    """Stores what answers say that they will remember."""

    def __init__(self, runtime: Runtime, worker: Worker, detector: Detector) -> None:
        self._rt = runtime
        self._worker = worker
        self._detector = detector
        self._trust = RuleTrust()

    def process_response(
        self, text: str, *, conversation: str | None = None, project: str | None = None
    ) -> list[StoreResult]:
        """Store what the answer expressly says that it will remember, in its order.

        These are facts inferred by an assistant, pending unless review is off. They apply in the
        conversation's project, else in `project`, else everywhere; statements about the person always
        everywhere. A statement stored before is reported as a duplicate and gains no confidence: a repetition
        by an assistant proves nothing. Nothing is stored for ignored conversations and excluded projects.
        Secrets are removed first. Raises ExtractionFailed, StorageError.
        """
        cleaned = self._rt.redact(text)
        given = None if project is None else checks.project_path(project)
        called = None if conversation is None else storable(conversation)
        where = self._rt.db.read(lambda conn: self._where(conn, cleaned, called, given))
        if where.barred or not cleaned.strip():
            return []
        notes = self._notes(cleaned, where)
        if not notes:
            return []
        by = self._rt.by("capture", Sentence("An assistant said that it will remember it"))

        def write(conn: Connection) -> tuple[list[StoreResult], Compared]:
            results = [self._take(conn, note, where, by) for note in notes]
            return results, self._detector.compare(conn, [result.id for result in results], by)

        results, done = self._rt.db.write(write)
        self._rt.announce(
            tuple(dict.fromkeys([*(result.id for result in results), *done.by_memory, *done.changed])),
            (where.conversation,) if where.conversation else (),
            status=True,
            conflicts=done.anything,
        )
        return [replace(one, conflicts=tuple(done.by_memory.get(one.id, ()))) for one in results]

    def _where(self, conn: Connection, text: str, conversation: str | None, project: str | None) -> _Where:
        where = _Where(project)
        if conversation is not None:
            where = self._in_conversation(conn, text, conversation, project)
        excluded = where.project and excluded_by(where.project, self._rt.settings.get("capture.excluded"))
        return replace(where, barred=True) if excluded else where

    def _in_conversation(self, conn: Connection, text: str, ident: str, project: str | None) -> _Where:
        try:
            known = conversations.get(conn, ident)
        except NotFound:  # it may be captured later, or never
            return _Where(project)
        row = conversations.row_of(conn, ident)
        last = conversations.turns(conn, row, max(1, known.turn_count - RECENT_TURNS + 1))
        same = [turn for turn in last if turn.role is Role.ASSISTANT and turn.text.strip() == text.strip()]
        turn = (same or last)[-1] if last else None
        return _Where(
            known.project or project,
            ident,
            row,
            turn.number if turn else 0,
            bool(same) and same[-1].text == text,
            turn.at if turn else None,
            conversations.is_left_out(conn, row),
        )

    def _notes(self, text: str, where: _Where) -> list[Statement]:
        from arbor_desktop.extraction import assistant_notes

        spelled = assistant_notes.spelled_out(text)
        exact = where.exact and len(spelled) == len(text)
        turn = Turn(number=max(1, where.turn), role=Role.ASSISTANT, kind=TurnKind.SAID, text=spelled)
        excerpt = Excerpt(where.conversation or "", "response", (turn,), where.project)
        try:
            found = self._worker.extract(excerpt)
        except (WorkerDied, WorkerFailed) as error:
            raise ExtractionFailed(f"The answer could not be read: {error}") from error
        notes = []
        for one in found:
            if one.rule not in assistant_notes.SIGNALS:
                continue
            content = assistant_notes.noted(spelled[one.span_start : one.span_end], one.content)
            if content is not None:
                anywhere = one.scope is Scope.GLOBAL and assistant_notes.is_about_the_person(content)
                project = None if anywhere else where.project
                notes.append(Statement(replace(one, content=clean(content)), project, exact))
        return notes

    def _take(self, conn: Connection, note: Statement, where: _Where, by: Write) -> StoreResult:
        new = self._memory(conn, note.candidate, note.project)
        held = duplicates.find(conn, new, by)
        if held is None and new.scope is not Scope.GLOBAL:  # a global memory applies here, too
            held = duplicates.find(conn, replace(new, scope=Scope.GLOBAL, scope_id=None), by)
        if held is None:
            ident, row = memories.insert(conn, new, by, "captured")
            result = StoreResult(ident)
        else:
            row, merged = held.row, held.near is not None
            result = StoreResult(held.id, duplicate=not merged, merged=merged, existing_id=held.id)
        if where.row is not None and where.turn:
            memories.add_evidence(conn, row, where.row, [_evidence(note, where, by)])
        return result

    def _memory(self, conn: Connection, note: Candidate, project: str | None) -> NewMemory:
        reviewed = self._rt.settings.get("review.mode") != "nothing"
        return new_memory(
            note,
            Scope.PROJECT if project else Scope.GLOBAL,
            project,
            Status.PENDING if reviewed else Status.ACTIVE,
            lowered(note.confidence, self._trust.of(conn, note.rule).factor),
        )


def _evidence(note: Statement, where: _Where, by: Write) -> Evidence:
    """Return the place in the conversation, with characters only where the captured turn has the same."""
    candidate = note.candidate
    return Evidence(
        where.conversation or "", where.turn, where.turn, candidate.rule,
        candidate.span_start if note.exact else None, candidate.span_end if note.exact else None,
        where.project, at=where.at or by.now, confidence=candidate.confidence,
    )  # fmt: skip
