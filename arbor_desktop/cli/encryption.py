"""encrypt: encryption of the data folder; unlocking it for a command."""

from __future__ import annotations

import threading
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

from arbor_desktop.cli.capture import signals
from arbor_desktop.cli.commands import add_actions, command
from arbor_desktop.cli.inputs import interactive, typed
from arbor_desktop.cli.output import INTERRUPTED, Answer, Output, Refused, UsageError
from arbor_desktop.encryption.keyfile import KeyFile, Mode
from arbor_desktop.encryption.keys import Locked
from arbor_desktop.encryption.operations import Done, Encryption, NewKey, Progress, State, Step, new_key
from arbor_desktop.errors import Cancelled, InvalidInput
from arbor_desktop.paths import Home, resolve_home

if TYPE_CHECKING:
    from arbor_desktop.cli.commands import Opener

TRIES = 3
WRITTEN_DOWN = "--yes-i-wrote-it-down"
STEPS = {
    Step.WRITING: "Writing the memory file",
    Step.CHECKING: "Checking it",
    Step.BACKUPS: "Changing backups",
}
KEPT_IN = {
    Mode.KEYRING: "its key is in the system's keyring",
    Mode.PASSPHRASE: "a passphrase opens it",
}


def _arguments(parser: ArgumentParser) -> None:
    actions = add_actions(parser)
    parser.set_defaults(action="status")
    actions.add_parser("status", help="show the state (default)")
    for name, text in (("on", "encrypt the memory"), ("rekey", "encrypt it with a new key and code")):
        action = actions.add_parser(name, help=text)
        action.set_defaults(keyring=False)
        kept = action.add_mutually_exclusive_group()
        kept.add_argument(
            "--passphrase", action="store_true", help="open it with a passphrase instead of the keyring"
        )
        if name == "rekey":
            kept.add_argument(
                "--keyring", action="store_true", help="keep the key in the keyring instead of a passphrase"
            )
        action.add_argument(
            WRITTEN_DOWN,
            action="store_true",
            dest="written",
            help="print the recovery code and don't ask for it",
        )
    actions.add_parser("off", help="stop encrypting")
    recover = actions.add_parser("recover", help="unlock with the recovery code, and keep the key again")
    recover.add_argument(
        "--passphrase", action="store_true", help="choose a new passphrase instead of using the keyring"
    )
    shown = actions.add_parser("open", help="print a sealed copy of one of your files")
    shown.add_argument("path", metavar="PATH", help="a file that ends in .sealed")


@command(
    "encrypt",
    "Encrypt the memory",
    arguments=_arguments,
    examples=(
        "arbor encrypt on",
        "arbor encrypt on --passphrase",
        "arbor encrypt status",
        "arbor encrypt rekey",
        "arbor encrypt recover",
    ),
)
def encrypt(opened: Opener, args: Namespace, out: Output) -> Answer:
    """Encrypt everything in Arbor's folder that has text of memories or conversations.

    The key is kept in the system's keyring, or a passphrase opens it. You also get a recovery code: write
    it down, as without keyring, passphrase and code nobody can read the memory again. Close Arbor first.
    Passphrases and codes are typed unseen or piped in, one per line."""
    home = resolve_home(args.home)
    encryption = Encryption(home)
    if args.action == "status":
        state = encryption.state()
        return Answer(state.to_dict(), lambda: _status(state, out))
    if args.action == "open":
        return _open(home, args.path, ask_key(home, out, piped=True))
    if args.action == "recover":
        return _recover(encryption, args)
    if args.action == "on":
        if encryption.state().on:
            raise Refused("The memory is encrypted already. For a new key: arbor encrypt rekey")
        new = _new_key(args.passphrase, args.written, out)
        return _change(
            lambda progress: encryption.turn_on(new, progress), "encrypted", out, new, args.written
        )
    mode = encryption.state().mode
    if mode is None:
        raise Refused("The memory is not encrypted. To encrypt it: arbor encrypt on")
    key = ask_key(home, out, piped=True)
    if args.action == "off":
        return _change(lambda progress: encryption.turn_off(key, progress), "no longer encrypted", out)
    by_passphrase = args.passphrase or (mode is Mode.PASSPHRASE and not args.keyring)
    new = _new_key(by_passphrase, args.written, out)
    words = "encrypted with a new key"
    return _change(lambda progress: encryption.rekey(key, new, progress), words, out, new, args.written)


