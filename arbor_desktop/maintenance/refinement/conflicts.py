"""A model's second look at contradictions: pairs that the rules let pass, and conflicts that they found.

What it finds becomes a conflict like any other. Where it sees none, an open conflict stays open, and its
suggestion says what the model thinks: only a person closes it. Each pair is asked about once, as long as both
texts and the prompt stay as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from arbor_desktop.clock import DAY_MS
from arbor_desktop.conflicts import model_judge
from arbor_desktop.conflicts.detection import Compared, Detector, Timeline
from arbor_desktop.conflicts.model_judge import Opinion, Pair
from arbor_desktop.conflicts.queries import conflicts, neighbours
from arbor_desktop.conflicts.rules import can_meet
from arbor_desktop.database.connection import Connection
from arbor_desktop.maintenance.model import Ending
from arbor_desktop.maintenance.queries import maintenance
from arbor_desktop.memories.model import LIVING, Memory, Scope
from arbor_desktop.memories.queries import memories, search
from arbor_desktop.memories.queries.memories import Write
from arbor_desktop.models.structured import MaintenanceQuestions, may_be_shown
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.runtime.steps import Work
from arbor_desktop.summaries import queries as summaries
from arbor_desktop.summaries.model import mark
from arbor_desktop.task_times import Task

MOST_PAIRS = 60
"""A night."""
AT_ONCE = 10
LOOKED_AT = 300
"""So many memories that changed are looked at, the newest first."""
NEIGHBOURS = 8
LEAST_ALIKE = 55
"""Of 100, by their words: what is less alike is not about one thing."""


@dataclass(frozen=True, slots=True)
class _Case:
    """Two memories, the older first; `conflict`: the open one that they are in."""

    older: Memory
    newer: Memory
    apart: int
    alike: float
    conflict: str | None = None

    @property
    def mark(self) -> str:
        texts = sorted((one.id, one.content) for one in (self.older, self.newer))
        return mark(f"conflict/{model_judge.version()}", *(part for text in texts for part in text))


class RefineConflicts:
    def __init__(self, runtime: Runtime, detector: Detector) -> None:
        self._rt = runtime
        self._detector = detector

    def run(self, work: Work, questions: MaintenanceQuestions) -> None:
        """Raises ModelUnavailable, Stopped."""
        if not self._rt.settings.get("conflicts.detect"):
            return
        cases = self._cases(work)
        for start in range(0, len(cases), AT_ONCE):
            part = cases[start : start + AT_ONCE]
            work.at(start, len(cases))
            pairs = [_pair(case) for case in part]
            opinions = questions.ask(model_judge.question(pairs), partial(model_judge.read, many=len(part)))
            self._apply(part, opinions or [], work)

    def _cases(self, work: Work) -> list[_Case]:
        """Open conflicts of the rules first, then the pairs that are most alike."""
        found = self._rt.db.read(lambda conn: self._doubtful(conn, work.by))
        since = self._since(work)
        rows = self._rt.db.read(lambda conn: neighbours.rows_since(conn, since))
        near: dict[str, _Case] = {}
        for row in sorted(rows, reverse=True)[:LOOKED_AT]:
            work.check()
            for case in self._rt.db.read(partial(self._near, row=row, by=work.by)):
                near.setdefault(case.mark, case)
        found += sorted(near.values(), key=lambda case: (-case.alike, case.older.id, case.newer.id))
        marks = [case.mark for case in found]
        known = self._rt.db.read(lambda conn: summaries.were_asked(conn, marks))
        return [case for case in found if case.mark not in known][:MOST_PAIRS]

    def _since(self, work: Work) -> int:
        """A day back, or to where the last finished run began, where that is longer ago."""
        runs = self._rt.db.read(lambda conn: maintenance.runs(conn, 50, Task.NIGHTLY))
        last = next((run.started_at for run in runs if run.ending is Ending.DONE), work.by.now)
        return min(last, work.by.now - DAY_MS)

    def _doubtful(self, conn: Connection, by: Write) -> list[_Case]:
        cases = []
        for known in conflicts.open_ones(conn)[-LOOKED_AT:]:
            if known.rule.startswith("model:") or known.judgement.get("doubt"):
                continue
            members = memories.get_many(conn, sorted(known.memories), by.policy, by.now)
            living = [memory for memory in members if memory.status in LIVING]
            if len(living) == 2 and all(may_be_shown(self._rt, memory) for memory in living):
                cases.append(_case(conn, living[0], living[1], known.id))
        return cases

    def _near(self, conn: Connection, row: int, by: Write) -> list[_Case]:
        """The pairs of one memory that are about one thing, and in no conflict, also no decided one."""
        loaded = search.memories_of_rows(conn, [row], by.policy, by.now)
        if not loaded:
            return []
        memory = loaded[0][1]
        if memory.status not in LIVING or not may_be_shown(self._rt, memory):
            return []
        met = {ident for known in conflicts.of_memories(conn, [row]) for ident in known.memories}
        cases = []
        for other in self._detector.nearest(conn, memory, by)[:NEIGHBOURS]:
            fits = other.status in LIVING and other.id not in met and may_be_shown(self._rt, other)
            if fits and can_meet(memory, other, by.now):
                case = _case(conn, memory, other)
                if case.alike >= LEAST_ALIKE:
                    cases.append(case)
        return cases

    def _apply(self, part: Sequence[_Case], opinions: Sequence[Opinion], work: Work) -> None:
        """Notes what was said, in one transaction; of what changed meanwhile nothing is said. A question
        without an answer of use counts as asked: asking it again would cost as much."""
        done = Compared()

        def write(conn: Connection) -> int:
            doubts = 0
            for case, opinion in zip(part, opinions, strict=False):
                if not _is_as_it_was(conn, case, work.by):
                    continue
                if opinion.verdict is not None and case.conflict is None:
                    told = (case.newer.id, case.older.id, opinion.verdict)
                    self._detector.add_verdicts(conn, [told], work.by, done)
                elif opinion.verdict is None and case.conflict is not None:
                    known = conflicts.get(conn, case.conflict)
                    if known.status.open:
                        conflicts.set_doubt(conn, known, opinion.reason)
                        doubts += 1
            summaries.asked(conn, [case.mark for case in part], "conflict", work.by.now)
            return doubts

        doubts = self._rt.db.write(write)
        work.count("pairs_judged", len(opinions))
        work.count("contradictions_found", len(done.new))
        work.count("contradictions_doubted", doubts)
        if done.anything or doubts:
            touched = tuple(dict.fromkeys([*done.by_memory, *done.changed]))
            self._rt.announce(touched, status=True, conflicts=True)


def _is_as_it_was(conn: Connection, case: _Case, by: Write) -> bool:
    now = {
        memory.id: memory
        for memory in memories.get_many(conn, [case.older.id, case.newer.id], by.policy, by.now)
    }
    return all(
        one.id in now
        and now[one.id].content == one.content
        and now[one.id].status in LIVING
        and now[one.id].privacy_level is one.privacy_level
        for one in (case.older, case.newer)
    )


def _case(conn: Connection, one: Memory, other: Memory, conflict: str | None = None) -> _Case:
    from rapidfuzz import fuzz, utils

    said = Timeline.of(conn, [one, other])
    older, newer = said.in_order(one, other)
    apart = max(0, said.at(newer) - said.at(older)) // DAY_MS
    alike = float(fuzz.token_set_ratio(one.content, other.content, processor=utils.default_process))
    return _Case(older, newer, apart, alike, conflict)


def _pair(case: _Case) -> Pair:
    return Pair(
        case.older.content, case.newer.content, (place_of(case.older), place_of(case.newer)), case.apart
    )


def place_of(one: Memory) -> str:
    """Where it holds, without telling a path."""
    where = "everywhere"
    if one.scope is not Scope.GLOBAL:
        where = "in one conversation" if one.scope is Scope.CONVERSATION else "in one project"
    return f"{where}, on branch {one.branch}" if one.branch else where
