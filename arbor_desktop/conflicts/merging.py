"""What says the same in other words is held once (spec 3.5).

A new statement is merged into the memory of the same place (scope, branch, expiry) that `text.likeness`
judges to say the same. That memory then has the fuller of the two texts, the higher confidence, somewhat
raised, the tags of both, and the stricter privacy. What a person edited or pinned keeps its words, and so
does what a person stated where an assistant only concluded the same; what awaits review brings no words
into what is active.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from arbor_desktop.conflicts.queries import neighbours
from arbor_desktop.conflicts.queries.neighbours import Near
from arbor_desktop.database.connection import Connection
from arbor_desktop.memories.model import LIVING, Privacy, Scope, Source, Status
from arbor_desktop.memories.queries import memories
from arbor_desktop.memories.queries.memories import NewMemory, Write

MOST_TAGS = 20
_WORTH_READING = 45
"""Texts whose words are less alike than this (of 100, whatever their order) are not even read."""
_STRICTNESS = (Privacy.NORMAL, Privacy.SENSITIVE, Privacy.NEVER_SHARE)


@dataclass(frozen=True, slots=True)
class Held:
    """The memory that holds a new statement already. `near`: in other words; `fuller`: the new ones say more;
    `turned_down`: the new one's very words are in another memory that was turned down."""

    row: int
    id: str
    status: Status
    near: Near | None = None
    fuller: bool = False
    turned_down: bool = False

    @property
    def living(self) -> bool:
        return self.status in LIVING


def held(conn: Connection, new: NewMemory) -> Held | None:
    """The memory that holds `new`: in the same words or, if none of these is living, in others; a living one
    before those that were turned down, archived or superseded."""
    exact = next(iter(memories.find_same(conn, new.content, new.scope, new.scope_id)), None)
    if exact is not None and exact[2] in LIVING:
        return Held(*exact)
    other = nearest(conn, new)
    if other is not None and (other.living or exact is None):
        return replace(other, turned_down=exact is not None)
    return Held(*exact) if exact else None


def nearest(conn: Connection, new: NewMemory) -> Held | None:
    """The memory that says the same as `new` in other words: a living one before others, then the oldest."""
    return min(alike(conn, new), key=lambda one: (not one.living, one.row), default=None)


def alike(conn: Connection, new: NewMemory) -> list[Held]:
    """All that say the same as `new` in its place, in whatever words."""
    # Imported where it is needed: most commands store nothing.
    from arbor_desktop.text import likeness

    mine = likeness.read(new.content)
    found = []
    for other in neighbours.candidates(conn, mine.anchors, new):
        if _are_far_apart(new.content, other.content) or not _compatible(new, other):
            continue
        theirs = likeness.read(other.content)
        if new.scope is Scope.GLOBAL and mine.here != theirs.here:
            continue  # without a project nobody knows which one "here" is
        if likeness.same(mine, theirs):
            found.append(Held(other.row, other.id, other.status, other, likeness.fuller(mine, theirs)))
    return found


def _are_far_apart(one: str, other: str) -> bool:
    """Whether few words are shared: cheap, and spares reading the texts."""
    from rapidfuzz import fuzz, utils

    shared: float = fuzz.token_set_ratio(
        one, other, processor=utils.default_process, score_cutoff=_WORTH_READING
    )
    return shared < _WORTH_READING


def _compatible(new: NewMemory, other: Near) -> bool:
    """Whether nothing beside the texts contradicts that they say the same."""
    if new.technology and other.technology and new.technology.casefold() != other.technology.casefold():
        return False
    return all(other.details[key] == value for key, value in new.details.items() if key in other.details)


def reinforce(conn: Connection, known: Held, new: NewMemory, by: Write, conversation: str) -> None:
    """A conversation says again what a living memory holds: it is more certain now, and takes in the new."""
    reinstated = new.status is Status.ACTIVE and memories.reinstate(conn, known.row, by)
    also: dict[str, Any] = {}
    if not reinstated and _is_plain_now(conn, known, new):
        also = {"status": Status.ACTIVE, "source": new.source}
    if known.near is None:
        if new.source is Source.USER_STATED:
            also |= neighbours.as_proven(conn, known.row)
        memories.adjust(conn, known.row, memories.REINFORCEMENT, by, "said again", **also)
        return
    fields = together(conn, known.near, new, by) | also
    if known.fuller and not known.turned_down and may_reword(conn, known.near, new):
        fields |= worded(new)
    neighbours.take_in(conn, known.near, fields, by, new.content, conversation)


