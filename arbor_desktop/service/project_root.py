"""Which project a working folder belongs to (spec 5.6)."""

from __future__ import annotations

import os
import re
from pathlib import Path, PureWindowsPath

_TOOLS_WORKTREE = re.compile(r"(.+?)/(?:\.claude/worktrees|\.worktrees)/[^/]+(?:/|$)")
"""Claude Code makes worktrees in `.claude/worktrees`; `.worktrees` is a custom of people."""
_SOMEBODYS_HOME = re.compile(r"/(?:home|Users)/[^/]+|/root")
_WINDOWS_HOME = re.compile(r"[A-Za-z]:\\Users(?:\\[^\\]+)?", re.IGNORECASE)
MANIFESTS = (
    "package.json", "pyproject.toml", "setup.py", "Cargo.toml", "go.mod", "pom.xml", "build.gradle",
    "build.gradle.kts", "composer.json", "Gemfile", "mix.exs", "deno.json", "deno.jsonc", "CMakeLists.txt",
    "Package.swift", "pubspec.yaml", "Pipfile", "settings.gradle", "settings.gradle.kts",
)  # fmt: skip


def project_root(folder: str | None) -> str | None:
    """The project of a session's working folder, as an absolute path; None where there is none.

    The real path of the main worktree of the nearest `.git` upward; else the nearest folder with a manifest;
    else the folder itself, whether it still exists or not: a worktree that is gone, and lay where tools make
    them, belongs to the project that it lay in. Never the home folder or a root, on this computer or on the
    one that the session comes from.
    """
    if not folder or not _is_absolute(folder):
        return None
    here = Path(os.path.normpath(folder))
    if not here.is_absolute():
        return _elsewhere(folder)
    forbidden = {Path.home(), Path(here.anchor)}
    upward = [p for p in (here, *here.parents) if p not in forbidden]
    if Path.home() in here.parents:  # nothing above the home folder is the person's project
        upward = [p for p in upward if Path.home() in p.parents]
    for candidate in upward:
        git = candidate / ".git"
        try:
            if git.is_dir():
                return os.path.realpath(candidate)
            if git.is_file():
                return _main_worktree(git) or os.path.realpath(candidate)
        except OSError:
            break
    for candidate in upward:
        try:
            if any((candidate / name).is_file() for name in MANIFESTS):
                return os.path.realpath(candidate)
        except OSError:
            break
    if not os.path.lexists(here) and (tree := _TOOLS_WORKTREE.match(str(here))):
        return tree[1]
    gone_home = _SOMEBODYS_HOME.fullmatch(str(here)) is not None and not os.path.lexists(here)
    return str(here) if here in upward and not gone_home else None


def _is_absolute(folder: str) -> bool:
    """Also of another system: sessions may have been copied from a Windows machine."""
    return folder.startswith(("/", "\\\\")) or folder[1:3] in (":\\", ":/")


def _elsewhere(folder: str) -> str | None:
    """A folder of a system whose paths mean nothing here: as it was named. Nothing can be looked up there,
    and nothing may be taken from the folder that this program happens to run in."""
    path = PureWindowsPath(folder)
    if len(path.parts) < 2 or _WINDOWS_HOME.fullmatch(str(path)):
        return None
    return folder.rstrip("\\/")


def _main_worktree(git: Path) -> str | None:
    """A `.git` file says `gitdir: <main>/.git/worktrees/<name>` (git-worktree(1)); of a submodule
    `<above>/.git/modules/<name>/worktrees/<name>`, where `config` says where its main worktree is."""
    try:
        text = git.read_text(encoding="utf-8", errors="replace")[:4096]
    except OSError:
        return None
    if not text.startswith("gitdir:"):
        return None
    target = Path(os.path.normpath(git.parent / text.removeprefix("gitdir:").strip()))
    if target.parent.name == "worktrees" and target.parent.parent.name == ".git":
        return os.path.realpath(target.parent.parent.parent)
    if target.parent.name == "worktrees" and "modules" in target.parts:
        return _worktree_named(target.parent.parent)
    return None


def _worktree_named(repository: Path) -> str | None:
    """What `core.worktree` of a repository's config says (git-config(1)), if that is there."""
    try:
        lines = (repository / "config").read_text(encoding="utf-8", errors="replace")[:65_536].splitlines()
    except OSError:
        return None
    named = [line.partition("=")[2].strip() for line in lines if line.strip().startswith("worktree")]
    place = os.path.realpath(repository / named[0]) if named and named[0] else None
    return place if place and os.path.isdir(place) else None  # noqa: PTH112 - texts
