"""What a model makes better in the background (spec 4.4, 5.7, 5.8): contradictions and summaries at night,
short forms every week.

Only where the person chose a model and lets it refine, it can be asked, and the month's budget allows it. A
model that fails ends its part of the run quietly, with a line in the result. Nothing sensitive, nothing that
is never shared and nothing of an excluded project is sent.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from arbor_desktop.conflicts.detection import Detector
from arbor_desktop.maintenance.refinement.categories import RefineCategories
from arbor_desktop.maintenance.refinement.conflicts import RefineConflicts
from arbor_desktop.maintenance.refinement.short import RefineShort
from arbor_desktop.models.calls import Cancel
from arbor_desktop.models.client import ModelClient
from arbor_desktop.models.model import Ask, ModelFailed, Trouble
from arbor_desktop.models.structured import MaintenanceQuestions, ModelUnavailable, ask_structured
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.runtime.steps import Work
from arbor_desktop.summaries.model import CategorySummary, Wording
from arbor_desktop.summaries.operations import Summaries

log = logging.getLogger(__name__)


class Refining:
    def __init__(
        self, runtime: Runtime, model: ModelClient, summaries: Summaries, detector: Detector
    ) -> None:
        self._rt = runtime
        self._model = model
        self._conflicts = RefineConflicts(runtime, detector)
        self._categories = RefineCategories(runtime, summaries)
        self._short = RefineShort(runtime)
        self._summaries = summaries

    def nightly(self, work: Work) -> None:
        """Looks at contradictions, then at the summaries of what changed. Raises Stopped."""
        if not self._model.refines:
            return
        try:
            questions = MaintenanceQuestions(self._model, work)
            self._conflicts.run(work, questions)
            self._categories.run(work, questions)
        except ModelUnavailable:
            return

    def weekly(self, work: Work) -> None:
        """Short forms. Raises Stopped."""
        if not self._model.refines:
            return
        try:
            self._short.run(work, MaintenanceQuestions(self._model, work))
        except ModelUnavailable:
            return

    # -- by hand --

    def evolve_category(
        self,
        name: str,
        scope: str = "global",
        scope_id: str | None = None,
        *,
        project: str | None = None,
        cancel: Cancel | None = None,
    ) -> CategorySummary:
        """Lets the model look at one summary now, and answers it as it is then. Where its answers are of no
        use the summary stays composed. Raises ModelFailed where it can't be asked, InvalidInput for unknown
        names."""
        place = self._summaries.place(name, scope, scope_id, project)

        def ask(question: Ask, read: Callable[[str], list[Wording]]) -> list[Wording] | None:
            try:
                return ask_structured(self._model, question, read, cancel=cancel).value
            except ModelFailed as error:
                if error.trouble is Trouble.INVALID:
                    log.info("The summary stays as it was composed: %s", error.message)
                    return None
                raise

        self._categories.evolve(place, ask, again=True)
        return self._summaries.get(place.category.value, place.scope.value, place.scope_id)
