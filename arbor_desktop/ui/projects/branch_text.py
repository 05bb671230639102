"""A branch's memory as text: edited in place, and what memorizing changed in it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QWidget

from arbor_desktop.branches.model import BranchUpdate, Change, ChangeKind
from arbor_desktop.text.diff import Kind, Piece, word_diff
from arbor_desktop.ui.components import Badge, Button, Card, IconButton, InlineError, Label
from arbor_desktop.ui.components.boxes import TOP, hbox, vbox
from arbor_desktop.ui.components.text_runs import RunsView, diff_runs, spoken_diff
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.projects.words import audit_line, change_look, changed, section_label
from arbor_desktop.ui.translation import tr


class BranchEditor(QWidget):
    """`save_wanted` by the button, Ctrl+S or Ctrl+Enter; `left` by Cancel or Esc. `was`: the text that the
    person began from."""

    save_wanted = Signal()
    left = Signal()

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme, px = icons.theme, icons.theme.px
        self.was = ""
        self.area = QPlainTextEdit(self)
        self.area.setAccessibleName(tr("Branch memory text"))
        self.area.setTabChangesFocus(True)
        self._theme = theme
        self._restyle()
        theme.changed.connect(self._restyle)  # a method: it ends with the editor
        hint = tr(
            "Write each entry on its own line, under the heading it belongs to. Your changes are saved "
            "as memories added by you."
        )
        self.hint = Label(theme, hint, "small", "text3", parent=self, wrap=True)
        self.error = InlineError(theme, self)
        self.save = Button(icons, tr("Save"), variant="primary", size="small", icon="check", parent=self)
        self.cancel = Button(icons, tr("Cancel"), size="small", parent=self, clicked=self.left)
        self.save.clicked.connect(self.save_wanted)
        row = hbox((self.hint, 1), self.cancel, self.save, gap=px(8))
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        card = Card(theme, self)
        vbox(self.area, on=card, margins=(px(8), px(6), px(3), px(6)))
        vbox((card, 1), self.error, row, on=self, margins=(px(16), px(12), px(16), px(12)), gap=px(8))

    def _restyle(self) -> None:
        self.area.setFont(self._theme.font("mono"))

    @property
    def text(self) -> str:
        return self.area.toPlainText()

    @property
    def dirty(self) -> bool:
        return self.text != self.was

    def begin(self, text: str, was: str) -> None:
        self.was = was
        self.error.show_error("")
        self.area.setPlainText(text)
        self.set_saving(False)

    def set_saving(self, on: bool) -> None:
        self.save.setEnabled(not on)
        self.area.setReadOnly(on)

    def fail(self, words: str) -> None:
        """It was not taken; the text stays where it is."""
        self.set_saving(False)
        self.error.show_error(words)
        self.area.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        control = event.modifiers() == Qt.KeyboardModifier.ControlModifier
        if control and event.key() in (Qt.Key.Key_S, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.save_wanted.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)
            return
        event.accept()


_MOST = 30


class BranchAudit(Card):
    """Stays until it is closed. `closed` then."""

    closed = Signal()

    def __init__(self, icons: Icons, evolved: BranchUpdate) -> None:
        theme, px = icons.theme, icons.theme.px
        super().__init__(theme)
        self._icons = icons
        said = audit_line(evolved)
        self.setAccessibleName(f"{tr('Updated')}: {said}")
        self.line = Label(theme, said, "body500", parent=self, wrap=True)
        self.close_button = IconButton(
            icons, "x", tr("Dismiss list of changes"), side=24, glyph_size=12, parent=self
        )
        self.close_button.clicked.connect(self.closed)
        head = hbox((self.line, 1), (self.close_button, TOP), gap=px(8))
        column = vbox(head, on=self, margins=(px(13), px(9), px(9), px(11)), gap=px(6))
        if evolved.warning:
            warning = Label(theme, evolved.warning, "small", "warn", self, wrap=True)
            column.addWidget(warning)
        self.texts: list[RunsView] = []
        told = changed(evolved)
        for change in told[:_MOST]:
            column.addLayout(self._change(change))
        if len(told) > _MOST:
            column.addWidget(
                Label(theme, tr("and %n more", None, len(told) - _MOST), "caption", "text3", self)
            )

    def _change(self, change: Change) -> QHBoxLayout:
        theme, px = self._icons.theme, self._icons.theme.px
        word, look = change_look(change.kind)
        pieces = _pieces(change)
        view = RunsView(theme, diff_runs(pieces), spoken=spoken_diff(pieces), parent=self)
        self.texts.append(view)
        where = section_label(change.section)
        why = Label(theme, f"{where} · {change.reason}" if change.reason else where, "caption", "text3", self)
        why.setWordWrap(True)
        texts = vbox(view, why)
        return hbox((Badge(self._icons, word, look, parent=self), TOP), (texts, 1), gap=px(10))


def _pieces(change: Change) -> list[Piece]:
    if change.kind is ChangeKind.UPDATED and len(change.before) == 1:
        return word_diff(change.before[0], change.text)
    if change.kind is ChangeKind.REMOVED:
        return [Piece(Kind.REMOVED, change.text)]
    gone = [Piece(Kind.REMOVED, text) for text in change.before]
    return [*gone, Piece(Kind.ADDED if gone else Kind.SAME, change.text)]
