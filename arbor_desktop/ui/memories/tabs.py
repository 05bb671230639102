"""The tabs below a memory: where it comes from, what became of it, what has to do with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from arbor_desktop.clock import Clock
from arbor_desktop.memories.model import (
    HistoryEntry,
    Memory,
    Related,
    Source,
    Status,
    base_rule,
    is_correction,
)
from arbor_desktop.text.diff import Kind, Piece, shortened, word_diff
from arbor_desktop.ui.components import Badge, Button, Card, ElidedLabel, IconButton, Label, painting
from arbor_desktop.ui.components.boxes import hbox, vbox
from arbor_desktop.ui.components.labels import GlyphLine
from arbor_desktop.ui.components.text_runs import RunsView, diff_runs, spoken_diff
from arbor_desktop.ui.formatting import moment, plain
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.model import Detail
from arbor_desktop.ui.memory.excerpts import Excerpt, ExcerptHead, ExcerptLines, SourceWalk, place_words
from arbor_desktop.ui.memory.history_words import field_changes, figures, is_use, reason_words, title
from arbor_desktop.ui.memory.list import CardPainter, RelatedCard
from arbor_desktop.ui.team.parts import SharedSource
from arbor_desktop.ui.theme import Theme
from arbor_desktop.ui.translation import tr


class DetailTab(QWidget):
    """Fills itself from a `Detail`; each kind of tab says how in `_fill`."""

    def __init__(self, icons: Icons, clock: Clock, parent: QWidget | None = None, *, top: int = 12) -> None:
        super().__init__(parent)
        self._icons, self._clock = icons, clock
        px = icons.theme.px
        self._content = QWidget(self)
        self._column = vbox(self._content, on=self, margins=(px(16), px(top), px(16), px(12)))

    def show_detail(self, detail: Detail) -> None:
        self._content.hide()
        self._content.deleteLater()
        self._content = QWidget(self)
        column = vbox(on=self._content, gap=self._icons.theme.px(8))
        self._fill(column, detail)
        self._column.addWidget(self._content)

    def _fill(self, column: QVBoxLayout, detail: Detail) -> None:
        raise NotImplementedError

    def _say(self, column: QVBoxLayout, words: str) -> None:
        """A sentence in place of what is not there."""
        label = Label(self._icons.theme, words, "body", "text2", parent=self._content, wrap=True)
        column.addWidget(label)

    def _note(self, column: QVBoxLayout, words: str) -> None:
        """A quiet line below."""
        column.addWidget(Label(self._icons.theme, words, "caption", "text3", parent=self._content))


class RuleLine(GlyphLine):
    """ "Standing instruction: “always …” · confidence 0.95", and a badge where it was verified.

    `rule_wanted(rule, its name)`: the person wants to see what else the rule found.
    """

    rule_wanted = Signal(str, str)

    def __init__(self, icons: Icons, excerpt: Excerpt, parent: QWidget | None = None) -> None:
        words = rule_words(excerpt)
        super().__init__(icons, "sparkle", words, parent)
        evidence = excerpt.evidence
        self.setAccessibleName(tr("Found by rule: {rule}").format(rule=words))
        if evidence.verified:
            badge = Badge(icons, tr("Verified"), "ok", icon="check", parent=self)
            badge.setToolTip(tr("Verified: tests or a build passed, or you said it works."))
            self.add(badge)
        self.others = IconButton(
            icons, "filter", tr("Show all memories found by this rule"), side=20, glyph_size=14
        )
        self.others.clicked.connect(self._show_others)
        self.add(self.others)
        self._rule = (
            base_rule(evidence.rule),
            ": ".join(map(tr, filter(None, (excerpt.called.kind, excerpt.called.phrase)))),
        )

    def _show_others(self) -> None:
        self.rule_wanted.emit(*self._rule)


def rule_words(excerpt: Excerpt) -> str:
    """How a rule is called, whether it was a correction, and the confidence it gives by itself."""
    called, evidence = excerpt.called, excerpt.evidence
    kind = tr(called.kind)
    if is_correction(evidence.rule):
        kind = tr("Your correction · {kind}").format(kind=kind)
    words = f"{kind}: {tr(called.phrase)}" if called.phrase else kind
    if evidence.confidence is not None:
        level = tr("{level} confidence").format(level=painting.confidence_word(evidence.confidence).lower())
        words += f" · {level}"
    return words


def lowered_words(detail: Detail) -> str:
    """Why the memory began with less confidence than its rule gives; empty where it did not."""
    first: HistoryEntry | None = detail.history[-1] if detail.history else None
    if first is None or first.action != "captured" or first.before is not None:
        return ""
    return reason_words(first)


class SourceTab(DetailTab):
    """`open_wanted(conversation id, turn)` by the link under an excerpt; `rule_wanted(rule, its name)`."""

    open_wanted = Signal(str, object)
    rule_wanted = Signal(str, str)
    place_wanted = Signal(int)
    """The number of another place, from 0 on."""

    def __init__(self, icons: Icons, clock: Clock, parent: QWidget | None = None) -> None:
        super().__init__(icons, clock, parent, top=10)
        self.can_open = False
        """Whether there is a page that conversations open on."""
        self.place = 0
        self.walk = SourceWalk(icons, self)
        self.walk.stepped.connect(lambda step: self.place_wanted.emit(self.place + step))
        self._column.insertWidget(0, self.walk)

    def _fill(self, column: QVBoxLayout, detail: Detail) -> None:
        if detail.memory.source is Source.TEAM:
            self.walk.show_place(0, 0)
            if detail.shared is not None:
                column.addWidget(SharedSource(self._icons, detail.shared, detail.quotes, self._clock()))
            return
        self.place = detail.place
        self.walk.show_place(detail.place, len(detail.memory.evidence))
        if detail.excerpt is not None:
            self._add(column, detail.excerpt, lowered_words(detail) if detail.place == 0 else "")
        else:
            self._say(column, _without_source(detail.memory))

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
        row = hbox(on=foot, gap=px(14))
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
        return tr("Added by you.")
    return tr("No conversation is available for this memory.")


_MOST = 50
_WHOLE = 300
"""The difference of texts up to this length is shown whole."""


class HistoryTab(DetailTab):
    """`restore_wanted(seq)`: back to what the memory was after that change."""

    restore_wanted = Signal(object)
    _uses_of = ""
    """The memory whose uses are shown too."""

    def _fill(self, column: QVBoxLayout, detail: Detail) -> None:
        others = other_versions(detail.history)
        uses = sum(map(is_use, detail.history))
        hidden = uses if detail.memory.id != self._uses_of else 0
        shown = [entry for entry in detail.history if not (hidden and is_use(entry))]
        for place, entry in enumerate(shown[:_MOST]):
            change = _Change(self._icons, entry, place == 0, entry.seq in others, self._clock(), self)
            column.addWidget(change)
        more = len(shown) - _MOST
        if more > 0:
            self._note(column, tr("%n older changes are not shown.", None, more))
        if hidden:
            words = tr("Show %n uses", None, uses)
            show = Button(self._icons, words, variant="link", icon="chevron-down", parent=self._content)
            show.clicked.connect(lambda: self._show_uses(detail))
            column.addWidget(show, 0, Qt.AlignmentFlag.AlignLeft)

    def _show_uses(self, detail: Detail) -> None:
        self._uses_of = detail.memory.id
        self.show_detail(detail)


class _Change(Card):
    def __init__(
        self, icons: Icons, entry: HistoryEntry, current: bool, other: bool, now: int, tab: HistoryTab
    ) -> None:
        """`other`: after this change the words or fields were not what they are now."""
        theme, px = icons.theme, icons.theme.px
        super().__init__(theme, tab)
        said = title(entry)
        self.setAccessibleName(f"{said}, {moment(entry.at, now)}")
        self.setToolTip(figures(entry))
        head = QHBoxLayout()
        head.setSpacing(px(8))
        head.addWidget(Label(theme, said, "body500"))
        head.addWidget(Label(theme, moment(entry.at, now), "caption", "text3"))
        head.addStretch(1)
        if entry.undone:
            head.addWidget(Badge(icons, tr("Undone"), "neutral"))
        if current:
            head.addWidget(Badge(icons, tr("Current"), "accent"))
        elif other:
            restore = Button(icons, tr("Restore"), size="small", icon="undo")
            restore.setAccessibleName(tr("Restore version from {when}").format(when=moment(entry.at, now)))
            restore.clicked.connect(lambda: tab.restore_wanted.emit(entry.seq))
            head.addWidget(restore)
        column = vbox(head, on=self, margins=(px(13), px(9), px(13), px(9)), gap=px(4))
        pieces = content_pieces(entry)
        if pieces:
            column.addWidget(_difference(theme, pieces, self))
        for label, before, after in field_changes(entry):
            row = [Piece(Kind.SAME, f"{label}: "), Piece(Kind.REMOVED, before), Piece(Kind.ADDED, after)]
            column.addWidget(_difference(theme, row, self))
        if why := reason_words(entry):
            reason = Label(theme, why, "caption", "text3", self, wrap=True)
            column.addWidget(reason)


def other_versions(history: Sequence[HistoryEntry]) -> set[int]:
    """The changes (by number) that wrote words or fields after which these were not what they are now: only
    there is anything to go back to. `history` is newest first."""
    from arbor_desktop.editing.operations import RESTORABLE  # the service takes its time to load

    now: dict[str, Any] = {}
    then: dict[str, Any] = {}
    found = set()
    for entry in history:
        written = {name: value for name, value in (entry.after or {}).items() if name in RESTORABLE}
        if written and any(then[name] != now[name] for name in then):
            found.add(entry.seq)
        for name, value in written.items():
            now.setdefault(name, value)
            if entry.before is not None:
                then[name] = entry.before.get(name)
    return found


def _difference(theme: Theme, pieces: list[Piece], parent: QWidget) -> RunsView:
    return RunsView(theme, diff_runs(pieces), spoken=spoken_diff(pieces), parent=parent)


def content_pieces(entry: HistoryEntry) -> list[Piece]:
    """The text that a change brought: whole where it was the first, as a difference after that."""
    after = (entry.after or {}).get("content")
    if after is None:
        return []
    after, before = plain(after), (entry.before or {}).get("content")
    if before is None:
        return [Piece(Kind.SAME, after if len(after) <= 600 else after[:600] + "…")]
    pieces = word_diff(plain(before), after)
    return pieces if len(after) <= _WHOLE else shortened(pieces)


class RelatedTab(DetailTab):
    """`open_wanted(memory id)`."""

    open_wanted = Signal(str)

    def __init__(self, icons: Icons, cards: CardPainter, clock: Clock, parent: QWidget | None = None) -> None:
        super().__init__(icons, clock, parent)
        self._cards = cards

    def _fill(self, column: QVBoxLayout, detail: Detail) -> None:
        own = {(e.conversation_id, e.first_turn) for e in detail.memory.evidence}
        for related in detail.related:
            same = any((e.conversation_id, e.first_turn) in own for e in related.memory.evidence)
            kind = kind_words(related, same, detail.memory)
            card = RelatedCard(self._icons, self._cards, related, kind, self._clock())
            ident = related.memory.id
            card.clicked.connect(lambda _on=False, ident=ident: self.open_wanted.emit(ident))
            column.addWidget(card)
        if not detail.related:
            self._say(column, tr("No related memories."))


def kind_words(related: Related, same_turn: bool, memory: Memory) -> str:
    """How it is related to `memory`: `Said together`, `Same topic · 0.84`, `Replaced by this one`, …"""
    if related.kind == "same turn" or (related.kind == "related" and same_turn):
        return tr("Mentioned together")
    if related.kind == "related":
        return tr("Same topic")
    if related.kind == "supersedes" and Status.SUPERSEDED in (memory.status, related.memory.status):
        replaced = related.memory.status is Status.SUPERSEDED
        return tr("Replaced by this memory") if replaced else tr("Replaces this memory")
    return {
        "supersedes": tr("Replacement"),
        "contradicts": tr("Contradicts"),
        "merged_into": tr("Merged"),
        "linked": tr("Linked by you"),
    }.get(related.kind, related.kind.replace("_", " ").capitalize())
