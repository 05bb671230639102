"""key: the API key, which is read unseen and never printed."""

from __future__ import annotations

import sys
import warnings
from argparse import Namespace
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from arbor_desktop.cli.answer import NOTHING, OK, Answer, UsageError
from arbor_desktop.cli.output import Output
from arbor_desktop.cli.parser import interactive

if TYPE_CHECKING:
    from arbor_desktop.cli.run import Opener
    from arbor_desktop.models.credentials import KeyStatus
    from arbor_desktop.service import MemoryService

ACTIONS = ("status", "set", "clear")
NO_ARGUMENT = (
    "Say arbor key status, set or clear, and nothing after it. A key is typed when it is asked for, or piped "
    "in: what stands on the command line is kept in the shell's history and seen by other programs. One that "
    "was given so should be replaced."
)
MOST_READ = 20_000
NOT_CHOSEN = (
    "Nothing uses it yet. To let Anthropic's models read: arbor settings set extraction.backend anthropic"
)


def key(opened: Opener, args: Namespace, out: Output) -> Answer:
    action = args.action
    if action not in ACTIONS or args.given:
        raise UsageError(NO_ARGUMENT)
    given = _read() if action == "set" else ""
    with opened() as service:
        if action == "set":
            service.models.credentials.set(given)
            service.model.try_again()
        cleared = action == "clear" and _clear(service)
        status = service.models.credentials.status()
        document = _document(service, status)
        unused = service.model.backend != "anthropic"
    code = OK if status.where.value != "none" else NOTHING
    if action == "set":
        notes = (NOT_CHOSEN,) if unused and not args.quiet else ()
        return Answer(document, lambda: _kept(document), remark=True, notes=notes)
    if action == "clear":
        document["cleared"] = cleared
        return Answer(document, lambda: _cleared(document), OK if cleared else NOTHING, remark=True)
    return Answer(document, lambda: _lines(document, out), code)


def _read() -> str:
    """What is typed unseen, or piped in; never an argument, which the list of processes would show."""
    if not interactive():
        return sys.stdin.read(MOST_READ) if sys.stdin is not None else ""
    import getpass

    with warnings.catch_warnings():
        warnings.simplefilter("error", getpass.GetPassWarning)
        try:
            return getpass.getpass("API key (nothing is shown): ")
        except getpass.GetPassWarning:
            raise UsageError("The key can't be typed unseen here. Pipe it in: arbor key set < FILE") from None
        except EOFError:
            return ""


def _clear(service: MemoryService) -> bool:
    had = service.models.credentials.clear()
    service.model.try_again()
    return had


def _document(service: MemoryService, status: KeyStatus) -> dict[str, Any]:
    from arbor_desktop.models.credentials import OWN_ADDRESS

    return {
        "where": status.where.value,
        "hint": status.hint or None,
        "address": str(service.settings.get("model.base_url")) or OWN_ADDRESS,
        "trouble": status.trouble or None,
    }


def _kept(document: dict[str, Any]) -> list[str]:
    return [f"The key {document['hint']} for {document['address']} is in the system's keyring."]


def _cleared(document: dict[str, Any]) -> list[str]:
    first = "The key was removed." if document["cleared"] else "There was no key in the keyring."
    if document["where"] == "environment":
        return [first, f"The environment still has one ({document['hint']}), which is used."]
    return [first]


_PLACES = {
    "keyring": "in the system's keyring",
    "environment": "from ANTHROPIC_API_KEY",
    "session": "for this session only",
}


def _lines(document: dict[str, Any], out: Output) -> Iterable[str]:
    held = f"{document['hint']}, {_PLACES[document['where']]}" if document["hint"] else "none (arbor key set)"
    yield from out.fields(
        [("Key", held), ("Address", document["address"]), ("Keyring", document["trouble"])], indent=""
    )
