"""Standard input and output of the server, and its first answers.

A client asks what a server offers as soon as it has started it, and if that takes long, continues without its
tools. The SDK takes most of a second to import. Its answers to these first requests are always the same, so
they are prepared (`resources/mcp.json`, written by `python3 -m tests.mcp_offer`); then the SDK is imported
for all other requests. It is not given `server/discover`: a client that waited too long for the answer sends
`initialize` next, and the SDK accepts only one of the two. Nothing heavy is imported here.

Standard output belongs to the protocol: descriptor 1 points at standard error, so that no print and no
library's warning gets in between, and descriptor 0 at nothing.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from collections.abc import AsyncIterator, Callable
from queue import SimpleQueue

from arbor_desktop import resources

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from arbor_desktop.integrations.mcp.session import Backend
    from arbor_desktop.service import MemoryService

OFFER = "mcp.json"
"""The answers to each method, by the version of the protocol or `HANDSHAKE`."""
HANDSHAKE = "handshake"
HANDSHAKE_VERSIONS = ("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05")
_ENVELOPE = "io.modelcontextprotocol/"
PATIENCE_SECONDS = 1.0
"""Wait for the first requests before the SDK is imported."""
_CHUNK = 65_536


def main(arguments: list[str]) -> int | None:
    """Serve `mcp [--project DIR] [--home DIR]` and return the exit code; None for all other spellings, and at
    a terminal, which the command line answers."""
    options = _options(arguments)
    if options is None or os.isatty(0):
        return None

    def open_service() -> MemoryService:
        from logging import getLogger

        from arbor_desktop.paths import resolve_home
        from arbor_desktop.service import MemoryService

        if opened := resolve_home(options.get("--home")).tighten():
            names = ", ".join(map(str, opened))
            log = getLogger(__name__)
            log.warning("Others on this computer could read or change %s. Now only you can.", names)
        return MemoryService.open(options.get("--home"))

    serve(open_service, options.get("--project"))
    return 0


def _options(arguments: list[str]) -> dict[str, str] | None:
    """Return the values of the options; None if there is anything else, or a project that the command line
    has to find."""
    found: dict[str, str] = {}
    rest = iter(arguments)
    for argument in rest:
        if argument in ("--home", "--project"):
            found[argument] = next(rest, "")
        elif argument != "mcp":
            return None
    project = found.get("--project")
    if project and not (os.path.isabs(project) and os.path.isdir(project)):  # noqa: PTH112, PTH117 - fast
        return None
    return found if all(found.values()) else None


def serve(open_service: Callable[[], MemoryService], project: str | None = None) -> None:
    """Serve one client on standard input and output until it leaves, or until SIGTERM or Ctrl-C. `project`:
    the folder that the client works in, unless it names one itself."""
    backends: list[Backend] = []
    signalled, signal_to = os.pipe()

    def end() -> None:
        os.read(signalled, 1)
        for backend in backends:
            backend.close()
        os._exit(0)

    # On a thread of its own, as the main thread may hold the very lock that closing needs. Python itself
    # writes to the pipe at once: a handler runs only once the main thread does not wait for something else.
    threading.Thread(target=end, name="arbor-mcp-end", daemon=True).start()
    if sys.platform != "win32":
        os.set_blocking(signal_to, False)
        signal.set_wakeup_fd(signal_to, warn_on_full_buffer=False)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda number, frame: os.write(signal_to, b"."))
    wire = Wire.standard()
    if not wire.wants_more():
        return
    import logging

    from arbor_desktop.integrations.mcp.server import Server
    from arbor_desktop.integrations.mcp.session import Backend, ClientIdentity

    logging.basicConfig(
        stream=sys.stderr, level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s"
    )
    backend = Backend(open_service)
    backends.append(backend)
    try:
        Server(backend, ClientIdentity.of_process(project)).serve(wire)
    finally:
        backend.close()


class Wire:
    """The client's connection. It answers the first requests, and is what the SDK reads and writes as if it
    were two files."""

    def __init__(self, read_from: int, write_to: int) -> None:
        self._in, self._out = read_from, write_to
        self._offer: dict[str, dict[str, dict[str, Any]]] = json.loads(resources.read_bytes(OFFER))
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        self._writing = threading.Lock()
        self._handshake: object = None
        self._begun = self._left = self._unanswered = False
        self._offered = threading.Event()
        # A daemon: nothing can interrupt it where it reads.
        threading.Thread(target=self._read, name="arbor-mcp-wire", daemon=True).start()

    @classmethod
    def standard(cls) -> Wire:
        """Take over standard input and output: nobody else can read or write them any more."""
        read_from, write_to = os.dup(0), os.dup(1)
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        os.dup2(2, 1)
        return cls(read_from, write_to)

    def wants_more(self) -> bool:
        """Wait until the client knows what is offered, or wants something else. Return False if it left."""
        self._offered.wait(PATIENCE_SECONDS)
        return self._unanswered or not self._left

    # -- what the client writes --

    def _read(self) -> None:
        parts: list[bytes] = []
        while chunk := os.read(self._in, _CHUNK):
            *lines, rest = chunk.split(b"\n")
            for line in lines:
                self._take(whole(b"".join([*parts, line])))
                parts.clear()
            parts.append(rest)
        self._left = True
        self._lines.put(None)
        self._offered.set()

    def _take(self, line: str) -> None:
        asked = _request(line)
        answer = None if asked is None else self._answered(asked)
        if asked is not None and answer is not None:
            self._write(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": answer}) + "\n")
        if asked is None or answer is None or asked["method"] == "initialize":
            self._lines.put(line)
        if asked is not None and answer is None:
            self._unanswered = True
        if asked is not None and (answer is None or asked["method"] == "tools/list"):
            self._offered.set()

    def _answered(self, asked: dict[str, Any]) -> dict[str, Any] | None:
        """Return the prepared answer to a request; None if the SDK has to answer."""
        method, params = asked["method"], asked.get("params", {})
        if not isinstance(params, dict):
            return None
        if method == "initialize":
            return self._greeting(asked["id"], params)
        meta = params.get("_meta", {})
        if set(params) - {"_meta"} or not isinstance(meta, dict):
            return None
        version, about, able = (
            meta.get(_ENVELOPE + key) for key in ("protocolVersion", "clientInfo", "clientCapabilities")
        )
        if self._begun:
            return self._offer[HANDSHAKE].get(method) if version is None else None
        if isinstance(version, str) and _is_client(about) and isinstance(able, dict):
            return self._offer.get(version, {}).get(method)
        return None

    def _greeting(self, ident: object, params: dict[str, Any]) -> dict[str, Any] | None:
        version, able = params.get("protocolVersion"), params.get("capabilities")
        known = version in HANDSHAKE_VERSIONS and _is_client(params.get("clientInfo"))
        if self._begun or self._unanswered or not known or not isinstance(able, dict):
            return None
        self._begun, self._handshake = True, ident
        return self._offer[HANDSHAKE]["initialize"] | {"protocolVersion": version}

    async def __aiter__(self) -> AsyncIterator[str]:
        """Yield the lines for the SDK."""
        from anyio import to_thread

        while (line := await to_thread.run_sync(self._lines.get, abandon_on_cancel=True)) is not None:
            yield line

    # -- what is answered --

    async def write(self, text: str) -> None:
        """Write an answer of the SDK, except to the handshake, which was answered here."""
        from anyio import to_thread

        if self._handshake is not None and json.loads(text).get("id") == self._handshake:
            self._handshake = None
            return
        await to_thread.run_sync(self._write, text)

    async def flush(self) -> None:
        """Do nothing: each write is complete."""

    def _write(self, text: str) -> None:
        rest = text.encode()
        with self._writing:
            while rest:
                rest = rest[os.write(self._out, rest) :]


def whole(line: bytes) -> str:
    """Return a line as the SDK can read it: lone surrogates, which JSON may name and no text can hold, become
    U+FFFD."""
    text = line.decode("utf-8", "replace")
    if "\\ud" not in text.lower():
        return text
    try:
        said = json.dumps(json.loads(text), ensure_ascii=False)
    except (ValueError, RecursionError):
        return text
    return said.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _request(line: str) -> dict[str, Any] | None:
    """Return the request in a line; None if it is anything else."""
    try:
        said = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(said, dict) or said.get("jsonrpc") != "2.0" or not isinstance(said.get("method"), str):
        return None
    return said if isinstance(said.get("id"), str | int) and not isinstance(said["id"], bool) else None


def _is_client(about: object) -> bool:
    return isinstance(about, dict) and all(isinstance(about.get(key), str) for key in ("name", "version"))
