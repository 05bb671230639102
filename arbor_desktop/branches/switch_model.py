"""What a person switched on for a project: files that Arbor writes into it (spec 6.3). At first, none."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Way(StrEnum):
    """How an instruction file carries the memory."""

    BLOCK = "block"
    """Between markers in the file itself."""
    IMPORT = "import"
    """In a file of its own, which one `@path` line imports."""


INSTRUCTION_FILES = ("CLAUDE.md", "AGENTS.md", "GEMINI.md")
IMPORTING = ("CLAUDE.md", "GEMINI.md")
"""Those whose tools read `@path` lines: Claude Code (its documentation, "Import additional files") and Gemini
CLI (google-gemini/gemini-cli: docs/core/memport.md). Of AGENTS.md no tool that reads it says so."""
OWN_FILE = ".arbor/memory/instructions.md"
"""Where the block is in the way `import`, below the project."""


@dataclass(frozen=True, slots=True)
class Switches:
    """`branch_files`: a Markdown file for each branch below `.arbor/memory/branches`. `instructions`: which
    instruction files carry the branch's memory, each with the way. `activation`: `CLAUDE_base.md` and
    `CLAUDE_<branch>.md` are joined into CLAUDE.md. `share_worktrees`: the worktrees of the repository share
    its memory."""

    branch_files: bool = False
    instructions: tuple[tuple[str, Way], ...] = ()
    activation: bool = False
    share_worktrees: bool = True

    def way(self, file: str) -> Way | None:
        return dict(self.instructions).get(file)

    def to_dict(self) -> dict[str, Any]:
        return {
            "branch_files": self.branch_files,
            "instructions": {file: way.value for file, way in self.instructions},
            "activation": self.activation,
            "share_worktrees": self.share_worktrees,
        }
