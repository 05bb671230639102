"""Under a memory's text: what kind of learning it is, how it proved right, and its details."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from arbor_desktop.memories.details import FIELDS, wrong
from arbor_desktop.memories.model import Memory
from arbor_desktop.ui.components import Badge, Button, IconButton, InlineError, Label
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.details.form import DetailsForm
from arbor_desktop.ui.memories.details.reads import Proof
from arbor_desktop.ui.memories.details.rows import DetailRows, rows_of
from arbor_desktop.ui.memories.details.words import kind_label, proof_words
from arbor_desktop.ui.memories.words import tr


class DetailsPane(QWidget):
    """Read first; `edit` opens the form. `save_wanted` by its button: keys are for who holds all of the
    memory; `open_conversation(id, turn)` leads to the proof."""

    save_wanted = Signal()
    open_conversation = Signal(str, object)
    resized = Signal()

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        theme, px = icons.theme, icons.theme.px
        self._memory: Memory | None = None
        self._proof: Proof | None = None
        self.can_open = False
        """Whether there is a page that conversations open on."""
        self.kind = Label(theme, "", "small500", "text2", self)
        self.verified = Badge(icons, tr("Verified"), "ok", icon="check", parent=self)
        self.proof = Label(theme, "", "small", "text2", self)
        self.proof.setWordWrap(True)
        self.open = IconButton(
            icons, "conversations", tr("Open conversation"), side=24, glyph_size=14, parent=self
        )
        self.rows = DetailRows(theme, self)
        self.form = DetailsForm(icons, self)
        self.error = InlineError(theme, self)
        self.edit_button = Button(
            icons, tr("Add details"), variant="quiet", size="small", icon="plus", parent=self
        )
        policy = self.edit_button.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.edit_button.setSizePolicy(policy)
        save_key = QKeySequence("Ctrl+S").toString(QKeySequence.SequenceFormat.NativeText).replace("+", " ")
        self.cancel_button = Button(icons, tr("Cancel"), variant="quiet", size="small", parent=self)
        self.save_button = Button(
            icons, tr("Save"), variant="primary", size="small", keycap=save_key, parent=self
        )
        self.cancel_button.setAccessibleName(tr("Cancel editing details"))
        self.save_button.setAccessibleName(tr("Save details"))
        head = QHBoxLayout()
        head.setSpacing(px(8))
        head.addWidget(self.kind)
        head.addWidget(self.verified)
        head.addStretch(1)
        head.addWidget(self.edit_button)
        told = QHBoxLayout()
        told.setSpacing(px(4))
        told.addWidget(self.proof, 1)
        told.addWidget(self.open, 0, Qt.AlignmentFlag.AlignTop)
        self._buttons = QWidget(self)
        buttons = QHBoxLayout(self._buttons)
        buttons.setContentsMargins(0, 0, 0, 0)
        buttons.setSpacing(px(8))
        buttons.addStretch(1)
        buttons.addWidget(self.cancel_button)
        buttons.addWidget(self.save_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(px(16), 0, px(16), px(12))
        column.setSpacing(px(6))
        column.addLayout(head)
        column.addLayout(told)
        column.addWidget(self.rows)
        column.addWidget(self.form)
        column.addWidget(self.error)
        column.addWidget(self._buttons)
        self.edit_button.clicked.connect(self.edit)
        self.cancel_button.clicked.connect(self._cancel)
        self.save_button.clicked.connect(self.save_wanted)
        self.open.clicked.connect(self._open_proof)
        self.form.edited.connect(self._edited)
        self._show_form(False)

    # What is shown

    def show_memory(self, memory: Memory) -> None:
        """Shows another memory, or the same one as it is now; what is being typed stays."""
        same = self._memory is not None and memory.id == self._memory.id
        another_kind = same and self._memory is not None and memory.category is not self._memory.category
        self._memory = memory
        if not same:
            self._proof = None
            self._show_form(False)
        if another_kind or not self.form.touched:
            self.form.put(memory.category, memory.details)
        self._show()

    def show_proof(self, proof: Proof | None) -> None:
        self._proof = proof
        self._show()

    def _show(self) -> None:
        memory = self._memory
        if memory is None:
            return
        rows, fields = rows_of(memory), FIELDS[memory.category]
        proved = any(place.verified for place in memory.evidence)
        self.verified.setVisible(proved)
        self.proof.setText(proof_words(self._proof) if self._proof is not None else "")
        self.proof.setVisible(self._proof is not None)
        self.open.setVisible(self._proof is not None and self.can_open)
        self.rows.show_rows(rows)
        editing = self.editing
        self.kind.setText(kind_label(memory) or (tr("Details") if editing else ""))
        self.kind.setVisible(bool(self.kind.text()))
        self.rows.setVisible(bool(rows) and not editing)
        self.edit_button.setVisible(bool(fields) and not editing)
        self.edit_button.set_label(tr("Edit details") if rows else tr("Add details"))
        self.edit_button.set_glyph("edit" if rows else "plus")
        self.setVisible(bool(fields) or proved)

    # What a person does

    @property
    def editing(self) -> bool:
        return not self.form.isHidden()

    @property
    def dirty(self) -> bool:
        return self.editing and self.form.touched

    @property
    def valid(self) -> bool:
        return self.form.check()

    def edit(self) -> None:
        """Opens the form and puts the cursor into it."""
        if self._memory is None or not FIELDS[self._memory.category]:
            return
        self.form.put(self._memory.category, self._memory.details)
        self._show_form(True)
        self._show()
        self.form.focus_first()

    def take(self) -> dict[str, Any] | None:
        """The details to be stored, with what was changed; None where nothing was, or it may not be stored.
        The form closes: `refuse` opens it again."""
        memory = self._memory
        if memory is None or not self.dirty:
            return None
        if (bad := self.form.first_wrong()) is not None:
            bad.first().setFocus(Qt.FocusReason.OtherFocusReason)
            return None
        found = self.form.onto(memory.details)
        had_focus = self.isAncestorOf(self.focusWidget()) if self.focusWidget() else False
        self._show_form(False)
        self._show()
        if had_focus:
            self.edit_button.setFocus(Qt.FocusReason.OtherFocusReason)
        return found

    def refuse(self, text: str) -> None:
        """The service did not take it: what was typed is there again, and why."""
        self._show_form(True)
        self._show()
        self.error.show_error(text)

    def revert(self) -> None:
        """What was typed is gone."""
        if self._memory is not None:
            self.form.put(self._memory.category, self._memory.details)
        self._show_form(False)
        self._show()

    def _cancel(self) -> None:
        self.revert()
        self.edit_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_form(self, shown: bool) -> None:
        self.form.setVisible(shown)
        self._buttons.setVisible(shown)
        self.error.show_error("")
        self._edited()
        self.resized.emit()

    def _edited(self) -> None:
        self.save_button.setEnabled(
            self.form.touched
            and all(wrong(one.field, one.value) is None for one in self.form.inputs.values() if one.touched)
        )

    def _open_proof(self) -> None:
        if self._proof is not None:
            self.open_conversation.emit(self._proof.conversation_id, self._proof.turn)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.editing:
            self._cancel()
            return
        super().keyPressEvent(event)
