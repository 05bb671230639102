"""Memories: stored, changed and read. Every change adds a line to the history in the same transaction.

Plain SQL: inserting and changing memories is measured (`tests.benchmarks store`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from operator import attrgetter
from typing import Any, TypeVar

import apsw

from arbor_desktop.errors import NotFound
from arbor_desktop.ids import new_id
from arbor_desktop.memories.confidence import DecayPolicy
from arbor_desktop.memories.model import (
    LIVING,
    Category,
    Evidence,
    Memory,
    MemoryType,
    Past,
    Privacy,
    Scope,
    Source,
    Status,
)
from arbor_desktop.memories.queries import events, records
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.text.sentence import Sentence
from arbor_desktop.text.words import fold

REINFORCEMENT = 0.05
"""Confidence added when a memory is stated again (spec 1.3)."""
TAKEN_BACK = "What it rests on was taken back"
"""Reason in the history of a memory whose source was retracted."""

DECAY_RATE = 0.1
"""The speed at which a memory fades, unless it is set."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class NewMemory:
    """A checked memory about to be stored."""

    content: str
    type: MemoryType
    category: Category
    scope: Scope
    confidence: float
    scope_id: str | None = None
    branch: str | None = None
    source: Source = Source.USER_STATED
    status: Status = Status.ACTIVE
    privacy_level: Privacy = Privacy.NORMAL
    tags: tuple[str, ...] = ()
    technology: str | None = None
    details: dict[str, Any] = field(default_factory=dict)
    expires_at: int | None = None
    decay_rate: float = DECAY_RATE
    past: Past | None = None


@dataclass(frozen=True, slots=True)
class Write:
    """Who changes something, when and why; `action_id` groups what is undone together."""

    actor: str
    action_id: str
    now: int
    policy: DecayPolicy
    reason: str | None = None


Progress = Callable[[int, int], None]
"""Called with how many memories are done, of how many. If it raises, nothing is changed."""
_TOLD_EVERY = 500
MERGED_EVERY, MERGED_PAGES = 256, 64
"""The number of new memories after which the index is merged, and the fewest pages merged (a few
milliseconds)."""
_BROUGHT = tuple(name for name in Past.__slots__ if name not in ("id", "links"))
"""The columns that a past sets."""
_brought = attrgetter(*_BROUGHT)
_PAST_RECORDED = (
    "created_at", "reinforced_at", "confirmed_at", "archived_at", "last_used_at", "needs_review", "invalid",
)  # fmt: skip
_INSERT = (
    "INSERT INTO memory (row, id, content, search_text, fold, type, category, details, scope, scope_id, branch, source, "
    f"status, confidence, privacy_level, tags, technology, expires_at, decay_rate, {', '.join(_BROUGHT)}) "
    f"VALUES ({','.join('?' * (19 + len(_BROUGHT)))})"
)


def insert(conn: apsw.Connection, new: NewMemory, by: Write, action: str = "added") -> tuple[str, int]:
    """Store a new memory. Return its id and row."""
    ident = new_id(by.now)
    conn.execute(_INSERT, _values(None, ident, new, fold(new.content), by))
    row = conn.last_insert_rowid()
    events.record_created(conn, [(ident, _after(new))], action, by.actor, by.action_id, by.now, by.reason)
    if row % MERGED_EVERY == 0:
        _merge_index(conn, MERGED_PAGES)
    return ident, row


