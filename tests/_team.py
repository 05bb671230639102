"""A team as its server would have told of it, for tests of the window that need no server."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from uuid import uuid4

from arbor_desktop.database.connection import Connection
from arbor_desktop.projects import identity
from arbor_desktop.service import MemoryService
from arbor_desktop.team import incoming
from arbor_desktop.team.model import Member, Role
from arbor_desktop.team.queries import local
from arbor_desktop.team.server.client import Row

MEMBERS = (
    Member("1", "Maya Lindqvist", Role.OWNER, 41),
    Member("2", "Jonas Weber", Role.MEMBER, 22),
    Member("3", "Priya Nair", Role.READER),
    Member("4", "Ada Kiln", Role.MEMBER, 9),
)
HOST = "arbor-db.harbor.example"


def enter(
    service: MemoryService, role: Role = Role.MEMBER, members: Iterable[Member] = MEMBERS, trusted: str = ""
) -> None:
    """Have a service belong to a team, as Ada Kiln. `trusted`: the id of a member that she trusts."""

    def write(conn: Connection) -> None:
        local.enter(conn, name="Harbor platform", server={"host": HOST}, member="4", role=role.value)
        local.put_members(conn, [replace(one, role=role) if one.id == "4" else one for one in members])
        if trusted:
            local.set_trusted(conn, trusted, True)

    service._rt.db.write(write)
    service._rt.announce(status=True)


def away(service: MemoryService, since: int) -> None:
    """Have the server be out of reach."""
    service._rt.db.write(lambda c: local.set_own(c, unreachable_since=since, reached_at=since - 60_000))
    service._rt.announce(status=True)


def receive(
    service: MemoryService,
    author: str,
    text: str,
    project: str,
    *,
    kind: str = "fact",
    quote: str = "",
    hours_ago: float = 1,
    ident: str = "",
    revision: int = 1,
    key: str = "",
) -> str:
    """Take a memory of another member, of the project in that folder here; with `key` of one without a
    folder. Return its id."""
    ident, now = ident or str(uuid4()), service._rt.clock()
    at = now - int(hours_ago * 3_600_000)
    quotes = [{"text": quote, "at": at, "source": "claude-code"}] if quote else []
    name = key or f"{identity.REPOSITORY}git.example/{Path(project).name}"
    row = Row(
        ident, author, revision, False, at, name, text, kind, "facts", "{}", "[]", "", "",
        json.dumps(quotes), 0.95, at, None, revision,
    )  # fmt: skip

    def write(conn: Connection) -> list[str]:
        names = local.members(conn)
        if not key:
            local.set_path(conn, name, project)
        read = incoming.read(service._rt, row, now, trusted=names[author].trusted)
        by = service._rt.by(incoming.ACTOR)
        return incoming.take(service._rt, conn, [read], local.paths(conn), by).changed

    changed = service._rt.db.write(write)
    service._rt.announce(tuple(changed), status=True)
    return ident
