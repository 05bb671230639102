"""Extraction by whatever reads conversations: rules on this computer, or a model, window by window, each
answer checked and corrected twice at most.

What must not leave is taken out before the windows are made: the passages that private memories came from
(`models.queries.private`), and by their words once more in `models.outgoing`. A conversation that is read
again also keeps back the passages of sensitive memories: they are already saved. Its first reading can't know
what is sensitive in it, and sends what was said.
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from arbor_desktop.database.connection import Connection
from arbor_desktop.errors import InvalidInput
from arbor_desktop.extraction.model import Candidate, Excerpt
from arbor_desktop.extraction.with_model import items
from arbor_desktop.extraction.with_model.windows import Window, windows
from arbor_desktop.extraction.worker import Worker
from arbor_desktop.llm.model import Ask, ModelFailed, Trouble, Usage, fingerprint
from arbor_desktop.llm.outgoing import secret_spans
from arbor_desktop.llm.queries import private
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.text.sentence import Sentence
from arbor_desktop.text.words import fold

if TYPE_CHECKING:
    from arbor_desktop.extraction.with_model.items import Read
    from arbor_desktop.llm.client import ModelClient
    from arbor_desktop.llm.structured import Structured


log = logging.getLogger(__name__)

_TOO_MUCH = (Trouble.CUT, Trouble.TOO_LONG)
"""A window that fails so is asked about in halves."""


@dataclass(slots=True)
class _Sum:
    candidates: list[Candidate]
    usage: Usage
    cost: float


class ModelExtraction:
    def __init__(self, runtime: Runtime, model: ModelClient, kept: KeptWindows | None = None) -> None:
        """`kept`: what was answered in vain so far."""
        self._rt = runtime
        self._model = model
        self._kept = kept or KeptWindows()

    def windows(self, excerpt: Excerpt) -> list[Window]:
        """Return what a model is shown of an excerpt, without what must not leave."""

        def read(conn: Connection) -> tuple[dict[int, list[tuple[int, int]]], list[str]]:
            return private.passages(conn, excerpt.conversation_id), private.never_shared(conn)

        hidden, secrets = self._rt.db.read(read)
        for turn in excerpt.turns:
            if found := secret_spans(turn.text, secrets):
                hidden.setdefault(turn.number, []).extend(found)
        return windows(excerpt, hidden)

    def questions(self, excerpt: Excerpt) -> list[tuple[Window, Ask]]:
        """Return what `extract` would ask about an excerpt, in this order, if every answer were usable."""
        return [(window, items.question(window, excerpt)) for window in self.windows(excerpt)]

    def extract(self, excerpt: Excerpt, backend: str, wanted: str | None = None) -> Extracted:
        """Extract all of it or nothing: a window that fails fails the conversation. `backend` is who
        reads, `wanted` who was asked for by name: else it is the chosen one, and a person who chooses
        another one meanwhile wants no more of this one.

        Raises ModelFailed with the `usage` of all windows so far where no answer was of use. Blocks for as
        long as the model takes; never call it inside a transaction.
        """
        total = _Sum([], Usage(), 0.0)
        for window in self.windows(excerpt):
            self._read(window, excerpt, wanted, total)
        return Extracted(_once(total.candidates), backend, total.usage, total.cost)

    def _read(self, window: Window, excerpt: Excerpt, wanted: str | None, total: _Sum) -> None:
        # Imported where a model is asked: without one, nothing of the client is needed.
        from arbor_desktop.llm.structured import ask_structured

        least = float(self._rt.settings.get("extraction.least_confidence"))
        ask = items.question(window, excerpt)
        read = partial(items.read, window=window, excerpt=excerpt, least=least)
        question = f"{fingerprint(self._model.access(wanted), ask)} {least}"
        try:
            found = self._kept.get(excerpt.conversation_id, question)
            if found is None:
                found = ask_structured(self._model, ask, read, backend=wanted)
                self._kept.put(excerpt.conversation_id, question, found)
        except ModelFailed as error:
            total.usage += error.usage
            halves = window.halves() if error.trouble in _TOO_MUCH else None
            if halves is None:
                error.usage = total.usage
                raise
            for half in halves:
                self._read(half, excerpt, wanted, total)
            return
        total.usage += found.usage
        total.cost += found.cost
        total.candidates += found.value.candidates
        _tell(excerpt.conversation_id, found.value.dropped)


def _once(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return candidates in the order in which they were stated; of those in the same words the surest.
    What says the same in other words is found when it is compared with what is stored."""
    found: dict[str, Candidate] = {}
    for one in candidates:
        key = fold(one.content)
        if key not in found or one.confidence > found[key].confidence:
            found[key] = one
    return sorted(found.values(), key=lambda one: (one.first_turn, one.span_start))


