"""The memories that answer a query, best first (spec 4.1, 4.2).

Words find rows (BM25), similarity in meaning finds others if there are vectors; `text.ranking` weighs both,
and rows stored on one occasion lend to each other. The query is data: every word is quoted, so no text is a
syntax error.

Plain SQL: ranking and full text are measured (`tests.benchmarks search`).
"""

from __future__ import annotations

import heapq
from collections.abc import Container, Sequence

import apsw

from arbor_desktop.clock import DAY_MS
from arbor_desktop.database import fulltext
from arbor_desktop.database.fulltext import SHORTEST_STEM, Word
from arbor_desktop.memories.confidence import DecayPolicy
from arbor_desktop.memories.model import MemoryFilter
from arbor_desktop.memories.queries import records
from arbor_desktop.memories.queries.search import memories_of_rows
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.search.model import Components, Hit, Similar
from arbor_desktop.text.ranking import SHARES, Weights, final_score, lend, meaning, relevance
from arbor_desktop.text.words import search_terms

CANDIDATES = 40
"""Best rows of the full-text index, whose words are counted."""
ALIKE = 100
"""Best rows in meaning that are compared with them."""
LOOKED_UP = 128
"""Most different words of a long prompt that are looked up."""
ASKED_FOR = 12
"""The rarest of them that are searched for: more bring more noise than answers."""
ALWAYS_ASKED_FOR, AFFORDABLE = 5, 10_000
"""The rarest five are always searched for; others while no more rows than this contain them together."""
RELEVANT = 10
"""Rows that are certainly the best, of those that match by themselves: no caller needs more."""
QUESTION_WORDS = 4
"""Fewer words are looked up rather than asked about: nothing is lent, as it would not be an answer."""
EXPECTED = 3
"""Most words of a long prompt that a memory is expected to have."""
OCCASION_MS = 10 * 60 * 1000
"""Rows that were stored within this time were stored on one occasion."""
STEPS = tuple(step for step in range(-len(SHARES), len(SHARES) + 1) if step)
"""Distances of the rows that a row lends to."""
BRINGING = 5
"""How many of the best rows also add the rows stored next to them."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A row that was found. `terms` are the words of the query that it contains, `alike` by how many
    standard deviations it is nearer in meaning than the rest, `lent` the share of its relevance that
    its neighbours gave; `relevance` is its own, without these."""

    row: int
    score: float
    parts: Components
    terms: tuple[str, ...]
    alike: float | None
    lent: float
    relevance: float


@dataclass(frozen=True, slots=True)
class RankingOptions:
    """The options of ranking that all searches of a service have in common."""

    weights: Weights
    policy: DecayPolicy
    now: int
    similar: Similar | None = None


def search(
    conn: apsw.Connection,
    query: str,
    wanted: MemoryFilter,
    options: RankingOptions,
    *,
    limit: int,
) -> list[Hit]:
    """Return the best `limit` memories; none for a query without a word, unless some are similar in
    meaning."""
    return hits(conn, ranked(conn, query, wanted, options, limit=limit), options)


def hits(conn: apsw.Connection, found: Sequence[Ranked], options: RankingOptions) -> list[Hit]:
    """Return the memories of these rows, in their order, and why each was found."""
    by_row = {one.row: one for one in found}
    loaded = memories_of_rows(conn, list(by_row), options.policy, options.now)
    matched = [(memory, by_row[memory.row]) for memory in loaded]
    return [Hit(memory, one.score, one.parts, _reasons(one), one.terms) for memory, one in matched]


def ranked(
    conn: apsw.Connection,
    query: str,
    wanted: MemoryFilter,
    options: RankingOptions,
    *,
    limit: int,
    alone: bool = False,
) -> list[Ranked]:
    """Return the best `limit` rows, best first, with the reasons. `alone`: nothing is lent, so rows count
    by what they say themselves."""
    words = _words(conn, query, prefix=False)
    if not words or limit < 1:
        return []
    rows = _Rows(conn, wanted, options)
    matches = _Matches(rows, words)
    matches.find(max(CANDIDATES, limit), min(limit, RELEVANT if alone else limit))
    worth, scale = matches.worth()
    found = _Found.of(rows, {row: value / scale for row, value in worth.items()}, options, max(ALIKE, limit))
    if not alone and len(query.split(maxsplit=QUESTION_WORDS)) >= QUESTION_WORDS:
        found.lend()
    return [found.told(row, matches.terms(row)) for row in found.best(limit)]


