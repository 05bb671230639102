"""Exchange of memories with a team, through a PostgreSQL server (docs/teams.md).

Every memory has one author, who alone changes it; the server has its newest version. An exchange may be
killed at any moment: what is to be sent is worked out anew from the memories, and what was read is stored in
the same transaction as the place where reading goes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from arbor_desktop.conflicts import duplicates
from arbor_desktop.database.connection import Connection
from arbor_desktop.errors import InvalidInput, NotFound
from arbor_desktop.extraction.with_model import evidence
from arbor_desktop.maintenance.duplicates import as_new
from arbor_desktop.memories.model import Memory, Source, Status
from arbor_desktop.memories.queries import memories
from arbor_desktop.projects import identity
from arbor_desktop.projects import queries as projects
from arbor_desktop.projects.names import folder_name
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.team import outbox
from arbor_desktop.team.model import (
    PROBLEMS,
    Check,
    Member,
    NotInTeam,
    Role,
    Shared,
    SharedProject,
    Similar,
    State,
)
from arbor_desktop.team.queries import local
from arbor_desktop.team.queries.local import Own
from arbor_desktop.text.sentence import Sentence


class Team:
    """Operations on the team. Those that need the server say so; all others are local and quick."""

    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime

    def state(self) -> State:
        return self._rt.db.read(self._state)

    def _state(self, conn: Connection) -> State:
        me = local.own(conn)
        settings = self._rt.settings
        usage = (settings.get("team.facts") == "active", settings.get("team.instructions") == "trusted")
        if me is None:
            return State(facts_active=usage[0], trusted_active=usage[1])
        members = local.members(conn)
        counts = local.counts(conn)
        return State(
            True, me.name, urlsplit(me.url).hostname or "", members.get(me.member), tuple(members.values()),
            outbox.waiting(self._rt, conn, me.role), sum(received for _, received in counts.values()),
            me.reached_at, me.unreachable_since, me.refused, tuple(_projects(conn, counts)), *usage,
        )  # fmt: skip

    # -- own memories --

    def check(self, memory_id: str) -> Check:
        """Return what the others get of a memory, and why it can't be shared if so. Raises NotFound,
        NotInTeam."""
        return self._rt.db.read(lambda c: self._check(c, memory_id))

    def _check(self, conn: Connection, ident: str) -> Check:
        me = _joined(conn)
        by = self._rt.by("user")
        memory = memories.get(conn, ident, by.policy, by.now)
        out = outbox.Outgoing(self._rt, conn)
        problem = out.problem(memory)
        if not problem and memory.status is not Status.ACTIVE:
            problem = "not_active"
        if me.role == Role.READER:
            problem = "reader"
        near = duplicates.find_near(conn, as_new(memory), by) if not problem else ()
        authors = local.shared(conn, [one.id for one in near if one.id != ident])
        names = local.members(conn)
        texts = {one.id: one.near.content for one in near if one.near is not None}
        similar = next(
            (Similar(other, names[of].name, texts[other]) for other, of, *_ in authors if of in names), None
        )
        return Check(
            ident, memory.content, memory.type, folder_name(memory.scope_id), memory.tags,
            tuple(out.quotes(ident)), problem, _is_personal(memory), similar,
        )  # fmt: skip

    def share(self, memory_id: str, quote: bool = True) -> None:
        """Share a memory; it is sent with the next exchange. `quote`: with the words that prove it. Raises
        InvalidInput with the reason if that can't be, NotFound, NotInTeam."""

        def write(conn: Connection) -> None:
            problem = self._check(conn, memory_id).problem
            if problem:
                raise InvalidInput(PROBLEMS[problem], field="memory", problem=problem)
            local.put_share(conn, memory_id, self._rt.clock(), quote=quote)

        self._learn_projects()
        self._rt.db.write(write)
        self._rt.announce((memory_id,), status=True)

    def withdraw(self, memory_id: str) -> None:
        """Share a memory no longer: the others delete their copies. Raises NotFound, NotInTeam."""

        def write(conn: Connection) -> None:
            _joined(conn)
            if not any(author == "" for _, author, *_ in local.shared(conn, [memory_id])):
                raise NotFound(f"You don't share a memory {memory_id}.", id=memory_id)
            local.end_shares(conn, [memory_id])

        self._rt.db.write(write)
        self._rt.announce((memory_id,), status=True)

    def share_project(self, path: str | Path, on: bool = True) -> None:
        """Share every new memory of a project, but for those that are sensitive or “Never share”; or only
        single ones from now on. Raises InvalidInput, NotInTeam."""
        folder = _folder(path)
        self._learn_projects(folder)

        def write(conn: Connection) -> None:
            me = _joined(conn)
            kind = projects.kinds(conn).get(folder, ("", ""))[0]
            for problem, found in (
                ("reader", me.role == Role.READER),
                ("excluded", self._rt.is_excluded(folder)),
                ("private_project", kind == "private"),
            ):
                if on and found:
                    raise InvalidInput(PROBLEMS[problem], field="project", problem=problem)
            key = local.keys(conn)[folder]
            local.set_everything(conn, key, folder, self._rt.clock() if on else None)

        self._rt.db.write(write)
        self._rt.announce(projects=True, status=True)

    def set_project(self, key: str, path: str | Path) -> None:
        """Say that a project of the team is in this folder. Raises InvalidInput, NotFound, NotInTeam."""
        folder = _folder(path)

        def write(conn: Connection) -> None:
            _joined(conn)
            if key not in identity.unknown(conn) and key not in local.chosen(conn):
                raise NotFound(f"No project of the team has the key {key}.", id=key)
            local.set_path(conn, key, folder)

        self._rt.db.write(write)
        self._rt.announce(projects=True, status=True)

    # -- memories of others --

    def of(self, ids: Sequence[str]) -> dict[str, Shared]:
        """Return those of the memories that are in the team, by id."""

        def read(conn: Connection) -> dict[str, Shared]:
            me, names = local.own(conn), local.members(conn)
            if me is None:
                return {}
            found = {}
            theirs = []
            for ident, author, at, sent in local.shared(conn, ids):
                one = names.get(author or me.member)
                found[ident] = Shared(
                    one.name if one else "", author or me.member, not author,
                    one is not None and one.trusted, at, not sent,
                )  # fmt: skip
                if author:
                    theirs.append(ident)
            for memory in memories.get_many(conn, theirs, self._rt.policy, self._rt.clock()):
                if memory.status is Status.PENDING and evidence.commands(memory.content):
                    found[memory.id] = replace(found[memory.id], planted=True)
            return found

        return self._rt.db.read(read)

    def quote(self, memory_id: str) -> list[dict[str, Any]]:
        """Return the words that prove a memory of another member, each with `text`, `at` and `source`."""
        return self._rt.db.read(lambda c: local.quote(c, memory_id))

    def trust(self, member: str, on: bool = True) -> None:
        """Use instructions of a member, given by id or name, without review from now on. Raises NotFound,
        InvalidInput, NotInTeam."""

        def write(conn: Connection) -> None:
            one = _named(conn, member)
            if one.me:
                raise InvalidInput("You trust yourself already.", field="member")
            local.set_trusted(conn, one.id, on)

        self._rt.db.write(write)
        self._rt.announce(status=True)

    # -- parts of these --

    def _learn_projects(self, *also: str) -> None:
        """Note the keys of projects here; their folders are read outside a transaction."""
        device = self._rt.db.read(local.device)
        paths = {*also, *self._rt.db.read(identity.without_key)} - set(self._rt.db.read(local.keys))
        keys = {path: identity.key_of(path, device) for path in paths}
        if keys:
            self._rt.db.write(lambda c: identity.learn(c, keys))


