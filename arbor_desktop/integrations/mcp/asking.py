"""Who asks: the name of the client, and the folder that it works in.

Clients name the folder in different ways, and some in none, so it is decided anew for each request. The first
of these that names a folder counts:

- the request itself: Codex 0.169 sends `_meta["x-codex-turn-metadata"].workspaces`, a path a key;
- `roots/list`, in the versions of the Model Context Protocol with a handshake, from clients that offer it. In
  those without (2026-07-28, Claude Code 2.1.330) a server asks nothing of its client;
- `arbor mcp --project`;
- `CLAUDE_PROJECT_DIR`, which Claude Code sets;
- the folder that the server was started in, which was the project's in Claude Code and Codex.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

from mcp import MCPError
from mcp.server.mcpserver import Context
from mcp.types import ListRootsRequest, ListRootsResult
from pydantic import ValidationError

from arbor_desktop.agents.model import Agent

log = logging.getLogger(__name__)

PATIENCE_SECONDS = 2.0
MOST_ROOTS = 50
CODEX_TURN = "x-codex-turn-metadata"
WITHOUT_FOLDER = frozenset({"claude-ai"})
"""Clients that work in no folder, and start servers in any: Claude Desktop."""


class Asking:
    """`project` is the folder that the server was started for, where somebody named one, `started_in` the one
    that it was started in."""

    def __init__(
        self,
        project: str | None = None,
        environ: Mapping[str, str] | None = None,
        started_in: str | None = None,
    ) -> None:
        self._project = project
        self._set = (environ or {}).get("CLAUDE_PROJECT_DIR")
        self._started_in = started_in
        self._silent = False

    @classmethod
    def here(cls, project: str | None = None) -> Asking:
        """In this process's environment and working folder."""
        try:
            started_in = os.getcwd()  # noqa: PTH109 - a folder that is gone is no error here
        except OSError:
            started_in = None
        return cls(project, os.environ, started_in)

    async def who(self, context: Context[Any, Any]) -> Agent:
        """Answers the client's name and its folders. Those of the first source that names any are its roots;
        what any source names keeps an excluded project safe."""
        request = context.request_context
        params = request.session.client_params
        name = "" if params is None else params.client_info.name
        started_in = None if name in WITHOUT_FOLDER else self._started_in
        named = (
            workspaces_of(request.meta), await self._roots(request.session), _one(self._project),
            _one(self._set), _one(started_in),
        )  # fmt: skip
        roots = next((folders for folders in named if folders), ())
        return Agent(name, roots, tuple(dict.fromkeys(path for folders in named for path in folders)))

    async def _roots(self, session: Any) -> tuple[str, ...]:
        """Asks again each time, for they may change; a client that does not answer is not asked again."""
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
    """The folders that Codex says a turn works in; none in what other clients send."""
    turn = meta.get(CODEX_TURN) if isinstance(meta, Mapping) else None
    folders = turn.get("workspaces") if isinstance(turn, Mapping) else None
    return tuple(folders)[:MOST_ROOTS] if isinstance(folders, Mapping) else ()


def _one(folder: str | None) -> tuple[str, ...]:
    return (folder,) if folder else ()


def folder_of(uri: str) -> str | None:
    """The path that a `file:` URI names; None for any other."""
    try:
        parts = urlsplit(uri)
    except ValueError:
        return None
    return url2pathname(parts.path) or None if parts.scheme == "file" else None
