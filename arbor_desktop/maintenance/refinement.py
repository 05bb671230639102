"""Refinement by a model in the background (spec 4.4, 5.7, 5.8).

Contradictions and category summaries are refined every night, short forms of long memories every week. It
runs only if the person chose a model and switched refinement on, if the model can be called, and if the
month's budget allows it. A model that fails ends its part of the run quietly, with a line in the result.
Nothing sensitive, nothing that is never shared and nothing of an excluded project is sent.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial

import msgspec

from arbor_desktop.clock import DAY_MS
from arbor_desktop.conflicts import model_questions
from arbor_desktop.conflicts.detection import Detector, Timeline
from arbor_desktop.conflicts.model import Compared
from arbor_desktop.conflicts.model_questions import Opinion, Pair
from arbor_desktop.conflicts.queries import conflicts, merges
from arbor_desktop.conflicts.suggestion import can_meet
from arbor_desktop.database.connection import Connection
from arbor_desktop.llm.client import ModelClient
from arbor_desktop.llm.model import Ask, Message, Purpose
from arbor_desktop.llm.prompts import fenced, prompt
from arbor_desktop.llm.structured import (
    MaintenanceQuestions,
    ModelUnavailable,
    Unusable,
    may_be_shown,
    read_as,
    schema_of,
)
from arbor_desktop.maintenance.compaction import candidate
from arbor_desktop.maintenance.model import MAX_SUMMARY, Action
from arbor_desktop.maintenance.queries import maintenance
from arbor_desktop.memories.model import LIVING, Memory, Scope
from arbor_desktop.memories.queries import memories, search
from arbor_desktop.memories.queries.memories import Write
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.runtime.steps import Work
from arbor_desktop.summaries import queries as summaries
from arbor_desktop.summaries.evolution import SummaryRefinement
from arbor_desktop.summaries.model import mark
from arbor_desktop.summaries.operations import Summaries
from arbor_desktop.text import support
from arbor_desktop.text.sentence import Sentence


class Refinement:
    """Refines with a model what the rules did. Thread-safe."""

    def __init__(
        self, runtime: Runtime, model: ModelClient, summaries: Summaries, detector: Detector
    ) -> None:
        self._rt = runtime
        self._model = model
        self._conflicts = ConflictRefinement(runtime, detector)
        self._categories = SummaryRefinement(runtime, summaries)
        self._short_forms = ShortFormRefinement(runtime)

    def nightly(self, work: Work) -> None:
        """Judge contradictions, then word the summaries of what changed. Raises Stopped."""
        if self._model.refines:
            with suppress(ModelUnavailable):
                questions = MaintenanceQuestions(self._model, work)
                self._conflicts.run(work, questions)
                self._categories.run(work, questions)

    def weekly(self, work: Work) -> None:
        """Write short forms. Raises Stopped."""
        if self._model.refines:
            with suppress(ModelUnavailable):
                self._short_forms.run(work, MaintenanceQuestions(self._model, work))


# -- contradictions --

MOST_PAIRS, PAIRS_AT_ONCE = 60, 10
"""Pairs in a night, and in one question."""
MOST_CHANGED = 300
"""Changed memories that are compared, the newest first."""
NEIGHBOURS = 8
LEAST_ALIKE = 55
"""Least similarity of words, of 100: less similar memories are not about the same thing."""


@dataclass(frozen=True, slots=True)
class _Case:
    """Two memories, and the open conflict that they are in. `apart` in days, `alike` of 100."""

    older: Memory
    newer: Memory
    apart: int
    alike: float
    conflict: str | None = None

    @property
    def mark(self) -> str:
        texts = sorted((one.id, one.content) for one in (self.older, self.newer))
        return mark(f"conflict/{model_questions.pair_version()}", *(part for text in texts for part in text))


class ConflictRefinement:
    """A second judgement of contradictions: pairs that the rules let pass, and conflicts that they found.

    What the model finds becomes a conflict like any other. Where it sees none, an open conflict stays open,
    and its suggestion says what the model thinks: only a person closes it. Each pair is asked about once, as
    long as both texts and the prompt stay the same.
    """

    def __init__(self, runtime: Runtime, detector: Detector) -> None:
        self._rt = runtime
        self._detector = detector

    def run(self, work: Work, questions: MaintenanceQuestions) -> None:
        """Judge pairs. Raises ModelUnavailable, Stopped."""
        if not self._rt.settings.get("conflicts.detect"):
            return
        cases = self._cases(work)
        for start in range(0, len(cases), PAIRS_AT_ONCE):
            part = cases[start : start + PAIRS_AT_ONCE]
            work.at(start, len(cases))
            pairs = [_pair(case) for case in part]
            opinions = questions.ask(
                model_questions.pair_question(pairs), partial(model_questions.read_opinions, many=len(part))
            )
            self._apply(part, opinions or [], work)

    def _cases(self, work: Work) -> list[_Case]:
        """Return open conflicts of the rules first, then the pairs that are most alike."""
        found = self._rt.db.read(lambda conn: self._doubtful(conn, work.by))
        since = self._rt.db.read(lambda conn: maintenance.nightly_since(conn, work.by.now))
        rows = self._rt.db.read(lambda conn: merges.rows_since(conn, since))
        near: dict[str, _Case] = {}
        for row in sorted(rows, reverse=True)[:MOST_CHANGED]:
            work.check()
            for case in self._rt.db.read(partial(self._near, row=row, by=work.by)):
                near.setdefault(case.mark, case)
        found += sorted(near.values(), key=lambda case: (-case.alike, case.older.id, case.newer.id))
        marks = [case.mark for case in found]
        known = self._rt.db.read(lambda conn: summaries.were_asked(conn, marks))
        return [case for case in found if case.mark not in known][:MOST_PAIRS]

    def _doubtful(self, conn: Connection, by: Write) -> list[_Case]:
        cases = []
        for known in conflicts.open_ones(conn)[-MOST_CHANGED:]:
            if known.rule.startswith("model:") or known.judgement.get("doubt"):
                continue
            members = memories.get_many(conn, sorted(known.memories), by.policy, by.now)
            living = [memory for memory in members if memory.status in LIVING]
            if len(living) == 2 and all(may_be_shown(self._rt, memory) for memory in living):
                cases.append(_case(conn, living[0], living[1], known.id))
        return cases

    def _near(self, conn: Connection, row: int, by: Write) -> list[_Case]:
        """Return the pairs of one memory that are about the same thing and in no conflict, not even a
        resolved one."""
        loaded = search.memories_of_rows(conn, [row], by.policy, by.now)
        if not loaded:
            return []
        memory = loaded[0]
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
        """Store the opinions in one transaction, except on memories that changed meanwhile. A question
        without a usable answer counts as asked: asking it again would cost as much."""
        done = Compared()

        def write(conn: Connection) -> int:
            doubts = 0
            for case, opinion in zip(part, opinions, strict=False):
                if not _is_unchanged(conn, case, work.by):
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


def _is_unchanged(conn: Connection, case: _Case, by: Write) -> bool:
    both = (case.older, case.newer)
    now = {one.id: one for one in memories.get_many(conn, [one.id for one in both], by.policy, by.now)}
    return all(
        (found := now.get(one.id)) is not None
        and (found.content, found.privacy_level) == (one.content, one.privacy_level)
        and found.status in LIVING
        for one in both
    )


def _case(conn: Connection, one: Memory, other: Memory, conflict: str | None = None) -> _Case:
    from rapidfuzz import fuzz, utils

    said = Timeline.of(conn, [one, other])
    older, newer = said.in_order(one, other)
    apart = max(0, said.at(newer) - said.at(older)) // DAY_MS
    alike = float(fuzz.token_set_ratio(one.content, other.content, processor=utils.default_process))
    return _Case(older, newer, apart, alike, conflict)


def _pair(case: _Case) -> Pair:
    places = _where(case.older), _where(case.newer)
    return Pair(case.older.content, case.newer.content, places, case.apart)


def _where(memory: Memory) -> str:
    """Return where a memory applies, without a path."""
    if memory.scope is Scope.GLOBAL:
        where = "everywhere"
    else:
        where = "in one conversation" if memory.scope is Scope.CONVERSATION else "in one project"
    return f"{where}, on branch {memory.branch}" if memory.branch else where


# -- short forms --

MOST_TEXTS, TEXTS_AT_ONCE = 40, 10
"""Texts in a week, and in one question."""
MOST_TEXTS_READ = 400
"""The longest memories, which are candidates."""
REASON = Sentence("Long and older than a month: shown in a short form that the model made of its words")
SHORTEST = 15
LEAST_TOKENS, TOKENS_A_TEXT = 300, 60


class _One(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    short: str


class _All(msgspec.Struct, forbid_unknown_fields=True):
    texts: list[_One]


def short_forms_question(texts: Sequence[str]) -> Ask:
    """Return the question for short forms of texts."""
    shown = [fenced(text, id=f"t{number}") for number, text in enumerate(texts, 1)]
    return Ask(
        Purpose.COMPACTION,
        prompt("compaction").filled(most=str(MAX_SUMMARY)),
        (Message("user", "\n".join(shown)),),
        schema=schema_of(_All),
        max_tokens=LEAST_TOKENS + TOKENS_A_TEXT * len(texts),
    )


def read_short_forms(text: str, texts: Sequence[str]) -> list[str | None]:
    """Return the short form of each text, in their order; None where none may be used. Raises Unusable for an
    answer of another shape."""
    names = [f"t{number}" for number in range(1, len(texts) + 1)]
    found = {one.id: one.short for one in read_as(text, _All).texts}
    problems = [f"{name[:20]} is no text." for name in found if name not in names]
    problems += [f"{name} is missing." for name in names if name not in found]
    if problems:
        raise Unusable(*problems)
    return [_accepted(found[name], whole) for name, whole in zip(names, texts, strict=True)]


def _accepted(short: str, whole: str) -> str | None:
    """Return the short form in one line, if it may replace the whole text: it adds no word, and has every
    negation and limit."""
    line = " ".join(short.split())
    if not SHORTEST <= len(line) <= MAX_SUMMARY or len(line) >= len(whole):
        return None
    if support.unsupported(line, [whole]) or support.conditions(whole) != support.conditions(line):
        return None
    return line


class ShortFormRefinement:
    """Short forms for long memories of which no sentence says the whole (spec 5.8)."""

    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime

    def run(self, work: Work, questions: MaintenanceQuestions) -> None:
        """Write short forms. Raises ModelUnavailable, Stopped."""
        if not self._rt.settings.get("lifecycle.compact"):
            return
        found = self._candidates(work)
        work.count("items_compressed", 0)
        for start in range(0, len(found), TEXTS_AT_ONCE):
            part = found[start : start + TEXTS_AT_ONCE]
            work.at(start, len(found))
            texts = [memory.content for memory in part]
            short = questions.ask(short_forms_question(texts), partial(read_short_forms, texts=texts))
            self._apply(part, short or [None] * len(part), work)

    def _candidates(self, work: Work) -> list[Memory]:
        now = work.by.now
        ids = self._rt.db.read(lambda conn: maintenance.long_and_old(conn, now, MOST_TEXTS_READ))
        loaded = self._rt.db.read(lambda conn: memories.get_many(conn, ids, work.by.policy, now))
        fit = []
        for memory in loaded:
            work.check()
            one = candidate(memory)
            if one.action is Action.SUMMARIZE and one.summary is None and may_be_shown(self._rt, memory):
                fit.append(memory)
        marks = [_mark(memory) for memory in fit]
        known = self._rt.db.read(lambda conn: summaries.were_asked(conn, marks))
        return [memory for memory in fit if _mark(memory) not in known][:MOST_TEXTS]

    def _apply(self, part: list[Memory], short: list[str | None], work: Work) -> None:
        by = replace(work.by, reason=REASON)
        made = [
            (memory.id, memory.content, text)
            for memory, text in zip(part, short, strict=True)
            if text is not None
        ]

        def write(conn: Connection) -> list[str]:
            summaries.asked(conn, [_mark(memory) for memory in part], "compaction", by.now)
            return maintenance.shorten(conn, made, by)

        done = self._rt.db.write(write)
        work.count("items_compressed", len(done))
        if done:
            self._rt.announce(tuple(done))


def _mark(memory: Memory) -> str:
    return mark(f"compaction/{prompt('compaction').version}", memory.id, memory.content)
