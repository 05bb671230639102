"""What waits for a person's yes or no."""
