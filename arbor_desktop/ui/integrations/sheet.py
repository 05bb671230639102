"""The sheet that shows every file with its exact change, before it is made."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QDialog, QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from arbor_desktop.ui.components import Button, Hairline, InlineError, Label
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.integrations.desk import Shown
from arbor_desktop.ui.integrations.diff import Line, counted
from arbor_desktop.ui.integrations.diff_view import DiffBox, DiffView, counted_words
from arbor_desktop.ui.integrations.setup import INSTALL
from arbor_desktop.ui.integrations.states import deeds, heading, purpose
from arbor_desktop.ui.integrations.tiles import Tile
from arbor_desktop.ui.integrations.words import tr
from arbor_desktop.ui.settings.words import short_path
from arbor_desktop.ui.theme import Theme
from arbor_desktop.user_files.model import FileChange, Standing

_WIDTH, _MARGIN = 620, 24
_LEAST_HEIGHT = 200


class InstallSheet(QDialog):
    """`confirmed` on the button that does it. It stays open until `accept`, or says with `fail` why not."""

    confirmed = Signal()

    def __init__(
        self, icons: Icons, tile: Tile, verb: str, shown: Shown, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._icons, self._theme = icons, icons.theme
        self.tile, self.verb, self.shown = tile, verb, shown
        title = heading(tile, verb)
        self.setObjectName("integrationSheet")
        self.setWindowTitle(title)
        self.setAccessibleName(title)
        self.setModal(True)
        theme = icons.theme
        self.heading = Label(theme, title, "title", parent=self)
        self.heading.setWordWrap(True)
        self.purpose = Label(theme, purpose(tile, verb), "body", "text2", parent=self)
        self.purpose.setWordWrap(True)
        self.kept = Label(theme, "", "small", "text2", parent=self)
        self.kept.setWordWrap(True)
        self.error = InlineError(theme, self)
        self.cancel = Button(icons, tr("Cancel"), variant="quiet", parent=self)
        words = dict(deeds(tile)).get(verb) or (tr("Install") if verb == INSTALL else tr("Remove"))
        self.do = Button(icons, words, variant="primary" if verb == INSTALL else "danger", parent=self)
        self.files: list[FileSection] = []
        self._lay_out()
        self.cancel.clicked.connect(self.reject)
        self.do.clicked.connect(self._confirm)
        self.do.setDefault(True)
        self.show_plan(shown)
        self.do.setFocus(Qt.FocusReason.OtherFocusReason)

    def _lay_out(self) -> None:
        px = self._theme.px
        self.body = QWidget()
        self._body = QVBoxLayout(self.body)
        self._body.setContentsMargins(px(_MARGIN), px(4), px(_MARGIN), px(12))
        self._body.setSpacing(px(16))
        self.area = QScrollArea(self)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setWidgetResizable(True)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setAccessibleName(tr("What changes"))
        self.area.setWidget(self.body)
        head = self._head = QVBoxLayout()
        head.setContentsMargins(px(_MARGIN), px(20), px(_MARGIN), px(12))
        head.setSpacing(px(6))
        head.addWidget(self.heading)
        head.addWidget(self.purpose)
        buttons = QHBoxLayout()
        buttons.setSpacing(px(8))
        buttons.addWidget(self.kept, 1)
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
        column.addWidget(Hairline(self._theme, parent=self))
        column.addLayout(foot)

    def show_plan(self, shown: Shown) -> None:
        """What would change now; after something else changed a file, that is another text."""
        self.shown = shown
        while (item := self._body.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.hide()
                old.deleteLater()
        notes = list(shown.plan.notes)
        if self.verb == INSTALL and not self.tile.of_project and notes:
            self.purpose.setText(notes.pop(0))  # the setup says itself, first, what installing agrees to
        # A project's file may be switched on before there is anything to write into it.
        worth = bool(shown.changes) or (self.tile.of_project and self.tile.standing is not Standing.BLOCKED)
        if not shown.changes and not notes:
            notes.append(_nothing_changes(self.tile, self.verb))
        for note in notes:  # before the files, which may be long
            self._body.addWidget(_Note(self._icons, note))
        self.files = [FileSection(self._theme, change, lines) for change, lines in shown.changes]
        for section in self.files:
            self._body.addWidget(section)
            section.view.cursorPositionChanged.connect(partial(self._follow, section.view))
        self._body.addStretch(1)
        kept = any(change.before is not None for change, _ in shown.changes)
        self.kept.setText(tr("A copy of each file as it is now is kept in Arbor's backups.") if kept else "")
        self._worth = worth
        self.do.setEnabled(worth)
        self._fit()

    def _follow(self, view: DiffView) -> None:
        """The line that the keyboard is at stays in sight."""
        at = view.viewport().mapTo(self.body, view.cursorRect().center())
        self.area.ensureVisible(at.x(), at.y(), 0, self._theme.px(24))

    def fail(self, words: str) -> None:
        """It was not done; the person may try again."""
        self.error.show_error(words)
        self.do.setEnabled(self._worth)
        self.cancel.setEnabled(True)

    def _confirm(self) -> None:
        self.error.show_error("")
        self.do.setEnabled(False)
        self.cancel.setEnabled(False)
        self.confirmed.emit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fit()
        self.do.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The change is read by keys from wherever the focus is."""
        bar, key = self.area.verticalScrollBar(), event.key()
        steps = {
            Qt.Key.Key_Down: bar.singleStep(),
            Qt.Key.Key_Up: -bar.singleStep(),
            Qt.Key.Key_PageDown: bar.pageStep(),
            Qt.Key.Key_PageUp: -bar.pageStep(),
        }
        if key in steps:
            bar.setValue(bar.value() + steps[Qt.Key(key)])
        else:
            super().keyPressEvent(event)

    def _fit(self) -> None:
        """As high as what it shows, within the window; the change scrolls then."""
        px = self._theme.px
        above = self.parentWidget()
        room = above.window().size() if above is not None else self.screen().size()
        width = min(px(_WIDTH), room.width() - px(32))
        self.setFixedWidth(width)
        self.body.setFixedWidth(width)
        self._body.activate()
        inner = self._body.totalHeightForWidth(width) if self._body.hasHeightForWidth() else 0
        inner = max(inner, self._body.totalSizeHint().height())
        around = self._head.totalHeightForWidth(width) + self._foot.totalSizeHint().height() + 1
        most = max(px(_LEAST_HEIGHT), room.height() - px(48))
        self.setFixedHeight(min(most, around + inner))


