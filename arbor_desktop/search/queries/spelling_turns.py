"""The words that were said, looked up by how they are spelled. The index of what was said has no list of its
words: texts with words that begin alike stand for it."""

from __future__ import annotations

import apsw

from arbor_desktop.database import candidates
from arbor_desktop.database.packed_text import turn_text
from arbor_desktop.search.queries.turn_filter import TurnFilter

HOLDING = 500
"""So many of the newest turns with a word are asked whether the filters leave them."""
READ = 40
LONGEST_TEXT = 20_000
"""Characters of a turn in which words are looked for."""


class TurnVocabulary:
    """The words of the turns that a filter leaves."""

    def __init__(self, conn: apsw.Connection, wanted: TurnFilter) -> None:
        self._conn = conn
        self._where, self._values = wanted.where()

    def knows(self, word: str) -> bool:
        """Whether any turn holds the word, in whatever form; whatever the filter."""
        match = candidates.quoted(word)
        return bool(
            self._conn.execute("SELECT 1 FROM turn_fts WHERE turn_fts MATCH ? LIMIT 1", (match,)).fetchone()
        )

    def texts_with(self, word: str) -> list[str]:
        """Some texts that hold a word in whatever form, of the newest turns that the filter leaves."""
        return self._texts(candidates.quoted(word))

    def texts_beginning(self, start: str) -> list[str]:
        """Some texts with a word that begins so."""
        return self._texts(candidates.quoted(start) + " *")

    def holds(self, *words: str) -> bool:
        """Whether a turn that the filter leaves holds the words one after the other."""
        return bool(self._texts(candidates.quoted(" ".join(words)), most=1))

    def _texts(self, match: str, most: int = READ) -> list[str]:
        rows = self._conn.execute(
            "SELECT t.text, t.packed FROM turn t JOIN conversation c ON c.row = t.conversation WHERE t.row IN "
            "(SELECT rowid FROM turn_fts WHERE turn_fts MATCH ? ORDER BY rowid DESC LIMIT ?) "
            f"AND {self._where} LIMIT ?",
            (match, HOLDING, *self._values, most),
        )
        return [turn_text(text, packed)[:LONGEST_TEXT] for text, packed in rows]
