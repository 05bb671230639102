"""Batches that a service works on, and the answers that came with them, by what was asked.

A row of `model_batch` is written before its batch is handed in, and gets the service's id after; a row of
`model_answer` is a question of it, known by its hash, which has an answer or a trouble once the batch ended.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import apsw

from arbor_desktop.clock import DAY_MS
from arbor_desktop.conversations.queries.captures import Owner

KEPT_MS = 29 * DAY_MS
"""So long an answer is kept that nobody asked for; the service keeps its own as long."""
HELD_MS = 26 * 3_600_000
"""A service answers within a day; so long what waits for it is not looked at."""


@dataclass(frozen=True, slots=True)
class Batch:
    """`id` None: it is being handed in. `most`: what it may cost, in US dollars."""

    row: int
    id: str | None
    model: str
    created_at: int
    looked_at: int | None
    done: int
    total: int
    most: float
    owner: Owner
    given_up: bool


@dataclass(frozen=True, slots=True)
class Waiting:
    """A conversation that could be handed in."""

    job: int
    row: int
    id: str


@dataclass(frozen=True, slots=True)
class Overview:
    """Batches under way: so many conversations are in them, `done` of `total` questions are answered; the
    oldest was handed in at `since` (milliseconds)."""

    batches: int = 0
    conversations: int = 0
    done: int = 0
    total: int = 0
    since: int | None = None


def held(conn: apsw.Connection) -> float:
    """The most that the batches under way may cost, in US dollars."""
    found = conn.execute("SELECT ifnull(sum(most), 0.0) FROM model_batch WHERE ended_at IS NULL").fetchone()
    return float(found[0])


def overview(conn: apsw.Connection) -> Overview:
    found = conn.execute(
        "SELECT count(*), ifnull(sum(done), 0), ifnull(sum(total), 0), min(created_at) FROM model_batch "
        "WHERE ended_at IS NULL AND NOT given_up AND id IS NOT NULL"
    ).fetchone()
    within = conn.execute(
        "SELECT count(DISTINCT a.conversation) FROM model_answer a JOIN model_batch b ON b.row = a.batch "
        "WHERE b.ended_at IS NULL AND NOT b.given_up AND b.id IS NOT NULL"
    ).fetchone()
    return Overview(found[0], within[0], found[1], found[2], found[3])


def any_open(conn: apsw.Connection) -> bool:
    found = conn.execute("SELECT EXISTS (SELECT 1 FROM model_batch WHERE ended_at IS NULL)").fetchone()
    return bool(found[0])


def under_way(conn: apsw.Connection) -> list[Batch]:
    """What has not ended, the oldest first."""
    found = conn.execute(
        "SELECT row, id, model, created_at, looked_at, done, total, most, owner_pid, owner_start, given_up "
        "FROM model_batch WHERE ended_at IS NULL ORDER BY row"
    )
    return [
        Batch(
            row[0],
            row[1],
            row[2],
            row[3],
            row[4],
            row[5],
            row[6],
            row[7],
            Owner(row[8], row[9]),
            bool(row[10]),
        )
        for row in found
    ]


# -- handing in --


def waiting(conn: apsw.Connection, now: int, before: int, limit: int) -> list[Waiting]:
    """Conversations that are due, were not asked for by a person, said their last before `before`, and are in
    no batch yet; the oldest job first."""
    found = conn.execute(
        "SELECT j.row, c.row, c.id FROM job j JOIN conversation c ON c.row = j.conversation "
        "WHERE j.state = 'queued' AND j.next_try_at <= ? AND j.priority = 0 AND j.attempts = 0 "
        "AND ifnull(c.ended_at, 0) < ? AND NOT EXISTS (SELECT 1 FROM model_answer a WHERE a.conversation = c.row) "
        "ORDER BY j.next_try_at, j.row LIMIT ?",
        (now, before, limit),
    )
    return [Waiting(*row) for row in found]


def still_waiting(conn: apsw.Connection, job: int) -> bool:
    """Whether nobody took it meanwhile."""
    found = conn.execute(
        "SELECT EXISTS (SELECT 1 FROM job j WHERE j.row = ? AND j.state = 'queued' AND j.priority = 0 AND "
        "NOT EXISTS (SELECT 1 FROM model_answer a WHERE a.conversation = j.conversation))",
        (job,),
    ).fetchone()
    return bool(found[0])


def begin(conn: apsw.Connection, backend: str, model: str, now: int, owner: Owner) -> int:
    """Notes a batch that is about to be handed in. Answers its row."""
    return int(
        conn.execute(
            "INSERT INTO model_batch (backend, model, created_at, total, owner_pid, owner_start) "
            "VALUES (?, ?, ?, 0, ?, ?) RETURNING row",
            (backend, model, now, owner.pid, owner.start),
        ).fetchone()[0]
    )


def add(
    conn: apsw.Connection, batch: int, one: Waiting, questions: Sequence[tuple[str, float]], now: int
) -> list[str]:
    """Puts a conversation's questions, with the most that each may cost, into a batch; its job waits for that.
    Answers the hashes of those that were not asked before."""
    fresh = []
    for question, most in questions:
        conn.execute(
            "INSERT OR IGNORE INTO model_answer (hash, batch, conversation) VALUES (?, ?, ?)",
            (question, batch, one.row),
        )
        if conn.changes():
            conn.execute(
                "UPDATE model_batch SET total = total + 1, most = most + ? WHERE row = ?", (most, batch)
            )
            fresh.append(question)
    if fresh:
        conn.execute("UPDATE job SET next_try_at = ? WHERE row = ?", (now + HELD_MS, one.job))
    return fresh


def handed_in(conn: apsw.Connection, batch: int, ident: str, now: int) -> None:
    conn.execute("UPDATE model_batch SET id = ?, looked_at = ? WHERE row = ?", (ident, now, batch))


def size(conn: apsw.Connection, batch: int) -> int:
    """How many conversations are in it."""
    found = conn.execute(
        "SELECT count(DISTINCT conversation) FROM model_answer WHERE batch = ?", (batch,)
    ).fetchone()
    return int(found[0])


# -- looking --


def looked(conn: apsw.Connection, batch: int, now: int, done: int) -> None:
    conn.execute("UPDATE model_batch SET looked_at = ?, done = ? WHERE row = ?", (now, done, batch))


def take(conn: apsw.Connection, batch: int, now: int, before: int) -> bool:
    """Whether this process may look at a batch now: none did since `before`."""
    conn.execute(
        "UPDATE model_batch SET looked_at = ?1 WHERE row = ?2 AND ended_at IS NULL AND "
        "(looked_at IS NULL OR looked_at <= ?3 OR looked_at > ?1)",
        (now, batch, before),
    )
    return bool(conn.changes())


def known(conn: apsw.Connection) -> set[str]:
    """The service's ids of all batches that are remembered."""
    return {row[0] for row in conn.execute("SELECT id FROM model_batch WHERE id IS NOT NULL")}


