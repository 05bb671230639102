"""The memory of a branch goes on with what is new (spec 6.3): by a model that refines, else by the rules."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import partial

from arbor_desktop.core.branch_memory import BranchDocument, Entry, EvolvedBranch, evolved, grouped
from arbor_desktop.core.conflict import Judging
from arbor_desktop.core.model import ModelFailed, Trouble
from arbor_desktop.extract.model import branch
from arbor_desktop.extract.model.branch import Shown
from arbor_desktop.service.model.calls import Cancel
from arbor_desktop.service.model.corrected import corrected
from arbor_desktop.service.model.housework import OPEN_TO_MODELS, is_excluded
from arbor_desktop.service.model.model import Model
from arbor_desktop.service.runtime import Runtime

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
        if shown.size > branch.MOST_CHARACTERS:
            return evolved(document, open_ones, self._judge())
        try:
            asked = branch.question(shown, project)
            return corrected(self._model, asked, partial(branch.read, shown=shown), cancel=cancel).value
        except ModelFailed as error:
            if error.trouble is Trouble.STOPPED:
                raise
            log.info("The memory of a branch was only grouped: %s", error.message)
            return grouped(document, open_ones, PLAIN.format(error.message))
