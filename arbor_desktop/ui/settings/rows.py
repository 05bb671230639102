"""Rows that are bound to a declared setting: applied at once, refused beside the field."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from arbor_desktop.errors import InvalidInput
from arbor_desktop.settings import Setting
from arbor_desktop.ui.components import Label, Segment, SettingRow, Slider, Switch, TagEditor, TextField
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.settings.desk import SettingsDesk
from arbor_desktop.ui.settings.words import error_words, number_words, range_words, tr

SLIDER_SETTLES_MS = 250
"""A slider that is dragged is stored when it has rested so long."""


class BoundRow(SettingRow):
    """A row for one declared setting. Title and help are the declaration's, in the person's language."""

    def __init__(
        self,
        icons: Icons,
        desk: SettingsDesk,
        key: str,
        control: QWidget | None,
        *,
        below: QWidget | None = None,
    ) -> None:
        self.setting: Setting = desk.describe(key)
        super().__init__(icons.theme, tr(self.setting.title), tr(self.setting.help), control, below=below)
        self._desk = desk
        desk.values.connect(self._values_came)

    @property
    def key(self) -> str:
        return self.setting.key

    def show_value(self, value: Any) -> None:
        """Shows a value that is stored; nothing is sent."""
        raise NotImplementedError

    def put(self, value: object) -> None:
        """Stores what the person chose."""
        self.show_error("")
        self._desk.put(self.key, value, self._refused)

    def _values_came(self, values: dict[str, Any]) -> None:
        if self.key in values:
            self.show_value(values[self.key])

    def _refused(self, error: BaseException) -> None:
        self.show_value(self._desk.known[self.key])
        self.show_error(error_words(error))


class SwitchRow(BoundRow):
    """A setting that is on or off."""

    def __init__(self, icons: Icons, desk: SettingsDesk, key: str) -> None:
        self.switch = Switch(icons.theme, tr(desk.describe(key).title), bool(desk.known[key]))
        super().__init__(icons, desk, key, self.switch)
        self.switch.clicked.connect(self.put)

    def show_value(self, value: Any) -> None:
        self.switch.setChecked(bool(value))


class ChoiceRow(BoundRow):
    """A setting that is one of a few; `choices` are (value, words), all of what is declared."""

    def __init__(
        self, icons: Icons, desk: SettingsDesk, key: str, choices: Sequence[tuple[str, str]]
    ) -> None:
        setting = desk.describe(key)
        if {value for value, _ in choices} != set(setting.choices):
            raise ValueError(f"the choices of {key} are {setting.choices}")
        self.segment = Segment(icons, tr(setting.title))
        for value, words in choices:
            self.segment.add(value, words)
        self._showing = True
        super().__init__(icons, desk, key, self.segment)
        self.segment.changed.connect(self._chosen)
        self.show_value(desk.known[key])

    def show_value(self, value: Any) -> None:
        self._showing = True
        self.segment.set_current(value)
        self._showing = False

    def _chosen(self, value: object) -> None:
        if not self._showing:
            self.put(value)


class LevelRow(BoundRow):
    """A setting from 0 to 1: a slider with its number."""

    def __init__(self, icons: Icons, desk: SettingsDesk, key: str, fill: str = "left") -> None:
        theme = icons.theme
        box = QWidget()
        self.slider = Slider(theme, tr(desk.describe(key).title), fill=fill, parent=box)
        self.slider.setMinimum(round(100 * (desk.describe(key).minimum or 0)))
        self.slider.setFixedWidth(theme.px(130))
        self.number = Label(theme, "0.00", "body600", parent=box)
        self.number.setFixedWidth(self.number.sizeHint().width())
        line = QHBoxLayout(box)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(theme.px(10))
        line.addWidget(self.slider)
        line.addWidget(self.number)
        super().__init__(icons, desk, key, box)
        self.title.setBuddy(self.slider)
        self.slider.setAccessibleDescription(self.description.text())
        self._soon = QTimer(self, singleShot=True, interval=SLIDER_SETTLES_MS)
        self._soon.timeout.connect(self._settled)
        self.show_value(desk.known[key])
        self.slider.valueChanged.connect(self._moved)

    def show_value(self, value: Any) -> None:
        if self._soon.isActive() or self.slider.isSliderDown():
            return  # the person is choosing another one at this moment
        blocked = self.slider.blockSignals(True)
        self.slider.set_fraction(float(value))
        self.slider.blockSignals(blocked)
        self.slider.update()
        self.number.setText(f"{self.slider.fraction:.2f}")

    def _moved(self) -> None:
        self.number.setText(f"{self.slider.fraction:.2f}")
        self._soon.start()

    def _settled(self) -> None:
        if self.slider.isSliderDown():
            self._soon.start()
        else:
            self.put(self.slider.fraction)


class TagsRow(BoundRow):
    """A setting that is a list of words; each is added and removed by itself."""

    def __init__(self, icons: Icons, desk: SettingsDesk, key: str, add_text: str) -> None:
        self.tags = TagEditor(icons, tr(desk.describe(key).title), add_text=add_text)
        super().__init__(icons, desk, key, None, below=self.tags)
        self.show_value(desk.known[key])
        self.tags.changed.connect(lambda tags: self.put(list(tags)))

    def show_value(self, value: Any) -> None:
        if tuple(value) != self.tags.tags:
            self.tags.set_tags(value)


class NumberField(TextField):
    """A short field for a number. Up and Down change it by `step`; `committed` on Return or when left."""

    committed = Signal()

    def __init__(
        self, icons: Icons, name: str, step: float, parent: QWidget | None = None, *, width: int = 80
    ) -> None:
        """`width` in pixels at 100 %."""
        super().__init__(icons, name, parent=parent)
        self._step, self._width = step, icons.theme.px(width)
        self.shown = ""
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFixedWidth(self._width)

    def sizeHint(self) -> QSize:
        return QSize(self._width, self._icons.theme.px(30))

    def show_number(self, value: float) -> None:
        """Shows what is stored, unless the person is typing."""
        self.shown = number_words(value)
        if not (self.hasFocus() and self.isModified()):
            self.setText(self.shown)

    def take_back(self) -> None:
        """Shows again what is stored."""
        self.setText(self.shown)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._change_by(self._step if key == Qt.Key.Key_Up else -self._step)
        elif key == Qt.Key.Key_Escape and self.isModified():
            self.take_back()
            self.committed.emit()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.committed.emit()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.committed.emit()

    def _change_by(self, step: float) -> None:
        try:
            value = float(self.text().replace(",", ""))
        except ValueError:
            return
        self.setText(number_words(round(value + step, 6)))  # 0.1 + 0.05 is not quite 0.15
        self.setModified(True)
        self.committed.emit()


class NumberRow(BoundRow):
    """A setting that is a number, with its unit."""

    def __init__(self, icons: Icons, desk: SettingsDesk, key: str, unit: str, *, step: float = 1) -> None:
        theme = icons.theme
        box = QWidget()
        self.field = NumberField(icons, f"{tr(desk.describe(key).title)}, {unit}", step, box)
        self.unit = Label(theme, unit, "small", "text2", parent=box)
        self.unit.setMinimumWidth(theme.px(52))  # so that the fields stand under each other
        line = QHBoxLayout(box)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(theme.px(8))
        line.addWidget(self.field)
        line.addWidget(self.unit)
        super().__init__(icons, desk, key, box)
        self.title.setBuddy(self.field)
        self.field.setAccessibleDescription(self.description.text())
        self.field.committed.connect(self._commit)
        self.show_value(desk.known[key])

    def show_value(self, value: Any) -> None:
        self.field.show_number(value)

    def show_error(self, text: str) -> None:
        self.error.show_error(text, self.field)

    def _commit(self) -> None:
        typed = self.field.text().strip()
        if typed == self.field.shown:
            self.field.setModified(False)
            self.show_error("")
            return
        try:
            value = self.setting.check(typed.replace(",", "").replace(" ", ""))
        except InvalidInput:
            self.show_error(range_words(self.setting))
            return
        self.field.setModified(False)
        self.field.setText(number_words(value))
        if self.field.text() != self.field.shown:
            self.put(value)
        else:
            self.show_error("")
