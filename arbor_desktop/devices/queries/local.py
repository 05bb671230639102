"""What registers hold, as this device's own tables say it: settings of projects, and quotes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import apsw

from arbor_desktop import database as db
from arbor_desktop.database.packed_text import turn_text
from arbor_desktop.projects import queries as projects

_SWITCHES = ("activation", "share_worktrees")
"""Not those that have Arbor write into files of the project: each is decided on its own computer."""
MOST_QUOTES, MOST_WORDS = 5, 2_000
"""Quotes of a memory, and characters of one."""


def settings(conn: apsw.Connection) -> dict[str, dict[str, Any]]:
    """Return what a person set for projects, by path."""
    found: dict[str, dict[str, Any]] = {
        path: {"kind": kind, "group": name} for path, (kind, name) in projects.kinds(conn).items()
    }
    fields = [getattr(db.ProjectSwitch, name) for name in _SWITCHES]
    for path, *values in db.run(conn, db.ProjectSwitch.select(db.ProjectSwitch.project, *fields)):
        found.setdefault(path, {}).update(zip(_SWITCHES, map(bool, values), strict=True))
    return found


def set_settings(conn: apsw.Connection, path: str, wanted: dict[str, Any]) -> bool:
    """Set what is said of a project. Return whether anything changed."""
    here = settings(conn).get(path, {})
    if all(here.get(name) == value for name, value in wanted.items()):
        return False
    if "kind" in wanted:
        projects.set_kind(conn, path, wanted["kind"], wanted.get("group", ""))
    if switches := {name: wanted[name] for name in _SWITCHES if name in wanted}:
        query = db.ProjectSwitch.insert(project=path, **switches)
        db.run(conn, query.on_conflict(conflict_target=[db.ProjectSwitch.project], update=switches))
    return True


def quotes(conn: apsw.Connection, ident: str) -> list[dict[str, Any]]:
    """Return the words of conversations that a memory comes from, oldest first, each with its time and tool;
    none of a conversation with private memories."""
    evidence, turn, talk = db.Evidence, db.Turn, db.Conversation
    query = (
        evidence.select(turn.text, turn.packed, evidence.span_start, evidence.span_end, turn.at, talk.source)
        .join(db.Memory, on=evidence.memory == db.Memory.row)
        .join(turn, on=(turn.conversation == evidence.conversation) & (turn.number == evidence.first_turn))
        .join(talk, on=talk.row == evidence.conversation)
        .where(
            (db.Memory.id == ident)
            & (turn.unsaid == 0)
            & evidence.span_start.is_null(False)
            & (db.fn.json_extract(talk.extra, "$.private").is_null())
        )
        .order_by(evidence.row)
        .limit(MOST_QUOTES)
    )
    found = [
        {"text": turn_text(text, packed)[start:end][:MOST_WORDS], "at": at, "source": source}
        for text, packed, start, end, at, source in db.run(conn, query)
    ]
    return [one for one in found if one["text"]]


def members(key: str) -> Sequence[str]:
    """Return the memories that a register is about, by its key."""
    kind, *ids = key.split(" ")
    return ids if kind in ("decision", "quotes") else ()
