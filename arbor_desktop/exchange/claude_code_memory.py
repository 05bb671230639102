"""The `claude-code-memory` envelope.

`{"version": "1.0", "type": "claude-code-memory", "data": {"conversations", "project", "preferences"}}`; its
contents are those of Plato's memory (anubissbe/platoV3, "Memory System Specification"), which no program of
Claude's own writes. Arbor puts its memories, as in its own export, in `memories` of the three parts. From
others it takes the `insights` of conversations, the `patterns` of the project, and the `codeStyle` and
`commonCommands` of the preferences.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from arbor_desktop.exchange import arbor_json, text_list
from arbor_desktop.exchange.model import Entries, Entry, Skipped, Source
from arbor_desktop.exchange.selection import Selection
from arbor_desktop.memories.model import Category, MemoryType, Scope
from arbor_desktop.memories.queries import search

TYPE = "claude-code-memory"
_PARTS = {
    Scope.CONVERSATION: ("conversations", '"current": null, "history": [], '),
    Scope.GLOBAL: ("preferences", ""),
    Scope.PROJECT: ("project", ""),
}
"""Of each scope, in the order of their names: the part and what else it has."""


def text(selection: Selection) -> Iterator[str]:
    """Yield the parts of the file."""
    yield f'{{"version": "1.0", "type": "{TYPE}", "data": {{'
    memories = selection.sorted_by(search.BY_SCOPE)
    following = next(memories, None)
    for number, (scope, (part, more)) in enumerate(_PARTS.items()):
        yield f'{"," if number else ""}\n"{part}": {{{more}"memories": ['
        between = "\n"
        while following is not None and following[0].scope is scope:
            yield between + json.dumps(arbor_json.of(*following), ensure_ascii=False)
            between = ",\n"
            following = next(memories, None)
        yield "\n]}"
    yield "\n}}\n"


def read(source: Source) -> Entries | None:
    try:
        found = json.loads(source.text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, dict) or found.get("type") != TYPE:
        return None
    memories: list[Entry] = []
    skipped: list[Skipped] = []
    data = _object(found.get("data"))
    parts = {name: _object(data.get(name)) for name in ("conversations", "project", "preferences")}
    for part in parts.values():
        entries = arbor_json.entries(part.get("memories"))
        memories += entries.memories
        skipped += entries.skipped
    conversations = parts["conversations"]
    for one in (conversations.get("current"), *_list(conversations.get("history"))):
        memories += [_entry(text) for text in _texts(_object(one).get("insights"))]
    memories += [
        _entry(text, category=Category.IMPLEMENTATION_NOTES)
        for text in _texts(parts["project"].get("patterns"))
    ]
    preferences = parts["preferences"]
    memories += [
        _entry(text, type=MemoryType.PREFERENCE, category=Category.CODING_PREFERENCES)
        for text in _texts(preferences.get("codeStyle"))
    ]
    if commands := list(_texts(preferences.get("commonCommands"))):
        memories.append(_entry(f"Often used commands: {', '.join(commands)}", type=MemoryType.FACT))
    return Entries(memories, skipped)


def _entry(content: str, **fields: str) -> Entry:
    return Entry(text_list.memory(content).fields | fields)


def _texts(value: Any) -> Iterator[str]:
    """Yield a list of texts, or those of an object with their names before them."""
    if isinstance(value, dict):
        for name, one in value.items():
            said = ", ".join(_texts(one)) if isinstance(one, list | dict) else one
            if said not in (None, ""):
                yield f"{name}: {said}"
    else:
        yield from (one for one in _list(value) if isinstance(one, str) and one.strip())


def _object(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
