"""The resources of the server: the context of a project, and the summaries of categories."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import anyio.to_thread
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError
from mcp.server.mcpserver.resources import ResourceSecurity
from mcp.types import Resource

from arbor_desktop.agents.model import Agent
from arbor_desktop.errors import ArborError, InvalidInput, NotFound
from arbor_desktop.integrations.mcp.session import Backend, ClientIdentity
from arbor_desktop.memories.model import Category
from arbor_desktop.summaries.model import TITLES

if TYPE_CHECKING:
    from arbor_desktop.agents.agents import Agents

CONTEXT, SUMMARY = "arbor://context", "arbor://summaries/"
MARKDOWN = "text/markdown"
_PATHS = ResourceSecurity(exempt_params={"project", "branch"})
"""A project is named by its absolute path, which is only compared with stored paths: no file is read."""


class Resources:
    """The resources of one session."""

    def __init__(self, backend: Backend, client: ClientIdentity) -> None:
        self._backend = backend
        self._client = client

    def offer(self, server: MCPServer[Any]) -> None:
        """Register the resources with parameters."""
        server.resource(
            CONTEXT + "{?project,branch}",
            name="context",
            title="Context of a project",
            description="What Arbor shares with an AI at the start of a session. project: only if this "
            "client works in several: the folder's absolute path, percent-encoded. branch: the git branch.",
            mime_type=MARKDOWN,
            security=_PATHS,
        )(self.context)
        server.resource(
            SUMMARY + "{category}{?project}",
            name="summary",
            title="Summary of a category",
            description="A summary of the memories of one category, as Markdown: "
            + ", ".join(category.value for category in Category)
            + ". project: the folder's absolute path, percent-encoded; by default the global memories.",
            mime_type=MARKDOWN,
            security=_PATHS,
        )(self.summary)

    def listed(self) -> list[Resource]:
        """Return the resources without a parameter."""
        first = Resource(
            uri=CONTEXT,
            name="context",
            title="Context",
            description="What Arbor shares with an AI at the start of a session here.",
            mime_type=MARKDOWN,
        )
        return [first, *(_summary(category) for category in Category)]

    async def context(
        self, ctx: Context[Any, Any], project: str | None = None, branch: str | None = None
    ) -> str:
        return await self._read(
            ctx, lambda agents, who: agents.context(who, project=project, branch=branch).text
        )

    async def summary(self, category: str, ctx: Context[Any, Any], project: str | None = None) -> str:
        return await self._read(ctx, lambda agents, who: agents.summary(who, category, project=project))

    async def _read(self, ctx: Context[Any, Any], work: Callable[[Agents, Agent], str]) -> str:
        who = await self._client.agent(ctx)
        try:
            return await anyio.to_thread.run_sync(lambda: work(self._backend.agents(), who))
        except (InvalidInput, NotFound) as error:
            raise ResourceNotFoundError(error.message) from error
        except ArborError as error:
            raise ResourceError(error.message) from error


def _summary(category: Category) -> Resource:
    title = TITLES[category]
    return Resource(
        uri=SUMMARY + category.value,
        name=category.value,
        title=title,
        description=f"A summary of the memories that apply everywhere: {title.lower()}.",
        mime_type=MARKDOWN,
    )
