"""Many members who change, share and withdraw at random, while clients and the server are killed."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from arbor_desktop.encryption.secret_store import KeyNotFound
from arbor_desktop.errors import ArborError
from arbor_desktop.memories.model import Privacy, Status
from arbor_desktop.team import incoming, outbox
from arbor_desktop.team.model import Unreachable
from arbor_desktop.team.queries import local
from arbor_desktop.team.server.client import Server
from tests.team.postgres import Postgres
from tests.team.stage import Person, postgres, team_of

__all__ = ["postgres"]
pytestmark = pytest.mark.slow
PLACES: list[tuple[Any, str]] = [
    (Server, "put"), (Server, "changes"), (local, "was_sent"), (local, "put_received"), (incoming, "take"),
    (outbox, "collect"), (local, "put_members"),
]  # fmt: skip


class Killed(BaseException):
    """The process is gone."""


@contextmanager
def killed(chance: random.Random, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Kill the client at one place of an exchange, before or after what happens there."""
    owner, name = chance.choice(PLACES)
    after, left = chance.random() < 0.5, chance.randint(0, 2)
    real: Callable[..., Any] = getattr(owner, name)

    def dies(*args: Any, **kwargs: Any) -> Any:
        nonlocal left
        left -= 1
        if left < 0 and not after:
            raise Killed
        result = real(*args, **kwargs)
        if left < 0:
            raise Killed
        return result

    with monkeypatch.context() as patch:
        patch.setattr(owner, name, dies)
        with suppress(Killed):
            yield


class Crowd:
    """Members who do things at random. `shared`: what each thinks that the others have."""

    def __init__(self, members: list[Person], chance: random.Random) -> None:
        self.members, self.chance = members, chance
        self.number = 0

    def text(self) -> str:
        self.number += 1
        return f"The service {self.number} runs on port {8000 + self.number}"

    def act(self, who: Person) -> None:
        mine = who.service.query(sources="user_stated", status="all", scope="project", limit=1000).memories
        one = self.chance.choice(mine)
        actions: list[Callable[[], object]] = [
            lambda: who.team.share(who.says(self.text())),
            lambda: who.team.share(who.says(self.text())),
            lambda: who.service.update(one.id, content=self.text()),
            lambda: who.service.update(one.id, content=self.text()),
            lambda: who.service.update(one.id, tags=[self.chance.choice("abc")]),
            lambda: who.team.withdraw(one.id),
            lambda: who.team.share(one.id),
            lambda: who.service.delete(one.id),
            lambda: who.service.restore(one.id),
            lambda: who.service.update(one.id, privacy_level=self.chance.choice(list(Privacy))),
            lambda: who.service.purge([one.id]) if len(mine) > 3 else None,
            lambda: who.service.archive(one.id),
        ]
        with suppress(ArborError):  # it is not possible just now
            self.chance.choice(actions)()

    def expected(self, who: Person) -> dict[str, tuple[str, tuple[str, ...]]]:
        """Return what the others must have of a member, as its own memories say."""
        ids = [
            ident
            for (ident,) in who.service._rt.db.read(
                lambda c: c.execute("SELECT memory_id FROM team_share WHERE wanted").fetchall()
            )
        ]
        return {
            memory.id: (memory.content, memory.tags)
            for memory in who.service.get_many(ids)
            if memory.status not in (Status.DELETED, Status.REJECTED, Status.SUPERSEDED)
            and memory.privacy_level in (Privacy.NORMAL, Privacy.ALWAYS_INCLUDE)
        }

    def settle(self) -> None:
        for _ in range(2):
            for one in self.members:
                one.team.sync()

    def check(self) -> None:
        """Every member has exactly what the others share."""
        for one in self.members:
            wanted: dict[str, tuple[str, tuple[str, ...]]] = {}
            for other in self.members:
                if other is not one:
                    wanted |= self.expected(other)
            page = one.service.query(sources="team", status="all", limit=10_000, sort="created")
            got = {memory.id: (memory.content, memory.tags) for memory in page.memories}
            owners = {ident: other for other in self.members for ident in self.expected(other)}
            assert got.keys() <= wanted.keys(), (one.name, got.keys() - wanted.keys())
            for ident in wanted:
                if got.get(ident) != wanted[ident]:
                    # What was archived before it could be sent is as the others had it.
                    memory = owners[ident].service.get(ident)
                    assert memory.status is Status.ARCHIVED, (one.name, got.get(ident), memory)


@pytest.mark.soak
def test_nothing_is_lost(
    postgres: Postgres,
    tmp_path: Path,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
    seed: int,
) -> None:
    chance = random.Random(seed)
    with team_of(postgres, tmp_path, request, "a", "b", "c", "d", "e") as members:
        crowd = Crowd(members, chance)
        for step in range(240):
            who = chance.choice(members)
            crowd.act(who)
            if chance.random() < 0.3:
                if chance.random() < 0.4:
                    with killed(chance, monkeypatch):
                        who.team.sync()
                    who.close()
                    who.open()
                else:
                    who.team.sync()
            if step % 60 == 59:
                postgres.stop("immediate")
                with suppress(Unreachable):
                    who.team.sync()
                postgres.start()
            who.clock.advance(days=0.01)
        crowd.settle()
        crowd.check()


