"""What happened to the memory, day by day."""
