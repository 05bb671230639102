"""Large JSON exports: one conversation at a time, however many the file holds.

The whole is never in memory. What a reader does not use (`skip`) is never built, a conversation over 64 MB
is left out, and so is what is nested deeper than any export is.
"""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Callable, Container, Iterator
from decimal import Decimal
from typing import Any, Protocol

import ijson  # type: ignore[import-untyped]

from arbor_desktop.conversations.readers.base import MAX_LINE, Damaged

MAX_CONVERSATION = MAX_LINE
"""Bytes of JSON; a larger conversation is skipped and counted."""
MAX_DEPTH = 200
_BOM = b"\xef\xbb\xbf"
# Raw control characters are no JSON, whether they fill up a file after a power loss or stand in a string.
_CONTROL_TO_SPACE = bytes(32 if byte < 32 and byte not in b"\t\n\r" else byte for byte in range(256))
_LONE_LOW_SURROGATE = re.compile(
    rb"(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F][0-9a-fA-F]{2}"
)  # fmt: skip
_UNFINISHED_ESCAPE = re.compile(rb"\\(?:u[0-9a-fA-F]{0,3})?\Z")
_ESCAPE_BYTES = 6


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
            data = data.removeprefix(_BOM)
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


class _Builder:
    """Objects from parser events: the items of a top-level array, or a top-level object itself."""

    def __init__(self, skip: Container[str], position: Callable[[], int]) -> None:
        self._skip = skip
        self._position = position
        self._stack: list[Any] = []
        self._key = ""
        self._passed = 0
        self._started = 0
        self._in_array = False
        self.item: dict[str, Any] | None = None
        """The conversation that is being built."""
        self.oversized = False

    def start(self, is_map: bool) -> None:
        if self._passed:
            self._passed += 1
            return
        depth = len(self._stack)
        if not depth and not is_map:
            self._in_array = True
            self._stack.append(None)
            return
        if self.item is None:
            if not is_map:  # a list in the list: no conversation
                self._passed = 1
                return
            self.item = {}
            self.oversized = False
            self._started = self._position()
            self._stack.append(self.item)
            return
        parent = self._stack[-1]
        named = type(parent) is dict
        if depth > MAX_DEPTH or self.oversized or (named and self._key in self._skip):
            self._passed = 1
            return
        child: Any = {} if is_map else []
        if named:
            parent[self._key] = child
        else:
            parent.append(child)
        self._stack.append(child)
        if self._position() - self._started > MAX_CONVERSATION:
            self.oversized = True
            self.item.clear()

    def end(self) -> dict[str, Any] | None:
        """The finished conversation, where it ends here."""
        if self._passed:
            self._passed -= 1
            return None
        self._stack.pop()
        if not self._stack:
            self._in_array = False
        if len(self._stack) != self._in_array or self.item is None:
            return None
        item, self.item = self.item, None
        return item

    def key(self, name: str) -> None:
        if not self._passed:
            self._key = name

    def value(self, value: Any) -> None:
        if self._passed or self.item is None or self.oversized:
            return
        parent = self._stack[-1]
        if type(parent) is dict:
            parent[self._key] = value
        else:
            parent.append(value)


def conversations(file: Readable, skip: Container[str] = ()) -> Iterator[dict[str, Any] | None]:
    """The objects of a top-level array, or the top-level object; None for one that is too large.

    `skip` names members whose lists and objects are not wanted. Raises Damaged where the JSON is broken or
    ends too soon: after everything that stands before.
    """
    for item, whole in _read(file, skip):
        if not whole:
            raise Damaged("The file is not whole JSON: it may still be being written, or it is damaged.")
        yield item


def peek(head: bytes) -> Iterator[dict[str, Any]]:
    """The objects that a file begins with, the last one as far as `head` tells of it."""
    for item, _ in _read(io.BytesIO(head), ()):
        if item is not None:
            yield item


def _read(file: Readable, skip: Container[str]) -> Iterator[tuple[dict[str, Any] | None, bool]]:
    """Objects, and whether they are whole; the last answer is (unfinished object or None, False) where the
    JSON is broken."""
    source = _Cleaned(file)
    builder = _Builder(skip, lambda: source.taken)
    try:
        for event, value in ijson.basic_parse(source, multiple_values=True):
            source.mark = source.taken
            if event == "map_key":
                builder.key(value)
            elif event == "start_map" or event == "start_array":
                builder.start(event == "start_map")
            elif event == "end_map" or event == "end_array":
                item = builder.end()
                if item is not None:
                    yield (None if builder.oversized else item), True
            else:  # as floats, all numbers would have to fit 64 bits
                builder.value(float(value) if type(value) is Decimal else value)
    except (ijson.JSONError, UnicodeDecodeError, ArithmeticError):
        yield builder.item, False
