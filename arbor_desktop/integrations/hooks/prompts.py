"""Which prompts are answered at all."""

from __future__ import annotations

MEMORY = "/memory"
LEAST_LETTERS = 12
LEAST_WORDS = 3
LEAST_WIDE = 6
"""Letters of a script without spaces between words."""
_WIDE_FROM = "\u2e80"


def worth_asking(prompt: str) -> bool:
    """Whether a prompt says what it is about. "yes, go on" and commands of the tool do not."""
    text = prompt.strip()
    if not text or text[0] == "/":
        return False
    beginning = text[:2_000]
    letters = sum(letter.isalnum() for letter in beginning)
    wide = sum(letter >= _WIDE_FROM and letter.isalnum() for letter in beginning)
    return wide >= LEAST_WIDE or (letters >= LEAST_LETTERS and len(beginning.split()) >= LEAST_WORDS)


def memory_question(prompt: str) -> str | None:
    """What a prompt that begins `/memory:` or `/memory ` asks about; None for any other."""
    text = prompt.strip()
    if text[: len(MEMORY)].lower() != MEMORY or text[len(MEMORY) : len(MEMORY) + 1] not in (
        ":",
        " ",
        "\t",
        "\n",
    ):
        return None
    return text[len(MEMORY) + 1 :].strip() or None
