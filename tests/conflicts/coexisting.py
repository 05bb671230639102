"""False alarms among memories that live beside each other: those of the made-up people of ../retrieval/sets,
who contradict themselves only where they changed their mind (ids that end with "-old").

Labelled pairs say nothing of that: half of them are contradictions, while of the memories that a new one is
held against nearly all can hold beside it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from arbor_desktop.conflicts.model import Judge, Verdict

SETS = Path(__file__).parent.parent / "retrieval" / "sets"
OUTDATED = "-old"


@dataclass(frozen=True, slots=True)
class Said:
    """A memory of a set; `age` in days."""

    id: str
    text: str
    project: str | None
    age: int


@dataclass(frozen=True, slots=True)
class Alarm:
    """Two memories that were judged to contradict each other. `right`: one of them is outdated."""

    older: Said
    newer: Said
    verdict: Verdict

    @property
    def right(self) -> bool:
        return self.older.id.endswith(OUTDATED) or self.newer.id.endswith(OUTDATED)


def memories(folder: Path = SETS) -> Iterator[list[Said]]:
    """The memories of each set."""
    for file in sorted(folder.glob("*.toml")):
        rows = tomllib.loads(file.read_text(encoding="utf-8"))["memory"]
        yield [Said(row["id"], row["text"], row.get("project"), row.get("age_days", 0)) for row in rows]


def alarms(judge: Judge, some: list[Said]) -> Iterator[Alarm]:
    """All that are found among memories of which any two could be told in one place."""
    for one, other in combinations(sorted(some, key=lambda said: (-said.age, said.id)), 2):
        if None in (one.project, other.project) or one.project == other.project:
            verdict = judge.judge(one.text, other.text)
            if verdict is not None:
                yield Alarm(one, other, verdict)
