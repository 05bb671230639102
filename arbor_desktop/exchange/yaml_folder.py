"""The hybrid memory in YAML: `global-memory/` for all projects, `memory/` for one
(adiomas/claude-code-adiomas-plugins, docs/plans/2025-01-26-memory-system-detailed-design.md).

- `global-memory/patterns/DOMAIN.yaml`: `domain`, `patterns: [{id, name, description, approach, …}]`
- `global-memory/gotchas/TECHNOLOGY.yaml`: `technology`, `gotchas: [{id, title, problem, solution, …}]`
- `global-memory/preferences.yaml`: sections of values, such as `testing: {coverage_target: 80}`
- `memory/project-context.yaml`: `project: {name, path}`, `conventions`, `quirks: [{description, applies_to}]`
- `memory/learnings.yaml`: `learnings: [{type, content}]`
- `memory/sessions/DATE.yaml`: `date`, `sessions: [{id, decisions: [{decision, reason}], learnings}]`

Arbor writes the other fields of a memory beside these, and all preferences also as a list `preferences`.
Memories of several projects are in `NAME/memory/`. From others it takes no stack, commands or tasks, as it
finds these in the project itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from arbor_desktop.clock import to_iso
from arbor_desktop.conversations.readers.values import mapping, sequence
from arbor_desktop.errors import InvalidInput
from arbor_desktop.exchange import text_list
from arbor_desktop.exchange.fields import file_name, slug, usable
from arbor_desktop.exchange.model import Entries, Entry, Source
from arbor_desktop.exchange.readable import place_name
from arbor_desktop.exchange.selection import Selection
from arbor_desktop.memories.details import CONDITION, FIELDS, LearningKind, learning_kind, wrong
from arbor_desktop.memories.model import Category, Memory, Privacy, Scope
from arbor_desktop.memories.queries import search
from arbor_desktop.text.escaping import shortened

_LONGEST_NAME = 60
_KINDS = {
    LearningKind.PATTERN.value: Category.IMPLEMENTATION_NOTES,
    LearningKind.GOTCHA.value: Category.BUG_PATTERNS,
    LearningKind.QUIRK.value: Category.PROJECT_CONVENTIONS,
    LearningKind.DECISION.value: Category.ARCHITECTURAL_DECISIONS,
}
_LISTS = {
    "patterns": "pattern", "gotchas": "gotcha", "quirks": "quirk", "decisions": "decision", "learnings": "",
    "preferences": "preference",
}  # fmt: skip
"""The lists of entries, and the kind of those that name none."""
_IN_SECTION = re.compile(r"(\w+)\.(\w+)")
"""The key of a preference with a section: `testing.coverage_target`."""


_Place = tuple[str, dict[str, Any], str, dict[str, Any]]
"""A file, what it begins with, the list in it, and the entry of that."""


# -- write --


def files(selection: Selection) -> Iterator[tuple[str, str]]:
    """Yield parts of the files, each (name, text)."""
    begun: set[str] = set()
    folders: dict[str, str] = {}
    sections: dict[str, dict[str, Any]] = {}
    several = len(selection.places()) > 1
    for memory, _ in selection.sorted_by(search.BY_SCOPE):
        if memory.scope_id is None:
            name, head, kind, entry = _global(memory, sections)
        else:
            if memory.scope_id not in folders:
                folder = file_name(slug(place_name(memory)))
                while f"{folder}/memory" in folders.values():
                    folder += "-2"
                folders[memory.scope_id] = f"{folder}/memory" if several else "memory"
                yield _context(memory, folders[memory.scope_id])
            name, head, kind, entry = _local(memory)
            name = f"{folders[memory.scope_id]}/{name}"
        if name not in begun:
            begun.add(name)
            yield name, (_yaml(head) if head else "") + f"{kind}:\n"
        yield name, _yaml([entry])
    if sections:
        yield "global-memory/preferences.yaml", _yaml(sections)


def _global(memory: Memory, sections: dict[str, dict[str, Any]]) -> _Place:
    """Return the place of a memory for all projects; note a preference that has a section."""
    if memory.category is Category.CODING_PREFERENCES:
        place = _IN_SECTION.fullmatch(str(memory.details.get("key")))
        if place and place[1] not in _LISTS:
            sections.setdefault(place[1], {})[place[2]] = memory.details.get("value")
        return "global-memory/preferences.yaml", {}, "preferences", _entry(memory, "content")
    title = shortened(memory.content.split("\n")[0], _LONGEST_NAME)
    if memory.category is Category.BUG_PATTERNS:
        about = memory.technology or "general"
        name = f"global-memory/gotchas/{file_name(slug(about))}.yaml"
        return name, {"technology": about}, "gotchas", _entry(memory, "description", title=title)
    domain = str(memory.details.get("domain") or memory.category.replace("_", " "))
    name = f"global-memory/patterns/{file_name(slug(domain))}.yaml"
    return name, {"domain": domain}, "patterns", _entry(memory, "description", name=title)


def _context(memory: Memory, folder: str) -> tuple[str, str]:
    """Return the beginning of a project's folder."""
    project = {"name": place_name(memory)}
    if memory.scope is Scope.PROJECT:
        project["path"] = str(memory.scope_id)
    return f"{folder}/project-context.yaml", _yaml({"project": project})


