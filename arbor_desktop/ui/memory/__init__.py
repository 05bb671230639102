"""A memory as every page shows, names and changes it."""
