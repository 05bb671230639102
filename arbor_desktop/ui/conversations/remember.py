"""Remember this: the words that are selected in a transcript become a memory, which keeps their place."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QEvent, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from arbor_desktop.memories.checks import likely_type
from arbor_desktop.memories.model import MAX_CONTENT, Evidence, MemoryType
from arbor_desktop.text.words import clean
from arbor_desktop.ui.components import Button, IconButton, InlineError, Label, TextArea
from arbor_desktop.ui.components.boxes import NO_LIMIT, STRETCH, hbox
from arbor_desktop.ui.components.painting import rounded
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memory.choices import PickBox, fill_scopes, fill_types
from arbor_desktop.ui.memory.words import content_error
from arbor_desktop.ui.translation import tr

_OPENING = re.compile(r"^(?:(?:no|yes|ok|okay|so|well|good|fine)[,.:;!]+\s+)+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Selected:
    """Words of a conversation, their place, and the project they were said in."""

    words: str
    evidence: Evidence

    @property
    def wording(self) -> str:
        """The words as a statement of their own."""
        text = _OPENING.sub("", " ".join(self.words.split())) or self.words.strip()
        text = text[:1].upper() + text[1:]
        return text if not text[-1:].isalnum() else f"{text}."

    @property
    def type(self) -> MemoryType:
        """A guess, from the words."""
        return likely_type(self.wording)


class RememberCard(QFrame):
    """Asks how to save it. Signals: `save_wanted(text, fields, Evidence)`, `closed`; `resized` when it needs
    another height."""

    save_wanted = Signal(str, object, object)
    closed = Signal()
    resized = Signal()

    def __init__(self, icons: Icons, parent: QWidget) -> None:
        super().__init__(parent)
        self._icons, self._theme = icons, icons.theme
        self._selected: Selected | None = None
        theme, px = icons.theme, icons.theme.px
        self.setAccessibleName(tr("Remember this"))
        self.close_button = IconButton(icons, "x", tr("Close"), shortcut="Esc", side=24, parent=self)
        self.area = TextArea(theme, tr("Memory text"), lines=2, max_lines=6, parent=self)
        self.error = InlineError(theme, self)
        self.suggested = Label(theme, tr("Suggested wording"), "caption", "text3", self)
        self.exact = Button(icons, tr("Use exact words"), variant="link", size="small", parent=self)
        self.type = PickBox(icons, tr("Type"), parent=self)
        self.scope = PickBox(icons, tr("Applies to"), parent=self)
        self.cancel = Button(icons, tr("Cancel"), variant="quiet", size="small", parent=self)
        self.save = Button(icons, tr("Save"), variant="primary", size="small", keycap="Ctrl ⏎", parent=self)
        fill_types(self.type)
        column = self._column = QVBoxLayout(self)
        column.setContentsMargins(px(14), px(10), px(14), px(10))
        column.setSpacing(px(6))
        head = QHBoxLayout()
        head.setSpacing(px(8))
        head.addSpacing(px(22))
        head.addWidget(Label(theme, tr("Remember this"), "body600", parent=self), 1)
        head.addWidget(self.close_button)
        self.wording = QWidget(self)
        hbox((self.suggested, 1), self.exact, on=self.wording, gap=None)
        fields = QGridLayout()
        fields.setHorizontalSpacing(px(12))
        fields.setVerticalSpacing(px(6))
        fields.setColumnStretch(1, 1)
        for row, (name, field) in enumerate(((tr("Type"), self.type), (tr("Applies to"), self.scope))):
            label = Label(theme, name, "small", "text2", self)
            label.setBuddy(field)
            fields.addWidget(label, row, 0)
            fields.addWidget(field, row, 1)
        buttons = hbox(STRETCH, self.cancel, self.save, gap=px(8))
        column.addLayout(head)
        column.addWidget(self.area)
        column.addWidget(self.error)
        column.addWidget(self.wording)
        column.addLayout(fields)
        column.addSpacing(px(2))
        column.addStretch(1)
        column.addLayout(buttons)
        self.area.textChanged.connect(self._edited)
        self.exact.clicked.connect(self._use_exact)
        self.save.clicked.connect(self._save)
        for button in (self.cancel, self.close_button):
            button.clicked.connect(self.close_card)
        self.hide()

    def open_with(self, selected: Selected) -> None:
        """Suggest a wording, with the focus on it, and where it applies."""
        self._selected = selected
        project = selected.evidence.project
        fill_scopes(self.scope, (project,) if project else (), selected.evidence.conversation_id)
        self.scope.set_current_data(("project", project) if project else ("global", None))
        self.type.set_current_data(selected.type.value)
        self.area.setPlainText(clean(selected.wording)[:MAX_CONTENT])
        self.error.show_error("", self.area)
        self.save.setEnabled(True)
        self.show()
        self.raise_()
        self.area.selectAll()
        self.area.setFocus(Qt.FocusReason.OtherFocusReason)

    def height_for(self, width: int, most: int) -> int:
        """How high it is when it is so wide, in pixels. With room for `most`, its text scrolls from the third
        line on."""
        self.setFixedWidth(width)
        margins, area = self._column.contentsMargins(), self.area
        area.resize(width - margins.left() - margins.right(), area.height())  # its lines follow its width
        area.setMaximumHeight(NO_LIMIT)
        height = self._least_height()
        if height > most:
            least = 2 * self._theme.line("editor") + 2 * self._theme.px(8)
            area.setMaximumHeight(max(area.sizeHint().height() - height + most, least))
            height = self._least_height()
        return height

    def _least_height(self) -> int:
        self._column.invalidate()
        self._column.activate()
        return self._column.totalMinimumSize().height()

    def event(self, event: QEvent) -> bool:
        handled = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self.resized.emit()
        return handled

    def show_error(self, words: str) -> None:
        """It was not saved."""
        self.save.setEnabled(True)
        self.error.show_error(words, self.area)

    def close_card(self) -> None:
        if not self.isHidden():
            self.hide()
            self.closed.emit()

    def _save(self) -> None:
        text = self.area.toPlainText()
        wrong = content_error(text)
        self.error.show_error(wrong, self.area)
        if wrong or self._selected is None or not self.save.isEnabled():
            return
        place = self.scope.current_data
        scope, scope_id = place if isinstance(place, tuple) else ("global", None)
        fields: dict[str, Any] = {"type": self.type.current_data, "scope": scope, "scope_id": scope_id}
        self.save.setEnabled(False)
        self.save_wanted.emit(text, fields, self._selected.evidence)

    def _use_exact(self) -> None:
        if self._selected is not None:
            self.area.setPlainText(clean(self._selected.words)[:MAX_CONTENT])
            self.area.setFocus(Qt.FocusReason.OtherFocusReason)

    def _edited(self) -> None:
        found, text = self._selected, self.area.toPlainText()
        exact = found is not None and text == clean(found.words)
        self.suggested.setVisible(found is not None and text == clean(found.wording) and not exact)
        self.exact.setVisible(found is not None and not exact)
        self.wording.setVisible(found is not None and not exact)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_card()
        elif (
            event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            and event.modifiers() & Qt.KeyboardModifier.ControlModifier
        ):
            self._save()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, px = self._theme, self._theme.px
        painter = QPainter(self)
        rounded(painter, self.rect(), px(8), theme.color("card"), theme.color("borderStrong"))
        self._icons.paint(painter, "memories", "accent", px(14), px(10) + (px(24) - px(14)) / 2, 14)


def place_beside(box: QRect, size: tuple[int, int], room: QRect, gap: int) -> QRect | None:
    """Below `box` where there is room, else above it; None where it would cover it."""
    width, height = size
    left = max(room.left(), min(box.left(), room.right() + 1 - width))
    if max(box.bottom() + 1, room.top()) + gap + height <= room.bottom():
        return QRect(left, max(box.bottom() + 1, room.top()) + gap, width, height)
    if min(box.top(), room.bottom()) - gap - height >= room.top():
        return QRect(left, min(box.top(), room.bottom()) - gap - height, width, height)
    return None
