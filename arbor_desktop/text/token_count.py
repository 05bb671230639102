"""How many tokens a text takes in a model's context, about."""

CHARACTERS_A_TOKEN = 4


def tokens_of(text: str) -> int:
    """Return the tokens of a text, rounded up."""
    return -(-len(text) // CHARACTERS_A_TOKEN)
