"""Duplicates: each statement is stored once (spec 1.3, 3.5).

Storing a known statement reinforces its memory. A statement in other words is merged into the memory of the
same place (scope, branch, expiry) that `text.likeness` judges to say the same: that gets the fuller of the
two texts, a confidence somewhat above the higher one, the tags of both and the stricter privacy. Its text
stays if a person edited or pinned it, or stated what an assistant only concluded; a pending statement does
not reword an active memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from arbor_desktop.conflicts.queries import merges
from arbor_desktop.database.connection import Connection
from arbor_desktop.errors import InvalidInput
from arbor_desktop.memories.checks import MAX_TAGS
from arbor_desktop.memories.confidence import proven_rate
from arbor_desktop.memories.model import LIVING, Memory, Privacy, Scope, Source, Status, StoreResult
from arbor_desktop.memories.queries import lifecycle, memories, relations, search
from arbor_desktop.memories.queries.memories import NewMemory, Progress, Write
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.text.words import fold

_LEAST_SHARED = 45
"""Texts that share fewer of their words (of 100, in any order) are not compared further."""
_STRICTNESS = (Privacy.NORMAL, Privacy.SENSITIVE, Privacy.NEVER_SHARE)


@dataclass(frozen=True, slots=True)
class Duplicate:
    """A memory that says the same as a new statement. `near`: in other words; `fuller`: the new ones say
    more; `turned_down`: the new statement's very words are in another memory that was rejected."""

    row: int
    id: str
    status: Status
    near: Memory | None = None
    fuller: bool = False
    turned_down: bool = False

    @property
    def living(self) -> bool:
        return self.status in LIVING


# -- find --


def find(conn: Connection, new: NewMemory, by: Write) -> Duplicate | None:
    """Return the memory that says the same as `new`: in the same words or, if none of these is living, in
    others; a living one before others."""
    exact = next(iter(memories.find_same(conn, new.content, new.scope, new.scope_id)), None)
    if exact is not None and exact[2] in LIVING:
        return Duplicate(*exact)
    other = _find_near(conn, new, by)
    if other is not None and (other.living or exact is None):
        return replace(other, turned_down=exact is not None)
    return Duplicate(*exact) if exact else None


def _find_near(conn: Connection, new: NewMemory, by: Write) -> Duplicate | None:
    """Return the memory that says the same in other words: a living one before others, then the oldest."""
    return min(find_near(conn, new, by), key=lambda one: (not one.living, one.row), default=None)


def find_near(conn: Connection, new: NewMemory, by: Write, *, team: bool = False) -> list[Duplicate]:
    """Return all memories in the place of `new` that say the same in any words; with `team` those of other
    members, which are merged with none."""
    from arbor_desktop.text import likeness  # most commands store nothing

    mine = likeness.read(new.content)
    candidates = merges.candidates(conn, mine.anchors, new, team=team)
    if not candidates:
        return []
    from rapidfuzz import fuzz, utils  # most memories are like no other

    # Comparing their words is cheap, and spares loading and reading most of them.
    rows = [
        row
        for row, content in candidates
        if fuzz.token_set_ratio(new.content, content, processor=utils.default_process) >= _LEAST_SHARED
    ]
    found = []
    for other in search.memories_of_rows(conn, rows, by.policy, by.now):
        if not _compatible(new, other):
            continue
        theirs = likeness.read(other.content)
        if new.scope is Scope.GLOBAL and mine.here != theirs.here:
            continue  # without a project nobody knows which one "here" is
        if likeness.same(mine, theirs):
            fuller = likeness.fuller(mine, theirs)
            found.append(Duplicate(other.row, other.id, other.status, other, fuller))
    return found


def _compatible(new: NewMemory, other: Memory) -> bool:
    """Return whether technology and details allow that both say the same."""
    if new.technology and other.technology and new.technology.casefold() != other.technology.casefold():
        return False
    return all(other.details[key] == value for key, value in new.details.items() if key in other.details)


def refuse_duplicate(conn: Connection, memory: Memory, changes: dict[str, Any]) -> None:
    """Raise InvalidInput if an edit would make a second living memory with the same text in the same
    place."""
    if not {"content", "scope", "scope_id"} & changes.keys():
        return
    content = changes.get("content", memory.content)
    scope = Scope(changes.get("scope", memory.scope))
    for _, ident, status in memories.find_same(
        conn, content, scope, changes.get("scope_id", memory.scope_id)
    ):
        if ident != memory.id and status in LIVING:
            raise InvalidInput(
                "Another memory already says exactly this.", field="content", existing_id=ident
            )


# -- store by hand or through the API --


