"""Where the columns of the table lie in a given width, and which of them there is room for."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from PySide6.QtCore import Qt

from arbor_desktop.ui.conversations.words import tr
from arbor_desktop.ui.theme import Theme

TITLE = "title"
GAP = 12
EDGE = 16
TITLE_LEAST = 180
PROJECT_LEAST = 92


@dataclass(frozen=True, slots=True)
class Column:
    """`width` in pixels of the design; the title takes what is left."""

    key: str
    width: int
    right: bool = False
    inset: int = 0


COLUMNS = (
    Column(TITLE, 0),
    Column("project", 124),
    Column("started", 58),
    Column("turns", 36, right=True),
    Column("status", 124, inset=8),
    Column("memories", 36, right=True),
    Column("tokens", 84, right=True),
)
DROPPED = ("tokens", "turns", "started", "memories")
"""In this order columns give way to the title; the others always stay."""
OPTIONAL = ("project", "started", "turns", "memories", "tokens")
"""What a person may hide."""


def heading(key: str) -> str:
    return {
        "title": tr("Conversation"),
        "project": tr("Project"),
        "started": tr("Started"),
        "turns": tr("Msgs"),
        "status": tr("Status"),
        "memories": tr("Mem."),
        "tokens": tr("Tokens · cost"),
    }[key]


def spoken_heading(key: str) -> str:
    return {"turns": tr("Messages"), "memories": tr("Memories"), "tokens": tr("Tokens and cost")}.get(
        key, heading(key)
    )


@dataclass(frozen=True, slots=True)
class Slot:
    """A column as it lies now, in pixels from the left edge of the row."""

    column: Column
    left: int
    width: int

    @property
    def alignment(self) -> Qt.AlignmentFlag:
        return Qt.AlignmentFlag.AlignRight if self.column.right else Qt.AlignmentFlag.AlignLeft


def lay_out(theme: Theme, width: int, hidden: Collection[str] = ()) -> tuple[Slot, ...]:
    """The columns that are shown in a row of `width` pixels, from left to right."""
    px = theme.px
    shown = [column for column in COLUMNS if column.key not in hidden]
    for key in DROPPED:
        if _title_room(theme, shown, width) >= px(TITLE_LEAST):
            break
        shown = [column for column in shown if column.key != key]
    widths = {column.key: px(column.width) for column in shown}
    room = _title_room(theme, shown, width)
    if room < px(TITLE_LEAST) and "project" in widths:
        spared = min(px(TITLE_LEAST) - room, widths["project"] - px(PROJECT_LEAST))
        widths["project"] -= spared
        room += spared
    widths[TITLE] = max(room, px(60))
    slots, left = [], px(EDGE)
    for column in shown:
        slots.append(Slot(column, left, widths[column.key]))
        left += widths[column.key] + px(GAP)
    return tuple(slots)


def _title_room(theme: Theme, shown: list[Column], width: int) -> int:
    px = theme.px
    others = sum(px(column.width) for column in shown if column.key != TITLE)
    return width - 2 * px(EDGE) - others - (len(shown) - 1) * px(GAP)
