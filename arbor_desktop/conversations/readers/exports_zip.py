"""ZIP files with exports: members are read where they lie, never unpacked; their names are never paths."""

from __future__ import annotations

import lzma
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from arbor_desktop.conversations.readers.base import Damaged

HEAD_BYTES = 64 * 1024
MAX_RATIO = 200
"""Conversations shrink to a tenth or so; what shrinks more than this was made to fill a disk."""
SMALL = 16 * 1024 * 1024
_LOCKED = 0x1
_SIGNATURE = b"PK\x03\x04"
_LOCAL = struct.Struct("<4s5H3I2H")
_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    RuntimeError,  # NotImplementedError too: a kind of compression that is unknown here
    ValueError,
    struct.error,
    IndexError,
    OverflowError,
)
_NOT_WHOLE = "The ZIP file is broken or not whole: download it again."
_WITH_PASSWORD = "The ZIP file is protected with a password: unpack it, and give the files in it."


def is_zip(head: bytes) -> bool:
    return head.startswith(_SIGNATURE)


class Archive:
    """An open ZIP file. Everything raises Damaged where it is broken, locked or a trap."""

    def __init__(self, path: Path) -> None:
        with _damage():
            self._zip = zipfile.ZipFile(path)
        self._size = path.stat().st_size

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._zip.close()

    def names(self) -> frozenset[str]:
        """The names of all members, without folders."""
        return frozenset(_name(member) for member in self._zip.infolist() if not member.is_dir())

    def json_members(self) -> list[zipfile.ZipInfo]:
        """Those that are called `conversations…` first, shards in their order."""
        found = [
            member
            for member in self._zip.infolist()
            if _name(member).lower().endswith(".json") and not _name(member).startswith("._")
        ]
        return sorted(found, key=lambda m: (not _name(m).lower().startswith("conversation"), m.filename))

    def is_locked(self, member: zipfile.ZipInfo) -> bool:
        return bool(member.flag_bits & _LOCKED)

    def head(self, member: zipfile.ZipInfo) -> bytes:
        """The first 64 KB of a member."""
        with self.open(member) as file:
            return file.read(HEAD_BYTES)

    @contextmanager
    def open(self, member: zipfile.ZipInfo) -> Iterator[_Member]:
        if self.is_locked(member):
            raise Damaged(_WITH_PASSWORD)
        packed = min(member.compress_size, self._size)
        if member.file_size > max(SMALL, packed * MAX_RATIO):
            raise Damaged("The ZIP file would unpack to far more than an export holds: it is left alone.")
        with _damage():
            opened = self._zip.open(member)
        with opened:
            yield _Member(opened)


class _Member:
    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def read(self, size: int = -1, /) -> bytes:
        with _damage():
            return self._file.read(size)


@contextmanager
def _damage() -> Iterator[None]:
    try:
        yield
    except _BROKEN as error:
        raise Damaged(_NOT_WHOLE) from error


def _name(member: zipfile.ZipInfo) -> str:
    return re.split(r"[/\\]", member.filename)[-1]


def first_member(head: bytes) -> bytes:
    """The beginning of the first member of a ZIP whose directory is missing; b"" where it can't be read."""
    if len(head) < _LOCAL.size:
        return b""
    _, _, flags, method, _, _, _, _, _, name, extra = _LOCAL.unpack_from(head)
    data = head[_LOCAL.size + name + extra :]
    if flags & _LOCKED or method not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return b""
    if method == zipfile.ZIP_STORED:
        return data
    try:
        return zlib.decompressobj(-zlib.MAX_WBITS).decompress(data, HEAD_BYTES)
    except zlib.error:
        return b""
