"""The memories of branches with their files, and the options of projects (spec 6.3).

Plain SQL where memories are selected, and for lines, of which there may be hundreds.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import apsw

from arbor_desktop import database as db
from arbor_desktop.branches.model import FileOptions, Line, Section, Way
from arbor_desktop.memories.confidence import DecayPolicy
from arbor_desktop.memories.model import Memory
from arbor_desktop.memories.queries import events, memories, records, sharing

_LEFT_OUT_OF = "left_out_of"
MOST_KNOWN = 50
"""The number of earlier states of a file that are recognized."""


@dataclass(frozen=True, slots=True)
class Kept:
    """The stored document of one branch. `updated_at`: when its entries changed last; `evolved_at`: when a
    model or the rules last merged all of it; both in milliseconds. `left_out`: memories that were cleared
    here, with their marks. `head`: git's state when the file was last read; `trouble`: why the file is not
    changed, for people."""

    project: str
    branch: str
    stem: str | None = None
    updated_at: int | None = None
    evolved_at: int | None = None
    seen: str | None = None
    writing: str | None = None
    known: tuple[str, ...] = ()
    head: str = ""
    trouble: str | None = None
    lines: tuple[Line, ...] = ()
    filed: tuple[Line, ...] = ()
    left_out: Mapping[str, str] = field(default_factory=dict)

    @property
    def has_file(self) -> bool:
        return self.seen is not None


_FIELDS = ("stem", "updated_at", "evolved_at", "seen", "writing", "known", "head", "trouble")


def get(conn: apsw.Connection, project: str, branch: str) -> Kept | None:
    """Return the stored document of a branch; None if there is none."""
    found = db.run(conn, _select("row", *_FIELDS, project=project, branch=branch)).fetchone()
    if found is None:
        return None
    row, *fields = found
    left_out = db.BranchLeftOut.select(db.Memory.id, db.BranchLeftOut.mark).join(db.Memory)
    left_out = left_out.where(db.BranchLeftOut.branch == row).order_by(db.Memory.row)
    return replace(
        _listed(project, branch, fields),
        lines=_lines(conn, row, filed=False),
        filed=_lines(conn, row, filed=True),
        left_out=dict(db.run(conn, left_out)),
    )


def _listed(project: str, branch: str, fields: Sequence[Any]) -> Kept:
    """Return a document without its lines."""
    values = dict(zip(_FIELDS, fields, strict=True))
    return Kept(project, branch, **values | {"known": records.tags_from_json(values["known"])})


def _select(*names: str, **where: str) -> db.ModelSelect[Any]:
    fields = [getattr(db.BranchMemory, name) for name in names]
    return db.BranchMemory.select(*fields).where(
        *(getattr(db.BranchMemory, k) == v for k, v in where.items())
    )


def put(conn: apsw.Connection, kept: Kept) -> None:
    """Store the document of a branch."""
    before = get(conn, kept.project, kept.branch)
    values = {name: getattr(kept, name) for name in _FIELDS} | {"known": kept.known[-MOST_KNOWN:]}
    query = db.BranchMemory.insert(project=kept.project, branch=kept.branch, **values)
    key = [db.BranchMemory.project, db.BranchMemory.branch]
    db.run(conn, query.on_conflict(conflict_target=key, preserve=list(_FIELDS)))
    row = row_of(conn, kept.project, kept.branch)
    assert row is not None
    if before is None or before.lines != kept.lines:
        _put_lines(conn, row, kept.lines, filed=False)
    if before is None or before.filed != kept.filed:
        _put_lines(conn, row, kept.filed, filed=True)
    if before is None or before.left_out != kept.left_out:
        db.run(conn, db.BranchLeftOut.delete().where(db.BranchLeftOut.branch == row))
        for memory, ident, _ in memories.rows_of(conn, sorted(kept.left_out)):
            new = db.BranchLeftOut.insert(branch=row, memory=memory, mark=kept.left_out[ident])
            db.run(conn, new)


def row_of(conn: apsw.Connection, project: str, branch: str) -> int | None:
    found = db.run(conn, _select("row", project=project, branch=branch)).fetchone()
    return None if found is None else int(found[0])


def stems(conn: apsw.Connection, project: str, but: str) -> list[str]:
    """Return the names of the files of a project's other branches."""
    query = _select("stem", project=project).where(
        db.BranchMemory.branch != but, db.BranchMemory.stem.is_null(False)
    )
    return [stem for (stem,) in db.run(conn, query)]


