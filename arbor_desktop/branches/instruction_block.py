"""Arbor's block in an instruction file: the memory of a branch, without what is private (spec 6.3)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from arbor_desktop.branches import queries
from arbor_desktop.branches.model import Entry, KeptDocument, Section, section_of
from arbor_desktop.branches.queries import Kept
from arbor_desktop.database.connection import Connection
from arbor_desktop.memories.model import Memory, Privacy
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.text.escaping import one_line, shortened
from arbor_desktop.text.words import fold
from arbor_desktop.user_files import managed_block

if TYPE_CHECKING:
    from arbor_desktop.branches.memory import BranchMemory

TITLE = "## Branch Memory (auto-extracted)"
MOST = 4_000
"""Characters of the block, with its markers."""
MOST_OF_AN_ENTRY = 500
SECTIONS = (Section.CONVENTIONS, Section.DECISIONS, Section.BUGS)
"""The sections of the block in their order; facts are left out."""
OPEN = (Privacy.NORMAL, Privacy.ALWAYS_INCLUDE)
"""Privacy levels allowed in a project's file, which others read too."""
MOST_NEW = 50
"""New memories that are merged into a kept document on each look; with more of them, which would take long,
the memories are used instead of the document."""

_CODE = re.compile(r"(`[^`]+`)")
_IMPORT = re.compile(r"(?<![\w`])@[^\s`]+")


# -- text --


def block_text(entries: Iterable[Entry], most: int = MOST) -> str:
    """Return the lines of the block; empty if there is nothing to say. It is filled entry by entry in the
    order of the sections; those that do not fit are left out."""
    public = [one for one in entries if one.privacy_level in OPEN]
    lines = [TITLE]
    for section in SECTIONS:
        heading: list[str] = ["", f"### {section.value}"]
        there: set[str] = set()
        for one in public:
            if one.section is not section or fold(one.text) in there:
                continue
            more = [*heading, f"- {entry_line(one.text)}"]
            if managed_block.size("\n".join([*lines, *more])) <= most:
                there.add(fold(one.text))
                lines += more
                heading = []
    return "\n".join(lines) if len(lines) > 1 else ""


def entry_line(text: str) -> str:
    """Return an entry as one line that opens no comment and imports no file (Claude Code and Gemini CLI read
    `@path` outside of code)."""
    line = one_line(text).replace("<!--", "(!--").replace("-->", "--)")
    line = shortened(line, MOST_OF_AN_ENTRY)
    if "@" not in line:
        return line
    if "``" in line or line.count("`") % 2:
        line = line.replace("`", "'")
    parts = _CODE.split(line)
    parts[::2] = [_IMPORT.sub(lambda found: f"`{found[0]}`", part) for part in parts[::2]]
    return "".join(parts)


def import_text(path: str) -> str:
    """Return the line that imports another file; `path` is relative to the file."""
    return f"@./{path}"


# -- entries --


def entries_for(runtime: Runtime, memory: BranchMemory, project: str, branch: str | None) -> list[Entry]:
    """Return the entries for a project's files, most important first: those of the branch's kept document, or
    else of the memories. `branch` None (none is checked out): only what applies to all branches."""

    def read(conn: Connection) -> tuple[list[Memory], Kept | None, int]:
        levels = [level.value for level in OPEN]
        found = queries.tellable(conn, project, branch, levels, runtime.policy, runtime.clock())
        kept = None if branch is None else queries.get(conn, project, branch)
        return found, kept, queries.count_held(conn, project, branch, levels)

    found, kept, held = runtime.db.read(read)
    if branch is None or kept is None:
        return _of_memories(found, ())
    known = {ident for line in kept.lines for ident in line.ids} | set(kept.left_out)
    if kept.updated_at is None or held - len(known) > MOST_NEW:
        return _of_memories(found, kept.left_out)
    return _of_document(memory.get_branch_memory(project, branch), found)


def _of_memories(found: Sequence[Memory], left_out: Collection[str]) -> list[Entry]:
    """Return entries of the memories; of an undecided conflict only the newest."""
    newest: dict[str, tuple[int, str]] = {}
    for one in found:
        for conflict in one.conflict_ids:
            newest[conflict] = max(newest.get(conflict, (0, "")), (one.created_at, one.id))
    return [
        Entry(section, one.told_text, one.privacy_level)
        for one in found
        if one.id not in left_out
        and all(newest[conflict] == (one.created_at, one.id) for conflict in one.conflict_ids)
        and (section := section_of(one.category, one.details)) is not None
    ]


def _of_document(document: KeptDocument, found: Sequence[Memory]) -> list[Entry]:
    """Return the document's lines that come from these memories only, in the order of the memories."""
    rank = {one.id: number for number, one in enumerate(found)}
    entries = [
        (min(rank[ident] for ident in ids), Entry(section, text))
        for section, lines in document.sections.items()
        for text, ids in zip(lines, document.memory_ids.get(section, ()), strict=False)
        if ids and all(ident in rank for ident in ids)
    ]
    return [entry for _, entry in sorted(entries, key=lambda pair: pair[0])]
