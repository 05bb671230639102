"""The picture of the graph: moved, magnified and walked through by mouse, touchpad and keys."""

from __future__ import annotations

import html
import time

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QFocusEvent,
    QHelpEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QRegion,
    QResizeEvent,
    QTransform,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from arbor_desktop.maintenance.model import MemoryGraph
from arbor_desktop.ui.insights.graph.painting import READABLE, GraphPainter, Room, disc_scale, edge_pen
from arbor_desktop.ui.insights.graph.picture import Picture, about, one_line
from arbor_desktop.ui.style import RING_PROPERTY
from arbor_desktop.ui.theme import Theme
from arbor_desktop.ui.translation import tr

STEP = 1.25
"""How much a key or a button magnifies."""
LEAST, MOST = 0.02, 6.0
_MARGIN = 28
_NAME_MARGIN, _WIDE = 104, 560
_FITTING = 1.4
"""A small picture is not magnified more to fill the room."""
_IDLE_MS = 90
_SLOW_MS = 9.0
"""A picture that took longer to paint is stretched while it is magnified, and painted after that."""
_ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}

_IN_ORDER = {Qt.Key.Key_Home: 0, Qt.Key.Key_PageDown: 1, Qt.Key.Key_PageUp: -1}
"""To the best connected memory, and from one to the next by their links: so each can be reached."""


