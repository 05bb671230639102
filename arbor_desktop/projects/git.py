"""Git as its files show it: branch, worktrees, what git is doing, and whether it changed files; and the
project that a working folder belongs to (spec 5.6).

Sources: gitrepository-layout(5): `.git` is a folder, or a file that says `gitdir: <folder>`; `HEAD` there
says `ref: refs/heads/<branch>`, or names a commit; each line of `logs/HEAD` ends with a tab and what moved it
("commit: …", "checkout: moving from … to …"). git-worktree(1), git-config(1). Git's own prompt (git/git:
contrib/completion/git-prompt.sh), and the locks that git holds while it changes files, before it writes HEAD
(git/git: builtin/checkout.c): in the middle of something nobody may write into the files, which would stop
it, and what it has half written is not read.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Collection

_HEADS = "ref: refs/heads/"
_MOST_WORKTREES = 200
_SIGNS = {
    "rebase-merge": "a rebase", "rebase-apply": "a rebase", "MERGE_HEAD": "a merge",
    "CHERRY_PICK_HEAD": "a cherry-pick", "REVERT_HEAD": "a revert", "BISECT_LOG": "a bisection",
    "index.lock": "changing files (index.lock is there)", "HEAD.lock": "changing files (HEAD.lock is there)",
}  # fmt: skip
_OWN = (b"commit", b"branch:")
"""Log entries of a person's own actions, which change no file."""
_MOST_LOG = 262_144
"""Bytes of new log that are read."""


def read_start(path: str, characters: int = 4_096) -> str:
    """Return the beginning of a short file. Raises OSError, also for what is no plain file (a pipe into which
    nobody may ever write)."""
    if "\0" in path or not stat.S_ISREG(os.stat(path).st_mode):
        raise FileNotFoundError(errno.ENOENT, "It is not a plain file", path)
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read(characters)


def _target(git: str) -> str | None:
    """Return the folder that a `.git` file points to; None if it is no such file. Raises OSError."""
    pointer = read_start(git)
    if not pointer.startswith("gitdir:"):
        return None
    return os.path.normpath(os.path.join(os.path.dirname(git), pointer.removeprefix("gitdir:").strip()))


# -- branch and worktrees --


def git_folder(folder: str) -> str | None:
    """Return git's folder: `.git`, or what a file of that name points to (a worktree, a submodule). None if
    git is not used there. Never raises."""
    git = os.path.join(folder, ".git")
    try:
        found = _target(git) if os.path.isfile(git) else git
    except OSError:
        return None
    return found if found and os.path.isdir(found) else None  # False for any odd name


def checked_out(folder: str) -> str | None:
    """Return the branch that is checked out in a folder that has a `.git`; None for a single commit, or if
    git is not used. Never raises."""
    git = git_folder(folder)
    try:
        head = read_start(os.path.join(git, "HEAD")).partition("\n")[0].strip() if git else ""
    except OSError:
        return None
    return head.removeprefix(_HEADS) if head.startswith(_HEADS) else None


def main_worktree(folder: str) -> str | None:
    """Return the real path of the main worktree of a linked one, which has a `.git` file that says
    `gitdir: <main>/.git/worktrees/<name>`; of a submodule's `<above>/.git/modules/<name>/worktrees/<name>`,
    where `config` names the main worktree. None if it is no linked one. Never raises."""
    try:
        target = _target(os.path.join(folder, ".git"))
        if target is None:
            return None
        repository, kind = os.path.split(os.path.dirname(target))
        if kind != "worktrees":
            return None
        if os.path.basename(repository) == ".git":
            return os.path.realpath(os.path.dirname(repository))
        if "modules" not in target.split(os.sep):
            return None
        lines = read_start(os.path.join(repository, "config"), 65_536).splitlines()
    except OSError:
        return None
    named = [line.partition("=")[2].strip() for line in lines if line.strip().startswith("worktree")]
    place = os.path.realpath(os.path.join(repository, named[0])) if named and named[0] else None
    return place if place and os.path.isdir(place) else None


def linked_worktrees(project: str) -> list[str]:
    """Return the existing linked worktrees of a repository, as sorted real paths. One whose `.git` does not
    point back was moved or replaced, and is left out."""
    home = os.path.join(project, ".git", "worktrees")
    found = []
    try:
        names = sorted(os.listdir(home))[:_MOST_WORKTREES]
    except OSError:
        return []
    for name in names:
        own = os.path.join(home, name)
        try:
            marker = os.path.normpath(os.path.join(own, read_start(os.path.join(own, "gitdir")).strip()))
            target = _target(marker)
        except OSError:
            continue
        if (
            target
            and os.path.basename(marker) == ".git"
            and os.path.realpath(target) == os.path.realpath(own)
        ):
            found.append(os.path.realpath(os.path.dirname(marker)))
    return sorted(found)


# -- what git is doing, and did --


def in_progress(folder: str) -> str | None:
    """Return what git is in the middle of, in words; None if nothing, or git is not used. Never raises."""
    git = git_folder(folder)
    try:
        there = set(os.listdir(git)) if git else set()
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
        pointer = read_start(os.path.join(git, "HEAD")).strip()
    except OSError:
        return ""
    log, index = _stat(git, "logs/HEAD"), _stat(git, "index")
    return f"{pointer} {log.st_size if log else -1} {index.st_mtime_ns if index else 0}"


