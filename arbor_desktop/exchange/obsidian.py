"""A folder of Markdown notes, one for each memory, for Obsidian and basic-memory.

A note has properties, an observation `- [category] text #tag (place)` and relations `- linked [[Title]]`
(basicmachines-co/basic-memory, docs/NOTE-FORMAT.md). basic-memory takes what stands in brackets at the end
for a remark, so the place is always there. A `#` that would begin a tag and `[[` in the text have a
backslash before them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from arbor_desktop.clock import to_iso
from arbor_desktop.errors import InvalidInput
from arbor_desktop.exchange import notes, text_list
from arbor_desktop.exchange.fields import file_name, slug, usable
from arbor_desktop.exchange.model import Entries, Entry, Source
from arbor_desktop.exchange.readable import place_name
from arbor_desktop.exchange.selection import Linked, Selection, Titles
from arbor_desktop.memories.details import as_text, label

_ID = "arbor_id"
"""The property by which a note is known to be from Arbor."""
_KEPT = (
    "type", "category", "scope", "scope_id", "branch", "technology", "confidence", "privacy_level",
    "expires_at",
)  # fmt: skip
_PROPERTIES = re.compile(r"---\r?\n(?P<properties>.*?)\r?\n---\r?\n", re.DOTALL)
_OBSERVATION = re.compile(r"^- \[[^\]\n]+\] (?P<text>.+?)(?: \([^()\n]*\))?[ \t\r]*$", re.MULTILINE)
_TAGS = re.compile(r"(?: #[^\s#]+)+$")
_NOT_IN_YAML = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
_MEANING = re.compile(r"(\\*)(#|\[\[)")


def files(selection: Selection) -> Iterator[tuple[str, str]]:
    """Yield the notes, each (path, text)."""
    titles = Titles(selection, file_name)
    for linked in selection:
        memory, title = linked[0], titles.of(linked[0].id, linked[0].content)
        folder = f"{file_name(place_name(memory) or 'everywhere')}/{memory.category.replace('_', ' ')}"
        yield f"{folder}/{title}.md", _note(linked, title, f"{folder}/{title}", titles)


def read(source: Source) -> Entries | None:
    """Return the memories of a note of Arbor, or of all notes of a folder with one."""
    if source.kind != "folder":
        entry = _read_note(source)
        return Entries([entry]) if entry else None
    entries = Entries()
    others: list[Path] = []
    for file in source.files("*.md"):
        with suppress(InvalidInput):  # no text
            if entry := _read_note(file):
                entries.memories.append(entry)
            else:
                others.append(file.path)
    if not entries.memories:
        return None
    for path in others:  # written by hand since
        if found := notes.read(Source(path)):
            entries.add(found)
        else:
            entries.skip(path.name, "not a note with properties")
    return entries


def _note(linked: Linked, title: str, path: str, titles: Titles) -> str:
    memory, links = linked
    tags = list(dict.fromkeys(filter(None, map(_tag, memory.tags))))
    properties: dict[str, Any] = {
        "title": title,
        "type": memory.type.value,
        "permalink": "/".join(map(slug, path.split("/"))),
        "tags": tags,
        "created": to_iso(memory.created_at),
        "modified": to_iso(memory.updated_at),
        _ID: memory.id,
    }
    for name in _KEPT:
        value = getattr(memory, name)
        properties[name] = to_iso(value) if name == "expires_at" else value
    lines = [
        "---",
        *(f"{name}: {_yaml(value)}" for name, value in properties.items() if value),
        "---",
        "",
        " ".join((
            f"- [{memory.category}]",
            _MEANING.sub(_escaped, " ".join(memory.content.split())),
            *(f"#{tag}" for tag in tags),
            f"({re.sub('[()]', '', place_name(memory)) or 'everywhere'})",
        )),
        *(f"- {link.kind} [[{titles.of(link.id, link.content)}]]" for link in links),
        *(f"\n**{label(key)}:** {as_text(value)}" for key, value in memory.details.items()),
    ]  # fmt: skip
    return "\n".join(lines) + "\n"


def _tag(tag: str) -> str:
    """Return a tag in the characters that Obsidian allows."""
    named = tag.replace("++", "pp").replace("#", "sharp")
    return re.sub(r"[^\w/-]+", "-", named).strip("-/")


def _yaml(value: Any) -> str:
    """Return a value as JSON, which is YAML, too, but for some characters."""
    text = json.dumps(value, ensure_ascii=False)
    return _NOT_IN_YAML.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _read_note(source: Source) -> Entry | None:
    import yaml

    head = _PROPERTIES.match(source.text)
    if head is None or _ID not in head["properties"]:
        return None
    try:
        properties = yaml.safe_load(head["properties"])
    except (yaml.YAMLError, ValueError, RecursionError):  # ValueError: a date that there is not
        return None
    said = _OBSERVATION.search(source.text, head.end())
    if not isinstance(properties, dict) or not properties.get(_ID) or said is None:
        return None
    content = _TAGS.sub("", said["text"])
    tags = [one[1:] for one in said["text"][len(content) :].split()]
    listed = properties.get("tags")
    tags += [str(one) for one in listed] if isinstance(listed, list) else []
    entry = text_list.memory(_MEANING.sub(_unescaped, content), tags)
    return Entry(entry.fields | usable({name: properties.get(name) for name in _KEPT}))


def _escaped(found: re.Match[str]) -> str:
    """Return a mark after twice as many backslashes, and one more where it would mean something."""
    before = found.string[: found.start()]
    begins = not found[1] and (not before or before[-1].isspace())
    return found[1] * 2 + ("\\" if begins or (found[2] == "[[") else "") + found[2]


def _unescaped(found: re.Match[str]) -> str:
    return found[1][: len(found[1]) // 2] + found[2]
