"""A choice of several, in a field or without one."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QHelpEvent, QIcon, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QLabel,
    QListView,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolTip,
    QWidget,
)

from arbor_desktop.ui.components import painting
from arbor_desktop.ui.components.fields import paint_field
from arbor_desktop.ui.components.row_model import Index
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.style import RING_PROPERTY

_AROUND, _WIDEST = 60, 480
"""What a choice in the list has around it, and how wide the list is at most."""
BADGE_ROLE = Qt.ItemDataRole.UserRole + 100
"""A ComboBox item with a badge kind (a memory type, ok, warn, …) here is shown as a badge."""


class ComboBox(QComboBox):
    """A choice of several. Items may carry an icon name or a badge: `add(text, data, icon=…, badge=…)`."""

    def __init__(
        self,
        icons: Icons,
        name: str,
        *,
        quiet: bool = False,
        small: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        """`quiet` has no box ("Last used" in the filter bar); `small` is 26 px high."""
        super().__init__(parent)
        self._icons, self._quiet, self._small = icons, quiet, small
        self._error = False
        self.setAccessibleName(name)
        # On Linux, Qt tells screen readers the chosen entry as the name of a combo box.
        self.setAccessibleDescription(name)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        if not quiet:
            self.setProperty(RING_PROPERTY, "none")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.setMaxVisibleItems(14)
        view = QListView(self)
        view.setMouseTracking(True)
        view.setFrameShape(QListView.Shape.NoFrame)
        view.setAccessibleName(name)
        self.setView(view)
        self.setItemDelegate(_ChoiceDelegate(icons, self))

    def add(
        self, text: str, data: object = None, *, icon: str | None = None, badge: str | None = None
    ) -> None:
        """Adds a choice; `data` is what `current_data` answers (the text itself by default)."""
        self.addItem(QIcon(), text, text if data is None else data)
        row = self.count() - 1
        if icon:
            self.setItemData(row, icon, Qt.ItemDataRole.DecorationPropertyRole)
        if badge:
            self.setItemData(row, badge, BADGE_ROLE)
        self.updateGeometry()

    @property
    def current_data(self) -> object:
        return self.currentData()

    def set_current_data(self, data: object) -> None:
        """Chooses the item with this data; unknown data chooses none."""
        for row in range(self.count()):
            if self.itemData(row) == data:
                self.setCurrentIndex(row)
                return
        self.setCurrentIndex(-1)

    def set_error(self, error: bool) -> None:
        self._error = error
        self.update()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._label()

    def _label(self) -> None:
        """Have a label: on Linux, Qt tells screen readers the chosen entry as the name. Where none is seen
        beside the choice, there is one that is not seen."""
        around = self.parentWidget()
        if around is None:
            return
        direct = Qt.FindChildOption.FindDirectChildrenOnly
        labels = around.findChildren(QLabel, options=direct)
        if all(label.buddy() is not self for label in labels):
            label = QLabel(self.accessibleName(), around)
            label.setBuddy(self)
            label.hide()
            self.destroyed.connect(label.deleteLater)

    def showPopup(self) -> None:
        self._frame_popup()
        self._widen_popup()
        super().showPopup()
        self._keep_popup_in()

    def _widen_popup(self) -> None:
        """The list is as wide as its choices, to a measure: names that begin alike are told apart in it."""
        theme = self._icons.theme
        widest = max((self._content_width(row) for row in range(self.count())), default=0)
        bar = (
            self.view().verticalScrollBar().sizeHint().width() if self.count() > self.maxVisibleItems() else 0
        )
        wanted = min(widest + theme.px(_AROUND) + bar, theme.px(_WIDEST))
        self.view().setMinimumWidth(wanted)

    def _keep_popup_in(self) -> None:
        """A list that is wider than its field ends where the field does, rather than beyond the window."""
        popup, window = self.view().parentWidget(), self.window()
        edge = window.mapToGlobal(window.rect().topRight()).x()
        end = self.mapToGlobal(self.rect().topRight()).x()
        if popup is not None and popup.isWindow() and popup.geometry().right() > edge:
            popup.move(max(0, end - popup.width() + 1), popup.y())

    def _frame_popup(self) -> None:
        """A plain edge in the theme's colour."""
        frame = self.view().parentWidget()
        if not isinstance(frame, QFrame):
            return
        frame.setFrameStyle(QFrame.Shape.Box | QFrame.Shadow.Plain)
        frame.setLineWidth(1)
        palette = frame.palette()
        palette.setColor(palette.ColorRole.WindowText, self._icons.theme.color("borderStrong"))
        palette.setColor(palette.ColorRole.Window, self._icons.theme.color("card"))
        frame.setPalette(palette)

    def sizeHint(self) -> QSize:
        theme = self._icons.theme
        rows = range(self.count())
        widest = max((self._content_width(row) for row in rows), default=theme.px(60))
        side = theme.px(10) + theme.px(16) + theme.px(16)
        return QSize(widest + side, theme.px(26 if self._small else 30))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._icons.theme.px(72), self.sizeHint().height())

    def _style_name(self) -> str:
        return "small500" if self._small else "body500" if self._quiet else "body"

    def _content_width(self, row: int) -> int:
        theme = self._icons.theme
        badge = self.itemData(row, BADGE_ROLE)
        if badge:
            return painting.badge_width(theme, self.itemText(row))
        width = QFontMetrics(theme.font(self._style_name())).horizontalAdvance(self.itemText(row))
        if self.itemData(row, Qt.ItemDataRole.DecorationPropertyRole):
            width += theme.px(16) + theme.px(8)
        return width

    def event(self, event: QEvent) -> bool:
        if (
            isinstance(event, QHelpEvent)
            and event.type() == QEvent.Type.ToolTip
            and not self.toolTip()
            and self.cut_short
        ):
            QToolTip.showText(event.globalPos(), self.currentText(), self)
            return True
        return super().event(event)

    @property
    def cut_short(self) -> bool:
        """Whether there is no room for all of what was chosen."""
        px = self._icons.theme.px
        room = self.width() - px(16) - px(4 if self._quiet else 8) - px(10) - px(4)
        return self.currentIndex() >= 0 and self._content_width(self.currentIndex()) > room

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._icons.theme
        painter = QPainter(self)
        open_ = self.view().isVisible()
        if not self._quiet:
            paint_field(painter, theme, self, self.hasFocus() or open_, self._error)
        elif self.underMouse() or open_:
            painting.rounded(painter, self.rect(), theme.px(8), theme.color("hover"))
        ink = "disabled" if not self.isEnabled() else "text2" if self._quiet else "text"
        chevron = self.width() - theme.px(16) - theme.px(4 if self._quiet else 8)
        self._icons.paint(
            painter,
            "chevron-down",
            ink if self._quiet or ink == "disabled" else "text3",
            chevron,
            (self.height() - theme.px(16)) / 2,
        )
        if self.currentIndex() < 0:
            return
        box = QRect(theme.px(10), 0, chevron - theme.px(10) - theme.px(4), self.height())
        _paint_choice(
            painter,
            self._icons,
            box,
            self.currentText(),
            self.itemData(self.currentIndex(), Qt.ItemDataRole.DecorationPropertyRole),
            self.itemData(self.currentIndex(), BADGE_ROLE),
            theme.color(ink),
            self._style_name(),
        )


