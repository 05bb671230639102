"""A team on a PostgreSQL of its own: changes out and in beside bare statements, many members, and the time
from one person's share to another's database."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psycopg

from arbor_desktop.ids import new_id
from arbor_desktop.service import MemoryService
from arbor_desktop.team import outbox
from arbor_desktop.team.operations import _invitation
from arbor_desktop.team.server import client
from arbor_desktop.team.watcher import LEAST_SECONDS, TeamWatcher
from tests.benchmarks.data import SEED, Stores
from tests.benchmarks.measure import Result, timed
from tests.benchmarks.sizes import Sizes
from tests.team.postgres import Postgres, why_not
from tests.team.stage import Person, until

AT_ONCE = 500
AT_A_TIME = 10
"""Members that send at the same time."""
VERSIONS = 20
"""Changes of each memory."""
_COLUMNS = "id, project_key, project_name, content, type, category, details, tags, created_at, confidence"


def team(sizes: Sizes, stores: Stores) -> Iterator[Result]:
    """Yield nothing where PostgreSQL is not installed."""
    if why_not():
        return
    server = Postgres(safe=True)
    try:
        with TemporaryDirectory(prefix="arbor-team-") as folder:
            yield from _team(server, Path(folder), sizes)
    finally:
        server.close()


def _team(server: Postgres, folder: Path, sizes: Sizes) -> Iterator[Result]:
    clock = lambda: time.time_ns() // 1_000_000  # noqa: E731
    owner, other = (Person(folder, name, clock) for name in ("owner", "other"))
    try:
        owner.team.create(server.url(), "Measured", "Owner")
        other.team.join(owner.team.invite("Other"))
        yield from _out_and_in(server, owner, other, sizes)
        yield from _many(server, owner, folder, sizes)
        yield from _latency(owner, other, sizes)
    finally:
        owner.close()
        other.close()


def _out_and_in(server: Postgres, owner: Person, other: Person, sizes: Sizes) -> Iterator[Result]:
    count = sizes.team_changes
    _say(owner.service, owner.project, count)
    owner.service._rt.db.write(
        lambda c: c.execute("INSERT INTO team_share (memory_id, shared_at) SELECT id, 0 FROM memory")
    )
    rows = _rows_of(owner)
    sent = timed(owner.team.sync)
    bare = {"INSERT": _inserted(server, rows), "COPY": _copied(server, rows)}
    for name, floor in bare.items():
        yield Result(
            f"team: {count:,} changes out", (sent / count * 1000,), None, (floor / count * 1000,),
            f"bare {name} of the same rows", "µs a change", _rate(count, sent),
        )  # fmt: skip
    came = timed(other.team.sync)
    yield Result(
        f"team: {count:,} changes in", (came / count * 1000,), None, (bare["COPY"] / count * 1000,),
        "bare COPY of the same rows", "µs a change", _rate(count, came),
    )  # fmt: skip
    assert len(other.texts()) == count


def _say(service: MemoryService, project: str, count: int) -> None:
    """Store so many facts of a project."""
    service.store_many(
        {
            "content": f"The service {number} runs on port {number} with {number % 7} replicas",
            "type": "fact", "scope": "project", "scope_id": project, "tags": ["ports"],
        }
        for number in range(count)
    )  # fmt: skip


def _rows_of(owner: Person) -> list[dict[str, Any]]:
    """Return what is to be sent."""
    owner.team._learn_projects()
    rt = owner.service._rt
    return rt.db.read(lambda c: outbox.collect(rt, c, -1)).rows


def _bare(server: Postgres, name: str) -> psycopg.Connection[Any]:
    conn = psycopg.connect(server.url())
    conn.execute(
        f"CREATE TABLE public.{name} (id uuid PRIMARY KEY, project_key text, project_name text, "
        "content text, type text, category text, details jsonb, tags jsonb, created_at bigint, "
        "confidence real)"
    )
    return conn


def _values(row: dict[str, Any]) -> list[Any]:
    found = [row[name] for name in _COLUMNS.split(", ")]
    return [json.dumps(one) if isinstance(one, dict | list) else one for one in found]


def _inserted(server: Postgres, rows: list[dict[str, Any]]) -> float:
    with _bare(server, "inserted") as conn:
        marks = ", ".join(["%s"] * len(_COLUMNS.split(", ")))
        statement = f"INSERT INTO public.inserted ({_COLUMNS}) VALUES ({marks})"

        def insert() -> None:
            for start in range(0, len(rows), AT_ONCE):
                conn.cursor().executemany(statement, map(_values, rows[start : start + AT_ONCE]))
                conn.commit()

        return timed(insert)


def _copied(server: Postgres, rows: list[dict[str, Any]]) -> float:
    with _bare(server, "copied") as conn:

        def copy() -> None:
            with conn.cursor().copy(f"COPY public.copied ({_COLUMNS}) FROM STDIN") as into:
                for row in rows:
                    into.write_row(_values(row))
            conn.commit()

        return timed(copy)


def _rate(count: int, milliseconds: float) -> str:
    return f"{count / milliseconds * 1000:,.0f} a second"


def _many(server: Postgres, owner: Person, folder: Path, sizes: Sizes) -> Iterator[Result]:
    """Let many members change what they share over and over, and one more join and read it all."""
    members, changes = sizes.team_members, sizes.team_changes
    invitations = [_invitation(owner.team.invite(f"Member {number}")) for number in range(members)]
    began = time.perf_counter()
    with ThreadPoolExecutor(AT_A_TIME) as pool:
        last = list(pool.map(lambda one: _member(*one, changes), invitations))
    seconds = time.perf_counter() - began
    total = members * changes
    yield Result(
        f"team: {members} members, {changes:,} changes each", (seconds / total * 1e6,), unit="µs a change",
        note=f"{total / seconds:,.0f} a second through the server, {AT_A_TIME} sending at a time",
    )  # fmt: skip
    newcomer = Person(folder, "newcomer", owner.clock)
    try:
        took = timed(lambda: newcomer.team.join(owner.team.invite("Newcomer")))
        got = newcomer.texts()
        wanted = {text for texts in last for text in texts} | {
            memory.content for memory in owner.service.query(limit=100_000, sort="created").memories
        }
        yield Result(
            "team: a new member reads all", (took / len(got) * 1000,), unit="µs a memory",
            note=f"{len(got):,} memories, {_rate(len(got), took)}; lost: {len(wanted - got)}",
        )  # fmt: skip
        assert got == wanted
    finally:
        newcomer.close()


def _member(address: dict[str, str], password: str, changes: int) -> list[str]:
    """Join, and change own memories over and over. Return their last texts."""
    name = address["user"][-6:]
    chance = random.Random(SEED)
    rows = [
        {
            "id": new_id(1), "project_key": f"repo example.org/{name}", "project_name": name, "content": "",
            "type": "fact", "category": "facts", "details": {}, "tags": ["ports"], "technology": "",
            "branch": "", "expires_at": None, "quote": [], "confidence": 1.0, "created_at": 1,
        }
        for _ in range(max(1, changes // VERSIONS))
    ]  # fmt: skip
    with client.connected(address, password) as there:
        there.join(None, password)
        done = 0
        while done < changes:
            some = rows[done % len(rows) :][: min(AT_ONCE, changes - done)]
            for row in some:
                port = chance.randint(1, 65535)
                row["content"] = f"The service {row['id'][-6:]} of {name} runs on port {port} since {done}"
            there.put(some, [])
            done += len(some)
    return [row["content"] for row in rows if row["content"]]


def _latency(owner: Person, other: Person, sizes: Sizes) -> Iterator[Result]:
    """Measure from a person's click to the other one's database, over both watchers."""
    for one in (owner, other):
        one.team.sync()
    watchers = [TeamWatcher(one.service._rt, one.team) for one in (owner, other)]
    samples = []
    try:
        for one in watchers:
            one.start()
        until(lambda: all(one._connected for one in watchers))
        for number in range(sizes.team_shares):
            ident = owner.says(f"The clock {number} is on wall {number}")
            time.sleep(2 * LEAST_SECONDS)
            began = time.perf_counter()
            owner.team.share(ident)
            until(lambda ident=ident: other.has(ident) is not None, every=0.002)  # type: ignore[misc]
            samples.append((time.perf_counter() - began) * 1000)
    finally:
        for one in watchers:
            one.close()
    yield Result("team: from a share to another's database", tuple(samples))
