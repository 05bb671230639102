"""Comparison of two statements: whether they contradict each other, without a model.

`parser` reads a statement into `claims`; `judge` tries the `rules` on each pair of claims and words the
verdict. `data` is the parsed resources/conflicts.toml, `vocabulary` and `quantities` are the small words and
the numbers that the parser knows.
"""
