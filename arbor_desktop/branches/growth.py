"""The memory of a branch as the memories are now: what is kept of it, and what is new since."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from arbor_desktop.branches.document import entry_of
from arbor_desktop.branches.entries import Evolve, Grown, Line, Told, grown, settled, unknown
from arbor_desktop.branches.queries import branch_memory
from arbor_desktop.branches.queries.branch_memory import Kept
from arbor_desktop.branches.sections import Change, ChangeKind, EvolvedBranch, evolved, section_of
from arbor_desktop.conflicts.model import Judging
from arbor_desktop.database.connection import Connection
from arbor_desktop.runtime.runtime import Runtime


@dataclass(frozen=True, slots=True)
class Look:
    """What is kept of a branch, and the memories that hold on it now, the oldest first. `waiting` are those
    of its lines that wait for a yes."""

    kept: Kept
    told: dict[str, Told]
    waiting: frozenset[str]


def look(conn: Connection, runtime: Runtime, project: str, branch: str) -> Look:
    kept = branch_memory.get(conn, project, branch) or Kept(project, branch)
    held = [ident for line in kept.lines if line.held for ident in line.ids]
    return Look(kept, told(conn, runtime, project, branch), branch_memory.waiting(conn, held))


def told(conn: Connection, runtime: Runtime, project: str, branch: str) -> dict[str, Told]:
    """What of the project's memories stands in the document of a branch: what holds in the whole project, and
    on this branch (spec 1.1)."""
    found: dict[str, Told] = {}
    for memory in branch_memory.holding(conn, project, branch, runtime.policy, runtime.clock()):
        section = section_of(memory.category, memory.details)
        if section is not None:
            text = entry_of(memory.told_text)
            own = memory.branch is not None
            found[memory.id] = Told(memory.id, section, text, memory.privacy_level, own, memory.updated_at)
    return found


def by_rules(judge: Callable[[], Judging]) -> Evolve:
    """The document goes on by the rules of 3.5 and 5.7."""
    return lambda document, new: evolved(document, new, judge())


def step(seen: Look, evolve: Evolve, *, anew: bool = False) -> Grown:
    """The lines as they should be now, with the whole audit. `anew`: what the rules took in since `evolve`
    last went over it is given to it as new."""
    settling = settled(seen.kept.lines, seen.told, seen.waiting)
    lines = _without_news(seen, settling.lines) if anew else settling.lines
    new = unknown(lines, seen.told, seen.kept.left_out)
    growing = grown(lines, new, evolve)
    there = {(line.section, line.text) for line in settling.lines}
    changes = [
        replace(one, kind=ChangeKind.KEPT)
        if one.kind is ChangeKind.ADDED and (one.section, one.text) in there
        else one
        for one in growing.changes
    ]
    return Grown(growing.lines, _audit(settling.changes, tuple(changes)), growing.warning)


def _without_news(seen: Look, lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """The lines that were gone over already, at least one; a person's own stay, too."""
    last = seen.kept.evolved_at or 0
    kept = tuple(
        line
        for line in lines
        if line.by_hand or line.held or line.owner is None or seen.told[line.owner].at <= last
    )
    return kept if any(not line.held for line in kept) else lines[:1]


def _audit(settling: tuple[Change, ...], growing: tuple[Change, ...]) -> tuple[Change, ...]:
    """Both steps' changes; what one changed and the other kept is changed."""
    changed = {(one.section, one.text) for one in settling if one.kind is ChangeKind.UPDATED}
    kept = [c for c in growing if c.kind is not ChangeKind.KEPT or (c.section, c.text) not in changed]
    return (*settling, *kept)


def save(conn: Connection, runtime: Runtime, seen: Look, made: Grown, *, evolved_now: bool = False) -> bool:
    """Keeps the lines if all is as it was `seen`; answers whether it was."""
    now = look(conn, runtime, seen.kept.project, seen.kept.branch)
    if now != seen:
        return False
    at = runtime.clock()
    kept = replace(
        now.kept,
        lines=made.lines,
        updated_at=at if _differ(now.kept.lines, made.lines) else now.kept.updated_at,
        evolved_at=at if evolved_now else now.kept.evolved_at,
    )
    if kept != now.kept:
        branch_memory.put(conn, kept)
    return True


def _differ(one: tuple[Line, ...], other: tuple[Line, ...]) -> bool:
    return [(line.section, line.text) for line in one] != [(line.section, line.text) for line in other]


def result(made: Grown) -> EvolvedBranch:
    return EvolvedBranch(made.document, made.changes, made.warning)
