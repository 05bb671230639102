"""The page's one way to the service: what is read, what is done, what is said of it, how to take it back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from arbor_desktop.errors import ArborError
from arbor_desktop.memories.model import Memory
from arbor_desktop.projects.gate import PRIVATE
from arbor_desktop.projects.model import ProjectSummary
from arbor_desktop.projects.names import project_name
from arbor_desktop.ui.bridge import Bridge, failure
from arbor_desktop.ui.components import Message
from arbor_desktop.ui.projects import model as reads
from arbor_desktop.ui.projects.model import Past, done_before
from arbor_desktop.ui.projects.words import memories, sessions, tr

if TYPE_CHECKING:
    from arbor_desktop.service import MemoryService

Failed = Callable[[BaseException], None]


class Desk(QObject):
    """Every method answers at once and tells later, by signal or by the callback it is given."""

    said = Signal(object)
    """A `Message`, after something was done."""
    refused = Signal(object)
    """The error of something that was not done."""
    changed = Signal()
    """Something was done that the store does not announce as a change of projects."""

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge

    @property
    def _service(self) -> MemoryService:
        service: MemoryService = self._bridge.service
        return service

    # Reading: a later question of the same kind makes the earlier one void

    def projects(self, done: Callable[[tuple[ProjectSummary, ...]], None], failed: Failed) -> None:
        self._ask("projects.list", partial(reads.projects, self._service), done, failed)

    def open(self, path: str, done: Callable[[reads.Opened], None], failed: Failed) -> None:
        self._ask("projects.open", partial(reads.opened, self._service, path), done, failed)

    def kept(self, path: str, branch: str | None, done: Callable[[reads.Kept], None], failed: Failed) -> None:
        self._ask("projects.kept", partial(reads.kept, self._service, path, branch), done, failed)

    def fetch(self, ids: list[str], done: Callable[[Sequence[Memory]], None], failed: Failed) -> None:
        """Cards of the list of memories. Its model asks for one lot at a time."""
        self._ask("projects.cards", partial(self._service.get_many, ids), done, failed)

    def sessions(
        self,
        path: str,
        branch: str | None,
        after: str | None,
        done: Callable[[reads.Sessions], None],
        failed: Failed,
    ) -> None:
        call = partial(reads.sessions, self._service, path, branch, after)
        self._ask("projects.sessions", call, done, failed)

    def similar(
        self, task: str, project: str | None, done: Callable[[tuple[Past, ...]], None], failed: Failed
    ) -> None:
        """Whether something like it was done before."""
        call = partial(done_before, self._service, task, project)
        self._ask("projects.similar", call, done, failed)

    def forget_similar(self) -> None:
        """Nobody waits for similar tasks any more."""
        self._bridge.cancel("projects.similar")

    def forget_project(self) -> None:
        """Another project is looked at: nothing that was asked of the former one is wanted."""
        for key in ("open", "kept", "cards", "sessions", "similar"):
            self._bridge.cancel(f"projects.{key}")

    # Doing

    def read_again(self, path: str, done: Callable[[reads.Opened], None], failed: Failed) -> None:
        """Reads the project's files anew, in the background."""
        self._ask("projects.open", partial(reads.read_again, self._service, path), done, failed)

    def exclude(self, path: str) -> None:
        words = f"{project_name(path)} {tr('is excluded: nothing more is read from it')}"
        self._set_excluded(self._service.exclude, path, Message(words, "eye-off", lambda: self.include(path)))

    def include(self, path: str) -> None:
        words = f"{project_name(path)} {tr('is read again')}"
        self._set_excluded(self._service.include, path, Message(words, "eye", lambda: self.exclude(path)))

    def set_kind(self, project: ProjectSummary, kind: str) -> None:
        words = tr("{name} is private") if kind == PRIVATE else tr("{name} is work")
        before = partial(self._service.set_project, project.path, kind=project.kind)
        self._set(partial(self._service.set_project, project.path, kind=kind), before, words, project)

    def set_group(self, project: ProjectSummary, group: str) -> None:
        words = tr("{name} belongs to {group}") if group else tr("{name} belongs to no group")
        before = partial(self._service.set_project, project.path, group=project.group)
        call = partial(self._service.set_project, project.path, group=group)
        self._set(call, before, words.replace("{group}", group), project)

    def _set(
        self, call: Callable[[], Any], before: Callable[[], Any], words: str, project: ProjectSummary
    ) -> None:
        def undo() -> None:
            self._do(before, lambda _: self.changed.emit())

        def done(_: object) -> None:
            self.said.emit(Message(words.replace("{name}", project.name), "check", undo))
            self.changed.emit()

        self._do(call, done)

    def _set_excluded(self, call: Callable[[str], Any], path: str, said: Message) -> None:
        def done(_: object) -> None:
            self.said.emit(said)
            self.changed.emit()

        self._do(partial(call, path), done)

    def purge(self, path: str) -> None:
        """For good: nothing can bring these back."""

        def done(purged: dict[str, int]) -> None:
            gone = f"{memories(purged['memories'])}, {sessions(purged['conversations'])}"
            self.said.emit(Message(f"{project_name(path)}: {gone} {tr('deleted')}", "trash"))
            self.changed.emit()

        self.said.emit(Message(f"{tr('Deleting')} {project_name(path)}…", "trash", stays=True))
        self._do(partial(self._service.purge, project=path), done)

    # How

    def _ask(self, key: str, call: Callable[[], Any], done: Callable[[Any], None], failed: Failed) -> None:
        self._bridge.run(call, done=done, failed=failed, key=key, owner=self)

    def _do(self, call: Callable[[], Any], done: Callable[[Any], None]) -> None:
        self._bridge.run(call, done=done, failed=self._refuse, owner=self)

    def _refuse(self, error: BaseException) -> None:
        """Known errors are the page's to tell; anything else is a bug and goes where bugs are shown."""
        if isinstance(error, ArborError):
            self.refused.emit(error)
        else:
            self._bridge.failed.emit(failure(error, "projects"))
