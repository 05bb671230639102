"""What was asked of models and what it cost, why nothing is asked at the moment, and batches under way."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import apsw

from arbor_desktop.clock import local_day
from arbor_desktop.models.model import Trouble, Usage

_OLD_STATES = 30 * 86_400_000
"""Troubles of accesses that are not used any more are forgotten after so long."""
PLAN = "claude-cli"
"""Its calls are part of a plan that is paid for otherwise: they cost nothing."""


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
    """Why nothing is asked: until a person does something, or until `retry_at` (milliseconds). `failures` in a
    row."""

    trouble: Trouble
    message: str
    detail: str
    backend: str
    at: int
    retry_at: int | None
    failures: int = 1


@dataclass(frozen=True, slots=True)
class Told:
    """Which trouble the activity list has told of, so that it does so once."""

    backend: str
    trouble: Trouble
    at: int


@dataclass(frozen=True, slots=True)
class Spent:
    """What calls came to, in US dollars; `unpriced`: calls of models whose price is not known."""

    calls: int = 0
    usage: Usage = field(default_factory=Usage)
    cost: float = 0.0
    unpriced: int = 0


@dataclass(frozen=True, slots=True)
class Share:
    """What one purpose, backend and model came to."""

    purpose: str
    backend: str
    model: str
    spent: Spent


def note_call(conn: apsw.Connection, call: Call) -> None:
    """Adds a line to the ledger, to the sums of its day, and to what its conversation cost: reading it, or, of a
    chat, answering in it."""
    found = conn.execute("SELECT row FROM conversation WHERE id = ?", (call.conversation,)).fetchone()
    row = found[0] if found else None
    usage = call.usage
    conn.execute(
        "INSERT INTO model_call (at, purpose, backend, model, input_tokens, output_tokens, cache_read, "
        "cache_written, cost, milliseconds, batch, trouble, conversation) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)",
        (
            call.at, call.purpose, call.backend, call.model, usage.input, usage.output, usage.cache_read,
            usage.cache_written, call.cost, call.milliseconds, call.batch, call.trouble, row,
        ),
    )  # fmt: skip
    conn.execute(
        "INSERT INTO usage (day, backend, model, input_tokens, output_tokens, cost, cache_read, cache_written, "
        "calls, unpriced) VALUES (?,?,?,?,?,?,?,?,1,?) ON CONFLICT (day, backend, model) DO UPDATE SET "
        "input_tokens = input_tokens + excluded.input_tokens, output_tokens = output_tokens + excluded.output_tokens, "
        "cost = cost + excluded.cost, cache_read = cache_read + excluded.cache_read, "
        "cache_written = cache_written + excluded.cache_written, calls = calls + 1, "
        "unpriced = unpriced + excluded.unpriced",
        (
            day_of(call.at), call.backend, call.model, usage.all_input, usage.output, call.cost or 0.0,
            usage.cache_read, usage.cache_written, _unpriced(call),
        ),
    )  # fmt: skip
    if row is not None and call.cost:
        conn.execute("UPDATE conversation SET cost = cost + ? WHERE row = ?", (call.cost, row))


def _unpriced(call: Call) -> bool:
    return call.cost is None and call.backend != PLAN and call.usage != Usage()


def day_of(at: int) -> str:
    """The day of a person's calendar, as `2026-11-22`: a call belongs to the day it was on their wall."""
    return local_day(at).isoformat()


_SUMS = (
    "ifnull(sum(calls), 0), ifnull(sum(input_tokens - cache_read - cache_written), 0), "
    "ifnull(sum(output_tokens), 0), ifnull(sum(cache_read), 0), ifnull(sum(cache_written), 0), "
    "ifnull(sum(cost), 0.0), ifnull(sum(unpriced), 0)"
)


def _spent(row: Any) -> Spent:
    return Spent(row[0], Usage(*row[1:5]), float(row[5]), row[6])


def spent_in(conn: apsw.Connection, month: str) -> Spent:
    """What was asked in a month (`2026-11`) of the person's calendar."""
    return _spent(
        conn.execute(f"SELECT {_SUMS} FROM usage WHERE day >= ? AND day < ?", _month(month)).fetchone()
    )


def spent_by_day(conn: apsw.Connection, since: str) -> dict[str, Spent]:
    """What was asked on each day from `since` (`2026-11-22`) on; days without a call are left out."""
    found = conn.execute(f"SELECT day, {_SUMS} FROM usage WHERE day >= ? GROUP BY day ORDER BY day", (since,))
    return {row[0]: _spent(row[1:]) for row in found}


