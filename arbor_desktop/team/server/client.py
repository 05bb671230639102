"""A connection to the server of a team, and every statement that is sent over it."""

from __future__ import annotations

import re
import select
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import psycopg
from psycopg import conninfo

from arbor_desktop.errors import InvalidInput
from arbor_desktop.memories.queries import records
from arbor_desktop.team.model import (
    REMOVED,
    VERSION,
    Found,
    Member,
    Position,
    Refused,
    Role,
    Unreachable,
)
from arbor_desktop.text.sentence import Sentence

_FIRM = {
    "connect_timeout": "5", "keepalives_idle": "30", "keepalives_interval": "10", "keepalives_count": "3",
    "application_name": "arbor",
}  # fmt: skip
_FIELDS = {
    "id": "uuid", "project_key": "text", "project_name": "text", "content": "text", "type": "text",
    "category": "text", "details": "jsonb", "tags": "jsonb", "technology": "text", "branch": "text",
    "quote": "jsonb", "confidence": "real", "created_at": "bigint", "expires_at": "bigint",
}  # fmt: skip
_NAMES = ", ".join(_FIELDS)
_CHANGED = ", ".join(name for name in _FIELDS if name != "id")
_COMPARED = ", ".join(name for name in _FIELDS if name not in ("id", "confidence"))
_PUT = (
    f"INSERT INTO arbor.memory AS m ({_NAMES}) SELECT {_NAMES} FROM jsonb_to_recordset(%s::jsonb) "
    f"AS given ({', '.join(f'{name} {kind}' for name, kind in _FIELDS.items())}) "
    # Another device of this person may have shared it.
    "WHERE NOT EXISTS (SELECT 1 FROM arbor.memory o "
    "WHERE o.id = given.id AND o.author <> (SELECT arbor.me())) "
    f"ON CONFLICT (id) DO UPDATE SET ({_CHANGED}, withdrawn) = "
    f"ROW ({', '.join(f'excluded.{name}' for name in _FIELDS if name != 'id')}, false) "
    f"WHERE m.withdrawn OR ({', '.join(f'm.{name}' for name in _COMPARED.split(', '))}) "
    f"IS DISTINCT FROM ({', '.join(f'excluded.{name}' for name in _COMPARED.split(', '))})"
)
_REFUSED = re.compile(
    r"authentication failed|pg_hba|not permitted to log in|does not exist|certificate|SSL|channel binding|"
    r"no password supplied",
    re.IGNORECASE,
)
_LOCAL = ("", "localhost", "127.0.0.1", "::1")


class Row(NamedTuple):
    """A memory as the server has it. `details`, `tags` and `quote`: JSON; times in milliseconds."""

    id: str
    author: str
    revision: int
    withdrawn: bool
    updated_at: int
    project_key: str
    content: str
    type: str
    category: str
    details: str
    tags: str
    technology: str
    branch: str
    quote: str
    confidence: float
    created_at: int
    expires_at: int | None
    changed: int


_MS = "(extract(epoch FROM {0}) * 1000)::bigint"
_READ = (
    f"SELECT id::text, author::text, revision, withdrawn, {_MS.format('updated_at')}, project_key, content, "
    "type, category, details::text, tags::text, technology, branch, quote::text, confidence::float8, "
    "created_at, expires_at, changed::text::bigint FROM arbor.memory "
    "WHERE (changed, id) > (%s::text::xid8, %s::uuid) AND author <> %s::uuid ORDER BY changed, id LIMIT %s"
)


class Hello(NamedTuple):
    """What the server says first. `member`: None if this login is no member's. `settled`: all transactions
    before it are done."""

    member: str | None
    epoch: str
    settled: int


