"""What models are asked, what it costs and why nothing is asked at present; how much there is to read; what must
not be sent to a model.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import apsw

from arbor_desktop import database as db
from arbor_desktop.clock import local_day
from arbor_desktop.database.packed_text import turn_text
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
    """Add a call to the ledger, to the sums of its day, and to what its conversation cost: reading it, or, of a
    chat, answering in it."""
    chat, usage = db.Conversation, call.usage
    found = db.run(conn, chat.select(chat.row).where(chat.id == call.conversation)).fetchone()
    row = found[0] if found else None
    counts = {"cache_read": usage.cache_read, "cache_written": usage.cache_written}
    new = db.ModelCall.insert(
        at=call.at,
        purpose=call.purpose,
        backend=call.backend,
        model=call.model,
        input_tokens=usage.input,
        output_tokens=usage.output,
        cost=call.cost,
        milliseconds=call.milliseconds,
        batch=call.batch,
        trouble=call.trouble,
        conversation=row,
        **counts,
    )
    db.run(conn, new)
    counts |= {
        "input_tokens": usage.all_input,
        "output_tokens": usage.output,
        "calls": 1,
        "unpriced": _unpriced(call),
    }
    sums = {"cost": call.cost or 0.0, **counts}
    day, key = db.Usage, [db.Usage.day, db.Usage.backend, db.Usage.model]
    added = {name: getattr(day, name) + getattr(db.EXCLUDED, name) for name in sums}
    of_day = day.insert(day=day_of(call.at), backend=call.backend, model=call.model, **sums)
    db.run(conn, of_day.on_conflict(conflict_target=key, update=added))
    if row is not None and call.cost:
        db.run(conn, chat.update(cost=chat.cost + call.cost).where(chat.row == row))


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
    """Return the last calls, the newest first."""
    call = db.ModelCall
    query = call.select(
        call.at, call.purpose, call.backend, call.model, call.input_tokens, call.output_tokens, call.cache_read,
        call.cache_written, call.cost, call.milliseconds, call.batch, call.trouble, db.Conversation.id,
    )  # fmt: skip
    query = query.join(db.Conversation, db.JOIN.LEFT_OUTER).order_by(call.row.desc()).limit(limit)
    return [_call(row) for row in db.run(conn, query)]


def _call(row: Sequence[Any]) -> Call:
    at, purpose, backend, model, *tokens, cost, milliseconds, batch, trouble, conversation = row
    usage = Usage(*tokens)
    return Call(at, purpose, backend, model, usage, cost, milliseconds, bool(batch), trouble, conversation)


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
    """How many of the conversations that are memorized a model read."""
    found: Any = conn.execute(
        "SELECT count(*) FROM conversation c WHERE c.status = 'memorized' AND EXISTS (SELECT 1 FROM model_call m "
        "WHERE m.conversation = c.row AND m.purpose = 'extraction' AND m.trouble IS NULL)"
    ).fetchone()
    return int(found[0])


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


def told(conn: apsw.Connection) -> Told | None:
    one = db.ModelTold
    found = db.run(conn, one.select(one.backend, one.trouble, one.at)).fetchone()
    return None if found is None else Told(found[0], Trouble(found[1]), found[2])


def set_told(conn: apsw.Connection, told: Told | None) -> None:
    db.run(conn, db.ModelTold.delete())
    if told is not None:
        db.run(conn, db.ModelTold.insert(one=1, backend=told.backend, trouble=told.trouble, at=told.at))


def waiting_jobs(conn: apsw.Connection) -> int:
    """Return how many conversations are to be memorized."""
    query = db.Job.select(db.fn.count()).where(db.Job.state != "failed")
    return int(db.run(conn, query).fetchone()[0])


COUNTED_BYTES = 2_000
"""So much of a turn counts at most, as a model is shown no more."""
SPEAKING_BYTES = 50
"""Where no turn has so much, nothing is read."""
_PACKED = 3
"""Old text is kept compressed, to about a third."""


@dataclass(frozen=True, slots=True)
class Size:
    """What of a conversation is to be read: `turns`, their text in bytes (`said`), and what of that a model
    is shown at most (`counted`). `project` is where it belongs."""

    row: int
    id: str
    source: str
    project: str | None
    turns: int
    said: int
    counted: int


def sizes(conn: apsw.Connection, ids: Sequence[str] | None, *, again: bool) -> list[Size]:
    """Of these conversations, or (None) of all that wait to be memorized; of all there are for `again` without
    `ids`. What was memorized before counts only with `again`."""
    chosen, values = "", []
    if ids is not None:
        chosen, values = "AND c.id IN (SELECT value FROM json_each(?4))", [json.dumps(list(ids))]
    elif not again:
        chosen = "AND c.row IN (SELECT conversation FROM job WHERE state != 'failed')"
    found = conn.execute(
        "SELECT c.row, c.id, c.source, c.project, count(*), sum(s.size), sum(min(s.size, ?1)) FROM conversation c "
        "JOIN (SELECT conversation, number, kind, unsaid, "
        f"ifnull(octet_length(text), {_PACKED} * octet_length(packed)) AS size FROM turn) s ON s.conversation = c.row "
        "WHERE s.kind = 'said' AND NOT s.unsaid AND s.size > 0 "
        f"AND s.number > CASE WHEN ?2 THEN 0 ELSE c.memorized_through END {chosen} "
        "GROUP BY c.row HAVING max(s.size) >= ?3 ORDER BY c.row",
        (COUNTED_BYTES, again, SPEAKING_BYTES, *values),
    )
    return [Size(*row) for row in found]


@dataclass(frozen=True, slots=True)
class Habit:
    """What calls of one purpose were like on the average: `usage` tokens and `milliseconds` of a call."""

    calls: int
    usage: Usage
    milliseconds: float


def habit(conn: apsw.Connection, purpose: str, backend: str, model: str, last: int) -> Habit | None:
    """Of the last answered calls, at most `last`; a batch says nothing of time and is left out. None: there
    was no call. `model` "": whichever it was."""
    found = conn.execute(
        "SELECT count(*), avg(input_tokens), avg(output_tokens), avg(cache_read), avg(cache_written), "
        "avg(milliseconds) FROM (SELECT * FROM model_call WHERE purpose = ?1 AND backend = ?2 "
        "AND (?3 = '' OR model = ?3 OR model GLOB ?3 || '-[0-9]*') AND trouble IS NULL AND NOT batch "
        "ORDER BY row DESC LIMIT ?4)",
        (purpose, backend, model, last),
    ).fetchone()
    if not found[0]:
        return None
    return Habit(found[0], Usage(*(round(value) for value in found[1:5])), float(found[5]))


def source_sizes(conn: apsw.Connection) -> dict[str, tuple[int, int]]:
    """Of each source: how many of its files were read, and how many bytes they have."""
    found = conn.execute(
        "SELECT source, count(*), sum(size) FROM capture_file WHERE source IS NOT NULL AND error IS NULL "
        "GROUP BY source"
    )
    return {source: (count, size) for source, count, size in found}


def stored(conn: apsw.Connection, paths: Sequence[str]) -> set[str]:
    """Which of these files were read before, as they are now or as they were."""
    found = conn.execute(
        "SELECT path FROM capture_file WHERE path IN (SELECT value FROM json_each(?))",
        (json.dumps(list(paths)),),
    )
    return {row[0] for row in found}


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
