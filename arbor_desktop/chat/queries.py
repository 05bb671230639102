"""Chats with a model: conversations of the source `arbor`, and what is known of their answers beside the words.

The words are turns like all others (`conversations/queries/conversations.py`), so that search, retention and deleting for good
hold for them. Here stands which prompt an answer belongs to, what it cost, and which memories were told for it
or came of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import apsw

from arbor_desktop.ids import new_id
from arbor_desktop.memories.queries import records
from arbor_desktop.models.model import Usage

SOURCE = "arbor"
TOLD, STORED = "told", "stored"


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
    """The chats, the one that was spoken in last first."""
    return [
        _info(row)
        for row in conn.execute(
            "SELECT id, title, project, ended_at, user_turns, ifnull(json_extract(extra, '$.left_out'), 0) "
            "FROM conversation WHERE source = ? ORDER BY ifnull(ended_at, created_at) DESC, row DESC LIMIT ?",
            (SOURCE, limit),
        )
    ]


def info(conn: apsw.Connection, row: int) -> ChatInfo:
    found = conn.execute(
        "SELECT id, title, project, ended_at, user_turns, ifnull(json_extract(extra, '$.left_out'), 0) "
        "FROM conversation WHERE row = ?",
        (row,),
    ).fetchone()
    return _info(found)


def _info(row: Sequence[Any]) -> ChatInfo:
    return ChatInfo(row[0], row[1], row[2], row[3], row[4], bool(row[5]))


def is_chat(conn: apsw.Connection, row: int) -> bool:
    found = conn.execute("SELECT source FROM conversation WHERE row = ?", (row,)).fetchone()
    return found is not None and found[0] == SOURCE


def last_number(conn: apsw.Connection, row: int) -> int:
    """The number of the last turn, 0 for none."""
    found = conn.execute("SELECT ifnull(max(number), 0) FROM turn WHERE conversation = ?", (row,)).fetchone()
    return int(found[0])


def set_project(conn: apsw.Connection, row: int, project: str | None, now: int) -> None:
    conn.execute("UPDATE conversation SET project = ?, updated_at = ? WHERE row = ?", (project, now, row))


def note_answer(conn: apsw.Connection, row: int, answer: AnswerRow) -> None:
    usage = answer.usage
    conn.execute(
        "INSERT OR REPLACE INTO chat_answer VALUES (?,?,?,?,?,?,?,?,?,?)",
        (
            row, answer.asked, answer.number, answer.state, answer.model, usage.input, usage.output,
            usage.cache_read, usage.cache_written, answer.cost,
        ),
    )  # fmt: skip


def answers(conn: apsw.Connection, row: int) -> list[AnswerRow]:
    """In the order in which they were given."""
    return [
        AnswerRow(found[0], found[1], found[2], found[3], Usage(*found[4:8]), found[8])
        for found in conn.execute(
            "SELECT asked, number, state, model, input_tokens, output_tokens, cache_read, cache_written, cost "
            "FROM chat_answer WHERE conversation = ? ORDER BY number",
            (row,),
        )
    ]


def note_memories(conn: apsw.Connection, row: int, asked: int, ids: Sequence[str], what: str) -> None:
    """Notes memories that were told for a prompt, or stored with its answer."""
    for part in records.chunks(ids):
        conn.execute(
            "INSERT OR IGNORE INTO chat_memory SELECT ?, ?, row, ? FROM memory "
            f"WHERE id IN ({records.marks(part)})",
            (row, asked, what, *part),
        )


def told(conn: apsw.Connection, row: int) -> dict[int, list[str]]:
    """The memories that were told, by the number of the prompt for which each was told first."""
    return _by_prompt(conn, row, TOLD)


def stored(conn: apsw.Connection, row: int) -> dict[int, list[StoredMemory]]:
    """The memories that came of answers, by the number of the prompt; not those that were taken back."""
    found: dict[int, list[StoredMemory]] = {}
    for asked, *memory in conn.execute(
        "SELECT c.asked, m.id, ifnull(m.summary, m.content), m.type, m.status FROM chat_memory c "
        "JOIN memory m ON m.row = c.memory WHERE c.conversation = ? AND c.what = ? "
        "AND m.status IN ('active', 'pending') ORDER BY m.row",
        (row, STORED),
    ):
        found.setdefault(asked, []).append(StoredMemory(*memory))
    return found


def _by_prompt(conn: apsw.Connection, row: int, what: str) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    rows: Any = conn.execute(
        "SELECT c.asked, m.id FROM chat_memory c JOIN memory m ON m.row = c.memory "
        "WHERE c.conversation = ? AND c.what = ? ORDER BY c.asked, m.row",
        (row, what),
    )
    for asked, ident in rows:
        found.setdefault(asked, []).append(ident)
    return found


def changed_by_hand(conn: apsw.Connection, memory_id: str) -> bool:
    """Whether the person did anything to a memory since it was made."""
    found = conn.execute(
        "SELECT EXISTS (SELECT 1 FROM memory_event WHERE memory_id = ? AND actor = 'user' "
        "AND undone_by IS NULL)",
        (memory_id,),
    ).fetchone()
    return bool(found[0])


def session_id(now: int) -> str:
    """The name of a new chat's session."""
    return new_id(now)
