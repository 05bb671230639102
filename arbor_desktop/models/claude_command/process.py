"""Runs a command with bounded output, and ends it with its caller."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from arbor_desktop.models.claude_command import guard

MOST_OUTPUT = 32_000_000
"""Bytes of standard output; no answer is as long."""
MOST_ERRORS = 8_000
"""Bytes kept from the end of standard error."""
ENDING_SECONDS = guard.GRACE_SECONDS + 1.0
LINGER_SECONDS = 5.0
"""Time for a command to end after its last line: some wait for what they started."""
_CHUNK = 65_536


class TooMuch(Exception):
    """The command wrote far more than an answer."""


@dataclass(frozen=True, slots=True)
class Ended:
    """End of a command. `code` as in shells; `errors` is the end of its standard error."""

    code: int
    errors: str

    @property
    def unstarted(self) -> str | None:
        """Why the command could not be started, if so."""
        if self.code != guard.CANNOT_START_CODE or guard.CANNOT_START not in self.errors:
            return None
        return self.errors.split(guard.CANNOT_START, 1)[1].strip()


async def run(
    command: Sequence[str],
    folder: Path,
    environ: Mapping[str, str],
    given: bytes,
    hear: Callable[[bytes], bool],
) -> Ended:
    """Run `command` in `folder` with `given` on its standard input. `hear` is called with each line of
    output, and returns whether it was the last.

    A cancelled call ends the command and all that it started, and so does the end of this process, however it
    ends. Raises TooMuch, OSError.
    """
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-I", "-S", str(guard.__file__), *command,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        cwd=folder, env=dict(environ), start_new_session=True,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )  # fmt: skip
    assert process.stdin is not None and process.stdout is not None and process.stderr is not None
    side = [
        asyncio.create_task(_feed(process.stdin, given)),
        asyncio.create_task(_tail(process.stderr)),
    ]
    try:
        if await _lines(process.stdout, hear):
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LINGER_SECONDS):
                    await process.wait()
            return Ended(process.returncode or 0, "")
        errors = await side[1]
        code = await process.wait()
        return Ended(code, str(errors))
    finally:
        for task in side:
            task.cancel()
        await asyncio.gather(*side, return_exceptions=True)
        await _end(process)


async def _feed(stream: asyncio.StreamWriter, given: bytes) -> None:
    """Write the input. The stream stays open: its end is the guard's sign to end the command."""
    with contextlib.suppress(ConnectionError):  # it ended early: its code says why
        stream.write(len(given).to_bytes(8, "big") + given)
        await stream.drain()


async def _lines(stream: asyncio.StreamReader, hear: Callable[[bytes], bool]) -> bool:
    """Return whether the last line came before the end of the stream."""
    total = 0
    begun: list[bytes] = []
    while chunk := await stream.read(_CHUNK):
        total += len(chunk)
        if total > MOST_OUTPUT:
            raise TooMuch
        first, *more = chunk.split(b"\n")
        begun.append(first)
        for part in more:
            if hear(b"".join(begun)):
                return True
            begun = [part]
    return hear(b"".join(begun))


async def _tail(stream: asyncio.StreamReader) -> str:
    kept = b""
    while chunk := await stream.read(_CHUNK):
        kept = (kept + chunk)[-MOST_ERRORS:]
    return kept.decode("utf-8", "replace")


async def _end(process: asyncio.subprocess.Process) -> None:
    assert process.stdin is not None
    if process.returncode is None:
        process.stdin.close()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(process.wait(), ENDING_SECONDS)
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            if sys.platform == "win32":
                process.kill()
            else:
                os.killpg(process.pid, signal.SIGKILL)
        await process.wait()
    process.stdin.close()
