"""Earlier days: which memories were active on one, what became of them, and restoring them.

A day ends with the local day; today ends now. What was deleted permanently is in no day.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any

from arbor_desktop.clock import day_start, local_day
from arbor_desktop.conflicts.queries import conflicts
from arbor_desktop.database.connection import Connection
from arbor_desktop.editing.operations import RESTORABLE, Memories
from arbor_desktop.errors import InvalidInput
from arbor_desktop.memories import checks
from arbor_desktop.memories.confidence import rebased, restored
from arbor_desktop.memories.model import LIVING, HistoryEntry, Memory, Status
from arbor_desktop.memories.queries import earlier, events, memories, relations
from arbor_desktop.memories.queries.earlier import EDITED, SAME
from arbor_desktop.memories.queries.memories import NewMemory, Progress, Write
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.text.sentence import Sentence
from arbor_desktop.text.words import fold

_REPLACING = (conflicts.SUPERSEDES, "merged_into")


@dataclass(frozen=True, slots=True)
class Days:
    """For each day from the `first` until today: how many changes there were, and how many memories were
    active at its end."""

    first: date
    changes: tuple[int, ...]
    active: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Day:
    """The memories of a day: by id, the newest first, what became of each; those that were added since; how
    many are active today, and how many that were made by then are deleted permanently."""

    day: date
    became: dict[str, str]
    added: tuple[str, ...]
    today: int
    purged: int = 0

    def ids(self, became: str = "") -> list[str]:
        """Return the ids of those of which this became; of all without it."""
        return [ident for ident, what in self.became.items() if what == became or not became]


@dataclass(frozen=True, slots=True)
class Comparison:
    """A memory on a day and today (None: it was not active). `successor`: the active memory that replaced it;
    `since`: what happened to it until today, the newest first."""

    then: Memory | None
    now: Memory
    successor: Memory | None
    history: tuple[HistoryEntry, ...]


class TimeMachine:
    """All operations on earlier days."""

    def __init__(self, runtime: Runtime, memories: Callable[[], Memories]) -> None:
        self._rt, self._memories = runtime, memories

    def end(self, day: date) -> int:
        """Return when a day ends, in milliseconds. Raises InvalidInput for one that is still to come."""
        now = self._rt.clock()
        if day > local_day(now):
            raise InvalidInput(f"{day.isoformat()} is still to come.", field="on")
        return min(day_start(day + timedelta(days=1)), now + 1)

    def days(self, project: str | None = None) -> Days:
        """Return the days of the history. `project`: of the memories that are visible there today."""
        path = None if project is None else checks.project_path(project)
        changes: defaultdict[date, int] = defaultdict(int)
        steps: defaultdict[date, int] = defaultdict(int)
        for at, count, more in self._rt.db.read(lambda c: earlier.quarters(c, path)):
            changes[local_day(at)] += count
            steps[local_day(at)] += more
        today = local_day(self._rt.clock())
        first = min(changes, default=today)
        each = [first + timedelta(days=after) for after in range((today - first).days + 1)]
        active = [0]
        for day in each:
            active.append(active[-1] + steps[day])
        return Days(first, tuple(changes[day] for day in each), tuple(active[1:]))

    def on(self, day: date, project: str | None = None, words: str = "") -> Day:
        """Return the memories of a day. `project`: only those that were visible there; `words`: only those
        whose text had all of them. Raises InvalidInput."""
        path = None if project is None else checks.project_path(project)
        end = self.end(day)

        def read(conn: Connection) -> Day:
            found = earlier.find(conn, earlier.clock_at(end), path, fold(words).split())
            kept = sum(became in (SAME, EDITED) for became in found.became.values())
            purged = 0 if path or words else earlier.purged_by(conn, end)
            return Day(day, found.became, found.added, kept + len(found.added), purged)

        return self._rt.db.read(read)

    def memories(self, ids: Sequence[str], day: date) -> list[Memory]:
        """Return memories as they were on a day, in the order of `ids`."""
        return self._rt.db.read(lambda c: self._at(c, ids, day))

    def _at(self, conn: Connection, ids: Sequence[str], day: date) -> list[Memory]:
        end = self.end(day)
        return earlier.memories_at(conn, ids, earlier.clock_at(end), self._rt.policy, end)

    def compare(self, ident: str, day: date) -> Comparison:
        """Compare a memory on a day with today. Raises NotFound."""
        now = self._rt.clock()

        def read(conn: Connection) -> Comparison:
            memory = memories.get(conn, ident, self._rt.policy, now)
            then = [one for one in self._at(conn, [ident], day) if one.status is Status.ACTIVE]
            others = relations.related(conn, ident, self._rt.policy, now)
            successors = [one.memory for one in others if one.kind in _REPLACING]
            active = [one for one in successors if one.status is Status.ACTIVE]
            return Comparison(
                then[0] if then else None,
                memory,
                active[-1] if active and memory.status is Status.SUPERSEDED else None,
                tuple(reversed(events.history(conn, ident))),
            )

        return self._rt.db.read(read)

    def restore(
        self,
        ids: Sequence[str],
        day: date,
        *,
        as_new: bool = False,
        instead_of: str | None = None,
        progress: Progress | None = None,
    ) -> list[Memory]:
        """Make memories active with the text and place that they had on a day, as one action, and find what
        they contradict now. Return those that changed; one whose text another memory has by now stays.

        Args:
            as_new: Store the texts of those that are active as new memories, and leave these as they are.
            instead_of: A memory that the restored one replaces.
        """
        by = self._rt.by("user", Sentence("As it was on {day}", day=day.isoformat()))
        changed: list[str] = []
        touched = [*ids, *([instead_of] if instead_of else ())]

        def write(conn: Connection) -> None:
            for done, then in enumerate(self._at(conn, ids, day)):
                if progress is not None and done % 50 == 0:
                    progress(done, len(ids))
                if then.status is Status.ACTIVE:
                    changed.extend(_restored(conn, then, by, as_new=as_new, instead_of=instead_of))
            touched.extend(changed)

        everything = self._memories().apply(write, touched, by)
        return [memory for memory in everything if memory.id in changed]


def _restored(
    conn: Connection, then: Memory, by: Write, *, as_new: bool, instead_of: str | None
) -> list[str]:
    """Restore one memory. Return the ids of those that changed."""
    memory = memories.get(conn, then.id, by.policy, by.now)
    then = replace(then, privacy_level=memory.privacy_level)
    values: dict[str, Any] = {name: getattr(then, name) for name in RESTORABLE}
    others = memories.find_same(conn, then.content, then.scope, then.scope_id)
    if any(status in LIVING and ident not in (memory.id, instead_of) for _, ident, status in others):
        return []
    if as_new and memory.status in LIVING:
        return [memories.insert(conn, _copy(then), by)[0]]
    changed = []
    if instead_of is not None:
        ((row, _, _),) = memories.rows_of(conn, [instead_of])
        links = relations.connect(conn, conflicts.SUPERSEDES, [(memory.id, instead_of)])
        noted = {relations.LINKS: [(conflicts.SUPERSEDES, *pair) for pair in links]}
        memories.change(conn, row, {"status": Status.SUPERSEDED}, by, "superseded", noted=noted)
        changed.append(instead_of)
    if memory.status is not Status.ACTIVE:
        values |= restored(replace(memory, expires_at=then.expires_at), by.now)
    elif any(getattr(memory, name) != value for name, value in values.items()):
        values |= rebased(memory, by.now)
    if then.summary != memory.summary:
        values["compacted_at"] = by.now if then.summary else None
    if memories.change(conn, memory.row, values, by, "restored version"):
        changed.append(memory.id)
    return changed


def _copy(then: Memory) -> NewMemory:
    names = [name for name in NewMemory.__slots__ if name not in ("past", "confidence")]
    return NewMemory(confidence=then.current_confidence, **{name: getattr(then, name) for name in names})
