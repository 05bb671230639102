"""The `claude-code-memory` envelope.

`{"version": "1.0", "type": "claude-code-memory", "data": {"conversations", "project", "preferences"}}`; its
contents are those of Plato's memory (anubissbe/platoV3, "Memory System Specification"), which no program of
Claude's own writes. Arbor puts its memories, as in its own export, in `memories` of the three parts. From
others it takes the `insights` of conversations, the `patterns` of the project, and the `codeStyle` and
`commonCommands` of the preferences.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from arbor_desktop.conversations.readers.values import at, mapping, sequence
from arbor_desktop.exchange import arbor_json, text_list
from arbor_desktop.exchange.model import Entries, Entry, Source
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
    by_scope = groupby(selection.sorted_by(search.BY_SCOPE), lambda linked: linked[0].scope)
    following = next(by_scope, None)
    for number, (scope, (part, more)) in enumerate(_PARTS.items()):
        yield f'{"," if number else ""}\n"{part}": {{{more}"memories": ['
        if following is not None and following[0] is scope:
            yield from arbor_json.items(arbor_json.of(*linked) for linked in following[1])
            following = next(by_scope, None)
        yield "\n]}"
    yield "\n}}\n"


def read(source: Source) -> Entries | None:
    found = source.json
    if not isinstance(found, dict) or found.get("type") != TYPE:
        return None
    entries = Entries()
    for part in ("conversations", "project", "preferences"):
        entries.add(arbor_json.entries(at(found, "data", part, "memories")))

    def add(told: Iterable[str], **fields: str) -> None:
        entries.memories.extend(Entry(text_list.memory(text).fields | fields) for text in told)

    talks = mapping(found, "data", "conversations")
    for one in (talks.get("current"), *sequence(talks, "history")):
        add(_texts(at(one, "insights")))
    add(_texts(at(found, "data", "project", "patterns")), category=Category.IMPLEMENTATION_NOTES)
    preferences = mapping(found, "data", "preferences")
    style = {"type": MemoryType.PREFERENCE, "category": Category.CODING_PREFERENCES}
    add(_texts(preferences.get("codeStyle")), **style)
    if commands := ", ".join(_texts(preferences.get("commonCommands"))):
        add([f"Often used commands: {commands}"], type=MemoryType.FACT)
    return entries


def _texts(value: Any) -> Iterator[str]:
    """Yield a list of texts, or those of an object with their names before them."""
    if isinstance(value, dict):
        for name, one in value.items():
            said = ", ".join(_texts(one)) if isinstance(one, list | dict) else one
            if said not in (None, ""):
                yield f"{name}: {said}"
    else:
        yield from (one for one in sequence(value) if isinstance(one, str) and one.strip())
