"""Where a memory comes from: the conversation's title, and the lines that said it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from arbor_desktop.clock import Clock
from arbor_desktop.memories.model import Memory, Source
from arbor_desktop.ui.components import Button, ElidedLabel
from arbor_desktop.ui.excerpts.reads import Excerpt
from arbor_desktop.ui.excerpts.view import ExcerptHead, ExcerptLines, place_words
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.reads import Detail
from arbor_desktop.ui.memories.rule_line import GlyphLine, RuleLine, lowered_words
from arbor_desktop.ui.memories.tab import DetailTab
from arbor_desktop.ui.memories.words import tr


class SourceTab(DetailTab):
    """`open_wanted(conversation id, turn)` by the link under an excerpt; `rule_wanted(rule, its name)`."""

    open_wanted = Signal(str, object)
    rule_wanted = Signal(str, str)

    def __init__(self, icons: Icons, clock: Clock, parent: QWidget | None = None) -> None:
        super().__init__(icons, clock, parent, top=10)
        self.can_open = False
        """Whether there is a page that conversations open on."""

    def _fill(self, column: QVBoxLayout, detail: Detail) -> None:
        for number, excerpt in enumerate(detail.excerpts):
            self._add(column, excerpt, lowered_words(detail) if number == 0 else "")
        if not detail.excerpts:
            self._say(column, _without_source(detail.memory))
        more = len(detail.memory.evidence) - len(detail.excerpts)
        if more > 0:
            self._note(column, tr("and %n more places", more))

    def _add(self, column: QVBoxLayout, excerpt: Excerpt, lowered: str) -> None:
        theme, parent = self._icons.theme, self._content
        column.addWidget(ExcerptHead(theme, excerpt, self._clock(), parent))
        if excerpt.turns:
            column.addWidget(ExcerptLines(theme, excerpt, parent))
        rule = RuleLine(self._icons, excerpt, parent)
        rule.rule_wanted.connect(self.rule_wanted)
        column.addWidget(rule)
        if excerpt.evidence.error_text:
            column.addWidget(GlyphLine(self._icons, "warning", excerpt.evidence.error_text, parent))
        if lowered:
            column.addWidget(GlyphLine(self._icons, "info", lowered, parent))
        column.addWidget(self._foot(excerpt))
        column.addSpacing(theme.px(6))

    def _foot(self, excerpt: Excerpt) -> QWidget:
        theme, px = self._icons.theme, self._icons.theme.px
        foot = QWidget(self._content)
        row = QHBoxLayout(foot)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(px(14))
        if self.can_open and excerpt.conversation is not None:
            link = Button(self._icons, tr("Open conversation"), variant="link", icon="conversations")
            link.setMinimumWidth(link.sizeHint().width() + px(4))
            ident, turn = excerpt.evidence.conversation_id, excerpt.evidence.first_turn
            link.clicked.connect(lambda: self.open_wanted.emit(ident, turn))
            row.addWidget(link)
        row.addWidget(ElidedLabel(theme, place_words(excerpt), "caption", "text3"), 1)
        return foot


def _without_source(memory: Memory) -> str:
    if memory.source is Source.USER_STATED:
        return tr("Written by hand. It comes from no conversation.")
    return tr("It comes from no conversation that is kept here.")
