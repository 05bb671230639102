"""The server of a team: its schema in PostgreSQL, and all statements that it is asked with."""
