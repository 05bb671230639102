"""The list's model: conversations, loaded in windows, with what a search found in each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QObject

from arbor_desktop.clock import Clock
from arbor_desktop.context.model import ToldFigures
from arbor_desktop.conversations.model import Conversation
from arbor_desktop.search.model import ConversationHit
from arbor_desktop.ui.components.row_model import Failed, RowModel
from arbor_desktop.ui.conversations.words import row_sentence, title_of
from arbor_desktop.ui.receipts.words import figures_words

Fetch = Callable[[list[str], Callable[[Sequence[Conversation]], None], Failed], None]


class ConversationModel(RowModel[Conversation]):
    """`hits` are of the search that made the present list; empty without one."""

    def __init__(self, fetch: Fetch, clock: Clock, parent: QObject | None = None) -> None:
        super().__init__(fetch, parent=parent)
        self._clock = clock
        self.hits: dict[str, ConversationHit] = {}
        self.told: Mapping[str, ToldFigures] = {}

    def text(self, item: Conversation) -> str:
        return title_of(item)

    def spoken(self, item: Conversation) -> str:
        hit = self.hits.get(item.id)
        found = f" {' '.join(hit.text.split())}" if hit is not None and hit.turn is not None else ""
        told = f" {figures_words(self.told[item.id])}." if item.id in self.told else ""
        return row_sentence(item, self._clock()) + told + found
