"""Lists and counts of memories, and memories by their rows.

Plain SQL: lists are measured (`tests.benchmarks lists`), and chosen indexes make them fast.
"""

from __future__ import annotations

import json
from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any

import apsw

from arbor_desktop.errors import InvalidInput
from arbor_desktop.memories.confidence import DecayPolicy
from arbor_desktop.memories.model import Category, Memory, MemoryFilter, MemoryType, Privacy, Source
from arbor_desktop.memories.queries import records

if TYPE_CHECKING:
    from arbor_desktop.memories.model import Facets, Page

MOST_TAGS = 200
MANY = 200_000
"""From this many memories on, they are sorted outside SQLite, which would take twice as long."""
BY_CATEGORY = "m.scope_id, m.category"
BY_TYPE = "m.scope_id, instr('instruction preference fact skill context relationship', m.type)"
"""Orders of `rows`: by place, then by category, or by type with the most binding first."""
BY_SCOPE = "m.scope, m.scope_id"


def memories_of_rows(
    conn: apsw.Connection, rows: Sequence[int], policy: DecayPolicy, now: int
) -> list[Memory]:
    """Return the memories that exist among `rows`, in that order."""
    select = records.select_sql(policy)
    found: dict[int, Sequence[Any]] = {}
    for part in records.chunks(rows):
        for row in conn.execute(
            f"{select} FROM memory m WHERE m.row IN ({records.marks(part)})", (now, *part)
        ):
            found[row[0]] = row
    return records.load(conn, [found[row] for row in rows if row in found])


def ids_of_rows(conn: apsw.Connection, rows: Sequence[int]) -> list[str]:
    found: dict[int, str] = {}
    for part in records.chunks(rows):
        found.update(conn.execute(f"SELECT row, id FROM memory WHERE row IN ({records.marks(part)})", part))
    return [found[row] for row in rows if row in found]


_SORT_COLUMNS = {
    "relevance": "ifnull(m.last_used_at, m.reinforced_at)",
    "used": "ifnull(m.last_used_at, m.reinforced_at)",
    "accessed": "ifnull(m.accessed_at, 0)",
    "created": "m.created_at",
    "updated": "m.updated_at",
    "access_count": "m.access_count",
}


def _sort_sql(sort: str, policy: DecayPolicy, now: int) -> str:
    return records.confidence_sql(policy, now) if sort == "confidence" else _SORT_COLUMNS[sort]


_LISTED = frozenset(
    (
        "types",
        "categories",
        "scope",
        "scope_id",
        "project",
        "statuses",
        "sources",
        "privacy",
        "tags",
        "since",
        "until",
    )
)
"""The filters that the index `memory_list` contains."""


def _from_sql(wanted: MemoryFilter, sort: str | None) -> str:
    """Return the table and the index to read. By itself SQLite would choose the index of the status, which nearly
    all share, and fetch each row from another page: several times slower than reading all."""
    others = [name for name in wanted.__slots__ if name not in _LISTED and getattr(wanted, name) is not None]
    covered = sort in (None, "created") and not others
    return "memory m INDEXED BY memory_list" if covered else "memory m NOT INDEXED"


def list_ids(
    conn: apsw.Connection, wanted: MemoryFilter, *, sort: str, order: str, policy: DecayPolicy, now: int
) -> list[str]:
    """Return the sorted ids of all that match, for a list view that loads only visible rows."""
    if sort != "created" and records.value(conn, "SELECT ifnull(max(row), 0) FROM memory") > MANY:
        return _sorted_ids(conn, wanted, sort, order, policy, now)
    where, values = records.where_sql(wanted, policy, now)
    direction = "DESC" if order == "desc" else "ASC"
    # As one text: a hundred thousand rows one by one would hold Python's lock ten times as long.
    found = conn.execute(
        f"SELECT group_concat(id, ' ') FROM (SELECT m.id FROM {_from_sql(wanted, sort)} WHERE {where} "
        f"ORDER BY {_sort_sql(sort, policy, now)} {direction}, m.row {direction})",
        values,
    ).fetchone()[0]
    return found.split(" ") if found else []


