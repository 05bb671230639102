"""Hand-labelled statements: private or not, and applying everywhere or in their project.

A line is `label<tab>text`, or `label<tab>family<tab>text` with the family of the rule that found it and,
after the memory's words, those that were said.
"""

from dataclasses import dataclass
from pathlib import Path

LABELS = {"private": ("normal", "private"), "everywhere": ("project", "everywhere")}


@dataclass(frozen=True)
class Case:
    """A statement, and whether it is what its model asks for."""

    text: str
    expected: bool
    family: str = ""


def read(model: str, name: str) -> list[Case]:
    """Return the statements of a set. Raises ValueError for a line without a label."""
    lines = (Path(__file__).parent / model / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    cases = []
    for line in lines:
        label, *family, text = line.split("\t")
        if label not in LABELS[model]:
            raise ValueError(f"{model}/{name}: {line!r}")
        cases.append(Case(text, label == LABELS[model][1], *family))
    return cases
