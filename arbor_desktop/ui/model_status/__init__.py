"""What a page shows and offers where a language model can't be asked."""
