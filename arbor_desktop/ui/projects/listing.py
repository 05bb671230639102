"""Which projects are listed, in which order, and what their rows are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject

from arbor_desktop.core.clock import Clock
from arbor_desktop.core.project import ProjectSummary
from arbor_desktop.ui.projects.words import summary_sentence, summary_tags
from arbor_desktop.ui.row_model import Failed, RowModel

SEEN, NAME, MEMORIES = "seen", "name", "memories"
SORTS = (SEEN, NAME, MEMORIES)


@dataclass(frozen=True, slots=True)
class Row:
    summary: ProjectSummary

    @property
    def id(self) -> str:
        return self.summary.path


class ProjectModel(RowModel[Row]):
    """All are held: one question answers them, and there are dozens of projects, not thousands of pages."""

    def __init__(self, clock: Clock, parent: QObject | None = None) -> None:
        super().__init__(self._from_here, keep=100_000, parent=parent)
        self._clock = clock
        self._known: dict[str, Row] = {}

    def show(self, summaries: Sequence[ProjectSummary]) -> None:
        """Lists these; what stays keeps its place and selection."""
        self._known |= {one.path: Row(one) for one in summaries}
        # Rows first: a view that moves on asks for them at once.
        self.put(self._known[one.path] for one in summaries)
        self.follow([one.path for one in summaries])

    def text(self, item: Row) -> str:
        return item.summary.name

    def spoken(self, item: Row) -> str:
        return summary_sentence(item.summary, self._clock())

    def _from_here(self, ids: list[str], loaded: Callable[[Sequence[Row]], None], _failed: Failed) -> None:
        loaded([self._known[id_] for id_ in ids if id_ in self._known])


def matching(summaries: Iterable[ProjectSummary], words: str) -> list[ProjectSummary]:
    """Those in whose name, path or technologies every word occurs."""
    wanted = words.casefold().split()
    return [one for one in summaries if all(word in _searched(one) for word in wanted)]


def _searched(summary: ProjectSummary) -> str:
    return "\n".join((summary.name, summary.path, *summary_tags(summary))).casefold()


def in_order(summaries: Iterable[ProjectSummary], sort: str) -> list[ProjectSummary]:
    """By when they were seen last, by name, or by how many memories they have."""
    keys: dict[str, Callable[[ProjectSummary], tuple[object, ...]]] = {
        SEEN: lambda one: (-(one.last_seen or 0), one.name.casefold(), one.path),
        NAME: lambda one: (one.name.casefold(), one.path),
        MEMORIES: lambda one: (-one.memories, one.name.casefold(), one.path),
    }
    return sorted(summaries, key=keys.get(sort, keys[SEEN]))
