"""Markdown notes that begin with properties between `---` lines, and all notes of an Obsidian vault.

- Claude Code's auto memory: `name`, `description`, `type` (user, feedback, project, reference), also under
  `metadata`; the body is the memory (~/.claude/projects/*/memory/*.md). MEMORY.md lists the others, and may
  have entries of its own.
- Codex: lists in `~/.codex/memories/*.md`, MEMORY.md and others (just-every/code,
  codex-rs/memories/README.md; openai/codex, issue 18738).
- basic-memory: `title`, `type`, `tags`, `created`; observations are `- [category] text #tag (context)`,
  relations `- relation_type [[Target]]` (basicmachines-co/basic-memory, docs/NOTE-FORMAT.md). Written by
  version 0.24.1 itself in a trial.
- Obsidian: any properties or none; the folder has `.obsidian`. Serena: `.serena/memories/*.md`, without.

A note without observations is one memory, or one for each section if it is too long.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from arbor_desktop.conversations.files import folders_named
from arbor_desktop.conversations.readers.values import moment, text
from arbor_desktop.errors import InvalidInput
from arbor_desktop.exchange import kinds, markdown
from arbor_desktop.exchange.model import Entries, Entry, Skipped, Source
from arbor_desktop.memories.checks import likely_type
from arbor_desktop.memories.model import MAX_CONTENT
from arbor_desktop.projects.git import project_root

_OBSERVATION = re.compile(r"^- \[([^\]\n]{1,40})\] (.+)$", re.MULTILINE)
_TAG = re.compile(r"(?<!\S)#([\w/-]+)")
_SECTION = re.compile(r"^(?=#{1,6} )", re.MULTILINE)
_TYPES = {"feedback": "instruction", "project": "context", "reference": "fact", "user": "fact"}
_LIST = "MEMORY.md"
_WORKING = ("raw_memories.md", "memory_summary.md", "rollout_summaries/*", "skills/*", "extensions/*")
"""What Codex makes its memories from, and what only leads to them."""


_IN_PROJECTS = (".claude", ".serena")
"""Folders of tools in projects, and in the home folder, which is none."""


def read(source: Source) -> Entries | None:
    """Return the memories of a note, or of all notes of a folder; None if it has no properties, or there are
    none."""
    if source.kind == "folder":
        return _read_folder(source)
    return _read_note(source) if source.path.suffix.casefold() in (".md", ".markdown") else None


def _read_folder(source: Source) -> Entries | None:
    folder = source.path
    plain_too = (folder / ".obsidian").is_dir() or folder.absolute().match(".serena/memories")
    codex = folder.absolute().match(".codex/memories") or (folder / "raw_memories.md").is_file()
    working = {file.path for file in source.files(*_WORKING)} if codex else set()
    place = _place(folder)
    entries = Entries()
    for file in source.files("*.md", "*.markdown"):
        if file.path in working or ".obsidian" in file.path.parts:
            continue
        listed = codex or file.path.name == _LIST
        try:
            found = _read_list(file) if listed else _read_note(file, plain_too=plain_too)
        except InvalidInput as error:
            entries.skip(file.path.name, error.message)
            continue
        if found is None:
            entries.skip(file.path.name, "not a note with properties")
            continue
        entries.memories.extend(_placed(one, place) for one in found.memories)
        entries.skipped.extend(found.skipped)
    return entries if entries.memories else None


def _read_note(source: Source, *, plain_too: bool = False) -> Entries | None:
    head = markdown.properties(source.text)
    if head is None and not plain_too:
        return None
    if source.is_conversation:
        return Entries([], [Skipped(source.path.name, "a conversation")])
    about, body = head or ({}, source.text)
    body = body.strip()
    tags = [tag.removeprefix("#") for tag in _listed(about.get("tags"))]
    found = [
        kinds.memory(
            " ".join(markdown.plain(_TAG.sub("", said)).split()),
            category,
            [*tags, category.casefold(), *_TAG.findall(said)],
            _at(about),
        )
        for category, said in _OBSERVATION.findall(body)
    ]
    if found:
        return Entries(found)
    if not body:
        return Entries([], [Skipped(source.path.name, "no text")])
    kind = text(about, "type") or text(about, "metadata", "type")
    return Entries([_note(part, kind, tags, _at(about)) for part in _parts(body)])


def _note(content: str, kind: str, tags: list[str], at: int | None) -> Entry:
    if len(content) <= 2 * MAX_CONTENT:  # else it is refused anyway
        content = markdown.plain(content)
    type = _TYPES.get(kind.casefold()) or likely_type(content).value
    entry = kinds.memory(content, "", tags, at)
    return Entry(entry.fields | {"type": type}, kind, at)


def _read_list(source: Source) -> Entries:
    """Return the entries of a list of notes that are no links to them."""
    said = [
        one
        for one in markdown.statements(markdown.without_comments(source.text))
        if one.listed and " " in one.text
    ]
    return Entries([kinds.memory(one.text, "", [one.heading]) for one in said])


def _parts(body: str) -> list[str]:
    """Return a body, or its sections if it is too long."""
    if len(body) <= MAX_CONTENT:
        return [body]
    return [part.strip() for part in _SECTION.split(body) if part.strip()]


def _listed(value: Any) -> list[str]:
    """Return tags: a list, or a text with commas or blanks between."""
    return value.split() if isinstance(value, str) and "," not in value else markdown.texts(value)


def _at(about: dict[str, Any]) -> int | None:
    values = (about.get("modified"), about.get("updated"), about.get("created"), about.get("date"))
    known = (
        moment(one) for one in (*values, about.get("metadata", {}) and text(about, "metadata", "modified"))
    )
    return next((at for at in known if at is not None), None)


def _place(folder: Path) -> str | None:
    """Return the project of a folder of notes, if it is known.

    Claude Code names a project's folder by its path, with a hyphen for all but letters and digits; None if no
    folder or more than one on this computer has that name.
    """
    folder = folder.absolute()
    if not folder.match("projects/*/memory"):
        above = next((one for one in folder.parents if one.name in _IN_PROJECTS), None)
        return project_root(str(above.parent)) if above else None
    name = folder.parent.name
    start = re.match(r"(?P<drive>[A-Za-z])-(?=-)", name)
    root = Path(f"{start['drive']}:\\") if start else Path("/")
    name = name[2:] if start else name
    found = list(folders_named(name[1:], root, lambda part: re.sub(r"[^A-Za-z0-9]", "-", part)))
    return str(found[0]) if len(found) == 1 and name.startswith("-") else None


def _placed(entry: Entry, project: str | None) -> Entry:
    """Return an entry in its project, unless it is about the person."""
    return entry if entry.kind == "user" else entry.of_project(project)
