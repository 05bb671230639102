"""The views beside the charts: each is made when it is first wanted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, cast

from PySide6.QtWidgets import QWidget

from arbor_desktop.clock import Clock
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.insights.bar import CHARTS, GRAPH, TIMELINE

VIEWS = (CHARTS, TIMELINE, GRAPH)


class View(Protocol):
    """What the page asks of them; each is a widget that keeps itself current."""

    memory_wanted: Any

    def set_project(self, path: str | None) -> None: ...
    def focus_main(self) -> None: ...
    def focus_groups(self) -> Sequence[QWidget]: ...
    def refresh(self) -> None: ...


def make_view(key: str, icons: Icons, bridge: Bridge, clock: Clock, parent: QWidget) -> QWidget:
    """The view of that name. Its code is read now, not when the window opens."""
    if key == TIMELINE:
        from arbor_desktop.ui.insights.timeline.view import TimelineView

        return TimelineView(icons, bridge, clock=clock, parent=parent)
    if key == GRAPH:
        from arbor_desktop.ui.insights.graph.view import GraphView

        return GraphView(icons, bridge, clock=clock, parent=parent)
    raise ValueError(f"no view {key!r}")


def as_view(widget: QWidget) -> View:
    return cast("View", widget)
