"""Memories that say the same as a text or as each other, merged and separated again.

Plain SQL: they are asked for each new memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import apsw

from arbor_desktop.database.fulltext import quoted
from arbor_desktop.memories.confidence import proven_rate
from arbor_desktop.memories.model import Memory, MemoryType
from arbor_desktop.memories.queries import events, records
from arbor_desktop.memories.queries.memories import NewMemory, Write

MOST = 20
MOST_WORDS = 5
"""So many words find a row as well as all do; the longest are the rarest."""


def candidates(
    conn: apsw.Connection, words: Sequence[Sequence[str]], new: NewMemory, *, team: bool = False
) -> list[tuple[int, str]]:
    """Return (row, content) of memories of any status in the very place (scope, branch, expiry) of `new` that
    contain one of each group of `words`: at most `MOST`, the best matches first. `team`: of other members."""
    if not words:
        return []
    # Fewer alternatives and more letters: rarer.
    asked = sorted(words, key=lambda group: (len(group), -len(group[0]), group))[:MOST_WORDS]
    found = conn.execute(
        "SELECT m.row, m.content FROM memory_fts f CROSS JOIN memory m ON m.row = f.rowid "
        "WHERE memory_fts MATCH ? "
        "AND m.scope = ? AND m.scope_id IS ? AND m.branch IS ? AND m.expires_at IS ? AND (m.source = 'team') = ? "
        "ORDER BY f.rank LIMIT ?",
        (
            " AND ".join(f"({' OR '.join(map(quoted, group))})" for group in asked),
            new.scope.value,
            new.scope_id,
            new.branch,
            new.expires_at,
            team,
            MOST,
        ),
    )
    return list(found)


def take_in(
    conn: apsw.Connection,
    near: Memory,
    fields: dict[str, Any],
    by: Write,
    text: str,
    conversation: str | None,
    *,
    joined: str | None = None,
) -> None:
    """Set `fields`, and record in the history that `text` was merged, from which conversation, with what was
    before. There is such a line also where nothing else changed. `joined`: what the conversation brought,
    where `text` was made of that and of what the memory said before."""
    told = {"merged": text} | ({"merged_from": conversation} if conversation else {})
    told |= {"joined": joined} if joined is not None else {}
    _record(conn, near, fields, told, by, list(fields)[:1])


def has_taken_in(conn: apsw.Connection, ident: str, text: str) -> bool:
    """Return whether this very text was merged into the memory before."""
    return bool(
        conn.execute(
            "SELECT EXISTS (SELECT 1 FROM memory_event WHERE memory_id = ? AND undone_by IS NULL "
            "AND json_extract(after, '$.merged') = ?)",
            (ident, text),
        ).fetchone()[0]
    )


def _record(
    conn: apsw.Connection,
    near: Memory,
    fields: dict[str, Any],
    told: dict[str, Any],
    by: Write,
    anyway: Sequence[str] = (),
) -> None:
    """Set those of `fields` that differ, or at least `anyway`, and record that in the history with what is
    `told` besides."""
    names = list(fields)
    before = records.current(conn, near.id, names) or {}
    after = {name: records.plain(name, records.stored(name, value)) for name, value in fields.items()}
    changed = [name for name in names if before[name] != after[name]] or anyway
    updates = {name: records.stored(name, fields[name]) for name in changed}
    if "content" in changed:
        updates["updated_at"] = by.now
    if updates:
        records.write_columns(conn, near.row, updates)
    events.record(
        conn, near.id, "merged", by.actor, by.action_id, by.now,
        {name: before[name] for name in changed}, {name: after[name] for name in changed} | told, by.reason,
    )  # fmt: skip


def as_proven(conn: apsw.Connection, row: int) -> dict[str, Any]:
    """Return the speed at which a memory fades once a person stated it again."""
    rate, kind = conn.execute("SELECT decay_rate, type FROM memory WHERE row = ?", (row,)).fetchone()
    return {"decay_rate": proven_rate(rate, MemoryType(kind))}


def worded_by(conn: apsw.Connection, ident: str) -> str | None:
    """Return `edited` if a person changed the memory's text, `typed` if they stored it, None otherwise."""
    found = conn.execute(
        "SELECT max(before IS NOT NULL AND action != 'merged') FROM memory_event WHERE memory_id = ? "
        "AND actor = 'user' AND undone_by IS NULL AND json_extract(after, '$.content') IS NOT NULL",
        (ident,),
    ).fetchone()[0]
    return None if found is None else ("edited" if found else "typed")


