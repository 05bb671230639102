"""Words and passages of private memories, which must not be sent to a model."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import apsw

from arbor_desktop import database as db
from arbor_desktop.database.packed_text import turn_text

MIN_PASSAGE = 12
"""Characters of a passage, or of a detail, from which on its words are kept back wherever they are; shorter
ones ("yes, that one", "tabs") only at their place."""


def never_shared(conn: apsw.Connection) -> list[str]:
    """Return the words that must leave in no call, longest first: of memories that are never shared, now or in
    an older wording, their short forms and details, and the passages of conversations that they came from.

    Memories in the trash count too: deleting one does not permit sharing it.
    """
    memory, event, evidence, turn = db.Memory, db.MemoryEvent, db.Evidence, db.Turn
    hidden = memory.privacy_level == "never_share"
    query = memory.select(memory.content, memory.summary, memory.details).where(hidden)
    states = [
        {"content": content, "summary": summary, "details": json.loads(details)}
        for content, summary, details in db.run(conn, query)
    ]
    events = event.select(event.before, event.after).join(memory, on=memory.id == event.memory_id)
    changes = db.run(conn, events.where(hidden))
    states += [json.loads(state) for change in changes for state in change if state]
    texts = {text for state in states for name in ("content", "summary") if (text := state.get(name))}
    passages = {text for state in states for text in _texts(state.get("details"))}
    same = (turn.conversation == evidence.conversation) & (turn.number == evidence.first_turn)
    places = evidence.select(turn.text, turn.packed, evidence.span_start, evidence.span_end)
    places = places.join(memory, on=evidence.memory == memory.row).join(turn, on=same)
    for text, packed, start, end in db.run(conn, places.where(hidden & evidence.span_start.is_null(False))):
        passages.add(turn_text(text, packed)[start:end].strip())
    texts |= {text for text in passages if len(text.strip()) >= MIN_PASSAGE}
    return sorted(texts, key=len, reverse=True)


def _texts(value: Any) -> Iterator[str]:
    """Yield the texts of a memory's details, without the names of what they are about (`key`)."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for one in value:
            yield from _texts(one)
    elif isinstance(value, dict):
        for name, one in value.items():
            if name != "key" or not isinstance(one, str):
                yield from _texts(one)


def passages(conn: apsw.Connection, conversation: str) -> dict[int, list[tuple[int, int]]]:
    """Return, by the turn's number, the characters from which came a memory that is never shared or sensitive:
    the whole turn where the memory names no place in it."""
    memory, evidence = db.Memory, db.Evidence
    query = evidence.select(
        evidence.first_turn, evidence.last_turn, evidence.span_start, evidence.span_end
    ).join(memory)
    query = query.join(db.Conversation, on=evidence.conversation == db.Conversation.row)
    private = memory.privacy_level.in_(("never_share", "sensitive"))
    found: dict[int, list[tuple[int, int]]] = {}
    for first, last, start, end in db.run(conn, query.where((db.Conversation.id == conversation) & private)):
        if start is not None:
            found.setdefault(first, []).append((start, end))
            continue
        for number in range(first, last + 1):
            found.setdefault(number, []).append((0, 1 << 40))
    return found
