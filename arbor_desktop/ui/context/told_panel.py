"""The last sessions that were told something; a panel over the strip."""

from __future__ import annotations

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetrics, QGuiApplication, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from arbor_desktop.clock import Clock, system_clock
from arbor_desktop.ui.components import Hairline, Label
from arbor_desktop.ui.components.painting import badge_width, paint_badge, rounded
from arbor_desktop.ui.context.popups import Popup
from arbor_desktop.ui.context.receipt_reads import Told, ToldSession
from arbor_desktop.ui.context.told_words import badge, headline, second_line, spoken, summary_lines
from arbor_desktop.ui.context.words import tr
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.style import RING_PROPERTY

_SESSION = Qt.ItemDataRole.UserRole + 1
_ROW, _MOST_ROWS = 48, 6


class SessionsModel(QAbstractListModel):
    """The newest first."""

    def __init__(self, clock: Clock, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._clock = clock
        self.sessions: tuple[ToldSession, ...] = ()

    def show(self, sessions: tuple[ToldSession, ...]) -> None:
        self.beginResetModel()
        self.sessions = sessions
        self.endResetModel()

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.sessions)

    def data(
        self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if not index.isValid():
            return None
        session = self.sessions[index.row()]
        if role == _SESSION:
            return session
        if role == Qt.ItemDataRole.DisplayRole:
            return headline(session)
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return spoken(session, self._clock())
        return None


class _Delegate(QStyledItemDelegate):
    def __init__(self, icons: Icons, clock: Clock, parent: QWidget) -> None:
        super().__init__(parent)
        self._icons, self._clock = icons, clock

    def sizeHint(self, _option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(0, self._icons.theme.px(_ROW))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        theme = self._icons.theme
        session: ToldSession = index.data(_SESSION)
        row = option.rect.adjusted(theme.px(6), 1, -theme.px(6), -1)
        if option.state & QStyle.StateFlag.State_MouseOver and session.conversation_id:
            rounded(painter, row, theme.px(8), theme.color("hover"))
        if option.state & QStyle.StateFlag.State_HasFocus:
            rounded(painter, row, theme.px(8), None, theme.color("focus"), 2)
        words, kind, glyph = badge(session)
        width = badge_width(theme, words, glyph is not None)
        right = row.right() - theme.px(10)
        paint_badge(painter, self._icons, right - width, row.top() + theme.px(5), words, kind, glyph)
        left = row.left() + theme.px(10)
        title = QRect(left, row.top() + theme.px(4), right - width - theme.px(10) - left, theme.px(20))
        self._line(painter, title, headline(session), "body500", "text")
        below = QRect(left, title.bottom() + 1, right - left, theme.px(18))
        self._line(painter, below, second_line(session, self._clock()), "caption", "text3")

    def _line(self, painter: QPainter, box: QRect, text: str, style: str, token: str) -> None:
        font = self._icons.theme.font(style)
        painter.setFont(font)
        painter.setPen(self._icons.theme.color(token))
        shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, shown)


class ToldPanel(Popup):
    """`chosen(conversation id)` when a person picks a session whose conversation was captured."""

    chosen = Signal(str)

    def __init__(self, icons: Icons, told: Told, *, clock: Clock = system_clock, parent: QWidget) -> None:
        super().__init__(icons.theme, tr("Sessions that were told"), parent)
        theme, px = icons.theme, icons.theme.px
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        head = QVBoxLayout()
        head.setContentsMargins(px(16), px(12), px(16), px(10))
        head.setSpacing(px(2))
        head.addWidget(Label(theme, tr("Is it working?"), "section", parent=self))
        self.summary = Label(theme, "\n".join(summary_lines(told.summary)), "small", "text2", parent=self)
        self.summary.setWordWrap(True)
        head.addWidget(self.summary)
        self.model = SessionsModel(clock, self)
        self.list = QListView(self)
        self.list.setUniformItemSizes(True)
        self.list.setMouseTracking(True)
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.list.setProperty(RING_PROPERTY, "none")
        self.list.setAccessibleName(tr("Sessions that were told"))
        self.list.setModel(self.model)
        self.list.setItemDelegate(_Delegate(icons, clock, self.list))
        self.list.clicked.connect(self._open)
        self.list.activated.connect(self._open)
        self.model.show(told.sessions)
        self.list.setFixedHeight(px(_ROW) * max(1, min(len(told.sessions), _MOST_ROWS)))
        column = self.column
        column.setContentsMargins(1, 1, 1, px(6))
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(Hairline(theme, parent=self))
        column.addSpacing(px(4))
        column.addWidget(self.list)
        self.list.setVisible(bool(told.sessions))
        self.setFixedWidth(px(480))

    def open_above(self, corner: QPoint) -> None:
        """Shows it with its lower left there, within the screen."""
        self._fit()
        screen = QGuiApplication.screenAt(corner) or self.screen()
        self.open_at(QPoint(corner.x(), max(screen.availableGeometry().top(), corner.y() - self.height())))
        self.list.setFocus(Qt.FocusReason.PopupFocusReason)
        if self.model.sessions:
            self.list.setCurrentIndex(self.model.index(0))

    def _open(self, index: QModelIndex) -> None:
        session = self.model.sessions[index.row()]
        if session.conversation_id:
            self.close()
            self.chosen.emit(session.conversation_id)
