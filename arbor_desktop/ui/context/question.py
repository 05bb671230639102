"""What is asked: the project, branch and prompt that an AI would start with."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Question:
    """`project` is an absolute path; None asks for what is told everywhere."""

    project: str | None = None
    branch: str | None = None
    prompt: str = ""

    @property
    def place(self) -> tuple[str | None, str | None]:
        return self.project, self.branch

    def remembered(self) -> str:
        """Project and branch for the next start; a prompt is not kept."""
        return json.dumps({"project": self.project, "branch": self.branch})


def recalled(text: str) -> Question | None:
    """The question that `remembered` wrote; None where there is none or it can't be read."""
    try:
        kept: Any = json.loads(text) if text else None
    except ValueError:
        return None
    if not isinstance(kept, dict):
        return None
    project, branch = kept.get("project"), kept.get("branch")
    if not isinstance(project, str) or not project:
        return Question()
    return Question(project, branch if isinstance(branch, str) and branch else None)
