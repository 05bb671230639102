"""Above the words of a memory: what it contradicts, and the way to settle that."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from arbor_desktop.conflicts.model import Conflict
from arbor_desktop.memories.model import Memory, Status
from arbor_desktop.ui.code_spans import plain
from arbor_desktop.ui.components import Button, Label
from arbor_desktop.ui.components.painting import rounded
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.hint_line import short
from arbor_desktop.ui.memories.words import in_conflict, tr

_LONGEST = 110
_LIVING = (Status.ACTIVE, Status.PENDING)


class ConflictBar(QWidget):
    """`resolve_wanted(conflict id)`. Not there where nothing is contradicted."""

    resolve_wanted = Signal(str)

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons, self._theme = icons, icons.theme
        self._conflict = ""
        px = icons.theme.px
        self.label = Label(self._theme, "", "small", parent=self)
        self.label.setWordWrap(True)
        self.resolve = Button(icons, tr("Resolve"), size="small", parent=self)
        self.resolve.clicked.connect(lambda: self.resolve_wanted.emit(self._conflict))
        row = QHBoxLayout(self)
        row.setContentsMargins(px(16) + px(36), px(8), px(16) + px(8), px(8) + px(8))
        row.setSpacing(px(8))
        row.addWidget(self.label, 1)
        row.addWidget(self.resolve, 0, Qt.AlignmentFlag.AlignVCenter)
        self.hide()

    def show_memory(self, memory: Memory) -> None:
        """That it contradicts something is known with the memory; what, is said by `show_conflicts`."""
        if not in_conflict(memory):
            self._conflict = ""
            self.hide()
        elif self._conflict not in memory.conflict_ids:
            self._say(memory.conflict_ids[0], tr("Contradicts another memory"))

    def show_conflicts(self, memory: Memory, conflicts: Sequence[Conflict]) -> None:
        """`conflicts`: the open ones of the memory that is shown."""
        others = contradicted(memory, conflicts)
        if others:
            self._say(conflicts[0].id, conflict_words(others))

    def _say(self, conflict: str, words: str) -> None:
        self._conflict = conflict
        self.label.setText(words)
        self.resolve.setAccessibleName(f"{tr('Resolve')}: {words}")
        self.show()

    def paintEvent(self, _event: QPaintEvent) -> None:
        px, painter = self._theme.px, QPainter(self)
        box = self.rect().adjusted(px(16), 0, -px(16), -px(8))
        rounded(painter, box, px(8), self._theme.color("warnSoft"))
        top = box.top() + (box.height() - px(16)) / 2
        self._icons.paint(painter, "conflicts", "warn", box.left() + px(12), top, 16)


def contradicted(memory: Memory, conflicts: Sequence[Conflict]) -> list[Memory]:
    """The living memories that it contradicts, those of the first conflict first, each once."""
    found: dict[str, Memory] = {}
    for conflict in conflicts:
        for member in conflict.members:
            if member.memory.id != memory.id and member.memory.status in _LIVING:
                found.setdefault(member.memory.id, member.memory)
    return list(found.values())


def conflict_words(others: Sequence[Memory]) -> str:
    """ "Contradicts “Use vitest.”", "Contradicts “Use vitest.” and 2 more"."""
    said = f"{tr('Contradicts')} “{short(plain(others[0].shown_text), _LONGEST)}”"
    return f"{said} {tr('and %n more', len(others) - 1)}" if len(others) > 1 else said
