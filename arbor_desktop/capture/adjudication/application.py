"""What a model said of a new item is done, as part of the commit, as far as the rules of trust allow.

No model overrules a person: what they typed, edited or pinned keeps its words, what an assistant concluded
replaces nothing that a person said, and what awaits review changes nothing that is active. A text that the
model wrote must hold all that its two sources say, and nothing else. What may not be done, or is not as it
was when the model saw it, is decided by the rules, as without a model; nothing is dropped.
"""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum

from arbor_desktop.capture.adjudication.adjudication import Judged
from arbor_desktop.conflicts import adjudication, merging
from arbor_desktop.conflicts.adjudication import Action
from arbor_desktop.conflicts.model import Verdict
from arbor_desktop.conflicts.model_judge import RULE
from arbor_desktop.conflicts.queries import conflicts, near
from arbor_desktop.conflicts.queries.near import Near
from arbor_desktop.conflicts.visibility import Said
from arbor_desktop.database.connection import Connection
from arbor_desktop.memories.model import Memory, Scope, Source, Status
from arbor_desktop.memories.queries import memories
from arbor_desktop.memories.queries.memories import NewMemory, Write
from arbor_desktop.models.housework import OPEN_TO_MODELS
from arbor_desktop.text import support

SAME_MATTER = 0.5
"""So much of the shorter text's words the other has, where one takes the other's place unasked."""
KNOWN = "The model judged that this was known already, in other words"
JOINED = "The model joined what was known with what was said now"
REPLACED = "The model judged that something said later took its place"


class Way(StrEnum):
    """What becomes of a new item: the rules decide; it is `known` or `joined` with the neighbour; it is
    stored and `replaces` the neighbour; it is stored and `disputes` it."""

    RULES = "rules"
    KNOWN = "known"
    JOINED = "joined"
    REPLACES = "replaces"
    DISPUTES = "disputes"


def way(conn: Connection, judged: Judged, new: NewMemory, said_at: int, by: Write) -> tuple[Way, Near | None]:
    """What may be done of what the model said, with the neighbour as it is now."""
    old = _now(conn, judged.seen, by)
    if old is None or new.privacy_level not in OPEN_TO_MODELS:
        return Way.RULES, None
    memory, target = old
    if judged.action is Action.NOOP:
        return (Way.KNOWN if _says_it(memory, new) else Way.RULES), target
    if judged.action is Action.MERGE:
        return (Way.JOINED if _may_join(conn, memory, target, judged.text, new) else Way.RULES), target
    if judged.action is Action.UPDATE:
        return _update(conn, memory, target, new, said_at)
    return (Way.DISPUTES if judged.action is Action.CONFLICT else Way.RULES), target


def _now(conn: Connection, seen: Memory, by: Write) -> tuple[Memory, Near] | None:
    """The neighbour, if it still is as the model was shown it."""
    found = memories.get_many(conn, [seen.id], by.policy, by.now)
    if not found:
        return None
    memory = found[0]
    same = ("content", "status", "privacy_level", "scope", "scope_id", "branch", "expires_at", "needs_review")
    if any(getattr(memory, name) != getattr(seen, name) for name in same):
        return None
    row = memories.rows_of(conn, [memory.id])[0][0]
    return memory, Near(
        row, memory.id, memory.content, memory.type, memory.status, memory.source, memory.privacy_level,
        memory.tags, memory.technology, memory.details,
    )  # fmt: skip


def _in_its_place(memory: Memory, new: NewMemory) -> bool:
    mine = (new.scope, new.scope_id, new.branch, new.expires_at)
    return mine == (memory.scope, memory.scope_id, memory.branch, memory.expires_at) and not memory.condition


def _says_it(memory: Memory, new: NewMemory) -> bool:
    """Whether nothing is lost where only the neighbour is kept: it holds there too, and has every name,
    number, denial and limit of the new one, and half of its other words. What awaits review does not become
    certain by a model's word."""
    if memory.status is Status.PENDING and new.status is Status.ACTIVE:
        return False
    everywhere = memory.scope is Scope.GLOBAL and new.branch is None and new.expires_at is None
    holds = _in_its_place(memory, new) or (everywhere and memory.expires_at is None and not memory.condition)
    if not holds or support.missing(memory.content, new.content, least=SAME_MATTER):
        return False
    return support.conditions(memory.content) <= support.conditions(new.content)


def _is_anybodys(conn: Connection, memory: Memory, target: Near, new: NewMemory) -> bool:
    """Whether nobody vouched for the very words of the neighbour, and nothing is to be decided about it."""
    open_ones = memory.conflict_ids or memory.needs_review
    return not open_ones and memory.confirmed_at is None and merging.may_reword(conn, target, new)


def _may_join(conn: Connection, memory: Memory, target: Near, text: str, new: NewMemory) -> bool:
    """Once only: of a text that was made of three conversations nobody could take one out again."""
    alike = (memory.type, memory.source, memory.status) == (new.type, new.source, new.status)
    if not alike or not _in_its_place(memory, new) or not _is_anybodys(conn, memory, target, new):
        return False
    if near.was_joined(conn, memory.id):
        return False
    both = (memory.content, new.content)
    return not support.unsupported(text, both) and not any(support.missing(text, one) for one in both)


def _update(
    conn: Connection, memory: Memory, target: Near, new: NewMemory, said_at: int
) -> tuple[Way, Near | None]:
    alike = support.overlap(memory.content, new.content)
    if not alike or not _in_its_place(memory, new) or memory.status is not Status.ACTIVE:
        return Way.RULES, target
    later = Said.of(conn, [memory]).at(memory) < said_at
    plain = alike >= SAME_MATTER and later and new.status is Status.ACTIVE
    if plain and _is_anybodys(conn, memory, target, new):
        return Way.REPLACES, target
    return Way.DISPUTES, target


def know(conn: Connection, target: Near, new: NewMemory, by: Write, conversation: str) -> None:
    """The neighbour is more certain by what was said; the new words stand in its history."""
    worth = max(memories.worth(conn, target.row, by), min(new.confidence, _most(target, new)))
    confidence = min(1.0, worth + memories.REINFORCEMENT)
    fields = {"confidence": round(confidence, 6), "reinforced_at": by.now}
    near.take_in(conn, target, fields, replace(by, reason=KNOWN), new.content, conversation)


def _most(target: Near, new: NewMemory) -> float:
    """What an assistant concluded lends no certainty of its own to what a person said."""
    lends = new.source is Source.USER_STATED or target.source is not Source.USER_STATED
    return 1.0 if lends else 0.0


def join(conn: Connection, target: Near, text: str, new: NewMemory, by: Write, conversation: str) -> None:
    """The neighbour says both from now on."""
    worded = replace(new, content=text)
    fields = merging.together(conn, target, worded, by) | merging.worded(worded)
    why = replace(by, reason=JOINED)
    near.take_in(conn, target, fields, why, text, conversation, joined=new.content)


def replace_old(conn: Connection, target: Near, new_id: str, by: Write) -> None:
    """The neighbour is superseded by the new memory, and stays to be looked at and restored."""
    memories.change(
        conn,
        target.row,
        {"status": Status.SUPERSEDED},
        replace(by, reason=REPLACED),
        "superseded",
        touch=False,
    )
    conflicts.link(conn, [(new_id, target.id)])


def verdict(judged: Judged) -> Verdict:
    """What the model found, as the judge of contradictions would say it."""
    update = judged.action is Action.UPDATE
    reason = judged.reason or "The newer one says how it is now, and the older one says otherwise."
    return Verdict(RULE.format(adjudication.version()), judged.topic, judged.values, reason, replaces=update)
