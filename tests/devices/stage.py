"""Several devices of one person, each with a real home and its own clock."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from arbor_desktop.devices import merging
from arbor_desktop.devices.keyring import KeyStore
from arbor_desktop.devices.model import Changes
from arbor_desktop.devices.operations import Devices
from arbor_desktop.devices.queries import group, log
from arbor_desktop.devices.rules import FIELDS
from arbor_desktop.memories.model import Memory
from arbor_desktop.projects import queries as projects
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock

MINE = 3


class Machine:
    """A device. What it tells is kept in `told`; `hear` takes in what another one told."""

    def __init__(self, service: MemoryService, clock: ManualClock, name: str) -> None:
        self.service, self.clock, self.name = service, clock, name
        self.told: list[Changes] = []
        self.rt = service._rt
        self.rt.db.write(lambda c: group.set_own(c, id=name))

    def tell(self) -> None:
        def write(conn: Any) -> Changes:
            merging.prepare(
                conn, [p for p in projects.places(conn) if self.rt.is_excluded(p)], self.rt.by("devices")
            )
            found, through = merging.outgoing(conn, everything=False)
            merging.sent(conn, found, through, len(self.told) + 1)
            return found

        found = self.rt.db.write(write)
        if found.anything:
            self.told.append(found)

    def hear(self, came: Changes) -> None:
        self.tell()
        self.rt.db.write(lambda c: merging.receive(c, came, self.rt.by("devices")))

    # -- what is looked at --

    def state(self) -> dict[str, Any]:
        """Return all that must be the same on every device."""
        return self.rt.db.read(self._state)

    def _state(self, conn: Any) -> dict[str, Any]:
        kept = log.kept_back(conn)
        ids = [ident for (ident,) in conn.execute("SELECT id FROM memory") if ident not in kept]
        rows = log.rows(conn, ids)
        conflicts = set()
        for ident, status, decision in conn.execute("SELECT row, status, decision FROM conflict").fetchall():
            members = conn.execute(
                "SELECT m.id FROM conflict_member JOIN memory m ON m.row = memory WHERE conflict = ?",
                (ident,),
            )
            names = tuple(sorted(one for (one,) in members))
            if not kept & set(names):
                conflicts.add((names, status.replace("pending_user_review", "unresolved"), decision))
        return {
            "memories": {ident: {name: rows[ident][name] for name in FIELDS} for ident in sorted(rows)},
            "conflicts": sorted(conflicts, key=str),
        }

    def memories(self) -> list[Memory]:
        found = self.rt.db.read(lambda c: [i for (i,) in c.execute("SELECT id FROM memory ORDER BY id")])
        return self.service.get_many(found)

    def named(self, content: str) -> Memory:
        return next(one for one in self.memories() if one.content == content)


@contextmanager
def machines(
    folder: Path, count: int = MINE, *, hours_off: tuple[float, ...] = ()
) -> Iterator[list[Machine]]:
    """Open several devices, whose clocks are off by so many hours."""
    with ExitStack() as stack:
        found = []
        for number in range(count):
            clock = ManualClock()
            clock.advance(days=(hours_off[number] if number < len(hours_off) else 0) / 24)
            home = folder / f"home-{number}"
            home.mkdir(parents=True, mode=0o700)
            service = stack.enter_context(MemoryService.open(home, clock=clock))
            service.settings.set("conflicts.detect", False)
            found.append(Machine(service, clock, f"device{number}"))
        yield found


def exchange(some: list[Machine]) -> None:
    """Have all devices tell each other everything, until nothing is new."""
    heard = {(one.name, other.name): 0 for one in some for other in some}
    for _ in range(20):
        for one in some:
            one.tell()
        quiet = True
        for one in some:
            for other in some:
                if one is not other:
                    for changes in other.told[heard[one.name, other.name] :]:
                        one.hear(changes)
                        quiet = False
                    heard[one.name, other.name] = len(other.told)
        if quiet:
            return
    raise AssertionError("the devices never come to rest")


class Keyring:
    """A keyring in memory."""

    def __init__(self) -> None:
        self.kept: dict[str, str] = {}

    def get(self, account: str) -> str | None:
        return self.kept.get(account)

    get_quietly = get

    def set(self, account: str, key: str) -> None:
        self.kept[account] = key

    def delete(self, account: str) -> None:
        self.kept.pop(account, None)


def devices_of(machine: Machine) -> Devices:
    return Devices(machine.rt, KeyStore(Keyring()))


def join(one: Devices, other: Devices, folder: Path, name: str = "other") -> None:
    """Pair two devices; the first begins the group if there is none."""
    place = None if one.folder else folder
    code, _ = one.pair(place, "first" if place else None)
    other.join(folder, code, name)
    one.sync()


def sync_all(*some: Devices) -> None:
    """Sync until every device has what all others have."""
    for _ in range(3):
        for one in some:
            one.sync()


def edit_apart(one: Machine, other: Machine, folder: Path) -> tuple[Devices, Devices]:
    """Pair two devices, named larch and rowan, and edit the same memory on both before they sync."""
    first, second = devices_of(one), devices_of(other)
    code, _ = first.pair(folder, "larch")
    second.join(folder, code, "rowan")
    ident = one.service.store(
        "Failed deliveries stop after 5 tries", type="fact", scope="project", scope_id="/srv/api"
    ).id
    sync_all(first, second)
    one.service.update(ident, content="Failed deliveries stop after 8 tries")
    other.service.update(ident, content="Failed deliveries stop after 12 tries, then alert")
    sync_all(first, second)
    return first, second
