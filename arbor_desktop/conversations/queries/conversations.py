"""Conversations and their turns, and their list. A captured turn is never changed, only marked as taken back."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable, Sequence
from typing import Any

import apsw
import msgspec

from arbor_desktop.conversations.model import (
    IGNORED,
    NOTHING_TO_REMEMBER,
    Conversation,
    ConversationFacets,
    ConversationPage,
    ConversationStatus,
    ReadTurn,
    Role,
    SessionPart,
    Turn,
    TurnKind,
    TurnMark,
)
from arbor_desktop.database.packed_text import turn_text
from arbor_desktop.errors import InvalidInput, NotFound
from arbor_desktop.ids import new_id
from arbor_desktop.memories.model import MemoryType
from arbor_desktop.memories.queries import records
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.text.words import identifier_parts

INDEXED_KINDS = frozenset({TurnKind.SAID, TurnKind.COMMAND, TurnKind.SUMMARY, TurnKind.SUBAGENT})
"""What was said can be found; tool output and injected text would drown it."""
MAX_PATHS = 200
MAX_INSIGHTS = 50
MAX_TURNS = 50
"""The most turns after its first on which a memory rests."""


def find(conn: apsw.Connection, source: str, session_id: str) -> int | None:
    sql = "SELECT row FROM conversation WHERE source = ? AND session_id = ?"
    row: int | None = records.value(conn, sql, source, session_id)
    return row


def ensure(conn: apsw.Connection, part: SessionPart, project: str | None, now: int) -> int:
    """Return the row of the session's conversation, made if it is new."""
    session = part.parent_session_id or part.session_id
    found = find(conn, part.source, session)
    if found is not None:
        return found
    conn.execute(
        "INSERT INTO conversation (id, source, session_id, project, branch, status, created_at, updated_at) "
        "VALUES (?,?,?,?,?,?,?,?)",
        (new_id(now), part.source, session, project, part.branch, ConversationStatus.PENDING.value, now, now),
    )
    return int(conn.last_insert_rowid())


def known_keys(conn: apsw.Connection, keys: Sequence[str]) -> set[str]:
    """Return those record ids that were captured before, in any conversation."""
    found: set[str] = set()
    for part in records.chunks(keys):
        found.update(
            r[0] for r in conn.execute(f"SELECT key FROM turn WHERE key IN ({records.marks(part)})", part)
        )
    return found


def add_turns(conn: apsw.Connection, conversation: int, file: int | None, turns: Sequence[ReadTurn]) -> int:
    """Append the turns whose keys are new; `file` None: they come from no file. Return how many."""
    known = known_keys(conn, [turn.key for turn in turns])
    fresh = []
    for turn in turns:
        if turn.key not in known:
            known.add(turn.key)
            fresh.append(turn)
    if not fresh:
        return 0
    number = records.value(conn, "SELECT max(number) FROM turn WHERE conversation = ?", conversation) or 0
    row = records.value(conn, "SELECT max(row) FROM turn") or 0
    rows, indexed = [], []
    for turn in fresh:
        number += 1
        row += 1
        rows.append(
            (row, conversation, number, turn.key, turn.role.value, turn.kind.value, int(turn.unsaid), turn.text,
             turn.at, file, turn.line)
        )  # fmt: skip
        if turn.kind in INDEXED_KINDS:
            parts = identifier_parts(turn.text)
            indexed.append((row, f"{turn.text}\n{parts}" if parts else turn.text))
    conn.executemany(
        "INSERT INTO turn (row, conversation, number, key, role, kind, unsaid, text, at, file, line) "
        "VALUES (?,?,?,?,?,?,?,?,?,?,?)",
        rows,
    )
    conn.executemany("INSERT INTO turn_fts (rowid, text) VALUES (?, ?)", indexed)
    _count(conn, conversation, fresh)
    return len(fresh)


def _count(conn: apsw.Connection, conversation: int, fresh: Sequence[ReadTurn]) -> None:
    """Add new turns to the counts of a conversation: counting all turns of a long one again is slow."""
    prompts = sum(t.role is Role.USER and t.kind is TurnKind.SAID and not t.unsaid for t in fresh)
    times = [turn.at for turn in fresh if turn.at is not None]
    conn.execute(
        "UPDATE conversation SET message_count = message_count + ?, user_turns = user_turns + ? WHERE row = ?",
        (len(fresh), prompts, conversation),
    )
    if times:
        conn.execute(
            "UPDATE conversation SET started_at = min(ifnull(started_at, ?1), ?1), "
            "ended_at = max(ifnull(ended_at, ?2), ?2) WHERE row = ?3",
            (min(times), max(times), conversation),
        )


