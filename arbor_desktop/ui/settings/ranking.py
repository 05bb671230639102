"""What counts in the order of results: four shares of one whole, stored as soon as they are one."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from arbor_desktop.errors import InvalidInput
from arbor_desktop.text.relevance import Weights
from arbor_desktop.ui.components import Button, Label
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.settings.desk import SettingsDesk
from arbor_desktop.ui.settings.rows import BoundRow, NumberField
from arbor_desktop.ui.settings.words import tr

_STEP = 0.05
_FIELD = 64


class WeightsRow(BoundRow):
    """Four fields with their sum. While the sum is not 1 nothing is stored, and the row says so."""

    def __init__(self, icons: Icons, desk: SettingsDesk, key: str) -> None:
        theme = icons.theme
        box = QWidget()
        line = QHBoxLayout(box)
        line.setContentsMargins(0, theme.px(4), 0, 0)
        line.setSpacing(theme.px(12))
        self.fields: list[NumberField] = []
        for name in (tr("Relevance"), tr("Confidence"), tr("Use"), tr("Recency")):
            field = NumberField(icons, name, _STEP, box, width=_FIELD)
            field.committed.connect(self._commit)
            field.textEdited.connect(self._show_sum)
            label = Label(theme, name, "caption", "text2", parent=box)
            label.setBuddy(field)
            column = QVBoxLayout()
            column.setSpacing(theme.px(2))
            column.addWidget(label)
            column.addWidget(field)
            line.addLayout(column)
            self.fields.append(field)
        self.sum = Label(theme, "", "small", "text2", parent=box)
        self.sum.setFixedHeight(theme.px(30))  # beside the fields, not beside their names
        self.sum.setAlignment(Qt.AlignmentFlag.AlignVCenter)
        self.reset = Button(icons, tr("Reset"), variant="link", parent=box)
        self.reset.setAccessibleName(tr("Reset what counts in a search"))
        self.reset.setFixedHeight(theme.px(30))
        self.reset.clicked.connect(self._reset)
        line.addWidget(self.sum, 0, Qt.AlignmentFlag.AlignBottom)
        line.addWidget(self.reset, 0, Qt.AlignmentFlag.AlignBottom)
        line.addStretch(1)
        super().__init__(icons, desk, key, None, below=box)
        self.set_description(tr("How much each counts for the order of results; together they are 1."))
        self.title.setBuddy(self.fields[0])
        self.show_value(desk.known[key])

    def show_value(self, value: Any) -> None:
        weights = Weights.parse(str(value))
        if weights is None:
            raise InvalidInput(f"{value!r} was stored for {self.key}", key=self.key)
        if any(field.isModified() for field in self.fields):
            return  # the person is choosing others at this moment
        parts = (weights.relevance, weights.confidence, weights.frequency, weights.recency)
        for field, part in zip(self.fields, parts, strict=True):
            field.show_number(part)
        self._show_sum()

    def _typed(self) -> list[float] | None:
        """The numbers in the fields; None while one of them is no share."""
        try:
            shares = [float(field.text().replace(",", ".")) for field in self.fields]
        except ValueError:
            return None
        return shares if all(0 <= share <= 1 for share in shares) else None

    def _show_sum(self) -> None:
        shares = self._typed()
        self.sum.setText("" if shares is None else tr("Sum {sum}").format(sum=f"{sum(shares):.2f}"))
        default = Weights.parse(self.setting.default)
        self.reset.setVisible(shares is None or Weights.parse(_joined(shares)) != default)

    def _commit(self) -> None:
        self._show_sum()
        if not any(field.text() != field.shown for field in self.fields):
            self._settle()
            self.show_error("")
            return
        shares = self._typed()
        if shares is None:
            self.show_error(tr("Give four numbers from 0 to 1."))
        elif Weights.parse(text := _joined(shares)) is None:
            self.show_error(
                tr("Not stored yet: the four sum to {sum}, not to 1.").format(sum=f"{sum(shares):.2f}")
            )
        else:
            self._settle()
            self.put(text)

    def _settle(self) -> None:
        """What is in the fields is not being chosen any more."""
        for field in self.fields:
            field.setModified(False)

    def _reset(self) -> None:
        self._settle()
        self.put(self.setting.default)

    def _refused(self, error: BaseException) -> None:
        self._settle()
        super()._refused(error)


def _joined(shares: list[float]) -> str:
    return " ".join(f"{share:g}" for share in shares)
