"""Full-text search: the best matches of a query without ranking every match, and the score of a row.

FTS5 ranks each row that has any of the words, so a frequent word makes a search as slow as the store is
large. Yet a row that has only a frequent word scores low: bm25 weighs a word by how rare it is. So rows are
searched by the rarest of their words, first together with another word, until the remaining rows can't reach
what was found.
"""

from __future__ import annotations

import heapq
import math
import struct
from collections.abc import Callable, Sequence

import apsw

from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.text.ranking import LENGTH_WEIGHT, SATURATION, Said

CHEAP = 1_000
"""The rarest words, in no more rows than this together, are searched at once: ranking these costs little."""
TOGETHER = 3
"""A row is not expected to have more frequent words of a long query than this, and no rare one."""
UNFINISHED_SHARE = 100
"""An unfinished word that is no word yet weighs like one in every 100th row: counting what it may become
costs as much as the search."""
SHORTEST_STEM = 3
"""An unfinished word that nothing starts with is shortened to this many letters: the index has stems, so
"runnin" is already past "run"."""
LONGEST_UNFINISHED = 64
"""A longer word was pasted, not typed: its beginning is searched."""
NOTHING = 1e-6
"""The least weight of a word: of one in at least every other row."""
MOST_OF_ONE_WORD = 1.3
"""What one word adds to the score of a short text that has it once, as a multiple of its idf (bm25 gives at
most 2.2 to a text with hardly any other word)."""
_COUNTS = "word_counts"
_WORTH = "word_worth"
_SIZES = struct.Struct("<QQI")
_WORTH_AND_WORDS = struct.Struct("<dQ")
_MOST = 255
TOKENIZER = ("porter", ("unicode61", "remove_diacritics", "2"))


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a query: its FTS5 expression, the number of rows that have it, its weight (idf), and the word
    as it was typed."""

    match: str
    documents: int
    weight: float
    term: str = ""
    unfinished: bool = False
    """It matches all words that begin like it."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """(row, bm25 as a positive number), best first. `complete`: no other row has any of the words."""

    rows: list[tuple[int, float]]
    complete: bool


Top = Callable[[apsw.Connection, Sequence[Word], Sequence[Word], int], list[tuple[int, float]]]
"""Returns the best rows, up to a number, that have any word of the first group and, unless it is empty, any
of the second: (row, bm25 as a positive number), best first."""


def quoted(term: str) -> str:
    """Return a term as FTS5 string, in which nothing is syntax."""
    return '"' + term.replace('"', '""') + '"'


def words_of(conn: apsw.Connection, terms: Sequence[str], *, prefix: bool) -> list[Word]:
    """Return the query's words. With `prefix` the last one may be unfinished, and is there twice if it is a
    word."""
    # The highest rowid approximates the number of texts: counting them would read the whole table.
    total = conn.execute("SELECT ifnull(max(id), 1) FROM memory_fts_docsize").fetchone()[0]
    tokenize = conn.fts5_tokenizer(TOKENIZER[0], list(TOKENIZER[1]))
    stems = {
        term: tokenize(
            term.encode("utf-8", "replace"),
            apsw.FTS5_TOKENIZE_QUERY,
            None,
            include_offsets=False,
            include_colocated=False,
        )
        for term in terms
    }
    asked = sorted({stem for of_term in stems.values() for stem in of_term})
    documents = dict(
        conn.execute(
            f"SELECT term, doc FROM memory_terms WHERE term IN ({', '.join('?' * len(asked))})", asked
        )
    )
    found = []
    for term, of_term in stems.items():
        here = [documents.get(stem, 0) for stem in of_term]
        weight = sum(idf(total, max(1, count)) for count in here)
        found.append(Word(quoted(term), min(here, default=0), weight, term))
    if prefix and found:
        whole = found[-1]
        begun = beginning(conn, "memory_fts", whole.term) or whole.term
        weight = idf(total, max(1, total // UNFINISHED_SHARE))
        if whole.documents:  # it may be finished: rows that have it come first
            weight = min(weight, whole.weight) / 2
        else:
            found.pop()
        found.append(Word(quoted(begun) + " *", total, weight, whole.term, unfinished=True))
    return found


def beginning(conn: apsw.Connection, index: str, term: str) -> str | None:
    """Return the longest beginning of an unfinished word that any word in a full-text index has; None if
    there is none.

    A short one is returned unchanged: so many words begin like it that a check costs as much as the search.
    """
    if len(term) <= SHORTEST_STEM:
        return term
    for length in range(min(len(term), LONGEST_UNFINISHED), SHORTEST_STEM - 1, -1):
        match = quoted(term[:length]) + " *"
        if conn.execute(f"SELECT 1 FROM {index} WHERE {index} MATCH ? LIMIT 1", (match,)).fetchone():
            return term[:length]
    return None


def idf(total: int, documents: int) -> float:
    """Return the idf of FTS5's bm25 (https://www.sqlite.org/fts5.html#the_bm25_function)."""
    return max(NOTHING, math.log((total - documents + 0.5) / (documents + 0.5)) if total > documents else 0.0)


