"""What a conversation was told, whether it arrived, and what became of it there (spec 6.1)."""
