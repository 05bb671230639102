"""The words of a query over what was said: how often they are said, and where in a text they stand."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

import apsw

from arbor_desktop.database import candidates
from arbor_desktop.database.candidates import Word
from arbor_desktop.text.words import CAMEL, query_terms

COUNTED = 2_000
"""How often a word is said is counted up to here and projected from there on: telling rare words from frequent
ones needs no more, and counting a frequent word to its end costs as much as a search."""
MOST_MARKS = 200
MARKED_LENGTH = 50_000
"""Characters of one text in which words are looked for to be marked."""
_LONGEST_NAME = 40
_WORD = re.compile(r"\w+")
_CASED = re.compile(r"(?<![^\W_])[^\W_]*[a-z][A-Z][^\W_]*")
"""A name like parseUserName, whose parts the index holds too; looked for where a word begins, or one of
thousands of letters would be gone through from each of them."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A query: its terms as typed, and those of its words that were said."""

    terms: tuple[str, ...]
    words: tuple[Word, ...]
    unfinished: str | None = None
    """The beginning that the last term is looked for by; it is the last of `terms`."""

    def match(self, term: str) -> str:
        """The FTS5 expression of one of the terms."""
        return _beginning(term) if term == self.unfinished else candidates.quoted(term)


def asked(conn: apsw.Connection, query: str, *, prefix: bool = False) -> Asked:
    """Takes a query apart; with `prefix` its last word may be unfinished."""
    terms = query_terms(query)
    unfinished = None
    if prefix and terms and query[-1:].isalnum() and query.lower().endswith(terms[-1]):
        unfinished = terms.pop()
        if terms and _is_letter(unfinished):
            unfinished = None  # it says nothing beside whole words, and matches nearly everything
    highest = conn.execute("SELECT ifnull(max(id), 1) FROM turn_fts_docsize").fetchone()[0]
    words = [word for term in terms if (word := _word(conn, candidates.quoted(term), highest)).documents]
    if unfinished is not None and not _is_letter(unfinished):
        begun = candidates.beginning(conn, "turn_fts", unfinished)
        if begun is not None:
            unfinished = begun
            weight = candidates.idf(highest, max(1, highest // candidates.UNFINISHED_SHARE))
            words.append(Word(_beginning(begun), highest, weight))
    return Asked((*terms, *([unfinished] if unfinished else [])), tuple(words), unfinished)


def _word(conn: apsw.Connection, match: str, highest: int) -> Word:
    """With the number of texts that hold it, as the first texts that do suggest it."""
    count, last = conn.execute(
        "SELECT count(*), max(rowid) FROM (SELECT rowid FROM turn_fts WHERE turn_fts MATCH ? LIMIT ?)",
        (match, COUNTED),
    ).fetchone()
    documents = count if count < COUNTED else max(count, round(count * highest / last))
    return Word(match, documents, candidates.idf(highest, max(1, documents)))


def _is_letter(term: str) -> bool:
    return len(term) == 1 and term.isascii()


def _beginning(term: str) -> str:
    return candidates.quoted(term) + " *"


class Marker:
    """Finds the words of a query in texts, the way the index does: "paint" also marks "painted"."""

    def __init__(self, conn: apsw.Connection, query: Asked) -> None:
        tokenizer = conn.fts5_tokenizer(candidates.TOKENIZER[0], list(candidates.TOKENIZER[1]))

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
        """Where the words stand in `text`: (start, end) in characters, in order."""
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
        """Whether the text begins with a speaker's name (`Anna: …`) that the query holds."""
        speaker, colon, _ = text[:_LONGEST_NAME].partition(":")
        if not colon or not speaker[:1].isupper():
            return False
        return any(
            stem in self._wanted for word in _WORD.findall(speaker) for stem in self._stems(word.lower())
        )

    def terms_in(self, text: str) -> set[str]:
        """Which of the query's terms the text holds."""
        found: set[str] = set()
        for word in self._likely.finditer(text, 0, MARKED_LENGTH):
            for stem in self._stems(word.group().lower()):
                found.update(term for term, wanted in self._terms.items() if stem in wanted)
                if self._begun is not None and stem.startswith(self._begun):
                    found.add(self._begun)
        return found

    def _means(self, stem: str) -> bool:
        return stem in self._wanted or (self._begun is not None and stem.startswith(self._begun))
