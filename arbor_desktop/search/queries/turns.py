"""Search over turns and whole conversations: by words and by meaning, filtered, ranked, with the words'
places.

Plain SQL: ranking and full text are measured (`tests.benchmarks turns`).
"""

from __future__ import annotations

import heapq
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import apsw

from arbor_desktop.conversations.model import ConversationStatus, Role, TurnKind
from arbor_desktop.conversations.queries.conversations import INDEXED_KINDS
from arbor_desktop.database import fulltext
from arbor_desktop.database.fulltext import SHORTEST_STEM, Word, counts_sql, said
from arbor_desktop.database.packed_text import turn_text
from arbor_desktop.memories.queries import records
from arbor_desktop.search.model import ConversationHit, SimilarTurns, TurnHit
from arbor_desktop.text.ranking import Said, coverage, meaning, worth_of
from arbor_desktop.text.words import CAMEL, query_terms

SHARES = (1.0, 0.5, 0.3, 0.2)
"""Shares that a turn lends to itself, and to the turns one, two and three before and after it."""
REACH = 8
"""Distance of neighbours, in turn numbers: the output of tools is between the two sides' words."""
LENDING = 60
"""Best turns, which lend to their neighbours."""
SURE = 50
"""If this many turns are better than any with frequent words alone, those need not be ranked."""
SPEAKER = 1.4
"""Factor of a turn that begins with a speaker's name (`Anna: …`) of the query."""
ASKING = 0.8
"""Factor of a turn that asks, if an answer is wanted."""
SECONDHAND = 0.7
"""Factor of what a sub-agent did, or a summary repeats."""
QUESTION_WORDS = 3
"""Fewer words are looked up: a turn without any of them is not an answer."""
EXPECTED = 3
"""Most words of a long question that a turn is expected to have."""
MEANING = ""
"""The pseudo-word for similarity in meaning, which covers no word of the question."""
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
    """Return the best turns for `query` over all captured conversations, up to `limit`; scores are 0 to 1."""
    question = read_question(conn, query)
    matches = Matches(conn, question, wanted)
    matches.find(max(LENDING, limit), sure=max(SURE, limit))
    weights = matches.weights() if matches.said else {}
    worth = {row: worth_of(said, weights) for row, said in matches.said.items()}
    lending = list(matches.best[:LENDING])
    if similar is not None:
        by_meaning = MeaningMatches(conn, similar, wanted)
        lending += [row for row in by_meaning.best if row not in lending]
        expected = sum(heapq.nlargest(EXPECTED, weights.values())) or 1.0
        for row, value in by_meaning.worth(matches.best, expected).items():
            worth.setdefault(row, {})[MEANING] = value
        weights[MEANING] = 0.0
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
    """Return the factor for how a turn begins and ends."""
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
    """The turns that contain words of a query, and how."""

    def __init__(self, conn: apsw.Connection, question: Question, wanted: TurnFilter) -> None:
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
        """Find the best `size` turns; `sure` of them are certainly the best."""
        if self._words:
            found = fulltext.best(self._conn, self._words, size, wanted=sure, top=self._top)
            self._best = [row for row, _ in found.rows]
            self.said = {row: self.said[row] for row in self._best}

    @property
    def best(self) -> Sequence[int]:
        """The turns' rows, best first."""
        return self._best

    def find_newest(self, match: str, words: Sequence[Word], size: int) -> list[int]:
        """Add the newest `size` turns for an FTS5 query of these words, whatever they are worth. Return
        their rows."""
        return [row for row, _ in self._ask(match, words, "f.rowid DESC", size)]

    def _top(
        self, conn: apsw.Connection, group: Sequence[Word], others: Sequence[Word], size: int
    ) -> list[tuple[int, float]]:
        found = self._ask(fulltext.match_of(group, others), [*group, *others], "f.rank", size)
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
        """Return the weight of each word (idf), by its FTS5 expression."""
        texts = next(iter(self.said.values())).texts
        return {
            word.match: fulltext.idf(texts, max(1, word.documents)) if word.documents < texts else word.weight
            for word in self._words
        }