def was_reviewed(conn: apsw.Connection, ident: str) -> bool:
    """Return whether anything but its storing ever set the memory's status."""
    return bool(
        conn.execute(
            "SELECT EXISTS (SELECT 1 FROM memory_event WHERE memory_id = ? AND before IS NOT NULL "
            "AND json_extract(after, '$.status') IS NOT NULL)",
            (ident,),
        ).fetchone()[0]
    )


def forget_words(conn: apsw.Connection, conversation: int) -> list[int]:
    """Remove the words that a conversation added to memories by merging from them and their history, when
    it is deleted permanently. Such a memory gets its earlier text back. Return the conversations whose
    insights mention it."""
    _part(conn, conversation)
    brought = conn.execute(
        "SELECT DISTINCT v.memory_id, json_extract(v.after, '$.merged'), json_extract(v.before, '$.content'), v.seq "
        "FROM evidence e JOIN memory m ON m.row = e.memory JOIN conversation c ON c.row = e.conversation "
        "JOIN memory_event v ON v.memory_id = m.id WHERE e.conversation = ? AND v.action = 'merged' "
        "AND json_extract(v.after, '$.merged_from') = c.id ORDER BY v.seq DESC",
        (conversation,),
    ).fetchall()
    homes: set[int] = set()
    for ident, text, earlier, _ in brought:
        homes |= {
            home
            for (home,) in conn.execute(
                "SELECT e.conversation FROM evidence e JOIN memory m ON m.row = e.memory WHERE m.id = ?",
                (ident,),
            )
        }
        now = conn.execute("SELECT row, content FROM memory WHERE id = ?", (ident,)).fetchone()
        if now is not None and now[1] == text and earlier is not None:
            records.write_columns(conn, now[0], {"content": earlier, "summary": None, "compacted_at": None})
            # A short form is made of these words.
            conn.execute(
                "UPDATE memory_event SET before = json_remove(before, '$.summary'), "
                "after = json_remove(after, '$.summary') WHERE memory_id = ?",
                (ident,),
            )
        conn.execute(
            "UPDATE memory_event SET after = json_remove(after, '$.merged', '$.merged_from', '$.joined') "
            "WHERE memory_id = ? AND json_extract(after, '$.merged') = ?",
            (ident, text),
        )
        _drop_words(conn, ident, text)
    return sorted(homes)


def _drop_words(conn: apsw.Connection, ident: str, text: str) -> None:
    """Remove a text from the changes of a memory. Undo needs a field on both sides of a change, or on
    neither."""
    conn.execute(
        "UPDATE memory_event SET before = json_remove(before, '$.content'), "
        "after = json_remove(after, '$.content') WHERE memory_id = ?1 AND before IS NOT NULL "
        "AND ?2 IN (json_extract(before, '$.content'), json_extract(after, '$.content'))",
        (ident, text),
    )


def was_joined(conn: apsw.Connection, ident: str) -> bool:
    """Return whether the memory has a text that was made of two conversations' words."""
    return bool(
        conn.execute(
            "SELECT EXISTS (SELECT 1 FROM memory_event WHERE memory_id = ? AND undone_by IS NULL "
            "AND json_extract(after, '$.joined') IS NOT NULL)",
            (ident,),
        ).fetchone()[0]
    )


