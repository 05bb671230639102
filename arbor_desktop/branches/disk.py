"""Where the files of branches' memories lie, and what git has done to them.

They lie in the project's main worktree, also those of branches that are checked out in another one: a
project is its main worktree (spec 5.6). What git has checked out is told by `HEAD` in its folder, which the
file `.git` of a submodule names, and what it did by `logs/HEAD` beside it (gitrepository-layout(5)): a line
for each move, which ends with a tab and what moved it ("commit: …", "checkout: moving from … to …",
"pull: …").
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from arbor_desktop.branches.git_state import git_folder
from arbor_desktop.errors import StorageError
from arbor_desktop.projects.root import beginning
from arbor_desktop.user_files import operations

FOLDER = ".arbor/memory/branches"
_OWN = (b"commit", b"branch:")
"""What in git's log is a person's own doing, and changes no file."""
_MOST_LOG = 262_144


def path_of(project: str, stem: str) -> str:
    return os.path.join(project, *FOLDER.split("/"), f"{stem}.md")  # noqa: PTH118 - texts


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def read(project: str, stem: str) -> bytes | None:
    """What the file holds; None where there is none. Raises StorageError with a message for people."""
    if not Path(project).is_dir():
        raise StorageError(f"The folder {project} is not there.", path=project)
    path = path_of(project, stem)
    try:
        operations.place(path, project)
        return operations.read(path)
    except OSError as error:
        raise StorageError(f"{path} can't be read: {error.strerror or error}.", path=path) from error


def stamp(project: str) -> str:
    """Says which files lie there and when each was written; another one: something changed."""
    try:
        with os.scandir(os.path.join(project, *FOLDER.split("/"))) as found:  # noqa: PTH118 - texts
            files = sorted(
                ((one.name, one.stat()) for one in found if one.name.endswith(".md")), key=lambda one: one[0]
            )
    except OSError:
        return ""
    return " ".join(f"{name}:{at.st_mtime_ns}:{at.st_size}" for name, at in files)


def head(project: str) -> str:
    """What git has checked out there, how much it did (-1: it keeps no log), and when it wrote its index; ""
    where git is not used."""
    git = git_folder(project)
    if git is None:
        return ""
    try:
        said = beginning(os.path.join(git, "HEAD")).strip()  # noqa: PTH118 - texts
    except OSError:
        return ""
    log, index = _stat(git, "logs/HEAD"), _stat(git, "index")
    return f"{said} {log.st_size if log else -1} {index.st_mtime_ns if index else 0}"


def _stat(git: str, name: str) -> os.stat_result | None:
    try:
        return os.stat(os.path.join(git, *name.split("/")))  # noqa: PTH116, PTH118 - texts
    except OSError:
        return None


def restored_by_git(project: str, before: str, now: str) -> bool:
    """Whether git may have brought an earlier state of a file back since: also by `git restore`, which leaves
    no line in its log, and writes its index."""
    wrote = bool(before and now) and before.rpartition(" ")[2] != now.rpartition(" ")[2]
    return wrote or brought_by_git(project, before, now)


def brought_by_git(project: str, before: str, now: str) -> bool:
    """Whether git may have written files of the project since: by a checkout, a pull, a merge, a
    reset. Committing writes none. Where it keeps no log, whatever wrote its index may have."""
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
