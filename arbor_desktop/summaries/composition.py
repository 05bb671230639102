"""Summaries made from memories (spec 4.4): all in them is the memories' text, or figures about them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from arbor_desktop.clock import DAY_MS, to_iso
from arbor_desktop.database.connection import Connection
from arbor_desktop.memories.confidence import DecayPolicy
from arbor_desktop.memories.model import MemoryType, Privacy, Scope
from arbor_desktop.projects.names import folder_name
from arbor_desktop.summaries import queries
from arbor_desktop.summaries.clusters import Cluster, clusters, strongest_first, with_wordings
from arbor_desktop.summaries.document import (
    REVIEW,
    UPDATED,
    compose,
    one_line,
    quoted,
    renewed,
    sources_of,
    validate,
    with_head,
    written_by_arbor,
)
from arbor_desktop.summaries.model import (
    ARBOR,
    CategorySummary,
    Dispute,
    Document,
    Fact,
    Item,
    MemoryOrigin,
    Place,
    Replaced,
    Side,
    Wording,
)
from arbor_desktop.summaries.queries import Stamp, Version

MOST_SOURCES = 12
MOST_PLACES = 3
MOST_DISPUTES = 40
UNCERTAIN = 0.4
_TYPES = {
    MemoryType.PREFERENCE: ("preference", "preferences"),
    MemoryType.FACT: ("fact", "facts"),
    MemoryType.CONTEXT: ("note", "notes"),
    MemoryType.SKILL: ("skill", "skills"),
    MemoryType.INSTRUCTION: ("instruction", "instructions"),
    MemoryType.RELATIONSHIP: ("relationship", "relationships"),
}
_STORED_BY = {"user": "From the user", "agent": "Saved by an AI tool", "import": "Imported"}


@dataclass(frozen=True, slots=True)
class Material:
    """The content of a summary: memories, strongest first, and their groups; `left` memories are in none."""

    place: Place
    items: Sequence[Item]
    clusters: Sequence[Cluster]
    left: int
    origins: Mapping[str, Sequence[MemoryOrigin]]
    disputes: Sequence[Dispute] = ()
    replaced: Sequence[Replaced] = ()


def make(material: Material, now: int, reviewed_at: int | None) -> Document:
    """Return the document of at least one memory."""
    items = material.items
    worth = [round(item.confidence, 2) for item in items]
    facts = tuple(_fact(cluster, material.origins) for cluster in material.clusters)
    return Document(
        title=one_line(material.place.title, 200),
        updated_at=now,
        item_count=len(items),
        confidence=(min(worth), max(worth)),
        reviewed_at=reviewed_at,
        summary=" ".join(_sentences(material, facts)),
        facts=facts,
        conflicts=tuple(_conflicts(material)),
        usage=tuple(_usage(material)),
        more=material.left,
    )


def sources(clusters: Sequence[Cluster]) -> list[str]:
    """Return the ids that the facts name."""
    return [ident for cluster in clusters for ident in _named(cluster)]


def _named(cluster: Cluster) -> tuple[str, ...]:
    ids = (cluster.shown.id, *(item.id for item in cluster.worded_of), *(item.id for item in cluster.items))
    return tuple(dict.fromkeys(ids))[:MOST_SOURCES]


def _fact(cluster: Cluster, origins: Mapping[str, Sequence[MemoryOrigin]]) -> Fact:
    shown = cluster.shown
    named = _named(cluster)
    updated_at = max(item.updated_at for item in cluster.items)
    return Fact(
        statement=one_line(cluster.text) + _bounds(shown) + _doubt(cluster, updated_at),
        evidence=_evidence([one for ident in named for one in origins.get(ident, ())]),
        confidence=round(min(item.confidence for item in cluster.text_sources), 2),
        updated_at=updated_at,
        sources=named,
        more_sources=len(cluster.items) - len(named),
    )


def _bounds(item: Item) -> str:
    """Return the branch and end date of a memory, as text."""
    parts = [f"on branch {one_line(item.branch, 100)} only"] if item.branch else []
    parts += [f"until {_iso(item.expires_at)}"] if item.expires_at is not None else []
    return f" ({', '.join(parts)})" if parts else ""


def _doubt(cluster: Cluster, at: int) -> str:
    """Return the remark on a fact that may not be true for long."""
    return f" (as of {_day(at)}; may have changed since)" if cluster.time_bound else ""


def _evidence(origins: Sequence[MemoryOrigin]) -> str:
    """Return the sources with their last times, the newest first."""
    said: dict[str, int] = {}
    for one in origins:
        if one.title is None:
            words = _STORED_BY.get(one.actor, "A deleted conversation")
        else:
            words = quoted(one.title) if one.title.strip() else "A conversation without a title"
        said[words] = max(one.at, said.get(words, one.at))
    ordered = sorted(said.items(), key=lambda pair: (-pair[1], pair[0]))
    told = "; ".join(f"{words} ({_iso(at)})" for words, at in ordered[:MOST_PLACES])
    further = len(ordered) - MOST_PLACES
    return told + (f" and {further:,} more" if further > 0 else "") if told else "Not known"


# -- sentences --


def _sentences(material: Material, facts: Sequence[Fact]) -> Iterator[str]:
    """Yield the sentences of the summary: counts, types and dates; the most certain; conflicts."""
    items, where = material.items, material.place
    first, last = (_day(pick(item.said_at for item in items)) for pick in (min, max))
    if len(items) == 1:
        kind = _TYPES[items[0].type][0]
        yield f"One memory {_where(where)}: {'an' if kind[0] in 'aeiou' else 'a'} {kind} from {first}."
    else:
        when = f"from {first}" if first == last else f"from {first} to {last}"
        yield f"{len(items):,} memories {_where(where)}: {_kinds(items)}, {when}."
    highest = max(fact.confidence for fact in facts)
    best = [quoted(fact.statement) for fact in facts if fact.confidence == highest][:2]
    what = (
        "It says" if len(items) == 1 else "The most certain is" if len(best) == 1 else "The most certain are"
    )
    quotes = " and ".join(best)
    yield f"{what} {quotes}" + ("" if quotes.endswith((".”", "!”", "?”")) else ".")
    disputed = len(material.disputes)
    if disputed:
        verb = "is" if disputed == 1 else "are"
        yield f"{_count(disputed, 'conflict', 'conflicts')} among them {verb} open."


def _kinds(items: Sequence[Item]) -> str:
    counted = sorted(Counter(item.type for item in items).items(), key=lambda p: (-p[1], p[0].value))
    if len(counted) == 1:
        return f"all {_TYPES[counted[0][0]][1]}"
    return _listed([_count(number, *_TYPES[kind]) for kind, number in counted])


def _where(place: Place) -> str:
    if place.scope is Scope.PROJECT:
        return f"of the project {_project(place)}"
    return "for all projects" if place.scope is Scope.GLOBAL else "of one conversation"


def _project(place: Place) -> str:
    return one_line(folder_name(place.scope_id), 200)


# -- lists --


def _conflicts(material: Material) -> Iterator[str]:
    for dispute in material.disputes[:MOST_DISPUTES]:
        sides = " against ".join(_side(side) for side in dispute.sides)
        yield f"Open since {_iso(dispute.created_at)}: {sides}."
    further = len(material.disputes) - MOST_DISPUTES
    if further > 0:
        yield f"And {further:,} more open conflicts."
    for one in material.replaced:
        yield f"{_side(one.newer)} replaced {_side(one.older)}."


def _side(side: Side) -> str:
    return f"{quoted(side.text)} ({_iso(side.at)})"


def _usage(material: Material) -> Iterator[str]:
    items, place = material.items, material.place
    if place.scope is Scope.GLOBAL:
        yield "Applies in every project and conversation."
    elif place.scope is Scope.PROJECT:
        yield f"Applies in the project {_project(place)} only."
    else:
        yield "Applies in one conversation only."
    pinned = sum(item.privacy is Privacy.ALWAYS_INCLUDE for item in items)
    if pinned:
        yield f"{_count(pinned, 'memory is', 'memories are')} pinned: always included."
    used = max(items, key=lambda item: (item.use_count, item.updated_at, item.id))
    if used.use_count:
        yield f"Used most: {quoted(used.text)} ({_count(used.use_count, 'time', 'times')})."
    bound = [item for item in items if item.expires_at is not None]
    if bound:
        soonest = min(bound, key=lambda item: (item.expires_at or 0, item.id))
        told = _count(len(bound), "memory is", "memories are")
        yield f"{told} bound in time; the first until {_iso(soonest.expires_at)}."
    on_branch = sum(item.branch is not None for item in items)
    if on_branch:
        yield f"{_count(on_branch, 'memory applies', 'memories apply')} on one branch only."
    doubted = sum(item.needs_review for item in items)
    if doubted:
        yield f"{_count(doubted, 'memory is', 'memories are')} marked as outdated and should be asked about."
    weak = sum(item.confidence < UNCERTAIN for item in items)
    if weak:
        yield f"{_count(weak, 'memory has', 'memories have')} low confidence."


def _count(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"


def _listed(words: Sequence[str]) -> str:
    """`a, b and c`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _iso(at: int | None) -> str:
    return to_iso(at) or ""


