"""Memories of one place, in the few columns that selection and the reasons against a memory need.

Plain SQL: hooks use it, and the index is named.
"""

from __future__ import annotations

from typing import NamedTuple

import apsw

from arbor_desktop.memories.confidence import DecayPolicy
from arbor_desktop.memories.model import Category, MemoryType, Privacy, Scope, Status
from arbor_desktop.memories.queries import records


class MemoryRow(NamedTuple):
    """A memory. `text`: the summary if there is one; `confidence`: that of the day; `used`: when it was last
    used or reinforced (milliseconds)."""

    row: int
    id: str
    text: str
    type: MemoryType
    category: Category
    branch: str | None
    expires_at: int | None
    confidence: float
    used: int
    created: int
    scope: Scope
    scope_id: str | None
    privacy: Privacy


_USED = "ifnull(m.last_used_at, m.reinforced_at)"
_PLACE = "m.status = ? AND m.scope = ? AND m.scope_id IS ? AND m.privacy_level = ?"


def recently_used(
    conn: apsw.Connection,
    scope: Scope,
    scope_id: str | None,
    privacy: Privacy,
    *,
    limit: int,
    policy: DecayPolicy,
    day: int,
    status: Status = Status.ACTIVE,
) -> list[MemoryRow]:
    """Return the memories of a place by last use, then id: of any branch and confidence, expired or not.

    The index `memory_place` has this very order, so the cost does not depend on how many there are.
    """
    where = (scope, scope_id, privacy)
    return _select(conn, status, where, "", (), f"{_USED} DESC, m.id", limit, policy, day)


def shareable(
    conn: apsw.Connection,
    scope: Scope,
    scope_id: str | None,
    privacy: Privacy,
    *,
    branch: str | None,
    floor: float,
    limit: int,
    policy: DecayPolicy,
    day: int,
    moment: int,
    newest_first: bool = False,
) -> list[MemoryRow]:
    """Return active memories of all branches or of `branch`, with a confidence of at least `floor` on `day`,
    and not expired at `moment`: by last use or, with `newest_first`, by creation; then by id."""
    also = (
        f" AND (m.branch IS NULL OR m.branch IS ?) AND {records.confidence_sql(policy, day)} >= ? "
        "AND (m.expires_at IS NULL OR m.expires_at > ?)"
    )
    order = "m.created_at DESC, m.id" if newest_first else f"{_USED} DESC, m.id"
    where, values = (scope, scope_id, privacy), (branch, floor, moment)
    return _select(conn, Status.ACTIVE, where, also, values, order, limit, policy, day)


_TYPES = {kind.value: kind for kind in MemoryType}
_CATEGORIES = {category.value: category for category in Category}


def _select(
    conn: apsw.Connection,
    status: Status,
    place: tuple[Scope, str | None, Privacy],
    also: str,
    values: tuple[object, ...],
    order: str,
    limit: int,
    policy: DecayPolicy,
    day: int,
) -> list[MemoryRow]:
    scope, scope_id, privacy = place
    found = conn.execute(
        "SELECT m.row, m.id, ifnull(m.summary, m.content), m.type, m.category, m.branch, m.expires_at, "
        f"{records.confidence_sql(policy, day)}, {_USED}, m.created_at "
        f"FROM memory m INDEXED BY memory_place WHERE {_PLACE}{also} ORDER BY {order} LIMIT ?",
        (status.value, scope.value, scope_id, privacy.value, *values, limit),
    )
    return [
        MemoryRow(
            row, ident, text, _TYPES[kind], _CATEGORIES[category], branch, expires_at, worth, used, created,
            scope, scope_id, privacy,
        )
        for row, ident, text, kind, category, branch, expires_at, worth, used, created in found
    ]  # fmt: skip
