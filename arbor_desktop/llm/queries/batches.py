"""Batches that a service works on, and their questions, with the answers once there are some.

A row of `ModelBatch` is written before its batch is submitted, and gets the service's id after that. A row of
`ModelAnswer` is a question of it, known by its hash.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import apsw

from arbor_desktop import database as db
from arbor_desktop.clock import DAY_MS
from arbor_desktop.conversations.queries.captures import Owner

KEPT_MS = 29 * DAY_MS
"""Time for which an answer is kept that nobody asked for; the service keeps its own as long."""
HELD_MS = 26 * 3_600_000
"""Time for which a conversation waits for its batch; a service answers within a day."""


@dataclass(frozen=True, slots=True)
class Batch:
    """`owner`: the process that submits it; `given_up`: its conversations no longer wait for it; `id` None: it
    is being submitted."""

    owner: Owner
    given_up: bool
    row: int
    id: str | None
    model: str
    created_at: int
    looked_at: int | None
    done: int
    total: int

    @property
    def awaited(self) -> bool:
        return self.id is not None and not self.given_up


@dataclass(frozen=True, slots=True)
class Waiting:
    """A queued conversation that could go into a batch."""

    job: int
    row: int
    id: str


@dataclass(frozen=True, slots=True)
class Overview:
    """The batches under way: the number of conversations in them, and of questions in all and answered; the
    oldest was submitted at `since` (milliseconds)."""

    batches: int = 0
    conversations: int = 0
    done: int = 0
    total: int = 0
    since: int | None = None


def held(conn: apsw.Connection) -> float:
    """Return the most that the batches under way may cost, in US dollars."""
    batch = db.ModelBatch
    query = batch.select(db.fn.total(batch.most)).where(batch.ended_at.is_null())
    return float(db.run(conn, query).fetchone()[0])


def under_way(conn: apsw.Connection) -> list[Batch]:
    """Return the batches that have not ended, oldest first."""
    one = db.ModelBatch
    query = one.select(
        one.owner_pid, one.owner_start, one.given_up, one.row, one.id, one.model, one.created_at,
        one.looked_at, one.done, one.total,
    )  # fmt: skip
    rows = db.run(conn, query.where(one.ended_at.is_null()).order_by(one.row))
    return [Batch(Owner(pid, start), bool(given_up), *fields) for pid, start, given_up, *fields in rows]


def overview(conn: apsw.Connection) -> Overview:
    """Return figures of the batches that conversations wait for."""
    found, answer = [batch for batch in under_way(conn) if batch.awaited], db.ModelAnswer
    query = answer.select(db.fn.count(answer.conversation.distinct()))
    query = query.where(answer.batch.in_([batch.row for batch in found]))
    return Overview(
        len(found), int(db.run(conn, query).fetchone()[0]), sum(batch.done for batch in found),
        sum(batch.total for batch in found), min((batch.created_at for batch in found), default=None),
    )  # fmt: skip


# -- submitting --


def waiting(conn: apsw.Connection, now: int, before: int, limit: int) -> list[Waiting]:
    """Return conversations that are due, ended before `before`, are in no batch yet and were not asked for by
    a person; the oldest job first."""
    job, conversation, answer = db.Job, db.Conversation, db.ModelAnswer
    due = (job.state == "queued") & (job.next_try_at <= now) & (job.priority == 0) & (job.attempts == 0)
    old = db.fn.ifnull(conversation.ended_at, 0) < before
    free = conversation.row.not_in(answer.select(answer.conversation))
    query = job.select(job.row, conversation.row, conversation.id).join(conversation).where(due & old & free)
    rows = db.run(conn, query.order_by(job.next_try_at, job.row).limit(limit))
    return [Waiting(*row) for row in rows]


def begin(conn: apsw.Connection, backend: str, model: str, now: int, owner: Owner) -> int:
    """Note a batch that is about to be submitted. Return its row."""
    new = db.ModelBatch.insert(
        backend=backend, model=model, created_at=now, total=0, owner_pid=owner.pid, owner_start=owner.start
    )
    db.run(conn, new)
    return int(conn.last_insert_rowid())


def add(
    conn: apsw.Connection, batch: int, one: Waiting, questions: Mapping[str, float], now: int
) -> set[str]:
    """Put a conversation's questions, with the most that each may cost, into a batch; its job waits for that.
    Return the hashes of those that are in no batch yet."""
    answer, row, job = db.ModelAnswer, db.ModelBatch, db.Job
    known = answer.select(answer.hash).where(answer.hash.in_(list(questions)))
    fresh = questions.keys() - {hash for (hash,) in db.run(conn, known)}
    if fresh:
        rows = [{"hash": hash, "batch": batch, "conversation": one.row} for hash in fresh]
        db.run(conn, answer.insert_many(rows))
        most = sum(questions[hash] for hash in fresh)
        grown = row.update(total=row.total + len(fresh), most=row.most + most)
        db.run(conn, grown.where(row.row == batch))
        db.run(conn, job.update(next_try_at=now + HELD_MS).where(job.row == one.job))
    return set(fresh)


def note_submitted(conn: apsw.Connection, batch: int, ident: str, now: int) -> int:
    """Store the service's id of a batch. Return the number of conversations in it."""
    row, answer = db.ModelBatch, db.ModelAnswer
    db.run(conn, row.update(id=ident, looked_at=now).where(row.row == batch))
    query = answer.select(db.fn.count(answer.conversation.distinct())).where(answer.batch == batch)
    return int(db.run(conn, query).fetchone()[0])


