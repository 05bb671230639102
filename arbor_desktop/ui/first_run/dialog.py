"""The dialog that sets Arbor up: the steps at left, one of them at right, and what leads on below."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QDialog,
    QHBoxLayout,
    QLabel,
    QStackedWidget,
    QWidget,
)

from arbor_desktop.clock import Clock, system_clock
from arbor_desktop.service.first_look import FirstLook
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import Button, Hairline, Label
from arbor_desktop.ui.components.boxes import STRETCH, hbox, vbox
from arbor_desktop.ui.components.nav_item import NavItem
from arbor_desktop.ui.encryption.model import Change
from arbor_desktop.ui.encryption.sheet import EncryptionSheet
from arbor_desktop.ui.first_run.preview import PreviewStep
from arbor_desktop.ui.first_run.steps import ReadingStep, ReadyStep, SourcesStep, Step, ToolsStep
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.setting_rows.rows import SettingsController
from arbor_desktop.ui.translation import tr
from arbor_desktop.ui.window_state import WindowState

if TYPE_CHECKING:
    from arbor_desktop.extraction.worker import Worker
    from arbor_desktop.service import MemoryService
    from arbor_desktop.ui.integrations.model import Setup

WIDTH, HEIGHT = 920, 680
_STEPS = 216
_STEP, _SOURCES, _DONE = "setup/step", "setup/sources", "setup/done"


def is_over(state: WindowState) -> bool:
    """Return whether the setup was finished or put off."""
    return state.value(_DONE) == "1"


def is_under_way(state: WindowState) -> bool:
    """Return whether the setup was left in the middle."""
    return state.value(_STEP, "0") != "0" and not is_over(state)


def is_new(service: MemoryService) -> bool:
    """Return whether there is no source and no memory yet."""
    return not (service.sources_part.roots() or service.query(limit=1, status="all").total)


class SetupDialog(QDialog):
    """Sources are turned on when the setup ends. Closed before, it goes on where it was.

    `ended`: the person opened Arbor, or wants to set it up later. `encryption_wanted(Change)` after that, if
    they turned that on.
    """

    ended = Signal()
    encryption_wanted = Signal(object)
    _progress = Signal(int, int)

    def __init__(
        self,
        icons: Icons,
        bridge: Bridge,
        state: WindowState,
        setup: Setup,
        *,
        make_worker: Callable[[], Worker | None] = lambda: None,
        clock: Clock = system_clock,
        parent: QWidget | None = None,
    ) -> None:
        """`make_worker` makes what reads the conversations of the preview."""
        super().__init__(parent)
        self._icons, self._theme, self._state = icons, icons.theme, state
        self.setWindowTitle(tr("Set up Arbor"))
        self.setModal(True)
        self.settings = SettingsController(bridge, self)
        self._look = FirstLook(bridge.service, make_worker, clock)
        self.sources = SourcesStep(
            icons, bridge, self.settings, filter(None, state.value(_SOURCES).split(",")), clock
        )
        self.preview = PreviewStep(icons, self.settings, self._look, lambda: self.sources.chosen, clock)
        self.reading = ReadingStep(icons, self.settings, clock)
        self.tools = ToolsStep(icons, bridge, setup, clock)
        self.ready = ReadyStep(icons, self.settings)
        self.steps: tuple[Step, ...] = (self.sources, self.preview, self.reading, self.tools, self.ready)
        self.items: list[NavItem] = []
        self.stack = QStackedWidget()
        self.note = Label(icons.theme, "", "small", "text2")
        self.later = Button(icons, tr("Set up later"), variant="quiet")
        self.skip = Button(icons, tr("Skip"), variant="quiet")
        self.back = Button(icons, tr("Back"), variant="quiet")
        self.next = Button(icons, tr("Continue"), variant="primary")
        self.next.setDefault(True)
        self._lay_out(icons)
        self._connect()
        self.settings.read()
        self.sources.enter()
        self.show_step(min(int(state.value(_STEP, "0")), len(self.steps) - 1))
        if self._look.unsaved:
            self._save(self._look.save_rest)

    def _lay_out(self, icons: Icons) -> None:
        px = self._theme.px
        tree = QLabel()
        tree.setPixmap(icons.app_pixmap(28, self.devicePixelRatioF()))
        name = hbox(tree, Label(icons.theme, "Arbor", "title"), STRETCH, gap=px(10))
        left = vbox(name, px(12), margins=(px(10), px(20), px(10), px(20)), gap=px(2))
        group = QButtonGroup(self)
        for number, step in enumerate(self.steps):
            item = NavItem(icons, str(number), tr(step.name), str(number + 1))
            item.clicked.connect(lambda _on=False, number=number: self.show_step(number))
            group.addButton(item)
            self.items.append(item)
            left.addWidget(item)
            self.stack.addWidget(step)
        left.addStretch(1)
        hint = Label(icons.theme, tr("You can change all of this later in Settings."), "caption", "text3")
        hint.setWordWrap(True)
        left.addWidget(hint)
        side = QWidget()
        side.setFixedWidth(px(_STEPS))
        side.setLayout(left)
        foot = QHBoxLayout()
        foot.setContentsMargins(px(28), px(14), px(20), px(14))
        foot.setSpacing(px(8))
        foot.addWidget(self.note, 1)
        for button in (self.later, self.skip, self.back, self.next):
            foot.addWidget(button)
        right = vbox((self.stack, 1), Hairline(icons.theme), foot)
        hbox(side, Hairline(icons.theme, vertical=True), (right, 1), on=self)
        room = self.screen().availableGeometry().size()
        if (window := self.parentWidget()) is not None:
            room = room.boundedTo(window.size())
        self.resize(QSize(px(WIDTH), px(HEIGHT)).boundedTo(room - QSize(px(24), px(48))))

    def _connect(self) -> None:
        for step in self.steps:
            step.changed.connect(self._show_foot)
        self.preview.saving.connect(lambda *choices: self._save(self._look.save, *choices))
        self._progress.connect(self.ready.show_progress)
        self.later.clicked.connect(self._end)
        self.skip.clicked.connect(lambda: self.show_step(self.number + 1))
        self.back.clicked.connect(lambda: self.show_step(self.number - 1))
        self.next.clicked.connect(self._go_on)
        self.finished.connect(lambda _result: self.settings.start(self._close_look()))

    @property
    def number(self) -> int:
        """The step that is shown."""
        return self.stack.currentIndex()

    def show_step(self, number: int) -> None:
        """Show a step."""
        self.stack.setCurrentIndex(number)
        self.items[number].setChecked(True)
        skipped = () if self.sources.chosen else (0, 1)  # without a source there is nothing to preview
        for place, item in enumerate(self.items):
            item.set_glyph("check" if place < number and place not in skipped else str(place + 1))
        self._remember()
        self.steps[number].enter()
        self.ready.session.setVisible(self.tools.connected > 0)
        self._show_foot()
        self.next.setFocus()

    def _show_foot(self) -> None:
        foot = self.steps[self.number].foot()
        self.note.setText(foot.note)
        self.next.set_label(foot.go)
        self.skip.setVisible(foot.skip)
        self.later.setVisible(self.number == 0)
        self.back.setVisible(self.number > 0)

    def _remember(self) -> None:
        self._state.set_value(_STEP, str(self.number))
        self._state.set_value(_SOURCES, ",".join(self.sources.chosen))
        self._state.sync()

    def _go_on(self) -> None:
        self.steps[self.number].go()
        if self.number + 1 < len(self.steps):
            self.show_step(self.number + 1)
        elif self.ready.encrypt.isChecked():
            self._show_code()
        else:
            self.settings.try_to(self._finish(), self.ready.error.show_error)

    def _show_code(self) -> None:
        """Before the setup ends, the recovery code must be typed back."""
        sheet = EncryptionSheet(self._icons, self.settings.bridge, self, chosen=True)
        sheet.wanted.connect(
            lambda change: self.settings.try_to(self._finish(change), self.ready.error.show_error)
        )
        sheet.open()

    def _save(self, save: Callable[..., int], *choices: object) -> None:
        self.ready.show_progress(0, 1)
        self.settings.try_to(self._saved(save, *choices), self.ready.error.show_error)

    async def _saved(self, save: Callable[..., int], *choices: object) -> None:
        count = await self.settings.change(save, *choices, self._progress.emit)
        status = await self.settings.ask("first memories", self.settings.service.get_status)
        self.ready.show_saved(count, status.to_review)

    async def _finish(self, change: Change | None = None) -> None:
        """Turn the chosen sources on, which has them read; then have the memory encrypted, if wanted."""
        service = self.settings.service
        for name in self.sources.chosen:
            await self.settings.change(service.enable_source, name)
        self._end()
        if change is not None:
            self.encryption_wanted.emit(change)

    def _end(self) -> None:
        self._state.set_value(_DONE, "1")
        self._state.set_value(_STEP, "0")  # opened again, it begins at the beginning
        self._state.sync()
        self.ended.emit()
        self.accept()

    async def _close_look(self) -> None:
        await self.settings.change(self._look.close)

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), self._theme.color("surface"))
