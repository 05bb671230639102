"""A chat's turns → the store, by the rules of captured ones: redacted, indexed, queued for memorizing."""

from __future__ import annotations

from collections.abc import Sequence

from arbor_desktop.capture.conversations import keep_out
from arbor_desktop.capture.turn_storage import OFF_WORDS
from arbor_desktop.chat import queries
from arbor_desktop.chat.queries import SOURCE, AnswerRow
from arbor_desktop.conversations.batch import ReadTurn, SessionPart
from arbor_desktop.conversations.model import ConversationStatus, Role, TurnKind
from arbor_desktop.conversations.queries import captures, conversations
from arbor_desktop.conversations.readers.speech import title_of
from arbor_desktop.database.connection import Connection
from arbor_desktop.errors import NotFound
from arbor_desktop.ids import new_id
from arbor_desktop.models.model import Usage
from arbor_desktop.runtime.runtime import Runtime

STOPPED = "[The answer was stopped]"
"""Stands in the conversation after an answer that was not said to its end."""


class ChatTurns:
    """Safe to use from several threads. What takes a connection is part of the caller's transaction."""

    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime
        self.redacted = runtime.redact
        """The text without secrets, in a form that can be stored."""

    def begin(self, conn: Connection, project: str | None) -> int:
        """A new chat's row."""
        now = self._rt.clock()
        part = SessionPart(SOURCE, queries.session_id(now), cwd=project)
        return conversations.ensure(conn, part, project, now)

    def row(self, conn: Connection, chat_id: str) -> int:
        """Raises NotFound where there is no such chat (any more)."""
        row = conversations.row_of(conn, chat_id)
        if not queries.is_chat(conn, row):
            raise NotFound(f"The conversation {chat_id} is no chat of Arbor's.", id=chat_id)
        return row

    def add_prompt(self, conn: Connection, row: int, text: str) -> tuple[int, bool]:
        """Stores what the person said. Answers the turn's number, and whether it is the command that keeps
        the chat out of the memory."""
        now = self._rt.clock()
        off = text.strip().lower() == OFF_WORDS
        kind = TurnKind.COMMAND if off else TurnKind.SAID
        self._add(conn, row, [(Role.USER, kind, text)], now)
        if not conversations.title_of(conn, row):
            conversations.set_title(conn, row, title_of(text))
        if off:
            keep_out(conn, row, now)
        return queries.last_number(conn, row), off

    def add_answer(self, conn: Connection, row: int, text: str, answer: AnswerRow) -> AnswerRow:
        """Stores what the model said, and a mark where that is not all of it. `answer.number` is set here."""
        now = self._rt.clock()
        self._add(conn, row, [(Role.ASSISTANT, TurnKind.SAID, text)], now, answer.usage)
        noted = AnswerRow(
            answer.asked,
            queries.last_number(conn, row),
            answer.state,
            answer.model,
            answer.usage,
            answer.cost,
        )
        if answer.state in ("stopped", "cut"):
            self._add(conn, row, [(Role.USER, TurnKind.INTERRUPT, STOPPED)], now)
        queries.note_answer(conn, row, noted)
        return noted

    def take_back(self, conn: Connection, row: int, asked: int) -> list[int]:
        """The answers to a prompt count no longer: it is asked again. Answers the memories (rows) that rested
        on nothing else."""
        numbers = [one.number for one in queries.answers(conn, row) if one.asked == asked]
        if not numbers:
            return []
        turns = conversations.turns(conn, row, min(numbers), max(numbers))
        keys = [turn.uuid for turn in turns if turn.number in numbers and turn.uuid is not None]
        return conversations.mark_unsaid(conn, keys)

    def _add(
        self,
        conn: Connection,
        row: int,
        said: Sequence[tuple[Role, TurnKind, str]],
        now: int,
        usage: Usage | None = None,
    ) -> None:
        turns = tuple(ReadTurn(f"arbor:{new_id(now)}", role, kind, text, now) for role, kind, text in said)
        usage = usage or Usage()
        part = SessionPart(
            SOURCE, "", turns, input_tokens=usage.all_input, output_tokens=usage.output
        )  # fmt: skip
        conversations.add_turns(conn, row, None, turns)
        conversations.update_session(conn, row, part, None, now)
        if any(kind is TurnKind.SAID for _, kind, _ in said):
            self._queue(conn, row, now)

    def _queue(self, conn: Connection, row: int, now: int) -> None:
        """A chat is memorized when it has rested, or grown long, like any conversation."""
        get = self._rt.settings.get
        if conversations.is_left_out(conn, row):
            return
        conversations.set_status(conn, row, ConversationStatus.PENDING, None, now)
        if get("capture.only_when_asked"):
            return
        every = get("capture.every_turns")
        long = every and conversations.said_since_memorized(conn, row) >= every
        rests = now + int(get("capture.settle_seconds") * 1000)
        captures.queue(conn, row, due=now if long else rests, now=now)
