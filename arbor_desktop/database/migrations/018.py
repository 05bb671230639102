"""Redact secrets in what was stored before typed texts were redacted, or by older rules.

History changes with its memories, so that undo brings nothing back. Turns are kept: they were redacted when they
were read, and only their person sees them. The caller hands in what redacts texts.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterator
from typing import Any

_TEXTS = (
    ("memory", ("content", "summary", "technology", "branch")),
    ("memory_event", ("reason",)),
    ("feedback", ("comment",)),
    ("usage_event", ("context", "note")),
    ("conflict", ("notes",)),
    ("conflict_member", ("content", "context")),
    ("category_summary", ("markdown",)),
    ("proposal", ("reason",)),
    ("branch_memory", ("branch",)),
    ("branch_line", ("text",)),
    ("conversation", ("title", "branch")),
    ("session_outcome", ("task",)),
    ("activity", ("title", "reason")),
)
_TREES = (
    ("memory", ("details", "tags")),
    ("memory_event", ("before", "after")),
    ("proposal", ("fields", "before")),
    ("session_outcome", ("commands", "decisions", "errors", "learnings")),
)
"""Columns of text, and of JSON with texts in it."""
_CHUNK = 1_000
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
_SPACE = re.compile(r"\s+")

Clean = Callable[[list[str]], list[str]]


def apply(conn: Any, clean: Clean) -> None:
    if conn.execute("SELECT 1 FROM memory UNION ALL SELECT 1 FROM conversation LIMIT 1").fetchone() is None:
        return  # a new file, for which the rules need not be read

    def clean_trees(texts: list[str]) -> list[str]:
        trees = [json.loads(text) for text in texts]
        cleaned = iter(clean([text for tree in trees for text in _strings(tree)]))
        return [_json(_refilled(tree, cleaned)) for tree in trees]

    for columns, redacted in ((_TEXTS, clean), (_TREES, clean_trees)):
        for table, names in columns:
            for name in names:
                _redact_column(conn, table, name, redacted)
    for row, content, details in conn.execute("SELECT row, content, details FROM memory").fetchall():
        if "[redacted:" in content + details:
            conn.execute(
                "UPDATE memory SET fold = ?, search_text = ? WHERE row = ?",
                (_fold(content), _search_text(content, json.loads(details)), row),
            )
    conn.execute("DELETE FROM prepared_context")


def _redact_column(conn: Any, table: str, name: str, clean: Clean) -> None:
    distinct = [one for (one,) in conn.execute(f"SELECT DISTINCT {name} FROM {table}").fetchall() if one]
    for start in range(0, len(distinct), _CHUNK):
        some = distinct[start : start + _CHUNK]
        for before, after in zip(some, clean(some), strict=True):
            if "[redacted:" in after and before != after:
                # Where two names become one, the second keeps its own: it says which row it is.
                conn.execute(f"UPDATE OR IGNORE {table} SET {name} = ? WHERE {name} = ?", (after, before))


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _strings(one)


def _refilled(value: Any, texts: Iterator[str]) -> Any:
    """Return the same tree with other texts, in the order of `_strings`."""
    if isinstance(value, str):
        return next(texts)
    if isinstance(value, dict):
        return {name: _refilled(one, texts) for name, one in value.items()}
    return [_refilled(one, texts) for one in value] if isinstance(value, list) else value


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _fold(text: str) -> str:
    return _SPACE.sub(" ", unicodedata.normalize("NFKC", text).casefold()).strip().rstrip(".!,;: ")


def _search_text(content: str, details: dict[str, Any]) -> str:
    if not details:
        return _index_words(content)
    more = _words_of_details(details, content)
    return " ".join(part for part in (_index_words(f"{content} {more}"), more) if part)


def _words_of_details(details: dict[str, Any], content: str) -> str:
    known = {word.casefold() for word in _WORD.findall(content)}
    found: dict[str, None] = {}
    for text in _strings({field: details[field] for field in _FIELDS if field in details}):
        for part in text.split():
            if {word.casefold() for word in _WORD.findall(part)} - known:
                found[part.strip(_EDGES)] = None
    return " ".join(list(found)[:_MOST_WORDS])


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
