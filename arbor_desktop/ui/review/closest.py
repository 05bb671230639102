"""The existing memory that is closest to the one that waits, and what sets the two apart."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QHBoxLayout, QVBoxLayout, QWidget

from arbor_desktop.editing.review import Nearest, Relation, ReviewItem
from arbor_desktop.memories.model import Status
from arbor_desktop.text.diff import Kind, Piece, Span, contrast, marked_pieces
from arbor_desktop.ui.code_spans import code_spans
from arbor_desktop.ui.components import Badge, Button, Card, ElidedLabel, Label
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.words import type_label
from arbor_desktop.ui.review.words import tr
from arbor_desktop.ui.runs import RunsView, side_runs, spoken_diff

_MOST = 600
"""So much of a text is compared and shown."""


class ClosestPart(QWidget):
    """`compare_wanted(conflict)`, `replace_wanted`, `memory_wanted(id)`."""

    compare_wanted = Signal(str)
    replace_wanted = Signal()
    memory_wanted = Signal(str)

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons, self._theme = icons, icons.theme
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(self._theme.px(4))
        self.heading = Label(self._theme, "", "small500", "text2", parent=self)
        self._column.addWidget(self.heading)
        self._body: QWidget | None = None
        self.main_button: Button | None = None
        """Where the focus goes when the two are to be compared."""
        self.texts: list[RunsView] = []
        self.caption = ""

    def show_nearest(self, item: ReviewItem, nearest: Nearest | None) -> None:
        focus = QApplication.focusWidget()
        had_focus = focus is not None and self.isAncestorOf(focus)
        self._clear()
        self.heading.setText(tr("Closest existing memory"))
        if nearest is None:
            said = tr("No active memory says anything like it.")
            self._body = Label(self._theme, said, "small", "text3", parent=self)
            self._body.setWordWrap(True)
        else:
            self._body = self._card(item, nearest)
        self._column.addWidget(self._body)
        if had_focus and self.main_button is not None:
            self.main_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _clear(self) -> None:
        if self._body is not None:
            self._column.removeWidget(self._body)
            self._body.hide()
            self._body.deleteLater()
        self._body, self.main_button, self.texts, self.caption = None, None, [], ""

    def _card(self, item: ReviewItem, nearest: Nearest) -> Card:
        theme, px = self._theme, self._theme.px
        card = Card(theme, self)
        column = QVBoxLayout(card)
        column.setContentsMargins(px(13), px(9), px(13), px(9))
        column.setSpacing(px(4))
        row = QHBoxLayout()
        row.setSpacing(px(8))
        kind = nearest.memory.type
        row.addWidget(Badge(self._icons, type_label(kind), kind, parent=card))
        self.caption = similarity_words(nearest)
        caption = ElidedLabel(theme, self.caption, "caption", "text3", parent=card)
        caption.setToolTip(tr("The share of their words that both of them say; 1.00 is the same text."))
        row.addWidget(caption, 1)
        column.addLayout(row)
        if nearest.conflict:
            self._add_contrast(card, column, item, nearest)
        else:
            text, codes = _shown(nearest.memory.content)
            runs = side_runs([Piece(Kind.SAME, text)], codes)
            self._add_text(column, RunsView(theme, runs, line=18, parent=card))
        column.addLayout(self._buttons(card, nearest))
        return card

    def _add_text(self, column: QVBoxLayout, view: RunsView) -> None:
        self.texts.append(view)
        column.addWidget(view)

    def _add_contrast(self, card: Card, column: QVBoxLayout, item: ReviewItem, nearest: Nearest) -> None:
        """Both texts under each other, the words marked that set them apart."""
        other, mine = nearest.memory.content, item.content
        texts = [_shown(text) for text in ((mine, other) if nearest.newer else (other, mine))]
        (older, old_codes), (newer, new_codes) = texts
        spans = contrast(older, newer)
        sides = (
            (tr("Older"), older, old_codes, spans[0], Kind.REMOVED, not nearest.newer),
            (tr("Newer"), newer, new_codes, spans[1], Kind.ADDED, nearest.newer),
        )
        for name, text, codes, marks, kind, existing in sides:
            said = f"{name}: {tr('existing memory')}" if existing else f"{name}: {tr('this one')}"
            label = Label(self._theme, said, "caption600", "text3", parent=card)
            column.addWidget(label)
            pieces = marked_pieces(text, marks, kind)
            view = RunsView(
                self._theme,
                side_runs(pieces, codes),
                line=20,
                spoken=f"{said}. {spoken_diff(pieces)}",
                parent=card,
            )
            self._add_text(column, view)

    def _buttons(self, card: Card, nearest: Nearest) -> QHBoxLayout:
        px = self._theme.px
        row = QHBoxLayout()
        row.setContentsMargins(0, px(4) if nearest.conflict else 0, 0, 0)
        row.setSpacing(px(12))
        if nearest.relation is Relation.UPDATES:
            replace = Button(
                self._icons, tr("Accept and replace it"), variant="primary", size="small", icon="check",
                parent=card,
            )  # fmt: skip
            replace.clicked.connect(self.replace_wanted)
            row.addWidget(replace)
            self.main_button = replace
        if nearest.conflict:
            conflict = nearest.conflict
            compare = Button(
                self._icons, tr("Open in Conflicts"), size="small", icon="conflicts", parent=card
            )
            compare.clicked.connect(lambda: self.compare_wanted.emit(conflict))
            row.addWidget(compare)
            self.main_button = self.main_button or compare
        else:
            memory = nearest.memory
            link = Button(self._icons, tr("Open memory"), variant="link", parent=card)
            link.clicked.connect(lambda: self.memory_wanted.emit(memory.id))
            row.addWidget(link)
        row.addStretch(1)
        for button in card.findChildren(Button):
            button.setAutoDefault(True)  # Return presses it, as Space does
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        return row


def similarity_words(nearest: Nearest) -> str:
    """`Similarity 0.58 · not a duplicate`."""
    said = f"{tr('Similarity')} {nearest.similarity:.2f}"
    waits = f" · {tr('waits too')}" if nearest.memory.status is Status.PENDING else ""
    if nearest.relation is Relation.UPDATES:
        return f"{said} · {tr('this one replaces it')}{waits}"
    if nearest.relation is Relation.OUTDATED_BY:
        return f"{said} · {tr('this one was marked outdated for it')}"
    if nearest.relation is Relation.CONTRADICTS:
        return f"{said} · {tr('they contradict each other')}{waits}"
    return f"{said} · {tr('says the same') if nearest.same else tr('not a duplicate')}"


def _shown(text: str) -> tuple[str, list[Span]]:
    """As it is read, in one paragraph: without the marks around code, and where that is."""
    flat = " ".join(text.split())
    return code_spans(flat if len(flat) <= _MOST else flat[: _MOST - 1].rstrip() + "…")
