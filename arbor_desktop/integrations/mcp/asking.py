"""Who asks: the name of the client, and the folders it works in, as the protocol tells them.

`clientInfo` and `roots/list` as the Model Context Protocol has them in its versions with a handshake; in
those without (2026-07-28) each request may name the client, and a server asks nothing of it.
"""

from __future__ import annotations

import logging
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

from mcp import MCPError
from mcp.server.mcpserver import Context
from mcp.types import ListRootsRequest, ListRootsResult
from pydantic import ValidationError

from arbor_desktop.core.agent import Agent

log = logging.getLogger(__name__)

PATIENCE_SECONDS = 2.0
MOST_ROOTS = 50


class Asking:
    """`project` is the folder that the server was started for, where somebody said so: it stands in for roots
    that a client does not tell."""

    def __init__(self, project: str | None = None) -> None:
        self._project = project
        self._silent = False

    async def who(self, context: Context[Any, Any]) -> Agent:
        session = context.request_context.session
        params = session.client_params
        name = "" if params is None else params.client_info.name
        capabilities = session.client_capabilities
        roots: tuple[str, ...] = ()
        if capabilities is not None and capabilities.roots is not None and session.can_send_request:
            roots = await self._roots(session)
        if not roots and self._project:
            roots = (self._project,)
        return Agent(name, roots)

    async def _roots(self, session: Any) -> tuple[str, ...]:
        """Asked anew each time, for they may change; a client that does not answer is not asked again."""
        if self._silent:
            return ()
        try:
            told = await session.send_request(
                ListRootsRequest(), ListRootsResult, request_read_timeout_seconds=PATIENCE_SECONDS
            )
        except (MCPError, ValidationError) as error:
            log.warning("The client did not tell its roots: %s", error)
            self._silent = True
            return ()
        paths = (folder_of(str(root.uri)) for root in told.roots[:MOST_ROOTS])
        return tuple(path for path in paths if path)


def folder_of(uri: str) -> str | None:
    """The path that a `file:` URI names; None for any other."""
    try:
        parts = urlsplit(uri)
    except ValueError:
        return None
    return url2pathname(parts.path) or None if parts.scheme == "file" else None
