"""Parts and words of the team that several pages use."""
