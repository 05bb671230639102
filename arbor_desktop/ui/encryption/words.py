"""What is said of the encryption."""

from __future__ import annotations

from arbor_desktop.encryption.keyfile import SHORTEST_PASSPHRASE
from arbor_desktop.encryption.operations import Done, Step
from arbor_desktop.ui.encryption.model import Change, Compared
from arbor_desktop.ui.translation import tr


def doing_words(change: Change) -> str:
    """Return what is being done."""
    if change.new is None:
        return tr("Turning off encryption")
    return tr("Encrypting your memory") if change.key is None else tr("Changing the key of your memory")


def done_words(change: Change, done: Done) -> str:
    """Return what was done."""
    if change.new is None:
        words = tr("Your memory is no longer encrypted.")
    elif change.key is None:
        words = tr("Your memory is encrypted.")
    else:
        words = tr("Your memory is encrypted with a new key. The old recovery code no longer works.")
    removed = tr("%n damaged files were deleted.", None, len(done.removed)) if done.removed else ""
    return f"{words} {removed}".rstrip()


def step_words(step: Step) -> str:
    """Return what a step does."""
    return {
        Step.WRITING: tr("Writing the memory file…"),
        Step.CHECKING: tr("Checking the new file…"),
        Step.BACKUPS: tr("Changing backups…"),
    }[step]


def compared_words(found: Compared) -> tuple[str, str]:
    """Return how far a typed code matches, and the colour to say it in."""
    if found.wrong:
        return tr("Group {number} doesn't match").format(number=found.wrong), "danger"
    return tr("{matching} of 8 groups match").format(matching=found.matching), (
        "ok" if found.matching else "text2"
    )


def locked_words(why: str) -> str:
    """Return why the keyring does not give the key, by the context of `Locked`."""
    return {
        "missing": tr("The system's keyring no longer has the key of your memory."),
        "silent": tr("The system's keyring doesn't respond."),
        "locked": tr("The system's keyring is locked."),
    }.get(why, tr("The system's keyring can't be used."))


def passphrase_trouble(typed: str, again: str) -> str:
    """Return what is wrong with a new passphrase; "" if nothing is."""
    if len(typed) < SHORTEST_PASSPHRASE:
        return tr("Use at least {count} characters.").format(count=SHORTEST_PASSPHRASE)
    return "" if typed == again else tr("The passphrases don't match.")
