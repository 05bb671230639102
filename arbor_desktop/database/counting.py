"""How well a text says the words of a query, told by the full-text index itself, row by row."""

from __future__ import annotations

import struct
from collections.abc import Sequence

import apsw

from arbor_desktop.database.candidates import Word
from arbor_desktop.text.relevance import LENGTH_WEIGHT, SATURATION, Said

_COUNTS = "word_counts"
_WORTH = "word_worth"
_SIZES = struct.Struct("<QQI")
_WORTH_AND_WORDS = struct.Struct("<dQ")
_MOST = 255


def register(conn: apsw.Connection) -> None:
    """Makes these functions known to a connection, as auxiliary ones of its full-text indexes."""
    conn.register_fts5_function(_COUNTS, _counts)
    conn.register_fts5_function(_WORTH, _worth)


def counts_sql(table: str) -> str:
    """SQL of the counts of a row; `said` reads them. Right after a MATCH, and in no other place."""
    return f"{_COUNTS}({table})"


def worth_sql(table: str, words: Sequence[Word]) -> str:
    """SQL of what a row is worth for a query of these words, in this order; `value_of` and `words_of` read
    it."""
    return f"{_WORTH}({', '.join([table, *(repr(word.weight) for word in words)])})"


def value_of(packed: bytes) -> float:
    """BM25 of a row."""
    return float(_WORTH_AND_WORDS.unpack(packed)[0])


def words_of(packed: bytes, words: Sequence[Word]) -> list[Word]:
    """Those of the words that the row says."""
    bits = _WORTH_AND_WORDS.unpack(packed)[1]
    return [word for number, word in enumerate(words) if bits >> number & 1]


def said(counts: bytes, words: Sequence[Word]) -> Said:
    """What a query of these words, in this order, was answered."""
    texts, all_words, length = _SIZES.unpack_from(counts)
    times = {word.match: n for word, n in zip(words, counts[_SIZES.size :], strict=True) if n}
    return Said(texts, all_words, length, times)


def _counts(api: apsw.FTS5ExtensionApi) -> bytes:
    """Sizes, and a byte for each word: a text would take as long to write and to read as the rest does."""
    sizes = _SIZES.pack(api.row_count, api.column_total_size(-1), api.column_size(-1))
    said_in = api.phrase_locations
    return sizes + bytes([min(_MOST, sum(map(len, said_in(number)))) for number in range(api.phrase_count)])


def _worth(api: apsw.FTS5ExtensionApi, *weights: float) -> bytes:
    """core.relevance.worth_of, without building what is not needed: this runs for every candidate."""
    average = api.column_total_size(-1) / api.row_count or 1.0
    damped = SATURATION * (1 - LENGTH_WEIGHT + LENGTH_WEIGHT * api.column_size(-1) / average)
    value, bits, said_in = 0.0, 0, api.phrase_locations
    for number, weight in enumerate(weights):
        times = sum(map(len, said_in(number)))
        if times:
            value += weight * times * (SATURATION + 1) / (times + damped)
            bits |= 1 << number
    return _WORTH_AND_WORDS.pack(value, bits)
