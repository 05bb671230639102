"""What an AI of a given project, branch and prompt would be told, and why."""
