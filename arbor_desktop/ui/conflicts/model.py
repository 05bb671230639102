"""What is listed, what is known of a conflict, and what can be decided. No Qt here."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from arbor_desktop.conflicts.model import EDITED_APART, Conflict, Decision, Member
from arbor_desktop.context.block_text import ALWAYS, Offered
from arbor_desktop.context.layers import CONVERSATION, FLOORS, GLOBAL, PROJECT
from arbor_desktop.errors import NotFound
from arbor_desktop.memories.model import LIVING, Evidence, Memory, Privacy, Scope
from arbor_desktop.ui.conflicts.words import members_of, name_of, of_devices, place_words
from arbor_desktop.ui.memory.excerpts import Excerpt, excerpt
from arbor_desktop.ui.translation import number, tr

if TYPE_CHECKING:
    from arbor_desktop.service import MemoryService


class Visit:
    """`order`: the ids of the rows. What was decided keeps its row until the visit ends; `notes` are kept for
    as long as their conflict is open."""

    def __init__(self, notes: str = "") -> None:
        """`notes` as `remembered_notes` wrote them."""
        self.order: list[str] = []
        self.conflicts: dict[str, Conflict] = {}
        self.decided: list[str] = []
        self.also: list[str] = []
        """Decided before, but asked for: they have a row as well."""
        self.earlier: list[str] = []
        """Decided before this visit, where those are shown as well: below the others."""
        self.notes: dict[str, str] = _read(notes)
        self.version = 0
        """Grows with whatever is done here: what was read before that is out of date."""

    @property
    def rows(self) -> list[Conflict]:
        return [self.conflicts[ident] for ident in (*self.order, *self.earlier) if ident in self.conflicts]

    @property
    def open_ids(self) -> list[str]:
        return [ident for ident in self.order if self.is_open(ident)]

    @property
    def done(self) -> int:
        """How many were decided in this visit and still are."""
        return sum(1 for ident in self.decided if ident in self.conflicts and not self.is_open(ident))

    @property
    def total(self) -> int:
        return len(self.order)

    def is_open(self, ident: str) -> bool:
        return ident in self.conflicts and self.conflicts[ident].is_open

    def get(self, ident: str | None) -> Conflict | None:
        return self.conflicts.get(ident) if ident else None

    def follow(self, open_ones: Sequence[Conflict], others: Sequence[Conflict], earlier: bool) -> None:
        """Moves on to what the store holds now: what is open, and what is not; of that only this visit's own
        is kept, also what another decision settled, or with `earlier` all."""
        known = {conflict.id: conflict for conflict in (*others, *open_ones)}
        self.decided = [ident for ident in self.decided if ident in known]
        touched = {m.memory.id for ident in self.decided for m in known[ident].members}
        self.decided += [
            conflict.id
            for conflict in others
            if conflict.id in self.order
            and conflict.id not in (*self.decided, *self.also)
            and any(member.memory.id in touched for member in conflict.members)
        ]
        self.also = [ident for ident in self.also if ident in known]
        stays = {conflict.id for conflict in open_ones} | {*self.decided, *self.also}
        order = [ident for ident in self.order if ident in stays]
        order += [conflict.id for conflict in open_ones if conflict.id not in order]
        order += [ident for ident in (*self.decided, *self.also) if ident not in order]
        self.order = order
        newest = sorted(others, key=lambda c: (-(c.resolved_at or 0), c.id))
        self.earlier = [c.id for c in newest if c.id not in stays and not c.is_open] if earlier else []
        self.conflicts = {ident: known[ident] for ident in (*self.order, *self.earlier)}

    def put(self, conflict: Conflict) -> None:
        """A conflict as it is now, after something was done to it here."""
        self.version += 1
        self.conflicts[conflict.id] = conflict
        if conflict.id in self.earlier and conflict.is_open:
            self.earlier.remove(conflict.id)
        if conflict.id not in self.order and conflict.id not in self.earlier:
            self.order.append(conflict.id)
        if not conflict.is_open:
            self.notes.pop(conflict.id, None)
            if conflict.id not in self.decided:
                self.decided.append(conflict.id)

    def keep(self, ident: str) -> None:
        """It was decided elsewhere while it was looked at: it keeps its row as well."""
        if ident not in self.decided:
            self.decided.append(ident)

    def skip(self, ident: str) -> None:
        """To the end of the order."""
        if ident in self.order:
            self.order.remove(ident)
            self.order.append(ident)

    def end(self) -> None:
        """The visit is over: what was decided leaves the list; what was written stays."""
        self.decided.clear()
        self.also.clear()
        self.order = sorted(self.open_ids, key=lambda ident: (self.conflicts[ident].created_at, ident))

    def next_open(self, after: str | None) -> str | None:
        """The next one that is open, from the top again where there is none below."""
        start = self.order.index(after) + 1 if after in self.order else 0
        around = (*self.order[start:], *self.order[:start])
        return next((ident for ident in around if self.is_open(ident) and ident != after), None)

    def beside(self, ident: str | None, step: int) -> str | None:
        """The row above or below, None at the ends."""
        ids = [conflict.id for conflict in self.rows]
        if ident not in ids:
            return ids[0 if step > 0 else -1] if ids else None
        place = ids.index(ident) + step
        return ids[place] if 0 <= place < len(ids) else None

    def of_memory(self, memory_id: str) -> str | None:
        """The first open conflict that a memory takes part in."""
        return next(
            (i for i in self.open_ids if any(m.memory.id == memory_id for m in self.conflicts[i].members)),
            None,
        )

    def has_any(self, memory_ids: Sequence[str]) -> bool:
        """Whether one of the memories takes part in a conflict that is listed."""
        mine = {member.memory.id for conflict in self.conflicts.values() for member in conflict.members}
        return any(ident in mine for ident in memory_ids)

    def write(self, ident: str, note: str) -> None:
        if note.strip():
            self.notes[ident] = note
        else:
            self.notes.pop(ident, None)

    def remembered_notes(self) -> str:
        """What was written to conflicts that are still open, for the next start."""
        kept = {ident: note for ident, note in self.notes.items() if self.is_open(ident)}
        return json.dumps(kept) if kept else ""

    def ask_for(self, ident: str) -> None:
        """Somebody wants to see it, whatever became of it."""
        self.version += 1
        if ident not in self.also:
            self.also.append(ident)

    @property
    def kept(self) -> tuple[str, ...]:
        """Ids that keep their row although they are decided."""
        return (*self.decided, *self.also)


def _read(notes: str) -> dict[str, str]:
    try:
        kept: Any = json.loads(notes) if notes else {}
    except ValueError:
        return {}
    if not isinstance(kept, Mapping):
        return {}
    return {str(ident): note for ident, note in kept.items() if isinstance(note, str)}


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
    before: str = ""
    """The text that two devices edited at the same time."""

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
    conflict, before = _edited_apart(service, service.get_conflict(conflict_id))
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
    return Sheet(conflict, excerpts, _merged(service, conflict), projects, branches, before)


def _edited_apart(service: MemoryService, conflict: Conflict) -> tuple[Conflict, str]:
    """Return a conflict with the names of its devices, and the text before, if there are two devices."""
    if conflict.rule != EDITED_APART or not conflict.is_open or len(members_of(conflict)) != 2:
        return conflict, ""
    devices, before = service.devices.edited_apart([one.memory.id for one in members_of(conflict)])
    members = tuple(replace(one, device=devices.get(one.memory.id, "")) for one in conflict.members)
    return replace(conflict, members=members), before


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


_LAYERS = {Scope.GLOBAL: GLOBAL, Scope.PROJECT: PROJECT, Scope.CONVERSATION: CONVERSATION}


class Choice(StrEnum):
    OLDER = "older"
    NEWER = "newer"
    THIS = "this"
    """One of several that is neither the oldest nor the newest."""
    CERTAIN = "certain"
    BOTH = "both"
    OUTDATED = "outdated"
    BACK = "back"
    """To the text before both edits of two devices."""
    MERGE = "merge"
    NO_CONFLICT = "no conflict"


@dataclass(frozen=True, slots=True)
class Action:
    """An action of the person; `memory_id` for `THIS`."""

    choice: Choice
    memory_id: str | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the block as the AI reads it; `where` in words, unless that goes without saying."""

    text: str
    where: str = ""


