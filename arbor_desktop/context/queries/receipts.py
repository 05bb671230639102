"""What sessions were told, whether it arrived and was used; and how each tool's hook does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import apsw
import msgspec

from arbor_desktop.context.model import Delivered, DeliverySummary, Rate, Receipt, ToldFigures, Use
from arbor_desktop.conversations.arrival import SeenBlock
from arbor_desktop.memories.confidence import DecayPolicy
from arbor_desktop.memories.model import Status
from arbor_desktop.memories.queries import memories, records

_lines = msgspec.json.Decoder(tuple[str, ...]).decode
_COLUMNS = "r.row, r.id, r.tool, r.event, r.session_id, r.at, r.project, r.branch, c.id, r.tokens, r.arrived, r.judged_at"


def of_conversation(conn: apsw.Connection, conversation_id: str) -> list[Receipt]:
    """What one session was told, the oldest first."""
    return _receipts(conn, "c.id = ?", (conversation_id,), "r.at, r.row")


def latest(conn: apsw.Connection, project: str | None, limit: int) -> list[Receipt]:
    """The latest receipts, of one project or of all."""
    where = "1" if project is None else "r.project = ?"
    values = () if project is None else (project,)
    return _receipts(conn, where, values, f"r.at DESC, r.row DESC LIMIT {int(limit)}")


class Unsettled(NamedTuple):
    """A receipt of which it is not known that it arrived."""

    row: int
    event: str
    at: int
    text_hash: str
    memories: tuple[str, ...]


class ToldMemory(NamedTuple):
    """A memory that a session was told, and when it first was (milliseconds); `text` as it is told today."""

    memory: int
    memory_id: str
    text: str
    status: Status
    at: int


class Became(NamedTuple):
    """What is known of a memory in a session, and whether it is the person's word."""

    use: Use | None
    by_person: bool


def join(conn: apsw.Connection, conversation: int) -> None:
    """A session was captured: what it was told is what this conversation was told."""
    joined = conn.execute(
        "UPDATE receipt SET conversation = ?1 WHERE conversation IS NULL AND (session_id, tool) = "
        "(SELECT session_id, source FROM conversation WHERE row = ?1) RETURNING row, at",
        (conversation,),
    ).fetchall()
    for row, at in joined:
        conn.execute(
            "UPDATE access_log SET conversation = ? WHERE conversation IS NULL AND at = ? AND memory IN "
            "(SELECT memory FROM receipt_memory WHERE receipt = ?)",
            (conversation, at, row),
        )


def conversation_of(conn: apsw.Connection, tool: str, session_id: str) -> int | None:
    """The row of the conversation that a session was captured as, if it was."""
    found = conn.execute(
        "SELECT row FROM conversation WHERE source = ? AND session_id = ?", (tool, session_id)
    ).fetchone()
    return None if found is None else int(found[0])


def told(conn: apsw.Connection, conversation: int, policy: DecayPolicy, now: int) -> list[ToldMemory]:
    """What a session was told, each memory once. What is known not to have arrived was not told: it can't have
    helped."""
    first = {
        row: (ident, at)
        for row, ident, at in conn.execute(
            "SELECT m.row, m.id, min(r.at) FROM receipt r JOIN receipt_memory t ON t.receipt = r.row "
            "JOIN memory m ON m.row = t.memory WHERE r.conversation = ? AND ifnull(r.arrived, 1) "
            "GROUP BY m.row ORDER BY m.row",
            (conversation,),
        )
    }
    known = {
        one.id: one for one in memories.get_many(conn, [ident for ident, _ in first.values()], policy, now)
    }
    return [
        ToldMemory(row, ident, known[ident].told_text, known[ident].status, at)
        for row, (ident, at) in first.items()
    ]


def use_of(conn: apsw.Connection, conversation: int, memory: int) -> Became | None:
    """What is known of a memory in a session; None where it was not told there."""
    found = conn.execute(
        "SELECT t.use, t.by_person FROM receipt r JOIN receipt_memory t ON t.receipt = r.row "
        "WHERE r.conversation = ? AND t.memory = ? ORDER BY t.by_person DESC, t.use IS NULL LIMIT 1",
        (conversation, memory),
    ).fetchone()
    return None if found is None else Became(None if found[0] is None else Use(found[0]), bool(found[1]))


def set_use(
    conn: apsw.Connection,
    conversation: int,
    memory: int,
    use: Use,
    reason: str,
    turn: int | None,
    *,
    by_person: bool = False,
) -> None:
    """Says what became of a memory in a session, however often it was told there."""
    conn.execute(
        "UPDATE receipt_memory SET use = ?, reason = ?, turn = ?, by_person = ? WHERE memory = ? AND receipt IN "
        "(SELECT row FROM receipt WHERE conversation = ?)",
        (use.value, reason, turn, int(by_person), memory, conversation),
    )


def set_judged(conn: apsw.Connection, conversation: int, at: int) -> None:
    conn.execute("UPDATE receipt SET judged_at = ? WHERE conversation = ?", (at, conversation))


def saw(conn: apsw.Connection, conversation: int, blocks: Iterable[SeenBlock]) -> None:
    """Keeps what a session's record shows of what hooks put there."""
    conn.executemany(
        "INSERT OR IGNORE INTO seen_block (conversation, event, text_hash, lines) VALUES (?, ?, ?, ?)",
        [(conversation, one.event, one.text_hash, records.to_json(one.lines)) for one in blocks],
    )


def seen(conn: apsw.Connection, conversation: int) -> list[SeenBlock]:
    """What a session's record was seen to show."""
    return [
        SeenBlock(event, text_hash, _lines(lines))
        for event, text_hash, lines in conn.execute(
            "SELECT event, text_hash, lines FROM seen_block WHERE conversation = ?", (conversation,)
        )
    ]


