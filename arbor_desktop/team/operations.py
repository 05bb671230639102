"""Exchange of memories with a team, through a PostgreSQL server (docs/teams.md).

Every memory has one author, who alone changes it; the server has its newest version. An exchange may be
killed at any moment: what is to be sent is worked out anew from the memories, and what was read is stored in
the same transaction as the place where reading goes on.
"""

from __future__ import annotations

import base64
import secrets
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import filelock
import msgspec

from arbor_desktop.conflicts import duplicates
from arbor_desktop.database.connection import Connection
from arbor_desktop.editing.operations import finish_erasing
from arbor_desktop.editing.queries import purge
from arbor_desktop.encryption.secret_store import KeyNotFound, SecretStore
from arbor_desktop.errors import InvalidInput, NotFound
from arbor_desktop.maintenance.duplicates import as_new
from arbor_desktop.memories.checks import parse_enum
from arbor_desktop.memories.model import Memory, Source, Status
from arbor_desktop.memories.queries import memories, records
from arbor_desktop.projects import identity
from arbor_desktop.projects import queries as projects
from arbor_desktop.projects.names import folder_name
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.team import incoming, outbox
from arbor_desktop.team.exchange import Exchange
from arbor_desktop.team.model import (
    PROBLEMS,
    REMOVED,
    Check,
    Found,
    Member,
    NotInTeam,
    Refused,
    Report,
    Role,
    Shared,
    SharedProject,
    Similar,
    State,
    Unreachable,
)
from arbor_desktop.team.queries import local
from arbor_desktop.team.queries.local import Own
from arbor_desktop.text.sentence import Sentence

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from arbor_desktop.team.server.client import Server

NOT_VALID = Sentence(
    "This invitation was used, replaced, or has expired. Ask an owner of the team for a new one."
)
PREFIX = "arbor-team:"
LONGEST_NAME = 100
_INVITED = ("host", "hostaddr", "port", "dbname", "sslmode", "channel_binding")
"""The parts of the server's address that an invitation has: none that names a file."""


