"""What the sheets for import and export say."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from pathlib import Path

from arbor_desktop.errors import InvalidInput
from arbor_desktop.exchange.model import Exported, Plan, Planned, Source
from arbor_desktop.memories.model import Privacy
from arbor_desktop.projects.names import project_name
from arbor_desktop.ui.formatting import day, plain, short_path, size_words
from arbor_desktop.ui.translation import QT_TR_NOOP, tr, translated

OUTCOMES = ("new", "merged", "conflict", "skipped")
LOOKS = {
    "new": ("ok", "plus"),
    "merged": ("info", "merge"),
    "conflict": ("warn", "conflicts"),
    "skipped": ("neutral", "x"),
}
"""Badge and icon of each outcome."""
_QUOTED = 56
REASONS = (
    QT_TR_NOOP("no text"),
    QT_TR_NOOP("no memory"),
    QT_TR_NOOP("too short"),
    QT_TR_NOOP("archived there"),
    QT_TR_NOOP("deleted there"),
    QT_TR_NOOP("paused there"),
    QT_TR_NOOP("pending there"),
    QT_TR_NOOP("rejected there"),
    QT_TR_NOOP("replaced there"),
    QT_TR_NOOP("neither an entity nor a relation"),
    QT_TR_NOOP("an entity without observations"),
    QT_TR_NOOP("relations of an unknown entity"),
    QT_TR_NOOP("not a note with properties"),
    QT_TR_NOOP("records work, not knowledge"),
)
"""Why the readers of other tools' files skip an entry."""


def outcome_label(outcome: str) -> str:
    return {
        "new": tr("New"),
        "merged": tr("Merged"),
        "conflict": tr("Conflict"),
        "skipped": tr("Skipped"),
    }[outcome]


def count_label(outcome: str) -> str:
    """Return what stands below the count of an outcome."""
    return {
        "new": tr("new"),
        "merged": tr("merged with yours"),
        "conflict": tr("in conflict"),
        "skipped": tr("skipped"),
    }[outcome]


def place_label(entry: Planned) -> str:
    """Return the project of an entry, or `Global`; nothing for what can't be imported."""
    if entry.number < 0:
        return ""
    return project_name(entry.scope_id) or tr("Global")


def second_line(entry: Planned, now: int) -> str:
    """Return what is known of an entry, or what becomes of it."""
    if entry.outcome == "conflict":
        return tr("Contradicts “{other}” Both are kept; you decide in Conflicts.").format(
            other=_quoted(entry)
        )
    if entry.outcome == "merged":
        if not entry.other:
            return tr("Same as another entry.")
        return tr("Same as “{other}” Confidence raised.").format(other=_quoted(entry))
    if entry.outcome == "skipped":
        return _sentence(translated(entry.why))
    date = day(entry.at, now) if entry.at is not None else ""
    known = ", ".join(filter(None, (_sentence(entry.kind.replace("_", " ")), date)))
    return " · ".join(filter(None, (known, translated(entry.why))))


def spoken(entry: Planned, now: int, *, ticked: bool) -> str:
    """Return what a screen reader says of an entry."""
    state = tr("included") if ticked else tr("not included")
    parts = (outcome_label(entry.outcome), plain(entry.content), second_line(entry, now), place_label(entry))
    return ", ".join([*filter(None, parts), state])


def held(plan: Plan) -> str:
    """Return what a file holds: "291 entries in 4 projects"."""
    entries = tr("%n entries", None, len(plan.entries))
    projects = {entry.scope_id for entry in plan.entries if entry.scope_id}
    if not projects:
        return entries
    return tr("{entries} in %n projects", None, len(projects)).format(entries=entries)


def file_words(path: Path) -> str:
    """Return the name and size of a file, and whether it is a database of another program."""
    parts = [path.name]
    with contextlib.suppress(InvalidInput, OSError):
        if path.is_file():
            parts.append(size_words(path.stat().st_size))
        if Source(path).kind == "database":
            parts.append(tr("opened read-only"))
    return " · ".join(parts)


def _quoted(entry: Planned) -> str:
    text = plain(" ".join(entry.other.split()))
    if len(text) > _QUOTED:
        return f"{text[:_QUOTED].rstrip()}…"
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def left_out_words(left_out: Mapping[str, int]) -> str:
    """Return why memories are left out: "9 sensitive, 4 never share"."""
    sensitive, never = (left_out.get(level.value, 0) for level in (Privacy.SENSITIVE, Privacy.NEVER_SHARE))
    parts = [tr("%n sensitive", None, sensitive)] if sensitive else []
    if never:
        parts.append(tr("%n never share", None, never))
    return ", ".join(parts)


def exported_words(done: Exported) -> str:
    """Return what an export wrote."""
    words = tr("%n memories exported to {file}", None, done.exported).format(file=short_path(done.path))
    if left := sum(done.left_out.values()):
        words += " · " + tr("%n sensitive or “never share” memories left out", None, left)
    return words