def store(conn: Connection, new: NewMemory, by: Write) -> StoreResult:
    """Store a new memory, or reinforce or merge it into the one that says the same. An archived one that
    faded is restored; a rejected one is not."""
    same = memories.find_same(conn, new.content, new.scope, new.scope_id)
    for row, ident, status in same:
        if status in LIVING:
            memories.adjust(conn, row, memories.REINFORCEMENT, by, "said again")
            return StoreResult(ident, duplicate=True, existing_id=ident)
    for row, ident, status in same:
        if status is Status.ARCHIVED and lifecycle.was_forgotten(conn, ident):
            bring_back(conn, row, new, by)
            return StoreResult(ident, duplicate=True, existing_id=ident)
    if merged := _merge(conn, new, by):
        return StoreResult(merged, merged=True, existing_id=merged)
    ident, _ = memories.insert(conn, new, by)
    return StoreResult(ident)


def store_many(
    conn: Connection,
    new: Sequence[NewMemory],
    by: Write,
    *,
    reinforce: bool = True,
    dry_run: bool = False,
    progress: Progress | None = None,
) -> list[StoreResult]:
    """Store memories as `store` does, in few statements; but those in other words stay apart, since imports
    bring thousands. `reinforce`: raise the confidence of those that are saved already. `dry_run`: store
    nothing; what is new has no id in the results."""
    keys = [(fold(one.content), one.scope.value, one.scope_id) for one in new]
    known = memories.living(conn, list({folded: None for folded, _, _ in keys}))
    fresh: dict[tuple[str, str, str | None], NewMemory] = {}
    for key, one in zip(keys, new, strict=True):
        if key not in known:
            fresh.setdefault(key, one)
    if dry_run:
        made = [("", 0)] * len(fresh)
    else:
        made = memories.insert_many(conn, [(one, key[0]) for key, one in fresh.items()], by, progress)
    first = {key: ident for key, (ident, _) in zip(fresh, made, strict=True)}
    known |= {key: (row, ident) for key, (ident, row) in zip(fresh, made, strict=True)}
    results = []
    for key in keys:
        if key in first:
            results.append(StoreResult(first.pop(key)))
            continue
        row, ident = known[key]
        if reinforce:
            memories.adjust(conn, row, memories.REINFORCEMENT, by, "said again")
        results.append(StoreResult(ident, duplicate=True, existing_id=ident))
    return results


def store_each(
    conn: Connection, new: Sequence[NewMemory], by: Write, progress: Progress | None = None
) -> list[StoreResult]:
    """Store memories one by one, merged with those in other words; but what is saved already, or was merged
    before, stays unchanged."""
    results = []
    for done, one in enumerate(new):
        if progress is not None:
            progress(done, len(new))
        same = memories.find_same(conn, one.content, one.scope, one.scope_id)
        known = next((ident for _, ident, status in same if status in LIVING), None)
        if known is None and (merger := _merger(conn, one, by)):
            old, fields = merger
            if merges.has_taken_in(conn, old.id, one.content):
                known = old.id
            else:
                merges.take_in(conn, old, fields, by, one.content, None)
                results.append(StoreResult(old.id, merged=True, existing_id=old.id))
                continue
        if known is None:
            results.append(StoreResult(memories.insert(conn, one, by)[0]))
        else:
            results.append(StoreResult(known, duplicate=True, existing_id=known))
    return results


def restore(
    conn: Connection,
    new: Sequence[NewMemory],
    by: Write,
    *,
    dry_run: bool = False,
    progress: Progress | None = None,
) -> list[StoreResult]:
    """Store memories with their past as they were, merged with no others. What is saved already, by its id or
    (if it is living) in the same words, stays unchanged; what was deleted comes back. `dry_run`: store
    nothing."""
    pasts = [one.past for one in new if one.past]
    saved = {ident: status for ident, (_, status) in memories.statuses(conn, [p.id for p in pasts]).items()}
    folds = [fold(one.content) for one in new]
    known = {key: ident for key, (_, ident) in memories.living(conn, list(dict.fromkeys(folds))).items()}
    fresh: list[tuple[NewMemory, str]] = []
    ids: dict[str, str] = {}
    results = []
    for one, past, folded in zip(new, pasts, folds, strict=True):
        key = (folded, one.scope.value, one.scope_id)
        here = saved.get(past.id)
        if here is not None and (here is not Status.DELETED or one.status is Status.DELETED):
            same: str | None = past.id
        else:
            same = known.get(key) if one.status in LIVING else None
        if same is not None:
            ids[past.id] = same
            results.append(StoreResult(same, duplicate=True, existing_id=same))
            continue
        if here is None:
            fresh.append((one, folded))
        elif not dry_run:
            memories.bring_back(conn, past.id, one, by)
        saved[past.id] = one.status
        if one.status in LIVING:
            known[key] = past.id
        results.append(StoreResult(past.id))
    if not dry_run:
        made = {one.id for one in results if not one.duplicate}
        memories.insert_many(conn, fresh, by, progress)
        relations.bring(
            conn,
            (
                (ids.get(past.id, past.id), kind, ids.get(other, other), weight)
                for past in pasts
                for kind, other, weight in past.links
                if past.id in made or other in made
            ),
        )
    return results


