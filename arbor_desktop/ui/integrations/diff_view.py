"""A change of a file as text: each line with its sign and its colour."""

from __future__ import annotations

from collections.abc import Sequence

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
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextEdit, QVBoxLayout, QWidget

from arbor_desktop.ui.components.painting import rounded
from arbor_desktop.ui.integrations.diff import Kind, Line, counted
from arbor_desktop.ui.integrations.words import tr
from arbor_desktop.ui.theme import Theme

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
            self._put(cursor, f"  {tr('… %n more lines', self._left)}", "text3", first=False)
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


class DiffBox(QFrame):
    """The view in a box with round corners."""

    def __init__(self, theme: Theme, view: DiffView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        column = QVBoxLayout(self)
        column.setContentsMargins(1, theme.px(4), 1, theme.px(4))
        column.addWidget(view)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._theme
        rounded(QPainter(self), self.rect(), theme.px(8), theme.color("sunken"), theme.color("border"))


def skipped_words(count: int) -> str:
    """Stands for lines that stay as they are."""
    return tr("… 1 line as it is") if count == 1 else tr("… %n lines as they are", count)


def counted_words(added: int, removed: int) -> str:
    """ "8 lines added, 1 taken away"."""
    more = tr("1 line added") if added == 1 else tr("%n lines added", added)
    less = tr("1 line taken away") if removed == 1 else tr("%n lines taken away", removed)
    parts = [words for words, count in ((more, added), (less, removed)) if count]
    return ", ".join(parts) or tr("no line changes")
