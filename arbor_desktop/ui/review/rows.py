"""The rows at left: each group's heading, then its memories."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt

from arbor_desktop.editing.model import GroupKind, ReviewGroup, ReviewItem
from arbor_desktop.team.model import Shared
from arbor_desktop.ui.components.row_model import Failed, Index, ItemRole, RowModel
from arbor_desktop.ui.formatting import plain
from arbor_desktop.ui.review.model import ProposalItem, Waiting
from arbor_desktop.ui.review.proposal import count_words, group_words, sentence
from arbor_desktop.ui.review.words import (
    PLANTED,
    group_glyph,
    group_letters,
    group_meta,
    group_title,
    item_sentence,
    memories,
)
from arbor_desktop.ui.team.shares import spoken
from arbor_desktop.ui.team.words import initials
from arbor_desktop.ui.translation import tr

_KEEP = 1_000_000
"""All rows are known: none is ever dropped to be asked for again."""


@dataclass(frozen=True, slots=True)
class Heading:
    """Over the cards of one group; `id` begins with "#", as no memory's does. `kind` None: of proposals."""

    id: str
    kind: GroupKind | None
    title: str
    meta: str
    letters: str
    glyph: str
    count: int
    counted: str
    """The count with what is counted."""


Row = Heading | ReviewItem | ProposalItem


class ReviewModel(RowModel[Row]):
    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(self._none, keep=_KEEP, parent=parent)
        self.shared: Mapping[str, Shared] = {}

    @staticmethod
    def _none(_ids: list[str], loaded: Callable[[Sequence[Row]], None], _failed: Failed) -> None:
        loaded([])

    def show(
        self,
        groups: Iterable[ReviewGroup],
        gone: Container[str],
        now: int,
        proposals: Iterable[ProposalItem] = (),
        team: str = "",
        shared: Mapping[str, Shared] | None = None,
    ) -> None:
        """Moves on to other rows, without those that are `gone`; what stays keeps its place. `team`: its
        name; `shared`: who shared what is from there."""
        self.shared = shared or {}
        rows: list[Row] = []
        proposed = [item for item in proposals if item.id not in gone]
        for group in groups:
            if group.kind is GroupKind.OUTDATED:
                rows, proposed = [*rows, *_proposed(proposed)], []
            items = [item for item in group.items if item.id not in gone]
            if items:
                rows += [_heading(group, len(items), now, team), *items]
        rows += _proposed(proposed)
        self.put([row for row in rows if self.loaded(row.id) != row])
        self.follow([row.id for row in rows])

    def item(self, memory_id: str | None) -> ReviewItem | None:
        """A memory that is listed."""
        found = self.card(memory_id)
        return found if isinstance(found, ReviewItem) else None

    def card(self, id_: str | None) -> Waiting | None:
        """A memory or a proposal that is listed."""
        found = self.loaded(id_) if id_ and self.row_of(id_) >= 0 else None
        return found if isinstance(found, Waiting) else None

    def row_at(self, row: int) -> Row | None:
        id_ = self.id_at(row)
        return self.loaded(id_) if id_ else None

    def neighbour(self, ids: Sequence[str]) -> str | None:
        """The memory that comes after the last of these, else that before the first: where work goes on."""
        wanted = set(ids)
        rows = [self.row_of(id_) for id_ in ids]
        after = range(max(rows, default=-1) + 1, len(self.ids))
        before = range(min(rows, default=0) - 1, -1, -1)
        between = range(min(rows, default=0), max(rows, default=-1))
        for row in (*after, *between, *before):
            if self.ids[row] not in wanted and isinstance(self.row_at(row), Waiting):
                return self.ids[row]
        return None

    def author(self, item: object) -> Shared | None:
        """Return who shared a memory of the team."""
        return self.shared.get(item.id) if isinstance(item, ReviewItem) else None

    def is_planted(self, item: object) -> bool:
        """Return whether it looks like words that somebody planted to command an AI."""
        shared = self.author(item)
        return shared is not None and shared.planted

    def may_trust(self, item: object) -> bool:
        """Return whether trusting its author is offered."""
        shared = self.author(item)
        return shared is not None and not (shared.trusted or shared.planted)

    # What the view asks

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not isinstance(index.data(ItemRole), Waiting):
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren

    def text(self, item: Row) -> str:
        if isinstance(item, Heading):
            return item.title
        words = item.after if isinstance(item, ProposalItem) else item.content
        return plain(" ".join(words.split()))

    def spoken(self, item: Row) -> str:
        if isinstance(item, ReviewItem):
            parts = [item_sentence(item), spoken(self.author(item))]
            return " ".join(filter(None, [*parts, tr(PLANTED) if self.is_planted(item) else ""]))
        if isinstance(item, ProposalItem):
            return sentence(item)
        return ", ".join(part for part in (item.title, item.meta, item.counted) if part)


def _heading(group: ReviewGroup, count: int, now: int, team: str) -> Heading:
    if group.kind is GroupKind.TEAM and team:
        words = team, tr("team"), initials(team), ""
        return Heading(f"#{group.kind.value}", group.kind, *words, count, memories(count))
    return Heading(
        f"#{group.conversation.id if group.conversation else group.kind.value}",
        group.kind,
        group_title(group),
        group_meta(group, now),
        group_letters(group),
        group_glyph(group.kind),
        count,
        memories(count),
    )


def _proposed(items: Sequence[ProposalItem]) -> list[Row]:
    if not items:
        return []
    count = len(items)
    heading = Heading("#proposals", None, group_words(count), "", "", "sparkle", count, count_words(count))
    return [heading, *items]
