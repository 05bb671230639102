"""The page where memories that cannot both hold are settled."""
