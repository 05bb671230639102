"""Links between memories, as a picture and as tables."""
