"""What this installation knows of its team: itself, the members, own shares, others' memories, projects.

Plain SQL where tables are joined: a person may share tens of thousands of memories.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import apsw
import msgspec

from arbor_desktop import database as db
from arbor_desktop.memories.queries import events, records
from arbor_desktop.projects import identity
from arbor_desktop.projects import queries as projects
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.team.model import Member, Role


@dataclass(frozen=True, slots=True)
class Own:
    """The membership; see `database.models.TeamSelf`."""

    name: str
    server: dict[str, str]
    member: str
    role: str
    epoch: str
    position: str
    reached_at: int | None
    unreachable_since: int | None
    refused: str


def own(conn: apsw.Connection) -> Own | None:
    fields = [getattr(db.TeamSelf, name) for name in Own.__slots__]
    row = db.run(conn, db.TeamSelf.select(*fields)).fetchone()
    if row is None:
        return None
    found = dict(zip(Own.__slots__, row, strict=True))
    return Own(**found | {"server": msgspec.json.decode(found["server"])})


def offline(conn: apsw.Connection) -> bool:
    """Return whether the server is out of reach."""
    me = own(conn)
    return me is not None and me.unreachable_since is not None


def enter(conn: apsw.Connection, **fields: Any) -> None:
    """Note that this installation belongs to a team."""
    db.run(conn, db.TeamSelf.insert(one=1, **fields).on_conflict_replace())


def set_own(conn: apsw.Connection, **fields: Any) -> None:
    db.run(conn, db.TeamSelf.update(**fields))


def forget(conn: apsw.Connection) -> None:
    """Delete what belongs to the team, but for the memories themselves."""
    for table in (db.TeamSelf, db.TeamMember, db.TeamShare, db.TeamMemory, db.TeamProject):
        db.run(conn, table.delete())


# -- members --


def members(conn: apsw.Connection) -> dict[str, Member]:
    me = own(conn)
    table = db.TeamMember
    query = table.select(
        table.id,
        table.name,
        table.role,
        table.shares,
        table.last_change,
        table.trusted,
        table.removed,
        table.invited,
    )
    return {
        ident: Member(
            ident, name, Role(role), shares, last_change, bool(trusted),
            me is not None and ident == me.member, bool(removed), bool(invited),
        )
        for ident, name, role, shares, last_change, trusted, removed, invited in db.run(
            conn, query.order_by(table.removed, table.name, table.id)
        )
    }  # fmt: skip


def put_members(conn: apsw.Connection, some: Iterable[Member]) -> None:
    """Note what the server says of members. Whom this person trusts stays."""
    table = db.TeamMember
    for one in some:
        fields = {
            name: getattr(one, name)
            for name in ("name", "role", "shares", "last_change", "removed", "invited")
        }
        query = table.insert(id=one.id, **fields)
        db.run(conn, query.on_conflict(conflict_target=[table.id], update=fields))


def set_trusted(conn: apsw.Connection, ident: str, on: bool) -> None:
    db.run(conn, db.TeamMember.update(trusted=on).where(db.TeamMember.id == ident))


# -- own memories that are shared --


@dataclass(frozen=True, slots=True)
class Share:
    """An own memory that is shared, or was; see `database.models.TeamShare`. `last`: its last event now."""

    memory: str
    wanted: bool
    quote: bool
    shared_at: int
    sent: str
    last: int


def put_share(conn: apsw.Connection, ident: str, now: int, *, quote: bool) -> None:
    table = db.TeamShare
    query = table.insert(memory_id=ident, shared_at=now, quote=quote)
    fields = {"wanted": True, "quote": quote, "looked": -1}
    db.run(conn, query.on_conflict(conflict_target=[table.memory_id], update=fields))


def end_shares(conn: apsw.Connection, ids: Sequence[str]) -> None:
    """Share memories no longer, until their person shares them again."""
    for part in records.chunks(ids):
        db.run(conn, db.TeamShare.update(wanted=False).where(db.TeamShare.memory_id.in_(part)))


def share_new(conn: apsw.Connection, now: int) -> None:
    """Share what is new in the projects of which everything is shared."""
    conn.execute(
        "INSERT OR IGNORE INTO team_share (memory_id, shared_at) SELECT m.id, ? FROM memory m "
        f"JOIN team_project p ON m.scope_id = p.path WHERE {_NEW}",
        (now,),
    )


_NEW = (
    "p.since IS NOT NULL AND m.scope = 'project' AND m.status = 'active' AND m.created_at >= p.since "
    "AND m.source != 'team' AND m.privacy_level IN ('always_include', 'normal')"
)
_LAST = "ifnull((SELECT max(seq) FROM memory_event e WHERE e.memory_id = t.memory_id), 0)"
_CHANGED = (
    f"(t.wanted OR t.sent != '') AND (t.looked != {_LAST} OR NOT t.wanted OR (t.sent != '' AND "
    "(SELECT scope_id FROM memory m WHERE m.id = t.memory_id) IN (SELECT value FROM json_each(?))))"
)


def changed(conn: apsw.Connection, excluded: Sequence[str], limit: int, after: str = "") -> list[Share]:
    """Return shared memories that may have changed since they were sent, in the order of ids, beginning `after`
    one. `excluded`: projects."""
    rows = conn.execute(
        f"SELECT memory_id, wanted, quote, shared_at, sent, {_LAST} FROM team_share t WHERE {_CHANGED} "
        "AND memory_id > ? ORDER BY memory_id LIMIT ?",
        (records.to_json(list(excluded)), after, limit),
    )
    return [
        Share(ident, bool(wanted), bool(quote), at, sent, last)
        for ident, wanted, quote, at, sent, last in rows
    ]


def not_shared_yet(conn: apsw.Connection) -> int:
    """Return the number of memories that `share_new` would share."""
    return int(
        records.value(
            conn,
            "SELECT count(*) FROM memory m JOIN team_project p ON m.scope_id = p.path "
            f"WHERE {_NEW} AND m.id NOT IN (SELECT memory_id FROM team_share)",
        )
    )


LOST = "?"
"""Instead of a hash: it is not known what the server has."""


def sending(conn: apsw.Connection, ids: Sequence[str]) -> None:
    """Note that the server may have memories from now on."""
    for part in records.chunks(ids):
        query = db.TeamShare.update(sent=LOST, looked=-1)
        db.run(conn, query.where(db.TeamShare.memory_id.in_(part)))


def was_sent(conn: apsw.Connection, some: Iterable[tuple[str, str, int]]) -> None:
    """Note what the server has of memories: each id, the hash of what was sent, and its last event then."""
    conn.executemany("UPDATE team_share SET sent = ?2, looked = ?3 WHERE memory_id = ?1", list(some))


def begin(conn: apsw.Connection, name: str, epoch: str, *, again: bool) -> None:
    """Note a history of the server. `again`: it is another one, so that all is sent and read again."""
    set_own(conn, name=name, epoch=epoch, position="")
    if again:
        conn.execute("UPDATE team_share SET sent = ?, looked = -1", (LOST,))
        conn.execute("UPDATE team_memory SET revision = 0")


# -- memories of others --


def shared(conn: apsw.Connection, ids: Sequence[str]) -> list[tuple[str, str, int, bool]]:
    """Return (id, author, time, whether it is sent) of those of the memories that are in the team; the author
    of own ones is ''."""
    return [
        (ident, author, at, bool(sent))
        for part in records.chunks(ids)
        for ident, author, at, sent in conn.execute(
            "SELECT memory_id, '', shared_at, sent != '' FROM team_share "
            f"WHERE wanted AND memory_id IN ({records.marks(part)}) "
            "UNION ALL SELECT memory_id, author, shared_at, 1 FROM team_memory "
            f"WHERE NOT repeats AND memory_id IN ({records.marks(part)})",
            (*part, *part),
        )
    ]


def quote(conn: apsw.Connection, ident: str) -> list[dict[str, Any]]:
    """Return the quotes that came with a memory."""
    query = db.TeamMemory.select(db.TeamMemory.quote).where(db.TeamMemory.memory_id == ident)
    row = db.run(conn, query).fetchone()
    return [] if row is None else msgspec.json.decode(row[0], type=list[dict[str, Any]])


def received(conn: apsw.Connection, ids: Sequence[str]) -> dict[str, tuple[int, bool]]:
    """Return the revision of others' memories that was last seen, and whether each repeats one that is here."""
    return {
        ident: (revision, bool(repeats))
        for part in records.chunks(ids)
        for ident, revision, repeats in conn.execute(
            f"SELECT memory_id, revision, repeats FROM team_memory WHERE memory_id IN ({records.marks(part)})",
            part,
        )
    }


