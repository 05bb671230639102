"""One entry of a column of pages, sections or categories: glyph, word, and how many things are there."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from arbor_desktop.ui.components.painting import rounded
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.style import RING_PROPERTY
from arbor_desktop.ui.translation import number


class NavItem(QAbstractButton):
    """One page: glyph (or a number, of a step), word, and how many things need attention there; without a
    glyph, how many things it has. Arrow keys go through them."""

    def __init__(
        self,
        icons: Icons,
        key: str,
        title: str,
        glyph: str = "",
        shortcut: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._icons, self.key, self.glyph, self._shortcut = icons, key, glyph, shortcut
        self.count = 0
        self._narrow, self._dotted = False, True
        self.setText(title)
        self.setCheckable(True)
        self.setAutoExclusive(True)  # a screen reader calls it one of several, not a check box
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        # A click leaves the focus to the page that it shows, where the keys are wanted then.
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setProperty(RING_PROPERTY, "inside")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._name()

    def set_count(self, count: int, *, dotted: bool = True) -> None:
        """`dotted`: it asks for attention."""
        self._dotted = dotted
        if count != self.count:
            self.count = count
            self._name()
            self.update()

    def set_glyph(self, glyph: str) -> None:
        self.glyph = glyph
        self.update()

    def set_narrow(self, narrow: bool) -> None:
        self._narrow = narrow
        self._name()
        self.update()

    def _name(self) -> None:
        said = self.text() if not self.count else f"{self.text()}, {number(self.count)}"
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
        if self.glyph.isdigit():
            painter.setFont(theme.font("small600"))
            painter.setPen(theme.color(ink))
            box = QRectF(x, 0, glyph, self.height())
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self.glyph)
        elif self.glyph:
            self._icons.paint(painter, self.glyph, ink, x, y, 18)
        if self._narrow:
            if self.count:
                self._dot(painter, QPointF(x + glyph, y + theme.px(1)))
            return
        painter.setFont(theme.font("body600" if on else "body500"))
        painter.setPen(theme.color(ink))
        left = theme.px(10) + (glyph + theme.px(10) if self.glyph else theme.px(2))
        painter.drawText(
            QRect(left, 0, self.width() - left, self.height()), Qt.AlignmentFlag.AlignVCenter, self.text()
        )
        if self.count:
            self._paint_count(painter, ink)

    def _paint_count(self, painter: QPainter, ink: str) -> None:
        theme = self._icons.theme
        font = theme.font("small600")
        figure = number(self.count)
        painter.setFont(font)
        painter.setPen(theme.color(ink))
        box = self.rect().adjusted(0, 0, -theme.px(10), 0)
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, figure)
        width = QFontMetrics(font).horizontalAdvance(figure)
        if self.glyph and self._dotted:
            self._dot(painter, QPointF(box.right() - width - theme.px(8), self.height() / 2))

    def _dot(self, painter: QPainter, at: QPointF) -> None:
        theme = self._icons.theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("accent"))
        painter.drawEllipse(at, theme.px(3), theme.px(3))
