"""The page's one way to the service: what is asked, what is changed, what is said of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from arbor_desktop.errors import ArborError
from arbor_desktop.memories.model import Privacy, Undone
from arbor_desktop.ui.bridge import Bridge, failure
from arbor_desktop.ui.context import reads
from arbor_desktop.ui.context.question import Question
from arbor_desktop.ui.context.words import tr
from arbor_desktop.ui.memories.desk import Said
from arbor_desktop.ui.memories.history_words import undone_words

if TYPE_CHECKING:
    from arbor_desktop.service import MemoryService

Failed = Callable[[BaseException], None]


class Desk(QObject):
    """Every method answers at once and tells later, by signal or by the callback it is given."""

    said = Signal(object)
    """A `Said`, after something was done."""
    refused = Signal(object)
    """The error of something that was not done."""

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge

    @property
    def _service(self) -> MemoryService:
        service: MemoryService = self._bridge.service
        return service

    # Asking: a later question of the same kind makes the earlier one void

    def preview(self, question: Question, done: Callable[[reads.Preview], None], failed: Failed) -> None:
        self._ask("context.preview", partial(reads.preview, self._service, question), done, failed)

    def choices(self, project: str | None, done: Callable[[reads.Choices], None]) -> None:
        self._ask("context.choices", partial(reads.choices, self._service, project), done, self._refuse)

    def first_question(self, done: Callable[[Question], None], failed: Failed) -> None:
        self._ask("context.question", partial(reads.first_question, self._service), done, failed)

    def of_project(self, project: str | None, done: Callable[[Question], None]) -> None:
        """The question that a chosen project begins with."""
        self._ask("context.question", partial(reads.of_project, self._service, project), done, self._refuse)

    # Changing

    def set_privacy(self, entry: reads.Entry, level: Privacy) -> None:
        text, icon = {
            Privacy.ALWAYS_INCLUDE: (tr("Pinned: always included"), "pin"),
            Privacy.NEVER_SHARE: (tr("Never shared from now on"), "eye-off"),
            Privacy.SENSITIVE: (tr("Marked sensitive"), "lock"),
            Privacy.NORMAL: (tr("Shared as usual again"), "eye"),
        }[level]
        if entry.privacy is Privacy.ALWAYS_INCLUDE and level is Privacy.NORMAL:
            text, icon = tr("Unpinned"), "pin"
        self._change(entry.id, Said(text, icon, ids=(entry.id,)), privacy_level=level.value)

    def set_confidence(self, entry: reads.Entry, value: float) -> None:
        said = Said(f"{tr('Confidence set to')} {value:.2f}", "check", ids=(entry.id,))
        self._change(entry.id, said, confidence=value)

    def undo(self) -> None:
        """Takes back the newest action that still stands."""
        self._bridge.run(self._service.undo, done=self._undone, failed=self._refuse, owner=self)

    # How

    def _ask(self, key: str, call: Callable[[], Any], done: Callable[[Any], None], failed: Failed) -> None:
        self._bridge.run(call, done=done, failed=failed, key=key, owner=self)

    def _change(self, memory_id: str, said: Said, **fields: Any) -> None:
        call = partial(self._service.update_many, [memory_id], **fields)
        self._bridge.run(call, done=lambda _: self.said.emit(said), failed=self._refuse, owner=self)

    def _undone(self, undone: Undone) -> None:
        words, _returns = undone_words(undone)
        self.said.emit(Said(words, "undo", undo=False, ids=undone.ids))

    def _refuse(self, error: BaseException) -> None:
        """Known errors are the page's to tell; anything else is a bug and goes where bugs are shown."""
        if isinstance(error, ArborError):
            self.refused.emit(error)
        else:
            self._bridge.failed.emit(failure(error, "context"))
