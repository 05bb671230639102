"""A planned change as text, to be read before it is made."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher

from arbor_desktop.user_files.model import FileChange

AROUND = 3
"""Unchanged lines that are shown around a change."""


def unified(change: FileChange) -> Iterator[str]:
    """The lines of a unified diff. Bytes that are no UTF-8 are shown as replacement characters."""
    old, new = _lines(change.before), _lines(change.after)
    yield f"--- {change.path if change.before is not None else '(no file)'}"
    yield f"+++ {change.path if change.after is not None else '(no file)'}"
    # Files of megabytes differ in a few lines: what is the same at both ends is not compared.
    least = min(len(old), len(new))
    head = next((n for n in range(least) if old[n] != new[n]), least)
    tail = next((n for n in range(least - head) if old[-1 - n] != new[-1 - n]), least - head)
    first, last = max(0, head - AROUND), max(0, tail - AROUND)
    old, new = old[first : len(old) - last], new[first : len(new) - last]
    for group in SequenceMatcher(None, old, new, autojunk=False).get_grouped_opcodes(AROUND):
        (_, a, _, c, _), (_, _, b, _, d) = group[0], group[-1]
        yield f"@@ -{_range(first + a, first + b)} +{_range(first + c, first + d)} @@"
        for tag, a, b, c, d in group:
            if tag == "equal":
                yield from (f" {line}" for line in old[a:b])
                continue
            yield from (f"-{line}" for line in old[a:b])
            yield from (f"+{line}" for line in new[c:d])


def _lines(data: bytes | None) -> list[str]:
    """Lines without their ends; a last line without one is marked as such, since that can be the change."""
    text = (data or b"").decode("utf-8", "replace")
    lines = text.split("\n")
    if lines[-1] == "":
        return [line.removesuffix("\r") for line in lines[:-1]]
    return [*(line.removesuffix("\r") for line in lines[:-1]), lines[-1] + " (no line end)"]


def _range(begin: int, end: int) -> str:
    length = end - begin
    return f"{begin + 1 if length else begin}" + ("" if length == 1 else f",{length}")
