"""Charts: widgets that are given figures and paint them. They know nothing of where figures come from."""
