"""Before anything is restored: one memory with today's text beside it, or several with ticks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QStyle, QStyleOption, QWidget

from arbor_desktop.editing.time_machine import Comparison
from arbor_desktop.memories.model import LIVING, Memory
from arbor_desktop.ui.components import Card, Label
from arbor_desktop.ui.components.boxes import vbox
from arbor_desktop.ui.components.dialogs import Sheet
from arbor_desktop.ui.components.radio_row import RadioRow
from arbor_desktop.ui.formatting import plain
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.time_machine.pane import TwoTexts
from arbor_desktop.ui.memories.time_machine.words import day_name, long_label
from arbor_desktop.ui.memory.words import short
from arbor_desktop.ui.style import ArborStyle
from arbor_desktop.ui.translation import tr

MOST = 500
"""So many are offered at once."""
_ROW = 30


class RestoreSheet(Sheet):
    """Restore one memory: in place of today's text, or beside it."""

    def __init__(self, icons: Icons, found: Comparison, day: date, parent: QWidget) -> None:
        super().__init__(icons, tr("Restore this memory?"), tr("Restore"), parent=parent)
        self.purpose.setText(tr("As it was on {day}.").format(day=day_name(day)))
        self.kept.setText(tr("You can undo it."))
        self._found = found
        self.column.addWidget(TwoTexts(icons, found, day))
        self.replace = self.as_new = None
        if found.successor is None and found.now.status not in LIVING:
            note = tr(
                "The memory becomes active again. If it contradicts another one, you decide in Conflicts."
            )
            self.column.addWidget(Label(icons.theme, note, "body", "text2", wrap=True))
        else:
            choices = Card(icons.theme)
            about = (
                tr("Today's memory is replaced.")
                if found.successor
                else tr("Today's text stays in its history.")
            )
            self.replace = RadioRow(icons, tr("Replace today's"), about, choices)
            both = tr("Both are kept. If they contradict each other, you decide in Conflicts.")
            self.as_new = RadioRow(icons, tr("Add as new"), both, choices)
            self.replace.setChecked(True)
            vbox(self.replace, self.as_new, on=choices, margins=1)
            self.column.addWidget(choices)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        QTimer.singleShot(0, self.fit)  # texts wrap once they have their width

    @property
    def options(self) -> dict[str, object]:
        """What was chosen, for `TimeMachine.restore`."""
        beside = self.as_new is not None and self.as_new.isChecked()
        successor = self._found.successor
        return {"as_new": beside, "instead_of": successor.id if successor and not beside else None}


class _TickStyle(ArborStyle):
    """Boxes in a list grow with the text. Not in the style of all: each call costs a step to Python."""

    def pixelMetric(
        self,
        metric: QStyle.PixelMetric,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
    ) -> int:
        if metric in (QStyle.PixelMetric.PM_IndicatorWidth, QStyle.PixelMetric.PM_IndicatorHeight):
            return self._theme.px(16)
        return super().pixelMetric(metric, option, widget)


class SeveralSheet(Sheet):
    """Restore the ticked ones of the listed memories."""

    def __init__(
        self,
        icons: Icons,
        memories: Sequence[Memory],
        became: Mapping[str, str],
        day: date,
        chosen: Sequence[str],
        more: int,
        parent: QWidget,
    ) -> None:
        """`chosen`: ids that are ticked at first; `more`: how many others there are."""
        super().__init__(icons, tr("Restore several memories"), tr("Restore"), parent=parent)
        px = icons.theme.px
        purpose = tr("Ticked memories become active again, with their text from {day}.").format(
            day=day_name(day)
        )
        if more:
            purpose += " " + tr("%n more are not listed: filter the list first.", None, more)
        self.purpose.setText(purpose)
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Memories"))
        style = _TickStyle(icons.theme)
        style.setParent(self.list)
        self.list.setStyle(style)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setUniformItemSizes(True)
        for memory in memories:
            item = QListWidgetItem(f"{long_label(became[memory.id])} · {short(plain(memory.content), 90)}")
            item.setSizeHint(QSize(0, px(_ROW)))
            item.setToolTip(plain(memory.content))
            item.setData(Qt.ItemDataRole.UserRole, memory.id)
            ticked = memory.id in chosen
            item.setCheckState(Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked)
            self.list.addItem(item)
        self.list.setMinimumHeight(px(_ROW) * min(max(len(memories), 3), 12) + px(8))
        self.list.itemChanged.connect(self._count)
        self.list.setFrameShape(QListWidget.Shape.NoFrame)
        card = Card(icons.theme)
        vbox(self.list, on=card, margins=px(6))
        self.column.addWidget(card)
        self._count()

    def ids(self) -> list[str]:
        """Return the ids of the ticked ones."""
        items = [self.list.item(row) for row in range(self.list.count())]
        return [
            item.data(Qt.ItemDataRole.UserRole)
            for item in items
            if item.checkState() is Qt.CheckState.Checked
        ]

    def _count(self) -> None:
        count = len(self.ids())
        self.can_do = bool(count)
        self.do.setEnabled(self.can_do)
        self.kept.setText(tr("%n memories, undone in one step.", None, count) if count else "")
