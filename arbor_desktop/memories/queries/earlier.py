"""Memories as they were at an earlier time, computed from their history alone.

A moment is a clock (see `MemoryEvent`): what has a smaller one had happened by then.

Plain SQL: it reads the whole history, and is measured (`tests.benchmarks time-machine`).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import apsw

from arbor_desktop.memories.confidence import DecayPolicy, current_confidence
from arbor_desktop.memories.model import Memory, Status
from arbor_desktop.memories.queries import records
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.text.words import fold

SHOWN = ("content", "details", "type", "scope", "scope_id", "branch", "privacy_level")
"""Fields of which a change is an edit: the words, and who gets them."""
SAME, EDITED = "same", "edited"
_EDITS = " OR ".join(f"json_type(before, '$.{name}') IS NOT NULL" for name in SHOWN)
_STATUS = "after ->> '$.status'"
_TOLD = "memory_event INDEXED BY memory_event_told"
_IS_TOLD = f"({_STATUS} IS NOT NULL OR {_EDITS})"
"""Condition of the changes of status and words, by memory and time; the expressions are those of the index."""
_NOW = " ".join(f"WHEN '{name}' THEN m.{name}" for name in SHOWN)
_WITH = f"""WITH past AS MATERIALIZED (
    SELECT memory_id AS id, sum(clock >= :moment AND ({_EDITS})) > 0 AS edited, max(iif(clock < :moment AND
        {_STATUS} IS NOT NULL, clock * 2 + ({_STATUS} = 'active'), 0)) % 2 AS held
    FROM {_TOLD} WHERE {_IS_TOLD} GROUP BY memory_id
), first AS MATERIALIZED (
    SELECT p.id, j.key, j.value, min(clock) FROM past p CROSS JOIN {_TOLD}, json_each(before) j
    WHERE p.held AND p.edited AND memory_id = p.id AND clock >= :moment AND {_IS_TOLD} AND ({_EDITS})
        AND j.key IN ({", ".join(f"'{name}'" for name in SHOWN)}) GROUP BY p.id, j.key
), other AS MATERIALIZED (
    SELECT f.id, json_group_object(f.key, f.value) AS was FROM first f CROSS JOIN memory m ON m.id = f.id
    WHERE f.value IS NOT CASE f.key {_NOW} END GROUP BY f.id
)"""
"""`past`: each memory, whether it was active at the moment, and whether it was edited since; `other`: the
`SHOWN` fields of the active ones that are different now."""
_QUARTER = 900_000 << 16
"""A quarter of an hour on the clock: a local day begins with one everywhere."""
_BY_LETTERS = {status.value[:2]: status.value for status in Status}


@dataclass(frozen=True, slots=True)
class Found:
    """Ids of the memories that were active at a moment, the newest first, with what became of each: `SAME`,
    `EDITED` or, if it is no longer active, its status. `added`: those that are active now and were not."""

    became: dict[str, str]
    added: tuple[str, ...]


def clock_at(ms: int) -> int:
    """Return the clock at a time in milliseconds."""
    return ms << 16


def find(conn: apsw.Connection, moment: int, project: str | None = None, words: Sequence[str] = ()) -> Found:
    """Return what was active at a moment. `project`: only what was visible there, as with `MemoryFilter`;
    `words`: folded, all of which the text had then."""
    here = "(m.scope = 'global' OR (m.scope = 'project' AND m.scope_id = :project))" if project else "1"
    said = " AND ".join(f"instr(m.fold, :word{number}) > 0" for number in range(len(words))) or "1"
    was = "ifnull(o.was, '')" if project or words else "iif(o.was IS NULL, '', '{}')"
    values = {"moment": moment, "project": project} | {f"word{at}": word for at, word in enumerate(words)}
    # As one text: a hundred thousand rows one by one would hold Python's lock ten times as long.
    found = conn.execute(
        f"{_WITH} SELECT group_concat(told, char(10)) FROM (SELECT substr(m.status, 1, 2) || p.held || {here} "
        f"|| ({said}) || m.id || {was} AS told FROM past p CROSS JOIN memory m ON m.id = p.id "
        "LEFT JOIN other o ON o.id = p.id WHERE p.held OR m.status = 'active' "
        "ORDER BY m.created_at DESC, m.row DESC)",
        values,
    ).fetchone()[0]
    became: dict[str, str] = {}
    added = []
    for one in found.split("\n") if found else ():
        status, held, fits = one[:2], one[2] == "1", one[3:5]
        ident, brace, rest = one[5:].partition("{")
        if not held:
            if fits == "11":
                added.append(ident)
        elif fits == "11" if len(rest) < 2 else _fitted(json.loads(brace + rest), project, words, fits):
            became[ident] = _BY_LETTERS[status] if status != "ac" else EDITED if brace else SAME
    return Found(became, tuple(added))


def _fitted(was: dict[str, Any], project: str | None, words: Sequence[str], now: str) -> bool:
    """Return whether a memory was visible in the project and had the words when some fields were different;
    `now`: the same of today, as digits."""
    visible, has = now[0] == "1", now[1] == "1"
    if project and {"scope", "scope_id"} & was.keys():
        visible = was.get("scope", "project") == "global" or was.get("scope_id") == project
    if words and "content" in was:
        has = all(word in fold(was["content"]) for word in words)
    return visible and has


def memories_at(
    conn: apsw.Connection, ids: Sequence[str], moment: int, policy: DecayPolicy, at: int
) -> list[Memory]:
    """Return memories as they were at a moment, in the order of `ids`, without those that there were not yet;
    `at`: the moment in milliseconds, for their confidence then."""
    rows: dict[str, list[Any]] = {}
    select = records.select_sql(policy, at)
    for part in records.chunks(ids):
        then = _fields_at(conn, part, moment)
        for row in conn.execute(f"{select} FROM memory m WHERE m.id IN ({records.marks(part)})", part):
            if (fields := then.get(row[1])) is not None:
                values = zip(records.FIELDS, row[1:], strict=False)
                set_then = [records.stored(n, fields[n]) if n in fields else now for n, now in values]
                rows[row[1]] = [row[0], *set_then, row[-1]]
    found = records.load(conn, [rows[ident] for ident in ids if ident in rows])
    return [
        replace(memory, conflict_ids=(), current_confidence=_confidence(memory, policy, at))
        for memory in found
    ]


def _fields_at(conn: apsw.Connection, ids: Sequence[str], moment: int) -> dict[str, dict[str, Any]]:
    """Return the fields at the moment that changes name, by the ids of memories that there were: those set
    last before it, else those that a later change found."""
    found: dict[str, dict[str, Any]] = {}
    for ident, past, before, after in conn.execute(
        "SELECT memory_id, clock < ?, before, after FROM memory_event "
        f"WHERE memory_id IN ({records.marks(ids)}) ORDER BY clock, device, seq",
        (moment, *ids),
    ):
        if past:
            found.setdefault(ident, {}).update(records.from_json(after or "{}"))
        elif ident in found:
            found[ident] = records.from_json(before or "{}") | found[ident]
    return found


def _confidence(memory: Memory, policy: DecayPolicy, at: int) -> float:
    return current_confidence(
        memory.confidence, decay_rate=memory.decay_rate, privacy=memory.privacy_level,
        reinforced_at=memory.reinforced_at, confirmed_at=memory.confirmed_at, now=at, policy=policy,
    )  # fmt: skip


def quarters(conn: apsw.Connection, project: str | None = None) -> list[tuple[int, int, int]]:
    """Return (time in milliseconds, changes, how many more memories are active after them) for each quarter
    of an hour in which anything changed, oldest first."""
    here = ""
    if project is not None:
        here = (
            "AND memory_id IN (SELECT id FROM memory "
            "WHERE scope = 'global' OR (scope = 'project' AND scope_id = :project))"
        )
    steps = conn.execute(
        f"SELECT clock / {_QUARTER}, sum(step) FROM (SELECT clock, held - ifnull(lag(held) OVER (PARTITION BY memory_id "
        f"ORDER BY clock), 0) AS step FROM (SELECT memory_id, clock, {_STATUS} = 'active' AS held FROM {_TOLD} "
        f"WHERE {_IS_TOLD} AND {_STATUS} IS NOT NULL {here})) GROUP BY 1",
        {"project": project},
    )
    more = dict(steps.fetchall())
    changes = conn.execute(
        f"SELECT clock / {_QUARTER}, count(*) FROM {_TOLD} WHERE {_IS_TOLD} {here} GROUP BY 1",
        {"project": project},
    )
    return [(quarter * 900_000, count, more.get(quarter, 0)) for quarter, count in changes]


def purged_by(conn: apsw.Connection, at: int) -> int:
    """Return how many memories that were made before a time (milliseconds) are deleted permanently."""
    found = conn.execute(
        "SELECT count(*) FROM device_withdrawn w WHERE substr(memory_id, 1, 8) || substr(memory_id, 10, 4) < ? "
        "AND NOT EXISTS (SELECT 1 FROM memory m WHERE m.id = w.memory_id)",
        (f"{at:012x}",),
    )
    return int(found.fetchone()[0])