def _sorted_ids(
    conn: apsw.Connection, wanted: MemoryFilter, sort: str, order: str, policy: DecayPolicy, now: int
) -> list[str]:
    """Return the same as `list_ids`, in half of the time where there are very many."""
    import numpy as np  # only there

    key = _sort_sql(sort, policy, now)
    if sort == "confidence":
        key = f"CAST({key} * {2**62} AS INTEGER)"  # a text of the number itself would round it
    where, values = records.where_sql(wanted, policy, now)
    ids, keys = conn.execute(
        "SELECT ifnull(group_concat(id, ' '), ''), group_concat(key, ' ') FROM "
        f"(SELECT m.id, {key} AS key FROM {_from_sql(wanted, sort)} WHERE {where} ORDER BY m.row)",
        values,
    ).fetchone()
    every = ids.split()
    places = np.fromstring(keys or "", np.int64, sep=" ").argsort(kind="stable").tolist()
    return [every[place] for place in (reversed(places) if order == "desc" else places)]


def rows(
    conn: apsw.Connection, wanted: MemoryFilter, policy: DecayPolicy, now: int, order: str = ""
) -> array[int]:
    """Return the rows of all that match, oldest first, or in the `order` BY_CATEGORY or BY_TYPE."""
    where, values = records.where_sql(wanted, policy, now)
    found = conn.execute(
        f"SELECT m.row FROM {_from_sql(wanted, order or 'created')} WHERE {where} "
        f"ORDER BY {f'{order}, ' if order else ''}m.created_at, m.row",
        values,
    )
    return array("q", (row for (row,) in found))


def contents(conn: apsw.Connection, wanted: MemoryFilter, policy: DecayPolicy, now: int) -> Iterator[str]:
    """Yield the texts of all that match."""
    where, values = records.where_sql(wanted, policy, now)
    for (content,) in conn.execute(f"SELECT m.content FROM memory m NOT INDEXED WHERE {where}", values):
        yield content


def places(conn: apsw.Connection, wanted: MemoryFilter, policy: DecayPolicy, now: int) -> list[str]:
    """Return the projects and conversations of all that match."""
    where, values = records.where_sql(wanted, policy, now)
    found = conn.execute(
        f"SELECT DISTINCT m.scope_id FROM {_from_sql(wanted, None)} WHERE {where} AND m.scope_id NOT NULL ORDER BY 1",
        values,
    )
    return [place for (place,) in found]


def count(conn: apsw.Connection, wanted: MemoryFilter, policy: DecayPolicy, now: int) -> int:
    """Return how many match."""
    where, values = records.where_sql(wanted, policy, now)
    # The narrowest index answers best where only the status counts.
    by_status = wanted.statuses and wanted == MemoryFilter(statuses=wanted.statuses)
    source = "memory m INDEXED BY memory_used" if by_status else _from_sql(wanted, None)
    return int(conn.execute(f"SELECT count(*) FROM {source} WHERE {where}", values).fetchone()[0])


def page(
    conn: apsw.Connection,
    wanted: MemoryFilter,
    *,
    sort: str,
    order: str,
    limit: int,
    after: str | None,
    policy: DecayPolicy,
    now: int,
) -> Page:
    """Return one page; `after` is the `next` of the page before. Sorting by "relevance" means by last use."""
    where, values = records.where_sql(wanted, policy, now)
    total = count(conn, wanted, policy, now)
    moment = now
    seek, seek_values = "1", []
    if after is not None:
        cursor = _read_cursor(after, sort, order)
        moment = cursor[2]
        seek = f"({_sort_sql(sort, policy, moment)}, m.row) {'<' if order == 'desc' else '>'} (?, ?)"
        seek_values = [cursor[3], cursor[4]]
    key = _sort_sql(sort, policy, moment)
    direction = "DESC" if order == "desc" else "ASC"
    rows = conn.execute(
        f"SELECT m.row, {key} FROM {_from_sql(wanted, sort)} WHERE {where} AND {seek} "
        f"ORDER BY {key} {direction}, m.row {direction} LIMIT ?",
        (*values, *seek_values, limit + 1),
    ).fetchall()
    more = len(rows) > limit
    rows = rows[:limit]
    loaded = memories_of_rows(conn, [row for row, _ in rows], policy, now)
    following = _write_cursor(sort, order, moment, rows[-1][1], rows[-1][0]) if more and rows else None
    from arbor_desktop.memories.model import Page  # a page of a list; what is told needs none

    return Page(tuple(loaded), following, total)


