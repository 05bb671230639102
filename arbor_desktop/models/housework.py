"""Asking a model as part of maintenance: stopped at once where the person wants it, quiet where it fails."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

from arbor_desktop.conversations.exclusions import excluded_by
from arbor_desktop.memories.model import Memory, Privacy, Scope
from arbor_desktop.models.calls import Cancel
from arbor_desktop.models.corrected import corrected
from arbor_desktop.models.door import Model
from arbor_desktop.models.model import Ask, ModelFailed
from arbor_desktop.models.model import Trouble as Why
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.runtime.steps import MOST_TROUBLES, Stopped, Trouble, Work

T = TypeVar("T")

OPEN_TO_MODELS = (Privacy.NORMAL, Privacy.ALWAYS_INCLUDE)
"""Only what is so takes part in what a model does as housekeeping (spec 4.3)."""
LONGEST = 2_000
"""A longer text takes no part: showing only its beginning would be asking about something else."""
LOOKED_EVERY_SECONDS = 0.05
TITLE = "Refining with the model"
_OF_THIS_QUESTION = (Why.INVALID, Why.CUT, Why.REFUSED, Why.TOO_LONG, Why.PRIVATE, Why.BAD_REQUEST)
"""What says nothing about the next question."""


class Enough(Stopped):
    """The model can't be asked now: what is left is done another time. It is no matter of one record."""


def may_be_shown(runtime: Runtime, one: Memory) -> bool:
    """Whether a memory may be in a question that nobody asked for."""
    if one.privacy_level not in OPEN_TO_MODELS or len(one.content) > LONGEST:
        return False
    return one.scope is not Scope.PROJECT or not is_excluded(runtime, one.scope_id)


def is_excluded(runtime: Runtime, project: str | None) -> bool:
    return project is not None and bool(excluded_by(project, runtime.settings.get("capture.excluded")))


class Housework:
    """One step's questions. `work` hears what failed."""

    def __init__(self, model: Model, work: Work) -> None:
        self._model = model
        self._work = work

    def ask(self, ask: Ask, read: Callable[[str], T]) -> T | None:
        """What was read of the answer; None where this question got none of use. Raises Enough where no
        other would be answered now either, and Stopped."""
        self._work.check()
        self._work.count("model_calls")
        try:
            return self._stoppable(ask, read)
        except ModelFailed as error:
            if self._work.stopping():
                raise Stopped from error
            self._note(error.message)
            if error.trouble in _OF_THIS_QUESTION:
                return None
            raise Enough from error

    def _note(self, why: str) -> None:
        told = Trouble(TITLE, why)
        if told not in self._work.troubles and len(self._work.troubles) < MOST_TROUBLES:
            self._work.troubles.append(told)

    def _stoppable(self, ask: Ask, read: Callable[[str], T]) -> T:
        """Asks on a thread of its own, and looks meanwhile whether the person wants no more."""
        cancel, done = Cancel(), threading.Event()
        answers: list[T] = []
        failures: list[BaseException] = []

        def run() -> None:
            try:
                answers.append(corrected(self._model, ask, read, cancel=cancel).value)
            except BaseException as error:  # noqa: BLE001 - raised again on the thread that waits
                failures.append(error)
            finally:
                done.set()

        thread = threading.Thread(target=run, name="arbor-refining", daemon=True)
        thread.start()
        while not done.wait(LOOKED_EVERY_SECONDS):
            if self._work.stopping():
                cancel()
        thread.join()
        if failures:
            raise failures[0]
        return answers[0]
