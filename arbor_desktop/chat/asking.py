"""“Ask your memory”: a question answered from what is remembered, with the memories that say so (spec 4.3).

A question that finds enough by itself takes one call of a model: what fits is found on this computer, and the
model answers from it. Where the question can't be searched for as it is, hardly anything fits it, or more
fits than can be told, a model first says what to search for; a question for an overview, or one that still
nothing fits, is then tried on the summaries. Without a model the memories that fit best are listed, with the
reason.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Sequence
from dataclasses import replace

from arbor_desktop.chat import questions as words
from arbor_desktop.chat.citations import Reading
from arbor_desktop.chat.model import Asked, Citation, Outcome, Stage, Step, Steps
from arbor_desktop.chat.questions import Rewritten, Statement
from arbor_desktop.chat.recalling import MOST, Recalled, Recalling
from arbor_desktop.context.retrieval import Retrieval
from arbor_desktop.errors import InvalidInput, StorageError
from arbor_desktop.memories import checks
from arbor_desktop.memories.model import Memory
from arbor_desktop.memories.queries import memories
from arbor_desktop.models.calls import Cancel
from arbor_desktop.models.corrected import CORRECTIONS, corrected
from arbor_desktop.models.door import OFFLINE, Model
from arbor_desktop.models.model import Answer, ModelFailed, Purpose, Stop, Tell, Trouble, Usage
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.summaries.operations import Summaries
from arbor_desktop.text.words import storable

log = logging.getLogger(__name__)

CONTEXT = "asked"
"""What the log of uses calls it when memories were told for a question."""
MOST_LISTED = 5
FEW = 3
"""Where fewer fit, among many memories, other words are tried too."""
NO_MODEL = (
    "No model is chosen: these memories fit best. Choose one in Settings → Extraction, or with arbor "
    "settings set extraction.backend, to get an answer."
)
EXCLUDED = "What fits is of projects that are excluded: nothing of them is sent to a model."
DECLINED = "The model declined to answer this question."
SILENT = "The model answered nothing."
_UNUSABLE = frozenset((Trouble.INVALID, Trouble.CUT, Trouble.REFUSED))
"""Where preparing the search fails so, the question itself is searched for."""


class Asking:
    """Safe to use from several threads; calls block."""

    def __init__(self, runtime: Runtime, model: Model, retrieval: Retrieval, summaries: Summaries) -> None:
        self._rt = runtime
        self._model = model
        self._recalling = Recalling(runtime, retrieval, summaries)

    def ask(
        self,
        question: str,
        *,
        project: str | None = None,
        tell: Tell | None = None,
        cancel: Cancel | None = None,
        steps: Steps | None = None,
        backend: str | None = None,
    ) -> Asked:
        """Answers a question from the memories of all projects, or of one and what holds everywhere.

        `tell` hears the answer as it comes, with memories named as [1], [2]; `steps` what is being done; both
        on another thread. What the outcome says counts, not what was heard: an answer that turns out to be
        none is void. Where a model fails, the outcome says so, with the memories that fit.

        Raises InvalidInput for a question that is none, StorageError where the memory can't be read.
        """
        asked = " ".join(storable(question).split("\0")).strip()
        if not asked:
            raise InvalidInput("Ask something.", field="question")
        if len(asked) > words.LONGEST_QUESTION:
            raise InvalidInput(
                f"A question has at most {words.LONGEST_QUESTION:,} characters.", field="question"
            )
        here = None if project is None else storable(checks.project_path(project))
        one = _Question(self._rt, self._model, self._recalling, asked, here, backend)
        return one.answered(tell or _nobody, cancel or Cancel(), steps or _nobody)


def _nobody(_heard: object) -> None:
    """Hears what nobody asked for."""


class _Question:
    """One question on its way."""

    def __init__(
        self,
        runtime: Runtime,
        model: Model,
        recalling: Recalling,
        question: str,
        project: str | None,
        backend: str | None,
    ) -> None:
        self._rt, self._model, self._recalling = runtime, model, recalling
        self._question, self._project, self._backend = question, project, backend
        self._began = time.monotonic()
        self._calls, self._usage = 0, Usage()
        self._cost: float | None = 0.0
        self._used = ""

    def answered(self, tell: Tell, cancel: Cancel, steps: Steps) -> Asked:
        self._tell, self._cancel, self._steps = tell, cancel, steps
        self._count = self._recalling.count(self._project)
        steps(Step(Stage.SEARCHING, self._count))
        if not self._count:
            return self._asked(Outcome.NOTHING)
        found = self._recalling.find([self._question], self._project)
        if (self._backend or self._model.backend) == OFFLINE:
            return self._listed(found, NO_MODEL)
        try:
            return self._by_model(found)
        except ModelFailed as error:
            return self._failed(error, found)

    def _by_model(self, found: Recalled) -> Asked:
        """Raises ModelFailed where nothing was answered."""
        self._must_be_ready()
        self._must_go_on()
        rewritten = None
        if not self._enough(found):
            rewritten = self._rewritten()
            if rewritten is not None:
                found = self._recalling.find([self._question, *rewritten.queries], self._project)
        if rewritten is not None and rewritten.categories and (rewritten.overview or not found.memories):
            answer = self._from_summaries(rewritten)
            if answer is not None:
                return answer
        if not found.memories:
            return self._asked(Outcome.NOTHING)
        leaving = self._recalling.leaving(found)
        if not leaving.memories:
            return self._listed(found, EXCLUDED, Trouble.PRIVATE)
        told = words.statements(leaving.memories, leaving.disputes)
        self._steps(Step(Stage.READING, len(told)))
        answer = self._streamed(Purpose.ANSWER, told, words.NOT_IN_MEMORY)
        assert answer is not None
        return answer

    def _enough(self, found: Recalled) -> bool:
        """Whether what the question itself finds is what there is to find."""
        few = found.fitting < FEW and self._count > MOST
        return words.plain(self._question) and found.fitting > 0 and not few and not found.full

    def _must_be_ready(self) -> None:
        ready = self._model.readiness(self._backend, urgent=True)
        if not ready.ready:
            wait = None if ready.retry_at is None else max(0.0, (ready.retry_at - self._rt.clock()) / 1000)
            trouble = ready.trouble or Trouble.STOPPED
            raise ModelFailed(ready.reason, trouble, detail=ready.detail, retry_after=wait)

    def _must_go_on(self) -> None:
        if self._cancel.asked:
            raise ModelFailed("It was stopped.", Trouble.STOPPED)

    # -- the calls --

    def _rewritten(self) -> Rewritten | None:
        """What to search for; None where the model says nothing of use."""
        self._steps(Step(Stage.REWRITING))
        ask = words.rewriting(self._question, self._project)
        try:
            got = corrected(
                self._model, ask, words.read_rewritten,
                backend=self._backend, cancel=self._cancel, urgent=True,
            )  # fmt: skip
        except ModelFailed as error:
            self._paid(error.usage, None, "", CORRECTIONS + 1 if error.trouble is Trouble.INVALID else 1)
            if error.trouble not in _UNUSABLE:
                raise
            log.info("A question is searched for as it is: %s", error.message)
            return None
        self._paid(got.usage, got.cost, got.model, got.tries)
        self._must_go_on()
        return got.value

    def _from_summaries(self, rewritten: Rewritten) -> Asked | None:
        told = self._recalling.summed_up(rewritten.categories, self._project)
        if not told:
            return None
        self._steps(Step(Stage.SUMMARIES, len(told)))
        return self._streamed(Purpose.SUFFICIENCY, told, words.INSUFFICIENT)

    def _streamed(self, purpose: Purpose, told: Sequence[Statement], sign: str) -> Asked | None:
        """The answer; None where summaries are not enough. Raises ModelFailed where there is none at all."""
        summaries = purpose is Purpose.SUFFICIENCY
        ask = words.answering(purpose, self._question, told, self._rt.clock(), self._project)
        stream = _Stream(len(told), sign, self._tell, sure=summaries)
        try:
            answer = self._model.ask(
                ask, tell=stream.feed, cancel=self._cancel, backend=self._backend, urgent=True
            )
        except ModelFailed as error:
            reading = stream.close()
            self._paid(error.usage, None, "", 1)
            self._log(told)
            if reading.signed or not reading.text or (summaries and not reading.citing.numbers):
                raise
            outcome = Outcome.STOPPED if self._stopped(error) else Outcome.CUT
            return self._said(outcome, reading, told, summaries, error)
        reading = stream.close(answer)
        self._paid(answer.usage, answer.cost, answer.model, 1)
        self._log(told)
        if answer.stop is Stop.REFUSED:
            raise ModelFailed(DECLINED, Trouble.REFUSED)
        if not reading.text and not reading.signed:
            raise ModelFailed(SILENT, Trouble.INVALID)
        if summaries and (reading.signed or not reading.citing.numbers):
            self._must_go_on()
            return None
        return self._said(_outcome(answer, reading), reading, told, summaries)

    # -- what comes of it --

    def _said(
        self,
        outcome: Outcome,
        reading: Reading,
        told: Sequence[Statement],
        summaries: bool,
        error: ModelFailed | None = None,
    ) -> Asked:
        numbers = dict(reading.citing.numbers)
        disputes = _disputes(told, numbers) if outcome is not Outcome.UNKNOWN else ()
        citations = tuple(Citation(shown, told[given - 1].memory) for given, shown in numbers.items())
        invented = outcome is Outcome.UNKNOWN and not reading.signed
        asked = self._asked(
            outcome, "" if invented else reading.text, citations, disputes, tuple(one.memory for one in told)
        )
        return replace(_with(asked, error), from_summaries=summaries)

    def _failed(self, error: ModelFailed, found: Recalled) -> Asked:
        if self._stopped(error):
            return self._asked(Outcome.STOPPED)
        return _with(self._listed(found, error.message, error.trouble), error)

    def _stopped(self, error: ModelFailed) -> bool:
        return self._cancel.asked and error.trouble is Trouble.STOPPED

    def _listed(self, found: Recalled, reason: str, trouble: Trouble | None = None) -> Asked:
        """The memories that fit best, in place of an answer."""
        best = found.memories[: min(found.fitting, MOST_LISTED)]
        citations = tuple(Citation(number, memory) for number, memory in enumerate(best, 1))
        places = {one.memory_id: one.number for one in citations}
        groups = (tuple(sorted(places[i] for i in members if i in places)) for members in found.disputes)
        disputes = tuple(group for group in groups if len(group) > 1)
        asked = self._asked(Outcome.LISTED if citations else Outcome.NOTHING, "", citations, disputes)
        return replace(asked, reason=reason, trouble=trouble)

    def _asked(
        self,
        outcome: Outcome,
        text: str = "",
        citations: tuple[Citation, ...] = (),
        disputes: tuple[tuple[int, ...], ...] = (),
        considered: tuple[Memory, ...] = (),
    ) -> Asked:
        return Asked(
            self._question, outcome, text, citations, considered, disputes,
            backend=self._backend or self._model.backend, model=self._used, calls=self._calls,
            cost=self._cost, usage=self._usage, milliseconds=round((time.monotonic() - self._began) * 1000),
        )  # fmt: skip

    def _paid(self, usage: Usage, cost: float | None, model: str, calls: int) -> None:
        self._usage, self._calls = self._usage + usage, self._calls + calls
        self._used = model or self._used
        if cost is None and usage != Usage():
            self._cost = None
        elif cost is not None and self._cost is not None:
            self._cost += cost

    def _log(self, told: Sequence[Statement]) -> None:
        """Notes what was told, which reinforces nothing (spec 5.1). If it can't, the answer stands."""
        ids, now = list(dict.fromkeys(one.memory.id for one in told)), self._rt.clock()
        try:
            self._rt.db.write(lambda conn: memories.log_access(conn, ids, CONTEXT, now))
        except StorageError as error:
            log.warning("It could not be noted what was told: %s", error.message)


