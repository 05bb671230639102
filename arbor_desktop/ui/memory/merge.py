"""The dialog that makes one memory of several: their texts, and what becomes of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut, QShowEvent, QTextCursor
from PySide6.QtWidgets import QHBoxLayout, QWidget

from arbor_desktop.memories.model import Memory, Related
from arbor_desktop.memories.queries.memories import NewMemory
from arbor_desktop.ui.components import ConfidenceBar, Hairline, InlineError, Label, TextArea
from arbor_desktop.ui.components.boxes import hbox
from arbor_desktop.ui.components.dialogs import Sheet
from arbor_desktop.ui.formatting import age
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memory.choices import PickBox, fill_privacy, fill_scopes, fill_types
from arbor_desktop.ui.memory.list import CardPainter, RelatedCard
from arbor_desktop.ui.memory.words import content_error, scope_label
from arbor_desktop.ui.translation import tr

_MOST_TAGS = 6


class MergeDialog(Sheet):
    """`confirmed` when `fields` are to be stored in place of the originals."""

    def __init__(
        self,
        icons: Icons,
        originals: Sequence[Memory],
        result: NewMemory,
        now: int,
        parent: QWidget | None = None,
    ) -> None:
        """`result`: what the service would make of them."""
        title = tr("Merge %n memories", None, len(originals))
        super().__init__(icons, title, tr("Merge"), parent=parent)
        self._result = result
        self.purpose.setText(tr("Click a memory to start from its text."))
        self.kept.setText(tr("The originals are replaced. You can undo this."))
        self.column.setSpacing(icons.theme.px(8))
        self.cards = [self._card(memory, now) for memory in originals]
        self.column.addWidget(Hairline(self._theme, parent=self.body))
        self.area_text = TextArea(self._theme, tr("Merged memory text"), lines=3, parent=self.body)
        self.text_error = InlineError(self._theme, self.body)
        self.type = PickBox(icons, tr("Type"), parent=self.body)
        self.scope = PickBox(icons, tr("Applies to"), parent=self.body)
        self.privacy = PickBox(icons, tr("Privacy"), parent=self.body)
        self._add_result(originals)
        self.area_text.textChanged.connect(self._edited)
        self.use_text(result.content)
        for keys in ("Ctrl+Return", "Ctrl+Enter"):
            QShortcut(QKeySequence(keys), self).activated.connect(self.do.click)

    def _card(self, memory: Memory, now: int) -> RelatedCard:
        said = f"{scope_label(memory)} · {age(memory.said_at or memory.created_at, now)}"
        card = RelatedCard(
            self._icons, CardPainter(self._icons, lambda: now), Related(memory, "", 1.0), said, now
        )
        card.setToolTip(tr("Start from this text"))
        card.clicked.connect(lambda: self.use_text(memory.content))
        self.column.addWidget(card)
        return card

    def _add_result(self, originals: Sequence[Memory]) -> None:
        result = self._result
        fill_types(self.type)
        self.type.set_current_data(result.type.value)
        places = [memory.scope_id for memory in originals if memory.scope.value == "project"]
        talk = result.scope_id if result.scope.value == "conversation" else None
        fill_scopes(self.scope, places, talk)
        self.scope.set_current_data((result.scope.value, result.scope_id))
        fill_privacy(self.privacy)
        self.privacy.set_current_data(result.privacy_level.value)
        self.column.addWidget(Label(self._theme, tr("Merged memory"), "small500", "text3", self.body))
        self.column.addWidget(self.area_text)
        self.column.addWidget(self.text_error)
        fields = hbox(gap=self._theme.px(8))
        for field in (self.type, self.scope, self.privacy):
            fields.addWidget(field, 1)
        self.column.addLayout(fields)
        foot = QHBoxLayout()
        foot.setSpacing(self._theme.px(10))
        foot.addWidget(ConfidenceBar(self._theme, result.confidence, parent=self.body))
        self.sums = Label(self._theme, sum_words(originals, result.tags), "small", "text2", self.body)
        self.sums.setWordWrap(True)
        foot.addWidget(self.sums, 1)
        self.column.addLayout(foot)
        self.column.addStretch(1)

    @property
    def fields(self) -> dict[str, Any]:
        """What `service.merge` is given beside the ids."""
        chosen = self.scope.current_data
        scope, scope_id = chosen if isinstance(chosen, tuple) else ("global", None)
        return {
            "content": self.area_text.toPlainText(),
            "type": self.type.current_data,
            "scope": scope,
            "scope_id": scope_id,
            "privacy_level": self.privacy.current_data,
        }

    def use_text(self, text: str) -> None:
        """Start from a text; Ctrl+Z brings back what was there."""
        cursor = self.area_text.textCursor()
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(text)
        self.area_text.setTextCursor(cursor)
        self.area_text.setFocus(Qt.FocusReason.OtherFocusReason)

    def _edited(self) -> None:
        self.text_error.show_error(content_error(self.area_text.toPlainText()), self.area_text)
        self.can_do = not self.text_error.text()
        self.do.setEnabled(self.can_do)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.area_text.setFocus(Qt.FocusReason.OtherFocusReason)


def sum_words(originals: Sequence[Memory], tags: Sequence[str]) -> str:
    """What the merged memory has of all: "3 sources · Tags: release, time"."""
    sources = len({(e.conversation_id, e.first_turn) for memory in originals for e in memory.evidence})
    parts = [tr("%n sources", None, sources)] if sources else []
    if tags:
        more = ["…"] if len(tags) > _MOST_TAGS else []
        parts.append(f"{tr('Tags')}: {', '.join([*tags[:_MOST_TAGS], *more])}")
    return " · ".join(parts)