def _with_neighbours(
    conn: apsw.Connection,
    worth: dict[int, dict[str, float]],
    lending: Sequence[int],
    weights: dict[str, float],
    wanted: TurnFilter,
) -> dict[int, float]:
    """Return the scores of the turns in `worth`, which has what each of the words adds, and of those
    around those that lend, by row."""
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
    """Return the turns around these, as stretches of rows in their order; none is in two of them."""
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
    """Return the ranges within REACH of the numbers (ascending), without overlaps."""
    ranges: list[tuple[int, int]] = []
    for number in numbers:
        if ranges and number - REACH <= ranges[-1][1] + 1:
            ranges[-1] = (ranges[-1][0], number + REACH)
        else:
            ranges.append((number - REACH, number + REACH))
    return ranges


_KINDS = ", ".join(f"'{kind.value}'" for kind in sorted(INDEXED_KINDS))


@dataclass(frozen=True, slots=True)
class TurnFilter:
    """A filter of turns; None: any. Times in milliseconds, `since` included, `until` not."""

    project: str | None = None
    conversation: str | None = None
    source: str | None = None
    status: ConversationStatus | None = None
    role: Role | None = None
    since: int | None = None
    until: int | None = None

    @property
    def narrows_conversations(self) -> bool:
        return bool(self.of_conversations()[1])

    def where(self) -> tuple[str, list[Any]]:
        """Return the conditions on `turn t` and `conversation c`."""
        of_turns, values = self.of_turns()
        of_conversations, others = self.of_conversations()
        return f"{of_turns} AND {of_conversations}", [*values, *others]

    def of_turns(self) -> tuple[str, list[Any]]:
        """Return the conditions on `turn t` alone. Retracted turns are never found."""
        condition, values = _conditions(
            ("t.role = ?", self.role and self.role.value), ("t.at >= ?", self.since), ("t.at < ?", self.until)
        )
        return f"t.unsaid = 0 AND t.kind IN ({_KINDS}) AND {condition}", values

    def of_conversations(self) -> tuple[str, list[Any]]:
        """Return the conditions on `conversation c` alone."""
        return _conditions(
            ("c.project = ?", self.project),
            ("c.id = ?", self.conversation),
            ("c.source = ?", self.source),
            ("c.status = ?", self.status and self.status.value),
        )


def _conditions(*wanted: tuple[str, Any]) -> tuple[str, list[Any]]:
    given = [(condition, value) for condition, value in wanted if value is not None]
    return " AND ".join(["1", *(condition for condition, _ in given)]), [value for _, value in given]


COUNTED = 2_000
"""How often a word is said is counted up to here and projected from there on: telling rare words from
frequent ones needs no more, and counting a frequent word to its end costs as much as a search."""
MOST_MARKS = 200
MARKED_LENGTH = 50_000
"""Characters of one text in which words are looked for to be marked."""
_LONGEST_NAME = 40
_WORD = re.compile(r"\w+")
_CASED = re.compile(r"(?<![^\W_])[^\W_]*[a-z][A-Z][^\W_]*")
"""A name like parseUserName, whose parts the index holds too; looked for where a word begins, or one of
thousands of letters would be gone through from each of them."""


@dataclass(frozen=True, slots=True)
class Question:
    """A query: its terms as typed, and those of its words that were said."""

    terms: tuple[str, ...]
    words: tuple[Word, ...]
    unfinished: str | None = None
    """The beginning that the last term is looked for by; it is the last of `terms`."""

    def match(self, term: str) -> str:
        """Return the FTS5 expression of one of the terms."""
        return _beginning(term) if term == self.unfinished else fulltext.quoted(term)


