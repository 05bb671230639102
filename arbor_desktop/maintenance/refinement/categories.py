"""Summaries of categories, evolved by a model (spec 4.4).

The model is shown the facts as they are and says which belong together, in which words, and which may not
hold for long. That is kept as wordings, laid over what is composed of the memories (`summaries.clusters`):
the document is made from the memories as ever, and checked once more with the wordings before they are kept.
The opening sentences stay composed: their words could not be traced to a memory when that is deleted for
good. A summary that a person edited is theirs: no model words anything in it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from arbor_desktop.database.connection import Connection
from arbor_desktop.memories.model import Category, Scope
from arbor_desktop.models.json_answers import Unusable
from arbor_desktop.models.model import Ask
from arbor_desktop.models.structured import MaintenanceQuestions
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.runtime.steps import Work
from arbor_desktop.summaries import composition
from arbor_desktop.summaries import evolution as asking
from arbor_desktop.summaries import queries as summaries
from arbor_desktop.summaries.clusters import Cluster, may_be_worded
from arbor_desktop.summaries.document import compose, sources_of, validate
from arbor_desktop.summaries.evolution import Evolved, Told
from arbor_desktop.summaries.model import Item, Place, Wording, mark
from arbor_desktop.summaries.operations import Summaries

MOST_CATEGORIES = 12
"""A night."""
LOOKED_AT = 60
MOST_CHARACTERS = 30_000
"""Of facts in one question; the weakest that go beyond it stay as they are."""
Asking = Callable[[Ask, Callable[[str], list[Wording]]], list[Wording] | None]


@dataclass(frozen=True, slots=True)
class _Now:
    """The groups of a place that may be worded, the strongest first, as they are told to the model. `edited`:
    by a person."""

    clusters: tuple[Cluster, ...]
    told: tuple[Told, ...]
    edited: bool = False

    @property
    def mark(self) -> str:
        shown = sorted((item.id, item.text) for cluster in self.clusters for item in _shown(cluster))
        return mark(f"category/{asking.version()}", *(part for pair in shown for part in pair))


class RefineCategories:
    def __init__(self, runtime: Runtime, kept: Summaries) -> None:
        self._rt = runtime
        self._summaries = kept

    def run(self, work: Work, questions: MaintenanceQuestions) -> None:
        """Raises ModelUnavailable, Stopped."""
        places = self._places()
        done = 0
        for number, place in enumerate(places):
            work.check()
            work.at(number, len(places))
            with work.record(partial(str, place.title)):
                asked, evolved = self.evolve(place, questions.ask)
                work.count("categories_evolved", evolved)
                done += asked
            if done >= MOST_CATEGORIES:
                return

    def evolve(self, place: Place, ask: Asking, *, again: bool = False) -> tuple[bool, bool]:
        """(whether the model was asked, whether its answer was kept). It is asked where the facts are others
        than when it was asked last; with `again` in any case."""
        if place.scope is Scope.CONVERSATION or self._rt.is_excluded(place.scope_id):
            return False, False
        now = self._rt.db.read(lambda conn: self._now(conn, place))
        if len(now.told) < 2 or now.edited:
            return False, False
        if not again and self._rt.db.read(lambda conn: summaries.were_asked(conn, [now.mark])):
            return False, False
        question = asking.question(place.title, now.told, place.scope_id)
        wordings = ask(question, partial(self._read, place=place, now=now))
        kept = self._rt.db.write(lambda conn: self._keep(conn, place, now, wordings))
        if kept:
            self._summaries.get(place.category.value, place.scope.value, place.scope_id)
        return True, kept

    def _places(self) -> list[Place]:
        infos = [info for info in self._summaries.infos() if info.item_count > 1]
        infos.sort(key=lambda info: (-info.item_count, info.scope, info.scope_id or "", info.name))
        return [Place(Category(one.name), Scope(one.scope), one.scope_id) for one in infos[:LOOKED_AT]]

    def _now(self, conn: Connection, place: Place) -> _Now:
        newest = summaries.newest(conn, place)
        known = set(sources_of(newest.markdown)) if newest is not None else set()
        clusters: list[Cluster] = []
        told: list[Told] = []
        size = 0
        for cluster in composition.groups_of(conn, place, self._rt.policy, self._rt.clock())[0]:
            if not may_be_worded(cluster):
                continue
            texts = tuple(item.text for item in _shown(cluster))
            size += sum(map(len, texts))
            if size > MOST_CHARACTERS:
                break
            clusters.append(cluster)
            told.append(Told(cluster.statement or texts[0], texts, cluster.shown.id not in known))
        return _Now(tuple(clusters), tuple(told), newest is not None and newest.edited)

    def _read(self, text: str, place: Place, now: _Now) -> list[Wording]:
        """The wordings that an answer comes to. Raises Unusable, also where the document that they give is
        none, or lacks a memory that the composed one has."""
        wordings = _wordings(now, asking.read(text, now.told))
        problems = self._rt.db.read(lambda conn: self._problems(conn, place, wordings))
        if problems:
            raise Unusable(*problems)
        return wordings

    def _problems(self, conn: Connection, place: Place, wordings: Sequence[Wording]) -> tuple[str, ...]:
        policy, now = self._rt.policy, self._rt.clock()
        plain, worded = (
            composition.fresh_of(conn, place, policy, now, wordings=some).document for some in ((), wordings)
        )
        if plain is None or worded is None:
            return ()  # all of its memories went meanwhile
        text = compose(worded)
        named = {ident for fact in plain.facts for ident in fact.sources}
        told = {ident for fact in worded.facts for ident in fact.sources}
        lacking = named - told if not any(fact.more_sources for fact in worded.facts) else set()
        known = summaries.known(conn, sources_of(text))
        lost = (f"The fact of memory {ident} is lost." for ident in sorted(lacking))
        return (*validate(text, known), *lost)

    def _keep(self, conn: Connection, place: Place, now: _Now, wordings: Sequence[Wording] | None) -> bool:
        """Keeps the wordings, and what was asked. The summary is made anew when it is next asked for."""
        summaries.asked(conn, [now.mark], "category", self._rt.clock())
        if wordings is None:
            return False
        summaries.set_wordings(conn, place, wordings)
        newest = summaries.newest(conn, place)
        if newest is not None:
            summaries.set_stamp(conn, newest, summaries.stale(newest.stamp))
        return True


def _shown(cluster: Cluster) -> tuple[Item, ...]:
    return cluster.worded_of or (cluster.shown,)


def _wordings(now: _Now, evolved: Sequence[Evolved]) -> list[Wording]:
    """What differs from what is composed: joined facts, other words, a doubt about how long."""
    found = []
    for one in evolved:
        items = [item for place in one.of for item in _shown(now.clusters[place])]
        if len(items) > 1 or one.time_bound or one.statement != items[0].text:
            sources = {item.id: mark(item.text) for item in items}
            found.append(Wording(one.statement, sources, one.time_bound))
    return found
