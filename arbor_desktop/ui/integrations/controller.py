"""Connecting and disconnecting, from the button to Undo: nothing is changed that was not shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from arbor_desktop.branches.model import Way
from arbor_desktop.errors import StorageError
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components.menus import opened
from arbor_desktop.ui.controller import Controller
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.integrations.diff import difference
from arbor_desktop.ui.integrations.model import INSTALL, REMOVE, Setup, Shown, Tile, done_words, hooked, tiles
from arbor_desktop.ui.integrations.sheet import InstallSheet
from arbor_desktop.ui.translation import tr
from arbor_desktop.user_files.model import Plan, Standing

if TYPE_CHECKING:
    from arbor_desktop.service import MemoryService


class IntegrationsController(Controller):
    """Files are read and written on other threads.

    Signals: `changed` after something was installed or removed here, or undone; `said(words, undo)` as well,
    `undo` None where it can't be undone; `failed(words)` if changes can't be shown, or not be undone.
    """

    changed = Signal()
    said = Signal(str, object)
    failed = Signal(str)

    def __init__(self, icons: Icons, bridge: Bridge, setup: Setup, over: QWidget) -> None:
        """The sheet opens over the window of `over`."""
        super().__init__(bridge, over)
        self._icons, self._setup, self._over = icons, setup, over

    def of_dialog(self, dialog: QWidget) -> IntegrationsController:
        """Return a controller for a dialog over this one's window; what it changes is heard here, too."""
        controller = IntegrationsController(self._icons, self.bridge, self._setup, dialog)
        controller.changed.connect(self.changed)
        return controller

    def look(
        self, project: str | None, show: Callable[[list[Tile]], object], failed: Callable[[str], object]
    ) -> None:
        """Show how everything stands."""

        async def read() -> None:
            show(await self.ask("look", _look, self._setup, self.service, project))

        self.try_to(read(), failed)

    def plan(self, tile: Tile, verb: str) -> None:
        """Show what would change; change it when that is confirmed."""
        self.try_to(self._show(tile, verb), self.failed.emit)

    async def _show(self, tile: Tile, verb: str) -> None:
        shown = await self.change(_plan, self._setup, self.service, tile, verb)
        sheet = InstallSheet(self._icons, tile, verb, shown, self._over.window())
        sheet.confirmed.connect(
            lambda: self.try_to(self._apply(sheet), lambda why: self._refuse_in(sheet, why))
        )
        opened(sheet)

    async def _apply(self, sheet: InstallSheet) -> None:
        tile, verb, shown = sheet.tile, sheet.verb, sheet.shown
        await self.change(_apply, self._setup, self.service, tile, verb, shown)
        self.changed.emit()
        if isValid(sheet):
            sheet.accept()
        self.said.emit(done_words(tile, verb), self._undo_of(tile, verb, shown))

    def _undo_of(self, tile: Tile, verb: str, shown: Shown) -> Callable[[], None] | None:
        """None for a project's file that was only brought up to date: it would be so again at once."""
        if tile.of_project and tile.standing is Standing.PARTLY and verb == INSTALL:
            return None
        return lambda: self.try_to(self._undo(tile, verb, shown), self.failed.emit)

    async def _undo(self, tile: Tile, verb: str, shown: Shown) -> None:
        """Put the files back byte for byte, if nobody changed them since."""
        await self.change(_undo, self._setup, self.service, tile, verb, shown)
        self.changed.emit()
        self.said.emit(tr("Undone. The files were restored."), None)

    def _refuse_in(self, sheet: InstallSheet, why: str) -> None:
        if isValid(sheet):
            sheet.fail(why)
            self.try_to(self._show_again(sheet), lambda _why: None)  # a file may have changed meanwhile
        else:
            self.failed.emit(why)

    async def _show_again(self, sheet: InstallSheet) -> None:
        shown = await self.change(_plan, self._setup, self.service, sheet.tile, sheet.verb)
        if isValid(sheet):
            sheet.show_plan(shown)


def inverse(plan: Plan) -> Plan:
    """Return the plan that undoes another one."""
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
        raise StorageError(tr("A file changed in the meantime. Review the changes again."))
    return service.switch(tile.project or "", instructions=_files(service, tile, verb))


def _undo(setup: Setup, service: MemoryService, tile: Tile, verb: str, shown: Shown) -> object:
    if tile.of_project:
        opposite = REMOVE if verb == INSTALL else INSTALL
        return service.switch(tile.project or "", instructions=_files(service, tile, opposite))
    return setup.apply(inverse(shown.plan))


def _files(service: MemoryService, tile: Tile, verb: str) -> dict[str, str]:
    """Return the instruction files of the project that carry its memory, with this one or without it."""
    files = {file: way.value for file, way in service.switches(tile.project or "").instructions}
    if verb == INSTALL:
        files.setdefault(tile.file, Way.BLOCK.value)
    else:
        files.pop(tile.file, None)
    return files
