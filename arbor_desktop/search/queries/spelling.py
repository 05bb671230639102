"""The words of memories and of what was said, looked up by how they are spelled.

Plain SQL: FTS5's vocabulary.
"""

from __future__ import annotations

import string
from collections.abc import Sequence
from typing import Any

import apsw

from arbor_desktop.database import fulltext
from arbor_desktop.database.packed_text import turn_text
from arbor_desktop.memories.confidence import DecayPolicy
from arbor_desktop.memories.model import MemoryFilter
from arbor_desktop.memories.queries import records
from arbor_desktop.search.queries.turns import TurnFilter

MOST_TERMS = 8_000
"""Terms of the index that are compared with one word, those that begin like it first."""
HOLDING = 500
"""Newest memories with a word that are checked against the filters."""
READ = 60
"""Texts that show how a word is spelled."""
_LAST = "\U0010ffff"


class Vocabulary:
    """The words of the memories that a filter leaves. Terms are as the index holds them: stems, folded."""

    def __init__(self, conn: apsw.Connection, wanted: MemoryFilter, policy: DecayPolicy, now: int) -> None:
        self._conn = conn
        self._where, self._values = records.where_sql(wanted, policy, now)
        self._tokenize = conn.fts5_tokenizer(fulltext.TOKENIZER[0], list(fulltext.TOKENIZER[1]))

    def stems(self, word: str) -> tuple[str, ...]:
        """Return what the index makes of a word: mostly one term, none for a sign."""
        found = self._tokenize(
            word.encode("utf-8", "replace"),
            apsw.FTS5_TOKENIZE_QUERY,
            None,
            include_offsets=False,
            include_colocated=False,
        )
        return tuple(found)

    def knows(self, word: str, *, unfinished: bool = False) -> bool:
        """Return whether any memory contains the word, or with `unfinished` one that begins so; whatever
        the filter."""
        stems = self.stems(word)
        if not stems:
            return True  # nothing that could be asked for
        if (
            unfinished
            and self._conn.execute(
                "SELECT 1 FROM memory_terms WHERE term >= ? AND term < ? LIMIT 1",
                (stems[-1], stems[-1] + _LAST),
            ).fetchone()
        ):
            return True
        return all(
            self._conn.execute("SELECT 1 FROM memory_terms WHERE term = ?", (stem,)).fetchone()
            for stem in stems
        )

    def terms_like(self, word: str, *, longest: int, other_start: bool = False) -> dict[str, int]:
        """Return terms of up to `longest` letters that begin like a word, or with `other_start` like it
        except for the first letter; with the number of texts that contain them."""
        found: dict[str, int] = {}
        for start, end in _other_starts(word) if other_start else _starts(word):
            left = MOST_TERMS - len(found)
            if left <= 0:
                break
            found.update(
                self._conn.execute(
                    "SELECT term, doc FROM memory_terms WHERE term >= ? AND term < ? "
                    "AND length(term) BETWEEN 3 AND ? LIMIT ?",
                    (start, end, longest, left),
                )
            )
        return found

    def texts_with(self, term: str) -> list[str]:
        """Return some texts that contain a term, of the newest memories that pass the filter."""
        match = fulltext.quoted(term)
        if self.stems(term) != (term,):  # stemmed once more it is another: then as a beginning
            match += " *"
        return self._texts(match)

    def holds(self, *words: str) -> bool:
        """Return whether a memory that passes the filter contains the words one after the other."""
        return bool(self._texts(fulltext.quoted(" ".join(words)), most=1))

    def _texts(self, match: str, most: int = READ) -> list[str]:
        values: Sequence[Any] = (match, HOLDING, *self._values, most)
        rows = self._conn.execute(
            "SELECT m.content, m.summary, m.tags, m.search_text FROM memory m NOT INDEXED WHERE m.row IN "
            "(SELECT rowid FROM memory_fts WHERE memory_fts MATCH ? ORDER BY rowid DESC LIMIT ?) "
            f"AND {self._where} LIMIT ?",
            values,
        )
        return [" ".join(part for part in row if part) for row in rows]


def _starts(word: str) -> list[tuple[str, str]]:
    """Return where a word is in the alphabet, also with its first two letters swapped."""
    first, second = word[:1], word[1:2]
    ranges = [_beginning(first)]
    if second and second != first:
        ranges.append(_beginning(second + first))
    return ranges


def _other_starts(word: str) -> list[tuple[str, str]]:
    """Return where else it would be if its first letter were superfluous, wrong or missing."""
    if len(word) <= 3 or not word.isascii():
        return []
    others = [letter for letter in string.ascii_lowercase if letter != word[0]]
    starts = {word[1:3], *(other + rest for other in others for rest in (word[1:3], word[:2]))}
    return [_beginning(start) for start in sorted(starts) if start[0] != word[0]]


def _beginning(start: str) -> tuple[str, str]:
    return start, start + _LAST


"""Newest turns with a word that are checked against the filters."""
READ_TURNS = 40
LONGEST_TEXT = 20_000
"""Characters of a turn in which words are looked for."""


class TurnVocabulary:
    """The words of the turns that a filter leaves."""

    def __init__(self, conn: apsw.Connection, wanted: TurnFilter) -> None:
        self._conn = conn
        self._where, self._values = wanted.where()

    def knows(self, word: str) -> bool:
        """Return whether any turn contains the word, in whatever form; whatever the filter."""
        match = fulltext.quoted(word)
        return bool(
            self._conn.execute("SELECT 1 FROM turn_fts WHERE turn_fts MATCH ? LIMIT 1", (match,)).fetchone()
        )

    def texts_with(self, word: str) -> list[str]:
        """Return some texts that contain a word in whatever form, of the newest turns that pass the
        filter."""
        return self._texts(fulltext.quoted(word))

    def texts_beginning(self, start: str) -> list[str]:
        """Return some texts with a word that begins so."""
        return self._texts(fulltext.quoted(start) + " *")

    def holds(self, *words: str) -> bool:
        """Return whether a turn that passes the filter contains the words one after the other."""
        return bool(self._texts(fulltext.quoted(" ".join(words)), most=1))

    def _texts(self, match: str, most: int = READ_TURNS) -> list[str]:
        rows = self._conn.execute(
            "SELECT t.text, t.packed FROM turn t JOIN conversation c ON c.row = t.conversation WHERE t.row IN "
            "(SELECT rowid FROM turn_fts WHERE turn_fts MATCH ? ORDER BY rowid DESC LIMIT ?) "
            f"AND {self._where} LIMIT ?",
            (match, HOLDING, *self._values, most),
        )
        return [turn_text(text, packed)[:LONGEST_TEXT] for text, packed in rows]
