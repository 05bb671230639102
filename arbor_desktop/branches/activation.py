"""Which text CLAUDE.md has where it is joined from files of the base and of the branch (spec 6.3).

A CLAUDE.md of the person's own gives way only where they said so just now, and is brought back when the
joining is switched off. One that Arbor joined and the person changed is kept as it is, until they moved their
change into one of the files that it is made of.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from arbor_desktop.branches import joined_file
from arbor_desktop.branches.joined_file import BASE, Joined
from arbor_desktop.user_files import operations

FILE = "CLAUDE.md"
CHANGED = (
    f"You changed {FILE}, which Arbor joins from {BASE} and the file of the branch. It is left as it is: "
    f"move your change into one of these and delete {FILE}, or switch the joining off."
)
YOURS = (
    f"{FILE} is your own, so it is not replaced by what {BASE} and the file of the branch say. Switch the "
    "joining on again to agree; yours is kept, and comes back when you switch it off."
)


@dataclass(frozen=True, slots=True)
class Parts:
    """The files to join; `branch` None: the branch has none."""

    base: bytes
    branch: bytes | None
    name: str

    @property
    def text(self) -> bytes:
        return joined_file.join(self.base, self.branch, self.name)


@dataclass(frozen=True, slots=True)
class Outcome:
    """`text`: what CLAUDE.md says without Arbor's block, None: there is none; `kept`: the person's own that
    it takes the place of; `replaced`: whether it does."""

    text: bytes | None
    note: str = ""
    trouble: str | None = None
    kept: bytes | None = None
    replaced: bool = False


def parts(folder: str, branch: str | None) -> Parts | str:
    """The files of a folder to join, or what is missing. Raises OSError, StorageError, InvalidInput."""
    base = _content(folder, BASE)
    if base is None:
        return f"There is no {BASE}."
    if branch is None:
        return Parts(base, None, "")
    name = joined_file.branch_file(branch)
    return Parts(base, _content(folder, name), name)


def _content(folder: str, name: str) -> bytes | None:
    return operations.read(operations.place(str(Path(folder) / name), folder))


def joined(person: bytes | None, found: Parts | str, *, agreed: bool) -> Outcome:
    """What CLAUDE.md says while the joining is on. `person`: what it says now, without Arbor's block;
    `agreed`: the person knows that their own file gives way."""
    there = Joined.NO if person is None else joined_file.state(person)
    if there is Joined.CHANGED:
        return Outcome(person, trouble=CHANGED)
    if isinstance(found, str):
        return Outcome(person, note=f"{found} Nothing is joined.")
    if there is Joined.WHOLE:
        return Outcome(found.text)
    if found.branch is None:
        missing = f"There is no {found.name}." if found.name else "No branch is checked out."
        return Outcome(person, note=f"{missing} Nothing is joined.")
    if person is None or not person.strip() or agreed:
        return Outcome(found.text, kept=person, replaced=True)
    return Outcome(person, trouble=YOURS)


def parted(person: bytes | None, kept: bytes | None) -> Outcome:
    """What CLAUDE.md says when the joining was switched off; `kept` as it was before."""
    there = Joined.NO if person is None else joined_file.state(person)
    if there is Joined.WHOLE:
        back = "Your own comes back." if kept is not None else "It goes away, as Arbor made it."
        return Outcome(kept, note=back)
    if there is Joined.CHANGED and person is not None:
        return Outcome(joined_file.without_head(person), note=f"You changed {FILE}, so it stays.")
    return Outcome(person)
