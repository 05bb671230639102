"""What a model makes better in the background (spec 4.4, 5.7, 5.8): contradictions and summaries at night,
short forms every week.

Only where the person chose a model and lets it refine, it can be asked, and the month's budget allows it. A
model that fails ends its part of the run quietly, with a line in the result. Nothing sensitive, nothing that
is never shared and nothing of an excluded project is sent.
"""

from __future__ import annotations

from arbor_desktop.service.comparing import Comparing
from arbor_desktop.service.maintenance.work import Work
from arbor_desktop.service.model.housework import Enough, Housework
from arbor_desktop.service.model.model import Model
from arbor_desktop.service.model.refine_conflicts import RefineConflicts
from arbor_desktop.service.model.refine_short import RefineShort
from arbor_desktop.service.runtime import Runtime
from arbor_desktop.service.summaries import Summaries


class Refining:
    def __init__(self, runtime: Runtime, model: Model, summaries: Summaries, comparing: Comparing) -> None:
        self._rt = runtime
        self._model = model
        self._conflicts = RefineConflicts(runtime, comparing)
        self._short = RefineShort(runtime)

    def nightly(self, work: Work) -> None:
        """Looks at contradictions, then at the summaries of what changed. Raises Stopped."""
        if not self._model.refines:
            return
        try:
            self._conflicts.run(work, Housework(self._model, work))
        except Enough:
            return

    def weekly(self, work: Work) -> None:
        """Short forms. Raises Stopped."""
        if not self._model.refines:
            return
        try:
            self._short.run(work, Housework(self._model, work))
        except Enough:
            return
