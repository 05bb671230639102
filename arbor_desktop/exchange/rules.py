"""Files with instructions for AI tools: each entry of a list, or in a file without lists each paragraph.

- Cursor: `.cursor/rules/**/*.mdc` with `globs` (which are often no YAML), formerly `.cursorrules`.
- Windsurf: `.windsurf/rules/*.md` with `trigger` and `globs`, formerly `.windsurfrules`; for all projects
  `~/.codeium/windsurf/memories/global_rules.md` (docs.windsurf.com, windsurf/cascade/memories).
- Copilot: `.github/copilot-instructions.md`, `.github/instructions/*.instructions.md` with `applyTo`.
- Claude Code: CLAUDE.md, `.claude/rules/**/*.md` with `paths`; `@AGENTS.md` in it refers to another file
  (ericbuess/claude-code-docs, docs/memory.md). AGENTS.md. Gemini CLI: GEMINI.md, where older versions add
  memories under "Gemini Added Memories". Cline, Roo Code, Continue: `.clinerules`, `.roo/rules*`,
  `.continue/rules`.

The block that Arbor writes there is left out, and so are code, comments and tables.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from arbor_desktop.errors import InvalidInput
from arbor_desktop.exchange import kinds, markdown
from arbor_desktop.exchange.model import Entries, Entry, Skipped, Source
from arbor_desktop.memories.checks import likely_type
from arbor_desktop.memories.details import MAX_ENTRIES, wrong_glob
from arbor_desktop.projects.git import project_root
from arbor_desktop.user_files.managed_block import Damaged

_FILES = (
    "CLAUDE.md", "CLAUDE.local.md", ".claude/CLAUDE.md", "AGENTS.md", "AGENTS.override.md", "GEMINI.md",
    ".cursorrules", ".windsurfrules", ".clinerules", ".github/copilot-instructions.md",
    ".claude/rules/*.md", ".cursor/rules/*.mdc", ".cursor/rules/*.md", ".windsurf/rules/*.md",
    ".clinerules/*.md", ".roo/rules*.md", ".continue/rules/*.md", ".github/instructions/*.instructions.md",
)  # fmt: skip
"""Paths in a project, in which `*` also matches `/`."""
_WINDSURF = ".codeium/windsurf/memories"
_ANYWHERE = ("*.mdc", f"{_WINDSURF}/*.md", ".gemini/GEMINI.md", ".codex/AGENTS.md")
_OWN = (".claude", ".codeium", ".codex", ".config", ".cursor", ".gemini")
"""The tools' own folders in the home folder."""
_FOLDERS = (".claude", ".cursor", ".windsurf", ".clinerules", ".roo", ".continue", ".github")
_SIGNS = ("globs", "alwaysApply", "applyTo", "trigger", "paths")
"""Properties of rules."""
_REFERENCE = re.compile(r"^[ \t]*(?:[-*][ \t]+)?@(?P<path>[\w./~-]+\.(?:md|mdc|txt))[ \t\r]*$", re.MULTILINE)
_ADDED = "gemini added memories"
_EXPLANATION = re.compile(r"`[^`]+`\s*(?:[-–—:]|\([^)]*\))")
"""An entry that says what a file or a command is."""
_SHORTEST = 8
_MOST_CHARACTERS = 1_000_000
_MOST_HOPS = 4


def read(source: Source) -> Entries | None:
    """Return the instructions of a file, or of a project's folder; None if it is or has none."""
    if source.kind != "folder":
        return _unique(_read(source, source.path.parent, None, set())) if _is_rules(source) else None
    if (source.path / ".obsidian").is_dir():
        return None
    seen: set[str] = set()
    entries, file = Entries(), None
    for file in _files(source.path):
        try:
            entries.add(_read(file, source.path, source.path, seen))
        except InvalidInput as error:
            entries.skip(file.path.name, error.message)
    return None if file is None else _unique(entries)


def _unique(entries: Entries) -> Entries:
    """Return all entries, each text once in a project: files for several tools are often copies."""
    memories: dict[tuple[str, str | None], Entry] = {}
    for entry in entries.memories:
        memories.setdefault((entry.fields["content"], entry.fields.get("scope_id")), entry)
    return Entries(list(memories.values()), entries.skipped)