def best(
    conn: apsw.Connection, words: Sequence[Word], size: int, *, wanted: int, top: Top | None = None
) -> Candidates:
    """Return the `size` best rows for any of the words, of which the first `wanted` matter. `top` searches
    the index of the memories by default.

    Rows that have only frequent words may be missing, as long as `wanted` better ones were found. A row's
    score is always right: one search has all of its words, and in others it only scores less.
    """
    ordered = sorted((word for word in words if word.weight > NOTHING), key=lambda word: word.documents)
    first = _cheap(ordered)
    groups = [ordered[:first], *([word] for word in ordered[first:])] if ordered else []
    # Words in every other row say nothing: they are searched only if there is not enough else.
    everywhere = [word for word in words if word.weight <= NOTHING]
    scores: dict[int, float] = {}
    complete = True

    def ask(group: Sequence[Word], others: Sequence[Word]) -> None:
        nonlocal complete
        found = (top or top_ranked)(conn, group, others, size)
        complete &= len(found) < size
        for row, score in found:
            scores[row] = max(score, scores.get(row, 0.0))

    def enough(others: Sequence[Word]) -> bool:
        """Return whether rows that have only `others` can't be among the wanted ones."""
        if len(scores) < wanted:
            return False
        heaviest = heapq.nlargest(TOGETHER, (word.weight for word in others))
        reached = heapq.nlargest(wanted, scores.values())[-1]
        return reached >= MOST_OF_ONE_WORD * sum(heaviest)

    for number, group in enumerate(groups):
        rest = [word for later in groups[number + 1 :] for word in later]
        if enough([*group, *rest]):
            complete = False
            break
        if rest:
            ask(group, rest)
        if rest and enough(group):
            complete = False
        else:
            ask(group, ())
    if everywhere:
        if len(scores) < wanted:
            ask(everywhere, ())
        else:
            complete = False
    best_rows = heapq.nsmallest(size, scores.items(), key=lambda item: (-item[1], item[0]))
    return Candidates(best_rows, complete)


def _cheap(ordered: Sequence[Word]) -> int:
    """Return how many of the rarest words to search at once: at least one."""
    rows = 0
    for number, word in enumerate(ordered):
        rows += word.documents
        if rows > CHEAP:
            return max(1, number)
    return len(ordered)


def match_of(group: Sequence[Word], others: Sequence[Word]) -> str:
    """Return an FTS5 query: any word of the first group and, unless it is empty, any of the second."""
    return f"({_any(group)}) AND ({_any(others)})" if others else _any(group)


def top_ranked(
    conn: apsw.Connection, group: Sequence[Word], others: Sequence[Word], size: int
) -> list[tuple[int, float]]:
    """Return the best rows of the index of memories: see `Top`."""
    return [
        (row, -rank)
        for row, rank in conn.execute(
            "SELECT rowid, rank FROM memory_fts WHERE memory_fts MATCH ? ORDER BY rank LIMIT ?",
            (match_of(group, others), size),
        )
    ]


def _any(words: Sequence[Word]) -> str:
    return " OR ".join(word.match for word in words)


# -- the score of a row, computed by the index --


def register(conn: apsw.Connection) -> None:
    """Register the auxiliary functions of full-text indexes on a connection."""
    conn.register_fts5_function(_COUNTS, _counts)
    conn.register_fts5_function(_WORTH, _worth)


def counts_sql(table: str) -> str:
    """Return SQL for the word counts of a row, which `said` reads. Only valid right after a MATCH."""
    return f"{_COUNTS}({table})"


def worth_sql(table: str, words: Sequence[Word]) -> str:
    """Return SQL for the score and the words of a row, for a query of these words in this order, with a
    parameter for the weight of each; `value_of` and `matched_words` read it."""
    return f"{_WORTH}({', '.join([table, *'?' * len(words)])})"


def value_of(packed: bytes) -> float:
    """Return the bm25 of a row from `worth_sql`."""
    return float(_WORTH_AND_WORDS.unpack(packed)[0])


def matched_words(packed: bytes, words: Sequence[Word]) -> list[Word]:
    """Return the words that the row has, from `worth_sql`."""
    bits = _WORTH_AND_WORDS.unpack(packed)[1]
    return [word for number, word in enumerate(words) if bits >> number & 1]


def said(counts: bytes, words: Sequence[Word]) -> Said:
    """Return the counts of a query of these words, in this order, from `counts_sql`."""
    texts, all_words, length = _SIZES.unpack_from(counts)
    times = {word.match: n for word, n in zip(words, counts[_SIZES.size :], strict=True) if n}
    return Said(texts, all_words, length, times)


def _counts(api: apsw.FTS5ExtensionApi) -> bytes:
    """Pack the sizes and a byte for each word: text would take as long to write and read as the rest does."""
    sizes = _SIZES.pack(api.row_count, api.column_total_size(-1), api.column_size(-1))
    said_in = api.phrase_locations
    return sizes + bytes([min(_MOST, sum(map(len, said_in(number)))) for number in range(api.phrase_count)])


def _worth(api: apsw.FTS5ExtensionApi, *weights: float) -> bytes:
    """Compute `text.ranking.worth_of` inline: this runs for every candidate."""
    average = api.column_total_size(-1) / api.row_count or 1.0
    damped = SATURATION * (1 - LENGTH_WEIGHT + LENGTH_WEIGHT * api.column_size(-1) / average)
    value, bits, said_in = 0.0, 0, api.phrase_locations
    for number, weight in enumerate(weights):
        times = sum(map(len, said_in(number)))
        if times:
            value += weight * times * (SATURATION + 1) / (times + damped)
            bits |= 1 << number
    return _WORTH_AND_WORDS.pack(value, bits)
