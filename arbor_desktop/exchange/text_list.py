"""A list of memories as text: what ChatGPT, Claude and others print when they are asked for all they know.

One a line, with a bullet, a number or nothing before it; "[2024-05-01] - text" and "1. [2024-05-01]. text"
are what Claude's own import asks other assistants for. Headings give the memories below them a tag.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from arbor_desktop.exchange.model import Entries, Entry, Source
from arbor_desktop.memories.checks import likely_type

_HEADING = re.compile(r"#{1,6}\s+(?P<a>.+)|\*\*(?P<b>[^*]{1,60})\*\*:?|\*(?P<c>[^*\s][^*.!?]{0,39})\*:?")
_MARK = re.compile(r"(?:[-*•+]|\d{1,4}[.)])\s+")
_DATE = re.compile(r"\[(?:\d{4}-\d\d-\d\d|unknown|date unknown)\]\s*[-–.:]*\s*", re.IGNORECASE)
_FENCE = re.compile(r"```|---+$|\*\*\*+$")
_SHORTEST = 8
"""Characters; shorter lines say nothing by themselves."""


def read(source: Source) -> Entries | None:
    """Return a memory for each line of a list; None for a conversation and for a text of which most
    lines have no mark of a list."""
    lines = [
        line for line in map(str.strip, source.text.splitlines()) if line and not _HEADING.fullmatch(line)
    ]
    marked = sum(bool(_MARK.match(line) or _DATE.match(line)) for line in lines)
    return read_lines(source.text) if marked * 2 > len(lines) and not source.is_conversation else None


def read_lines(text: str) -> Entries:
    """Return a memory for each line, with the heading above it as its tag."""
    entries, tags = Entries(), list[str]()
    for line in map(str.strip, text.splitlines()):
        if not line or _FENCE.match(line):
            continue
        if heading := _HEADING.fullmatch(line):
            tags = [(heading["a"] or heading["b"] or heading["c"]).strip(" :*").casefold()]
            continue
        content = _DATE.sub("", _MARK.sub("", line, 1), 1).strip()
        if len(content) < _SHORTEST:
            entries.skip(content or line, "too short")
        else:
            entries.memories.append(memory(content, tags))
    return entries


def memory(content: str, tags: Sequence[str] = (), *, type: str = "") -> Entry:
    """Return a memory of which nothing but the text is known, and perhaps its type."""
    content = content.strip()
    return Entry({
        "content": content,
        "type": type or likely_type(content).value,
        "source": "agent_stored",
        "confidence": 0.8,
        "tags": list(tags),
    })  # fmt: skip
