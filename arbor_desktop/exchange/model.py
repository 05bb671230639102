"""What a file of another tool holds, and what an import made of it."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import field
from fnmatch import fnmatchcase
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Any

from arbor_desktop.conversations.files import walk
from arbor_desktop.documents import document
from arbor_desktop.errors import InvalidInput
from arbor_desktop.quick_dataclass import dataclass

MOST_BYTES = 256 * 1024 * 1024
_KINDS = {b"SQLite format 3\0": "database", b"PK\x03\x04": "archive"}
_GZIP = b"\x1f\x8b"


class Source:
    """A file or folder that may hold memories, and is only read."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @cached_property
    def kind(self) -> str:
        """Return `folder`, `database` (SQLite), `archive` (ZIP) or `file`. Raises InvalidInput if it can't be
        read."""
        if self.path.is_dir():
            return "folder"
        head = self._bytes(16)
        return next((kind for mark, kind in _KINDS.items() if head.startswith(mark)), "file")

    @cached_property
    def text(self) -> str:
        """The text of the file, also of one that gzip made. Raises InvalidInput if it is none, or can't be
        read."""
        return self._decoded(self._bytes())

    @cached_property
    def json(self) -> Any:
        """The value of a JSON file; None if it is none."""
        try:
            return json.loads(self.text)
        except (ValueError, RecursionError):
            return None

    @cached_property
    def is_conversation(self) -> bool:
        """Whether Arbor reads the file as a conversation."""
        from arbor_desktop.conversations.readers.registry import detect  # most formats don't ask

        try:
            return detect(self.path) is not None
        except OSError:  # a member of an archive
            return False

    def files(self, *patterns: str) -> Iterator[Source]:
        """Yield the files of a folder or an archive, by their names.

        Args:
            patterns: For their paths in it, in which `*` also matches `/`; without any, all.

        Raises:
            InvalidInput: One of them can't be read.
        """
        if self.kind == "folder":
            for path in walk(self.path, lambda error: None):
                if not patterns or _fits(path.relative_to(self.path).as_posix(), patterns):
                    yield Source(path)
            return
        try:
            with zipfile.ZipFile(self.path) as archive:
                for member in sorted(archive.infolist(), key=lambda one: one.filename):
                    if not member.is_dir() and (not patterns or _fits(member.filename, patterns)):
                        with archive.open(member) as file:
                            yield self._member(member.filename, file.read(MOST_BYTES + 1))
        except (zipfile.BadZipFile, zlib.error, OSError, EOFError, RuntimeError, NotImplementedError):
            raise self._refused("is damaged or has a password.") from None

    def _member(self, name: str, data: bytes) -> Source:
        member = Source(self.path / PurePosixPath(name.lstrip("/")))
        member.kind, member.text = "file", self._decoded(data)
        return member

    def _bytes(self, most: int = MOST_BYTES + 1) -> bytes:
        try:
            if self.path.exists() and not self.path.is_file():  # a pipe would be waited for
                raise self._refused("is not a file.")
            with self.path.open("rb") as file:
                return file.read(most)
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) else "Not a path"
            raise InvalidInput(f"{self.path} can't be read: {why}.", path=str(self.path)) from None

    def _decoded(self, data: bytes) -> str:
        if data.startswith(_GZIP):
            try:
                with gzip.open(io.BytesIO(data)) as file:
                    data = file.read(MOST_BYTES + 1)
            except (OSError, EOFError, zlib.error):
                raise self._refused("is damaged: gzip can't unpack it.") from None
        if len(data) > MOST_BYTES:
            raise self._refused("is larger than 256 MB.")
        try:
            return data.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise self._refused("is not a text file.") from None

    def _refused(self, why: str) -> InvalidInput:
        return InvalidInput(f"{self.path.name} {why}", path=str(self.path))


def _fits(path: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatchcase(path, pattern) for pattern in patterns)


@dataclass(frozen=True, slots=True)
class Skipped:
    """An entry that is no memory, or can't be one."""

    what: str
    reason: str

    def to_dict(self) -> dict[str, Any]:
        return document(self)


@dataclass(frozen=True, slots=True)
class Entry:
    """A memory as another tool has it.

    Attributes:
        fields: As `MemoryService.store` takes them: `content`, `type`, ….
        kind: What the other tool calls it ("discovery").
        at: When it was saved there, in milliseconds since 1970.
    """

    fields: dict[str, Any]
    kind: str = ""
    at: int | None = None

    def of_project(self, path: str | None) -> Entry:
        """Return the entry as one of a project, if that is known."""
        place = {"scope": "project", "scope_id": path} if path else {}
        return Entry(self.fields | place, self.kind, self.at)


@dataclass(frozen=True, slots=True)
class Entries:
    """What a file holds, in its order."""

    memories: list[Entry] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)

    def skip(self, what: str, reason: str) -> None:
        """Add what is no memory."""
        self.skipped.append(Skipped(what, reason))

    def add(self, other: Entries) -> None:
        """Add what another file holds."""
        self.memories.extend(other.memories)
        self.skipped.extend(other.skipped)


@dataclass(frozen=True, slots=True)
class Format:
    """A format of another tool's memories.

    Attributes:
        read: Returns None for a source of another format, and raises InvalidInput if it can't be read.
        of: The kinds of `Source` that it reads.
    """

    name: str
    title: str
    read: Callable[[Source], Entries | None]
    of: tuple[str, ...] = ("file",)


@dataclass(frozen=True, slots=True)
class Planned:
    """What an import would do with an entry.

    Attributes:
        number: The entry's place in the file, from 0; -1 if it can't be imported.
        outcome: `new`, `merged` (into a memory that says the same), `conflict` (stored, and contradicts
            another) or `skipped`.
        why: Why it is skipped, or that a secret is removed from it.
        other: The text of the memory it is merged into, contradicts, or repeats; empty if that is another
            entry of the file.
    """

    number: int
    outcome: str
    content: str
    type: str = ""
    scope_id: str | None = None
    kind: str = ""
    at: int | None = None
    why: str = ""
    other: str = ""

    def to_dict(self) -> dict[str, Any]:
        return document(self)


@dataclass(frozen=True, slots=True)
class Plan:
    """What an import would do. `entries` in the order of the file, then what can't be imported."""

    format: str
    title: str
    path: str
    entries: tuple[Planned, ...]

    @property
    def result(self) -> Imported:
        """Return what importing all of it would return, but nothing to undo."""
        counts = Counter(one.outcome for one in self.entries if one.number >= 0)
        skipped = tuple(Skipped(one.content, one.why) for one in self.entries if one.number < 0)
        return Imported(
            self.format, counts["new"] + counts["conflict"], counts["merged"], counts["skipped"],
            counts["conflict"], skipped, None,
        )  # fmt: skip

    def to_dict(self) -> dict[str, Any]:
        return document(self, entries=[one.to_dict() for one in self.entries])


@dataclass(frozen=True, slots=True)
class Exported:
    """What an export wrote. `left_out`: private memories that were not exported, by their level."""

    exported: int
    format: str
    path: str
    left_out: dict[str, int]

    def to_dict(self) -> dict[str, Any]:
        return document(self)


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import did, or with a dry run would do.

    Attributes:
        duplicates: Those that are saved already.
        conflicts: Those that were found at once; others are found later.
        action_id: What undo takes; None if nothing changed.
    """

    format: str
    imported: int
    merged: int
    duplicates: int
    conflicts: int
    skipped: tuple[Skipped, ...]
    action_id: str | None

    def to_dict(self) -> dict[str, Any]:
        return document(self, skipped=[one.to_dict() for one in self.skipped])
