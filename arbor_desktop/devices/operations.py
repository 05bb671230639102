"""Synchronization with the other devices of a person, through a folder (docs/devices.md).

A sync may be killed at any moment: what it reads is merged and noted in one transaction, and what it writes
comes from the log, which notes a segment as sent once it is on the disk.
"""

from __future__ import annotations

import json
import platform
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import field, replace
from pathlib import Path
from typing import Any, cast

import filelock

from arbor_desktop.clock import DAY_MS, to_iso
from arbor_desktop.database.connection import Connection
from arbor_desktop.devices import folder as files
from arbor_desktop.devices import merging, projects, registers, sealing
from arbor_desktop.devices.folder import Card, Found, Kind
from arbor_desktop.devices.keyring import KeyStore
from arbor_desktop.devices.queries import conflicts, group, log
from arbor_desktop.devices.queries.group import Device, Own
from arbor_desktop.devices.sealing import Grant, Keys, NotOpened
from arbor_desktop.editing.operations import finish_erasing
from arbor_desktop.encryption.secret_store import KeyNotFound
from arbor_desktop.errors import ArborError, InvalidInput, NotFound
from arbor_desktop.projects import identity
from arbor_desktop.projects import queries as project_queries
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.text.sentence import Sentence

COMPACTED_AFTER = 50
"""Segments of this device that are replaced by one snapshot."""
CODE_MS = 10 * 60_000
CARD_MS = DAY_MS // 24
"""A card is written again after this, so that others know when the device was there."""
MOST_OFFERS = 5
AHEAD_MS = DAY_MS // 2
"""A device whose clock is further ahead than this is reported."""


class NotJoined(ArborError):
    """This device is in no group."""

    code = "NOT_JOINED"


class Removed(ArborError):
    """This device was removed from its group."""

    code = "REMOVED"


