"""Import and export of memories (spec 6.4, 6.5)."""
