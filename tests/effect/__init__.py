"""Whether the ranges of the comparison of sessions with and without memories hold, with known effects."""