def _read(source: Source, inside: Path, root: Path | None, seen: set[str]) -> Entries:
    """Return the entries of a file and of those `inside` a folder that it refers to. `root`: the project's
    folder, if that was chosen."""
    entries = Entries()
    for one in _with_references(source, inside, seen):
        if len(one.text) > _MOST_CHARACTERS:
            entries.skip(one.path.name, "too long for instructions")
        else:
            entries.add(_entries(one, _project(one.path, root)))
    return entries


def _files(folder: Path) -> Iterator[Source]:
    """Yield the rules at their places in a project, or in a folder of rules."""
    if folder.match(_WINDSURF) or (folder.name == "rules" and folder.parent.name in _FOLDERS):
        yield from Source(folder).files("*.mdc", "*.md")
        return
    for name in _FILES:
        start, _, pattern = name.partition("/") if "*" in name else (name, "", "")
        path = folder / start
        if not pattern and path.is_file():
            yield Source(path)
        elif pattern and path.is_dir():
            yield from Source(path).files(pattern)


def _is_rules(source: Source) -> bool:
    path = source.path.absolute().as_posix()
    if any(fnmatchcase(path, f"*/{name}") for name in (*_FILES, *_ANYWHERE)):
        return True
    if source.path.suffix != ".md":
        return False
    head = markdown.properties(source.text)
    return head is not None and not head[0].keys().isdisjoint(_SIGNS)


def _with_references(source: Source, inside: Path, seen: set[str], hops: int = 0) -> Iterator[Source]:
    """Yield a file and those in the folder that it refers to, each once."""
    real = os.path.realpath(source.path)
    if real in seen:
        return
    seen.add(real)
    yield source
    for name in dict.fromkeys(_REFERENCE.findall(source.text)) if hops < _MOST_HOPS else ():
        other = source.path.parent / name
        below = Path(os.path.realpath(other)).is_relative_to(os.path.realpath(inside))
        if below and other.is_file() and ".arbor" not in other.parts:
            yield from _with_references(Source(other), inside, seen, hops + 1)


def _project(file: Path, root: Path | None) -> str | None:
    """Return the project that a file belongs to; None for the tools' own folders in the home folder."""
    folder = (root or file.parent).absolute()
    home = Path.home()
    if any(folder.is_relative_to(home / name) for name in _OWN):
        return None
    while folder.name in _FOLDERS or (folder.parent.name in _FOLDERS and folder.parent != home):
        folder = folder.parent
    return project_root(str(folder))


def _entries(source: Source, project: str | None) -> Entries:
    head = markdown.properties(source.text)
    about, text = head or ({}, source.text)
    try:
        said = list(markdown.statements(markdown.own(text)))
    except Damaged as error:
        return Entries([], [Skipped(source.path.name, str(error))])
    listed = [one for one in said if one.listed]
    entries = Entries()
    if listed and len(listed) < len(said):
        what = f"{source.path.name} (paragraphs: {len(said) - len(listed)})"
        entries.skip(what, "only its lists are read")
    globs = _globs(about)
    for one in listed or said:
        if len(one.text) < _SHORTEST or " " not in one.text:
            entries.skip(one.text, "too short")
            continue
        added = one.heading.casefold() == _ADDED
        type = _type(one.text, added=added)
        fields = {
            "content": one.text,
            "type": type,
            "source": "agent_stored",
            "confidence": 0.8,
            "tags": kinds.fitting([] if added else [one.heading]),
            **({"details": {"applies_to": globs}} if globs and type == "instruction" else {}),
        }
        entries.memories.append(Entry(fields, "memory" if added else "rule").of_project(project))
    return entries


def _type(text: str, *, added: bool) -> str:
    if added:
        return likely_type(text).value
    return "fact" if _EXPLANATION.match(text) else "instruction"


def _globs(about: dict[str, Any]) -> list[str]:
    """Return the files for which rules are, if these are not all files."""
    found = [glob for name in ("globs", "applyTo", "paths") for glob in markdown.texts(about.get(name))]
    found = [glob for glob in found if wrong_glob(glob) is None]
    return [] if {"*", "**", "**/*"} & set(found) else found[:MAX_ENTRIES]