def _count_prompts(conn: apsw.Connection, conversations: Iterable[int]) -> None:
    """Count the prompts again of conversations whose turns were withdrawn or restored."""
    conn.executemany(
        "UPDATE conversation SET user_turns = (SELECT count(*) FROM turn WHERE conversation = ?1 "
        "AND role = 'user' AND kind = 'said' AND NOT unsaid) WHERE row = ?1",
        [(row,) for row in conversations],
    )


def mark_said(conn: apsw.Connection, conversation: int, keys: Sequence[str]) -> list[int] | None:
    """Let turns that were taken back and are there again (a redo) count again, and be memorized.
    Return the memories that rest on them; None where there was no such turn."""
    numbers: list[int] = []
    for part in records.chunks(keys):
        numbers.extend(
            number
            for (number,) in conn.execute(
                f"UPDATE turn SET unsaid = 0 WHERE conversation = ? AND unsaid = 1 AND key IN ({records.marks(part)}) "
                "RETURNING number",
                (conversation, *part),
            )
        )
    if not numbers:
        return None
    _count_prompts(conn, [conversation])
    conn.execute(
        "UPDATE conversation SET memorized_through = min(memorized_through, ?) WHERE row = ?",
        (min(numbers) - 1, conversation),
    )
    return sorted(
        {
            memory
            for (turn, _), rested in resting(conn, conversation).items()
            if turn in set(numbers)
            for memory in rested
        }
    )


def held_by_another(conn: apsw.Connection, source: str, session_id: str) -> bool:
    """Return whether another source holds the session of this id."""
    sql = "SELECT EXISTS (SELECT 1 FROM conversation WHERE session_id = ? AND source != ?)"
    return bool(records.value(conn, sql, session_id, source))


def missing_keys(conn: apsw.Connection, conversation: int, file: int, keys: Sequence[str]) -> list[str]:
    """Return turns that were read from this file before and are not among `keys`, which were: they were taken back.
    What is missing before the first that is left was only trimmed away; where none is left, the conversation
    was begun anew (its first prompt was edited)."""
    if not keys:
        return []
    kept = set(keys)
    before = said_in(conn, conversation, file)
    first = next((place for place, key in enumerate(before) if key in kept), 0)
    return [key for key in before[first:] if key not in kept]


def said_in(conn: apsw.Connection, conversation: int, file: int) -> list[str]:
    """Return the turns of a conversation that were read from a file, without those that were taken back."""
    return [
        key
        for (key,) in conn.execute(
            "SELECT key FROM turn WHERE conversation = ? AND file = ? AND unsaid = 0 ORDER BY number",
            (conversation, file),
        )
    ]


def mark_unsaid(conn: apsw.Connection, keys: Sequence[str]) -> list[int]:
    """Mark turns as taken back. Return the memories that rest on nothing else now."""
    touched: list[int] = []
    changed: set[int] = set()
    for part in records.chunks(keys):
        sql = f"UPDATE turn SET unsaid = 1 WHERE NOT unsaid AND key IN ({records.marks(part)}) RETURNING conversation"
        changed.update(row for (row,) in conn.execute(sql, part))
        touched.extend(
            row[0]
            for row in conn.execute(
                "SELECT DISTINCT e.memory FROM evidence e JOIN turn t "
                "ON t.conversation = e.conversation AND t.number = e.first_turn "
                f"WHERE t.key IN ({records.marks(part)}) AND NOT EXISTS (SELECT 1 FROM evidence o JOIN turn ot "
                "ON ot.conversation = o.conversation AND ot.number = o.first_turn "
                "WHERE o.memory = e.memory AND ot.unsaid = 0)",
                part,
            )
        )
    _count_prompts(conn, changed)
    return touched


