"""Arbor's block in a person's file: found, inserted, replaced, removed (spec 6.3, 8.3). Pure, on bytes.

The block lies between two lines that are HTML comments:

    <!-- arbor:begin 1:0123456789ab - Arbor writes here; write above or below -->
    …
    <!-- arbor:end 0123456789ab -->

The number after `begin` counts the line ends before the block that are Arbor's (0 at the beginning of a file,
1 below a finished line, 2 below an unfinished one; then the line end after the block is Arbor's, too), so
that removing the block restores the same bytes. The letters are a checksum of the lines between, without line
ends and trailing blanks, which git and editors change: it shows, in every clone and without Arbor's store,
whether a person wrote inside. Everything outside is never changed.

A line counts as a marker only if it has nothing else, is indented by at most three blanks, and is outside of
closed code fences: text about the markers, quotations and code are left alone. Unpaired markers (one was
deleted, a merge left two) and a whole block in a code fence raise `Damaged`, which says what to do; nothing
is changed.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

MARKERS = (b"arbor:begin", b"arbor:end")
_NOTE = "Arbor writes here; write above or below"
_BEGIN = re.compile(rb" {0,3}<!-- arbor:begin ([0-2]):([0-9a-f]{12})(?: [^\r\n>]*)?-->[ \t]*")
_END = re.compile(rb" {0,3}<!-- arbor:end ([0-9a-f]{12}) ?-->[ \t]*")
_FENCE = re.compile(rb" {0,3}(`{3,}(?=[^`]*$)|~{3,})")
_UTF8_MARK = b"\xef\xbb\xbf"
_WIDE_MARKS = (b"\xff\xfe", b"\xfe\xff")


class Damaged(ValueError):
    """The file's markers don't pair, or it can't contain them. The message tells people what to do."""


@dataclass(frozen=True, slots=True)
class Block:
    """A block that was found. `start` and `end` in bytes include the markers, without the line end after
    them; `inside` is the content between; `whole`: it is as Arbor wrote it."""

    start: int
    end: int
    inside: bytes
    before: int
    whole: bool
    line_end: bytes


def find(data: bytes) -> Block | None:
    """Return the block of a file; None if it has none. Raises Damaged."""
    found = _blocks(data)
    if len(found) > 1:
        raise Damaged(
            f"It contains Arbor's block {len(found)} times; delete all but one, from begin line to end line."
        )
    return found[0] if found else None


def put(data: bytes, text: str, *, known: Collection[str] = ()) -> bytes:
    """Return the file with `text` (lines, without markers) as its block: in place of the existing one, else
    at the end; the same bytes if nothing changes.

    Lines a person wrote into the block are moved below it; `known` are the marks of the lines that Arbor
    wrote there before. An empty `text` removes the block. Raises Damaged.
    """
    if not text.strip():
        return remove(data, known=known)
    block = find(data)
    if block is None:
        return _sound(_appended(data, text), text)
    line_end = block.line_end
    new = _written(text, block.before, line_end)
    if block.whole and block.inside == _inner(text, line_end):
        return data
    kept = _kept(block, text, known)
    after = data[block.end :]
    if kept:
        new += line_end + (kept if after else _without_last_end(kept))
        after = _without_first_end(after)
    return _sound(data[: block.start] + new + after, text)


def remove(data: bytes, *, known: Collection[str] = ()) -> bytes:
    """Return the file without the block and the line ends around it, but with the lines a person wrote into
    it.

    Raises Damaged.
    """
    block = find(data)
    if block is None:
        return data
    head, tail = data[: block.start], data[block.end :]
    kept = _kept(block, "", known)
    if kept:
        return _sound(head + (kept if tail else _without_last_end(kept)) + _without_first_end(tail))
    for _ in range(block.before):
        shorter = head.removesuffix(block.line_end)
        if block.before == 1 and shorter and not shorter.endswith(b"\n"):
            break  # the blank line is gone; this ends a line of the person's
        head = shorter
    if block.before != 2:
        tail = _without_first_end(tail)
    return _sound(head + tail)


