"""The very lines that an AI will read after what is pointed at."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from arbor_desktop.ui.components import Hairline, Label
from arbor_desktop.ui.conflicts.deeds import Effect
from arbor_desktop.ui.conflicts.words import tr
from arbor_desktop.ui.theme import Theme

_MOST = 300
"""So many characters of a line are shown: the rest is in its tooltip."""


class After(QWidget):
    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._parts: list[QWidget] = []
        self.effect: Effect | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.px(4))
        self._column.addWidget(Hairline(theme, parent=self))
        self._column.addSpacing(theme.px(6))
        self.title = Label(theme, "", "small500", "text3", self)
        self._column.addWidget(self.title)

    @property
    def lines(self) -> list[str]:
        """The lines as an AI reads them."""
        return [line.text for line in self.effect.lines] if self.effect is not None else []

    def show_effect(self, effect: Effect) -> None:
        if effect == self.effect:
            return
        self.effect = effect
        self.title.setText(effect.title)
        for part in self._parts:
            self._column.removeWidget(part)
            part.hide()
            part.deleteLater()
        self._parts = []
        theme = self._theme
        for line in effect.lines:
            if line.where:
                self._add(Label(theme, line.where, "caption", "text3", self))
            text = line.text if len(line.text) <= _MOST else line.text[: _MOST - 1] + "…"
            shown = Label(theme, text, "mono", "text", self)
            shown.setToolTip(line.text if text != line.text else "")
            self._add(shown)
        if not effect.lines:
            self._add(Label(theme, tr("Nothing of this."), "body", "text2", self))
        for note in effect.notes:
            self._add(Label(theme, note, "caption", "text3", self))
        self.setAccessibleName(" ".join((f"{effect.title}:", *self.lines, *effect.notes)))

    def _add(self, label: Label) -> None:
        label.setWordWrap(True)
        self._parts.append(label)
        self._column.addWidget(label)
        label.show()
