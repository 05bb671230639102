"""Add the words that only a memory's details say to what it is found by."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

_CAMEL = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")
_PARTS = re.compile(r"(?:[A-Z]?[a-z]+|[A-Z]+|\d+)(?![^\W_])|([^\W_]+)")
_SIGNED = re.compile(
    r"(?<!\w)(?P<plus>[A-Za-z]\w?)\+\+(?![\w+])|(?<!\w)(?P<sharp>[A-Za-z])\#(?![\w#])"
    r"|(?<![\w.)\]])\.(?P<dot>[A-Za-z]\w+)"
)
_WORD = re.compile(r"\w+")
_EDGES = ".,;:!?()[]{}\"'“”‘’`"
_MOST_WORDS = 200
_FIELDS = (
    "context", "key", "rationale", "trade_offs", "applies_to", "pattern", "fix", "problem", "solution",
    "wrong_approach", "topic", "domain", "approach", "lessons_learned", "applicable_when", "alternatives",
    "condition",
)  # fmt: skip


def apply(conn: Any) -> None:
    detailed = conn.execute(
        "SELECT row, content, details, search_text FROM memory WHERE details != '{}' ORDER BY row"
    )
    for row, content, details, before in detailed.fetchall():
        after = _search_text(content, json.loads(details))
        if after != before:
            conn.execute("UPDATE memory SET search_text = ? WHERE row = ?", (after, row))


def _search_text(content: str, details: dict[str, Any]) -> str:
    if not details:
        return _index_words(content)
    more = _words_of_details(details, content)
    return " ".join(part for part in (_index_words(f"{content} {more}"), more) if part)


def _words_of_details(details: dict[str, Any], content: str) -> str:
    known = {word.casefold() for word in _WORD.findall(content)}
    found: dict[str, None] = {}
    for text in _texts({field: details[field] for field in _FIELDS if field in details}):
        for part in text.split():
            if {word.casefold() for word in _WORD.findall(part)} - known:
                found[part.strip(_EDGES)] = None
    return " ".join(list(found)[:_MOST_WORDS])


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _texts(one)


def _index_words(text: str) -> str:
    """The parts of camelCase words, and names with a sign in letters."""
    parts: list[str] = []
    for word in filter(None, _PARTS.findall(text)):
        split = [] if word.islower() or word.isdigit() or len(word) < 4 else _CAMEL.findall(word)
        if len(split) > 1:
            parts.extend(split)
    names = []
    for found in _SIGNED.finditer(text):
        name = str(found[str(found.lastgroup)]).lower()
        names.append(
            {"plus": f"{name}plusplus", "sharp": f"{name}sharp"}.get(str(found.lastgroup), f"dot{name}")
        )
    return " ".join([*dict.fromkeys(parts), *dict.fromkeys(names)])
