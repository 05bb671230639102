"""The Memories page: a list of any size, and everything about the one that is selected."""
