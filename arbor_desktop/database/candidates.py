"""The best matches of a full-text query, without ranking every match.

FTS5 ranks each row that holds any of the words, so a frequent word makes a search as slow as the store is
large. Yet a row that holds nothing but a frequent word scores low: bm25 weighs a word by how rare it is. So
rows are asked for by the rarest of the words that they hold, first together with another word, and the asking
ends when what is left can't reach what was found.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import apsw

CHEAP = 1_000
"""The rarest words, in no more rows than this together, are asked for in one go: ranking these costs little."""
TOGETHER = 3
"""It is not expected that a row holds more frequent words of a long query than this, and no rare one."""
UNFINISHED_SHARE = 100
"""An unfinished word that is no word yet weighs like one in every so many-th row: counting what it may become
costs as much as the search."""
SHORTEST_STEM = 3
"""An unfinished word that nothing starts with loses letters down to so many: the index holds stems, so that
"runnin" is on its way past "run"."""
LONGEST_UNFINISHED = 64
"""Nobody types on at a word longer than this: it was pasted, and is looked for by its beginning."""
NOTHING = 1e-6
"""The least weight of a word: that of one in at least every other row."""
MOST_OF_ONE_WORD = 1.3
"""How much more than its idf one word adds to the score of a short text that says it once (bm25 gives at most
2.2 to a text that says hardly anything else)."""
TOKENIZER = ("porter", ("unicode61", "remove_diacritics", "2"))


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a query: its FTS5 expression, in how many rows it is, its weight there (idf), and the word
    as it was asked for."""

    match: str
    documents: int
    weight: float
    term: str = ""
    unfinished: bool = False
    """Any word that begins like it is meant."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """(row, bm25 as a positive number), best first. `complete`: no other row holds any of the words."""

    rows: list[tuple[int, float]]
    complete: bool


Top = Callable[[apsw.Connection, Sequence[Word], Sequence[Word], int], list[tuple[int, float]]]
"""The best rows, at most so many, that hold any word of the one group and, unless it is empty, any of the other:
(row, bm25 as a positive number), best first."""


def quoted(term: str) -> str:
    """A term as FTS5 string: whatever is in it is no syntax."""
    return '"' + term.replace('"', '""') + '"'


def words_of(conn: apsw.Connection, terms: Sequence[str], *, prefix: bool) -> list[Word]:
    """The query's words; with `prefix` the last one may be unfinished, and stands there also as it is if there is
    such a word."""
    # The highest rowid stands for the number of texts: counting them would read the whole table.
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
        if whole.documents:  # it may be meant as it is: what says it comes first
            weight = min(weight, whole.weight) / 2
        else:
            found.pop()
        found.append(Word(quoted(begun) + " *", total, weight, whole.term, unfinished=True))
    return found


def beginning(conn: apsw.Connection, index: str, term: str) -> str | None:
    """The longest beginning of an unfinished word that any word in a full-text index has; None if there is none.

    A short one is taken as it is: so many words begin like it that asking for it costs as much as using it.
    """
    if len(term) <= SHORTEST_STEM:
        return term
    for length in range(min(len(term), LONGEST_UNFINISHED), SHORTEST_STEM - 1, -1):
        match = quoted(term[:length]) + " *"
        if conn.execute(f"SELECT 1 FROM {index} WHERE {index} MATCH ? LIMIT 1", (match,)).fetchone():
            return term[:length]
    return None


def idf(total: int, documents: int) -> float:
    """The idf of FTS5's bm25 (https://www.sqlite.org/fts5.html#the_bm25_function)."""
    return max(NOTHING, math.log((total - documents + 0.5) / (documents + 0.5)) if total > documents else 0.0)


def best(
    conn: apsw.Connection, words: Sequence[Word], size: int, *, wanted: int, top: Top | None = None
) -> Candidates:
    """The `size` best rows for any of the words, of which the first `wanted` are what counts; `top` asks the
    index of the memories unless another is given.

    Rows that hold none but frequent words may be missing, as long as `wanted` better ones were found. A row's
    score is always right: each is asked for with all of its words somewhere, and elsewhere only scores less.
    """
    ordered = sorted((word for word in words if word.weight > NOTHING), key=lambda word: word.documents)
    first = _cheap(ordered)
    groups = [ordered[:first], *([word] for word in ordered[first:])] if ordered else []
    # What is in every other row tells nothing: it need not be asked for, as long as there is enough else.
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
        """Whether rows that hold only `others` can't be among the wanted ones."""
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
    """How many of the rarest words to ask for in one go: at least one."""
    rows = 0
    for number, word in enumerate(ordered):
        rows += word.documents
        if rows > CHEAP:
            return max(1, number)
    return len(ordered)


def match_of(group: Sequence[Word], others: Sequence[Word]) -> str:
    """An FTS5 query: any word of the one group and, unless it is empty, any of the other."""
    return f"({_any(group)}) AND ({_any(others)})" if others else _any(group)


def top_ranked(
    conn: apsw.Connection, group: Sequence[Word], others: Sequence[Word], size: int
) -> list[tuple[int, float]]:
    return [
        (row, -rank)
        for row, rank in conn.execute(
            "SELECT rowid, rank FROM memory_fts WHERE memory_fts MATCH ? ORDER BY rank LIMIT ?",
            (match_of(group, others), size),
        )
    ]


def _any(words: Sequence[Word]) -> str:
    return " OR ".join(word.match for word in words)