def bring_back(conn: Connection, row: int, new: NewMemory, by: Write) -> None:
    """What was forgotten is said again: it is there again, as it is said now. Nobody turned it down."""
    confidence = max(memories.worth(conn, row, by), new.confidence)
    fields = {
        "status": new.status,
        "archived_at": None,
        "confidence": round(confidence, 6),
        "reinforced_at": by.now,
        "expires_at": new.expires_at,
        "source": new.source,
    }
    memories.change(conn, row, fields | neighbours.as_proven(conn, row), by, "said again")


def to_review(conn: Connection, known: Held, new: NewMemory, by: Write) -> None:
    """The person turned it down once and says it again: their newer word goes to review, as it is now."""
    words = worded(new) if known.near is not None else {}
    memories.change(conn, known.row, {"status": Status.PENDING, **words}, by, "said again")


def _is_plain_now(conn: Connection, known: Held, new: NewMemory) -> bool:
    """Whether what was only supposed until now, and not reviewed, was said so that it needs no review."""
    plain = new.status is Status.ACTIVE and new.source is Source.USER_STATED
    return plain and known.status is Status.PENDING and not neighbours.was_reviewed(conn, known.id)


def may_reword(conn: Connection, old: Near, new: NewMemory) -> bool:
    """Whether `old` may get the words of `new`, without anybody being asked."""
    if new.status is not Status.ACTIVE and old.status is Status.ACTIVE:
        return False
    if old.source is Source.USER_STATED and new.source is not Source.USER_STATED:
        return False
    return old.privacy_level is not Privacy.ALWAYS_INCLUDE and neighbours.worded_by(conn, old.id) is None


def store(conn: Connection, new: NewMemory, by: Write) -> str | None:
    """Merges what somebody stores into the living memory that says the same. Answers its id; None where there
    is none, or where its words must stay and the new ones say more: nobody's typed words are dropped."""
    known = nearest(conn, new)
    if known is None or known.near is None or not known.living or known.near.type is not new.type:
        return None
    old = known.near
    fields = together(conn, old, new, by)
    if Privacy.ALWAYS_INCLUDE in (old.privacy_level, new.privacy_level):
        if old.privacy_level in _STRICTNESS[1:] or new.privacy_level in _STRICTNESS[1:]:
            return None  # always and never tell: that is for the person to decide
        fields["privacy_level"] = Privacy.ALWAYS_INCLUDE
    if known.fuller:
        if not _may_be_reworded_by(conn, old, new, by):
            return None
        fields |= worded(new)
    if by.actor == "user" and old.status is Status.PENDING:
        fields |= {"status": Status.ACTIVE, "confirmed_at": by.now}
    neighbours.take_in(conn, old, fields, by, new.content, None)
    return old.id


def _may_be_reworded_by(conn: Connection, old: Near, new: NewMemory, by: Write) -> bool:
    if old.source is Source.USER_STATED and new.source is not Source.USER_STATED:
        return False
    worded = neighbours.worded_by(conn, old.id)
    return worded is None or (worded == "typed" and by.actor == "user")


def worded(new: NewMemory) -> dict[str, Any]:
    """The fields of a memory that gets the words of `new`."""
    return {"content": new.content, "summary": None, "compacted_at": None}


def together(conn: Connection, old: Near, new: NewMemory, by: Write) -> dict[str, Any]:
    """What the two are together, but for their words."""
    confidence = min(1.0, max(memories.worth(conn, old.row, by), new.confidence) + memories.REINFORCEMENT)
    tags = tuple(dict.fromkeys((*old.tags, *new.tags)))
    fields: dict[str, Any] = {"confidence": round(confidence, 6), "reinforced_at": by.now}
    if len(tags) <= MOST_TAGS:
        fields["tags"] = tags
    if new.source is Source.USER_STATED:
        fields |= {"source": Source.USER_STATED} | neighbours.as_proven(conn, old.row)
    if old.privacy_level in _STRICTNESS and new.privacy_level in _STRICTNESS:
        fields["privacy_level"] = max(old.privacy_level, new.privacy_level, key=_STRICTNESS.index)
    fields["technology"] = old.technology or new.technology
    fields["details"] = new.details | old.details
    return fields