def _sound(data: bytes, text: str | None = None) -> bytes:
    """Return `data`, if it reads back as intended: the block with `text`, or none.

    A fence that a person opened in the block might hide or reveal markers around it. Raises Damaged.
    """
    try:
        found = _blocks(data, in_fence=text is None)
    except Damaged:
        found = None
    good = found == [] if text is None else found is not None and len(found) == 1 and found[0].whole
    if not good:
        raise Damaged(
            "What was written into Arbor's block changes how the text around it is read (a code fence?). "
            "Move it out of the block."
        )
    return data


def edited(data: bytes) -> bool:
    """Return whether a person wrote into the block. Raises Damaged."""
    block = find(data)
    return block is not None and not block.whole


def inside(data: bytes) -> str | None:
    """Return the lines of the block, with plain line ends; None without a block. Raises Damaged."""
    block = find(data)
    return None if block is None else "\n".join(_lines(block.inside))


def marks(text: str) -> frozenset[str]:
    """Return hashes that identify the lines of a text."""
    return frozenset(_mark(line.rstrip()) for line in text.split("\n") if line.strip())


def size(text: str) -> int:
    """Return the characters of the block for `text`, with its markers."""
    return len(_written(text, 1, b"\n").decode())


def _blocks(data: bytes, *, in_fence: bool = False) -> list[Block]:
    if data.startswith(_WIDE_MARKS) or b"\0" in data:
        raise Damaged("It is not written in UTF-8; save it as UTF-8 to let Arbor write into it.")
    if not any(marker in data for marker in MARKERS):
        return []
    found: list[Block] = []
    begun: tuple[int, int, bytes, re.Match[bytes]] | None = None
    fences: list[tuple[int, int]] = []
    for number, start, stop, line in _markers(data, fences):
        if (begin := _BEGIN.fullmatch(line)) is not None:
            if begun is not None:
                raise Damaged(_unpaired("begin", begun[0]))
            begun = (number, start, _line_end(data, stop), begin)
            inner_start = stop + len(begun[2])
        elif (end := _END.fullmatch(line)) is not None:
            if begun is None:
                raise Damaged(_unpaired("end", number))
            if begun[3][2] != end[1]:
                raise Damaged(_unpaired("begin", begun[0]))
            inner = data[inner_start:start]
            found.append(Block(begun[1], stop, inner, int(begun[3][1]), checksum(inner) == end[1], begun[2]))
            begun = None
    if begun is not None:
        raise Damaged(_unpaired("begin", begun[0]))
    if not found and not in_fence:
        for start, stop in fences:
            _refuse_hidden(data[start:stop])
    return found


def _refuse_hidden(fenced: bytes) -> None:
    """Raise Damaged for a block of Arbor's in a code fence, because a fence was opened above it: with another
    one at the end of the file, there would be two."""
    if not any(marker in fenced for marker in MARKERS):
        return
    try:
        whole = any(block.whole for block in _blocks(fenced, in_fence=True))
    except Damaged:  # somebody's quotation
        return
    if whole:
        raise Damaged("Arbor's block is in a code fence; close the fence above it, or delete the block.")


def _unpaired(which: str, line: int) -> str:
    other = "end" if which == "begin" else "begin"
    return (
        f"Line {line} is the {which} of Arbor's block, and its {other} is missing or of another block. "
        "Delete what is left of the block, with its marker lines; Arbor then writes it anew."
    )


def _markers(data: bytes, fences: list[tuple[int, int]]) -> Iterator[tuple[int, int, int, bytes]]:
    """Yield (line number, start, end, line) of each line that may be a marker.

    In a block all lines count, so that it ends at its end whatever was written into it; outside, those in no
    closed fence. The ranges in fences are added to `fences`.
    """
    lines = list(_spans(data))
    closers = _Closers(lines)
    at, within = 0, False
    while at < len(lines):
        start, stop, line = lines[at]
        if b"arbor:" in line and (_BEGIN.fullmatch(line) or _END.fullmatch(line)):
            within = _BEGIN.fullmatch(line) is not None
            yield at + 1, start, stop, line
        elif not within and (fence := _FENCE.match(line)) is not None:
            closer = closers.of(at, fence[1])
            if closer is not None:
                fences.append((stop, lines[closer][0]))
                at = closer
        at += 1


