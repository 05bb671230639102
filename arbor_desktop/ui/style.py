"""What Qt paints by itself: menus, tooltips, scroll bars, check boxes; and the one focus ring."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QProxyStyle,
    QScrollArea,
    QStyle,
    QStyleOption,
    QWidget,
)
from shiboken6 import isValid

from arbor_desktop.ui.theme import Theme

RING_PROPERTY = "focusRing"
"""A widget may say where its ring goes: "outside" (default), "inside", or "none" (it paints its own)."""

OWN_FIELD_PROPERTY = "paintsOwnField"
"""Set on line edits that paint their box themselves."""


def install(app: QApplication, theme: Theme) -> FocusRing:
    """Dresses the application, now and whenever the theme changes. Answers the ring that shows focus."""
    app.setStyle(ArborStyle(theme))
    ring = FocusRing(theme)
    ring.setParent(app)
    app.focusChanged.connect(ring.follow)

    def dress() -> None:
        app.setFont(theme.font("body"))
        app.setPalette(theme.palette())
        app.setStyleSheet(stylesheet(theme))

    theme.changed.connect(dress)
    dress()
    return ring


def stylesheet(theme: Theme) -> str:
    """The generated QSS, only for parts that Qt paints by itself; sizes are scaled."""
    c = {name: theme.color(name).name() for name in _QSS_COLORS}
    px = theme.px
    return f"""
QToolTip {{ background: {c["tip"]}; color: {c["tipText"]}; border: 0; border-radius: {px(6)}px;
  padding: {px(4)}px {px(9)}px; }}
QMenu {{ background: {c["card"]}; color: {c["text"]}; border: 1px solid {c["borderStrong"]};
  border-radius: {px(8)}px; padding: {px(4)}px; icon-size: {px(16)}px; }}
QMenu::item {{ padding: {px(5)}px {px(10)}px {px(5)}px {px(14)}px; border-radius: {px(6)}px;
  border: 0; min-height: {px(20)}px; }}
QMenu::item:selected {{ background: {c["accentSoft"]}; color: {c["accentText"]}; }}
QMenu::item:disabled {{ background: transparent; color: {c["text3"]}; }}
QMenu::icon {{ left: {px(10)}px; }}
QMenu::separator {{ height: 1px; background: {c["border"]}; margin: {px(4)}px 0; }}
QMenu::right-arrow {{ width: {px(12)}px; height: {px(12)}px; right: {px(6)}px; }}
QMenu::indicator {{ left: {px(10)}px; }}
QComboBox {{ combobox-popup: 0; }}
QCheckBox::indicator, QRadioButton::indicator {{ width: {px(16)}px; height: {px(16)}px; }}
QCalendarWidget QWidget {{ background: {c["card"]}; selection-background-color: {c["card"]}; }}
QCalendarWidget QToolButton {{ color: {c["text"]}; border: 0; border-radius: {px(6)}px; font-weight: 600;
  padding: {px(4)}px {px(8)}px; }}
