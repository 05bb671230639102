"""Versions of the summaries of categories, their memories, and wordings by a model.

The memories of a summary are read with plain SQL, in one walk for a page.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import apsw

from arbor_desktop import database as db
from arbor_desktop.memories.confidence import DecayPolicy
from arbor_desktop.memories.model import MemoryType, Scope
from arbor_desktop.memories.queries import events, records
from arbor_desktop.summaries.model import (
    ARBOR,
    TOLD,
    Dispute,
    Heard,
    Item,
    Place,
    Replaced,
    Side,
    Wording,
)

MOST_KEPT = 20
"""So many versions that Arbor made by itself are kept; those of a person all are."""
MOST_EVENTS = 2000
"""With more news than this it is not looked whether any concerns a summary."""
OPEN = "('unresolved', 'pending_user_review')"
_PLACE = "scope = ? AND scope_id = ? AND category = ?"
_HEARD = "seq, disputes, until, items, lowest, highest"
_COLUMNS = f"version, markdown, actor, updated_at, reviewed_at, edited, left_out, action_id, row, {_HEARD}"


@dataclass(frozen=True, slots=True)
class Stamp:
    """What a version is based on: the newest event of a memory, the state of conflicts, the time at which
    it is made again in any case, and its figures."""

    seq: int
    disputes: str
    until: int
    items: int = 0
    lowest: float | None = None
    highest: float | None = None


def stale(stamp: Stamp) -> Stamp:
    """Return the stamp of a version that must be made again."""
    return replace(stamp, until=0)


@dataclass(frozen=True, slots=True)
class Version:
    version: int
    markdown: str
    actor: str
    updated_at: int
    reviewed_at: int | None
    edited: bool
    left_out: tuple[str, ...]
    action_id: str | None
    row: int
    stamp: Stamp


def versions(conn: apsw.Connection, place: Place) -> list[Version]:
    """Return all versions of a summary, the oldest first."""
    return [_version(row) for row in db.run(conn, _select(place).order_by(db.CategorySummary.version))]


def _select(place: Place) -> db.ModelSelect[Any]:
    one = db.CategorySummary
    fields = (
        one.version, one.markdown, one.actor, one.updated_at, one.reviewed_at, one.edited, one.left_out,
        one.action_id, one.row, one.seq, one.disputes, one.until, one.items, one.lowest, one.highest,
    )  # fmt: skip
    return one.select(*fields).where(_is_at(place))


def _is_at(place: Place) -> db.Expression:
    one, (scope, scope_id, category) = db.CategorySummary, _key(place)
    return (one.scope == scope) & (one.scope_id == scope_id) & (one.category == category)


def newest(conn: apsw.Connection, place: Place) -> Version | None:
    """Return the newest version of a summary; None for none."""
    query = _select(place).order_by(db.CategorySummary.version.desc()).limit(1)
    found = db.run(conn, query).fetchone()
    return None if found is None else _version(found)


def _version(row: Sequence[Any]) -> Version:
    number, markdown, actor, updated, reviewed, edited, left_out, action, key = row[:9]
    gone = records.tags_from_json(left_out)
    return Version(
        number, markdown, actor, updated, reviewed, bool(edited), gone, action, key, Stamp(*row[9:])
    )


def _key(place: Place) -> tuple[str, str, str]:
    return place.scope.value, place.scope_id or "", place.category.value


def add(
    conn: apsw.Connection,
    place: Place,
    markdown: str,
    *,
    actor: str,
    now: int,
    reviewed_at: int | None,
    edited: bool,
    stamp: Stamp,
    left_out: Sequence[str] = (),
    action_id: str | None = None,
) -> None:
    """Store a new version."""
    one, (scope, scope_id, category) = db.CategorySummary, _key(place)
    last = db.run(conn, one.select(db.fn.ifnull(db.fn.max(one.version), 0)).where(_is_at(place))).fetchone()[
        0
    ]
    new = one.insert(
        scope=scope,
        scope_id=scope_id,
        category=category,
        version=last + 1,
        markdown=markdown,
        actor=actor,
        updated_at=now,
        reviewed_at=reviewed_at,
        edited=edited,
        left_out=left_out,
        action_id=action_id,
        **asdict(stamp),
    )
    db.run(conn, new)
    ours = one.alias()
    kept = ours.select(ours.version).where(
        ours.scope == scope, ours.scope_id == scope_id, ours.category == category, ours.actor == ARBOR
    )
    kept = kept.order_by(ours.version.desc()).limit(MOST_KEPT)
    db.run(conn, one.delete().where(_is_at(place), one.actor == ARBOR, one.version.not_in(kept)))


def set_stamp(conn: apsw.Connection, version: Version, stamp: Stamp) -> None:
    """Store how far a version, which says the same as before, is up to date."""
    change = db.CategorySummary.update(**asdict(stamp))
    db.run(conn, change.where(db.CategorySummary.row == version.row))


def review(conn: apsw.Connection, version: Version, markdown: str, now: int) -> None:
    """Store that a person reviewed a version: its head changes, it gets no new number."""
    conn.execute(
        "UPDATE category_summary SET reviewed_at = ?, markdown = ? WHERE row = ?",
        (now, markdown, version.row),
    )


def places(conn: apsw.Connection) -> dict[tuple[str, str, str], Version]:
    """Return the newest version of every place that has one, by scope, scope id ('' for none) and
    category."""
    found = conn.execute(
        f"SELECT scope, scope_id, category, {_COLUMNS} FROM category_summary s WHERE version = "
        "(SELECT max(version) FROM category_summary o WHERE o.scope = s.scope AND o.scope_id = s.scope_id "
        "AND o.category = s.category)"
    )
    return {(scope, scope_id, category): _version(rest) for scope, scope_id, category, *rest in found}


def is_undone(conn: apsw.Connection, action_id: str) -> bool:
    """Return whether an action's changes of memories were undone."""
    return bool(
        conn.execute(
            "SELECT EXISTS (SELECT 1 FROM memory_event WHERE action_id = ? AND undone_by IS NOT NULL)",
            (action_id,),
        ).fetchone()[0]
    )