def explained(conn: apsw.Connection, query: str, ident: str, options: RankingOptions) -> Hit | None:
    """Return one memory of any status as a hit, whatever would come before it; None if it has nothing to
    do with the query, or does not exist."""
    words = _words(conn, query, prefix=True)
    found = conn.execute("SELECT row FROM memory WHERE id = ?", (ident,)).fetchone()
    if not words or found is None:
        return None
    rows = _Rows(conn, MemoryFilter(statuses=()), options)
    matches = _Matches(rows, words, only=found[0])
    matches.find(1, 1)
    worth, scale = matches.worth()
    near = {} if options.similar is None else options.similar.of(rows.look_up(found))
    if not worth and meaning(near.get(found[0], 0.0)) < ALIKE_ENOUGH:
        return None
    one = _Found.of(rows, {row: worth.get(row, 0.0) / scale for row in found}, options, 0)
    return hits(conn, [one.told(found[0], matches.terms(found[0]))], options)[0]


def listed(
    conn: apsw.Connection,
    query: str,
    wanted: MemoryFilter,
    options: RankingOptions,
    *,
    limit: int,
    enough: int,
) -> list[int]:
    """Return up to `limit` rows for a list that is shown while one types: the last word may be unfinished.

    The first `enough` are the best by the index's own BM25; of the rest, those that contain only frequent
    words may be omitted. Of those that are only similar in meaning, it returns those that stand out.
    """
    words = _words(conn, query, prefix=True)
    if not words:
        return []
    rows = _Rows(conn, wanted, options)
    size, least = limit, enough
    while True:
        found = fulltext.best(conn, words, size, wanted=least, top=_top_listed)
        kept = rows.look_up([row for row, _ in found.rows])
        if len(kept) >= enough or found.complete:
            break
        size, least = size * 10, size * 10  # the filters leave too few
    scale = _expected(words)
    worth = {row: value / scale for row, value in found.rows if row in rows.kept}
    answers = _Found.of(rows, worth, options, ALIKE)
    answers.only_answers(worth.keys())
    return answers.best(limit)


def _top_listed(
    conn: apsw.Connection, group: Sequence[Word], others: Sequence[Word], size: int
) -> list[tuple[int, float]]:
    """Return rows as the index ranks them; but of rows that contain only a word's beginning the newest: so
    many do that ranking them would cost more than it is worth."""
    if others or not all(word.unfinished for word in group):
        return fulltext.top_ranked(conn, group, others, size)
    newest = conn.execute(
        "SELECT rowid FROM memory_fts WHERE memory_fts MATCH ? ORDER BY rowid DESC LIMIT ?",
        (fulltext.match_of(group, ()), size),
    )
    return [(row, group[0].weight) for (row,) in newest]


def _words(conn: apsw.Connection, query: str, *, prefix: bool) -> list[Word]:
    """Return the words of a query; of a long one the most telling."""
    terms = search_terms(query, LOOKED_UP)
    if prefix and len(terms) > 1 and len(terms[-1]) < SHORTEST_STEM and terms[-1].isascii():
        # A word just begun says nothing beside whole ones, and matches nearly everything.
        words = fulltext.words_of(conn, terms, prefix=False)
        words = words if words[-1].documents else words[:-1]  # a whole one, like "go" and "ci"
    else:
        words = fulltext.words_of(conn, terms, prefix=prefix)
    if len(words) > ASKED_FOR:
        words = sorted((w for w in words if w.documents), key=lambda w: w.documents) or words
    return words[:ASKED_FOR] if prefix else _affordable(words[:ASKED_FOR])


def _affordable(words: list[Word]) -> list[Word]:
    """Remove the more frequent words that, in a large store, cost much and tell little."""
    rows, kept = 0, set()
    for number, word in enumerate(sorted(words, key=lambda word: word.documents)):
        rows += word.documents
        if number < ALWAYS_ASKED_FOR or rows <= AFFORDABLE:
            kept.add(word.match)
    return [word for word in words if word.match in kept]


