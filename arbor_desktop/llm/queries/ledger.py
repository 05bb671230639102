"""The ledger of calls of models, what they cost, and why none can be made at present."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from statistics import fmean
from typing import Any

import apsw

from arbor_desktop import database as db
from arbor_desktop.clock import local_day
from arbor_desktop.llm.model import Trouble, Usage
from arbor_desktop.quick_dataclass import dataclass

_OLD_STATES = 30 * 86_400_000
"""Milliseconds after which the trouble of a way of access is forgotten, as it is used no more."""
PLAN = "claude-cli"
"""The backend whose calls are part of a plan that is paid for otherwise: they cost nothing."""


@dataclass(frozen=True, slots=True)
class Call:
    """One line of the ledger. `cost` in US dollars, None where no price is known."""

    at: int
    purpose: str
    backend: str
    model: str
    usage: Usage
    cost: float | None
    milliseconds: int
    batch: bool = False
    trouble: str | None = None
    conversation: str | None = None


@dataclass(frozen=True, slots=True)
class State:
    """The reason for which nothing is asked: until a person does something, or until `retry_at` (milliseconds). `failures` in
    a row."""

    trouble: Trouble
    message: str
    detail: str
    backend: str
    at: int
    retry_at: int | None
    failures: int = 1


@dataclass(frozen=True, slots=True)
class Reported:
    """The trouble that is in the activity list, where it is reported once."""

    backend: str
    trouble: Trouble
    at: int


@dataclass(frozen=True, slots=True)
class Spent:
    """Sums of calls, the cost in US dollars; `unpriced`: calls of models whose price is not known."""

    calls: int = 0
    usage: Usage = field(default_factory=Usage)
    cost: float = 0.0
    unpriced: int = 0

    def __add__(self, other: Spent) -> Spent:
        return Spent(
            self.calls + other.calls,
            self.usage + other.usage,
            self.cost + other.cost,
            self.unpriced + other.unpriced,
        )


@dataclass(frozen=True, slots=True)
class Share:
    """The sums of one purpose, backend and model."""

    purpose: str
    backend: str
    model: str
    spent: Spent


@dataclass(frozen=True, slots=True)
class Habit:
    """The average of calls of one purpose: `usage` in tokens, and `milliseconds`."""

    calls: int
    usage: Usage
    milliseconds: float


# -- calls --


def note_call(conn: apsw.Connection, call: Call) -> None:
    """Add a call to the ledger, to the sums of its day, and to the cost of its conversation."""
    chat, usage = db.Conversation, call.usage
    found = db.run(conn, chat.select(chat.row).where(chat.id == call.conversation)).fetchone()
    row = found[0] if found else None
    counts = {"cache_read": usage.cache_read, "cache_written": usage.cache_written}
    new = db.ModelCall.insert(
        at=call.at, purpose=call.purpose, backend=call.backend, model=call.model, input_tokens=usage.input,
        output_tokens=usage.output, cost=call.cost, milliseconds=call.milliseconds, batch=call.batch,
        trouble=call.trouble, conversation=row, **counts,
    )  # fmt: skip
    db.run(conn, new)
    counts |= {
        "input_tokens": usage.all_input,
        "output_tokens": usage.output,
        "calls": 1,
        "unpriced": call.cost is None and call.backend != PLAN and usage != Usage(),
    }
    sums = {"cost": call.cost or 0.0, **counts}
    day, key = db.Usage, [db.Usage.day, db.Usage.backend, db.Usage.model]
    added = {name: getattr(day, name) + getattr(db.EXCLUDED, name) for name in sums}
    of_day = day.insert(day=day_of(call.at), backend=call.backend, model=call.model, **sums)
    db.run(conn, of_day.on_conflict(conflict_target=key, update=added))
    if row is not None and call.cost:
        db.run(conn, chat.update(cost=chat.cost + call.cost).where(chat.row == row))


def day_of(at: int) -> str:
    """Return the day of the person's calendar to which a call belongs, as `2026-11-22`."""
    return local_day(at).isoformat()


def spent_by_day(conn: apsw.Connection, since: str, until: str = "") -> dict[str, Spent]:
    """Return the sums of each day (`2026-11-22`) of a month (`2026-11`) of the person's calendar, or of the
    days from `since` to `until`, without days on which there was no call."""
    one, total = db.Usage, db.fn.sum
    plain = one.input_tokens - one.cache_read - one.cache_written
    query = one.select(
        one.day, total(one.calls), total(plain), total(one.output_tokens), total(one.cache_read),
        total(one.cache_written), total(one.cost), total(one.unpriced),
    )  # fmt: skip
    query = query.where(one.day.between(since, (until or since) + "~")).group_by(one.day).order_by(one.day)
    return {day: _spent(sums) for day, *sums in db.run(conn, query)}