# -- what is new --


def disputes_stamp(conn: apsw.Connection) -> str:
    """Return a value that changes whenever a conflict begins or ends; conflicts are few."""
    found = conn.execute(
        f"SELECT count(*), total(status IN {OPEN}), ifnull(max(row), 0), ifnull(sum(ifnull(resolved_at, 1)), 0) "
        "FROM conflict"
    ).fetchone()
    return "/".join(f"{value:.0f}" for value in found)


def stamp(conn: apsw.Connection, until: int, worth: Sequence[float] = ()) -> Stamp:
    """Return the present stamp; `worth` are the confidences of the memories that may be shared."""
    span = (round(min(worth), 4), round(max(worth), 4)) if worth else (None, None)
    return Stamp(events.last_seq(conn), disputes_stamp(conn), until, len(worth), *span)


def is_fresh(conn: apsw.Connection, place: Place, stamp: Stamp, now: int) -> bool:
    """Return whether a version with this stamp is still up to date. Takes no time if nothing happened."""
    if stamp.until <= now or disputes_stamp(conn) != stamp.disputes:
        return False
    last = events.last_seq(conn)
    if last == stamp.seq:
        return True
    if not stamp.seq < last <= stamp.seq + MOST_EVENTS:
        return False
    category, scope, scope_id = place.category.value, place.scope.value, place.scope_id
    return not conn.execute(
        "SELECT EXISTS (SELECT 1 FROM memory_event e LEFT JOIN memory m ON m.id = e.memory_id WHERE e.seq > ? AND ("
        "(m.category = ? AND m.scope = ? AND m.scope_id IS ?) OR e.before ->> '$.category' = ? "
        # It may be told in another place than its own, or have been told here before it moved.
        "OR m.row IN (SELECT memory FROM conflict_member UNION SELECT to_memory FROM relation) "
        "OR e.before ->> '$.privacy_level' IS NOT NULL "
        "OR e.before ->> '$.scope' = ? OR e.before ->> '$.scope_id' = ?))",
        (stamp.seq, category, scope, scope_id, category, scope, scope_id),
    ).fetchone()[0]


# -- for good --


def forget_memories(conn: apsw.Connection, erased: Sequence[int]) -> None:
    """Remove memories that are about to be erased from every version of every summary: their texts now and
    before."""
    ids: list[str] = []
    for part in records.chunks(erased):
        ids += [
            row[0]
            for row in conn.execute(f"SELECT id FROM memory WHERE row IN ({records.marks(part)})", part)
        ]
    _rewrite(conn, frozenset(ids), texts_of(conn, ids))


