"""The header, the keys at the foot, and the state without conflicts."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeySequence, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from arbor_desktop.ui.components import (
    BackForward,
    Button,
    EmptyState,
    IconButton,
    KeyHint,
    Label,
    ProgressBar,
)
from arbor_desktop.ui.components.cards import Bar
from arbor_desktop.ui.conflicts.list import Row
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memory.choices import PickBox
from arbor_desktop.ui.theme import Theme
from arbor_desktop.ui.translation import number, tr


class TitleBar(Bar):
    """`step(1 or -1)` by its arrows; `chosen(conflict id)` by the combo that takes the place of the list
    where there is no room for it."""

    step = Signal(int)
    chosen = Signal(str)

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(icons.theme, parent)
        arrows = BackForward(icons, self)  # the first that Tab meets
        theme, px = icons.theme, icons.theme.px
        self.setFixedHeight(px(52))
        # What there is no room for is left out: it must not make the window wider.
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._total = 0
        self.title = Label(theme, tr("Conflicts"), "title", parent=self)
        self.pick = PickBox(icons, tr("Conflict"), parent=self)
        self.pick.setMinimumWidth(px(160))
        self.pick.setMaximumWidth(px(360))
        self.pick.activated.connect(self._picked)
        self.pick.hide()
        self.progress = ProgressBar(theme, tr("Resolved"), self)
        self.progress.setFixedWidth(px(96))
        self.done = Label(theme, "", "small", "text2", self)
        self.previous = IconButton(icons, "chevron-left", tr("Previous conflict"), shortcut="K", parent=self)
        self.next = IconButton(icons, "chevron-right", tr("Next conflict"), shortcut="J", parent=self)
        self.previous.clicked.connect(lambda: self.step.emit(-1))
        self.next.clicked.connect(lambda: self.step.emit(1))
        row = QHBoxLayout(self)
        row.setContentsMargins(px(8), 0, px(16), 1)
        row.setSpacing(px(12))
        row.addWidget(arrows)
        row.addWidget(self.title)
        row.addWidget(self.pick, 2)
        row.addStretch(1)
        for part in (self.progress, self.done):
            row.addWidget(part)
        row.addSpacing(px(12))
        row.addWidget(self.previous)
        row.addWidget(self.next)

    def show_rows(self, rows: Sequence[Row], shown: str | None) -> None:
        """Fills the list for narrow windows."""
        wanted = [(row.id, row.line) for row in rows]
        pick = self.pick
        blocked = pick.blockSignals(True)
        if wanted != [(pick.itemData(n), pick.itemText(n)) for n in range(pick.count())]:
            pick.clear()
            for row in rows:
                pick.add(row.line, row.id, icon="conflicts" if row.open else "check")
        pick.set_current_data(shown)
        pick.blockSignals(blocked)
        pick.setVisible(pick.currentIndex() >= 0)
        self._fit()

    def show_progress(self, done: int, total: int) -> None:
        """How many of this visit's conflicts are resolved."""
        self.progress.set_value(done, total)
        self.done.setText(tr("{n} of {total} resolved").format(n=number(done), total=number(total)))
        self._total = total
        for part in (self.previous, self.next):
            part.setVisible(total > 0)
        self._fit()

    def show_steps(self, *, before: bool, after: bool) -> None:
        self.previous.setEnabled(before)
        self.next.setEnabled(after)

    def set_narrow(self, narrow: bool) -> None:
        self.pick.setVisible(narrow and self.pick.currentIndex() >= 0)
        self._fit()

    def _fit(self) -> None:
        """The count and the bar give way where there is no room for all."""
        self.progress.setVisible(self._total > 0)
        self.done.setVisible(self._total > 0)
        for part in (self.progress, self.done):
            layout = self.layout()
            if layout is not None and layout.minimumSize().width() > self.width():
                part.hide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _picked(self, row: int) -> None:
        self.chosen.emit(str(self.pick.itemData(row)))


