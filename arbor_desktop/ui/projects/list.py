"""The list of projects: its rows and their order, how they are painted, and what is shown without a match."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QHelpEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolTip,
    QWidget,
)

from arbor_desktop.clock import Clock
from arbor_desktop.projects.model import ProjectSummary
from arbor_desktop.ui.components import Button, EmptyState, painting
from arbor_desktop.ui.components.boxes import stacked, vbox
from arbor_desktop.ui.components.painting import paint_text
from arbor_desktop.ui.components.row_list import RowList
from arbor_desktop.ui.components.row_model import Failed, HasId, Index, ItemRole, RowModel
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.projects.words import (
    conversations,
    memories,
    seen,
    shown_path,
    summary_sentence,
    summary_tags,
)
from arbor_desktop.ui.theme import Theme
from arbor_desktop.ui.translation import number, tr

_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextSingleLine
_RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight | Qt.TextFlag.TextSingleLine
_ALL = 1_000_000
Line = TypeVar("Line", bound=HasId)


class LineModel(RowModel[Line]):
    """All rows are held: one question answers them, and there are dozens or hundreds, not a hundred
    thousand."""

    def __init__(self, clock: Clock, parent: QObject | None = None) -> None:
        super().__init__(self._from_here, keep=_ALL, parent=parent)
        self._clock = clock
        self._known: dict[str, Line] = {}

    def hold(self, rows: Sequence[Line], *, anew: bool = False) -> None:
        """Lists these; what stays keeps its place and selection, unless they are another list."""
        # Rows first: a view that moves on asks for them at once, also for one that is about to go.
        self._known |= {row.id: row for row in rows}
        self.put(rows)
        ids = [row.id for row in rows]
        if anew:
            self.start(ids)
        else:
            self.follow(ids)
        self._known = {row.id: row for row in rows}

    def _from_here(self, ids: list[str], loaded: Any, _failed: Failed) -> None:
        loaded([self._known[id_] for id_ in ids if id_ in self._known])


class LineDelegate(QStyledItemDelegate):
    """Paints the ground; what lies on it is for a subclass to `draw`."""

    height: ClassVar[int]
    kind: ClassVar[type]

    def __init__(self, icons: Icons, clock: Clock, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._icons, self._theme, self._clock = icons, icons.theme, clock
        self.ring = False

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(self._theme.px(200), self._theme.px(self.height))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row: QRect = option.rect
        painting.paint_row(painter, self._theme, row, option.state, ring=self.ring)
        item = index.data(ItemRole)
        if isinstance(item, self.kind):
            self.draw(painter, row, item)

    def draw(self, painter: QPainter, row: QRect, item: Any) -> None:
        raise NotImplementedError


SEEN, NAME, MEMORIES = "seen", "name", "memories"
SORTS = (SEEN, NAME, MEMORIES)


@dataclass(frozen=True, slots=True)
class Row:
    summary: ProjectSummary

    @property
    def id(self) -> str:
        return self.summary.path


class ProjectModel(LineModel[Row]):
    def show(self, summaries: Sequence[ProjectSummary]) -> None:
        self.hold([Row(one) for one in summaries])

    def text(self, item: Row) -> str:
        return item.summary.name

    def spoken(self, item: Row) -> str:
        return summary_sentence(item.summary, self._clock())


def matching(summaries: Iterable[ProjectSummary], words: str) -> list[ProjectSummary]:
    """Those in whose name, path or technologies every word occurs."""
    wanted = words.casefold().split()
    return [one for one in summaries if all(word in _searched(one) for word in wanted)]


def _searched(summary: ProjectSummary) -> str:
    return "\n".join((summary.name, summary.path, *summary_tags(summary))).casefold()


def in_order(summaries: Iterable[ProjectSummary], sort: str) -> list[ProjectSummary]:
    """By when they were seen last, by name, or by how many memories they have."""
    keys: dict[str, Callable[[ProjectSummary], tuple[object, ...]]] = {
        SEEN: lambda one: (-(one.last_seen or 0), one.name.casefold(), one.path),
        NAME: lambda one: (one.name.casefold(), one.path),
        MEMORIES: lambda one: (-one.memories, one.name.casefold(), one.path),
    }
    return sorted(summaries, key=keys.get(sort, keys[SEEN]))


HEIGHT = 82


class ProjectDelegate(LineDelegate):
    """Name and when it was seen last; its path; what it is made with, and how much is known of it."""

    height, kind = HEIGHT, Row

    def draw(self, painter: QPainter, row: QRect, item: Row) -> None:
        px, summary = self._theme.px, item.summary
        inner = row.adjusted(px(16), px(10), -px(14), 0)
        self._name(painter, QRect(inner.left(), inner.top(), inner.width(), px(20)), summary)
        left = inner.left() + px(24)
        path = QRect(left, inner.top() + px(21), inner.right() + 1 - left, px(16))
        middle = Qt.TextElideMode.ElideMiddle
        paint_text(painter, self._theme, path, shown_path(summary.path), "mono_small", "text3", mode=middle)
        self._foot(painter, QRect(left, inner.top() + px(42), path.width(), px(18)), summary)

    def _name(self, painter: QPainter, line: QRect, summary: ProjectSummary) -> None:
        px = self._theme.px
        when = seen(summary.last_seen, self._clock())
        used = paint_text(painter, self._theme, line, when, "caption", "text3", right=True)
        tone = "text3" if summary.there else "disabled"
        self._icons.paint(painter, "folder", tone, line.left(), line.top() + (line.height() - px(16)) / 2)
        room = line.adjusted(px(24), 0, -used - px(10), 0)
        ink = "text" if summary.there else "text2"
        paint_text(painter, self._theme, room, summary.name, "body600", ink)

    def _foot(self, painter: QPainter, line: QRect, summary: ProjectSummary) -> None:
        """Tags as far as there is room beside the figures."""
        px, theme = self._theme.px, self._theme
        end = self._counts(painter, line, summary) - px(8)
        x = line.left()
        if not summary.there:
            room = QRect(x, line.top(), end - x, line.height())
            paint_text(painter, self._theme, room, tr("Not on this computer"), "caption", "text2")
            return
        for tag in summary_tags(summary):
            if x + painting.tag_width(theme, tag) > end:
                break
            x += painting.paint_tag(painter, theme, x, line.top(), tag) + px(6)

    def _counts(self, painter: QPainter, line: QRect, summary: ProjectSummary) -> int:
        """Memories and sessions, each with its glyph, at the right end. Answers where they begin."""
        px, x = self._theme.px, line.right() + 1
        metrics = QFontMetrics(self._theme.font("caption"))
        for glyph, count in (("conversations", summary.conversations), ("memories", summary.memories)):
            said = number(count)
            x -= metrics.horizontalAdvance(said)
            box = QRect(x, line.top(), line.right() + 1 - x, line.height())
            paint_text(painter, self._theme, box, said, "caption", "text2")
            x -= px(17)
            self._icons.paint(painter, glyph, "text3", x, line.top() + (line.height() - px(13)) / 2, 13)
            x -= px(10)
        return x + px(10)


class ProjectList(RowList):
    """`command("open")` for the keys that go into a project."""

    def __init__(self, model: ProjectModel, delegate: ProjectDelegate, theme: Theme) -> None:
        self._theme = theme  # before Qt's own: it lays out while it is being made
        keys = {Qt.Key.Key_Return: "open", Qt.Key.Key_Enter: "open", Qt.Key.Key_Right: "open"}
        super().__init__(model, delegate, keys)
        self.setItemDelegate(delegate)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setAccessibleName(tr("Projects"))

    def updateGeometries(self) -> None:
        super().updateGeometries()
        self.verticalScrollBar().setSingleStep(self._theme.px(HEIGHT // 2))

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            item = self.indexAt(event.pos()).data(ItemRole)
            if isinstance(item, Row):
                one = item.summary
                counts = f"{memories(one.memories)} · {conversations(one.conversations)}"
                QToolTip.showText(event.globalPos(), f"{one.path}\n{counts}", self)
            return True
        return super().viewportEvent(event)


_LEAST = 260


class ListPane(QWidget):
    clear_wanted = Signal()

    def __init__(self, icons: Icons, view: ProjectList, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons, self.view = icons, view
        self.state = EmptyState(icons, "search", "", parent=self)
        self.stack = stacked(view, self.state, parent=self)
        vbox(self.stack, on=self)
        self.setMinimumWidth(icons.theme.px(_LEAST))

    def show_list(self) -> None:
        self.stack.setCurrentWidget(self.view)

    def show_no_match(self, words: str) -> None:
        clear = Button(self._icons, tr("Clear search"), clicked=self.clear_wanted)
        short = words if len(words) <= 40 else f"{words[:39]}…"
        text = tr("Arbor searched names, paths and technologies.")
        self.state.show_state(
            "search", tr("No matches for “{words}”").format(words=short), text, actions=(clear,)
        )
        self.stack.setCurrentWidget(self.state)
