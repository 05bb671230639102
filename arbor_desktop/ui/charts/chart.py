"""A chart: what pointer and keys mark, the box that tells of it, and what is read aloud."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QColor,
    QContextMenuEvent,
    QFocusEvent,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from arbor_desktop.ui.charts.figures import Table
from arbor_desktop.ui.components.painting import rounded
from arbor_desktop.ui.theme import Theme
from arbor_desktop.ui.translation import tr

K = Qt.Key
_KEY_FOCUS = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)
_SIDES = {
    "left": Qt.AlignmentFlag.AlignLeft,
    "right": Qt.AlignmentFlag.AlignRight,
    "centre": Qt.AlignmentFlag.AlignHCenter,
}


@dataclass(frozen=True, slots=True)
class TipLine:
    """A figure: its colour (a token, or none), its name and its value."""

    text: str
    value: str
    token: str | None = None


@dataclass(frozen=True, slots=True)
class PointWords:
    """What is told of one point. `head` alone, or with a line for each figure. `spoken` is read aloud in its
    place, where what is beside it on the screen need not be said again there."""

    head: str
    lines: tuple[TipLine, ...] = ()
    spoken: str = ""

    def __str__(self) -> str:
        if self.spoken:
            return self.spoken
        told = ", ".join(f"{line.text} {line.value}" for line in self.lines)
        return f"{self.head}: {told}" if told else self.head


class Chart(QWidget):
    """Points are numbered from 0. The mouse marks one by hovering, the arrow keys by moving; what is told of
    it stands beside it and is read aloud. What does not change with the mark is painted once."""

    marked = Signal(int)
    """Another point is marked; -1: none."""
    activated = Signal(object)
    """The key of a point that was clicked, or chosen with Enter."""
    menu_wanted = Signal(QPoint)
    """Where on the screen the menu is to open."""

    begins_at_end = False
    """Whether the keys begin at the last point."""

    def __init__(self, theme: Theme, name: str, *, grows: bool = True) -> None:
        """`grows`: whether it takes the height that is left."""
        super().__init__()
        self.theme = theme
        self.data: Any = None
        self._hover = self._cursor = -1
        self._least_height = -1
        self._widths: dict[tuple[str, str], int] = {}
        self._kept: QPixmap | None = None
        self._kept_for: tuple[object, ...] = ()
        self.paintings = 0
        """How often the painting that is kept was made."""
        self.empty_words = tr("No data yet")
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        policy = QSizePolicy.Policy
        self.setSizePolicy(policy.Expanding, policy.Expanding if grows else policy.Fixed)
        self.setAccessibleName(name)
        theme.changed.connect(self.renew)

    def set_data(self, data: Any) -> None:
        """Show other figures, if they are others."""
        if data != self.data:
            self.data = data
            self.renew()
            self.updateGeometry()

    # What each kind of chart says

    @abstractmethod
    def count(self) -> int:
        """How many points there are; 0 where there is nothing to show."""

    @abstractmethod
    def point_at(self, at: QPointF) -> int:
        """The point there; -1 where there is none."""

    @abstractmethod
    def anchor(self, point: int) -> QRectF:
        """Beside what the point's words stand."""

    @abstractmethod
    def words(self, point: int) -> PointWords:
        """What is told of a point."""

    @abstractmethod
    def summary(self) -> str:
        """The chart in a sentence or two."""

    @abstractmethod
    def table(self) -> Table:
        """All its figures."""

    @abstractmethod
    def paint_figures(self, painter: QPainter) -> None:
        """Everything that stays while points are marked."""

    @abstractmethod
    def paint_mark(self, painter: QPainter, point: int) -> None:
        """What shows that this point is marked."""

    def key_of(self, _point: int) -> object:
        """What `activated` says of a point; None where nothing opens."""
        return None

    def step(self, point: int, key: Qt.Key) -> int | None:
        """Where a key leads from a point; None where it means nothing here."""
        return {
            K.Key_Left: point - 1,
            K.Key_Up: point - 1,
            K.Key_Right: point + 1,
            K.Key_Down: point + 1,
            K.Key_PageUp: point - max(2, self.count() // 6),
            K.Key_PageDown: point + max(2, self.count() // 6),
            K.Key_Home: 0,
            K.Key_End: self.count() - 1,
        }.get(key)

    def first_point(self) -> int:
        """The one that is marked when the chart is reached by keys."""
        return self.count() - 1 if self.begins_at_end else 0

    # The mark

    @property
    def mark(self) -> int:
        """The marked point: that under the mouse, else that of the keys; -1 for none."""
        return self._hover if self._hover >= 0 else self._cursor

    def set_cursor(self, point: int, *, tell: bool = True) -> None:
        """Marks a point as the keys do; -1 for none."""
        point = max(-1, min(point, self.count() - 1))
        before = self.mark
        self._cursor = point
        self._mark_moved(before)
        if tell and point >= 0:
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, str(self.words(point))))

    def _point_with_mouse(self, point: int) -> None:
        before, self._hover = self.mark, point
        self._mark_moved(before)

    def _mark_moved(self, before: int) -> None:
        if self.mark != before:
            self.update()
            self.marked.emit(self.mark)
            opens = self._hover >= 0 and self.key_of(self._hover) is not None
            shape = Qt.CursorShape.PointingHandCursor if opens else Qt.CursorShape.ArrowCursor
            if self.cursor().shape() != shape:
                self.setCursor(shape)

    def tip_room(self) -> QRect:
        """Within what the words of a point may stand."""
        return self.rect()

    # Painting

    def renew(self) -> None:
        """The figures or the colours are others: everything is painted anew."""
        self._kept = None
        self._widths.clear()
        self._hover = min(self._hover, self.count() - 1)
        self._cursor = min(self._cursor, self.count() - 1)
        self.setAccessibleDescription(self.summary() if self.count() else self.empty_words)
        self.update()

    def px(self, n: float) -> int:
        return self.theme.px(n)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._painting(painter.device().devicePixelRatioF()))
        if 0 <= self.mark < self.count():
            self.paint_mark(painter, self.mark)
            paint_tip(painter, self.theme, self.tip_room(), self.anchor(self.mark), self.words(self.mark))

    def _painting(self, ratio: float) -> QPixmap:
        wanted = (self.size(), ratio, self.theme.mode, self.theme.high_contrast)
        if self._kept is None or self._kept_for != wanted:
            kept = QPixmap(self.size() * ratio)
            kept.setDevicePixelRatio(ratio)
            kept.fill(Qt.GlobalColor.transparent)
            painter = QPainter(kept)
            self.paint_all(painter)
            painter.end()
            self._kept, self._kept_for = kept, wanted
            self.paintings += 1
        return self._kept

    def paint_all(self, painter: QPainter) -> None:
        """The chart without any mark, at its present size: for the screen and for pictures."""
        if self.count():
            self.paint_figures(painter)
            return
        painter.setFont(self.theme.font("small"))
        painter.setPen(self.theme.color("text3"))
        flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
        painter.drawText(self.rect(), flags, self.empty_words)

    def text_width(self, style: str, text: str) -> int:
        """Asked for at every movement of the mouse, so it is measured once."""
        width = self._widths.get((style, text))
        if width is None:
            width = self._widths[style, text] = QFontMetrics(self.theme.font(style)).horizontalAdvance(text)
        return width

    def write(
        self,
        painter: QPainter,
        style: str,
        token: str,
        box: QRectF,
        text: str,
        align: str = "left",
        most: float | None = None,
    ) -> None:
        """Write one line of text, in the middle of the box's height; with `most`, no wider than that."""
        font = self.theme.font(style)
        if most is not None:
            text = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, int(most))
        painter.setFont(font)
        painter.setPen(self.theme.color(token))
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine | Qt.TextFlag.TextDontClip
        painter.drawText(box, _SIDES[align] | flags, text)

    def write_at(
        self, painter: QPainter, x: float, top: float, text: str, align: str, style: str = "caption"
    ) -> None:
        """Write a label of an axis: beginning, centred or ending at `x`."""
        width = self.text_width(style, text) + 2
        left = {"left": x, "centre": x - width / 2, "right": x - width}[align]
        self.write(painter, style, "text3", QRectF(left, top, width, self.px(16)), text, align)

    def bar(self, painter: QPainter, box: QRectF, token: str, radius: float = 2) -> None:
        """Paint a sharp bar."""
        paint_bars(painter, (box,), self.theme.color(token), self.px(radius))

    # Events

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point_with_mouse(self.point_at(event.position()) if self.count() else -1)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._point_with_mouse(-1)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        point = self.point_at(event.position()) if self.count() else -1
        if event.button() != Qt.MouseButton.LeftButton or point < 0:
            super().mouseReleaseEvent(event)
            return
        self.set_cursor(point, tell=False)
        self._activate(point)

    def _activate(self, point: int) -> None:
        key = self.key_of(point)
        if key is not None:
            self.activated.emit(key)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() in _KEY_FOCUS and self.count() and self._cursor < 0:
            self.set_cursor(self.first_point())

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.set_cursor(-1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key == K.Key_F10 and event.modifiers() == Qt.KeyboardModifier.ShiftModifier:
            self.menu_wanted.emit(self._menu_place())
        elif key in (K.Key_Return, K.Key_Enter) and self.mark >= 0 and self.key_of(self.mark) is not None:
            self._activate(self.mark)
        elif key == K.Key_Escape and self.mark >= 0:
            self._hover = -1
            self.set_cursor(-1)
            self.update()
        elif not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier and self._walk(key):
            pass
        else:
            super().keyPressEvent(event)

    def _walk(self, key: Qt.Key) -> bool:
        if not self.count():
            return False
        if self.mark < 0:
            if self.step(0, key) is None:
                return False
            self.set_cursor(self.first_point())
            return True
        target = self.step(self.mark, key)
        if target is None:
            return False
        self._hover = -1  # from where the mouse was, the keys go on
        self.set_cursor(max(0, min(target, self.count() - 1)))
        self.update()
        return True

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        self.menu_wanted.emit(self._menu_place() if by_key else event.globalPos())

    def _menu_place(self) -> QPoint:
        if 0 <= self.mark < self.count():
            return self.mapToGlobal(self.anchor(self.mark).center().toPoint())
        return self.mapToGlobal(self.rect().center())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.minimumSizeHint().height() != self._least_height:  # it may follow the width
            self._least_height = self.minimumSizeHint().height()
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()


def paint_tip(painter: QPainter, theme: Theme, room: QRect, beside: QRectF, words: PointWords) -> QRectF:
    """Paint the box beside what it is about. Returns where it is."""
    box = place(_tip_size(theme, words), QRectF(room), beside, theme.px(8))
    rounded(painter, box, theme.px(6), theme.color("tip"))
    px, line = theme.px, theme.line("small")
    left, right = box.left() + px(9), box.right() - px(9)
    y = box.top() + px(5)
    painter.setPen(theme.color("tipText"))
    painter.setFont(theme.font("small600" if words.lines else "small"))
    painter.drawText(QRectF(left, y, right - left + px(2), line), Qt.AlignmentFlag.AlignVCenter, words.head)
    painter.setFont(theme.font("small"))
    for entry in words.lines:
        y += line + px(1)
        indent = 0
        if entry.token is not None:
            square = QRectF(left, y + (line - px(8)) / 2, px(8), px(8))
            rounded(painter, square, 2, theme.color(entry.token))
            indent = px(14)
        row = QRectF(left + indent, y, right - left - indent, line)
        painter.setPen(theme.color("tipText"))
        painter.drawText(row, Qt.AlignmentFlag.AlignVCenter, entry.text)
        painter.drawText(row, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, entry.value)
    return box


def _tip_size(theme: Theme, words: PointWords) -> QSizeF:
    """How large the box is."""
    px, small = theme.px, QFontMetrics(theme.font("small"))
    bold = QFontMetrics(theme.font("small600" if words.lines else "small"))
    widest: float = bold.horizontalAdvance(words.head) + 1
    for line in words.lines:
        mark = px(14) if line.token is not None else 0
        wide = mark + small.horizontalAdvance(line.text) + px(16) + small.horizontalAdvance(line.value)
        widest = max(widest, wide)
    rows = 1 + len(words.lines)
    return QSizeF(widest + 2 * px(9), rows * theme.line("small") + (rows - 1) * px(1) + 2 * px(5))


def place(size: QSizeF, room: QRectF, beside: QRectF, gap: float) -> QRectF:
    """Right of what it is about, else left of it, else below or above it; moved into the room."""
    x, y = beside.right() + gap, beside.center().y() - size.height() / 2
    if x + size.width() > room.right():
        x = beside.left() - gap - size.width()
    if x < room.left():
        x = max(room.left(), min(beside.right(), room.right()) - size.width())
        y = beside.bottom() + gap / 2
        if y + size.height() > room.bottom():
            y = beside.top() - gap / 2 - size.height()
    y = max(room.top(), min(y, room.bottom() - size.height()))
    return QRectF(round(x), round(y), size.width(), size.height())


def paint_bars(painter: QPainter, boxes: Iterable[QRectF], color: QColor, radius: float) -> None:
    """Paint bars with edges on whole pixels of the device, whatever its ratio: sharp without antialiasing;
    their corners are round with it."""
    ratio = painter.device().devicePixelRatioF()
    painter.save()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    for box in boxes:
        sharp = _sharp(box, ratio)
        round_by = min(radius, sharp.width() / 2, sharp.height() / 2)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, round_by >= 1)
        if round_by >= 1:
            painter.drawRoundedRect(sharp, round_by, round_by)
        else:
            painter.fillRect(sharp, color)
    painter.restore()


def _sharp(box: QRectF, ratio: float) -> QRectF:
    """The box on whole pixels of the device, at least one of them wide and high."""
    left, top, right, bottom = (
        round(value * ratio) / ratio for value in (box.left(), box.top(), box.right(), box.bottom())
    )
    return QRectF(left, top, max(1 / ratio, right - left), max(1 / ratio, bottom - top))
