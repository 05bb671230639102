"""Chats with a model: conversations of the source `arbor`, with the cost and the memories of each answer.

The words are turns like all others (`conversations/queries/conversations.py`): they are searched, kept and deleted
for good like these.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import apsw

from arbor_desktop import database as db
from arbor_desktop.llm.model import Usage
from arbor_desktop.memories.queries import records
from arbor_desktop.quick_dataclass import dataclass

SOURCE = "arbor"
SENT, STORED = "told", "stored"


@dataclass(frozen=True, slots=True)
class ChatInfo:
    """One chat in a list. `at`: when something was said last (milliseconds)."""

    id: str
    title: str
    project: str | None
    at: int | None
    prompts: int
    left_out: bool = False


@dataclass(frozen=True, slots=True)
class AnswerRow:
    """What is known of an answer. `state`: whole, stopped, cut, length or refused."""

    asked: int
    number: int
    state: str
    model: str
    usage: Usage
    cost: float | None


@dataclass(frozen=True, slots=True)
class StoredMemory:
    """A memory that came of an answer, as it stands now."""

    id: str
    content: str
    type: str
    status: str


def listed(conn: apsw.Connection, limit: int) -> list[ChatInfo]:
    """Return the chats, the latest first."""
    chat = db.Conversation
    order = db.fn.ifnull(chat.ended_at, chat.created_at).desc(), chat.row.desc()
    query = _infos().where(chat.source == SOURCE).order_by(*order).limit(limit)
    return [_info(row) for row in db.run(conn, query)]


def info(conn: apsw.Connection, row: int) -> ChatInfo:
    """Return a chat by its conversation's row."""
    return _info(db.run(conn, _infos().where(db.Conversation.row == row)).fetchone())


def _infos() -> db.ModelSelect[Any]:
    chat = db.Conversation
    left_out = db.fn.ifnull(db.fn.json_extract(chat.extra, "$.left_out"), 0)
    return chat.select(chat.id, chat.title, chat.project, chat.ended_at, chat.user_turns, left_out)


def _info(row: Sequence[Any]) -> ChatInfo:
    return ChatInfo(row[0], row[1], row[2], row[3], row[4], bool(row[5]))


def is_chat(conn: apsw.Connection, row: int) -> bool:
    query = db.Conversation.select(db.Conversation.source).where(db.Conversation.row == row)
    return bool(db.run(conn, query).fetchone() == (SOURCE,))


def last_number(conn: apsw.Connection, row: int) -> int:
    """Return the number of the last turn, 0 for none."""
    query = db.Turn.select(db.fn.ifnull(db.fn.max(db.Turn.number), 0)).where(db.Turn.conversation == row)
    return int(db.run(conn, query).fetchone()[0])


def set_project(conn: apsw.Connection, row: int, project: str | None, now: int) -> None:
    change = db.Conversation.update(project=project, updated_at=now)
    db.run(conn, change.where(db.Conversation.row == row))


def note_answer(conn: apsw.Connection, row: int, answer: AnswerRow) -> None:
    """Store what is known of an answer, in place of what was known."""
    query = db.ChatAnswer.insert(
        conversation=row,
        asked=answer.asked,
        number=answer.number,
        state=answer.state,
        model=answer.model,
        input_tokens=answer.usage.input,
        output_tokens=answer.usage.output,
        cache_read=answer.usage.cache_read,
        cache_written=answer.usage.cache_written,
        cost=answer.cost,
    )
    db.run(conn, query.on_conflict_replace())


def answers(conn: apsw.Connection, row: int) -> list[AnswerRow]:
    """Return a chat's answers in the order in which they were given."""
    one = db.ChatAnswer
    fields = (
        one.asked, one.number, one.state, one.model, one.input_tokens, one.output_tokens, one.cache_read,
        one.cache_written, one.cost,
    )  # fmt: skip
    query = one.select(*fields).where(one.conversation == row).order_by(one.number)
    return [
        AnswerRow(asked, number, state, model, Usage(*tokens), cost)
        for asked, number, state, model, *tokens, cost in db.run(conn, query)
    ]


def note_memories(conn: apsw.Connection, row: int, asked: int, ids: Sequence[str], what: str) -> None:
    """Store which memories were sent for a prompt, or stored with its answer."""
    for part in records.chunks(ids):
        conn.execute(
            "INSERT OR IGNORE INTO chat_memory SELECT ?, ?, row, ? FROM memory "
            f"WHERE id IN ({records.marks(part)})",
            (row, asked, what, *part),
        )


def sent(conn: apsw.Connection, row: int) -> dict[int, list[str]]:
    """Return the ids of the memories that were sent, by the number of the prompt with which each was sent first."""
    found: dict[int, list[str]] = {}
    for asked, ident in db.run(conn, _memories(row, SENT, db.Memory.id)):
        found.setdefault(asked, []).append(ident)
    return found


def stored(conn: apsw.Connection, row: int) -> dict[int, list[StoredMemory]]:
    """Return the living memories that came of answers, by the number of the prompt."""
    memory = db.Memory
    text = db.fn.ifnull(memory.summary, memory.content)
    query = _memories(row, STORED, memory.id, text, memory.type, memory.status)
    found: dict[int, list[StoredMemory]] = {}
    for asked, *one in db.run(conn, query.where(memory.status.in_(("active", "pending")))):
        found.setdefault(asked, []).append(StoredMemory(*one))
    return found


def _memories(row: int, what: str, *fields: db.ColumnBase) -> db.ModelSelect[Any]:
    link = db.ChatMemory
    query = (
        link.select(link.asked, *fields).join(db.Memory).where(link.conversation == row, link.what == what)
    )
    return query.order_by(link.asked, db.Memory.row)


def changed_by_hand(conn: apsw.Connection, memory_id: str) -> bool:
    """Return whether the person did anything to a memory since it was made."""
    event = db.MemoryEvent
    by_person = event.select(event.seq).where(
        event.memory_id == memory_id, event.actor == "user", event.undone_by.is_null()
    )
    return db.run(conn, by_person.limit(1)).fetchone() is not None