def _part(conn: apsw.Connection, conversation: int) -> None:
    """Reduce memories whose text was made of this conversation's words and another one's to the other's;
    where a third one said the first half too, or a person reworded it, it stays."""
    found = conn.execute(
        "SELECT m.row, m.id, m.content, json_extract(v.after, '$.merged'), json_extract(v.after, '$.joined'), "
        "json_extract(v.before, '$.content') "
        "FROM evidence e JOIN memory m ON m.row = e.memory JOIN conversation c ON c.row = e.conversation "
        "JOIN memory_event v ON v.memory_id = m.id AND json_extract(v.after, '$.joined') IS NOT NULL "
        "WHERE e.conversation = ?1 AND json_extract(v.after, '$.merged_from') != c.id AND NOT EXISTS "
        "(SELECT 1 FROM evidence o JOIN conversation oc ON oc.row = o.conversation WHERE o.memory = m.row "
        "AND o.conversation != ?1 AND oc.id != json_extract(v.after, '$.merged_from'))",
        (conversation,),
    ).fetchall()
    for row, ident, now, text, half, earlier in dict.fromkeys(found):
        if now == text:
            records.write_columns(conn, row, {"content": half, "summary": None, "compacted_at": None})
        for gone in (text, earlier):
            if gone is not None:
                _drop_words(conn, ident, gone)
        conn.execute(
            "UPDATE memory_event SET after = json_set(after, '$.content', ?3) WHERE memory_id = ?1 "
            "AND before IS NULL AND json_extract(after, '$.content') = ?2",
            (ident, earlier, half),
        )
        conn.execute(
            "UPDATE memory_event SET before = json_remove(before, '$.summary'), "
            "after = json_remove(after, '$.summary', '$.merged', '$.joined') WHERE memory_id = ?1 "
            "AND before IS NOT NULL",
            (ident,),
        )


MERGED_INTO = "merged_into"
"""The kind of link from a memory to the one that took it in."""
MERGED_MEMORY, EVIDENCE_ADDED = "merged_memory", "evidence_added"
"""In the survivor's history: the id of what it took in, and the rows of evidence that it got with it."""


def rows_since(conn: apsw.Connection, since: int) -> list[int]:
    """Return active and pending memories that were stored or changed since a moment, or that come from a
    conversation that went on since then."""
    return [
        row
        for (row,) in conn.execute(
            "SELECT row FROM memory WHERE status IN ('active', 'pending') "
            "AND (created_at >= ?1 OR updated_at >= ?1) "
            "UNION SELECT e.memory FROM conversation c JOIN evidence e ON e.conversation = c.row "
            "WHERE c.ended_at >= ?1 ORDER BY 1",
            (since,),
        )
    ]


def kept_apart(conn: apsw.Connection, one: str, other: str) -> bool:
    """Return whether the two were merged before. That both live now is a person's decision: they undid the
    merge, or restored the one that was merged."""
    return bool(
        conn.execute(
            "SELECT EXISTS (SELECT 1 FROM memory_event WHERE memory_id IN (?1, ?2) AND action = 'merged' "
            f"AND json_extract(after, '$.{MERGED_MEMORY}') IN (?1, ?2))",
            (one, other),
        ).fetchone()[0]
    )


def words(conn: apsw.Connection, row: int) -> str:
    """Return the beginning of a memory's text, to name it by."""
    found = conn.execute("SELECT content FROM memory WHERE row = ?", (row,)).fetchone()
    return f"“{found[0][:80]}”" if found else f"Memory {row}"


