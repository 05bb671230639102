"""Which project a working folder belongs to (spec 5.6)."""

from __future__ import annotations

import os
from pathlib import Path

MANIFESTS = (
    "package.json", "pyproject.toml", "setup.py", "Cargo.toml", "go.mod", "pom.xml", "build.gradle",
    "build.gradle.kts", "composer.json", "Gemfile", "mix.exs", "deno.json", "CMakeLists.txt", "Package.swift",
)  # fmt: skip


def project_root(folder: str | None) -> str | None:
    """The project of a session's working folder, as an absolute path; None where there is none.

    The real path of the main worktree of the nearest `.git` upward; else the nearest folder with a manifest;
    else the folder itself, whether it still exists or not. Never the home folder or a root.
    """
    if not folder or not _is_absolute(folder):
        return None
    here = Path(folder)
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
    return str(here) if here in upward else None


def _is_absolute(folder: str) -> bool:
    """Also of another system: sessions may have been copied from a Windows machine."""
    return folder.startswith("/") or folder[1:3] in (":\\", ":/")


def _main_worktree(git: Path) -> str | None:
    """A `.git` file says `gitdir: <main>/.git/worktrees/<name>` (git-worktree(1))."""
    try:
        text = git.read_text(encoding="utf-8", errors="replace")[:4096]
    except OSError:
        return None
    if not text.startswith("gitdir:"):
        return None
    target = Path(os.path.normpath(git.parent / text.removeprefix("gitdir:").strip()))
    if target.parent.name == "worktrees" and target.parent.parent.name == ".git":
        return os.path.realpath(target.parent.parent.parent)
    return None