class Server:
    """An open connection. Every method is one transaction. Raises Unreachable, Refused, and InvalidInput
    where the server does not take a value."""

    def __init__(self, conn: psycopg.Connection[tuple[Any, ...]]) -> None:
        self._conn = conn

    def hello(self) -> Hello:
        row = self._row(
            "SELECT set_config('statement_timeout', '60s', false), arbor.me()::text, arbor.epoch(), "
            "pg_snapshot_xmin(pg_current_snapshot())::text::bigint"
        )
        return Hello(*row[1:])

    def team(self) -> tuple[str, int]:
        """Return the team's name, and the version of the schema."""
        name, version = self._row("SELECT name, version FROM arbor.team")
        return shown(name), int(version)

    def members(self, since: int) -> list[Member]:
        """Return the members of whom anything changed since a transaction."""
        rows = self._conn.execute(
            f"SELECT id::text, name, role, shares, {_MS.format('last_change')}, removed_at IS NOT NULL, "
            "joined_at IS NULL FROM arbor.member WHERE changed >= %s::text::xid8 ORDER BY id",
            [str(since)],
        )
        return [
            Member(ident, shown(name), Role(role), shares, at, removed=removed, invited=invited)
            for ident, name, role, shares, at, removed, invited in rows
        ]

    def changes(self, after: Position, me: str, limit: int) -> list[Row]:
        """Return the next changes of other members."""
        rows = self._conn.execute(_READ, [str(after.changed), after.id, me, limit])
        return [Row(*row) for row in rows]

    def put(self, rows: Sequence[dict[str, Any]], withdrawn: Sequence[str]) -> None:
        """Share memories, or share them again as they are now, and withdraw others."""
        with _translated(), self._conn.transaction():
            if rows:
                self._conn.execute(_PUT, [records.to_json(rows)])
            if withdrawn:
                self._conn.execute(
                    "UPDATE arbor.memory SET withdrawn = true "
                    "WHERE id = ANY(%s::uuid[]) AND author = (SELECT arbor.me()) AND NOT withdrawn",
                    [list(withdrawn)],
                )

    def search(self, words: str, limit: int) -> list[Found]:
        rows = self._conn.execute(
            f"SELECT id::text, text, type, project, author, {_MS.format('updated_at')} "
            "FROM arbor.search(%s, %s)",
            [words, limit],
        )
        return [Found(*row) for row in rows]

    # -- membership --

    def invite(self, name: str, role: str, password: str, *, again: bool) -> str:
        """Make a login with a password, for a new member or the one of this name. Return its name."""
        values = (name, role, self._verifier(password), again)
        return str(self._row("SELECT arbor.invite(%s, %s, %s, %s)", *values)[0])

    def own(self) -> list[str]:
        """Return the ids of the memories that this member shares."""
        sql = "SELECT id::text FROM arbor.memory WHERE author = (SELECT arbor.me()) AND NOT withdrawn"
        return [ident for (ident,) in self._conn.execute(sql)]

    def join(self, name: str | None, password: str) -> None:
        """Take over the login of this connection, with a new password."""
        self._row("SELECT arbor.accept(%s, %s)", name, self._verifier(password))

    def set_role(self, member: str, role: str) -> None:
        self._row("SELECT arbor.set_role(%s::uuid, %s)", member, role)

    def remove(self, member: str, *, withdraw: bool) -> None:
        self._row("SELECT arbor.remove(%s::uuid, %s)", member, withdraw)

    def leave(self) -> None:
        self._row("SELECT arbor.leave()")

    def _verifier(self, password: str) -> str:
        """Return what the server stores of a password, which itself is never sent."""
        made = self._conn.pgconn.encrypt_password(password.encode(), b"", b"scram-sha-256")
        return made.decode()

    # -- the schema --

    def create(self, name: str, my_name: str) -> None:
        """Make the schema of a new team, whose owner is this login; nothing if it is a member there."""
        with self._conn.transaction():
            if self._row("SELECT to_regnamespace('arbor') IS NOT NULL")[0]:
                if self._row("SELECT arbor.me() IS NOT NULL")[0]:
                    return
                raise InvalidInput("This database has a team already. Use another database.", field="url")
            if self._row("SELECT current_setting('server_version_num')::integer")[0] < 150000:
                raise InvalidInput("The server must be PostgreSQL 15 or newer.", field="url")
            self._conn.execute(Path(__file__).with_name("001.sql").read_bytes())
            self._conn.execute("INSERT INTO arbor.team (name, version) VALUES (%s, %s)", [name, VERSION])
            self._conn.execute(
                "INSERT INTO arbor.member (name, login, role, invited, joined_at) "
                "VALUES (%s, session_user, 'owner', false, now())",
                [my_name],
            )

    # -- waiting --

    def listen(self) -> None:
        """Have the server say when anything changes, which `changed` notices."""
        self._conn.execute("LISTEN arbor")

    def wait(self, wake: int, seconds: float) -> bool:
        """Wait until the server says that somebody changed something, or there is something to read from
        `wake`. Return False in that case."""
        ends = time.monotonic() + seconds
        while not self._others_spoke() and (left := ends - time.monotonic()) > 0:
            if wake in select.select([self._conn.fileno(), wake], [], [], left)[0]:
                return False
        return True

    def _others_spoke(self) -> bool:
        speakers = {one.pid for one in self._conn.notifies(timeout=0)}
        return bool(speakers - {self._conn.info.backend_pid})

    def _row(self, sql: str, *values: Any) -> tuple[Any, ...]:
        row = self._conn.execute(sql, values).fetchone()
        assert row is not None
        return row


