"""Rows of table `memory` as `Memory`, single columns as plain values, and filters as SQL conditions.

Plain SQL: every list, search and hook reads through it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import Any, TypeVar

import apsw

from arbor_desktop.clock import DAY_MS
from arbor_desktop.memories.confidence import DecayPolicy
from arbor_desktop.memories.details import search_words
from arbor_desktop.memories.model import (
    CORRECTION,
    MOST_TOLD,
    Category,
    Evidence,
    Memory,
    MemoryFilter,
    MemoryType,
    Privacy,
    Scope,
    Source,
    Status,
)
from arbor_desktop.text.words import fold, index_words

COLUMNS = (
    "id, content, summary, type, category, details, scope, scope_id, branch, source, status, confidence, "
    "privacy_level, tags, technology, created_at, updated_at, accessed_at, last_used_at, reinforced_at, "
    "confirmed_at, compacted_at, expires_at, archived_at, access_count, use_count, success_count, "
    "failure_count, decay_rate, needs_review, invalid"
)
FIELDS = tuple(COLUMNS.split(", "))
_SELECT = ", ".join(f"m.{name}" for name in FIELDS)
CHUNK = 500
"""Ids a statement: under SQLite's limit of parameters on every build."""

_Word = TypeVar("_Word", bound=StrEnum)


class _Words(dict[str, _Word]):
    """Members of an enum by their stored values; a dictionary is faster than the enum's constructor. An unknown
    value (in a damaged record, which the monthly check reports) is read as the most careful member, so that
    one bad memory hides no other."""

    def __init__(self, careful: _Word) -> None:
        super().__init__((word.value, word) for word in type(careful))
        self._careful = careful

    def __missing__(self, _word: str) -> _Word:
        return self._careful


_MEMORYTYPE = _Words(MemoryType.CONTEXT)
_CATEGORY = _Words(Category.FACTS)
_SCOPE = _Words(Scope.CONVERSATION)
_SOURCE = _Words(Source.AI_INFERRED)
_STATUS = _Words(Status.PENDING)
_PRIVACY = _Words(Privacy.NEVER_SHARE)

_TEXT = "ifnull(nullif(m.summary, ''), m.content)"
_IS_TEXT = "json_type(m.details, '$.{0}') = 'text' AND m.details ->> '$.{0}' != ''"
_FIX = (
    f"CASE WHEN {_IS_TEXT.format('fix')} THEN m.details ->> '$.fix' "
    f"WHEN {_IS_TEXT.format('solution')} THEN m.details ->> '$.solution' END"
)
_FIX_SQL = (
    f"ifnull((SELECT ' (fix: ' || CASE WHEN length(fix) <= {MOST_TOLD} THEN fix "
    f"ELSE substr(fix, 1, {MOST_TOLD - 1}) || '…' END || ')' FROM (SELECT {_FIX} AS fix) "
    f"WHERE m.category = 'bug_patterns' AND instr({_TEXT}, fix) = 0), '')"
)
_FILES_SQL = (
    "ifnull((SELECT ' (for ' || group_concat(value, ', ') || ')' FROM (SELECT value "
    "FROM json_each(m.details, '$.applies_to') WHERE type = 'text' AND value != '' ORDER BY key) "
    "WHERE m.category = 'project_conventions' AND json_type(m.details, '$.applies_to') = 'array' "
    f"HAVING sum(instr({_TEXT}, value) = 0) > 0), '')"
)
TOLD_SQL = (
    f"({_TEXT} || {_FIX_SQL} || {_FILES_SQL} || CASE WHEN json_type(m.details, '$.condition') = 'text' "
    "AND trim(m.details ->> '$.condition') != '' "
    "THEN ' (only: ' || (m.details ->> '$.condition') || ')' ELSE '' END)"
)
"""The shared text of a memory `m`: the same as `Memory.told_text`."""
OPEN_CONFLICT_SQL = (
    "(c.status IN ('unresolved', 'pending_user_review') AND (SELECT count(*) FROM conflict_member o "
    "JOIN memory om ON om.row = o.memory WHERE o.conflict = c.row AND om.status IN ('active', 'pending')) > 1)"
)
"""Condition of an open conflict `c`: it is not decided, and two of its memories are living."""


to_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
"""Return a value as JSON."""


def from_json(text: str) -> dict[str, Any]:
    found: dict[str, Any] = {} if text == "{}" else json.loads(text)
    return found


@lru_cache(4096)
def tags_from_json(text: str) -> tuple[str, ...]:
    return () if text == "[]" else tuple(json.loads(text))


NOW = "?1"
"""The moment as a statement's first parameter: a statement with the number itself would be compiled each time."""


