"""Arbor Desktop: the memory of people's AI conversations."""

__version__ = "0.1.0"
