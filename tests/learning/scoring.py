"""Labelled learnings, and what is made of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from arbor_desktop import resources
from arbor_desktop.maintenance.learning_rules import CommonTerms, Origin, holds_everywhere
from arbor_desktop.memories.model import Category, Memory, MemoryType, Privacy, Scope, Source, Status

FOLDER = Path(__file__).parent
COMMON = ("react", "typescript", "node", "python", "git")
PROMOTE, STAY = "promote", "stay"
CATEGORIES = {
    "pattern": (Category.IMPLEMENTATION_NOTES, {}),
    "gotcha": (Category.BUG_PATTERNS, {}),
    "quirk": (Category.PROJECT_CONVENTIONS, {"applies_to": ["**"]}),
    "decision": (Category.ARCHITECTURAL_DECISIONS, {}),
}


@dataclass(frozen=True, slots=True)
class Case:
    label: str
    kind: str
    home: Origin
    technology: str | None
    text: str
    file: str
    line: int


@dataclass(slots=True)
class Score:
    """Of the learnings labelled and judged to hold everywhere."""

    right: int = 0
    wrong: list[Case] = field(default_factory=list)
    missed: list[Case] = field(default_factory=list)

    @property
    def precision(self) -> float:
        """The share of right ones among those that would be promoted; 1.0 where none would."""
        judged = self.right + len(self.wrong)
        return self.right / judged if judged else 1.0

    @property
    def recall(self) -> float:
        """The share of those that hold everywhere which would be promoted."""
        held = self.right + len(self.missed)
        return self.right / held if held else 1.0


def cases(folder: Path = FOLDER) -> Iterator[Case]:
    """All labelled learnings of the folder's text files. Raises ValueError for a line that is none."""
    for file in sorted(folder.glob("*.txt")):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            if not line.strip() or line.startswith("#"):
                continue
            cells = [cell.strip() for cell in line.split(" | ", 4)]
            if len(cells) != 5 or cells[0] not in (PROMOTE, STAY) or cells[1] not in CATEGORIES:
                raise ValueError(f"{file.name}:{number} is no labelled learning: {line}")
            label, kind, project, technology, text = cells
            name, _, stack = project.partition(":")
            home = Origin(name.strip(), frozenset(part.strip() for part in stack.split(",") if part.strip()))
            yield Case(label, kind, home, None if technology == "-" else technology, text, file.stem, number)


def memory_of(case: Case) -> Memory:
    category, details = CATEGORIES[case.kind]
    return Memory(
        id="x", content=case.text, type=MemoryType.FACT, category=category, scope=Scope.PROJECT,
        scope_id=f"/src/{case.home.name}", source=Source.AI_INFERRED, status=Status.ACTIVE, confidence=0.9,
        current_confidence=0.9, privacy_level=Privacy.NORMAL, created_at=0, updated_at=0, reinforced_at=0,
        details=dict(details), technology=case.technology,
    )  # fmt: skip


def locality() -> CommonTerms:
    return CommonTerms.parse(
        resources.read_text("learning.toml"), resources.read_text("extraction/technology.toml")
    )


def score(given: Iterable[Case], words: CommonTerms) -> Score:
    """Judges every one."""
    found = Score()
    for case in given:
        judged = holds_everywhere(memory_of(case), case.home, words, COMMON) is not None
        if judged and case.label == PROMOTE:
            found.right += 1
        elif judged:
            found.wrong.append(case)
        elif case.label == PROMOTE:
            found.missed.append(case)
    return found
