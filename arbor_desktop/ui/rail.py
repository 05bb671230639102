"""The left rail: one item a page, the status below. Narrow, it shows icons alone."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QFrame, QSizePolicy, QVBoxLayout, QWidget

from arbor_desktop.ui.components.labels import Hairline
from arbor_desktop.ui.components.painting import rounded
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.pages import PageSpec
from arbor_desktop.ui.status_indicator import StatusIndicator
from arbor_desktop.ui.style import RING_PROPERTY

WIDE, NARROW = 204, 56


class Rail(QFrame):
    """`chosen(key)` when a person picks a page."""

    chosen = Signal(str)

    def __init__(self, icons: Icons, status: StatusIndicator, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons, self._status = icons, status
        self._items: dict[str, NavItem] = {}
        self._narrow = False
        self._group = QButtonGroup(self)
        self.setAccessibleName(self.tr("Pages"))
        px = icons.theme.px
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(px(8), px(12), px(8) + 1, px(4))
        self._column.setSpacing(px(2))
        self._top = QVBoxLayout()
        self._bottom = QVBoxLayout()
        for layout in (self._top, self._bottom):
            layout.setSpacing(px(2))
        line = Hairline(icons.theme, parent=self)
        self._column.addLayout(self._top)
        self._column.addStretch(1)
        self._column.addLayout(self._bottom)
        self._column.addSpacing(px(4))
        self._column.addWidget(line)
        self._column.addWidget(status)
        self._fit()

    def add(self, spec: PageSpec) -> NavItem:
        """Adds the entry of a page."""
        item = NavItem(self._icons, spec.key, spec.title, spec.glyph, spec.shortcut, self)
        item.set_narrow(self._narrow)
        item.clicked.connect(lambda: self.chosen.emit(spec.key))
        self._items[spec.key] = item
        self._group.addButton(item)
        (self._bottom if spec.at_bottom else self._top).addWidget(item)
        return item

    def item(self, key: str) -> NavItem:
        return self._items[key]

    def select(self, key: str) -> None:
        """Marks a page as the one that is shown."""
        self._items[key].setChecked(True)

    def set_count(self, key: str, count: int) -> None:
        """A number of things that wait on a page; 0 shows nothing."""
        if key in self._items:
            self._items[key].set_count(count)

    @property
    def narrow(self) -> bool:
        return self._narrow

    def set_narrow(self, narrow: bool) -> None:
        """Icons alone, with tooltips."""
        if narrow == self._narrow:
            return
        self._narrow = narrow
        for item in self._items.values():
            item.set_narrow(narrow)
        self._status.set_narrow(narrow)
        self._fit()

    def _fit(self) -> None:
        self.setFixedWidth(self._icons.theme.px(NARROW if self._narrow else WIDE))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        theme = self._icons.theme
        painter.fillRect(self.rect(), theme.color("rail"))
        painter.fillRect(self.width() - 1, 0, 1, self.height(), theme.color("border"))


class NavItem(QAbstractButton):
    """One page: glyph, word, and how many things wait there. Arrow keys go through them."""

    def __init__(
        self, icons: Icons, key: str, title: str, glyph: str, shortcut: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._icons, self.key, self._glyph, self._shortcut = icons, key, glyph, shortcut
        self._count = 0
        self._narrow = False
        self.setText(title)
        self.setCheckable(True)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        # A click leaves the focus to the page that it shows, where the keys are wanted then.
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setProperty(RING_PROPERTY, "inside")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._name()

    @property
    def count(self) -> int:
        return self._count

    def set_count(self, count: int) -> None:
        if count != self._count:
            self._count = count
            self._name()
            self.update()

    def set_narrow(self, narrow: bool) -> None:
        self._narrow = narrow
        self._name()
        self.update()

    def _name(self) -> None:
        said = self.text() if not self._count else f"{self.text()}, {self._count:,}"
        self.setAccessibleName(said)
        tip = f"{said}  {self._shortcut}" if self._shortcut else said
        self.setToolTip(tip if self._narrow else self._shortcut)

    def sizeHint(self) -> QSize:
        theme = self._icons.theme
        return QSize(theme.px(40), theme.px(34))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Moving with the arrows shows the page at once, as a list's selection would.
        super().keyPressEvent(event)
        button = self.group().checkedButton() if self.group() else None
        if isinstance(button, NavItem) and button is not self and button.hasFocus():
            button.clicked.emit()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.EnabledChange:
            self.update()
        return super().event(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._icons.theme
        painter = QPainter(self)
        on = self.isChecked()
        if on:
            rounded(painter, self.rect(), theme.px(8), theme.color("accentSoft"))
            bar = QRectF(0, theme.px(9), theme.px(3), self.height() - 2 * theme.px(9))
            rounded(painter, bar, theme.px(2), theme.color("accent"))
        elif self.isEnabled() and (self.underMouse() or self.isDown()):
            rounded(painter, self.rect(), theme.px(8), theme.color("railhover"))
        ink = "disabled" if not self.isEnabled() else "accentText" if on else "text2"
        glyph = theme.px(18)
        y = (self.height() - glyph) / 2
        x = (self.width() - glyph) / 2 if self._narrow else theme.px(10)
        self._icons.paint(painter, self._glyph, ink, x, y, 18)
        if self._narrow:
            if self._count:
                self._dot(painter, QPointF(x + glyph, y + theme.px(1)))
            return
        painter.setFont(theme.font("body600" if on else "body500"))
        painter.setPen(theme.color(ink))
        left = theme.px(10) + glyph + theme.px(10)
        painter.drawText(
            QRect(left, 0, self.width() - left, self.height()), Qt.AlignmentFlag.AlignVCenter, self.text()
        )
        if self._count:
            self._paint_count(painter, ink)

    def _paint_count(self, painter: QPainter, ink: str) -> None:
        theme = self._icons.theme
        font = theme.font("small600")
        number = f"{self._count:,}"
        painter.setFont(font)
        painter.setPen(theme.color(ink))
        box = self.rect().adjusted(0, 0, -theme.px(10), 0)
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, number)
        width = QFontMetrics(font).horizontalAdvance(number)
        self._dot(painter, QPointF(box.right() - width - theme.px(8), self.height() / 2))

    def _dot(self, painter: QPainter, at: QPointF) -> None:
        theme = self._icons.theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("accent"))
        painter.drawEllipse(at, theme.px(3), theme.px(3))
