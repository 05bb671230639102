"""Above the words of a memory that is no longer told: when and why it went, and the way back."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from arbor_desktop.clock import Clock
from arbor_desktop.memories.model import HistoryEntry, Memory, Status
from arbor_desktop.ui.components import Button, Label
from arbor_desktop.ui.components.painting import rounded
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.words import age, status_label, status_look, tr

GONE = (Status.ARCHIVED, Status.DELETED, Status.REJECTED, Status.SUPERSEDED)


class GoneBar(QWidget):
    """ "Archived 3 days ago: faded to 0.28 without being used". `restore_wanted` by its button. Not there
    while the memory counts."""

    restore_wanted = Signal()

    def __init__(self, icons: Icons, clock: Clock, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons, self._theme, self._clock = icons, icons.theme, clock
        self._memory: Memory | None = None
        self._glyph = "download"
        px = icons.theme.px
        self.label = Label(self._theme, "", "small", parent=self)
        self.label.setWordWrap(True)
        self.restore = Button(icons, tr("Restore"), size="small", icon="undo", parent=self)
        self.restore.clicked.connect(self.restore_wanted)
        row = QHBoxLayout(self)
        row.setContentsMargins(px(16) + px(36), px(8), px(16) + px(8), px(8) + px(8))
        row.setSpacing(px(8))
        row.addWidget(self.label, 1)
        row.addWidget(self.restore, 0, Qt.AlignmentFlag.AlignVCenter)
        self.hide()

    def show_memory(self, memory: Memory) -> None:
        """That it is gone is known with the memory; why, is said by `show_history`."""
        known = self._memory is not None and self._memory.id == memory.id
        same = known and self._memory is not None and self._memory.status is memory.status
        self._memory = memory
        gone = memory.status in GONE
        self.setVisible(gone)
        if gone and not same:
            self._glyph = status_look(memory.status)[1]
            self._say(gone_words(memory, (), self._clock()))

    def show_history(self, history: Sequence[HistoryEntry]) -> None:
        """`history`: of the memory that is shown, the newest first."""
        if self._memory is not None and self._memory.status in GONE:
            self._say(gone_words(self._memory, history, self._clock()))

    def _say(self, words: str) -> None:
        self.label.setText(words)
        self.restore.setAccessibleDescription(words)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        px, painter = self._theme.px, QPainter(self)
        box = self.rect().adjusted(px(16), 0, -px(16), -px(8))
        rounded(painter, box, px(8), self._theme.color("sunken"))
        top = box.top() + (box.height() - px(16)) / 2
        self._icons.paint(painter, self._glyph, "text2", box.left() + px(12), top, 16)


def gone_words(memory: Memory, history: Sequence[HistoryEntry], now: int) -> str:
    """Since when it is gone, and why, as far as that is known. `history`: the newest first."""
    went = next((one for one in history if _put_away(one, memory.status)), None)
    at = went.at if went is not None else memory.archived_at
    words = status_label(memory.status)
    if at is not None:
        words = f"{words} {age(at, now)}"
    reason = (went.reason or "").strip().rstrip(".") if went is not None else ""
    if not reason:
        return words
    return f"{words}: {_lowered(reason)}"


def _put_away(entry: HistoryEntry, status: Status) -> bool:
    """Whether this change made it what it is."""
    return not entry.undone and (entry.after or {}).get("status") == status


def _lowered(reason: str) -> str:
    """As it goes on after a colon; what is no common word ("Node 18 …") keeps its capital."""
    first = reason.split(maxsplit=1)[0]
    return reason if first[1:] != first[1:].lower() else reason[:1].lower() + reason[1:]
