"""Memory files of AI tools, and their versions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from arbor_desktop.clock import DAY_MS
from arbor_desktop.documents import document
from arbor_desktop.projects.names import project_name
from arbor_desktop.quick_dataclass import dataclass

MOST_VERSIONS = 50
"""Versions of one file that are kept…"""
MOST_RECENT = 20
"""…the newest of which are in any case."""
MOST_BYTES = 1_000_000
"""A larger file is noted, but its content is not kept."""
FEWEST_LINES = 3
"""A file with fewer lines has little to lose."""


@dataclass(frozen=True, slots=True)
class FileVersion:
    """A file at one moment. `size` is None if it did not exist; `kept` tells whether its content is there.

    `added` and `removed` are lines compared to the version before; `loss`: the file was deleted, or more than
    half of its lines were removed, though not by restoring a version (`restored`).
    """

    id: int
    tool: str
    path: str
    project: str | None
    at: int
    size: int | None
    kept: bool
    mode: int
    lines: int
    added: int
    removed: int
    loss: bool
    restored: bool

    @property
    def exists(self) -> bool:
        """Whether there was a file."""
        return self.size is not None

    @property
    def lines_before(self) -> int:
        """Lines of the version before."""
        return self.lines - self.added + self.removed

    def to_dict(self) -> dict[str, Any]:
        return document(self, without=("mode",), exists=self.exists)


@dataclass(frozen=True, slots=True)
class KeptFile:
    """A file with its newest version and the number of versions."""

    newest: FileVersion
    versions: int

    @property
    def path(self) -> str:
        return self.newest.path

    @property
    def project(self) -> str:
        """The name of its project; "" if it has none."""
        return project_name(self.newest.project)

    def to_dict(self) -> dict[str, Any]:
        newest = self.newest
        return {
            "tool": newest.tool,
            "path": newest.path,
            "project": newest.project,
            "exists": newest.exists,
            "versions": self.versions,
            "newest": newest.to_dict(),
        }


@dataclass(frozen=True, slots=True)
class ToolFiles:
    """A tool: whether its files are watched (`on`), and those that there are or were, newest change first.

    `found`: its `folder` is on this computer. `setting` is the key of its switch.
    """

    name: str
    title: str
    setting: str
    on: bool
    folder: str
    found: bool
    files: tuple[KeptFile, ...]
    troubles: tuple[str, ...] = ()
    """Why files could not be kept at the last look, for people."""

    @property
    def changed_at(self) -> int | None:
        """When a file changed last; None if no version is kept."""
        return max((file.newest.at for file in self.files), default=None)

    def to_dict(self) -> dict[str, Any]:
        return document(self)


@dataclass(frozen=True, slots=True)
class Restored:
    """A version that was restored: `now` is the file's version since, `before` the one that it replaced."""

    now: FileVersion
    before: FileVersion

    def to_dict(self) -> dict[str, Any]:
        return document(self)


def lines_of(content: bytes | None) -> list[bytes]:
    """Return the lines that say something."""
    return [line for line in (content or b"").splitlines() if line.strip()]


def changed_lines(before: bytes | None, after: bytes | None) -> tuple[int, int]:
    """Return how many lines were added and removed. A line that only moved is neither."""
    old, new = Counter(lines_of(before)), Counter(lines_of(after))
    return (new - old).total(), (old - new).total()


def surplus(versions: Sequence[FileVersion]) -> list[int]:
    """Return the ids of the versions of a file that need not be kept; `versions` are the newest first.

    Kept are the newest, then losses with what was there before, then the last ones of a day, then the rest by
    age.
    """
    losses = [one for new, old in pairwise(versions) if new.loss for one in (new, old)]
    days = {version.at // DAY_MS: version for version in reversed(versions)}
    wanted = (*versions[:MOST_RECENT], *losses, *reversed(days.values()), *versions)
    kept = list(dict.fromkeys(version.id for version in wanted))[:MOST_VERSIONS]
    return [version.id for version in versions if version.id not in kept]
