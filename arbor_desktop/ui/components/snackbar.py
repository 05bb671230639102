"""The docked strip under a list that says what was done and offers Undo."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field

from PySide6.QtCore import QEasingCurve, QEvent, QPropertyAnimation, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.ui.components.boxes import STRETCH, hbox
from arbor_desktop.ui.components.buttons import IconButton
from arbor_desktop.ui.components.painting import rounded
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.translation import tr

_WIDE = 1000
"""The stretch of the box: it takes all the room that its text needs, before the text takes a second line."""


@dataclass(frozen=True, slots=True)
class Message:
    """What a snackbar says. `undo` takes back what was done. What `stays` is about something that is still
    going on; `cancel` stops it."""

    text: str
    icon: str = "check"
    undo: Callable[[], object] | None = field(default=None, compare=False)
    cancel: Callable[[], object] | None = field(default=None, compare=False)
    stays: bool = False


class Snackbar(QFrame):
    """One message at a time, the newest wins. It stays `stay_ms`, and as long as it has hover or focus.

    What `stays` is about something that is still going on: it is there until it is closed or replaced.
    """

    action_triggered = Signal()
    closed = Signal()

    def __init__(self, icons: Icons, *, stay_ms: int = 8000, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self._open = False
        self._stays = False
        self._said: Message | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self.setMaximumHeight(0)
        self._tip = _Tip(icons, self)
        px = icons.theme.px
        margins = (px(16), px(10), px(16), px(10))
        self._row = hbox(STRETCH, (self._tip, _WIDE), STRETCH, on=self, margins=margins)
        self._timer = QTimer(self, singleShot=True, interval=stay_ms)
        self._timer.timeout.connect(self._time_is_up)
        self._motion = QPropertyAnimation(self, b"maximumHeight", self)
        self._motion.setEasingCurve(QEasingCurve.Type.OutQuad)
        self._motion.finished.connect(self._settle)
        self._tip.action.clicked.connect(self._act)
        self._tip.close_button.clicked.connect(self.close_message)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._attention_moved)
        self.hide()

    @property
    def message(self) -> str:
        """What is said now; empty while closed."""
        return self._tip.text.text() if self._open else ""

    @property
    def text(self) -> str:
        """What is said now or was said last."""
        return self._tip.text.text()

    @property
    def action_button(self) -> QPushButton:
        return self._tip.action

    def say(self, message: Message) -> None:
        """Say it, with a button that takes it back or stops it."""
        action = tr("Cancel") if message.cancel else tr("Undo") if message.undo else None
        stays = message.stays or message.cancel is not None
        self.show_message(message.text, action=action, icon=message.icon, stays=stays)
        self._said = message

    def undo(self) -> bool:
        """Take back what was said last, also after it closed. False where it can't be taken back."""
        said, self._said = self._said, None
        if said is None or said.undo is None:
            return False
        said.undo()
        return True

    def show_message(
        self, text: str, *, action: str | None = None, icon: str = "check", stays: bool = False
    ) -> None:
        """Says `text`; `action` is the word of the button (such as Undo), None for no button."""
        goes_on = self._open and self._stays and stays
        self._said = None
        self._tip.fill(text, action, icon)
        self._stays = stays
        self._open = True
        self._timer.stop()
        if not stays:
            self._timer.start()
        if goes_on:  # a count that runs on is not read aloud at every step
            return
        self.show()
        self._animate_to(self._wanted())
        # Read aloud, but the focus stays where the person works.
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))

    def close_message(self) -> None:
        """Closes the strip."""
        if not self._open:
            return
        self._open = False
        self._timer.stop()
        self._animate_to(0)
        self.closed.emit()

    def close_offer(self) -> None:
        """Closes a message that offers something to do, unless it is about something that is going on."""
        if not self._stays and not self._tip.action.isHidden():
            self.close_message()

    def _act(self) -> None:
        self.close_message()
        self.action_triggered.emit()
        if self._said is not None and self._said.cancel is not None:
            self._said.cancel()
        else:
            self.undo()

    def _wanted(self) -> int:
        """Return the height that all lines of the text need."""
        return self._row.totalHeightForWidth(self.width())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._open and event.size().width() != event.oldSize().width():
            self._animate_to(self._wanted())

    def _animate_to(self, height: int) -> None:
        self._motion.stop()
        duration = self._icons.theme.duration(150) if self.parentWidget() and self.window().isVisible() else 0
        if duration == 0:
            self.setMaximumHeight(height)
            self.setMinimumHeight(height)
            self._settle()
            return
        self.setMinimumHeight(0)
        self._motion.setDuration(duration)
        self._motion.setStartValue(self.height() if self.maximumHeight() else 0)
        self._motion.setEndValue(height)
        self._motion.start()

    def _settle(self) -> None:
        if self._open:
            self.setMinimumHeight(self._wanted())
        else:
            self.setMinimumHeight(0)
            self.hide()

    def _held(self) -> bool:
        focus = QApplication.focusWidget()
        return self._tip.underMouse() or (focus is not None and self.isAncestorOf(focus))

    def _time_is_up(self) -> None:
        if not self._held():
            self.close_message()

    def _attention_moved(self, _old: QWidget | None, _now: QWidget | None) -> None:
        self.attention_changed()

    def attention_changed(self) -> None:
        """Pointer or focus came or went: the time to close starts when both are gone."""
        if not self._open or self._stays:
            return
        if self._held():
            self._timer.stop()
        elif not self._timer.isActive():
            self._timer.start()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self._icons.theme.color("border"))
        painter.drawLine(0, 0, self.width(), 0)


