"""Whether git is in the middle of something in a folder: a rebase, a merge, a bisection. Files that changed
under it would stop it, so nobody writes into them until it is done.

The files by which git tells itself: gitrepository-layout(5) and git's own prompt (git/git:
contrib/completion/git-prompt.sh)."""

from __future__ import annotations

import os

_SIGNS = {
    "rebase-merge": "a rebase", "rebase-apply": "a rebase", "MERGE_HEAD": "a merge",
    "CHERRY_PICK_HEAD": "a cherry-pick", "REVERT_HEAD": "a revert", "BISECT_LOG": "a bisection",
}  # fmt: skip


def under_way(folder: str) -> str | None:
    """What git is in the middle of, in words; None: nothing, or no git there. Never raises."""
    git = os.path.join(folder, ".git")  # noqa: PTH118 - texts
    try:
        if os.path.isfile(git):  # noqa: PTH113
            with open(git, encoding="utf-8", errors="replace") as file:  # noqa: PTH123
                said = file.read(4_096).strip()
            if not said.startswith("gitdir:"):
                return None
            git = os.path.join(folder, said.removeprefix("gitdir:").strip())  # noqa: PTH118
        there = set(os.listdir(git))  # noqa: PTH208
    except OSError:
        return None
    return next((what for name, what in _SIGNS.items() if name in there), None)
