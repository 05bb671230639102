"""Merge and edit: one text that takes the place of all."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QTextCursor
from PySide6.QtWidgets import QHBoxLayout, QWidget

from arbor_desktop.conflicts.model import Decision, Member
from arbor_desktop.memories.model import Scope
from arbor_desktop.text.diff import Kind, Span, marked_pieces
from arbor_desktop.ui.components import Button, ComboBox, ConfidenceBar, Hairline, Label, TextArea
from arbor_desktop.ui.conflicts.card import shown
from arbor_desktop.ui.conflicts.deeds import lost_elsewhere
from arbor_desktop.ui.conflicts.dialog import ConflictDialog
from arbor_desktop.ui.conflicts.reads import Sheet
from arbor_desktop.ui.conflicts.view import marks_of
from arbor_desktop.ui.conflicts.words import members_of, side_name, tr
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.editor import content_error
from arbor_desktop.ui.memories.fields import PickBox, fill_scopes, fill_types
from arbor_desktop.ui.runs import RunsView, side_runs


class MergeDialog(ConflictDialog):
    """`wanted(call)` for `merged`."""

    def __init__(self, icons: Icons, sheet: Sheet, note: str, parent: QWidget | None = None) -> None:
        super().__init__(
            icons, tr("Merge & edit"), tr("Merge into one memory"), tr("Save merged"), parent
        )  # fmt: skip
        px = self._theme.px
        self._note = note
        self._members = members_of(sheet.conflict)
        self._newest = self._members[-1].memory
        two = len(self._members) == 2
        self.about.setText(
            tr("Start from the newer text. Click a marked word below to add it.") if two
            else tr("Start from the newest text. Click a marked word below to add it.")
        )  # fmt: skip
        self.area_text = TextArea(
            self._theme, tr("Text of the merged memory"), lines=4, max_lines=8, parent=self.body
        )
        self.area_text.setPlainText(self._newest.content)
        self.area_text.moveCursor(QTextCursor.MoveOperation.End)
        self.area_text.textChanged.connect(self._edited)
        self.column.addWidget(self.area_text)
        self.column.addWidget(self.error)
        self.column.addSpacing(px(12))
        self.pickers: list[WordPicker] = []
        for place, member in enumerate(self._members):
            self.column.addLayout(self._side(icons, place, member))
            self.column.addSpacing(px(8))
        self.column.addSpacing(px(6))
        self.column.addWidget(Hairline(self._theme, parent=self.body))
        self.column.addSpacing(px(12))
        self.column.addLayout(self._fields(sheet))
        self.column.addSpacing(px(6))
        self.column.addLayout(self._confidence())
        self.column.addSpacing(px(8))
        self.fate = Label(self._theme, "", "small", "text2", self.body)
        self.fate.setWordWrap(True)
        self.scope.currentIndexChanged.connect(self._say_fate)
        self._say_fate()
        self.column.addWidget(self.fate)
        self.column.addStretch(1)
        self.reset = Button(icons, tr("Reset text"), variant="quiet", icon="undo", parent=self)
        self.reset.clicked.connect(self._reset)
        self.buttons.insertWidget(0, self.reset)
        self._edited()
        self.area_text.setFocus(Qt.FocusReason.OtherFocusReason)

    def _side(self, icons: Icons, place: int, member: Member) -> QHBoxLayout:
        px = self._theme.px
        marks = marks_of(self._members)[place]
        name = side_name(place, len(self._members))
        kind = Kind.ADDED if place == len(self._members) - 1 else Kind.REMOVED
        picker = WordPicker(icons, member, marks, kind, name, self.body)
        picker.picked.connect(self.insert)
        self.pickers.append(picker)
        label = Label(self._theme, name, "small500", "text3", self.body)
        label.setMinimumHeight(px(22))
        label.setMinimumWidth(px(44))
        row = QHBoxLayout()
        row.setSpacing(px(10))
        row.addWidget(label, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(picker, 1, Qt.AlignmentFlag.AlignTop)
        return row

    def _fields(self, sheet: Sheet) -> QHBoxLayout:
        px = self._theme.px
        self.type: ComboBox = PickBox(self._icons, tr("Type"), parent=self.body)
        fill_types(self.type)
        self.type.set_current_data(self._newest.type.value)
        self.scope: ComboBox = PickBox(self._icons, tr("Scope"), parent=self.body)
        conversation = next(
            (m.memory.scope_id for m in self._members if m.memory.scope.value == "conversation"), None
        )
        fill_scopes(self.scope, sheet.projects, conversation)
        self.scope.set_current_data((self._newest.scope.value, self._newest.scope_id))
        row = QHBoxLayout()
        row.setSpacing(px(8))
        for name, field, width in ((tr("Type"), self.type, 72), (tr("Scope"), self.scope, 48)):
            label = Label(self._theme, name, "small500", "text3", self.body)
            label.setMinimumWidth(px(width))
            label.setBuddy(field)
            row.addWidget(label)
            row.addWidget(field, 1)
            if field is self.type:
                row.addSpacing(px(8))
        return row

    def _confidence(self) -> QHBoxLayout:
        px = self._theme.px
        label = Label(self._theme, tr("Confidence"), "small500", "text3", self.body)
        label.setMinimumWidth(px(72))
        label.setMinimumHeight(px(30))
        whence = (
            tr("taken from the newer one") if len(self._members) == 2 else tr("taken from the newest one")
        )
        row = QHBoxLayout()
        row.setSpacing(px(8))
        row.addWidget(label)
        row.addWidget(
            ConfidenceBar(self._theme, self._newest.current_confidence, wide=True, parent=self.body)
        )
        row.addWidget(Label(self._theme, whence, "caption", "text3", self.body))
        row.addStretch(1)
        return row

    def _say_fate(self) -> None:
        """What becomes of the originals, and who loses one by that."""
        said = tr("The originals become superseded, and are linked from its Related tab.")
        if len(self._members) == 2:
            said = tr("Both originals become superseded, and are linked from its Related tab.")
        scope, _scope_id = self._place()
        self.fate.setText(f"{said} {lost_elsewhere(self._members, Scope(scope), self._members)}".strip())
        self.fit_soon()

    def _place(self) -> tuple[str, str | None]:
        chosen = self.scope.current_data
        return chosen if isinstance(chosen, tuple) else (self._newest.scope.value, self._newest.scope_id)

    # What is written

    def insert(self, words: str) -> None:
        """Puts words at the cursor, with a space at each side that has none."""
        cursor = self.area_text.textCursor()
        text, at, end = self.area_text.toPlainText(), cursor.selectionStart(), cursor.selectionEnd()
        before = " " if at > 0 and not text[at - 1].isspace() else ""
        after = " " if end < len(text) and (text[end].isalnum() or text[end] in "*`'\"(") else ""
        cursor.insertText(f"{before}{words}{after}")
        self.area_text.setTextCursor(cursor)
        self.area_text.setFocus(Qt.FocusReason.OtherFocusReason)

    def _reset(self) -> None:
        cursor = self.area_text.textCursor()  # as an edit: Ctrl+Z brings back what was there
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(self._newest.content)
        self.area_text.setTextCursor(cursor)
        self.area_text.setFocus(Qt.FocusReason.OtherFocusReason)

    def _edited(self) -> None:
        self.reset.setEnabled(self.area_text.toPlainText() != self._newest.content)
        if not self.error.isHidden():
            self.error.show_error(content_error(self.area_text.toPlainText()), self.area_text)
        self.fit_soon()

    def call(self) -> dict[str, object] | None:
        problem = content_error(self.area_text.toPlainText())
        if problem:
            self.error.show_error(problem, self.area_text)
            self.area_text.setFocus(Qt.FocusReason.OtherFocusReason)
            self.fit_soon()
            return None
        scope, scope_id = self._place()
        fields: dict[str, object] = {"type": self.type.current_data, "scope": scope, "scope_id": scope_id}
        return {
            "decision": Decision.MERGED.value,
            "content": self.area_text.toPlainText(),
            "fields": fields,
            "note": self._note.strip() or None,
        }


class WordPicker(RunsView):
    """A text whose marked words are taken by a click, or with the arrow keys and Enter. `picked(words)`."""

    picked = Signal(str)

    def __init__(
        self,
        icons: Icons,
        member: Member,
        marks: list[Span],
        kind: Kind,
        name: str,
        parent: QWidget | None = None,
    ) -> None:
        text, codes = shown(member)
        runs = side_runs(marked_pieces(text, marks, kind), codes)
        super().__init__(icons.theme, runs, line=22, pad=3, spoken=f"{name}: {text}", parent=parent)
        self.set_clickable()
        self.run_clicked.connect(self._pick)
        self._at = 0
        self._plain_name = f"{name}: {text}"
        if self.tinted():
            self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            self.setAccessibleDescription(tr("Left and right choose a marked word, Enter adds it."))

    def _pick(self, number: int) -> None:
        self.picked.emit(self.run_text(number))

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._go(0)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.light(None)
        self.setAccessibleName(self._plain_name)

    def _go(self, at: int) -> None:
        words = self.tinted()
        self._at = max(0, min(at, len(words) - 1))
        self.light(words[self._at])
        self.setAccessibleName(self.run_text(words[self._at]))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_Right, Qt.Key.Key_Left):
            self._go(self._at + (1 if key == Qt.Key.Key_Right else -1))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                event.ignore()
                return
            self._pick(self.tinted()[self._at])
        else:
            super().keyPressEvent(event)
            return
        event.accept()
