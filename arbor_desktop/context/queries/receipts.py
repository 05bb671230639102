"""Receipts: what sessions were given, whether it arrived and was used; and the state of each tool's hook.

Plain SQL where several tables are joined or counted, and where each stored batch of turns or each short
command asks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import apsw
import msgspec

from arbor_desktop import database as db
from arbor_desktop.context.model import Delivered, DeliverySummary, Rate, Receipt, ToldFigures, Use
from arbor_desktop.context.queries import comparison
from arbor_desktop.conversations.arrival import SeenBlock
from arbor_desktop.memories.confidence import DecayPolicy
from arbor_desktop.memories.model import Status
from arbor_desktop.memories.queries import memories, records

_lines = msgspec.json.Decoder(tuple[str, ...]).decode


class UnsettledReceipt(NamedTuple):
    """A receipt that is not known to have arrived."""

    row: int
    event: str
    at: int
    text_hash: str
    memories: tuple[str, ...]


class DeliveredMemory(NamedTuple):
    """A memory that a session was given, and when it first was (milliseconds). `text`: as it is shared
    today."""

    memory: int
    memory_id: str
    text: str
    status: Status
    at: int


class KnownUse(NamedTuple):
    """What a session did with a memory, and whether a person said so."""

    use: Use | None
    by_person: bool


class HookState(NamedTuple):
    """What is known of a tool's hook. Times in milliseconds; `trouble` is for people."""

    tool: str
    installed_at: int | None = None
    called_at: int | None = None
    answered_at: int | None = None
    trouble: str | None = None
    trouble_at: int | None = None


class BegunSession(NamedTuple):
    """When a person first said something in a session, and its project."""

    at: int
    project: str | None


# -- receipts --


def of_conversation(conn: apsw.Connection, conversation_id: str) -> list[Receipt]:
    """Return the receipts of one session, oldest first."""
    query = _receipts().where(db.Conversation.id == conversation_id)
    withheld = comparison.withheld(conn, "c.id = ?", conversation_id)
    return withheld or _loaded(conn, query.order_by(db.Receipt.at, db.Receipt.row))


def latest(conn: apsw.Connection, project: str | None, limit: int) -> list[Receipt]:
    """Return the latest receipts of one project or of all, newest first."""
    query = _receipts() if project is None else _receipts().where(db.Receipt.project == project)
    found = _loaded(conn, query.order_by(db.Receipt.at.desc(), db.Receipt.row.desc()).limit(limit))
    found += comparison.withheld(conn, "ifnull(s.project = ?, 1) ORDER BY s.at DESC LIMIT ?", project, limit)
    return sorted(found, key=lambda one: -one.at)[:limit]


def _receipts() -> db.ModelSelect[Any]:
    one, session = db.Receipt, db.Conversation
    return one.select(
        one.row, one.id, one.tool, one.event, one.session_id, one.at, one.project, one.branch, session.id, one.tokens,
        one.arrived, one.judged_at,
    ).join(session, db.JOIN.LEFT_OUTER)  # fmt: skip


def _loaded(conn: apsw.Connection, query: db.ModelSelect[Any]) -> list[Receipt]:
    rows = db.run(conn, query).fetchall()
    delivered = _delivered(conn, [row[0] for row in rows])
    return [
        Receipt(*(*values, None if arrived is None else bool(arrived), judged, tuple(delivered.get(row, ()))))
        for row, *values, arrived, judged in rows
    ]


def _delivered(conn: apsw.Connection, receipts: Sequence[int]) -> dict[int, list[Delivered]]:
    """Return the memories of receipts, by their rows."""
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


def join(conn: apsw.Connection, conversation: int) -> None:
    """Assign the receipts of a session to its conversation, which was captured now."""
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
    """Return the row of the conversation of a session; None if it was not captured."""
    session = db.Conversation
    query = session.select(session.row).where(session.source == tool, session.session_id == session_id)
    found = db.run(conn, query).fetchone()
    return None if found is None else int(found[0])


def drop_project(conn: apsw.Connection, project: str) -> None:
    """Delete the receipts of a project, and what sessions of it were drawn for."""
    for table in (db.Receipt, db.ComparedSession):
        db.run(conn, table.delete().where(table.project == project))


def drop_sessions(conn: apsw.Connection, conversations: Sequence[int]) -> None:
    """Delete the receipts of conversations, also those that are not joined to them yet, and what they were
    drawn for."""
    for table in ("receipt", "compared_session"):
        conn.execute(
            f"DELETE FROM {table} WHERE (session_id, tool) IN (SELECT session_id, source FROM conversation "
            f"WHERE row IN ({records.marks(conversations)}))",
            conversations,
        )


def expire(conn: apsw.Connection, before: int) -> None:
    """Delete the receipts before a moment of sessions that were never captured, and what they were drawn
    for."""
    receipt, drawn = db.Receipt, db.ComparedSession
    db.run(conn, drawn.delete().where(drawn.messages.is_null(), drawn.at < before))
    db.run(conn, receipt.delete().where(receipt.conversation.is_null(), receipt.at < before))


