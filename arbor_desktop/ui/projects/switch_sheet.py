"""The sheet that shows what switching an instruction file on or off changes, before it is done."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from arbor_desktop.ui.components import Button, Hairline, InlineError, Label
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.integrations.sheet import FileSection
from arbor_desktop.ui.projects.branch_reads import Shown
from arbor_desktop.ui.projects.words import tr

_WIDTH, _MARGIN, _LEAST_HEIGHT = 620, 24, 220


class SwitchSheet(QDialog):
    """`confirmed` on the button that does it. It stays open until `accept`, or says with `fail` why not."""

    confirmed = Signal()

    def __init__(
        self, icons: Icons, title: str, shown: Shown, do_words: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme = icons.theme
        self.shown = shown
        px = theme.px
        self.setObjectName("switchSheet")
        self.setWindowTitle(title)
        self.setModal(True)
        self.heading = Label(theme, title, "title", parent=self)
        self.heading.setWordWrap(True)
        self.files = [FileSection(theme, change, lines) for change, lines in shown.changes]
        notes = list(shown.plan.notes)
        if not self.files:
            notes.insert(0, tr("No file changes now."))
        self.notes = [Label(theme, note, "small", "text2") for note in notes]
        self.error = InlineError(theme, self)
        self.cancel = Button(icons, tr("Cancel"), variant="quiet", parent=self)
        self.do = Button(icons, do_words, variant="primary", parent=self)
        self.cancel.clicked.connect(self.reject)
        self.do.clicked.connect(self._confirm)
        self.do.setDefault(True)
        self.body = QWidget()
        inner = QVBoxLayout(self.body)
        inner.setContentsMargins(px(_MARGIN), px(4), px(_MARGIN), px(12))
        inner.setSpacing(px(14))
        for label in self.notes:
            label.setWordWrap(True)
            inner.addWidget(label)
        for section in self.files:
            inner.addWidget(section)
        inner.addStretch(1)
        self.area = QScrollArea(self)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setWidgetResizable(True)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setAccessibleName(tr("What changes"))
        self.area.setWidget(self.body)
        head = self._head = QVBoxLayout()
        head.setContentsMargins(px(_MARGIN), px(20), px(_MARGIN), px(10))
        head.addWidget(self.heading)
        buttons = QHBoxLayout()
        buttons.setSpacing(px(8))
        buttons.addStretch(1)
        buttons.addWidget(self.cancel)
        buttons.addWidget(self.do)
        foot = self._foot = QVBoxLayout()
        foot.setContentsMargins(px(_MARGIN), px(12), px(_MARGIN), px(16))
        foot.setSpacing(px(8))
        foot.addWidget(self.error)
        foot.addLayout(buttons)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.area, 1)
        column.addWidget(Hairline(theme, parent=self))
        column.addLayout(foot)

    def fail(self, words: str) -> None:
        """It was not done; the person may try again."""
        self.error.show_error(words)
        self.do.setEnabled(True)
        self.cancel.setEnabled(True)

    def _confirm(self) -> None:
        self.error.show_error("")
        self.do.setEnabled(False)
        self.cancel.setEnabled(False)
        self.confirmed.emit()

    def showEvent(self, event: QShowEvent) -> None:
        """As high as what it shows, within the window; the change scrolls then."""
        super().showEvent(event)
        px = self._theme.px
        above = self.parentWidget()
        room = above.window().size() if above is not None else self.screen().size()
        width = min(px(_WIDTH), room.width() - px(32))
        self.setFixedWidth(width)
        self.body.setFixedWidth(width)
        inner = self.body.layout()
        assert inner is not None
        inner.activate()
        high = max(
            inner.totalHeightForWidth(width) if inner.hasHeightForWidth() else 0,
            inner.totalSizeHint().height(),
        )
        around = self._head.totalHeightForWidth(width) + self._foot.totalSizeHint().height() + 1
        most = max(px(_LEAST_HEIGHT), room.height() - px(48))
        self.setFixedHeight(min(most, max(around + high, px(_LEAST_HEIGHT))))
        self.do.setFocus(Qt.FocusReason.OtherFocusReason)