class _Stream:
    """A streamed answer: told on the thread that the model's words come on, closed on another one.

    `sure`: nothing is told before the first memory was named."""

    def __init__(self, given: int, sign: str, tell: Tell, *, sure: bool) -> None:
        self._given, self._sign, self._tell, self._sure = given, sign, tell, sure
        self._lock = threading.Lock()
        self._closed = False
        self._heard: list[str] = []
        self._waiting = ""
        self._reading = self._anew()

    def feed(self, piece: str) -> None:
        with self._lock:
            if not self._closed:
                self._heard.append(piece)
                self._reading.feed(piece)

    def close(self, answer: Answer | None = None) -> Reading:
        """All that was answered. `answer` counts where there is one: what was heard may be of two tries."""
        with self._lock:
            self._closed = True
            if answer is not None and "".join(self._heard) != answer.text:
                self._reading = self._anew(silent=bool(self._heard))
                self._reading.feed(answer.text)
            self._reading.end()
            return self._reading

    def _anew(self, silent: bool = False) -> Reading:
        show = _nobody if silent else self._show
        return Reading(self._given, self._sign, show, silent_if_given=self._sure)

    def _show(self, text: str) -> None:
        if self._sure and not self._reading.citing.numbers:
            self._waiting += text
            return
        text, self._waiting = self._waiting + text, ""
        self._tell(text)


def _outcome(answer: Answer, reading: Reading) -> Outcome:
    if reading.signed:
        return Outcome.UNKNOWN
    if not reading.citing.numbers:
        return Outcome.UNKNOWN if reading.citing.unknown else Outcome.UNSUPPORTED
    return Outcome.CUT if answer.stop is Stop.LENGTH else Outcome.ANSWERED


def _disputes(told: Sequence[Statement], numbers: dict[int, int]) -> tuple[tuple[int, ...], ...]:
    """The numbers of those that contradict what the answer names. Sides that it does not name get the next
    numbers: one side alone would look settled."""
    groups: dict[tuple[int, ...], None] = {}
    for given in list(numbers):
        rivals = told[given - 1].rivals
        if rivals:
            for rival in rivals:
                numbers.setdefault(rival, len(numbers) + 1)
            groups[tuple(sorted(numbers[one] for one in (given, *rivals)))] = None
    return tuple(groups)


def _with(asked: Asked, error: ModelFailed | None) -> Asked:
    if error is None:
        return asked
    return replace(
        asked, trouble=error.trouble, reason=error.message, detail=error.detail, retry_after=error.retry_after
    )
