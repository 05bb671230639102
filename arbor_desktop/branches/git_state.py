"""Whether git is in the middle of something in a folder: a rebase, a merge, a checkout. Files that changed
under it would stop it, so nobody writes into them until it is done; and what it has half written is read as
nobody's words.

The files by which git tells itself: gitrepository-layout(5), git's own prompt (git/git:
contrib/completion/git-prompt.sh), and the locks that it holds while it changes files, before it says in HEAD
what it has checked out (git/git: builtin/checkout.c)."""

from __future__ import annotations

import os

from arbor_desktop.projects.root import beginning

_SIGNS = {
    "rebase-merge": "a rebase", "rebase-apply": "a rebase", "MERGE_HEAD": "a merge",
    "CHERRY_PICK_HEAD": "a cherry-pick", "REVERT_HEAD": "a revert", "BISECT_LOG": "a bisection",
    "index.lock": "changing files (index.lock is there)", "HEAD.lock": "changing files (HEAD.lock is there)",
}  # fmt: skip


def git_folder(folder: str) -> str | None:
    """Where git keeps what it knows of a folder: its `.git`, or what the file of that name says (a worktree,
    a submodule). None where git is not used. Never raises."""
    git = os.path.join(folder, ".git")  # noqa: PTH118 - texts
    try:
        if os.path.isfile(git):  # noqa: PTH113
            said = beginning(git).strip()
            if not said.startswith("gitdir:"):
                return None
            git = os.path.join(folder, said.removeprefix("gitdir:").strip())  # noqa: PTH118
    except OSError:
        return None
    return git if os.path.isdir(git) else None  # noqa: PTH112 - False for any odd name


def under_way(folder: str) -> str | None:
    """What git is in the middle of, in words; None: nothing, or no git there. Never raises."""
    git = git_folder(folder)
    try:
        there = set(os.listdir(git)) if git else set()  # noqa: PTH208
    except OSError:
        return None
    return next((what for name, what in _SIGNS.items() if name in there), None)
