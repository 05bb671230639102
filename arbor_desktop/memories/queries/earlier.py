"""Memories as they were at an earlier time, computed from their history alone.

A moment is a clock (see `MemoryEvent`): what has a smaller one had happened by then.

Plain SQL: it reads the whole history, and is measured (`tests.benchmarks time-machine`).
"""

from __future__ import annotations

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
_NAMES = ", ".join(f"'{name}'" for name in SHOWN)
_NOW = " ".join(f"WHEN '{name}' THEN m.{name}" for name in SHOWN)
_QUARTER = 900_000 << 16
"""A quarter of an hour on the clock: a local day begins with one everywhere."""
_BY_LETTERS = {status.value[:2]: status.value for status in Status} | {"ac": SAME}


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
    held = _held(conn, moment)
    # What was edited once since is different now; what was edited more often may be the same again.
    sure = "0" if project or words else "01"
    unsure = [ident for ident, edits in held.items() if edits not in sure]
    others = _others(conn, moment, unsure)
    here = "(m.scope = 'global' OR (m.scope = 'project' AND m.scope_id = :project))" if project else "1"
    said = " AND ".join(f"instr(m.fold, :word{number}) > 0" for number in range(len(words))) or "1"
    found = conn.execute(
        f"SELECT group_concat(told, ' ') FROM (SELECT substr(m.status, 1, 2) || {here} || ({said}) || m.id AS told "
        f"FROM memory m {'NOT INDEXED' if words else 'INDEXED BY memory_list'} "
        "ORDER BY m.created_at DESC, m.row DESC)",
        {"project": project} | {f"word{number}": word for number, word in enumerate(words)},
    ).fetchone()[0]
    became: dict[str, str] = {}
    added = []
    for one in found.split(" ") if found else ():
        told, ident = one[:4], one[4:]
        edits = held.get(ident)
        if edits is None:
            if told == "ac11":
                added.append(ident)
        elif edits == "0":
            if told[2:] == "11":
                became[ident] = _BY_LETTERS[told[:2]]
        else:
            was = others.get(ident)
            if told[2:] == "11" if was is None else _fitted(was, project, words, told[2:]):
                edited = told[:2] == "ac" and (was is not None or edits == "1")
                became[ident] = EDITED if edited else _BY_LETTERS[told[:2]]
    return Found(became, tuple(added))


def _held(conn: apsw.Connection, moment: int) -> dict[str, str]:
    """Return the memories that were active at a moment, with how often they were edited since, as a digit."""
    # As one text: a hundred thousand rows one by one would hold Python's lock ten times as long.
    found = conn.execute(
        "SELECT group_concat(min(edits, 9) || id, ' ') FROM (SELECT memory_id AS id, "
        f"sum(clock >= :moment AND ({_EDITS})) AS edits, max(iif(clock < :moment AND {_STATUS} IS NOT NULL, "
        f"clock * 2 + ({_STATUS} = 'active'), 0)) % 2 AS held FROM {_TOLD} WHERE {_IS_TOLD} GROUP BY memory_id) "
        "WHERE held",
        {"moment": moment},
    ).fetchone()[0]
    return {one[1:]: one[0] for one in found.split(" ")} if found else {}


def _others(conn: apsw.Connection, moment: int, ids: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Return the values of the `SHOWN` fields at the moment that are different now, by the ids of those of the
    memories that have any."""
    found: dict[str, dict[str, Any]] = {}
    for ident, name, value in conn.execute(
        "WITH first AS MATERIALIZED (SELECT p.value AS id, j.key, j.value, min(clock) FROM json_each(:ids) p "
        f"CROSS JOIN {_TOLD}, json_each(before) j WHERE memory_id = p.value AND clock >= :moment AND {_IS_TOLD} "
        f"AND ({_EDITS}) AND j.key IN ({_NAMES}) GROUP BY p.value, j.key) SELECT f.id, f.key, f.value FROM first f "
        f"CROSS JOIN memory m ON m.id = f.id WHERE f.value IS NOT CASE f.key {_NOW} END",
        {"ids": records.to_json(ids), "moment": moment},
    ):
        found.setdefault(ident, {})[name] = value
    return found


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
    select = records.select_sql(policy)
    for part in records.chunks(ids):
        then = _fields_at(conn, part, moment)
        for row in conn.execute(f"{select} FROM memory m WHERE m.id IN ({records.marks(part)})", (at, *part)):
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
