"""Promotion of learnings (spec 5.5): what sessions taught in one project becomes a global memory.

It does if its words say nothing of that project, if two projects taught it, or if the person says so.
Nobody's choice is overruled: what a person or a program put into a project by hand, and what was ever moved
before, stays. Nor is anybody asked: what would contradict another memory, in any project, stays where it is
until the person makes it global.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial

from arbor_desktop import resources
from arbor_desktop.capture.outcomes import Outcomes
from arbor_desktop.clock import DAY_MS
from arbor_desktop.conflicts import duplicates
from arbor_desktop.conflicts.detection import Detector
from arbor_desktop.conflicts.queries import conflicts, merges
from arbor_desktop.conversations.queries import captures
from arbor_desktop.database.connection import Connection
from arbor_desktop.errors import InvalidInput
from arbor_desktop.ids import new_id
from arbor_desktop.maintenance.duplicates import as_new
from arbor_desktop.maintenance.learning_rules import (
    CommonTerms,
    Origin,
    holds_everywhere,
    may_be_promoted,
    refusal,
)
from arbor_desktop.maintenance.queries import maintenance
from arbor_desktop.maintenance.queries.maintenance import KEPT_HERE, MERGED_AWAY, PROMOTED
from arbor_desktop.memories import checks
from arbor_desktop.memories.details import learning_kind
from arbor_desktop.memories.model import Memory, Privacy, Scope, Status
from arbor_desktop.memories.queries import memories
from arbor_desktop.memories.queries.memories import Write
from arbor_desktop.projects import queries as projects
from arbor_desktop.projects.names import folder_name
from arbor_desktop.runtime.runtime import BatchedAnnouncements, Runtime
from arbor_desktop.runtime.steps import Work
from arbor_desktop.task_times import Task
from arbor_desktop.text.sentence import Sentence

log = logging.getLogger(__name__)

NOTED = "learning"
"""The kind of its lines in the activity list."""
TOLD = "A {kind} of {project} is told everywhere"
BY_HAND = Sentence("Made global by you")
OUTCOMES_A_NIGHT = 1000
AT_ONCE = 10
"""Learnings that are judged in one transaction."""
_LONGEST_TITLE = 120


@cache
def common_terms() -> CommonTerms:
    """Return the terms that are common to all projects. Built once in a process, and never changed."""
    return CommonTerms.parse(
        resources.read_text("learning.toml"), resources.read_text("extraction/technology.toml")
    )


class _Refused(Exception):
    """Something speaks against a promotion, such as a memory that it would contradict: none of it is done."""


@dataclass(slots=True)
class Promoted:
    """Changes of a promotion: `ids` of the global memories, `changed` ids of all that differ now, and whether
    any conflict began or ended."""

    ids: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    conflicts: bool = False


class Learning:
    """Thread-safe; methods that take a connection are part of the caller's transaction."""

    def __init__(self, runtime: Runtime, detector: Detector) -> None:
        self._rt = runtime
        self._detector = detector
        self._outcomes = Outcomes(runtime)

    # -- by a person --

    def promote(self, *ids: str, actor: str = "user") -> list[Memory]:
        """Make memories of projects global, all or none, and return the global ones. One that a global memory
        says already is merged into that. Raises InvalidInput, NotFound."""
        by = self._rt.by(actor, BY_HAND)

        def promote(conn: Connection, memory: Memory, done: Promoted) -> None:
            if wrong := refusal(memory):
                raise InvalidInput(f"“{_short(memory)}” can't be made global. {wrong}", id=memory.id)
            self._make_global(conn, memory, by, done)

        return self._change(ids, by, promote)

    def keep_to_project(self, *ids: str, project: str | None = None, actor: str = "user") -> list[Memory]:
        """Move global memories back to the project that they come from, or to `project`, and return them.

        What was merged into one when it was made global is restored. They are not made global again
        automatically. Raises InvalidInput, NotFound.
        """
        path = None if project is None else checks.project_path(project)
        by = self._rt.by(actor)
        return self._change(
            ids, by, lambda conn, memory, done: self._limit_to_project(conn, memory, path, by, done)
        )

    def _change(
        self, ids: Sequence[str], by: Write, change: Callable[[Connection, Memory, Promoted], None]
    ) -> list[Memory]:
        if not ids:
            raise InvalidInput("Name at least one memory.")

        def write(conn: Connection) -> Promoted:
            done = Promoted()
            for ident in dict.fromkeys(ids):
                change(conn, _get(conn, ident, by), done)
            self._compare(conn, by, done)
            return done

        done = self._rt.db.write(write)
        self._rt.announce(tuple(dict.fromkeys(done.changed)), status=True, conflicts=True)
        kept = list(dict.fromkeys(done.ids))
        return self._rt.db.read(lambda c: memories.get_many(c, kept, self._rt.policy, self._rt.clock()))

    def homes(self, id: str) -> list[str]:
        """Return the projects that a global memory may go back to: first the one it was promoted from, then
        those that it was learned in. Raises NotFound."""

        def read(conn: Connection) -> list[str]:
            memories.rows_of(conn, [id])
            before = maintenance.promotion_of(conn, id)
            found = [before.project] if before else []
            return list(dict.fromkeys([*found, *maintenance.projects_of(conn, id)]))

        return self._rt.db.read(read)

    # -- automatically --

    def learned(self, conn: Connection, conversation: int, changed: Collection[str], by: Write) -> list[str]:
        """Promote what a session taught, as part of the transaction that memorizes it; of that, only what is
        new or `changed`: the rest was judged before. Return the ids of the changed memories."""
        if not changed or not self._rt.settings.get("learning.promote"):
            return []
        done = Promoted()
        for ident in maintenance.promotable_of(conn, conversation):
            if ident not in changed:
                continue
            alone = replace(by, actor="maintenance", action_id=new_id(by.now))
            try:
                with conn:
                    self._consider(conn, ident, alone, done)
            except Exception:  # a bug here must not keep a session from being memorized
                log.exception("Nobody knows whether %s holds everywhere", ident)
        return done.changed

    def derive_outcomes(self, work: Work) -> None:
        """Derive the outcomes of sessions that an older version memorized, or that have none."""
        waiting = self._outcomes.waiting(OUTCOMES_A_NIGHT)
        for number, ident in enumerate(waiting):
            work.at(number, len(waiting))
            work.check()
            with work.record(partial("Conversation {}".format, ident)):
                changed = self._outcomes.derive_again(ident, work.by)
                self._rt.announce(tuple(changed), (ident,), status=bool(changed))
                work.count("outcomes_derived")
        work.count("outcomes_derived", 0)

    def promote_learned(self, work: Work, *, changed: bool) -> None:
        """Promote what changed in the last day, or since the last night without failures. Not only `changed`:
        also what was kept from being promoted by something that may be gone."""
        last = self._rt.db.read(lambda c: maintenance.last_done(c, Task.NIGHTLY, without_troubles=True))
        since = min(last, work.by.now - DAY_MS) if changed and last is not None else None
        work.count("memories_promoted", 0)
        if not self._rt.settings.get("learning.promote"):
            return
        waiting = self._rt.db.read(partial(maintenance.promotable, since=since))
        origins: dict[str, Origin] = {}

        def candidates(conn: Connection, some: Sequence[str]) -> list[str]:
            """Return likely ones, judged by `origins`: each is judged again when it is promoted."""
            return [
                ident for ident in some if self._reason(conn, _get(conn, ident, work.by), origins) is not None
            ]

        with BatchedAnnouncements(self._rt) as announcements:
            for start in range(0, len(waiting), AT_ONCE):
                work.at(start, len(waiting))
                work.check()
                for ident in self._rt.db.read(partial(candidates, some=waiting[start : start + AT_ONCE])):
                    work.check()
                    with work.record(partial("Memory {}".format, ident)):
                        done = Promoted()
                        self._rt.db.write(partial(self._consider, ident=ident, by=work.by, done=done))
                        announcements.changed(done.changed)
                        work.count("memories_promoted", len(done.ids))

    def _consider(self, conn: Connection, ident: str, by: Write, done: Promoted) -> None:
        """Make one memory global, if anything says that it applies everywhere and nothing contradicts it."""
        memory = _get(conn, ident, by)
        why = self._reason(conn, memory, {})
        if why is None:
            return
        mine = Promoted()
        try:
            with conn:  # a savepoint: it is rolled back alone
                reason, others = why
                self._make_global(conn, memory, replace(by, reason=reason), mine, others)
                self._compare(conn, by, mine)
                if mine.conflicts:
                    raise _Refused
                # Without the words of the memory: that may be deleted for good.
                kind = learning_kind(memory.category, memory.details)
                title = TOLD.format(kind=kind or "memory", project=folder_name(memory.scope_id))
                captures.note(conn, by.now, NOTED, title, "success", reason=reason, project=memory.scope_id)
        except _Refused:
            return
        done.ids += mine.ids
        done.changed += mine.changed

    def _reason(
        self, conn: Connection, memory: Memory, origins: dict[str, Origin]
    ) -> tuple[str, list[Memory]] | None:
        """Return why a memory applies everywhere, and those of other projects that say the same. `origins`
        are the projects read before; it grows."""
        if not may_be_promoted(memory) or maintenance.was_placed(conn, memory.id):
            return None
        assert memory.scope_id is not None
        if self._rt.is_excluded(memory.scope_id):
            return None
        if others := self._elsewhere(conn, memory):
            names = list(dict.fromkeys(folder_name(one.scope_id) for one in (memory, *others)))
            count = len({one.scope_id for one in others}) + 1
            return Sentence("Seen in {count} projects: {names}", count=count, names=", ".join(names)), others
        if memory.scope_id not in origins:
            technologies = maintenance.technologies(conn, memory.scope_id)
            origins[memory.scope_id] = Origin(folder_name(memory.scope_id), technologies)
        common = self._rt.settings.get("learning.common_technologies")
        reason = holds_everywhere(memory, origins[memory.scope_id], common_terms(), common)
        return None if reason is None else (reason, [])

    def _elsewhere(self, conn: Connection, memory: Memory) -> list[Memory]:
        """Return learnings of other projects that say the same and may be promoted as well."""
        from arbor_desktop.text import likeness

        mine = likeness.read(memory.content)
        if mine.here:  # "this project" is another one there
            return []
        kinds = projects.kinds(conn)
        group = kinds.get(memory.scope_id or "", ("", ""))[1]
        found = []
        for ident, content in maintenance.elsewhere(conn, mine.anchors, memory.scope_id or ""):
            if not likeness.same(mine, likeness.read(content)):
                continue
            other = _get(conn, ident, self._rt.by("maintenance"))
            if self._rt.is_excluded(other.scope_id) or not may_be_promoted(other):
                continue
            if maintenance.was_placed(conn, ident):
                continue
            if group and kinds.get(other.scope_id or "", ("", ""))[1] == group:
                continue  # one client's rule in two of its projects
            if _agree(memory, other):
                found.append(other)
        return found

    # -- changes --

    def _make_global(
        self, conn: Connection, memory: Memory, by: Write, done: Promoted, others: Sequence[Memory] = ()
    ) -> None:
        """Make a memory global or, if a global one says the same already, merge it into that; `others` are
        merged as well."""
        keeper = self._same_global(conn, memory, by)
        absorbed = list(others)
        if keeper is not None:
            absorbed.insert(0, memory)
        else:
            keeper = memory.id
            memories.change(conn, memory.row, {"scope": Scope.GLOBAL, "scope_id": None}, by, PROMOTED)
        done.ids.append(keeper)
        done.changed += [keeper, *(other.id for other in absorbed)]
        for other in absorbed:
            self._absorb(conn, other, keeper, by)

    def _same_global(self, conn: Connection, memory: Memory, by: Write) -> str | None:
        """Return the id of the global memory that says the same. One that a person rejected or made
        private is their decision on this one too: only they change it."""
        as_global = replace(
            as_new(memory), scope=Scope.GLOBAL, scope_id=None, branch=None, privacy_level=Privacy.NORMAL
        )
        known = duplicates.find(conn, as_global, by)
        if known is None:
            return None
        there = _get(conn, known.id, by)
        if there.status is Status.ACTIVE and there.privacy_level in (Privacy.NORMAL, Privacy.ALWAYS_INCLUDE):
            return known.id
        if by.actor == "maintenance":
            raise _Refused
        if not known.living:
            return None
        state = "waits for review" if there.status is Status.PENDING else "is kept private"
        raise InvalidInput(
            f"A global memory that {state} says the same as “{_short(memory)}”: decide on that one first.",
            id=memory.id, existing_id=known.id,
        )  # fmt: skip

    def _absorb(self, conn: Connection, other: Memory, keeper: str, by: Write) -> None:
        """Give a memory's evidence to the keeper, which says the same, and supersede it."""
        kept = _get(conn, keeper, by)
        worth = min(1.0, kept.current_confidence + memories.REINFORCEMENT)
        also = replace(
            by,
            reason=Sentence(
                "{reason}. Also learned in {project}", reason=by.reason, project=folder_name(other.scope_id)
            ),
        )
        fields = {"confidence": round(worth, 6), "reinforced_at": by.now}
        merges.merge_into(conn, kept, other, fields, also)
        merged = replace(by, reason=Sentence("{reason}. A global memory says the same", reason=by.reason))
        memories.change(conn, other.row, {"status": Status.SUPERSEDED}, merged, MERGED_AWAY)

    def _limit_to_project(
        self, conn: Connection, memory: Memory, project: str | None, by: Write, done: Promoted
    ) -> None:
        if memory.scope is not Scope.GLOBAL:
            raise InvalidInput(f"“{_short(memory)}” is not global.", id=memory.id)
        before = maintenance.promotion_of(conn, memory.id)
        homes = [before.project] if before else maintenance.projects_of(conn, memory.id)
        target = project or (homes[0] if len(homes) == 1 else None)
        if target is None:
            known = f" It was learned in {', '.join(homes)}." if homes else ""
            raise InvalidInput(f"Say which project “{_short(memory)}” belongs to.{known}", id=memory.id)
        fields = {"scope": Scope.PROJECT, "scope_id": target}
        duplicates.refuse_duplicate(conn, memory, fields)
        by = replace(by, reason=Sentence("Kept to {project}", project=folder_name(target)))
        memories.change(conn, memory.row, fields, by, KEPT_HERE)
        done.ids.append(memory.id)
        done.changed.append(memory.id)
        if before is None or target != before.project:
            return
        back = maintenance.absorbed(conn, memory.id, before.action_id)
        for row, _, _ in memories.rows_of(conn, back):
            memories.change(conn, row, {"status": Status.ACTIVE}, by, "restored")
        merges.separate(conn, back, memory.id)
        done.changed += back

    def _compare(self, conn: Connection, by: Write, done: Promoted) -> None:
        """Detect what contradicts the memories in their new places."""
        touched = conflicts.with_others(conn, done.changed)
        compared = self._detector.compare(conn, list(dict.fromkeys(done.changed)), by)
        done.conflicts = compared.anything
        done.changed = list(dict.fromkeys([*done.changed, *touched, *compared.by_memory, *compared.changed]))


def _get(conn: Connection, ident: str, by: Write) -> Memory:
    return memories.get(conn, ident, by.policy, by.now)


def _agree(one: Memory, other: Memory) -> bool:
    """Return whether nothing besides their texts keeps two memories from saying the same."""
    if one.technology and other.technology and one.technology.casefold() != other.technology.casefold():
        return False
    return one.type is other.type and one.category is other.category


def _short(memory: Memory) -> str:
    flat = " ".join(memory.shown_text.split())
    return flat if len(flat) <= _LONGEST_TITLE else f"{flat[: _LONGEST_TITLE - 1].rstrip()}…"
