"""Excerpts of the conversations that memories come from."""
