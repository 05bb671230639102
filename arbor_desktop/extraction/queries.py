"""Memories of each rule of extraction, the person's feedback on them, and when it was reset."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import apsw

from arbor_desktop import database as db

CLEAR_YES = frozenset({"accepted", "confirm", "restored"})
CLEAR_NO = frozenset({"rejected", "incorrect"})
"""Actions of the history that say whether a memory was right."""
SOON_MS = 2 * 86_400_000
"""A memory that is deleted within this time (milliseconds) of its storing was probably wrong."""

_BASE = "CASE WHEN e.rule LIKE 'correction/%' THEN substr(e.rule, 12) ELSE e.rule END"
_CLEAR = ", ".join(f"'{action}'" for action in sorted(CLEAR_YES | CLEAR_NO))
# As the index has it, to the letter: only then is it used.
_WORDS = (
    "actor = 'user' AND undone_by IS NULL AND action IN "
    "('accepted', 'confirm', 'restored', 'rejected', 'incorrect', 'edited', 'deleted', 'forgotten')"
)

# Of each memory the last clear action, else the last one: with max() SQLite takes the other columns of that row.
# Plain SQL: peewee can't say that, and the index is used only for these very words.
FEEDBACK = f"""
WITH word AS (
    SELECT memory_id, action, action_id, at, max(seq + (action IN ({_CLEAR})) * 4611686018427387904)
    FROM memory_event x
    WHERE {_WORDS} AND (action != 'edited' OR json_type(after, '$.content') IS NOT NULL
        OR after ->> '$.privacy_level' = 'always_include')
    GROUP BY memory_id
)
SELECT {_BASE}, w.action, w.action_id, w.at - m.created_at <= {SOON_MS}, count(DISTINCT m.row)
FROM word w CROSS JOIN memory m ON m.id = w.memory_id CROSS JOIN evidence e ON e.memory = m.row
LEFT JOIN rule_reset r ON r.rule = {_BASE}
WHERE r.at IS NULL OR w.at > r.at
GROUP BY 1, 2, 3, 4
"""


@dataclass(frozen=True, slots=True)
class Feedback:
    """What a person did with `count` memories of one rule in one action, named as in the history; `soon`:
    within SOON_MS of their storing."""

    rule: str
    action: str
    action_id: str
    soon: bool
    count: int = 1


@dataclass(frozen=True, slots=True)
class Made:
    """Number of memories of one rule, and their mean confidence before anything lowered it."""

    rule: str
    memories: int
    confidence: float | None


def feedback(conn: apsw.Connection) -> list[Feedback]:
    """Return the feedback on each rule since it was reset, without what was undone."""
    return [
        Feedback(rule, action, action_id, bool(soon), count)
        for rule, action, action_id, soon, count in conn.execute(FEEDBACK)
    ]


def stamp(conn: apsw.Connection) -> tuple[int, int, int]:
    """Return a stamp that changes whenever `feedback` may, except by deleting permanently; takes no time."""
    newest = conn.execute(
        "SELECT ifnull(max(seq), 0) FROM memory_event WHERE actor = 'user' AND undone_by IS NULL"
    ).fetchone()[0]
    count, total = conn.execute("SELECT count(*), ifnull(sum(at), 0) FROM rule_reset").fetchone()
    return newest, count, total


def made(conn: apsw.Connection) -> list[Made]:
    """Return every rule with memories, by name."""
    return [
        Made(*row)
        for row in conn.execute(
            f"SELECT {_BASE}, count(DISTINCT e.memory), avg(e.confidence) FROM evidence e GROUP BY 1 ORDER BY 1"
        )
    ]


def resets(conn: apsw.Connection) -> dict[str, int]:
    """Return when each rule that was ever reset was reset last."""
    return dict(db.run(conn, db.RuleReset.select(db.RuleReset.rule, db.RuleReset.at)))


def set_resets(conn: apsw.Connection, moments: Mapping[str, int | None]) -> None:
    """Set since when feedback on each rule counts; None: always."""
    db.run(conn, db.RuleReset.delete().where(db.RuleReset.rule.in_(list(moments))))
    for rule, at in moments.items():
        if at is not None:
            db.run(conn, db.RuleReset.insert(rule=rule, at=at))
