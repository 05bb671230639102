"""Long, old memories get a short form, taken from their own words (spec 5.8). The content stays as it is.

Only single memories are shortened: one short form for several would have to leave out what each of them says
beside the others. What says the same is merged long before (`conflicts.duplicates`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from arbor_desktop.clock import DAY_MS
from arbor_desktop.database.connection import Connection
from arbor_desktop.errors import InvalidInput
from arbor_desktop.maintenance.main_sentence import main_sentence
from arbor_desktop.maintenance.model import (
    LARGE,
    LOW_CONFIDENCE,
    MAX_SUMMARY,
    MIN_AGE_DAYS,
    MIN_LENGTH,
    TYPES,
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
"""So many memories are read and shortened at a time."""
LOOKED_AT = 500
"""Of the longest candidates so many are read to propose some."""
BY_ITSELF = "Long and older than a month: shown as its essential sentence"


class Compaction:
    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime

    def get_compaction_candidates(self, limit: int = 20) -> list[Candidate]:
        """Memories that may be shortened: first those that can be so without anybody's help, of each kind the
        longest first. Raises InvalidInput."""
        checks.limit(limit)
        most, now = max(limit, LOOKED_AT), self._rt.clock()
        found = self._candidates(self._rt.db.read(lambda c: maintenance.long_and_old(c, now, most)))
        return sorted(found, key=lambda one: not one.ready)[:limit]

    def apply_compaction(self, id: str, summary: str, *, actor: str = "user") -> Memory:
        """Gives a memory a short form, which is shown and told in place of its content. Raises InvalidInput,
        NotFound."""
        text = " ".join(clean(summary).split())
        if not 3 <= len(text) <= MAX_SUMMARY:
            raise InvalidInput(f"A summary has 3 to {MAX_SUMMARY} characters.", field="summary")
        by = self._rt.by(actor)

        def write(conn: Connection) -> Memory:
            if len(text) >= len(memories.get(conn, id, by.policy, by.now).content):
                raise InvalidInput("A summary must be shorter than what it stands for.", field="summary")
            maintenance.shorten(conn, id, text, by)
            return memories.get(conn, id, by.policy, by.now)

        changed = self._rt.db.write(write)
        self._rt.announce((id,))
        return changed

    def undo_compaction(self, id: str, *, actor: str = "user") -> Memory:
        """Shows the whole text again; no program shortens this text any more. Raises NotFound, and
        InvalidInput where there is no short form."""
        by = self._rt.by(actor)

        def write(conn: Connection) -> Memory:
            if not maintenance.lengthen(conn, id, by):
                raise InvalidInput("That memory has no summary.", id=id)
            return memories.get(conn, id, by.policy, by.now)

        changed = self._rt.db.write(write)
        self._rt.announce((id,))
        return changed

    def compact(self, *, dry_run: bool = False) -> list[Candidate]:
        """Shortens all that can be (`arbor compact`), undone as one. Answers every candidate, with whether it
        was shortened."""
        by = self._rt.by("user", BY_ITSELF)
        found = sorted(
            self._candidates(self._rt.db.read(lambda c: maintenance.long_and_old(c, by.now))),
            key=lambda one: not one.ready,
        )
        if dry_run:
            return found
        done = self._shorten([one for one in found if one.ready], by)
        return [replace(one, applied=one.memory.id in done) for one in found]

    def steps(self) -> list[Step]:
        """For every week. Does nothing where the setting is off."""
        return [Step("Shortening long memories", self._weekly)]

    def _weekly(self, work: Work) -> None:
        if not self._rt.settings.get("lifecycle.compact"):
            return
        ids = self._rt.db.read(lambda c: maintenance.long_and_old(c, work.by.now))
        work.count("items_compressed", 0)
        by = replace(work.by, reason=BY_ITSELF)
        for start in range(0, len(ids), AT_ONCE):
            work.check()
            for one in self._candidates(ids[start : start + AT_ONCE]):
                if one.ready:
                    with work.record(partial("Shortening {}".format, one.memory.id)):
                        work.count("items_compressed", len(self._shorten([one], by)))
            work.at(min(start + AT_ONCE, len(ids)), len(ids))

    def _candidates(self, ids: list[str]) -> list[Candidate]:
        """Reading a text takes a moment: it is done outside of any transaction."""
        now = self._rt.clock()
        found: list[Candidate] = []
        for start in range(0, len(ids), AT_ONCE):
            part = ids[start : start + AT_ONCE]
            loaded = self._rt.db.read(partial(memories.get_many, ids=part, policy=self._rt.policy, now=now))
            found += [candidate(memory) for memory in loaded if is_long_and_old(memory, now)]
        return found

    def _shorten(self, some: Iterable[Candidate], by: Write) -> set[str]:
        short = [(one.memory.id, one.memory.content, one.summary or "") for one in some]
        done = self._rt.db.write(lambda c: maintenance.shorten_those(c, short, by, by.policy))
        if done:
            self._rt.announce(tuple(done))
        return set(done)


def is_long_and_old(memory: Memory, now: int) -> bool:
    """Whether it is of a kind, age and length to be shortened; what a person pinned stays as it is."""
    edge = now - MIN_AGE_DAYS * DAY_MS
    return (
        memory.type in TYPES
        and memory.summary is None
        and len(memory.content) > MIN_LENGTH
        and memory.created_at < edge
        and (memory.confirmed_at or 0) < edge
        and memory.privacy_level is not Privacy.ALWAYS_INCLUDE
        and not memory.needs_review
        and not memory.conflict_ids
    )


def candidate(memory: Memory) -> Candidate:
    """What is proposed for a memory that `is_long_and_old`."""
    return Candidate(memory, _reason(memory), _action(memory), main_sentence(memory.content, MAX_SUMMARY))


def _reason(memory: Memory) -> Reason:
    if memory.current_confidence < LOW_CONFIDENCE:
        return Reason.LOW_CONFIDENCE
    if len(memory.content) >= LARGE:
        return Reason.SIZE
    return Reason.AGE if memory.access_count or memory.use_count else Reason.LOW_ACCESS


def _action(memory: Memory) -> Action:
    if memory.current_confidence >= LOW_CONFIDENCE:
        return Action.SUMMARIZE
    return Action.DELETE if memory.failure_count > memory.success_count else Action.ARCHIVE