def known(conn: apsw.Connection) -> set[str]:
    """Return the service's ids of all batches that are remembered."""
    row = db.ModelBatch
    return {ident for (ident,) in db.run(conn, row.select(row.id).where(row.id.is_null(False)))}


# -- answers --


def take(conn: apsw.Connection, batch: int, now: int, before: int) -> bool:
    """Take the turn to look at a batch. Return whether no process has done so since `before`."""
    row = db.ModelBatch
    free = row.looked_at.is_null() | (row.looked_at <= before) | (row.looked_at > now)
    db.run(conn, row.update(looked_at=now).where((row.row == batch) & row.ended_at.is_null() & free))
    return bool(conn.changes())


def note_progress(conn: apsw.Connection, batch: int, now: int, done: int) -> None:
    """Note that a batch was looked at, and how many of its questions are answered."""
    row = db.ModelBatch
    db.run(conn, row.update(looked_at=now, done=done).where(row.row == batch))


def questions(conn: apsw.Connection, batch: int) -> dict[str, str]:
    """Return the hashes of a batch's questions, with the ids of their conversations. Those of conversations
    deleted since are left out."""
    answer, conversation = db.ModelAnswer, db.Conversation
    query = answer.select(answer.hash, conversation.id).join(conversation).where(answer.batch == batch)
    return dict(db.run(conn, query))


def store(conn: apsw.Connection, question: str, text: str | None, trouble: str | None) -> None:
    """Store the answer to a question, or the trouble it met."""
    answer = db.ModelAnswer
    db.run(conn, answer.update(answer=text, trouble=trouble).where(answer.hash == question))


def end(conn: apsw.Connection, batch: int, now: int) -> bool:
    """Note that a batch ended: its conversations are due. Return False where another process was first."""
    row, answer = db.ModelBatch, db.ModelAnswer
    ended = row.update(ended_at=now, done=row.total, most=0)
    db.run(conn, ended.where((row.row == batch) & row.ended_at.is_null()))
    if not conn.changes():
        return False
    missing = (answer.batch == batch) & answer.answer.is_null() & answer.trouble.is_null()
    db.run(conn, answer.update(trouble="no_answer").where(missing))
    _hurry(conn, batch, now, priority=0)
    return True


def give_up(conn: apsw.Connection, batch: int, now: int) -> list[str]:
    """Let the conversations of a batch wait no more; return their ids. Its answers are fetched all the same,
    as they are paid for."""
    row = db.ModelBatch
    db.run(conn, row.update(given_up=True).where(row.row == batch))
    _hurry(conn, batch, now, priority=1)
    return list(dict.fromkeys(questions(conn, batch).values()))


def drop(conn: apsw.Connection, batch: int, now: int, *, again: bool) -> None:
    """Forget a batch that never was, or is lost. `again`: its conversations may go into another one."""
    _hurry(conn, batch, now, priority=0 if again else 1)
    db.run(conn, db.ModelBatch.delete().where(db.ModelBatch.row == batch))


def _hurry(conn: apsw.Connection, batch: int, now: int, *, priority: int) -> None:
    job, answer = db.Job, db.ModelAnswer
    mine = answer.select(answer.conversation).where(answer.batch == batch)
    due = job.update(next_try_at=db.fn.min(job.next_try_at, now), priority=db.fn.max(job.priority, priority))
    db.run(conn, due.where((job.state == "queued") & job.conversation.in_(mine)))


def answered(conn: apsw.Connection, question: str) -> str | None:
    """Return the answer that came for a question, if any."""
    answer = db.ModelAnswer
    found = db.run(conn, answer.select(answer.answer).where(answer.hash == question)).fetchone()
    return None if found is None else found[0]


def forget_used(conn: apsw.Connection, now: int) -> None:
    """Delete the answers of ended batches that nothing waits for any more, and the batches without any left."""
    db.run(conn, db.ModelAnswer.delete().where(_used(now)))
    db.run(conn, db.ModelBatch.delete().where(_empty()))


def any_used(conn: apsw.Connection, now: int) -> bool:
    """Return whether `forget_used` would delete anything."""
    answer, batch = db.ModelAnswer, db.ModelBatch
    queries = answer.select(answer.hash).where(_used(now)), batch.select(batch.row).where(_empty())
    return any(db.run(conn, query.limit(1)).fetchone() is not None for query in queries)


def _used(now: int) -> db.Expression:
    answer, batch, conversation, job = db.ModelAnswer, db.ModelBatch, db.Conversation, db.Job
    unread = conversation.select(conversation.row).where(conversation.status.in_(("pending", "processing")))
    read = answer.conversation.not_in(job.select(job.conversation)) & answer.conversation.not_in(unread)
    expired = answer.batch.in_(batch.select(batch.row).where(batch.ended_at < now - KEPT_MS))
    ended = answer.batch.in_(batch.select(batch.row).where(batch.ended_at.is_null(False)))
    return ended & (read | expired)


def _empty() -> db.Expression:
    batch, answer = db.ModelBatch, db.ModelAnswer
    return batch.ended_at.is_null(False) & batch.row.not_in(answer.select(answer.batch))
