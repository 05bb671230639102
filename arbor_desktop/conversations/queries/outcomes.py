"""What sessions came to (spec 5.5), and which of their memories proved right.

What was learned is not stored twice: `learnings` are the memories that rest on the conversation, read anew.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import apsw
import msgspec

from arbor_desktop.conversations.model import Role, Turn, TurnKind
from arbor_desktop.conversations.outcome import (
    Check,
    Decision,
    ErrorMet,
    Learning,
    Outcome,
    OutcomeStatus,
    TaskType,
)
from arbor_desktop.conversations.queries.retention import HAS_TEXT
from arbor_desktop.database.packed_text import turn_text
from arbor_desktop.memories.details import learning_kind
from arbor_desktop.memories.model import Category, MemoryType, Source, Status
from arbor_desktop.memories.queries import records

_TEXTS = msgspec.json.Decoder(tuple[str, ...])
_ERRORS = msgspec.json.Decoder(tuple[ErrorMet, ...])
_CHECKS = msgspec.json.Decoder(tuple[Check, ...])
_DECISIONS = msgspec.json.Decoder(tuple[Decision, ...])


def put(conn: apsw.Connection, conversation: int, outcome: Outcome, at: int, rules: str = "") -> None:
    """Store a conversation's outcome in the place of the one before. `rules`: by which it was derived."""
    conn.execute(
        "INSERT INTO session_outcome (conversation, task, type, complexity, outcome, files_created, "
        "files_modified, commands, decisions, errors, verification, at) VALUES (?,?,?,?,?,?,?,?,?,?,?,?) "
        "ON CONFLICT (conversation) DO UPDATE SET task = excluded.task, type = excluded.type, "
        "complexity = excluded.complexity, outcome = excluded.outcome, files_created = excluded.files_created, "
        "files_modified = excluded.files_modified, commands = excluded.commands, decisions = excluded.decisions, "
        "errors = excluded.errors, verification = excluded.verification, at = excluded.at",
        (
            conversation,
            outcome.task,
            outcome.type.value,
            outcome.complexity,
            outcome.status.value,
            _json(outcome.files_created),
            _json(outcome.files_modified),
            _json(outcome.commands),
            _json(outcome.decisions),
            _json(outcome.errors),
            _json({"checks": outcome.checks, "rules": rules}),
            at,
        ),
    )


def get(conn: apsw.Connection, conversation: int) -> Outcome | None:
    """Return the outcome; None where there is none: not memorized yet, nothing was said, or retention took it away."""
    row = conn.execute(
        "SELECT task, type, complexity, outcome, files_created, files_modified, commands, errors, "
        "json_extract(verification, '$.checks'), decisions, at FROM session_outcome WHERE conversation = ?",
        (conversation,),
    ).fetchone()
    if row is None:
        return None
    return Outcome(
        task=row[0],
        type=TaskType(row[1]),
        complexity=row[2],
        status=OutcomeStatus(row[3]),
        files_created=_TEXTS.decode(row[4]),
        files_modified=_TEXTS.decode(row[5]),
        commands=_TEXTS.decode(row[6]),
        errors=_ERRORS.decode(row[7]),
        checks=_CHECKS.decode(row[8]),
        decisions=_DECISIONS.decode(row[9]),
        learnings=tuple(
            Learning(one.memory_id, kind, one.verified)
            for one in resting(conn, conversation)
            if (kind := one.kind) is not None and one.status in (Status.ACTIVE, Status.PENDING)
        ),
        at=row[10],
    )


def expire(conn: apsw.Connection, before: int) -> list[str]:
    """Remove what was derived before `before` (milliseconds). Return the conversations it was of."""
    rows = [r for (r,) in conn.execute("SELECT conversation FROM session_outcome WHERE at < ?", (before,))]
    conn.execute("DELETE FROM session_outcome WHERE at < ?", (before,))
    return [
        ident
        for row in rows
        for (ident,) in conn.execute("SELECT id FROM conversation WHERE row = ?", (row,))
    ]


