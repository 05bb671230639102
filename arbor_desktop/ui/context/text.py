"""The text that an AI reads, its size in tokens, and what it is made of."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, QPoint, QRect, QRectF, QSize, Qt, QTimer, Signal, SignalInstance
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QGuiApplication,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPalette,
    QResizeEvent,
    QSyntaxHighlighter,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QFrame,
    QPushButton,
    QSizePolicy,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from arbor_desktop.context.block_text import CLOSE, OPEN, SECTIONS
from arbor_desktop.integrations.view_as import FILE, NO_PROJECT, OFF
from arbor_desktop.memories.model import MemoryType
from arbor_desktop.ui.components import Button, ElidedLabel, EmptyState, FlowLayout, Label
from arbor_desktop.ui.components.boxes import hbox, stacked, vbox
from arbor_desktop.ui.components.painting import rounded
from arbor_desktop.ui.components.row_list import OverlayBar
from arbor_desktop.ui.context.bars import BudgetPopup
from arbor_desktop.ui.context.model import NEAR, Preview
from arbor_desktop.ui.context.words import how_words, memories, nothing_words
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memory.words import type_label
from arbor_desktop.ui.setting_rows.rows import SettingsController
from arbor_desktop.ui.style import RING_PROPERTY
from arbor_desktop.ui.theme import Theme
from arbor_desktop.ui.translation import number, tr

Parts = list[tuple[MemoryType | None, int]]
"""Type and tokens; None is what the block itself takes: tags, lead and headings."""
_ORDER: tuple[MemoryType | None, ...] = (*(kind for kind, _ in SECTIONS), None)
"""As the sections follow each other in the text."""


def parts_of(by_type: dict[MemoryType, int], tokens: int) -> Parts:
    """The shares of a block of so many tokens."""
    frame = max(0, tokens - sum(by_type.values()))
    counts = [(kind, frame if kind is None else by_type.get(kind, 0)) for kind in _ORDER]
    return [(kind, count) for kind, count in counts if count]


def part_label(kind: MemoryType | None) -> str:
    return tr("Other text") if kind is None else type_label(kind)


def part_color(theme: Theme, kind: MemoryType | None) -> QColor:
    return theme.color("borderStrong") if kind is None else theme.type_colors(kind)[2]


class Gauge(QWidget):
    """A stacked bar."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._parts: Parts = []
        self._budget = 1
        self.setFixedHeight(theme.px(8))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_parts(self, parts: Parts, budget: int) -> None:
        self._parts, self._budget = parts, max(1, budget)
        said = ", ".join(f"{part_label(kind)} {number(count)}" for kind, count in parts)
        used = sum(count for _, count in parts)
        self.setAccessibleName(
            tr("{count} of {total} tokens").format(count=number(used), total=number(budget))
        )
        self.setAccessibleDescription(said)
        self.setToolTip(said)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(200), self._theme.px(8))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        whole = QRectF(self.rect())
        shape = QPainterPath()
        shape.addRoundedRect(whole, 2, 2)
        painter.setClipPath(shape)
        painter.fillRect(whole, self._theme.color("track"))
        gap, x = 1.5 * self._theme.k, 0.0
        for kind, count in self._parts:
            width = whole.width() * count / self._budget
            painter.fillRect(QRectF(x, 0, width, whole.height()), part_color(self._theme, kind))
            x += width
            if x < whole.width():
                painter.fillRect(QRectF(x - gap, 0, gap, whole.height()), self._theme.color("surface"))


class Legend(QWidget):
    """A square and a word for each part."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        flow = FlowLayout(self, theme.px(14), theme.px(2))
        self.items: dict[MemoryType | None, LegendItem] = {}
        for kind in _ORDER:
            self.items[kind] = LegendItem(theme, kind, self)
            flow.addWidget(self.items[kind])

    def show_parts(self, parts: Parts) -> None:
        shown = dict(parts)
        for kind, item in self.items.items():
            item.show_count(shown.get(kind, 0))
            item.setVisible(kind in shown)


class LegendItem(QWidget):
    """ "Fact 226"."""

    def __init__(self, theme: Theme, kind: MemoryType | None, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._kind = theme, kind
        self.text = ""
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        if kind is None:
            self.setToolTip(tr("XML tags, introduction, headings and open conflicts"))
        self.hide()

    def show_count(self, count: int) -> None:
        self.text = f"{part_label(self._kind)} {number(count)}"
        self.setAccessibleName(self.text)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        words = QFontMetrics(self._theme.font("caption")).horizontalAdvance(self.text)
        return QSize(self._theme.px(13) + words + 1, self._theme.line("caption"))

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, painter = self._theme, QPainter(self)
        side = theme.px(8)
        box = QRectF(0, (self.height() - side) / 2, side, side)
        rounded(painter, box, 2, part_color(theme, self._kind))
        painter.setFont(theme.font("caption"))
        painter.setPen(theme.color("text2"))
        rest = self.rect().adjusted(theme.px(13), 0, 0, 0)
        painter.drawText(rest, Qt.AlignmentFlag.AlignVCenter, self.text)


_HEADINGS, _BULLET = ("## ", "### "), "- "
_MARKS = (OPEN, CLOSE, "&lt;user_context&gt;", "&lt;/user_context&gt;", "<!-- arbor:")
"""Begin and end of a block, as a client gets them; a memory's own are escaped."""


