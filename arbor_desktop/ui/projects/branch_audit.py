"""What memorizing a branch did: how many entries were added, updated, removed, kept, and each of them."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from arbor_desktop.branches.model import BranchUpdate, Change, ChangeKind
from arbor_desktop.text.diff import Kind, Piece, word_diff
from arbor_desktop.ui.components import Badge, Card, IconButton, Label
from arbor_desktop.ui.components.text_runs import RunsView, diff_runs, spoken_diff
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.projects.branch_words import audit_line, change_look, changed, section_label
from arbor_desktop.ui.projects.words import tr

_MOST = 30


class BranchAudit(Card):
    """Stays until it is closed. `closed` then."""

    closed = Signal()

    def __init__(self, icons: Icons, evolved: BranchUpdate, parent: QWidget | None = None) -> None:
        theme, px = icons.theme, icons.theme.px
        super().__init__(theme, parent)
        self._icons = icons
        said = audit_line(evolved)
        self.setAccessibleName(f"{tr('Memorized')}: {said}")
        self.line = Label(theme, said, "body500", parent=self)
        self.line.setWordWrap(True)
        self.close_button = IconButton(
            icons, "x", tr("Close what changed"), side=24, glyph_size=12, parent=self
        )
        self.close_button.clicked.connect(self.closed)
        column = QVBoxLayout(self)
        column.setContentsMargins(px(13), px(9), px(9), px(11))
        column.setSpacing(px(6))
        head = QHBoxLayout()
        head.setSpacing(px(8))
        head.addWidget(self.line, 1)
        head.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(head)
        if evolved.warning:
            warning = Label(theme, evolved.warning, "small", "warn", self)
            warning.setWordWrap(True)
            column.addWidget(warning)
        self.texts: list[RunsView] = []
        told = changed(evolved)
        for change in told[:_MOST]:
            column.addLayout(self._change(change))
        if len(told) > _MOST:
            column.addWidget(Label(theme, tr("and %n more", len(told) - _MOST), "caption", "text3", self))

    def _change(self, change: Change) -> QHBoxLayout:
        theme, px = self._icons.theme, self._icons.theme.px
        word, look = change_look(change.kind)
        row = QHBoxLayout()
        row.setSpacing(px(10))
        row.addWidget(Badge(self._icons, word, look, parent=self), 0, Qt.AlignmentFlag.AlignTop)
        texts = QVBoxLayout()
        texts.setSpacing(0)
        pieces = _pieces(change)
        view = RunsView(theme, diff_runs(pieces), spoken=spoken_diff(pieces), parent=self)
        self.texts.append(view)
        texts.addWidget(view)
        where = section_label(change.section)
        why = Label(theme, f"{where} · {change.reason}" if change.reason else where, "caption", "text3", self)
        why.setWordWrap(True)
        texts.addWidget(why)
        row.addLayout(texts, 1)
        return row


def _pieces(change: Change) -> list[Piece]:
    if change.kind is ChangeKind.UPDATED and len(change.before) == 1:
        return word_diff(change.before[0], change.text)
    if change.kind is ChangeKind.REMOVED:
        return [Piece(Kind.REMOVED, change.text)]
    gone = [Piece(Kind.REMOVED, text) for text in change.before]
    return [*gone, Piece(Kind.ADDED if gone else Kind.SAME, change.text)]