class _Tip(QWidget):
    """The dark box within the strip."""

    def __init__(self, icons: Icons, bar: Snackbar) -> None:
        super().__init__(bar)
        self._icons, self._bar = icons, bar
        theme = icons.theme
        self._glyph = "check"
        self.setMinimumHeight(theme.px(40))
        self.setMinimumWidth(theme.px(300))
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.text = QLabel(self)
        self.text.setFont(theme.font("body500"))
        self.text.setWordWrap(True)
        self.action = _TipButton(icons, self)
        self.close_button = IconButton(icons, "x", tr("Close"), token="tipText", parent=self)
        row = QHBoxLayout(self)
        row.setContentsMargins(
            theme.px(14) + theme.px(16) + theme.px(8), theme.px(5), theme.px(8), theme.px(5)
        )
        row.setSpacing(theme.px(8))
        row.addWidget(self.text, 1)
        row.addWidget(self.action)
        row.addWidget(self.close_button)
        theme.changed.connect(self._tint)
        self._tint()

    def fill(self, text: str, action: str | None, icon: str) -> None:
        self.text.setText(text)
        self._glyph = icon
        self.action.setVisible(action is not None)
        self.action.setText(action or "")
        self.action.setAccessibleName(action or "")
        px = self._icons.theme.px
        line = self.text.fontMetrics().horizontalAdvance(text) + px(24)
        buttons = sum(b.sizeHint().width() for b in (self.action, self.close_button) if not b.isHidden())
        self.setMaximumWidth(max(self.minimumWidth(), line + buttons + px(14 + 16 + 8 + 8 + 2 * 8)))
        self.update()

    def _tint(self) -> None:
        palette = self.text.palette()
        palette.setColor(palette.ColorRole.WindowText, self._icons.theme.color("tipText"))
        self.text.setPalette(palette)

    def event(self, event: QEvent) -> bool:
        handled = super().event(event)
        if event.type() in (
            QEvent.Type.HoverEnter,
            QEvent.Type.HoverLeave,
            QEvent.Type.Enter,
            QEvent.Type.Leave,
        ):
            self._bar.attention_changed()
        return handled

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._icons.theme
        painter = QPainter(self)
        rounded(painter, self.rect(), theme.px(8), theme.color("tip"))
        self._icons.paint(painter, self._glyph, "tipText", theme.px(14), (self.height() - theme.px(16)) / 2)


class _TipButton(QPushButton):
    def __init__(self, icons: Icons, parent: QWidget) -> None:
        super().__init__(parent)
        self._icons = icons
        self.setFlat(True)
        self.setAutoDefault(False)
        self.setFont(icons.theme.font("body600"))
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setMinimumHeight(icons.theme.px(28))

    def sizeHint(self) -> QSize:
        size = super().sizeHint()
        size.setWidth(self.fontMetrics().horizontalAdvance(self.text()) + 2 * self._icons.theme.px(8))
        return size

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        font = self.font()
        font.setUnderline(self.underMouse())
        painter.setFont(font)
        painter.setPen(self._icons.theme.color("tipAccent"))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.text())