class GraphCanvas(QWidget):
    """`opened(id)`: a double click or Enter; `chosen(node)`: another node is marked, -1 for none."""

    opened = Signal(str)
    chosen = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._painter = theme, GraphPainter(theme)
        self.picture = Picture(MemoryGraph(), ())
        self.scale, self.offset = 1.0, QPointF()
        self.current = self.hovered = -1
        self._fitted = True
        self._kept: QPixmap | None = None
        self._kept_for: tuple[object, ...] = ()
        self._kept_view = QTransform()
        self._names: dict[int, QRectF] = {}
        """Where names are in what is kept."""
        self._cost = 0.0
        self._dragged: QPointF | None = None
        self._moved = False
        self.idle = QTimer(self, singleShot=True, interval=_IDLE_MS)
        self.idle.timeout.connect(self._renew)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setProperty(RING_PROPERTY, "inside")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(tr("Memory graph"))
        theme.changed.connect(self._renew)

    # What is shown

    def show_picture(self, picture: Picture, *, fit: bool = True) -> None:
        """Shows another picture; who was marked stays so, if it is there."""
        before = self._id_of(self.current)
        self.picture = picture
        self.hovered = -1
        ids = {picture.graph.nodes[n].id: n for n in picture.nodes}
        self.current = ids.get(before, -1) if before else -1
        if fit or self._fitted:
            self.fit()
        self._renew()
        self.chosen.emit(self.current)

    def _id_of(self, node: int) -> str | None:
        return self.picture.graph.nodes[node].id if 0 <= node < len(self.picture.graph.nodes) else None

    @property
    def view(self) -> QTransform:
        """From the picture to the screen."""
        return QTransform(self.scale, 0, 0, self.scale, self.offset.x(), self.offset.y())

    def place_of(self, node: int) -> QPointF:
        """Where a node is on the screen."""
        return self.view.map(QPointF(*self.picture.places[node]))

    def node_at(self, at: QPointF) -> int:
        """-1 where there is none."""
        world = self.view.inverted()[0].map(at)
        reach = max(10.0 * disc_scale(self.scale), 8.0) / self.scale
        return self.picture.at(world.x(), world.y(), reach)

    # Moving about

    def fit(self) -> None:
        """All of it is seen, in the middle."""
        bounds, px = self.picture.bounds, self._theme.px
        # Names stand below and to both sides of their discs.
        aside = px(_NAME_MARGIN) if self.width() >= px(_WIDE) else px(_MARGIN)
        room = QRectF(self.rect()).adjusted(aside, px(_MARGIN), -aside, -px(_MARGIN) - px(12))
        wide, high = max(bounds.width(), 1.0), max(bounds.height(), 1.0)
        if room.width() > 0 and room.height() > 0:
            self.scale = max(LEAST, min(_FITTING, room.width() / wide, room.height() / high))
        self.offset = room.center() - bounds.center() * self.scale
        self._fitted = True
        self._renew()

    def zoom(self, factor: float, at: QPointF | None = None) -> None:
        """Magnifies; what is at a point of the screen stays there."""
        at = QPointF(self.rect().center()) if at is None else at
        scale = max(LEAST, min(MOST, self.scale * factor))
        self.offset = at - (at - self.offset) * (scale / self.scale)
        self.scale, self._fitted = scale, False
        self._stir()

    def pan(self, by: QPointF) -> None:
        self.offset += by
        self._fitted = False
        self._stir()

    def centre_on(self, node: int) -> None:
        """Show a node in the middle, large enough for its name and those of its neighbours."""
        if self.scale < READABLE:
            self.scale = READABLE
        self.offset = QPointF(self.rect().center()) - QPointF(*self.picture.places[node]) * self.scale
        self._fitted = False
        self._renew()

    def mark(self, node: int, *, tell: bool = True) -> None:
        """Marks a node and lights its neighbours; -1 for none."""
        if node != self.current:
            self.current = node
            self.chosen.emit(node)
            self.update()
            if tell and node >= 0:
                said = f"{one_line(self.picture.graph.nodes[node].text)}. {self._about(node)}"
                QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, said))

    def _about(self, node: int) -> str:
        return about(self.picture.graph.nodes[node], self.picture.degree[node])

    def _stir(self) -> None:
        """The picture moves: it is painted anew when it rests."""
        self.idle.start()
        self.update()

    def _renew(self) -> None:
        self.idle.stop()
        self._kept = None
        self.update()

    # Painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.color("surface"))
        self._paint_kept(painter)
        lit = self.hovered if self.hovered >= 0 else self.current
        if lit >= 0:
            self._paint_lit(painter, lit)

    def _paint_kept(self, painter: QPainter) -> None:
        ratio, view = painter.device().devicePixelRatioF(), self.view
        wanted = (self.size(), ratio, self._theme.mode, self._theme.high_contrast, id(self.picture))
        kept = self._kept
        if kept is None or self._kept_for != wanted:
            self._keep(ratio, wanted)
        elif self._kept_view != view:
            if not self.idle.isActive():
                self._keep(ratio, wanted)
            elif self._kept_view.m11() == view.m11():
                self._shift(kept, view, ratio)
            elif self._cost < _SLOW_MS:
                self._keep(ratio, wanted)
            else:
                painter.save()
                painter.setTransform(self._kept_view.inverted()[0] * view, True)
                painter.drawPixmap(0, 0, kept)
                painter.restore()
                return
        if self._kept is not None:
            painter.drawPixmap(0, 0, self._kept)

    def _keep(self, ratio: float, wanted: tuple[object, ...]) -> None:
        began = time.perf_counter()
        kept = QPixmap(self.size() * ratio)
        kept.setDevicePixelRatio(ratio)
        kept.fill(self._theme.color("surface"))
        painter = QPainter(kept)
        self._names = self._painter.paint(painter, self.picture, self.view, QRectF(self.rect()))
        painter.end()
        self._kept, self._kept_for, self._kept_view = kept, wanted, self.view
        self._cost = (time.perf_counter() - began) * 1000

    def _shift(self, kept: QPixmap, view: QTransform, ratio: float) -> None:
        """Moves what is painted, by whole pixels, and paints only what came into view."""
        dx = round((view.dx() - self._kept_view.dx()) * ratio)
        dy = round((view.dy() - self._kept_view.dy()) * ratio)
        exposed = QRegion()
        kept.scroll(dx, dy, QRect(0, 0, kept.width(), kept.height()), exposed)
        self._names = {n: box.translated(dx / ratio, dy / ratio) for n, box in self._names.items()}
        # Where the pixels are now: what is left of a whole one is moved with the next.
        moved = QTransform(self._kept_view)
        self._kept_view = QTransform(
            moved.m11(), 0, 0, moved.m22(), moved.dx() + dx / ratio, moved.dy() + dy / ratio
        )
        painter = QPainter(kept)
        for rect in exposed:  # type: ignore[attr-defined] # the stubs lack QRegion.__iter__
            area = QRectF(rect.x() / ratio, rect.y() / ratio, rect.width() / ratio, rect.height() / ratio)
            painter.setClipRect(area)
            painter.fillRect(area, self._theme.color("surface"))
            # Names come when it rests: at the edge of what is painted anew they would be cut.
            self._painter.paint(painter, self.picture, self._kept_view, area, names=False)
        painter.end()

    def _paint_lit(self, painter: QPainter, node: int) -> None:
        """Everything steps back but a node, its links and its neighbours."""
        theme, picture, view = self._theme, self.picture, self.view
        veil = theme.color("surface")
        veil.setAlphaF(0.66)
        painter.fillRect(self.rect(), veil)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.save()
        painter.setTransform(view, True)
        for number in picture.nearby[node]:
            edge = picture.graph.edges[number]
            painter.setPen(edge_pen(theme, edge.kind, wider=0.8))
            painter.drawLine(picture.line(edge))
        painter.restore()
        neighbours = picture.neighbours(node)
        self._painter.paint_discs(painter, picture, [*neighbours, node], view)
        at, half = self.place_of(node), picture.radius[node] * disc_scale(self.scale)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.color("focus"), 2))
        painter.drawEllipse(at, half + 3, half + 3)
        # A name that is there already is written over itself.
        there = self._names if self._kept_view.m11() == view.m11() else {}
        room = Room(picture, (node, *neighbours), picture.nearby[node], view, QRectF(self.rect()))
        for named in [node, *sorted(neighbours, key=lambda n: (-picture.degree[n], n))[:40]]:
            boxes = (there[named],) if named in there else self._painter.name_boxes(picture, named, view)
            box = room.take(boxes)
            if box is not None:
                self._painter.paint_name(painter, picture, named, box)

    def image(self, ratio: float = 2.0) -> QImage:
        """The whole graph, whatever is in view, `ratio` times as sharp as at 100 %."""
        margin = self._theme.px(_MARGIN)
        bounds = self.picture.bounds
        scale = min(1.0, 4000 / max(bounds.width(), bounds.height(), 1.0))
        size = QSize(round(bounds.width() * scale) + 8 * margin, round(bounds.height() * scale) + 4 * margin)
        image = QImage(size * ratio, QImage.Format.Format_ARGB32_Premultiplied)
        image.setDevicePixelRatio(ratio)
        image.fill(self._theme.color("surface"))
        offset = QRectF(QPointF(), size).center() - bounds.center() * scale
        painter = QPainter(image)
        view = QTransform(scale, 0, 0, scale, offset.x(), offset.y())
        self._painter.paint(painter, self.picture, view, QRectF(QPointF(), size))
        painter.end()
        return image

    # The mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._dragged, self._moved = event.position(), False
            event.accept()
        else:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = event.position()
        if self._dragged is not None:
            by = at - self._dragged
            if self._moved or by.manhattanLength() >= 4:
                self._moved = True
                self._dragged = at
                self._hover(-1)
                self.setCursor(Qt.CursorShape.ClosedHandCursor)
                self.pan(by)
        else:
            self._hover(self.node_at(at))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or self._dragged is None:
            super().mouseReleaseEvent(event)
            return
        self._dragged = None
        self.unsetCursor()
        if not self._moved:
            self.mark(self.node_at(event.position()), tell=False)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        node = self.node_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and node >= 0:
            self._open(node)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Turning magnifies at the pointer; a touchpad's two fingers do the same, sideways moves."""
        turned, sideways = event.angleDelta().y(), event.angleDelta().x()
        if abs(sideways) > abs(turned):
            self.pan(QPointF(sideways / 2, 0))
        elif turned:
            self.zoom(STEP ** (turned / 120), event.position())
        event.accept()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hover(-1)

    def _hover(self, node: int) -> None:
        if node != self.hovered:
            self.hovered = node
            shape = Qt.CursorShape.PointingHandCursor if node >= 0 else Qt.CursorShape.ArrowCursor
            self.setCursor(shape)
            self.update()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            self._show_tip(event)
            return True
        if isinstance(event, QNativeGestureEvent):
            if event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture:
                self.zoom(1 + event.value(), event.position())
                return True
            if event.gestureType() == Qt.NativeGestureType.SmartZoomNativeGesture:
                self.fit()
                return True
        return super().event(event)

    def _show_tip(self, event: QHelpEvent) -> None:
        node = self.node_at(QPointF(event.pos()))
        if node < 0:
            QToolTip.hideText()
            return
        text = self.tip(node)
        at = self.place_of(node).toPoint()
        side = self._theme.px(24)
        QToolTip.showText(
            event.globalPos(), text, self, QRect(at.x() - side, at.y() - side, 2 * side, 2 * side)
        )

    def tip(self, node: int) -> str:
        """What is told of a node, as markup in which the memory's own stays text."""
        said = html.escape(self.picture.graph.nodes[node].text)
        return f"<p style='white-space:pre-wrap'>{said}</p><p>{html.escape(self._about(node))}</p>"

    # The keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.modifiers() & ~(Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier):
            super().keyPressEvent(event)
            return
        key = Qt.Key(event.key())
        if key in _ARROWS and self.picture.nodes:
            self._walk(*_ARROWS[key])
        elif key in _IN_ORDER and self.picture.nodes:
            self._step(_IN_ORDER[key])
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom(STEP)
        elif key in (Qt.Key.Key_Minus, Qt.Key.Key_Underscore):
            self.zoom(1 / STEP)
        elif key == Qt.Key.Key_0:
            self.fit()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.current >= 0:
            self._open(self.current)
        elif key == Qt.Key.Key_Escape and self.current >= 0:
            self.mark(-1)
        else:
            super().keyPressEvent(event)

    def _walk(self, dx: int, dy: int) -> None:
        if self.current < 0:
            self.mark(self.picture.by_degree[0])
        else:
            self.mark(self.picture.towards(self.current, dx, dy))
        self._bring_into_view(self.current)

    def _step(self, by: int) -> None:
        order = self.picture.by_degree
        at = order.index(self.current) if by and self.current in order else -1
        self.mark(order[(at + (by or 1)) % len(order)] if at >= 0 else order[0])
        self._bring_into_view(self.current)

    def _bring_into_view(self, node: int) -> None:
        aside, high = min(self._theme.px(_NAME_MARGIN), self.width() // 3), self._theme.px(48)
        inner = QRectF(self.rect()).adjusted(aside, high, -aside, -high)
        at = self.place_of(node)
        if not inner.contains(at):
            x = min(max(at.x(), inner.left()), inner.right())
            y = min(max(at.y(), inner.top()), inner.bottom())
            self.pan(QPointF(x, y) - at)

    def _open(self, node: int) -> None:
        self.opened.emit(self.picture.graph.nodes[node].id)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        by_keys = event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
        if by_keys and self.current < 0 and self.picture.nodes:
            self.mark(self.picture.by_degree[0])

    # Size

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._fitted:
            self.fit()
        else:
            change = event.size() - event.oldSize()
            self.offset += QPointF(change.width() / 2, change.height() / 2)
            self._renew()

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(640), self._theme.px(420))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(280), self._theme.px(180))
