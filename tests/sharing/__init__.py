"""Whether the right memories reach the right session, measured on made-up worlds."""
