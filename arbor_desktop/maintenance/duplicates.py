"""Makes one of memories that say the same (spec 5.8): what was stored side by side, in bulk or by two
processes at once, or came to say the same by an edit.

The survivor keeps its id and gets the higher confidence, the evidence of both, what both are tagged with and
how often they were used, and the fuller words where `merging` allows that. The other one is superseded, keeps
its history, and can be brought back. Nothing pinned or sensitive is ever the other one, and two of different
privacy stay two, for a memory must not become easier to see, nor harder to find, without a person's word.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from arbor_desktop.clock import DAY_MS
from arbor_desktop.conflicts import duplicates
from arbor_desktop.conflicts.queries import conflicts, neighbours
from arbor_desktop.conflicts.queries.neighbours import Near
from arbor_desktop.database.connection import Connection
from arbor_desktop.maintenance.model import Ending
from arbor_desktop.maintenance.queries import maintenance
from arbor_desktop.memories.checks import MAX_TAGS
from arbor_desktop.memories.model import LIVING, Memory, Privacy, Source, Status
from arbor_desktop.memories.queries import memories, search
from arbor_desktop.memories.queries.memories import NewMemory, Write
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.runtime.steps import Step, Work
from arbor_desktop.task_times import Task

MOST_AT_ONCE = 20
"""So many others one memory takes in, in one run."""
TOLD_EVERY = 10
_TOGETHER = (Privacy.NORMAL, Privacy.NEVER_SHARE)
"""Two that both are so may become one."""
_COUNTED = ("use_count", "success_count", "failure_count")
_LATEST = ("last_used_at", "confirmed_at")


class Duplicates:
    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime

    def step(self) -> Step:
        return Step("Merging duplicates", self._merge_all)

    def _merge_all(self, work: Work) -> None:
        work.count("resources_processed", 0)
        work.count("duplicates_merged", 0)
        since = self._since(work)
        rows = self._rt.db.read(lambda c: neighbours.rows_since(c, since))
        for done, row in enumerate(rows, 1):
            work.check()
            with work.record(partial(self._words, row)):
                self._merge_one(row, work)
            work.count("resources_processed")
            if done % TOLD_EVERY == 0 or done == len(rows):
                work.at(done, len(rows))

    def _since(self, work: Work) -> int:
        """A day back, or to where the last finished run began, where that is longer ago."""
        runs = self._rt.db.read(lambda c: maintenance.runs(c, 50, Task.NIGHTLY))
        last = next((run.started_at for run in runs if run.ending is Ending.DONE), work.by.now)
        return min(last, work.by.now - DAY_MS)

    def _merge_one(self, row: int, work: Work) -> None:
        """Takes in, or is taken in by, all that say the same as a memory, each in its own transaction."""
        for _ in range(MOST_AT_ONCE):
            if self._rt.db.read(partial(_pair, row=row, by=work.by)) is None:
                return
            work.check()
            done = self._rt.db.write(partial(_merge, row=row, by=work.by))
            if done is None:
                return
            work.count("duplicates_merged")
            self._rt.announce(done, status=True, conflicts=True)

    def _words(self, row: int) -> str:
        return self._rt.db.read(lambda c: neighbours.words(c, row))


def _pair(conn: Connection, row: int, by: Write) -> tuple[Memory, Memory] | None:
    """(survivor, other) of a memory and one that says the same, if the two may become one."""
    loaded = search.memories_of_rows(conn, [row], by.policy, by.now)
    if not loaded or not _is_sound(loaded[0][1]):
        return None
    memory = loaded[0][1]
    for held in sorted(duplicates.find_near(conn, as_new(memory)), key=lambda one: one.row):
        if held.id == memory.id or held.status not in LIVING:
            continue
        other = memories.get(conn, held.id, by.policy, by.now)
        if not _is_sound(other) or not _may_meet(memory, other):
            continue
        if neighbours.kept_apart(conn, memory.id, other.id):
            continue
        first = max(memory, other, key=lambda one: _rank(conn, one))
        return first, other if first is memory else memory
    return None


def _is_sound(memory: Memory) -> bool:
    return memory.status in LIVING and not memory.needs_review


def _may_meet(one: Memory, other: Memory) -> bool:
    """Whether their privacy lets one take the other's place."""
    levels = {one.privacy_level, other.privacy_level}
    if levels == {Privacy.ALWAYS_INCLUDE, Privacy.NORMAL}:
        pinned = one if one.privacy_level is Privacy.ALWAYS_INCLUDE else other
        return pinned.status is Status.ACTIVE
    return len(levels) == 1 and levels <= set(_TOGETHER)


