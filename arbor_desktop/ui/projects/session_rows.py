"""The sessions of a project as rows: what was asked for, and how it ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QRect, QRectF, Qt
from PySide6.QtGui import QFontMetrics, QHelpEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QToolTip,
    QWidget,
)

from arbor_desktop.projects.model import ProjectSession
from arbor_desktop.ui.components import painting
from arbor_desktop.ui.components.row_list import RowList
from arbor_desktop.ui.components.row_model import ItemRole
from arbor_desktop.ui.conversations.words import started
from arbor_desktop.ui.projects.lines import LineDelegate, LineModel
from arbor_desktop.ui.projects.words import (
    errors_words,
    files,
    memories,
    session_sentence,
    size_word,
    status_look,
    status_word,
    task_of,
    tr,
    type_word,
)
from arbor_desktop.ui.source_words import source_words
from arbor_desktop.ui.theme import Theme

HEIGHT = 56
_DOTS, _DOT, _STEP = 5, 5, 8
_TIP = 500


@dataclass(frozen=True, slots=True)
class SessionRow:
    session: ProjectSession

    @property
    def id(self) -> str:
        return self.session.conversation_id


class SessionModel(LineModel[SessionRow]):
    """Those that were read so far."""

    def show(self, sessions: Sequence[ProjectSession], *, anew: bool) -> None:
        self.hold([SessionRow(one) for one in sessions], anew=anew)

    def text(self, item: SessionRow) -> str:
        return task_of(item.session)

    def spoken(self, item: SessionRow) -> str:
        return session_sentence(item.session, self._clock())


def paint_complexity(painter: QPainter, theme: Theme, x: int, middle: float, complexity: int) -> int:
    """Five dots, as many of them full. Answers their width."""
    px = theme.px
    for number in range(_DOTS):
        box = QRectF(x + px(number * _STEP), middle - px(_DOT) / 2, px(_DOT), px(_DOT))
        token = "text2" if number < complexity else "borderStrong"
        painting.rounded(painter, box, px(_DOT) / 2, theme.color(token))
    return px((_DOTS - 1) * _STEP + _DOT)


class SessionDelegate(LineDelegate):
    """How it ended as glyph and word; what was asked for; its size, files, errors and branch."""

    height, kind = HEIGHT, SessionRow

    def draw(self, painter: QPainter, row: QRect, item: SessionRow) -> None:
        px, session = self._theme.px, item.session
        glyph, token = status_look(session.status)
        self._icons.paint(painter, glyph, token, row.left() + px(16), row.top() + px(10))
        inner = row.adjusted(px(42), px(8), -px(16), 0)
        line = QRect(inner.left(), inner.top(), inner.width(), px(20))
        when = " ".join(part for part in started(session.at, self._clock()) if part)
        used = self.words(painter, line, when, "caption", "text3", right=True)
        self.words(painter, line.adjusted(0, 0, -used - px(12), 0), task_of(session), "body500", "text")
        self._facts(painter, QRect(inner.left(), inner.top() + px(22), inner.width(), px(18)), session)

    def _facts(self, painter: QPainter, line: QRect, session: ProjectSession) -> None:
        """From what matters most to what can be missed where there is no room."""
        px = self._theme.px
        kept = memories(session.memories) if session.memories else ""
        used = self.words(painter, line, kept, "caption", "text3", right=True)
        end = line.right() + 1 - (used + px(12) if used else 0)
        x = self._part(
            painter, line, line.left(), end, status_word(session.status, session.state), status_ink(session)
        )
        x = self._part(painter, line, x, end, type_word(session.type))
        if session.complexity is not None and x + px(100) < end:
            width = paint_complexity(painter, self._theme, x, line.center().y() + 1, session.complexity)
            x = self._part(painter, line, x + width + px(6), end, size_word(session.complexity))
        x = self._part(painter, line, x, end, files(session.files) if session.files else "")
        x = self._part(painter, line, x, end, errors_words(session.errors, session.errors_solved))
        if session.branch and x + px(60) < end:
            self._icons.paint(painter, "branch", "text3", x, line.top() + (line.height() - px(12)) / 2, 12)
            room = QRect(x + px(16), line.top(), end - x - px(16), line.height())
            self.words(painter, room, session.branch, "mono_small", "text3")

    def _part(self, painter: QPainter, line: QRect, x: int, end: int, text: str, token: str = "text2") -> int:
        """One thing, whole or not at all. Answers where the next one begins."""
        width = QFontMetrics(self._theme.font("small")).horizontalAdvance(text)
        if not text or x + width > end:
            return x
        self.words(painter, QRect(x, line.top(), width + 2, line.height()), text, "small", token)
        return x + width + self._theme.px(14)


def _tip(session: ProjectSession) -> str:
    """What a row has no room for."""
    task = session.task if len(session.task) <= _TIP else f"{session.task[:_TIP]}…"
    checks = " · ".join(session.checks)
    source = source_words(session.source).label
    return "\n".join(part for part in (task.strip() or session.title, checks, source) if part)


def status_ink(session: ProjectSession) -> str:
    """The colour of the word; what is not known is no more than quiet."""
    return status_look(session.status)[1]


class SessionList(RowList):
    """`opened(conversation id)` by a click or Enter; `more_wanted` when the end comes near."""

    def __init__(
        self, model: SessionModel, delegate: SessionDelegate, theme: Theme, parent: QWidget | None = None
    ) -> None:
        self._theme = theme  # before Qt's own: it lays out while it is being made
        super().__init__(
            model, delegate, {Qt.Key.Key_Return: "open", Qt.Key.Key_Enter: "open"}, parent=parent
        )
        self.setItemDelegate(delegate)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setAccessibleName(tr("Sessions"))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index.isValid() and index == self.currentIndex():
            self.command.emit("open")

    def updateGeometries(self) -> None:
        super().updateGeometries()
        self.verticalScrollBar().setSingleStep(self._theme.px(HEIGHT // 2))

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            item = self.indexAt(event.pos()).data(ItemRole)
            if isinstance(item, SessionRow):
                QToolTip.showText(event.globalPos(), _tip(item.session), self)
            return True
        return super().viewportEvent(event)

    @property
    def near_end(self) -> bool:
        """Whether less than a screen is left below."""
        bar = self.verticalScrollBar()
        return bar.value() + self.viewport().height() >= bar.maximum()
