"""The sheet that shows each change of a file before it is made."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import (
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QFrame,
    QSizePolicy,
    QTextEdit,
    QWidget,
)

from arbor_desktop.ui.components import Label
from arbor_desktop.ui.components.boxes import clear, hbox, vbox
from arbor_desktop.ui.components.cards import Card
from arbor_desktop.ui.components.dialogs import Sheet
from arbor_desktop.ui.formatting import short_path
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.integrations.diff import Kind, Line, counted
from arbor_desktop.ui.integrations.model import INSTALL, Shown, Tile, actions, heading, purpose
from arbor_desktop.ui.theme import Theme
from arbor_desktop.ui.translation import tr, translated
from arbor_desktop.user_files.model import FileChange, Standing

_LOOKS = {
    Kind.ADDED: ("+", "ins", "insBg"),
    Kind.REMOVED: ("−", "delFg", "delBg"),
    Kind.SAME: (" ", "text2", None),
    Kind.SKIPPED: (" ", "text3", None),
}
MOST_LINES = 600


class DiffView(QTextEdit):
    """As high as its lines; what is around it scrolls. Lines can be selected and copied."""

    def __init__(self, theme: Theme, lines: Sequence[Line], name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._lines = theme, tuple(lines[:MOST_LINES])
        self._left = len(lines) - len(self._lines)
        self._text_height = 0.0
        self.setReadOnly(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setTabChangesFocus(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFont(theme.font("mono_small"))
        self.viewport().setAutoFillBackground(False)
        self.document().setDocumentMargin(0)
        self.setViewportMargins(1, theme.px(6), 1, theme.px(6))
        self.setAccessibleName(name)
        self.setAccessibleDescription(counted_words(*counted(lines)))
        theme.changed.connect(self._write)
        self._write()

    def _write(self) -> None:
        """In the colours of now."""
        palette = self.palette()
        for role in (QPalette.ColorRole.Base, QPalette.ColorRole.Window):
            palette.setColor(role, Qt.GlobalColor.transparent)
        self.setPalette(palette)
        self.document().clear()
        cursor = QTextCursor(self.document())
        for number, line in enumerate(self._lines):
            sign, ink, _back = _LOOKS[line.kind]
            text = (
                f"{sign} {line.text}" if line.kind is not Kind.SKIPPED else f"  {skipped_words(line.count)}"
            )
            self._put(cursor, text, ink, first=number == 0)
        if self._left:
            self._put(cursor, f"  {tr('… %n more lines', None, self._left)}", "text3", first=False)
        self.moveCursor(QTextCursor.MoveOperation.Start)  # it went along with what was written
        self._fit()

    def _put(self, cursor: QTextCursor, text: str, ink: str, *, first: bool) -> None:
        theme = self._theme
        block, letters = QTextBlockFormat(), QTextCharFormat()
        hang = self.fontMetrics().horizontalAdvance("+ ")
        block.setLineHeight(theme.line("mono_small"), QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        block.setLeftMargin(theme.px(10) + hang)
        block.setRightMargin(theme.px(8))
        block.setTextIndent(-hang)
        letters.setForeground(theme.color(ink))
        if first:
            cursor.setBlockFormat(block)
            cursor.setBlockCharFormat(letters)
        else:
            cursor.insertBlock(block, letters)
        cursor.insertText(text, letters)

    def _fit(self) -> None:
        self.document().setTextWidth(self.viewport().width())
        self._text_height = self.document().size().height()
        height = round(self._text_height) + 2 * self._theme.px(6)
        if height != self.height():
            self.setFixedHeight(height)

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(480), self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # what is around scrolls

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), theme.color("sunken"))
        block, layout = self.document().begin(), self.document().documentLayout()
        for line in self._lines:  # over the whole width, which a block's own background is not
            back = _LOOKS[line.kind][2]
            top, block = layout.blockBoundingRect(block).top(), block.next()
            if back is not None:
                # Down to the next one: what is between the lines belongs to them.
                below = layout.blockBoundingRect(block).top() if block.isValid() else self._text_height
                box = QRect(0, round(top), self.viewport().width(), round(below) - round(top))
                painter.fillRect(box, theme.color(back))
        painter.end()
        super().paintEvent(event)


class DiffBox(Card):
    """The view in a box with round corners."""

    def __init__(self, theme: Theme, view: DiffView) -> None:
        super().__init__(theme, fill="sunken")
        vbox(view, on=self, margins=(1, theme.px(4), 1, theme.px(4)))


def skipped_words(count: int) -> str:
    """Stands for lines that stay as they are."""
    return tr("… %n unchanged lines", None, count)


def counted_words(added: int, removed: int) -> str:
    """ "8 lines added, 1 removed"."""
    more = tr("%n lines added", None, added)
    less = tr("%n lines removed", None, removed)
    parts = [words for words, count in ((more, added), (less, removed)) if count]
    return ", ".join(parts) or tr("no lines changed")


class InstallSheet(Sheet):
    """The changes to files that connecting or disconnecting makes."""

    def __init__(
        self, icons: Icons, tile: Tile, verb: str, shown: Shown, parent: QWidget | None = None
    ) -> None:
        words = dict(actions(tile)).get(verb) or (tr("Connect") if verb == INSTALL else tr("Disconnect"))
        super().__init__(icons, heading(tile, verb), words, danger=verb != INSTALL, parent=parent)
        self.setObjectName("integrationSheet")
        self.tile, self.verb, self.shown = tile, verb, shown
        self.purpose.setText(purpose(tile, verb))
        self.files: list[FileSection] = []
        self.show_plan(shown)
        self.do.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_plan(self, shown: Shown) -> None:
        """What would change now; after something else changed a file, that is another text."""
        self.shown = shown
        clear(self.column)
        notes = list(map(translated, shown.plan.notes))
        if self.verb == INSTALL and not self.tile.of_project and notes:
            self.purpose.setText(notes.pop(0))  # the setup says itself, first, what connecting agrees to
        # A project's file may be switched on before there is anything to write into it.
        worth = bool(shown.changes) or (self.tile.of_project and self.tile.standing is not Standing.BLOCKED)
        if not shown.changes and not notes:
            notes.append(_nothing_changes(self.tile, self.verb))
        for note in notes:  # before the files, which may be long
            self.column.addWidget(_Note(self._icons, note))
        self.files = [FileSection(self._theme, change, lines) for change, lines in shown.changes]
        for section in self.files:
            self.column.addWidget(section)
            section.view.cursorPositionChanged.connect(partial(self._follow, section.view))
        self.column.addStretch(1)
        kept = any(change.before is not None for change, _ in shown.changes)
        self.kept.setText(tr("Arbor backs up each existing file before changing it.") if kept else "")
        self.can_do = worth
        self.do.setEnabled(worth)
        self.fit()

    def _follow(self, view: DiffView) -> None:
        """The line that the keyboard is at stays in sight."""
        at = view.viewport().mapTo(self.body, view.cursorRect().center())
        self.area.ensureVisible(at.x(), at.y(), 0, self._theme.px(24))


class FileSection(QWidget):
    """One file: its path, what changes in it in words, and its lines."""

    def __init__(self, theme: Theme, change: FileChange, lines: tuple[Line, ...]) -> None:
        super().__init__()
        self.change = change
        what = _kind_words(change)
        self.path = Label(theme, short_path(change.path), "mono", "text", parent=self, wrap=True)
        self.path.setToolTip(change.path)
        sentence = change.what.endswith(".")
        parts = ("" if sentence else change.what, what, counted_words(*counted(lines)))
        self.kind = Label(theme, " · ".join(part for part in parts if part), "small", "text3", parent=self)
        self.kind.setWordWrap(True)
        self.what = Label(theme, change.what if sentence else "", "small", "text2", parent=self, wrap=True)
        self.what.setVisible(sentence)
        self.view = DiffView(theme, lines, tr("Changes to {path}").format(path=change.path), self)
        vbox(
            self.path, self.what, self.kind, theme.px(4), DiffBox(theme, self.view), on=self, gap=theme.px(2)
        )
        self.setAccessibleName(f"{change.path}. {what}. {change.what}")


class _Note(QWidget):
    """Something that a person should know before."""

    def __init__(self, icons: Icons, text: str) -> None:
        super().__init__()
        self._icons = icons
        self.label = Label(icons.theme, text, "small", "text", parent=self, wrap=True)
        hbox(self.label, on=self, margins=(icons.theme.px(22), 0, 0, 0))

    def paintEvent(self, _event: QPaintEvent) -> None:
        self._icons.paint(QPainter(self), "info", "info", 0, 0, 16)


def _nothing_changes(tile: Tile, verb: str) -> str:
    if not tile.of_project:
        return tr("Already up to date. No files will change.")
    if verb == INSTALL:
        return tr("No branch memory yet. Arbor adds the text block as soon as there is branch memory.")
    return tr("No files will change.")


def _kind_words(change: FileChange) -> str:
    if change.before is None:
        return tr("New file")
    return tr("Deleted file") if change.after is None else tr("Changed file")
