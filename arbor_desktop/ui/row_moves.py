"""How one list of ids comes out of another: what leaves and what comes. No Qt here, so that long lists can be
compared on any thread."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

_MOST_STEPS = 200
"""More insertions and removals than this cost a view more than starting anew."""

Runs = list[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Moves:
    """Rows of `old` to remove and then rows of the new list to insert, as first and last; `few` False where
    nothing stays, or it would take too many steps."""

    old: Sequence[str]
    removed: Runs
    added: Runs
    few: bool = True


def moves(old: list[str], new: list[str]) -> Moves:
    """What changed its place (an edit under "last changed") leaves and comes again."""
    start = _alike(old, new)
    end = _alike(old[start:][::-1], new[start:][::-1])
    middle_old, middle_new = old[start : len(old) - end], new[start : len(new) - end]
    stays = _common_run(middle_old, middle_new)
    if not start and not end and not stays:
        return Moves(old, [], [], few=False)
    removed = runs([start + row for row, id_ in enumerate(middle_old) if id_ not in stays])
    added = runs([start + row for row, id_ in enumerate(middle_new) if id_ not in stays])
    return Moves(old, removed, added, few=len(removed) + len(added) <= _MOST_STEPS)


def _alike(old: list[str], new: list[str]) -> int:
    """How many ids the two begin with in common: whole slices are compared, halving, not one by one."""
    least, most = 0, min(len(old), len(new))
    while least < most:
        middle = (least + most + 1) // 2
        if old[least:middle] == new[least:middle]:
            least = middle
        else:
            most = middle - 1
    return least


def _common_run(old: list[str], new: list[str]) -> set[str]:
    """A longest set of ids that are in the same order in both (patience: a longest increasing run)."""
    both = set(old).intersection(new)
    if [id_ for id_ in old if id_ in both] == [id_ for id_ in new if id_ in both]:
        return both  # some came, some went, as mostly: several times as fast among 100,000
    place = {id_: row for row, id_ in enumerate(new)}
    tails: list[int] = []
    ends: list[str] = []
    before: dict[str, str | None] = {}
    for id_ in old:
        row = place.get(id_)
        if row is None:
            continue
        at = bisect_left(tails, row)
        tails[at : at + 1] = [row]
        ends[at : at + 1] = [id_]
        before[id_] = ends[at - 1] if at else None
    out: set[str] = set()
    current: str | None = ends[-1] if ends else None
    while current is not None:
        out.add(current)
        current = before[current]
    return out


def runs(rows: Sequence[int]) -> Runs:
    """Sorted rows as first and last of what hangs together."""
    out: Runs = []
    for row in rows:
        if out and row == out[-1][1] + 1:
            out[-1] = (out[-1][0], row)
        else:
            out.append((row, row))
    return out
