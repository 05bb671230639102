"""The fields of a category, to be filled in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from arbor_desktop.memories.details import FIELDS, is_empty
from arbor_desktop.memories.model import Category
from arbor_desktop.ui.components.keyboard import focusable, focusable_before, follow
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.details.inputs import Input, input_for


class DetailsForm(QWidget):
    """One input a field. `edited` with every change."""

    edited = Signal()

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self._category: Category | None = None
        self.inputs: dict[str, Input] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(icons.theme.px(10))

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
        self._category = category
        self.inputs = {}
        for field in FIELDS[category]:
            made = input_for(self._icons, field, details.get(field.key), self)
            made.edited.connect(self.edited)
            self._column.addWidget(made)
            self.inputs[field.key] = made
            made.show()
        inner = [widget for one in self.inputs.values() for widget in focusable(one)]
        follow(focusable_before(self, outside=self), inner)

    @property
    def category(self) -> Category | None:
        return self._category

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
