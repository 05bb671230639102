"""Whether what a message says is remembered for the place where it applies."""
