"""The palette: type a few letters of anything, press Enter. Drawn over the page, which is dimmed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QCloseEvent,
    QFont,
    QFontMetrics,
    QGuiApplication,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import (
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from arbor_desktop.ui.components import Hairline, KeyHint, Label, SearchField
from arbor_desktop.ui.components.boxes import hbox
from arbor_desktop.ui.components.painting import keycap_width, paint_keycap, paint_letters, rounded
from arbor_desktop.ui.components.row_model import Index
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.shell.commands import key_words
from arbor_desktop.ui.shell.palette_results import Finder, Group, Row
from arbor_desktop.ui.style import RING_PROPERTY
from arbor_desktop.ui.translation import tr

if TYPE_CHECKING:
    from arbor_desktop.ui.shell.window import MainWindow

_WIDTH, _TOP, _MARGIN = 680, 92, 24
_FIELD, _ROW, _HEADING, _FOOT = 52, 36, 28, 36
_ROWS_SHOWN = 11
_VEIL = 0.68
_ItemRole = Qt.ItemDataRole.UserRole + 1
_STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 8, Qt.Key.Key_PageUp: -8}


class PaletteModel(QAbstractListModel):
    """Headings and rows, one below the other."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.items: list[Group | Row] = []

    def show(self, groups: Sequence[Group]) -> None:
        self.beginResetModel()
        self.items = []
        for group in groups:
            self.items += (group, *group.rows)
        self.endResetModel()

    def rows(self) -> list[int]:
        """Return the places of what can be opened."""
        return [place for place, item in enumerate(self.items) if isinstance(item, Row)]

    def row(self, place: int) -> Row | None:
        item = self.items[place] if 0 <= place < len(self.items) else None
        return item if isinstance(item, Row) else None

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.items)

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        return flags if self.row(index.row()) is not None else flags & ~Qt.ItemFlag.ItemIsSelectable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        item = self.items[index.row()]
        if role == _ItemRole:
            return item
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return None
        if isinstance(item, Group):
            return item.heading
        return item.text if role == Qt.ItemDataRole.DisplayRole else spoken(item)


def spoken(row: Row) -> str:
    """Return what a screen reader says of a row."""
    return ". ".join(part for part in (row.text, row.excerpt, row.note, key_words(row.keys)) if part)