def shares(conn: apsw.Connection, since: int) -> list[Share]:
    """Return the sums of calls since then (milliseconds) by purpose, backend and model, dearest first."""
    call, total = db.ModelCall, db.fn.sum
    kind = (call.purpose, call.backend, call.model)
    tokens = call.input_tokens + call.output_tokens + call.cache_read + call.cache_written
    unpriced = call.cost.is_null() & (call.backend != PLAN) & (tokens > 0)
    cost = db.fn.total(call.cost)
    query = call.select(
        *kind, db.fn.count(), total(call.input_tokens), total(call.output_tokens), total(call.cache_read),
        total(call.cache_written), cost, total(unpriced),
    )  # fmt: skip
    query = query.where(call.at >= since).group_by(*kind)
    rows = db.run(conn, query.order_by(cost.desc(), total(call.input_tokens).desc(), call.purpose))
    return [Share(purpose, backend, model, _spent(sums)) for purpose, backend, model, *sums in rows]


def _spent(sums: Sequence[Any]) -> Spent:
    calls, *tokens, cost, unpriced = sums
    return Spent(calls, Usage(*tokens), cost, unpriced)


def last_calls(conn: apsw.Connection, limit: int) -> list[Call]:
    """Return the last calls, newest first."""
    call = db.ModelCall
    query = call.select(
        call.at, call.purpose, call.backend, call.model, call.input_tokens, call.output_tokens, call.cache_read,
        call.cache_written, call.cost, call.milliseconds, call.batch, call.trouble, db.Conversation.id,
    )  # fmt: skip
    query = query.join(db.Conversation, db.JOIN.LEFT_OUTER).order_by(call.row.desc()).limit(limit)
    return [
        Call(
            at,
            purpose,
            backend,
            model,
            Usage(*tokens),
            cost,
            milliseconds,
            bool(batch),
            trouble,
            conversation,
        )
        for at, purpose, backend, model, *tokens, cost, milliseconds, batch, trouble, conversation in db.run(
            conn, query
        )
    ]


def read_with(conn: apsw.Connection, conversation: str) -> str | None:
    """Return the model that last read this conversation; None where none did."""
    call = db.ModelCall
    query = call.select(call.model).join(db.Conversation)
    query = query.where(
        db.Conversation.id == conversation, call.purpose == "extraction", call.trouble.is_null()
    )
    found = db.run(conn, query.order_by(call.row.desc()).limit(1)).fetchone()
    return None if found is None else str(found[0])


def conversations_read(conn: apsw.Connection) -> int:
    """Return how many of the memorized conversations a model read."""
    chat, call = db.Conversation, db.ModelCall
    read = call.select(call.conversation).where((call.purpose == "extraction") & call.trouble.is_null())
    query = chat.select(db.fn.count()).where((chat.status == "memorized") & chat.row.in_(read))
    return int(db.run(conn, query).fetchone()[0])


def habit(conn: apsw.Connection, purpose: str, backend: str, model: str, last: int) -> Habit | None:
    """Return the average of the last answered calls, at most `last`, without batches, which say nothing of
    time; None where there was no call. `model` "": any model; else also its dated versions."""
    call = db.ModelCall
    query = call.select(
        call.input_tokens, call.output_tokens, call.cache_read, call.cache_written, call.milliseconds
    ).where((call.purpose == purpose) & (call.backend == backend) & call.trouble.is_null() & ~call.batch)
    if model:
        query = query.where((call.model == model) | (call.model % f"{model}-[0-9]*"))
    rows = db.run(conn, query.order_by(call.row.desc()).limit(last)).fetchall()
    if not rows:
        return None
    *tokens, milliseconds = (fmean(column) for column in zip(*rows, strict=True))
    return Habit(len(rows), Usage(*map(round, tokens)), milliseconds)


# -- why nothing is asked --


def salt(conn: apsw.Connection) -> bytes:
    return bytes(db.run(conn, db.ModelSalt.select(db.ModelSalt.salt)).fetchone()[0])


def state(conn: apsw.Connection, access: str) -> State | None:
    one = db.ModelState
    query = one.select(one.trouble, one.message, one.detail, one.backend, one.at, one.retry_at, one.failures)
    found = db.run(conn, query.where(one.access == access)).fetchone()
    return None if found is None else State(Trouble(found[0]), *found[1:])


def set_state(conn: apsw.Connection, access: str, state: State) -> None:
    """Store why nothing is asked this way."""
    one = db.ModelState
    db.run(conn, one.delete().where((one.access == access) | (one.at < state.at - _OLD_STATES)))
    db.run(conn, one.insert(access=access, **{name: getattr(state, name) for name in State.__slots__}))


def clear_state(conn: apsw.Connection, access: str | None = None) -> None:
    """Forget why nothing was asked: this way, or (None) each way."""
    query = db.ModelState.delete()
    db.run(conn, query if access is None else query.where(db.ModelState.access == access))


def reported(conn: apsw.Connection) -> Reported | None:
    one = db.ModelTold
    found = db.run(conn, one.select(one.backend, one.trouble, one.at)).fetchone()
    return None if found is None else Reported(found[0], Trouble(found[1]), found[2])


def set_reported(conn: apsw.Connection, trouble: Reported | None) -> None:
    db.run(conn, db.ModelTold.delete())
    if trouble is not None:
        new = db.ModelTold.insert(one=1, backend=trouble.backend, trouble=trouble.trouble, at=trouble.at)
        db.run(conn, new)


def waiting_jobs(conn: apsw.Connection) -> int:
    """Return how many conversations are to be memorized."""
    query = db.Job.select(db.fn.count()).where(db.Job.state != "failed")
    return int(db.run(conn, query).fetchone()[0])
