"""Arbor with the real AI clients: ``python3 -m tests.clients``."""