class Team:
    """Operations on the team. Those that need the server say so; all others are local and quick."""

    def __init__(self, runtime: Runtime, secrets: SecretStore | None = None) -> None:
        self._rt = runtime
        self._secrets = secrets or SecretStore()

    def state(self) -> State:
        return self._rt.db.read(self._state)

    def is_offline(self) -> bool:
        """Return whether the server is out of reach."""
        return self._rt.db.read(local.offline)

    def _state(self, conn: Connection) -> State:
        me = local.own(conn)
        settings = self._rt.settings
        usage = (settings.get("team.facts") == "active", settings.get("team.instructions") == "trusted")
        if me is None:
            return State(facts_active=usage[0], trusted_active=usage[1])
        members = local.members(conn)
        counts = local.counts(conn)
        return State(
            True, me.name, me.server.get("host", ""), members.get(me.member), tuple(members.values()),
            outbox.waiting(self._rt, conn, me.role), sum(received for _, received in counts.values()),
            me.reached_at, me.unreachable_since, me.refused, tuple(_projects(conn, counts)), *usage,
        )  # fmt: skip

    # -- membership: these ask the server --

    def create(self, url: str, name: str, my_name: str) -> State:
        """Begin a team in an empty database of a PostgreSQL server, as its owner; or go on with it there, as
        on a new computer. Raises InvalidInput, Unreachable, Refused, KeyNotFound."""
        from arbor_desktop.team.server import client

        self._refuse_second()
        server, password = client.split(url)
        with self._locked(), client.connected(server, password) as there:
            there.create(checked_name(name), checked_name(my_name))
            self._secrets.put(_account(server), password)
            self._enter(there, server)
        return self._first_sync()

    def invite(self, name: str, role: str = Role.MEMBER, *, again: bool = False) -> str:
        """Return a text with which one person joins, within a week. `again`: the member of this name, with a
        new computer or a lost password. Raises InvalidInput, Unreachable, Refused, NotInTeam,
        KeyNotFound."""
        kind = parse_enum(Role, role, "role")
        me = self._rt.db.read(_joined)
        password = secrets.token_urlsafe(24)
        with self._connected() as there:
            login = there.invite(checked_name(name), kind, password, again=again)
            members = there.members(0)
        self._rt.db.write(lambda c: local.put_members(c, members))
        self._rt.announce(status=True)
        given = {part: value for part, value in me.server.items() if part in _INVITED}
        told = given | {"user": login, "password": password, "team": me.name}
        return PREFIX + base64.urlsafe_b64encode(records.to_json(told).encode()).decode()

    def sql_login(self, name: str) -> str:
        """Return the database's address with the login of a new reader, for an SQL tool. Raises as
        `invite`."""
        from arbor_desktop.team.server import client

        server, password = _invitation(self.invite(name, Role.READER))
        with client.connected(server, password) as there:
            there.join(None, password)
        return client.address(server, password)

    def join(self, string: str, my_name: str | None = None) -> State:
        """Join the team that invited this person. The text works once; cut off, it can be used again here.
        Raises InvalidInput, Unreachable, Refused, KeyNotFound."""
        from arbor_desktop.team.server import client

        self._refuse_second()
        server, password = _invitation(string)
        name = checked_name(my_name) if my_name else None
        account = _account(server)
        with self._locked():
            own = self._secrets.get(account, ask=True) or secrets.token_urlsafe(24)
            self._secrets.put(account, own)
            try:
                with client.connected(server, password) as there:
                    there.join(name, own)
            except Refused as first:
                try:  # cut off, after the server took the new password?
                    with client.connected(server, own) as there:
                        there.team()
                except Refused:
                    self._secrets.drop(account)
                    if "password authentication" in str(first.message):
                        raise InvalidInput(NOT_VALID, field="invitation") from None
                    raise first from None
            with client.connected(server, own) as there:
                self._enter(there, server)
        return self._first_sync()

    def _enter(self, there: Server, server: dict[str, str]) -> None:
        hello = there.hello()
        if hello.member is None:
            raise Refused(REMOVED)
        name, members, own = there.team()[0], there.members(0), there.own()
        role = next(one.role for one in members if one.id == hello.member)

        def write(conn: Connection) -> None:
            local.forget(conn)
            local.enter(conn, name=name, server=server, member=hello.member, role=role.value)
            local.put_members(conn, members)
            for ident in local.here(conn, own):  # shared before, as the same member
                local.put_share(conn, ident, self._rt.clock(), quote=True)
            local.sending(conn, own)

        self._rt.db.write(write)

    def _first_sync(self) -> State:
        self.sync()
        return self.state()

    def leave(self) -> bool:
        """Leave the team: what others shared is deleted here, and what this person shared stays with them
        unless it was withdrawn before. Return whether the server was reached. Raises NotInTeam; InvalidInput
        where the last owner wants to leave."""
        me = self._rt.db.read(_joined)
        reached = True
        try:
            with self._connected() as there:
                there.leave()
        except (Unreachable, Refused, KeyNotFound):
            reached = False  # the server is gone, or this person there

        def write(conn: Connection) -> list[str]:
            gone = purge.erase_memories(conn, local.all_received(conn))
            local.forget(conn)
            return gone

        with self._locked():
            gone = self._rt.db.write(write)
            self._secrets.drop(_account(me.server))
        self._rt.announce(tuple(gone), status=True, conflicts=True, projects=True)
        finish_erasing(self._rt)
        return reached

    def remove(self, member: str, *, withdraw: bool = False) -> None:
        """Remove a member, given by id or name; `withdraw`: with all that they shared. Raises NotFound,
        InvalidInput, NotInTeam, Unreachable, Refused, KeyNotFound."""
        one = self._rt.db.read(lambda c: _named(c, member))
        with self._connected() as there:
            there.remove(one.id, withdraw=withdraw)
        self.sync()

    def set_role(self, member: str, role: str) -> None:
        """Give a member another role. Raises as `remove`."""
        kind = parse_enum(Role, role, "role")
        one = self._rt.db.read(lambda c: _named(c, member))
        with self._connected() as there:
            there.set_role(one.id, kind)
        self.sync()

    def search(self, words: str, limit: int = 20) -> list[Found]:
        """Return the memories of the team that a search on the server finds, best first. Raises NotInTeam,
        Unreachable, Refused, KeyNotFound."""
        if not 1 <= limit <= 1000:
            raise InvalidInput("limit must be between 1 and 1,000.", field="limit")
        with self._connected() as there:
            return there.search(words, limit)

    # -- the exchange --

    def sync(self, *, ask: bool = False) -> Report:
        """Send what is shared here, and store what others shared; `ask`: the keyring may ask the person.

        Raises NotInTeam, Unreachable, Refused, KeyNotFound; the state says so, too.
        """
        with self._connected(ask=ask) as there:
            return self.exchange(there)

    def exchange(self, there: Server) -> Report:
        """Do what `sync` does over an open connection."""
        with self._locked():
            self._learn_projects()
            done = Exchange(self._rt, there, self._rt.db.read(_joined))
            try:
                done.run()
            finally:
                ids = tuple(done.received)
                self._rt.announce(ids, status=True, conflicts=bool(ids), projects=bool(ids))
        self._note(None)
        if done.erased:
            finish_erasing(self._rt)
        return Report(done.sent, tuple(done.received), tuple(done.problems))

    @contextmanager
    def _connected(self, *, ask: bool = True) -> Iterator[Server]:
        """Connect to the server as this member."""
        me = self._rt.db.read(_joined)
        from arbor_desktop.team.server import client  # only a team needs PostgreSQL

        try:
            password = self._secrets.get(_account(me.server), ask=ask)
            if password is None:
                raise KeyNotFound(
                    Sentence(
                        "The keyring does not have the password of your team, as after copying Arbor's "
                        "folder to another computer. Leave the team, then join it with a new invitation."
                    )
                )
            with client.connected(me.server, password) as there:
                yield there
        except (Unreachable, Refused) as error:
            self._note(error)
            raise

    def connected(self) -> AbstractContextManager[Server]:
        """Connect to the server, for `exchange`; never asks the person. Raises Unreachable, Refused,
        NotInTeam, KeyNotFound."""
        return self._connected(ask=False)

    def _note(self, error: Unreachable | Refused | None) -> None:
        """Note whether the server is there, for the state."""
        now = self._rt.clock()

        def write(conn: Connection) -> bool:
            me = local.own(conn)
            if me is None:
                return False
            fields: dict[str, Any] = {"unreachable_since": None, "refused": ""}
            if isinstance(error, Unreachable):
                fields = {"unreachable_since": me.unreachable_since or now}
            elif error is not None:
                fields = {"unreachable_since": None, "refused": str(error.message)}
            changed = any(getattr(me, name) != value for name, value in fields.items())
            local.set_own(conn, **fields, **({"reached_at": now} if error is None else {}))
            return changed

        if self._rt.db.write(write):
            self._rt.announce(status=True)

    def _refuse_second(self) -> None:
        me = self._rt.db.read(local.own)
        if me is not None:
            raise InvalidInput(f"You belong to {me.name} already. To change that: arbor team leave")

    @contextmanager
    def _locked(self) -> Iterator[None]:
        with filelock.FileLock(self._rt.home.team_lock, mode=0o600):
            yield

    def waiting(self) -> int:
        """Return the number of changes to send."""

        def read(conn: Connection) -> int:
            return outbox.waiting(self._rt, conn, _joined(conn).role)

        return self._rt.db.read(read)

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
        problem = out.problem(memory, me.role)
        near = [] if problem else duplicates.find_near(conn, as_new(memory), by, team=True)
        texts = {one.id: one.near.content for one in near if one.near is not None}
        authors, names = local.shared(conn, list(texts)), local.members(conn)
        similar = next(
            (Similar(other, names[of].name, texts[other]) for other, of, *_ in authors if of in names), None
        )
        return Check(
            ident, memory.content, memory.type, folder_name(memory.scope_id), memory.tags,
            tuple(out.quotes(memory)), problem, _is_personal(memory), similar, memory.category.value,
            memory.technology or "", memory.branch or "", memory.details,
        )  # fmt: skip

    def share(self, memory_id: str, quote: bool = True) -> None:
        """Share a memory; it is sent with the next exchange. `quote`: with the words that prove it. Raises
        InvalidInput with the reason if that can't be, NotFound, NotInTeam."""

        def write(conn: Connection) -> None:
            me = _joined(conn)
            memory = memories.get(conn, memory_id, self._rt.policy, self._rt.clock())
            problem = outbox.Outgoing(self._rt, conn).problem(memory, me.role)
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
                if memory.status is Status.PENDING and incoming.is_planted(memory.content):
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