@dataclass(frozen=True, slots=True)
class Effect:
    """What follows from a action: `title`, the very lines, and what else is to be known."""

    title: str
    lines: tuple[Line, ...]
    notes: tuple[str, ...] = ()


def told_line(memory: Memory) -> str:
    """The line of the block, byte for byte."""
    return Offered(memory, ALWAYS).bullet


def not_told(memory: Memory) -> str:
    """Why an AI does not read it although it is kept; nothing if it does."""
    if memory.privacy_level is Privacy.NEVER_SHARE:
        return tr("Never shared with your AI.")
    if memory.privacy_level is Privacy.SENSITIVE:
        return tr("Sensitive: shared only when it matches your prompt.")
    pinned = memory.privacy_level is Privacy.ALWAYS_INCLUDE
    floor = FLOORS[ALWAYS if pinned else _LAYERS[memory.scope]]
    if memory.current_confidence < floor:
        return tr(
            "Confidence {value} is below the minimum of {floor}, so this memory is shared only "
            "when it matches your prompt."
        ).format(value=number(memory.current_confidence, 2), floor=number(floor, 2))
    return ""


def kept_by(conflict: Conflict, action: Action) -> Member | None:
    """The one member that an action keeps as it is; None where it keeps several or makes a new one."""
    members = members_of(conflict)
    if action.choice is Choice.OLDER:
        return members[0]
    if action.choice in (Choice.NEWER, Choice.OUTDATED):
        return members[-1]
    if action.choice is Choice.THIS:
        return next((m for m in members if m.memory.id == action.memory_id), None)
    return most_certain(conflict) if action.choice is Choice.CERTAIN else None


