"""The window that shows how far a change of the encryption is; the main one is closed meanwhile."""

from __future__ import annotations

import threading

from PySide6.QtCore import Signal

from arbor_desktop.encryption.operations import Done, Step
from arbor_desktop.errors import Cancelled
from arbor_desktop.paths import Home
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import Button, Label, ProgressBar
from arbor_desktop.ui.controller import Controller, error_words
from arbor_desktop.ui.encryption.model import Change
from arbor_desktop.ui.encryption.small_window import SmallWindow
from arbor_desktop.ui.encryption.words import doing_words, done_words, step_words
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.translation import tr

_PARTS = 1000


class ChangeWindow(SmallWindow):
    """`ended(words)` when the change was made or given up: what to say then."""

    ended = Signal(str)
    _told = Signal(object, object)

    def __init__(self, icons: Icons, bridge: Bridge, home: Home, change: Change) -> None:
        super().__init__(icons, doing_words(change), tr("Your memories can't be used until this is done."))
        self._controller = Controller(bridge, self)
        self._home, self._change, self._closing = home, change, bridge.closing
        self._stopped = threading.Event()
        self.step = Label(icons.theme, "", "small", "text2", self)
        self.bar = ProgressBar(icons.theme, doing_words(change), self)
        self.column.addWidget(self.step)
        self.column.addWidget(self.bar)
        self.again = Button(icons, tr("Try again"), variant="primary", parent=self)
        self.again.clicked.connect(self.begin)
        self.cancel = Button(icons, tr("Cancel"), variant="quiet", parent=self)
        self.cancel.clicked.connect(self._cancel)
        self.add_buttons((), (self.cancel, self.again))
        self._told.connect(self._show_progress)
        self.closed.connect(self._cancel)
        self._failed = False

    def begin(self) -> None:
        """Make the change."""
        self._failed = False
        self._stopped.clear()
        self.again.hide()
        self.cancel.set_label(tr("Cancel"))
        self._show_progress(Step.WRITING, 0.0)
        self.fail("")
        self._controller.start(self._run(), self._fail)

    async def _run(self) -> None:
        bridge = self._controller.bridge
        done: Done = await bridge.call(self._change.run, self._home, self._progress, ordered=False)
        self.ended.emit(done_words(self._change, done))

    def _progress(self, step: Step, done: int, total: int) -> None:
        """Called on another thread."""
        if self._stopped.is_set() or self._closing.is_set():
            raise Cancelled
        self._told.emit(step, done / total if total else 0.0)

    def _show_progress(self, step: Step, part: float) -> None:
        self.step.setText(step_words(step))
        self.bar.set_value(round(part * _PARTS), _PARTS)
        self.cancel.setEnabled(step is not Step.BACKUPS)  # the memory file has been replaced by then

    def _fail(self, error: BaseException) -> None:
        if isinstance(error, Cancelled):
            self.ended.emit(tr("Cancelled. Nothing was changed."))
            return
        self._failed = True
        self._controller.report(error)
        made = self._change.made(self._home)
        self.again.setVisible(not made)
        self.cancel.setEnabled(True)
        self.cancel.set_label(tr("Continue") if made else tr("Cancel"))
        self.fail(error_words(error))

    def _cancel(self) -> None:
        if self._failed:
            self.ended.emit("")
        elif self.cancel.isEnabled():
            self._stopped.set()
            self.cancel.setEnabled(False)
