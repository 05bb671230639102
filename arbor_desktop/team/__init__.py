"""Memories that a team shares through a PostgreSQL server (docs/teams.md)."""