def _status(state: State, out: Output) -> Iterable[str]:
    if state.mode is None:
        yield "The memory is not encrypted."
    else:
        yield f"The memory is encrypted: {KEPT_IN[state.mode]}."
    if state.locked:
        yield from out.wrapped(state.locked, "", "")
    if state.unfinished:
        yield "A change was interrupted. Arbor finishes or undoes it at its next start."


def _change(
    run: Callable[[Progress], Done], words: str, out: Output, new: NewKey | None = None, shown: bool = False
) -> Answer:
    stopped = threading.Event()

    def stop(number: int, frame: FrameType | None) -> None:
        stopped.set()

    def report(step: Step, done: int, total: int) -> None:
        if stopped.is_set():
            raise Cancelled
        out.progress(STEPS[step], done, total)

    try:
        with signals(stop):
            done = run(report)
    except Cancelled:
        return Answer({"changed": False}, lambda: ["Stopped. Nothing was changed."], INTERRUPTED)
    document: dict[str, Any] = {"changed": True, "removed": list(done.removed)}
    lines = [f"The memory is {words}."]
    if new is not None and shown:
        document["recovery_code"] = new.code
        lines.append(f"Recovery code: {new.code}")
    lines += [f"Removed because it was damaged: {path}" for path in done.removed]
    return Answer(document, lambda: lines)


def _new_key(by_passphrase: bool, written: bool, out: Output) -> NewKey:
    """Return a new key whose code was typed back, unless it is `written` down already."""
    if not written and not interactive():
        raise UsageError(f"Run this in a terminal, or with {WRITTEN_DOWN}, which prints the recovery code.")
    new = new_key(_new_passphrase() if by_passphrase else None)
    if written:
        return new
    out.note(
        f"Your recovery code:\n\n    {new.code}\n\nWrite it down and keep it safe. It is not shown again."
    )
    for _ in range(TRIES):
        try:
            if new.typed_back(typed("Type the recovery code: ", seen=True)):
                return new
            out.note("This is not the code.")
        except InvalidInput as error:
            out.note(error.message)
    raise Refused("The recovery code was not typed, so nothing was changed.")


def _new_passphrase() -> str:
    given = typed("Passphrase (nothing is shown): ")
    if interactive() and typed("Again: ") != given:
        raise Refused("The two passphrases differ. Nothing was changed.")
    return given


def _recover(encryption: Encryption, args: Namespace) -> Answer:
    state = encryption.state()
    if not state.on:
        raise Refused("The memory is not encrypted.")
    code = typed("Recovery code: ", seen=True)
    by_passphrase = args.passphrase or state.mode is Mode.PASSPHRASE
    try:
        encryption.recover(code, _new_passphrase() if by_passphrase else None)
    except InvalidInput as error:
        raise Refused(error.message) from None
    where = "the new passphrase opens it" if by_passphrase else "its key is in the system's keyring again"
    return Answer({"recovered": True}, lambda: [f"The memory is unlocked: {where}."], remark=True)


def _open(home: Home, path: str, key: str) -> Answer:
    from arbor_desktop.encryption import sealing

    try:
        content = sealing.unseal(Path(path).read_bytes(), key).decode("utf-8", "replace")
    except OSError as error:
        raise Refused(f"{path} can't be read: {error.strerror}.") from None
    except sealing.Unreadable as error:
        raise Refused(f"{path} can't be opened: {error}") from None
    return Answer({"content": content}, lambda: [content.removesuffix("\n")])


def ask_key(home: Home, out: Output, *, piped: bool = False) -> str:
    """Return the key of an encrypted memory; asks for the passphrase or the recovery code where it is
    needed, which may also be `piped` in. Raises Locked where nobody can be asked, and StorageError."""
    encryption = Encryption(home)
    try:
        return encryption.key(ask=interactive())
    except Locked as error:
        if not interactive() and not piped:
            raise
        by_passphrase = error.context.get("mode") == Mode.PASSPHRASE.value
        if not by_passphrase:
            out.note(error.message)
    return _asked(encryption.unlock, by_passphrase, out)


def ask_key_of(file: KeyFile, out: Output) -> str:
    """Return the key of an encrypted backup from another computer."""
    out.note("The backup is encrypted with another key.")
    return _asked(file.unlock, file.mode is Mode.PASSPHRASE, out)


def _asked(unlock: Callable[[str], str], by_passphrase: bool, out: Output) -> str:
    asked = "Passphrase (or recovery code; nothing is shown): " if by_passphrase else "Recovery code: "
    for _ in range(TRIES if interactive() else 1):
        try:
            return unlock(typed(asked, seen=not by_passphrase))
        except InvalidInput as error:
            out.note(error.message)
    raise Refused("It stays locked, and nothing was changed.")