def most_certain(conflict: Conflict) -> Member:
    """The member of the highest confidence of today, as the service picks it."""
    scores = conflict.suggestion.scores

    def order(member: Member) -> tuple[float, float, int]:
        score = scores.get(member.memory.id)
        return (round(member.memory.current_confidence, 4), score.score if score else 0.0, member.at)

    return max(members_of(conflict), key=order)


def suggested(conflict: Conflict) -> Action | None:
    """What Arbor would do, if it suggests anything."""
    if not conflict.suggests:
        return None
    members = members_of(conflict)
    decision = conflict.suggestion.decision
    if decision is Decision.ACCEPTED_OLDER:
        return Action(Choice.OLDER)
    if decision is Decision.ACCEPTED_NEWER:
        return Action(Choice.NEWER)
    winner = conflict.suggestion.winner
    if winner == members[0].memory.id:
        return Action(Choice.OLDER)
    return Action(Choice.NEWER) if winner == members[-1].memory.id else Action(Choice.THIS, winner)


def label(conflict: Conflict, action: Action) -> str:
    """The words of the button."""
    members = members_of(conflict)
    two = len(members) == 2
    if action.choice in (Choice.OLDER, Choice.NEWER) and of_devices(conflict):
        kept = members[0 if action.choice is Choice.OLDER else -1]
        return tr("Keep {name}").format(name=kept.device)
    return {
        Choice.OLDER: tr("Keep older") if two else tr("Keep oldest"),
        Choice.NEWER: tr("Keep newer") if two else tr("Keep newest"),
        Choice.THIS: tr("Keep this memory"),
        Choice.CERTAIN: tr("Keep memory with highest confidence"),
        Choice.BOTH: tr("Keep both, with conditions…") if two else tr("Keep all, with conditions…"),
        Choice.OUTDATED: tr("Mark older as outdated") if two else tr("Mark older memories as outdated"),
        Choice.BACK: tr("Restore earlier text"),
        Choice.MERGE: tr("Merge & edit…"),
        Choice.NO_CONFLICT: tr("Mark as not a conflict"),
    }[action.choice]


Split = Callable[[Member], Memory]
"""A member as it would be after "keep both"."""


