"""How good the short forms are: long texts with what may stand for each, by hand (`dev.txt`, `blind.txt`)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from arbor_desktop.maintenance.compaction import main_sentence
from arbor_desktop.maintenance.model import MAX_SUMMARY
from arbor_desktop.text.words import fold

FOLDER = Path(__file__).parent
FILES = ("dev", "blind")


@dataclass(frozen=True, slots=True)
class Case:
    """A long text, and the short forms that lose nothing which a person would miss, if there are any.
    `may_stay`: whether it is right, too, to leave the text alone."""

    file: str
    line: int
    text: str
    accepted: tuple[str, ...]
    may_stay: bool


@dataclass(frozen=True, slots=True)
class Score:
    """`wrong` are cases with a short form that is not among the accepted ones."""

    right: list[Case]
    wrong: list[tuple[Case, str]]
    left: list[Case]
    """Those that have an accepted form and got none."""

    @property
    def precision(self) -> float:
        """Of the short forms given, those that are right; 1 where none was given."""
        given = len(self.right) + len(self.wrong)
        return len(self.right) / given if given else 1.0

    @property
    def coverage(self) -> float:
        """Of the texts that must get a short form, those that got a right one."""
        due = [case for case in (*self.right, *self.left) if not case.may_stay]
        due += [case for case, _ in self.wrong if case.accepted and not case.may_stay]
        return sum(not case.may_stay for case in self.right) / len(due) if due else 1.0


def cases(file: str) -> Iterator[Case]:
    """The cases of one file. Raises ValueError for a text without a label."""
    text, number, accepted = "", 0, list[str]()

    def made() -> Case:
        if not accepted:
            raise ValueError(f"{file}.txt:{number}: what may stand for it?")
        forms = tuple(form for form in accepted if form != "none")
        return Case(file, number, text, forms, "none" in accepted)

    for at, line in enumerate((FOLDER / f"{file}.txt").read_text(encoding="utf-8").splitlines(), start=1):
        if line.startswith("= "):
            accepted.append(line[2:])
        elif line and not line.startswith("#"):
            if text:
                yield made()
            text, number, accepted = line.replace("\\n", "\n"), at, []
    if text:
        yield made()


def score(some: list[Case]) -> Score:
    found = Score([], [], [])
    for case in some:
        short = main_sentence(case.text, MAX_SUMMARY)
        if short is None:
            if case.accepted:
                found.left.append(case)
        elif fold(short) in map(fold, case.accepted):
            found.right.append(case)
        else:
            found.wrong.append((case, short))
    return found