def _rank(conn: Connection, memory: Memory) -> tuple[Any, ...]:
    """Who survives: the pinned, the accepted, a person's words, then the more certain, used and older one."""
    return (
        memory.privacy_level is Privacy.ALWAYS_INCLUDE,
        memory.status is Status.ACTIVE,
        neighbours.worded_by(conn, memory.id) == "edited",
        memory.source is Source.USER_STATED,
        memory.current_confidence,
        memory.use_count,
        -memory.created_at,
        memory.id,
    )


def as_new(memory: Memory) -> NewMemory:
    """A memory as if it were about to be stored."""
    return NewMemory(
        memory.content, memory.type, memory.category, memory.scope, memory.current_confidence,
        memory.scope_id, memory.branch, memory.source, memory.status, memory.privacy_level, memory.tags,
        memory.technology, memory.details, memory.expires_at, memory.decay_rate,
    )  # fmt: skip


def _merge(conn: Connection, row: int, by: Write) -> tuple[str, ...] | None:
    """Looks once more, and makes one of two. Answers the ids of all that this touches."""
    found = _pair(conn, row, by)
    if found is None:
        return None
    survivor, other = found
    touched = conflicts.with_others(conn, [survivor.id, other.id])
    rows = {ident: number for number, ident, _ in memories.rows_of(conn, [survivor.id, other.id])}
    first, second = _near(survivor, rows[survivor.id]), _near(other, rows[other.id])
    fields = _together(survivor, other, by)
    if _says_more(other, survivor) and duplicates.may_reword(conn, first, as_new(other)):
        fields |= {"content": other.content, "summary": None}
    neighbours.merge_into(conn, first, second, fields, replace(by, reason="Another memory said the same"))
    why = replace(by, reason="Another memory says the same, and took it in")
    memories.change(conn, second.row, {"status": Status.SUPERSEDED}, why, "superseded", touch=False)
    return tuple(dict.fromkeys([survivor.id, other.id, *touched]))


def _near(memory: Memory, row: int) -> Near:
    return Near(
        row, memory.id, memory.content, memory.type, memory.status, memory.source, memory.privacy_level,
        memory.tags, memory.technology, memory.details,
    )  # fmt: skip


def _says_more(one: Memory, other: Memory) -> bool:
    from arbor_desktop.text import likeness  # most commands never merge

    return likeness.fuller(likeness.read(one.content), likeness.read(other.content))


def _together(survivor: Memory, other: Memory, by: Write) -> dict[str, Any]:
    """What the two are together, but for their words. Confidence is today's, and counts from now."""
    fields: dict[str, Any] = {
        "confidence": round(max(survivor.current_confidence, other.current_confidence), 6),
        "reinforced_at": by.now,
        "technology": survivor.technology or other.technology,
        "details": other.details | survivor.details,
    }
    tags = tuple(dict.fromkeys((*survivor.tags, *other.tags)))
    if len(tags) <= MAX_TAGS:
        fields["tags"] = tags
    if Source.USER_STATED in (survivor.source, other.source):
        fields["source"] = Source.USER_STATED
    for name in _COUNTED:
        fields[name] = getattr(survivor, name) + getattr(other, name)
    for name in _LATEST:
        moments = [at for at in (getattr(survivor, name), getattr(other, name)) if at is not None]
        fields[name] = max(moments, default=None)
    return fields
