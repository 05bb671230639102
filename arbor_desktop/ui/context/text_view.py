"""The exact text that an AI is told, with numbered lines and the lines of one memory marked.

Not QPlainTextEdit: its layout knows neither the line height of the design nor hanging indents.
"""

from __future__ import annotations

from PySide6.QtCore import QMimeData, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QSyntaxHighlighter,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QTextEdit, QWidget

from arbor_desktop.context.block import CLOSE, OPEN
from arbor_desktop.ui.context.words import tr
from arbor_desktop.ui.conversations.overlay_bar import OverlayBar
from arbor_desktop.ui.style import RING_PROPERTY
from arbor_desktop.ui.theme import Theme

_HEADING, _BULLET = "## ", "- "


class TextView(QTextEdit):
    """`line_chosen(number)` when the cursor comes to another line by mouse or keys; lines count from 1."""

    line_chosen = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._text = ""
        self._marked = (0, 0)
        self._line = 0
        self._moving = False
        self.setReadOnly(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setAcceptRichText(False)
        self.setTabChangesFocus(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setFont(theme.font("mono"))
        self.setAccessibleName(tr("What your AI will be told"))
        self.setProperty(RING_PROPERTY, "inside")
        self.viewport().setAutoFillBackground(False)
        self.document().setDocumentMargin(0)
        self.document().setUndoRedoEnabled(False)
        self.bar = OverlayBar(self)
        self._tint = _Tint(theme, self.document())
        theme.changed.connect(self._dress)
        self.cursorPositionChanged.connect(self._cursor_moved)
        self._dress()

    # What it shows

    @property
    def exact_text(self) -> str:
        """The text byte for byte; a text document would turn some rare characters into others."""
        return self._text

    @property
    def marked(self) -> tuple[int, int]:
        """First and last marked line; (0, 0) for none."""
        return self._marked

    def show_text(self, text: str) -> None:
        """Shows another text where it is another; the place in it stays."""
        if text == self._text:
            return
        self._text = text
        top = self.verticalScrollBar().value()
        self._moving = True
        self.setPlainText(text)
        self._space_lines()
        self._moving = False
        self._line = 0
        self.document().documentLayout().documentSize()  # laid out now, so that the place can be found
        self.verticalScrollBar().setValue(top)

    def mark(self, first: int, last: int, *, go_there: bool = True) -> None:
        """Marks these lines, none with 0, and brings them into view."""
        self._marked = (first, last) if first else (0, 0)
        if first and go_there:
            self._go_to(first, last)
        self.viewport().update()

    def go_to_line(self, number: int) -> None:
        """Puts the cursor there."""
        block = self.document().findBlockByNumber(number - 1)
        if block.isValid():
            self._moving = True
            cursor = QTextCursor(block)
            self.setTextCursor(cursor)
            self._line = number
            self._moving = False

    def lines_rect(self, first: int, last: int) -> QRect:
        """Where these lines are in the viewport, over its whole width."""
        top = self._block_rect(self.document().findBlockByNumber(first - 1)).top()
        bottom = self._block_rect(self.document().findBlockByNumber(last - 1)).bottom()
        return QRect(0, round(top), self.viewport().width(), round(bottom - top))

    def _go_to(self, first: int, last: int) -> None:
        box, port = self.lines_rect(first, last), self.viewport().rect()
        if box.top() >= port.top() and box.bottom() <= port.bottom():
            return
        third = port.height() // 3 if box.height() < port.height() // 2 else 0
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + box.top() - third)

    def _block_rect(self, block: QTextBlock) -> QRectF:
        """Qt puts all that a fixed height leaves free above the words; here they are in the middle."""
        rect = self.document().documentLayout().blockBoundingRect(block)
        free = block.layout().lineAt(0).y() if block.layout().lineCount() else 0.0
        return rect.adjusted(0, free / 2, 0, free + free / 2).translated(0, -self.verticalScrollBar().value())

    # Looks

    def _dress(self) -> None:
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.Base, QColor(0, 0, 0, 0))
        palette.setColor(QPalette.ColorRole.Text, self._theme.color("text"))
        self.setPalette(palette)
        self._tint.rehighlight()
        self.viewport().update()

    def _number_font(self) -> QFont:
        return self._theme.font("mono_small")

    def _gutter(self) -> int:
        """How wide the column of numbers is: room for three digits, for more where there are more."""
        digits = len(str(self.document().blockCount()))
        widest = digits * QFontMetrics(self._number_font()).horizontalAdvance("0")
        return max(self._theme.px(30), widest + self._theme.px(18))

    def _space_lines(self) -> None:
        """The line height of the design, and bullets whose further rows stand under their words."""
        gutter, px = self._gutter(), self._theme.px
        indent = QFontMetrics(self._theme.font("mono")).horizontalAdvance(_BULLET)
        fixed = QTextBlockFormat.LineHeightTypes.FixedHeight.value
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        block = self.document().begin()
        while block.isValid():
            style = QTextBlockFormat()
            style.setLineHeight(self._theme.line("mono"), fixed)
            bullet = block.text().startswith(_BULLET)
            style.setLeftMargin(gutter + (indent if bullet else 0))
            style.setTextIndent(-indent if bullet else 0)
            style.setRightMargin(px(20))
            QTextCursor(block).setBlockFormat(style)
            block = block.next()
        cursor.endEditBlock()
        root = self.document().rootFrame()
        frame = root.frameFormat()
        frame.setTopMargin(px(7))
        frame.setBottomMargin(px(10))
        root.setFrameFormat(frame)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        self._paint_marks(painter)
        self._paint_numbers(painter, event.rect())
        painter.end()
        super().paintEvent(event)

    def _paint_marks(self, painter: QPainter) -> None:
        first, last = self._marked
        if not first or first > self.document().blockCount():
            return
        box = self.lines_rect(first, last)
        painter.fillRect(box, self._theme.color("mark"))
        painter.fillRect(QRect(0, box.top(), self._theme.px(3), box.height()), self._theme.color("markBar"))

    def _paint_numbers(self, painter: QPainter, seen: QRect) -> None:
        painter.setFont(self._number_font())
        painter.setPen(self._theme.color("text3"))
        line, right = self._theme.line("mono"), self._gutter() - self._theme.px(12)
        block = self.cursorForPosition(seen.topLeft()).block()
        if block.previous().isValid():
            block = block.previous()
        while block.isValid():
            top = round(self._block_rect(block).top())
            if top > seen.bottom():
                return
            box = QRect(0, top, right, line)
            flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(box, int(flags), str(block.blockNumber() + 1))
            block = block.next()

    # What a person does

    def _cursor_moved(self) -> None:
        cursor = self.textCursor()
        line = cursor.blockNumber() + 1
        if self._moving or cursor.hasSelection() or line == self._line:
            return
        self._line = line
        self.line_chosen.emit(line)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if event.button() == Qt.MouseButton.LeftButton and not self.textCursor().hasSelection():
            # Also where the cursor stood there already: the line is meant again.
            self._line = self.textCursor().blockNumber() + 1
            self.line_chosen.emit(self._line)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            event.ignore()  # Qt would make the words larger, and not what is measured by them
        else:
            super().wheelEvent(event)

    def createMimeDataFromSelection(self) -> QMimeData:
        """What is copied is cut out of the exact text: positions of the document are UTF-16 units."""
        cursor = self.textCursor()
        units = self._text.encode("utf-16-le", "surrogatepass")
        part = units[2 * cursor.selectionStart() : 2 * cursor.selectionEnd()]
        data = QMimeData()
        data.setText(part.decode("utf-16-le", "surrogatepass"))
        return data


class _Tint(QSyntaxHighlighter):
    """Headings and the block's own tags in the accent's colour."""

    def __init__(self, theme: Theme, document: QTextDocument) -> None:
        super().__init__(document)
        self._theme = theme

    def highlightBlock(self, text: str) -> None:
        if text.startswith((_HEADING, OPEN[:-1] + " ")) or text in (OPEN, CLOSE):
            tint = QTextCharFormat()
            tint.setForeground(self._theme.color("accentText"))
            tint.setFontWeight(QFont.Weight.DemiBold)
            self.setFormat(0, len(text), tint)
