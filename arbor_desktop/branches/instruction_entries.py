"""What instruction files tell of a branch: the lines of its document where one is kept, else its memories."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from typing import Protocol

from arbor_desktop.branches.instruction_text import OPEN
from arbor_desktop.branches.queries import branch_memory, project_switches
from arbor_desktop.branches.queries.branch_memory import Kept
from arbor_desktop.branches.sections import Entry, KeptDocument, section_of
from arbor_desktop.database.connection import Connection
from arbor_desktop.memories.model import Memory
from arbor_desktop.runtime.runtime import Runtime

MOST_NEW = 50
"""So many memories that a kept document does not know yet are joined with it for every look; with more of
them that would take long, and the memories are told as they are."""


class Documents(Protocol):
    def get_branch_memory(self, project: str, branch: str) -> KeptDocument: ...


class InstructionEntries:
    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime
        self.branches: Documents | None = None
        """The documents of branches; set once, by whom they are made."""

    def of(self, project: str, branch: str | None) -> list[Entry]:
        """What may stand in a project's files, the most important first. None: no branch is checked out, and
        only what holds on any is told."""
        found, kept, held = self._rt.db.read(partial(self._read, project=project, branch=branch))
        if kept is None:
            return _of_memories(found, ())
        known = {ident for line in kept.lines for ident in line.ids} | set(kept.left_out)
        grown = self.branches is not None and kept.updated_at is not None and held - len(known) <= MOST_NEW
        if not grown or self.branches is None or branch is None:
            return _of_memories(found, kept.left_out)
        return _of_document(self.branches.get_branch_memory(project, branch), found)

    def _read(
        self, conn: Connection, project: str, branch: str | None
    ) -> tuple[list[Memory], Kept | None, int]:
        levels = [level.value for level in OPEN]
        found = project_switches.tellable(conn, project, branch, levels, self._rt.policy, self._rt.clock())
        kept = None if branch is None else branch_memory.get(conn, project, branch)
        return found, kept, project_switches.count_held(conn, project, branch, levels)


def _of_memories(found: Sequence[Memory], left_out: Collection[str]) -> list[Entry]:
    placed = [
        (section_of(one.category, one.details), one) for one in _unbeaten(found) if one.id not in left_out
    ]
    return [
        Entry(section, one.told_text, one.privacy_level) for section, one in placed if section is not None
    ]


def _unbeaten(found: Sequence[Memory]) -> list[Memory]:
    """Of memories that contradict each other, and nobody decided yet, only the newest."""
    newest: dict[str, tuple[int, str]] = {}
    for one in found:
        for conflict in one.conflict_ids:
            newest[conflict] = max(newest.get(conflict, (0, "")), (one.created_at, one.id))
    return [one for one in found if all(newest[c] == (one.created_at, one.id) for c in one.conflict_ids)]


def _of_document(document: KeptDocument, found: Sequence[Memory]) -> list[Entry]:
    """The lines of a branch's document that come from these memories alone, in the order of these."""
    rank = {one.id: number for number, one in enumerate(found)}
    entries = [
        (min(rank[ident] for ident in ids), Entry(section, text))
        for section, lines in document.sections.items()
        for text, ids in zip(lines, document.memory_ids.get(section, ()), strict=False)
        if ids and all(ident in rank for ident in ids)
    ]
    return [entry for _, entry in sorted(entries, key=lambda pair: pair[0])]
