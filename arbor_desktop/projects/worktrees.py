"""The linked worktrees of a repository: `.git/worktrees/<name>/gitdir` says where each one's `.git` file is
(gitrepository-layout(5))."""

from __future__ import annotations

import os
from pathlib import Path

from arbor_desktop.projects.root import beginning

MOST = 200


def linked(project: str) -> list[str]:
    """The folders of a repository's linked worktrees that are there, as real paths, sorted. One that does not
    say itself that it belongs there is none: it was moved, or replaced by something else."""
    home = Path(project) / ".git" / "worktrees"
    found = []
    try:
        names = sorted(os.listdir(home))[:MOST]  # noqa: PTH208 - texts
    except OSError:
        return []
    for name in names:
        try:
            said = beginning(str(home / name / "gitdir")).strip()
            marker = Path(os.path.normpath(home / name / said))
            back = beginning(str(marker)).strip()
        except OSError:
            continue
        if back.startswith("gitdir:") and marker.name == ".git":
            target = os.path.realpath(marker.parent / back.removeprefix("gitdir:").strip())
            if target == os.path.realpath(home / name):
                found.append(os.path.realpath(marker.parent))
    return sorted(found)
