"""A plain conversation with a model that is told what is remembered (spec 6a, Chat).

A chat is a conversation of the source `arbor`: found, shown, kept and deleted like all others, and memorized
when it rests. What the person says is stored before the model is asked, so nothing typed is lost.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, field, replace
from typing import Any

from arbor_desktop.capture.responses import Responses
from arbor_desktop.chat import queries
from arbor_desktop.chat.history import HISTORY_TURNS, History, history
from arbor_desktop.chat.looking import is_prompt, last_turns, opened, told_in
from arbor_desktop.chat.memory import ChatMemory, Loaded
from arbor_desktop.chat.queries import AnswerRow, ChatInfo
from arbor_desktop.chat.records import Asked, Chat, Line, Said, Standing
from arbor_desktop.chat.tool import MOST, STORE_MEMORY, Fate, Kept, Place, StoreTool
from arbor_desktop.chat.turns import ChatTurns
from arbor_desktop.conflicts.detection import Detector
from arbor_desktop.context.preview import Contexts
from arbor_desktop.conversations.exclusions import excluded_by
from arbor_desktop.conversations.queries import conversations
from arbor_desktop.database.connection import Connection
from arbor_desktop.errors import ArborError, InvalidInput, NotFound
from arbor_desktop.memories import checks
from arbor_desktop.memories.model import Memory, Status
from arbor_desktop.memories.queries import memories
from arbor_desktop.models import words
from arbor_desktop.models.calls import STOPPED, Cancel
from arbor_desktop.models.door import Model
from arbor_desktop.models.model import (
    Ask,
    Message,
    ModelFailed,
    Purpose,
    Stop,
    Tell,
    ToolResult,
    Trouble,
    Usage,
)
from arbor_desktop.models.prompts import prompt
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.text.words import storable

log = logging.getLogger(__name__)

ROUNDS = 4
"""So often a model may use tools before it has to answer."""
MAX_TOKENS = 8192
LONGEST_PROMPT = 200_000
"""Characters of one prompt."""
LISTED = 500
STAYS = "This chat is about a project that is excluded, so it stays there. Begin a new chat."
EXCLUDED = (
    "This project is excluded: Arbor neither reads, remembers nor sends anything of it. Choose another one."
)


@dataclass(slots=True)
class _Talk:
    """An answer that is coming."""

    pieces: list[str] = field(default_factory=list)
    stored: list[Kept] = field(default_factory=list)
    usage: Usage = field(default_factory=Usage)
    cost: float | None = 0.0
    model: str = ""
    state: str = "whole"

    @property
    def text(self) -> str:
        return "".join(self.pieces).strip()


class Chats:
    """Safe to use from several threads. `answer` and `say` block for as long as the model talks."""

    def __init__(
        self, runtime: Runtime, model: Model, contexts: Contexts, responses: Responses, detector: Detector
    ) -> None:
        self._rt = runtime
        self._model = model
        self._responses = responses
        self._memory = ChatMemory(runtime, contexts)
        self._turns = ChatTurns(runtime)
        self._tool = StoreTool(runtime, detector, self._turns.redacted)

    # -- what there is --

    def standing(self) -> Standing:
        """Asks nobody; may read the keyring."""
        ready = self._model.readiness()
        return Standing(ready, self._model.chosen, self._model.access().model if self._model.chosen else "")

    def page(self, limit: int = LISTED) -> list[ChatInfo]:
        """The chats, the one that was spoken in last first."""
        return self._rt.db.read(lambda conn: queries.listed(conn, limit))

    def open(self, chat_id: str, last: int = 60) -> Chat:
        """A chat with its last `last` turns. Raises NotFound."""
        return self._rt.db.read(lambda conn: opened(conn, self._turns.row(conn, chat_id), last))

    def loaded(self, chat_id: str | None = None, *, project: str | None = None) -> list[Memory]:
        """The memories that the next prompt takes along, whatever it asks. Raises NotFound."""
        project = None if project is None else checks.project_path(project)
        if self._excluded(project):
            return []
        before: list[str] = []
        if chat_id is not None:
            before = self._rt.db.read(lambda conn: told_in(conn, self._turns.row(conn, chat_id)))
        found = self._memory.load(project=project, conversation=chat_id, before=before)
        return self._rt.db.read(
            lambda conn: memories.get_many(conn, found.ids, self._rt.policy, self._rt.clock())
        )

    def is_excluded(self, project: str) -> bool:
        """Whether nothing of a project may be remembered or sent."""
        return self._excluded(checks.project_path(project))

    # -- what a person changes --

    def rename(self, chat_id: str, title: str) -> None:
        """Raises NotFound, InvalidInput for an empty title."""
        called = " ".join(self._turns.redacted(title).split())[:100]
        if not called:
            raise InvalidInput("A chat needs a title.", field="title")
        self._rt.db.write(lambda conn: conversations.set_title(conn, self._turns.row(conn, chat_id), called))
        self._rt.announce((), (chat_id,))

    def set_project(self, chat_id: str, project: str | None) -> None:
        """The project that a chat is about from now on. Raises NotFound, and ModelFailed (Trouble.PRIVATE)
        where the chat is of a project that is excluded: what was said there would be sent from elsewhere."""
        path = None if project is None else checks.project_path(project)
        now = self._rt.clock()

        def write(conn: Connection) -> None:
            row = self._turns.row(conn, chat_id)
            if self._excluded(conversations.project_of(conn, row)):
                raise ModelFailed(STAYS, Trouble.PRIVATE)
            queries.set_project(conn, row, path, now)

        self._rt.db.write(write)
        self._rt.announce((), (chat_id,))

    def take_back(self, *ids: str) -> None:
        """Takes back that these memories were stored: an action of the person, which can itself be undone.

        Raises NotFound, and InvalidInput where one was changed by hand since or lives no more.
        """
        by = self._rt.by("user", "Taken back in the chat")

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

    # -- talking --

    def say(
        self,
        chat_id: str | None,
        text: str,
        *,
        project: str | None = None,
        tell: Tell | None = None,
        cancel: Cancel | None = None,
    ) -> Said:
        """Stores what the person says, asks the model, and stores its answer; `chat_id` None begins a chat.

        Raises ModelFailed, NotFound, InvalidInput; what was said is stored by then, unless it is refused.
        """
        return self.finish(self.ask(chat_id, text, project=project), tell=tell, cancel=cancel)

    def finish(self, asked: Asked, *, tell: Tell | None = None, cancel: Cancel | None = None) -> Said:
        """The answer to what was stored; none where it was a command."""
        if asked.off:
            return Said(asked.chat_id, "", "whole", turn=asked.number)
        return self.answer(asked.chat_id, asked.number, tell=tell, cancel=cancel)

    def ask(self, chat_id: str | None, text: str, *, project: str | None = None) -> Asked:
        """Stores what the person says, without asking the model yet. `project` is of a new chat; one that
        goes on has its own. Raises NotFound, InvalidInput, and ModelFailed where no model is chosen or the
        project is excluded (Trouble.PRIVATE): then nothing is stored."""
        if not text.strip():
            raise InvalidInput("Say something.", field="text")
        if len(text) > LONGEST_PROMPT:
            raise InvalidInput(f"At most {LONGEST_PROMPT:,} characters at once.", field="text")
        if not self._model.chosen:
            raise ModelFailed(words.NOT_CHOSEN, Trouble.NOT_ALLOWED)
        path = None if project is None else checks.project_path(project)
        said = self._turns.redacted(text.strip("\n"))

        def write(conn: Connection) -> Asked:
            row = None if chat_id is None else self._turns.row(conn, chat_id)
            place = path if row is None else conversations.project_of(conn, row)
            self._refuse_excluded(place)
            if row is None:
                row = self._turns.begin(conn, None if place is None else storable(place))
            number, off = self._turns.add_prompt(conn, row, said)
            return Asked(conversations.id_of(conn, row), number, said, off)

        asked = self._rt.db.write(write)
        self._rt.announce((), (asked.chat_id,), status=True)
        return asked

    def answer(
        self,
        chat_id: str,
        number: int | None = None,
        *,
        tell: Tell | None = None,
        cancel: Cancel | None = None,
    ) -> Said:
        """Asks the model what to say to the prompt `number` (None: the last one), and stores it. What was
        answered to it before counts no longer.

        Stopped by `cancel`, what came so far is the answer. Where the model fails, what came is kept and
        ModelFailed is raised: it can be asked again. Raises NotFound where the chat is gone.
        """
        info, asked, sent = self._rt.db.read(lambda conn: self._to_answer(conn, chat_id, number))
        self._refuse_excluded(info.project)
        loaded, added = self._load(info, asked, sent)
        talk = _Talk()
        failed: ModelFailed | None = None
        try:
            self._converse(talk, info, asked, sent, loaded, tell, cancel)
        except ModelFailed as error:
            talk.usage += error.usage
            talk.state = "stopped" if error.trouble is Trouble.STOPPED else "cut"
            failed = None if talk.state == "stopped" and cancel is not None and cancel.asked else error
        except KeyboardInterrupt:
            talk.state = "stopped"
            self._keep(chat_id, asked, talk, ModelFailed(STOPPED, Trouble.STOPPED))
            raise
        said = self._keep(chat_id, asked, talk, failed)
        if failed is not None:
            raise failed
        if not info.left_out:
            talk.stored += self._promised(talk, chat_id, asked, info.project)
        return replace(
            said, stored=tuple(talk.stored), loaded=loaded.ids, added=added, left_out=sent.left_out
        )

    def try_again(self) -> None:
        """What stood in the way is forgotten: the person wants it tried now."""
        self._model.try_again()

    # -- parts of an answer --

    def _to_answer(self, conn: Connection, chat_id: str, number: int | None) -> tuple[ChatInfo, int, History]:
        row = self._turns.row(conn, chat_id)
        turns = last_turns(conn, row, HISTORY_TURNS)
        prompts = [turn.number for turn in turns if is_prompt(turn)]
        if number is None and prompts:
            number = prompts[-1]
        if number not in prompts:
            raise NotFound("There is nothing in this chat to answer.", id=chat_id)
        return queries.info(conn, row), number, history(turns, queries.answers(conn, row), number)

    def _load(self, info: ChatInfo, asked: int, sent: History) -> tuple[Loaded, tuple[str, ...]]:
        """What the model is told, and what of it is new in this chat, which is noted."""
        told = self._rt.db.read(lambda conn: told_in(conn, self._turns.row(conn, info.id), until=asked))
        loaded = self._memory.load(
            project=info.project, conversation=info.id, prompt=sent.messages[-1].text[-2000:], before=told,
            first=not told,
        )  # fmt: skip
        new = tuple(ident for ident in loaded.ids if ident not in told)
        if new:
            self._rt.db.write(
                lambda conn: queries.note_memories(
                    conn, self._turns.row(conn, info.id), asked, new, queries.TOLD
                )
            )
            if told:
                self._memory.note(new)
        return loaded, new

    def _converse(
        self,
        talk: _Talk,
        info: ChatInfo,
        asked: int,
        sent: History,
        loaded: Loaded,
        tell: Tell | None,
        cancel: Cancel | None,
    ) -> None:
        """Asks until the model has nothing to store any more, at most `ROUNDS` times. Raises ModelFailed."""
        row = self._rt.db.read(lambda conn: self._turns.row(conn, info.id))
        place = Place(info.id, row, asked, info.project)
        messages = list(sent.messages)
        tools = () if info.left_out or self._model.backend == "claude-cli" else (STORE_MEMORY,)

        def hear(piece: str) -> None:
            talk.pieces.append(piece)
            if piece and tell is not None:
                tell(piece)

        for last in (False,) * (ROUNDS - 1) + (True,):
            before = len(talk.pieces)
            answer = self._model.ask(
                Ask(
                    Purpose.CHAT, prompt("chat").text, tuple(messages), max_tokens=MAX_TOKENS,
                    context=loaded.text, tools=tools,
                    conversation=info.id, project=info.project,
                ),
                tell=hear,
                cancel=cancel,
                urgent=True,
            )  # fmt: skip
            if len(talk.pieces) == before and answer.text:  # not every backend streams
                hear(answer.text)
            talk.usage += answer.usage
            talk.cost = None if answer.cost is None or talk.cost is None else talk.cost + answer.cost
            talk.model = answer.model
            talk.state = {Stop.LENGTH: "length", Stop.REFUSED: "refused"}.get(answer.stop, "whole")
            if not answer.uses:
                return
            results: list[ToolResult] = []
            for use in answer.uses:
                result, kept = self._tool.use(use, place, MOST - len(talk.stored))
                results.append(result)
                if kept is not None:
                    talk.stored.append(kept)
            if last:
                return
            uses = tuple(replace(use, input=self._without_secrets(use.input)) for use in answer.uses)
            messages.append(Message("assistant", answer.text, uses=uses))
            messages.append(Message("user", results=tuple(results)))
            if answer.text:
                hear("\n\n")

    def _without_secrets(self, given: dict[str, Any]) -> dict[str, Any]:
        """What a model wanted a tool to do, as it is told it again."""
        return {
            name: self._turns.redacted(value) if isinstance(value, str) else value
            for name, value in given.items()
        }

    def _keep(self, chat_id: str, asked: int, talk: _Talk, failed: ModelFailed | None) -> Said:
        """Stores the answer, or what came of it; nothing where nothing came."""
        text = self._turns.redacted(talk.text)
        fresh = [one.result.id for one in talk.stored if one.fate is not Fate.KNOWN]
        answer = AnswerRow(asked, 0, talk.state, talk.model, talk.usage, talk.cost)
        by = self._rt.by("capture")

        def write(conn: Connection) -> tuple[AnswerRow, list[str]]:
            row = self._turns.row(conn, chat_id)
            queries.note_memories(conn, row, asked, fresh, queries.STORED)
            if not text and failed is not None:
                return answer, []
            demoted: list[str] = []
            for memory in self._turns.take_back(conn, row, asked):
                demoted += memories.take_back(conn, memory, by)
            return self._turns.add_answer(conn, row, text, answer), demoted

        noted, demoted = self._rt.db.write(write)
        self._rt.announce(tuple(demoted), (chat_id,), status=True)
        return Said(
            chat_id, text, talk.state, usage=talk.usage, cost=talk.cost, model=talk.model, turn=noted.number
        )

    def _promised(self, talk: _Talk, chat_id: str, asked: int, project: str | None) -> list[Kept]:
        """What the answer says outright that it will remember, but for what is known. That it can't be read
        costs no answer."""
        try:
            results = self._responses.process_response(talk.text, conversation=chat_id, project=project)
        except ArborError as error:
            log.warning("What an answer says that it will remember could not be read: %s", error.message)
            return []
        ids = [one.id for one in results if not (one.duplicate or one.merged)]
        if not ids:
            return []

        def write(conn: Connection) -> list[Memory]:
            queries.note_memories(conn, self._turns.row(conn, chat_id), asked, ids, queries.STORED)
            return memories.get_many(conn, ids, self._rt.policy, self._rt.clock())

        found = {one.id: one for one in self._rt.db.write(write)}
        self._rt.announce((), (chat_id,))
        return [
            Kept(one, found[one.id].content, found[one.id].type, _fate(found[one.id].status))
            for one in results
            if one.id in found
        ]

    # -- looking --

    def _excluded(self, project: str | None) -> bool:
        return project is not None and bool(excluded_by(project, self._rt.settings.get("capture.excluded")))

    def _refuse_excluded(self, project: str | None) -> None:
        if self._excluded(project):
            raise ModelFailed(EXCLUDED, Trouble.PRIVATE)


def _fate(status: Status) -> Fate:
    return Fate.WAITS if status is Status.PENDING else Fate.STORED


__all__ = ["Asked", "Chat", "Chats", "Line", "Said", "Standing"]
