"""Which projects and branches there are to choose from, and which branch is checked out in a project.

Git's files as gitrepository-layout(5) describes them: `.git` is a folder, or a file that says
`gitdir: <folder>`; `HEAD` there says `ref: refs/heads/<branch>`, or names a commit where no branch is
checked out.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from arbor_desktop.memories import checks
from arbor_desktop.projects import queries
from arbor_desktop.projects.root import beginning
from arbor_desktop.runtime.runtime import Runtime

MOST_BRANCHES = 50
_HEADS = "ref: refs/heads/"


@dataclass(frozen=True, slots=True)
class Branches:
    """`known`: those that memories or conversations name, the latest first, after the one checked out."""

    checked_out: str | None
    known: tuple[str, ...]


class PlacesKnown:
    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime

    def latest_project(self) -> str | None:
        """Where work went on last, and something is remembered of it; None where no project is known."""
        return self._rt.db.read(queries.latest_project)

    def branches(self, project: str) -> Branches:
        """The branches of a project; of one that is not on this computer, those that were heard of."""
        path = checks.project_path(project)
        heard = self._rt.db.read(lambda c: queries.branch_names(c, path, MOST_BRANCHES))
        here = checked_out(Path(path))
        first = [here] if here else []
        return Branches(here, tuple(dict.fromkeys([*first, *heard])))


def checked_out(project: Path) -> str | None:
    """The branch that is checked out there; None for a single commit, or where git is not used."""
    git = project / ".git"
    try:
        if git.is_file():
            said = _first_line(git)
            if not said.startswith("gitdir:"):
                return None
            git = project / said.removeprefix("gitdir:").strip()
        head = _first_line(git / "HEAD")
    except OSError:
        return None
    return head.removeprefix(_HEADS) if head.startswith(_HEADS) else None


def _first_line(path: Path) -> str:
    return beginning(str(path)).partition("\n")[0].strip()
