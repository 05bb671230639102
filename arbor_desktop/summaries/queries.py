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
    SUMMARIZED,
    Dispute,
    Item,
    MemoryOrigin,
    Place,
    Replaced,
    Side,
    Wording,
)

MOST_KEPT = 20
"""Newest versions by Arbor that are kept; those of a person all are."""
MOST_EVENTS = 2000
"""After more events than this a summary is made again, whether they concern it or not."""
OPEN = "('unresolved', 'pending_user_review')"


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
    query = _select().where(_is_at(db.CategorySummary, place)).order_by(db.CategorySummary.version)
    return [_version(row) for row in db.run(conn, query)]


def _select() -> db.ModelSelect[Any]:
    one = db.CategorySummary
    return one.select(
        one.version, one.markdown, one.actor, one.updated_at, one.reviewed_at, one.edited, one.left_out,
        one.action_id, one.row, one.seq, one.disputes, one.until, one.items, one.lowest, one.highest,
    )  # fmt: skip


def _is_at(one: type[db.CategorySummary] | type[db.SummaryWording], place: Place) -> db.Expression:
    scope, scope_id, category = _key(place)
    return (one.scope == scope) & (one.scope_id == scope_id) & (one.category == category)


def newest(conn: apsw.Connection, place: Place) -> Version | None:
    """Return the newest version of a summary; None for none."""
    one = db.CategorySummary
    query = _select().where(_is_at(one, place)).order_by(one.version.desc()).limit(1)
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
    last = one.select(db.fn.ifnull(db.fn.max(one.version), 0)).where(_is_at(one, place))
    new = one.insert(
        scope=scope,
        scope_id=scope_id,
        category=category,
        version=db.run(conn, last).fetchone()[0] + 1,
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
    by_arbor = _is_at(one, place) & (one.actor == ARBOR)
    kept = one.select(one.version).where(by_arbor).order_by(one.version.desc()).limit(MOST_KEPT)
    kept_versions = [version for (version,) in db.run(conn, kept)]
    db.run(conn, one.delete().where(by_arbor, one.version.not_in(kept_versions)))


def set_stamp(conn: apsw.Connection, version: Version, stamp: Stamp) -> None:
    """Store how far a version, which says the same as before, is up to date."""
    change = db.CategorySummary.update(**asdict(stamp))
    db.run(conn, change.where(db.CategorySummary.row == version.row))


def review(conn: apsw.Connection, version: Version, markdown: str, now: int) -> None:
    """Store that a person reviewed a version: its head changes, it gets no new number."""
    change = db.CategorySummary.update(reviewed_at=now, markdown=markdown)
    db.run(conn, change.where(db.CategorySummary.row == version.row))


def places(conn: apsw.Connection) -> dict[tuple[str, str, str], Version]:
    """Return the newest version of every place that has one, by scope, scope id ('' for none) and
    category."""
    one = db.CategorySummary
    other = one.alias()
    last = other.select(db.fn.max(other.version)).where(
        other.scope == one.scope, other.scope_id == one.scope_id, other.category == one.category
    )
    query = _select().select_extend(one.scope, one.scope_id, one.category).where(one.version == last)
    return {
        (scope, scope_id, category): _version(rest)
        for *rest, scope, scope_id, category in db.run(conn, query)
    }


def is_undone(conn: apsw.Connection, action_id: str) -> bool:
    """Return whether an action's changes of memories were undone."""
    event = db.MemoryEvent
    undone = event.select(event.seq).where(event.action_id == action_id, event.undone_by.is_null(False))
    return db.run(conn, undone.limit(1)).fetchone() is not None


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
    memory = db.Memory
    ids = [
        ident
        for part in records.chunks(erased)
        for (ident,) in db.run(conn, memory.select(memory.id).where(memory.row.in_(part)))
    ]
    _rewrite(conn, frozenset(ids), texts_of(conn, ids))


def forget_conversations(conn: apsw.Connection, erased: Sequence[int]) -> None:
    """Remove conversations that are about to be erased from every version: their titles, and the texts of
    memories from them, which may have words of theirs."""
    ids: set[str] = set()
    texts: set[str] = set()
    talk, evidence = db.Conversation, db.Evidence
    for part in records.chunks(erased):
        texts |= {title for (title,) in db.run(conn, talk.select(talk.title).where(talk.row.in_(part)))}
        mine = evidence.select(db.Memory.id).join(db.Memory).where(evidence.conversation.in_(part))
        ids |= {ident for (ident,) in db.run(conn, mine)}
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
_LEVELS = {level.value: level for level in SUMMARIZED}
_TOLD = ", ".join(f"'{level}'" for level in _LEVELS)


def _of(place: Place) -> tuple[str, tuple[object, ...]]:
    where = "m.category = ? AND m.scope = ? AND m.scope_id IS ?"
    values = place.category.value, place.scope.value, place.scope_id
    return f"m.status = 'active' AND {where} AND m.privacy_level IN ({_TOLD})", values


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
        f"{worth}, ifnull((SELECT max(e.at) FROM evidence e WHERE e.memory = m.row), m.created_at), "
        "m.updated_at, m.branch, m.technology, m.expires_at, m.use_count, m.needs_review "
        f"FROM memory m {_how(place)} WHERE {where} AND (m.expires_at IS NULL OR m.expires_at > ?)",
        (*values, now),
    )
    return [
        Item(
            id=ident, text=text, type=_TYPES[kind], privacy=_LEVELS[privacy], confidence=confidence,
            said_at=said, updated_at=updated, branch=branch, technology=technology, expires_at=expires,
            use_count=uses, needs_review=bool(doubted), rivals=rivals.get(ident, ()),
        )
        for ident, text, kind, privacy, confidence, said, updated, branch, technology, expires, uses, doubted
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
    memory = db.Memory
    query = memory.select(db.fn.count()).where(
        memory.status == "active",
        memory.category == place.category,
        memory.scope == place.scope,
        db.same(memory.scope_id, place.scope_id),
        memory.privacy_level.not_in(SUMMARIZED),
    )
    return int(db.run(conn, query).fetchone()[0])


def counts(conn: apsw.Connection, now: int) -> dict[tuple[str, str | None, str], int]:
    """Count the memories that may be shared of each known place that has any, by scope, scope id and
    category."""
    cell = "category || char(9) || scope || ifnull(char(9) || scope_id, '')"
    source = (
        f"memory NOT INDEXED WHERE status = 'active' AND privacy_level IN ({_TOLD}) "
        "AND (expires_at IS NULL OR expires_at > ?) AND (scope = 'global' OR scope_id IS NOT NULL)"
    )
    counted: dict[tuple[str, str | None, str], int] = {}
    for place, count in records.tally(conn, cell, source, (now,)).items():
        category, scope, *scope_id = place.split("\t", 2)
        counted[scope, scope_id[0] if scope_id else None, category] = count
    return counted


def rows(conn: apsw.Connection, place: Place, now: int) -> list[tuple[int, str]]:
    """Return row and id of all memories that `items` returns."""
    where, values = _of(place)
    found = conn.execute(
        f"SELECT m.row, m.id FROM memory m {_how(place)} WHERE {where} AND (m.expires_at IS NULL OR m.expires_at > ?) ORDER BY m.row",
        (*values, now),
    )
    return [(row, ident) for row, ident in found]


def origins(conn: apsw.Connection, ids: Sequence[str]) -> dict[str, list[MemoryOrigin]]:
    """Return where memories come from: conversations, or who stored them if there is none."""
    found: dict[str, list[MemoryOrigin]] = {}
    for part in records.chunks(ids):
        for ident, title, at in conn.execute(
            "SELECT m.id, c.title, ifnull(e.at, ifnull(c.ended_at, m.created_at)) FROM memory m "
            "JOIN evidence e ON e.memory = m.row JOIN conversation c ON c.row = e.conversation "
            f"WHERE m.id IN ({records.marks(part)}) ORDER BY e.row",
            part,
        ):
            found.setdefault(ident, []).append(MemoryOrigin(title, at))
        rest = [ident for ident in part if ident not in found]
        for ident, actor, at in conn.execute(
            f"SELECT memory_id, actor, at FROM memory_event WHERE memory_id IN ({records.marks(rest)}) "
            "AND before IS NULL ORDER BY seq",
            rest,
        ):
            found.setdefault(ident, []).append(MemoryOrigin(None, at, actor))
    return found


def disputes(conn: apsw.Connection, place: Place, now: int) -> list[Dispute]:
    """Return open conflicts of the place's memories, without those that include a private one. Their sides
    are what may be shared here: active memories of this place or of everywhere."""
    where, values = _of(place)
    found: dict[str, tuple[int, list[Side]]] = {}
    private: set[str] = set()
    for ident, created, *side, privacy, here in conn.execute(
        f"SELECT c.id, c.created_at, m.id, {records.TOLD_SQL}, cm.at, m.privacy_level, "
        f"m.status = 'active' AND (m.expires_at IS NULL OR m.expires_at > ?) AND {_visible('m')} "
        "FROM conflict c JOIN conflict_member cm ON cm.conflict = c.row JOIN memory m ON m.row = cm.memory "
        f"WHERE c.status IN {OPEN} AND c.row IN (SELECT o.conflict FROM conflict_member o "
        f"JOIN memory m ON m.row = o.memory WHERE {where}) ORDER BY c.created_at, c.row, cm.at, cm.memory",
        (now, *_place(place), *values),
    ):
        told = found.setdefault(ident, (created, []))[1]
        if privacy not in SUMMARIZED:
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


def replaced(conn: apsw.Connection, place: Place) -> list[Replaced]:
    """Return what memories of the place replaced there or everywhere, the newest first."""
    where, values = _of(place)
    found = conn.execute(
        "SELECT o.id, ifnull(o.summary, o.content), o.created_at, "
        "m.id, ifnull(m.summary, m.content), m.created_at "
        "FROM relation r JOIN memory m ON m.row = r.from_memory JOIN memory o ON o.row = r.to_memory "
        f"WHERE r.kind = 'supersedes' AND o.status = 'superseded' AND o.privacy_level IN ({_TOLD}) AND {where} "
        f"AND {_visible('o')} ORDER BY m.created_at DESC, m.row DESC LIMIT ?",
        (*values, *_place(place), MOST_REPLACED),
    )
    return [Replaced(Side(*row[:3]), Side(*row[3:])) for row in found]


def known(conn: apsw.Connection, ids: Sequence[str]) -> set[str]:
    """Return those of the ids that are memories."""
    memory = db.Memory
    return {
        ident
        for part in records.chunks(ids)
        for (ident,) in db.run(conn, memory.select(memory.id).where(memory.id.in_(part)))
    }


def private(conn: apsw.Connection) -> list[str]:
    """Return the ids of all memories that must not be shared: one may have been shared in any place before
    it moved."""
    memory = db.Memory
    query = memory.select(memory.id).where(memory.privacy_level.not_in(SUMMARIZED))
    return [ident for (ident,) in db.run(conn, query)]


# -- wordings by a model --


def were_asked(conn: apsw.Connection, marks: Sequence[str]) -> set[str]:
    """Return those of the marks about which a model was asked."""
    one = db.ModelAsked
    return {
        mark
        for part in records.chunks(marks)
        for (mark,) in db.run(conn, one.select(one.hash).where(one.hash.in_(part)))
    }


def asked(conn: apsw.Connection, marks: Iterable[str], purpose: str, now: int) -> None:
    """Store that a model was asked about these marks."""
    for mark in marks:
        query = db.ModelAsked.insert(hash=mark, purpose=purpose, at=now)
        db.run(conn, query.on_conflict_replace())


def wordings(conn: apsw.Connection, place: Place) -> list[Wording]:
    """Return the wordings of a place, in the order in which they were stored."""
    one, source, memory = db.SummaryWording, db.SummaryWordingSource, db.Memory
    query = (
        source.select(one.row, one.statement, one.time_bound, memory.id, source.hash)
        .join(one).switch(source).join(memory)
        .where(_is_at(one, place)).order_by(one.row, memory.row)
    )  # fmt: skip
    found: dict[int, Wording] = {}
    for row, statement, bound, ident, text in db.run(conn, query):
        found.setdefault(row, Wording(statement, {}, bool(bound))).sources[ident] = text
    return list(found.values())


def set_wordings(conn: apsw.Connection, place: Place, some: Sequence[Wording]) -> None:
    """Replace the wordings of a place."""
    one, (scope, scope_id, category) = db.SummaryWording, _key(place)
    db.run(conn, one.delete().where(_is_at(one, place)))
    for wording in some:
        new = one.insert(
            scope=scope,
            scope_id=scope_id,
            category=category,
            statement=wording.statement,
            time_bound=wording.time_bound,
        )
        db.run(conn, new)
        row = conn.last_insert_rowid()
        conn.executemany(  # from a query: a memory may be gone by now
            "INSERT INTO summary_wording_source (wording, memory, hash) "
            "SELECT ?, row, ? FROM memory WHERE id = ?",
            [(row, text, ident) for ident, text in wording.sources.items()],
        )


def forget_wordings(conn: apsw.Connection, ids: Sequence[str]) -> None:
    """Delete the wordings that were made of these memories."""
    one, source = db.SummaryWording, db.SummaryWordingSource
    for part in records.chunks(ids):
        made = source.select(source.wording).join(db.Memory).where(db.Memory.id.in_(part))
        db.run(conn, one.delete().where(one.row.in_(made)))
