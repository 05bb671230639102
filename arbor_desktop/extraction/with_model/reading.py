"""A conversation read by a model: window by window, each answer checked and put right twice at most.

What must not leave is taken out before the windows are made: the passages that private memories came from
(`queries.private`), and by their words once more in `outgoing.py`. A conversation that is read again also
keeps back the passages of sensitive memories: what they taught is known already. Its first reading can't know
what is sensitive in it, and sends what was said.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from arbor_desktop.database.connection import Connection
from arbor_desktop.extraction.model import Candidate, Excerpt
from arbor_desktop.extraction.with_model import extraction
from arbor_desktop.extraction.with_model.extracting import Extracted
from arbor_desktop.extraction.with_model.kept_windows import KeptWindows
from arbor_desktop.extraction.with_model.windows import Window, windows
from arbor_desktop.models.asked_before import fingerprint
from arbor_desktop.models.corrected import corrected
from arbor_desktop.models.door import Model
from arbor_desktop.models.model import Ask, ModelFailed, Trouble, Usage
from arbor_desktop.models.outgoing import secret_spans
from arbor_desktop.models.queries import ledger
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.text.words import fold

log = logging.getLogger(__name__)

_TOO_MUCH = (Trouble.CUT, Trouble.TOO_LONG)
"""A window that fails so is asked about in halves."""


@dataclass(slots=True)
class _Sum:
    candidates: list[Candidate]
    usage: Usage
    cost: float


class Reading:
    def __init__(self, runtime: Runtime, model: Model, kept: KeptWindows | None = None) -> None:
        """`kept`: what was answered in vain so far."""
        self._rt = runtime
        self._model = model
        self._kept = kept or KeptWindows()

    def windows(self, excerpt: Excerpt) -> list[Window]:
        """What a model is shown of an excerpt, without what must not leave."""

        def read(conn: Connection) -> tuple[dict[int, list[tuple[int, int]]], list[str]]:
            return ledger.passages(conn, excerpt.conversation_id), ledger.never_shared(conn)

        hidden, secrets = self._rt.db.read(read)
        for turn in excerpt.turns:
            if found := secret_spans(turn.text, secrets):
                hidden.setdefault(turn.number, []).extend(found)
        return windows(excerpt, hidden)

    def questions(self, excerpt: Excerpt) -> list[tuple[Window, Ask]]:
        """What `extract` would ask about an excerpt, in this order, if every answer were of use."""
        return [(window, extraction.question(window, excerpt)) for window in self.windows(excerpt)]

    def extract(self, excerpt: Excerpt, backend: str, wanted: str | None = None) -> Extracted:
        """All of it or nothing: a window that fails fails the conversation. `backend` is who reads, `wanted`
        who was asked for by name: else it is the chosen one, and a person who chooses another one meanwhile
        wants no more of this one.

        Raises ModelFailed with the `usage` of all windows so far where no answer was of use. Blocks for as
        long as the model takes; never call it inside a transaction."""
        total = _Sum([], Usage(), 0.0)
        for window in self.windows(excerpt):
            self._read(window, excerpt, wanted, total)
        return Extracted(_once(total.candidates), backend, total.usage, total.cost)

    def _read(self, window: Window, excerpt: Excerpt, wanted: str | None, total: _Sum) -> None:
        least = float(self._rt.settings.get("extraction.least_confidence"))
        ask = extraction.question(window, excerpt)
        read = partial(extraction.read, window=window, excerpt=excerpt, least=least)
        question = f"{fingerprint(self._model.access(wanted), ask)} {least}"
        try:
            found = self._kept.get(excerpt.conversation_id, question)
            if found is None:
                found = corrected(self._model, ask, read, backend=wanted)
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
    """In the order in which they were said, without what two windows say in the same words: the surest stays.
    What says the same in other words is told when it is held against what is known."""
    found: dict[str, Candidate] = {}
    for one in candidates:
        key = fold(one.content)
        if key not in found or one.confidence > found[key].confidence:
            found[key] = one
    return sorted(found.values(), key=lambda one: (one.first_turn, one.span_start))


def _tell(conversation: str, dropped: Sequence[extraction.Dropped]) -> None:
    """Why, and not what: a log may be sent to somebody."""
    for one in dropped:
        log.info("An item of the model's about %s was dropped: %s", conversation, one.why)