def effect(
    conflict: Conflict, action: Action, both: Mapping[str, Memory] | None = None, before: str = ""
) -> Effect:
    """Return what your AI reads after an action. `both`: the members as "keep both" would leave them.
    `before`: the text that two devices edited."""
    words = tr("After “{action}”, your AI will see")
    title = words.format(action=label(conflict, action).rstrip("…"))
    members = members_of(conflict)
    if action.choice is Choice.BOTH:
        after = [(both or {}).get(m.memory.id, _open_condition(m.memory)) for m in members]
        return Effect(title, _lines(after), (tr("In the next step, choose when each memory applies."),))
    if action.choice is Choice.NO_CONFLICT:
        note = tr("The memories are kept and won't be flagged again unless one changes.")
        return Effect(title, _lines([m.memory for m in members]), (note,))
    if action.choice is Choice.MERGE:
        note = tr("In the next step, edit the merged text. The originals are archived. You can undo this.")
        newest = members[-1].memory
        lost = lost_elsewhere(members, newest.scope, members)
        return Effect(title, _lines([newest]), (lost, note) if lost else (note,))
    if action.choice is Choice.BACK:
        note = tr("Both edits are archived. You can undo this.")
        return Effect(title, _lines([replace(members[-1].memory, content=before)]), (note,))
    kept = kept_by(conflict, action)
    if kept is None:
        return Effect(title, ())
    notes = [not_told(kept.memory)]
    losers = [m for m in members if m is not kept]
    if action.choice is Choice.OUTDATED:
        one = tr("The older memory moves to Review and is shared again only if you choose “Keep” there.")
        several = tr(
            "The older memories move to Review and are shared again only if you choose “Keep” there."
        )
        notes.append(one if len(losers) == 1 else several)
    else:
        notes += [lost_elsewhere(members, kept.memory.scope, losers), _superseded(members, losers)]
    lines = () if kept.memory.privacy_level is Privacy.NEVER_SHARE else _lines([kept.memory])
    return Effect(title, lines, tuple(note for note in notes if note))


def _lines(memories: Sequence[Memory]) -> tuple[Line, ...]:
    told = [memory for memory in memories if memory.privacy_level is not Privacy.NEVER_SHARE]
    places = {(m.scope, m.scope_id, m.branch) for m in told}
    apart = len(places) > 1
    return tuple(Line(told_line(m), _where(m) if apart else "") for m in told)


def _where(memory: Memory) -> str:
    if memory.scope is Scope.GLOBAL:
        return tr("In all projects")
    return tr("In {place}").format(place=place_words(memory))


def _open_condition(memory: Memory) -> Memory:
    """With a condition that is still to be said."""
    return replace(memory, details={**memory.details, "condition": memory.condition or "…"})


def lost_elsewhere(members: Sequence[Member], kept: Scope, losers: Sequence[Member]) -> str:
    """What other projects lose where a memory goes that held there; `kept`: the scope of what stays."""
    if kept is Scope.GLOBAL:
        return ""
    gone = next((m for m in losers if m.memory.scope is Scope.GLOBAL), None)
    if gone is None:
        return ""
    name = name_of(members, gone)
    return tr(
        "Until now, the {name} memory applied to all projects. Your AI will no longer see it in "
        "other projects."
    ).format(name=name)


def _superseded(members: Sequence[Member], losers: Sequence[Member]) -> str:
    if len(losers) > 1:
        return tr("The other memories are archived. You can undo this or reopen the conflict.")
    name = name_of(members, losers[0])
    return tr("The {name} memory is archived. You can undo this or reopen the conflict.").format(name=name)


def settled(conflict: Conflict, merged: Memory | None) -> Effect:
    """What of a decided conflict is read now; `merged` took the place of all."""
    living = [m.memory for m in conflict.members if m.memory.status in LIVING and not m.memory.needs_review]
    lines = _lines([merged] if merged is not None else living)
    return Effect(tr("Your AI now sees"), lines)


def call_of(conflict: Conflict, action: Action, before: str = "") -> dict[str, Any]:
    """What `resolve_conflict` is given for an action that needs no dialog. `before`: the text that two
    devices edited."""
    if action.choice is Choice.BACK:
        return {"decision": Decision.MERGED.value, "content": before}
    decision = {
        Choice.OLDER: Decision.ACCEPTED_OLDER,
        Choice.NEWER: Decision.ACCEPTED_NEWER,
        Choice.THIS: Decision.ACCEPTED_NEWER,
        Choice.CERTAIN: Decision.ACCEPTED_HIGHER_CONFIDENCE,
        Choice.OUTDATED: Decision.MARKED_OUTDATED,
        Choice.NO_CONFLICT: Decision.KEPT_BOTH_WITH_CONTEXT,
    }[action.choice]
    call: dict[str, Any] = {"decision": decision.value}
    kept = kept_by(conflict, action)
    if action.choice in (Choice.OLDER, Choice.NEWER, Choice.THIS, Choice.CERTAIN) and kept is not None:
        call["keep"] = kept.memory.id  # the very one that was seen, whatever changed meanwhile
    return call
