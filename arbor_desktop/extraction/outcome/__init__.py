"""What a session came to, read from its transcript without any model (spec 5.5)."""
