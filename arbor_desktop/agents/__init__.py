"""What sessions of AI tools are told, what became of it, and what agents may do (spec 5.4, 6.1, 6.2)."""
