"""Setting Arbor up in AI tools: changes of their files, and undoing them exactly (spec 6.1, 6.2)."""