def _stat(git: str, name: str) -> os.stat_result | None:
    try:
        return os.stat(os.path.join(git, *name.split("/")))
    except OSError:
        return None


def may_have_restored(project: str, before: str, now: str) -> bool:
    """Return whether git may have restored an earlier state of a file between two `head`s, also by `git
    restore`, which writes the index and no log."""
    wrote = bool(before and now) and before.rpartition(" ")[2] != now.rpartition(" ")[2]
    return wrote or may_have_written(project, before, now)


def may_have_written(project: str, before: str, now: str) -> bool:
    """Return whether git may have written files of the project between two `head`s, by a checkout, pull,
    merge or reset; committing writes none. Without a log, anything that wrote the index may have."""
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
        with open(os.path.join(git_folder(project) or "", "logs", "HEAD"), "rb") as file:
            file.seek(begin)
            moves = file.read(end - begin).splitlines()
    except OSError:
        return True
    return any(not move.partition(b"\t")[2].startswith(_OWN) for move in moves)


# -- projects --

_TOOLS_WORKTREE = re.compile(r"(.+?)/(?:\.claude/worktrees|\.worktrees)/[^/]+(?:/|$)")
"""Claude Code makes worktrees in `.claude/worktrees`; people often use `.worktrees`."""
_SOMEBODYS_HOME = re.compile(r"/(?:home|Users)/[^/]+|/root")
_WINDOWS_HOME = re.compile(r"[A-Za-z]:\\Users(?:\\[^\\]+)?", re.IGNORECASE)
MANIFESTS = (
    "package.json", "pyproject.toml", "setup.py", "Cargo.toml", "go.mod", "pom.xml", "build.gradle",
    "build.gradle.kts", "composer.json", "Gemfile", "mix.exs", "deno.json", "deno.jsonc", "CMakeLists.txt",
    "Package.swift", "pubspec.yaml", "Pipfile", "settings.gradle", "settings.gradle.kts",
)  # fmt: skip


def project_root(folder: str | None, apart: Collection[str] = ()) -> str | None:
    """Return the project of a session's working folder, as an absolute path; None if there is none.

    It is the real path of the main worktree of the nearest `.git` upward; else the nearest folder with a
    manifest; else the folder itself, whether it still exists or not: a deleted worktree, in a place where
    tools make them, belongs to the project around it. Never the home folder or a root, on this computer or on
    the one that the session comes from. `apart`: repositories whose worktrees are separate projects.
    """
    if not folder or not _is_absolute(folder):
        return None
    here = os.path.normpath(folder)
    if not os.path.isabs(here):
        return _elsewhere(folder)
    upward = _upward(here)
    for candidate in upward:
        marker = os.path.join(candidate, ".git")
        if os.path.isdir(marker):
            return os.path.realpath(candidate)
        if os.path.isfile(marker):
            main = main_worktree(candidate)
            return main if main and main not in apart else os.path.realpath(candidate)
    for candidate in upward:
        if any(os.path.isfile(os.path.join(candidate, name)) for name in MANIFESTS):
            return os.path.realpath(candidate)
    if not os.path.lexists(here) and (tree := _TOOLS_WORKTREE.match(here)):
        return here[: tree.end()].rstrip("/") if tree[1] in apart else tree[1]
    gone_home = _SOMEBODYS_HOME.fullmatch(here) is not None and not os.path.lexists(here)
    return here if here in upward and not gone_home else None


def branch_at(folder: str | None) -> str | None:
    """Return the branch that is checked out in a working folder or the nearest one above with a `.git`; None
    for a single commit, or if git is not used."""
    if not folder or not os.path.isabs(os.path.normpath(folder)):
        return None
    for candidate in _upward(os.path.normpath(folder)):
        if os.path.lexists(os.path.join(candidate, ".git")):
            return checked_out(candidate)
    return None


def _upward(here: str) -> list[str]:
    """Return a folder and those above it, nearest first, without the root, the home folder and, from within
    the home folder, anything above it: they are no project of the person."""
    home = os.path.normcase(os.path.normpath(os.path.expanduser("~")))
    within = os.path.normcase(here).startswith(home.rstrip(os.sep) + os.sep)
    found = []
    while (above := os.path.dirname(here)) != here:
        known = os.path.normcase(here)
        if known == home and within:
            break
        if known != home:
            found.append(here)
        here = above
    return found


def _is_absolute(folder: str) -> bool:
    """Return whether a path is absolute, also on Windows: sessions may have been copied from there."""
    return folder.startswith(("/", "\\\\")) or folder[1:3] in (":\\", ":/")


def _elsewhere(folder: str) -> str | None:
    """Return a folder of another system as it was named: nothing can be looked up there, and nothing may be
    taken from the folder that this program happens to run in."""
    from pathlib import PureWindowsPath

    path = PureWindowsPath(folder)
    if len(path.parts) < 2 or _WINDOWS_HOME.fullmatch(str(path)):
        return None
    return folder.rstrip("\\/")