class _Closers:
    """Finds where code fences close; each kind is looked for only as long as there may be one."""

    def __init__(self, lines: Sequence[tuple[int, int, bytes]]) -> None:
        self._closing = [
            (number, mark[:1], len(mark))
            for number, (_, _, line) in enumerate(lines)
            if (mark := line.strip(b" \t"))[:3] in (b"```", b"~~~")
            and not mark.strip(mark[:1])
            and len(line) - len(line.lstrip(b" ")) <= 3
        ]
        self._none_of: dict[bytes, int] = {}
        self._from = 0

    def of(self, line: int, fence: bytes) -> int | None:
        """Return the line that closes the fence which `line` opens."""
        kind, length = fence[:1], len(fence)
        if length >= self._none_of.get(kind, length + 1):
            return None
        while self._from < len(self._closing) and self._closing[self._from][0] <= line:
            self._from += 1
        for at in range(self._from, len(self._closing)):
            number, mark, long = self._closing[at]
            if mark == kind and long >= length:
                return number
        self._none_of[kind] = length
        return None


def _spans(data: bytes) -> Iterator[tuple[int, int, bytes]]:
    """Yield (start, end, line) of each line, without its line end; the mark of UTF-8 belongs to none."""
    start = len(_UTF8_MARK) if data.startswith(_UTF8_MARK) else 0
    while start < len(data):
        stop = data.find(b"\n", start)
        next_start = len(data) if stop < 0 else stop + 1
        stop = len(data) if stop < 0 else stop - (data[start:stop].endswith(b"\r"))
        yield start, stop, data[start:stop]
        start = next_start


def _appended(data: bytes, text: str) -> bytes:
    line_end = usual_end(data)
    if data in (b"", _UTF8_MARK):
        return data + _written(text, 0, line_end) + line_end
    if data.endswith(b"\n"):
        return data + line_end + _written(text, 1, line_end) + line_end
    return data + line_end * 2 + _written(text, 2, line_end)


def usual_end(data: bytes) -> bytes:
    """Return the line end that most lines of a file have."""
    pairs = data.count(b"\r\n")
    return b"\r\n" if pairs > data.count(b"\n") - pairs else b"\n"


def _mark(line: str) -> str:
    return hashlib.sha256(line.encode(errors="surrogateescape")).hexdigest()[:16]


def _written(text: str, before: int, line_end: bytes) -> bytes:
    inner = _inner(text, line_end)
    check = checksum(inner)
    begin = b"<!-- arbor:begin %d:%s - %s -->" % (before, check, _NOTE.encode())
    return begin + line_end + inner + b"<!-- arbor:end %s -->" % check


def _inner(text: str, line_end: bytes) -> bytes:
    lines = text.strip("\n").split("\n")
    if any(_BEGIN.fullmatch(line.encode()) or _END.fullmatch(line.encode()) for line in lines):
        raise ValueError("A line of the text is a marker of the block.")
    return b"".join(line.encode() + line_end for line in lines)


def _lines(content: bytes) -> list[str]:
    """Split into lines as the checksum uses them: without line ends and trailing blanks."""
    text = content.decode(errors="surrogateescape")
    return [line.rstrip(" \t\r") for line in text.removesuffix("\n").split("\n")] if text else []


def checksum(inner: bytes) -> bytes:
    """Return a checksum of lines, whatever ends them, in twelve letters."""
    counted = "\n".join(_lines(inner)).encode(errors="surrogateescape")
    return hashlib.sha256(counted).hexdigest()[:12].encode()


def _kept(block: Block, text: str, known: Collection[str]) -> bytes:
    """Return the lines a person wrote into the block, byte for byte: those that are neither in Arbor's last
    text nor in the new one."""
    if block.whole:
        return b""
    ours = marks(text) | set(known)
    kept, blanks = b"", b""
    for line in re.findall(rb"[^\n]*\n", block.inside):
        words = _lines(line)[0]
        if words and _mark(words) not in ours:
            kept, blanks = kept + blanks + line, b""
        else:
            blanks = blanks + line if kept and not words else b""
    return kept


def _line_end(data: bytes, stop: int) -> bytes:
    return b"\r\n" if data[stop : stop + 2] == b"\r\n" else b"\n"


def _without_first_end(data: bytes) -> bytes:
    return data[2:] if data.startswith(b"\r\n") else data.removeprefix(b"\n")


def _without_last_end(data: bytes) -> bytes:
    return data.removesuffix(b"\n").removesuffix(b"\r")