def _month(month: str) -> tuple[str, str]:
    return month, month + "~"


def shares(conn: apsw.Connection, since: int) -> list[Share]:
    """What calls since then (milliseconds) came to by purpose, backend and model, the dearest first."""
    found = conn.execute(
        "SELECT purpose, backend, model, count(*), sum(input_tokens), sum(output_tokens), sum(cache_read), "
        "sum(cache_written), ifnull(sum(cost), 0.0), sum(cost IS NULL AND backend != ? AND "
        "(input_tokens OR output_tokens OR cache_read OR cache_written)) FROM model_call WHERE at >= ? "
        "GROUP BY purpose, backend, model ORDER BY ifnull(sum(cost), 0.0) DESC, sum(input_tokens) DESC, purpose",
        (PLAN, since),
    )
    return [Share(row[0], row[1], row[2], _spent(row[3:])) for row in found]


def ledger(conn: apsw.Connection, limit: int) -> list[Call]:
    """The last calls, the newest first."""
    found = conn.execute(
        "SELECT m.at, m.purpose, m.backend, m.model, m.input_tokens, m.output_tokens, m.cache_read, "
        "m.cache_written, m.cost, m.milliseconds, m.batch, m.trouble, c.id FROM model_call m "
        "LEFT JOIN conversation c ON c.row = m.conversation ORDER BY m.row DESC LIMIT ?",
        (limit,),
    )
    return [
        Call(
            row[0], row[1], row[2], row[3], Usage(*row[4:8]), row[8], row[9], bool(row[10]), row[11], row[12]
        )
        for row in found
    ]


def read_with(conn: apsw.Connection, conversation: str) -> str | None:
    """The model that last read this conversation; None where none did."""
    found = conn.execute(
        "SELECT m.model FROM model_call m JOIN conversation c ON c.row = m.conversation WHERE c.id = ? "
        "AND m.purpose = 'extraction' AND m.trouble IS NULL ORDER BY m.row DESC LIMIT 1",
        (conversation,),
    ).fetchone()
    return None if found is None else str(found[0])


def conversations_read(conn: apsw.Connection) -> int:
    """How many of the conversations that are memorized a model read."""
    found: Any = conn.execute(
        "SELECT count(*) FROM conversation c WHERE c.status = 'memorized' AND EXISTS (SELECT 1 FROM model_call m "
        "WHERE m.conversation = c.row AND m.purpose = 'extraction' AND m.trouble IS NULL)"
    ).fetchone()
    return int(found[0])


def salt(conn: apsw.Connection) -> bytes:
    found: Any = conn.execute("SELECT salt FROM model_salt").fetchone()
    return bytes(found[0])


def state(conn: apsw.Connection, access: str) -> State | None:
    found = conn.execute(
        "SELECT trouble, message, detail, backend, at, retry_at, failures FROM model_state WHERE access = ?",
        (access,),
    ).fetchone()
    return None if found is None else State(Trouble(found[0]), *found[1:])


def set_state(conn: apsw.Connection, access: str, state: State) -> None:
    """Notes why nothing is asked this way."""
    conn.execute("DELETE FROM model_state WHERE access = ? OR at < ?", (access, state.at - _OLD_STATES))
    conn.execute(
        "INSERT INTO model_state VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            access, state.trouble.value, state.message, state.detail, state.backend, state.at, state.retry_at,
            state.failures,
        ),
    )  # fmt: skip


def clear_state(conn: apsw.Connection, access: str | None = None) -> None:
    """It is asked again: this way, or (None) each way."""
    conn.execute("DELETE FROM model_state WHERE ?1 IS NULL OR access = ?1", (access,))


def told(conn: apsw.Connection) -> Told | None:
    found = conn.execute("SELECT backend, trouble, at FROM model_told").fetchone()
    return None if found is None else Told(found[0], Trouble(found[1]), found[2])


def set_told(conn: apsw.Connection, told: Told | None) -> None:
    conn.execute("DELETE FROM model_told")
    if told is not None:
        conn.execute(
            "INSERT INTO model_told VALUES (1, ?, ?, ?)", (told.backend, told.trouble.value, told.at)
        )


def waiting_jobs(conn: apsw.Connection) -> int:
    """How many conversations wait to be memorized."""
    found: Any = conn.execute("SELECT count(*) FROM job WHERE state != 'failed'").fetchone()
    return int(found[0])
