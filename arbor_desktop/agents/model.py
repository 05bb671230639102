"""Agents: AI programs that query the memory (spec 6.2)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from arbor_desktop.text.words import clean

LONGEST_NAME = 80


class Word(StrEnum):
    """What an agent may say of a memory."""

    USED = "used"
    FAILED = "failed"
    CONFIRM = "confirm"
    INCORRECT = "incorrect"
    OUTDATED = "outdated"


@dataclass(frozen=True, slots=True)
class Agent:
    """Who asks: the name that its program gives itself, and the folders it works in. `seen` are all folders
    that anything says it works in: none of them may be excluded."""

    name: str = ""
    roots: tuple[str, ...] = ()
    seen: tuple[str, ...] = ()

    @property
    def called(self) -> str:
        """Its name as it is stored and shown."""
        return " ".join(clean(self.name[: LONGEST_NAME * 4]).split())[:LONGEST_NAME]
