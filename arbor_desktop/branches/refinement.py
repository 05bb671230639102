"""The memory of a branch goes on with what is new (spec 6.3): by a model that refines, else by the rules."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import partial

from arbor_desktop.branches import evolution
from arbor_desktop.branches.evolution import Shown
from arbor_desktop.branches.sections import BranchDocument, Entry, EvolvedBranch, evolved, grouped
from arbor_desktop.conflicts.model import Judging
from arbor_desktop.models.calls import Cancel
from arbor_desktop.models.corrected import corrected
from arbor_desktop.models.door import Model
from arbor_desktop.models.housework import OPEN_TO_MODELS, is_excluded
from arbor_desktop.models.model import ModelFailed, Trouble
from arbor_desktop.runtime.runtime import Runtime

log = logging.getLogger(__name__)

PLAIN = "It was only put together, not joined: {}"


class Branches:
    """`judge` makes what says what contradicts, where no model does."""

    def __init__(self, runtime: Runtime, model: Model, judge: Callable[[], Judging]) -> None:
        self._rt = runtime
        self._model = model
        self._judge = judge

    @property
    def refines(self) -> bool:
        """Whether a model takes part."""
        return self._model.refines

    def evolve(
        self,
        document: BranchDocument,
        new: Sequence[Entry],
        project: str,
        *,
        cancel: Cancel | None = None,
    ) -> EvolvedBranch:
        """The document with what is new, and what changed. What is private stays out of it altogether. A
        model that gives no answer of use leaves the plain grouping, with a warning. Raises ModelFailed where
        it was stopped. Not to be called in a transaction."""
        open_ones = [one for one in new if one.privacy_level in OPEN_TO_MODELS]
        there = document.entries()
        if not there or not open_ones or is_excluded(self._rt, project) or not self._model.refines:
            return evolved(document, open_ones, self._judge())
        shown = Shown.of(document, open_ones)
        if shown.size > evolution.MOST_CHARACTERS:
            return evolved(document, open_ones, self._judge())
        try:
            asked = evolution.question(shown, project)
            return corrected(self._model, asked, partial(evolution.read, shown=shown), cancel=cancel).value
        except ModelFailed as error:
            if error.trouble is Trouble.STOPPED:
                raise
            log.info("The memory of a branch was only grouped: %s", error.message)
            return grouped(document, open_ones, PLAIN.format(error.message))
