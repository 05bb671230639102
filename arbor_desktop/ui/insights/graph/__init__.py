"""Links between memories, as a picture and as tables."""

from arbor_desktop.ui.insights.graph.view import GraphView

__all__ = ["GraphView"]
