"""The list of projects: one row each, painted."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, Qt
from PySide6.QtGui import QFontMetrics, QHelpEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QToolTip,
    QWidget,
)

from arbor_desktop.projects.model import ProjectSummary
from arbor_desktop.ui.components import painting
from arbor_desktop.ui.components.row_list import RowList
from arbor_desktop.ui.components.row_model import ItemRole
from arbor_desktop.ui.projects.lines import LineDelegate
from arbor_desktop.ui.projects.listing import ProjectModel, Row
from arbor_desktop.ui.projects.words import memories, seen, sessions, shown_path, summary_tags, tr
from arbor_desktop.ui.theme import Theme

HEIGHT = 82


class ProjectDelegate(LineDelegate):
    """Name and when it was seen last; its path; what it is made with, and how much is known of it."""

    height, kind = HEIGHT, Row

    def draw(self, painter: QPainter, row: QRect, item: Row) -> None:
        px, summary = self._theme.px, item.summary
        inner = row.adjusted(px(16), px(10), -px(14), 0)
        self._name(painter, QRect(inner.left(), inner.top(), inner.width(), px(20)), summary)
        left = inner.left() + px(24)
        path = QRect(left, inner.top() + px(21), inner.right() + 1 - left, px(16))
        self.words(painter, path, shown_path(summary.path), "mono_small", "text3", middle=True)
        self._foot(painter, QRect(left, inner.top() + px(42), path.width(), px(18)), summary)

    def _name(self, painter: QPainter, line: QRect, summary: ProjectSummary) -> None:
        px = self._theme.px
        when = seen(summary.last_seen, self._clock())
        used = self.words(painter, line, when, "caption", "text3", right=True)
        tone = "text3" if summary.there else "disabled"
        self._icons.paint(painter, "folder", tone, line.left(), line.top() + (line.height() - px(16)) / 2)
        room = line.adjusted(px(24), 0, -used - px(10), 0)
        self.words(painter, room, summary.name, "body600", "text" if summary.there else "text2")

    def _foot(self, painter: QPainter, line: QRect, summary: ProjectSummary) -> None:
        """Tags as far as there is room beside the figures."""
        px, theme = self._theme.px, self._theme
        end = self._counts(painter, line, summary) - px(8)
        x = line.left()
        if not summary.there:
            room = QRect(x, line.top(), end - x, line.height())
            self.words(painter, room, tr("Not on this computer"), "caption", "text2")
            return
        for tag in summary_tags(summary):
            if x + painting.tag_width(theme, tag) > end:
                break
            x += painting.paint_tag(painter, theme, x, line.top(), tag) + px(6)

    def _counts(self, painter: QPainter, line: QRect, summary: ProjectSummary) -> int:
        """Memories and sessions, each with its glyph, at the right end. Answers where they begin."""
        px, x = self._theme.px, line.right() + 1
        metrics = QFontMetrics(self._theme.font("caption"))
        for glyph, count in (("conversations", summary.conversations), ("memories", summary.memories)):
            said = f"{count:,}"
            x -= metrics.horizontalAdvance(said)
            box = QRect(x, line.top(), line.right() + 1 - x, line.height())
            self.words(painter, box, said, "caption", "text2")
            x -= px(17)
            self._icons.paint(painter, glyph, "text3", x, line.top() + (line.height() - px(13)) / 2, 13)
            x -= px(10)
        return x + px(10)


class ProjectList(RowList):
    """`command("open")` for the keys that go into a project."""

    def __init__(
        self, model: ProjectModel, delegate: ProjectDelegate, theme: Theme, parent: QWidget | None = None
    ) -> None:
        self._theme = theme  # before Qt's own: it lays out while it is being made
        keys = {Qt.Key.Key_Return: "open", Qt.Key.Key_Enter: "open", Qt.Key.Key_Right: "open"}
        super().__init__(model, delegate, keys, parent=parent)
        self.setItemDelegate(delegate)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setAccessibleName(tr("Projects"))

    def updateGeometries(self) -> None:
        super().updateGeometries()
        self.verticalScrollBar().setSingleStep(self._theme.px(HEIGHT // 2))

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            item = self.indexAt(event.pos()).data(ItemRole)
            if isinstance(item, Row):
                one = item.summary
                counts = f"{memories(one.memories)} · {sessions(one.conversations)}"
                QToolTip.showText(event.globalPos(), f"{one.path}\n{counts}", self)
            return True
        return super().viewportEvent(event)
