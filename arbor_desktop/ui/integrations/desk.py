"""The one way from what shows integrations to who makes them; files are read and written on other threads."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from arbor_desktop.branches.model import Way
from arbor_desktop.errors import ArborError, StorageError
from arbor_desktop.ui.bridge import Bridge, failure
from arbor_desktop.ui.integrations.diff import Line, difference
from arbor_desktop.ui.integrations.setup import INSTALL, REMOVE, Setup
from arbor_desktop.ui.integrations.tiles import Tile, hooked, tiles
from arbor_desktop.ui.integrations.words import tr
from arbor_desktop.user_files.model import FileChange, Plan

if TYPE_CHECKING:
    from arbor_desktop.service import MemoryService

Done = Callable[[Any], object]
Failed = Callable[[str], object]


@dataclass(frozen=True, slots=True)
class Shown:
    """A plan, with what each of its files shows of it."""

    plan: Plan
    changes: tuple[tuple[FileChange, tuple[Line, ...]], ...]


class IntegrationsDesk(QObject):
    """Every method answers at once and tells later."""

    changed = Signal()
    """Something was installed or removed here: whoever shows integrations looks anew."""

    def __init__(self, bridge: Bridge, setup: Setup, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge, self._setup = bridge, setup

    @property
    def _service(self) -> MemoryService:
        service: MemoryService = self._bridge.service
        return service

    def look(
        self, key: str, project: str | None, done: Callable[[list[Tile]], object], failed: Failed
    ) -> None:
        """How everything stands. `key`: who asks; a later question of theirs makes this one void."""
        self._bridge.run(
            partial(_look, self._setup, self._service, project),
            key=key, owner=self, done=done, failed=partial(self._refuse, failed),
        )  # fmt: skip

    def plan(self, tile: Tile, verb: str, done: Callable[[Shown], object], failed: Failed) -> None:
        """What would be changed, to be shown first."""
        self._run(partial(_plan, self._setup, self._service, tile, verb), done, failed)

    def apply(self, tile: Tile, verb: str, shown: Shown, done: Done, failed: Failed) -> None:
        """Does what was shown."""
        self._do(_apply, tile, verb, shown, done, failed)

    def take_back(self, tile: Tile, verb: str, shown: Shown, done: Done, failed: Failed) -> None:
        """Puts the files back byte for byte, if nobody changed them since."""
        self._do(_take_back, tile, verb, shown, done, failed)

    def _do(
        self, how: Callable[..., object], tile: Tile, verb: str, shown: Shown, done: Done, failed: Failed
    ) -> None:
        def is_done(answer: object) -> None:
            self.changed.emit()
            done(answer)

        self._run(partial(how, self._setup, self._service, tile, verb, shown), is_done, failed)

    def _run(self, call: Callable[[], Any], done: Done, failed: Failed) -> None:
        self._bridge.run(call, owner=self, done=done, failed=partial(self._refuse, failed))

    def _refuse(self, failed: Failed, error: BaseException) -> None:
        if isinstance(error, ArborError):
            failed(error.message)
            return
        self._bridge.failed.emit(failure(error, "integrations"))
        failed(f"{type(error).__name__}: {error}")


def inverse(plan: Plan) -> Plan:
    """The plan that takes another one back."""
    changes = tuple(replace(c, before=c.after, after=c.before) for c in reversed(plan.changes))
    verb = REMOVE if plan.verb == INSTALL else INSTALL
    return replace(plan, verb=verb, changes=changes, notes=())


def _look(setup: Setup, service: MemoryService, project: str | None) -> list[Tile]:
    found = setup.list()
    health = {one.tool: one for one in service.hook_health(hooked(found))}
    files = service.instruction_states(project) if project is not None else ()
    return tiles(found, health, project, files)


def _plan(setup: Setup, service: MemoryService, tile: Tile, verb: str) -> Shown:
    if tile.of_project:
        plan = service.plan_switch(tile.project or "", instructions=_files(service, tile, verb))
    else:
        plan = setup.plan(tile.name, verb, tile.parts)
    changes = [change for change in plan.changes if change.changes]
    return Shown(plan, tuple((c, tuple(difference(c.before, c.after))) for c in changes))


def _apply(setup: Setup, service: MemoryService, tile: Tile, verb: str, shown: Shown) -> object:
    if not tile.of_project:
        return setup.apply(shown.plan)
    if _plan(setup, service, tile, verb).changes != shown.changes:
        raise StorageError(tr("A file was changed in the meantime. Look again at what would be changed."))
    return service.switch(tile.project or "", instructions=_files(service, tile, verb))


def _take_back(setup: Setup, service: MemoryService, tile: Tile, verb: str, shown: Shown) -> object:
    if tile.of_project:
        opposite = REMOVE if verb == INSTALL else INSTALL
        return service.switch(tile.project or "", instructions=_files(service, tile, opposite))
    return setup.apply(inverse(shown.plan))


def _files(service: MemoryService, tile: Tile, verb: str) -> dict[str, str]:
    """The instruction files of the project that carry its memory, with this one or without it."""
    files = {file: way.value for file, way in service.switches(tile.project or "").instructions}
    if verb == INSTALL:
        files.setdefault(tile.file, Way.BLOCK.value)
    else:
        files.pop(tile.file, None)
    return files
