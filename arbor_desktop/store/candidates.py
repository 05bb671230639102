"""The best matches of a full-text query, without ranking every match.

FTS5 ranks each row that holds any of the words, so a frequent word makes a search as slow as the store is
large. Yet a row that holds only frequent words scores low: bm25 weighs a word by how rare it is. So the rare
words are asked for first, and the frequent ones only add to the score of what those found.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Sequence
from dataclasses import dataclass

import apsw

CHEAP = 400
"""Words in no more rows than this are always searched for by themselves: ranking so few rows costs nothing."""
MOST_OF_ONE_WORD = 1.3
"""How much more than its idf one word adds to the score of a short text that says it once (bm25 gives at most
2.2 to a text that says hardly anything else)."""
_TOKENIZER = ("porter", ("unicode61", "remove_diacritics", "2"))


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a query: its FTS5 expression, in how many rows it is, and its weight there (idf)."""

    match: str
    documents: int
    weight: float


@dataclass(frozen=True, slots=True)
class Candidates:
    """(row, bm25 as a positive number), best first. `complete`: no other row holds any of the words."""

    rows: list[tuple[int, float]]
    complete: bool


def quoted(term: str) -> str:
    """A term as FTS5 string: whatever is in it is no syntax."""
    return '"' + term.replace('"', '""') + '"'


def words_of(conn: apsw.Connection, terms: Sequence[str], *, prefix: bool) -> list[Word]:
    """The query's words; with `prefix` the last one may be unfinished."""
    # The highest rowid stands for the number of texts: counting them would read the whole table.
    total = conn.execute("SELECT ifnull(max(id), 1) FROM memory_fts_docsize").fetchone()[0]
    tokenize = conn.fts5_tokenizer(_TOKENIZER[0], list(_TOKENIZER[1]))
    found = []
    for term in terms:
        stems = tokenize(
            term.encode(), apsw.FTS5_TOKENIZE_QUERY, None, include_offsets=False, include_colocated=False
        )
        weights = []
        documents = total
        for stem in stems:
            row = conn.execute("SELECT doc FROM memory_terms WHERE term = ?", (stem,)).fetchone()
            here = row[0] if row else 0
            documents = min(documents, here)
            weights.append(_weight(total, max(1, here)))
        found.append(Word(quoted(term), documents, sum(weights)))
    if prefix and found:
        last = found[-1]
        match = last.match + " *"
        counted = conn.execute(
            "SELECT count(*) FROM (SELECT 1 FROM memory_fts WHERE memory_fts MATCH ? LIMIT ?)",
            (match, total // 2 + 1),
        ).fetchone()[0]
        documents = max(last.documents, counted)
        found[-1] = Word(
            match, documents, last.weight if last.documents else _weight(total, max(1, documents))
        )
    return found


def _weight(total: int, documents: int) -> float:
    """The idf of FTS5's bm25 (https://www.sqlite.org/fts5.html#the_bm25_function)."""
    return max(1e-6, math.log((total - documents + 0.5) / (documents + 0.5)) if total > documents else 0.0)


def best(conn: apsw.Connection, words: Sequence[Word], size: int, *, wanted: int) -> Candidates:
    """The `size` best rows for any of the words, of which the first `wanted` are what counts.

    A row of none but frequent words may be missing, as long as `wanted` better ones were found.
    """
    ordered = sorted(words, key=lambda word: word.documents)
    asked = _enough(ordered, wanted)
    while asked < len(ordered):
        rare, frequent = ordered[:asked], ordered[asked:]
        found = _merged(conn, rare, frequent, size)
        bound = MOST_OF_ONE_WORD * sum(word.weight for word in frequent)
        if len(found) >= wanted and found[wanted - 1][1] >= bound:
            return Candidates(found, False)
        asked += max(1, asked)
    found = _top(conn, _any(ordered), size)
    return Candidates(found, len(found) < size)


def _enough(ordered: Sequence[Word], wanted: int) -> int:
    """How many of the rarest words to begin with."""
    rows = 0
    for number, word in enumerate(ordered):
        if rows >= wanted and word.documents > CHEAP:
            return number
        rows += word.documents
    return len(ordered)


def _merged(
    conn: apsw.Connection, rare: Sequence[Word], frequent: Sequence[Word], size: int
) -> list[tuple[int, float]]:
    """The best rows that hold a rare word, by the score of all words.

    Rows with a frequent word as well have it from the second query, the others from the first; a row's score
    in the first is never above its own, so the higher one of both is right.
    """
    scores = dict(_top(conn, _any(rare), size))
    for row, score in _top(conn, f"({_any(rare)}) AND ({_any(frequent)})", size):
        scores[row] = max(score, scores.get(row, 0.0))
    return heapq.nsmallest(size, scores.items(), key=lambda item: (-item[1], item[0]))


def _top(conn: apsw.Connection, match: str, size: int) -> list[tuple[int, float]]:
    return [
        (row, -rank)
        for row, rank in conn.execute(
            "SELECT rowid, rank FROM memory_fts WHERE memory_fts MATCH ? ORDER BY rank LIMIT ?", (match, size)
        )
    ]


def _any(words: Sequence[Word]) -> str:
    return " OR ".join(word.match for word in words)