def insert_many(
    conn: apsw.Connection,
    many: Sequence[tuple[NewMemory, str]],
    by: Write,
    progress: Progress | None = None,
) -> list[tuple[str, int]]:
    """Store new memories, each given with its folded content. Return the id and row of each."""
    last = conn.execute("SELECT ifnull(max(row), 0) FROM memory").fetchone()[0]
    made = [
        (new.past.id if new.past else new_id(by.now), last + number)
        for number, (new, _) in enumerate(many, 1)
    ]
    conn.executemany(
        _INSERT,
        (
            _values(row, ident, new, folded, by)
            for (ident, row), (new, folded) in zip(made, _counted(many, progress), strict=True)
        ),
    )
    events.record_created(
        conn,
        ((ident, _after(new)) for (ident, _), (new, _) in zip(made, many, strict=True)),
        "added", by.actor, by.action_id, by.now, by.reason,
    )  # fmt: skip
    if len(made) >= MERGED_EVERY // 4:
        _merge_index(conn, max(MERGED_PAGES, len(made) // 8))
    return made


def _counted(many: Sequence[T], progress: Progress | None) -> Iterator[T]:
    """Yield all of `many`, and say how far that is."""
    for done, one in enumerate(many):
        if progress is not None and done % _TOLD_EVERY == 0:
            progress(done, len(many))
        yield one


def _merge_index(conn: apsw.Connection, pages: int) -> None:
    """Merge segments of the full-text index, writing at most `pages` pages: a search reads every segment, and
    one takes half the time of ten."""
    conn.execute("INSERT INTO memory_fts (memory_fts, rank) VALUES ('merge', ?)", (-pages,))


def _values(row: int | None, ident: str, new: NewMemory, folded: str, by: Write) -> tuple[Any, ...]:
    return (
        row, ident, new.content, records.search_text(new.content, new.details), folded, new.type, new.category,
        records.to_json(new.details), new.scope, new.scope_id, new.branch, new.source, new.status, new.confidence,
        new.privacy_level, records.to_json(new.tags), new.technology, new.expires_at, new.decay_rate,
        *_brought(new.past or Past(by.now, by.now, by.now)),
    )  # fmt: skip


def _after(new: NewMemory) -> dict[str, Any]:
    """Return the fields for the history of a new memory. What follows from them and its time is left out."""
    fields = {name: getattr(new, name) for name in NewMemory.__slots__ if name not in ("decay_rate", "past")}
    if new.decay_rate != DECAY_RATE:
        fields["decay_rate"] = new.decay_rate
    if new.past is not None:
        values = ((name, getattr(new.past, name)) for name in _PAST_RECORDED)
        fields |= {name: value for name, value in values if value}
    return fields


def bring_back(conn: apsw.Connection, ident: str, new: NewMemory, by: Write) -> None:
    """Set all fields of a memory to those of `new`, which has a past."""
    ((row, _, _),) = rows_of(conn, [ident])
    fields = {name: getattr(new, name) for name in NewMemory.__slots__ if name != "past"}
    fields |= {name: getattr(new.past, name) for name in _BROUGHT}
    change(conn, row, fields, by, "restored", touch=False)


def find_same(
    conn: apsw.Connection, content: str, scope: Scope, scope_id: str | None
) -> list[tuple[int, str, Status]]:
    """Return (row, id, status) of the memories with the same text in the same scope, living ones first; not those
    of other members of the team, who may change or withdraw them."""
    found = conn.execute(
        "SELECT row, id, status FROM memory WHERE fold = ? AND scope = ? AND scope_id IS ? AND source != 'team'",
        (fold(content), scope.value, scope_id),
    )
    same = [(row, ident, Status(status)) for row, ident, status in found]
    return sorted(same, key=lambda one: (one[2] not in LIVING, one[0]))


def statuses(conn: apsw.Connection, ids: Sequence[str]) -> dict[str, tuple[int, Status]]:
    """Return the row and status of those ids that are memories."""
    found: dict[str, tuple[int, Status]] = {}
    for part in records.chunks(ids):
        for row, ident, status in conn.execute(
            f"SELECT row, id, status FROM memory WHERE id IN ({records.marks(part)})", part
        ):
            found[ident] = (row, Status(status))
    return found


def living(conn: apsw.Connection, folds: Sequence[str]) -> dict[tuple[str, str, str | None], tuple[int, str]]:
    """Return the row and id of active and pending memories, by folded content, scope and scope id; not of those of
    other members of the team."""
    found: dict[tuple[str, str, str | None], tuple[int, str]] = {}
    for part in records.chunks(folds):
        for folded, scope, scope_id, row, ident in conn.execute(
            "SELECT fold, scope, scope_id, row, id FROM memory INDEXED BY memory_fold "
            f"WHERE fold IN ({records.marks(part)}) AND status IN ('active', 'pending') AND source != 'team' "
            "ORDER BY row DESC",
            part,
        ):
            found[folded, scope, scope_id] = (row, ident)
    return found


def change(
    conn: apsw.Connection,
    row: int,
    fields: dict[str, Any],
    by: Write,
    action: str,
    *,
    touch: bool = True,
    noted: Mapping[str, Any] | None = None,
) -> bool:
    """Set fields of one memory and record those that really changed. Return whether any did.

    A new confidence comes with the `reinforced_at` from which it counts (see `confidence.rebased`).
    `touch`: set `updated_at`. `noted`: further values for the history.
    """
    if "content" in fields and "summary" not in fields:
        fields = fields | _without_stale_summary(conn, row, fields["content"])
    names = list(fields)
    current = conn.execute(f"SELECT id, {', '.join(names)} FROM memory WHERE row = ?", (row,)).fetchone()
    if current is None:
        raise NotFound(Sentence("That memory no longer exists."))
    ident, before_raw = current[0], dict(zip(names, current[1:], strict=True))
    after_raw = {name: records.stored(name, value) for name, value in fields.items()}
    changed = [name for name in names if before_raw[name] != after_raw[name]]
    if not changed:
        return False
    updates = {name: after_raw[name] for name in changed}
    if touch:
        updates["updated_at"] = by.now
    records.write_columns(conn, row, updates)
    before = {name: records.plain(name, before_raw[name]) for name in changed}
    after = {name: records.plain(name, after_raw[name]) for name in changed} | dict(noted or {})
    events.record(conn, ident, action, by.actor, by.action_id, by.now, before, after, by.reason)
    return True


def _without_stale_summary(conn: apsw.Connection, row: int, content: str) -> dict[str, Any]:
    """Return the fields that remove the summary of another text."""
    stale = conn.execute(
        "SELECT 1 FROM memory WHERE row = ? AND summary IS NOT NULL AND content IS NOT ?", (row, content)
    ).fetchone()
    return {} if stale is None else {"summary": None, "compacted_at": None}


def worth(conn: apsw.Connection, row: int, by: Write) -> float:
    """Return today's confidence of a memory."""
    sql = f"SELECT {records.confidence_sql(by.policy, by.now)} FROM memory m WHERE m.row = ?"
    return float(conn.execute(sql, (row,)).fetchone()[0])


def demote(conn: apsw.Connection, row: int, by: Write) -> tuple[str, ...]:
    """Send an active memory to review. Return its id; nothing if it was not active."""
    found = conn.execute("SELECT id FROM memory WHERE row = ? AND status = 'active'", (row,)).fetchone()
    if found is None:
        return ()
    change(conn, row, {"status": Status.PENDING}, by, "sent to review")
    return (found[0],)


def retract(conn: apsw.Connection, row: int, by: Write) -> tuple[str, ...]:
    """Send an active memory to review, as the words that it comes from were retracted. Return its id; nothing
    if it was not active."""
    return demote(conn, row, replace(by, reason=TAKEN_BACK))


def reinstate(conn: apsw.Connection, row: int, by: Write) -> tuple[str, ...]:
    """Make a memory active again if it is in review only because of `retract`, as the words were said again.
    Return its id; nothing if it is not."""
    found = conn.execute(
        "SELECT m.id, e.reason FROM memory m JOIN memory_event e ON e.memory_id = m.id "
        "WHERE m.row = ? AND m.status = 'pending' AND json_extract(e.after, '$.status') IS NOT NULL "
        "ORDER BY e.seq DESC LIMIT 1",
        (row,),
    ).fetchone()
    if found is None or found[1] != TAKEN_BACK:
        return ()
    change(conn, row, {"status": Status.ACTIVE}, by, "said again")
    return (found[0],)


def adjust(conn: apsw.Connection, row: int, delta: float, by: Write, action: str, **also: Any) -> None:
    """Add `delta` to today's confidence (kept within 0 to 1), which counts from now."""
    value = round(min(1.0, max(0.0, worth(conn, row, by) + delta)), 6)
    change(conn, row, {"confidence": value, "reinforced_at": by.now, **also}, by, action, touch=False)


def add_evidence(conn: apsw.Connection, row: int, conversation: int, places: Iterable[Evidence]) -> int:
    """Add places that a memory comes from. Return how many were new."""
    before = conn.total_changes()
    conn.executemany(
        "INSERT OR IGNORE INTO evidence (memory, conversation, first_turn, last_turn, span_start, span_end, rule, "
        "project, verified, error_text, at, confidence) VALUES (?,?,?,?,?,?,?,?,?,?,?,?)",
        [
            (row, conversation, e.first_turn, e.last_turn, e.span_start, e.span_end, e.rule, e.project,
             int(e.verified), e.error_text, e.at, e.confidence)
            for e in places
        ],
    )  # fmt: skip
    return int(conn.total_changes() - before)


def changed_at(conn: apsw.Connection, row: int) -> int:
    return int(conn.execute("SELECT updated_at FROM memory WHERE row = ?", (row,)).fetchone()[0])


def rows_of(conn: apsw.Connection, ids: Sequence[str]) -> list[tuple[int, str, Status]]:
    """Return (row, id, status) of each id, in the order given. Raises NotFound that names missing ones."""
    found = statuses(conn, list(dict.fromkeys(ids)))
    missing = [ident for ident in ids if ident not in found]
    if missing:
        raise NotFound(f"There is no memory {', '.join(missing[:5])}.", ids=missing)
    return [(found[ident][0], ident, found[ident][1]) for ident in dict.fromkeys(ids)]


def get_many(conn: apsw.Connection, ids: Sequence[str], policy: DecayPolicy, now: int) -> list[Memory]:
    """Return the memories that exist among `ids`, in that order."""
    select = records.select_sql(policy)
    found: dict[str, Sequence[Any]] = {}
    for part in records.chunks(ids):
        for row in conn.execute(
            f"{select} FROM memory m WHERE m.id IN ({records.marks(part)})", (now, *part)
        ):
            found[row[1]] = row
    return records.load(conn, [found[ident] for ident in ids if ident in found])


def get(conn: apsw.Connection, ident: str, policy: DecayPolicy, now: int) -> Memory:
    found = get_many(conn, [ident], policy, now)
    if not found:
        raise NotFound(f"There is no memory {ident}.", id=ident)
    return found[0]


def log_access(conn: apsw.Connection, ids: Sequence[str], context: str, now: int) -> None:
    """Note that memories were shown or shared, which neither reinforces them nor is in their history (spec
    5.1)."""
    for part in records.chunks(ids):
        where = f"WHERE id IN ({records.marks(part)})"
        conn.execute(
            f"UPDATE memory SET access_count = access_count + 1, accessed_at = ? {where}", (now, *part)
        )
        conn.execute(
            f"INSERT INTO access_log (memory, at, context) SELECT row, ?, ? FROM memory {where}",
            (now, context, *part),
        )
