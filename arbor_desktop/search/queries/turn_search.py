"""Search over all that was said.

A turn is weighed with the turns around it. What is asked for often stands beside the words that were
remembered: a question holds them and its answer does not, or a thought goes on over several turns. So each
turn that matches lends a share of its score to its neighbours, and a turn counts the more the more of the
different words are said in it or near it. The figures were chosen on LoCoMo (spec 4.5), whose recall
`python3 -m tests.benchmarks turns` measures; but for SECONDHAND, which it has nothing to say of.

Where a model has read the turns, nearness in meaning counts like one more word that is said.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

import apsw

from arbor_desktop.conversations.model import TurnKind
from arbor_desktop.database import candidates
from arbor_desktop.database.candidates import Word
from arbor_desktop.database.counting import counts_sql, said
from arbor_desktop.database.packed_text import turn_text
from arbor_desktop.memories.queries import records
from arbor_desktop.search.model import SimilarTurns, TurnHit
from arbor_desktop.search.queries.turn_filter import TurnFilter
from arbor_desktop.search.queries.turn_meaning import Meant
from arbor_desktop.search.queries.turn_words import Asked, Marker, asked
from arbor_desktop.text.relevance import Said, coverage, worth_of

SHARES = (1.0, 0.5, 0.3, 0.2)
"""What a turn lends to itself, and to the turns one, two and three before and after it."""
REACH = 8
"""Neighbours are looked for so many numbers away: what tools said stands between the words of the two."""
LENDING = 60
"""So many of the best turns lend to their neighbours."""
SURE = 50
"""When so many turns are better than any that only holds frequent words, those need not be ranked."""
SPEAKER = 1.4
"""A turn begun with a speaker's name (`Anna: …`) that is asked for counts this many times."""
ASKING = 0.8
"""A turn that asks counts this many times of what it would if it said something, where an answer is wanted."""
SECONDHAND = 0.7
"""What a sub-agent did, or a summary says again, counts this many times of what the two sides said."""
QUESTION_WORDS = 3
"""Fewer words than this are looked up: then a turn that holds none of them is no answer."""
EXPECTED = 3
"""Of a long question no turn is expected to say more words than this."""
MEANT = ""
"""The word that stands for nearness in meaning. That it is said covers nothing of the question."""
_COUNTS = counts_sql("turn_fts")
_SECONDHAND = frozenset({TurnKind.SUBAGENT, TurnKind.SUMMARY})


def search_turns(
    conn: apsw.Connection,
    query: str,
    wanted: TurnFilter,
    *,
    limit: int,
    similar: SimilarTurns | None = None,
) -> list[TurnHit]:
    """The best turns for `query` over all captured conversations, up to `limit`; scores are 0 to 1."""
    question = asked(conn, query)
    matches = Matches(conn, question, wanted)
    matches.find(max(LENDING, limit), sure=max(SURE, limit))
    weights = matches.weights() if matches.said else {}
    worth = {row: worth_of(said, weights) for row, said in matches.said.items()}
    lending = list(matches.best[:LENDING])
    if similar is not None:
        meant = Meant(conn, similar, wanted)
        lending += [row for row in meant.best if row not in lending]
        expected = sum(heapq.nlargest(EXPECTED, weights.values())) or 1.0
        for row, value in meant.worth(matches.best, expected).items():
            worth.setdefault(row, {})[MEANT] = value
        weights[MEANT] = 0.0
    if not worth:
        return []
    scores = _with_neighbours(conn, worth, lending, weights, wanted)
    answered = len(question.terms) >= QUESTION_WORDS
    if not answered:
        scores = {row: score for row, score in scores.items() if row in worth}
    marker = Marker(conn, question)
    # What the text itself changes is so little that turns further down stay below the limit.
    likely = sorted(scores, key=lambda row: (-scores[row], row))[: limit * 2 + SURE]
    scale = sum(weights.values()) or 1.0
    hits = []
    for row, kind, hit in _loaded(conn, likely):
        score = scores[row] * _from_text(hit.text, marker, answered=answered)
        if kind in _SECONDHAND:
            score *= SECONDHAND
        hits.append((-score, row, replace(hit, score=score / (score + scale))))
    hits.sort()
    return [replace(hit, marks=marker.marks(hit.text)) for _, _, hit in hits[:limit]]


def _from_text(text: str, marker: Marker, *, answered: bool) -> float:
    """What it counts for how a turn begins and ends."""
    factor = SPEAKER if marker.starts_with_name(text) else 1.0
    return factor * ASKING if answered and text.rstrip().endswith("?") else factor


def _loaded(conn: apsw.Connection, rows: Sequence[int]) -> Iterator[tuple[int, TurnKind, TurnHit]]:
    for part in records.chunks(rows):
        for row, kind, ident, number, role, text, packed, at, project, source in conn.execute(
            "SELECT t.row, t.kind, c.id, t.number, t.role, t.text, t.packed, t.at, c.project, c.source "
            "FROM turn t JOIN conversation c ON c.row = t.conversation "
            f"WHERE t.row IN ({records.marks(part)})",
            part,
        ):
            hit = TurnHit(ident, number, role, turn_text(text, packed), at, 0.0, project, source)
            yield row, TurnKind(kind), hit


