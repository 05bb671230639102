"""Labelled pairs of statements, and what a judge of contradictions makes of them.

A line of a file in ``pairs`` is ``label | older | newer``; empty lines and ``#`` lines are skipped. Rules and
their data may be tuned on the files named ``…_dev`` and ``…_more``, and never on those named ``…_fresh``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from arbor_desktop.conflicts.model import Judge, Verdict

FOLDER = Path(__file__).parent / "pairs"


class Label(StrEnum):
    CONTRADICTING = "contradicting"
    """Cannot both hold for the reader."""
    EVOLVING = "evolving"
    """Cannot both hold, and the newer one says, or clearly implies, that it takes the older one's place."""
    COMPATIBLE = "compatible"
    """Of the same subject, and both can hold."""
    UNRELATED = "unrelated"
    """Of another subject, perhaps in the same words."""
    DUPLICATE = "duplicate"
    """The same in other words."""

    @property
    def conflict(self) -> bool:
        return self in (Label.CONTRADICTING, Label.EVOLVING)

    @property
    def evolving(self) -> bool:
        return self is Label.EVOLVING


@dataclass(frozen=True, slots=True)
class Pair:
    label: Label
    older: str
    newer: str
    file: str
    line: int

    @property
    def key(self) -> frozenset[str]:
        """The same for two pairs of the same statements, in whatever order and case."""
        return frozenset((self.older.casefold(), self.newer.casefold()))


@dataclass(frozen=True, slots=True)
class Judged:
    pair: Pair
    verdict: Verdict | None

    @property
    def right(self) -> bool:
        """Whether a conflict was found where one is, or none where none is."""
        return (self.verdict is not None) == self.pair.label.conflict

    @property
    def replaces(self) -> bool:
        return self.verdict is not None and self.verdict.replaces


@dataclass(slots=True)
class Score:
    """What was judged of some pairs. Shares are 0 to 1, and 1.0 where there is nothing to count."""

    judged: list[Judged] = field(default_factory=list)

    @property
    def found(self) -> list[Judged]:
        """What was judged to be a conflict, rightly or not."""
        return [one for one in self.judged if one.verdict is not None]

    @property
    def false(self) -> list[Judged]:
        """Judged to be a conflict, and none."""
        return [one for one in self.found if not one.right]

    @property
    def missed(self) -> list[Judged]:
        """Conflicts that were not found."""
        return [one for one in self.judged if one.verdict is None and not one.right]

    @property
    def misread(self) -> list[Judged]:
        """Conflicts that were found, but are wrong on whether the newer one replaces the older."""
        return [one for one in self.found if one.right and one.replaces != one.pair.label.evolving]

    @property
    def precision(self) -> float:
        """The share of conflicts among what was judged to be one."""
        return _share(one.right for one in self.found)

    @property
    def recall(self) -> float:
        """The share of the conflicts that was found."""
        return _share(one.right for one in self.judged if one.pair.label.conflict)

    def labelled(self, label: Label) -> Score:
        return Score([one for one in self.judged if one.pair.label == label])

    @property
    def found_share(self) -> float:
        """The share of all pairs that was judged to be a conflict."""
        return _share(one.verdict is not None for one in self.judged)

    @property
    def replaces_share(self) -> float:
        """Of what was judged to be a conflict, the share where the newer one is said to replace the older."""
        return _share(one.replaces for one in self.found)

    def by_rule(self) -> dict[str, tuple[int, int]]:
        """How often each rule fired rightly and wrongly, the busiest first."""
        fired = Counter((one.verdict.rule, one.right) for one in self.found if one.verdict)
        rules = {rule: (fired[rule, True], fired[rule, False]) for rule, _ in fired}
        return dict(sorted(rules.items(), key=lambda item: (-sum(item[1]), item[0])))


def _share(counted: Iterable[bool]) -> float:
    answers = list(counted)
    return sum(answers) / len(answers) if answers else 1.0


def pairs(folder: Path = FOLDER) -> Iterator[Pair]:
    """All pairs of the folder's text files. Raises ValueError for a line that is none."""
    for file in sorted(folder.glob("*.txt")):
        yield from read(file)


def read(file: Path) -> Iterator[Pair]:
    """The pairs of one file. Raises ValueError for a line that is none."""
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        cells = [cell.strip() for cell in line.split(" | ")]
        if len(cells) != 3 or cells[0] not in set(Label) or not all(cells):
            raise ValueError(f"{file.name}:{number} is no pair: {line}")
        yield Pair(Label(cells[0]), cells[1], cells[2], file.stem, number)


def score(given: Iterable[Pair], judge: Judge) -> Score:
    """Has every pair judged."""
    return Score([Judged(pair, judge.judge(pair.older, pair.newer)) for pair in given])