def unsettled(conn: apsw.Connection, conversation: int) -> list[Unsettled]:
    """The receipts of a conversation that its record did not show yet."""
    found = conn.execute(
        "SELECT row, event, at, text_hash FROM receipt WHERE conversation = ? AND ifnull(arrived, 0) = 0",
        (conversation,),
    ).fetchall()
    told = _delivered(conn, [row[0] for row in found])
    return [
        Unsettled(row, event, at, text_hash, tuple(one.memory_id for one in told.get(row, ())))
        for row, event, at, text_hash in found
    ]


def last_answer(conn: apsw.Connection, conversation: int) -> int:
    """When the assistant last spoke or did something in a conversation; 0 where that is not known."""
    found = conn.execute(
        "SELECT max(at) FROM turn WHERE conversation = ? AND role = 'assistant'", (conversation,)
    ).fetchone()
    return int(found[0] or 0)


def set_arrived(conn: apsw.Connection, row: int, arrived: bool | None) -> None:
    conn.execute("UPDATE receipt SET arrived = ? WHERE row = ?", (arrived, row))


def drop_project(conn: apsw.Connection, project: str) -> None:
    """Forgets what sessions of a project were told."""
    conn.execute("DELETE FROM receipt WHERE project = ?", (project,))


def drop_sessions(conn: apsw.Connection, conversations: Sequence[int]) -> None:
    """Forgets what the sessions of some conversations were told, also what was not joined to them yet."""
    conn.execute(
        "DELETE FROM receipt WHERE (session_id, tool) IN (SELECT session_id, source FROM conversation "
        f"WHERE row IN ({records.marks(conversations)}))",
        conversations,
    )


def expire(conn: apsw.Connection, before: int) -> None:
    """Forgets what was told before a moment to sessions that were never captured."""
    conn.execute("DELETE FROM receipt WHERE conversation IS NULL AND at < ?", (before,))


def summary(conn: apsw.Connection, since: int, project: str | None) -> DeliverySummary:
    """How it went since a moment. A memory that a session was told twice counts once, as used where it was
    used either time."""
    here = "r.at >= :since AND (:project IS NULL OR r.project = :project)"
    values = {"since": since, "project": project}
    sessions, part, whole, last = conn.execute(
        "SELECT count(*), ifnull(sum(arrived > 0), 0), count(arrived), max(at) FROM "
        f"(SELECT max(r.arrived) AS arrived, max(r.at) AS at FROM receipt r WHERE {here} GROUP BY r.tool, r.session_id)",
        values,
    ).fetchone()
    helped, judged, used, in_play, memories_told = conn.execute(
        "SELECT ifnull(sum(used > 0), 0), count(*), ifnull(sum(used), 0), ifnull(sum(in_play), 0), ifnull(sum(told), 0) "
        "FROM (SELECT sum(used) AS used, sum(in_play) AS in_play, count(*) AS told FROM "
        "(SELECT r.tool, r.session_id, max(t.use = 'used') AS used, max(t.use != 'unused') AS in_play FROM receipt r "
        f"JOIN receipt_memory t ON t.receipt = r.row WHERE t.use IS NOT NULL AND {here} "
        "GROUP BY r.tool, r.session_id, t.memory) GROUP BY tool, session_id)",
        values,
    ).fetchone()
    return DeliverySummary(
        since, sessions, Rate(part, whole), Rate(used, in_play), Rate(helped, judged), memories_told, last
    )


def figures(conn: apsw.Connection, conversations: Sequence[str]) -> dict[str, ToldFigures]:
    """Of those of the conversations that were told anything."""
    found: dict[str, ToldFigures] = {}
    for part in records.chunks(conversations):
        for ident, told, used, failed, arrived in conn.execute(
            "SELECT c.id, count(DISTINCT t.memory), count(DISTINCT iif(t.use = 'used', t.memory, NULL)), "
            "count(DISTINCT iif(t.use = 'failed', t.memory, NULL)), min(r.arrived) "
            "FROM receipt r JOIN conversation c ON c.row = r.conversation "
            f"JOIN receipt_memory t ON t.receipt = r.row WHERE c.id IN ({records.marks(part)}) GROUP BY c.row",
            part,
        ):
            found[ident] = ToldFigures(told, used, failed, None if arrived is None else bool(arrived))
    return found


def _receipts(conn: apsw.Connection, where: str, values: Sequence[str], order: str) -> list[Receipt]:
    rows = conn.execute(
        f"SELECT {_COLUMNS} FROM receipt r LEFT JOIN conversation c ON c.row = r.conversation WHERE {where} ORDER BY {order}",
        values,
    ).fetchall()
    told = _delivered(conn, [row[0] for row in rows])
    return [
        Receipt(
            ident, tool, event, session, at, project, branch, conversation, tokens,
            arrived=None if arrived is None else bool(arrived),
            judged_at=judged,
            delivered=tuple(told.get(row, ())),
        )
        for row, ident, tool, event, session, at, project, branch, conversation, tokens, arrived, judged in rows
    ]  # fmt: skip


def _delivered(conn: apsw.Connection, receipts: Sequence[int]) -> dict[int, list[Delivered]]:
    found: dict[int, list[Delivered]] = {}
    for part in records.chunks(receipts):
        for receipt, ident, content, use, reason, turn in conn.execute(
            "SELECT t.receipt, m.id, m.content, t.use, t.reason, t.turn FROM receipt_memory t "
            f"JOIN memory m ON m.row = t.memory WHERE t.receipt IN ({records.marks(part)}) ORDER BY t.receipt, t.position",
            part,
        ):
            one = Delivered(ident, content, None if use is None else Use(use), reason, turn)
            found.setdefault(receipt, []).append(one)
    return found