class TextView(QTextEdit):
    """`line_chosen(number)` when the cursor comes to another line by mouse or keys; lines count from 1."""

    line_chosen = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.exact_text = ""
        """The text byte for byte; a text document would turn some rare characters into others."""
        self.marked = (0, 0)
        """First and last marked line; (0, 0) for none."""
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
        self.setAccessibleName(tr("What your AI will see"))
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

    def show_text(self, text: str) -> None:
        """Shows another text where it is another; the place in it stays."""
        if text == self.exact_text:
            return
        self.exact_text = text
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
        self.marked = (first, last) if first else (0, 0)
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
        first, last = self.marked
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
        units = self.exact_text.encode("utf-16-le", "surrogatepass")
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
        if text.startswith(_HEADINGS) or (text[:2] != _BULLET and any(mark in text for mark in _MARKS)):
            tint = QTextCharFormat()
            tint.setForeground(self._theme.color("accentText"))
            tint.setFontWeight(QFont.Weight.DemiBold)
            self.setFormat(0, len(text), tint)


_COPIED_MS = 1600


class TextPane(QWidget):
    """The other signals are the next steps where nothing is told."""

    project_wanted = Signal()
    review_wanted = Signal()
    add_wanted = Signal()
    settings_wanted = Signal()

    def __init__(self, icons: Icons, settings: SettingsController) -> None:
        super().__init__()
        self._icons, self._theme, self._settings = icons, icons.theme, settings
        theme, px = icons.theme, icons.theme.px
        self.used = UsedButton(icons, self)
        self.used.clicked.connect(self.open_budget)
        self.near = Label(theme, tr("near the limit"), "small500", "warn", parent=self)
        self.count = ElidedLabel(theme, "", "small", "text3", parent=self)
        self.copy_button = Button(icons, tr("Copy text"), size="small", icon="copy", parent=self)
        keys = QKeySequence("Ctrl+Shift+C").toString(QKeySequence.SequenceFormat.NativeText)
        self.copy_button.setToolTip(f"{tr('Copy text')}  {keys.replace('+', ' ')}")
        self.copy_button.clicked.connect(self.copy)
        self._copied = QTimer(self, singleShot=True, interval=_COPIED_MS)
        self._copied.timeout.connect(self._copy_again)
        self.gauge = Gauge(theme, self)
        self.legend = Legend(theme, self)
        self.view = TextView(theme)
        self.state = EmptyState(icons, "memories", tr("Nothing to share here"))
        self.stack = stacked(_Box(theme, self.view), self.state, parent=self)
        head = hbox(self.used, self.near, (self.count, 1), self.copy_button, gap=px(8))
        head.insertStretch(3)  # where how many memories gives way
        column = QVBoxLayout(self)
        column.setContentsMargins(px(16), px(12), px(16), px(12))
        column.setSpacing(px(8))
        column.addLayout(head)
        column.addWidget(self.gauge)
        column.addWidget(self.legend)
        column.addWidget(self.stack, 1)
        self.near.hide()
        self._least = 0

    def show_preview(self, preview: Preview) -> None:
        """Shows the text; where there is none, why and what can be done."""
        parts = parts_of(preview.by_type, preview.tokens)
        near = preview.tokens > NEAR * preview.budget
        self.used.show_used(preview.tokens, preview.budget, near)
        self.used.setEnabled(preview.client.name != FILE)  # its size is no setting
        self.near.setVisible(near)
        told = memories(len(preview.told))
        self._least = QFontMetrics(self._theme.font("small")).horizontalAdvance(told)
        self.count.setText(f"{told} · {how_words(preview)}")
        self._fit()
        self.gauge.show_parts(parts, preview.budget)
        self.legend.show_parts(parts)
        self.legend.setVisible(bool(parts))
        self.copy_button.setEnabled(bool(preview.text))
        self.view.show_text(preview.text)
        if preview.text:
            self.stack.setCurrentIndex(0)
        else:
            self._show_nothing(preview)

    def _fit(self) -> None:
        """How many memories gives way where there is little room: the list says it too."""
        parts: list[QWidget] = [self.used, self.copy_button]
        if not self.near.isHidden():
            parts.append(self.near)
        gaps = self._theme.px(8) * (len(parts) + 1) + 2 * self._theme.px(16)
        needed = self._least + sum(part.sizeHint().width() for part in parts) + gaps
        self.count.setVisible(needed <= self.width())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def copy(self) -> None:
        """Puts the exact text on the clipboard and says so on the button."""
        if not self.view.exact_text:
            return
        QGuiApplication.clipboard().setText(self.view.exact_text)
        width = self.copy_button.width()
        self.copy_button.setMinimumWidth(width)
        self.copy_button.set_label(tr("Copied"))
        self.copy_button.set_glyph("check")
        self._copied.start()

    def _copy_again(self) -> None:
        self.copy_button.set_label(tr("Copy text"))
        self.copy_button.set_glyph("copy")

    def open_budget(self) -> BudgetPopup:
        """The budget, to be changed in place; it is the one of the settings."""
        popup = BudgetPopup(self._icons, self._settings, self.window())
        popup.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        popup.open_at(self.used.mapToGlobal(QPoint(0, self.used.height() + self._theme.px(4))))
        return popup

    def _show_nothing(self, preview: Preview) -> None:
        if preview.nothing or preview.trouble:
            title, text = nothing_words(preview)
            wanted = {OFF: self.settings_wanted, NO_PROJECT: self.project_wanted}.get(preview.nothing)
            label = tr("Open settings") if preview.nothing == OFF else tr("Choose project")
            buttons = (self._action(label, wanted),) if wanted is not None else ()
            self.state.show_state("memories", title, text, actions=buttons)
            self.stack.setCurrentIndex(1)
            return
        waiting = sum(entry.waits for entry in preview.left_out)
        actions: tuple[Button, ...] = ()
        if waiting and waiting == len(preview.left_out):
            text = tr("%n memories need review.", None, waiting)
            actions = (self._action(tr("Review memories"), self.review_wanted),)
        elif preview.left_out and preview.client.name == FILE:
            text = tr("None of these memories is written to files. The list shows why.")
        elif preview.left_out:
            text = tr("All memories are left out. The list shows why. Pin a memory to always include it.")
        elif preview.elsewhere:
            text = tr("No memories apply here. Choose a project to see what your AI sees there.")
            actions = (self._action(tr("Choose project"), self.project_wanted),)
        else:
            text = tr("No memories apply here yet. Keep working as usual, or add a memory.")
            actions = (self._action(tr("Add memory"), self.add_wanted),)
        self.state.show_state("memories", tr("Nothing to share here"), text, actions=actions)
        self.stack.setCurrentIndex(1)

    def _action(self, text: str, wanted: SignalInstance) -> Button:
        return Button(self._icons, text, variant="primary", clicked=wanted)


