"""The memory of branches, and the files of projects that carry it (spec 6.3)."""
