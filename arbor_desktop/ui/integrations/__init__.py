"""Integrations in AI tools: how they stand, and the exact change before one is made (spec 6.1, 6.2)."""
