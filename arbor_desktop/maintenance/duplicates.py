"""Merging of memories that say the same (spec 5.8): stored side by side, in bulk or by two processes at once,
or equal since an edit.

The survivor keeps its id and gets the higher confidence, the evidence, tags and counts of both, and the
fuller text where `conflicts.duplicates` allows that. The other one is superseded, keeps its history, and can
be restored. Nothing pinned or sensitive is ever the other one, and two of different privacy stay two: a
memory must not become easier to see, nor harder to find, without a person's decision.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from arbor_desktop.conflicts import duplicates
from arbor_desktop.conflicts.queries import conflicts, merges
from arbor_desktop.database.connection import Connection
from arbor_desktop.maintenance.queries import maintenance
from arbor_desktop.memories.checks import MAX_TAGS
from arbor_desktop.memories.model import LIVING, Memory, Privacy, Source, Status
from arbor_desktop.memories.queries import memories, search
from arbor_desktop.memories.queries.memories import NewMemory, Write
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.runtime.steps import Work
from arbor_desktop.text.sentence import Sentence

MOST_MERGED = 20
"""Most others that one memory takes in, in one run."""
REPORTED_EVERY = 10
"""Memories between two reports of progress."""
_MERGEABLE = (Privacy.NORMAL, Privacy.NEVER_SHARE)
"""Two memories that both have one of these levels may be merged."""
_COUNTED = ("use_count", "success_count", "failure_count")
_LATEST = ("last_used_at", "confirmed_at")


def merge_all(rt: Runtime, work: Work) -> None:
    """Merge what was stored or changed since the last night, as a step of maintenance."""
    work.count("resources_processed", 0)
    work.count("duplicates_merged", 0)
    since = rt.db.read(lambda c: maintenance.nightly_since(c, work.by.now))
    rows = rt.db.read(lambda c: merges.rows_since(c, since))
    for done, row in enumerate(rows, 1):
        work.check()
        with work.record(lambda row=row: rt.db.read(lambda c: merges.words(c, row))):  # type: ignore[misc]
            _merge_one(rt, row, work)
        work.count("resources_processed")
        if done % REPORTED_EVERY == 0 or done == len(rows):
            work.at(done, len(rows))


def _merge_one(rt: Runtime, row: int, work: Work) -> None:
    """Merge a memory with all that say the same, each in its own transaction."""
    for _ in range(MOST_MERGED):
        if rt.db.read(partial(_pair, row=row, by=work.by)) is None:
            return
        work.check()
        done = rt.db.write(partial(_merge, row=row, by=work.by))
        if done is None:
            return
        work.count("duplicates_merged")
        rt.announce(done, status=True, conflicts=True)


def _pair(conn: Connection, row: int, by: Write) -> tuple[Memory, Memory] | None:
    """Return (survivor, other) of a memory and one that says the same, if the two may be merged."""
    loaded = search.memories_of_rows(conn, [row], by.policy, by.now)
    if not loaded or not _is_sound(loaded[0]):
        return None
    memory = loaded[0]
    for known in sorted(duplicates.find_near(conn, as_new(memory), by), key=lambda one: one.row):
        if known.id == memory.id or known.status not in LIVING:
            continue
        other = memories.get(conn, known.id, by.policy, by.now)
        if not may_merge(conn, memory, other):
            continue
        first = max(memory, other, key=lambda one: _rank(conn, one))
        return first, other if first is memory else memory
    return None


def may_merge(conn: Connection, one: Memory, other: Memory) -> bool:
    """Return whether two memories that say the same may become one."""
    return (
        _is_sound(one)
        and _is_sound(other)
        and _privacy_allows(one, other)
        and not merges.kept_apart(conn, one.id, other.id)
    )


def _is_sound(memory: Memory) -> bool:
    return memory.status in LIVING and not memory.needs_review and memory.source is not Source.TEAM


def _privacy_allows(one: Memory, other: Memory) -> bool:
    """Return whether one may replace the other, by their privacy."""
    levels = {one.privacy_level, other.privacy_level}
    if levels == {Privacy.ALWAYS_INCLUDE, Privacy.NORMAL}:
        pinned = one if one.privacy_level is Privacy.ALWAYS_INCLUDE else other
        return pinned.status is Status.ACTIVE
    return len(levels) == 1 and levels <= set(_MERGEABLE)


def _rank(conn: Connection, memory: Memory) -> tuple[Any, ...]:
    """Rank the survivor: the pinned, the accepted, a person's words, then the more certain and older one. Not
    by use, which each device counts for itself."""
    return (
        memory.privacy_level is Privacy.ALWAYS_INCLUDE,
        memory.status is Status.ACTIVE,
        merges.worded_by(conn, memory.id) == "edited",
        memory.source is Source.USER_STATED,
        memory.current_confidence,
        -memory.created_at,
        memory.id,
    )


def as_new(memory: Memory) -> NewMemory:
    """Return a memory as if it were about to be stored."""
    return NewMemory(
        memory.content, memory.type, memory.category, memory.scope, memory.current_confidence,
        memory.scope_id, memory.branch, memory.source, memory.status, memory.privacy_level, memory.tags,
        memory.technology, memory.details, memory.expires_at, memory.decay_rate,
    )  # fmt: skip


def _merge(conn: Connection, row: int, by: Write) -> tuple[str, ...] | None:
    """Check again, and merge two. Return the ids of all memories that this touches."""
    found = _pair(conn, row, by)
    if found is None:
        return None
    return merge(conn, *found, by)


def merge(conn: Connection, survivor: Memory, other: Memory, by: Write) -> tuple[str, ...]:
    """Merge two memories that say the same. Return the ids of all memories that this touches."""
    touched = conflicts.with_others(conn, [survivor.id, other.id])
    fields = _merged(survivor, other, by)
    from arbor_desktop.text import likeness  # most commands never merge

    fuller = likeness.fuller(likeness.read(other.content), likeness.read(survivor.content))
    if fuller and duplicates.may_reword(conn, survivor, as_new(other)):
        fields |= {"content": other.content, "summary": None}
    merges.merge_into(
        conn, survivor, other, fields, replace(by, reason=Sentence("Another memory said the same"))
    )
    why = replace(by, reason=Sentence("Merged into a memory that says the same"))
    memories.change(conn, other.row, {"status": Status.SUPERSEDED}, why, "superseded", touch=False)
    return tuple(dict.fromkeys([survivor.id, other.id, *touched]))


def _merged(survivor: Memory, other: Memory, by: Write) -> dict[str, Any]:
    """Return the fields of both together, without the text. Confidence is today's, and fades from now."""
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
