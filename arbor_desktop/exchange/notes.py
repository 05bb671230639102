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

from arbor_desktop.exchange import text_list
from arbor_desktop.exchange.model import Entries, Entry, Skipped, Source

_PROPERTIES = re.compile(r"---\r?\n(?P<properties>.*?)\r?\n---\r?\n", re.DOTALL)
_TYPE = re.compile(r"^\s*type:\s*[\"']?(\w+)", re.MULTILINE)
_INLINE_TAGS = re.compile(r"^tags:\s*\[(.*)\]\s*$", re.MULTILINE)
_LISTED_TAGS = re.compile(r"^tags:\s*\n((?:\s*-\s+.+\n?)+)", re.MULTILINE)
_OBSERVATION = re.compile(r"^- \[([^\]\n]{1,40})\] (.+)$", re.MULTILINE)
_TAG = re.compile(r"(?<!\S)#([\w/-]+)")
_TYPES = {"feedback": "instruction", "project": "context", "reference": "fact", "user": "fact"}


def read(source: Source) -> Entries | None:
    """Return the memories of a note, or of all notes of a folder; None if it has no properties, or there are
    none."""
    return _read_folder(source.path) if source.kind == "folder" else _read_note(source)


def _read_note(source: Source) -> Entries | None:
    head = _PROPERTIES.match(source.text)
    if head is None or source.path.suffix.casefold() not in (".md", ".markdown"):
        return None
    properties, body = head["properties"] + "\n", source.text[head.end() :].strip()
    tags = _tags(properties)
    found = [
        text_list.memory(_TAG.sub("", said).strip(), [*tags, category.casefold(), *_TAG.findall(said)])
        for category, said in _OBSERVATION.findall(body)
    ]
    if found:
        return Entries(found, [])
    if not body:
        return Entries([], [Skipped(source.path.name, "no text")])
    kind = _TYPE.search(properties)
    return Entries([text_list.memory(body, tags, type=_TYPES.get(kind[1], "") if kind else "")], [])


def _read_folder(folder: Path) -> Entries | None:
    memories: list[Entry] = []
    skipped: list[Skipped] = []
    for path in sorted(folder.rglob("*.md")):
        entries = _read_note(Source(path))
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
