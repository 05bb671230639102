"""Markdown notes that begin with properties between `---` lines.

- Claude Code's auto memory: `name`, `description`, `type` (user, feedback, project, reference), also under
  `metadata`; the body is the memory (~/.claude/projects/*/memory/*.md).
- basic-memory: `title`, `type`, `tags`; observations are `- [category] text #tag (context)`, relations
  `- relation_type [[Target]]` (basicmachines-co/basic-memory, docs/NOTE-FORMAT.md).

Notes without observations are one memory each, as in Obsidian.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from arbor_desktop.exchange import text_list
from arbor_desktop.exchange.model import Entries, Skipped

_PROPERTIES = re.compile(r"---\r?\n(?P<properties>.*?)\r?\n---\r?\n", re.DOTALL)
_TYPE = re.compile(r"^\s*type:\s*[\"']?(\w+)", re.MULTILINE)
_INLINE_TAGS = re.compile(r"^tags:\s*\[(.*)\]\s*$", re.MULTILINE)
_LISTED_TAGS = re.compile(r"^tags:\s*\n((?:\s*-\s+.+\n?)+)", re.MULTILINE)
_OBSERVATION = re.compile(r"^- \[([^\]\n]{1,40})\] (.+)$", re.MULTILINE)
_TAG = re.compile(r"(?<!\S)#([\w/-]+)")
_TYPES = {"feedback": "instruction", "project": "context", "reference": "fact", "user": "fact"}


def read(path: Path, text: str) -> Entries | None:
    """Return the memories of a note; None for a file without properties."""
    head = _PROPERTIES.match(text)
    if head is None or path.suffix.casefold() not in (".md", ".markdown"):
        return None
    properties, body = head["properties"] + "\n", text[head.end() :].strip()
    tags = _tags(properties)
    found = [
        text_list.memory(_TAG.sub("", said).strip(), [*tags, category.casefold(), *_TAG.findall(said)])
        for category, said in _OBSERVATION.findall(body)
    ]
    if found:
        return Entries(found, [])
    if not body:
        return Entries([], [Skipped(path.name, "no text")])
    memory = text_list.memory(body, tags)
    kind = _TYPE.search(properties)
    if kind and kind[1] in _TYPES:
        memory["type"] = _TYPES[kind[1]]
    return Entries([memory], [])


def read_folder(folder: Path, read_text: Any) -> Entries | None:
    """Return the memories of all notes of a folder; None if there are none. `read_text(path)` raises
    InvalidInput for what can't be read."""
    memories: list[dict[str, Any]] = []
    skipped: list[Skipped] = []
    for path in sorted(folder.rglob("*.md")):
        entries = read(path, read_text(path))
        if entries is not None:
            memories += entries.memories
            skipped += entries.skipped
        elif path.name != "MEMORY.md":  # Claude Code's list of the others
            skipped.append(Skipped(path.name, "not a note with properties"))
    return Entries(memories, skipped) if memories else None


def _tags(properties: str) -> list[str]:
    inline, listed = _INLINE_TAGS.search(properties), _LISTED_TAGS.search(properties)
    words = inline[1].split(",") if inline else re.findall(r"-\s+(.+)", listed[1]) if listed else []
    return [tag for word in words if (tag := word.strip().strip("\"'"))]
