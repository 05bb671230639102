"""The rules of contradictions, one kind in each module. `judge` tries them in this order: replacement,
alternatives, negation, values."""
