"""Extraction with a language model."""