def put_received(conn: apsw.Connection, some: Iterable[tuple[str, str, int, int, str, bool]]) -> None:
    """Note others' memories: id, author, revision, time, quotes as JSON, and whether it repeats another one."""
    conn.executemany(
        "INSERT OR REPLACE INTO team_memory (memory_id, author, revision, shared_at, quote, repeats) "
        "VALUES (?,?,?,?,?,?)",
        list(some),
    )


def drop_received(conn: apsw.Connection, ids: Sequence[str]) -> None:
    for part in records.chunks(ids):
        db.run(conn, db.TeamMemory.delete().where(db.TeamMemory.memory_id.in_(part)))


class Here(NamedTuple):
    """A memory with the id of one that comes. `told`: its text and details."""

    row: int
    source: str
    status: str
    told: tuple[str, dict[str, Any]]


def here(conn: apsw.Connection, ids: Sequence[str]) -> dict[str, Here]:
    """Return those of the memories that are here."""
    return {
        ident: Here(row, source, status, (content, records.from_json(details)))
        for part in records.chunks(ids)
        for ident, row, source, status, content, details in conn.execute(
            "SELECT id, row, source, status, content, details FROM memory "
            f"WHERE id IN ({records.marks(part)})",
            part,
        )
    }


def said(conn: apsw.Connection, folds: Sequence[str]) -> set[tuple[str, str]]:
    """Return the folded text and the project of the living memories of projects that say one of these."""
    return {
        (fold, place)
        for part in records.chunks(folds)
        for fold, place in conn.execute(
            f"SELECT fold, scope_id FROM memory WHERE fold IN ({records.marks(part)}) "
            "AND scope = 'project' AND status IN ('active', 'pending')",
            part,
        )
    }


