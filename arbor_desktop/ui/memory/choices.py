"""Choices of a memory's fields: pick boxes and how they are filled."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QWidget

from arbor_desktop.memories.model import Category, Privacy
from arbor_desktop.projects.names import project_name
from arbor_desktop.ui.components import ComboBox, Slider, painting
from arbor_desktop.ui.components.painting import confidence_word
from arbor_desktop.ui.memory.words import (
    TYPE_ORDER,
    category_label,
    privacy_icon,
    privacy_label,
    type_label,
)
from arbor_desktop.ui.theme import Theme
from arbor_desktop.ui.translation import number, tr


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
        self.setToolTip(tr("Drag to change confidence"))

    def show_value(self, value: float) -> None:
        """Shows a stored value; nothing is chosen by that."""
        self._shown = value
        if not self.isSliderDown():
            blocked = self.blockSignals(True)
            self.set_fraction(value)
            self.blockSignals(blocked)
        self.setAccessibleDescription(f"{number(value, 2)}, {confidence_word(value).lower()}")
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


_OPENS = (
    Qt.Key.Key_Up,
    Qt.Key.Key_Down,
    Qt.Key.Key_PageUp,
    Qt.Key.Key_PageDown,
    Qt.Key.Key_Return,
    Qt.Key.Key_Enter,
    Qt.Key.Key_Space,
)


def fill_types(combo: ComboBox) -> None:
    for kind in TYPE_ORDER:
        combo.add(type_label(kind), kind.value, badge=kind.value)


def fill_categories(combo: ComboBox) -> None:
    for category in Category:
        combo.add(category_label(category), category.value)


def fill_privacy(combo: ComboBox) -> None:
    for level in Privacy:
        combo.add(privacy_label(level), level.value, icon=privacy_icon(level))


def fill_scopes(combo: ComboBox, projects: Iterable[str | None], conversation: str | None = None) -> None:
    """Global, every project (by folder name, the whole path where two share one; None: not known), the
    conversation."""
    blocked = combo.blockSignals(True)
    combo.clear()
    combo.add(tr("Global"), ("global", None), icon="globe")
    known = set(projects)
    if None in known:
        combo.add(tr("Project not known"), ("project", None), icon="folder")
    paths = sorted((path for path in known if path), key=lambda path: (project_name(path).lower(), path))
    names = [project_name(path) for path in paths]
    for path, name in zip(paths, names, strict=True):
        combo.add(name if names.count(name) == 1 else path, ("project", path), icon="folder")
        combo.setItemData(combo.count() - 1, path, Qt.ItemDataRole.ToolTipRole)
    if conversation:
        combo.add(tr("This conversation"), ("conversation", conversation), icon="conversations")
    combo.blockSignals(blocked)


class PickBox(ComboBox):
    """A choice that holds at once: keys open the list instead of running through it, the wheel scrolls on."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _OPENS and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            self.showPopup()
        elif event.text().isprintable() and event.text().strip():
            event.ignore()
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()
