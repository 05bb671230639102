"""How much there is to read for a model, by sums alone: no text is read."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

import apsw

from arbor_desktop.models.model import Usage

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
