"""What the page reads, each as one call that runs away from the GUI thread. No Qt here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from arbor_desktop.conflicts.model import Conflict, Decision, Member
from arbor_desktop.errors import NotFound
from arbor_desktop.memories.model import LIVING, Evidence, Memory
from arbor_desktop.ui.conflicts.words import members_of
from arbor_desktop.ui.excerpts.reads import Excerpt, excerpt

if TYPE_CHECKING:
    from arbor_desktop.service import MemoryService

_MOST_SAID = 3
"""So many of the turns that said it are shown."""


@dataclass(frozen=True, slots=True)
class Listing:
    """`others`: decided ones, all or those asked for. `any_earlier`: whether there are more of them; looked
    for only where nothing is open."""

    open: tuple[Conflict, ...]
    others: tuple[Conflict, ...]
    any_earlier: bool


@dataclass(frozen=True, slots=True)
class Sheet:
    """All that is shown of one conflict. `excerpts` by memory; `projects` and `branches` can be chosen where
    all are kept."""

    conflict: Conflict
    excerpts: dict[str, Excerpt] = field(default_factory=dict)
    merged: Memory | None = None
    """What took the place of all, where they were merged."""
    projects: tuple[str, ...] = ()
    branches: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        return self.conflict.id


def listing(service: MemoryService, decided: Sequence[str], earlier: bool) -> Listing:
    """Open conflicts, and those of `decided`; with `earlier` all that were ever decided."""
    open_ones = service.list_conflicts(up_to_date=False)
    if earlier or not open_ones:
        every = service.list_conflicts(include_resolved=True, up_to_date=False)
        ids = {conflict.id for conflict in open_ones}
        others = tuple(c for c in every if c.id not in ids and not c.is_open)
        wanted = others if earlier else tuple(c for c in others if c.id in decided)
        return Listing(tuple(open_ones), wanted, any(c.id not in decided for c in others))
    known = {conflict.id for conflict in open_ones}
    found = []
    for ident in decided:
        if ident in known:
            continue
        try:
            conflict = service.get_conflict(ident)
        except NotFound:  # purged with its memories
            continue
        if not conflict.is_open:
            found.append(conflict)
    return Listing(tuple(open_ones), tuple(found), False)


def sheet(service: MemoryService, conflict_id: str) -> Sheet:
    """Raises NotFound."""
    conflict = service.get_conflict(conflict_id)
    members = members_of(conflict)
    excerpts = {}
    for member in members:
        evidence = last_evidence(member)
        if evidence is not None:
            excerpts[member.memory.id] = _few(excerpt(service, evidence))
    project = conflict.project
    branches = service.branches(project).known if project else ()
    own = [m.memory.scope_id for m in members if m.memory.scope_id and m.memory.scope.value == "project"]
    said = [e.project for m in members for e in m.memory.evidence if e.project]
    projects = tuple(dict.fromkeys((*own, *said, *service.projects())))
    return Sheet(conflict, excerpts, _merged(service, conflict), projects, branches)


def _merged(service: MemoryService, conflict: Conflict) -> Memory | None:
    if conflict.decision is not Decision.MERGED:
        return None
    related = (one for one in service.related(conflict.newer.memory.id) if one.kind == "supersedes")
    return next((one.memory for one in related if one.memory.status in LIVING), None)


def last_evidence(member: Member) -> Evidence | None:
    """The place where it was said last."""
    return max(member.memory.evidence, key=lambda e: e.at or 0, default=None)


def _few(found: Excerpt) -> Excerpt:
    """Without the turns that a long stretch says besides."""
    said = [turn for turn in found.turns if found.is_evidence(turn)]
    dropped = {turn.number for turn in said[_MOST_SAID:]}
    return replace(found, turns=tuple(turn for turn in found.turns if turn.number not in dropped))


def only_said(found: Excerpt) -> Excerpt:
    """Without what stands before and after: for windows that are low."""
    return replace(found, turns=tuple(turn for turn in found.turns if found.is_evidence(turn)))