class UsedButton(QPushButton):
    """ "640 / 2,000 tokens", which opens the budget."""

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons, self._theme = icons, icons.theme
        self.near = False
        self.setAutoDefault(False)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setToolTip(tr("Change context budget"))

    def show_used(self, tokens: int, budget: int, near: bool) -> None:
        self.near = near
        self.setText(tr("{count} / {total} tokens").format(count=number(tokens), total=number(budget)))
        said = tr("{count} of {total} tokens").format(count=number(tokens), total=number(budget))
        self.setAccessibleName(f"{said}, {tr('near the limit')}" if near else said)
        self.setAccessibleDescription(tr("Change context budget"))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        px = self._theme.px
        words = QFontMetrics(self._theme.font("section")).horizontalAdvance(self.text())
        return QSize(words + px(4) + px(14) + px(4), px(26))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, px, painter = self._theme, self._theme.px, QPainter(self)
        if self.underMouse() or self.isDown():
            back = theme.color("sunken" if self.isDown() else "hover")
            rounded(painter, self.rect(), px(6), back)
        painter.setFont(theme.font("section"))
        painter.setPen(theme.color("warn" if self.near else "text"))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter, self.text())
        if not self.isEnabled():
            return
        x = self.width() - px(14) - px(3)
        self._icons.paint(painter, "chevron-down", "text3", x, (self.height() - px(14)) / 2, 14)


class _Box(QFrame):
    """The sunken box around the text."""

    def __init__(self, theme: Theme, view: TextView) -> None:
        super().__init__()
        self._theme = theme
        vbox(view, on=self, margins=1)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._theme
        rounded(QPainter(self), self.rect(), theme.px(8), theme.color("sunken"), theme.color("border"))
