"""The state of git in a folder: what it is doing, what is checked out, and whether it changed files.

While git is in the middle of something, nobody may write into the files (that would stop it), and what it has
half written is not read. Sources: gitrepository-layout(5); git's own prompt (git/git:
contrib/completion/git-prompt.sh); the locks that git holds while it changes files, before it writes HEAD
(git/git: builtin/checkout.c). Each line of `logs/HEAD` ends with a tab and what moved it ("commit: …",
"checkout: moving from … to …", "pull: …").
"""

from __future__ import annotations

import os
from pathlib import Path

from arbor_desktop.projects.root import beginning

_SIGNS = {
    "rebase-merge": "a rebase", "rebase-apply": "a rebase", "MERGE_HEAD": "a merge",
    "CHERRY_PICK_HEAD": "a cherry-pick", "REVERT_HEAD": "a revert", "BISECT_LOG": "a bisection",
    "index.lock": "changing files (index.lock is there)", "HEAD.lock": "changing files (HEAD.lock is there)",
}  # fmt: skip
_OWN = (b"commit", b"branch:")
"""Log entries of a person's own actions, which change no file."""
_MOST_LOG = 262_144
"""Bytes of new log that are read."""


def git_folder(folder: str) -> str | None:
    """Return git's folder: `.git`, or what a file of that name points to (a worktree, a submodule). None if
    git is not used there. Never raises."""
    git = os.path.join(folder, ".git")  # noqa: PTH118 - texts
    try:
        if os.path.isfile(git):  # noqa: PTH113
            pointer = beginning(git).strip()
            if not pointer.startswith("gitdir:"):
                return None
            git = os.path.join(folder, pointer.removeprefix("gitdir:").strip())  # noqa: PTH118
    except OSError:
        return None
    return git if os.path.isdir(git) else None  # noqa: PTH112 - False for any odd name


def in_progress(folder: str) -> str | None:
    """Return what git is in the middle of, in words; None if nothing, or git is not used. Never raises."""
    git = git_folder(folder)
    try:
        there = set(os.listdir(git)) if git else set()  # noqa: PTH208
    except OSError:
        return None
    return next((what for name, what in _SIGNS.items() if name in there), None)


def head(project: str) -> str:
    """Return a text of what is checked out, the size of git's log (-1: none) and when git wrote its index; ""
    if git is not used."""
    git = git_folder(project)
    if git is None:
        return ""
    try:
        checked_out = beginning(os.path.join(git, "HEAD")).strip()  # noqa: PTH118 - texts
    except OSError:
        return ""
    log, index = _stat(git, "logs/HEAD"), _stat(git, "index")
    return f"{checked_out} {log.st_size if log else -1} {index.st_mtime_ns if index else 0}"


def _stat(git: str, name: str) -> os.stat_result | None:
    try:
        return os.stat(os.path.join(git, *name.split("/")))  # noqa: PTH116, PTH118 - texts
    except OSError:
        return None


def may_have_restored(project: str, before: str, now: str) -> bool:
    """Whether git may have restored an earlier state of a file between two `head`s, also by `git restore`,
    which writes the index and no log."""
    wrote = bool(before and now) and before.rpartition(" ")[2] != now.rpartition(" ")[2]
    return wrote or may_have_written(project, before, now)


def may_have_written(project: str, before: str, now: str) -> bool:
    """Whether git may have written files of the project between two `head`s, by a checkout, pull, merge or
    reset; committing writes none. Without a log, anything that wrote the index may have."""
    if before == now or not before:
        return False
    if not now:
        return True
    old, old_size, old_index = before.rsplit(" ", 2)
    new, new_size, new_index = now.rsplit(" ", 2)
    begin, end = max(0, int(old_size)), int(new_size)
    if end < 0:
        return old != new or old_index != new_index
    if old != new or end < begin or end - begin > _MOST_LOG:
        return True
    try:
        with Path(git_folder(project) or "", "logs", "HEAD").open("rb") as file:
            file.seek(begin)
            moves = file.read(end - begin).splitlines()
    except OSError:
        return True
    return any(not move.partition(b"\t")[2].startswith(_OWN) for move in moves)
