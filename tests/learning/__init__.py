"""Labelled learnings, and how well it is known which of them hold in any project."""
