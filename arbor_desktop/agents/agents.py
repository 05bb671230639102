"""The operations that an agent, an AI program, may run on the memory (spec 6.2).

An agent sees active memories of the project that it works in, and global ones, but none that is marked "never
share", and sensitive ones only in a search that they match (spec 4.3). It can't name another project. In an
excluded project it sees nothing and can store nothing.

An agent can store memories (`storage`), propose changes (`proposals`) and report whether a memory was useful,
which counts as any use does. Its "confirm" is only such a use: only a person confirms. Its "incorrect" and
"outdated" count as a failed use, and send the memory to Review, where the person decides.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import PurePath
from typing import Any

from arbor_desktop.agents.model import Agent, Feedback
from arbor_desktop.agents.proposals import Proposals
from arbor_desktop.agents.storage import AgentStore, StoreOutcome, without_secrets
from arbor_desktop.clock import DAY_MS
from arbor_desktop.conflicts.model import Conflict, Member
from arbor_desktop.context.layers import SHAREABLE, folders_above
from arbor_desktop.context.model import Context
from arbor_desktop.context.preview import Contexts
from arbor_desktop.context.queries import comparison, ready_blocks
from arbor_desktop.context.queries.ready_blocks import Delivery
from arbor_desktop.context.retrieval import MOST_RETRIEVED, Retrieval
from arbor_desktop.database.connection import Connection
from arbor_desktop.editing.operations import Memories
from arbor_desktop.errors import InvalidInput, NotFound, StorageError
from arbor_desktop.ids import new_id
from arbor_desktop.memories import checks
from arbor_desktop.memories.checks import parse_enum
from arbor_desktop.memories.confidence import USED_IN_VAIN_DELTA
from arbor_desktop.memories.model import Memory, MemoryType, Privacy, Proposal, Scope, Status
from arbor_desktop.memories.queries import memories, relations
from arbor_desktop.projects.git import branch_at, project_root
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.search.model import Hit
from arbor_desktop.summaries.operations import Summaries
from arbor_desktop.text.words import storable, tokens_of

log = logging.getLogger(__name__)

KEPT_OUT = "The person ignores this project in Arbor: nothing is shared or stored for it."
FENCED = "This client can only use the memories of the project it runs in. Leave the project argument out."
SWITCHED_OFF = "The person turned off sharing in Arbor's settings."
OFF_HERE = "Sharing is off in this session."
LONGEST_COMMENT = 500
ACCESS_LOG_NAME = "agent"
_TOOLS = {"cursor-vscode": "cursor", "claude-ai": "claude-desktop"}
"""Tools by the names that they give themselves over MCP, if those differ."""
_GEMINI = "gemini-cli"
"""The start of Gemini CLI's name over MCP: it has hooks, but does not name its session."""


@dataclass(frozen=True, slots=True)
class Stored:
    """The outcome of storing a memory, and its project. `visible_id` is the memory's id; None if the agent
    may not see it."""

    outcome: StoreOutcome
    project: str | None
    visible_id: str | None


