"""Rows of declared settings: made from the declaration, applied at once, refused beside the field."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from arbor_desktop.errors import InvalidInput
from arbor_desktop.runtime.events import Changes
from arbor_desktop.settings import Setting
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import (
    Button,
    Label,
    Segment,
    SettingRow,
    Slider,
    Switch,
    TagEditor,
    TextField,
)
from arbor_desktop.ui.components.boxes import STRETCH, hbox
from arbor_desktop.ui.controller import Controller
from arbor_desktop.ui.formatting import size_words
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.theme import Theme
from arbor_desktop.ui.translation import number, tr


def files_words(files: int, size: int) -> str:
    """ "No conversation files", "1 file, 3.4 MB", "19 files, 3.4 MB"."""
    if not files:
        return tr("No conversation files")
    count = tr("%n files", None, files)
    return f"{count}, {size_words(size)}"


def captured_words(count: int) -> str:
    """Return how many conversations came from a place."""
    return tr("%n conversations", None, count)


def imported_words(count: int) -> str:
    """Return how many conversations came from exports of one service."""
    if not count:
        return tr("Nothing imported yet")
    return tr("%n conversations imported", None, count)


def range_words(setting: Setting, low: float | None = None) -> str:
    """Return what a number setting allows; `low` where its least value is no number to be typed."""
    low, high = setting.minimum if low is None else low, setting.maximum
    whole = setting.kind is int
    if low is None or high is None:
        return tr("Enter a whole number.") if whole else tr("Enter a number.")
    sentence = (
        tr("Enter a whole number from {low} to {high}.")
        if whole
        else tr("Enter a number from {low} to {high}.")
    )
    return sentence.format(low=number_words(low), high=number_words(high))


def number_words(value: float) -> str:
    """1440 → "1,440"; 0.1 → "0.1"."""
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:g}"


Show = Callable[[str], object]
"""Shows why something failed, beside what it is about."""


class SettingsController(Controller):
    """No value is read from disk on the GUI thread.

    Signals: `values({key: value})` of the settings as they are now, without those whose change is still under
    way; `store_changed(Changes)`.
    """

    values = Signal(object)
    store_changed = Signal(object)

    def __init__(self, bridge: Bridge, parent: QObject) -> None:
        super().__init__(bridge, parent)
        self._under_way: Counter[str] = Counter()
        self.known: dict[str, Any] = {s.key: s.default for s in self.service.settings.declared()}
        """The values that were read last."""
        bridge.changed.connect(self._heard_changes)

    def describe(self, key: str) -> Setting:
        """Return the declaration of a setting. Raises InvalidInput for an unknown key."""
        return self.service.settings.describe(key)

    def do(self, show: Show, call: Callable[..., Any], *args: Any) -> None:
        """Make a change that nothing follows on."""
        self.try_to(self._do(call, *args), show)

    async def _do(self, call: Callable[..., Any], *args: Any) -> None:
        await self.change(call, *args)

    def read(self) -> None:
        """Read all values again."""
        self.start(self._read())

    async def _read(self) -> None:
        values = await self.ask("values", self.service.settings.all)
        settled = {key: value for key, value in values.items() if not self._under_way[key]}
        self.known.update(settled)
        self.values.emit(settled)

    def put(self, key: str, value: object, refused: Show) -> None:
        """Set a value."""
        self._under_way[key] += 1
        self.try_to(self._put(key, value), refused)

    async def _put(self, key: str, value: object) -> None:
        try:
            await self.change(self.service.settings.set, key, value)
        except Exception:
            self._settle(key)
            raise
        self._settle(key)

    def _settle(self, key: str) -> None:
        self._under_way[key] -= 1
        self.read()

    def _heard_changes(self, changes: Changes) -> None:
        if changes.settings:
            self.read()
        self.store_changed.emit(changes)


SLIDER_SETTLES_MS = 250
"""A slider that is dragged is stored when it has rested so long."""


def in_line(theme: Theme, *parts: QWidget, spacing: int = 8) -> QWidget:
    """Return the parts of a control side by side."""
    box = QWidget()
    line = hbox(on=box, gap=theme.px(spacing))
    for part in parts:
        line.addWidget(part, 0, Qt.AlignmentFlag.AlignVCenter)
    line.addStretch(1)
    return box


class BoundRow(SettingRow):
    """A row for one declared setting. Title and help are the declaration's, in the person's language."""

    def __init__(
        self,
        icons: Icons,
        settings: SettingsController,
        key: str,
        control: QWidget | None,
        *,
        below: QWidget | None = None,
    ) -> None:
        self.setting: Setting = settings.describe(key)
        super().__init__(icons.theme, tr(self.setting.title), tr(self.setting.help), control, below=below)
        self._settings = settings
        settings.values.connect(self._values_came)

    @property
    def key(self) -> str:
        return self.setting.key

    def show_value(self, value: Any) -> None:
        """Show a value that is stored; nothing is sent."""
        raise NotImplementedError

    def put(self, value: object) -> None:
        """Store what the person chose."""
        self.show_error("")
        self._settings.put(self.key, value, self._refused)

    def _values_came(self, values: dict[str, Any]) -> None:
        if self.key in values:
            self.show_value(values[self.key])

    def _refused(self, why: str) -> None:
        self.show_value(self._settings.known[self.key])
        self.show_error(why)


class SwitchRow(BoundRow):
    """A setting that is on or off."""

    def __init__(self, icons: Icons, settings: SettingsController, key: str) -> None:
        self.switch = Switch(icons.theme, tr(settings.describe(key).title), bool(settings.known[key]))
        super().__init__(icons, settings, key, self.switch)
        self.switch.clicked.connect(self.put)

    def show_value(self, value: Any) -> None:
        self.switch.setChecked(bool(value))


class ChoiceRow(BoundRow):
    """A setting that is one of a few."""

    def __init__(
        self, icons: Icons, settings: SettingsController, key: str, *, below: QWidget | None = None
    ) -> None:
        setting = settings.describe(key)
        self.segment = Segment(icons, tr(setting.title))
        for value, words in zip(setting.choices, setting.labels, strict=True):
            button = self.segment.add(value, tr(words))
            button.setAccessibleName(f"{tr(setting.title)}: {tr(words)}")  # Theme and Language have “System”
        self._showing = True
        super().__init__(icons, settings, key, self.segment, below=below)
        self.segment.changed.connect(self._chosen)
        self.show_value(settings.known[key])

    def show_value(self, value: Any) -> None:
        self._showing = True
        self.segment.set_current(value)
        self._showing = False

    def _chosen(self, value: object) -> None:
        if not self._showing:
            self.put(value)


class LevelRow(BoundRow):
    """A setting from 0 to 1: a slider with its number."""

    def __init__(self, icons: Icons, settings: SettingsController, key: str) -> None:
        theme, setting = icons.theme, settings.describe(key)
        self.slider = Slider(theme, tr(setting.title))
        self.slider.setMinimum(round(100 * (setting.minimum or 0)))
        self.slider.setFixedWidth(theme.px(130))
        self.number = Label(theme, "0.00", "body600")
        self.number.setFixedWidth(self.number.sizeHint().width())
        super().__init__(icons, settings, key, in_line(theme, self.slider, self.number, spacing=10))
        self.title.setBuddy(self.slider)
        self.slider.setAccessibleDescription(self.description.text())
        self._soon = QTimer(self, singleShot=True, interval=SLIDER_SETTLES_MS)
        self._soon.timeout.connect(self._settled)
        self.show_value(settings.known[key])
        self.slider.valueChanged.connect(self._moved)

    def show_value(self, value: Any) -> None:
        if self._soon.isActive() or self.slider.isSliderDown():
            return  # the person is choosing another one at this moment
        blocked = self.slider.blockSignals(True)
        self.slider.set_fraction(float(value))
        self.slider.blockSignals(blocked)
        self.slider.update()
        self.number.setText(number(self.slider.fraction, 2))

    def _moved(self) -> None:
        self.number.setText(number(self.slider.fraction, 2))
        self._soon.start()

    def _settled(self) -> None:
        if self.slider.isSliderDown():
            self._soon.start()
        else:
            self.put(self.slider.fraction)


class TagsRow(BoundRow):
    """A setting that is a list of words; each is added and removed by itself."""

    def __init__(self, icons: Icons, settings: SettingsController, key: str) -> None:
        setting = settings.describe(key)
        self.tags = TagEditor(icons, tr(setting.title), add_text=tr("Add {what}").format(what=setting.unit))
        super().__init__(icons, settings, key, None, below=self.tags)
        self.show_value(settings.known[key])
        self.tags.changed.connect(lambda tags: self.put(list(tags)))

    def show_value(self, value: Any) -> None:
        if tuple(value) != self.tags.tags:
            self.tags.set_tags(value)


class StepField(TextField):
    """A short field that Up and Down change; `committed` on Return or when it is left."""

    committed = Signal()

    def __init__(self, icons: Icons, name: str, width: int) -> None:
        """`width` in pixels at 100 %."""
        super().__init__(icons, name)
        self.shown = ""
        """What is stored."""
        self._width = icons.theme.px(width)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFixedWidth(self._width)

    def sizeHint(self) -> QSize:
        return QSize(self._width, self._icons.theme.px(30))

    def show_stored(self, text: str) -> None:
        """Show what is stored, unless the person is typing."""
        self.shown = text
        if not (self.hasFocus() and self.isModified()):
            self.setText(text)

    def stepped(self, text: str, direction: int) -> str | None:
        """Return the text one step up (1) or down (-1); None where `text` means nothing."""
        raise NotImplementedError

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            text = self.stepped(self.text(), 1 if key == Qt.Key.Key_Up else -1)
            if text is not None:
                self.setText(text)
                self.setModified(True)
                self.committed.emit()
        elif key == Qt.Key.Key_Escape and self.isModified():
            self.setText(self.shown)
            self.committed.emit()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.committed.emit()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.committed.emit()


class NumberField(StepField):
    """A number."""

    def __init__(self, icons: Icons, name: str, step: float, *, width: int = 80) -> None:
        super().__init__(icons, name, width)
        self._step = step
        self.setAlignment(Qt.AlignmentFlag.AlignRight)

    def show_number(self, value: float) -> None:
        """Show what is stored, unless the person is typing."""
        self.show_stored(number_words(value))

    def stepped(self, text: str, direction: int) -> str | None:
        try:
            value = float(text.replace(",", ""))
        except ValueError:
            return None
        return number_words(round(value + direction * self._step, 6))  # 0.1 + 0.05 is not quite 0.15


class NumberRow(BoundRow):
    """A setting that is a number, with its unit."""

    def __init__(self, icons: Icons, settings: SettingsController, key: str) -> None:
        theme, setting = icons.theme, settings.describe(key)
        unit = tr(setting.unit)
        self.field = NumberField(icons, f"{tr(setting.title)}, {unit}", setting.step)
        self.unit = Label(theme, unit, "small", "text2")
        self.unit.setMinimumWidth(theme.px(52))  # so that the fields stand under each other
        super().__init__(icons, settings, key, in_line(theme, self.field, self.unit))
        self.title.setBuddy(self.field)
        self.field.setAccessibleDescription(self.description.text())
        self.field.committed.connect(self._commit)
        self.show_value(settings.known[key])

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


class LinkRow(QWidget):
    """A link at the end of a card, which shows more of it."""

    def __init__(self, icons: Icons, text: str = "") -> None:
        super().__init__()
        px = icons.theme.px
        self.button = Button(icons, text, variant="link")
        hbox(self.button, STRETCH, on=self, margins=(px(16), px(8), px(16), px(8)))


def row_for(icons: Icons, settings: SettingsController, key: str) -> BoundRow:
    """Return the row that fits the declaration of a setting."""
    setting = settings.describe(key)
    if setting.kind is bool:
        return SwitchRow(icons, settings, key)
    if setting.choices:
        return ChoiceRow(icons, settings, key)
    if setting.kind is list:
        return TagsRow(icons, settings, key)
    if setting.kind is float and setting.maximum == 1:
        return LevelRow(icons, settings, key)
    if setting.kind in (int, float):
        return NumberRow(icons, settings, key)
    raise ValueError(f"no row is made for {key}")
