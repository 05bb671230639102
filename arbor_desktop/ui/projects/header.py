"""The head of a project: its name, where it lies, when its files were read, and what can be done with it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from arbor_desktop.clock import Clock
from arbor_desktop.projects.model import ProjectSummary
from arbor_desktop.ui.components import Badge, Button, ElidedLabel, IconButton
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.back import back_button
from arbor_desktop.ui.projects.parts import CopyButton
from arbor_desktop.ui.projects.reads import Opened
from arbor_desktop.ui.projects.words import read_words, shown_path, tr


class Header(QWidget):
    """`command(name)`: context, folder, read or back. `menu_wanted`: the rest of what can be done."""

    command = Signal(str)
    menu_wanted = Signal()

    def __init__(self, icons: Icons, clock: Clock, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._clock = icons.theme, clock
        px = icons.theme.px
        self._summary: ProjectSummary | None = None
        self._read_at: int | None = None
        self.back = back_button(icons, self)
        self.name = ElidedLabel(icons.theme, "", "title", parent=self)
        self.away = Badge(icons, tr("Not on this computer"), "warn", "info", self)
        self.excluded = Badge(icons, tr("Excluded from capture"), "neutral", "eye-off", self)
        self.context = Button(icons, tr("Show context"), size="small", icon="context", parent=self)
        self.context.setToolTip(tr("What your AI is told when it works in this project"))
        self.more = IconButton(icons, "more", tr("More for this project"), parent=self)
        self.path = ElidedLabel(icons.theme, "", "mono_small", "text3", Qt.TextElideMode.ElideMiddle, self)
        self.copy = CopyButton(icons, tr("Copy path"), "", self)
        self.folder = IconButton(icons, "folder", tr("Open folder"), glyph_size=14, parent=self)
        self.read = ElidedLabel(icons.theme, "", "caption", "text3", parent=self)
        self.again = Button(
            icons, tr("Read again"), variant="quiet", size="small", icon="refresh", parent=self
        )
        self.again.setToolTip(f"{tr('Read the project’s files again')}  F5")
        self.back.clicked.connect(lambda: self.command.emit("back"))
        self.context.clicked.connect(lambda: self.command.emit("context"))
        self.folder.clicked.connect(lambda: self.command.emit("folder"))
        self.again.clicked.connect(lambda: self.command.emit("read"))
        self.more.clicked.connect(self.menu_wanted)
        first, second = QHBoxLayout(), QHBoxLayout()
        first.setSpacing(px(8))
        second.setSpacing(px(2))
        for widget in (self.back, self.name, self.away, self.excluded):
            first.addWidget(widget)
        first.addStretch(1)
        first.addWidget(self.context)
        first.addWidget(self.more)
        second.addWidget(self.path)
        second.addWidget(self.copy)
        second.addWidget(self.folder)
        second.addStretch(1)
        second.addWidget(self.read)
        second.addSpacing(px(4))
        second.addWidget(self.again)
        self.path.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        column = QVBoxLayout(self)
        column.setContentsMargins(px(16), px(10), px(12), px(4))
        column.setSpacing(px(2))
        column.addLayout(first)
        column.addLayout(second)

    def show_summary(self, summary: ProjectSummary) -> None:
        """What the list knows already."""
        other = self._summary is None or self._summary.path != summary.path
        self._summary = summary
        self.name.setText(summary.name)
        self.path.setText(shown_path(summary.path))
        self.path.setToolTip(summary.path)
        self.setAccessibleName(summary.name)
        if other:
            self.copy.set_text(summary.path)
            self._read_at = None
            self.read.setText("")
            self.excluded.hide()
        self.away.setVisible(not summary.there)
        for widget in (self.folder, self.again):
            widget.setVisible(summary.there)
        self._fit()

    def show_opened(self, opened: Opened) -> None:
        self.show_summary(opened.project.summary)
        self._read_at = opened.project.read_at
        self.excluded.setVisible(opened.excluded is not None)
        self.set_reading(False)

    def set_reading(self, on: bool) -> None:
        """Whether its files are being read just now."""
        self.again.setEnabled(not on)
        there = self._summary is not None and self._summary.there
        said = tr("Reading…") if on else read_words(self._read_at, self._clock())
        self.read.setText(said if there or self._read_at is not None else "")
        self._fit()

    def _fit(self) -> None:
        """Words give way to the name and the path."""
        narrow = self.width() < self._theme.px(520)
        self.read.setVisible(not narrow and bool(self.read.text()))
        self.read.setMinimumWidth(
            self.read.sizeHint().width()
        )  # a long path is cut, which its tooltip tells whole
        words = "" if narrow else tr("Show context")
        if self.context.text() != words:
            self.context.setText(words)
            self.context.updateGeometry()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
