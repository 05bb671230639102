"""The folder that another program synchronizes: sealed files, each written by one device alone.

A file says itself what it is; its name only helps a person. Whatever is half there, doubled, renamed or not
Arbor's is left alone.
"""

from __future__ import annotations

import os
import secrets
import struct
from collections.abc import Iterable, Iterator
from enum import Enum
from pathlib import Path

import msgspec
import zstandard

from arbor_desktop.devices import sealing
from arbor_desktop.devices.model import Changes
from arbor_desktop.devices.sealing import Grant
from arbor_desktop.encryption.keyfile import sync_folder
from arbor_desktop.errors import ArborError
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.text.sentence import Sentence

MOST_BYTES = 1 << 30
ENDING = ".arbor"
_HEADER = struct.Struct(">8s12sQQ")
"""Kind of file, device, number, first number."""
_LEVEL = 6
_SALT = 16


class Kind(Enum):
    """The kinds of files, by their first bytes."""

    SEGMENT = b"ARBORSG1"
    """Changes. The number, and that of the first segment whose changes it has: 0 in a snapshot."""
    CARD = b"ARBORDV1"
    """Who a device is, and what it has read."""
    GRANT = b"ARBORGR1"
    """The shared key for one device."""
    OFFER = b"ARBOROF1"
    """The shared key for whoever knows the pairing code."""


class FolderGone(ArborError):
    """The folder is not there, or can't be written."""

    code = "FOLDER"


@dataclass(frozen=True, slots=True)
class Found:
    """A file of the folder, by its first bytes."""

    path: Path
    kind: Kind
    device: str
    number: int
    first: int
    size: int
    stamp: tuple[int, int]


class Card(msgspec.Struct):
    """What a device says of itself. `seen`: the last segment that it has read of each device; `withdrew`: its
    own last segment that withdraws something; `left`: it is no longer of the group."""

    device: str
    name: str
    public_key: str
    at: int
    seen: dict[str, int] = {}
    last: int = 0
    withdrew: int = 0
    left: bool = False


def look(folder: Path) -> list[Found]:
    """Return Arbor's files in the folder, ordered by device and number. Raises FolderGone."""
    found = []
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if not entry.name.startswith(".") and entry.is_file(follow_symlinks=False):
                    one = _look_at(Path(entry.path), entry.stat())
                    found += [one] if one is not None else []
    except OSError as error:
        raise FolderGone(
            Sentence(
                "The folder of your devices can't be read: {folder} ({error}).",
                folder=str(folder),
                error=error.strerror,
            )
        ) from error
    return sorted(found, key=lambda one: (one.device, one.number, one.path.name))


def _look_at(path: Path, stat: os.stat_result) -> Found | None:
    try:
        with path.open("rb") as file:
            head = file.read(_HEADER.size)
    except OSError:  # gone again, or not readable yet
        return None
    if len(head) < _HEADER.size or stat.st_size > MOST_BYTES:
        return None
    mark, device, number, first = _HEADER.unpack(head)
    try:
        return Found(
            path, Kind(mark), device.rstrip(b"\0").decode("ascii"), number, first, stat.st_size,
            (stat.st_size, stat.st_mtime_ns),
        )  # fmt: skip
    except ValueError:
        return None


def _header(kind: Kind, device: str, number: int = 0, first: int = 0) -> bytes:
    return _HEADER.pack(kind.value, device.encode("ascii"), number, first)


def write(path: Path, data: bytes) -> None:
    """Write a file so that it is there whole or not at all, and stays. Raises FolderGone."""
    partial = path.with_name(f".{path.name}.part")
    try:
        with partial.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
        sync_folder(path.parent)
    except OSError as error:
        raise FolderGone(
            Sentence(
                "The folder of your devices can't be written: {folder} ({error}).",
                folder=str(path.parent),
                error=error.strerror,
            )
        ) from error


def remove(some: Iterable[Found]) -> None:
    for one in some:
        one.path.unlink(missing_ok=True)


# -- segments --


