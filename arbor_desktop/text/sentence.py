"""Text for people that the window says in their language, and everything else in English."""

from __future__ import annotations

from typing import Any


class Sentence(str):
    """An English text that knows what it was made of.

    `template` is a literal (tests/translations.py collects it from the calls), `arguments` are put in its
    places. Stored or sent on, it is its English text alone.
    """

    __slots__ = ("arguments", "template")
    template: str
    arguments: dict[str, Any]

    def __new__(cls, template: str, **arguments: Any) -> Sentence:
        sentence = super().__new__(cls, template.format(**arguments))
        sentence.template = template
        sentence.arguments = arguments
        return sentence

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, Any]]:
        return (self.template,), self.arguments


def joined(*parts: str) -> Sentence:
    """Return sentences one after the other."""
    names = [f"part{number}" for number in range(len(parts))]
    return Sentence(" ".join(f"{{{name}}}" for name in names), **dict(zip(names, parts, strict=True)))
