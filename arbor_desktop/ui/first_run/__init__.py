"""The first minutes: a dialog that sets Arbor up, one step after the other."""
