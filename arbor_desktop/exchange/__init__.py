"""Memories of other tools, brought in (spec 6.4)."""