# -- arrival --


def saw(conn: apsw.Connection, conversation: int, blocks: Iterable[SeenBlock]) -> None:
    """Store what a session's record shows of the blocks that hooks gave."""
    conn.executemany(
        "INSERT OR IGNORE INTO seen_block (conversation, event, text_hash, lines) VALUES (?, ?, ?, ?)",
        [(conversation, one.event, one.text_hash, records.to_json(one.lines)) for one in blocks],
    )


def seen(conn: apsw.Connection, conversation: int) -> list[SeenBlock]:
    """Return what a session's record shows of the blocks that hooks gave."""
    block = db.SeenBlock
    query = block.select(block.event, block.text_hash, block.lines).where(block.conversation == conversation)
    return [SeenBlock(event, text_hash, _lines(lines)) for event, text_hash, lines in db.run(conn, query)]


def unsettled(conn: apsw.Connection, conversation: int) -> list[UnsettledReceipt]:
    """Return the receipts of a conversation that are not known to have arrived. Each stored batch of turns
    asks."""
    found = conn.execute(
        "SELECT row, event, at, text_hash FROM receipt WHERE conversation = ? AND ifnull(arrived, 0) = 0",
        (conversation,),
    ).fetchall()
    delivered = _delivered(conn, [row[0] for row in found])
    return [
        UnsettledReceipt(row, event, at, text_hash, tuple(one.memory_id for one in delivered.get(row, ())))
        for row, event, at, text_hash in found
    ]


def last_answer(conn: apsw.Connection, conversation: int) -> int:
    """Return when the assistant last spoke or acted in a conversation, in milliseconds; 0 if unknown."""
    turn = db.Turn
    query = turn.select(db.fn.max(turn.at)).where(turn.conversation == conversation, turn.role == "assistant")
    return int(db.run(conn, query).fetchone()[0] or 0)


def set_arrived(conn: apsw.Connection, row: int, arrived: bool | None) -> None:
    """Store whether a receipt arrived; None: unknown."""
    db.run(conn, db.Receipt.update(arrived=arrived).where(db.Receipt.row == row))


# -- use --


def delivered(
    conn: apsw.Connection, conversation: int, policy: DecayPolicy, now: int
) -> list[DeliveredMemory]:
    """Return what a session was given, each memory once, without what is known not to have arrived: it can't
    have helped."""
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
        DeliveredMemory(row, ident, known[ident].told_text, known[ident].status, at)
        for row, (ident, at) in first.items()
    ]


def use_of(conn: apsw.Connection, conversation: int, memory: int) -> KnownUse | None:
    """Return what a session did with a memory; None if it was not given it."""
    found = conn.execute(
        "SELECT t.use, t.by_person FROM receipt r JOIN receipt_memory t ON t.receipt = r.row "
        "WHERE r.conversation = ? AND t.memory = ? ORDER BY t.by_person DESC, t.use IS NULL LIMIT 1",
        (conversation, memory),
    ).fetchone()
    return None if found is None else KnownUse(None if found[0] is None else Use(found[0]), bool(found[1]))


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
    """Store what a session did with a memory, in all receipts of the session."""
    receipt, given = db.Receipt, db.ReceiptMemory
    mine = receipt.select(receipt.row).where(receipt.conversation == conversation)
    query = given.update(use=use.value, reason=reason, turn=turn, by_person=by_person)
    db.run(conn, query.where(given.memory == memory, given.receipt.in_(mine)))


def set_judged(conn: apsw.Connection, conversation: int, at: int) -> None:
    """Store when the use of a session's memories was judged."""
    db.run(conn, db.Receipt.update(judged_at=at).where(db.Receipt.conversation == conversation))


def summary(conn: apsw.Connection, since: int, project: str | None, until: int = 2**62) -> DeliverySummary:
    """Return figures from a moment until another. A memory that a session was given twice counts once, as
    used if it was used either time."""
    here = "r.at >= :since AND r.at < :until AND (:project IS NULL OR r.project = :project)"
    values = {"since": since, "until": until, "project": project}
    sessions, part, whole, last = conn.execute(
        "SELECT count(*), ifnull(sum(arrived > 0), 0), count(arrived), max(at) FROM "
        f"(SELECT max(r.arrived) AS arrived, max(r.at) AS at FROM receipt r WHERE {here} GROUP BY r.tool, r.session_id)",
        values,
    ).fetchone()
    helped, judged, used, in_play, given = conn.execute(
        "SELECT ifnull(sum(used > 0), 0), count(*), ifnull(sum(used), 0), ifnull(sum(in_play), 0), ifnull(sum(told), 0) "
        "FROM (SELECT sum(used) AS used, sum(in_play) AS in_play, count(*) AS told FROM "
        "(SELECT r.tool, r.session_id, max(t.use = 'used') AS used, max(t.use != 'unused') AS in_play FROM receipt r "
        f"JOIN receipt_memory t ON t.receipt = r.row WHERE t.use IS NOT NULL AND {here} "
        "GROUP BY r.tool, r.session_id, t.memory) GROUP BY tool, session_id)",
        values,
    ).fetchone()
    return DeliverySummary(
        since, sessions, Rate(part, whole), Rate(used, in_play), Rate(helped, judged), given, last
    )