def _expected(words: Sequence[Word]) -> float:
    """Return the most that a text can be expected to be worth: it has each of the most telling words once."""
    return sum(heapq.nlargest(EXPECTED, (word.weight for word in words))) or 1.0


@dataclass(slots=True)
class _Found:
    """The relevance of rows: by their own words and meaning, and with what their neighbours lend."""

    rows: _Rows
    options: RankingOptions
    near: dict[int, float]
    own: dict[int, float]
    lent: dict[int, float]

    @classmethod
    def of(cls, rows: _Rows, worth: dict[int, float], options: RankingOptions, alike: int) -> _Found:
        """Start with rows found by their words, with their `worth`, and add those nearest in meaning if
        there are vectors."""
        if options.similar is None:
            return cls(rows, options, {}, worth, worth)
        every = list(worth | _alike(rows, options.similar, alike))
        near = options.similar.of(every)
        weight = options.similar.weight
        own = {row: worth.get(row, 0.0) + weight * meaning(near.get(row, 0.0)) for row in every}
        return cls(rows, options, near, own, own)

    def lend(self) -> None:
        """Let the best lend to the rows that were stored with them, and add these."""
        best = sorted(self.own, key=lambda row: (-self.own[row], row))
        beside = {row + step for row in best[:BRINGING] for step in STEPS} - self.own.keys()
        brought = dict.fromkeys(self.rows.look_up(sorted(beside)), 0.0)
        lent = lend(self.own | brought, best, self.rows.together)
        self.lent = {row: value for row, value in lent.items() if value}

    def only_answers(self, said: Container[int]) -> None:
        """Remove what neither contains a word nor stands out in meaning: some row is always the nearest."""
        self.lent = {
            row: value
            for row, value in self.lent.items()
            if row in said or meaning(self.near.get(row, 0.0)) >= ALIKE_ENOUGH
        }

    def best(self, limit: int) -> list[int]:
        """Return the best rows by their final score, best first."""
        options, shares = self.options, self.options.weights
        half_life = shares.recency_half_life_days * DAY_MS
        scored = []
        for row, value in self.lent.items():
            confidence, access_count, newest, *_ = self.rows.kept[row]
            score = (
                shares.relevance * relevance(value)
                + shares.confidence * confidence
                + shares.frequency * min(1.0, access_count / 100)
                + shares.recency / (1 + max(0, options.now - newest) / half_life)
            )
            scored.append((-score, row))
        return [row for _, row in heapq.nsmallest(limit, scored)]

    def told(self, row: int, terms: tuple[str, ...]) -> Ranked:
        confidence, access_count, newest, *_ = self.rows.kept[row]
        weights = self.options.weights
        age_days = max(0.0, (self.options.now - newest) / DAY_MS)
        worth, own = self.lent[row], self.own.get(row, 0.0)
        parts = Components(
            relevance=relevance(worth),
            confidence=confidence,
            frequency=min(1.0, access_count / 100),
            recency=1 / (1 + age_days / weights.recency_half_life_days),
        )
        share = 1 - own / worth if worth else 0.0
        return Ranked(
            row, final_score(parts, weights), parts, terms, self.near.get(row), share, relevance(own)
        )


_Kept = tuple[float, int, int, int, str, str | None]
"""What ranking needs of a row: confidence, access count, newest evidence, when it was made, scope and id."""


