"""What is set up in an AI tool so that it asks Arbor, and the changes of its files that setting up makes
(spec 6.1, 6.2, 7.2 `integrate`)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Standing(StrEnum):
    """Where an integration stands."""

    INSTALLED = "installed"
    ABSENT = "absent"
    PARTLY = "partly"
    """Some of it is there, or it calls an Arbor that is not this one: installing mends it."""
    BLOCKED = "blocked"
    """The tool's configuration can't be read or is not as expected; it is left alone. The note says why."""


@dataclass(frozen=True, slots=True)
class Part:
    """Something that is set up on its own: the hooks, the MCP server. `key` is a word for programs."""

    key: str
    title: str
    standing: Standing
    file: str
    note: str = ""

    def to_dict(self) -> dict[str, Any]:
        return {
            "key": self.key, "title": self.title, "standing": self.standing.value, "file": self.file,
            "note": self.note,
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Integration:
    """One tool. `found`: whether the tool seems to be on this computer. `note` says to people what they
    should know, such as that Codex asks them to trust the hooks."""

    name: str
    title: str
    found: bool
    parts: tuple[Part, ...] = ()
    note: str = ""

    @property
    def standing(self) -> Standing:
        """Of all its parts together."""
        each = {part.standing for part in self.parts}
        if Standing.BLOCKED in each:
            return Standing.BLOCKED
        if len(each) == 1:
            return each.pop()
        return Standing.PARTLY if each else Standing.ABSENT

    def to_dict(self) -> dict[str, Any]:
        """The shape of `arbor integrate list` (spec 7.2), and more."""
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
    """A file as it is (`before` None: there is none) and as it will be (`after` None: it goes away), as the
    bytes that they are. `what` says to people what changes in it."""

    path: str
    before: bytes | None
    after: bytes | None
    what: str = ""

    @property
    def changes(self) -> bool:
        return self.before != self.after


@dataclass(frozen=True, slots=True)
class Plan:
    """What installing or removing an integration will do, to be shown before it is done. Carried out only
    while every file is still as it was looked at. `project`: the folder whose own settings are meant."""

    name: str
    verb: str
    changes: tuple[FileChange, ...] = ()
    notes: tuple[str, ...] = ()
    project: str | None = None

    @property
    def empty(self) -> bool:
        """Whether all is as it shall be already."""
        return not any(change.changes for change in self.changes)


@dataclass(frozen=True, slots=True)
class Changed:
    """What was done to one file; `backup` is the copy of it as it was, where there was one."""

    path: str
    backup: str | None

    def to_dict(self) -> dict[str, Any]:
        return {"path": self.path, "backup": self.backup}