def _local(memory: Memory) -> _Place:
    """Return the place of a memory of one project in its folder."""
    day = str(to_iso(memory.created_at))[:10]
    sessions = f"sessions/{day}.yaml"
    if memory.scope is Scope.CONVERSATION:
        said = _entry(memory, "content", type=_kind(memory), scope="conversation", scope_id=memory.scope_id)
        return sessions, {"date": day}, "sessions", {"id": memory.scope_id, "learnings": [said]}
    if memory.category is Category.ARCHITECTURAL_DECISIONS:
        made = _entry(memory, "decision", reason=memory.details.get("rationale"))
        return (
            sessions,
            {"date": day},
            "sessions",
            {"id": memory.conversation_id or memory.id, "decisions": [made]},
        )
    if memory.category is Category.PROJECT_CONVENTIONS:
        return "project-context.yaml", {}, "quirks", _entry(memory, "description", learned=day)
    return "learnings.yaml", {}, "learnings", _entry(memory, "content", type=_kind(memory))


def _kind(memory: Memory) -> str:
    return (learning_kind(memory.category, memory.details) or memory.type).value


def _entry(memory: Memory, text: str, **first: Any) -> dict[str, Any]:
    """Return a memory as an entry, with its text in the field `text`."""
    found = {
        "id": memory.id, **first, text: memory.content, **memory.details, "memory_type": memory.type.value,
        "category": memory.category.value, "confidence": memory.confidence, "tags": list(memory.tags),
        "technology": memory.technology, "branch": memory.branch, "created": to_iso(memory.created_at),
        "last_used": to_iso(memory.last_used_at), "use_count": memory.use_count,
        "expires_at": to_iso(memory.expires_at),
    }  # fmt: skip
    if memory.privacy_level is not Privacy.NORMAL:
        found["privacy_level"] = memory.privacy_level.value
    found |= {"id": memory.id, **first, text: memory.content}  # whatever the details have
    return {name: value for name, value in found.items() if value not in (None, [])}


def _yaml(value: Any) -> str:
    import yaml

    dumper = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
    return str(yaml.dump(value, Dumper=dumper, allow_unicode=True, sort_keys=False, width=110))


# -- read --


def read(source: Source) -> Entries | None:
    """Return the memories of a folder that has, or is, such a `global-memory` or `memory`."""
    entries = Entries()
    folder = source.path
    below = sorted(folder.glob("*/memory"))  # also in `.claude`
    for base in (folder, folder / "global-memory", folder / "memory", *below):
        _read_base(base, entries)
    return entries if entries.memories else None


