"""What choosing an AI's context takes from the store beside the memories themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import apsw
import msgspec

from arbor_desktop.store import records

_texts = msgspec.json.Decoder(tuple[str, ...]).decode


def projects_among(conn: apsw.Connection, paths: Sequence[str]) -> list[str]:
    """Those of `paths`, in their order, that are a project with an active or pending memory."""
    known = {
        path
        for part in records.chunks(paths)
        for (path,) in conn.execute(
            "SELECT DISTINCT scope_id FROM memory INDEXED BY memory_place "
            "WHERE status IN ('active', 'pending') AND scope = 'project' "
            f"AND scope_id IN ({records.marks(part)})",
            part,
        )
    }
    return [path for path in paths if path in known]


@dataclass(frozen=True, slots=True)
class OpenConflict:
    """Members of an open conflict that are among given ones, by their ids in order. `replacing`: the one that
    says that it takes the others' place, if it is among them."""

    id: str
    members: tuple[str, ...]
    replacing: str | None


def open_conflicts(conn: apsw.Connection, ids: Sequence[str]) -> list[OpenConflict]:
    """The open conflicts with at least two members among the memories `ids`, oldest first."""
    members: dict[tuple[int, str], set[str]] = {}
    replacing: dict[str, str] = {}
    for part in records.chunks(ids):
        for row, conflict, memory, takes_over in conn.execute(
            "SELECT c.row, c.id, m.id, ifnull(c.judgement ->> '$.replaces', 0) AND cm.memory = (SELECT o.memory "
            "FROM conflict_member o WHERE o.conflict = c.row ORDER BY o.at DESC, o.memory DESC LIMIT 1) "
            "FROM memory m JOIN conflict_member cm ON cm.memory = m.row "
            f"JOIN conflict c ON c.row = cm.conflict WHERE m.id IN ({records.marks(part)}) "
            "AND c.status IN ('unresolved', 'pending_user_review')",
            part,
        ):
            members.setdefault((row, conflict), set()).add(memory)
            if takes_over:
                replacing[conflict] = memory
    return [
        OpenConflict(conflict, tuple(sorted(found)), replacing.get(conflict))
        for (_, conflict), found in sorted(members.items())
        if len(found) > 1
    ]


def outdated(conn: apsw.Connection, ids: Sequence[str]) -> frozenset[str]:
    """Those of the memories that a person called outdated beside a newer one, and has not looked at since."""
    return frozenset(
        ident
        for part in records.chunks(ids)
        for (ident,) in conn.execute(
            "SELECT DISTINCT m.id FROM memory m JOIN conflict_member cm ON cm.memory = m.row "
            f"JOIN conflict c ON c.row = cm.conflict WHERE m.id IN ({records.marks(part)}) "
            "AND m.needs_review AND c.status = 'marked_outdated'",
            part,
        )
    )


def stack(conn: apsw.Connection, project: str) -> frozenset[str]:
    """Technologies that a project is known to use, in lower case."""
    found = conn.execute("SELECT stack FROM project WHERE path = ?", (project,)).fetchone()
    return frozenset(name.casefold() for name in _texts(found[0])) if found else frozenset()
