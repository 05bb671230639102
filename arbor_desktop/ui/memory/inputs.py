"""What each kind of detail is typed into. What nobody touched keeps its value, whatever kind that is."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontMetrics, QTextOption
from PySide6.QtWidgets import QLineEdit, QTextEdit, QWidget

from arbor_desktop.memories.details import FIELDS, Field, Shape, as_text, is_empty, wrong
from arbor_desktop.memories.model import Category
from arbor_desktop.ui.components import Button, IconButton, InlineError, Label, TagEditor, TextArea, TextField
from arbor_desktop.ui.components.boxes import hbox, vbox
from arbor_desktop.ui.components.keyboard import focusable, focusable_before, follow
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memory.words import hint, long_label
from arbor_desktop.ui.translation import tr

_WORDS = {"yes": True, "true": True, "no": False, "false": False}


class Input(QWidget):
    """A name above what is typed, and below it what is wrong with that. `edited` with every change."""

    edited = Signal()

    def __init__(self, icons: Icons, field: Field, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons, self.field = icons, field
        theme, px = icons.theme, icons.theme.px
        self._before: Any = None
        self._untouched: Any = None
        self.label = Label(theme, long_label(field.key), "small500", "text3", self)
        self.error = InlineError(theme, self)
        self._column = vbox(self.label, on=self, gap=px(4))

    def _take(self, widget: QWidget) -> None:
        self.label.setBuddy(widget)
        self._column.addWidget(widget)
        self._column.addWidget(self.error)

    def put(self, value: Any) -> None:
        """Shows what is stored."""
        self._before = value
        self._show(value)
        self._untouched = self._typed()
        self.check()

    @property
    def touched(self) -> bool:
        return bool(self._typed() != self._untouched)

    @property
    def value(self) -> Any:
        """What is to be stored; what was stored, where nobody touched it."""
        return self._read() if self.touched else self._before

    def check(self) -> bool:
        """Says what is wrong, if anything; answers whether all is well."""
        said = wrong(self.field, self.value) if self.touched else None
        self.error.show_error(tr(said) if said else "", *self._marked())
        return said is None

    def first(self) -> QWidget:
        """What takes the focus."""
        raise NotImplementedError

    def _show(self, value: Any) -> None:
        raise NotImplementedError

    def _typed(self) -> Any:
        """Whatever stands there, to be compared."""
        raise NotImplementedError

    def _read(self) -> Any:
        raise NotImplementedError

    def _marked(self) -> tuple[TextField | TextArea, ...]:
        return ()

    def _changed(self) -> None:
        self.check()
        self.edited.emit()


class LineInput(Input):
    """One line: a text, a number of times, or a value of any plain kind."""

    def __init__(self, icons: Icons, field: Field, parent: QWidget | None = None) -> None:
        super().__init__(icons, field, parent)
        self.line = TextField(icons, long_label(field.key), hint(field.key, field.shape), parent=self)
        self._take(self.line)
        self.line.textChanged.connect(self._changed)

    def first(self) -> QLineEdit:
        return self.line

    def _show(self, value: Any) -> None:
        self.line.setText(json.dumps(value) if isinstance(value, list) else as_text(value))

    def _typed(self) -> str:
        return self.line.text()

    def _read(self) -> Any:
        text = self.line.text().strip()
        if self.field.shape is Shape.COUNT:
            return int(text) if text.isdecimal() and len(text) < 10 else (text or None)
        return _plain(text) if self.field.shape is Shape.VALUE else text

    def _marked(self) -> tuple[TextField, ...]:
        return (self.line,)


def _plain(text: str) -> Any:
    """A number, yes or no, a list, or the words as they are."""
    if text.lower() in _WORDS:
        return _WORDS[text.lower()]
    try:
        read = json.loads(text)
    except ValueError:
        return text
    return read if isinstance(read, int | float | list) and text[:1] not in ("N", "I") else text


class TextInput(Input):
    """Several lines: a text, code, or a list with an entry a line."""

    def __init__(self, icons: Icons, field: Field, parent: QWidget | None = None) -> None:
        super().__init__(icons, field, parent)
        code = field.shape is Shape.CODE
        self.area = TextArea(
            icons.theme, long_label(field.key), lines=1, max_lines=10 if code else 6,
            style="mono" if code else "body", placeholder=hint(field.key, field.shape), parent=self,
        )  # fmt: skip
        if code:
            self.area.setLineWrapMode(QTextEdit.LineWrapMode.NoWrap)
            self.area.setWordWrapMode(QTextOption.WrapMode.NoWrap)
            self.area.setTabStopDistance(4 * QFontMetrics(icons.theme.font("mono")).horizontalAdvance(" "))
        self._take(self.area)
        self.area.textChanged.connect(self._changed)

    def first(self) -> TextArea:
        return self.area

    def _show(self, value: Any) -> None:
        self.area.setPlainText(as_text(value))

    def _typed(self) -> str:
        return self.area.toPlainText()

    def _read(self) -> Any:
        text = self.area.toPlainText()
        if self.field.shape is Shape.TEXTS or isinstance(self._before, list):
            return [line.strip() for line in text.splitlines() if line.strip()]
        return text

    def _marked(self) -> tuple[TextArea, ...]:
        return (self.area,)


class GlobInput(Input):
    """Patterns of paths as chips."""

    def __init__(self, icons: Icons, field: Field, parent: QWidget | None = None) -> None:
        super().__init__(icons, field, parent)
        self.chips = TagEditor(
            icons, long_label(field.key), add_text=tr("Add pattern"), mono=True, commas=False, parent=self
        )
        self._take(self.chips)
        self.chips.changed.connect(lambda _tags: self._changed())

    def first(self) -> QWidget:
        return self.chips.adding

    def _show(self, value: Any) -> None:
        self.chips.set_tags(one for one in value or () if isinstance(one, str))

    def _typed(self) -> tuple[str, ...]:
        return self.chips.tags

    def _read(self) -> list[str]:
        return list(self.chips.tags)


class OptionsInput(Input):
    """Alternatives: a name, and when it fits."""

    def __init__(self, icons: Icons, field: Field, parent: QWidget | None = None) -> None:
        super().__init__(icons, field, parent)
        self.rows: list[_Option] = []
        self._list = QWidget(self)
        self._rows = vbox(on=self._list, gap=icons.theme.px(6))
        self.add = Button(icons, tr("Add alternative"), variant="link", icon="plus", parent=self)
        self.add.clicked.connect(self._add_empty)
        self._take(self._list)
        self._column.addWidget(self.add, 0, Qt.AlignmentFlag.AlignLeft)

    def first(self) -> QWidget:
        return self.rows[0].name if self.rows else self.add

    def _show(self, value: Any) -> None:
        for row in list(self.rows):
            self._drop(row)
        for one in value or ():
            self._append(one)

    def _typed(self) -> list[tuple[str, str]]:
        return [(row.name.text(), row.when.text()) for row in self.rows]

    def _read(self) -> list[Any]:
        return [value for row in self.rows if (value := row.value) is not None]

    def _marked(self) -> tuple[TextField, ...]:
        return tuple(row.name for row in self.rows if not row.name.text().strip())

    def _append(self, value: Any) -> _Option:
        row = _Option(self._icons, value, len(self.rows) + 1, self._list)
        row.edited.connect(self._changed)
        row.removed.connect(lambda: self._remove(row))
        self.rows.append(row)
        self._rows.addWidget(row)
        row.show()
        return row

    def _add_empty(self) -> None:
        self._append({"name": ""}).name.setFocus(Qt.FocusReason.OtherFocusReason)
        self._changed()

    def _remove(self, row: _Option) -> None:
        self._drop(row)
        self.add.setFocus(Qt.FocusReason.OtherFocusReason)
        self._changed()

    def _drop(self, row: _Option) -> None:
        self.rows.remove(row)
        self._rows.removeWidget(row)
        row.hide()
        row.deleteLater()


class _Option(QWidget):
    edited = Signal()
    removed = Signal()

    def __init__(self, icons: Icons, value: Any, number: int, parent: QWidget) -> None:
        super().__init__(parent)
        self._before = value
        name, when = (value.get("name"), value.get("when")) if isinstance(value, Mapping) else (value, None)
        said = tr("Alternative {number}").format(number=number)
        self.name = TextField(icons, said, tr("Name"), as_text(name), self)
        self.when = TextField(icons, f"{said}: {tr('applies when')}", tr("Applies when"), as_text(when), self)
        self.close_button = IconButton(icons, "x", f"{tr('Remove')}: {said}", side=28, parent=self)
        hbox((self.name, 2), (self.when, 3), self.close_button, on=self, gap=icons.theme.px(6))
        self.name.textChanged.connect(self.edited)
        self.when.textChanged.connect(self.edited)
        self.close_button.clicked.connect(self.removed)

    @property
    def value(self) -> Any:
        """None for a row that nobody filled."""
        name, when = self.name.text().strip(), self.when.text().strip()
        if not name and not when:
            return None
        if isinstance(self._before, str) and not when:
            return name
        others = dict(self._before) if isinstance(self._before, Mapping) else {}
        others.pop("when", None)
        return others | {"name": name} | ({"when": when} if when else {})


class KeptInput(Input):
    """Something that no person wrote so: it is shown, and kept as it is."""

    def __init__(self, icons: Icons, field: Field, parent: QWidget | None = None) -> None:
        super().__init__(icons, field, parent)
        self.line = TextField(icons, long_label(field.key), parent=self)
        self.line.setReadOnly(True)
        self.line.setToolTip(tr("This value can't be edited here."))
        self._take(self.line)

    def first(self) -> QLineEdit:
        return self.line

    def _show(self, value: Any) -> None:
        self.line.setText(json.dumps(value, ensure_ascii=False))

    def _typed(self) -> str:
        return self.line.text()

    def _read(self) -> Any:
        return self._before


def input_for(icons: Icons, field: Field, value: Any, parent: QWidget) -> Input:
    """What this field is typed into, empty as yet."""
    if wrong(field, value) is not None:
        return KeptInput(icons, field, parent)
    if field.shape is Shape.GLOBS:
        return GlobInput(icons, field, parent)
    if field.shape is Shape.OPTIONS:
        return OptionsInput(icons, field, parent)
    several = field.shape in (Shape.TEXT, Shape.CODE, Shape.TEXTS)
    return TextInput(icons, field, parent) if several else LineInput(icons, field, parent)


_SAME_AS_ANOTHER = ("solution",)
"""Fields that say what another one says (the fix of a bug): there only where they are stored."""


class DetailsForm(QWidget):
    """One input a field. `edited` with every change."""

    edited = Signal()

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self.category: Category | None = None
        self.inputs: dict[str, Input] = {}
        self._column = vbox(on=self, gap=icons.theme.px(10))

    def put(self, category: Category, details: Mapping[str, Any]) -> None:
        """Shows what is stored; what was typed is gone."""
        self._build(category, details)
        for key, one in self.inputs.items():
            was_blocked = one.blockSignals(True)
            one.put(details.get(key))
            one.blockSignals(was_blocked)

    def _build(self, category: Category, details: Mapping[str, Any]) -> None:
        for one in self.inputs.values():
            self._column.removeWidget(one)
            one.hide()
            one.deleteLater()
        self.category = category
        self.inputs = {}
        for field in FIELDS[category]:
            if field.key in _SAME_AS_ANOTHER and is_empty(details.get(field.key)):
                continue
            made = input_for(self._icons, field, details.get(field.key), self)
            made.edited.connect(self.edited)
            self._column.addWidget(made)
            self.inputs[field.key] = made
            made.show()
        inner = [widget for one in self.inputs.values() for widget in focusable(one)]
        follow(focusable_before(self, outside=self), inner)

    @property
    def touched(self) -> bool:
        return any(one.touched for one in self.inputs.values())

    def check(self) -> bool:
        """Says beside each field what is wrong; answers whether all is well."""
        return not [one for one in self.inputs.values() if not one.check()]

    def onto(self, details: Mapping[str, Any]) -> dict[str, Any]:
        """`details` with what was changed here; all else as it is."""
        found = dict(details)
        for key, one in self.inputs.items():
            if not one.touched:
                continue
            value = one.value
            if is_empty(value):
                found.pop(key, None)
            else:
                found[key] = value
        return found

    def focus_first(self) -> None:
        """Into the first field that is filled or, of an empty form, the first."""
        filled = (one for one in self.inputs.values() if not is_empty(one.value))
        chosen = next(filled, None) or next(iter(self.inputs.values()), None)
        if chosen is not None:
            chosen.first().setFocus(Qt.FocusReason.TabFocusReason)

    def first_wrong(self) -> Input | None:
        return next((one for one in self.inputs.values() if not one.check()), None)
