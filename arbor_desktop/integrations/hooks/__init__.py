"""What AI tools call by themselves: `arbor hook EVENT` (spec 6.1)."""
