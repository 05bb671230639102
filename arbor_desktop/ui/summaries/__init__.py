"""Summaries of categories: read, edited, reviewed and cleared in a window of their own."""