def merge_into(
    conn: apsw.Connection, survivor: Memory, other: Memory, fields: dict[str, Any], by: Write
) -> None:
    """Give `survivor` `fields` and the evidence of `other`, and a line in its history. The other one's
    status is set by the caller."""
    evidence = [
        row
        for (row,) in conn.execute(
            "INSERT OR IGNORE INTO evidence (memory, conversation, first_turn, last_turn, span_start, span_end, rule, "
            "project, verified, error_text, at, confidence) SELECT ?, conversation, first_turn, last_turn, "
            "span_start, span_end, rule, project, verified, error_text, at, confidence FROM evidence e "
            "WHERE e.memory = ? ORDER BY e.row RETURNING row",
            (survivor.row, other.row),
        ).fetchall()
    ]
    conn.execute(
        "INSERT OR IGNORE INTO relation (from_memory, to_memory, kind) VALUES (?,?,?)",
        (other.row, survivor.row, MERGED_INTO),
    )
    told: dict[str, Any] = {"merged": other.content, MERGED_MEMORY: other.id}
    if other.conversation_id:
        told["merged_from"] = other.conversation_id
    if evidence:
        told[EVIDENCE_ADDED] = evidence
    _record(conn, survivor, fields, told, by)


def undo_merge(conn: apsw.Connection, action: str, ident: str) -> None:
    """Remove what an action linked to a memory by `merge_into`, links and evidence; and the link that the
    action made from it to the memory that it was merged into."""
    conn.execute(
        "DELETE FROM relation WHERE kind = ? AND from_memory = (SELECT row FROM memory WHERE id = ?) "
        "AND to_memory IN (SELECT k.row FROM memory_event e JOIN memory k ON k.id = e.memory_id "
        f"WHERE e.action_id = ? AND json_extract(e.after, '$.{MERGED_MEMORY}') = ?)",
        (MERGED_INTO, ident, action, ident),
    )
    for (after,) in conn.execute(
        "SELECT after FROM memory_event WHERE action_id = ? AND memory_id = ? AND undone_by IS NULL "
        f"AND json_extract(after, '$.{MERGED_MEMORY}') IS NOT NULL",
        (action, ident),
    ).fetchall():
        told = records.from_json(after)
        conn.execute(
            "DELETE FROM relation WHERE kind = ? AND from_memory = (SELECT row FROM memory WHERE id = ?) "
            "AND to_memory = (SELECT row FROM memory WHERE id = ?)",
            (MERGED_INTO, told[MERGED_MEMORY], ident),
        )
        for some in records.chunks(told.get(EVIDENCE_ADDED, [])):
            conn.execute(
                f"DELETE FROM evidence WHERE row IN ({records.marks(some)}) "
                "AND memory = (SELECT row FROM memory WHERE id = ?)",
                (*some, ident),
            )


def unmerge(conn: apsw.Connection, ids: Sequence[str]) -> None:
    """Separate those of the memories that were merged into others and are living again."""
    for some in records.chunks(ids):
        for loser, keeper in conn.execute(
            "SELECT m.id, k.id FROM relation r JOIN memory m ON m.row = r.from_memory JOIN memory k "
            "ON k.row = r.to_memory WHERE r.kind = ? AND m.status IN ('active', 'pending') "
            f"AND m.id IN ({records.marks(some)})",
            (MERGED_INTO, *some),
        ).fetchall():
            separate(conn, [loser], keeper)


def separate(conn: apsw.Connection, losers: Sequence[str], keeper: str) -> None:
    """Remove the links of merged memories to the one that they were merged into, and their evidence from it."""
    for some in records.chunks(losers):
        conn.execute(
            "DELETE FROM evidence WHERE memory = (SELECT row FROM memory WHERE id = ?) AND EXISTS ("
            "SELECT 1 FROM evidence o JOIN memory m ON m.row = o.memory WHERE o.conversation = evidence.conversation "
            "AND o.first_turn = evidence.first_turn AND o.span_start IS evidence.span_start "
            f"AND o.rule = evidence.rule AND m.id IN ({records.marks(some)}))",
            (keeper, *some),
        )
        conn.execute(
            "DELETE FROM relation WHERE kind = ? AND to_memory = (SELECT row FROM memory WHERE id = ?) "
            f"AND from_memory IN (SELECT row FROM memory WHERE id IN ({records.marks(some)}))",
            (MERGED_INTO, keeper, *some),
        )
