"""A clause that a rule fits, as the checks look at it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Statement:
    """What the checks look at: the clause, the groups its rule caught, and whether it corrects what was said
    before it."""

    clause: str
    groups: dict[str, str | None]
    corrected: bool = False

    def group(self, *names: str) -> str:
        """The first of these groups that caught something, else an empty text."""
        return next((value.strip() for name in names if (value := self.groups.get(name))), "")
