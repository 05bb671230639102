"""The Branches tab's one way to the service."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from arbor_desktop.branches.model import BranchUpdate, KeptDocument
from arbor_desktop.errors import ArborError
from arbor_desktop.ui.bridge import Bridge, failure
from arbor_desktop.ui.projects import model as reads
from arbor_desktop.ui.projects.words import tr

if TYPE_CHECKING:
    from arbor_desktop.service import MemoryService

Failed = Callable[[str], object]


class BranchDesk(QObject):
    """Every method answers at once and tells later, by the callbacks it is given: what came, or in words why
    not."""

    changed = Signal()
    """A branch's memory, or what is switched on, is another than before."""

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge

    @property
    def _service(self) -> MemoryService:
        service: MemoryService = self._bridge.service
        return service

    # Reading: a later question of the same kind makes the earlier one void

    def memory(
        self, project: str, branch: str, done: Callable[[KeptDocument], object], failed: Failed
    ) -> None:
        self._ask(
            "projects.branch", partial(reads.branch_memory, self._service, project, branch), done, failed
        )

    def files(self, project: str, done: Callable[[reads.Files], object], failed: Failed) -> None:
        self._ask("projects.files", partial(reads.files, self._service, project), done, failed)

    def forget(self) -> None:
        """Nobody waits for these any more."""
        for key in ("branch", "files"):
            self._bridge.cancel(f"projects.{key}")

    # Doing

    def memorize(
        self, project: str, branch: str, done: Callable[[BranchUpdate], object], failed: Failed
    ) -> None:
        """In the background: a model may be asked, and nothing must wait behind it."""
        self._do(partial(reads.memorize, self._service, project, branch), done, failed, ordered=False)

    def clear(self, project: str, branch: str, done: Callable[[int], object], failed: Failed) -> None:
        self._do(partial(self._service.clear_branch_memory, project, branch), done, failed)

    def edit(
        self,
        project: str,
        branch: str,
        text: str,
        was: str,
        done: Callable[[KeptDocument], object],
        failed: Failed,
    ) -> None:
        """Takes the person's text in place of `was`, which they began from."""
        call = partial(self._service.edit_branch_memory, project, branch, text, was=was)
        self._do(call, done, failed)

    def take_back_clear(
        self, project: str, branch: str, archived: int, done: Callable[[object], object], failed: Failed
    ) -> None:
        call = partial(reads.take_back_clear, self._service, project, branch, archived)
        self._do(call, done, failed, ordered=False)

    def plan(
        self,
        project: str,
        fields: Mapping[str, Any],
        done: Callable[[reads.Shown], object],
        failed: Failed,
    ) -> None:
        """What switching these would change."""
        call = partial(reads.planned, self._service, project, fields)
        self._bridge.run(call, owner=self, done=done, failed=partial(self._refuse, failed), ordered=False)

    def switch(
        self,
        project: str,
        fields: Mapping[str, Any],
        done: Callable[[reads.Files], object],
        failed: Failed,
    ) -> None:
        self._do(partial(reads.switched, self._service, project, fields), done, failed)

    # How

    def _ask(self, key: str, call: Callable[[], Any], done: Callable[[Any], object], failed: Failed) -> None:
        self._bridge.run(call, done=done, failed=partial(self._refuse, failed), key=key, owner=self)

    def _do(
        self, call: Callable[[], Any], done: Callable[[Any], object], failed: Failed, *, ordered: bool = True
    ) -> None:
        def finished(answer: Any) -> None:
            done(answer)
            self.changed.emit()

        refused = partial(self._refuse, failed)
        self._bridge.run(call, done=finished, failed=refused, owner=self, ordered=ordered)

    def _refuse(self, failed: Failed, error: BaseException) -> None:
        """Known errors speak for themselves; anything else is a bug, and goes where bugs are shown too."""
        if isinstance(error, ArborError):
            failed(error.message)
            return
        self._bridge.failed.emit(failure(error, "projects"))
        failed(tr("That did not work."))