def update_session(conn: apsw.Connection, row: int, part: SessionPart, project: str | None, now: int) -> None:
    """Take over what a batch says of the session."""
    paths, extra = conn.execute("SELECT paths, extra FROM conversation WHERE row = ?", (row,)).fetchone()
    merged_paths = list(dict.fromkeys([*msgspec.json.decode(paths), *part.paths]))[:MAX_PATHS]
    merged_extra = msgspec.json.decode(extra) | part.extra | ({"headless": True} if part.headless else {})
    subagent = part.parent_session_id is not None
    conn.execute(
        "UPDATE conversation SET title = ifnull(:title, title), project = ifnull(project, :project), "
        "branch = ifnull(:branch, branch), input_tokens = input_tokens + :input, "
        "output_tokens = output_tokens + :output, paths = :paths, extra = :extra, updated_at = :now "
        "WHERE row = :row",
        {
            "title": None if subagent else part.title,
            "project": project,
            "branch": None if subagent else part.branch,
            "input": part.input_tokens,
            "output": part.output_tokens,
            "paths": records.to_json(merged_paths),
            "extra": records.to_json(merged_extra),
            "now": now,
            "row": row,
        },
    )


def tokens(conn: apsw.Connection, row: int) -> tuple[int, int]:
    """Return (input, output) tokens that were counted."""
    found = conn.execute(
        "SELECT input_tokens, output_tokens FROM conversation WHERE row = ?", (row,)
    ).fetchone()
    return int(found[0]), int(found[1])


def title_of(conn: apsw.Connection, row: int) -> str:
    """Return the title, "" where it has none."""
    return records.value(conn, "SELECT title FROM conversation WHERE row = ?", row) or ""


def set_title(conn: apsw.Connection, row: int, title: str) -> None:
    conn.execute("UPDATE conversation SET title = ? WHERE row = ?", (title, row))


def prompts(conn: apsw.Connection, row: int) -> list[tuple[str, bool]]:
    """Return what the person said, in order, and whether it was taken back."""
    return [
        (turn_text(text, packed), bool(unsaid))
        for text, packed, unsaid in conn.execute(
            "SELECT text, packed, unsaid FROM turn WHERE conversation = ? AND role = 'user' AND kind = 'said' "
            "ORDER BY number",
            (row,),
        )
    ]


def set_status(
    conn: apsw.Connection, row: int, status: ConversationStatus, reason: str | None, now: int
) -> None:
    conn.execute(
        "UPDATE conversation SET status = ?, status_reason = ?, updated_at = ? WHERE row = ?",
        (status.value, reason, now, row),
    )


_MEMORIES = (
    "(SELECT count(DISTINCT e.memory) FROM evidence e JOIN memory m ON m.row = e.memory "
    "WHERE e.conversation = c.row AND m.status IN ('active', 'pending'))"
)
COLUMNS = (
    "c.id, c.source, c.session_id, c.status, c.title, c.project, c.branch, c.started_at, c.ended_at, c.status_reason, "
    f"c.message_count, c.user_turns, {_MEMORIES}, "
    "c.memorized_through, c.input_tokens, c.output_tokens, c.cost, c.paths, "
    "json_extract(c.extra, '$.text_removed'), ifnull(json_extract(c.extra, '$.left_out'), 0)"
)


def from_row(row: Sequence[Any], turns: tuple[Turn, ...] | None = None) -> Conversation:
    """Return the conversation of a row of `COLUMNS`, which are its fields in their order."""
    values = [*row[:20], turns]
    values[3], values[19] = ConversationStatus(row[3]), bool(row[19])
    values[17] = tuple(msgspec.json.decode(row[17]))
    return Conversation(*values)


def id_of(conn: apsw.Connection, row: int) -> str:
    return str(records.value(conn, "SELECT id FROM conversation WHERE row = ?", row))


def project_of(conn: apsw.Connection, row: int) -> str | None:
    project: str | None = records.value(conn, "SELECT project FROM conversation WHERE row = ?", row)
    return project


def status_of(conn: apsw.Connection, row: int) -> ConversationStatus:
    return ConversationStatus(records.value(conn, "SELECT status FROM conversation WHERE row = ?", row))


def said_after(conn: apsw.Connection, row: int, number: int) -> bool:
    """Return whether anything was said after turn `number`."""
    wanted = "conversation = ? AND number > ? AND kind = 'said' AND NOT unsaid"
    return bool(records.value(conn, f"SELECT EXISTS (SELECT 1 FROM turn WHERE {wanted})", row, number))


