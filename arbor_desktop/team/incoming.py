"""Memories of other members, as they come: checked as anybody's words, stored as theirs.

The server and every member of it may send anything. What is no valid memory is left out, and what tries to
command an AI needs the person's review, whoever sent it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import Annotated, Any

import msgspec

from arbor_desktop.agents.storage import is_plain_fact
from arbor_desktop.database.connection import Connection
from arbor_desktop.editing.queries import purge
from arbor_desktop.errors import InvalidInput
from arbor_desktop.extraction.with_model import evidence
from arbor_desktop.memories import checks
from arbor_desktop.memories.confidence import rate_of
from arbor_desktop.memories.model import LIVING, Category, MemoryType, Past, Scope, Source, Status
from arbor_desktop.memories.queries import memories, records
from arbor_desktop.memories.queries.memories import NewMemory, Write
from arbor_desktop.projects import identity
from arbor_desktop.projects import queries as projects
from arbor_desktop.projects.gate import PRIVATE
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.team.queries import local
from arbor_desktop.text.words import fold

ACTOR = "team"
MOST_QUOTES, MOST_QUOTE = 5, 2_000
_BINDING = (MemoryType.INSTRUCTION, MemoryType.PREFERENCE)
_AUTHORS = (
    "content",
    "type",
    "category",
    "details",
    "scope_id",
    "branch",
    "tags",
    "technology",
    "expires_at",
)
"""The fields that the author alone changes."""


class Quote(msgspec.Struct):
    """Words of a conversation."""

    text: str
    at: Annotated[int, msgspec.Meta(ge=0, le=253_402_300_799_999)] | None = None
    source: str = ""


@dataclass(frozen=True, slots=True)
class Incoming:
    """A memory as another member has it now. `new`: None if it is withdrawn or no valid memory; its scope id
    is the key of its project."""

    id: str
    author: str
    revision: int
    withdrawn: bool
    at: int
    new: NewMemory | None
    quote: str = "[]"


@dataclass(slots=True)
class Taken:
    """The result of a batch: ids of memories that changed here, whether any was erased, and the authors of
    what is no valid memory."""

    changed: list[str] = field(default_factory=list)
    erased: bool = False
    invalid: list[str] = field(default_factory=list)


def read(rt: Runtime, row: Any, now: int, *, trusted: bool) -> Incoming:
    """Check a row of the server (`server.client.Row`)."""
    at = min(row.updated_at, now)
    if not row.withdrawn:
        try:
            new = _memory(row, now)
            new = replace(new, status=Status.PENDING if needs_review(rt, new, trusted) else Status.ACTIVE)
            return Incoming(row.id, row.author, row.revision, False, at, new, _quotes(rt, row.quote))
        except (InvalidInput, ValueError, RecursionError):  # also what msgspec raises
            pass
    return Incoming(row.id, row.author, row.revision, row.withdrawn, at, None)


def _memory(row: Any, now: int) -> NewMemory:
    kind = checks.parse_enum(MemoryType, row.type, "type")
    category = checks.parse_enum(Category, row.category, "category")
    if not row.project_key.startswith((identity.REPOSITORY, identity.FOLDER)):
        raise InvalidInput("A project has a key.", field="project_key")  # else it might name any folder here
    changed = min(row.updated_at, now)
    return NewMemory(
        content=checks.content(row.content),
        type=kind,
        category=category,
        scope=Scope.PROJECT,
        scope_id=row.project_key,
        branch=checks.optional_text(row.branch, "branch", 500),
        source=Source.TEAM,
        confidence=checks.confidence(row.confidence),
        tags=checks.tags(msgspec.json.decode(row.tags, type=list[str])),
        technology=checks.optional_text(row.technology, "technology"),
        details=checks.details(msgspec.json.decode(row.details, type=dict[str, Any]), category),
        expires_at=checks.moment(row.expires_at, "expires_at"),
        decay_rate=rate_of(kind, Source.TEAM, category),
        past=Past(min(row.created_at, now), changed, changed, id=row.id),
    )


def _quotes(rt: Runtime, text: str) -> str:
    said = msgspec.json.decode(text, type=list[Quote])[:MOST_QUOTES]
    return records.to_json(
        [{"text": rt.redact(one.text[:MOST_QUOTE]), "at": one.at, "source": one.source[:40]} for one in said]
    )


def needs_review(rt: Runtime, new: NewMemory, trusted: bool) -> bool:
    """Return whether a person must accept a memory before an AI sees it. An author who is not `trusted` may
    state plain facts; what tries to command an AI, or has it reach out, is nobody's to say."""
    texts = [new.content, *_texts(new.details)]
    if any(is_planted(text) for text in texts) or rt.settings.get("review.mode") == "everything":
        return True
    if new.type in _BINDING and new.category is not Category.ARCHITECTURAL_DECISIONS:
        return not trusted or rt.settings.get("team.instructions") != "trusted"
    if rt.settings.get("team.facts") != "active":
        return True
    return not trusted and not all(map(is_plain_fact, texts))


def is_planted(text: str) -> bool:
    """Return whether a text looks like one that was planted to command an AI."""
    return evidence.commands(text) or evidence.reaches_out(text)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from _texts(one)
    elif isinstance(value, list):
        for one in value:
            yield from _texts(one)


def take(
    rt: Runtime, conn: Connection, some: Sequence[Incoming], paths: Mapping[str, str], by: Write
) -> Taken:
    """Store what came, in the caller's transaction. `paths`: the folders of projects here, by key."""
    ids = [one.id for one in some]
    known, here, kinds = local.received(conn, ids), local.here(conn, ids), projects.kinds(conn)
    said = local.said(conn, [fold(one.new.content) for one in some if one.new])
    taken = Taken()
    new: list[tuple[NewMemory, str]] = []
    noted = []
    gone: list[tuple[str, int | None]] = []
    for one in some:
        revision, repeated = known.get(one.id, (None, False))
        old = here.get(one.id)
        if one.revision == revision or (old and old.source != Source.TEAM):
            continue  # seen, or this person's own, of another device
        if one.withdrawn:
            gone.append((one.id, old.row if old else None))
            continue
        memory, repeats = one.new, False
        if memory is None:
            taken.invalid.append(one.author)
        else:
            key = memory.scope_id or ""
            path = paths.get(key, key)
            memory = replace(memory, scope_id=path)
            if old is not None:
                if _change(conn, old, memory, by):
                    taken.changed.append(one.id)
            elif revision is None or repeated:  # else it was deleted permanently here
                words = (fold(memory.content), path)
                repeats = words in said or rt.is_excluded(path) or kinds.get(path, ("",))[0] == PRIVATE
                if not repeats:
                    said.add(words)
                    new.append((memory, words[0]))
        noted.append((one.id, one.author, one.revision, one.at, one.quote, repeats))
    memories.insert_many(conn, new, by)
    local.put_received(conn, noted)
    local.drop_received(conn, [ident for ident, _ in gone])
    rows = [row for _, row in gone if row is not None]
    if rows:
        taken.changed += purge.erase_memories(conn, rows)
        taken.erased = True
    taken.changed += [memory.past.id for memory, _ in new if memory.past]
    return taken


def _change(conn: Connection, old: local.Here, new: NewMemory, by: Write) -> bool:
    """Make a memory what its author made it. What its person decided stays, but for words that they never
    saw."""
    fields: dict[str, Any] = {name: getattr(new, name) for name in _AUTHORS}
    if old.status in LIVING and old.told != (new.content, new.details):
        fields["status"] = new.status
    return memories.change(conn, old.row, fields, by, "changed by its author")
