"""The wording of summaries by a model (spec 4.4).

The model is sent the facts and says which belong together, in which words, and which may not be true for
long. That is stored as wordings, which override what is composed of the memories (`summaries.clusters`): the
document is made from the memories as ever, and checked with the wordings before these are stored. The
opening sentences stay composed: their words could not be traced to a memory when that is deleted for good. A
summary that a person edited is theirs: no model words anything in it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import partial

import msgspec

from arbor_desktop.database.connection import Connection
from arbor_desktop.llm.model import Ask, Message, Purpose
from arbor_desktop.llm.prompts import fenced, prompt
from arbor_desktop.llm.structured import MaintenanceQuestions, Unusable, read_as, schema_of
from arbor_desktop.memories.model import Category, Scope
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.runtime.steps import Work
from arbor_desktop.summaries import composition, queries
from arbor_desktop.summaries.clusters import Cluster, may_be_worded
from arbor_desktop.summaries.document import LONGEST_STATEMENT, compose, sources_of, validate
from arbor_desktop.summaries.model import Place, Wording, mark
from arbor_desktop.summaries.operations import Summaries
from arbor_desktop.text import support

MOST_CATEGORIES = 12
"""Questions in a night."""
MOST_PLACES = 60
"""The largest summaries, which are candidates."""
MOST_CHARACTERS = 30_000
"""Characters of facts in one question; the weakest beyond it stay as they are."""
MOST_JOINED = 6
LEAST_KEPT = 0.6
"""So much of each source's words a joined statement has, beside all names, numbers, denials and limits."""
LEAST_TOKENS, TOKENS_A_FACT = 400, 120


class _One(msgspec.Struct, forbid_unknown_fields=True):
    sources: list[str] = msgspec.field(name="from")
    statement: str
    time_bound: bool


class _All(msgspec.Struct, forbid_unknown_fields=True):
    facts: list[_One]


def question(
    title: str, facts: Sequence[Cluster], known: Collection[str] = (), project: str | None = None
) -> Ask:
    """Return the question for wordings of facts. `known`: ids of memories that the summary had before."""
    shown = [
        fenced(fact.text, id=f"f{number}", new="no" if fact.shown.id in known else "yes")
        for number, fact in enumerate(facts, 1)
    ]
    return Ask(
        Purpose.CATEGORY,
        prompt("category").filled(most=str(MOST_JOINED)),
        (Message("user", "\n".join([f"Category: {title}", *shown])),),
        schema=schema_of(_All),
        max_tokens=LEAST_TOKENS + TOKENS_A_FACT * len(facts),
        project=project,
    )


def read(text: str, facts: Sequence[Cluster]) -> list[Wording]:
    """Return what differs from what is composed: joined facts, other words, a doubt about how long.

    Raises Unusable if a given fact is missing or used twice, or if a statement says more or less than its
    sources.
    """
    by_name = {f"f{number}": fact for number, fact in enumerate(facts, 1)}
    answered = read_as(text, _All).facts
    named = [name for one in answered for name in one.sources]
    problems = [f"{name[:20]} is no fact." for name in dict.fromkeys(named) if name not in by_name]
    problems += [f"{name} is in no “from”." for name in by_name if name not in named]
    problems += [f"{name} is in two “from”." for name in by_name if named.count(name) > 1]
    if problems:
        raise Unusable(*problems)
    found = []
    for one in answered:
        parts = [by_name[name] for name in one.sources]
        statement = " ".join(one.statement.split())
        problems += _problems(one.sources, statement, parts)
        items = [item for part in parts for item in part.text_sources]
        if items and (len(items) > 1 or one.time_bound or statement != items[0].text):
            found.append(Wording(statement, {item.id: mark(item.text) for item in items}, one.time_bound))
    if problems:
        raise Unusable(*problems)
    return found


def _problems(names: Sequence[str], statement: str, facts: Sequence[Cluster]) -> Iterator[str]:
    who = "+".join(names)[:40]
    if not facts:
        yield "A fact names no source."
        return
    if len(facts) > MOST_JOINED:
        yield f"{who}: at most {MOST_JOINED} facts may be joined."
    if not 3 <= len(statement) <= LONGEST_STATEMENT:
        yield f"{who}: a statement has 3 to {LONGEST_STATEMENT} characters."
    if len(facts) == 1 and statement == facts[0].text:
        return
    texts = [item.text for fact in facts for item in fact.text_sources]
    if added := support.unsupported(statement, texts):
        yield f"{who}: these words are in none of its sources: {', '.join(added[:8])}."
    lost = dict.fromkeys(
        word for text in texts for word in support.missing(statement, text, least=LEAST_KEPT)
    )
    if lost:
        yield f"{who}: these words of its sources are missing: {', '.join(list(lost)[:8])}."


