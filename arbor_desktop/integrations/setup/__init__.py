"""Setting Arbor up in AI tools: what is changed in their files, and taking it back (spec 6.1, 6.2)."""
