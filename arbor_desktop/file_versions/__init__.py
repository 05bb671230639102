"""Versions of the files in which AI tools keep what they remember (spec 6.6).

They have the tools' own words, secrets included, so that they can be restored byte for byte. They are kept
only for tools that the person switched on, and are never searched, shared or sent to a model.
"""
