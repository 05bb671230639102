"""A switch and a slider."""

from __future__ import annotations

from PySide6.QtCore import QEasingCurve, QPoint, QPointF, QRectF, QSize, Qt, QVariantAnimation
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QCheckBox, QSizePolicy, QSlider, QWidget

from arbor_desktop.ui.components.painting import rounded
from arbor_desktop.ui.theme import Theme


class Switch(QCheckBox):
    """On or off, applied at once. `name` is read aloud: the words stand beside it, in the row."""

    def __init__(self, theme: Theme, name: str, on: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._at = 1.0 if on else 0.0
        self.setAccessibleName(name)
        self.setChecked(on)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._motion = QVariantAnimation(self)
        self._motion.setEasingCurve(QEasingCurve.Type.OutQuad)
        self._motion.valueChanged.connect(self._move)
        self.toggled.connect(self._slide)

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(32), self._theme.px(18))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def hitButton(self, pos: QPoint) -> bool:
        return self.rect().contains(pos)

    def _slide(self, on: bool) -> None:
        self._motion.stop()
        goal = 1.0 if on else 0.0
        duration = self._theme.duration(100) if self.isVisible() else 0
        if duration == 0:
            self._move(goal)
            return
        self._motion.setDuration(duration)
        self._motion.setStartValue(self._at)
        self._motion.setEndValue(goal)
        self._motion.start()

    def _move(self, at: float) -> None:
        self._at = at
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._theme
        color = theme.color
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        track = QRectF(0, 0, theme.px(32), theme.px(18))
        track.moveTop((self.height() - track.height()) / 2)
        radius = track.height() / 2
        on, enabled = self.isChecked(), self.isEnabled()
        if not enabled:
            rounded(painter, track, radius, color("track"))
            thumb = color("card")
        elif on:
            fill = "accentPress" if self.isDown() else "accentHover" if self.underMouse() else "accent"
            rounded(painter, track, radius, color(fill))
            thumb = color("onAccent")
        else:
            edge = color("text3") if self.underMouse() else color("control")
            rounded(painter, track, radius, None, edge, 1.5)
            thumb = edge
        r = theme.px(6) + self._at * theme.px(1)
        left, right = track.left() + theme.px(9), track.right() - theme.px(9)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(thumb)
        painter.drawEllipse(QPointF(left + (right - left) * self._at, track.center().y()), r, r)


class Slider(QSlider):
    """A horizontal slider over 0.00 to 1.00 in steps of 0.01 (arrow keys) and 0.10 (page keys).

    `fill` says which side of the thumb is coloured: "left", or "right" for "at least".
    """

    def __init__(
        self, theme: Theme, name: str, value: float = 0.0, fill: str = "left", parent: QWidget | None = None
    ) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._theme, self._fill = theme, fill
        self.setRange(0, 100)
        self.setSingleStep(1)
        self.setPageStep(10)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.set_fraction(value)

    @property
    def fraction(self) -> float:
        """The value as 0.0 to 1.0."""
        return self.value() / 100

    def set_fraction(self, value: float) -> None:
        self.setValue(round(value * 100))

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(84), self._theme.px(28))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(60), self._theme.px(24))

    def _reach(self) -> float:
        return self._theme.px(7)

    def _x_of(self, fraction: float) -> float:
        reach = self._reach()
        return reach + (self.width() - 2 * reach) * fraction

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.setSliderDown(True)
            self._jump(event.position().x())
            event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.isSliderDown():
            self._jump(event.position().x())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.setSliderDown(False)

    def _jump(self, x: float) -> None:
        room = max(1.0, self.width() - 2 * self._reach())
        self.setSliderPosition(round(100 * min(1.0, max(0.0, (x - self._reach()) / room))))

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        thick, middle = theme.px(4), self.height() / 2
        start = self._reach() - theme.px(5)
        track = QRectF(start, middle - thick / 2, self.width() - 2 * start, thick)
        rounded(painter, track, thick / 2, theme.color("track"))
        at = self._x_of(self.fraction)
        filled = QRectF(track)
        if self._fill == "right":
            filled.setLeft(at)
        else:
            filled.setRight(at)
        tone = "disabled" if not self.isEnabled() else "accentHover" if self.underMouse() else "accent"
        if filled.width() > 0:
            rounded(painter, filled, thick / 2, theme.color(tone))
        painter.setPen(QPen(theme.color(tone), 1.75))
        painter.setBrush(theme.color("card"))
        r = theme.k * 6.25
        painter.drawEllipse(QPointF(at, middle), r, r)
