"""What happened to the memory, day by day."""

from arbor_desktop.ui.insights.timeline.view import TimelineView

__all__ = ["TimelineView"]
