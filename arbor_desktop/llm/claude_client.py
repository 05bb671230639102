"""The `claude` command with the person's own sign-in: one turn in print mode, JSON output, no tools.

https://code.claude.com/docs/en/cli-reference and https://code.claude.com/docs/en/headless. Which versions
know which option: the help of 2.0.76 as kept in mkusaka/ccconfig:docs/claude_cli_reference.md, and for
`--safe-mode` (2.1.169) anthropics/claude-code:CHANGELOG.md. `--bare` is of no use here: it does not look at
the plan that a person is signed in with. The prompt is sent on standard input and the system prompt in a
file, so that the list of processes shows neither.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import logging
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path

from arbor_desktop.conversations.model import ARBOR_MARKER
from arbor_desktop.llm import claude_guard, claude_program
from arbor_desktop.llm.claude_output import Reader, UnknownOption
from arbor_desktop.llm.model import Access, Answer, Ask, ModelFailed, ModelInfo, OnText, Trouble
from arbor_desktop.text.sentence import Sentence

log = logging.getLogger(__name__)

DEFAULT_MODEL = "haiku"
"""The command's alias for its newest small model."""
MODELS = (
    ModelInfo("haiku", "Haiku, the newest"),
    ModelInfo("sonnet", "Sonnet, the newest"),
    ModelInfo("opus", "Opus, the newest"),
)
"""Aliases that every version knows; it takes full names as well."""
MOST_INPUT = 10_000_000
"""Bytes that the command takes on standard input."""
AT_ONCE = 3
"""Parallel runs; each is a process of some 300 MB."""
MOST_OUTPUT = 32_000_000
"""Bytes of standard output; no answer is as long."""
MOST_ERRORS = 8_000
"""Bytes kept from the end of standard error."""
ENDING_SECONDS = claude_guard.GRACE_SECONDS + 1.0
LINGER_SECONDS = 5.0
"""Time for a command to end after its last line: some wait for what they started."""
_CHUNK = 65_536
# A bundle's program runs modules by name; Python starts a script without its site-packages in half the time.
_GUARD = (
    ("-m", claude_guard.__name__)
    if getattr(sys, "frozen", False)
    else ("-I", "-S", str(claude_guard.__file__))
)
NO_SYSTEM = "Answer the request."
_MODEL_NAME = re.compile(r"[A-Za-z0-9][\w.:/@\[\]-]{0,199}")
_LEFT_SECONDS = 86_400.0
"""Age of a system prompt's file that a killed process left."""
_CONTINUE = (
    "The lines with {mark} part the turns of one conversation, in which you are the assistant. Answer its "
    "last turn, with the answer alone."
)
_NO_TOOLS = "The claude command can't use Arbor's tools. Choose Anthropic's models with an API key for that."


