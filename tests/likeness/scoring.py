"""Labelled pairs of texts, and what the judge makes of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from arbor_desktop.text.likeness import read, same

FOLDER = Path(__file__).parent
SAME, APART = "same", "apart"


@dataclass(frozen=True, slots=True)
class Pair:
    label: str
    one: str
    other: str
    file: str
    line: int


@dataclass(slots=True)
class Score:
    """Of the pairs labelled and judged as the same."""

    right: int = 0
    wrong: list[Pair] = field(default_factory=list)
    missed: list[Pair] = field(default_factory=list)

    @property
    def precision(self) -> float:
        """The share of right ones among those judged to be the same; 1.0 where none was."""
        judged = self.right + len(self.wrong)
        return self.right / judged if judged else 1.0

    @property
    def recall(self) -> float:
        """The share of pairs that are the same which were found."""
        all_same = self.right + len(self.missed)
        return self.right / all_same if all_same else 1.0


def pairs(folder: Path = FOLDER) -> Iterator[Pair]:
    """All pairs of the folder's text files. Raises ValueError for a line that is none."""
    for file in sorted(folder.glob("*.txt")):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            if not line.strip() or line.startswith("#"):
                continue
            cells = [cell.strip() for cell in line.split(" | ")]
            if len(cells) != 3 or cells[0] not in (SAME, APART):
                raise ValueError(f"{file.name}:{number} is no pair: {line}")
            yield Pair(cells[0], cells[1], cells[2], file.stem, number)


def score(given: Iterable[Pair]) -> Score:
    """Judges every pair."""
    found = Score()
    for pair in given:
        judged = same(read(pair.one), read(pair.other))
        if judged and pair.label == SAME:
            found.right += 1
        elif judged:
            found.wrong.append(pair)
        elif pair.label == SAME:
            found.missed.append(pair)
    return found
