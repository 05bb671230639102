"""Extraction without a model: turns → sentences → statements with a named rule → what lasts, rewritten.

`pipeline` shows the whole way; each other module does one of its steps.
"""
