"""Versions of AI tools' memory files: what changed when, and one click to restore (spec 6.6)."""