def read_question(conn: apsw.Connection, query: str, *, prefix: bool = False) -> Question:
    """Return the parts of a query; with `prefix` its last word may be unfinished."""
    terms = query_terms(query)
    unfinished = None
    if prefix and terms and query[-1:].isalnum() and query.lower().endswith(terms[-1]):
        unfinished = terms.pop()
        if terms and _is_letter(unfinished):
            unfinished = None  # it says nothing beside whole words, and matches nearly everything
    highest = conn.execute("SELECT ifnull(max(id), 1) FROM turn_fts_docsize").fetchone()[0]
    words = [word for term in terms if (word := _word(conn, fulltext.quoted(term), highest)).documents]
    if unfinished is not None and not _is_letter(unfinished):
        begun = fulltext.beginning(conn, "turn_fts", unfinished)
        if begun is not None:
            unfinished = begun
            weight = fulltext.idf(highest, max(1, highest // fulltext.UNFINISHED_SHARE))
            words.append(Word(_beginning(begun), highest, weight))
    return Question((*terms, *([unfinished] if unfinished else [])), tuple(words), unfinished)


def _word(conn: apsw.Connection, match: str, highest: int) -> Word:
    """Return a word with the number of texts that contain it, estimated from the first texts that do."""
    count, last = conn.execute(
        "SELECT count(*), max(rowid) FROM (SELECT rowid FROM turn_fts WHERE turn_fts MATCH ? LIMIT ?)",
        (match, COUNTED),
    ).fetchone()
    documents = count if count < COUNTED else max(count, round(count * highest / last))
    return Word(match, documents, fulltext.idf(highest, max(1, documents)))


def _is_letter(term: str) -> bool:
    return len(term) == 1 and term.isascii()


def _beginning(term: str) -> str:
    return fulltext.quoted(term) + " *"


class Marker:
    """Finds the words of a query in texts, the way the index does: "paint" also marks "painted"."""

    def __init__(self, conn: apsw.Connection, query: Question) -> None:
        tokenizer = conn.fts5_tokenizer(fulltext.TOKENIZER[0], list(fulltext.TOKENIZER[1]))

        @lru_cache(maxsize=10_000)
        def stems(word: str) -> tuple[str, ...]:
            return tuple(
                tokenizer(
                    word.encode("utf-8", "replace"),
                    apsw.FTS5_TOKENIZE_DOCUMENT,
                    None,
                    include_offsets=False,
                    include_colocated=False,
                )
            )

        self._stems = stems
        self._terms = {term: frozenset(stems(term)) for term in query.terms}
        self._wanted = frozenset(stem for wanted in self._terms.values() for stem in wanted)
        self._begun = query.unfinished
        # Stemming changes how a word ends, so only words that start like a term need be stemmed.
        starts = {re.escape(term[:2]) for term in query.terms if term.isascii()}
        starts |= {
            r"[^\W_]*[^\W_\x00-\x7f]"
        }  # letters with accents are folded, so that anything may be meant
        self._likely = re.compile(rf"(?<![^\W_])(?:{'|'.join(sorted(starts))})[^\W_]*", re.IGNORECASE)

    def marks(self, text: str) -> tuple[tuple[int, int], ...]:
        """Return the places of the words in `text`: (start, end) in characters, in order."""
        found: dict[int, int] = {}
        for word in self._likely.finditer(text, 0, MARKED_LENGTH):
            if any(self._means(stem) for stem in self._stems(word.group().lower())):
                found[word.start()] = word.end()
        for name in _CASED.finditer(text, 0, MARKED_LENGTH):
            if name.start() not in found:
                for piece in CAMEL.finditer(text, name.start(), name.end()):
                    if any(self._means(stem) for stem in self._stems(piece.group().lower())):
                        found[piece.start()] = piece.end()
        return tuple(sorted(found.items())[:MOST_MARKS])

    def starts_with_name(self, text: str) -> bool:
        """Return whether the text begins with a speaker's name (`Anna: …`) that is in the query."""
        speaker, colon, _ = text[:_LONGEST_NAME].partition(":")
        if not colon or not speaker[:1].isupper():
            return False
        return any(
            stem in self._wanted for word in _WORD.findall(speaker) for stem in self._stems(word.lower())
        )

    def terms_in(self, text: str) -> set[str]:
        """Return those of the query's terms that the text contains."""
        found: set[str] = set()
        for word in self._likely.finditer(text, 0, MARKED_LENGTH):
            for stem in self._stems(word.group().lower()):
                found.update(term for term, wanted in self._terms.items() if stem in wanted)
                if self._begun is not None and stem.startswith(self._begun):
                    found.add(self._begun)
        return found

    def _means(self, stem: str) -> bool:
        return stem in self._wanted or (self._begun is not None and stem.startswith(self._begun))


ALIKE = 60
"""Nearest turns that are added to those with words."""
MOST = 10_000
"""Nearest turns among which those that pass a filter of roles or times are searched."""


class MeaningMatches:
    """The turns nearest in meaning that a filter leaves, and how near others are."""

    def __init__(self, conn: apsw.Connection, similar: SimilarTurns, wanted: TurnFilter) -> None:
        self._similar = similar if _leaves_most(conn, wanted) else similar.among(_rows_of(conn, wanted))
        self.best = _nearest(conn, self._similar, wanted)
        """Rows, nearest first."""

    def worth(self, rows: Sequence[int], expected: float) -> dict[int, float]:
        """Return what these rows and the nearest are worth by their meaning; `expected` is the worth of
        all words."""
        near = self._similar.of(list({*rows, *self.best}))
        scale = self._similar.weight * expected
        return {row: scale * value for row, score in near.items() if (value := meaning(score))}


def _leaves_most(conn: apsw.Connection, wanted: TurnFilter) -> bool:
    """Return whether at least half of all turns are searched: then it stands out from these as from all."""
    if not wanted.narrows_conversations:
        return True
    where, values = wanted.of_conversations()
    left, every = conn.execute(
        f"SELECT sum(c.message_count) FILTER (WHERE {where}), sum(c.message_count) FROM conversation c",
        values,
    ).fetchone()
    return (left or 0) * 2 >= (every or 0)


def _rows_of(conn: apsw.Connection, wanted: TurnFilter) -> list[int]:
    where, values = wanted.of_conversations()
    return [
        row
        for (row,) in conn.execute(
            f"SELECT t.row FROM conversation c CROSS JOIN turn t ON t.conversation = c.row WHERE {where}",
            values,
        )
    ]


def _nearest(conn: apsw.Connection, similar: SimilarTurns, wanted: TurnFilter) -> list[int]:
    """Return up to ALIKE turns, at least half as many if the nearest that are tried include them."""
    asked = ALIKE
    while True:
        best = [row for row, _ in similar.best(asked)]
        kept = _kept(conn, best, wanted)
        if len(kept) * 2 >= ALIKE or len(best) < asked or asked >= MOST:
            return [row for row in best if row in kept][:ALIKE]
        asked *= 10  # the filter leaves too few


def _kept(conn: apsw.Connection, rows: Sequence[int], wanted: TurnFilter) -> set[int]:
    where, values = wanted.where()
    kept: set[int] = set()
    for part in records.chunks(rows):
        kept.update(
            row
            for (row,) in conn.execute(
                "SELECT t.row FROM turn t CROSS JOIN conversation c ON c.row = t.conversation "
                f"WHERE {where} AND t.row IN ({records.marks(part)})",
                (*values, *part),
            )
        )
    return kept


# -- whole conversations, as one types --


NEWEST = 1_000
"""Newest turns with all words that are counted for their conversations."""
WIDENED = 300
"""If fewer have all words: newest turns with one of them, for each word."""
TITLES = 1_000
"""Newest titles that are compared word by word."""
TITLE_TIMES = 2.0
"""A word in the title counts like one that a turn says, times this."""

_Worth = dict[str, float]
"""The score that each word of the query adds, by its FTS5 expression."""


def search_conversations(
    conn: apsw.Connection, query: str, wanted: TurnFilter, *, limit: int
) -> list[ConversationHit]:
    """Return the conversations that contain `query`, whose last word may be unfinished, best first.

    A score says how much of the query is anywhere in the conversation or its title. Turns are tried from the
    newest on, and none is ranked before: that would cost with every letter what a whole search costs.
    """
    question = read_question(conn, query, prefix=True)
    if not question.terms:
        return []
    marker = Marker(conn, question)
    matches = Matches(conn, question, wanted)
    _find(matches, question)
    weights = _weights(question, matches)
    scale = sum(weights.values())
    turns = _by_conversation(conn, matches, weights)
    titles = _titles(conn, question, marker, wanted)
    scored = []
    for conversation in turns.keys() | titles.keys():
        words: _Worth = {}
        for worth in turns.get(conversation, {}).values():
            for word, value in worth.items():
                words[word] = max(value, words.get(word, 0.0))
        for word in titles.get(conversation, ()):
            words[word] = words.get(word, 0.0) + TITLE_TIMES * weights[word]
        scored.append((sum(words.values()) * coverage(words, weights, scale), conversation))
    scored.sort(reverse=True)
    described = _described(conn, [conversation for _, conversation in scored[:limit]])
    hits = []
    for score, conversation in scored[:limit]:
        ident, title = described[conversation]
        hit = ConversationHit(ident, score / (score + scale), None, "", (), 0, title, marker.marks(title))
        if conversation in turns:
            hit = _with_best_turn(conn, hit, turns[conversation], marker, weights, scale)
        hits.append(hit)
    return hits


def _find(matches: Matches, question: Question) -> None:
    """Find turns with all words, and those with one of them if too few have all."""
    words = question.words
    if not words:
        return
    both = len(matches.find_newest(" AND ".join(word.match for word in words), words, NEWEST))
    if len(words) > 1 and both < WIDENED:
        for word in words:
            if both and word.match == question.match(question.unfinished or ""):
                continue  # nobody is sure of it yet
            matches.find_newest(word.match, [word], WIDENED)


def _weights(question: Question, matches: Matches) -> _Worth:
    """Return the weight of each term; one that is in no turn may be in a title, and weighs as much as any
    other."""
    said = matches.weights() if matches.said else {}
    unsaid = max(said.values(), default=1.0)
    return {match: said.get(match, unsaid) for match in map(question.match, question.terms)}


def _by_conversation(
    conn: apsw.Connection, matches: Matches, weights: _Worth
) -> dict[int, dict[int, _Worth]]:
    """Return the matching turns of each conversation."""
    found: defaultdict[int, dict[int, _Worth]] = defaultdict(dict)
    for part in records.chunks(list(matches.said)):
        for row, conversation in conn.execute(
            f"SELECT row, conversation FROM turn WHERE row IN ({records.marks(part)})", part
        ):
            found[conversation][row] = worth_of(matches.said[row], weights)
    return found


def _titles(
    conn: apsw.Connection, question: Question, marker: Marker, wanted: TurnFilter
) -> dict[int, list[str]]:
    """Return the conversations whose titles contain words of the query, with these words' FTS5
    expressions."""
    where, values = wanted.of_conversations()
    if all(term.isascii() for term in question.terms):
        # LIKE folds no letters but ASCII's: other words are left to the marker.
        where += f" AND ({' OR '.join('c.title LIKE ?' for _ in question.terms)})"
        values += [f"%{term[:SHORTEST_STEM]}%" for term in question.terms]
    return {
        row: [question.match(term) for term in terms]
        for row, title in conn.execute(
            f"SELECT c.row, c.title FROM conversation c WHERE c.title != '' AND {where} ORDER BY c.row DESC LIMIT ?",
            (*values, TITLES),
        )
        if (terms := marker.terms_in(title))
    }


def _described(conn: apsw.Connection, rows: Sequence[int]) -> dict[int, tuple[str, str]]:
    found: dict[int, tuple[str, str]] = {}
    for part in records.chunks(rows):
        for row, ident, title in conn.execute(
            f"SELECT row, id, title FROM conversation WHERE row IN ({records.marks(part)})", part
        ):
            found[row] = (ident, title)
    return found


def _with_best_turn(
    conn: apsw.Connection,
    hit: ConversationHit,
    turns: dict[int, _Worth],
    marker: Marker,
    weights: _Worth,
    scale: float,
) -> ConversationHit:
    def score(row: int) -> tuple[float, int]:
        return sum(turns[row].values()) * coverage(turns[row], weights, scale), -row

    number, kept, packed = conn.execute(
        "SELECT number, text, packed FROM turn WHERE row = ?", (max(turns, key=score),)
    ).fetchone()
    text = turn_text(kept, packed)
    found: dict[str, Any] = {"turn": number, "text": text, "marks": marker.marks(text), "hits": len(turns)}
    return replace(hit, **found)
