"""One call of a hook: the tool's JSON on stdin, its answer on stdout, exit code 0 whatever happens.

A person waits for the first answer of every session, so only what a call needs is imported, when it is
needed. Nothing is ever written to stderr: what goes wrong is left for Arbor to say.
"""

from __future__ import annotations

import _thread
import contextlib
import os
import time
from json import dumps, loads

from arbor_desktop.integrations.hooks import notes, place
from arbor_desktop.integrations.hooks.call import END, LOOK, START, Call, Contract
from arbor_desktop.integrations.hooks.trouble import Trouble

DEFAULT_TOOL = "claude-code"
OWN_SESSION = "ARBOR_OWN_SESSION"
"""Set in sessions that Arbor itself starts to have something read: they are told and leave nothing."""
OWN_PROMPT = "<arbor-internal"
"""What such a session's prompt begins with (`conversations.model.ARBOR_MARKER`)."""
PATIENCE_SECONDS = 5.0
"""Then it is over, whatever was still to be done: a tool waits longer, a person does not."""
END_PATIENCE_SECONDS = 1.2
"""Claude Code gives all hooks together 1.5 seconds at a session's end."""
MOST_BYTES = 16_000_000
_CHUNK = 65_536


def main(arguments: list[str]) -> int:
    """`hook EVENT [--tool NAME] [--home DIR]`, the options anywhere. Always 0."""
    with contextlib.suppress(Exception, KeyboardInterrupt):  # nobody but the tool is left to hear of it
        options = _options(arguments)
        contract = _contract(options.get("--tool", DEFAULT_TOOL))
        event = options.get("event", "")
        if contract is not None and OWN_SESSION not in os.environ:
            _watched(contract, event, options.get("--home"))
    return 0


def _options(arguments: list[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    rest = iter(arguments)
    for argument in rest:
        name, equals, value = argument.partition("=")
        if name in ("--tool", "--home"):
            found[name] = value if equals else next(rest, "")
        elif not argument.startswith("-") and argument != "hook":
            found.setdefault("event", argument)
    return found


def _contract(tool: str) -> Contract | None:
    if tool == "claude-code":
        from arbor_desktop.integrations.hooks import claude_code

        return claude_code.CONTRACT
    if tool == "codex":
        from arbor_desktop.integrations.hooks import codex

        return codex.CONTRACT
    if tool in ("gemini", "gemini-cli"):  # the integration's name, and that of its conversations
        from arbor_desktop.integrations.hooks import gemini_cli

        return gemini_cli.CONTRACT
    return None


def _watched(contract: Contract, event: str, given_home: str | None) -> None:
    """Answers, or gives up when it takes too long: a tool that never ends what it writes, a disk that
    hangs."""
    now = time.time_ns() // 1_000_000
    home = place.home_folder(given_home)
    call = Call(contract, event, {}, now)
    done = _thread.allocate_lock()
    done.acquire()
    patience = END_PATIENCE_SECONDS if call.deed == END else PATIENCE_SECONDS
    _thread.start_new_thread(_give_up, (done, patience, home, call))
    try:
        asked = _heard()  # also where nothing is answered: a tool may fail where nobody reads what it writes
        if call.deed is not None and os.path.isfile(os.path.join(home, place.DATABASE)):
            call = Call(contract, event, asked, now)
            _answered(contract, call, home)
    except Exception as error:  # noqa: BLE001 - it is told in Arbor
        _tell_trouble(home, call, error)
    finally:
        done.release()


def _give_up(done: _thread.LockType, patience: float, home: str, call: Call) -> None:
    if done.acquire(timeout=patience):
        return
    try:
        _tell_trouble(home, call, Trouble(f"It took more than {patience:g} seconds, and was given up."))
    finally:
        os._exit(0)


def _heard() -> dict[str, object]:
    """What the tool says. It need not close the pipe: a whole object is enough. Raises Trouble, OSError."""
    said = bytearray()
    while chunk := os.read(0, _CHUNK):
        said += chunk
        if len(said) > MOST_BYTES:
            raise Trouble("The tool sent more than 16 MB, which was not read.")
        if chunk.rstrip().endswith(b"}") and (whole := _object(said)) is not None:
            return whole
    whole = _object(said)
    if whole is None:
        raise Trouble("What the tool sent could not be read; it may have changed how it calls hooks.")
    return whole


def _object(said: bytes | bytearray) -> dict[str, object] | None:
    try:
        found = loads(said)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _answered(contract: Contract, call: Call, home: str) -> None:
    if call.prompt.lstrip().startswith(OWN_PROMPT):
        return
    settings = place.stored_settings(home)
    if call.deed in (END, LOOK):
        if call.transcript and not place.excluded(
            settings, call.cwd, call.transcript, place.project(call.cwd)
        ):
            _leave_for_reading(home, call)
        return
    from arbor_desktop.integrations.hooks import session

    if call.deed == START:
        session.start(contract, call, home, settings, _say)
    else:
        session.prompted(contract, call, home, settings, _say)


def _leave_for_reading(home: str, call: Call) -> None:
    kind, name = "ended", None
    if call.deed == LOOK:
        # Gemini CLI says with each request that it is about to shorten: one note is enough until it is read.
        known = call.session_id.isascii() and call.session_id.replace("-", "").isalnum()
        kind, name = "look", f"look-{call.tool}-{call.session_id}" if known else None
    notes.leave(
        home, call, kind, name=name, transcript_path=call.transcript, cwd=call.cwd, reason=call.reason
    )


def _say(answer: dict[str, object]) -> None:
    """Writes the answer, past Python's own buffers: what fails, fails here. Raises OSError."""
    rest = dumps(answer).encode() + b"\n"
    while rest:
        rest = rest[os.write(1, rest) :]


def _tell_trouble(home: str, call: Call, error: Exception) -> None:
    """Leaves what went wrong to be shown in Arbor: one note a tool, the latest."""
    message = error.args[0] if isinstance(error, Trouble) else f"{type(error).__name__}: {error}"
    if call.deed is not None and os.path.isfile(os.path.join(home, place.DATABASE)):
        notes.leave(home, call, "trouble", name=f"trouble-{call.tool}", message=message)
