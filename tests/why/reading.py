"""Reads the labelled cases: a memory, an excerpt of a session, and what one answer did with the memory.

They are written as those of tests/use; the label is followed, ignored or not_needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from arbor_desktop import resources
from arbor_desktop.context.answers import answer_at
from arbor_desktop.context.following import Finding, Follower, Regard
from tests.use.reading import JUDGE, Excerpt, excerpts

FOLLOWER = Follower.parse(resources.read_text("why.toml"), JUDGE)


@dataclass
class Case(Excerpt):
    label: Regard = Regard.NOT_NEEDED

    @property
    def finding(self) -> Finding:
        answer = answer_at(self.turns, self.asked or len(self.turns))
        assert answer is not None
        return FOLLOWER.find([self.memory, *self.others], answer)[0]

    @property
    def right(self) -> bool:
        return self.finding.regard is self.label


def read(file: str) -> Iterator[Case]:
    """The cases of a file, in its order."""
    path = Path(__file__).with_name(f"{file}.txt")
    return excerpts(path, lambda name, label: Case(file, name, label=Regard(label)))


@dataclass(frozen=True)
class Figures:
    """Of all cases judged so, how many rightly; of all that are so, how many were found."""

    claimed: int
    precision: float
    recall: float


def figures(cases: list[Case], regard: Regard) -> Figures:
    claimed = [case for case in cases if case.finding.regard is regard]
    shown = [case for case in cases if case.label is regard]
    right = sum(case.right for case in claimed)
    return Figures(
        len(claimed), right / len(claimed) if claimed else 1.0, right / len(shown) if shown else 1.0
    )
