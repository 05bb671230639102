"""The six categories of one place, with how many memories each has."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QFrame, QSizePolicy, QVBoxLayout, QWidget

from arbor_desktop.memories.model import Category
from arbor_desktop.summaries.model import TITLES
from arbor_desktop.ui.components.painting import rounded
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.style import RING_PROPERTY
from arbor_desktop.ui.summaries.words import count_words, tr


class CategoryList(QFrame):
    """`chosen(name)` when a person picks a category; arrow keys go through them."""

    chosen = Signal(str)

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        px = icons.theme.px
        self.setAccessibleName(tr("Categories"))
        self.setFixedWidth(px(212))
        self._group = QButtonGroup(self)
        self.items: dict[str, CategoryItem] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(px(8), px(12), px(9), px(12))
        column.setSpacing(px(2))
        for category in Category:
            item = CategoryItem(icons, tr(TITLES[category]), self)
            item.clicked.connect(lambda _=False, name=category.value: self.chosen.emit(name))
            self._group.addButton(item)
            self.items[category.value] = item
            column.addWidget(item)
        column.addStretch(1)

    def select(self, name: str) -> None:
        self.items[name].setChecked(True)

    def set_counts(self, counts: Mapping[str, int]) -> None:
        for name, item in self.items.items():
            item.set_count(counts.get(name, 0))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        theme = self._icons.theme
        painter.fillRect(self.rect(), theme.color("rail"))
        painter.fillRect(self.width() - 1, 0, 1, self.height(), theme.color("border"))


class CategoryItem(QAbstractButton):
    """One category; the chosen one has a bar at its left."""

    def __init__(self, icons: Icons, title: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._icons = icons
        self.count = 0
        self.setText(title)
        self.setAccessibleName(title)
        self.setCheckable(True)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setProperty(RING_PROPERTY, "inside")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_count(self, count: int) -> None:
        self.count = count
        self.setAccessibleName(f"{self.text()}, {count_words(count)}")
        self.update()

    def sizeHint(self) -> QSize:
        px = self._icons.theme.px
        return QSize(px(160), px(34))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Moving with the arrows shows the summary at once, as a list's selection would.
        super().keyPressEvent(event)
        button = self.group().checkedButton()
        if button is not None and button is not self and button.hasFocus():
            button.clicked.emit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._icons.theme
        px = theme.px
        painter = QPainter(self)
        on = self.isChecked()
        if on:
            rounded(painter, self.rect(), px(8), theme.color("accentSoft"))
            bar = QRectF(0, px(9), px(3), self.height() - 2 * px(9))
            rounded(painter, bar, px(2), theme.color("accent"))
        elif self.underMouse() or self.isDown():
            rounded(painter, self.rect(), px(8), theme.color("railhover"))
        number = f"{self.count:,}" if self.count else ""
        small = theme.font("small500")
        box = self.rect().adjusted(px(12), 0, -px(10), 0)
        painter.setFont(small)
        painter.setPen(theme.color("accentText" if on else "text3"))
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, number)
        room = box.width() - QFontMetrics(small).horizontalAdvance(number) - px(8)
        font = theme.font("body600" if on else "body500")
        painter.setFont(font)
        painter.setPen(theme.color("accentText" if on else "text2" if self.count else "text3"))
        words = QFontMetrics(font).elidedText(self.text(), Qt.TextElideMode.ElideRight, room)
        painter.drawText(QRect(box.x(), 0, room, self.height()), Qt.AlignmentFlag.AlignVCenter, words)