def of_project(conn: apsw.Connection, project: str) -> list[Kept]:
    """Return the documents of a project by name, without their lines."""
    query = _select("branch", *_FIELDS, project=project).order_by(db.BranchMemory.branch)
    return [_listed(project, branch, fields) for branch, *fields in db.run(conn, query)]


def least_recently_updated(conn: apsw.Connection, limit: int) -> list[tuple[str, str]]:
    """Return project and branch of the documents that were merged least recently."""
    branch = db.BranchMemory
    query = branch.select(branch.project, branch.branch)
    return list(db.run(conn, query.order_by(db.fn.ifnull(branch.evolved_at, 0), branch.row).limit(limit)))


def own_branches(conn: apsw.Connection, project: str) -> list[str]:
    """Return the branches that active memories of the project are limited to."""
    return [
        branch
        for (branch,) in conn.execute(
            "SELECT DISTINCT branch FROM memory INDEXED BY memory_place WHERE status = 'active' "
            "AND scope = 'project' AND scope_id = ? AND branch IS NOT NULL ORDER BY branch",
            (project,),
        )
    ]


def applicable(
    conn: apsw.Connection, project: str, branch: str, policy: DecayPolicy, now: int
) -> list[Memory]:
    """Return the memories of a project that apply to a branch and may be in its file, oldest first: active,
    not private, expired or marked as outdated, and confirmed by a person if an agent stored them."""
    ids = [
        ident
        for (ident,) in conn.execute(
            "SELECT id FROM memory INDEXED BY memory_place WHERE status = 'active' AND scope = 'project' "
            "AND scope_id = ? AND privacy_level IN ('always_include', 'normal') AND (branch IS NULL OR branch = ?) "
            f"AND (expires_at IS NULL OR expires_at > ?) AND {records.VOUCHED_FOR} ORDER BY created_at, row",
            (project, branch, now),
        )
    ]
    outdated = sharing.outdated(conn, ids)
    return memories.get_many(conn, [ident for ident in ids if ident not in outdated], policy, now)


def pending(conn: apsw.Connection, ids: Sequence[str]) -> frozenset[str]:
    """Return those of the memories that need review."""
    return frozenset(
        ident
        for part in records.chunks(list(ids))
        for (ident,) in conn.execute(
            f"SELECT id FROM memory WHERE status = 'pending' AND id IN ({records.marks(part)})", part
        )
    )


def _lines(conn: apsw.Connection, row: int, *, filed: bool) -> tuple[Line, ...]:
    sources: dict[int, list[tuple[str, str]]] = {}
    for line, ident, was in conn.execute(
        "SELECT s.line, m.id, s.mark FROM branch_line l JOIN branch_line_memory s ON s.line = l.row "
        "JOIN memory m ON m.row = s.memory WHERE l.branch = ? AND l.filed = ? ORDER BY s.line, s.place",
        (row, filed),
    ):
        sources.setdefault(line, []).append((ident, was))
    return tuple(
        Line(Section(section), text, tuple(sources.get(line, ())), bool(by_hand), bool(held), was)
        for line, section, text, was, by_hand, held in conn.execute(
            "SELECT row, section, text, mark, by_hand, held FROM branch_line WHERE branch = ? AND filed = ? "
            "ORDER BY row",
            (row, filed),
        )
    )


def _put_lines(conn: apsw.Connection, row: int, lines: Sequence[Line], *, filed: bool) -> None:
    """Replace the lines of a branch. Plain SQL: there may be hundreds."""
    conn.execute("DELETE FROM branch_line WHERE branch = ? AND filed = ?", (row, filed))
    rows = {one[1]: one[0] for one in memories.rows_of(conn, sorted({i for line in lines for i in line.ids}))}
    for line in lines:
        conn.execute(
            "INSERT INTO branch_line (branch, filed, section, text, mark, by_hand, held) VALUES (?,?,?,?,?,?,?)",
            (row, filed, line.section.value, line.text, line.mark, line.by_hand, line.held),
        )
        made = conn.last_insert_rowid()
        conn.executemany(
            "INSERT INTO branch_line_memory VALUES (?,?,?,?)",
            [(made, place, rows[ident], was) for place, (ident, was) in enumerate(line.sources)],
        )


def note_left_out(
    conn: apsw.Connection, project: str, branch: str, ids: Sequence[str], by: memories.Write
) -> None:
    """Note in the history of memories that they were left out of a branch, so that undo finds it."""
    for ident in ids:
        after = {_LEFT_OUT_OF: [project, branch]}
        events.record(conn, ident, "left out", by.actor, by.action_id, by.now, {}, after, by.reason)