def _joined(conn: Connection) -> Own:
    me = local.own(conn)
    if me is None:
        raise NotInTeam(Sentence("There is no team. To join one: arbor team join STRING"))
    return me


def _named(conn: Connection, member: str) -> Member:
    _joined(conn)
    found = [one for one in local.members(conn).values() if member in (one.id, one.name)]
    there = [one for one in found if not one.removed] or found
    if not there:
        raise NotFound(f"The team has no member {member}.", id=member)
    if len(there) > 1:
        ids = ", ".join(one.id for one in there)
        raise InvalidInput(f"Several members have the name {member}. Name one by its id: {ids}", id=member)
    return there[0]


def _projects(conn: Connection, counts: dict[str, tuple[int, int]]) -> list[SharedProject]:
    keys, everything = local.keys(conn), local.everything_of(conn)
    places = sorted({*counts, *everything}, key=lambda path: (folder_name(path).casefold(), path))
    return [
        SharedProject(
            keys.get(place, place), folder_name(place), "" if place.startswith(_KEYS) else place,
            place in everything, *counts.get(place, (0, 0)),
        )
        for place in places
    ]  # fmt: skip


_KEYS = (identity.REPOSITORY, identity.FOLDER)


def _is_personal(memory: Memory) -> bool:
    from arbor_desktop.redaction.redactor import screen  # the rules are read with the first text

    return memory.source is not Source.TEAM and screen(True).clean([memory.content])[0] != memory.content


def _folder(path: str | Path) -> str:
    folder = Path(path).expanduser().resolve()
    if not folder.is_dir():
        raise InvalidInput(f"There is no folder {folder}.", field="path")
    return str(folder)
