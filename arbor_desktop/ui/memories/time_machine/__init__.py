"""The time machine of the Memories page: what was known on an earlier day, and what changed since."""
