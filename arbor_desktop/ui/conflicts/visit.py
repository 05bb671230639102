"""What a person sees and has done since they came to the page: the order of the conflicts, what was decided,
what was written. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from arbor_desktop.conflicts.model import Conflict


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
        is kept, or with `earlier` all."""
        known = {conflict.id: conflict for conflict in (*others, *open_ones)}
        self.decided = [ident for ident in self.decided if ident in known]
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

    def position(self, ident: str | None) -> int:
        """From 1 on; 0 for what is no row of this visit."""
        return self.order.index(ident) + 1 if ident in self.order else 0

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
