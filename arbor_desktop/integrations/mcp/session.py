"""One client's session: who it is, how much it may do, and the memory opened for it.

Clients name the folder that they work in in different ways, some not at all, so it is determined for each
request. The first of these that names a folder counts:

- the request itself: Codex 0.169 sends `_meta["x-codex-turn-metadata"].workspaces`, a path a key;
- `roots/list`, in the versions of the Model Context Protocol with a handshake, from clients that offer it. In
  those without (2026-07-28, Claude Code 2.1.330) a server asks nothing of its client;
- `arbor mcp --project`;
- `CLAUDE_PROJECT_DIR`, which Claude Code sets;
- the folder that the server was started in, which was the project's in Claude Code and Codex.

Claude Code names its session in `CLAUDE_CODE_SESSION_ID` (2.1.330), Codex with each request (0.169).
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

from mcp import MCPError
from mcp.server.mcpserver import Context
from mcp.types import ListRootsRequest, ListRootsResult
from pydantic import ValidationError

from arbor_desktop.agents.model import Agent
from arbor_desktop.errors import InvalidInput, StorageError

if TYPE_CHECKING:
    from arbor_desktop.agents.agents import Agents
    from arbor_desktop.service import MemoryService

log = logging.getLogger(__name__)

PATIENCE_SECONDS = 2.0
MOST_ROOTS = 50
CODEX_TURN = "x-codex-turn-metadata"
WITHOUT_FOLDER = frozenset({"claude-ai"})
"""Clients that work in no folder, and start servers in any: Claude Desktop."""
MINUTE = 60.0
LOOK_SECONDS = 0.5
"""Time between two looks for a change of the encryption."""


class ClientIdentity:
    """The client on the other side. `project`: the folder that the server was started for, if one was named;
    `started_in`: the folder that it was started in."""

    def __init__(
        self,
        project: str | None = None,
        environ: Mapping[str, str] | None = None,
        started_in: str | None = None,
    ) -> None:
        self._project = project
        self._project_set = (environ or {}).get("CLAUDE_PROJECT_DIR")
        self._session = (environ or {}).get("CLAUDE_CODE_SESSION_ID", "")
        self._started_in = started_in
        self._silent = False

    @classmethod
    def of_process(cls, project: str | None = None) -> ClientIdentity:
        """Return the client of this process, with its environment and working folder."""
        try:
            started_in = os.getcwd()  # noqa: PTH109 - a folder that is gone is no error here
        except OSError:
            started_in = None
        return cls(project, os.environ, started_in)

    async def agent(self, context: Context[Any, Any]) -> Agent:
        """Return the client's name and folders for a request. Its roots are those of the first source that
        names any; all that any source names must not be excluded."""
        request = context.request_context
        params = request.session.client_params
        name = "" if params is None else params.client_info.name
        started_in = None if name in WITHOUT_FOLDER else self._started_in
        named = (
            workspaces_of(request.meta), await self._roots(request.session),
            *((folder,) if folder else () for folder in (self._project, self._project_set, started_in)),
        )  # fmt: skip
        roots = next((folders for folders in named if folders), ())
        seen = tuple(dict.fromkeys(path for folders in named for path in folders))
        return Agent(name, roots, seen, session_of(request.meta) or self._session)

    async def _roots(self, session: Any) -> tuple[str, ...]:
        """Return the client's roots. They may change, so each request asks; a client that does not answer is
        not asked again."""
        capabilities = session.client_capabilities
        offered = capabilities is not None and capabilities.roots is not None and session.can_send_request
        if not offered or self._silent:
            return ()
        try:
            listed = await session.send_request(
                ListRootsRequest(), ListRootsResult, request_read_timeout_seconds=PATIENCE_SECONDS
            )
        except (MCPError, ValidationError) as error:
            log.warning("The client did not list its roots: %s", error)
            self._silent = True
            return ()
        paths = (folder_of(str(root.uri)) for root in listed.roots[:MOST_ROOTS])
        return tuple(path for path in paths if path)


def workspaces_of(meta: Any) -> tuple[str, ...]:
    """Return the folders of a Codex turn; none for other clients."""
    folders = _turn(meta).get("workspaces")
    return tuple(folders)[:MOST_ROOTS] if isinstance(folders, Mapping) else ()


def session_of(meta: Any) -> str:
    """Return the session of a Codex turn; "" for other clients."""
    return str(_turn(meta).get("session_id") or "")


def _turn(meta: Any) -> Mapping[str, Any]:
    turn = meta.get(CODEX_TURN) if isinstance(meta, Mapping) else None
    return turn if isinstance(turn, Mapping) else {}


def folder_of(uri: str) -> str | None:
    """Return the path of a `file:` URI; None for any other."""
    try:
        parts = urlsplit(uri)
    except ValueError:
        return None
    return url2pathname(parts.path) or None if parts.scheme == "file" else None


class Backend:
    """The memory behind the server, opened by the first request that needs it, so that the handshake does not
    wait. If it can't be opened, each request tries again. It is closed while its encryption is changed, as
    nobody may have it open then. Thread-safe."""

    def __init__(self, open_service: Callable[[], MemoryService]) -> None:
        self._open = open_service
        self._lock = threading.Lock()
        self._service: MemoryService | None = None
        self._agents: Agents | None = None
        self._closed = False
        self._ended = threading.Event()

    def agents(self) -> Agents:
        """Return what an agent may do, by the current settings. Raises what opening raises."""
        with self._lock:
            if self._closed:
                raise StorageError("Arbor is being closed.")
            if self._service is None or self._agents is None:
                self._service = self._open()
                self._agents = self._service.agents()
                watch = threading.Thread(
                    target=self._step_aside, args=(self._service,), name="arbor-mcp-aside", daemon=True
                )
                watch.start()
            self._service.settings.refresh()
            return self._agents

    def close(self) -> None:
        """Close the memory once its running writes are done. May be called again."""
        with self._lock:
            self._closed = True
            self._ended.set()
            if self._service is not None:
                self._service.close()
                self._service = None

    def _step_aside(self, service: MemoryService) -> None:
        while not self._ended.wait(LOOK_SECONDS):
            if not service.home.encryption_change.exists():
                continue
            from arbor_desktop.encryption.change import needs_to_be_alone

            if needs_to_be_alone(service.home):
                with self._lock:
                    service.close()
                    if self._service is service:
                        self._service = None
                return


class Limit:
    """At most `a_minute` actions within 60 seconds, and `in_all` in a session: a runaway agent must not fill
    the memory or the person's Review. `what` describes the actions: "memories stored". Thread-safe."""

    def __init__(
        self, what: str, a_minute: int, in_all: int, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._what = what
        self._a_minute, self._in_all = a_minute, in_all
        self._now = now
        self._lock = threading.Lock()
        self._recent: deque[float] = deque()
        self._done = 0

    @contextmanager
    def one(self) -> Iterator[None]:
        """Count one more action; a failed one does not count. Raises InvalidInput, with what the agent can
        do, beyond the limit."""
        at = self._take()
        try:
            yield
        except BaseException:
            with self._lock:
                self._done -= 1
                if at in self._recent:
                    self._recent.remove(at)
            raise

    def _take(self) -> float:
        with self._lock:
            now = self._now()
            while self._recent and now - self._recent[0] >= MINUTE:
                self._recent.popleft()
            if self._done >= self._in_all:
                raise InvalidInput(
                    f"{self._in_all} {self._what} is the most for one session. Ask the person to add more."
                )
            if len(self._recent) >= self._a_minute:
                wait = max(1, round(MINUTE - (now - self._recent[0])))
                raise InvalidInput(
                    f"{self._a_minute} {self._what} a minute is the most. Wait {wait} seconds, and store "
                    "only what matters."
                )
            self._recent.append(now)
            self._done += 1
            return now


class Once:
    """What counts once in a session, however often it is repeated. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._seen: set[tuple[str, ...]] = set()

    def first(self, *parts: str) -> bool:
        """Return whether this is the first time."""
        with self._lock:
            new = parts not in self._seen
            self._seen.add(parts)
            return new

    def forget(self, *parts: str) -> None:
        """Let the next time be the first again, as this one failed."""
        with self._lock:
            self._seen.discard(parts)
