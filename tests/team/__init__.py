"""Teams: what leaves, what comes, and a real PostgreSQL."""