def waiting(conn: apsw.Connection, rules: str, since: int, limit: int) -> list[str]:
    """Return memorized conversations, newest first, whose outcome is missing or was derived by other rules, and whose
    text is there. What ended before `since` (milliseconds) has none any more."""
    return [
        ident
        for (ident,) in conn.execute(
            "SELECT c.id FROM conversation c LEFT JOIN session_outcome o ON o.conversation = c.row "
            f"WHERE c.status = 'memorized' AND {HAS_TEXT} AND CASE WHEN o.row IS NULL "
            "THEN ifnull(c.ended_at, c.created_at) >= ?1 "
            "ELSE ifnull(json_extract(o.verification, '$.rules'), '') != ?2 END "
            "ORDER BY ifnull(c.ended_at, c.created_at) DESC, c.row DESC LIMIT ?3",
            (since, rules, limit),
        )
    ]


def derived_at(conn: apsw.Connection, conversation: int) -> int | None:
    """Return when the outcome was derived; None where there is none."""
    sql = "SELECT at FROM session_outcome WHERE conversation = ?"
    at: int | None = records.value(conn, sql, conversation)
    return at


def rewritten(conn: apsw.Connection) -> int:
    """Return a number that changes whenever stored turns are withdrawn, restored or edited."""
    return int(records.value(conn, "SELECT gone FROM vector_change WHERE owner = 'turn'"))


def turns(conn: apsw.Connection, conversation: int, after: int = 0) -> list[Turn]:
    """Return the turns after number `after` that an outcome is derived from: all that was said and done, without
    withdrawn turns."""
    return [
        Turn(number, Role(role), TurnKind(kind), turn_text(text, packed), at, key)
        for number, role, kind, text, packed, at, key in conn.execute(
            "SELECT number, role, kind, text, packed, at, key FROM turn WHERE conversation = ? AND number > ? "
            "AND NOT unsaid AND kind IN ('said', 'tool', 'command', 'interrupt') ORDER BY number",
            (conversation, after),
        )
    ]


@dataclass(frozen=True, slots=True)
class Resting:
    """A memory and one place of a conversation that it rests on. `evidence` and `memory` are rows."""

    evidence: int
    memory: int
    memory_id: str
    content: str
    type: MemoryType
    category: Category
    details: dict[str, Any]
    source: Source
    status: Status
    last_turn: int
    verified: bool
    error_text: str | None

    @property
    def kind(self) -> str | None:
        """Return which learning it is (spec 1.1): gotcha, decision, pattern, quirk; None for what is no learning."""
        found = learning_kind(self.category, self.details)
        return None if found is None else found.value


def resting(conn: apsw.Connection, conversation: int) -> list[Resting]:
    """Return what a conversation taught, in the order it was said: `kind` is None for few of it."""
    return [
        Resting(
            evidence=row[0],
            memory=row[1],
            memory_id=row[2],
            content=row[3],
            type=MemoryType(row[4]),
            category=Category(row[5]),
            details=msgspec.json.decode(row[6]),
            source=Source(row[7]),
            status=Status(row[8]),
            last_turn=row[9],
            verified=bool(row[10]),
            error_text=row[11],
        )
        for row in conn.execute(
            "SELECT e.row, m.row, m.id, m.content, m.type, m.category, m.details, m.source, m.status, "
            "max(e.first_turn, e.last_turn), e.verified, e.error_text "
            "FROM evidence e JOIN memory m ON m.row = e.memory WHERE e.conversation = ? "
            "AND m.category NOT IN ('coding_preferences', 'facts') "  # no learnings
            "ORDER BY e.first_turn, e.row",
            (conversation,),
        )
    ]


def prove(conn: apsw.Connection, evidence: int, error_text: str | None, *, verified: bool) -> None:
    """Note the error that a learning is about, and that it proved right; neither is taken back."""
    conn.execute(
        "UPDATE evidence SET verified = max(verified, ?), error_text = ifnull(?, error_text) WHERE row = ?",
        (int(verified), error_text, evidence),
    )


def undecided(conn: apsw.Connection, memory_id: str) -> bool:
    """Return whether a memory has the status it came with: nobody accepted, rejected or sent it back since."""
    changed = "before IS NOT NULL AND json_extract(after, '$.status') IS NOT NULL"
    sql = f"SELECT EXISTS (SELECT 1 FROM memory_event WHERE memory_id = ? AND {changed})"
    return not records.value(conn, sql, memory_id)


def made_by(conn: apsw.Connection, memory_id: str, action_id: str) -> bool:
    """Return whether an action stored this memory for the first time."""
    wanted = "memory_id = ? AND action_id = ? AND before IS NULL"
    sql = f"SELECT EXISTS (SELECT 1 FROM memory_event WHERE {wanted})"
    return bool(records.value(conn, sql, memory_id, action_id))


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
