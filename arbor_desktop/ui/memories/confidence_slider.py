"""The detail pane's confidence bar, which can be dragged."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QWidget

from arbor_desktop.ui.components import Slider, painting
from arbor_desktop.ui.memories.words import confidence_word, tr
from arbor_desktop.ui.theme import Theme


class ConfidenceSlider(Slider):
    """Looks like the bar; shows a thumb under the pointer or with focus. `chosen(value)` when let go."""

    chosen = Signal(float)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, tr("Confidence"), parent=parent)
        self._shown = 0.0
        self._settle = QTimer(self, singleShot=True, interval=500)
        self._settle.timeout.connect(self._choose)
        self.sliderReleased.connect(self._choose)
        self.valueChanged.connect(self._moved)
        self.setToolTip(tr("Drag to change"))

    def show_value(self, value: float) -> None:
        """Shows a stored value; nothing is chosen by that."""
        self._shown = value
        if not self.isSliderDown():
            blocked = self.blockSignals(True)
            self.set_fraction(value)
            self.blockSignals(blocked)
        self.setAccessibleDescription(f"{value:.2f}, {confidence_word(value).lower()}")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(64), self._theme.px(24))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def _moved(self, _value: int) -> None:
        if not self.isSliderDown():
            self._settle.start()  # arrow keys: wait until the person is done

    def _choose(self) -> None:
        self._settle.stop()
        if round(self._shown * 100) != self.value():
            self.chosen.emit(self.fraction)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        self._choose()

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # the wheel scrolls the pane

    def _reach(self) -> float:
        return 0.0

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._theme
        painter = QPainter(self)
        thick = theme.px(4)
        bar = QRectF(0, (self.height() - thick) / 2, self.width(), thick)
        painting.paint_bar(painter, theme, bar, self.fraction, theme.confidence_color(self.fraction))
        if self.underMouse() or self.hasFocus() or self.isSliderDown():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(theme.confidence_color(self.fraction), 1.75))
            painter.setBrush(theme.color("card"))
            radius = 5.0 * theme.k
            x = min(max(self.width() * self.fraction, radius + 1), self.width() - radius - 1)
            painter.drawEllipse(QPointF(x, self.height() / 2), radius, radius)
        painter.setPen(Qt.PenStyle.NoPen)
