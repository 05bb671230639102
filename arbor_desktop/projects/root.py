"""The project that a working folder belongs to, and its branch (spec 5.6)."""

from __future__ import annotations

import os
import re
from collections.abc import Collection

from arbor_desktop.projects import git

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
            main = git.main_worktree(candidate)
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
            return git.checked_out(candidate)
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
