"""One step of the setup, and what the dialog shows around it."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from arbor_desktop.ui.components import Label
from arbor_desktop.ui.components.boxes import ScrollArea, vbox
from arbor_desktop.ui.icons import Icons

MARGIN = 28


@dataclass(frozen=True, slots=True)
class Foot:
    """The line below a step. `note`: how it stands; `go`: the button that leads on; `skip`: it can be left
    without its effect."""

    note: str
    go: str
    skip: bool = False


class Step(QWidget):
    """A heading, a sentence, and what is below them in `column`. `changed`: the foot says something else."""

    changed = Signal()
    name = ""
    """Shown in the list of steps; marked for translation."""

    def __init__(self, icons: Icons, heading: str, sentence: str, *, scrolls: bool = True) -> None:
        """`scrolls`: the contents may be higher than the dialog."""
        super().__init__()
        self._icons, self._theme = icons, icons.theme
        px = icons.theme.px
        self.heading = Label(icons.theme, heading, "display", parent=self)
        self.sentence = Label(icons.theme, sentence, "body", "text2", parent=self, wrap=True)
        head = vbox(self.heading, self.sentence, margins=(px(MARGIN), px(24), px(MARGIN), px(14)), gap=px(4))
        self.body = QWidget()
        self.column = vbox(on=self.body, margins=(px(MARGIN), 0, px(MARGIN), px(16)), gap=px(12))
        whole = vbox(head, on=self)
        if scrolls:
            self.area = ScrollArea(self.body, name=heading, parent=self)
            whole.addWidget(self.area, 1)
        else:
            whole.addWidget(self.body, 1)

    def foot(self) -> Foot:
        """Return what the line below says now."""
        raise NotImplementedError

    def enter(self) -> None:
        """It is shown, for the first time or again."""

    def go(self) -> None:
        """The person goes on from here."""
