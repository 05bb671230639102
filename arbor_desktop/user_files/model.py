"""Integrations with AI tools, and the changes of files that installing them makes (spec 6.1, 6.2, 7.2)."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from arbor_desktop.documents import document
from arbor_desktop.quick_dataclass import dataclass


class Standing(StrEnum):
    """The state of an integration."""

    INSTALLED = "installed"
    ABSENT = "absent"
    PARTLY = "partly"
    """Some of it is installed, or it calls another Arbor: installing repairs it."""
    BLOCKED = "blocked"
    """The tool's configuration can't be read or is not as expected, so it is not changed. The note says
    why."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part that is installed separately: the hooks, the MCP server. `key` is its name for programs. `gone`:
    the Arbor that it starts no longer exists."""

    key: str
    title: str
    standing: Standing
    file: str
    note: str = ""
    gone: bool = False

    def to_dict(self) -> dict[str, Any]:
        return document(self)


@dataclass(frozen=True, slots=True)
class Integration:
    """The integration of one tool. `found`: the tool seems to be on this computer. `note` is for people, such
    as that Codex asks them to trust the hooks."""

    name: str
    title: str
    found: bool
    parts: tuple[Part, ...] = ()
    note: str = ""

    @property
    def standing(self) -> Standing:
        """The state of all its parts together."""
        each = {part.standing for part in self.parts}
        if Standing.BLOCKED in each:
            return Standing.BLOCKED
        if len(each) == 1:
            return each.pop()
        return Standing.PARTLY if each else Standing.ABSENT

    def to_dict(self) -> dict[str, Any]:
        """Return the shape of `arbor integrate list` (spec 7.2), and more."""
        return {
            "name": self.name,
            "title": self.title,
            "installed": self.standing is Standing.INSTALLED,
            "standing": self.standing.value,
            "found": self.found,
            "files": list(dict.fromkeys(part.file for part in self.parts)),
            "parts": [part.to_dict() for part in self.parts],
            "note": " ".join(
                dict.fromkeys([*(part.note for part in self.parts if part.note), self.note])
            ).strip(),
        }


@dataclass(frozen=True, slots=True)
class FileChange:
    """A change of a file from `before` (None: it does not exist) to `after` (None: it is deleted). `what`
    describes it for people."""

    path: str
    before: bytes | None
    after: bytes | None
    what: str = ""

    @property
    def changes(self) -> bool:
        return self.before != self.after


@dataclass(frozen=True, slots=True)
class Plan:
    """The changes that installing or removing an integration makes, to be shown before. It is carried out
    only if no file changed since it was read. `project`: the folder whose own settings are meant."""

    name: str
    verb: str
    changes: tuple[FileChange, ...] = ()
    notes: tuple[str, ...] = ()
    project: str | None = None

    @property
    def empty(self) -> bool:
        """True if nothing changes."""
        return not any(change.changes for change in self.changes)


@dataclass(frozen=True, slots=True)
class Changed:
    """A file that was changed; `backup` is its copy from before, if it existed."""

    path: str
    backup: str | None

    def to_dict(self) -> dict[str, Any]:
        return {"path": self.path, "backup": self.backup}