def _day(at: int) -> str:
    return _iso(at)[:10]


NOTHING_LEFT = "There are no memories of this kind anymore."
FRESH_DAYS = 7
"""Days until a summary is renewed even if nothing changed, since confidence fades."""


@dataclass(frozen=True, slots=True)
class Fresh:
    """The document of the present memories; None without any."""

    document: Document | None
    stamp: Stamp


def fresh_of(
    conn: Connection,
    place: Place,
    policy: DecayPolicy,
    now: int,
    wordings: Sequence[Wording] | None = None,
) -> Fresh:
    """Make a document from the memories of a place. `wordings` override the stored ones."""
    groups, left, items = groups_of(conn, place, policy, now, wordings)
    ends = [item.expires_at for item in items if item.expires_at is not None]
    stamp = queries.stamp(conn, min([until(now), *ends]), [item.confidence for item in items])
    if not items:
        return Fresh(None, stamp)
    material = Material(
        place,
        items,
        groups,
        left,
        queries.origins(conn, sources(groups)),
        queries.disputes(conn, place, now),
        queries.replaced(conn, place),
    )
    return Fresh(make(material, now, None), stamp)


def groups_of(
    conn: Connection,
    place: Place,
    policy: DecayPolicy,
    now: int,
    wordings: Sequence[Wording] | None = None,
) -> tuple[list[Cluster], int, list[Item]]:
    """Return the groups of memories that are facts, how many memories are in none, and all memories."""
    items = strongest_first(queries.items(conn, place, policy, now))
    if not items:
        return [], 0, []
    groups, left = clusters(items)
    if wordings is None:
        newest = queries.newest(conn, place)
        # In what a person edited no model words anything.
        wordings = () if newest is not None and newest.edited else queries.wordings(conn, place)
    return with_wordings(groups, wordings), left, items