@contextmanager
def connected(server: dict[str, str], password: str) -> Iterator[Server]:
    """Connect to a server, given by the names of libpq. Raises Unreachable, Refused, InvalidInput."""
    with _translated():
        conn = psycopg.connect(address(server | _FIRM, password), autocommit=True, prepare_threshold=None)
        try:
            yield Server(conn)
        finally:
            conn.close()


@contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except psycopg.errors.InsufficientPrivilege as error:
        raise Refused(Sentence("The team's server refused: {why}", why=_said(error))) from error
    except (psycopg.DataError, psycopg.IntegrityError, psycopg.errors.NoDataFound) as error:
        if error.diag.constraint_name == "member_name":
            raise InvalidInput(Sentence("Another member has this name."), field="name") from error
        raise InvalidInput(Sentence("The team's server refused: {why}", why=_said(error))) from error
    except (psycopg.errors.UndefinedTable, psycopg.errors.InvalidSchemaName) as error:
        raise Refused(Sentence("This database has no team.")) from error
    except psycopg.Error as error:
        if isinstance(error, psycopg.OperationalError) and not _REFUSED.search(str(error)):
            why = _said(error)
            raise Unreachable(Sentence("The team's server does not respond: {why}", why=why)) from error
        if "not permitted to log in" in str(error):
            raise Refused(REMOVED) from error
        raise Refused(Sentence("The team's server refused: {why}", why=_said(error))) from error


def _said(error: psycopg.Error) -> str:
    """Return the reason in the server's words, without the address."""
    first = (str(error).strip().splitlines() or [type(error).__name__])[0]
    return error.diag.message_primary or re.split(r"failed: |FATAL: ", first)[-1].strip()


def address(server: dict[str, str], password: str) -> str:
    """Return the address of a server with a password, as libpq reads it."""
    return conninfo.make_conninfo("", password=password, **server)


def shown(name: str) -> str:
    """Return a name that somebody else chose, without signs that a terminal might obey."""
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in name)


def split(url: str) -> tuple[dict[str, str], str]:
    """Return the address of a server by the names of libpq, and the password. To a server elsewhere, the
    connection is encrypted and the server proves that it knows the password, unless the address says
    otherwise. Raises InvalidInput."""
    wrong = InvalidInput("Write the address like postgresql://user:password@host/database.", field="url")
    try:
        parts = {name: str(value) for name, value in conninfo.conninfo_to_dict(url).items()}
    except psycopg.ProgrammingError:
        raise wrong from None
    password = parts.pop("password", "")
    host = parts.get("host", "")
    elsewhere = host not in _LOCAL and not host.startswith("/")
    if not parts or (elsewhere and not password):
        raise wrong
    if elsewhere and "sslmode" not in parts:
        parts |= {"sslmode": "require", "channel_binding": "require"}
    return parts, password
