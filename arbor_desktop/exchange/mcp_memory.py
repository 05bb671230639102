"""The file of the MCP server "memory": `memory.jsonl`, formerly `memory.json`.

A line is an entity (`{"type": "entity", "name", "entityType", "observations": [str]}`) or a relation
(`{"type": "relation", "from", "to", "relationType"}`): modelcontextprotocol/servers, src/memory/index.ts.
think-tank writes entities without `type` and observations as `{"text", "timestamp", "version"}`.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from arbor_desktop.exchange.model import Entries, Entry, Source
from arbor_desktop.exchange.selection import Selection, Titles
from arbor_desktop.memories.model import MAX_CONTENT
from arbor_desktop.text.escaping import shortened

TAG = "migrated-from-mcp"
_LONGEST_NAME = 60
_ID = re.compile(r" \([0-9a-f]{12}\)$")
"""The end of a name that two texts would share."""
_TYPES = {
    "person": "relationship",
    "project": "context",
    "preference": "preference",
    "skill": "skill",
}


def read(source: Source) -> Entries | None:
    """Return one memory for each entity, with its relations; None if the first line is of neither kind."""
    entities: dict[str, dict[str, Any]] = {}
    relations: defaultdict[str, list[str]] = defaultdict(list)
    found = Entries()
    for number, line in enumerate(source.text.split("\n"), 1):
        if not line.strip():
            continue
        value = _parsed(line)
        if _is_entity(value):
            known = entities.setdefault(value["name"], {"type": value.get("entityType"), "said": []})
            known["said"] += [said for one in value["observations"] if (said := _said(one))]
        elif _is_relation(value):
            relations[value["from"]].append(f"{value['relationType']} {value['to']}")
        elif not entities and not relations:
            return None
        else:
            found.skip(f"line {number}", "neither an entity nor a relation")
    if not entities and not relations:
        return None
    for name, entity in entities.items():
        parts, linked = list(dict.fromkeys(entity["said"])), dict.fromkeys(relations.pop(name, []))
        if len(parts) != 1 or _name(parts[0]) != _ID.sub(
            "", name
        ):  # else it is one of `text`, with its links
            parts += linked
        if not parts:
            found.skip(name, "an entity without observations")
            continue
        kind = _TYPES.get(str(entity["type"]).casefold(), "fact")
        fields = {"type": kind, "source": "agent_stored", "confidence": 0.9, "tags": [TAG]}
        for content in _contents(name, parts):
            found.memories.append(Entry(fields | {"content": content}, str(entity["type"] or "")))
    for name in relations:
        found.skip(name, "relations of an unknown entity")
    return found


def text(selection: Selection) -> Iterator[str]:
    """Yield the lines of a `memory.jsonl`: an entity for each memory, then its links as relations."""
    titles = Titles(selection, _name)
    for memory, links in selection:
        name = titles.of(memory.id, memory.content)
        yield _line(
            {
                "type": "entity",
                "name": name,
                "entityType": memory.type.value,
                "observations": [memory.content],
            }
        )
        for link in links:
            other = titles.of(link.id, link.content)
            yield _line({"type": "relation", "from": name, "to": other, "relationType": link.kind})


def _line(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False) + "\n"


def _name(content: str) -> str:
    return shortened(" ".join(content.split()), _LONGEST_NAME)


def _contents(name: str, parts: list[str]) -> list[str]:
    """Return the texts of an entity: one, or where that is too long one for each part."""
    begun = " ".join(parts[0].split()).startswith(_ID.sub("", name).rstrip("…"))
    named = "" if begun else f"{name}: "
    if len(parts) == 1:
        return [named + parts[0]]
    whole = named + "; ".join(part.rstrip(".;") for part in parts) + "."
    return [whole] if len(whole) <= MAX_CONTENT else [f"{name}: {part}" for part in parts]


def _parsed(line: str) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def _is_entity(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and value.get("type", "entity") == "entity"
        and isinstance(value.get("name"), str)
        and "entityType" in value
        and isinstance(value.get("observations"), list)
    )


def _is_relation(value: Any) -> bool:
    return isinstance(value, dict) and all(
        isinstance(value.get(key), str) for key in ("from", "to", "relationType")
    )


def _said(observation: Any) -> str:
    text = observation.get("text") if isinstance(observation, dict) else observation
    return text.strip() if isinstance(text, str) else ""