@dataclass(frozen=True, slots=True)
class Report:
    """What a sync did: changes sent, ids of memories that changed here, new conflicts, and what is wrong, for
    people."""

    sent: int = 0
    received: tuple[str, ...] = ()
    conflicts: int = 0
    problems: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        return {
            "sent": self.sent, "received": len(self.received), "conflicts": self.conflicts,
            "problems": list(self.problems),
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Other:
    """Another device. `pending`: it has not deleted yet what was withdrawn here."""

    id: str
    name: str
    last_seen: int | None
    pending: bool

    def to_dict(self) -> dict[str, Any]:
        return {
            "id": self.id, "name": self.name, "last_seen": to_iso(self.last_seen), "pending": self.pending,
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class State:
    """The group as this device (`id`, named `device`) knows it.

    `pending`: changes to send. `kept_back`: memories that are not sent. `projects`: keys of projects that
    have no folder here. `problems`: what was wrong at the last sync, for people.
    """

    joined: bool
    id: str
    device: str
    folder: str
    synced_at: int | None
    pending: int
    kept_back: int
    devices: tuple[Other, ...]
    projects: tuple[str, ...]
    problems: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        names = ("joined", "id", "device", "folder", "pending", "kept_back")
        return {name: getattr(self, name) for name in names} | {
            "synced_at": to_iso(self.synced_at),
            "devices": [one.to_dict() for one in self.devices],
            "projects": list(self.projects),
            "problems": list(self.problems),
        }


@dataclass(slots=True)
class _Run:
    """One sync: what is in the folder, and what happens."""

    keys: Keys
    found: list[Found]
    problems: list[Sentence] = field(default_factory=list)
    received: dict[str, None] = field(default_factory=dict)
    erased: bool = False
    fresh: set[str] = field(default_factory=set)
    """Devices whose card is sealed with the present key."""
    left: set[str] = field(default_factory=set)
    joined: bool = False
    """There is a new device."""


class Devices:
    """Operations on the group. Only one process syncs a home at a time; the others wait for it."""

    def __init__(self, runtime: Runtime, keys: KeyStore | None = None) -> None:
        self._rt = runtime
        self._keys = keys or KeyStore()
        self._refused: set[tuple[str, tuple[int, int]]] = set()
        """Requests to join that did not know the code."""

    @property
    def folder(self) -> Path | None:
        """The folder that is synchronized, if there is one."""
        name = self._own().folder
        return Path(name) if name else None

    def state(self) -> State:
        return self._rt.db.read(self._state)

    def _state(self, conn: Connection) -> State:
        me = group.own(conn)
        told = log.last_withdrawal(conn)
        others = tuple(
            Other(one.id, one.name, one.seen_at, (one.seen or {}).get(me.id, 0) < told)
            for one in group.devices(conn).values()
            if not one.removed
        )
        excluded = self._excluded(conn)
        kept_back = log.kept_back(conn)
        private = {*log.private(conn, excluded), *kept_back}
        left = log.was_sent(conn, sorted(private - kept_back), me.ids, me.sent)
        events = [one for one in log.own(conn, me.ids, me.sent) if one.memory not in private]
        pending = len(events) + len(left) + len(log.withdrawals(conn)) + len(group.unsent(conn))
        return State(
            bool(me.folder), me.id, me.name, me.folder, me.synced_at, pending if me.folder else 0,
            len(private), others, tuple(identity.unknown(conn)), me.problems,
        )  # fmt: skip

    # -- the group --

    def pair(self, place: str | Path | None = None, name: str | None = None) -> tuple[str, int]:
        """Return a new pairing code and until when it is valid (milliseconds). Begins a group in the folder
        `place` if this device is in none. Raises InvalidInput, FolderGone, KeyNotFound."""
        with self._locked():
            me = self._own()
            if not me.folder:
                if place is None:
                    raise InvalidInput("Name the folder: arbor sync pair FOLDER", field="folder")
                me = self._begin(Path(place), name)
            elif place is not None and Path(place).resolve() != Path(me.folder):
                raise _already(me)
        self.sync(ask=True)
        with self._locked():
            me = self._joined()
            keys = self._keys.get(me.id, ask=True)
            keys.code, keys.code_until = sealing.new_code(), self._rt.clock() + CODE_MS
            self._keys.put(me.id, keys)
            grant = Grant(
                keys.shared, keys.generation, me.group_id, tuple(keys.older), tuple(keys.gone),
                giver=me.name, until=keys.code_until,
            )  # fmt: skip
            files.write_offer(Path(me.folder), me.id, keys.public, grant, keys.code)
        return keys.code, keys.code_until

    def _begin(self, place: Path, name: str | None) -> Own:
        place = self._shared_folder(place)
        if files.look(place):
            raise InvalidInput(
                "This folder is used by devices already. Run “arbor sync pair” on one of them, and “arbor "
                "sync join” here.",
                field="folder",
            )
        keys = Keys(private=sealing.new_key(), shared=sealing.new_key(), generation=1)
        self._keys.put(self._own().id, keys)
        self._set(folder=str(place), group_id=secrets.token_hex(8), name=name or own_name())
        return self._own()

    def stop_pairing(self) -> None:
        """Make the code that was shown last invalid."""
        with self._locked():
            me = self._joined()
            keys = self._keys.get(me.id, ask=True)
            keys.code = ""
            self._keys.put(me.id, keys)
            files.remove(_offers(me, files.look(Path(me.folder))))

    def shows_code(self) -> bool:
        """Return whether the code that was shown last can still be used."""
        return bool(self._keys.get(self._own().id).code)

    def join(
        self,
        place: str | Path,
        code: str,
        name: str | None = None,
        *,
        seconds: int = 0,
        wait: Callable[[float], object] = time.sleep,
    ) -> Report:
        """Join the group of the folder `place`, with the code that another device shows, and sync. Waits up
        to `seconds` for its offer to arrive in the folder. Raises InvalidInput, FolderGone, KeyNotFound."""
        code, place = sealing.checked_code(code), self._shared_folder(Path(place))
        with self._locked():
            me = self._own()
            if me.folder:
                raise _already(me)
            offer, grant, public = self._offered(place, code, seconds, wait)
            keys = Keys(
                sealing.new_key(), grant.shared, grant.generation, list(grant.older), list(grant.gone)
            )
            ident = secrets.token_hex(6)
            self._keys.put(ident, keys)
            self._set(
                id=ident, former=sorted({*me.former, me.id}), name=name or own_name(),
                folder=str(place), group_id=grant.group_id, sent=0, number=0, written=0,
            )  # fmt: skip
            giver = Device(offer.device, grant.giver, public)
            self._rt.db.write(lambda c: group.put_device(c, giver))
            files.remove([offer])
        return self.sync()

    def _offered(
        self, place: Path, code: str, seconds: int, wait: Callable[[float], object]
    ) -> tuple[Found, Grant, str]:
        tried: set[tuple[int, int]] = set()
        for second in range(seconds + 1):
            if second:
                wait(1.0)
            for one in [one for one in files.look(place) if one.kind is Kind.OFFER]:
                if one.stamp in tried or len(tried) > MOST_OFFERS:
                    continue
                tried.add(one.stamp)
                try:
                    grant, public = files.read_offer(one, code)
                except NotOpened:
                    continue
                if self._rt.clock() > grant.until + DAY_MS:  # clocks may differ
                    break
                return one, grant, public
        raise InvalidInput(
            Sentence(
                "The words are not valid in this folder. Check both, wait until the folder is up to date, or "
                "make new words on the other device."
            )
        )

    def leave(self) -> None:
        """Leave the group: the memories stay here, and the other devices keep theirs. Raises NotJoined."""
        me = self._joined()
        with self._locked():
            try:
                keys = self._keys.get(me.id, ask=True)
                run = _Run(keys, files.look(Path(me.folder)))
                self._write(self._joined(), run)
                self._write_card(self._joined(), run, left=True)
            finally:
                self._forget(me)

    def _forget(self, me: Own) -> None:
        self._rt.db.write(group.forget_group)
        self._keys.drop(me.id)
        self._rt.announce(status=True)

    def remove(self, device: str) -> Report:
        """Remove a device, given by id or name: it can read nothing that is written from now on. Raises
        NotFound, InvalidInput, NotJoined."""
        me = self._joined()
        known = [one for one in self._rt.db.read(group.devices).values() if not one.removed]
        named = [one for one in known if device in (one.id, one.name)]
        if not named:
            raise NotFound(f"There is no other device {device}.", id=device)
        if len(named) > 1:
            ids = ", ".join(one.id for one in named)
            raise InvalidInput(
                f"Several devices have the name {device}. Name one by its id: {ids}", id=device
            )
        self.sync()  # reads what it wrote last
        with self._locked():
            keys = self._keys.get(me.id, ask=True)
            _renew(keys)
            keys.gone.append(named[0].id)
            self._keys.put(me.id, keys)
            grant = Grant("", keys.generation, me.group_id, removed=True)
            card = Card(named[0].id, named[0].name, named[0].public_key, 0)
            files.write_grant(Path(me.folder), me.id, keys.private, keys.public, card, grant)
        return self.sync()

    def set_project(self, key: str, path: str) -> None:
        """Say that a project of another device is the one in this folder. Raises NotFound, InvalidInput."""
        folder = str(_folder(Path(path)))
        if key not in self._rt.db.read(identity.unknown):
            raise NotFound(f"No project of another device has the key {key}.", id=key)
        self._rt.db.write(lambda c: projects.same(c, key, folder))
        self._rt.announce(projects=True, status=True)

    def quotes(self, ident: str) -> list[dict[str, Any]]:
        """Return the words (`text`, `at` in milliseconds, `source`) that prove a memory, also where its
        conversation is on another device."""
        found = self._rt.db.read(lambda c: group.registers(c, registers.quotes_key(ident)))
        return [quote for one in found.values() for quote in json.loads(one.value)]

    def edited_apart(self, ids: Sequence[str]) -> tuple[dict[str, str], str]:
        """Return the names of the devices on which a memory and the other text it had got their texts, by
        id, and the text before both; "" if it isn't known."""

        def read(conn: Connection) -> tuple[dict[str, str], str]:
            me = group.own(conn)
            names = {one.id: one.name for one in group.devices(conn).values()} | dict.fromkeys(
                me.ids, me.name
            )
            found, before = log.edited_apart(conn, ids)
            return {ident: names.get(device, "") for ident, device in found.items()}, before

        return self._rt.db.read(read)

    # -- a sync --

    def sync(self, *, ask: bool = False) -> Report:
        """Read what other devices wrote, and write what is new here; `ask`: the keyring may ask the person.

        Raises NotJoined, Removed, FolderGone, KeyNotFound.
        """
        with self._locked():
            me = self._joined()
            try:
                run = _Run(self._keys.get(me.id, ask=ask), files.look(Path(me.folder)))
            except (files.FolderGone, KeyNotFound) as error:
                self._set_problems(cast(Sentence, error.message))
                raise
            last_conflict = self._rt.db.read(conflicts.last)
            keys = {path: identity.key_of(path, me.id) for path in self._rt.db.read(identity.without_key)}
            if keys:
                self._rt.db.write(lambda c: identity.learn(c, keys))
            self._read_cards(me, run)
            self._take_grants(me, run)
            self._end_pairing(me, run)
            self._read_segments(me, run)
            self._adopt(run)
            sent = self._write(self._own(), run)
            self._write_card(self._own(), run)
            self._give_keys(self._own(), run)
            self._set(synced_at=self._rt.clock())
            self._set_problems(*run.problems)
            opened = self._rt.db.read(lambda c: conflicts.opened_since(c, last_conflict))
        received = tuple(run.received)
        self._rt.announce(received, status=True, conflicts=bool(received), projects=bool(received))
        if run.erased:
            finish_erasing(self._rt)
        return Report(sent, received, opened, tuple(run.problems))

    def _read_cards(self, me: Own, run: _Run) -> None:
        known = self._rt.db.read(group.devices)
        now = self._rt.clock()
        for card, key in files.cards(run.found, [run.keys.shared, *run.keys.older]):
            before = known.get(card.device)
            present = key == run.keys.shared
            if card.device == me.id or (before is None and not present) or (before and before.removed):
                continue
            if before is not None and before.public_key != card.public_key:
                run.problems.append(
                    Sentence("A card of {name} has another key and is ignored.", name=before.name)
                )
                continue
            run.joined |= before is None
            if present:
                run.fresh.add(card.device)
            if card.left:
                run.left.add(card.device)
            if card.at > now + AHEAD_MS:
                run.problems.append(
                    Sentence(
                        "The clock of {name} or of this device is wrong: they differ by hours.",
                        name=card.name,
                    )
                )
            one = Device(card.device, card.name, card.public_key, card.at, card.seen)
            self._rt.db.write(lambda c, one=one: group.put_device(c, one))  # type: ignore[misc]

    def _take_grants(self, me: Own, run: _Run) -> None:
        keys = run.keys
        givers = {one.public_key for one in self._rt.db.read(group.devices).values() if not one.removed}
        for one in run.found:
            if one.kind is not Kind.GRANT or one.device != me.id:
                continue
            try:
                grant, giver = files.read_grant(one, keys.private)
            except NotOpened:
                continue  # not all of it is there yet
            if giver not in givers or grant.group_id != me.group_id:
                continue
            if grant.removed and grant.generation > keys.generation:
                self._forget(me)
                raise Removed("This device was removed from your devices. Its memories stay here.")
            if not grant.removed and (grant.generation, grant.shared) > (keys.generation, keys.shared):
                keys.older = list(dict.fromkeys([*keys.older, *grant.older, keys.shared]))
                keys.shared, keys.generation = grant.shared, grant.generation
                keys.gone = list(dict.fromkeys([*keys.gone, *grant.gone]))
                self._keys.put(me.id, keys)
                self._set(rewrite=True)
                run.fresh.clear()
                self._read_cards(me, run)

    def _end_pairing(self, me: Own, run: _Run) -> None:
        """Take the offer back once a device has joined with it, or after its time."""
        keys = run.keys
        if not keys.code or not (run.joined or self._rt.clock() > keys.code_until):
            return
        files.remove(_offers(me, run.found))
        keys.code = ""
        if run.joined:
            _renew(keys)  # what the code opened is worthless from now on
            run.fresh.clear()
            self._set(rewrite=True)
        self._keys.put(me.id, keys)

    def _read_segments(self, me: Own, run: _Run) -> None:
        opens = [run.keys.shared, *run.keys.older]
        devices = self._rt.db.read(group.devices)
        read = self._rt.db.read(group.segments)
        self._rt.db.write(self._prepare)
        for one in run.found:
            known = devices.get(one.device)
            if one.kind is not Kind.SEGMENT or (known and known.removed):
                continue
            before = read.setdefault(one.device, [])
            if one.number <= group.read_through(before)[0] or one.number in dict(before):
                continue
            try:
                came, key = files.read_segment(one, opens)
            except NotOpened as error:
                run.problems.append(
                    Sentence(
                        "{file} is sealed with a key that this device does not have yet.", file=one.path.name
                    )
                    if str(error) == "key"
                    else Sentence(
                        "{file} is incomplete or damaged. It is read when it is whole.", file=one.path.name
                    )
                )
                continue
            if known is None and one.device != me.id and key != run.keys.shared:
                continue  # nobody new has an old key

            def take(conn: Connection, came: Any = came, one: Found = one) -> tuple[list[str], bool]:
                group.was_read(conn, one.device, one.number, one.first)
                return merging.receive(conn, projects.inward(conn, came), self._rt.by(merging.ACTOR))

            changed, erased = self._rt.db.write(take)
            run.received |= dict.fromkeys(changed)
            run.erased |= erased
            before.append((one.number, one.first))
            before.sort()
        for device, numbers in read.items():
            _, beyond = group.read_through(sorted(numbers))
            if beyond and not (device in devices and devices[device].removed):
                name = devices[device].name if device in devices else device
                run.problems.append(
                    Sentence("Some changes from {name} are missing. They may still arrive.", name=name)
                )

    def _prepare(self, conn: Connection) -> None:
        merging.prepare(conn, self._excluded(conn), self._rt.by(merging.ACTOR))

    def _excluded(self, conn: Connection) -> list[str]:
        return [path for path in project_queries.places(conn) if self._rt.is_excluded(path)]

    def _adopt(self, run: _Run) -> None:
        """Send what devices that are gone recorded from here, too."""

        def write(conn: Connection) -> None:
            me, known = group.own(conn), group.devices(conn)
            new = [one for one in {*run.keys.gone, *run.left} if one in known and not known[one].removed]
            for one in new:
                group.put_device(conn, replace(known[one], removed=True))
            if new:
                group.set_own(conn, former=sorted({*me.former, *new}), rewrite=True)

        self._rt.db.write(write)

    def _write(self, me: Own, run: _Run) -> int:
        """Write a segment of what is new, or a snapshot of everything. Return the number of changes."""
        own = [one for one in run.found if one.kind is Kind.SEGMENT and one.device == me.id]

        def collect(conn: Connection) -> Any:
            self._prepare(conn)
            there = {one.number for one in own}
            lost = {number for number, _ in group.segments(conn).get(me.id, ())} - there
            rewrite = group.own(conn).rewrite or bool(log.withdrawals(conn)) or bool(lost)
            everything = rewrite or len(own) >= COMPACTED_AFTER or not own
            told, through = merging.outgoing(conn, everything=everything)
            new = merging.outgoing(conn, everything=False)[0] if everything else told
            number = max([me.number, *(one.number for one in own)]) + 1
            if told.anything or (everything and (own or lost)):
                group.set_own(conn, number=number)
                return (
                    told,
                    projects.outward(conn, told),
                    through,
                    number,
                    0 if everything else me.written + 1,
                    len(new.events) + len(new.withdrawn) + len(new.registers),
                )
            return None

        if (found := self._rt.db.write(collect)) is None:
            return 0
        told, outward, through, number, first, count = found
        files.write_segment(Path(me.folder), me.id, number, first, outward, run.keys.shared)

        def note(conn: Connection) -> None:
            merging.sent(conn, told, through, number)
            group.was_read(conn, me.id, number, first)
            if first == 0:
                group.set_own(conn, rewrite=False)

        self._rt.db.write(note)
        if first == 0:
            files.remove(own)
            removed = {one.id for one in self._rt.db.read(group.devices).values() if one.removed}
            files.remove(
                one for one in run.found if one.kind in (Kind.SEGMENT, Kind.CARD) and one.device in removed
            )
        return int(count)

    def _write_card(self, me: Own, run: _Run, *, left: bool = False) -> None:
        def read(conn: Connection) -> Card:
            seen = {device: group.read_through(read)[0] for device, read in group.segments(conn).items()}
            seen.pop(me.id, None)
            withdrew = log.last_withdrawal(conn)
            return Card(me.id, me.name, run.keys.public, self._rt.clock(), seen, me.written, withdrew, left)

        card = self._rt.db.read(read)
        mine = [one for one in files.cards(run.found, [run.keys.shared]) if one[0].device == me.id]
        if mine:
            before = mine[0][0]
            fresh = card.at - before.at < CARD_MS
            before.at = card.at
            if fresh and before == card:
                return
        files.write_card(Path(me.folder), card, run.keys.shared)

    def _give_keys(self, me: Own, run: _Run) -> None:
        """Give the present key to devices that do not use it yet; drop earlier keys once all do."""
        keys = run.keys
        if not keys.older:
            return
        others = [one for one in self._rt.db.read(group.devices).values() if not one.removed]
        given = {one.device for one in run.found if one.kind is Kind.GRANT and one.number == keys.generation}
        grant = Grant(keys.shared, keys.generation, me.group_id, tuple(keys.older), tuple(keys.gone))
        for one in others:
            if one.id not in run.fresh and one.id not in given:
                card = Card(one.id, one.name, one.public_key, 0)
                files.write_grant(Path(me.folder), me.id, keys.private, keys.public, card, grant)
        if all(one.id in run.fresh for one in others) and not me.rewrite:
            keys.older = []
            self._keys.put(me.id, keys)

    # -- parts of these --

    def _own(self) -> Own:
        return self._rt.db.read(group.own)

    def _joined(self) -> Own:
        me = self._own()
        if not me.folder:
            raise NotJoined("This device is not connected with others. To connect it: arbor sync pair FOLDER")
        return me

    def _set(self, **fields: Any) -> None:
        self._rt.db.write(lambda c: group.set_own(c, **fields))

    def _set_problems(self, *found: Sentence) -> None:
        if found != self._own().problems:
            self._set(problems=[(one.template, one.arguments) for one in found])
            self._rt.announce(status=True)

    def _shared_folder(self, place: Path) -> Path:
        place = _folder(place)
        if place.is_relative_to(self._rt.home.folder.resolve()):
            raise InvalidInput("Choose a folder outside Arbor's own.", field="folder")
        return place

    @contextmanager
    def _locked(self) -> Iterator[None]:
        with filelock.FileLock(self._rt.home.devices_lock, mode=0o600):
            yield


def _renew(keys: Keys) -> None:
    keys.older.append(keys.shared)
    keys.shared, keys.generation = sealing.new_key(), keys.generation + 1


def _offers(me: Own, some: list[Found]) -> list[Found]:
    return [one for one in some if one.kind is Kind.OFFER and one.device == me.id]


def _already(me: Own) -> InvalidInput:
    return InvalidInput(f"This device already uses {me.folder}. To change that: arbor sync leave")


def _folder(place: Path) -> Path:
    place = place.expanduser().resolve()
    if not place.is_dir():
        raise InvalidInput(f"There is no folder {place}.", field="folder")
    return place


def own_name() -> str:
    """Return the name that this device has unless its person gives another one."""
    return platform.node().partition(".")[0] or "device"
