"""What of the memories a summary is made from; private ones never are."""

from __future__ import annotations

from collections.abc import Sequence

import apsw

from arbor_desktop.memories.confidence import DecayPolicy
from arbor_desktop.memories.model import MemoryType, Scope
from arbor_desktop.memories.queries import records
from arbor_desktop.summaries.model import TOLD, Dispute, Heard, Item, Place, Replaced, Side
from arbor_desktop.summaries.queries.summaries import OPEN

MOST_REPLACED = 10
_TYPES = {kind.value: kind for kind in MemoryType}
_LEVELS = {level.value: level for level in TOLD}
_TOLD = ", ".join(f"'{level}'" for level in _LEVELS)
_PLACE = "m.category = ? AND m.scope = ? AND m.scope_id IS ?"


def _key(place: Place) -> tuple[object, ...]:
    return place.category.value, place.scope.value, place.scope_id


def _of(place: Place) -> tuple[str, tuple[object, ...]]:
    return f"m.status = 'active' AND {_PLACE} AND m.privacy_level IN ({_TOLD})", _key(place)


def _how(place: Place) -> str:
    """Of what holds everywhere there is much: reading all in its order takes less than going by the index."""
    return "NOT INDEXED" if place.scope is Scope.GLOBAL else "INDEXED BY memory_place"


def items(conn: apsw.Connection, place: Place, policy: DecayPolicy, now: int) -> list[Item]:
    """The memories of a place that may be told, in no order."""
    where, values = _of(place)
    rivals = _rivals(conn)
    worth = records.confidence_sql(policy, now)
    found = conn.execute(
        f"SELECT m.id, {records.TOLD_SQL}, m.type, m.privacy_level, "
        f"{worth}, m.created_at, m.updated_at, m.branch, m.technology, m.expires_at, m.use_count, m.needs_review "
        f"FROM memory m {_how(place)} WHERE {where} AND (m.expires_at IS NULL OR m.expires_at > ?)",
        (*values, now),
    )
    return [
        Item(
            id=ident, text=text, type=_TYPES[kind], privacy=_LEVELS[privacy], confidence=confidence,
            created_at=created, updated_at=updated, branch=branch, technology=technology, expires_at=expires,
            use_count=uses, needs_review=bool(doubted), rivals=rivals.get(ident, ()),
        )
        for ident, text, kind, privacy, confidence, created, updated, branch, technology, expires, uses, doubted
        in found
    ]  # fmt: skip


def _rivals(conn: apsw.Connection) -> dict[str, tuple[str, ...]]:
    """The open conflicts of each memory that has any."""
    found: dict[str, tuple[str, ...]] = {}
    for ident, dispute in conn.execute(
        "SELECT m.id, c.id FROM conflict c JOIN conflict_member cm ON cm.conflict = c.row "
        f"JOIN memory m ON m.row = cm.memory WHERE {records.OPEN_CONFLICT_SQL} ORDER BY c.row"
    ):
        found[ident] = (*found.get(ident, ()), dispute)
    return found


def untold(conn: apsw.Connection, place: Place) -> int:
    """Active memories of a place that no summary tells of, because they are private."""
    return int(
        conn.execute(
            "SELECT count(*) FROM memory WHERE status = 'active' AND category = ? AND scope = ? AND scope_id IS ? "
            f"AND privacy_level NOT IN ({_TOLD})",
            (place.category.value, place.scope.value, place.scope_id),
        ).fetchone()[0]
    )


def counts(conn: apsw.Connection, now: int) -> dict[tuple[str, str | None, str], int]:
    """How many memories may be told of each place that has any, by scope, scope id and category."""
    found = conn.execute(
        "SELECT scope, scope_id, category, count(*) FROM memory NOT INDEXED WHERE status = 'active' "
        f"AND privacy_level IN ({_TOLD}) AND (expires_at IS NULL OR expires_at > ?) GROUP BY 3, 1, 2",
        (now,),
    )
    return {(scope, scope_id, category): count for scope, scope_id, category, count in found}


def rows(conn: apsw.Connection, place: Place, now: int) -> list[tuple[int, str]]:
    """Row and id of all memories that `items` answers."""
    where, values = _of(place)
    found = conn.execute(
        f"SELECT m.row, m.id FROM memory m {_how(place)} WHERE {where} AND (m.expires_at IS NULL OR m.expires_at > ?) ORDER BY m.row",
        (*values, now),
    )
    return [(row, ident) for row, ident in found]


