"""What `arbor doctor` says about the model: whether it can be asked, its key, the claude command.

Asks no model anything, and nobody for a password.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from arbor_desktop.doctor.check import OK, WARNING, Check
from arbor_desktop.models.claude_command import program as claude_program
from arbor_desktop.models.credentials import OWN_ADDRESS, VARIABLE, Where, keyring_trouble
from arbor_desktop.service import MemoryService

READERS = {
    "anthropic": "a model behind Anthropic's API",
    "claude-cli": "the claude command that you are signed in to",
}
PLACES_OF_KEYS = {
    Where.KEYRING: "the system's keyring",
    Where.SESSION: "this session",
    Where.ENVIRONMENT: VARIABLE,
}


def model_checks(service: MemoryService, environ: Mapping[str, str]) -> Iterator[Check]:
    """Only where a person chose a model: without one, everything works offline. Asks no model anything."""
    backend = service.settings.get("extraction.backend")
    if backend == "offline":
        return
    ready = service.model.readiness()
    if ready.ready:
        yield Check("model", OK, f"Conversations are read by {READERS[backend]}.")
    else:
        yield Check(
            "model", WARNING, f"Conversations wait for {READERS[backend]}: {ready.reason}",
            "Offline, without a model: arbor settings set extraction.backend offline",
        )  # fmt: skip
    yield _claude(environ) if backend == "claude-cli" else _key(service)


def _key(service: MemoryService) -> Check:
    status = service.models.credentials.status()
    address = service.settings.get("model.base_url") or OWN_ADDRESS
    if status.hint:
        place = PLACES_OF_KEYS[status.where]
        return Check("key", OK, f"The key {status.hint} for {address} comes from {place}.")
    if service.settings.get("model.base_url"):
        return Check("key", OK, f"No key is kept for {address}; many servers of one's own need none.")
    return Check("key", WARNING, f"There is no key for {address}.", "Run: arbor key set")


def _claude(environ: Mapping[str, str]) -> Check:
    """Starts the command for its version, and for whether it is signed in."""
    program = claude_program.find(environ)
    if program is None:
        return Check(
            "claude", WARNING, "The claude command was not found.",
            "Install Claude Code (https://code.claude.com/docs/en/setup), then run claude and sign in.",
        )  # fmt: skip
    version = claude_program.version(program, environ)
    if version is None:
        return Check(
            "claude", WARNING, f"{program} does not say its version when it is started.",
            "Run it in a terminal to see why, or install Claude Code again.",
        )  # fmt: skip
    needed = claude_program.NEEDED_VERSION
    if claude_program.numbers(version) < claude_program.numbers(needed):
        said = f"{program} is version {version}; Arbor needs {needed} or newer."
        return Check("claude", WARNING, said, "Run: claude update")
    signed_in = claude_program.signed_in(program, version, environ)
    if signed_in is False:
        said = f"{program}, version {version}, is not signed in."
        return Check("claude", WARNING, said, "Run claude in a terminal and sign in with /login.")
    return Check("claude", OK, f"{program}, version {version}{', signed in' if signed_in else ''}.")


def keyring_check() -> Check:
    """Does not open it: nobody is asked for a password."""
    trouble = keyring_trouble()
    if trouble is not None:
        return Check(
            "keyring", WARNING, trouble, "Nothing to do if you use no API key: only that is kept there."
        )
    return Check("keyring", OK, "The system's keyring can be used.")
