"""How well the rules tell what contradicts what: ``python3 -m tests.conflicts``."""
