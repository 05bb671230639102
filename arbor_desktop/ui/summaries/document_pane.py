"""The right side: a summary as it is read, as it is edited, or why there is none."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QTextOption
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QMenu,
    QPlainTextEdit,
    QStackedWidget,
    QWidget,
)

from arbor_desktop.clock import Clock
from arbor_desktop.summaries import edited_text
from arbor_desktop.summaries.model import CategorySummary
from arbor_desktop.ui.components import (
    Button,
    ElidedLabel,
    EmptyState,
    Hairline,
    IconButton,
    InlineError,
    Snackbar,
)
from arbor_desktop.ui.components.boxes import vbox
from arbor_desktop.ui.components.menus import Menu
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.style import RING_PROPERTY
from arbor_desktop.ui.summaries.controller import Opened
from arbor_desktop.ui.summaries.document_view import DocumentView
from arbor_desktop.ui.summaries.words import head_words, version_words
from arbor_desktop.ui.translation import tr


class DocumentPane(QWidget):
    """What is wanted of the summary is told by signals; nothing is done here."""

    edit_saved = Signal(str, int)
    """The text, and the version that it began from."""
    review_wanted = Signal()
    clear_wanted = Signal(object)
    """The summary."""
    version_wanted = Signal(int, int)
    """The version, and the one that is shown."""
    memory_wanted = Signal(str)
    retry_wanted = Signal()
    undo_wanted = Signal()

    def __init__(self, icons: Icons, clock: Clock, stay_ms: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons, self._theme, self._clock = icons, icons.theme, clock
        self._opened: Opened | None = None
        self._base = self._whole = ""
        """What an edit began with, as it is edited and as it is stored."""
        self.base_version = 0
        """The version that an edit began from."""
        self.meta = ElidedLabel(self._theme, "", "small", "text2")
        self.copy = Button(icons, tr("Copy"), size="small", icon="copy")
        self.edit = Button(icons, tr("Edit"), size="small", icon="edit")
        self.review = Button(icons, tr("Mark as reviewed"), size="small", icon="check")
        self.more = IconButton(icons, "more", tr("Versions and more"))
        self.cancel = Button(icons, tr("Cancel"), variant="quiet", size="small")
        self.save = Button(icons, tr("Save"), variant="primary", size="small", keycap="Ctrl S")
        self.error = InlineError(self._theme)
        self.view = DocumentView(self._theme, clock)
        self.editor = QPlainTextEdit()
        self.empty = EmptyState(icons, "memories", "")
        self.snackbar = Snackbar(icons, stay_ms=stay_ms)
        self._stack = QStackedWidget()
        self._lay_out()
        self._connect()
        self._dress()
        self._show_mode(self.empty)

    def _lay_out(self) -> None:
        px = self._theme.px
        bar = QHBoxLayout()
        bar.setContentsMargins(px(28), px(8), px(16), px(8))
        bar.setSpacing(px(8))
        self.meta.setMinimumHeight(px(28))  # as high without any button
        bar.addWidget(self.meta, 1)
        for button in (self.copy, self.edit, self.review, self.more, self.cancel, self.save):
            bar.addWidget(button)
        self.error.setContentsMargins(px(28), px(6), px(28), px(6))
        for part in (self.empty, self.view, self.editor):
            self._stack.addWidget(part)
        vbox(bar, Hairline(self._theme), self.error, (self._stack, 1), self.snackbar, on=self)
        self.editor.setFrameShape(QFrame.Shape.NoFrame)
        self.editor.setAccessibleName(tr("Summary as Markdown"))
        self.editor.setProperty(RING_PROPERTY, "inside")
        self.editor.setFont(self._theme.font("mono"))
        self.editor.setTabChangesFocus(True)
        self.editor.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.editor.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.editor.setViewportMargins(px(28), px(14), px(28), px(8))
        self.editor.document().setDocumentMargin(0)

    def _connect(self) -> None:
        self.copy.clicked.connect(self.copy_text)
        self.edit.clicked.connect(self.begin_edit)
        self.review.clicked.connect(self.review_wanted)
        self.more.clicked.connect(self.open_menu)
        self.cancel.clicked.connect(self.end_edit)
        self.save.clicked.connect(self.save_edit)
        self.editor.textChanged.connect(self._typed)
        self.view.memory_wanted.connect(self.memory_wanted)
        self.snackbar.action_triggered.connect(self.undo_wanted)
        self._theme.changed.connect(self._dress)

    # Reading

    @property
    def summary(self) -> CategorySummary | None:
        return None if self._opened is None else self._opened.summary

    def show_opened(self, opened: Opened) -> None:
        """Shows a summary; one that is being edited is not disturbed."""
        self._opened = opened
        if self.editing:
            return
        summary = opened.summary
        self.error.show_error("")
        self.meta.setText("" if summary.empty else head_words(summary, self._clock()))
        if summary.empty:
            self._show_empty(opened)
        else:
            self.view.show_markdown(summary.markdown)
            self._show_mode(self.view)
        self.more.setVisible(bool(opened.versions) or not summary.empty)

    def _show_empty(self, opened: Opened) -> None:
        text = tr("Memories in this category will be summarised here, with their sources.")
        if opened.private:
            text = tr(
                "The memories in this category are sensitive or marked “never share”. Summaries leave "
                "out such memories."
            )
        self.empty.show_state("memories", tr("No summary yet"), text)
        self._show_mode(self.empty)

    def show_failure(self, words: str) -> None:
        """The summary could not be had."""
        again = Button(self._icons, tr("Try again"), clicked=self.retry_wanted)
        self._opened = None
        self.meta.setText("")
        self.empty.show_state("error", tr("Couldn't load the summary"), words, actions=(again,))
        self._show_mode(self.empty)

    def copy_text(self) -> None:
        """Puts the Markdown into the clipboard."""
        if self.summary is not None and not self.summary.empty:
            QApplication.clipboard().setText(self.summary.markdown)
            self.snackbar.show_message(tr("Copied as Markdown"), icon="copy")

    def open_menu(self) -> QMenu:
        """Older versions, and clearing."""
        menu = Menu(self)
        if self._opened is not None:
            now, summary = self._clock(), self._opened.summary
            if self._opened.versions:
                menu.addAction(tr("Earlier versions")).setEnabled(False)
            for version in self._opened.versions:
                action = menu.addAction(self._icons.icon("history"), version_words(version, now))
                action.triggered.connect(
                    lambda _=False, number=version.version: self.version_wanted.emit(number, summary.version)
                )
            if not summary.empty:
                menu.addSeparator()
                clear = menu.addAction(
                    self._icons.icon("trash", "danger"), tr("Clear summary and archive its memories")
                )
                clear.triggered.connect(lambda: self.clear_wanted.emit(summary))
        right = self.more.width() - menu.sizeHint().width()  # its edge is the button's
        menu.popup(self.more.mapToGlobal(QPoint(right, self.more.height())))
        return menu

    # Editing

    @property
    def editing(self) -> bool:
        return self._stack.currentWidget() is self.editor

    @property
    def changed(self) -> bool:
        """Whether something was typed that is not stored."""
        return self.editing and self.editor.toPlainText() != self._base

    def begin_edit(self) -> None:
        if self.summary is None or self.editing:
            return
        self._whole = self.summary.markdown or f"# {self.summary.title}\n"
        self._base = edited_text.short(self._whole)
        self.base_version = self.summary.version
        self.editor.setPlainText(self._base)
        self.meta.setText(tr("Your edits are kept. New memories are added at the end of “Key facts”."))
        self._show_mode(self.editor)
        self.editor.setFocus(Qt.FocusReason.OtherFocusReason)

    def end_edit(self) -> None:
        """Back to reading; what was typed is gone."""
        if not self.editing:
            return
        self._show_mode(self.view)
        if self._opened is not None:
            self.show_opened(self._opened)
        self.edit.setFocus(Qt.FocusReason.OtherFocusReason)

    def save_edit(self) -> None:
        if self.editing and self.save.isEnabled():
            self.error.show_error("")
            text = edited_text.whole(self.editor.toPlainText(), self._whole)
            self.edit_saved.emit(text, self.base_version)

    def refuse(self, words: str) -> None:
        """What was typed was not stored."""
        self.error.show_error(words)

    def _typed(self) -> None:
        self.save.setEnabled(bool(self.editor.toPlainText().strip()))

    def _show_mode(self, part: QWidget) -> None:
        self._stack.setCurrentWidget(part)
        editing, reading = part is self.editor, part is self.view
        for button in (self.cancel, self.save):
            button.setVisible(editing)
        for button in (self.copy, self.review):
            button.setVisible(reading)
        self.edit.setVisible(reading)
        self.more.setVisible(reading)

    def _dress(self) -> None:
        palette = self.editor.palette()
        palette.setColor(QPalette.ColorRole.Base, self._theme.color("card"))
        palette.setColor(QPalette.ColorRole.Text, self._theme.color("text"))
        self.editor.setPalette(palette)

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), self._theme.color("card"))
