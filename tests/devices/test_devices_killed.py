"""Devices whose folder delays, doubles, reorders, cuts and renames files, and that are killed."""

from __future__ import annotations

import random
import shutil
from contextlib import suppress
from pathlib import Path

import pytest

from arbor_desktop.devices import folder as files
from arbor_desktop.devices import merging
from arbor_desktop.devices.operations import Devices
from arbor_desktop.errors import ArborError
from tests.devices.stage import Machine, devices_of, join, machines, sync_all

ROUNDS = 60


class Killed(BaseException):
    """The process ends here."""


class Courier:
    """Another program that synchronizes two folders, badly until `repair`."""

    def __init__(self, one: Path, other: Path, rng: random.Random) -> None:
        self.folders, self.rng = (one, other), rng
        self.known: dict[str, tuple[bytes, bytes]] = {}

    def carry(self, *, badly: bool) -> None:
        for source, target in (self.folders, self.folders[::-1]):
            names = [
                path for path in source.iterdir() if not path.name.startswith(".") and "copy" not in path.name
            ]
            self.rng.shuffle(names)
            for path in names:
                there, data = target / path.name, path.read_bytes()
                mine = path.name.split("-to-")[0].split("-")[0].split(".")[0]
                if (mine in self.own(target)) or (there.exists() and there.read_bytes() == data):
                    continue
                if not badly:
                    there.write_bytes(data)
                    continue
                match self.rng.randrange(5):
                    case 0:
                        continue  # later
                    case 1:
                        there.write_bytes(data[: self.rng.randrange(len(data))])
                    case 2:
                        there.write_bytes(data)
                        (target / f"{path.stem} (conflicted copy){path.suffix}").write_bytes(data)
                    case 3:
                        (target / f"{path.stem} copy {self.rng.randrange(9)}{path.suffix}").write_bytes(data)
                    case _:
                        there.write_bytes(data)
            for path in target.iterdir():  # what its device deleted
                mine = path.name.split("-")[0].split(".")[0]
                if mine in self.own(source) and not (source / path.name).exists() and "copy" not in path.name:
                    path.unlink()

    def own(self, folder: Path) -> set[str]:
        return {folder.name}


@pytest.mark.soak
def test_a_bad_folder_and_kills_lose_nothing(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(seed)
    shared = tmp_path / "shared"
    shared.mkdir()
    with machines(tmp_path, 2, hours_off=(0, 24)) as some:
        first, second = map(devices_of, some)
        join(first, second, shared)
        folders = []
        for devices in (first, second):  # from here on each has a copy of the folder
            own = tmp_path / devices._own().id
            shutil.copytree(shared, own)
            devices._set(folder=str(own))
            folders.append(own)
        courier = Courier(folders[0], folders[1], rng)
        said: list[str] = []
        for number in range(ROUNDS):
            machine, devices = rng.choice(((some[0], first), (some[1], second)))
            machine.clock.advance(seconds=rng.randrange(100))
            _change(machine, f"Statement {number} is true", said, rng)
            _sync_or_die(devices, rng, monkeypatch)
            courier.carry(badly=True)
        for _ in range(4):
            courier.carry(badly=False)
            sync_all(first, second)
        assert some[0].state() == some[1].state()
        for machine in some:
            assert {one.content for one in machine.memories()} >= set(said)
        problems = [*first.sync().problems, *second.sync().problems]
        assert not [one for one in problems if "clock" not in one], problems


def _change(machine: Machine, text: str, said: list[str], rng: random.Random) -> None:
    found = machine.memories()
    if found and rng.random() < 0.4:
        memory = rng.choice(found)
        machine.service.add_tags([memory.id], [f"tag{rng.randrange(9)}"])
    else:
        machine.service.store(text, type="fact")
        said.append(text)


def _sync_or_die(devices: Devices, rng: random.Random, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sync, and perhaps end at one of the steps between two commits."""
    with monkeypatch.context() as patch:
        if rng.random() < 0.4:
            owner, name = rng.choice(
                (
                    (files, "write"),
                    (files, "remove"),
                    (merging, "sent"),
                    (merging, "receive"),
                    (files, "write_card"),
                )
            )
            whole = getattr(owner, name)

            def die(*args: object, **options: object) -> object:
                if rng.random() < 0.5:
                    whole(*args, **options)
                raise Killed

            patch.setattr(owner, name, die)
        with suppress(Killed, ArborError):
            devices.sync()