class _Rows:
    """The rows that pass the filters, as far as they were read."""

    def __init__(self, conn: apsw.Connection, wanted: MemoryFilter, options: RankingOptions) -> None:
        self.conn = conn
        self.now = options.now
        self.where, self.values = records.where_sql(wanted, options.policy, options.now)
        self.columns = (
            f"{records.confidence_sql(options.policy, records.NOW)}, m.access_count, "
            "ifnull((SELECT max(e.at) FROM evidence e WHERE e.memory = m.row), m.created_at), m.created_at, "
            "m.scope, m.scope_id"
        )
        self.kept: dict[int, _Kept] = {}

    def look_up(self, rows: Sequence[int]) -> list[int]:
        """Return those of these rows that pass the filters."""
        for part in records.chunks([row for row in rows if row not in self.kept]):
            for *known, row in self.conn.execute(
                # Left to itself SQLite would rather walk an index of the status than look these rows up.
                f"SELECT {self.columns}, m.row FROM memory m NOT INDEXED WHERE {self.where} "
                f"AND m.row IN ({records.marks(part)})",
                (self.now, *self.values, *part),
            ):
                self.kept[row] = tuple(known)
        return [row for row in rows if row in self.kept]

    def together(self, one: int, other: int) -> bool:
        """Return whether both were stored on one occasion, as far as is known."""
        _, _, _, made, *place = self.kept[one]
        _, _, _, other_made, *other_place = self.kept[other]
        return abs(made - other_made) <= OCCASION_MS and place == other_place


class _Matches:
    """The rows that contain words of a query, and how."""

    def __init__(self, rows: _Rows, words: Sequence[Word], only: int | None = None) -> None:
        self._rows = rows
        self._words = words
        self._only = "" if only is None else f"AND f.rowid = {only} "
        self._counted: dict[int, tuple[bytes, Sequence[Word]]] = {}
        self._best: list[tuple[int, float]] = []

    def find(self, size: int, sure: int) -> None:
        """Find the best `size` rows, of which `sure` count."""
        self._best = fulltext.best(self._rows.conn, self._words, size, wanted=sure, top=self._top).rows

    def _top(
        self, conn: apsw.Connection, group: Sequence[Word], others: Sequence[Word], size: int
    ) -> list[tuple[int, float]]:
        words = [*group, *others]
        weights = [word.weight for word in words]
        kept, counted = self._rows.kept, self._counted
        found = []
        for *known, row, rank, packed in conn.execute(
            f"SELECT {self._rows.columns}, f.rowid, f.rank, {fulltext.worth_sql('f.memory_fts', words)} "
            "FROM memory_fts f CROSS JOIN memory m ON m.row = f.rowid WHERE f.memory_fts MATCH ? "
            f"{self._only}AND {self._rows.where} ORDER BY f.rank LIMIT ?",
            (self._rows.now, *weights, fulltext.match_of(group, others), *self._rows.values, size),
        ):
            # Whoever holds more of the words was found first, and counted with all of them.
            if row not in counted:
                counted[row] = (packed, words)
                kept[row] = tuple(known)
            found.append((row, -rank))
        return found

    def worth(self) -> tuple[dict[int, float], float]:
        """Return the worth of each row, and what is expected of a text."""
        scale = _expected(self._words)
        return {row: fulltext.value_of(self._counted[row][0]) for row, _ in self._best}, scale

    def terms(self, row: int) -> tuple[str, ...]:
        if row not in self._counted:
            return ()
        said = {word.match for word in fulltext.matched_words(*self._counted[row])}
        return tuple(dict.fromkeys(word.term for word in self._words if word.match in said))


def _alike(rows: _Rows, similar: Similar, count: int) -> dict[int, float]:
    """Return the rows nearest in meaning that pass the filters, at least half as many as asked for if
    there are."""
    asked = count
    while True:
        best = dict(similar.best(asked))
        kept = rows.look_up(list(best))
        if len(kept) * 2 >= count or len(best) < asked:
            return {row: best[row] for row in kept[:count]}
        asked *= 10  # the filters leave too few


def _reasons(one: Ranked) -> tuple[str, ...]:
    reasons = []
    if one.terms:
        reasons.append("says " + ", ".join(one.terms))
    if one.alike is not None and meaning(one.alike) >= ALIKE_ENOUGH:
        reasons.append("alike in meaning")
    if one.lent > LENT_ENOUGH:
        reasons.append("noted beside a better match")
    if one.parts.frequency >= OFTEN:
        reasons.append("shared often")
    if one.parts.recency >= RECENT:
        reasons.append("recent")
    return tuple(reasons)


ALIKE_ENOUGH = 0.3
LENT_ENOUGH = 0.5
OFTEN = 0.2
RECENT = 0.8
"""Least value of a part of the score that is named as a reason."""
