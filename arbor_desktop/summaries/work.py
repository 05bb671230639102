"""Making a summary of what the memories give now. Imported only when one is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from arbor_desktop.clock import DAY_MS, to_iso
from arbor_desktop.database.connection import Connection
from arbor_desktop.memories.confidence import DecayPolicy
from arbor_desktop.summaries import queries
from arbor_desktop.summaries.clusters import Cluster, clusters, strongest_first
from arbor_desktop.summaries.composition import Material, make, sources
from arbor_desktop.summaries.document import REVIEW, UPDATED, compose, sources_of, validate, with_head
from arbor_desktop.summaries.edit import renewed, written_by_arbor
from arbor_desktop.summaries.model import ARBOR, CategorySummary, Document, Item, Place, Wording
from arbor_desktop.summaries.queries import Stamp, Version
from arbor_desktop.summaries.wording import laid_over

FRESH_DAYS = 7
"""Confidence fades: a summary is looked at anew after so long even if nothing happened."""


@dataclass(frozen=True, slots=True)
class Fresh:
    """What the memories give now; `document` is None where there are none to tell of."""

    document: Document | None
    stamp: Stamp


def fresh_of(
    conn: Connection,
    place: Place,
    policy: DecayPolicy,
    now: int,
    wordings: Sequence[Wording] | None = None,
) -> Fresh:
    """Made from the memories of the place alone. `wordings`: how facts are worded, other than is kept."""
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
        queries.heard(conn, sources(groups)),
        queries.disputes(conn, place, policy, now),
        queries.replaced(conn, place, policy, now),
    )
    return Fresh(make(material, now, None), stamp)


def groups_of(
    conn: Connection,
    place: Place,
    policy: DecayPolicy,
    now: int,
    wordings: Sequence[Wording] | None = None,
) -> tuple[list[Cluster], int, list[Item]]:
    """The groups of memories that each are a fact, how many memories are in none, and all memories."""
    items = strongest_first(queries.items(conn, place, policy, now))
    if not items:
        return [], 0, []
    groups, left = clusters(items)
    if wordings is None:
        newest = queries.newest(conn, place)
        # In what a person edited no model words anything.
        wordings = () if newest is not None and newest.edited else queries.wordings(conn, place)
    return laid_over(groups, wordings), left, items


def keep(conn: Connection, place: Place, newest: Version | None, fresh: Fresh, now: int) -> None:
    """Stores what is new as a version; what says the same as before is only known to be fresh."""
    edited = newest is not None and newest.edited
    reviewed_at = None if newest is None else newest.reviewed_at
    text = ""
    if newest is not None and edited:
        text = _person_text(conn, place, newest, fresh, now)
    elif fresh.document is not None:
        text = compose(replace(fresh.document, reviewed_at=reviewed_at))
    if newest is not None and _says_the_same(newest.markdown, text):
        queries.set_stamp(conn, newest, fresh.stamp)
    elif newest is not None or text:
        queries.add(
            conn, place, text, actor=ARBOR, now=now, reviewed_at=reviewed_at, edited=edited,
            stamp=fresh.stamp, left_out=newest.left_out if newest is not None and edited else (),
        )  # fmt: skip


def _person_text(conn: Connection, place: Place, newest: Version, fresh: Fresh, now: int) -> str:
    """A person's text with what is new; their words are kept where no memory is left, too."""
    every = queries.versions(conn, place)
    private = queries.private(conn)
    return renewed(
        newest.markdown,
        fresh.document or _nothing(place, now),
        ours=written_by_arbor((one.actor, one.markdown) for one in every),
        left_out=newest.left_out,
        private=frozenset(private),
        hidden=queries.texts_of(conn, private),
    )


def _nothing(place: Place, now: int) -> Document:
    return Document(place.title, now, 0, None, None, "There are no memories of this kind any more.", ())


def _says_the_same(one: str, other: str) -> bool:
    head = {UPDATED: ""}
    return with_head(one, head) == with_head(other, head)


def until(now: int) -> int:
    """How long a summary may go without being looked at."""
    return now + FRESH_DAYS * DAY_MS


def with_times(markdown: str, *, reviewed: int, updated: int | None = None) -> str:
    """The text with other times in its head."""
    times = {REVIEW: reviewed} | ({} if updated is None else {UPDATED: updated})
    return with_head(markdown, {name: to_iso(at) or "" for name, at in times.items()})


def left_out(base: Version | None, markdown: str) -> tuple[str, ...]:
    """The memories whose facts a person took out, when they made `markdown` of `base` and before."""
    if base is None:
        return ()
    gone = {*base.left_out, *sources_of(base.markdown)} - set(sources_of(markdown))
    return tuple(sorted(gone))


def answer(conn: Connection, place: Place, version: Version) -> CategorySummary:
    """A version with what is wrong with it, which only a person's may be."""
    ids = sources_of(version.markdown)
    problems = validate(version.markdown, queries.known(conn, ids)) if version.edited else ()
    return replace(shown(place, version), problems=problems)


def shown(place: Place, version: Version) -> CategorySummary:
    """A version as it is."""
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
