"""One of several: tabs with counts, and a segmented control."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QMenu, QSizePolicy, QTabBar, QWidget

from arbor_desktop.ui.components.boxes import hbox
from arbor_desktop.ui.components.painting import rounded
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


class Segment(QWidget):
    """`changed(key)` is sent when a person or `set_current` chooses another key."""

    changed = Signal(object)

    def __init__(self, icons: Icons, name: str, parent: QWidget | None = None) -> None:
        """`name` says what is chosen here, for screen readers."""
        super().__init__(parent)
        self._icons = icons
        self._buttons: dict[str, SegmentButton] = {}
        self._group = QButtonGroup(self)
        self._group.buttonToggled.connect(self._toggled)
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        edge = icons.theme.px(2) + 1
        self._row = hbox(on=self, margins=edge, gap=icons.theme.px(2))

    def add(self, key: str, text: str, menu: QMenu | None = None, *, icon: str = "") -> SegmentButton:
        """Adds a choice. With a menu, a click opens it; whoever fills the menu calls `set_current`."""
        button = SegmentButton(self._icons, key, text, self, icon)
        button.setAccessibleName(text)
        if menu is not None:
            button.attach(menu)
        self._buttons[key] = button
        button.setAutoExclusive(True)  # a screen reader calls it one of several, not a check box
        self._group.addButton(button)
        self._row.addWidget(button)
        if len(self._buttons) == 1:
            button.setChecked(True)
        return button

    @property
    def current(self) -> str | None:
        """The key that is chosen."""
        button = self._group.checkedButton()
        return button.key if isinstance(button, SegmentButton) else None

    def set_current(self, key: str) -> None:
        """Chooses a key. Raises KeyError for unknown ones."""
        self._buttons[key].setChecked(True)

    def set_text(self, key: str, text: str) -> None:
        """Changes the words of a choice ("Project: harbor-api")."""
        self._buttons[key].setText(text)
        self._buttons[key].setAccessibleName(text)
        self._buttons[key].updateGeometry()

    def button(self, key: str) -> SegmentButton:
        return self._buttons[key]

    def _toggled(self, button: SegmentButton, on: bool) -> None:
        if on:
            self.changed.emit(button.key)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._icons.theme
        rounded(QPainter(self), self.rect(), theme.px(8), theme.color("sunken"), theme.color("border"))


class SegmentButton(QAbstractButton):
    """One choice of a Segment."""

    def __init__(self, icons: Icons, key: str, text: str, parent: QWidget, icon: str = "") -> None:
        super().__init__(parent)
        self._icons, self.key, self._icon = icons, key, icon
        self._menu: QMenu | None = None
        self.setText(text)
        self.setCheckable(True)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def attach(self, menu: QMenu) -> None:
        self._menu = menu
        self.clicked.connect(self._open_menu)
        self.updateGeometry()

    def nextCheckState(self) -> None:
        # A menu decides itself; the button is only chosen once something in it is. Qt also asks this of the
        # button that was chosen, when another one is.
        group = self.group()
        gives_way = self.isChecked() and group is not None and group.checkedButton() is not self
        if self._menu is None or gives_way:
            super().nextCheckState()

    def _open_menu(self) -> None:
        if self._menu is not None:
            self._menu.popup(self.mapToGlobal(self.rect().bottomLeft()))

    def sizeHint(self) -> QSize:
        theme = self._icons.theme
        # Measured at the weight of the chosen state, so that choosing moves nothing.
        width = QFontMetrics(theme.font("body600")).horizontalAdvance(self.text()) + 2 * theme.px(11)
        if self._menu is not None:
            width += theme.px(16) + theme.px(5)
        if self._icon:
            width += theme.px(14) + theme.px(6)
        return QSize(width, theme.px(30) - 2 * (theme.px(2) + 1))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._icons.theme
        painter = QPainter(self)
        on = self.isChecked()
        if on:
            rounded(painter, self.rect(), theme.px(6), theme.color("card"), theme.color("borderStrong"))
        elif self.underMouse():
            rounded(painter, self.rect(), theme.px(6), theme.color("hover"))
        ink = "disabled" if not self.isEnabled() else "text" if on else "text2"
        painter.setFont(theme.font("body600" if on else "body500"))
        painter.setPen(theme.color(ink))
        box = QRect(self.rect())
        if self._menu is not None:
            box.adjust(0, 0, -theme.px(16) - theme.px(5), 0)
            x = self.width() - theme.px(11) - theme.px(16)
            self._icons.paint(painter, "chevron-down", ink, x, (self.height() - theme.px(16)) / 2)
        if self._icon:
            size = theme.px(14)
            self._icons.paint(painter, self._icon, ink, theme.px(11), (self.height() - size) / 2, 14)
            box.adjust(size + theme.px(6), 0, 0, 0)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self.text())
