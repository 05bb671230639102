"""CLAUDE.md built from `CLAUDE_base.md` and `CLAUDE_<branch>.md` (spec 6.3).

Its first line is a comment with a checksum of all that follows, without Arbor's block: it shows, in every
clone, that Arbor built the file, and whether a person changed it since. A person's own CLAUDE.md is replaced
only if they just agreed to that, and restored when the building is switched off. A built file that a person
changed is left alone until they moved their change into one of its sources.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from arbor_desktop.user_files import managed_block, operations

FILE = "CLAUDE.md"
BASE = "CLAUDE_base.md"
CHANGED = (
    f"You changed {FILE}, which Arbor joins from {BASE} and the file of the branch. It is left as it is: "
    f"move your change into one of these and delete {FILE}, or switch the joining off."
)
YOURS = (
    f"{FILE} is your own, so it is not replaced by what {BASE} and the file of the branch say. Switch the "
    "joining on again to agree; yours is kept, and comes back when you switch it off."
)
_HEAD = re.compile(rb"<!-- arbor:joined ([0-9a-f]{12}) from [^\r\n]*-->\r?\n")
_UTF8_MARK = b"\xef\xbb\xbf"
_NOT_IN_NAMES = re.compile(r"[^a-zA-Z0-9_-]")


class Joined(StrEnum):
    NO = "no"
    """A person's file."""
    WHOLE = "whole"
    """Built by Arbor."""
    CHANGED = "changed"
    """Built by Arbor, and changed by a person since."""


def state(data: bytes | None) -> Joined:
    """Return what a file is; `data` is without Arbor's block."""
    head = None if data is None else _HEAD.match(data)
    if data is None or head is None:
        return Joined.NO
    same = managed_block.checksum(data[head.end() :]) == head[1]
    return Joined.WHOLE if same else Joined.CHANGED


@dataclass(frozen=True, slots=True)
class Sources:
    """The files to join; `branch` None: there is none of the `name` for this branch."""

    base: bytes
    branch: bytes | None
    name: str

    @property
    def joined(self) -> bytes:
        """Both files, one below the other, with a checksum in the first line."""
        line_end = managed_block.usual_end(self.base)
        parts = [part.removeprefix(_UTF8_MARK) for part in (self.base, self.branch) if part]
        body = line_end.join(part if part.endswith(b"\n") else part + line_end for part in parts)
        files = BASE if self.branch is None else f"{BASE} and {self.name}"
        check = managed_block.checksum(body).decode()
        return f"<!-- arbor:joined {check} from {files}: change it there -->".encode() + line_end + body


def sources(folder: str, branch: str | None) -> Sources | str:
    """Return the files of a folder to join, or what is missing. Raises OSError, StorageError,
    InvalidInput."""
    base = _content(folder, BASE)
    if base is None:
        return f"There is no {BASE}."
    if branch is None:
        return Sources(base, None, "")
    name = f"CLAUDE_{_NOT_IN_NAMES.sub('_', branch)}.md"
    return Sources(base, _content(folder, name), name)


def _content(folder: str, name: str) -> bytes | None:
    return operations.read(operations.place(str(Path(folder) / name), folder))


@dataclass(frozen=True, slots=True)
class Outcome:
    """`text`: CLAUDE.md without Arbor's block, None: there is none. `replaced`: it replaces a person's file,
    which is `kept`."""

    text: bytes | None
    note: str = ""
    trouble: str | None = None
    kept: bytes | None = None
    replaced: bool = False


def switched_on(person: bytes | None, found: Sources | str, *, agreed: bool) -> Outcome:
    """Return CLAUDE.md while the building is on. `person`: the file now, without Arbor's block; `agreed`: the
    person knows that their own file is replaced."""
    there = state(person)
    if there is Joined.CHANGED:
        return Outcome(person, trouble=CHANGED)
    if isinstance(found, str):
        return Outcome(person, note=f"{found} Nothing is joined.")
    if there is Joined.WHOLE:
        return Outcome(found.joined)
    if found.branch is None:
        missing = f"There is no {found.name}." if found.name else "No branch is checked out."
        return Outcome(person, note=f"{missing} Nothing is joined.")
    if person is None or not person.strip() or agreed:
        return Outcome(found.joined, kept=person, replaced=True)
    return Outcome(person, trouble=YOURS)


def switched_off(person: bytes | None, kept: bytes | None) -> Outcome:
    """Return CLAUDE.md after the building was switched off; `kept`: the file before it was switched on."""
    there = state(person)
    if there is Joined.WHOLE:
        back = "Your own comes back." if kept is not None else "It goes away, as Arbor made it."
        return Outcome(kept, note=back)
    if there is Joined.CHANGED and person is not None:
        return Outcome(_HEAD.sub(b"", person, count=1), note=f"You changed {FILE}, so it stays.")
    return Outcome(person)
