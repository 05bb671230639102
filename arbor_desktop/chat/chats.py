"""Chats with a model that is sent the memories, and may store one itself (spec 6a, Chat; spec 6.2).

A chat is a conversation of the source `arbor`: found, shown, kept and deleted like all others, and memorized
when it has been quiet. A prompt is stored before the model is asked, so nothing typed is lost.

As with an assistant's hooks (spec 6.1), what matches a prompt is sent for the rest of the chat. A model keeps
nothing between two calls, so the block is sent with each, rebuilt from the database: what was deleted,
changed or marked "never share" meanwhile is not in it any more.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from arbor_desktop.agents.storage import AgentStore, Importance, Origin, StoreOutcome, StoreState
from arbor_desktop.capture.responses import Responses
from arbor_desktop.chat import queries
from arbor_desktop.chat.model import Chat, ChatAnswer, ChatReadiness, StoredPrompt
from arbor_desktop.chat.queries import AnswerRow, ChatInfo
from arbor_desktop.chat.turns import (
    HISTORY_TURNS,
    ChatTurns,
    History,
    history,
    is_prompt,
    last_turns,
    memories_sent,
    opened,
)
from arbor_desktop.clock import DAY_MS
from arbor_desktop.conflicts.detection import Detector
from arbor_desktop.context.block_text import Offered, pack
from arbor_desktop.context.layers import PROMPT, SHAREABLE, disputes_among
from arbor_desktop.context.preview import Contexts
from arbor_desktop.conversations.queries import conversations
from arbor_desktop.database.connection import Connection
from arbor_desktop.errors import ArborError, InvalidInput, NotFound
from arbor_desktop.llm.calls import STOPPED, Cancel
from arbor_desktop.llm.client import NOT_CHOSEN, ModelClient
from arbor_desktop.llm.model import (
    Ask,
    Message,
    ModelFailed,
    OnText,
    Purpose,
    Stop,
    Tool,
    ToolResult,
    ToolUse,
    Trouble,
    Usage,
)
from arbor_desktop.llm.prompts import prompt
from arbor_desktop.memories import checks
from arbor_desktop.memories.model import Memory, MemoryType, Scope, Status
from arbor_desktop.memories.queries import memories
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.text.sentence import Sentence
from arbor_desktop.text.words import storable

log = logging.getLogger(__name__)

NAME = "arbor_store_memory"
MOST = 10
"""Most memories stored from one answer."""
STORE_MEMORY = Tool(
    NAME,
    "Store one lasting statement about the person, their team or their project for later conversations. "
    "Returns whether it was stored, was already saved, or needs the person's review.",
    {
        "type": "object",
        "properties": {
            "content": {
                "type": "string",
                "description": "One complete sentence in the third person that can be understood on its own.",
            },
            "type": {"type": "string", "enum": [one.value for one in MemoryType]},
            "importance": {"type": "string", "enum": [one.value for one in Importance]},
        },
        "required": ["content", "type", "importance"],
        "additionalProperties": False,
    },
)


@dataclass(frozen=True, slots=True)
class ChatContext:
    """The block of memories for the model: its text and their ids, in order."""

    text: str = ""
    ids: tuple[str, ...] = ()


def _may_be_sent(memory: Memory, project: str | None, conversation: str | None, now: int) -> bool:
    if memory.status is not Status.ACTIVE or memory.privacy_level not in SHAREABLE or memory.needs_review:
        return False
    if memory.expires_at is not None and memory.expires_at <= now:
        return False
    places = {(Scope.GLOBAL, None), (Scope.PROJECT, project), (Scope.CONVERSATION, conversation)}
    return memory.branch is None and (memory.scope, memory.scope_id) in places


def use_tool(
    store: AgentStore, use: ToolUse, origin: Origin, room: int = MOST
) -> tuple[ToolResult, StoreOutcome | None]:
    """Run STORE_MEMORY. Returns the result for the model, and what was stored, at most `room` memories."""
    if use.name != NAME:
        return ToolResult(use.id, f"There is no tool {use.name}.", failed=True), None
    if room <= 0:
        return ToolResult(use.id, "Not stored: enough for one answer.", failed=True), None
    try:
        outcome = store.store(use.input, origin.project, "Stored by the model in a chat", origin)
    except InvalidInput as error:
        return ToolResult(use.id, f"Not stored: {error.message}", failed=True), None
    except ArborError as error:
        log.warning("A memory that a model gave could not be stored: %s", error.message)
        return ToolResult(use.id, "Not stored: the memory could not be written.", failed=True), None
    return ToolResult(use.id, outcome.message), outcome


# -- chats --


ROUNDS = 4
"""Calls for one answer: the model may use tools in all but the last."""
MAX_TOKENS = 8192
LONGEST_PROMPT = 200_000
"""Most characters of a prompt."""
LISTED = 500
STAYS = "This chat belongs to an ignored project. Start a new chat."
EXCLUDED = "This project is ignored: Arbor reads, saves and sends nothing of it. Choose another one."


@dataclass(slots=True)
class _Reply:
    """An answer in progress."""

    pieces: list[str] = field(default_factory=list)
    stored: list[StoreOutcome] = field(default_factory=list)
    usage: Usage = field(default_factory=Usage)
    cost: float | None = 0.0
    model: str = ""
    state: str = "whole"


class Chats:
    """Thread-safe. `answer`, `finish` and `say` block while the model answers."""

    def __init__(
        self,
        runtime: Runtime,
        model: ModelClient,
        contexts: Contexts,
        responses: Responses,
        detector: Detector,
    ) -> None:
        self._rt = runtime
        self._model = model
        self._responses = responses
        self._contexts = contexts
        self._turns = ChatTurns(runtime)
        self._agent_store = AgentStore(runtime, detector)

    # -- queries --

    def readiness(self) -> ChatReadiness:
        """Return whether one can chat. Asks nobody; may read the keyring."""
        ready, chosen = self._model.readiness(), self._model.chosen
        return ChatReadiness(ready, chosen, self._model.access().model if chosen else "")

    def page(self, limit: int = LISTED) -> list[ChatInfo]:
        """Return the chats, last used first."""
        return self._rt.db.read(lambda conn: queries.listed(conn, limit))

    def open(self, chat_id: str, last: int = 60) -> Chat:
        """Return a chat with its last `last` turns. Raises NotFound."""
        return self._rt.db.read(lambda conn: opened(conn, self._turns.row(conn, chat_id), last))

    def loaded(self, chat_id: str | None = None, *, project: str | None = None) -> list[Memory]:
        """Return the memories that are sent with the next prompt, whatever it asks. Raises NotFound."""
        project = None if project is None else checks.project_path(project)
        if self._rt.is_excluded(project):
            return []
        before: list[str] = []
        if chat_id is not None:
            before = self._rt.db.read(lambda conn: memories_sent(conn, self._turns.row(conn, chat_id)))
        found = self._context(project=project, conversation=chat_id, before=before)
        return self._rt.db.read(
            lambda conn: memories.get_many(conn, found.ids, self._rt.policy, self._rt.clock())
        )

    def is_excluded(self, project: str) -> bool:
        """Return whether nothing of a project may be remembered or sent."""
        return self._rt.is_excluded(checks.project_path(project))

    def _refuse_excluded(self, project: str | None) -> None:
        if self._rt.is_excluded(project):
            raise ModelFailed(EXCLUDED, Trouble.PRIVATE)

    # -- changes --

    def rename(self, chat_id: str, title: str) -> None:
        """Rename a chat. Raises NotFound, InvalidInput for an empty title."""
        called = " ".join(self._rt.redact(title).split())[:100]
        if not called:
            raise InvalidInput("A chat needs a title.", field="title")
        self._rt.db.write(lambda conn: conversations.set_title(conn, self._turns.row(conn, chat_id), called))
        self._rt.announce((), (chat_id,))

    def set_project(self, chat_id: str, project: str | None) -> None:
        """Set the project that a chat is about from now on.

        Raises NotFound, and ModelFailed (Trouble.PRIVATE) for a chat of an excluded project, whose text would
        be sent from elsewhere then.
        """
        path = None if project is None else checks.project_path(project)
        now = self._rt.clock()

        def write(conn: Connection) -> None:
            row = self._turns.row(conn, chat_id)
            if self._rt.is_excluded(conversations.project_of(conn, row)):
                raise ModelFailed(STAYS, Trouble.PRIVATE)
            queries.set_project(conn, row, path, now)

        self._rt.db.write(write)
        self._rt.announce((), (chat_id,))

    def take_back(self, *ids: str) -> None:
        """Delete memories that were stored in a chat, as an action of the person, which can be undone.

        Raises NotFound, and InvalidInput for a memory that was edited since or deleted.
        """
        by = self._rt.by("user", Sentence("Undone in the chat"))

        def write(conn: Connection) -> None:
            for row, ident, status in memories.rows_of(conn, ids):
                if status not in (Status.ACTIVE, Status.PENDING) or queries.changed_by_hand(conn, ident):
                    raise InvalidInput(
                        "This memory was changed since. Open it to delete it or to restore an older version.",
                        id=ident,
                    )
                memories.change(conn, row, {"status": Status.DELETED}, by, "deleted")

        self._rt.db.write(write)
        self._rt.announce(ids, status=True, conflicts=True)

    def try_again(self) -> None:
        """End pauses after failures."""
        self._model.try_again()

    # -- prompts and answers --

    def say(
        self,
        chat_id: str | None,
        text: str,
        *,
        project: str | None = None,
        on_text: OnText | None = None,
        cancel: Cancel | None = None,
    ) -> ChatAnswer:
        """Store a prompt, ask the model, and store its answer; `chat_id` None begins a chat.

        Raises ModelFailed, NotFound, InvalidInput; the prompt is stored by then, unless it is refused.
        """
        return self.finish(self.ask(chat_id, text, project=project), on_text=on_text, cancel=cancel)

    def ask(self, chat_id: str | None, text: str, *, project: str | None = None) -> StoredPrompt:
        """Store a prompt, without asking the model yet. `project` is for a new chat.

        Raises NotFound, InvalidInput, and ModelFailed where no model is chosen or the project is excluded
        (Trouble.PRIVATE); nothing is stored then.
        """
        if not text.strip():
            raise InvalidInput("Say something.", field="text")
        if len(text) > LONGEST_PROMPT:
            raise InvalidInput(f"At most {LONGEST_PROMPT:,} characters at once.", field="text")
        if not self._model.chosen:
            raise ModelFailed(NOT_CHOSEN, Trouble.NOT_ALLOWED)
        path = None if project is None else checks.project_path(project)
        said = self._rt.redact(text.strip("\n"))

        def write(conn: Connection) -> StoredPrompt:
            row = None if chat_id is None else self._turns.row(conn, chat_id)
            place = path if row is None else conversations.project_of(conn, row)
            self._refuse_excluded(place)
            if row is None:
                row = self._turns.begin(conn, None if place is None else storable(place))
            number, off = self._turns.add_prompt(conn, row, said)
            return StoredPrompt(conversations.id_of(conn, row), number, said, off)

        asked = self._rt.db.write(write)
        self._rt.announce((), (asked.chat_id,), status=True)
        return asked

    def finish(
        self, asked: StoredPrompt, *, on_text: OnText | None = None, cancel: Cancel | None = None
    ) -> ChatAnswer:
        """Return the answer to a stored prompt; an empty one for a command."""
        if asked.off:
            return ChatAnswer(asked.chat_id, "", "whole", turn=asked.number)
        return self.answer(asked.chat_id, asked.number, on_text=on_text, cancel=cancel)

    def answer(
        self,
        chat_id: str,
        number: int | None = None,
        *,
        on_text: OnText | None = None,
        cancel: Cancel | None = None,
    ) -> ChatAnswer:
        """Ask the model for an answer to the prompt `number` (None: the last one), and store it. Earlier
        answers to it are retracted.

        Stopped by `cancel`, the answer is what came so far. Where the model fails, that is stored and
        ModelFailed is raised: it can be asked again. Raises NotFound where the chat is gone.
        """
        info, asked, sent = self._rt.db.read(lambda conn: self._to_answer(conn, chat_id, number))
        self._refuse_excluded(info.project)
        loaded, added = self._load(info, asked, sent)
        reply = _Reply()
        failed: ModelFailed | None = None
        try:
            self._converse(reply, info, asked, sent, loaded, on_text, cancel)
        except ModelFailed as error:
            reply.usage += error.usage
            reply.state = "stopped" if error.trouble is Trouble.STOPPED else "cut"
            failed = None if reply.state == "stopped" and cancel is not None and cancel.asked else error
        except KeyboardInterrupt:
            reply.state = "stopped"
            self._store(chat_id, asked, reply, ModelFailed(STOPPED, Trouble.STOPPED))
            raise
        answer = self._store(chat_id, asked, reply, failed)
        if failed is not None:
            raise failed
        if not info.left_out:
            reply.stored += self._promised(reply, chat_id, asked, info.project)
        return replace(
            answer, stored=tuple(reply.stored), loaded=loaded.ids, added=added, left_out=sent.left_out
        )

    def _to_answer(self, conn: Connection, chat_id: str, number: int | None) -> tuple[ChatInfo, int, History]:
        row = self._turns.row(conn, chat_id)
        turns = last_turns(conn, row, HISTORY_TURNS)
        prompts = [turn.number for turn in turns if is_prompt(turn)]
        if number is None and prompts:
            number = prompts[-1]
        if number not in prompts:
            raise NotFound("This chat has nothing to answer.", id=chat_id)
        return queries.info(conn, row), number, history(turns, queries.answers(conn, row), number)

    def _context(
        self,
        *,
        project: str | None,
        conversation: str | None = None,
        prompt: str | None = None,
        before: Sequence[str] = (),
        first: bool = False,
    ) -> ChatContext:
        """Return the block for a prompt. `before`: memories sent earlier in this chat; `first`: it begins."""
        context = self._contexts.get_context(
            project=project, conversation=conversation, prompt=prompt, log_access=first, explain=False
        )
        if context.status == "error":
            return ChatContext()
        ids = tuple(one.id for one in context.included)
        left = [ident for ident in before if ident not in ids]
        if not left:
            return ChatContext(context.text, ids)
        text, more = self._rt.db.read(lambda conn: self._earlier(conn, left, ids, project, conversation))
        return ChatContext("\n\n".join(part for part in (context.text, text) if part), (*ids, *more))

    def _earlier(
        self,
        conn: Connection,
        ids: Sequence[str],
        others: Sequence[str],
        project: str | None,
        conversation: str | None,
    ) -> tuple[str, tuple[str, ...]]:
        """Return a block of the memories sent earlier that may still be sent."""
        now = self._rt.clock()
        day = now - now % DAY_MS
        known = memories.get_many(conn, ids, self._rt.policy, day)
        known = [one for one in known if _may_be_sent(one, project, conversation, now)]
        disputes = disputes_among(conn, [*(one.id for one in known), *others], project, self._rt.policy, day)
        lost = {
            ident
            for dispute in disputes
            for ident in (*dispute.losers, *((dispute.winner,) if dispute.undecided else ()))
        }
        offered = [Offered(one, PROMPT) for one in known if one.id not in lost]
        packed = pack(offered, self._rt.settings.get("context.max_tokens"))
        return packed.text, tuple(one.offered.memory.id for one in packed.included)

    def _load(self, info: ChatInfo, asked: int, sent: History) -> tuple[ChatContext, tuple[str, ...]]:
        """Return the memories for the model, and those of them that are new in this chat, which are noted."""
        before = self._rt.db.read(
            lambda conn: memories_sent(conn, self._turns.row(conn, info.id), until=asked)
        )
        loaded = self._context(
            project=info.project, conversation=info.id, prompt=sent.messages[-1].text[-2000:], before=before,
            first=not before,
        )  # fmt: skip
        new = tuple(ident for ident in loaded.ids if ident not in before)
        if new:
            self._rt.db.write(
                lambda conn: queries.note_memories(
                    conn, self._turns.row(conn, info.id), asked, new, queries.SENT
                )
            )
            if before:
                now = self._rt.clock()  # this reinforces nothing
                self._rt.db.write(lambda conn: memories.log_access(conn, new, "conversation_start", now))
        return loaded, new

    def _converse(
        self,
        reply: _Reply,
        info: ChatInfo,
        asked: int,
        sent: History,
        loaded: ChatContext,
        on_text: OnText | None,
        cancel: Cancel | None,
    ) -> None:
        """Ask until the model uses no tool any more, ROUNDS times at most. Raises ModelFailed."""
        row = self._rt.db.read(lambda conn: self._turns.row(conn, info.id))
        origin = Origin(info.id, row, asked, info.project)
        messages = list(sent.messages)
        tools = () if info.left_out or self._model.backend == "claude-cli" else (STORE_MEMORY,)

        def add_text(piece: str) -> None:
            reply.pieces.append(piece)
            if piece and on_text is not None:
                on_text(piece)

        for last in (False,) * (ROUNDS - 1) + (True,):
            before = len(reply.pieces)
            ask = Ask(
                Purpose.CHAT, prompt("chat").text, tuple(messages), max_tokens=MAX_TOKENS,
                context=loaded.text, tools=tools, conversation=info.id, project=info.project,
            )  # fmt: skip
            answer = self._model.ask(ask, on_text=add_text, cancel=cancel, urgent=True)
            if len(reply.pieces) == before and answer.text:  # not every backend streams
                add_text(answer.text)
            reply.usage += answer.usage
            reply.cost = None if answer.cost is None or reply.cost is None else reply.cost + answer.cost
            reply.model = answer.model
            reply.state = {Stop.LENGTH: "length", Stop.REFUSED: "refused"}.get(answer.stop, "whole")
            results = []
            for use in answer.uses:
                result, outcome = use_tool(self._agent_store, use, origin, MOST - len(reply.stored))
                results.append(result)
                if outcome is not None:
                    reply.stored.append(outcome)
            if last or not results:
                return
            uses = tuple(
                replace(
                    use,
                    input={
                        name: self._rt.redact(value) if isinstance(value, str) else value
                        for name, value in use.input.items()
                    },
                )
                for use in answer.uses
            )
            messages.append(Message("assistant", answer.text, uses=uses))
            messages.append(Message("user", results=tuple(results)))
            if answer.text:
                add_text("\n\n")

    def _store(self, chat_id: str, asked: int, reply: _Reply, failed: ModelFailed | None) -> ChatAnswer:
        """Store the answer, or what came of it; nothing where nothing came."""
        text = self._rt.redact("".join(reply.pieces).strip())
        fresh = [one.result.id for one in reply.stored if one.state is not StoreState.KNOWN]
        answer = AnswerRow(asked, 0, reply.state, reply.model, reply.usage, reply.cost)
        by = self._rt.by("capture")

        def write(conn: Connection) -> tuple[AnswerRow, list[str]]:
            row = self._turns.row(conn, chat_id)
            queries.note_memories(conn, row, asked, fresh, queries.STORED)
            if not text and failed is not None:
                return answer, []
            demoted: list[str] = []
            for memory in self._turns.retract_answers(conn, row, asked):
                demoted += memories.retract(conn, memory, by)
            return self._turns.add_answer(conn, row, text, answer), demoted

        noted, demoted = self._rt.db.write(write)
        self._rt.announce(tuple(demoted), (chat_id,), status=True)
        return ChatAnswer(
            chat_id, text, reply.state, usage=reply.usage, cost=reply.cost, model=reply.model,
            turn=noted.number,
        )  # fmt: skip

    def _promised(self, reply: _Reply, chat_id: str, asked: int, project: str | None) -> list[StoreOutcome]:
        """Store what the answer promises to remember, and return what is new. Errors are only logged."""
        text = "".join(reply.pieces).strip()
        try:
            results = self._responses.process_response(text, conversation=chat_id, project=project)
        except ArborError as error:
            log.warning("What an answer promises to remember could not be read: %s", error.message)
            return []
        ids = [one.id for one in results if not (one.duplicate or one.merged)]
        if not ids:
            return []

        def write(conn: Connection) -> list[Memory]:
            queries.note_memories(conn, self._turns.row(conn, chat_id), asked, ids, queries.STORED)
            return memories.get_many(conn, ids, self._rt.policy, self._rt.clock())

        found = {one.id: one for one in self._rt.db.write(write)}
        self._rt.announce((), (chat_id,))
        outcomes = []
        for one in results:
            if (memory := found.get(one.id)) is not None:
                pending = memory.status is Status.PENDING
                state = StoreState.WAITS if pending else StoreState.STORED
                outcomes.append(StoreOutcome(one, memory.content, memory.type, state))
        return outcomes