def all_received(conn: apsw.Connection) -> list[int]:
    """Return the rows of all memories of others that are here."""
    return [row for (row,) in conn.execute("SELECT row FROM memory WHERE source = 'team'")]


# -- projects --


def device(conn: apsw.Connection) -> str:
    """Return the id of this installation."""
    return str(records.value(conn, f"SELECT {events.OWN_DEVICE}"))


def keys(conn: apsw.Connection) -> dict[str, str]:
    """Return the keys of projects by their folders here; of several keys of a folder its repository's."""
    found = [*projects.keyed_paths(conn).items(), *chosen(conn).items()]
    return {
        path: key
        for key, path in sorted(found, key=lambda one: (one[0].startswith(identity.REPOSITORY), one[0]))
    }


def paths(conn: apsw.Connection) -> dict[str, str]:
    """Return the folders of projects here, by key."""
    return projects.keyed_paths(conn) | chosen(conn)


def chosen(conn: apsw.Connection) -> dict[str, str]:
    return dict(db.run(conn, db.TeamProject.select(db.TeamProject.key, db.TeamProject.path)))


def everything_of(conn: apsw.Connection) -> set[str]:
    """Return the folders of the projects of which everything new is shared."""
    table = db.TeamProject
    query = table.select(table.path).where(table.since.is_null(False))
    return {path for (path,) in db.run(conn, query)}


def set_everything(conn: apsw.Connection, key: str, path: str, since: int | None) -> None:
    table = db.TeamProject
    db.run(conn, table.update(since=None).where(table.path == path))
    query = table.insert(key=key, path=path, since=since)
    db.run(conn, query.on_conflict(conflict_target=[table.key], update={"path": path, "since": since}))


def set_path(conn: apsw.Connection, key: str, path: str) -> None:
    """Note that a project of the team is in this folder here."""
    table = db.TeamProject
    query = table.insert(key=key, path=path)
    db.run(conn, query.on_conflict(conflict_target=[table.key], update={"path": path}))
    projects.move(conn, key, path)


def counts(conn: apsw.Connection) -> dict[str, tuple[int, int]]:
    """Return the numbers of own shared memories and of others' living ones, by folder (or key without one)."""
    found: dict[str, tuple[int, int]] = {}
    for column, sql in enumerate((
        "SELECT m.scope_id, count(*) FROM team_share t JOIN memory m ON m.id = t.memory_id "
        "WHERE t.wanted AND m.scope_id IS NOT NULL GROUP BY 1",
        "SELECT scope_id, count(*) FROM memory WHERE source = 'team' AND status IN ('active', 'pending') "
        "AND scope_id IS NOT NULL GROUP BY 1",
    )):  # fmt: skip
        for path, count in conn.execute(sql):
            before = found.get(path, (0, 0))
            found[path] = (count, before[1]) if column == 0 else (before[0], count)
    return found