def restore_left_out(conn: apsw.Connection, action_id: str) -> None:
    """Include again the memories that an action, undone now, had left out of a branch."""
    conn.execute(
        "DELETE FROM branch_left_out WHERE (branch, memory) IN (SELECT b.row, m.row FROM memory_event e "
        "JOIN memory m ON m.id = e.memory_id JOIN branch_memory b "
        f"ON b.project = e.after ->> '$.{_LEFT_OUT_OF}[0]' AND b.branch = e.after ->> '$.{_LEFT_OUT_OF}[1]' "
        "WHERE e.action_id = ?)",
        (action_id,),
    )


MOST_SHAREABLE = 400
"""Memories from which those for a file are chosen; it has room for fewer."""


def options_of(conn: apsw.Connection, project: str) -> FileOptions:
    """Return what is switched on for a project."""
    switch = db.ProjectSwitch
    fields = switch.branch_files, switch.instructions, switch.activation, switch.share_worktrees
    found = db.run(conn, switch.select(*fields).where(switch.project == project)).fetchone()
    if found is None:
        return FileOptions()
    branch_files, instructions, activation, share_worktrees = found
    ways = tuple((file, Way(way)) for file, way in json.loads(instructions).items())
    return FileOptions(bool(branch_files), ways, bool(activation), bool(share_worktrees))


def set_options(conn: apsw.Connection, project: str, options: FileOptions) -> None:
    query = db.ProjectSwitch.insert(
        project=project,
        branch_files=options.branch_files,
        instructions={file: way.value for file, way in options.instructions},
        activation=options.activation,
        share_worktrees=options.share_worktrees,
    )
    db.run(conn, query.on_conflict_replace())


@dataclass(frozen=True, slots=True)
class WrittenFile:
    """A file that Arbor wrote into. `marks`: of the lines that Arbor wrote (`managed_block.marks`); `was_there`:
    the file existed before; `before`: its content, if Arbor replaced it; `trouble`: the last one reported."""

    marks: frozenset[str] = frozenset()
    was_there: bool = False
    before: bytes | None = None
    trouble: str | None = None


def written(conn: apsw.Connection, path: str) -> WrittenFile | None:
    """Return what is known of a file, by its real path; None where it was never written into."""
    file = db.ProjectFile
    query = file.select(file.marks, file.was_there, file.before, file.trouble).where(file.path == path)
    found = db.run(conn, query).fetchone()
    if found is None:
        return None
    marks, was_there, before, trouble = found
    return WrittenFile(frozenset(json.loads(marks)), bool(was_there), before, trouble)


def note_written(conn: apsw.Connection, path: str, file: WrittenFile) -> None:
    query = db.ProjectFile.insert(
        path=path,
        marks=sorted(file.marks),
        was_there=file.was_there,
        before=file.before,
        trouble=file.trouble,
    )
    db.run(conn, query.on_conflict_replace())


def forget_written(conn: apsw.Connection, path: str) -> None:
    db.run(conn, db.ProjectFile.delete().where(db.ProjectFile.path == path))


def shareable(
    conn: apsw.Connection,
    project: str,
    branch: str | None,
    privacies: Collection[str],
    policy: DecayPolicy,
    now: int,
) -> list[Memory]:
    """Return the project's active memories that apply to the branch, need no review and may be in a file, the
    most certain first. `branch` None: only those of all branches."""
    levels = list(privacies)
    rows = conn.execute(
        f"{records.select_sql(policy)} FROM memory m WHERE m.status = 'active' AND m.scope = 'project' "
        f"AND m.scope_id = ? AND (m.branch IS NULL OR m.branch = ?) AND NOT m.needs_review "
        f"AND (m.expires_at IS NULL OR m.expires_at > ?) AND m.privacy_level IN ({records.marks(levels)}) "
        f"AND m.category != 'facts' AND {records.VOUCHED_FOR} ORDER BY m.privacy_level = 'always_include' DESC, m.confidence DESC, "
        f"m.created_at DESC, m.id LIMIT {MOST_SHAREABLE}",
        (now, project, branch, now, *levels),
    ).fetchall()
    return records.load(conn, rows)


def count_applicable(
    conn: apsw.Connection, project: str, branch: str | None, privacies: Collection[str]
) -> int:
    """Return the number of the project's active memories that apply to the branch."""
    levels = list(privacies)
    (count,) = conn.execute(
        "SELECT count(*) FROM memory WHERE status = 'active' AND scope = 'project' AND scope_id = ? "
        f"AND (branch IS NULL OR branch = ?) AND privacy_level IN ({records.marks(levels)})",
        (project, branch, *levels),
    ).fetchone()
    return int(count)
