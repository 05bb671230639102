"""“Ask your memory”: questions answered from memories, which the answer names (spec 4.3).

Usually one call of a model suffices: matching memories are found on this computer, and the model answers from
them. Where the question can't be searched for as it is, hardly anything matches, or more than can be sent, a
model first plans the search; a question for an overview, or without matches, is then tried on the summaries.
Without a model the best matches are listed, with the reason.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from arbor_desktop.chat.citations import AnswerReader
from arbor_desktop.chat.evidence import (
    INSUFFICIENT,
    LONGEST_QUESTION,
    MOST,
    NOT_IN_MEMORY,
    Evidence,
    EvidenceFinder,
    SearchPlan,
    Statement,
    answer_ask,
    is_searchable,
    read_search_plan,
    search_plan_ask,
)
from arbor_desktop.chat.model import AskResult, Citation, Outcome, Stage, Step, Steps
from arbor_desktop.context.retrieval import Retrieval
from arbor_desktop.errors import InvalidInput, StorageError
from arbor_desktop.llm.calls import Cancel, stopped
from arbor_desktop.llm.client import OFFLINE, ModelClient
from arbor_desktop.llm.model import Answer, ModelFailed, OnText, Purpose, Stop, Trouble, Usage
from arbor_desktop.llm.structured import CORRECTIONS, ask_structured
from arbor_desktop.memories import checks
from arbor_desktop.memories.model import Memory
from arbor_desktop.memories.queries import memories
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.summaries.operations import Summaries
from arbor_desktop.text.words import storable

log = logging.getLogger(__name__)

ACCESS_LOG_NAME = "asked"
MOST_LISTED = 5
FEW = 3
"""Where fewer match, among many memories, a model plans the search."""
NO_MODEL = (
    "No model selected; these are the best matches. To get an answer, choose a model in Settings → Reading "
    "or with: arbor settings set extraction.backend anthropic (or claude-cli)"
)
EXCLUDED = "The matching memories belong to ignored projects, which are never sent to a model."
DECLINED = "The model declined to answer this question."
SILENT = "The model gave no answer."
_NO_PLAN = frozenset((Trouble.INVALID, Trouble.CUT, Trouble.REFUSED))
"""Where planning the search fails so, the question itself is searched for."""


class Questions:
    """Thread-safe; calls block."""

    def __init__(
        self, runtime: Runtime, model: ModelClient, retrieval: Retrieval, summaries: Summaries
    ) -> None:
        self._rt = runtime
        self._model = model
        self._finder = EvidenceFinder(runtime, retrieval, summaries)

    def ask(
        self,
        question: str,
        *,
        project: str | None = None,
        on_text: OnText | None = None,
        cancel: Cancel | None = None,
        steps: Steps | None = None,
        backend: str | None = None,
    ) -> AskResult:
        """Answer a question from the memories of all projects, or of one and what applies everywhere.

        `on_text` is called with each piece of the answer, which names memories as [1], [2], and `steps` with
        the progress, both on another thread. The result counts, not the pieces: an answer may turn out to be
        none. Where a model fails, the result says so, with the best matches.

        Raises InvalidInput for a question that is none, StorageError where the memory can't be read.
        """
        asked = " ".join(storable(question).split("\0")).strip()
        if not asked:
            raise InvalidInput("Ask something.", field="question")
        if len(asked) > LONGEST_QUESTION:
            raise InvalidInput(f"A question has at most {LONGEST_QUESTION:,} characters.", field="question")
        here = None if project is None else storable(checks.project_path(project))
        one = _Question(
            self._rt, self._model, self._finder, asked, here, backend, on_text or _ignore, cancel or Cancel(),
            steps or _ignore,
        )  # fmt: skip
        return one.answered()


def _ignore(_value: object) -> None:
    """Do nothing."""


@dataclass
class _Question:
    """One question in progress."""

    runtime: Runtime
    model: ModelClient
    finder: EvidenceFinder
    question: str
    project: str | None
    backend: str | None
    on_text: OnText
    cancel: Cancel
    steps: Steps
    began: float = field(default_factory=time.monotonic)
    searched: int = 0
    calls: int = 0
    usage: Usage = field(default_factory=Usage)
    cost: float | None = 0.0
    used: str = ""

    def answered(self) -> AskResult:
        self.searched = self.finder.count(self.project)
        self.steps(Step(Stage.SEARCHING, self.searched))
        if not self.searched:
            return self._result(Outcome.NOTHING)
        found = self.finder.find([self.question], self.project)
        if (self.backend or self.model.backend) == OFFLINE:
            return self._listed(found, NO_MODEL)
        try:
            return self._by_model(found)
        except ModelFailed as error:
            if self._is_stop(error):
                return self._result(Outcome.STOPPED)
            return _with_error(self._listed(found, error.message, error.trouble), error)

    def _by_model(self, found: Evidence) -> AskResult:
        """Return the model's answer. Raises ModelFailed if there is none."""
        ready = self.model.readiness(self.backend, urgent=True)
        if not ready.ready:
            raise ready.failure(self.runtime.clock())
        self._check_cancelled()
        plan = None
        few = found.matching < FEW and self.searched > MOST
        if few or found.matching == 0 or found.full or not is_searchable(self.question):
            plan = self._search_plan()
        if plan is not None:
            found = self.finder.find([self.question, *plan.queries], self.project)
            if plan.categories and (plan.overview or not found.memories):
                given = self.finder.in_summaries(plan.categories, self.project)
                if given:
                    self.steps(Step(Stage.SUMMARIES, len(given)))
                    result = self._streamed(Purpose.SUFFICIENCY, given, INSUFFICIENT)
                    if result is not None:
                        return result
        if not found.memories:
            return self._result(Outcome.NOTHING)
        leaving = self.finder.shareable(found)
        if not leaving.memories:
            return self._listed(found, EXCLUDED, Trouble.PRIVATE)
        given = leaving.statements()
        self.steps(Step(Stage.READING, len(given)))
        result = self._streamed(Purpose.ANSWER, given, NOT_IN_MEMORY)
        assert result is not None
        return result

    def _check_cancelled(self) -> None:
        if self.cancel.asked:
            raise stopped()

    # -- calls --

    def _search_plan(self) -> SearchPlan | None:
        """Return what to search for; None where the model has no usable plan."""
        self.steps(Step(Stage.REWRITING))
        ask = search_plan_ask(self.question, self.project)
        try:
            got = ask_structured(
                self.model, ask, read_search_plan, backend=self.backend, cancel=self.cancel, urgent=True
            )
        except ModelFailed as error:
            self._add_cost(error.usage, None, "", CORRECTIONS + 1 if error.trouble is Trouble.INVALID else 1)
            if error.trouble not in _NO_PLAN:
                raise
            log.info("A question is searched for as it is: %s", error.message)
            return None
        self._add_cost(got.usage, got.cost, got.model, got.tries)
        self._check_cancelled()
        return got.value

    def _streamed(self, purpose: Purpose, given: Sequence[Statement], sign: str) -> AskResult | None:
        """Return the answer; None where summaries are not enough. Raises ModelFailed where there is none."""
        summaries = purpose is Purpose.SUFFICIENCY
        ask = answer_ask(purpose, self.question, given, self.runtime.clock(), self.project)
        stream = _Stream(partial(AnswerReader, len(given), sign, cited_only=summaries), self.on_text)
        failed: ModelFailed | None = None
        answer: Answer | None = None
        try:
            answer = self.model.ask(
                ask, on_text=stream.feed, cancel=self.cancel, backend=self.backend, urgent=True
            )
        except ModelFailed as error:
            failed = error
        reader = stream.close(answer)
        self._log_access(given)
        useless = reader.signed or not reader.citing.numbers
        if failed is not None:
            self._add_cost(failed.usage, None, "", 1)
            if reader.signed or not reader.text or (summaries and useless):
                raise failed
            outcome = Outcome.STOPPED if self._is_stop(failed) else Outcome.CUT
            return self._said(outcome, reader, given, summaries, failed)
        assert answer is not None
        self._add_cost(answer.usage, answer.cost, answer.model, 1)
        if answer.stop is Stop.REFUSED:
            raise ModelFailed(DECLINED, Trouble.REFUSED)
        if not reader.text and not reader.signed:
            raise ModelFailed(SILENT, Trouble.INVALID)
        if summaries and useless:
            self._check_cancelled()
            return None
        return self._said(_outcome(answer, reader), reader, given, summaries)

    # -- results --

    def _said(
        self,
        outcome: Outcome,
        reader: AnswerReader,
        given: Sequence[Statement],
        summaries: bool,
        error: ModelFailed | None = None,
    ) -> AskResult:
        numbers = dict(reader.citing.numbers)
        disputes = _disputes(given, numbers) if outcome is not Outcome.UNKNOWN else ()
        citations = tuple(Citation(shown, given[place - 1].memory) for place, shown in numbers.items())
        invented = outcome is Outcome.UNKNOWN and not reader.signed
        considered = tuple(one.memory for one in given)
        result = self._result(outcome, "" if invented else reader.text, citations, disputes, considered)
        return replace(_with_error(result, error), from_summaries=summaries)

    def _is_stop(self, error: ModelFailed) -> bool:
        return self.cancel.asked and error.trouble is Trouble.STOPPED

    def _listed(self, found: Evidence, reason: str, trouble: Trouble | None = None) -> AskResult:
        """Return the best matches in place of an answer."""
        best = found.memories[: min(found.matching, MOST_LISTED)]
        citations = tuple(Citation(number, memory) for number, memory in enumerate(best, 1))
        places = {one.memory_id: one.number for one in citations}
        groups = (tuple(sorted(places[i] for i in members if i in places)) for members in found.disputes)
        disputes = tuple(group for group in groups if len(group) > 1)
        result = self._result(Outcome.LISTED if citations else Outcome.NOTHING, "", citations, disputes)
        nothing = not citations and reason == NO_MODEL  # which speaks of the best matches
        return replace(result, reason="" if nothing else reason, trouble=trouble)

    def _result(
        self,
        outcome: Outcome,
        text: str = "",
        citations: tuple[Citation, ...] = (),
        disputes: tuple[tuple[int, ...], ...] = (),
        considered: tuple[Memory, ...] = (),
    ) -> AskResult:
        return AskResult(
            self.question, outcome, text, citations, considered, disputes,
            backend=self.backend or self.model.backend, model=self.used, calls=self.calls,
            cost=self.cost, usage=self.usage, milliseconds=round((time.monotonic() - self.began) * 1000),
        )  # fmt: skip

    def _add_cost(self, usage: Usage, cost: float | None, model: str, calls: int) -> None:
        self.usage, self.calls = self.usage + usage, self.calls + calls
        self.used = model or self.used
        if cost is None and usage != Usage():
            self.cost = None
        elif cost is not None and self.cost is not None:
            self.cost += cost

    def _log_access(self, given: Sequence[Statement]) -> None:
        """Note what was sent, which reinforces nothing (spec 5.1). A failure is only logged."""
        ids, now = list(dict.fromkeys(one.memory.id for one in given)), self.runtime.clock()
        try:
            self.runtime.db.write(lambda conn: memories.log_access(conn, ids, ACCESS_LOG_NAME, now))
        except StorageError as error:
            log.warning("It could not be noted which memories were sent: %s", error.message)


