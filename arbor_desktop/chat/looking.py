"""A chat as it is shown: its turns with what is known of the answers."""

from __future__ import annotations

from arbor_desktop.chat import queries
from arbor_desktop.chat.history import HISTORY_TURNS, history
from arbor_desktop.chat.queries import AnswerRow, StoredMemory
from arbor_desktop.chat.records import Chat, Line
from arbor_desktop.conversations.model import Role, Turn, TurnKind
from arbor_desktop.conversations.queries import conversations
from arbor_desktop.database.connection import Connection


def opened(conn: Connection, row: int, last: int) -> Chat:
    """A chat with its last `last` turns."""
    total = queries.last_number(conn, row)
    turns = conversations.turns(conn, row, max(1, total - last + 1))
    answers = queries.answers(conn, row)
    by_number = {one.number: one for one in answers}
    told, stored = queries.told(conn, row), queries.stored(conn, row)
    lines = tuple(
        _line(turn, by_number.get(turn.number), told, stored)
        for turn in turns
        if not turn.unsaid and turn.kind is not TurnKind.INTERRUPT
    )
    prompts = [turn.number for turn in turns if is_prompt(turn)]
    answered = {one.asked for one in answers if one.state not in ("stopped", "cut")}
    unanswered = prompts[-1] if prompts and prompts[-1] not in answered else 0
    first_sent = 0
    if prompts:
        seen = turns if len(turns) >= total else last_turns(conn, row, HISTORY_TURNS)
        first_sent = history(seen, answers, prompts[-1]).first_sent
    earlier = turns[0].number - 1 if turns else 0
    return Chat(queries.info(conn, row), lines, earlier, unanswered, first_sent)


def is_prompt(turn: Turn) -> bool:
    return turn.role is Role.USER and turn.kind is TurnKind.SAID and not turn.unsaid


def last_turns(conn: Connection, row: int, most: int) -> list[Turn]:
    return conversations.turns(conn, row, max(1, queries.last_number(conn, row) - most + 1))


def told_in(conn: Connection, row: int, until: int | None = None) -> list[str]:
    """The memories that were told in a chat, for prompts before `until`."""
    by_prompt = queries.told(conn, row)
    return [
        ident for asked, ids in sorted(by_prompt.items()) if until is None or asked < until for ident in ids
    ]


def _line(
    turn: Turn,
    answer: AnswerRow | None,
    told: dict[int, list[str]],
    stored: dict[int, list[StoredMemory]],
) -> Line:
    asked = answer.asked if answer is not None else -1
    return Line(
        turn.number, turn.role, turn.text, turn.at, turn.kind is TurnKind.COMMAND, answer,
        tuple(told.get(asked, ())), tuple(stored.get(asked, ())),
    )  # fmt: skip
