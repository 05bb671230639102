"""People of a team, each with a real home, on a real server."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from arbor_desktop.encryption.secret_store import SecretStore
from arbor_desktop.memories.model import Memory
from arbor_desktop.service import MemoryService
from arbor_desktop.team.operations import Team
from tests.conftest import ManualClock
from tests.devices.stage import Keyring
from tests.team.postgres import Postgres, postgres

__all__ = ["Person", "people", "postgres", "team_of", "until"]
PATIENCE = 60.0


class Person:
    """Somebody with Arbor. `project`: their clone of the team's repository."""

    def __init__(self, folder: Path, name: str, clock: ManualClock) -> None:
        self.name, self.home, self.clock, self.keyring = name, folder / name, clock, Keyring()
        self.home.mkdir(parents=True, mode=0o700)
        git = folder / f"{name}-api" / ".git"
        git.mkdir(parents=True)
        (git / "config").write_text('[remote "origin"]\n\turl = git@git.example:harbor/api.git\n')
        self.project = str(git.parent)
        self.open()

    def open(self) -> None:
        self.service = MemoryService.open(self.home, clock=self.clock)
        self.service.settings.set("conflicts.detect", False)
        self.team = Team(self.service._rt, SecretStore(self.keyring))
        vars(self.service)["team"] = self.team  # the part, with a keyring in memory

    def close(self) -> None:
        self.service.close()

    def says(self, text: str, **fields: Any) -> str:
        """Store a memory of the project. Return its id."""
        given = {"type": "fact", "scope": "project", "scope_id": self.project} | fields
        return self.service.store(text, **given).id

    def shares(self, text: str, **fields: Any) -> str:
        ident = self.says(text, **fields)
        self.team.share(ident)
        self.team.sync()
        return ident

    def works_here(self) -> None:
        """Have Arbor know the project."""
        self.says(f"{self.name} works here")

    def has(self, ident: str) -> Memory | None:
        found = self.service.get_many([ident])
        return found[0] if found else None

    def texts(self) -> set[str]:
        """Return what others shared with this person, of any status."""
        page = self.service.query(sources="team", status="all", limit=100_000, sort="created")
        return {memory.content for memory in page.memories}


def until(true: Callable[[], bool], every: float = 0.02) -> None:
    """Wait until something is true, looking every so many seconds."""
    ends = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < ends, "it did not happen"
        time.sleep(every)


@contextmanager
def people(folder: Path, *names: str) -> Iterator[list[Person]]:
    clock = ManualClock()
    with ExitStack() as stack:
        found = [Person(folder, name, clock) for name in names]
        for one in found:
            stack.callback(lambda one=one: one.close())  # type: ignore[misc]
        yield found


@contextmanager
def team_of(
    postgres: Postgres, folder: Path, request: pytest.FixtureRequest, *names: str
) -> Iterator[list[Person]]:
    """Let people make a team in a database of its own: the first is its owner."""
    name = "t_" + re.sub(r"\W+", "_", request.node.name)[:40].strip("_").lower()
    url = postgres.database(name)
    with people(folder, *names) as found:
        found[0].team.create(url, "Harbor", found[0].name)
        for one in found[1:]:
            one.team.join(found[0].team.invite(one.name))
        for one in found:
            one.works_here()
            one.team.sync()
        yield found
