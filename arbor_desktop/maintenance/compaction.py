"""Compaction: long, old memories get a short form, taken from their own words (spec 5.8). The content stays.

Only single memories are shortened: one short form for several would have to omit what each of them says
beside the others. Memories that say the same are merged long before (`conflicts.duplicates`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial

from arbor_desktop.clock import DAY_MS
from arbor_desktop.database.connection import Connection
from arbor_desktop.errors import InvalidInput
from arbor_desktop.maintenance.main_sentence import main_sentence
from arbor_desktop.maintenance.model import (
    COMPACTED_TYPES,
    LARGE,
    LOW_CONFIDENCE,
    MAX_SUMMARY,
    MIN_AGE_DAYS,
    MIN_LENGTH,
    Action,
    Candidate,
    Reason,
)
from arbor_desktop.maintenance.queries import maintenance
from arbor_desktop.memories import checks
from arbor_desktop.memories.model import Memory, Privacy
from arbor_desktop.memories.queries import memories
from arbor_desktop.memories.queries.memories import Write
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.runtime.steps import Step, Work
from arbor_desktop.text.words import clean

AT_ONCE = 50
"""Memories that are read and shortened at a time."""
LOOKED_AT = 500
"""The longest memories, which are read to propose some."""
AUTOMATIC = "Long and older than a month: shown as its essential sentence"


class Compaction:
    """Thread-safe."""

    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime

    def get_compaction_candidates(self, limit: int = 20) -> list[Candidate]:
        """Return memories that may be shortened: first those that can be so automatically, of each kind the
        longest first. Raises InvalidInput."""
        checks.limit(limit)
        return self._all_candidates(max(limit, LOOKED_AT))[:limit]

    def apply_compaction(self, id: str, summary: str, *, actor: str = "user") -> Memory:
        """Give a memory a short form, which is shown and shared in place of its content. Raises InvalidInput,
        NotFound."""
        text = " ".join(clean(summary).split())
        if not 3 <= len(text) <= MAX_SUMMARY:
            raise InvalidInput(f"A summary has 3 to {MAX_SUMMARY} characters.", field="summary")

        def write(conn: Connection, by: Write) -> None:
            if len(text) >= len(memories.get(conn, id, by.policy, by.now).content):
                raise InvalidInput("A summary must be shorter than what it stands for.", field="summary")
            maintenance.set_summary(conn, id, text, by)

        return self._change(id, actor, write)

    def undo_compaction(self, id: str, *, actor: str = "user") -> Memory:
        """Show the whole text again; no program shortens this text any more. Raises NotFound, and
        InvalidInput if there is no short form."""

        def write(conn: Connection, by: Write) -> None:
            if not maintenance.set_summary(conn, id, None, by):
                raise InvalidInput("That memory has no summary.", id=id)

        return self._change(id, actor, write)

    def _change(self, id: str, actor: str, change: Callable[[Connection, Write], None]) -> Memory:
        by = self._rt.by(actor)

        def write(conn: Connection) -> Memory:
            change(conn, by)
            return memories.get(conn, id, by.policy, by.now)

        changed = self._rt.db.write(write)
        self._rt.announce((id,))
        return changed

    def compact(self, *, dry_run: bool = False) -> list[Candidate]:
        """Shorten all that can be (`arbor compact`), as one action. Return every candidate, with whether it
        was shortened."""
        by = self._rt.by("user", AUTOMATIC)
        found = self._all_candidates()
        if dry_run:
            return found
        done = self._shorten([one for one in found if one.ready], by)
        return [replace(one, applied=one.memory.id in done) for one in found]

    def steps(self) -> list[Step]:
        """Return the weekly steps. They do nothing if the setting is off."""
        return [Step("Shortening long memories", self._weekly)]

    def _weekly(self, work: Work) -> None:
        if not self._rt.settings.get("lifecycle.compact"):
            return
        ids = self._rt.db.read(lambda c: maintenance.long_and_old(c, work.by.now))
        work.count("items_compressed", 0)
        by = replace(work.by, reason=AUTOMATIC)
        for start in range(0, len(ids), AT_ONCE):
            work.check()
            for one in self._candidates(ids[start : start + AT_ONCE]):
                if one.ready:
                    with work.record(partial("Shortening {}".format, one.memory.id)):
                        work.count("items_compressed", len(self._shorten([one], by)))
            work.at(min(start + AT_ONCE, len(ids)), len(ids))

    def _all_candidates(self, most: int | None = None) -> list[Candidate]:
        now = self._rt.clock()
        found = self._candidates(self._rt.db.read(lambda c: maintenance.long_and_old(c, now, most)))
        return sorted(found, key=lambda one: not one.ready)

    def _candidates(self, ids: list[str]) -> list[Candidate]:
        """Return the candidates among memories. Reading a text takes a moment: it is done outside of any
        transaction."""
        now = self._rt.clock()
        found: list[Candidate] = []
        for start in range(0, len(ids), AT_ONCE):
            part = ids[start : start + AT_ONCE]
            loaded = self._rt.db.read(partial(memories.get_many, ids=part, policy=self._rt.policy, now=now))
            found += [candidate(memory) for memory in loaded if is_long_and_old(memory, now)]
        return found

    def _shorten(self, some: Iterable[Candidate], by: Write) -> set[str]:
        short = [(one.memory.id, one.memory.content, one.summary or "") for one in some]
        done = self._rt.db.write(lambda c: maintenance.shorten(c, short, by, by.policy))
        if done:
            self._rt.announce(tuple(done))
        return set(done)


def is_long_and_old(memory: Memory, now: int) -> bool:
    """Return whether a memory has the type, age and length to be shortened; pinned ones stay as they are."""
    edge = now - MIN_AGE_DAYS * DAY_MS
    return (
        memory.type in COMPACTED_TYPES
        and memory.summary is None
        and len(memory.content) > MIN_LENGTH
        and memory.created_at < edge
        and (memory.confirmed_at or 0) < edge
        and memory.privacy_level is not Privacy.ALWAYS_INCLUDE
        and not memory.needs_review
        and not memory.conflict_ids
    )


def candidate(memory: Memory) -> Candidate:
    """Return what is proposed for a memory that `is_long_and_old`."""
    action = Action.SUMMARIZE
    reason = Reason.AGE if memory.access_count or memory.use_count else Reason.LOW_ACCESS
    if len(memory.content) >= LARGE:
        reason = Reason.SIZE
    if memory.current_confidence < LOW_CONFIDENCE:
        reason = Reason.LOW_CONFIDENCE
        action = Action.DELETE if memory.failure_count > memory.success_count else Action.ARCHIVE
    return Candidate(memory, reason, action, main_sentence(memory.content, MAX_SUMMARY))
