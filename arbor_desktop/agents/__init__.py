"""Access of agents to the memory: queries, storing, proposals (spec 6.2)."""
