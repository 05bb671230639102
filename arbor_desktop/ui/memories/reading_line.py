"""The line above the list while many conversations are read: how far that is, and Pause."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from arbor_desktop.runtime.status import ServiceStatus
from arbor_desktop.ui.components import Button, ElidedLabel, Label, ProgressBar, StatusDot
from arbor_desktop.ui.components.boxes import hbox, vbox
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.status import paused_words, read_words, so_far_words, time_left_words
from arbor_desktop.ui.translation import tr

LEAST = 3
"""Fewer conversations are read without a word."""
_AFTER_MS, _STAY_MS = 1000, 8000


class ReadingLine(QWidget):
    """Hidden until so many conversations were read for `after_ms`; the result stays `stay_ms`."""

    pause_wanted = Signal()
    resume_wanted = Signal()
    room_changed = Signal()

    def __init__(
        self,
        icons: Icons,
        *,
        after_ms: int = _AFTER_MS,
        stay_ms: int = _STAY_MS,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        theme, px = icons.theme, icons.theme.px
        self._status = ServiceStatus("ready")
        self.dot = StatusDot(theme, "accent", parent=self)
        self.words = ElidedLabel(theme, "", "body500", parent=self)
        self.left = Label(theme, "", "small", "text3", parent=self)
        self.pause = Button(icons, tr("Pause"), variant="quiet", size="small", icon="pause", parent=self)
        self.resume = Button(icons, tr("Resume"), variant="quiet", size="small", icon="play", parent=self)
        self.bar = ProgressBar(theme, tr("Reading"), self)
        self.pause.clicked.connect(self.pause_wanted)
        self.resume.clicked.connect(self.resume_wanted)
        row = hbox(self.dot, (self.words, 1), self.left, self.pause, self.resume, gap=px(10))
        vbox(row, self.bar, on=self, margins=(px(16), px(10), px(16), 0), gap=px(6))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._soon = QTimer(self, singleShot=True, interval=after_ms)
        self._soon.timeout.connect(self._appear)
        self._end = QTimer(self, singleShot=True, interval=stay_ms)
        self._end.timeout.connect(self._disappear)
        self.hide()

    def show_status(self, status: ServiceStatus) -> None:
        """Follow what is read."""
        self._status = status
        paused = status.state == "paused" and status.done < status.total
        if status.state == "processing" or (paused and self._under_way):
            if self._under_way:
                self._show_progress()
            elif status.total >= LEAST and not self._soon.isActive():
                self._soon.start()
        else:
            self._soon.stop()
            if self._under_way:
                self._show_result()
            elif not self.isHidden():  # another process ends what it has in work
                self.words.setText(read_words(status))

    @property
    def _under_way(self) -> bool:
        """Whether the line is there, and not for the result of the last run."""
        return not self.isHidden() and not self._end.isActive()

    def _appear(self) -> None:
        self._end.stop()
        self._show_progress()
        self.show()
        self.room_changed.emit()

    def _show_progress(self) -> None:
        status, paused = self._status, self._status.state == "paused"
        self.words.setText(paused_words(status) if paused else so_far_words(status))
        self.dot.token = "control" if paused else "accent"
        self.dot.update()
        self.left.setText("" if paused else time_left_words(status))
        held = self.pause.hasFocus() or self.resume.hasFocus()
        self.pause.setVisible(not paused)
        self.resume.setVisible(paused)
        if held:
            (self.resume if paused else self.pause).setFocus()
        self.bar.setVisible(True)
        self.bar.set_value(status.done, status.total)

    def _show_result(self) -> None:
        if not self._status.done:
            self._disappear()
            return
        self.words.setText(read_words(self._status))
        self.dot.token = "ok"
        self.dot.update()
        self.left.setText("")
        for widget in (self.pause, self.resume, self.bar):
            widget.hide()
        self._end.start()
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, self.words.text()))
        self.room_changed.emit()

    def _disappear(self) -> None:
        self._end.stop()
        self.hide()
        self.room_changed.emit()
