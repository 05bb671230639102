"""What a memory's category adds to it: read at a glance, edited as a form."""
