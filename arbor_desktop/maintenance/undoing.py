"""Takes back what a run of maintenance changed in memories, through their histories."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

from arbor_desktop.database.connection import Connection
from arbor_desktop.errors import InvalidInput
from arbor_desktop.maintenance.queries import maintenance
from arbor_desktop.memories.queries import lifecycle
from arbor_desktop.memories.queries.memories import Write
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.runtime.steps import Trouble

AT_ONCE = 100
"""Memories a transaction: whoever else writes waits no longer than that takes."""
SINCE = "It was changed since, so it was left as it is."


@dataclass(slots=True)
class _Done:
    changed: list[str] = field(default_factory=list)
    left: list[Trouble] = field(default_factory=list)


def take_back(rt: Runtime, row: int) -> list[str]:
    """Killed in the midst of it, it can be asked for again. Answers the ids of what changed. Raises NotFound,
    and InvalidInput where the run was taken back already or is not over."""
    run = rt.db.read(lambda c: maintenance.get(c, row))
    if run.undone_at is not None:
        raise InvalidInput("That run was taken back already.", id=row)
    action = run.action_id
    ids = rt.db.read(lambda c: maintenance.changed_by(c, action)) if action else []
    if not ids:
        raise InvalidInput("That run changed no memories, so there is nothing to take back.", id=row)
    by, done = rt.by("undo", f"Maintenance ({run.task.value}) was taken back"), _Done()
    for start in range(0, len(ids), AT_ONCE):
        last = row if start + AT_ONCE >= len(ids) else None
        rt.db.write(
            partial(_some, action=str(action), ids=ids[start : start + AT_ONCE], by=by, done=done, run=last)
        )
    return done.changed


def _some(conn: Connection, action: str, ids: list[str], by: Write, done: _Done, run: int | None) -> None:
    """`run`: the row of the run that is taken back with these, in the same transaction: killed in between, it
    would say for ever that there is nothing to take back."""
    changed, left = maintenance.take_back(conn, action, ids, by)
    lifecycle.keep_brought_back(conn, by)  # else it is forgotten again the next night
    done.changed += changed
    done.left += [Trouble(f"“{text}”", SINCE) for text in left]
    if run is not None:
        maintenance.undone(conn, run, by.now, done.left)
