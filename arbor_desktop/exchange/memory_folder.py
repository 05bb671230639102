"""Folders in which tools keep the memory of a project: `.claude/memory`, `.puffin/memory`, `.plato/memory`.

- Branches: `branches/NAME.md`, "# Branch Memory: NAME" with lists below the headings that Arbor uses, too
  (jdubray/puffin, plugins/memory-plugin, whose branches are threads of talk, not of git).
- An older design of these, of which no program is known that writes it: `items/CATEGORY/item_ID.json` with
  `{"category", "content", "confidence", "extractedAt", "metadata": {"tags"}}`, `categories/CATEGORY.md` with
  "**Statement:** text", `conflicts.json`, whose items lie in `items`, and `resources/*.json`, which are
  conversations ("Memory Plugin Detailed Design Specification" there).
- Entries: `ID.json` with `{"id", "type", "content", "timestamp", "tags"}`, of which only the types `context`
  and `custom` are no logs (anubissbe/platoV3, src/memory/manager.ts).
- Sessions: `current.json` and `history/*.json`, perhaps with gzip, have `insights` of conversations;
  `project.json` has `patterns`, `preferences.json` has `codeStyle` and `commonCommands` ("Memory System
  Specification"; never seen as a program writes it).
- Side files of the hybrid memory: `archive/` has what was removed there, `references.yaml`, `index.json` and
  `stats.yaml` lead to the rest or count it (adiomas/claude-code-adiomas-plugins).

In JSON of unknown shape, each object with a text is an entry.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from arbor_desktop.branches import document
from arbor_desktop.branches.document import BranchFileBroken
from arbor_desktop.branches.model import Section
from arbor_desktop.conversations.readers.values import moment, sequence, text
from arbor_desktop.errors import InvalidInput
from arbor_desktop.exchange import kinds, markdown
from arbor_desktop.exchange.model import Entries, Entry, Source
from arbor_desktop.projects.git import project_root

_FOLDERS = ("resources", "items", "categories", "branches", "history")
_FILES = ("current.json", "project.json", "preferences.json", "conflicts.json")
_SECTIONS = {
    Section.FACTS: "fact",
    Section.DECISIONS: "decision",
    Section.CONVENTIONS: "convention",
    Section.BUGS: "bug_pattern",
}
_TEXTS = ("content", "text", "statement", "description", "insight", "value")
"""Names of an entry's text, in JSON of unknown shape."""
_LOGS = (
    "command", "session", "startup", "transcript", "mode_change", "history_selection", "image_paste",
    "image_paste_error", "keyboard-test", "test", "test1", "test2",
)  # fmt: skip
_NOT_READ = {
    "resources/*": "a conversation",
    "conflicts.json": "its entries are read from items",
    "index.json": "leads to other files",
    "stats.yaml": "counts entries",
    "references.yaml": "leads to past work",
    "archive/*": "archived there",
    "session.json": "the state of a session",
}
_STATEMENT = "**Statement:**"
_DEEPEST = 20


def read(source: Source) -> Entries | None:
    """Return the entries of a folder; None if it has no such layout."""
    if not is_memory_folder(source.path):
        return None
    project = _project(source.path)
    entries, logs = Entries(), Counter[str]()
    not_read = {file.path: why for pattern, why in _NOT_READ.items() for file in source.files(pattern)}
    for path, why in not_read.items():
        entries.skip(_name(source, path), why)
    for file in source.files("*.json", "*.json.gz", "*.md"):
        if file.path in not_read:
            continue
        name = _name(source, file.path)
        try:
            found = list(_markdown(file, name) if file.path.suffix == ".md" else _json(file, name, logs))
        except InvalidInput as error:
            entries.skip(name, error.message)
            continue
        if not found:
            entries.skip(name, "no entries")
        entries.memories.extend(one.of_project(project) for one in found)
    entries.skipped.extend(kinds.history(logs))
    return entries


def is_memory_folder(folder: Path) -> bool:
    """Return whether a folder has the layout of such a memory."""
    if any((folder / name).is_file() for name in _FILES):
        return True
    if folder.name == "memory" and folder.parent.name in (".puffin", ".plato"):
        return True
    return sum((folder / name).is_dir() for name in _FOLDERS) >= (1 if folder.name == "memory" else 2)


def _project(folder: Path) -> str | None:
    """Return the project of `PROJECT/.tool/memory`."""
    tool = folder.absolute().parent
    return project_root(str(tool.parent)) if tool.name.startswith(".") else None


def _name(source: Source, path: Path) -> str:
    return path.relative_to(source.path).as_posix()


# -- Markdown --


