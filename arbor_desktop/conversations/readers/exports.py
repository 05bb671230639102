"""What ChatGPT's and Claude.ai's exports have in common: many conversations in one JSON file or ZIP.

A person drops such a file on the window, under whatever name it has by then: only content decides. An export
holds every branch of a conversation, and a newer one all that the older one held; so turns are told apart by
conversation and message, and nothing is taken back because a file lacks it.

One conversation at a time is in memory, never the whole. What a reader does not use (`skip`) is never built,
a conversation over 64 MB is left out, and so is what is nested deeper than any export is. Members of a ZIP
are read where they lie, never unpacked; their names are never paths.
"""

from __future__ import annotations

import codecs
import io
import lzma
import re
import struct
import zipfile
import zlib
from abc import abstractmethod
from collections.abc import Container, Iterator, Mapping
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path
from typing import IO, Any, ClassVar, Protocol, Self

import ijson  # type: ignore[import-untyped]

from arbor_desktop.conversations.model import HEAD_BYTES
from arbor_desktop.conversations.readers.base import MAX_LINE, BatchBuilder, Damaged, DocumentReader
from arbor_desktop.conversations.readers.values import BOM, OUTPUT_BYTES

MAX_CONVERSATION = MAX_LINE
"""Bytes of JSON; a larger conversation is skipped and counted."""
MAX_DEPTH = 200
# Raw control characters are no JSON, whether they fill up a file after a power loss or stand in a string.
_CONTROL_TO_SPACE = bytes(32 if byte < 32 and byte not in b"\t\n\r" else byte for byte in range(256))
_LONE_LOW_SURROGATE = re.compile(
    rb"(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F][0-9a-fA-F]{2}"
)  # fmt: skip
_UNFINISHED_ESCAPE = re.compile(rb"\\(?:u[0-9a-fA-F]{0,3})?\Z")
_ESCAPE_BYTES = 6
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
_NOT_WHOLE = "The ZIP file is damaged or incomplete: download it again."
_WITH_PASSWORD = "The ZIP file is protected with a password: unpack it, and give the files in it."


# -- JSON --


class Readable(Protocol):
    def read(self, size: int = -1, /) -> bytes: ...


class _Cleaned:
    """Bytes that a JSON parser takes: no BOM, no stray control characters, valid UTF-8, no lone surrogates.

    Counts what was read, and refuses to feed the parser one value without end.
    """

    def __init__(self, file: Readable) -> None:
        self._file = file
        self._text = codecs.getincrementaldecoder("utf-8")("replace")
        self._begun = False
        self._before = b""
        self._rest = b""
        self.taken = 0
        self.mark = 0
        """`taken` when the parser last had something to say."""

    def read(self, size: int = -1) -> bytes:
        if self.taken - self.mark > MAX_CONVERSATION:
            raise Damaged(f"One value of the file is larger than {MAX_CONVERSATION >> 20} MB.")
        if size == 0:  # the parser asks whether it is given bytes
            return b""
        while True:
            data = self._file.read(size)
            self.taken += len(data)
            cleaned = self._clean(data)
            if cleaned or not data:
                return cleaned

    def _clean(self, data: bytes) -> bytes:
        final = not data
        if not self._begun and data:
            self._begun = True
            data = data.removeprefix(BOM)
        data = self._text.decode(data, final).encode().translate(_CONTROL_TO_SPACE)
        data = self._rest + data
        self._rest = b""
        if not final and (torn := _UNFINISHED_ESCAPE.search(data)):
            data, self._rest = data[: torn.start()], data[torn.start() :]
        before = self._before
        self._before = (before + data[-_ESCAPE_BYTES:])[-_ESCAPE_BYTES:]
        if b"\\ud" in data or b"\\uD" in data:
            # The replacement is as long as what it replaces.
            data = _LONE_LOW_SURROGATE.sub(rb"\\ufffd", before + data)[len(before) :]
        return data


def conversations(file: Readable, skip: Container[str] = ()) -> Iterator[dict[str, Any] | None]:
    """Yield the objects of a top-level array, or the top-level object; None for one that is too large.

    `skip` names members whose lists and objects are not wanted. Raises Damaged where the JSON is broken or
    ends too soon: after everything that stands before.
    """
    for item, whole in _read(file, skip):
        if not whole:
            raise Damaged("The JSON is incomplete: the file is damaged, or still being written.")
        yield item