def keep(conn: Connection, place: Place, newest: Version | None, fresh: Fresh, now: int) -> None:
    """Store a new version, or only note that the newest one is fresh if nothing changed."""
    edited = newest is not None and newest.edited
    reviewed_at = None if newest is None else newest.reviewed_at
    text = ""
    if newest is not None and edited:
        text = _person_text(conn, place, newest, fresh, now)
    elif fresh.document is not None:
        text = compose(replace(fresh.document, reviewed_at=reviewed_at))
    head = {UPDATED: ""}
    if newest is not None and with_head(newest.markdown, head) == with_head(text, head):
        queries.set_stamp(conn, newest, fresh.stamp)
    elif newest is not None or text:
        queries.add(
            conn, place, text, actor=ARBOR, now=now, reviewed_at=reviewed_at, edited=edited,
            stamp=fresh.stamp, left_out=newest.left_out if newest is not None and edited else (),
        )  # fmt: skip


def _person_text(conn: Connection, place: Place, newest: Version, fresh: Fresh, now: int) -> str:
    """Return a person's text, renewed; their words are kept even if no memory is left."""
    every = queries.versions(conn, place)
    private = queries.private(conn)
    return renewed(
        newest.markdown,
        fresh.document or Document(place.title, now, 0, None, None, NOTHING_LEFT, ()),
        ours=written_by_arbor((one.actor, one.markdown) for one in every),
        left_out=newest.left_out,
        private=frozenset(private),
        hidden=queries.texts_of(conn, private),
    )


def until(now: int) -> int:
    """Return until when a summary made at `now` is fresh."""
    return now + FRESH_DAYS * DAY_MS


def with_times(markdown: str, *, reviewed: int, updated: int | None = None) -> str:
    """Return the text with these times in its head."""
    times = {REVIEW: reviewed} | ({} if updated is None else {UPDATED: updated})
    return with_head(markdown, {name: to_iso(at) or "" for name, at in times.items()})


def left_out(base: Version | None, markdown: str) -> tuple[str, ...]:
    """Return the memories whose facts a person removed when they made `markdown` of `base`, and before."""
    if base is None:
        return ()
    gone = {*base.left_out, *sources_of(base.markdown)} - set(sources_of(markdown))
    return tuple(sorted(gone))


def answer(conn: Connection, place: Place, version: Version) -> CategorySummary:
    """Return a version with its problems, which only a person's edit can have."""
    ids = sources_of(version.markdown)
    problems = validate(version.markdown, queries.known(conn, ids)) if version.edited else ()
    return replace(shown(place, version), problems=problems)


def shown(place: Place, version: Version) -> CategorySummary:
    """Return a version without checking it."""
    stamp = version.stamp
    span = None if stamp.lowest is None or stamp.highest is None else (stamp.lowest, stamp.highest)
    return CategorySummary(
        place.category.value,
        place.scope.value,
        place.scope_id,
        place.title,
        version.markdown,
        version.version,
        version.actor,
        version.edited,
        item_count=stamp.items,
        confidence_range=span,
        updated_at=version.updated_at,
        reviewed_at=version.reviewed_at,
        sources=sources_of(version.markdown),
    )
