"""How a model worded the facts of a summary, laid over what is composed of the memories.

A wording stands for the groups of memories that it was made of, and only while each of them still says the
same: what changed, came or went is composed as ever. So no fact is ever lost, nothing is told of a memory
that is gone or private, and confidence, evidence and times always come from the memories.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from arbor_desktop.summaries.clusters import Cluster
from arbor_desktop.summaries.document import LONGEST_STATEMENT
from arbor_desktop.summaries.model import Wording, mark


def may_be_worded(cluster: Cluster) -> bool:
    """Whether a model may say in its own words what a group says: not what is disputed, nor what holds on one
    branch or for a while alone."""
    shown = cluster.shown
    plain = shown.branch is None and shown.expires_at is None and not cluster.alone
    return plain and len(shown.text) <= LONGEST_STATEMENT


def laid_over(clusters: Sequence[Cluster], wordings: Iterable[Wording]) -> list[Cluster]:
    """The groups, those that a wording stands for joined to one at the place of the first of them."""
    led = {cluster.shown.id: place for place, cluster in enumerate(clusters) if may_be_worded(cluster)}
    found: dict[int, Cluster] = {}
    taken: set[int] = set()
    for wording in wordings:
        places = sorted(led[ident] for ident in wording.sources if ident in led)
        if len(places) < len(wording.sources) or not places or taken.intersection(places):
            continue
        parts = [clusters[place] for place in places]
        if all(mark(part.shown.text) == wording.sources[part.shown.id] for part in parts):
            taken.update(places)
            found[places[0]] = _joined(parts, wording)
    return [
        found.get(place, cluster)
        for place, cluster in enumerate(clusters)
        if place in found or place not in taken
    ]


def _joined(parts: Sequence[Cluster], wording: Wording) -> Cluster:
    first = parts[0]
    items = [item for part in parts for item in part.items]
    shown = tuple(part.shown for part in parts)
    return Cluster(items, first.shown, first.words, shown, wording.statement, wording.time_bound)
