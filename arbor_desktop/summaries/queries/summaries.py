"""Versions of the summaries of categories, and what of the memories they are made from."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import astuple, dataclass, replace
from typing import Any

import apsw

from arbor_desktop.memories.queries import events, records
from arbor_desktop.summaries.model import ARBOR, Place
from arbor_desktop.summaries.queries import refined

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
    """How far a version has heard: the newest event of a memory, the state of conflicts, and the time at which
    it must be looked at anew whatever happened. `items` memories may be told, from `lowest` to `highest`
    confidence."""

    seq: int
    disputes: str
    until: int
    items: int = 0
    lowest: float | None = None
    highest: float | None = None


def stale(stamp: Stamp) -> Stamp:
    """One that has heard as much, and must be looked at anew."""
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
    """The oldest first."""
    found = conn.execute(
        f"SELECT {_COLUMNS} FROM category_summary WHERE {_PLACE} ORDER BY version", _key(place)
    )
    return [_version(row) for row in found]


def newest(conn: apsw.Connection, place: Place) -> Version | None:
    found = conn.execute(
        f"SELECT {_COLUMNS} FROM category_summary WHERE {_PLACE} ORDER BY version DESC LIMIT 1", _key(place)
    ).fetchone()
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
    """Stores a new version."""
    last = conn.execute(
        f"SELECT ifnull(max(version), 0) FROM category_summary WHERE {_PLACE}", _key(place)
    ).fetchone()[0]
    conn.execute(
        "INSERT INTO category_summary (scope, scope_id, category, version, markdown, actor, updated_at, reviewed_at, "
        f"edited, left_out, action_id, {_HEARD}) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
        (*_key(place), last + 1, markdown, actor, now, reviewed_at, edited, records.to_json(tuple(left_out)), action_id,
         *astuple(stamp)),
    )  # fmt: skip
    conn.execute(
        f"DELETE FROM category_summary WHERE {_PLACE} AND actor = ? AND version NOT IN "
        f"(SELECT version FROM category_summary WHERE {_PLACE} AND actor = ? ORDER BY version DESC LIMIT ?)",
        (*_key(place), ARBOR, *_key(place), ARBOR, MOST_KEPT),
    )


def set_stamp(conn: apsw.Connection, version: Version, stamp: Stamp) -> None:
    """The version tells of no more, and it is known now."""
    conn.execute(
        f"UPDATE category_summary SET ({_HEARD}) = (?,?,?,?,?,?) WHERE row = ?",
        (*astuple(stamp), version.row),
    )


def review(conn: apsw.Connection, version: Version, markdown: str, now: int) -> None:
    """A person has read it: no new version, but a new head."""
    conn.execute(
        "UPDATE category_summary SET reviewed_at = ?, markdown = ? WHERE row = ?",
        (now, markdown, version.row),
    )


def places(conn: apsw.Connection) -> dict[tuple[str, str, str], Version]:
    """The newest version of every place that has one, by scope, scope id ('' for none) and category."""
    found = conn.execute(
        f"SELECT scope, scope_id, category, {_COLUMNS} FROM category_summary s WHERE version = "
        "(SELECT max(version) FROM category_summary o WHERE o.scope = s.scope AND o.scope_id = s.scope_id "
        "AND o.category = s.category)"
    )
    return {(scope, scope_id, category): _version(rest) for scope, scope_id, category, *rest in found}


def is_undone(conn: apsw.Connection, action_id: str) -> bool:
    """Whether what an action did to memories was taken back."""
    return bool(
        conn.execute(
            "SELECT EXISTS (SELECT 1 FROM memory_event WHERE action_id = ? AND undone_by IS NOT NULL)",
            (action_id,),
        ).fetchone()[0]
    )


# -- what is new --


def disputes_stamp(conn: apsw.Connection) -> str:
    """Changes whenever a conflict begins or ends; conflicts are few."""
    found = conn.execute(
        f"SELECT count(*), total(status IN {OPEN}), ifnull(max(row), 0), ifnull(sum(ifnull(resolved_at, 1)), 0) "
        "FROM conflict"
    ).fetchone()
    return "/".join(f"{value:.0f}" for value in found)


def stamp(conn: apsw.Connection, until: int, worth: Sequence[float] = ()) -> Stamp:
    """Of what there is now; `worth` are the confidences of the memories that may be told."""
    span = (round(min(worth), 4), round(max(worth), 4)) if worth else (None, None)
    return Stamp(events.last_seq(conn), disputes_stamp(conn), until, len(worth), *span)


def is_fresh(conn: apsw.Connection, place: Place, stamp: Stamp, now: int) -> bool:
    """Whether a version with this stamp still tells what is so. Takes no time where nothing happened."""
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
    """Takes memories that are about to be erased out of every version of every summary: what they say, and
    what they said before they were changed."""
    ids: list[str] = []
    for part in records.chunks(erased):
        ids += [
            row[0]
            for row in conn.execute(f"SELECT id FROM memory WHERE row IN ({records.marks(part)})", part)
        ]
    _rewrite(conn, frozenset(ids), texts_of(conn, ids))


def forget_conversations(conn: apsw.Connection, erased: Sequence[int]) -> None:
    """Takes conversations that are about to be erased out of every version: their titles, and all that memories
    told which rest on them, for these may have words of theirs."""
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
    """All that memories say, and ever said."""
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
    from arbor_desktop.summaries.document import blocks
    from arbor_desktop.summaries.edit import Hidden, without  # nothing else here needs it

    refined.forget_wordings(conn, sorted(ids))
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