@pytest.mark.soak
def test_a_killed_process_loses_nothing(
    postgres: Postgres, tmp_path: Path, request: pytest.FixtureRequest, seed: int
) -> None:
    chance = random.Random(seed)
    with team_of(postgres, tmp_path, request, "maya", "jonas") as (maya, jonas):
        ((account, password),) = maya.keyring.kept.items()
        maya.close()
        said = set()
        command = [sys.executable, "-m", "tests.team.child", maya.home, maya.project, account, password]
        for round in range(4):
            child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
            assert child.stdout is not None
            for _ in range(chance.randint(1, 12)):
                said.add(child.stdout.readline().strip())
            time.sleep(chance.random() * 0.05)
            if round == 2:
                postgres.stop("immediate")
            child.kill()
            said |= set(child.stdout.read().split())
            child.wait()
            child.stdout.close()
            if round == 2:
                postgres.start()
        said.discard("")
        maya.clock = jonas.clock
        maya.open()
        maya.team.sync()
        jonas.team.sync()
        assert said
        assert all(jonas.has(ident) for ident in said)
        assert jonas.texts() == {memory.content for memory in maya.service.get_many(list(said))}


def test_a_restored_server_gets_everything_again(
    postgres: Postgres, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """A backup of the server is older than what its members know."""
    with team_of(postgres, tmp_path, request, "maya", "jonas") as (maya, jonas):
        old = maya.shares("The API runs on port 8080")
        gone = maya.shares("The API has one replica")
        jonas.team.sync()
        me = maya.service._rt.db.read(local.own)
        assert me is not None
        database = me.server["dbname"]
        backup = postgres.dump(database)
        maya.service.update(old, content="The API runs on port 9090")
        new = maya.shares("The worker has two replicas")
        maya.team.withdraw(gone)
        maya.team.sync()
        jonas.team.sync()
        postgres.restore(database, backup)
        for _ in range(2):
            maya.team.sync()
            jonas.team.sync()
        assert jonas.texts() == {"The API runs on port 9090", "The worker has two replicas"}
        assert jonas.has(new) is not None and jonas.has(gone) is None


def test_away_for_long_and_back(postgres: Postgres, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    with team_of(postgres, tmp_path, request, "maya", "jonas") as (maya, jonas):
        own = [jonas.says(f"The job {number} runs at night") for number in range(30)]
        for ident in own:
            jonas.team.share(ident)
        jonas.close()
        ids = [maya.shares(f"The host {number} has {number} disks") for number in range(40)]
        for number, ident in enumerate(ids[:20]):
            maya.service.update(ident, content=f"The host {number} has no disks left")
        for ident in ids[20:30]:
            maya.team.withdraw(ident)
        maya.team.sync()
        maya.clock.advance(days=60)
        jonas.open()
        report = jonas.team.sync()
        assert report.sent == 30 and len(report.received) == 30
        assert {one for one in jonas.texts() if "left" in one} == {
            f"The host {number} has no disks left" for number in range(20)
        }
        maya.team.sync()
        assert len(maya.texts()) == 30


def test_a_transaction_that_commits_late_is_not_missed(
    postgres: Postgres, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    with team_of(postgres, tmp_path, request, "maya", "jonas", "priya") as (maya, jonas, priya):
        late = maya.says("The late service runs on port 1")
        maya.team.share(late)
        batch = maya.service._rt.db.read(lambda c: outbox.collect(maya.service._rt, c, 10))
        with maya.team.connected() as there:
            conn = there._conn
            with conn.transaction():
                there.put(batch.rows, [])
                soon = priya.shares("The early service runs on port 2")
                assert jonas.team.sync().received == (soon,)
                assert jonas.team.sync().received == ()
            assert jonas.team.sync().received == (late,)


def test_the_same_memory_on_two_devices_of_one_person(
    postgres: Postgres, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Both devices have it from each other, and only one shares it."""
    with team_of(postgres, tmp_path, request, "desk", "laptop", "jonas") as (desk, laptop, jonas):
        ident = desk.shares("The API runs on port 8080")
        memory = desk.service.get(ident)
        past = {"id": ident, "created_at": memory.created_at}
        laptop.service._memories.import_all(
            [laptop.service._memories.checked(memory.content, type="fact", scope="project",
                                              scope_id=laptop.project, past=past)],
            laptop.service._rt.by("user"), merge=False,
        )  # fmt: skip
        laptop.team.share(ident)
        laptop.team.sync()
        jonas.team.sync()
        assert laptop.team.state().waiting == 0
        assert jonas.team.of([ident])[ident].author == "desk"
        assert laptop.service.get(ident).source.value == "user_stated"


def test_a_keyring_without_the_password(
    postgres: Postgres, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    with team_of(postgres, tmp_path, request, "maya") as (maya,):
        maya.keyring.kept.clear()
        with pytest.raises(KeyNotFound):
            maya.team.sync()