def peek(head: bytes) -> Iterator[dict[str, Any]]:
    """Yield the objects that a file begins with, the last one as far as `head` has it."""
    for item, _ in _read(io.BytesIO(head), ()):
        if item is not None:
            yield item


def _read(file: Readable, skip: Container[str]) -> Iterator[tuple[dict[str, Any] | None, bool]]:
    """Yield objects, and whether they are whole; the last one is (unfinished object or None, False) where the
    JSON is broken."""
    source = _Cleaned(file)
    opened: list[Any] = []
    """The object that is being built, and those within it that have not ended."""
    key = ""
    passed = began = 0
    in_list = too_large = False
    try:
        for event, value in ijson.basic_parse(source, multiple_values=True):
            source.mark = source.taken
            starts = event == "start_map" or event == "start_array"
            ends = event == "end_map" or event == "end_array"
            if passed:  # within something that is not wanted
                passed += starts - ends
            elif event == "map_key":
                key = value
            elif starts and opened:
                unwanted = too_large or (type(opened[-1]) is dict and key in skip)
                if unwanted or len(opened) + in_list > MAX_DEPTH:
                    passed = 1
                    continue
                child: Any = {} if event == "start_map" else []
                _put(opened, key, child)
                opened.append(child)
                if source.taken - began > MAX_CONVERSATION:
                    too_large = True
                    opened[0].clear()
            elif event == "start_map":
                opened, too_large, began = [{}], False, source.taken
            elif starts:  # a list in the list is no conversation
                passed, in_list = int(in_list), True
            elif ends and not opened:
                in_list = False
            elif ends:
                item = opened.pop()
                if not opened:
                    yield (None if too_large else item), True
            elif opened and not too_large:  # as floats, all numbers would have to fit 64 bits
                _put(opened, key, float(value) if type(value) is Decimal else value)
    except (ijson.JSONError, UnicodeDecodeError, ArithmeticError):
        yield (opened[0] if opened else None), False


def _put(opened: list[Any], key: str, value: Any) -> None:
    """Put a value into the last object or list."""
    if type(opened[-1]) is dict:
        opened[-1][key] = value
    else:
        opened[-1].append(value)


# -- ZIP --


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

    def __exit__(self, *error: object) -> None:
        self._zip.close()

    def names(self) -> frozenset[str]:
        """Return the names of all members, without folders."""
        return frozenset(_name(member) for member in self._zip.infolist() if not member.is_dir())

    def json_members(self) -> list[zipfile.ZipInfo]:
        """Return JSON files: those called `conversations…` first, shards in their order."""
        found = [
            member
            for member in self._zip.infolist()
            if _name(member).lower().endswith(".json") and not _name(member).startswith("._")
        ]
        return sorted(found, key=lambda m: (not _name(m).lower().startswith("conversation"), m.filename))

    def is_locked(self, member: zipfile.ZipInfo) -> bool:
        return bool(member.flag_bits & _LOCKED)

    def head(self, member: zipfile.ZipInfo) -> bytes:
        """Return the first 64 KB of a member."""
        with self.open(member) as file:
            return file.read(HEAD_BYTES)

    @contextmanager
    def open(self, member: zipfile.ZipInfo) -> Iterator[IO[bytes]]:
        if self.is_locked(member):
            raise Damaged(_WITH_PASSWORD)
        packed = min(member.compress_size, self._size)
        if member.file_size > max(SMALL, packed * MAX_RATIO):
            raise Damaged("The ZIP file would unpack to far more than an export has, so it is not read.")
        with _damage(), self._zip.open(member) as opened:
            yield opened


@contextmanager
def _damage() -> Iterator[None]:
    try:
        yield
    except _BROKEN as error:
        raise Damaged(_NOT_WHOLE) from error


def _name(member: zipfile.ZipInfo) -> str:
    return re.split(r"[/\\]", member.filename)[-1]


def first_member(head: bytes) -> bytes:
    """Return the start of the first member of a ZIP without a directory; b"" where it can't be read."""
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


# -- the reader --

_PROBED = 16
"""So many members of a ZIP are looked at to find out whose it is."""


