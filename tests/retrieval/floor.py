"""The floor of retrieval: what bare FTS5 finds in the same texts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Self

import apsw

from arbor_desktop.text.words import STOP_WORDS

LIMIT = 20
WHAT = (
    f"bare FTS5 over the same texts: porter, stop words cut, an OR of the words, ORDER BY rank LIMIT {LIMIT}"
)
_WORD = re.compile(r"\w+")


class Plain:
    """Texts, each under its id, in a bare FTS5 table in memory. A context manager."""

    def __init__(self, texts: Iterable[tuple[str, str]]) -> None:
        self._conn = apsw.Connection(":memory:")
        self._conn.execute(
            "CREATE VIRTUAL TABLE plain USING fts5 "
            "(content, id UNINDEXED, tokenize='porter unicode61 remove_diacritics 2')"
        )
        with self._conn:
            self._conn.executemany("INSERT INTO plain (id, content) VALUES (?, ?)", texts)

    def search(self, question: str) -> list[str]:
        """The ids of the best texts."""
        words = [word for word in _WORD.findall(question.lower()) if word not in STOP_WORDS]
        if not words:
            return []
        match = " OR ".join(f'"{word}"' for word in dict.fromkeys(words))
        rows = self._conn.execute(
            f"SELECT id FROM plain WHERE plain MATCH ? ORDER BY rank LIMIT {LIMIT}", (match,)
        )
        return [ident for (ident,) in rows]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._conn.close()
