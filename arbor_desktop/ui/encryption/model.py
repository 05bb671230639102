"""A change of the encryption, as a person confirmed it, and what is known of it while they do."""

from __future__ import annotations

from dataclasses import dataclass

from arbor_desktop.encryption import keyfile
from arbor_desktop.encryption.codes import GROUP, typed_groups
from arbor_desktop.encryption.operations import Done, Encryption, NewKey, Progress
from arbor_desktop.paths import Home


@dataclass(frozen=True, slots=True)
class Change:
    """`new`: the key to encrypt with, None to stop encrypting; `key`: the present one, None if the memory is
    plain."""

    new: NewKey | None
    key: str | None = None

    def run(self, home: Home, progress: Progress) -> Done:
        """Make the change. Raises what `Encryption` raises."""
        encryption = Encryption(home)
        if self.new is None:
            return encryption.turn_off(self.key or "", progress)
        if self.key is None:
            return encryption.turn_on(self.new, progress)
        return encryption.rekey(self.key, self.new, progress)

    def present_key(self, home: Home) -> str | None:
        """Return the key of the memory as it is now, however far the change came. Raises StorageError."""
        file = keyfile.read(home.encryption)
        if file is None:
            return None
        return self.new.key if self.new is not None and file.fits(self.new.key) else self.key

    def made(self, home: Home) -> bool:
        """Return whether the memory file has been changed, though what follows may be unfinished. Raises
        StorageError."""
        return keyfile.read(home.encryption) == (None if self.new is None else self.new.file)


@dataclass(frozen=True, slots=True)
class Compared:
    """A recovery code as far as it was typed. `matching`: complete groups that are right; `wrong`: the number
    of the first one that is not, 0 if there is none; `whole`: it is all there."""

    matching: int
    wrong: int
    whole: bool


def compared(typed: str, code: str) -> Compared:
    """Compare what was typed so far with the code."""
    wanted, groups = code.split("-"), typed_groups(typed)
    complete = [group for group in groups if len(group) == GROUP]
    wrong = next(
        (
            number
            for number, group in enumerate(complete, 1)
            if number > len(wanted) or group != wanted[number - 1]
        ),
        0,
    )
    matching = wrong - 1 if wrong else len(complete)
    return Compared(matching, wrong, groups == wanted)
