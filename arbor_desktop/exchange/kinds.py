"""The kinds of memories that other tools have, and the types and categories that these have here."""

from __future__ import annotations

from collections.abc import Mapping

from arbor_desktop.exchange.model import Entry, Skipped
from arbor_desktop.memories.checks import MAX_TAG, MAX_TAGS, likely_type
from arbor_desktop.memories.model import MAX_CONTENT

_DECISION = ("fact", "architectural_decisions")
_BUG = ("fact", "bug_patterns")
_CONVENTION = ("instruction", "project_conventions")
_NOTE = ("context", "implementation_notes")
_FACT = ("fact", "facts")
_KINDS = {
    _DECISION: "decision decisions architecture architectural_decision architectural_decisions tool_choice "
    "approach design",
    _BUG: "bugfix bug error gotcha gotchas failure exception mistake fix bug_pattern bug_patterns",
    _CONVENTION: "instruction convention conventions rule feedback best_practice project_conventions",
    _NOTE: "context project pattern insight workflow learning lesson implementation_notes design_pattern",
    _FACT: "fact facts discovery reference knowledge security_note security_alert sensitive config",
    ("preference", "coding_preferences"): "preference preferences coding_preferences style",
    ("relationship", "facts"): "person relationship",
    ("skill", "facts"): "skill",
}
KNOWN = {kind: types for types, kinds in _KINDS.items() for kind in kinds.split()}
"""Type and category of each kind."""


def memory(
    content: str, kind: str, tags: list[str], at: int | None = None, *, project: str | None = None
) -> Entry:
    """Return a memory of the type that fits its kind, or else its words. `project`: the path of its
    project."""
    type, category = KNOWN.get(kind.casefold().replace("-", "_"), ("", None))
    fields = {
        "content": content,
        "type": type or likely_type(content).value,
        "category": category,
        "source": "agent_stored",
        "confidence": 0.8,
        "tags": fitting(tags),
    }
    return Entry(fields, kind, at).of_project(project)


def fitting(tags: list[str]) -> list[str]:
    """Return the tags that a memory can have."""
    return list(dict.fromkeys(tag for tag in map(str.strip, tags) if tag and len(tag) <= MAX_TAG))[:MAX_TAGS]


def split(title: str, text: str, parts: list[str]) -> list[str]:
    """Return a text below its title; its parts, if it is too long for one memory."""
    whole = f"{title.rstrip('.:')}. {text}" if title and text else title or text
    if len(whole) <= MAX_CONTENT or not parts:
        return [whole]
    return [f"{title.rstrip('.:')}: {part}" if title else part for part in parts]


def sentence(parts: list[str]) -> str:
    return "; ".join(part.rstrip(".;") for part in parts) + "." if parts else ""


def history(counts: Mapping[str, int]) -> list[Skipped]:
    """Return what to say of records of work, which are left out, by their kinds."""
    return [Skipped(f"{kind} ({count:,})", "records work, not knowledge") for kind, count in counts.items()]
