"""How changes of several devices become one memory: pure functions of the set of changes, so that every
device gets the same, in whatever order they arrive."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from hashlib import blake2b
from typing import Any

from arbor_desktop.devices.model import Event, Folded, Position
from arbor_desktop.memories.model import LIVING, Memory, Privacy, Status
from arbor_desktop.memories.queries.memories import DECAY_RATE
from arbor_desktop.text.words import fold as folded_text

FIELDS = (
    "content", "type", "category", "details", "scope", "scope_id", "branch", "source", "status", "confidence",
    "privacy_level", "tags", "technology", "expires_at", "decay_rate", "created_at", "reinforced_at",
    "last_used_at", "confirmed_at", "archived_at", "needs_review", "invalid",
)  # fmt: skip
"""The fields of a memory that are the same on all devices. Others (short forms, counts of uses) are local."""
REQUIRED = ("content", "type", "category", "scope", "source", "status", "confidence", "privacy_level")
DEFAULTS: dict[str, Any] = {
    "details": {}, "scope_id": None, "branch": None, "tags": [], "technology": None, "expires_at": None,
    "decay_rate": DECAY_RATE, "last_used_at": None, "confirmed_at": None, "archived_at": None,
    "needs_review": False, "invalid": False,
}  # fmt: skip
LATEST_CLOCK = 1 << 62
"""A clock beyond this (the year 4199) is damage."""
_ENDED = (Status.DELETED, Status.SUPERSEDED)


def fold(events: Iterable[Event]) -> Folded | None:
    """Return the memory that these changes make; None if its beginning is missing.

    Each field has the value of its last change. A status that ended the memory is changed only by who knew of
    it (to restore it), or by a later edit of the text: not by a use or feedback elsewhere.
    """
    in_order = sorted(events, key=lambda one: one.position)
    fields: dict[str, Any] = {}
    living: str = Status.ACTIVE
    for one in in_order:
        fields |= {name: one.after[name] for name in FIELDS if name in one.after and name != "status"}
        status = one.after.get("status")
        ended = fields.get("status")
        if (
            ended in _ENDED and one.before is not None and one.before.get("status") != ended
        ):  # it knew nothing
            if "content" in one.after and status in (None, *LIVING):
                status = status or living
            elif status != Status.DELETED:
                status = None
        if status is not None:
            fields["status"] = status
            living = status if status in LIVING else living
        if one.before is None:
            fields.setdefault("created_at", one.at)
            fields.setdefault("reinforced_at", one.at)
    if any(name not in fields for name in (*REQUIRED, "created_at")):
        return None
    return Folded(DEFAULTS | fields, max(one.at for one in in_order), tuple(_lost(in_order)))


def _lost(in_order: Collection[Event]) -> list[Event]:
    """Return the newest changes of the text that the last one does not build on, where they say something
    else: not those of maintenance, which merges what says the same. Nothing as long as it is not known what a
    change built on."""
    worded = {one.position: one for one in in_order if "content" in one.after}
    if any(one.parent is not None and one.parent not in worded for one in worded.values()):
        return []
    last = worded[max(worded)]
    built_on: set[Position] = {one.parent for one in worded.values() if one.parent is not None}
    text = folded_text(last.after["content"])
    return [
        one
        for position, one in worded.items()
        if position not in built_on
        and one is not last
        and one.actor != "maintenance"
        and folded_text(one.after["content"]) != text
    ]


def before_others(memory: Memory) -> tuple[bool, bool, int, str]:
    """Return the place of a memory among those that say the same: the first one stays, on every device."""
    pinned = memory.privacy_level is Privacy.ALWAYS_INCLUDE
    return not pinned, memory.status is not Status.ACTIVE, memory.created_at, memory.id


def derived_id(clock: int, *names: str) -> str:
    """Return an id (UUID version 8, sorted by time) that every device derives from the same names."""
    digest = blake2b("\n".join(names).encode(), digest_size=10, person=b"arbor-derived").hexdigest()
    text = f"{(clock >> 16) & (1 << 48) - 1:012x}8{digest[:3]}{8 | int(digest[3], 16) & 3:x}{digest[4:19]}"
    return "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))


def apart_id(lost: Event) -> str:
    """Return the id of the memory that a lost text becomes."""
    return derived_id(lost.clock, "apart", lost.memory, str(lost.clock), lost.device)