def _tell(conversation: str, dropped: Sequence[items.Dropped]) -> None:
    """Log why items were dropped, and not what they say: a log may be sent to somebody."""
    for one in dropped:
        log.info("An item of the model's about %s was dropped: %s", conversation, one.why)


log = logging.getLogger(__name__)

OFFLINE = "offline"
BACKENDS = (OFFLINE, "anthropic", "claude-cli")
OF_NO_USE = (Trouble.INVALID, Trouble.REFUSED, Trouble.CUT, Trouble.TOO_LONG, Trouble.BAD_REQUEST)
"""The model was asked, and would fail in the same way if it were asked again: the rules read instead. Other
troubles wait for the model; what was stopped or is private is read by nobody."""


@dataclass(frozen=True, slots=True)
class Extracted:
    """What a conversation gave, who found it, and what that cost (US dollars). `fell_back`: why a model was
    asked in vain."""

    candidates: list[Candidate]
    backend: str = OFFLINE
    usage: Usage = field(default_factory=Usage)
    cost: float = 0.0
    fell_back: str | None = None


class Extraction:
    """`model` is built when a model is first asked."""

    def __init__(self, runtime: Runtime, worker: Worker, model: Callable[[], ModelClient]) -> None:
        self._rt = runtime
        self._worker = worker
        self._model = model
        self._kept: KeptWindows | None = None

    def backend(self, wanted: str | None = None) -> str:
        """Return who would read now. Raises InvalidInput for an unknown one."""
        if wanted is not None and wanted not in BACKENDS:
            raise InvalidInput(
                f"There is no backend {wanted!r}; there are: {', '.join(BACKENDS)}.", field="backend"
            )
        return wanted or str(self._rt.settings.get("extraction.backend"))

    def ready(self) -> bool:
        """Return whether a pending conversation can be read now."""
        return self.backend() == OFFLINE or self._model().readiness().ready

    def extract(self, excerpt: Excerpt, backend: str | None = None) -> Extracted:
        """Raises WorkerDied, WorkerFailed, and ModelFailed where the model can't be asked or, after all its
        tries, answered nothing of use and the rules are not to take its place."""
        name = self.backend(backend)
        if name == OFFLINE:
            return Extracted(self._worker.extract(excerpt))

        kept = self._kept = self._kept or KeptWindows()
        try:
            return ModelExtraction(self._rt, self._model(), kept).extract(excerpt, name, backend)
        except ModelFailed as error:
            if error.trouble not in OF_NO_USE or not self._rt.settings.get("extraction.fall_back"):
                raise
            log.warning(
                "The model's answer was of no use, so the rules read %s: %s", excerpt.conversation_id, error
            )
            return Extracted(self._worker.extract(excerpt), usage=error.usage, fell_back=error.message)

    def why_nothing(self, excerpt: Excerpt, extracted: Extracted) -> str:
        """Return why nothing was found. Raises WorkerDied, WorkerFailed."""
        if extracted.backend != OFFLINE and extracted.fell_back is None:
            return Sentence("the model found nothing lasting")
        return self._worker.why_nothing(excerpt)

    def stored(self, conversation: str) -> None:
        """Forget what models answered about a conversation whose memories are stored."""
        if self._kept is not None:
            self._kept.forget(conversation)


MOST = 200
"""Parts that are kept."""


class KeptWindows:
    """Safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._answers: OrderedDict[tuple[str, str], Structured[Read]] = OrderedDict()

    def get(self, conversation: str, question: str) -> Structured[Read] | None:
        """Return the answer to a question, known by its fingerprint."""
        with self._lock:
            return self._answers.get((conversation, question))

    def put(self, conversation: str, question: str, answer: Structured[Read]) -> None:
        with self._lock:
            self._answers[conversation, question] = answer
            while len(self._answers) > MOST:
                self._answers.popitem(last=False)

    def forget(self, conversation: str) -> None:
        """Forget the answers about a conversation: whoever reads it again wants to ask again."""
        with self._lock:
            for key in [key for key in self._answers if key[0] == conversation]:
                del self._answers[key]