class ExportReader(DocumentReader):
    """Reads an export from a JSON file (many conversations or one) or from inside its ZIP."""

    partial = True
    marks: ClassVar[tuple[bytes, ...]]
    """Every file of this source has one of these in its head: a cheap first look."""
    skip: ClassVar[frozenset[str]]
    """Members of which no list or object is needed."""
    beside: ClassVar[frozenset[str]]
    """What lies beside the conversations in a ZIP: tells whose it is when it is locked."""
    alone: ClassVar[bool]
    """Whether the conversations may also be in a ZIP by themselves."""

    @abstractmethod
    def is_conversation(self, value: dict[str, Any]) -> bool:
        """Return whether `value` is a conversation of this source; it may end in the middle."""

    @abstractmethod
    def add(self, conversation: dict[str, Any], out: BatchBuilder) -> Iterator[None]:
        """Put a conversation into `out`; pause after every message, so that a batch can be made."""

    def recognises(self, path: Path, head: bytes) -> bool:
        """See `conversations.readers.base.Reader.recognises`."""
        return self._recognises_zip(path, head) if is_zip(head) else self._claims(head)

    def take(self, path: Path, out: BatchBuilder) -> Iterator[None]:
        """Raises Damaged where a ZIP is locked or broken, and where the JSON breaks off."""
        for conversation in self._conversations(path):
            if conversation is None:
                out.skipped += 1
            elif not self.is_conversation(conversation):
                out.unknown += 1
            else:
                with out.guarded():
                    yield from self.add(conversation, out)

    def _conversations(self, path: Path) -> Iterator[dict[str, Any] | None]:
        with path.open("rb") as file:
            if not is_zip(file.read(4)):
                file.seek(0)
                yield from conversations(file, self.skip)
                return
        with Archive(path) as archive:
            for member in archive.json_members():
                if self._claims(archive.head(member)):
                    with archive.open(member) as opened:
                        yield from conversations(opened, self.skip)

    def _claims(self, head: bytes) -> bool:
        return any(mark in head for mark in self.marks) and any(
            self.is_conversation(value) for value in peek(head)
        )

    def _recognises_zip(self, path: Path, head: bytes) -> bool:
        try:
            with Archive(path) as archive:
                members = archive.json_members()
                if any(archive.is_locked(member) for member in members):
                    return self._claims_names(archive.names())
                return any(self._claims(archive.head(member)) for member in members[:_PROBED])
        except Damaged:  # reading it will say so, if what can be seen of it is of this source
            return self._claims(first_member(head))

    def _claims_names(self, names: frozenset[str]) -> bool:
        if not any(name.startswith("conversations") and name.endswith(".json") for name in names):
            return False
        return bool(names & self.beside) or (self.alone and len(names) == 1)


def opening(text: str, limit: int = OUTPUT_BYTES) -> str:
    """Return the first `limit` bytes (in UTF-8) of a document, cut between characters."""
    if len(text) * 4 <= limit:
        return text
    data = text[:limit].encode("utf-8", "replace")
    return text if len(data) <= limit and len(text) <= limit else data[:limit].decode("utf-8", "ignore")


def arrange(parents: Mapping[str, str | None], leaf: str | None) -> list[tuple[str, bool]]:
    """Return all nodes in reading order, each with whether it was left behind, off the way to `leaf`.

    Prompts that were edited and answers that were asked for again stay in such trees.
    `parents` names every node's parent. A branch that was left behind stands before the one that took its
    place. Where the way to `leaf` breaks off because a node is missing, what hangs nowhere counts as said.
    Loops are harmless.
    """
    way, missing = _way(parents, leaf)
    children: dict[str, list[str]] = {}
    roots: list[str] = []
    for node, parent in parents.items():
        if parent is None or parent not in parents:
            roots.append(node)
        else:
            children.setdefault(parent, []).append(node)

    found: dict[str, bool] = {}
    stack = [(root, missing and root not in way) for root in _last_first(roots, way)]
    while stack:
        node, adrift = stack.pop()
        if node in found:
            continue
        found[node] = node not in way and not adrift
        stack += ((child, adrift) for child in _last_first(children.get(node, []), way))
    for node in parents:  # nodes in a loop have no root
        found.setdefault(node, node not in way)
    return list(found.items())


def _way(parents: Mapping[str, str | None], leaf: str | None) -> tuple[set[str], bool]:
    """Return the nodes from the root to `leaf`, and whether the last one's parent is missing."""
    way: set[str] = set()
    node = leaf
    while node is not None and node in parents and node not in way:
        way.add(node)
        node = parents[node]
    return way, node is not None and node not in parents


def _last_first(nodes: list[str], way: set[str]) -> list[str]:
    """Return nodes as a stack needs them: the one that is on the way comes out last."""
    return [n for n in nodes if n in way] + [n for n in reversed(nodes) if n not in way]