def confidence_sql(policy: DecayPolicy, now: int | str, table: str = "m") -> str:
    """Return the SQL of the confidence at `now`, or at NOW: the same as `confidence.current_confidence`."""
    t = table
    idle = f"(({now if now == NOW else int(now)} - max({t}.reinforced_at, ifnull({t}.confirmed_at, 0))) / {float(DAY_MS)})"
    rate = f"max(0.0, {t}.decay_rate)"
    if policy.name == "linear":
        worth = f"max(0.0, {t}.confidence - 0.01 * {rate} * max(0.0, {idle} - 1.0))"
    else:
        days = f"max(0.0, {idle} - {float(policy.grace_days)})"
        floor = f"min({float(policy.floor)}, {t}.confidence)"
        worth = f"max({floor}, {t}.confidence * pow(max(0.0, 1 - 0.05 * {rate}), {days}))"
    return f"(CASE WHEN {t}.privacy_level IN ('always_include', 'sensitive') THEN {t}.confidence ELSE {worth} END)"


def select_sql(policy: DecayPolicy) -> str:
    """Return the SELECT of the columns that `load` needs, without FROM; its first parameter is NOW."""
    return f"SELECT m.row, {_SELECT}, {confidence_sql(policy, NOW)}"


def _memory(row: Sequence[Any], evidence: tuple[Evidence, ...], conflicts: tuple[str, ...]) -> Memory:
    (
        key, ident, content, summary, kind, category, details, scope, scope_id, branch, source, status, confidence,
        privacy, tags, technology, created, updated, accessed, last_used, reinforced, confirmed, compacted,
        expires, archived, access_count, use_count, success_count, failure_count, decay_rate, needs_review,
        invalid, current,
    ) = row  # fmt: skip
    return Memory(
        id=ident,
        content=content,
        summary=summary,
        type=_MEMORYTYPE[kind],
        category=_CATEGORY[category],
        details=from_json(details),
        scope=_SCOPE[scope],
        scope_id=scope_id,
        branch=branch,
        source=_SOURCE[source],
        status=_STATUS[status],
        confidence=confidence,
        current_confidence=current,
        privacy_level=_PRIVACY[privacy],
        tags=tags_from_json(tags),
        technology=technology,
        created_at=created,
        updated_at=updated,
        accessed_at=accessed,
        last_used_at=last_used,
        reinforced_at=reinforced,
        confirmed_at=confirmed,
        compacted_at=compacted,
        expires_at=expires,
        archived_at=archived,
        access_count=access_count,
        use_count=use_count,
        success_count=success_count,
        failure_count=failure_count,
        decay_rate=decay_rate,
        needs_review=bool(needs_review),
        invalid=bool(invalid),
        evidence=evidence,
        conflict_ids=conflicts,
        row=key,
    )


def load(conn: apsw.Connection, rows: list[Sequence[Any]]) -> list[Memory]:
    """Return the memories of `rows` of `select_sql`, with their evidence and open conflicts, in that order."""
    keys = [row[0] for row in rows]
    evidence = _evidence(conn, keys)
    conflicts = _conflicts(conn, keys)
    return [_memory(row, evidence.get(row[0], ()), conflicts.get(row[0], ())) for row in rows]


def _evidence(conn: apsw.Connection, keys: list[int]) -> dict[int, tuple[Evidence, ...]]:
    found: dict[int, list[Evidence]] = {}
    for part in chunks(keys):
        for row in conn.execute(
            "SELECT e.memory, c.id, e.first_turn, e.last_turn, e.rule, e.span_start, e.span_end, e.project, "
            "e.verified, e.error_text, e.at, e.confidence FROM evidence e JOIN conversation c ON c.row = e.conversation "
            f"WHERE e.memory IN ({marks(part)}) ORDER BY e.memory, e.row",
            part,
        ):
            found.setdefault(row[0], []).append(
                Evidence(row[1], row[2], row[3], row[4], row[5], row[6], row[7], bool(row[8]), *row[9:12])
            )
    return {key: tuple(items) for key, items in found.items()}


def _conflicts(conn: apsw.Connection, keys: list[int]) -> dict[int, tuple[str, ...]]:
    found: dict[int, list[str]] = {}
    for part in chunks(keys):
        for memory, ident in conn.execute(
            "SELECT cm.memory, c.id FROM conflict_member cm JOIN conflict c ON c.row = cm.conflict "
            f"WHERE cm.memory IN ({marks(part)}) AND {OPEN_CONFLICT_SQL} ORDER BY c.row",
            part,
        ):
            found.setdefault(memory, []).append(ident)
    return {key: tuple(items) for key, items in found.items()}


def below(folder: str) -> tuple[str, str]:
    """Return the range of paths inside a folder: from the first, included, to the second, excluded."""
    bare = folder.rstrip("/\\")
    separator = folder[len(bare) :][:1] or ("/" if "/" in folder else "\\")
    return bare + separator, bare + separator + chr(0x10FFFF)


def value(conn: apsw.Connection, sql: str, *values: Any) -> Any:
    """Return the first column of a query's first row; None where there is no row."""
    row = conn.execute(sql, values).fetchone()
    return None if row is None else row[0]


def tally(conn: apsw.Connection, cell: str, source: str, values: Any = ()) -> Counter[str]:
    """Count each text of the expression `cell`. SQLite would sort the rows to group them; as one text they are
    counted in half of the time."""
    found = conn.execute(f"SELECT group_concat({cell}, char(0)) FROM {source}", values).fetchone()[0]
    return Counter(found.split("\0")) if found is not None else Counter()


