"""Turns of chats: stored by the rules of captured ones (redacted, indexed, queued for memorizing), shown, and
sent to the model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from arbor_desktop.capture.conversations import keep_out
from arbor_desktop.capture.turn_storage import OFF_WORDS
from arbor_desktop.chat import queries
from arbor_desktop.chat.model import Chat, ChatTurn
from arbor_desktop.chat.queries import SOURCE, AnswerRow
from arbor_desktop.conversations.model import ConversationStatus, ReadTurn, Role, SessionPart, Turn, TurnKind
from arbor_desktop.conversations.queries import captures, conversations
from arbor_desktop.conversations.readers.values import title_of
from arbor_desktop.database.connection import Connection
from arbor_desktop.errors import NotFound
from arbor_desktop.ids import new_id
from arbor_desktop.llm.model import Message, Usage
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.text.words import tokens_of

STOPPED = "[The answer was stopped]"
"""Turn stored after an incomplete answer."""
HISTORY_TOKENS = 40_000
"""Most estimated tokens of earlier turns that are sent with a prompt."""
HISTORY_TURNS = 2000
"""Most of a chat's last turns that are read for that."""
_CUT = "\n[This answer was stopped here.]"
_INCOMPLETE = ("stopped", "cut")


class ChatTurns:
    """Storage of turns. Thread-safe; methods that take a connection are part of the caller's transaction."""

    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime

    def begin(self, conn: Connection, project: str | None) -> int:
        """Create a chat. Returns its row."""
        now = self._rt.clock()
        part = SessionPart(SOURCE, new_id(now), cwd=project)
        return conversations.ensure(conn, part, project, now)

    def row(self, conn: Connection, chat_id: str) -> int:
        """Return a chat's row. Raises NotFound."""
        row = conversations.row_of(conn, chat_id)
        if not queries.is_chat(conn, row):
            raise NotFound(f"The conversation {chat_id} is not a chat with Arbor.", id=chat_id)
        return row

    def add_prompt(self, conn: Connection, row: int, text: str) -> tuple[int, bool]:
        """Store a prompt. Returns its number, and whether it is the command to ignore the chat."""
        now = self._rt.clock()
        off = text.strip().lower() in OFF_WORDS
        self._add(conn, row, Role.USER, TurnKind.COMMAND if off else TurnKind.SAID, text)
        if not conversations.title_of(conn, row):
            conversations.set_title(conn, row, title_of(text))
        if off:
            keep_out(conn, row, now)
        return queries.last_number(conn, row), off

    def add_answer(self, conn: Connection, row: int, text: str, answer: AnswerRow) -> AnswerRow:
        """Store an answer, and a mark after an incomplete one. Returns `answer` with its number."""
        self._add(conn, row, Role.ASSISTANT, TurnKind.SAID, text, answer.usage)
        noted = replace(answer, number=queries.last_number(conn, row))
        if answer.state in _INCOMPLETE:
            self._add(conn, row, Role.USER, TurnKind.INTERRUPT, STOPPED)
        queries.note_answer(conn, row, noted)
        return noted

    def retract_answers(self, conn: Connection, row: int, asked: int) -> list[int]:
        """Invalidate the answers to a prompt, which is asked again. Returns the rows of memories that came
        only from them."""
        numbers = [one.number for one in queries.answers(conn, row) if one.asked == asked]
        if not numbers:
            return []
        turns = conversations.turns(conn, row, min(numbers), max(numbers))
        keys = [turn.uuid for turn in turns if turn.number in numbers and turn.uuid is not None]
        return conversations.mark_unsaid(conn, keys)

    def _add(
        self, conn: Connection, row: int, role: Role, kind: TurnKind, text: str, usage: Usage | None = None
    ) -> None:
        now, usage, get = self._rt.clock(), usage or Usage(), self._rt.settings.get
        turns = (ReadTurn(f"arbor:{new_id(now)}", role, kind, text, now),)
        part = SessionPart(SOURCE, "", turns, input_tokens=usage.all_input, output_tokens=usage.output)
        conversations.add_turns(conn, row, None, turns)
        conversations.update_session(conn, row, part, None, now)
        if kind is not TurnKind.SAID or conversations.is_left_out(conn, row):
            return
        # Like any conversation it is memorized when it has been quiet, or grown long.
        conversations.set_status(conn, row, ConversationStatus.PENDING, None, now)
        if get("capture.only_when_asked"):
            return
        every = get("capture.every_turns")
        long = every and conversations.said_since_memorized(conn, row) >= every
        quiet = now + int(get("capture.settle_seconds") * 1000)
        captures.queue(conn, row, due=now if long else quiet, now=now)