def unsaid_numbers(conn: apsw.Connection, row: int, first: int) -> set[int]:
    """Return the withdrawn turns, from number `first` on."""
    sql = "SELECT number FROM turn WHERE conversation = ? AND number >= ? AND unsaid"
    return {number for (number,) in conn.execute(sql, (row, first))}


def resting(conn: apsw.Connection, row: int) -> dict[tuple[int, int | None], set[int]]:
    """Return the memories (rows) that rest on each place (turn, start of the words) of a conversation."""
    found: dict[tuple[int, int | None], set[int]] = {}
    for turn, start, memory in conn.execute(
        "SELECT first_turn, span_start, memory FROM evidence WHERE conversation = ?", (row,)
    ):
        found.setdefault((turn, start), set()).add(memory)
    return found


def said_since_memorized(conn: apsw.Connection, row: int) -> int:
    """Return how many turns were said since the conversation was memorized last."""
    return int(
        records.value(
            conn,
            "SELECT count(*) FROM turn t JOIN conversation c ON c.row = t.conversation "
            "WHERE c.row = ? AND t.kind = 'said' AND t.number > c.memorized_through",
            row,
        )
    )


def set_left_out(conn: apsw.Connection, row: int, left_out: bool) -> None:
    """Note whether the person keeps the conversation out of the memory."""
    function = (
        "json_set(extra, '$.left_out', json('true'))" if left_out else "json_remove(extra, '$.left_out')"
    )
    conn.execute(f"UPDATE conversation SET extra = {function} WHERE row = ?", (row,))


def is_left_out(conn: apsw.Connection, row: int) -> bool:
    return _has(conn, row, "left_out")


def is_headless(conn: apsw.Connection, row: int) -> bool:
    """Return whether a program ran the session, not a person."""
    return _has(conn, row, "headless")


def _has(conn: apsw.Connection, row: int, name: str) -> bool:
    return bool(records.value(conn, f"SELECT extra ->> '{name}' FROM conversation WHERE row = ?", row))


def memorized(
    conn: apsw.Connection, row: int, through: int, status: ConversationStatus, reason: str | None, now: int
) -> None:
    """Note how far a conversation was memorized, and its memories in one line each."""
    conn.execute(
        "UPDATE conversation SET memorized_through = max(memorized_through, ?), status = ?, status_reason = ?, "
        "updated_at = ? WHERE row = ?",
        (through, status.value, reason, now, row),
    )
    refresh_insights(conn, row)


def refresh_insights(conn: apsw.Connection, row: int) -> None:
    """Note a conversation's memories in one line each; what was turned down or erased is not among them."""
    lines = [
        text
        for (text,) in conn.execute(
            "SELECT DISTINCT ifnull(m.summary, m.content) FROM evidence e JOIN memory m ON m.row = e.memory "
            "WHERE e.conversation = ? AND m.status NOT IN ('rejected', 'deleted') ORDER BY e.first_turn LIMIT ?",
            (row, MAX_INSIGHTS),
        )
    ]
    conn.execute("UPDATE conversation SET insights = ? WHERE row = ?", (records.to_json(lines), row))


def is_erased(conn: apsw.Connection, source: str, session_id: str) -> bool:
    """Return whether the person had this session deleted for good: then it is not captured again."""
    sql = "SELECT EXISTS (SELECT 1 FROM erased_session WHERE source = ? AND session_id = ?)"
    return bool(records.value(conn, sql, source, session_id))


def row_of(conn: apsw.Connection, ident: str) -> int:
    row = records.value(conn, "SELECT row FROM conversation WHERE id = ?", ident)
    if row is None:
        raise NotFound(f"There is no conversation {ident}.", id=ident)
    return int(row)


def get(conn: apsw.Connection, ident: str, *, with_turns: bool = False) -> Conversation:
    row = conn.execute(f"SELECT {COLUMNS}, c.row FROM conversation c WHERE c.id = ?", (ident,)).fetchone()
    if row is None:
        raise NotFound(f"There is no conversation {ident}.", id=ident)
    return from_row(row, tuple(turns(conn, row[-1])) if with_turns else None)


