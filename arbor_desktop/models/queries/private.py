"""What must not be told to a model: the words of memories that are never shared, and the passages they and
sensitive memories came from."""

from __future__ import annotations

from typing import Any

import apsw

from arbor_desktop.database.packed_text import turn_text

MIN_PASSAGE = 12
"""Characters of a passage, or of a detail, from which on its words are kept back wherever they stand; shorter
ones ("yes, that one", "tabs") only where they were said."""
_HIDDEN = "WITH hidden AS (SELECT id, details FROM memory WHERE privacy_level = 'never_share') "


def never_shared(conn: apsw.Connection) -> list[str]:
    """The words that must leave in no call: of memories that are never shared, now or in an older wording,
    their short forms and details, and the passages of conversations that they came from. The longest first.

    Memories in the trash count too: what is deleted was not therefore told to be shared."""
    texts = {
        text
        for (text,) in conn.execute(
            "WITH hidden AS (SELECT row, id, content, summary FROM memory WHERE privacy_level = 'never_share') "
            "SELECT content FROM hidden UNION SELECT summary FROM hidden "
            "UNION SELECT json_extract(e.before, '$.content') FROM memory_event e JOIN hidden h ON h.id = e.memory_id "
            "UNION SELECT json_extract(e.after, '$.content') FROM memory_event e JOIN hidden h ON h.id = e.memory_id "
            "UNION SELECT json_extract(e.before, '$.summary') FROM memory_event e JOIN hidden h ON h.id = e.memory_id "
            "UNION SELECT json_extract(e.after, '$.summary') FROM memory_event e JOIN hidden h ON h.id = e.memory_id"
        )
        if text
    }
    texts |= _details(conn)
    for text, packed, start, end in conn.execute(
        "SELECT t.text, t.packed, e.span_start, e.span_end FROM evidence e JOIN memory m ON m.row = e.memory "
        "JOIN turn t ON t.conversation = e.conversation AND t.number = e.first_turn "
        "WHERE m.privacy_level = 'never_share' AND e.span_start IS NOT NULL"
    ):
        passage = turn_text(text, packed)[start:end].strip()
        if len(passage) >= MIN_PASSAGE:
            texts.add(passage)
    return sorted(texts, key=len, reverse=True)


def _details(conn: apsw.Connection) -> set[str]:
    """What stands in their details, now or before, but for names of what they are about."""
    found = conn.execute(
        f"{_HIDDEN} SELECT t.value FROM hidden h, json_tree(h.details) t WHERE t.type = 'text' AND t.key IS NOT 'key' "
        "UNION SELECT t.value FROM hidden h JOIN memory_event e ON e.memory_id = h.id, "
        "json_tree(e.before, '$.details') t WHERE t.type = 'text' AND t.key IS NOT 'key' "
        "UNION SELECT t.value FROM hidden h JOIN memory_event e ON e.memory_id = h.id, "
        "json_tree(e.after, '$.details') t WHERE t.type = 'text' AND t.key IS NOT 'key'"
    )
    return {text for (text,) in found if len(text.strip()) >= MIN_PASSAGE}


def passages(conn: apsw.Connection, conversation: str) -> dict[int, list[tuple[int, int]]]:
    """By the turn's number, the characters that a memory came from which is never shared or sensitive; the
    whole turn where the memory names no place in it."""
    found: dict[int, list[tuple[int, int]]] = {}
    rows: Any = conn.execute(
        "SELECT e.first_turn, e.last_turn, e.span_start, e.span_end FROM evidence e "
        "JOIN memory m ON m.row = e.memory JOIN conversation c ON c.row = e.conversation "
        "WHERE c.id = ? AND m.privacy_level IN ('never_share', 'sensitive')",
        (conversation,),
    )
    for first, last, start, end in rows:
        if start is not None:
            found.setdefault(first, []).append((start, end))
            continue
        for number in range(first, last + 1):
            found.setdefault(number, []).append((0, 1 << 40))
    return found
