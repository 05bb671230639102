"""Agents, and their feedback on memories (spec 6.2)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from arbor_desktop.text.words import clean

LONGEST_NAME = 80


class Feedback(StrEnum):
    """An agent's feedback on a memory."""

    USED = "used"
    FAILED = "failed"
    CONFIRM = "confirm"
    INCORRECT = "incorrect"
    OUTDATED = "outdated"


@dataclass(frozen=True, slots=True)
class Agent:
    """An AI program: its own name, and the folders that it works in (`roots`). `seen` are all folders that it
    may work in, by any sign: none of them may be excluded. `session`: the id of its session, if it names
    it."""

    name: str = ""
    roots: tuple[str, ...] = ()
    seen: tuple[str, ...] = ()
    session: str = ""

    @property
    def called(self) -> str:
        """The name as it is stored and shown."""
        return " ".join(clean(self.name[: LONGEST_NAME * 4]).split())[:LONGEST_NAME]