def heard(conn: apsw.Connection, ids: Sequence[str]) -> dict[str, list[Heard]]:
    """Where memories come from: conversations, or who stored it where there is none."""
    found: dict[str, list[Heard]] = {}
    for part in records.chunks(ids):
        for ident, title, at in conn.execute(
            "SELECT m.id, c.title, ifnull(e.at, ifnull(c.ended_at, m.created_at)) FROM memory m "
            "JOIN evidence e ON e.memory = m.row JOIN conversation c ON c.row = e.conversation "
            f"WHERE m.id IN ({records.marks(part)}) ORDER BY e.row",
            part,
        ):
            found.setdefault(ident, []).append(Heard(title, at))
        rest = [ident for ident in part if ident not in found]
        for ident, actor, at in conn.execute(
            f"SELECT memory_id, actor, at FROM memory_event WHERE memory_id IN ({records.marks(rest)}) "
            "AND before IS NULL ORDER BY seq",
            rest,
        ):
            found.setdefault(ident, []).append(Heard(None, at, actor))
    return found


def disputes(conn: apsw.Connection, place: Place, policy: DecayPolicy, now: int) -> list[Dispute]:
    """Open conflicts in which a memory of the place takes part, without those that hold a private one. Their
    sides are what may be told here: what is active, and holds in this place or everywhere."""
    where, values = _of(place)
    found: dict[str, tuple[int, list[Side]]] = {}
    private: set[str] = set()
    for ident, created, *side, privacy, here in conn.execute(
        f"SELECT c.id, c.created_at, m.id, {records.TOLD_SQL}, "
        f"{records.confidence_sql(policy, now)}, cm.at, m.privacy_level, "
        f"m.status = 'active' AND (m.expires_at IS NULL OR m.expires_at > ?) AND {_visible('m')} "
        "FROM conflict c JOIN conflict_member cm ON cm.conflict = c.row JOIN memory m ON m.row = cm.memory "
        f"WHERE c.status IN {OPEN} AND c.row IN (SELECT o.conflict FROM conflict_member o "
        f"JOIN memory m ON m.row = o.memory WHERE {where}) ORDER BY c.created_at, c.row, cm.at, cm.memory",
        (now, *_place(place), *values),
    ):
        told = found.setdefault(ident, (created, []))[1]
        if privacy not in TOLD:
            private.add(ident)
        elif here:
            told.append(Side(*side))
    return [
        Dispute(ident, tuple(sides), created)
        for ident, (created, sides) in found.items()
        if ident not in private and len(sides) > 1
    ]


def _visible(table: str) -> str:
    """Whether a memory holds in a place, or everywhere; for the values of `_place`."""
    return f"({table}.scope = 'global' OR ({table}.scope = ? AND {table}.scope_id IS ?))"


def _place(place: Place) -> tuple[object, ...]:
    return place.scope.value, place.scope_id


def replaced(conn: apsw.Connection, place: Place, policy: DecayPolicy, now: int) -> list[Replaced]:
    """What memories of the place took the place of there or everywhere, the newest first."""
    where, values = _of(place)
    worth, older_worth = (records.confidence_sql(policy, now, table) for table in ("m", "o"))
    found = conn.execute(
        f"SELECT o.id, ifnull(o.summary, o.content), {older_worth}, o.created_at, "
        f"m.id, ifnull(m.summary, m.content), {worth}, m.created_at "
        "FROM relation r JOIN memory m ON m.row = r.from_memory JOIN memory o ON o.row = r.to_memory "
        f"WHERE r.kind = 'supersedes' AND o.status = 'superseded' AND o.privacy_level IN ({_TOLD}) AND {where} "
        f"AND {_visible('o')} ORDER BY m.created_at DESC, m.row DESC LIMIT ?",
        (*values, *_place(place), MOST_REPLACED),
    )
    return [Replaced(Side(*row[:4]), Side(*row[4:])) for row in found]


def known(conn: apsw.Connection, ids: Sequence[str]) -> set[str]:
    """Those of the ids that a memory has."""
    return {
        row[0]
        for part in records.chunks(ids)
        for row in conn.execute(f"SELECT id FROM memory WHERE id IN ({records.marks(part)})", part)
    }


def private(conn: apsw.Connection) -> list[str]:
    """The ids of all memories that must not be told: one may have been told in any place before it moved."""
    return [row[0] for row in conn.execute(f"SELECT id FROM memory WHERE privacy_level NOT IN ({_TOLD})")]