QCalendarWidget QToolButton:hover, QCalendarWidget QToolButton:focus {{ background: {c["hover"]}; }}
QCalendarWidget QToolButton::menu-indicator {{ image: none; }}
QScrollBar {{ background: transparent; border: 0; margin: 0; }}
QScrollBar:vertical {{ width: {px(12)}px; }}
QScrollBar:horizontal {{ height: {px(12)}px; }}
QScrollBar::handle {{ background: {c["borderStrong"]}; border-radius: {px(3)}px; }}
QScrollBar::handle:vertical {{ min-height: {px(32)}px; margin: {px(3)}px; }}
QScrollBar::handle:horizontal {{ min-width: {px(32)}px; margin: {px(3)}px; }}
QScrollBar::handle:hover, QScrollBar::handle:pressed {{ background: {c["control"]}; }}
QScrollBar::handle:disabled {{ background: transparent; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
"""


_QSS_COLORS = (
    "tip",
    "tipText",
    "card",
    "hover",
    "text",
    "text3",
    "border",
    "borderStrong",
    "control",
    "accentSoft",
    "accentText",
)


class ArborStyle(QProxyStyle):
    """Fusion, with our check boxes and radio buttons and without its dotted focus rectangles.

    Only rare calls are overridden: each one costs a step from C++ to Python.
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__("fusion")
        self._theme = theme

    def drawPrimitive(
        self,
        element: QStyle.PrimitiveElement,
        option: QStyleOption,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        if element == QStyle.PrimitiveElement.PE_FrameFocusRect:
            return  # FocusRing shows focus, and delegates paint that of their rows
        if element == QStyle.PrimitiveElement.PE_PanelLineEdit and _paints_own_field(widget):
            return
        if element == QStyle.PrimitiveElement.PE_IndicatorCheckBox:
            paint_check(painter, self._theme, option.rect, _indicator_state(option), option.state)
        elif element == QStyle.PrimitiveElement.PE_IndicatorRadioButton:
            paint_radio(painter, self._theme, option.rect, option.state)
        else:
            super().drawPrimitive(element, option, painter, widget)


def _paints_own_field(widget: QWidget | None) -> bool:
    return widget is not None and bool(widget.property(OWN_FIELD_PROPERTY))


def _indicator_state(option: QStyleOption) -> Qt.CheckState:
    if option.state & QStyle.StateFlag.State_NoChange:
        return Qt.CheckState.PartiallyChecked
    on = bool(option.state & QStyle.StateFlag.State_On)
    return Qt.CheckState.Checked if on else Qt.CheckState.Unchecked


def control_fill(theme: Theme, state: QStyle.StateFlag) -> QColor:
    """The fill of a control that is on: accent, and its hovered, pressed and disabled shades."""
    if not state & QStyle.StateFlag.State_Enabled:
        return theme.color("disabled")
    if state & QStyle.StateFlag.State_Sunken:
        return theme.color("accentPress")
    return theme.color("accentHover" if state & QStyle.StateFlag.State_MouseOver else "accent")


def paint_check(
    painter: QPainter, theme: Theme, rect: QRect, checked: Qt.CheckState, state: QStyle.StateFlag
) -> None:
    """A check box of 16 design pixels, in the middle of `rect`."""
    side = min(theme.px(16), rect.width(), rect.height())
    box = QRectF(rect.x() + (rect.width() - side) / 2, rect.y() + (rect.height() - side) / 2, side, side)
    box.adjust(0.75, 0.75, -0.75, -0.75)
    enabled = bool(state & QStyle.StateFlag.State_Enabled)
    on = checked != Qt.CheckState.Unchecked
    fill = control_fill(theme, state)
    edge = fill if on else theme.color("control" if enabled else "disabled")
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(edge, 1.5))
    painter.setBrush(theme.color("sunken") if not enabled else fill if on else theme.color("card"))
    painter.drawRoundedRect(box, 3.5, 3.5)
    if on:
        pen = QPen(theme.color("onAccent" if enabled else "disabled"), 1.6)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        x, y, s = box.x(), box.y(), box.width()
        if checked == Qt.CheckState.PartiallyChecked:
            painter.drawLine(QPointF(x + s * 0.28, y + s / 2), QPointF(x + s * 0.72, y + s / 2))
        else:
            points = [(0.25, 0.53), (0.43, 0.71), (0.76, 0.32)]
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPolyline(QPolygonF([QPointF(x + s * a, y + s * b) for a, b in points]))
    painter.restore()


def paint_radio(painter: QPainter, theme: Theme, rect: QRect, state: QStyle.StateFlag) -> None:
    """A radio button of 16 design pixels, in the middle of `rect`."""
    side = min(theme.px(16), rect.width(), rect.height())
    box = QRectF(rect.x() + (rect.width() - side) / 2, rect.y() + (rect.height() - side) / 2, side, side)
    on = bool(state & QStyle.StateFlag.State_On)
    enabled = bool(state & QStyle.StateFlag.State_Enabled)
    width = side * 5 / 16 if on else 1.5
    edge = control_fill(theme, state) if on else theme.color("control" if enabled else "disabled")
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(edge, width))
    painter.setBrush(theme.color("card"))
    painter.drawEllipse(box.adjusted(width / 2, width / 2, -width / 2, -width / 2))
    painter.restore()


class FocusRing(QObject):
    """Draws the 2 px ring around whatever got the focus by keyboard, and moves with it."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.target: QWidget | None = None
        """The widget that is ringed now, if any."""
        self._overlay: _RingOverlay | None = None
        self._surface: QWidget | None = None
        self._returning_to: QWidget | None = None
        theme.changed.connect(self._place)

    def follow(self, old: QWidget | None, now: QWidget | None) -> None:
        """To be connected to QApplication.focusChanged."""
        left_window = now is None and old is not None and old is self.target
        came_back = now is not None and now is self._returning_to
        by_keyboard = now is not None and now.window().testAttribute(
            Qt.WidgetAttribute.WA_KeyboardFocusChange
        )
        self._let_go()
        self._returning_to = old if left_window else None
        if now is not None and by_keyboard:
            bring_into_view(now)
        if now is not None and (by_keyboard or came_back) and _ring_of(now) != "none":
            self._hold(now)

    def _hold(self, widget: QWidget) -> None:
        self.target = widget
        widget.installEventFilter(self)
        widget.destroyed.connect(self._forget)
        self._surface = _ring_parent(widget)
        if self._surface is not widget:
            self._surface.installEventFilter(self)
        self._overlay = _RingOverlay(self._theme, self._surface)
        self._place()
        self._overlay.show()

    def _let_go(self) -> None:
        # A widget that is deleted while it has the focus gives it up only when most of it is gone.
        target, surface, overlay = map(_living, (self.target, self._surface, self._overlay))
        self.target = self._surface = self._overlay = None
        if target is not None:
            target.removeEventFilter(self)
            target.destroyed.disconnect(self._forget)
        if surface is not None:
            surface.removeEventFilter(self)
        if overlay is not None:
            overlay.hide()
            overlay.deleteLater()

    def _forget(self) -> None:
        # The target is gone, and the overlay with it if the whole window went.
        self.target = self._returning_to = self._surface = None
        overlay, self._overlay = self._overlay, None
        if overlay is not None:
            overlay.hide_safely()

    def _place(self) -> None:
        if self.target is None or self._overlay is None or self._surface is None:
            return
        rect = QRect(self.target.mapTo(self._surface, self.target.rect().topLeft()), self.target.size())
        inside = _ring_of(self.target) == "inside"
        reach = 0 if inside else self._theme.px(4)
        self._overlay.radius = self._theme.px(8) + (0 if inside else self._theme.px(3))
        self._overlay.setGeometry(rect.adjusted(-reach, -reach, reach, reach))
        self._overlay.raise_()
        self._overlay.update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (
            QEvent.Type.Move,
            QEvent.Type.Resize,
            QEvent.Type.Show,
            QEvent.Type.LayoutRequest,
        ):
            self._place()
        elif event.type() == QEvent.Type.Hide and watched is self.target:
            self._let_go()
        return False


def _ring_of(widget: QWidget) -> str:
    """Where the ring goes. A list that paints it around its rows has none of them while it is empty."""
    own = widget.property(RING_PROPERTY)
    if own == "none" and isinstance(widget, QAbstractItemView):
        model = widget.model()
        return "inside" if model is None or not model.rowCount() else "none"
    return str(own or "outside")


def bring_into_view(widget: QWidget) -> None:
    """Scroll to what got the focus from outside a scroll area; within one, Qt does so itself."""
    area = widget.parentWidget()
    while area is not None:
        inner = area.widget() if isinstance(area, QScrollArea) else None
        if isinstance(area, QScrollArea) and inner is not None and inner.isAncestorOf(widget):
            area.ensureWidgetVisible(widget, 8, 8)
        area = area.parentWidget()


def _living(part: QWidget | None) -> QWidget | None:
    return part if part is not None and isValid(part) else None


def _ring_parent(widget: QWidget) -> QWidget:
    """The content of the nearest scroll area, so that the ring scrolls with it; else the window."""
    at = widget
    while not at.isWindow():
        above = at.parentWidget()
        if above is None:
            break
        if above.objectName() == "qt_scrollarea_viewport" and at is not widget:
            return at
        at = above
    return at


class _RingOverlay(QWidget):
    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.radius = 8.0
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setObjectName("focusRing")
        self.destroyed.connect(self._mark_gone)
        self._gone = False

    def _mark_gone(self) -> None:
        self._gone = True

    def hide_safely(self) -> None:
        """Hides and frees the overlay unless Qt has freed it with its window already."""
        if not self._gone:
            self.hide()
            self.deleteLater()

    def sizeHint(self) -> QSize:
        return QSize(0, 0)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.color("focus"), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), self.radius, self.radius)
