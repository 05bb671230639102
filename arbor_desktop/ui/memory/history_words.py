"""How the history says who changed what."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from arbor_desktop.memories.details import as_text
from arbor_desktop.memories.model import Category, HistoryEntry, MemoryType, Privacy, Scope, Status, Undone
from arbor_desktop.projects.names import project_name
from arbor_desktop.ui.components.painting import confidence_word
from arbor_desktop.ui.formatting import day, plain
from arbor_desktop.ui.memory.words import (
    category_label,
    privacy_label,
    short,
    status_label,
    type_label,
)
from arbor_desktop.ui.memory.words import label as called
from arbor_desktop.ui.translation import number, tr, translated

_QUIET = frozenset({"content", "reinforced_at", "updated_at", "details", "source", "scope_id"})
"""Not listed as fields: the content is shown as a difference, the rest means nothing to a person."""
_OF_TWO = frozenset({"kept with context", "superseded"})
"""What names another memory: who did it is said after that."""
_QUOTED = 40
"""So many letters of a memory are said where it is named beside other things."""
_DECISIONS = frozenset({"kept", "kept with context", "superseded", "marked outdated", "merged"})
"""Actions of which each is part of the decision of a conflict."""


def title(entry: HistoryEntry) -> str:
    """`Edited by you`, `Captured`, `Archived by maintenance`, …"""
    action, changed = entry.action.lower(), entry.after or {}
    if entry.before is None:
        if action == "merged":
            return tr("Created by merging memories")
        return {
            "user": tr("Added by you"),
            "capture": tr("Saved from a conversation"),
            "agent": tr("Saved by an AI tool"),
            "import": tr("Imported"),
        }.get(entry.actor, tr("Added"))
    if entry.actor == "undo":
        return tr("Undone by you")
    if said := _decided(action, changed, entry.actor):
        return said
    what = _what(action, changed)
    who = {
        "user": tr("by you"),
        "capture": tr("in a conversation"),
        "maintenance": tr("by maintenance"),
        "agent": tr("by an AI tool"),
        "import": tr("by an import"),
    }.get(entry.actor, "")
    return f"{what} {who}".strip()


def _decided(action: str, changed: dict[str, Any], actor: str) -> str:
    """What the decision of a conflict did to a memory; why stands below it. Empty for anything else."""
    if action == "outdated" and changed.get("status") == Status.SUPERSEDED:
        return tr("Confirmed by you as outdated")
    # What maintenance decides, it was allowed to decide without asking.
    by = tr("automatically") if actor == "maintenance" else tr("by you")
    known = {
        "kept": tr("Kept"),
        "kept with context": tr("Kept alongside the other memory"),
        "superseded": tr("Replaced with another memory"),
        "marked outdated": tr("Marked as outdated"),
        "reopened": tr("Conflict reopened"),
    }
    if action not in known or actor not in ("user", "maintenance"):
        return ""
    return f"{known[action]}, {by}" if action in _OF_TWO else f"{known[action]} {by}"


def _what(action: str, changed: dict[str, Any]) -> str:
    known = {
        "confirm": tr("Confirmed"),
        "outdated": tr("Marked as outdated"),
        "incorrect": tr("Marked as wrong"),
        "forg": tr("Archived"),
        "accept": tr("Accepted"),
        "reject": tr("Rejected"),
        "archive": tr("Archived"),
        "restore": tr("Restored"),
        "delete": tr("Deleted"),
        "unlinked": tr("Link removed"),
        "linked": tr("Linked to another memory"),
        "merge": tr("Merged"),
        "said again": tr("Mentioned again"),
        "review": tr("Sent to review"),
        "used in vain": tr("Marked as not useful"),
        "used": tr("Used"),
        "failed": tr("Marked as not useful"),
        "supersede": tr("Replaced"),
        "verified": tr("Verified"),
        "promoted": tr("Made global"),
        "kept to project": tr("Limited to its project"),
    }
    for stem, said in known.items():
        if stem in action:
            return said
    if "content" in changed:
        return tr("Edited") if "edit" in action else tr("Updated")
    return tr("Changed")


def reason_words(entry: HistoryEntry) -> str:
    """Why it was changed; empty if nobody said."""
    reason = entry.reason or ""
    undone = reason.removeprefix("Undone: ").removeprefix("Undo of ")  # as earlier versions wrote it
    if entry.actor == "undo" and undone != reason:
        if undone in _DECISIONS:
            return tr("Conflict reopened")
        return _undone(_what(undone.lower(), entry.before or {}))
    return translated(reason)


def _undone(what: str) -> str:
    return tr("Undone: {what}").format(what=what)


def undone_words(undone: Undone) -> tuple[str, bool]:
    """What is said when a change was taken back, and whether that brings memories back to the list."""
    action, count = undone.action.lower(), len(undone.ids)
    if action in _DECISIONS:
        return tr("Conflict reopened"), False
    if action == "reopened":
        return tr("Conflict resolved again"), False
    if action == "merged into":
        return tr("Merge undone"), True
    if any(stem in action for stem in ("delete", "archive", "forg", "reject")):
        return (tr("%n memories restored", None, count)), True
    if "add" in action:
        return (tr("%n memories removed", None, count)), False
    if "edit" in action:
        return (tr("%n edits undone", None, count)), False
    return _undone(_what(action, {})), False


def next_undo_words(undone: Undone | None) -> str:
    """What Ctrl+Z takes back: "Undo: delete “Uses tabs.”"; empty for nothing."""
    if undone is None:
        return ""
    action = undone.action.lower()
    known = {
        "merged into": tr("merge"),
        "unlinked": tr("remove link"),
        "linked": tr("link"),
        "add": tr("add memory"),
        "edit": tr("edit"),
        "restored version": tr("restore earlier version"),
        "restore": tr("restore"),
        "accept": tr("accept"),
        "reject": tr("reject"),
        "confirm": tr("confirm"),
        "incorrect": tr("mark as wrong"),
        "forg": tr("archive"),
        "archive": tr("archive"),
        "delete": tr("delete"),
        "promoted": tr("make global"),
        "kept to project": tr("limit to project"),
        "reopened": tr("reopen conflict"),
    }
    what = tr("resolve conflict") if action in _DECISIONS else ""
    what = what or next((said for stem, said in known.items() if stem in action), tr("change"))
    quoted = f" “{short(plain(undone.text), _QUOTED)}”" if undone.text else ""
    more = len(undone.ids) - 1
    return f"{tr('Undo')}: {what}{quoted}" + (f" {tr('and %n more', None, more)}" if more > 0 else "")


def is_use(entry: HistoryEntry) -> bool:
    """Return whether it says no more than that the memory was of use, or was not after all."""
    return entry.before is not None and entry.action in ("used", "not used")


def figures(entry: HistoryEntry) -> str:
    """Return `Confidence 0.90 → 0.77`; empty where it did not change."""
    was, now = (entry.before or {}).get("confidence"), (entry.after or {}).get("confidence")
    return (
        ""
        if was is None or now is None or was == now
        else f"{tr('Confidence')} {number(was, 2)} → {number(now, 2)}"
    )


def field_changes(entry: HistoryEntry) -> list[tuple[str, str, str]]:
    """(field, before, after) of everything but the content, in words."""
    if entry.before is None:
        return []
    after = entry.after or {}
    out = []
    for name, (label, said) in _fields(entry.at).items():
        if name in after and name not in _QUIET:
            was, now = said(entry.before.get(name)), said(after[name])
            if was != now:
                out.append((label, was, now))
    was, condition = _condition(entry.before), _condition(after)
    if "details" in after and was != condition:
        out.append((tr("Applies when"), was or tr("always"), condition or tr("always")))
    out += _details(entry.before.get("details"), after.get("details"))
    if (words := after.get("merged")) and words != after.get("content"):
        out.append((tr("Merged text"), "", words))
    if "scope_id" in after and "scope" not in after:
        old, new = entry.before.get("scope_id"), after["scope_id"]
        out.append((tr("Project"), project_name(old or ""), project_name(new or "")))
    return out


def _details(before: Any, after: Any) -> list[tuple[str, str, str]]:
    """Each field of the details that is another one now; the condition is said by its own name."""
    if not isinstance(before, dict) or not isinstance(after, dict):
        return []
    keys = [key for key in dict.fromkeys((*before, *after)) if key != "condition"]
    return [
        (called(key), _line(before.get(key)), _line(after.get(key)))
        for key in keys
        if before.get(key) != after.get(key)
    ]


def _line(value: Any) -> str:
    return as_text(value).replace("\n", "; ")


def _condition(fields: dict[str, Any]) -> str:
    details = fields.get("details")
    return str(details.get("condition") or "") if isinstance(details, dict) else ""


def _fields(now: int) -> dict[str, tuple[str, Callable[[Any], str]]]:
    return {
        "type": (tr("Type"), lambda v: type_label(MemoryType(v))),
        "category": (tr("Category"), lambda v: category_label(Category(v))),
        "scope": (tr("Applies to"), _scope_word),
        "branch": (tr("Branch"), lambda v: v or tr("none")),
        "status": (tr("Status"), lambda v: status_label(Status(v))),
        "privacy_level": (tr("Privacy"), lambda v: privacy_label(Privacy(v))),
        "confidence": (tr("Confidence"), confidence_word),
        "tags": (tr("Tags"), lambda v: ", ".join(v or ()) or tr("none")),
        "technology": (tr("Technology"), lambda v: v or tr("none")),
        "expires_at": (tr("Expires"), lambda v: tr("never") if v is None else day(v, now)),
        "needs_review": (tr("Needs review"), lambda v: tr("yes") if v else tr("no")),
        "summary": (tr("Short form"), lambda v: v or tr("none")),
    }


def _scope_word(value: str) -> str:
    words = {Scope.GLOBAL: tr("Global"), Scope.PROJECT: tr("Project"), Scope.CONVERSATION: tr("Conversation")}
    return words[Scope(value)]