def checked_name(name: str) -> str:
    """Return the name of a team or a person. Raises InvalidInput."""
    name = " ".join(name.split())
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise InvalidInput(f"A name has 1 to {LONGEST_NAME} characters.", field="name")
    return name


def _account(server: dict[str, str]) -> str:
    """Return the name under which the keyring has the password."""
    return "team {user}@{host}:{port}/{dbname}".format_map(defaultdict(str, server))


def _invitation(string: str) -> tuple[dict[str, str], str]:
    """Return the server's address and the password of an invitation. Raises InvalidInput."""
    try:
        text = "".join(string.split()).removeprefix(PREFIX)
        given = msgspec.json.decode(base64.urlsafe_b64decode(text), type=dict[str, str])
        server = {part: given[part] for part in (*_INVITED, "user") if part in given}
        return server, given["password"]
    except (ValueError, KeyError):  # also what msgspec and base64 raise
        raise InvalidInput("This is not an invitation to a team.", field="string") from None


def _joined(conn: Connection) -> Own:
    me = local.own(conn)
    if me is None:
        raise NotInTeam(Sentence("There is no team. To join one: arbor team join"))
    return me


def _named(conn: Connection, member: str) -> Member:
    _joined(conn)
    found = local.members(conn).values()
    there = [one for one in found if member in (one.id, one.name) and not one.removed]
    if not there:
        raise NotFound(f"The team has no member {member}.", id=member)
    if len(there) > 1:
        ids = ", ".join(one.id for one in there)
        raise InvalidInput(f"Several members have the name {member}. Name one by its id: {ids}", id=member)
    return there[0]


def _projects(conn: Connection, counts: dict[str, tuple[int, int]]) -> list[SharedProject]:
    keys, everything = local.keys(conn), local.everything_of(conn)
    places = sorted(
        {*counts, *everything, *local.chosen(conn).values()},
        key=lambda path: (folder_name(path).casefold(), path),
    )
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