def turns(conn: apsw.Connection, row: int, first: int = 1, last: int | None = None) -> list[Turn]:
    """Return the turns numbered `first` to `last` (both included), with the memories that rest on each."""
    end = 1 << 62 if last is None else last
    rested: dict[int, list[str]] = {}
    for number, through, ident in conn.execute(
        "SELECT e.first_turn, e.last_turn, m.id FROM evidence e JOIN memory m ON m.row = e.memory "
        "WHERE e.conversation = ? AND e.first_turn BETWEEN ? AND ? AND m.status IN ('active', 'pending') "
        "ORDER BY e.row",
        (row, first - MAX_TURNS, end),
    ):
        for n in range(number, min(through, number + MAX_TURNS) + 1):
            rested.setdefault(n, []).append(ident)
    return [
        Turn(
            number,
            Role(role),
            TurnKind(kind),
            turn_text(text, packed),
            at,
            key,
            bool(unsaid),
            tuple(rested.get(number, ())),
        )
        for number, role, kind, text, packed, at, key, unsaid in conn.execute(
            "SELECT number, role, kind, text, packed, at, key, unsaid FROM turn "
            "WHERE conversation = ? AND number BETWEEN ? AND ? ORDER BY number",
            (row, first, end),
        )
    ]


def reply_before(conn: apsw.Connection, row: int, number: int) -> Turn | None:
    """Return the assistant's last words before turn `number`, if it said any."""
    said = records.value(
        conn,
        "SELECT number FROM turn WHERE conversation = ? AND number < ? AND role = 'assistant' AND kind = 'said' "
        "AND NOT unsaid ORDER BY number DESC LIMIT 1",
        row,
        number,
    )
    return None if said is None else turns(conn, row, said, said)[0]


def page(
    conn: apsw.Connection,
    *,
    project: str | None,
    source: str | None,
    status: ConversationStatus | None,
    limit: int,
    after: str | None,
) -> ConversationPage:
    """Return conversations, newest first, by keyset."""
    where, values = Wanted(project, source, status).where()
    total = int(records.value(conn, f"SELECT count(*) FROM conversation c WHERE {where}", *values))
    if after is not None:
        where += " AND (ifnull(c.started_at, 0), c.row) < (?, ?)"
        values.extend(_read_cursor(after))
    rows = conn.execute(
        f"SELECT {COLUMNS}, c.row FROM conversation c WHERE {where} "
        "ORDER BY ifnull(c.started_at, 0) DESC, c.row DESC LIMIT ?",
        (*values, limit + 1),
    ).fetchall()
    following = None
    if len(rows) > limit:
        rows = rows[:limit]
        mark = msgspec.json.encode((rows[-1][7] or 0, rows[-1][-1]))
        following = base64.urlsafe_b64encode(mark).decode().rstrip("=")
    return ConversationPage(tuple(from_row(row) for row in rows), following, total)


def _read_cursor(text: str) -> tuple[int, int]:
    try:
        raw = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        return msgspec.json.decode(raw, type=tuple[int, int])
    except (binascii.Error, ValueError, msgspec.DecodeError):
        raise InvalidInput("Invalid page mark.", field="after") from None


SORTS = {
    "started": "ifnull(c.started_at, 0)",
    "title": "c.title COLLATE NOCASE",
    "project": "ifnull(c.project, '') COLLATE NOCASE",
    "turns": "c.message_count",
    "status": "c.status",
    "memories": "(SELECT count(DISTINCT e.memory) FROM evidence e WHERE e.conversation = c.row)",
    "tokens": "c.input_tokens + c.output_tokens",
}


_GAVE_MEMORIES = (
    "EXISTS (SELECT 1 FROM evidence e JOIN memory m ON m.row = e.memory "
    "WHERE e.conversation = c.row AND m.status IN ('active', 'pending'))"
)


_STATE = (
    f"CASE WHEN c.status = 'memorized' AND NOT {_GAVE_MEMORIES} THEN '{NOTHING_TO_REMEMBER}' "
    "WHEN c.status = 'skipped' AND (json_extract(c.extra, '$.left_out') OR c.status_reason = 'excluded') "
    f"THEN '{IGNORED}' ELSE c.status END"
)
_STATUS_OF = {NOTHING_TO_REMEMBER: "memorized", IGNORED: "skipped"}
_COLUMNS = {"project": "c.project", "source": "c.source", "status": "c.status", "state": _STATE}


