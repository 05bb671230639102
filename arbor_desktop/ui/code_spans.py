"""Code within a sentence: what stands between backticks is shown as code, without them."""

from __future__ import annotations

import re

Span = tuple[int, int]
"""First character and the one after the last."""

# As in Markdown: a run of backticks closes with a run of the same length.
_CODE = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)


def code_places(text: str) -> list[tuple[Span, Span]]:
    """Return the spans of code in a text, each with its backticks and without them."""
    return [(found.span(), _inside(found)) for found in _CODE.finditer(text)]


def _inside(found: re.Match[str]) -> Span:
    start, end = found.span(2)
    code = found.group(2)
    if code.startswith(" ") and code.endswith(" ") and code.strip():
        return start + 1, end - 1  # a space keeps a backtick of the code's own off the ones around it
    return start, end


def code_spans(text: str) -> tuple[str, list[Span]]:
    """The text without the backticks around code, and where the code is in it. A lone backtick stays."""
    if "`" not in text:
        return text, []
    parts: list[str] = []
    spans: list[Span] = []
    length = taken = 0
    for (first, last), (begin, end) in code_places(text):
        before, code = text[taken:first], text[begin:end]
        parts += (before, code)
        start = length + len(before)
        length, taken = start + len(code), last
        spans.append((start, length))
    parts.append(text[taken:])
    return "".join(parts), spans


def plain(text: str) -> str:
    """The text as it is read aloud or stands where there is one font only."""
    return code_spans(text)[0]
