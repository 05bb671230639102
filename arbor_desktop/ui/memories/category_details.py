"""What a memory's category adds to it: read at a glance, edited as a form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from arbor_desktop.memories.details import FIELDS, Shape, as_text, is_empty, wrong
from arbor_desktop.memories.model import Memory
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.ui.components import Badge, Button, IconButton, InlineError, Label
from arbor_desktop.ui.components.boxes import STRETCH, TOP, FlowLayout, hbox, vbox
from arbor_desktop.ui.components.cards import Card
from arbor_desktop.ui.components.painting import rounded
from arbor_desktop.ui.components.text_runs import RunsView, code_runs
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.fields import names_width
from arbor_desktop.ui.memories.model import By, Proof
from arbor_desktop.ui.memory.inputs import DetailsForm
from arbor_desktop.ui.memory.words import kind_label, label
from arbor_desktop.ui.theme import Theme
from arbor_desktop.ui.translation import tr

_MOST_LINES = 14
_LONGEST_TITLE = 60


@dataclass(frozen=True, slots=True)
class Row:
    """A name and a value; `code` and `chips` say how that is set, else as text, an entry a line."""

    name: str
    value: str
    code: bool = False
    chips: tuple[str, ...] = ()
    known: bool = False
    """The memory's text says so already."""


def rows_of(memory: Memory) -> list[Row]:
    """What the fields of the category hold, in their order."""
    details: dict[str, Any] = memory.details
    rows: list[Row] = []
    for field in FIELDS[memory.category]:
        value = details.get(field.key)
        if is_empty(value):
            continue
        if field.key == "value" and "key" in details:
            continue  # said together with what it sets
        if field.key == "key" and not is_empty(details.get("value")):
            rows.append(Row(label("key"), f"{as_text(value)} = {as_text(details['value'])}"))
        elif field.key == "occurrences" and isinstance(value, int):
            rows.append(Row(label("occurrences"), tr("%n times", None, value)))
        elif field.shape is Shape.GLOBS and isinstance(value, list):
            globs = tuple(as_text(one) for one in value)
            rows.append(Row(label(field.key), ", ".join(globs), chips=globs))
        elif isinstance(value, list) and len(value) > 1:
            lines = [f"• {as_text(one)}" for one in value]
            rows.append(Row(label(field.key), "\n".join(lines)))
        else:
            said = as_text(value)
            known = _plain(said) in _plain(memory.content)
            rows.append(Row(label(field.key), said, code=field.shape is Shape.CODE, known=known))
    return rows