class Matches:
    """The turns that hold words of a query, and how they say them."""

    def __init__(self, conn: apsw.Connection, question: Asked, wanted: TurnFilter) -> None:
        self._conn = conn
        self._words = question.words
        self.said: dict[int, Said] = {}
        self._best: list[int] = []
        where, self._values = wanted.where()
        joined = "JOIN conversation c ON c.row = t.conversation" if wanted.narrows_conversations else ""
        self._among = f"EXISTS (SELECT 1 FROM turn t {joined} WHERE t.row = f.rowid AND {where})"
        if wanted.conversation is not None:
            self._among += (
                " AND f.rowid BETWEEN (SELECT min(t.row) FROM turn t JOIN conversation c ON c.row = t.conversation "
                "WHERE c.id = ?) AND (SELECT max(t.row) FROM turn t JOIN conversation c "
                "ON c.row = t.conversation WHERE c.id = ?)"
            )
            self._values += [wanted.conversation] * 2

    def find(self, size: int, *, sure: int) -> None:
        """Looks for the best `size` turns; `sure` of them are the best there are."""
        if self._words:
            found = candidates.best(self._conn, self._words, size, wanted=sure, top=self._top)
            self._best = [row for row, _ in found.rows]
            self.said = {row: self.said[row] for row in self._best}

    @property
    def best(self) -> Sequence[int]:
        """The turns' rows, best first."""
        return self._best

    def find_newest(self, match: str, words: Sequence[Word], size: int) -> list[int]:
        """Adds the newest `size` turns for an FTS5 query of these words, whatever they are worth; their rows."""
        return [row for row, _ in self._ask(match, words, "f.rowid DESC", size)]

    def _top(
        self, conn: apsw.Connection, group: Sequence[Word], others: Sequence[Word], size: int
    ) -> list[tuple[int, float]]:
        found = self._ask(candidates.match_of(group, others), [*group, *others], "f.rank", size)
        return [(row, -rank) for row, rank in found]

    def _ask(self, match: str, words: Sequence[Word], order: str, size: int) -> list[tuple[int, float]]:
        rank = "f.rank" if order == "f.rank" else "0.0"  # ranking is what costs
        found = []
        for row, ranked, counts in self._conn.execute(
            f"SELECT f.rowid, {rank}, {counts_sql('turn_fts')} FROM turn_fts f WHERE f.turn_fts MATCH ? AND {self._among} "
            f"ORDER BY {order} LIMIT ?",
            (match, *self._values, size),
        ):
            here = said(counts, words)
            known = self.said.get(row)
            if known is None or len(here.times) > len(known.times):
                self.said[row] = here
            found.append((row, ranked))
        return found

    def weights(self) -> dict[str, float]:
        """How much each word tells (idf), by its FTS5 expression."""
        texts = next(iter(self.said.values())).texts
        return {
            word.match: candidates.idf(texts, max(1, word.documents))
            if word.documents < texts
            else word.weight
            for word in self._words
        }


def _with_neighbours(
    conn: apsw.Connection,
    worth: dict[int, dict[str, float]],
    lending: Sequence[int],
    weights: dict[str, float],
    wanted: TurnFilter,
) -> dict[int, float]:
    """The scores of the turns in `worth`, which holds what each of the words adds, and of those around those that
    lend, by row."""
    lent: defaultdict[int, defaultdict[str, float]] = defaultdict(lambda: defaultdict(float))
    lenders = set(lending)
    for row in worth.keys() - lenders:
        lent[row].update(worth[row])
    for rows in _stretches(conn, lending, wanted):
        for place, row in enumerate(rows):
            if row not in lenders:
                continue
            for distance in range(-len(SHARES) + 1, len(SHARES)):
                if 0 <= place + distance < len(rows):
                    for word, value in worth.get(row, {}).items():
                        lent[rows[place + distance]][word] += value * SHARES[abs(distance)]
    scale = sum(weights.values()) or 1.0
    return {row: sum(values.values()) * coverage(values, weights, scale) for row, values in lent.items()}


def _stretches(conn: apsw.Connection, rows: Sequence[int], wanted: TurnFilter) -> list[list[int]]:
    """The turns around these, as stretches of rows in the order they were said; none is in two of them."""
    places: defaultdict[int, list[int]] = defaultdict(list)
    for part in records.chunks(rows):
        for conversation, number in conn.execute(
            f"SELECT conversation, number FROM turn WHERE row IN ({records.marks(part)})", part
        ):
            places[conversation].append(number)
    where, values = wanted.of_turns()
    stretches = []
    for conversation, numbers in places.items():
        for first, last in _merged(sorted(numbers)):
            stretches.append(
                [
                    row
                    for (row,) in conn.execute(
                        f"SELECT t.row FROM turn t WHERE t.conversation = ? AND t.number BETWEEN ? AND ? AND {where} ORDER BY t.number",
                        (conversation, first, last, *values),
                    )
                ]
            )
    return stretches


def _merged(numbers: Sequence[int]) -> list[tuple[int, int]]:
    """What lies within REACH of the numbers (ascending), as ranges that do not overlap."""
    ranges: list[tuple[int, int]] = []
    for number in numbers:
        if ranges and number - REACH <= ranges[-1][1] + 1:
            ranges[-1] = (ranges[-1][0], number + REACH)
        else:
            ranges.append((number - REACH, number + REACH))
    return ranges
