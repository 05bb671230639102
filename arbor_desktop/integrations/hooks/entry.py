"""One call of a hook: the tool's JSON on stdin, the answer on stdout, always exit code 0.

A person waits for the first answer of every session, so only what a call needs is imported, when it is
needed. Nothing is ever written to stderr: failures are left as notes for Arbor to show.
"""

from __future__ import annotations

import _thread
import contextlib
import os
import time
from json import dumps, loads

from arbor_desktop.integrations.hooks import home_folder
from arbor_desktop.integrations.hooks.contracts import COMPACTION, CONTRACTS, END, START, Call, Contract
from arbor_desktop.integrations.hooks.home_folder import HookError
from arbor_desktop.runtime.usage_notes import note

DEFAULT_TOOL = "claude-code"
OWN_SESSION = "ARBOR_OWN_SESSION"
"""Set in sessions that Arbor itself starts to have something read: they get nothing and leave nothing."""
OWN_PROMPT = "<arbor-internal"
"""How the prompt of such a session begins (`conversations.model.ARBOR_MARKER`)."""
PATIENCE_SECONDS = 5.0
"""Then the process ends, finished or not: a tool waits longer, a person does not."""
END_PATIENCE_SECONDS = 1.2
"""Claude Code gives all hooks together 1.5 seconds at a session's end."""
MOST_BYTES = 16_000_000
_CHUNK = 65_536


def main(arguments: list[str]) -> int:
    """Run `hook EVENT [--tool NAME] [--home DIR]`, the options in any place. Return 0."""
    with contextlib.suppress(Exception, KeyboardInterrupt):  # only the tool is left to see it
        options = _options(arguments)
        contract = CONTRACTS.get(options.get("--tool", DEFAULT_TOOL))
        if contract is not None and OWN_SESSION not in os.environ:
            _run(contract, options.get("event", ""), options.get("--home"))
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


def _run(contract: Contract, event: str, given_home: str | None) -> None:
    """Answer the call, or give up after a while: a tool may never end its input, a disk may hang."""
    now = time.time_ns() // 1_000_000
    home = home_folder.locate(given_home)
    call = Call(contract, event, {}, now)
    done = _thread.allocate_lock()
    done.acquire()
    patience = END_PATIENCE_SECONDS if call.action == END else PATIENCE_SECONDS
    _thread.start_new_thread(_give_up, (done, patience, home, call))
    try:
        sent = _read_input()  # even if nothing is answered: a tool may fail if nobody reads what it writes
        if call.action is not None and home_folder.has_memory(home):
            call = Call(contract, event, sent, now)
            _respond(call, home)
    except Exception as error:  # noqa: BLE001 - it is shown in Arbor
        _leave_failure(home, call, error)
    finally:
        if home_folder.has_memory(home):
            note(home, time.process_time())
        done.release()


def _give_up(done: _thread.LockType, patience: float, home: str, call: Call) -> None:
    if done.acquire(timeout=patience):
        return
    try:
        _leave_failure(home, call, HookError(f"It took more than {patience:g} seconds, and was given up."))
    finally:
        os._exit(0)


def _read_input() -> dict[str, object]:
    """Return the JSON object on stdin; the tool need not close it. Raises HookError, OSError."""
    data = bytearray()
    while chunk := os.read(0, _CHUNK):
        data += chunk
        if len(data) > MOST_BYTES:
            raise HookError("The tool sent more than 16 MB, which was not read.")
        if chunk.rstrip().endswith(b"}") and (whole := _object(data)) is not None:
            return whole
    whole = _object(data)
    if whole is None:
        raise HookError("What the tool sent could not be read; it may have changed how it calls hooks.")
    return whole


def _object(data: bytes | bytearray) -> dict[str, object] | None:
    try:
        found = loads(data)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _respond(call: Call, home: str) -> None:
    if call.prompt.lstrip().startswith(OWN_PROMPT):
        return
    settings = home_folder.stored_settings(home)
    if call.action in (END, COMPACTION):
        from arbor_desktop.projects.git import project_root

        if call.transcript and not home_folder.excluded(
            settings, call.cwd, call.transcript, project_root(call.cwd)
        ):
            _request_reading(home, call)
        return
    from arbor_desktop.integrations.hooks import events

    if call.action == START:
        events.at_start(call, home, settings, _print)
    else:
        events.with_prompt(call, home, settings, _print)


def _request_reading(home: str, call: Call) -> None:
    """Leave a note that the conversation's record should be read now."""
    kind, name = "ended", None
    if call.action == COMPACTION:
        # Gemini CLI announces a compression with each request: one note is enough until it is read.
        plain = call.session_id.isascii() and call.session_id.replace("-", "").isalnum()
        kind, name = "look", f"look-{call.tool}-{call.session_id}" if plain else None
    home_folder.leave_note(
        home, call, kind, name=name, transcript_path=call.transcript, cwd=call.cwd, reason=call.reason
    )


def _print(answer: dict[str, object]) -> None:
    """Write the answer without Python's own buffers, so that a failure is raised here. Raises OSError."""
    rest = dumps(answer).encode() + b"\n"
    while rest:
        rest = rest[os.write(1, rest) :]


def _leave_failure(home: str, call: Call, error: Exception) -> None:
    """Leave a note of a failure, to be shown in Arbor: the latest of each tool."""
    message = error.args[0] if isinstance(error, HookError) else f"{type(error).__name__}: {error}"
    if call.action is not None and home_folder.has_memory(home):
        home_folder.leave_note(home, call, "trouble", name=f"trouble-{call.tool}", message=message)
