"""Where a memory comes from: the title of its conversation, and the lines that said it, marked."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from arbor_desktop.conversations.model import Conversation, Role, Turn, TurnKind
from arbor_desktop.errors import NotFound
from arbor_desktop.extraction.rule_words import Called
from arbor_desktop.memories.model import Evidence
from arbor_desktop.projects.names import project_name
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.ui.components import Card, ElidedLabel, IconButton, Label
from arbor_desktop.ui.components.boxes import STRETCH, hbox, vbox
from arbor_desktop.ui.components.painting import paint_letters
from arbor_desktop.ui.components.text_runs import Run, RunsView
from arbor_desktop.ui.formatting import code_spans, moment
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.source_words import source_words
from arbor_desktop.ui.theme import Theme
from arbor_desktop.ui.translation import number, tr

if TYPE_CHECKING:
    from arbor_desktop.service import MemoryService


_AROUND = 1
_FAR = 6
"""Turns of tools and commands lie between what is said: so far is looked for a neighbour."""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """One place a memory comes from: its turns and a neighbour on either side. `conversation` may be gone.
    `called`: what its rule is called."""

    evidence: Evidence
    conversation: Conversation | None
    turns: tuple[Turn, ...]
    called: Called

    def is_evidence(self, turn: Turn) -> bool:
        return self.evidence.first_turn <= turn.number <= self.evidence.last_turn


def excerpt(service: MemoryService, evidence: Evidence) -> Excerpt:
    called = service.rules.words.of(evidence.rule)
    try:
        conversation = service.conversation(evidence.conversation_id)
    except NotFound:  # deleted for good; the memory stays, without its source
        return Excerpt(evidence, None, (), called)
    first, last = evidence.first_turn, evidence.last_turn
    turns = service.turns(evidence.conversation_id, max(1, first - _FAR), last + _FAR)
    said = [turn for turn in turns if first <= turn.number <= last or turn.kind is TurnKind.SAID]
    before = [turn for turn in said if turn.number < first][-_AROUND:]
    after = [turn for turn in said if turn.number > last][:_AROUND]
    inside = [turn for turn in said if first <= turn.number <= last]
    return Excerpt(evidence, conversation, (*before, *inside, *after), called)


_EVIDENCE_CHARS, _CONTEXT_CHARS = 600, 220
_MOST_LINES = 8


def clip(text: str, start: int, end: int, most: int) -> tuple[str, int, int]:
    """At most about `most` characters of `text` around a span, and where the span is in them."""
    start, end = max(0, min(start, len(text))), max(0, min(end, len(text)))
    if len(text) <= most:
        return text, start, end
    first = max(0, min(start - (most - (end - start)) // 2, len(text) - most))
    last = min(len(text), max(first + most, min(end, first + most * 2)))
    head, tail = ("…" if first else ""), ("…" if last < len(text) else "")
    shift = len(head) - first
    return head + text[first:last] + tail, start + shift, min(end, last) + shift


def place_words(excerpt: Excerpt) -> str:
    evidence = excerpt.evidence
    one = evidence.first_turn == evidence.last_turn
    lines = f"{evidence.first_turn}" if one else f"{evidence.first_turn}–{evidence.last_turn}"
    said = (tr("Line {lines}") if one else tr("Lines {lines}")).format(lines=lines)
    if excerpt.conversation is not None and excerpt.conversation.turn_count:
        return tr("{count} of {total}").format(count=said, total=number(excerpt.conversation.turn_count))
    return said


class ExcerptHead(QWidget):
    """The source's two letters, the conversation's title, and where and when it was."""

    def __init__(self, theme: Theme, excerpt: Excerpt, now: int, parent: QWidget | None) -> None:
        super().__init__(parent)
        px = theme.px
        conversation = excerpt.conversation
        source = conversation.source if conversation else ""
        words = QVBoxLayout()
        words.setSpacing(0)
        title = (conversation.title if conversation else "") or tr("Untitled conversation")
        if conversation is None:
            title = tr("Deleted conversation")
        words.addWidget(ElidedLabel(theme, title, "body500"))
        words.addWidget(ElidedLabel(theme, self._meta(excerpt, now), "caption", "text3"))
        hbox(_AppBadge(theme, source_words(source).letters, self), (words, 1), on=self, gap=px(8))

    def _meta(self, excerpt: Excerpt, now: int) -> str:
        conversation, evidence = excerpt.conversation, excerpt.evidence
        if conversation is None:
            return tr("The transcript is no longer available.")
        project = evidence.project or conversation.project
        at = evidence.at or conversation.ended_at or conversation.started_at
        parts = [source_words(conversation.source).label]
        parts += [project_name(project)] if project else []
        parts += [conversation.branch] if conversation.branch else []
        parts += [moment(at, now)] if at else []
        return " · ".join(parts)


class _AppBadge(QWidget):
    def __init__(self, theme: Theme, letters: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._letters = theme, letters
        self.setFixedSize(theme.px(20), theme.px(20))

    def paintEvent(self, _event: QPaintEvent) -> None:
        paint_letters(QPainter(self), self._theme, self.rect(), self._letters)


class SourceWalk(QWidget):
    """ "1 of 3" and arrows, where a memory comes from more than one place. `stepped(-1 or 1)`."""

    stepped = Signal(int)

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = Label(icons.theme, "", "caption", "text3", parent=self)
        self.back = IconButton(icons, "chevron-left", tr("Previous source"), parent=self)
        self.next = IconButton(icons, "chevron-right", tr("Next source"), parent=self)
        self.back.clicked.connect(lambda: self.stepped.emit(-1))
        self.next.clicked.connect(lambda: self.stepped.emit(1))
        hbox(STRETCH, self.back, self.words, self.next, on=self, gap=icons.theme.px(4))
        self.hide()

    def show_place(self, place: int, count: int) -> None:
        """Say which of how many is shown; the arrow that has the focus keeps it or hands it to the other."""
        self.words.setText(tr("{number} of {count}").format(number=place + 1, count=count))
        for arrow, other, can in (
            (self.back, self.next, place > 0),
            (self.next, self.back, place < count - 1),
        ):
            if arrow.hasFocus() and not can:
                other.setEnabled(True)
                other.setFocus(Qt.FocusReason.TabFocusReason)
            arrow.setEnabled(can)
            arrow.setAccessibleDescription(self.words.text())
        self.setVisible(count > 1)


class ExcerptLines(Card):
    """The turns: those that said it marked by a bar, their very words by a tint."""

    def __init__(self, theme: Theme, excerpt: Excerpt, parent: QWidget | None) -> None:
        super().__init__(theme, parent)
        self.setAccessibleName(tr("Conversation excerpt"))
        column = vbox(on=self, margins=(1, theme.px(4) + 1, 1, theme.px(4) + 1))
        answers = source_words(excerpt.conversation.source if excerpt.conversation else "").speaker
        turns = excerpt.turns
        if len(turns) > _MOST_LINES:
            turns = (*turns[: _MOST_LINES - 2], *turns[-2:])
        names = [tr("You") if turn.role is Role.USER else answers for turn in turns]
        metrics = QFontMetrics(theme.font("caption600"))
        room = max(theme.px(44), *(metrics.horizontalAdvance(name) for name in names))
        for turn, name in zip(turns, names, strict=True):
            column.addWidget(_Line(theme, excerpt, turn, name, room, self))


class _Line(QWidget):
    def __init__(
        self, theme: Theme, excerpt: Excerpt, turn: Turn, who: str, room: int, parent: QWidget
    ) -> None:
        """`room`: how wide the names are, so that all that was said begins at one line."""
        super().__init__(parent)
        self._theme = theme
        self.marked = excerpt.is_evidence(turn)
        px = theme.px
        number = Label(theme, str(turn.number), "mono_small", "text3", self)
        speaker = Label(theme, who, "caption600", "text3", self)
        number.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
        number.setMinimumWidth(px(20))
        speaker.setFixedWidth(room)
        for label in (number, speaker):
            label.setContentsMargins(0, px(1), 0, 0)
        ink = "text" if self.marked else "text2"
        self.words = RunsView(theme, _runs(excerpt, turn), line=18, ink=ink, parent=self)
        row = QHBoxLayout(self)
        row.setContentsMargins(px(12), px(4), px(12), px(4))
        row.setSpacing(px(10))
        row.addWidget(number, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(speaker, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.words, 1)
        if self.marked:
            speaker.setAccessibleName(f"{who}, {tr('source of this memory')}")

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self.marked:
            QPainter(self).fillRect(
                QRect(0, 0, self._theme.px(3), self.height()), self._theme.color("markBar")
            )


def _runs(excerpt: Excerpt, turn: Turn) -> list[Run]:
    """What was said, code as code; in a turn that is evidence the exact words stand out."""
    evidence = excerpt.evidence
    here = turn.number == evidence.first_turn and evidence.span_start is not None
    start = (evidence.span_start or 0) if here else 0
    end = (evidence.span_end or start) if here else 0
    most = _EVIDENCE_CHARS if excerpt.is_evidence(turn) else _CONTEXT_CHARS
    text, start, end = clip(turn.text, start, end, most)
    shown, codes = code_spans(text)
    start, end = without_ticks(text, shown, start), without_ticks(text, shown, end)
    edges = sorted({0, start, end, len(shown), *(place for span in codes for place in span)})
    return [
        Run(
            shown[left:right],
            tint="mark" if start <= left < end else None,
            code=any(first <= left < last for first, last in codes),
        )
        for left, right in pairwise(edges)
    ]


def without_ticks(text: str, shown: str, place: int) -> int:
    """Where a place in `text` lies in `shown`, which lacks the backticks around its code."""
    at = 0
    for char in text[:place]:
        if at < len(shown) and shown[at] == char:
            at += 1
    return at
