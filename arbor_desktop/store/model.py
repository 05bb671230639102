"""What was asked of models and what it cost, why nothing is asked at the moment, and batches under way."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import apsw

from arbor_desktop.core.clock import to_iso
from arbor_desktop.core.model import Trouble, Usage

MIGRATION = """
CREATE TABLE model_call (
    row INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    purpose TEXT NOT NULL,
    backend TEXT NOT NULL,
    model TEXT NOT NULL,
    input_tokens INTEGER NOT NULL DEFAULT 0,
    output_tokens INTEGER NOT NULL DEFAULT 0,
    cache_read INTEGER NOT NULL DEFAULT 0,
    cache_written INTEGER NOT NULL DEFAULT 0,
    cost REAL,
    milliseconds INTEGER NOT NULL DEFAULT 0,
    batch INTEGER NOT NULL DEFAULT 0,
    trouble TEXT,
    conversation INTEGER REFERENCES conversation (row) ON DELETE SET NULL
);
CREATE INDEX model_call_at ON model_call (at);
CREATE INDEX model_call_conversation ON model_call (conversation) WHERE conversation IS NOT NULL;
CREATE TABLE model_state (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    trouble TEXT NOT NULL,
    message TEXT NOT NULL,
    detail TEXT NOT NULL DEFAULT '',
    backend TEXT NOT NULL,
    at INTEGER NOT NULL,
    retry_at INTEGER
);
CREATE TABLE model_batch (
    id TEXT PRIMARY KEY,
    backend TEXT NOT NULL,
    model TEXT NOT NULL,
    base_url TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    looked_at INTEGER,
    ended_at INTEGER,
    done INTEGER NOT NULL DEFAULT 0,
    total INTEGER NOT NULL
);
CREATE TABLE model_answer (
    hash TEXT PRIMARY KEY,
    batch TEXT NOT NULL REFERENCES model_batch (id) ON DELETE CASCADE,
    conversation INTEGER REFERENCES conversation (row) ON DELETE CASCADE,
    answer TEXT,
    trouble TEXT
);
CREATE INDEX model_answer_batch ON model_answer (batch);
CREATE INDEX model_answer_conversation ON model_answer (conversation);
"""


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
    """Why nothing is asked: until a person does something, or until `retry_at` (milliseconds)."""

    trouble: Trouble
    message: str
    detail: str
    backend: str
    at: int
    retry_at: int | None


@dataclass(frozen=True, slots=True)
class Spent:
    """What calls came to; `unpriced`: calls of models whose price is not known."""

    calls: int = 0
    usage: Usage = field(default_factory=Usage)
    cost: float = 0.0
    unpriced: int = 0


def note_call(conn: apsw.Connection, call: Call) -> None:
    """Adds a line to the ledger, and to what its conversation cost."""
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
    day = (to_iso(call.at) or "")[:10]
    conn.execute(
        "INSERT INTO usage (day, backend, model, input_tokens, output_tokens, cost) VALUES (?,?,?,?,?,?) "
        "ON CONFLICT (day, backend, model) DO UPDATE SET input_tokens = input_tokens + excluded.input_tokens, "
        "output_tokens = output_tokens + excluded.output_tokens, cost = cost + excluded.cost",
        (day, call.backend, call.model, usage.all_input, usage.output, call.cost or 0.0),
    )
    if row is not None and call.cost:
        conn.execute("UPDATE conversation SET cost = cost + ? WHERE row = ?", (call.cost, row))


def spent(conn: apsw.Connection, since: int, until: int | None = None) -> Spent:
    """What was asked from `since` on (milliseconds), before `until`."""
    found = conn.execute(
        "SELECT count(*), ifnull(sum(input_tokens), 0), ifnull(sum(output_tokens), 0), ifnull(sum(cache_read), 0), "
        "ifnull(sum(cache_written), 0), ifnull(sum(cost), 0.0), count(*) - count(cost) FROM model_call "
        "WHERE at >= ? AND at < ?",
        (since, 1 << 62 if until is None else until),
    ).fetchone()
    return Spent(found[0], Usage(*found[1:5]), float(found[5]), found[6])


def state(conn: apsw.Connection) -> State | None:
    found = conn.execute("SELECT trouble, message, detail, backend, at, retry_at FROM model_state").fetchone()
    return None if found is None else State(Trouble(found[0]), *found[1:])


def set_state(conn: apsw.Connection, state: State | None) -> None:
    """Notes why nothing is asked; None: it is asked again."""
    conn.execute("DELETE FROM model_state")
    if state is not None:
        conn.execute(
            "INSERT INTO model_state VALUES (1, ?, ?, ?, ?, ?, ?)",
            (state.trouble.value, state.message, state.detail, state.backend, state.at, state.retry_at),
        )


def waiting_jobs(conn: apsw.Connection) -> int:
    """How many conversations wait to be memorized."""
    found: Any = conn.execute("SELECT count(*) FROM job WHERE state != 'failed'").fetchone()
    return int(found[0])


def never_shared(conn: apsw.Connection) -> list[str]:
    """The words that must leave in no call: of memories that are never shared, now or in an older wording,
    and the passages of conversations that they came from. The longest first."""
    texts = {
        text
        for row in conn.execute(
            "SELECT content, summary FROM memory WHERE privacy_level = 'never_share' AND status != 'deleted'"
        )
        for text in row
        if text
    }
    return sorted(texts, key=len, reverse=True)
