"""Extraction: from turns to candidate memories."""
