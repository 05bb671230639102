"""Whether two statements contradict each other, by rules and data (resources/conflicts.toml), without a
model.

`verdicts` tries the rules: `replacement`, `alternatives`, `negation`, `values`.
"""
