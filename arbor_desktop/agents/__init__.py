"""What agents may ask of the memory and do to it (spec 6.2)."""