def forget_conversations(conn: apsw.Connection, erased: Sequence[int]) -> None:
    """Remove conversations that are about to be erased from every version: their titles, and the texts of
    memories from them, which may have words of theirs."""
    ids: set[str] = set()
    texts: set[str] = set()
    for part in records.chunks(erased):
        marks = records.marks(part)
        texts |= {
            row[0] for row in conn.execute(f"SELECT title FROM conversation WHERE row IN ({marks})", part)
        }
        ids |= {
            row[0]
            for row in conn.execute(
                "SELECT DISTINCT m.id FROM evidence e JOIN memory m ON m.row = e.memory "
                f"WHERE e.conversation IN ({marks})",
                part,
            )
        }
    _rewrite(conn, ids, texts | texts_of(conn, sorted(ids)))


def texts_of(conn: apsw.Connection, ids: Sequence[str]) -> set[str]:
    """Return all texts of memories, now and before."""
    found: set[str | None] = set()
    for part in records.chunks(ids):
        marks = records.marks(part)
        for row in conn.execute(f"SELECT content, summary FROM memory WHERE id IN ({marks})", part):
            found.update(row)
        for row in conn.execute(
            "SELECT before ->> '$.content', before ->> '$.summary', after ->> '$.content', after ->> '$.summary' "
            f"FROM memory_event WHERE memory_id IN ({marks})",
            part,
        ):
            found.update(row)
    return {text for text in found if text}


def _rewrite(conn: apsw.Connection, ids: Collection[str], texts: Collection[str]) -> None:
    from arbor_desktop.summaries.document import Hidden, blocks, without  # nothing else here needs it

    forget_wordings(conn, sorted(ids))
    versions = conn.execute("SELECT row, markdown, left_out FROM category_summary").fetchall()
    # What a model said of them is in no memory, but quoted in other parts, too.
    statements = {
        block.statement
        for _, text, _ in versions
        for block in blocks(text)
        if any(one in ids for one in block.sources)
    }
    hidden = Hidden({*texts, *statements})
    for row, text, left_out in versions:
        kept = [ident for ident in records.tags_from_json(left_out) if ident not in ids]
        now = (without(text, ids, hidden), records.to_json(kept))
        if now != (text, left_out):
            conn.execute("UPDATE category_summary SET markdown = ?, left_out = ? WHERE row = ?", (*now, row))
    conn.execute("UPDATE category_summary SET until = 0")


MOST_REPLACED = 10
_TYPES = {kind.value: kind for kind in MemoryType}
_LEVELS = {level.value: level for level in TOLD}
_TOLD = ", ".join(f"'{level}'" for level in _LEVELS)
_MEMORIES_PLACE = "m.category = ? AND m.scope = ? AND m.scope_id IS ?"


def _memories_key(place: Place) -> tuple[object, ...]:
    return place.category.value, place.scope.value, place.scope_id


def _of(place: Place) -> tuple[str, tuple[object, ...]]:
    return f"m.status = 'active' AND {_MEMORIES_PLACE} AND m.privacy_level IN ({_TOLD})", _memories_key(place)


def _how(place: Place) -> str:
    """Return how to read a place: for everything global, which is much, the file's order is faster than an
    index."""
    return "NOT INDEXED" if place.scope is Scope.GLOBAL else "INDEXED BY memory_place"


def items(conn: apsw.Connection, place: Place, policy: DecayPolicy, now: int) -> list[Item]:
    """Return the memories of a place that may be shared, in no order."""
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
    """Return the open conflicts of each memory that has any."""
    found: dict[str, tuple[str, ...]] = {}
    for ident, dispute in conn.execute(
        "SELECT m.id, c.id FROM conflict c JOIN conflict_member cm ON cm.conflict = c.row "
        f"JOIN memory m ON m.row = cm.memory WHERE {records.OPEN_CONFLICT_SQL} ORDER BY c.row"
    ):
        found[ident] = (*found.get(ident, ()), dispute)
    return found


def untold(conn: apsw.Connection, place: Place) -> int:
    """Count the active memories of a place that are in no summary, because they are private."""
    return int(
        conn.execute(
            "SELECT count(*) FROM memory WHERE status = 'active' AND category = ? AND scope = ? AND scope_id IS ? "
            f"AND privacy_level NOT IN ({_TOLD})",
            (place.category.value, place.scope.value, place.scope_id),
        ).fetchone()[0]
    )


def counts(conn: apsw.Connection, now: int) -> dict[tuple[str, str | None, str], int]:
    """Count the memories that may be shared of each place that has any, by scope, scope id and category."""
    found = conn.execute(
        "SELECT scope, scope_id, category, count(*) FROM memory NOT INDEXED WHERE status = 'active' "
        f"AND privacy_level IN ({_TOLD}) AND (expires_at IS NULL OR expires_at > ?) GROUP BY 3, 1, 2",
        (now,),
    )
    return {(scope, scope_id, category): count for scope, scope_id, category, count in found}


