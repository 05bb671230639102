"""How often a text says the words of a query, told by the full-text index itself."""

from __future__ import annotations

from collections.abc import Sequence

import apsw

from arbor_desktop.core.relevance import Said
from arbor_desktop.store.candidates import Word

_FUNCTION = "word_counts"


def register(conn: apsw.Connection) -> None:
    """Makes the figures of `Said` known to a connection, as an auxiliary function of its full-text indexes."""
    conn.register_fts5_function(_FUNCTION, _counts)


def counts_sql(table: str) -> str:
    """SQL of the counts of a row; `said` reads them. Right after a MATCH, and in no other place."""
    return f"{_FUNCTION}({table})"


def said(counts: str, words: Sequence[Word]) -> Said:
    """What a query of these words, in this order, was answered."""
    texts, all_words, length, *times = map(int, counts.split(" "))
    return Said(texts, all_words, length, {w.match: n for w, n in zip(words, times, strict=True) if n})


def _counts(api: apsw.FTS5ExtensionApi) -> str:
    counts = [sum(map(len, api.phrase_locations(number))) for number in range(api.phrase_count)]
    return " ".join(map(str, (api.row_count, api.column_total_size(-1), api.column_size(-1), *counts)))
