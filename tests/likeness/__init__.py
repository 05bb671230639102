"""How well the judge of near-duplicates tells pairs apart: ``python3 -m tests.likeness``."""