def _plain(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(".")


class DetailRows(QWidget):
    """Two columns, read only."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.rows: list[Row] = []
        self._shown: list[QWidget] = []
        px = theme.px
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(px(8))
        self._grid.setVerticalSpacing(px(6))
        self._grid.setColumnMinimumWidth(0, names_width(theme))
        self._grid.setColumnStretch(1, 1)

    def show_rows(self, rows: Sequence[Row]) -> None:
        if list(rows) == self.rows:
            return
        for widget in self._shown:
            self._grid.removeWidget(widget)
            widget.hide()
            widget.deleteLater()
        self.rows, self._shown = list(rows), []
        for number, row in enumerate(rows):
            name = Label(self._theme, row.name, "small500", "text3", self)
            # Its line is as high as that of the value beside it.
            name.setContentsMargins(0, self._theme.px(2), 0, 0)
            value = self._value(row)
            value.setAccessibleName(f"{row.name}: {row.value}")
            self._grid.addWidget(name, number, 0, Qt.AlignmentFlag.AlignTop)
            self._grid.addWidget(value, number, 1)
            self._shown += [name, value]
            name.show()
            value.show()

    def _value(self, row: Row) -> QWidget:
        if row.chips:
            return _Chips(self._theme, row.chips, self)
        if row.code:
            return _Code(self._theme, row.value, self)
        ink = "text2" if row.known else "text"
        if "`" in row.value:
            return RunsView(self._theme, code_runs(row.value), ink=ink, style="body", parent=self)
        words = Label(self._theme, row.value, "body", ink, self, wrap=True)
        words.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)
        return words


class _Code(Card):
    """Code in a sunken box, its beginning if it is long; lines that are too long go on in the next."""

    def __init__(self, theme: Theme, text: str, parent: QWidget) -> None:
        super().__init__(theme, parent, radius=6, fill="sunken")
        px = theme.px
        lines = text.expandtabs(4).split("\n")
        if (more := len(lines) - _MOST_LINES) > 1:
            lines = [*lines[:_MOST_LINES], tr("… and %n more lines", None, more)]
        words = Label(theme, "\n".join(lines), "mono", "text", self, wrap=True)
        vbox(words, on=self, margins=(px(10), px(6), px(10), px(6)))


class _Chips(QWidget):
    def __init__(self, theme: Theme, texts: Sequence[str], parent: QWidget) -> None:
        super().__init__(parent)
        flow = FlowLayout(self, theme.px(6), theme.px(6))
        for text in texts:
            flow.addWidget(_Chip(theme, text, self))


class _Chip(Label):
    def __init__(self, theme: Theme, text: str, parent: QWidget) -> None:
        super().__init__(theme, text, "mono_small", "text2", parent)
        self.setContentsMargins(theme.px(8), theme.px(2), theme.px(8), theme.px(2))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme
        painter = QPainter(self)
        rounded(painter, self.rect(), theme.px(4), theme.color("sunken"), theme.color("border"))
        painter.end()
        super().paintEvent(event)


class DetailsPane(QWidget):
    """Read first; `edit` opens the form, as `edit_button` does, which lies elsewhere. `save_wanted` by its
    button: keys are for who holds all of the memory; `open_conversation(id, turn)` leads to the proof."""

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
        self.proof = Label(theme, "", "small", "text2", self, wrap=True)
        self.open = IconButton(
            icons, "conversations", tr("Open conversation"), side=24, glyph_size=14, parent=self
        )
        self.rows = DetailRows(theme, self)
        self.form = DetailsForm(icons, self)
        self.error = InlineError(theme, self)
        self.edit_button = Button(
            icons, tr("Add details"), variant="quiet", size="small", icon="plus", parent=self
        )
        save_key = QKeySequence("Ctrl+S").toString(QKeySequence.SequenceFormat.NativeText).replace("+", " ")
        self.cancel_button = Button(icons, tr("Cancel"), variant="quiet", size="small", parent=self)
        self.save_button = Button(
            icons, tr("Save"), variant="primary", size="small", keycap=save_key, parent=self
        )
        self.cancel_button.setAccessibleName(tr("Cancel editing details"))
        self.save_button.setAccessibleName(tr("Save details"))
        head = hbox(self.kind, self.verified, STRETCH, gap=px(8))
        told = hbox((self.proof, 1), (self.open, TOP), gap=px(4))
        self._buttons = QWidget(self)
        hbox(STRETCH, self.cancel_button, self.save_button, on=self._buttons, gap=px(8))
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
        self.setVisible(bool(rows or self.kind.text()) or editing or proved)

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


def proof_words(proof: Proof) -> str:
    """ "Proved right: tests passed afterwards in “Fix the export”"."""
    how = {
        By.TESTS: tr("tests passed afterwards"),
        By.BUILD: tr("the build passed afterwards"),
        By.WORD: tr("you said it works"),
        By.EITHER: tr("tests or a build passed, or you said it works"),
    }[proof.by]
    title = " ".join(proof.title.split())
    if len(title) > _LONGEST_TITLE:
        title = f"{title[: _LONGEST_TITLE - 1].rstrip()}…"
    where = tr("(in “{title}”)").format(title=title) if title else tr("(in a conversation)")
    return f"{tr('Verified')}: {how} {where}"