def _read_base(base: Path, entries: Entries) -> None:
    context = _document(base / "project-context.yaml", entries)
    path = mapping(context, "project").get("path")
    if not isinstance(path, str) and base.parent.name == ".claude":
        path = str(base.parent.parent)
    place = {"scope": "project", "scope_id": path} if isinstance(path, str) else {}
    documents = [(context, place), (_document(base / "learnings.yaml", entries), place)]
    documents += [(_document(file, entries), place) for file in sorted(base.glob("sessions/*.yaml"))]
    for kind in ("patterns", "gotchas"):
        documents += [(_document(file, entries), {}) for file in sorted(base.glob(f"{kind}/*.yaml"))]
    preferences = _document(base / "preferences.yaml", entries)
    for document, fields in (*documents, (preferences, {})):
        for part in (document, *map(mapping, sequence(document, "sessions"))):
            for name, kind in _LISTS.items():
                for item in sequence(part, name):
                    _add(entries, mapping(item), kind, fields | {"technology": document.get("technology")})
    for name, value in mapping(context, "conventions").items():
        _add(entries, {"content": f"{_words(name)}: {_value(value)}"}, "quirk", place)
    _add_sections(entries, preferences)


def _add_sections(entries: Entries, preferences: Mapping[str, Any]) -> None:
    """Add the preferences in sections that are not in the list."""
    listed = {mapping(item).get("key") for item in sequence(preferences, "preferences")}
    for section, values in preferences.items():
        for name, value in mapping(values).items():
            if value is not None and (key := f"{section}.{name}") not in listed:
                text = f"{_words(section)}: {_words(name).lower()} {_value(value)}"
                _add(entries, {"content": text, "key": key, "value": value}, "preference", {})


def _add(entries: Entries, item: Mapping[str, Any], kind: str, fields: Mapping[str, Any]) -> None:
    content = _text(item)
    if not content:
        entries.skip(str(item.get("id") or kind or "entry"), "no text")
        return
    kind = str(item.get("type") or kind)
    category = _KINDS.get(kind) or (Category.CODING_PREFERENCES if kind == "preference" else None)
    found = text_list.memory(content).fields | ({"category": category.value} if category else {})
    found |= usable({**fields, **item, "type": item.get("memory_type") or kind})
    known = FIELDS[Category(found["category"])] if "category" in found else ()
    given = {
        field.key: item[field.key]
        for field in known
        if field.key in item and not wrong(field, item[field.key])
    }
    if isinstance(item.get(CONDITION), str):
        given[CONDITION] = item[CONDITION]
    if "reason" in item and category is Category.ARCHITECTURAL_DECISIONS:
        given.setdefault("rationale", _value(item["reason"]))
    entries.memories.append(Entry(found | {"details": given}, kind))


def _text(item: Mapping[str, Any]) -> str:
    """Return the text of an entry, with its name unless it begins so."""
    said = next(
        (_value(item[name]) for name in ("content", "description", "decision", "problem") if item.get(name)),
        "",
    )
    name = next((_value(item[name]) for name in ("name", "title", "question") if item.get(name)), "")
    return said if not name or said.startswith(name.rstrip("…")) else f"{name}: {said}" if said else name


def _document(file: Path, entries: Entries) -> Mapping[str, Any]:
    """Return the object in a file; an empty one if there is no such file."""
    import yaml

    if not file.is_file():
        return {}
    try:
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        return mapping(yaml.load(Source(file).text, loader))
    except InvalidInput as error:
        entries.skip(file.name, error.message)
    except (yaml.YAMLError, ValueError, RecursionError):  # ValueError: a date that there is not
        entries.skip(file.name, "not readable as YAML")
    return {}


def _words(name: object) -> str:
    return str(name).replace("_", " ").capitalize()


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value).strip()
