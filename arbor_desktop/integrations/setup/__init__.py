"""Setting Arbor up in AI tools: what is changed in their files, and taking it back (spec 6.1, 6.2)."""

from arbor_desktop.integrations.setup.setup import INSTALL, REMOVE, ChangedMeanwhile, Setup

__all__ = ["INSTALL", "REMOVE", "ChangedMeanwhile", "Setup"]