def write_segment(folder: Path, device: str, number: int, first: int, told: Changes, key: str) -> Path:
    """Write a segment. Raises FolderGone."""
    data = zstandard.ZstdCompressor(level=_LEVEL).compress(msgspec.json.encode(told))
    path = folder / f"{device}-{number:08}{ENDING}"
    write(path, sealing.seal(data, key, _header(Kind.SEGMENT, device, number, first)))
    return path


def read_segment(one: Found, keys: list[str]) -> tuple[Changes, str]:
    """Return the changes of a segment, and the key that opened it. Raises NotOpened."""
    data, key = _read(one, keys)
    try:
        return msgspec.json.decode(data, type=Changes), key
    except msgspec.MsgspecError as error:
        raise sealing.NotOpened("damaged") from error


def _read(one: Found, keys: list[str]) -> tuple[bytes, str]:
    try:
        data, key = sealing.unseal(one.path.read_bytes(), _HEADER.size, keys)
        return zstandard.ZstdDecompressor().decompress(data, max_output_size=MOST_BYTES), key
    except (OSError, zstandard.ZstdError) as error:
        raise sealing.NotOpened("damaged") from error


# -- cards --


def write_card(folder: Path, card: Card, key: str) -> None:
    """Write who a device is. Raises FolderGone."""
    data = zstandard.ZstdCompressor(level=_LEVEL).compress(msgspec.json.encode(card))
    write(folder / f"{card.device}{ENDING}", sealing.seal(data, key, _header(Kind.CARD, card.device)))


def cards(some: Iterable[Found], keys: list[str]) -> Iterator[tuple[Card, str]]:
    """Yield the cards that can be read, the newest of each device, each with the key that opened it."""
    newest: dict[str, tuple[Card, str]] = {}
    for one in some:
        if one.kind is not Kind.CARD:
            continue
        try:
            data, key = _read(one, keys)
            card = msgspec.json.decode(data, type=Card)
        except (sealing.NotOpened, msgspec.MsgspecError):
            continue  # it is written again at its device's next sync
        if card.device == one.device and (
            card.device not in newest
            or (card.at, card.last) > (newest[card.device][0].at, newest[card.device][0].last)
        ):
            newest[card.device] = card, key
    yield from newest.values()


# -- keys, from device to device --


def write_grant(folder: Path, giver: str, private: str, public: str, taker: Card, grant: Grant) -> None:
    """Give a device the shared key, or tell it that it was removed. Raises FolderGone."""
    sealed = sealing.box(msgspec.json.encode(grant), private, taker.public_key)
    head = _header(Kind.GRANT, taker.device, grant.generation)
    write(folder / f"{giver}-to-{taker.device}{ENDING}", head + bytes.fromhex(public) + sealed)


def read_grant(one: Found, private: str) -> tuple[Grant, str]:
    """Return a shared key, and the public key of who gave it. Raises NotOpened."""
    try:
        data = one.path.read_bytes()[_HEADER.size :]
        public = data[:32].hex()
        return msgspec.json.decode(sealing.unbox(data[32:], private, public), type=Grant), public
    except (OSError, msgspec.MsgspecError) as error:
        raise sealing.NotOpened("damaged") from error


def write_offer(folder: Path, giver: str, public: str, grant: Grant, code: str) -> None:
    """Give the shared key to whoever knows a pairing code. Raises FolderGone."""
    salt = secrets.token_bytes(_SALT)
    head = _header(Kind.OFFER, giver) + bytes.fromhex(public) + salt
    sealed = sealing.seal(msgspec.json.encode(grant), sealing.key_of_code(code, salt), head)
    write(folder / f"{giver}-offer{ENDING}", sealed)


def read_offer(one: Found, code: str) -> tuple[Grant, str]:
    """Return the shared key, and the public key of who gives it. Raises NotOpened."""
    start = _HEADER.size + 32
    try:
        data = one.path.read_bytes()
        key = sealing.key_of_code(code, data[start : start + _SALT])
        grant, _ = sealing.unseal(data, start + _SALT, [key])
        return msgspec.json.decode(grant, type=Grant), data[_HEADER.size : start].hex()
    except (OSError, ValueError, msgspec.MsgspecError) as error:
        raise sealing.NotOpened("damaged") from error