def rows(conn: apsw.Connection, place: Place, now: int) -> list[tuple[int, str]]:
    """Return row and id of all memories that `items` returns."""
    where, values = _of(place)
    found = conn.execute(
        f"SELECT m.row, m.id FROM memory m {_how(place)} WHERE {where} AND (m.expires_at IS NULL OR m.expires_at > ?) ORDER BY m.row",
        (*values, now),
    )
    return [(row, ident) for row, ident in found]


def heard(conn: apsw.Connection, ids: Sequence[str]) -> dict[str, list[Heard]]:
    """Return where memories come from: conversations, or who stored them if there is none."""
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
    """Return open conflicts of the place's memories, without those that include a private one. Their sides
    are what may be shared here: active memories of this place or of everywhere."""
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
    """Return the condition that a memory applies in a place, or everywhere; for the values of `_place`."""
    return f"({table}.scope = 'global' OR ({table}.scope = ? AND {table}.scope_id IS ?))"


def _place(place: Place) -> tuple[object, ...]:
    return place.scope.value, place.scope_id


def replaced(conn: apsw.Connection, place: Place, policy: DecayPolicy, now: int) -> list[Replaced]:
    """Return what memories of the place replaced there or everywhere, the newest first."""
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
    """Return those of the ids that are memories."""
    return {
        row[0]
        for part in records.chunks(ids)
        for row in conn.execute(f"SELECT id FROM memory WHERE id IN ({records.marks(part)})", part)
    }


def private(conn: apsw.Connection) -> list[str]:
    """Return the ids of all memories that must not be shared: one may have been shared in any place before
    it moved."""
    return [row[0] for row in conn.execute(f"SELECT id FROM memory WHERE privacy_level NOT IN ({_TOLD})")]


def were_asked(conn: apsw.Connection, marks: Sequence[str]) -> set[str]:
    """Return those of the marks about which a model was asked."""
    return {
        row[0]
        for part in records.chunks(list(marks))
        for row in conn.execute(f"SELECT hash FROM model_asked WHERE hash IN ({records.marks(part)})", part)
    }


def asked(conn: apsw.Connection, marks: Iterable[str], purpose: str, now: int) -> None:
    conn.executemany(
        "INSERT OR REPLACE INTO model_asked VALUES (?, ?, ?)", [(one, purpose, now) for one in marks]
    )


def wordings(conn: apsw.Connection, place: Place) -> list[Wording]:
    found: dict[int, Wording] = {}
    for row, statement, bound, ident, text in conn.execute(
        "SELECT w.row, w.statement, w.time_bound, m.id, s.hash FROM summary_wording w "
        "JOIN summary_wording_source s ON s.wording = w.row JOIN memory m ON m.row = s.memory "
        f"WHERE {_PLACE.replace('scope', 'w.scope').replace('category', 'w.category')} ORDER BY w.row, m.row",
        _key(place),
    ):
        wording = found.setdefault(row, Wording(statement, {}, bool(bound)))
        wording.sources[ident] = text
    return list(found.values())


def set_wordings(conn: apsw.Connection, place: Place, some: Sequence[Wording]) -> None:
    """Replace the wordings of a place."""
    conn.execute(f"DELETE FROM summary_wording WHERE {_PLACE}", _key(place))
    for one in some:
        conn.execute(
            "INSERT INTO summary_wording (scope, scope_id, category, statement, time_bound) "
            "VALUES (?,?,?,?,?)",
            (*_key(place), one.statement, one.time_bound),
        )
        row = conn.last_insert_rowid()
        conn.executemany(
            "INSERT INTO summary_wording_source (wording, memory, hash) "
            "SELECT ?, row, ? FROM memory WHERE id = ?",
            [(row, text, ident) for ident, text in one.sources.items()],
        )


def forget_wordings(conn: apsw.Connection, ids: Sequence[str]) -> None:
    """Delete the wordings that were made of these memories."""
    for part in records.chunks(ids):
        conn.execute(
            "DELETE FROM summary_wording WHERE row IN (SELECT s.wording FROM summary_wording_source s "
            f"JOIN memory m ON m.row = s.memory WHERE m.id IN ({records.marks(part)}))",
            part,
        )