class Foot(Bar):
    """The keys of the page."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent, fill="rail", line="top")
        px = theme.px
        self.setFixedHeight(px(36))
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._on, self._any, self._open = True, True, True
        row = QHBoxLayout(self)
        row.setContentsMargins(px(16), 1, px(16), 0)
        row.setSpacing(px(16))
        self._steps = KeyHint(theme, ("J", "K"), tr("Next / previous"), self)
        self._letters = [
            KeyHint(theme, ("1", "–", "5"), tr("Resolve"), self),
            KeyHint(theme, ("N",), tr("Add note"), self),
            self._steps,
            KeyHint(theme, ("S",), tr("Skip for now"), self),
        ]
        for hint in self._letters:
            row.addWidget(hint)
        self._enter = KeyHint(theme, ("Enter",), tr("Press focused button"), self)
        self._enter.hide()
        row.addWidget(self._enter)
        row.addStretch(1)
        undo = QKeySequence("Ctrl+Z").toString(QKeySequence.SequenceFormat.NativeText).replace("+", " ")
        self._undo = KeyHint(theme, (undo,), "", self)
        self._undo.hide()
        row.addWidget(self._undo)

    def show_undo(self, words: str) -> None:
        """Names what Ctrl+Z takes back; nothing without words."""
        self._undo.say(words)
        self._undo.setVisible(bool(words))
        self._fit()

    def set_letters(self, on: bool) -> None:
        """Only keys that do something are told."""
        self._on = on
        self._fit()

    def set_any(self, any_row: bool, any_open: bool) -> None:
        """Show the keys that work: `any_row`: there are conflicts; `any_open`: the shown one is open."""
        self._any, self._open = any_row, any_open
        self._fit()

    def _fit(self) -> None:
        """Of the hints as many as there is room for, the first ones first."""
        spacing, margins = self._theme.px(16), 2 * self._theme.px(16)
        room = self.width() - margins - (0 if self._undo.isHidden() else self._undo.sizeHint().width())
        letters = self._letters if self._open else [self._steps]
        wanted = letters if self._on else [self._enter]
        for hint in (*self._letters, self._enter):
            room -= hint.sizeHint().width() + spacing if hint in wanted else 0
            hint.setVisible(self._any and hint in wanted and room >= 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()


class Nothing(EmptyState):
    """`button`: the one that is offered now, if any."""

    def __init__(self, icons: Icons) -> None:
        super().__init__(icons, "conflicts", "")
        self._own_icons = icons
        self.button: Button | None = None

    def show_done(self, done: int, show_earlier: Callable[[], None] | None, *, listed: bool) -> None:
        """`done`: how many were decided in this visit. `show_earlier` shows what was decided, if anything,
        which may be `listed` already."""
        label = tr("View first resolved conflict") if listed else tr("Show resolved")
        if not done:
            text = tr("Your memories agree. If two ever disagree, resolve the conflict here.")
            self._say("conflicts", tr("No conflicts"), text, self._offer(label, show_earlier))
            return
        said = tr("You resolved %n conflicts.", None, done)
        back = tr("You can reopen it.") if done == 1 else tr("You can reopen them.")
        button = self._offer(label, show_earlier)
        self._say("conflicts", tr("All conflicts resolved"), f"{said} {back}", button)

    def show_failure(self, error: BaseException, again: Callable[[], None]) -> None:
        self.button = None
        self.show_failed(tr("Couldn't load the conflicts"), error, again)

    def _offer(self, label: str, show_earlier: Callable[[], None] | None) -> Button | None:
        self.button = None
        if show_earlier is not None:
            self.button = Button(self._own_icons, label, icon="history", clicked=show_earlier)
            self.button.setAutoDefault(True)
        return self.button

    def _say(self, kind: str, title: str, text: str, button: Button | None) -> None:
        self.show_state(kind, title, text, actions=(button,) if button is not None else ())
