"""Maintenance in the window: the strip, the log of runs, and what both ask of the service."""
