"""What sessions taught, told wherever it holds (spec 5.5): a learning of one project becomes a global memory
where its words say nothing of that project, where two projects taught it, or where the person says so.

Nobody's choice is overruled: what a person or a program put into a project by hand, and what was moved ever
before, stays. Nor is anybody asked because of it: what would contradict another memory, in any project, stays
where it is until the person makes it global.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from pathlib import PurePath
from typing import TYPE_CHECKING

from arbor_desktop import resources
from arbor_desktop.capture.outcomes import Outcomes
from arbor_desktop.clock import DAY_MS
from arbor_desktop.conflicts import duplicates
from arbor_desktop.conflicts.detection import Detector
from arbor_desktop.conflicts.queries import conflicts, merges
from arbor_desktop.conversations.exclusions import excluded_by
from arbor_desktop.conversations.queries import captures
from arbor_desktop.database.connection import Connection
from arbor_desktop.editing.queries import learning
from arbor_desktop.editing.queries.learning import KEPT_HERE, MERGED_AWAY, PROMOTED
from arbor_desktop.errors import InvalidInput
from arbor_desktop.ids import new_id
from arbor_desktop.maintenance.duplicates import as_new, near
from arbor_desktop.maintenance.learning_rules import SEEN_IN, Origin, holds_everywhere, may_travel, refusal
from arbor_desktop.maintenance.queries import maintenance
from arbor_desktop.memories import checks
from arbor_desktop.memories.details import learning_kind
from arbor_desktop.memories.model import Memory, Privacy, Scope, Status
from arbor_desktop.memories.queries import memories
from arbor_desktop.memories.queries.memories import Write
from arbor_desktop.projects import queries as projects
from arbor_desktop.runtime.runtime import BatchedAnnouncements, Runtime
from arbor_desktop.runtime.steps import Step, Work
from arbor_desktop.task_times import Task

if TYPE_CHECKING:
    from arbor_desktop.maintenance.learning_rules import CommonTerms

log = logging.getLogger(__name__)

NOTED = "learning"
"""The kind of its lines in the activity list."""
TOLD = "A {kind} of {project} is told everywhere"
BY_HAND = "Promoted: you made it global"
OUTCOMES_A_NIGHT = 1000
AT_ONCE = 10
"""So many learnings are looked at before another transaction begins."""
_LONGEST_TITLE = 120


@cache
def common_terms() -> CommonTerms:
    """What is everybody's and what is somebody's own. Made once in a process, and never changed."""
    # Imported where it is needed: most commands promote nothing.
    from arbor_desktop.maintenance.learning_rules import CommonTerms

    return CommonTerms.parse(
        resources.read_text("learning.toml"), resources.read_text("extract/technology.toml")
    )


class _Hindered(Exception):
    """Something speaks against it, such as a memory that it would contradict: nothing of it is done."""


@dataclass(slots=True)
class Promoted:
    """What became global. `changed`: every memory that is another one now; `conflicts`: whether any began or
    ended."""

    ids: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    conflicts: bool = False


class Learning:
    def __init__(self, runtime: Runtime, detector: Detector) -> None:
        self._rt = runtime
        self._detector = detector
        self._outcomes = Outcomes(runtime)

    # -- by a person --

    def promote(self, *ids: str, actor: str = "user") -> list[Memory]:
        """Makes memories of projects global. One that a global memory says already is merged into that. All
        or, if one may not be, none. Answers the global memories; raises InvalidInput, NotFound."""
        if not ids:
            raise InvalidInput("Name at least one memory.")
        by = self._rt.by(actor, BY_HAND)

        def write(conn: Connection) -> Promoted:
            done = Promoted()
            for ident in dict.fromkeys(ids):
                memory = _get(conn, ident, by)
                if wrong := refusal(memory):
                    raise InvalidInput(f"“{_short(memory)}” can't be made global. {wrong}", id=ident)
                self._make_global(conn, memory, by, done)
            self._compare(conn, by, done)
            return done

        done = self._rt.db.write(write)
        return self._announced(done)

    def keep_to_project(self, *ids: str, project: str | None = None, actor: str = "user") -> list[Memory]:
        """Takes global memories back to the project that they come from, or to `project`. What was merged
        into one when it was made global is itself again. They are not made global again without being asked
        for. Raises InvalidInput, NotFound."""
        if not ids:
            raise InvalidInput("Name at least one memory.")
        path = None if project is None else checks.project_path(project)
        by = self._rt.by(actor)

        def write(conn: Connection) -> Promoted:
            done = Promoted()
            for ident in dict.fromkeys(ids):
                self._take_back(conn, _get(conn, ident, by), path, by, done)
            self._compare(conn, by, done)
            return done

        return self._announced(self._rt.db.write(write))

    def homes(self, id: str) -> list[str]:
        """The projects that a global memory may go back to: the one it was promoted from, then those that it
        was learned in. Raises NotFound."""

        def read(conn: Connection) -> list[str]:
            memories.rows_of(conn, [id])
            before = learning.promotion_of(conn, id)
            found = [before.project] if before else []
            return list(dict.fromkeys([*found, *learning.projects_of(conn, id)]))

        return self._rt.db.read(read)

    # -- by itself --

    def learned(self, conn: Connection, conversation: int, by: Write) -> list[str]:
        """Promotes what a session taught, as part of the transaction that memorizes it. Answers the memories
        that this changed."""
        if not self._rt.settings.get("learning.promote"):
            return []
        done = Promoted()
        for ident in learning.travelling_of(conn, conversation):
            alone = replace(by, actor="maintenance", action_id=new_id(by.now))
            try:
                with conn:
                    self._consider(conn, ident, alone, done)
            except Exception:  # a bug here must not keep a session from being memorized
                log.exception("Nobody knows whether %s holds everywhere", ident)
        return done.changed

    def steps(self) -> list[Step]:
        """What maintenance does every night."""
        return [
            Step("Reading what sessions came to", self._derive),
            Step("Looking for what holds everywhere", self._promote_changed),
        ]

    def weekly_steps(self) -> list[Step]:
        """What maintenance does every week: what held back a learning may be gone, though it is as it was."""
        return [Step("Looking for what holds everywhere", self._promote_all)]

    def _derive(self, work: Work) -> None:
        """Outcomes of sessions that an older version memorized, or none did."""
        waiting = self._outcomes.waiting(OUTCOMES_A_NIGHT)
        for number, ident in enumerate(waiting):
            work.at(number, len(waiting))
            work.check()
            with work.record(partial("Conversation {}".format, ident)):
                changed = self._outcomes.derive_again(ident, work.by)
                self._rt.announce(tuple(changed), (ident,), status=bool(changed))
                work.count("outcomes_derived")
        work.count("outcomes_derived", 0)

    def _promote_changed(self, work: Work) -> None:
        """What changed in the last day, or since the last night whose work was finished."""
        last = self._rt.db.read(partial(maintenance.last_done, task=Task.NIGHTLY))
        self._promote(work, None if last is None else min(last, work.by.now - DAY_MS))

    def _promote_all(self, work: Work) -> None:
        self._promote(work, None)

    def _promote(self, work: Work, since: int | None) -> None:
        work.count("memories_promoted", 0)
        if not self._rt.settings.get("learning.promote"):
            return
        waiting = self._rt.db.read(partial(learning.travelling, since=since))
        homes: dict[str, Origin] = {}
        with BatchedAnnouncements(self._rt) as telling:
            for start in range(0, len(waiting), AT_ONCE):
                work.at(start, len(waiting))
                work.check()
                some = waiting[start : start + AT_ONCE]
                for ident in self._rt.db.read(partial(self._worth_it, some=some, by=work.by, homes=homes)):
                    work.check()
                    with work.record(partial("Memory {}".format, ident)):
                        done = self._promote_one(ident, work.by)
                        telling.changed(done.changed)
                        work.count("memories_promoted", len(done.ids))

    def _worth_it(
        self, conn: Connection, *, some: Sequence[str], by: Write, homes: dict[str, Origin]
    ) -> list[str]:
        """At first sight, with what was known of each project when it came up first (`homes`): who promotes
        one looks anew."""
        return [ident for ident in some if self._reason(conn, _get(conn, ident, by), homes)]

    def _promote_one(self, ident: str, by: Write) -> Promoted:
        def write(conn: Connection) -> Promoted:
            done = Promoted()
            self._consider(conn, ident, by, done)
            return done

        return self._rt.db.write(write)

    def _consider(self, conn: Connection, ident: str, by: Write, done: Promoted) -> None:
        """Makes one memory global, if anything says that it holds everywhere and nothing contradicts it."""
        memory = _get(conn, ident, by)
        why = self._reason(conn, memory)
        if why is None:
            return
        mine = Promoted()
        try:
            with conn:  # within the transaction: taken back alone
                reason, others = why
                self._make_global(conn, memory, replace(by, reason=reason), mine, others)
                self._compare(conn, by, mine)
                if mine.conflicts:
                    raise _Hindered
                self._note(conn, memory, reason, by)
        except _Hindered:
            return
        done.ids += mine.ids
        done.changed += mine.changed

    def _note(self, conn: Connection, memory: Memory, reason: str, by: Write) -> None:
        """A line of the activity list, without the words of the memory: that may be deleted for good."""
        kind = learning_kind(memory.category, memory.details)
        title = TOLD.format(kind=kind or "memory", project=_name(memory.scope_id))
        captures.note(conn, by.now, NOTED, title, "success", reason=reason, project=memory.scope_id)

    def _reason(
        self, conn: Connection, memory: Memory, homes: dict[str, Origin] | None = None
    ) -> tuple[str, list[Memory]] | None:
        """Why a memory holds everywhere, and those of other projects that say the same. `homes`: the projects
        that are known already; it grows."""
        if not may_travel(memory) or learning.was_placed(conn, memory.id):
            return None
        assert memory.scope_id is not None
        if self._is_excluded(memory):
            return None
        if others := self._elsewhere(conn, memory):
            names = list(dict.fromkeys(_name(one.scope_id) for one in (memory, *others)))
            return SEEN_IN.format(
                count=len({one.scope_id for one in others}) + 1, names=", ".join(names)
            ), others
        homes = {} if homes is None else homes
        if memory.scope_id not in homes:
            homes[memory.scope_id] = self._home(conn, memory.scope_id)
        home = homes[memory.scope_id]
        common = self._rt.settings.get("learning.common_technologies")
        reason = holds_everywhere(memory, home, common_terms(), common)
        return None if reason is None else (reason, [])

    def _home(self, conn: Connection, project: str) -> Origin:
        return Origin(_name(project), learning.technologies(conn, project))

    def _elsewhere(self, conn: Connection, memory: Memory) -> list[Memory]:
        """Learnings of other projects that say the same and may travel as well."""
        from arbor_desktop.text import likeness

        mine = likeness.read(memory.content)
        if mine.here:  # "this project" is another one there
            return []
        kinds = projects.kinds(conn)
        group = kinds.get(memory.scope_id or "", ("", ""))[1]
        found = []
        for ident, content in learning.elsewhere(conn, mine.anchors, memory.scope_id or ""):
            if not likeness.same(mine, likeness.read(content)):
                continue
            other = _get(conn, ident, self._rt.by("maintenance"))
            if self._is_excluded(other) or not may_travel(other) or learning.was_placed(conn, ident):
                continue
            if group and kinds.get(other.scope_id or "", ("", ""))[1] == group:
                continue  # one client's rule in two of its projects
            if _agree(memory, other):
                found.append(other)
        return found

    def _is_excluded(self, memory: Memory) -> bool:
        """Whether the person wants nothing known of its project any more: it is told nowhere else then."""
        return excluded_by(memory.scope_id or "", self._rt.settings.get("capture.excluded")) is not None

    # -- how --

    def _make_global(
        self, conn: Connection, memory: Memory, by: Write, done: Promoted, others: Sequence[Memory] = ()
    ) -> None:
        """One memory is told everywhere: itself or, if there is one already, the global one that says the
        same; and that one speaks for `others` as well."""
        row = memories.rows_of(conn, [memory.id])[0][0]
        known = self._held(conn, memory, by)
        if known is not None:
            keeper = known
            absorbed = [memory, *others]
        else:
            memories.change(conn, row, {"scope": Scope.GLOBAL, "scope_id": None}, by, PROMOTED)
            keeper = memory.id
            absorbed = list(others)
        done.ids.append(keeper)
        done.changed.append(keeper)
        for other in absorbed:
            self._absorb(conn, other, keeper, by)
            done.changed.append(other.id)

    def _held(self, conn: Connection, memory: Memory, by: Write) -> str | None:
        """The global memory (its id) that says the same. One that a person turned down, or does not want
        told, is their word on this one too: only they change it."""
        known = duplicates.find(
            conn,
            replace(
                as_new(memory), scope=Scope.GLOBAL, scope_id=None, branch=None, privacy_level=Privacy.NORMAL
            ),
        )
        if known is None:
            return None
        there = _get(conn, known.id, by)
        if there.status is Status.ACTIVE and there.privacy_level in (Privacy.NORMAL, Privacy.ALWAYS_INCLUDE):
            return known.id
        if by.actor == "maintenance":
            raise _Hindered
        if not known.living:
            return None
        state = "waits for review" if there.status is Status.PENDING else "is kept private"
        raise InvalidInput(
            f"A global memory that {state} says the same as “{_short(memory)}”: decide on that one first.",
            id=memory.id, existing_id=known.id,
        )  # fmt: skip

    def _absorb(self, conn: Connection, other: Memory, keeper: str, by: Write) -> None:
        """Another memory says the same: its evidence is the keeper's too, and it stands back."""
        kept = near(conn, _get(conn, keeper, by))
        worth = min(1.0, memories.worth(conn, kept.row, by) + memories.REINFORCEMENT)
        told = replace(by, reason=f"{by.reason}. Also learned in {_name(other.scope_id)}")
        fields = {"confidence": round(worth, 6), "reinforced_at": by.now}
        merges.merge_into(conn, kept, near(conn, other), fields, told)
        gone = replace(by, reason=f"{by.reason}. A global memory says the same")
        row = memories.rows_of(conn, [other.id])[0][0]
        memories.change(conn, row, {"status": Status.SUPERSEDED}, gone, MERGED_AWAY)

    def _take_back(
        self, conn: Connection, memory: Memory, project: str | None, by: Write, done: Promoted
    ) -> None:
        if memory.scope is not Scope.GLOBAL:
            raise InvalidInput(f"“{_short(memory)}” is not global.", id=memory.id)
        before = learning.promotion_of(conn, memory.id)
        homes = [before.project] if before else learning.projects_of(conn, memory.id)
        target = project or (homes[0] if len(homes) == 1 else None)
        if target is None:
            known = f" It was learned in {', '.join(homes)}." if homes else ""
            raise InvalidInput(f"Say which project “{_short(memory)}” belongs to.{known}", id=memory.id)
        fields = {"scope": Scope.PROJECT, "scope_id": target}
        duplicates.refuse_duplicate(conn, memory, fields)
        by = replace(by, reason=f"Kept to {_name(target)}")
        row = memories.rows_of(conn, [memory.id])[0][0]
        memories.change(conn, row, fields, by, KEPT_HERE)
        done.ids.append(memory.id)
        done.changed.append(memory.id)
        if before is None or target != before.project:
            return
        back = learning.absorbed(conn, memory.id, before.action_id)
        for ident in back:
            other = memories.rows_of(conn, [ident])[0][0]
            memories.change(conn, other, {"status": Status.ACTIVE}, by, "restored")
        learning.part(conn, back, memory.id)
        done.changed += back

    def _compare(self, conn: Connection, by: Write, done: Promoted) -> None:
        """Finds what contradicts the memories in their new places."""
        touched = conflicts.with_others(conn, done.changed)
        compared = self._detector.compare(conn, list(dict.fromkeys(done.changed)), by)
        done.conflicts = compared.anything
        done.changed = list(dict.fromkeys([*done.changed, *touched, *compared.by_memory, *compared.changed]))

    def _announced(self, done: Promoted) -> list[Memory]:
        self._rt.announce(tuple(dict.fromkeys(done.changed)), status=True, conflicts=True)
        ids = list(dict.fromkeys(done.ids))
        return self._rt.db.read(lambda c: memories.get_many(c, ids, self._rt.policy, self._rt.clock()))


def _get(conn: Connection, ident: str, by: Write) -> Memory:
    return memories.get(conn, ident, by.policy, by.now)


def _agree(one: Memory, other: Memory) -> bool:
    """Whether nothing beside their texts contradicts that two say the same."""
    if one.technology and other.technology and one.technology.casefold() != other.technology.casefold():
        return False
    return one.type is other.type and one.category is other.category


def _name(path: str | None) -> str:
    return PurePath((path or "").replace("\\", "/")).name or (path or "")


def _short(memory: Memory) -> str:
    flat = " ".join(memory.shown_text.split())
    return flat if len(flat) <= _LONGEST_TITLE else f"{flat[: _LONGEST_TITLE - 1].rstrip()}…"