def newest(conn: apsw.Connection, limit: int, policy: DecayPolicy, now: int) -> list[Memory]:
    """Return the newest active memories."""
    rows = conn.execute(
        "SELECT row FROM memory INDEXED BY memory_list WHERE status = 'active' "
        "ORDER BY created_at DESC, row DESC LIMIT ?",
        (limit,),
    ).fetchall()
    return memories_of_rows(conn, [row for (row,) in rows], policy, now)


def _write_cursor(*parts: Any) -> str:
    import base64  # only where a page has a next one

    return base64.urlsafe_b64encode(records.to_json(parts).encode()).decode().rstrip("=")


def _read_cursor(text: str, sort: str, order: str) -> tuple[str, str, int, float, int]:
    import base64

    try:
        match json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))):
            case [str(by), str(way), int(rank), float() | int() as value, int(row)]:
                cursor = by, way, rank, value, row
            case _:
                raise ValueError
    except ValueError:
        raise InvalidInput("Invalid page mark.", field="after") from None
    if cursor[:2] != (sort, order):
        raise InvalidInput("That page mark belongs to another sort order.", field="after")
    return cursor


def facets(conn: apsw.Connection, wanted: MemoryFilter, policy: DecayPolicy, now: int) -> Facets:
    """Count the memories that match by each field; types without the filter's own, so that a chip shows what it
    would add."""
    columns = ("category", "source", "privacy_level")
    if wanted.types:
        values = {name: getattr(wanted, name) for name in wanted.__slots__} | {"types": ()}
        (types,) = _counts(conn, MemoryFilter(**values), ("type",), policy, now)
        categories, sources, privacy = _counts(conn, wanted, columns, policy, now)
    else:
        types, categories, sources, privacy = _counts(conn, wanted, ("type", *columns), policy, now)
    statuses = conn.execute("SELECT status, count(*) FROM memory GROUP BY 1")
    from arbor_desktop.memories.model import Facets  # a page of a list; what is told needs none

    return Facets(
        total=types.total(),
        types=dict(types),
        categories=_ordered(categories),
        projects=of_projects(conn),
        tags=dict(list(_ordered(_tag_counts(conn, wanted, policy, now)).items())[:MOST_TAGS]),
        statuses=dict(statuses),
        sources=_ordered(sources),
        privacy=_ordered(privacy),
    )


def of_projects(conn: apsw.Connection) -> dict[str, int]:
    """Count the active and pending memories of each project that has any, the most first."""
    found = conn.execute(  # grouped in the order of the index first, without sorting all
        "SELECT scope_id, sum(n) FROM (SELECT scope_id, count(*) AS n FROM memory INDEXED BY memory_place "
        "WHERE scope = 'project' AND scope_id IS NOT NULL AND status IN ('active', 'pending') "
        "GROUP BY status, scope_id) GROUP BY 1 ORDER BY 2 DESC, 1"
    )
    return dict(found)


_KINDS: dict[str, type[StrEnum]] = {
    "type": MemoryType,
    "category": Category,
    "source": Source,
    "privacy_level": Privacy,
}


def _counts(
    conn: apsw.Connection, wanted: MemoryFilter, columns: Sequence[str], policy: DecayPolicy, now: int
) -> list[Counter[str]]:
    """Count the values of each column, all in one pass without sorting."""
    where, values = records.where_sql(wanted, policy, now)
    cells = [(number, kind.value) for number, column in enumerate(columns) for kind in _KINDS[column]]
    counted = ", ".join(f"count(*) FILTER (WHERE m.{columns[number]} = '{kind}')" for number, kind in cells)
    found = conn.execute(f"SELECT {counted} FROM {_from_sql(wanted, None)} WHERE {where}", values).fetchone()
    counts: list[Counter[str]] = [Counter() for _ in columns]
    for (number, kind), count in zip(cells, found, strict=True):
        if count:
            counts[number][kind] = count
    return counts


def _tag_counts(conn: apsw.Connection, wanted: MemoryFilter, policy: DecayPolicy, now: int) -> Counter[str]:
    """Count tags, by whole lists of tags, of which there are few."""
    where, values = records.where_sql(wanted, policy, now)
    counts: Counter[str] = Counter()
    source = f"{_from_sql(wanted, None)} WHERE {where} AND m.tags != '[]'"
    for tags, count in records.tally(conn, "m.tags", source, values).items():
        for tag in records.tags_from_json(tags):
            counts[tag] += count
    return counts


def _ordered(counts: Counter[str]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))
