"""Extraction without a model: turns → sentences → statements with a named rule → what lasts, rewritten.

`pipeline` tells the story; each other module does one of its steps.
"""

from arbor_desktop.extraction.offline.pipeline import OfflineExtractor

__all__ = ["OfflineExtractor"]
