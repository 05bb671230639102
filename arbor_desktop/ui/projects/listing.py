"""Which projects are listed, in which order, and what their rows are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from arbor_desktop.projects.model import ProjectSummary
from arbor_desktop.ui.projects.lines import LineModel
from arbor_desktop.ui.projects.words import summary_sentence, summary_tags

SEEN, NAME, MEMORIES = "seen", "name", "memories"
SORTS = (SEEN, NAME, MEMORIES)


@dataclass(frozen=True, slots=True)
class Row:
    summary: ProjectSummary

    @property
    def id(self) -> str:
        return self.summary.path


class ProjectModel(LineModel[Row]):
    def show(self, summaries: Sequence[ProjectSummary]) -> None:
        self.hold([Row(one) for one in summaries])

    def text(self, item: Row) -> str:
        return item.summary.name

    def spoken(self, item: Row) -> str:
        return summary_sentence(item.summary, self._clock())


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
