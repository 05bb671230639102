"""The operations of the Insights page: figures, timeline and graph, and the files made of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal

from arbor_desktop.maintenance.model import Insights, MaintenanceStatus, MemoryGraph, Moment
from arbor_desktop.memories.model import Memory
from arbor_desktop.ui.controller import Controller
from arbor_desktop.ui.formatting import short_path
from arbor_desktop.ui.insights.graph.layout import Layout, Point
from arbor_desktop.ui.insights.words import file_failure_words
from arbor_desktop.ui.translation import tr

if TYPE_CHECKING:
    from arbor_desktop.maintenance.effect import Report
    from arbor_desktop.service import MemoryService

GRAPH_LIMIT = 3000
Failed = Callable[[str], object]
TimelinePage = tuple[tuple[Moment, ...], str | None]
"""Moments, and where the next page begins."""


@dataclass(frozen=True, slots=True)
class Wish:
    """Of which days the figures are, and of which project (its path; None: all)."""

    days: int = 182
    project: str | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """The figures, when maintenance comes next, and the projects to choose from."""

    wish: Wish
    insights: Insights
    maintenance: MaintenanceStatus
    projects: tuple[str, ...]

    @property
    def empty(self) -> bool:
        """Whether there is nothing to count, and never was."""
        found = self.insights
        ever = any(any(values) for values in found.growth.by_type.values())
        return not (found.memories or found.conversations or ever or found.captured)


class InsightsController(Controller):
    """A question is answered by `show`, or by `failed(words)`. `said(words, icon)`: what came of a file."""

    said = Signal(str, str)

    def count(self, wish: Wish, show: Callable[[Answer], object], failed: Failed) -> None:
        """Count everything that the charts show."""
        self._read("figures", show, failed, _answer, self.service, wish)

    def read_timeline(
        self,
        show: Callable[[TimelinePage], object],
        failed: Failed,
        *,
        project: str | None,
        kinds: Sequence[str],
        before: str | None,
        limit: int,
    ) -> None:
        """Read a page of the timeline; of all kinds where none is named."""
        self._read("timeline", show, failed, self.service.timeline, before, limit, project, kinds or None)

    def read_memories(self, moment: Moment, show: Callable[[list[Memory]], object]) -> None:
        """Read the memories of a line of the timeline."""

        async def read() -> None:
            name = f"memories of {moment.id}"
            show(await self.ask(name, self.service.get_many, list(moment.memory_ids)))

        self.start(read())

    def read_graph(self, project: str | None, show: Callable[[MemoryGraph], object], failed: Failed) -> None:
        """Read the graph of a project, or of all."""
        self._read("graph", show, failed, self.service.memory_graph, project, GRAPH_LIMIT)

    def read_effect(
        self, days: int, project: str | None, show: Callable[[Report], object], failed: Failed
    ) -> None:
        """Read the comparison of sessions with and without memories."""
        self._read("effect", show, failed, partial(self.service.effect.report, days=days, project=project))

    def turn_comparison(self, on: bool, done: Callable[[], object], failed: Failed) -> None:
        """Turn the comparison on or off."""
        effect = self.service.effect
        self.try_to(self._change(done, effect.turn_on if on else effect.turn_off), failed)

    def set_comparison(self, key: str, value: object, done: Callable[[], object], failed: Failed) -> None:
        """Change a setting of the comparison."""
        self.try_to(self._change(done, self.service.settings.set, key, value), failed)

    async def _change(self, done: Callable[[], object], fn: Callable[..., Any], *args: Any) -> None:
        await self.change(fn, *args)
        done()

    def lay_out(
        self, graph: MemoryGraph, known: Mapping[str, Point], show: Callable[[list[Point]], object]
    ) -> Layout:
        """Find places for the memories of a graph; `known`: where some were. Returns what is under way, which
        `stopped` gives up."""
        layout = Layout.of(graph, known)

        async def lay_out() -> None:
            places = await self.change(layout.run, self.bridge.closing.is_set, ordered=False)
            if not layout.stopped:
                show(places)

        self.start(lay_out())
        return layout

    def write(self, write: Callable[[], Path | list[Path]], folder: Path) -> None:
        """Write a file, or several, into a folder; `said` tells what came of it."""
        self.start(self._write(write, folder))

    async def _write(self, write: Callable[[], Path | list[Path]], folder: Path) -> None:
        try:
            written = await self.change(write, ordered=False)
        except OSError as error:
            self.said.emit(file_failure_words(error, folder), "warning")
            return
        if isinstance(written, list):
            words = tr("%n images saved in {folder}", None, len(written)).format(folder=short_path(folder))
        else:
            words = tr("Saved as {file}").format(file=short_path(written))
        self.said.emit(words, "check")

    def _read(
        self, name: str, show: Callable[[Any], object], failed: Failed, fn: Callable[..., Any], *args: Any
    ) -> None:
        async def read() -> None:
            show(await self.ask(name, fn, *args))

        self.try_to(read(), failed)


def _answer(service: MemoryService, wish: Wish) -> Answer:
    return Answer(
        wish,
        service.insights(days=wish.days, project=wish.project),
        service.maintenance_status(),
        tuple(service.projects()),
    )