class _Stream:
    """A streamed answer, fed on the thread of the call and closed on another one. `read` makes its reader,
    which calls a function with what can be shown."""

    def __init__(self, read: Callable[[OnText], AnswerReader], on_text: OnText) -> None:
        self._read = read
        self._on_text = on_text
        self._lock = threading.Lock()
        self._closed = False
        self._heard: list[str] = []
        self._reader = read(on_text)

    def feed(self, piece: str) -> None:
        with self._lock:
            if not self._closed:
                self._heard.append(piece)
                self._reader.feed(piece)

    def close(self, answer: Answer | None) -> AnswerReader:
        """Return all that was answered. `answer` counts where given: the pieces may be of two tries."""
        with self._lock:
            self._closed = True
            if answer is not None and "".join(self._heard) != answer.text:
                self._reader = self._read(_ignore if self._heard else self._on_text)
                self._reader.feed(answer.text)
            self._reader.end()
            return self._reader


def _outcome(answer: Answer, reader: AnswerReader) -> Outcome:
    if reader.signed:
        return Outcome.UNKNOWN
    if not reader.citing.numbers:
        return Outcome.UNKNOWN if reader.citing.unknown else Outcome.UNSUPPORTED
    return Outcome.CUT if answer.stop is Stop.LENGTH else Outcome.ANSWERED


def _disputes(given: Sequence[Statement], numbers: dict[int, int]) -> tuple[tuple[int, ...], ...]:
    """Return the groups of contradicting memories that the answer names, by their numbers.

    Sides that it does not name are added to `numbers`: one side alone would look settled.
    """
    groups: dict[tuple[int, ...], None] = {}
    for place in list(numbers):
        rivals = given[place - 1].rivals
        if rivals:
            for rival in rivals:
                numbers.setdefault(rival, len(numbers) + 1)
            groups[tuple(sorted(numbers[one] for one in (place, *rivals)))] = None
    return tuple(groups)


def _with_error(result: AskResult, error: ModelFailed | None) -> AskResult:
    if error is None:
        return result
    return replace(
        result,
        trouble=error.trouble,
        reason=error.message,
        detail=error.detail,
        retry_after=error.retry_after,
    )
