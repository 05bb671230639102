"""The bars of the page: above the list, above a project, and the chip of a branch."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeySequence, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QToolButton, QWidget

from arbor_desktop.clock import Clock
from arbor_desktop.projects.model import ProjectSummary
from arbor_desktop.ui.components import (
    BackForward,
    Badge,
    Button,
    ComboBox,
    ElidedLabel,
    IconButton,
    Label,
    SearchField,
    painting,
)
from arbor_desktop.ui.components.boxes import vbox
from arbor_desktop.ui.components.buttons import BackButton, EarlierButton
from arbor_desktop.ui.components.cards import Bar
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.projects.cards import CopyButton
from arbor_desktop.ui.projects.list import MEMORIES, NAME, SEEN, SORTS
from arbor_desktop.ui.projects.model import Opened
from arbor_desktop.ui.projects.words import read_words, shown_path
from arbor_desktop.ui.translation import number, tr

_TYPING_MS = 5
"""All projects are at hand: the list follows each letter."""


class TopBar(Bar):
    """`searched(words)` while one types; `sorted(order)` after a choice."""

    searched = Signal(str)
    sort_chosen = Signal(str)

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(icons.theme, parent)
        arrows = BackForward(icons, self)  # the first that Tab meets
        px = icons.theme.px
        find = QKeySequence("Ctrl+K").toString(QKeySequence.SequenceFormat.NativeText).replace("+", " ")
        self.title = Label(icons.theme, tr("Projects"), "title", parent=self)
        self.count = Label(icons.theme, "", "small", "text3", parent=self)
        self.search = SearchField(icons, tr("Search projects"), keycap=find, delay_ms=_TYPING_MS, parent=self)
        self.search.setMaximumWidth(px(320))
        self.search.text_edited.connect(self.searched)
        self.sort = ComboBox(icons, tr("Sort order"), quiet=True, small=True, parent=self)
        for key in SORTS:
            self.sort.add(_sort_label(key), key)
        self.sort.activated.connect(self._chosen)
        row = QHBoxLayout(self)
        row.setContentsMargins(px(8), 0, px(12), 1)
        row.setSpacing(px(12))
        row.addWidget(arrows)
        row.addWidget(self.title)
        row.addWidget(self.count)
        row.addSpacing(px(8))
        row.addWidget(self.search, 100)
        row.addStretch(1)
        row.addWidget(self.sort)
        self.setFixedHeight(px(52))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_sort(self, sort: str) -> None:
        self.sort.set_current_data(sort)
        px = self._theme.px
        words = QFontMetrics(self._theme.font("small500")).horizontalAdvance(self.sort.currentText())
        self.sort.setFixedWidth(px(10) + words + px(4) + px(16) + px(4) + 2)

    def set_tools_visible(self, visible: bool) -> None:
        """Search and order, where there is something to search and to order."""
        for tool in (self.search, self.sort, self.count):
            tool.setVisible(visible)

    def show_count(self, shown: int, known: int) -> None:
        """How many there are, and how many of them fit the search."""
        said = number(known) if shown == known else tr("{shown} of {known}").format(shown=shown, known=known)
        self.count.setText(said if known else "")

    def _chosen(self, _row: int) -> None:
        chosen = self.sort.current_data
        if isinstance(chosen, str):
            self.show_sort(chosen)
            self.sort_chosen.emit(chosen)


def _sort_label(sort: str) -> str:
    return {SEEN: tr("Last seen"), NAME: tr("Name"), MEMORIES: tr("Most memories")}[sort]


class Header(QWidget):
    """`command(name)`: context, digest, folder, read or back. `menu_wanted`: the rest of what can be done."""

    command = Signal(str)
    menu_wanted = Signal()

    def __init__(self, icons: Icons, clock: Clock, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._clock = icons.theme, clock
        px = icons.theme.px
        self._summary: ProjectSummary | None = None
        self._read_at: int | None = None
        self.back = BackButton(icons, self)
        self.name = ElidedLabel(icons.theme, "", "title", parent=self)
        self.away = Badge(icons, tr("Not on this computer"), "warn", "info", self)
        self.excluded = Badge(icons, tr("Ignored"), "neutral", "eye-off", self)
        self.context = Button(icons, tr("Show context"), size="small", icon="context", parent=self)
        self.context.setToolTip(tr("Show what your AI sees in this project"))
        self.digest = IconButton(icons, "file", tr("How this project works"), parent=self)
        self.digest.clicked.connect(lambda: self.command.emit("digest"))
        self.earlier = EarlierButton(icons, self)
        self.more = IconButton(icons, "more", tr("More options for this project"), parent=self)
        self.path = ElidedLabel(icons.theme, "", "mono_small", "text3", Qt.TextElideMode.ElideMiddle, self)
        self.copy = CopyButton(icons, tr("Copy path"), "", self)
        self.folder = IconButton(icons, "folder", tr("Open folder"), glyph_size=14, parent=self)
        self.read = ElidedLabel(icons.theme, "", "caption", "text3", parent=self)
        self.again = Button(
            icons, tr("Scan again"), variant="quiet", size="small", icon="refresh", parent=self
        )
        self.again.setToolTip(tr("Scan the project's files again") + "  F5")
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
        first.addWidget(self.digest)
        first.addWidget(self.earlier)
        first.addWidget(self.more)
        second.addWidget(self.path)
        second.addWidget(self.copy)
        second.addWidget(self.folder)
        second.addStretch(1)
        second.addWidget(self.read)
        second.addSpacing(px(4))
        second.addWidget(self.again)
        self.path.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        vbox(first, second, on=self, margins=(px(16), px(10), px(12), px(4)), gap=px(2))

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
        self.digest.setVisible(opened.excluded is None)
        self.set_reading(False)

    def set_reading(self, on: bool) -> None:
        """Whether its files are being read just now."""
        self.again.setEnabled(not on)
        there = self._summary is not None and self._summary.there
        said = tr("Scanning…") if on else read_words(self._read_at, self._clock())
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


_MOST = 200


class BranchFilter(QToolButton):
    """A chip with the branch's name; a click shows all branches again. Hidden without a branch."""

    cleared = Signal()

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.clicked.connect(self.cleared)
        self.hide()

    def show_branch(self, branch: str | None) -> None:
        self.setText(branch or "")
        said = tr("Showing only branch {name}. Click to show all branches.").format(name=branch)
        self.setAccessibleName(said)
        self.setToolTip(said)
        self.setVisible(branch is not None)
        self.updateGeometry()

    def _words(self) -> str:
        metrics = QFontMetrics(self._icons.theme.font("mono_small"))
        room = self._icons.theme.px(_MOST)
        return metrics.elidedText(self.text(), Qt.TextElideMode.ElideMiddle, room)

    def sizeHint(self) -> QSize:
        px = self._icons.theme.px
        words = QFontMetrics(self._icons.theme.font("mono_small")).horizontalAdvance(self._words())
        return QSize(px(9) + px(14) + px(6) + words + px(6) + px(14) + px(7), px(26))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, px = self._icons.theme, self._icons.theme.px
        painter = QPainter(self)
        fill = "hover" if self.underMouse() else "accentSoft"
        painting.rounded(painter, self.rect(), px(8), theme.color(fill), theme.color("accent"))
        top = (self.height() - px(14)) / 2
        self._icons.paint(painter, "branch", "accentText", px(9), top, 14)
        painter.setFont(theme.font("mono_small"))
        painter.setPen(theme.color("accentText"))
        box = self.rect().adjusted(px(29), 0, -px(27), 0)
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, self._words())
        self._icons.paint(painter, "x", "accentText", self.width() - px(7) - px(14), top, 14)
