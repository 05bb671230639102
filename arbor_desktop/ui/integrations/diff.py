"""The lines that a change of a file adds and takes away, with a few around them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum

AROUND = 3
"""So many lines that stay are shown before and after what changes."""
_BOM = "\ufeff"
_MOST_COMPARED = 4_000_000
"""More pairs of lines are not compared one by one, which could take minutes."""


class Kind(StrEnum):
    SAME = "same"
    ADDED = "added"
    REMOVED = "removed"
    SKIPPED = "skipped"
    """Stands for `count` lines that stay as they are."""


@dataclass(frozen=True, slots=True)
class Line:
    kind: Kind
    text: str = ""
    count: int = 1


def difference(before: bytes | None, after: bytes | None, around: int = AROUND) -> list[Line]:
    """From one text to the other; None is a file that is not there. What is no UTF-8 shows as such. Lines
    that differ in their end alone are others, too."""
    old, new = _lines(before), _lines(after)
    head = _alike(zip(old, new, strict=False))
    tail = _alike(zip(reversed(old[head:]), reversed(new[head:]), strict=False))
    # Configurations can be large, and nearly all of one stays: only the middle is compared line by line.
    changed = list(_compared(old[head : len(old) - tail], new[head : len(new) - tail]))
    same = [Line(Kind.SAME, text) for text in map(_shown, old)]
    whole = [*same[:head], *changed, *same[len(old) - tail :]]
    return _folded(whole, around)


def counted(lines: Sequence[Line]) -> tuple[int, int]:
    """How many lines are added, and how many taken away."""
    kinds = [line.kind for line in lines]
    return kinds.count(Kind.ADDED), kinds.count(Kind.REMOVED)


def _lines(text: bytes | None) -> list[str]:
    if text is None:
        return []
    *whole, last = text.decode("utf-8", errors="replace").removeprefix(_BOM).split("\n")
    return [*(f"{line}\n" for line in whole), *([last] if last else [])]


def _shown(line: str) -> str:
    return line.removesuffix("\n").removesuffix("\r")


def _alike(pairs: Iterator[tuple[str, str]]) -> int:
    count = 0
    for one, other in pairs:
        if one != other:
            break
        count += 1
    return count


def _compared(old: Sequence[str], new: Sequence[str]) -> Iterator[Line]:
    if len(old) * len(new) > _MOST_COMPARED:
        yield from (Line(Kind.REMOVED, _shown(text)) for text in old)
        yield from (Line(Kind.ADDED, _shown(text)) for text in new)
        return
    for tag, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal":
            yield from (Line(Kind.SAME, _shown(text)) for text in old[a:b])
            continue
        yield from (Line(Kind.REMOVED, _shown(text)) for text in old[a:b])
        yield from (Line(Kind.ADDED, _shown(text)) for text in new[c:d])


def _folded(lines: Sequence[Line], around: int) -> list[Line]:
    """Without what is far from any change."""
    changed = [n for n, line in enumerate(lines) if line.kind is not Kind.SAME]
    near = {n for at in changed for n in range(at - around, at + around + 1)}
    folded: list[Line] = []
    for n, line in enumerate(lines):
        if n in near:
            folded.append(line)
        elif folded and folded[-1].kind is Kind.SKIPPED:
            folded[-1] = Line(Kind.SKIPPED, count=folded[-1].count + 1)
        else:
            folded.append(Line(Kind.SKIPPED))
    return folded
