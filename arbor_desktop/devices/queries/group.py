"""This device, the others of its group, their segments, and values that are the same on all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import apsw
import msgspec

from arbor_desktop import database as db
from arbor_desktop.devices.model import Register
from arbor_desktop.memories.queries import records
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.text.sentence import Sentence


@dataclass(frozen=True, slots=True)
class Own:
    """This device. `folder` is empty if it is in no group; see `database.models.DeviceSelf`."""

    id: str
    former: tuple[str, ...]
    name: str
    folder: str
    group_id: str
    sent: int
    number: int
    written: int
    rewrite: bool
    synced_at: int | None
    problems: tuple[Sentence, ...]

    @property
    def ids(self) -> tuple[str, ...]:
        return (self.id, *self.former)


@dataclass(frozen=True, slots=True)
class Device:
    """Another device. `seen`: the last segment that it has read, by device."""

    id: str
    name: str
    public_key: str
    seen_at: int | None = None
    seen: dict[str, int] | None = None
    removed: bool = False


def own(conn: apsw.Connection) -> Own:
    table = db.DeviceSelf
    fields = [getattr(table, name) for name in Own.__slots__]
    row = dict(zip(Own.__slots__, db.run(conn, table.select(*fields)).fetchone(), strict=True))
    problems = (Sentence(template, **values) for template, values in msgspec.json.decode(row["problems"]))
    read = {"former": tuple(msgspec.json.decode(row["former"])), "problems": tuple(problems)}
    return Own(**row | read | {"rewrite": bool(row["rewrite"])})


def set_own(conn: apsw.Connection, **fields: Any) -> None:
    db.run(conn, db.DeviceSelf.update(**fields))


def devices(conn: apsw.Connection) -> dict[str, Device]:
    """Return the devices of the group, also removed ones, by id."""
    fields = [getattr(db.Device, name) for name in Device.__slots__]
    rows = db.run(conn, db.Device.select(*fields).order_by(db.Device.name, db.Device.id))
    return {
        ident: Device(ident, name, key, at, msgspec.json.decode(seen), bool(removed))
        for ident, name, key, at, seen, removed in rows
    }


def put_device(conn: apsw.Connection, one: Device) -> None:
    fields = {name: getattr(one, name) for name in Device.__slots__} | {"seen": one.seen or {}}
    db.run(conn, db.Device.insert(**fields).on_conflict_replace())


def forget_group(conn: apsw.Connection) -> None:
    """Delete what belongs to the group. All changes count as this device's own from now on."""
    former = {*own(conn).former, own(conn).id, *devices(conn)}
    for table in (db.Device, db.DeviceSegment, db.DeviceRegister):
        db.run(conn, table.delete())
    db.run(conn, db.DeviceWithdrawn.update(number=None).where(db.DeviceWithdrawn.number != 0))
    set_own(
        conn,
        former=sorted(former),
        folder="",
        group_id="",
        sent=0,
        number=0,
        written=0,
        rewrite=False,
        synced_at=None,
        problems=[],
    )


# -- segments that were read --


def segments(conn: apsw.Connection) -> dict[str, list[tuple[int, int]]]:
    """Return (number, first) of the segments that were read, by device, in order."""
    table = db.DeviceSegment
    found: dict[str, list[tuple[int, int]]] = {}
    query = table.select(table.device, table.number, table.first).order_by(table.device, table.number)
    for device, number, first in db.run(conn, query):
        found.setdefault(device, []).append((number, first))
    return found


def read_through(read: Iterable[tuple[int, int]]) -> tuple[int, list[int]]:
    """Return the number through which a device's segments were read without a gap, and the ends of later ones.

    `read`: (number, first) of each, in order.
    """
    through, beyond = 0, []
    for number, first in read:
        if first <= through + 1:
            through = max(through, number)
        elif number > through:
            beyond.append(number)
    return through, beyond


def was_read(conn: apsw.Connection, device: str, number: int, first: int) -> None:
    """Note that a segment was read; a snapshot (`first` 0) stands for all before it."""
    table = db.DeviceSegment
    if first == 0:
        db.run(conn, table.delete().where(table.device == device, table.number < number))
    db.run(conn, table.insert(device=device, number=number, first=first).on_conflict_replace())


# -- registers --


def registers(conn: apsw.Connection, prefix: str = "") -> dict[str, Register]:
    table = db.DeviceRegister
    query = table.select(table.key, table.value, table.clock, table.device)
    query = query.where(table.key.startswith(prefix)) if prefix else query
    return {row[0]: Register(*row) for row in db.run(conn, query)}


def unsent(conn: apsw.Connection) -> list[Register]:
    table = db.DeviceRegister
    query = table.select(table.key, table.value, table.clock, table.device).where(table.sent == 0)
    return [Register(*row) for row in db.run(conn, query.order_by(table.key))]


def registers_sent(conn: apsw.Connection, some: Iterable[Register]) -> None:
    table = db.DeviceRegister
    for one in some:
        db.run(conn, table.update(sent=True).where((table.key == one.key) & (table.clock == one.clock)))


def put_register(conn: apsw.Connection, one: Register, *, sent: bool) -> None:
    query = db.DeviceRegister.insert(
        key=one.key, value=one.value, clock=one.clock, device=one.device, sent=sent
    )
    db.run(conn, query.on_conflict_replace())


def drop_registers(conn: apsw.Connection, keys: Iterable[str]) -> None:
    for part in records.chunks(list(keys)):
        db.run(conn, db.DeviceRegister.delete().where(db.DeviceRegister.key.in_(part)))
