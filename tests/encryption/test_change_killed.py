"""A change of the encryption that is killed at any step: all memories are there, and nothing else is left."""

from __future__ import annotations

import random
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from arbor_desktop.encryption.keyfile import NewKey, new_key
from arbor_desktop.encryption.keys import Locked
from arbor_desktop.paths import Home
from arbor_desktop.service import MemoryService
from tests.encryption import stage

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="processes end otherwise here"),
]
ACTIONS = ("on", "off", "rekey")


class Homes:
    """A plain and an encrypted home to copy, and how many steps each change takes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.old, self.new = new_key(), new_key()
        plain = Home(folder / "plain")
        stage.fill(plain)
        with MemoryService.open(plain) as service:
            self.texts = stage.texts(service)
        shutil.copytree(plain.folder, folder / "encrypted")
        done = stage.change(Home(folder / "encrypted"), "on", key=None, new=self.old)
        assert done.returncode == 0, done.stderr
        self.steps = {action: self._counted(action) for action in ACTIONS}

    def copy(self, action: str, name: str) -> Home:
        kind = "plain" if action == "on" else "encrypted"
        return Home(shutil.copytree(self._folder / kind, self._folder / name))

    def change(self, home: Home, action: str, kill_at: int = 0) -> str:
        new: NewKey | None = None if action == "off" else self.new
        done = stage.change(home, action, key=self.old.key, new=new, kill_at=kill_at)
        assert done.returncode == (-signal.SIGKILL if kill_at else 0), done.stderr
        return done.stdout

    def _counted(self, action: str) -> int:
        home = self.copy(action, f"counted-{action}")
        return int(self.change(home, action))

    def opened(self, home: Home) -> MemoryService:
        """Open it with the new key, else the old one: a person has one of the two."""
        try:
            return MemoryService.open(home, key=self.new.key)
        except Locked:
            return MemoryService.open(home, key=self.old.key)


@pytest.fixture(scope="module")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Homes]:
    yield Homes(tmp_path_factory.mktemp("homes"))


@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.soak
def test_killed_at_any_step_nothing_is_lost_or_left(homes: Homes, action: str, seed: int) -> None:
    chance = random.Random(f"{action} {seed}")
    home = homes.copy(action, f"{action}-{seed}")
    homes.change(home, action, chance.randint(1, homes.steps[action]))
    if chance.random() < 0.3:  # and once more, while it is finished or undone
        stage.change(home, "rekey", key=homes.old.key, new=homes.new, kill_at=chance.randint(1, 40))
    with homes.opened(home) as service:
        assert stage.texts(service) == homes.texts
        assert len(service.search(stage.MARKER)) > 10
        assert service.verification.problems() == {"integrity": [], "index": [], "references": []}
        backups = [path for path, _, _ in service.backups.all()]
        service.restore_backup(next(path for path in backups if path.name.startswith("arbor-")))
        assert len(stage.texts(service)) == len(homes.texts) - 1
        encrypted = service.key is not None
        service.store("It can be written", type="fact")
    left = {path.name for path in home.folder.iterdir()}
    assert not {name for name in left if name.endswith((".new", ".old", "change.json"))}
    if encrypted:
        assert stage.with_marker(home) == []
    shutil.rmtree(home.folder)
