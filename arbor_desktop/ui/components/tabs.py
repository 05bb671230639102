"""Tabs with counts and a two-pixel underline."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QTabBar, QWidget

from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.style import RING_PROPERTY
from arbor_desktop.ui.translation import number


class Tabs(QTabBar):
    """`add(text)` appends a tab; `set_count(index, n)` shows a number after its word."""

    def __init__(self, icons: Icons, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self._counts: dict[int, int | None] = {}
        self.setAccessibleName(name)
        self.setDrawBase(False)
        self.setExpanding(False)
        self.setUsesScrollButtons(False)
        self.setMouseTracking(True)
        self.setProperty(RING_PROPERTY, "none")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def add(self, text: str, count: int | None = None) -> int:
        index = self.addTab(text)
        self.set_count(index, count)
        return index

    def set_count(self, index: int, count: int | None) -> None:
        self._counts[index] = count
        text = self.tabText(index)
        self.setAccessibleTabName(index, text if count is None else f"{text}, {count}")
        self.setTabText(index, text)  # measures anew
        self.update()

    def count_of(self, index: int) -> int | None:
        return self._counts.get(index)

    def _lead(self) -> int:
        return self._icons.theme.px(16)

    def _inner_width(self, index: int) -> int:
        theme = self._icons.theme
        width = QFontMetrics(theme.font("body600")).horizontalAdvance(self.tabText(index))
        count = self._counts.get(index)
        if count is not None:
            width += theme.px(6) + QFontMetrics(theme.font("small")).horizontalAdvance(number(count))
        return width

    def tabSizeHint(self, index: int) -> QSize:
        theme = self._icons.theme
        lead = self._lead() if index == 0 else 0
        return QSize(lead + self._inner_width(index) + theme.px(20), theme.px(36))

    def minimumTabSizeHint(self, index: int) -> QSize:
        return self.tabSizeHint(index)

    def sizeHint(self) -> QSize:
        width = sum(self.tabSizeHint(i).width() for i in range(self.count()))
        return QSize(width, self._icons.theme.px(36))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def _text_rect(self, index: int) -> QRect:
        rect = self.tabRect(index)
        if index == 0:
            rect.setLeft(rect.left() + self._lead())
        rect.setWidth(self._inner_width(index))
        return rect

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._icons.theme
        painter = QPainter(self)
        base = self.height() - 1
        painter.fillRect(0, base, self.width(), 1, theme.color("border"))
        under_mouse = self.tabAt(self.mapFromGlobal(self.cursor().pos())) if self.underMouse() else -1
        for index in range(self.count()):
            rect = self._text_rect(index)
            current = index == self.currentIndex()
            ink = "text" if current or index == under_mouse else "text2"
            painter.setFont(theme.font("body600" if current else "body500"))
            painter.setPen(theme.color(ink))
            painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter, self.tabText(index))
            count = self._counts.get(index)
            if count is not None:
                beside = painter.fontMetrics().horizontalAdvance(self.tabText(index)) + theme.px(6)
                painter.setFont(theme.font("small"))
                painter.setPen(theme.color("text3"))
                painter.drawText(rect.adjusted(beside, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, number(count))
            if current:
                painter.fillRect(rect.left(), base - 1, rect.width(), 2, theme.color("accent"))
                if self.hasFocus() and self._shows_focus():
                    self._paint_ring(painter, rect)

    def _shows_focus(self) -> bool:
        return self.window().testAttribute(Qt.WidgetAttribute.WA_KeyboardFocusChange)

    def _paint_ring(self, painter: QPainter, rect: QRect) -> None:
        theme = self._icons.theme
        reach = theme.px(6)
        box = rect.adjusted(-reach, theme.px(5), reach, -theme.px(5))
        pen = painter.pen()
        pen.setColor(theme.color("focus"))
        pen.setWidth(2)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(pen)
        painter.drawRoundedRect(box, theme.px(6), theme.px(6))
        painter.restore()
