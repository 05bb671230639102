"""Sentences that a person said or a memory says, each private or normal."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Case:
    """A sentence, and whether it is private."""

    text: str
    private: bool


def read(name: str) -> list[Case]:
    """Return the sentences of a set. Raises ValueError for a line without a label."""
    lines = (Path(__file__).parent / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    cases = []
    for line in lines:
        label, _, text = line.partition("\t")
        if label not in ("private", "normal"):
            raise ValueError(f"{name}: {line!r}")
        cases.append(Case(text, label == "private"))
    return cases
