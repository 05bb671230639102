"""How well it is judged what a person would not want repeated at work."""