class SummaryRefinement:
    """Words the summaries of what changed, in maintenance."""

    def __init__(self, runtime: Runtime, summaries: Summaries) -> None:
        self._rt = runtime
        self._summaries = summaries

    def run(self, work: Work, questions: MaintenanceQuestions) -> None:
        """Word the summaries of what changed. Raises ModelUnavailable, Stopped."""
        infos = [info for info in self._summaries.infos() if info.item_count > 1]
        infos.sort(key=lambda info: (-info.item_count, info.scope, info.scope_id or "", info.name))
        places = [Place(Category(one.name), Scope(one.scope), one.scope_id) for one in infos[:MOST_PLACES]]
        done = 0
        for number, place in enumerate(places):
            work.check()
            work.at(number, len(places))
            with work.record(partial(str, place.title)):
                asked, evolved = self._evolve(place, questions)
                work.count("categories_evolved", evolved)
                done += asked
            if done >= MOST_CATEGORIES:
                return

    def _evolve(self, place: Place, questions: MaintenanceQuestions) -> tuple[bool, bool]:
        """Return (whether the model was asked, whether its answer was stored). It is asked if the facts
        differ from those when it was asked last."""
        if place.scope is Scope.CONVERSATION or self._rt.is_excluded(place.scope_id):
            return False, False
        facts, known = self._rt.db.read(lambda conn: self._facts(conn, place))
        if len(facts) < 2 or self._rt.db.read(lambda conn: queries.were_asked(conn, [_mark(facts)])):
            return False, False
        wordings = questions.ask(
            question(place.title, facts, known, place.scope_id), partial(self._read, place=place, facts=facts)
        )
        self._rt.db.write(lambda conn: self._keep(conn, place, facts, wordings))
        if wordings is not None:
            self._summaries.get(place.category.value, place.scope.value, place.scope_id)
        return True, wordings is not None

    def _facts(self, conn: Connection, place: Place) -> tuple[list[Cluster], Collection[str]]:
        """Return the facts that a model may word, the strongest first, and the memories that the summary has
        now. None of what a person edited."""
        newest = queries.newest(conn, place)
        if newest is not None and newest.edited:
            return [], ()
        facts: list[Cluster] = []
        size = 0
        for cluster in composition.groups_of(conn, place, self._rt.policy, self._rt.clock())[0]:
            if not may_be_worded(cluster):
                continue
            size += sum(len(item.text) for item in cluster.text_sources)
            if size > MOST_CHARACTERS:
                break
            facts.append(cluster)
        return facts, () if newest is None else sources_of(newest.markdown)

    def _read(self, text: str, place: Place, facts: Sequence[Cluster]) -> list[Wording]:
        """Return the wordings of an answer. Raises Unusable, also if the document with them is not valid, or
        lacks a memory that the composed one has."""
        wordings = read(text, facts)
        problems = self._rt.db.read(lambda conn: self._lost(conn, place, wordings))
        if problems:
            raise Unusable(*problems)
        return wordings

    def _lost(self, conn: Connection, place: Place, wordings: Sequence[Wording]) -> tuple[str, ...]:
        policy, now = self._rt.policy, self._rt.clock()
        plain, worded = (
            composition.fresh_of(conn, place, policy, now, wordings=some).document for some in ((), wordings)
        )
        if plain is None or worded is None:
            return ()  # all of its memories are gone meanwhile
        text = compose(worded)
        named = {ident for fact in plain.facts for ident in fact.sources}
        told = {ident for fact in worded.facts for ident in fact.sources}
        lacking = named - told if not any(fact.more_sources for fact in worded.facts) else set()
        lost = (f"The fact of memory {ident} is lost." for ident in sorted(lacking))
        return (*validate(text, queries.known(conn, sources_of(text))), *lost)

    def _keep(
        self, conn: Connection, place: Place, facts: Sequence[Cluster], wordings: Sequence[Wording] | None
    ) -> None:
        """Store the wordings, and what was asked. The summary is made again when it is next asked for."""
        queries.asked(conn, [_mark(facts)], "category", self._rt.clock())
        if wordings is None:
            return
        queries.set_wordings(conn, place, wordings)
        newest = queries.newest(conn, place)
        if newest is not None:
            queries.set_stamp(conn, newest, queries.stale(newest.stamp))


def _mark(facts: Sequence[Cluster]) -> str:
    shown = sorted((item.id, item.text) for fact in facts for item in fact.text_sources)
    return mark(f"category/{prompt('category').version}", *(part for pair in shown for part in pair))