class ClaudeCli:
    """Implements Backend, on one event loop. Keeps no process between calls."""

    def __init__(
        self,
        access: Access,
        environ: Mapping[str, str] = os.environ,
        clock: Callable[[], datetime] = lambda: datetime.now().astimezone(),
    ) -> None:
        self._access = access
        self._environ = environ
        self._clock = clock
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._unknown: set[str] = set()

    async def ask(self, ask: Ask, on_text: OnText | None = None) -> Answer:
        if ask.tools:
            raise ModelFailed(_NO_TOOLS, Trouble.BAD_REQUEST, detail="tools")
        async with self._slots:
            while True:  # once more without each option that the command does not know
                without = frozenset(self._unknown)  # parallel calls learn as well
                try:
                    return await self._run(ask, on_text, without)
                except ModelFailed as failed:
                    raise self._explained(failed) from failed.__cause__
                except UnknownOption as unknown:
                    if unknown.option not in _OPTIONAL - without:
                        raise await self._too_old(unknown.option) from None
                    log.info("The claude command does not know %s", unknown.option)
                    self._unknown.add(unknown.option)

    async def _run(self, ask: Ask, on_text: OnText | None, without: frozenset[str]) -> Answer:
        given = _prompt(ask, without).encode("utf-8", "replace")  # half a character may come from a file
        if len(given) > MOST_INPUT:
            raise ModelFailed(
                "The text is too long for the claude command.", Trouble.TOO_LONG, detail="input"
            )
        program = self._access.program
        command = claude_program.command(program)
        environ = claude_program.environment(program, self._environ)
        environ["CLAUDE_CODE_MAX_OUTPUT_TOKENS"] = str(ask.max_tokens)
        reader = Reader(on_text, self._clock)
        with self._system_prompt(ask.system) as (empty, system):
            arguments = self._arguments(ask, system, without, streams=on_text is not None)
            try:
                async with asyncio.timeout(self._access.timeout):
                    code, errors = await run([*command, *arguments], empty, environ, given, reader.line)
            except TimeoutError:
                raise reader.given_up() or ModelFailed(
                    Sentence(
                        "Claude did not answer within {seconds} seconds. Arbor will try again later.",
                        seconds=f"{self._access.timeout:g}",
                    ),
                    Trouble.TIMEOUT,
                    detail="time-out",
                ) from None
            except OSError as error:
                raise claude_program.unstartable(error.strerror or str(error), "not started") from error
        if code == claude_guard.CANNOT_START_CODE and claude_guard.CANNOT_START in errors:
            why = errors.split(claude_guard.CANNOT_START, 1)[1].strip()
            raise claude_program.unstartable(why, "not started")
        return reader.answer(code, errors)

    def _arguments(self, ask: Ask, system: Path, without: frozenset[str], *, streams: bool) -> list[str]:
        """Return the arguments of one turn without the person's tools, servers, hooks, skills and CLAUDE.md
        files. Their settings are read for the sign-in, where `--safe-mode` keeps the rest out."""
        model = self._access.model or DEFAULT_MODEL
        if not _MODEL_NAME.fullmatch(model):
            raise ModelFailed("Unknown model.", Trouble.NO_SUCH_MODEL, detail=model[:80])
        options = [
            ("--print",),
            ("--output-format", "stream-json"),
            ("--verbose",),
            ("--model", model),
            ("--effort", "low"),
            ("--system-prompt-file", str(system)),
            ("--tools", ""),
            ("--safe-mode",),
            ("--setting-sources", "" if "--safe-mode" in without else "user"),
            ("--strict-mcp-config",),
            ("--disable-slash-commands",),
            ("--no-session-persistence",),
        ]
        if streams:
            options.append(("--include-partial-messages",))
        if ask.schema is not None:  # the command itself checks the shape; it does not stream then
            options.append(("--json-schema", json.dumps(ask.schema)))
        return [part for option in options if option[0] not in without for part in option]

    @contextlib.contextmanager
    def _system_prompt(self, text: str) -> Iterator[tuple[Path, Path]]:
        """Yield an empty folder to start in, and a temporary file with `text`."""
        folder = self._folder()
        try:
            empty = folder / "empty"
            empty.mkdir(mode=0o700, parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(prefix="system-", suffix=".md", dir=folder)
            with open(handle, "w", encoding="utf-8", errors="replace") as file:  # noqa: PTH123 - a handle is no path
                file.write(text or NO_SYSTEM)  # an empty file might count as none
        except OSError as error:
            raise ModelFailed(
                f"Arbor can't write to {folder}: {error.strerror or error}.", Trouble.SERVER, detail="folder"
            ) from error
        try:
            yield empty, Path(name)
        finally:
            with contextlib.suppress(OSError):  # Windows keeps what is open; it is cleared away later
                Path(name).unlink(missing_ok=True)

    def _folder(self) -> Path:
        """Return the same folder always: the command keeps notes of each folder that it is started in."""
        folder = Path(self._access.folder)
        for left in folder.glob("system-*.md"):  # of a process that was killed
            with contextlib.suppress(OSError):
                if left.stat().st_mtime < time.time() - _LEFT_SECONDS:
                    left.unlink()
        return folder

    def _explained(self, failed: ModelFailed) -> ModelFailed:
        """Return the failure, which names the sign-in of Claude Code's own settings where there is one."""
        own = claude_program.own_sign_in(self._environ)
        if failed.trouble is not Trouble.NOT_SIGNED_IN or own is None:
            return failed
        message = (
            f"{own.server} did not accept how Claude Code signs in. That is set in {own.file} "
            f"({', '.join(own.names)}): correct it there, or remove it to use your plan."
        )
        return ModelFailed(message, failed.trouble, detail=failed.detail, usage=failed.usage)

    async def _too_old(self, option: str) -> ModelFailed:
        have = await asyncio.to_thread(claude_program.version, self._access.program, self._environ)
        version, needed = f" {have}" if have else "", claude_program.NEEDED_VERSION
        return ModelFailed(
            f"Claude Code{version} does not know {option}. Arbor needs version {needed} or newer. Run: "
            "claude update",
            Trouble.NO_PROGRAM,
            detail=f"unknown option {option}",
        )

    async def models(self) -> list[ModelInfo]:
        claude_program.command(self._access.program)
        return list(MODELS)

    async def close(self) -> None:
        """Do nothing: every call ends its own process."""


_OPTIONAL = frozenset(
    ("--effort", "--safe-mode", "--json-schema", "--disable-slash-commands", "--no-session-persistence")
)
"""Without the first it thinks as its settings say; without the second the person's settings aren't read;
without the third the prompt asks for the shape; no prompt begins with a slash; without the last, capture
recognizes the session by its first words."""


def _prompt(ask: Ask, without: frozenset[str]) -> str:
    parts = [f'{ARBOR_MARKER} purpose="{ask.purpose.value}" />', ask.context]
    texts = [
        "\n\n".join(part for part in (message.text, *(one.text for one in message.results)) if part)
        for message in ask.messages
    ]
    if len(texts) == 1:
        parts += texts
    else:
        # No text can contain the mark, so none can pretend that another turn begins.
        mark = hashlib.sha256("\0".join(texts).encode("utf-8", "replace")).hexdigest()[:12]
        parts += [f"--- {mark} {one.role} ---\n{text}" for one, text in zip(ask.messages, texts, strict=True)]
        parts.append(f"--- {mark} end ---\n{_CONTINUE.format(mark=mark)}")
    if ask.schema is not None and "--json-schema" in without:
        shape = json.dumps(ask.schema, ensure_ascii=False)
        parts.append(f"Answer with one JSON value of this JSON Schema, and nothing else:\n{shape}")
    return "\n\n".join(part for part in parts if part)


# -- the process --


async def run(
    command: Sequence[str],
    folder: Path,
    environ: Mapping[str, str],
    given: bytes,
    read_line: Callable[[bytes], bool],
) -> tuple[int, str]:
    """Run `command` in `folder` with `given` on its standard input, and return its exit code, as in shells,
    and the end of its standard error. `read_line` gets each line of output, and returns whether it was the
    last.

    A cancelled call ends the command and all that it started, and so does the end of this process, however it
    ends. Raises ModelFailed where it writes too much, OSError.
    """
    process = await asyncio.create_subprocess_exec(
        sys.executable, *_GUARD, *command,
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
        if await _lines(process.stdout, read_line):
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LINGER_SECONDS):
                    await process.wait()
            return process.returncode or 0, ""
        return await process.wait(), str(await side[1])
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


async def _lines(stream: asyncio.StreamReader, read_line: Callable[[bytes], bool]) -> bool:
    """Return whether the last line came before the end of the stream."""
    total = 0
    begun: list[bytes] = []
    while chunk := await stream.read(_CHUNK):
        total += len(chunk)
        if total > MOST_OUTPUT:
            message = "The claude command wrote far more than an answer."
            raise ModelFailed(message, Trouble.INVALID, detail="too much")
        first, *more = chunk.split(b"\n")
        begun.append(first)
        for part in more:
            if read_line(b"".join(begun)):
                return True
            begun = [part]
    return read_line(b"".join(begun))


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
