"""Memories from other tools and for them: the sheets for import and export."""