def _markdown(file: Source, name: str) -> Iterator[Entry]:
    if file.text.lstrip("\ufeff").startswith("# Branch Memory:"):
        yield from _branch(file)
    elif name.startswith("categories/"):
        for line in file.text.splitlines():
            if line.startswith(_STATEMENT) and (said := line.removeprefix(_STATEMENT).strip()):
                yield kinds.memory(markdown.plain(said), file.path.stem, [])


def _branch(file: Source) -> Iterator[Entry]:
    """Yield the entries of a branch's file, also of one with other sections."""
    try:
        parsed = document.parse(file.text)
    except BranchFileBroken:
        branch = file.text.split("\n", 1)[0].partition(":")[2].strip()
        for one in markdown.statements(markdown.without_comments(file.text)):
            if one.listed:
                kind = one.heading.casefold().replace(" ", "_")
                yield _of_branch(file, kinds.memory(one.text, kind, []), branch)
        return
    for section, said in parsed.document.sections.items():
        for content in said:
            entry = kinds.memory(markdown.plain(content), _SECTIONS[section], [], parsed.updated_at)
            yield _of_branch(file, entry, parsed.branch)


def _of_branch(file: Source, entry: Entry, branch: str) -> Entry:
    """Return an entry for a branch of git in Arbor's own folder, elsewhere with the name as a tag."""
    own = ".arbor" in file.path.parts
    tags = kinds.fitting([*entry.fields["tags"], *([] if own else [f"branch:{branch}"])])
    return Entry(entry.fields | {"tags": tags} | ({"branch": branch} if own else {}), entry.kind, entry.at)


# -- JSON --


def _json(file: Source, name: str, logs: Counter[str]) -> Iterator[Entry]:
    found = file.json
    if name == "current.json" or name.startswith("history/"):
        for one in found if isinstance(found, list) else [found]:
            at = moment(one, "timestamp")
            yield from (
                kinds.memory(said, "insight", [], at) for said in sequence(one, "insights") if _is_text(said)
            )
    elif name == "preferences.json" and isinstance(found, dict) and "codeStyle" in found:
        for key, value in _leaves(found["codeStyle"], "general"):
            yield kinds.memory(f"Code style: {key}: {value}", "preference", [])
        for command in sequence(found, "commonCommands"):
            if _is_text(command):
                yield kinds.memory(f"Command that is often used: {command}", "fact", [])
    elif name == "project.json" and isinstance(found, dict) and "patterns" in found:
        for key, value in _leaves(found["patterns"], "general"):
            yield kinds.memory(f"Pattern: {key}: {value}", "pattern", [])
    else:
        yield from _objects(found, file.path.parent.name, logs)


def _objects(value: Any, folder: str, logs: Counter[str], depth: int = 0) -> Iterator[Entry]:
    """Yield an entry for each object with a text, at any depth."""
    if isinstance(value, list):
        for one in value:
            if depth < _DEEPEST:
                yield from _objects(one, folder, logs, depth + 1)
    elif isinstance(value, dict):
        said = next((text(value, name).strip() for name in _TEXTS if text(value, name).strip()), "")
        kind = text(value, "category") or text(value, "type") or (folder if folder in kinds.KNOWN else "")
        if kind in _LOGS:
            logs[kind] += 1
        elif said and " " in said:
            yield _entry(said, kind, value)
        elif depth < _DEEPEST:
            for one in value.values():
                yield from _objects(one, folder, logs, depth + 1)


def _entry(said: str, kind: str, value: Mapping[str, Any]) -> Entry:
    tags = [
        tag for of in (value, value.get("metadata")) for tag in sequence(of, "tags") if isinstance(tag, str)
    ]
    times = (moment(value, name) for name in ("extractedAt", "timestamp", "created_at", "createdAt"))
    entry = kinds.memory(said, kind, tags, next((at for at in times if at), None))
    sure = value.get("confidence")
    if isinstance(sure, float) and 0 <= sure <= 1:
        return Entry(entry.fields | {"confidence": sure}, kind, entry.at)
    return entry


def _leaves(value: Any, name: str, depth: int = 0) -> Iterator[tuple[str, str]]:
    """Yield the plain values of an object, each with its name."""
    if isinstance(value, dict) and depth < _DEEPEST:
        for key, one in value.items():
            yield from _leaves(one, str(key), depth + 1)
    elif isinstance(value, list):
        said = ", ".join(one for one in value if _is_text(one))
        if said:
            yield name, said
    elif isinstance(value, str | int | float) and str(value).strip():
        yield name, "yes" if value is True else "no" if value is False else str(value)


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())
