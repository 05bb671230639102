"""Which project a working folder belongs to (spec 5.6)."""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Collection

_TOOLS_WORKTREE = re.compile(r"(.+?)/(?:\.claude/worktrees|\.worktrees)/[^/]+(?:/|$)")
"""Claude Code makes worktrees in `.claude/worktrees`; `.worktrees` is a custom of people."""
_SOMEBODYS_HOME = re.compile(r"/(?:home|Users)/[^/]+|/root")
_WINDOWS_HOME = re.compile(r"[A-Za-z]:\\Users(?:\\[^\\]+)?", re.IGNORECASE)
_HEADS = "ref: refs/heads/"
MANIFESTS = (
    "package.json", "pyproject.toml", "setup.py", "Cargo.toml", "go.mod", "pom.xml", "build.gradle",
    "build.gradle.kts", "composer.json", "Gemfile", "mix.exs", "deno.json", "deno.jsonc", "CMakeLists.txt",
    "Package.swift", "pubspec.yaml", "Pipfile", "settings.gradle", "settings.gradle.kts",
)  # fmt: skip


def project_root(folder: str | None, apart: Collection[str] = ()) -> str | None:
    """The project of a session's working folder, as an absolute path; None where there is none.

    The real path of the main worktree of the nearest `.git` upward; else the nearest folder with a manifest;
    else the folder itself, whether it still exists or not: a worktree that is gone, and lay where tools make
    them, belongs to the project that it lay in. Never the home folder or a root, on this computer or on the
    one that the session comes from.

    `apart`: repositories whose worktrees are projects of their own, each at its own path.
    """
    if not folder or not _is_absolute(folder):
        return None
    here = os.path.normpath(folder)
    if not os.path.isabs(here):
        return _elsewhere(folder)
    upward = _upward(here)
    for candidate in upward:
        git = os.path.join(candidate, ".git")
        if os.path.isdir(git):
            return os.path.realpath(candidate)
        if os.path.isfile(git):
            main = _main_worktree(git)
            return main if main and main not in apart else os.path.realpath(candidate)
    for candidate in upward:
        if any(os.path.isfile(os.path.join(candidate, name)) for name in MANIFESTS):
            return os.path.realpath(candidate)
    if not os.path.lexists(here) and (tree := _TOOLS_WORKTREE.match(here)):
        return here[: tree.end()].rstrip("/") if tree[1] in apart else tree[1]
    gone_home = _SOMEBODYS_HOME.fullmatch(here) is not None and not os.path.lexists(here)
    return here if here in upward and not gone_home else None


def branch_at(folder: str | None) -> str | None:
    """The branch that is checked out in a working folder, which may be a worktree of its own; None for a
    single commit, or where git is not used.

    Git's files as gitrepository-layout(5) describes them: `.git` is a folder, or a file that says
    `gitdir: <folder>`; `HEAD` there says `ref: refs/heads/<branch>`, or names a commit.
    """
    if not folder or not os.path.isabs(os.path.normpath(folder)):
        return None
    for candidate in _upward(os.path.normpath(folder)):
        git = os.path.join(candidate, ".git")
        if os.path.lexists(git):
            return _checked_out(candidate, git)
    return None


def _checked_out(folder: str, git: str) -> str | None:
    try:
        if os.path.isfile(git):
            said = beginning(git)
            if not said.startswith("gitdir:"):
                return None
            git = os.path.join(folder, said.removeprefix("gitdir:").strip())
        head = beginning(os.path.join(git, "HEAD")).partition("\n")[0].strip()
    except OSError:
        return None
    return head.removeprefix(_HEADS) if head.startswith(_HEADS) else None


def _upward(here: str) -> list[str]:
    """A folder and those above it, the nearest first; no root, and neither the home folder nor, from within
    it, anything above it: that is not the person's project."""
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
    """Also of another system: sessions may have been copied from a Windows machine."""
    return folder.startswith(("/", "\\\\")) or folder[1:3] in (":\\", ":/")


def _elsewhere(folder: str) -> str | None:
    """A folder of a system whose paths mean nothing here: as it was named. Nothing can be looked up there,
    and nothing may be taken from the folder that this program happens to run in."""
    from pathlib import PureWindowsPath

    path = PureWindowsPath(folder)
    if len(path.parts) < 2 or _WINDOWS_HOME.fullmatch(str(path)):
        return None
    return folder.rstrip("\\/")


def _main_worktree(git: str) -> str | None:
    """A `.git` file says `gitdir: <main>/.git/worktrees/<name>` (git-worktree(1)); of a submodule
    `<above>/.git/modules/<name>/worktrees/<name>`, where `config` says where its main worktree is."""
    try:
        text = beginning(git)
    except OSError:
        return None
    if not text.startswith("gitdir:"):
        return None
    target = os.path.normpath(os.path.join(os.path.dirname(git), text.removeprefix("gitdir:").strip()))
    repository, kind = os.path.split(os.path.dirname(target))
    if kind != "worktrees":
        return None
    if os.path.basename(repository) == ".git":
        return os.path.realpath(os.path.dirname(repository))
    return _worktree_named(repository) if "modules" in target.split(os.sep) else None


def _worktree_named(repository: str) -> str | None:
    """What `core.worktree` of a repository's config says (git-config(1)), if that is there."""
    try:
        lines = beginning(os.path.join(repository, "config"), 65_536).splitlines()
    except OSError:
        return None
    named = [line.partition("=")[2].strip() for line in lines if line.strip().startswith("worktree")]
    place = os.path.realpath(os.path.join(repository, named[0])) if named and named[0] else None
    return place if place and os.path.isdir(place) else None


def beginning(path: str, characters: int = 4_096) -> str:
    """How a short file begins. What is no plain file (a pipe, which nobody may ever write into) is none.
    Raises OSError."""
    if "\0" in path or not stat.S_ISREG(os.stat(path).st_mode):
        raise FileNotFoundError(errno.ENOENT, "It is no plain file", path)
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read(characters)
