"""Memories as text for people, and for the instruction files of AI tools (CLAUDE.md, AGENTS.md)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from arbor_desktop.exchange.selection import Selection
from arbor_desktop.memories.model import Memory, MemoryType, Scope
from arbor_desktop.memories.queries import search
from arbor_desktop.projects.names import project_name
from arbor_desktop.text.escaping import one_line

_HEADINGS = {
    MemoryType.INSTRUCTION: "Instructions",
    MemoryType.PREFERENCE: "Preferences",
    MemoryType.FACT: "Facts",
    MemoryType.SKILL: "Skills",
    MemoryType.CONTEXT: "Context",
    MemoryType.RELATIONSHIP: "Relationships",
}


def place_name(memory: Memory) -> str:
    """Return the name of the project that a memory is for; empty if it is for all."""
    if memory.scope is Scope.CONVERSATION:
        return "one conversation"
    unknown = "some project" if memory.scope is Scope.PROJECT else ""
    return project_name(memory.scope_id) or unknown


def markdown(selection: Selection) -> Iterator[str]:
    """Yield the parts of a file with a section for each category, of all projects and of each."""
    yield "# Memories\n"
    memories = (memory for memory, _ in selection.sorted_by(search.BY_CATEGORY))
    for (place, category), some in groupby(memories, lambda one: (place_name(one), one.category)):
        title = category.replace("_", " ")
        yield f"\n## {place}: {title}\n\n" if place else f"\n## {title}\n\n"
        for memory in some:
            yield f"- {' '.join(memory.content.split())}\n"


def instructions(selection: Selection) -> Iterator[str]:
    """Yield the parts of a file with a section for each type, first those for all projects."""
    memories = (memory for memory, _ in selection.sorted_by(search.BY_TYPE))
    for place, here in groupby(memories, place_name):
        yield f"\n# {place}\n" if place else "# Memories\n"
        for kind, some in groupby(here, lambda one: one.type):
            yield f"\n## {_HEADINGS[kind]}\n\n"
            for memory in some:
                yield f"- {one_line(memory.told_text)}\n"