class Agents:
    """Operations for agents. Thread-safe. They raise InvalidInput or NotFound with a message that the agent
    can act on."""

    def __init__(
        self,
        runtime: Runtime,
        store: AgentStore,
        memories: Memories,
        retrieval: Retrieval,
        contexts: Contexts,
        summaries: Summaries,
        conflicts: Callable[[], list[Conflict]],
        proposals: Proposals,
    ) -> None:
        self._rt = runtime
        self._store = store
        self._memories = memories
        self._retrieval = retrieval
        self._contexts = contexts
        self._summaries = summaries
        self._conflicts = conflicts
        self._proposals = proposals
        self._session = new_id()
        """The id of the session of a client that names none: each has a server of its own."""

    # -- the project --

    def project(self, who: Agent, named: str | None = None) -> str | None:
        """Return the project that the agent works in: the only one, or of several the one `named` by its name
        or a folder in it; None if it is not known.

        Raises InvalidInput if the agent may work in an excluded folder, and for any other project.
        """
        return self._where(who, named)[0]

    def _where(self, who: Agent, named: str | None) -> tuple[str | None, str | None]:
        """Return the project, and the agent's folder in it, which may be another worktree."""
        apart = self._rt.db.read(ready_blocks.apart)
        for folder in (*who.roots, *who.seen):
            self._refuse_excluded(folder)
            self._refuse_excluded(project_root(folder, apart))
        homes: dict[str, str] = {}
        for folder in who.roots:
            if home := project_root(folder, apart):
                homes.setdefault(home, folder)
        if not (named and named.strip()):
            return next(iter(homes.items())) if len(homes) == 1 else (None, None)
        wanted = storable(named.strip())
        if _is_path(wanted):
            folder = checks.project_path(wanted)
            root = project_root(folder, apart)
            if root in homes:
                return root, folder
        called = [item for item in homes.items() if _name(item[0]).casefold() == wanted.casefold()]
        if len(called) == 1:
            return called[0]
        raise InvalidInput(FENCED, field="project")

    def _refuse_unshared(self, who: Agent) -> None:
        if not self._rt.settings.get("injection.enabled"):
            raise InvalidInput(SWITCHED_OFF)
        if self._rt.settings.get("comparison.enabled"):
            here = None if who.session else self.project(who)
            if self._rt.db.read(lambda c: comparison.is_without(c, who.session, who.name, here)):
                raise InvalidInput(OFF_HERE)

    def _refuse_excluded(self, path: str | None) -> None:
        if self._rt.is_excluded(path):
            raise InvalidInput(KEPT_OUT, field="project")

    # -- queries --

    def search(
        self, who: Agent, query: str, *, limit: int = 5, project: str | None = None, types: Sequence[str] = ()
    ) -> list[Hit]:
        """Return the relevant memories, often fewer than `limit` or none: of those visible in the project; if
        that is not known, of the global ones that are not sensitive."""
        if not query.strip():
            raise InvalidInput("Say what to search for.", field="query")
        if not 1 <= limit <= MOST_RETRIEVED:
            raise InvalidInput(f"limit must be from 1 to {MOST_RETRIEVED}.", field="limit")
        self._refuse_unshared(who)
        kinds = {parse_enum(MemoryType, one, "type") for one in types}
        here, folder = self._where(who, project)
        branch = branch_at(folder)
        narrowed = kinds or here is None
        looked_at = MOST_RETRIEVED if narrowed else limit
        found = self._retrieval.retrieve(
            query, max_results=looked_at, project=here, branch=branch, elsewhere=False
        )
        fitting = [hit for hit in found.memories if not kinds or hit.memory.type in kinds]
        sent = [hit for hit in fitting if self._may_see(hit.memory, here)][:limit]
        if sent:
            ids, text = [hit.memory.id for hit in sent], "\n".join(hit.memory.content for hit in sent)
            self._note(who, "search", (here, branch), ids, text)
        return sent

    def context(
        self,
        who: Agent,
        *,
        project: str | None = None,
        branch: str | None = None,
        prompt: str | None = None,
        max_tokens: int | None = None,
        log_access: bool = True,
        explain: bool = False,
    ) -> Context:
        """Return the block for a session in the project. With a prompt, and a known project, it has the
        memories that match it, even sensitive ones. `log_access`, `explain`: as in `get_context`. Raises
        StorageError if the memory can't be read."""
        self._refuse_unshared(who)
        here, folder = self._where(who, project)
        if here is None:
            prompt = None
        if branch is None:
            branch = branch_at(folder)
        noted = log_access and not _has_hooks(who)
        context = self._contexts.get_context(
            project=here, branch=branch, prompt=prompt, max_tokens=max_tokens,
            log_access=log_access and not noted, explain=explain,
        )  # fmt: skip
        if context.status == "error":
            raise StorageError(str(context.stats.get("error", "The memories can't be read.")))
        if noted and context.included:
            ids = [one.id for one in context.included]
            self._note(who, "context", (here, branch), ids, context.text, "conversation_start")
        return context if explain else replace(context, excluded=())

    def summary(self, who: Agent, category: str, *, project: str | None = None) -> str:
        """Return the summary of a category as Markdown, without private memories; "" if there is none. It is
        the global one, unless a project is named."""
        self._refuse_unshared(who)
        here = self.project(who, project)
        if project is None:
            here = None
        return self._summaries.get(category, project=here).markdown

    def conflicts(self, who: Agent, *, project: str | None = None) -> list[Conflict]:
        """Return the open conflicts, global and of the project, whose memories the agent may all see."""
        self._refuse_unshared(who)
        here = self.project(who, project)

        def visible(member: Member) -> bool:
            memory = member.memory
            return self._may_see(memory, here) and memory.privacy_level is not Privacy.SENSITIVE

        return [one for one in self._conflicts() if all(visible(member) for member in one.members)]

    def _may_see(self, memory: Memory, here: str | None) -> bool:
        """Return whether an agent in this project (None: not known) may see a memory."""
        if memory.status is not Status.ACTIVE or memory.privacy_level not in SHAREABLE:
            return False
        if memory.scope is Scope.GLOBAL:
            return here is not None or memory.privacy_level is not Privacy.SENSITIVE
        if memory.scope is not Scope.PROJECT:
            return False
        if memory.scope_id is None:
            return memory.privacy_level is not Privacy.SENSITIVE
        return here is not None and memory.scope_id in (here, *folders_above(here))

    def _note(
        self,
        who: Agent,
        event: str,
        place: tuple[str | None, str | None],
        ids: Sequence[str],
        text: str,
        access: str = ACCESS_LOG_NAME,
    ) -> None:
        """Record which memories were sent, which reinforces none (spec 5.1); for a tool without hooks, as a
        receipt. `place`: the project and the branch; `access`: the occasion, for the log of accesses. A
        failure is only logged."""
        now = self._rt.clock()
        receipt = Delivery(
            new_id(now), _TOOLS.get(who.called, who.called), event, self._session, now, *place,
            sha256(text.encode()).hexdigest(), tokens_of(text), json.dumps(ids),
        )  # fmt: skip
        try:
            if _has_hooks(who):
                self._rt.db.write(lambda conn: memories.log_access(conn, ids, access, now))
            else:
                self._rt.db.write(
                    lambda conn: ready_blocks.note_delivery(conn, receipt, arrived=True, access=access)
                )
        except StorageError as error:
            log.warning("It could not be noted what was sent: %s", error.message)

    # -- changes --

    def store(
        self, who: Agent, given: Mapping[str, Any], *, project: str | None = None, everywhere: bool = False
    ) -> Stored:
        """Store a memory (`given`: content, type, importance) for the project, or `everywhere`."""
        here = self.project(who, project)
        place = None if everywhere else here
        outcome = self._store.store(given, place, f"Stored by {who.called or 'an agent'}")
        memory = self._memories.get(outcome.result.id)
        return Stored(outcome, place, memory.id if self._may_see(memory, here) else None)

    def feedback(self, who: Agent, id: str, kind: str, comment: str = "") -> Memory:
        """Record feedback on a memory that the agent can see (see the module). Return the memory."""
        given = parse_enum(Feedback, kind, "kind")
        memory = self.known(who, id)
        note = without_secrets(self._rt, comment)[:LONGEST_COMMENT]
        name = who.called or "An AI tool"
        why = f"{name}: {note}" if note else name
        if given in (Feedback.USED, Feedback.CONFIRM):
            return self._memories.record_usage(memory.id, True, why, actor="agent")
        if given is Feedback.FAILED:
            if self._failed_today(memory.id):
                return memory
            return self._memories.record_usage(memory.id, False, why, actor="agent")
        return self._doubt(memory.id, given, why)

    def _failed_today(self, id: str) -> bool:
        """Return whether a failed use was recorded in the last day: it counts once a day, over all
        sessions."""
        since = self._rt.clock() - DAY_MS
        return self._rt.db.read(
            lambda conn: relations.failed_since(conn, memories.rows_of(conn, [id])[0][0], since)
        )

    def _doubt(self, id: str, given: Feedback, why: str) -> Memory:
        """Send a memory to Review, once, however often the agent repeats it."""
        by = self._rt.by("agent", f"{why} ({given.value})")

        def write(conn: Connection) -> bool:
            memory = memories.get(conn, id, by.policy, by.now)
            if memory.needs_review:
                return False
            relations.add_usage(conn, memory.row, False, None, why, by.now)
            counts = {"use_count": memory.use_count + 1, "failure_count": memory.failure_count + 1}
            memories.adjust(conn, memory.row, USED_IN_VAIN_DELTA, by, "doubted", needs_review=True, **counts)
            return True

        if self._rt.db.write(write):
            self._rt.announce((id,), status=True)
        return self._memories.get(id)

    def propose_edit(self, who: Agent, id: str, fields: Mapping[str, Any], reason: str = "") -> Proposal:
        """Propose an edit for the person to decide."""
        safe = dict(fields)
        if isinstance(safe.get("content"), str):
            safe["content"] = without_secrets(self._rt, safe["content"])
        return self._proposals.propose_edit(
            self.known(who, id).id, safe, client=who.called, reason=self._reason(reason)
        )

    def propose_deletion(self, who: Agent, id: str, reason: str = "") -> Proposal:
        """Propose a deletion for the person to decide."""
        return self._proposals.propose_deletion(
            self.known(who, id).id, client=who.called, reason=self._reason(reason)
        )

    def _reason(self, reason: str) -> str:
        return without_secrets(self._rt, reason)[:LONGEST_COMMENT]

    def known(self, who: Agent, id: str) -> Memory:
        """Return a memory that the agent may see. Raises NotFound for any other, whether or not it exists."""
        here = self.project(who)
        try:
            memory = self._memories.get(storable(id.strip()))
        except NotFound:
            memory = None
        if memory is None or not self._may_see(memory, here):
            raise NotFound(f"No memory {id.strip()[:80]}. Search for it first.")
        return memory


def _has_hooks(who: Agent) -> bool:
    """Return whether the client has hooks, whose receipts say what its session got: Claude Code and Codex,
    which name their session, and Gemini CLI."""
    return bool(who.session) or who.name.startswith(_GEMINI)


def _is_path(named: str) -> bool:
    return PurePath(named).is_absolute() or named.startswith("~") or named[1:3] in (":\\", ":/")


def _name(path: str) -> str:
    return path.replace("\\", "/").rstrip("/").rpartition("/")[2]