def figures(conn: apsw.Connection, conversations: Sequence[str]) -> dict[str, ToldFigures]:
    """Return figures of those of the conversations that were given memories, or none to be compared, by
    their ids."""
    found: dict[str, ToldFigures] = {}
    for part in records.chunks(conversations):
        for ident, given, used, failed, arrived in conn.execute(
            "SELECT c.id, count(DISTINCT t.memory), count(DISTINCT iif(t.use = 'used', t.memory, NULL)), "
            "count(DISTINCT iif(t.use = 'failed', t.memory, NULL)), min(r.arrived) "
            "FROM receipt r JOIN conversation c ON c.row = r.conversation "
            f"JOIN receipt_memory t ON t.receipt = r.row WHERE c.id IN ({records.marks(part)}) GROUP BY c.row",
            part,
        ):
            found[ident] = ToldFigures(given, used, failed, None if arrived is None else bool(arrived))
    without = comparison.of_conversations(conn, conversations)
    return found | dict.fromkeys(without, ToldFigures(0, withheld=True))


# -- hooks --


def hook_states(conn: apsw.Connection, tools: Sequence[str]) -> dict[str, HookState]:
    """Return what is known of these tools' hooks, by tool."""
    query = _states().where(db.HookState.tool.in_(list(tools)))
    return {row[0]: HookState(*row) for row in db.run(conn, query)}


def _states() -> db.ModelSelect[Any]:
    return db.HookState.select(*(getattr(db.HookState, name) for name in HookState._fields))


def note_installed(conn: apsw.Connection, tool: str, now: int) -> None:
    """Note that a tool's hook was installed. Earlier troubles no longer count."""
    fresh = {"installed_at": now, "trouble": None, "trouble_at": None}
    query = db.HookState.insert(tool=tool, **fresh)
    db.run(conn, query.on_conflict(conflict_target=[db.HookState.tool], preserve=list(fresh)))


def note_removed(conn: apsw.Connection, tool: str) -> None:
    """Forget a hook that was removed."""
    db.run(conn, db.HookState.delete().where(db.HookState.tool == tool))


def sessions_since(conn: apsw.Connection, tool: str, since: int) -> list[BegunSession]:
    """Return the sessions of a tool in which a person, not a program, first spoke after `since`, oldest
    first. Those with a receipt, or drawn for the comparison, are left out: the hook was called there,
    whenever the person spoke."""
    return [
        BegunSession(*row)
        for row in conn.execute(
            "SELECT c.started_at, c.project FROM conversation c WHERE c.source = ? AND c.started_at > ? "
            "AND c.user_turns > 0 AND ifnull(c.extra ->> '$.headless', 0) = 0 "
            "AND ifnull(c.extra ->> '$.arbor_internal', 0) = 0 "
            "AND NOT EXISTS (SELECT 1 FROM receipt r WHERE r.conversation = c.row) "
            "AND NOT EXISTS (SELECT 1 FROM compared_session s WHERE s.tool = c.source "
            "AND s.session_id = c.session_id) ORDER BY c.started_at LIMIT 50",
            (tool, since),
        )
    ]


def note_contact(conn: apsw.Connection, tool: str, at: int) -> None:
    """Note that a hook reported the end or the compaction of a session. That says nothing of troubles since
    it last had to answer, which stay."""
    conn.execute(
        "INSERT INTO hook_state (tool, called_at) VALUES (?1, ?2) ON CONFLICT (tool) DO UPDATE SET "
        "called_at = max(ifnull(called_at, 0), ?2) WHERE ifnull(trouble_at, 0) <= ifnull(answered_at, 0)",
        (tool, at),
    )


def unreported_troubles(conn: apsw.Connection) -> list[HookState]:
    """Return the troubles that are not in the activity list yet. Every drain of the spool asks."""
    return [
        HookState(*row)
        for row in conn.execute(
            "SELECT tool, installed_at, called_at, answered_at, trouble, trouble_at FROM hook_state "
            "WHERE trouble IS NOT NULL AND trouble_at > ifnull(said_at, 0) ORDER BY trouble_at"
        )
    ]


def note_reported(conn: apsw.Connection, tool: str, at: int) -> None:
    """Note that the troubles of a tool up to `at` are in the activity list."""
    db.run(conn, db.HookState.update(said_at=at).where(db.HookState.tool == tool))