def chunks(keys: Sequence[Any]) -> Iterable[Sequence[Any]]:
    return (keys[i : i + CHUNK] for i in range(0, len(keys), CHUNK))


VOUCHED_FOR = "(source NOT IN ('agent_stored', 'team') OR confirmed_at IS NOT NULL)"
"""Condition of memories for a project's files: those that an AI tool stored, or another member of the team shared,
only once a person confirmed them."""


def marks(part: Sequence[object]) -> str:
    return ",".join("?" * len(part))


def where_sql(wanted: MemoryFilter, policy: DecayPolicy, now: int) -> tuple[str, list[Any]]:
    """Return a filter as an SQL condition over memories `m`, and its parameters."""
    parts: list[str] = []
    values: list[Any] = []

    def add(condition: str, *given: Any) -> None:
        parts.append(condition)
        values.extend(given)

    for column, options in (
        ("status", wanted.statuses),
        ("type", wanted.types),
        ("category", wanted.categories),
        ("source", wanted.sources),
        ("privacy_level", wanted.privacy),
    ):
        if options:
            add(f"m.{column} IN ({marks(options)})", *map(str, options))
    for condition, value in (
        ("m.scope = ?", wanted.scope),
        ("m.scope_id = ?", wanted.scope_id),
        ("(m.scope = 'global' OR (m.scope = 'project' AND m.scope_id = ?))", wanted.project),
        ("m.technology = ? COLLATE NOCASE", wanted.technology),
        ("m.created_at >= ?", wanted.since),
        ("m.created_at <= ?", wanted.until),
        ("m.needs_review = ?", wanted.needs_review),
        (
            "m.row IN (SELECT e.memory FROM evidence e JOIN conversation c ON c.row = e.conversation WHERE c.id = ?)",
            wanted.conversation,
        ),
        ("(m.expires_at IS NULL OR m.expires_at > ?)", wanted.valid_at),
    ):
        if value is not None:
            add(condition, getattr(value, "value", value))
    for tag in wanted.tags:
        add("EXISTS (SELECT 1 FROM json_each(m.tags) WHERE value = ?)", tag)
    if wanted.min_confidence is not None:
        add(f"{confidence_sql(policy, now)} >= ?", wanted.min_confidence)
    if wanted.rule is not None:
        add(
            "m.row IN (SELECT memory FROM evidence WHERE rule IN (?, ?))",
            wanted.rule, CORRECTION + wanted.rule,
        )  # fmt: skip
    if wanted.ids is not None:
        add("m.id IN (SELECT value FROM json_each(?))", to_json(list(wanted.ids)))
    if wanted.places is not None:
        either = " OR ".join("(m.scope = ? AND m.scope_id IS ?)" for _ in wanted.places)
        add(f"({either or '0'})", *(part for scope, ident in wanted.places for part in (scope.value, ident)))
    if wanted.branches is not None:
        add(f"({' OR '.join('m.branch IS ?' for _ in wanted.branches) or '0'})", *wanted.branches)
    return " AND ".join(parts) or "1", values


def stored(name: str, value: Any) -> Any:
    """Return a value as its column has it."""
    if name in ("details", "tags"):
        return to_json(value)
    if isinstance(value, bool):
        return int(value)
    return getattr(value, "value", value)


def plain(name: str, value: Any) -> Any:
    """Return a column's value as history and JSON have it."""
    if name == "details":
        return from_json(value)
    if name == "tags":
        return list(tags_from_json(value))
    if name in ("needs_review", "invalid"):
        return bool(value)
    return value


def current(conn: apsw.Connection, ident: str, names: Sequence[str]) -> dict[str, Any] | None:
    """Return fields of a memory; None if it is gone."""
    found = conn.execute(f"SELECT {', '.join(['row', *names])} FROM memory WHERE id = ?", (ident,)).fetchone()
    if found is None:
        return None
    return {name: plain(name, value) for name, value in zip(names, found[1:], strict=True)}


def search_text(content: str, details: Mapping[str, Any]) -> str:
    """Return the text for the search index beside a memory's own words: parts of names, signs, and words that are
    only in its details."""
    if not details:
        return index_words(content)
    more = search_words(details, content)
    return " ".join(part for part in (index_words(f"{content} {more}"), more) if part)


def write_columns(conn: apsw.Connection, row: int, columns: dict[str, Any]) -> None:
    """Set columns to stored values, with the columns that are derived from content and details."""
    if "content" in columns:
        columns = columns | {"fold": fold(columns["content"])}
    if "content" in columns or "details" in columns:
        kept = conn.execute("SELECT content, details FROM memory WHERE row = ?", (row,)).fetchone()
        content = columns.get("content", kept[0])
        details = from_json(columns.get("details", kept[1]))
        columns = columns | {"search_text": search_text(content, details)}
    conn.execute(
        f"UPDATE memory SET {', '.join(f'{name} = ?' for name in columns)} WHERE row = ?",
        (*columns.values(), row),
    )