def is_another(conn: apsw.Connection, batch: int, questions: Iterable[str]) -> bool:
    """Whether none of these questions is of the batch, though it has some and so have they."""
    mine = {row[0] for row in conn.execute("SELECT hash FROM model_answer WHERE batch = ?", (batch,))}
    others = set(questions)
    return bool(mine and others) and not mine & others


def conversation_of(conn: apsw.Connection, batch: int, question: str) -> str | None:
    """The id of the conversation that a question was about; None where it was deleted meanwhile."""
    found = conn.execute(
        "SELECT c.id FROM model_answer a JOIN conversation c ON c.row = a.conversation "
        "WHERE a.hash = ? AND a.batch = ?",
        (question, batch),
    ).fetchone()
    return None if found is None else str(found[0])


def answer(conn: apsw.Connection, question: str, text: str | None, trouble: str | None) -> None:
    conn.execute("UPDATE model_answer SET answer = ?, trouble = ? WHERE hash = ?", (text, trouble, question))


def end(conn: apsw.Connection, batch: int, now: int) -> bool:
    """The batch ended: its conversations are due. Answers False where another process was first."""
    conn.execute(
        "UPDATE model_batch SET ended_at = ?, done = total, most = 0 WHERE row = ? AND ended_at IS NULL",
        (now, batch),
    )
    if not conn.changes():
        return False
    conn.execute(
        "UPDATE model_answer SET trouble = 'no_answer' WHERE batch = ? AND answer IS NULL AND trouble IS NULL",
        (batch,),
    )
    _hurry(conn, batch, now, priority=0)
    return True


def give_up(conn: apsw.Connection, batch: int, now: int) -> list[str]:
    """Its conversations wait for it no more, and are not handed in again. What it is paid for is still asked."""
    conn.execute("UPDATE model_batch SET given_up = 1 WHERE row = ?", (batch,))
    return _hurry(conn, batch, now, priority=1)


def drop(conn: apsw.Connection, batch: int, now: int, *, again: bool) -> None:
    """Forgets a batch that never was, or is lost. `again`: its conversations may be handed in again."""
    _hurry(conn, batch, now, priority=0 if again else 1)
    conn.execute("DELETE FROM model_batch WHERE row = ?", (batch,))


def _hurry(conn: apsw.Connection, batch: int, now: int, *, priority: int) -> list[str]:
    conn.execute(
        "UPDATE job SET next_try_at = min(next_try_at, ?), priority = max(priority, ?) WHERE state = 'queued' "
        "AND conversation IN (SELECT conversation FROM model_answer WHERE batch = ?)",
        (now, priority, batch),
    )
    found = conn.execute(
        "SELECT DISTINCT c.id FROM model_answer a JOIN conversation c ON c.row = a.conversation WHERE a.batch = ?",
        (batch,),
    )
    return [row[0] for row in found]


def answered(conn: apsw.Connection, question: str) -> str | None:
    """What came for a question."""
    found = conn.execute("SELECT answer FROM model_answer WHERE hash = ?", (question,)).fetchone()
    return None if found is None else found[0]


_USED = (
    "batch IN (SELECT row FROM model_batch WHERE ended_at IS NOT NULL) AND "
    "(NOT EXISTS (SELECT 1 FROM job j WHERE j.conversation = model_answer.conversation) AND NOT EXISTS "
    "(SELECT 1 FROM conversation c WHERE c.row = model_answer.conversation AND c.status IN ('pending', 'processing')) "
    "OR batch IN (SELECT row FROM model_batch WHERE ended_at < ?))"
)


def any_used(conn: apsw.Connection, now: int) -> bool:
    """Whether there are answers, or ended batches, that nothing waits for any more."""
    found = conn.execute(
        f"SELECT EXISTS (SELECT 1 FROM model_answer WHERE {_USED}) OR EXISTS (SELECT 1 FROM model_batch "
        "WHERE ended_at IS NOT NULL AND row NOT IN (SELECT batch FROM model_answer))",
        (now - KEPT_MS,),
    ).fetchone()
    return bool(found[0])


def forget_used(conn: apsw.Connection, now: int) -> None:
    """Deletes answers of ended batches that nothing waits for any more, and the batches without any left."""
    conn.execute(f"DELETE FROM model_answer WHERE {_USED}", (now - KEPT_MS,))
    conn.execute(
        "DELETE FROM model_batch WHERE ended_at IS NOT NULL AND row NOT IN (SELECT batch FROM model_answer)"
    )