class _ChoiceDelegate(QStyledItemDelegate):
    """Rows of a combo's list: 30 px, rounded, with the chosen one ticked."""

    def __init__(self, icons: Icons, combo: ComboBox) -> None:
        super().__init__(combo)
        self._icons, self._combo = icons, combo

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        theme = self._icons.theme
        return QSize(self._combo._content_width(index.row()) + theme.px(_AROUND), theme.px(30))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme = self._icons.theme
        active = bool(option.state & (QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_MouseOver))
        painter.fillRect(option.rect, theme.color("card"))
        rect = option.rect.adjusted(theme.px(4), 1, -theme.px(4), -1)
        if active:
            painting.rounded(painter, rect, theme.px(6), theme.color("accentSoft"))
        ink = theme.color("accentText" if active else "text")
        tick = theme.px(16)
        if index.row() == self._combo.currentIndex():
            x = rect.right() - tick - theme.px(6)
            self._icons.paint(painter, "check", ink, x, rect.y() + (rect.height() - tick) / 2)
        box = rect.adjusted(theme.px(8), 0, -tick - theme.px(10), 0)
        _paint_choice(
            painter,
            self._icons,
            box,
            index.data(Qt.ItemDataRole.DisplayRole),
            index.data(Qt.ItemDataRole.DecorationPropertyRole),
            index.data(BADGE_ROLE),
            ink,
            "body",
        )


def _paint_choice(
    painter: QPainter,
    icons: Icons,
    box: QRect,
    text: str,
    icon: str | None,
    badge: str | None,
    ink: QColor,
    style: str,
) -> None:
    theme = icons.theme
    if badge:
        painting.paint_badge(painter, icons, box.x(), box.center().y() - theme.px(10) + 1, text, badge)
        return
    if icon:
        icons.paint(painter, icon, "text3", box.x(), box.y() + (box.height() - theme.px(16)) / 2)
        box.setLeft(box.left() + theme.px(24))
    font = theme.font(style)
    painter.setFont(font)
    painter.setPen(ink)
    shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, box.width())
    painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, shown)