def _merge(conn: Connection, new: NewMemory, by: Write) -> str | None:
    """Merge a new memory into the living one that says the same in other words. Return its id, or None."""
    if (found := _merger(conn, new, by)) is None:
        return None
    old, fields = found
    merges.take_in(conn, old, fields, by, new.content, None)
    return old.id


def _merger(conn: Connection, new: NewMemory, by: Write) -> tuple[Memory, dict[str, Any]] | None:
    """Return the living memory that says the same in other words, and its fields once `new` is merged into
    it; None if there is none or its text must stay while the new one says more: no typed words are
    dropped."""
    known = _find_near(conn, new, by)
    if known is None or known.near is None or not known.living or known.near.type is not new.type:
        return None
    old = known.near
    fields = combined(old, new, by)
    if Privacy.ALWAYS_INCLUDE in (old.privacy_level, new.privacy_level):
        if old.privacy_level in _STRICTNESS[1:] or new.privacy_level in _STRICTNESS[1:]:
            return None  # always and never share: that is for the person to decide
        fields["privacy_level"] = Privacy.ALWAYS_INCLUDE
    if known.fuller:
        worded = merges.worded_by(conn, old.id)
        typed_by_same = worded is None or (worded == "typed" and by.actor == "user")
        if _outranked(old, new) or not typed_by_same:
            return None
        fields |= wording(new)
    if by.actor == "user" and old.status is Status.PENDING:
        fields |= {"status": Status.ACTIVE, "confirmed_at": by.now}
    return old, fields


# -- stated again in a conversation --


def reinforce(conn: Connection, known: Duplicate, new: NewMemory, by: Write, conversation: str) -> None:
    """Raise the confidence of a living memory that a conversation states again, and merge the new
    statement."""
    reinstated = new.status is Status.ACTIVE and memories.reinstate(conn, known.row, by)
    also: dict[str, Any] = {}
    clear = new.status is Status.ACTIVE and new.source is Source.USER_STATED
    pending = not reinstated and known.status is Status.PENDING
    if clear and pending and not merges.was_reviewed(conn, known.id):  # now it needs no review
        also = {"status": Status.ACTIVE, "source": new.source}
    if known.near is None:
        if new.source is Source.USER_STATED:
            also |= merges.as_proven(conn, known.row)
        memories.adjust(conn, known.row, memories.REINFORCEMENT, by, "said again", **also)
        return
    fields = combined(known.near, new, by) | also
    if known.fuller and not known.turned_down and may_reword(conn, known.near, new):
        fields |= wording(new)
    merges.take_in(conn, known.near, fields, by, new.content, conversation)


def bring_back(conn: Connection, row: int, new: NewMemory, by: Write) -> None:
    """Restore an archived memory that is stated again, with the status and source of the new statement."""
    confidence = max(memories.worth(conn, row, by), new.confidence)
    fields = {
        "status": new.status,
        "archived_at": None,
        "confidence": round(confidence, 6),
        "reinforced_at": by.now,
        "expires_at": new.expires_at,
        "source": new.source,
    }
    memories.change(conn, row, fields | merges.as_proven(conn, row), by, "said again")


def to_review(conn: Connection, known: Duplicate, new: NewMemory, by: Write) -> None:
    """Send a rejected memory that the person states again to review, in the new words."""
    words = wording(new) if known.near is not None else {}
    memories.change(conn, known.row, {"status": Status.PENDING, **words}, by, "said again")


# -- merge --


def _outranked(old: Memory, new: NewMemory) -> bool:
    return old.source is Source.USER_STATED and new.source is not Source.USER_STATED


def may_reword(conn: Connection, old: Memory, new: NewMemory) -> bool:
    """Return whether `old` may automatically get the text of `new`."""
    if (new.status is not Status.ACTIVE and old.status is Status.ACTIVE) or _outranked(old, new):
        return False
    if old.source is Source.TEAM:
        return False
    return old.privacy_level is not Privacy.ALWAYS_INCLUDE and merges.worded_by(conn, old.id) is None


def wording(new: NewMemory) -> dict[str, Any]:
    """Return the fields of a memory that gets the text of `new`."""
    return {"content": new.content, "summary": None, "compacted_at": None}


def combined(old: Memory, new: NewMemory, by: Write) -> dict[str, Any]:
    """Return the fields of both together, except the text."""
    confidence = min(1.0, max(old.current_confidence, new.confidence) + memories.REINFORCEMENT)
    tags = tuple(dict.fromkeys((*old.tags, *new.tags)))
    fields: dict[str, Any] = {"confidence": round(confidence, 6), "reinforced_at": by.now}
    if len(tags) <= MAX_TAGS:
        fields["tags"] = tags
    if new.source is Source.USER_STATED:
        fields |= {"source": Source.USER_STATED, "decay_rate": proven_rate(old.decay_rate, old.type)}
    if old.privacy_level in _STRICTNESS and new.privacy_level in _STRICTNESS:
        fields["privacy_level"] = max(old.privacy_level, new.privacy_level, key=_STRICTNESS.index)
    fields["technology"] = old.technology or new.technology
    fields["details"] = new.details | old.details
    return fields