class FileSection(QWidget):
    """One file: its path, what changes in it in words, and its lines."""

    def __init__(
        self, theme: Theme, change: FileChange, lines: tuple[Line, ...], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.change = change
        what = _kind_words(change)
        self.path = Label(theme, short_path(change.path), "mono", "text", parent=self)
        self.path.setWordWrap(True)
        self.path.setToolTip(change.path)
        sentence = change.what.endswith(".")
        parts = ("" if sentence else change.what, what, counted_words(*counted(lines)))
        self.kind = Label(theme, " · ".join(part for part in parts if part), "small", "text3", parent=self)
        self.kind.setWordWrap(True)
        self.what = Label(theme, change.what if sentence else "", "small", "text2", parent=self)
        self.what.setWordWrap(True)
        self.what.setVisible(sentence)
        self.view = DiffView(theme, lines, tr("Change of {path}").format(path=change.path), self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(2))
        column.addWidget(self.path)
        column.addWidget(self.what)
        column.addWidget(self.kind)
        column.addSpacing(theme.px(4))
        column.addWidget(DiffBox(theme, self.view))
        self.setAccessibleName(f"{change.path}. {what}. {change.what}")


class _Note(QWidget):
    """Something that a person should know before."""

    def __init__(self, icons: Icons, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self.label = Label(icons.theme, text, "small", "text", parent=self)
        self.label.setWordWrap(True)
        row = QHBoxLayout(self)
        row.setContentsMargins(icons.theme.px(22), 0, 0, 0)
        row.addWidget(self.label)

    def paintEvent(self, _event: QPaintEvent) -> None:
        self._icons.paint(QPainter(self), "info", "info", 0, 0, 16)


def _nothing_changes(tile: Tile, verb: str) -> str:
    if not tile.of_project:
        return tr("Everything is as it should be already. No file would change.")
    if verb == INSTALL:
        return tr("Nothing is remembered of this branch yet. The file gets its block when something is.")
    return tr("No file changes.")


def _kind_words(change: FileChange) -> str:
    if change.before is None:
        return tr("New file")
    return tr("The file goes away") if change.after is None else tr("Changed file")
