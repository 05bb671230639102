"""Arbor's own export: `{"format": "arbor-memories", "version": 2, "exported_at", "memories": [{…}]}`.

A memory has the fields of `FIELDS` and `PAST` that are not empty, and its links to other memories of the file
as [kind, id, weight]; times in ISO 8601. An import brings all of it back. The history, the places in
conversations and decisions on conflicts stay where they are; a backup has them.

Version 1 had the same fields, with numbers rounded, and no links.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from arbor_desktop.clock import from_iso, to_iso
from arbor_desktop.errors import InvalidInput
from arbor_desktop.exchange.model import Entries, Entry, Source
from arbor_desktop.exchange.selection import Selection
from arbor_desktop.memories.model import Link, Memory, Past

FORMAT, VERSION = "arbor-memories", 2
FIELDS = (
    "content", "type", "category", "scope", "scope_id", "branch", "source", "status", "confidence",
    "privacy_level", "tags", "technology", "details", "expires_at", "decay_rate",
)  # fmt: skip
PAST = tuple(name for name in Past.__slots__ if name != "links")


def read(source: Source) -> Entries | None:
    """Return the memories of an export. Raises InvalidInput if a later version of Arbor wrote it."""
    found = source.json
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        return None
    if not isinstance(found.get("version", 1), int) or found.get("version", 1) > VERSION:
        raise InvalidInput(
            f"{source.path.name} is from a newer version of Arbor. Update Arbor to import it.",
            path=str(source.path),
        )
    return entries(found.get("memories"))


def entries(values: Any) -> Entries:
    """Return the memories among values that are as `of` makes them."""
    found = Entries()
    for number, one in enumerate(values if isinstance(values, list) else (), 1):
        if not isinstance(one, dict) or not {"content", "type"} <= one.keys():
            found.skip(f"entry {number}", "no memory")
            continue
        fields = {name: one[name] for name in FIELDS if one.get(name) is not None}
        if {"id", "created_at"} <= one.keys():
            fields["past"] = {name: one[name] for name in (*PAST, "links") if name in one}
        status = str(one.get("status", "active"))
        found.memories.append(
            Entry(fields, "" if status == "active" else status, _time(one.get("created_at")))
        )
    return found


def text(selection: Selection) -> Iterator[str]:
    """Yield the parts of an export."""
    now = to_iso(selection.now)
    yield f'{{"format": "{FORMAT}", "version": {VERSION}, "exported_at": "{now}", "memories": ['
    yield from items(of(*linked) for linked in selection)
    yield "\n]}\n"


def items(values: Iterable[Any]) -> Iterator[str]:
    """Yield what stands between the brackets of a JSON list, each of the values on a line."""
    between = "\n"
    for value in values:
        yield between + json.dumps(value, ensure_ascii=False)
        between = ",\n"


def of(memory: Memory, links: list[Link]) -> dict[str, Any]:
    """Return a memory as the export has it."""
    found: dict[str, Any] = {"id": memory.id}
    for name in (*FIELDS, *PAST):
        value = getattr(memory, name)
        if value not in (None, (), {}, ""):
            found[name] = to_iso(value) if name.endswith("_at") else value
    return found | ({"links": [(one.kind, one.id, one.weight) for one in links]} if links else {})


def _time(value: Any) -> int | None:
    try:
        return from_iso(value) if isinstance(value, str) else None
    except InvalidInput:
        return None
