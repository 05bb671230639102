"""How well secrets are told from what only looks like one: ``python3 -m tests.redaction``."""
