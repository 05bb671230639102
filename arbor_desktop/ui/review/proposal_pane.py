"""The right pane for a proposal: who wants what and why, in full."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from arbor_desktop.clock import Clock
from arbor_desktop.text.diff import Kind, Piece, word_diff
from arbor_desktop.ui.components import Badge, Button, Card, Label
from arbor_desktop.ui.conversations.overlay_bar import OverlayBar
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.words import type_label
from arbor_desktop.ui.review.proposal_words import meta, who
from arbor_desktop.ui.review.proposals import ProposalItem
from arbor_desktop.ui.review.words import tr
from arbor_desktop.ui.runs import RunsView, diff_runs, spoken_diff


class ProposalPane(QScrollArea):
    """`memory_wanted(id)`."""

    memory_wanted = Signal(str)

    def __init__(self, icons: Icons, clock: Clock, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons, self._theme, self._clock = icons, icons.theme, clock
        self.item: ProposalItem | None = None
        self.texts: list[RunsView] = []
        self.open: Button | None = None
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(tr("What an agent proposes"))
        self.viewport().setAutoFillBackground(False)
        self.bar = OverlayBar(self)

    def show_proposal(self, item: ProposalItem) -> None:
        if item == self.item:
            return
        self.item, self.texts = item, []
        theme, px = self._theme, self._theme.px
        content = QWidget()
        content.setAutoFillBackground(False)
        column = QVBoxLayout(content)
        column.setContentsMargins(px(16), px(14), px(16), px(16))
        column.setSpacing(px(6))
        wants = tr("wants to delete a memory") if item.deletes else tr("wants to change a memory")
        title = Label(theme, f"{who(item)} {wants}", "section", parent=content)
        title.setWordWrap(True)
        column.addWidget(title)
        column.addWidget(Label(theme, meta(item, self._clock()), "small", "text3", content))
        column.addSpacing(px(6))
        self._part(column, content, tr("Why"), item.proposal.reason or tr("It gives no reason."))
        column.addWidget(self._change(item, content))
        hint = Label(theme, self._hint(item), "small", "text3", content)
        hint.setWordWrap(True)
        column.addWidget(hint)
        self.open = Button(self._icons, tr("Open memory"), variant="link", icon="memories", parent=content)
        self.open.setToolTip(f"{tr('Open memory')}  Ctrl O")
        self.open.setAutoDefault(True)
        self.open.clicked.connect(lambda: self.memory_wanted.emit(item.memory.id))
        column.addWidget(self.open, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)
        self.setWidget(content)

    def forget(self) -> None:
        self.item = None

    def _hint(self, item: ProposalItem) -> str:
        if item.deletes:
            return tr("Nothing happens until you decide. Accepted, it goes to the deleted ones; Undo brings "
                      "it back.")  # fmt: skip
        return tr("Nothing happens until you decide. Accepted, the change is yours; Undo takes it back.")

    def _part(self, column: QVBoxLayout, content: QWidget, name: str, text: str) -> None:
        column.addWidget(Label(self._theme, name, "small500", "text2", content))
        words = Label(self._theme, text, "body", parent=content)
        words.setWordWrap(True)
        column.addWidget(words)
        column.addSpacing(self._theme.px(6))

    def _change(self, item: ProposalItem, content: QWidget) -> Card:
        theme, px = self._theme, self._theme.px
        card = Card(theme, content)
        column = QVBoxLayout(card)
        column.setContentsMargins(px(13), px(9), px(13), px(9))
        column.setSpacing(px(6))
        head = QHBoxLayout()
        head.setSpacing(px(8))
        head.addWidget(Badge(self._icons, type_label(item.memory.type), item.memory.type, parent=card))
        said = tr("The memory that would go") if item.deletes else tr("As it is, and as it would be")
        head.addWidget(Label(theme, said, "caption", "text3", card), 1)
        column.addLayout(head)
        kept = [Piece(Kind.SAME, item.before)]
        self._text(column, card, word_diff(item.before, item.after) if item.after != item.before else kept)
        for label, before, after in item.changes():
            pieces = [Piece(Kind.SAME, f"{label}: "), Piece(Kind.REMOVED, before), Piece(Kind.ADDED, after)]
            self._text(column, card, [piece for piece in pieces if piece.text])
        return card

    def _text(self, column: QVBoxLayout, card: Card, pieces: list[Piece]) -> None:
        view = RunsView(self._theme, diff_runs(pieces), spoken=spoken_diff(pieces), parent=card)
        self.texts.append(view)
        column.addWidget(view)
