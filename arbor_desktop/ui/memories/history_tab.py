"""What became of a memory, newest first, each change as a difference that can be gone back to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from arbor_desktop.memories.model import HistoryEntry
from arbor_desktop.text.diff import Kind, Piece, shortened, word_diff
from arbor_desktop.ui.components import Badge, Button, Card, Label
from arbor_desktop.ui.components.text_runs import RunsView, diff_runs, spoken_diff
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.history_words import field_changes, title
from arbor_desktop.ui.memories.reads import Detail
from arbor_desktop.ui.memories.tab import DetailTab
from arbor_desktop.ui.memories.words import moment, tr
from arbor_desktop.ui.theme import Theme

_MOST = 50


class HistoryTab(DetailTab):
    """`restore_wanted(seq)`: back to what the memory was after that change."""

    restore_wanted = Signal(object)

    def _fill(self, column: QVBoxLayout, detail: Detail) -> None:
        others = other_versions(detail.history)
        for place, entry in enumerate(detail.history[:_MOST]):
            change = _Change(self._icons, entry, place == 0, entry.seq in others, self._clock(), self)
            column.addWidget(change)
        more = len(detail.history) - _MOST
        if more > 0:
            self._note(column, tr("and %n older changes", more))


class _Change(Card):
    def __init__(
        self, icons: Icons, entry: HistoryEntry, current: bool, other: bool, now: int, tab: HistoryTab
    ) -> None:
        """`other`: after this change the words or fields were not what they are now."""
        theme, px = icons.theme, icons.theme.px
        super().__init__(theme, tab)
        said = title(entry)
        self.setAccessibleName(f"{said}, {moment(entry.at, now)}")
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
            restore.setAccessibleName(f"{tr('Restore the version of')} {moment(entry.at, now)}")
            restore.clicked.connect(lambda: tab.restore_wanted.emit(entry.seq))
            head.addWidget(restore)
        column = QVBoxLayout(self)
        column.setContentsMargins(px(13), px(9), px(13), px(9))
        column.setSpacing(px(4))
        column.addLayout(head)
        pieces = content_pieces(entry)
        if pieces:
            column.addWidget(_difference(theme, pieces, self))
        for label, before, after in field_changes(entry):
            row = [Piece(Kind.SAME, f"{label}: "), Piece(Kind.REMOVED, before), Piece(Kind.ADDED, after)]
            column.addWidget(_difference(theme, row, self))
        if entry.reason:
            reason = Label(theme, entry.reason, "caption", "text3", self)
            reason.setWordWrap(True)
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
    before = (entry.before or {}).get("content")
    if before is None:
        return [Piece(Kind.SAME, after if len(after) <= 600 else after[:600] + "…")]
    return shortened(word_diff(before, after))
