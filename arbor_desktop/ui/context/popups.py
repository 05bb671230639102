"""What opens in place: a memory's confidence, and the budget."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QGuiApplication, QHideEvent, QKeyEvent
from PySide6.QtWidgets import QWidget

from arbor_desktop.ui.components import Label
from arbor_desktop.ui.components.boxes import hbox, vbox
from arbor_desktop.ui.components.cards import PopupFrame
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memory.choices import ConfidenceSlider
from arbor_desktop.ui.setting_rows.controller import SettingsController
from arbor_desktop.ui.setting_rows.rows import NumberRow
from arbor_desktop.ui.theme import Theme
from arbor_desktop.ui.translation import number, tr


class Popup(PopupFrame):
    """A small box over the page. Closes by Esc, Enter or a click elsewhere."""

    def __init__(self, theme: Theme, name: str, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.setAccessibleName(name)
        self.column = vbox(on=self, margins=None, gap=theme.px(4))

    def open_at(self, corner: QPoint) -> None:
        """Shows it with its upper left there, within the screen."""
        self._fit()
        screen = QGuiApplication.screenAt(corner) or self.screen()
        room: QRect = screen.availableGeometry()
        x = max(room.left(), min(corner.x(), room.right() - self.width()))
        y = max(room.top(), min(corner.y(), room.bottom() - self.height()))
        self.move(x, y)
        self.show()

    def _fit(self) -> None:
        """A wrapped text's height follows its width, which a window's own size hint does not ask for."""
        self.resize(self.width(), self.column.totalHeightForWidth(self.width()))

    def event(self, event: QEvent) -> bool:
        handled = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:  # what is wrong is said below what is there
            self._fit()
        return handled

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.close()
        else:
            super().keyPressEvent(event)


class ConfidencePopup(Popup):
    """`chosen(value)` when the bar was dragged or moved by keys, 0 to 1."""

    chosen = Signal(float)

    def __init__(self, theme: Theme, value: float, floor: float, parent: QWidget) -> None:
        """`floor`: from which confidence on the memory is told."""
        super().__init__(theme, tr("Confidence"), parent)
        px = theme.px
        self.slider = ConfidenceSlider(theme, self)
        self.slider.setMinimumWidth(px(160))
        self.slider.show_value(value)
        self.number = Label(theme, "0.00", "small600", parent=self)
        self.number.setFixedWidth(self.number.sizeHint().width())
        self.slider.valueChanged.connect(self._moved)
        self.slider.chosen.connect(self._choose)
        self._stored = value
        line = hbox(self.slider, self.number, gap=px(10))
        words = tr(
            "How sure Arbor is of this memory. At {floor} or higher, the memory can be shared here."
        ).format(floor=number(floor, 2))
        self.hint = Label(theme, words, "caption", "text3", parent=self, wrap=True)
        column = self.column
        column.setContentsMargins(px(14), px(10), px(14), px(12))
        column.addWidget(Label(theme, tr("Confidence"), "small500", "text3", parent=self))
        column.addLayout(line)
        column.addWidget(self.hint)
        self.setFixedWidth(px(232))
        self._moved()

    def open_at(self, corner: QPoint) -> None:
        super().open_at(corner)
        self.slider.setFocus(Qt.FocusReason.PopupFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.slider.show_value(self._stored)  # not wanted after all
        super().keyPressEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._choose(self.slider.fraction)

    def _choose(self, value: float) -> None:
        if round(value * 100) != round(self._stored * 100):
            self._stored = value
            self.chosen.emit(value)

    def _moved(self) -> None:
        self.number.setText(number(self.slider.fraction, 2))


class BudgetPopup(Popup):
    """The setting, in place."""

    def __init__(self, icons: Icons, settings: SettingsController, parent: QWidget) -> None:
        super().__init__(icons.theme, tr("Context budget"), parent)
        px = icons.theme.px
        self.row = NumberRow(icons, settings, "context.max_tokens")
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.addWidget(self.row)
        self.setFixedWidth(px(400))
        settings.read()

    def open_at(self, corner: QPoint) -> None:
        super().open_at(corner)
        self.row.field.setFocus(Qt.FocusReason.PopupFocusReason)
        self.row.field.selectAll()
