"""Text fields, the search field and combo boxes."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
    QTextBlockFormat,
    QTextCursor,
)
from PySide6.QtWidgets import (
    QLineEdit,
    QSizePolicy,
    QTextEdit,
    QWidget,
)

from arbor_desktop.ui.components import painting
from arbor_desktop.ui.components.buttons import IconButton
from arbor_desktop.ui.components.labels import Label
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.style import OWN_FIELD_PROPERTY, RING_PROPERTY
from arbor_desktop.ui.theme import Theme
from arbor_desktop.ui.translation import tr


def _is_undo(event: QEvent) -> bool:
    """Return whether the event asks a field if it wants Ctrl+Z. A field with nothing to undo leaves the key
    to the window."""
    if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
        return False
    return event.matches(QKeySequence.StandardKey.Undo)


def paint_field(painter: QPainter, theme: Theme, widget: QWidget, focused: bool, error: bool) -> None:
    """The box of a field: edge by hover, focus (2 px) and error."""
    if not widget.isEnabled():
        fill, edge, width = "sunken", "border", 1.0
    elif error:
        fill, edge, width = "card", "danger", 2.0 if focused else 1.0
    elif focused:
        fill, edge, width = "card", "accent", 2.0
    else:
        fill, edge, width = "card", "control" if widget.underMouse() else "borderStrong", 1.0
    painting.rounded(painter, widget.rect(), theme.px(8), theme.color(fill), theme.color(edge), width)


class TextField(QLineEdit):
    """A one-line field. `set_error` marks it; the words stand in an InlineError beside it."""

    def __init__(
        self, icons: Icons, name: str, placeholder: str = "", text: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(text, parent)
        self._icons = icons
        self._error = False
        self.boxed = True
        """Whether it has a box of its own."""
        self.setAccessibleName(name)
        self.setPlaceholderText(placeholder)
        self.setProperty(RING_PROPERTY, "none")
        self.setProperty(OWN_FIELD_PROPERTY, True)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        px = icons.theme.px
        self.setTextMargins(px(10) - 3, 0, px(8), 0)

    def set_error(self, error: bool) -> None:
        if error != self._error:
            self._error = error
            self.update()

    @property
    def has_error(self) -> bool:
        return self._error

    def event(self, event: QEvent) -> bool:
        if _is_undo(event) and not self.isUndoAvailable():
            event.ignore()
            return False
        return super().event(event)

    def sizeHint(self) -> QSize:
        return QSize(self._icons.theme.px(160), self._icons.theme.px(30))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._icons.theme.px(60), self._icons.theme.px(30))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self.boxed:
            paint_field(painter, self._icons.theme, self, self.hasFocus(), self._error)
        painter.end()
        super().paintEvent(event)


class SearchField(TextField):
    """A field with a magnifier, a key cap while it is empty, and a clear button while it is not.

    `text_edited(text)` comes `delay_ms` after the last key; at once on Return or when cleared.
    `list_wanted` when the down key asks for what was found.
    """

    text_edited = Signal(str)
    list_wanted = Signal()

    def __init__(
        self,
        icons: Icons,
        placeholder: str,
        *,
        keycap: str = "",
        glyph: str = "search",
        delay_ms: int = 120,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(icons, placeholder, placeholder, parent=parent)
        self._keycap, self._glyph = keycap, glyph
        px = icons.theme.px
        right = painting.keycap_width(icons.theme, keycap) + px(12) if keycap else px(30)
        self.setTextMargins(px(10) + px(16) + px(8) - 3, 0, max(right, px(30)), 0)
        clear = tr("Clear search") if glyph == "search" else tr("Clear")
        self._clear = IconButton(icons, "x", clear, shortcut="Esc", side=24, parent=self)
        self._clear.setCursor(Qt.CursorShape.ArrowCursor)
        self._clear.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._clear.clicked.connect(self.clear_search)
        self._clear.hide()
        self._delay = QTimer(self, singleShot=True, interval=delay_ms)
        self._delay.timeout.connect(self._send)
        self._sent = ""
        self.textChanged.connect(self._changed)
        self.returnPressed.connect(self._send)

    def clear_search(self) -> None:
        """Empties the field and says so at once; Ctrl+Z does not bring the text back."""
        self.setText("")
        self._send()

    def set_search(self, text: str) -> None:
        """Puts a text there and says so at once."""
        self.setText(text)
        self._send()

    def _changed(self, text: str) -> None:
        self._clear.setVisible(bool(text))
        self._delay.start()
        self.update()

    def _send(self) -> None:
        self._delay.stop()
        if self.text() != self._sent:
            self._sent = self.text()
            self.text_edited.emit(self._sent)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.text():
            self.clear_search()
            return
        if event.key() == Qt.Key.Key_Down and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            self._send()
            self.list_wanted.emit()  # and on: some lists take the key themselves
        super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        size = self._clear.sizeHint()
        inset = (self.height() - size.height()) // 2
        self._clear.setGeometry(self.width() - size.width() - inset, inset, size.width(), size.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        theme = self._icons.theme
        painter = QPainter(self)
        glyph = theme.px(16)
        self._icons.paint(painter, self._glyph, "text3", theme.px(11), (self.height() - glyph) / 2)
        if self._keycap and not self.text():
            width = painting.keycap_width(theme, self._keycap)
            x, y = self.width() - width - theme.px(8), (self.height() - theme.px(18)) // 2
            painting.paint_keycap(painter, theme, x, y, self._keycap)


class TextArea(QTextEdit):
    """Several lines of plain text in a field whose height follows the text, from `lines` to `max_lines`."""

    def __init__(
        self,
        theme: Theme,
        name: str,
        *,
        lines: int = 3,
        max_lines: int = 8,
        style: str = "editor",
        placeholder: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme, self._lines, self._max_lines, self._style = theme, lines, max_lines, style
        self._error = False
        self.setAcceptRichText(False)
        self.setAccessibleName(name)
        self._placeholder = placeholder  # Qt's own lies higher than a line of `_space_lines`
        self.setFrameShape(QTextEdit.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setFont(theme.font(style))
        self.setProperty(RING_PROPERTY, "none")
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.document().setDocumentMargin(0)
        self.setViewportMargins(theme.px(12), theme.px(8), theme.px(8), theme.px(8))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        _see_through(self)
        self.viewport().setAutoFillBackground(False)
        self.document().documentLayout().documentSizeChanged.connect(self.updateGeometry)
        self._space_lines()

    def setPlainText(self, text: str) -> None:
        """Replaces the text; nothing can be undone to what was there before."""
        super().setPlainText(text)
        self._space_lines()

    def _space_lines(self) -> None:
        cursor = QTextCursor(self.document())
        cursor.select(QTextCursor.SelectionType.Document)
        spaced = QTextBlockFormat()
        fixed = QTextBlockFormat.LineHeightTypes.FixedHeight.value
        spaced.setLineHeight(self._theme.line(self._style), fixed)
        was_blocked = self.blockSignals(True)
        cursor.mergeBlockFormat(spaced)
        self.blockSignals(was_blocked)
        self.document().clearUndoRedoStacks()
        self.document().setModified(False)

    def set_error(self, error: bool) -> None:
        self._error = error
        self.update()

    @property
    def has_error(self) -> bool:
        return self._error

    def sizeHint(self) -> QSize:
        line = self._theme.line(self._style)
        wanted = round(self.document().size().height())
        height = min(self._max_lines * line, max(self._lines * line, wanted))
        return QSize(self._theme.px(240), height + 2 * self._theme.px(8))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(120), self.sizeHint().height())

    def event(self, event: QEvent) -> bool:
        if _is_undo(event) and not self.document().isUndoAvailable():
            event.ignore()
            return False
        if event.type() == QEvent.Type.Paint:
            paint_field(QPainter(self), self._theme, self, self.hasFocus(), self._error)
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        typed = self.document().firstBlock().layout().preeditAreaText()
        if self._placeholder and self.document().isEmpty() and not typed:
            painter = QPainter(self.viewport())
            painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
            box = self.cursorRect()
            box.setRight(self.viewport().width())
            painter.drawText(box, int(Qt.AlignmentFlag.AlignVCenter), self._placeholder)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()


class InlineError(Label):
    """What is wrong with a field, said beside it; hidden while nothing is."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "", "small", "danger", parent)
        self.setWordWrap(True)
        self.setVisible(False)

    def show_error(self, text: str, *fields: TextField | TextArea) -> None:
        """Shows `text` (or nothing, if empty) and marks the fields."""
        self.setText(text)
        self.setAccessibleName(text)
        self.setVisible(bool(text))
        for field in fields:
            field.set_error(bool(text))
            field.setAccessibleDescription(text)


def _see_through(widget: QWidget) -> None:
    """Qt paints no background of its own: the rounded box is painted by us."""
    palette = widget.palette()
    palette.setColor(QPalette.ColorRole.Base, QColor(0, 0, 0, 0))
    widget.setPalette(palette)