@dataclass(frozen=True, slots=True)
class Wanted:
    """A filter of conversations; None: any. `only`: with one of these ids."""

    project: str | None = None
    source: str | None = None
    status: ConversationStatus | None = None
    state: str | None = None
    only: Sequence[str] | None = None

    def where(self, leave_out: str = "") -> tuple[str, list[Any]]:
        conditions, values = ["1"], list[Any]()
        for name, column in _COLUMNS.items():
            value = getattr(self, name)
            if value is not None and name != leave_out:
                conditions.append(f"{column} = ?")
                values.append(str(value))
        if self.state is not None and leave_out != "state":  # the index finds its status first
            conditions.append("c.status = ?")
            values.append(_STATUS_OF.get(self.state, self.state))
        if self.only is not None:
            conditions.append("c.id IN (SELECT value FROM json_each(?))")
            values.append(records.to_json(list(self.only)))
        return " AND ".join(conditions), values


def ids(
    conn: apsw.Connection, wanted: Wanted, *, sort: str = "started", descending: bool = True
) -> list[str]:
    """Return the ids of all that are wanted. `sort` is one of SORTS, or `given` for the order of `wanted.only`."""
    where, values = wanted.where()
    if sort == "given" and wanted.only is not None:
        kept = {row[0] for row in conn.execute(f"SELECT c.id FROM conversation c WHERE {where}", values)}
        return [ident for ident in wanted.only if ident in kept]
    direction = "DESC" if descending else "ASC"
    return [
        row[0]
        for row in conn.execute(
            f"SELECT c.id FROM conversation c WHERE {where} ORDER BY {SORTS[sort]} {direction}, c.row {direction}",
            values,
        )
    ]


def many(conn: apsw.Connection, idents: Sequence[str], *, counted: bool = True) -> list[Conversation]:
    """Return the conversations with these ids, in this order; those that are gone are left out. `counted`: with
    the number of their memories, which is 0 otherwise."""
    columns = COLUMNS if counted else COLUMNS.replace(_MEMORIES, "0")
    found = {
        row[0]: from_row(row)
        for row in conn.execute(
            f"SELECT {columns} FROM conversation c WHERE c.id IN (SELECT value FROM json_each(?))",
            (records.to_json(list(idents)),),
        )
    }
    return [found[ident] for ident in idents if ident in found]


def facets(conn: apsw.Connection, wanted: Wanted, since: int) -> ConversationFacets:
    """Return how many there are of each kind, each counted without its own filter; tokens and cost since `since`."""

    def counts(facet: str) -> dict[str, int]:
        where, values = wanted.where(leave_out=facet)
        column = _COLUMNS[facet]
        return {
            str(name): int(count)
            for name, count in conn.execute(
                f"SELECT {column}, count(*) FROM conversation c WHERE {where} AND {column} IS NOT NULL "
                "GROUP BY 1 ORDER BY 2 DESC, 1",
                values,
            )
        }

    where, values = wanted.where(leave_out="state")
    total = int(records.value(conn, f"SELECT count(*) FROM conversation c WHERE {where}", *values))
    tokens, cost = conn.execute(
        "SELECT ifnull(sum(input_tokens + output_tokens), 0), ifnull(sum(cost), 0) FROM conversation "
        "WHERE ended_at >= ?",
        (since,),
    ).fetchone()
    waiting = records.value(conn, "SELECT count(*) FROM conversation WHERE status = 'pending'")
    return ConversationFacets(
        total, counts("state"), counts("source"), counts("project"), int(tokens), float(cost), int(waiting)
    )


def marks(conn: apsw.Connection, row: int) -> list[TurnMark]:
    """Return the places in a conversation that made memories which live, in the order of the turns."""
    return [
        TurnMark(turn, last, ident, MemoryType(kind), start, end, content)
        for turn, last, ident, kind, start, end, content in conn.execute(
            "SELECT e.first_turn, e.last_turn, m.id, m.type, e.span_start, e.span_end, m.content "
            "FROM evidence e "
            "JOIN memory m ON m.row = e.memory WHERE e.conversation = ? AND m.status IN ('active', 'pending') "
            "ORDER BY e.first_turn, e.span_start, e.row",
            (row,),
        )
    ]


def files(conn: apsw.Connection, row: int) -> list[str]:
    """Return the files that a conversation was read from, the newest first."""
    return [
        path
        for (path,) in conn.execute(
            "SELECT f.path FROM file_conversation l JOIN capture_file f ON f.row = l.file "
            "WHERE l.conversation = ? ORDER BY f.gone_at IS NOT NULL, f.mtime_ns DESC",
            (row,),
        )
    ]