class Palette(QWidget):
    """The veil over the window with the palette on it. The field keeps the focus; a click on the veil, Escape
    or the focus elsewhere closes it. Deleted when closed."""

    def __init__(self, icons: Icons, finder: Finder, window: MainWindow) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAccessibleName(tr("Find anything"))
        self._icons, self._finder, self._window = icons, finder, window
        self._wanted, self._enter, self._chosen = "", False, False
        self._former = window.focusWidget()
        self.panel = QFrame(self)
        self.panel.setObjectName("palette")
        name = tr("Find memories, conversations, projects, settings and commands")
        self.field = SearchField(icons, name, delay_ms=0, parent=self.panel)
        self.field.boxed = False
        self.field.setFont(icons.theme.font("editor"))
        self.field.setAccessibleName(tr("Find anything"))
        self.field.textChanged.connect(self._search)
        self.field.installEventFilter(self)
        self.model = PaletteModel(self)
        self.list = QListView(self.panel)
        self.list.setAccessibleName(tr("Matches"))
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setMouseTracking(True)
        self.list.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setProperty(RING_PROPERTY, "none")
        self.list.viewport().setAutoFillBackground(False)
        self.list.setModel(self.model)
        self._delegate = _Delegate(icons, self)
        self.list.setItemDelegate(self._delegate)
        self.list.clicked.connect(self._clicked)
        self.count = Label(icons.theme, "", "small", "text2", parent=self.panel)
        self._lay_out()
        window.installEventFilter(self)

    def _lay_out(self) -> None:
        theme, px = self._icons.theme, self._icons.theme.px
        self.foot = QWidget(self.panel)
        self._hints: dict[tuple[str, ...], KeyHint] = {}
        foot = hbox(on=self.foot, margins=(px(18), 0, px(18), 0), gap=px(16))
        for keys, words in (
            (("↑", "↓"), tr("Navigate")),
            (("Tab",), tr("Next group")),
            (("Enter",), tr("Open")),
            (("Ctrl C",), tr("Copy")),
            (("Esc",), tr("Close")),
        ):
            hint = KeyHint(theme, keys, words, self.foot)
            foot.addWidget(hint)
            self._hints[keys] = hint
        foot.addStretch(1)
        foot.addWidget(self.count)
        self.foot.setFixedHeight(px(_FOOT))
        column = QVBoxLayout(self.panel)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        self.field.setFixedHeight(px(_FIELD))
        line = hbox(self.field, margins=(px(9), 0, px(9), 0))
        margins = self.field.textMargins()
        self.field.setTextMargins(margins.left() + px(4), 0, margins.right(), 0)
        column.addLayout(line)
        column.addWidget(Hairline(theme, parent=self.panel))
        column.addWidget(self.list, 1)
        column.addWidget(Hairline(theme, parent=self.panel))
        column.addWidget(self.foot)

    def open(self) -> None:
        """Show it over the window, with where the person was and some commands."""
        self._place()
        self.show()
        self.raise_()
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)
        self._search("")

    @property
    def shown(self) -> tuple[Row, ...]:
        """What can be opened, from the top."""
        return tuple(item for item in self.model.items if isinstance(item, Row))

    @property
    def searching(self) -> bool:
        """Whether what is listed does not belong to what is typed yet."""
        return self._wanted != "" or self._enter

    # Results

    def _search(self, text: str) -> None:
        words = " ".join(text.split())
        self._wanted, self._chosen = words or " ", False
        self._window.bridge.start(self._find(words), self)

    async def _find(self, words: str) -> None:
        """Show all groups at once: a row that comes late would push the selected one."""
        groups = await self._finder.find(words)
        if self._wanted != (words or " "):
            return
        self._wanted = ""
        self.model.show(groups)
        self._delegate.words = words.split()
        total = sum(max(group.total, len(group.rows)) for group in groups)
        matches = tr("%n matches", None, total)
        found = bool(groups) and (not words or any(group.total for group in groups))
        self.count.setText(matches if words and found else "")
        self._hints[("Tab",)].setVisible(len(groups) > 1)
        self._hints[("Ctrl C",)].setVisible(found)
        self._place()
        self._select(next(iter(self.model.rows()), -1))
        if self._enter:
            self._enter = False
            self._open(self.list.currentIndex().row())

    def _select(self, place: int) -> None:
        row = self.model.row(place)
        if row is None:
            return
        self.list.setCurrentIndex(self.model.index(place))
        if place == self.model.rows()[0]:
            self.list.scrollToTop()  # with its heading
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.list, spoken(row)))

    def _move(self, step: int) -> None:
        rows = self.model.rows()
        if rows:
            here = rows.index(place) if (place := self.list.currentIndex().row()) in rows else 0
            self._select(rows[min(len(rows) - 1, max(0, here + step))])

    def _next_group(self, step: int) -> None:
        """Select the first row of the next group, round and round."""
        starts = [place + 1 for place, item in enumerate(self.model.items) if isinstance(item, Group)]
        if starts:
            here = sum(start <= self.list.currentIndex().row() for start in starts) - 1
            self._select(starts[(here + step) % len(starts)])

    def _open(self, place: int) -> None:
        row = self.model.row(place)
        if row is not None:
            self.close()
            row.open()

    def _clicked(self, index: QModelIndex) -> None:
        group = self.model.items[index.row()]
        if isinstance(group, Row):
            self._open(index.row())
        elif group.show_all is not None and group.show_all_words:
            self.close()
            group.show_all()

    # Keys, focus, place

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._window and event.type() == QEvent.Type.Resize:
            self._place()
        elif watched is self.field and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return self._key(event)
        elif watched is self.field and event.type() == QEvent.Type.FocusOut:
            focus = self._window.focusWidget()
            if focus is not None and focus is not self.field:
                self.close()
        return super().eventFilter(watched, event)

    def _key(self, event: QKeyEvent) -> bool:
        key = Qt.Key(event.key())
        control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        row = self.model.row(self.list.currentIndex().row())
        if key == Qt.Key.Key_Escape:
            self.close()
        elif key in _STEPS:
            self._move(_STEPS[key])
        elif key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
            self._next_group(1 if key == Qt.Key.Key_Tab else -1)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self._wanted:  # opened as soon as it is found
                self._enter = True
            else:
                self._open(self.list.currentIndex().row())
        elif key == Qt.Key.Key_C and control and row is not None and not self.field.hasSelectedText():
            QGuiApplication.clipboard().setText(row.text)
        else:
            return False
        return True

    def _place(self) -> None:
        """Cover the window; as high as the rows need, within it."""
        px = self._icons.theme.px
        self.setGeometry(self._window.rect())
        width = min(px(_WIDTH), self.width() - 2 * px(_MARGIN))
        heights = [px(_ROW if isinstance(item, Row) else _HEADING) for item in self.model.items]
        listed = min(sum(heights) + px(8), _ROWS_SHOWN * px(_ROW) + 5 * px(_HEADING) + px(8))
        top = min(px(_TOP), max(px(_MARGIN), (self.height() - px(480)) // 2))
        around = px(_FIELD) + px(_FOOT) + 4
        height = min(around + max(listed, px(_ROW)), self.height() - top - px(_MARGIN))
        self.panel.setGeometry((self.width() - width) // 2, top, width, height)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()
        if not self.panel.geometry().contains(event.position().toPoint()):
            self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        had = self.isAncestorOf(self._window.focusWidget()) if self._window.focusWidget() else False
        self._window.removeEventFilter(self)
        self.field.removeEventFilter(self)
        self._wanted, self._enter = "", False
        self.hide()
        if had and self._former is not None:
            self._former.setFocus(Qt.FocusReason.PopupFocusReason)
        super().closeEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._icons.theme
        painter = QPainter(self)
        veil = theme.color("desk")
        veil.setAlphaF(_VEIL)
        painter.fillRect(self.rect(), veil)
        rounded(
            painter, self.panel.geometry(), theme.px(10), theme.color("card"), theme.color("borderStrong")
        )
        foot = QRect(self.foot.mapTo(self, QPoint()), self.foot.size())
        painter.setClipRect(foot)
        box = self.panel.geometry().adjusted(1, 0, -1, -1)
        rounded(painter, box, theme.px(10), theme.color("sunken"))


class _Delegate(QStyledItemDelegate):
    """Paints headings and rows; `words` are marked where they occur."""

    def __init__(self, icons: Icons, palette: Palette) -> None:
        super().__init__(palette)
        self._icons = icons
        self.words: list[str] = []

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        px = self._icons.theme.px
        return QSize(0, px(_ROW if isinstance(index.data(_ItemRole), Row) else _HEADING))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        item = index.data(_ItemRole)
        if isinstance(item, Group):
            self._paint_heading(painter, option.rect, item)
        else:
            self._paint_row(painter, option, item)

    def _paint_heading(self, painter: QPainter, box: QRect, group: Group) -> None:
        theme, px = self._icons.theme, self._icons.theme.px
        inner = box.adjusted(px(18), 0, -px(18), -px(5))
        painter.setFont(theme.font("caption600"))
        painter.setPen(theme.color("text3"))
        painter.drawText(inner, Qt.AlignmentFlag.AlignBottom, group.heading)
        painter.setPen(theme.color("accentText"))
        bottom = Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignRight
        painter.drawText(inner, bottom, group.show_all_words)

    def _paint_row(self, painter: QPainter, option: QStyleOptionViewItem, row: Row) -> None:
        theme, px = self._icons.theme, self._icons.theme.px
        box = option.rect.adjusted(px(8), 0, -px(8), 0)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        if chosen:
            rounded(painter, box, px(6), theme.color("selected"))
            bar = QRectF(box.left(), box.top() + px(9), px(3), box.height() - 2 * px(9))
            rounded(painter, bar, px(2), theme.color("accent"))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            rounded(painter, box, px(6), theme.color("hover"))
        inner = box.adjusted(px(10), 0, -px(10), 0)
        icon = QRect(inner.left(), inner.center().y() - px(10) + 1, px(20), px(20))
        if row.letters:
            paint_letters(painter, theme, icon, row.letters)
        else:
            self._icons.paint(painter, row.glyph, row.tone, icon.left() + px(2), icon.top() + px(2), 16)
        inner.setLeft(icon.right() + px(10))
        keys = key_words(row.keys) if row.keys else tr("Enter") if chosen else ""
        if keys:
            width = keycap_width(theme, keys)
            paint_keycap(painter, theme, inner.right() - width, inner.center().y() - px(9) + 1, keys)
            inner.setRight(inner.right() - width - px(10))
        if row.note:
            font = theme.font("small")
            width = min(QFontMetrics(font).horizontalAdvance(row.note) + 2, inner.width() // 2)
            note = QRect(inner.right() - width, inner.top(), width, inner.height())
            self._paint_words(painter, note, row.note, font, "text2", mark=False)
            inner.setRight(note.left() - px(12))
        taken = self._paint_words(painter, inner, row.text, theme.font("body"), "text")
        inner.setLeft(inner.left() + taken + px(10))
        if row.excerpt and inner.width() > px(60):
            self._paint_words(painter, inner, row.excerpt, theme.font("small"), "text2")

    def _paint_words(
        self, painter: QPainter, box: QRect, text: str, font: QFont, ink: str, *, mark: bool = True
    ) -> int:
        """Paint a text, elided, with the matches marked; answer its width."""
        theme, words = self._icons.theme, self.words if mark else ()
        bold = QFont(font)
        bold.setWeight(QFont.Weight.DemiBold)
        plain_width, bold_width = (QFontMetrics(used).horizontalAdvance for used in (font, bold))
        wider = sum(bold_width(part) - plain_width(part) for part, marked in _parts(text, words) if marked)
        shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, box.width() - wider)
        left = box.left()
        for part, marked in _parts(shown, words):
            used, width = (bold, bold_width(part)) if marked else (font, plain_width(part))
            if marked:
                line = theme.px(18)
                tint = QRectF(left, box.center().y() - line / 2 + 1, width, line)
                rounded(painter, tint, theme.px(3), theme.color("mark"))
            painter.setFont(used)
            painter.setPen(theme.color(ink))
            painter.drawText(
                QRect(left, box.top(), width + 2, box.height()), Qt.AlignmentFlag.AlignVCenter, part
            )
            left += width
        return left - box.left()


def _parts(text: str, words: Sequence[str]) -> list[tuple[str, bool]]:
    """Split a text into what matches one of the words and what does not."""
    folded = text.lower()
    marked = [False] * len(text)
    if len(folded) == len(text):
        for word in words:
            at = folded.find(word.lower())
            while at >= 0:
                marked[at : at + len(word)] = [True] * len(word)
                at = folded.find(word.lower(), at + len(word))
    out: list[tuple[str, bool]] = []
    for letter, on in zip(text, marked, strict=True):
        if out and out[-1][1] == on:
            out[-1] = (out[-1][0] + letter, on)
        else:
            out.append((letter, on))
    return out
