"""What a file of another tool holds, and what an import made of it."""

from __future__ import annotations

import contextlib
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Any

from arbor_desktop.conversations import files
from arbor_desktop.documents import document
from arbor_desktop.errors import InvalidInput
from arbor_desktop.quick_dataclass import dataclass

MOST_BYTES = 256 * 1024 * 1024
MOST_PART_BYTES = 16 * 1024 * 1024
"""Larger files within a folder or ZIP are conversations."""
_SQLITE, _ZIP = b"SQLite format 3\0", b"PK\x03\x04"
_UNREADABLE = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError)
"""What zipfile raises for a damaged or protected member."""


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
        try:
            with self.path.open("rb") as file:
                head = file.read(len(_SQLITE))
        except OSError as error:
            raise InvalidInput(f"{self.path} can't be read: {error.strerror}.", path=str(self.path)) from None
        return "database" if head == _SQLITE else "archive" if head.startswith(_ZIP) else "file"

    def parts(self) -> Iterator[Source]:
        """Yield the smaller JSON files and notes of a folder or ZIP that can be read."""
        if self.kind == "folder":
            for path in files.walk(self.path, lambda _error: None):
                if path.suffix.casefold() == ".json" and path.stat().st_size <= MOST_PART_BYTES:
                    yield Source(path)
        elif self.kind == "archive":
            yield from self._members()

    def _members(self) -> Iterator[Source]:
        try:
            with zipfile.ZipFile(self.path) as archive:
                for member in archive.infolist():
                    name = PurePosixPath(member.filename)
                    if name.suffix.casefold() in (".json", ".md") and member.file_size <= MOST_PART_BYTES:
                        with contextlib.suppress(*_UNREADABLE), archive.open(member) as file:
                            yield _Member(Path(name.name), file.read(MOST_PART_BYTES + 1))
        except (OSError, *_UNREADABLE):
            raise InvalidInput(f"{self.path.name} is no whole ZIP file.", path=str(self.path)) from None

    @cached_property
    def text(self) -> str:
        """The text of the file. Raises InvalidInput if it is none, or can't be read."""
        try:
            if self.path.stat().st_size > MOST_BYTES:
                raise InvalidInput(f"{self.path.name} is larger than 256 MB.", path=str(self.path))
            return self.path.read_text("utf-8-sig")
        except UnicodeDecodeError:
            raise InvalidInput(f"{self.path.name} is not a text file.", path=str(self.path)) from None
        except OSError as error:
            raise InvalidInput(f"{self.path} can't be read: {error.strerror}.", path=str(self.path)) from None


class _Member(Source):
    """A file of a ZIP."""

    def __init__(self, name: Path, content: bytes) -> None:
        super().__init__(name)
        self._content = content
        self.kind = "file"

    @cached_property
    def text(self) -> str:
        try:
            return self._content.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise InvalidInput(f"{self.path.name} is not a text file.", path=str(self.path)) from None


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


@dataclass(frozen=True, slots=True)
class Entries:
    """What a file holds, in its order."""

    memories: list[Entry]
    skipped: list[Skipped]


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
        why: Why it is skipped.
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
