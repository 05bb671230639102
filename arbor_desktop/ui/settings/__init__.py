"""The Settings page: every declared setting, the sources, and the person's data."""
