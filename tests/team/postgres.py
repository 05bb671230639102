"""A real PostgreSQL of its own: in a folder, on a socket and a port of this computer."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

USERS = ("postgres", "nobody")
"""Users of whom one runs the server where root runs the tests: it refuses to run as root."""


def programs() -> Path | None:
    """Return the folder of PostgreSQL's programs, if it is installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"), key=lambda one: int(one.parts[4]))
    there = shutil.which("pg_ctl")
    path = found[-1] if found else Path(there).resolve() if there else None
    return path.parent if path and (path.parent / "initdb").exists() else None


def why_not() -> str:
    """Return why no server can be started here; empty if one can."""
    if programs() is None:
        return "PostgreSQL is not installed: python3 -m tests --install-postgres"
    if os.name != "posix" or (os.geteuid() == 0 and _user() is None):
        return "there is no user to run PostgreSQL as"
    return ""


def _user() -> str | None:
    names = {one.pw_name for one in pwd.getpwall()}
    return next((name for name in USERS if name in names), None)


class Postgres:
    """A server; `url` is that of a role that may create logins and owns the database `arbor`."""

    def __init__(self, *, safe: bool = False) -> None:
        """`safe`: everything is on the disk when the server says so, which tests need not wait for."""
        # Not pytest's folder: another user must get in, and a socket's path is short.
        self.folder = Path(tempfile.mkdtemp(prefix="arbor-pg-", dir="/tmp"))
        self.data = self.folder / "data"
        self.port = _free_port()
        self._as: dict[str, object] = {}
        if os.geteuid() == 0:
            entry = pwd.getpwnam(_user() or "")
            os.chown(self.folder, entry.pw_uid, entry.pw_gid)
            self._as = {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
        password = self.folder / "password"
        password.write_text("admin")
        self._run(
            "initdb", "-D", self.data, "-U", "postgres", "-A", "scram-sha-256", "--pwfile", password,
            "--no-sync", "-E", "UTF8", "--locale=C",
        )  # fmt: skip
        with (self.data / "postgresql.conf").open("a") as file:
            file.write(
                f"port = {self.port}\nlisten_addresses = '127.0.0.1'\n"
                f"unix_socket_directories = '{self.folder}'\n"
                f"fsync = {'on' if safe else 'off'}\nmax_connections = 200\nlogging_collector = off\n"
            )
        self.start()
        self.database("arbor")

    def database(self, name: str) -> str:
        """Make a database whose owner may create logins. Return its address."""
        with self.admin() as conn:
            conn.execute(f"CREATE ROLE {name}_owner LOGIN CREATEROLE PASSWORD 'owner'")
            conn.execute(f"CREATE DATABASE {name} OWNER {name}_owner")
        return self.url(f"{name}_owner", "owner", name)

    def url(self, user: str = "arbor_owner", password: str = "owner", database: str = "arbor") -> str:
        return f"postgresql://{user}:{password}@127.0.0.1:{self.port}/{database}"

    @contextmanager
    def admin(self, database: str = "postgres"):  # type: ignore[no-untyped-def]
        import psycopg

        with psycopg.connect(self.url("postgres", "admin", database), autocommit=True) as conn:
            yield conn

    def start(self) -> None:
        self._run("pg_ctl", "-D", self.data, "-l", self.folder / "log", "-w", "-t", "60", "start")

    def stop(self, mode: str = "fast") -> None:
        """`mode`: "fast", or "immediate" as if it was killed."""
        self._run("pg_ctl", "-D", self.data, "-w", "-m", mode, "stop")

    def dump(self, database: str) -> Path:
        """Back up a database. Return the file."""
        file = self.folder / f"{database}.dump"
        self._run("pg_dump", "-Fc", "-f", file, self.url("postgres", "admin", database))
        return file

    def restore(self, database: str, file: Path) -> None:
        """Replace a database by its backup."""
        with self.admin() as conn:
            conn.execute(f"DROP DATABASE {database} WITH (FORCE)")
            conn.execute(f"CREATE DATABASE {database} OWNER {database}_owner")
        self._run("pg_restore", "-d", self.url("postgres", "admin", database), file)

    def close(self) -> None:
        if (self.data / "postmaster.pid").exists():
            self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self, program: str, *arguments: object) -> None:
        folder = programs()
        assert folder is not None
        done = subprocess.run(
            [folder / program, *map(str, arguments)], text=True, cwd=self.folder,
            stdout=subprocess.PIPE if program == "initdb" else subprocess.DEVNULL, stderr=subprocess.STDOUT,
            env={"PATH": os.environ["PATH"], "LC_ALL": "C"}, timeout=120, check=False, **self._as,
        )  # fmt: skip
        if done.returncode:
            raise RuntimeError(
                f"{program} failed: {done.stdout or (self.folder / 'log').read_text()[-2000:]}"
            )


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    """A running server; the tests of a module share it, each with databases of its own."""
    if reason := why_not():
        pytest.skip(reason)
    server = Postgres()
    yield server
    server.close()