# -- shown --


def opened(conn: Connection, row: int, last: int) -> Chat:
    """Return a chat with its last `last` turns."""
    total = queries.last_number(conn, row)
    turns = conversations.turns(conn, row, max(1, total - last + 1))
    answers = queries.answers(conn, row)
    by_number = {one.number: one for one in answers}
    sent, stored = queries.sent(conn, row), queries.stored(conn, row)
    lines = []
    for turn in turns:
        if turn.unsaid or turn.kind is TurnKind.INTERRUPT:
            continue
        answer = by_number.get(turn.number)
        asked = answer.asked if answer is not None else -1
        lines.append(
            ChatTurn(
                turn.number, turn.role, turn.text, turn.at, turn.kind is TurnKind.COMMAND, answer,
                tuple(sent.get(asked, ())), tuple(stored.get(asked, ())),
            )
        )  # fmt: skip
    prompts = [turn.number for turn in turns if is_prompt(turn)]
    answered = {one.asked for one in answers if one.state not in _INCOMPLETE}
    unanswered = prompts[-1] if prompts and prompts[-1] not in answered else 0
    first_sent = 0
    if prompts:
        seen = turns if len(turns) >= total else last_turns(conn, row, HISTORY_TURNS)
        first_sent = history(seen, answers, prompts[-1]).first_sent
    earlier = turns[0].number - 1 if turns else 0
    return Chat(queries.info(conn, row), tuple(lines), earlier, unanswered, first_sent)


def is_prompt(turn: Turn) -> bool:
    return turn.role is Role.USER and turn.kind is TurnKind.SAID and not turn.unsaid


def last_turns(conn: Connection, row: int, most: int) -> list[Turn]:
    return conversations.turns(conn, row, max(1, queries.last_number(conn, row) - most + 1))


def memories_sent(conn: Connection, row: int, until: int | None = None) -> list[str]:
    """Return the memories that were sent in a chat, for prompts before `until`."""
    by_prompt = queries.sent(conn, row)
    return [
        ident for asked, ids in sorted(by_prompt.items()) if until is None or asked < until for ident in ids
    ]


# -- sent to the model --


@dataclass(frozen=True, slots=True)
class History:
    """Messages of a chat, which end with the prompt. `left_out` counts the oldest turns that are not sent,
    `first_sent` is the number of the oldest one that is (0 for all)."""

    messages: tuple[Message, ...]
    left_out: int = 0
    first_sent: int = 0


def history(
    turns: Sequence[Turn], answers: Sequence[AnswerRow], asked: int, most_tokens: int = HISTORY_TOKENS
) -> History:
    """Return the messages for the prompt with the number `asked`, which is sent whole, after as much as fits.

    An answer follows its prompt, also where another prompt came in between. Retracted turns and those that no
    side said are left out. The messages begin with a prompt and alternate, as services want it.
    """
    said = {
        turn.number: turn
        for turn in turns
        if turn.kind is TurnKind.SAID and not turn.unsaid and turn.text.strip()
    }
    by_number = {row.number: row for row in answers}
    ordered: list[Turn] = []
    for number, turn in said.items():
        if turn.role is Role.USER and number <= asked:
            ordered.append(turn)
            if number < asked:
                ordered += [said[n] for n, row in by_number.items() if row.asked == number and n in said]
    kept: list[Turn] = []
    room = most_tokens
    for turn in reversed(ordered):
        room -= tokens_of(turn.text)
        if room < 0 and kept:
            break
        kept.append(turn)
    while kept and kept[-1].role is not Role.USER:
        kept.pop()
    kept.reverse()
    messages: list[Message] = []
    for turn in kept:
        row = by_number.get(turn.number)
        role, text = turn.role.value, turn.text
        if row is not None and row.state in _INCOMPLETE:
            text += _CUT
        if messages and messages[-1].role == role:
            messages[-1] = Message(role, f"{messages[-1].text}\n\n{text}")
        else:
            messages.append(Message(role, text))
    left_out = len(ordered) - len(kept)
    return History(tuple(messages), left_out, kept[0].number if left_out and kept else 0)
