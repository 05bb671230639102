"""The tools of the server: their names, their descriptions for models, and what they do.

The docstrings of the tools, and the descriptions of their arguments, are what a model reads.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

import anyio.to_thread
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.tools import Tool
from mcp.types import CallToolResult, ToolAnnotations
from pydantic import Field

from arbor_desktop.agents.model import Agent
from arbor_desktop.errors import ArborError
from arbor_desktop.integrations.mcp import tool_results
from arbor_desktop.integrations.mcp.session import Backend, ClientIdentity, Limit, Once

if TYPE_CHECKING:
    from arbor_desktop.agents.agents import Agents

T = TypeVar("T")

STORED_A_MINUTE, STORED_IN_ALL = 60, 300
FEEDBACK_A_MINUTE, FEEDBACK_IN_ALL = 30, 200
MOST_CONFLICTS = 50

MemoryKind = Literal["preference", "fact", "context", "skill", "instruction", "relationship"]
MemoryCategory = Literal[
    "coding_preferences", "architectural_decisions", "project_conventions", "bug_patterns",
    "implementation_notes", "facts",
]  # fmt: skip
Id = Annotated[str, Field(description="the id of a memory, as returned by arbor_search_memories")]
Project = Annotated[
    str | None,
    Field(
        description="only if this client works in several projects: the project's folder (absolute path) "
        "or its name"
    ),
]
Reason = Annotated[str, Field(description="why, in one sentence, for the person who decides")]
Ctx = Context[Any, Any]


class Tools:
    """The tools of one session, which counts what it did."""

    def __init__(self, backend: Backend, client: ClientIdentity) -> None:
        self._backend = backend
        self._client = client
        self._store_limit = Limit("memories stored", STORED_A_MINUTE, STORED_IN_ALL)
        self._feedback_limit = Limit("words on memories", FEEDBACK_A_MINUTE, FEEDBACK_IN_ALL)
        self._feedback = Once()

    def all(self) -> list[Tool]:
        """Return all tools, in the order in which they are offered."""
        return [
            _tool(self.search_memories, "Search memories", reads=True),
            _tool(self.get_context, "Get context", reads=True),
            _tool(self.store_memory, "Store a memory"),
            _tool(self.feedback, "Say whether a memory helped"),
            _tool(self.list_conflicts, "List contradictions", reads=True),
            _tool(self.propose_edit, "Propose an edit"),
            _tool(self.propose_deletion, "Propose a deletion"),
        ]

    async def search_memories(
        self,
        query: Annotated[str, Field(description="keywords or a question")],
        ctx: Ctx,
        limit: Annotated[int, Field(ge=1, le=50, description="maximum number of results")] = 5,
        project: Project = None,
        type: Annotated[MemoryKind | None, Field(description="only memories of this type")] = None,
    ) -> Annotated[CallToolResult, tool_results.FoundAnswer]:
        """Search what Arbor remembers from earlier conversations: the person's preferences, decisions,
        conventions, project facts, known bugs and their fixes. Returns only relevant memories, often fewer
        than the limit or none. Use it before you ask the person something they may have said before."""
        kinds = [] if type is None else [type]

        def search(agents: Agents, who: Agent) -> CallToolResult:
            return tool_results.found(agents.search(who, query, limit=limit, project=project, types=kinds))

        return await self._do(ctx, search)

    async def get_context(
        self,
        ctx: Ctx,
        project: Project = None,
        branch: Annotated[
            str | None, Field(description="the git branch; by default the one that is checked out")
        ] = None,
        prompt: Annotated[
            str | None, Field(description="the task at hand, to include the memories that fit it")
        ] = None,
        max_tokens: Annotated[
            int | None, Field(ge=1, le=20_000, description="maximum number of tokens")
        ] = None,
    ) -> Annotated[CallToolResult, tool_results.ContextAnswer]:
        """Get what to know before work begins, as one block of text: pinned memories, those that apply
        everywhere, and those of this project and its branch. Call it once, at the start of a session, unless
        the block is already there."""

        def context(agents: Agents, who: Agent) -> CallToolResult:
            return tool_results.context(
                agents.context(who, project=project, branch=branch, prompt=prompt, max_tokens=max_tokens)
            )

        return await self._do(ctx, context)

    async def store_memory(
        self,
        content: Annotated[
            str,
            Field(
                description="one complete sentence in the third person that can be understood on its own, at "
                "most 1,000 characters; no secrets"
            ),
        ],
        type: Annotated[MemoryKind, Field(description="what kind of statement it is")],
        ctx: Ctx,
        importance: Annotated[
            Literal["low", "medium", "high"],
            Field(description="high: share it with every session; the person is asked first"),
        ] = "medium",
        project: Project = None,
        scope: Annotated[
            Literal["project", "global"] | None,
            Field(description="global: it applies to all projects; the person is asked first"),
        ] = None,
    ) -> Annotated[CallToolResult, tool_results.StoredAnswer]:
        """Store one lasting statement about the person, their team or their project for later conversations.
        Store decisions, preferences and findings, not what is being done right now. Returns whether it was
        stored, was already saved, or needs the person's review: everything but a plain statement about this
        project needs review."""

        def store(agents: Agents, who: Agent) -> CallToolResult:
            given = {"content": content, "type": type, "importance": importance}
            with self._store_limit.one():
                if scope == "project" and agents.project(who, project) is None:
                    raise ToolError("Not stored: the project is unknown.")
                return tool_results.stored(
                    agents.store(who, given, project=project, everywhere=scope == "global")
                )

        return await self._do(ctx, store, "Not stored: ")

    async def feedback(
        self,
        id: Id,
        kind: Annotated[
            Literal["used", "failed", "confirm", "incorrect", "outdated"],
            Field(
                description="used: it helped; failed: it misled; confirm: it is right; incorrect, outdated: "
                "the person should review it"
            ),
        ],
        ctx: Ctx,
        comment: Annotated[str, Field(description="what happened, in one sentence")] = "",
    ) -> Annotated[CallToolResult, tool_results.FeedbackAnswer]:
        """Report whether a memory helped or was wrong. Counted once per session. Only the person can confirm
        or delete a memory; those you doubt appear in their Review."""

        def note(agents: Agents, who: Agent) -> CallToolResult:
            ident = id.strip()
            new = self._feedback.first(ident, kind)
            try:
                if not new:
                    return tool_results.noted(agents.known(who, ident), new=False)
                with self._feedback_limit.one():
                    return tool_results.noted(agents.feedback(who, ident, kind, comment), new=True)
            except BaseException:
                if new:
                    self._feedback.forget(ident, kind)
                raise

        return await self._do(ctx, note, "Not noted: ")

    async def list_conflicts(
        self, ctx: Ctx, project: Project = None
    ) -> Annotated[CallToolResult, tool_results.ConflictsAnswer]:
        """List memories that contradict each other and that the person has not decided on yet. Ask the person
        which one applies if the task depends on it."""

        def look(agents: Agents, who: Agent) -> CallToolResult:
            return tool_results.conflicts(agents.conflicts(who, project=project), MOST_CONFLICTS)

        return await self._do(ctx, look)

    async def propose_edit(
        self,
        id: Id,
        ctx: Ctx,
        reason: Reason = "",
        content: Annotated[str | None, Field(description="the new text")] = None,
        type: Annotated[MemoryKind | None, Field(description="the new type")] = None,
        category: Annotated[MemoryCategory | None, Field(description="the new category")] = None,
        tags: Annotated[list[str] | None, Field(description="the new tags, all of them")] = None,
    ) -> Annotated[CallToolResult, tool_results.ProposedAnswer]:
        """Propose a change to a memory that is wrong or could be worded better. Nothing changes until the
        person accepts it in Arbor's Review."""
        wanted = {"content": content, "type": type, "category": category, "tags": tags}
        fields = {name: value for name, value in wanted.items() if value is not None}

        def propose(agents: Agents, who: Agent) -> CallToolResult:
            with self._feedback_limit.one():
                return tool_results.proposed(agents.propose_edit(who, id, fields, reason))

        return await self._do(ctx, propose, "Not proposed: ")

    async def propose_deletion(
        self, id: Id, ctx: Ctx, reason: Reason = ""
    ) -> Annotated[CallToolResult, tool_results.ProposedAnswer]:
        """Propose to delete a memory that no longer applies. Nothing is deleted until the person accepts it
        in Arbor's Review."""

        def propose(agents: Agents, who: Agent) -> CallToolResult:
            with self._feedback_limit.one():
                return tool_results.proposed(agents.propose_deletion(who, id, reason))

        return await self._do(ctx, propose, "Not proposed: ")

    async def _do(self, ctx: Ctx, work: Callable[[Agents, Agent], T], refused: str = "") -> T:
        """Run `work` on a thread. An error of Arbor becomes a sentence for the model."""
        who = await self._client.agent(ctx)
        try:
            return await anyio.to_thread.run_sync(lambda: work(self._backend.agents(), who))
        except ArborError as error:
            raise ToolError(refused + error.message) from error


def _tool(method: Callable[..., Any], title: str, *, reads: bool = False) -> Tool:
    """Return the tool of a method: with the method's name, and its docstring in one line as description."""
    tool = Tool.from_function(
        method,
        name=f"arbor_{method.__name__}",
        title=title,
        description=" ".join(inspect.cleandoc(method.__doc__ or "").split()),
        annotations=ToolAnnotations(
            title=title,
            read_only_hint=reads,
            destructive_hint=False,
            idempotent_hint=True,
            open_world_hint=False,
        ),
    )
    tool.parameters = plain(tool.parameters) | {"additionalProperties": False}
    return tool


def plain(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a shorter schema of arguments: without titles that repeat a name, and with an optional value as
    one of its type, since not every client's model understands `anyOf` with null."""
    short = {name: value for name, value in schema.items() if name != "title"}
    either = [one for one in short.get("anyOf", ()) if one != {"type": "null"}]
    if len(either) == 1 and short.get("default", ...) is None:
        rest = {name: value for name, value in short.items() if name not in ("anyOf", "default")}
        short = either[0] | rest
    if "properties" in short:
        short["properties"] = {name: plain(value) for name, value in short["properties"].items()}
    return short
