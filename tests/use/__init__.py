"""Labelled excerpts of sessions, and how well it is judged which memories were of use there."""
