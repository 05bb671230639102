"""Rows of declared settings, on Settings and where a setting is at hand."""
