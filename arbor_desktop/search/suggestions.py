"""Spelling suggestions for queries with unknown words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

from arbor_desktop.database.connection import Connection
from arbor_desktop.memories import checks
from arbor_desktop.resources import common_words
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.search.queries.spelling import TurnVocabulary, Vocabulary
from arbor_desktop.search.turns import turn_filter
from arbor_desktop.text import spelling
from arbor_desktop.text.spelling import Change, Spelling, Suggestion, Typed

MOST_WORDS = 4
"""Unknown words in a query; with more of them it is not misspelled."""
_SHORTEST_PART = 2
_LONGEST = 40


class SpellingSuggestions:
    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime

    def suggest(self, query: str, *, prefix: bool = False, **filters: Any) -> Suggestion | None:
        """Return `query` with its unknown words spelled as in memories; None if all words are known, or
        nothing like them is in the memories within the filters (those of `search`), which a suggestion always
        finds. `prefix`: the last word may be unfinished.
        """
        wanted = checks.memory_filter(**filters)
        now, policy = self._rt.clock(), self._rt.policy

        def look(conn: Connection) -> Suggestion | None:
            return _Query(_MemoryWords(Vocabulary(conn, wanted, policy, now)), query, prefix).suggestion()

        return self._rt.db.read(look)

    def suggest_turns(self, query: str, **filters: Any) -> Suggestion | None:
        """Return the same for conversations; `filters`: those of `search_turns`."""
        wanted = turn_filter(**filters)
        return self._rt.db.read(
            lambda c: _Query(_TurnWords(TurnVocabulary(c, wanted)), query, False).suggestion()
        )


class _Words(Protocol):
    """The words of memories or of conversations."""

    def knows(self, word: str, *, unfinished: bool) -> bool:
        """Return whether anything contains the word."""
        ...

    def holds(self, *words: str) -> bool:
        """Return whether something within the filters contains the words one after the other."""
        ...

    def texts_with(self, word: str) -> list[str]:
        """Return some texts that contain a word."""
        ...

    def texts_near(
        self, word: str, *, unfinished: bool, other_start: bool
    ) -> Iterator[tuple[str, list[str], float]]:
        """Yield texts that may contain the intended word, with their common stem ("" if unknown) and the
        least number of different letters. `other_start`: words with another first letter."""
        ...


class _MemoryWords:
    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self.holds = vocabulary.holds

    def knows(self, word: str, *, unfinished: bool) -> bool:
        return self._vocabulary.knows(word, unfinished=unfinished)

    def texts_with(self, word: str) -> list[str]:
        return [
            text for stem in self._vocabulary.stems(word)[:1] for text in self._vocabulary.texts_with(stem)
        ]

    def texts_near(
        self, word: str, *, unfinished: bool, other_start: bool
    ) -> Iterator[tuple[str, list[str], float]]:
        longest = _LONGEST if unfinished else len(word) + spelling.allowed(word)
        terms = self._vocabulary.terms_like(word, longest=longest, other_start=other_start)
        stem = (self._vocabulary.stems(word) or (word,))[0]
        for term, far in spelling.likely_stems(word, stem, terms, unfinished=unfinished):
            yield term, self._vocabulary.texts_with(term), far


class _TurnWords:
    def __init__(self, vocabulary: TurnVocabulary) -> None:
        self._vocabulary = vocabulary
        self.holds = vocabulary.holds
        self.texts_with = vocabulary.texts_with

    def knows(self, word: str, *, unfinished: bool) -> bool:
        return self._vocabulary.knows(word)

    def texts_near(
        self, word: str, *, unfinished: bool, other_start: bool
    ) -> Iterator[tuple[str, list[str], float]]:
        """Yield texts by the longest common beginning first: the error is after it."""
        if other_start:
            starts = [word[1:], word[1:4]]
        else:
            starts = [word[:length] for length in range(min(len(word), 8), 1, -1)]
            # Two of the first three letters may have changed places.
            starts[-1:-1] = [word[1::-1] + word[2:3], word[:1] + word[2:3] + word[1:2]]
        for start in starts:
            yield "", self._vocabulary.texts_beginning(start), 1.0


class _Query:
    """A query, examined word by word."""

    def __init__(self, there: _Words, query: str, prefix: bool) -> None:
        self._there, self._query = there, query
        self._words = spelling.typed_words(query)
        # A last word with something after it is finished.
        self._unfinished = self._words[-1] if prefix and self._words and query[-1:].isalnum() else None

    def suggestion(self) -> Suggestion | None:
        unknown = [
            number
            for number, word in enumerate(self._words)
            if spelling.may_be_wrong(word.folded)
            and word.folded not in common_words()
            and not self._knows(word)
        ]
        if not unknown or len(unknown) > MOST_WORDS:
            return None
        alone = len(unknown) == len(self._words)
        changes: list[Change] = []
        for number in unknown:
            change = self._joined(number) or self._split(number) or self._spelled(number, alone)
            if change is not None and not any(change.start < c.end and c.start < change.end for c in changes):
                changes.append(change)
        return spelling.changed(self._query, changes) if changes else None

    def _knows(self, word: Typed) -> bool:
        return self._there.knows(word.text, unfinished=word is self._unfinished)

    def _joined(self, number: int) -> Change | None:
        """Join `key cloak` to `keycloak`."""
        for first in (number - 1, number):
            if not 0 <= first < len(self._words) - 1:
                continue
            left, right = self._words[first], self._words[first + 1]
            between, whole = self._query[left.end : right.start], left.folded + right.folded
            if between.strip(" -") or len(whole) > _LONGEST or not self._there.knows(whole, unfinished=False):
                continue
            found = spelling.written(whole, self._there.texts_with(whole))
            if found is not None:
                return Change(left.start, right.end, found)
        return None

    def _split(self, number: int) -> Change | None:
        """Split `nodemodules` into `node modules`."""
        typed = self._words[number]
        word = typed.folded
        for at in range(_SHORTEST_PART, len(word) - _SHORTEST_PART + 1):
            parts = word[:at], word[at:]
            if all(self._there.knows(part, unfinished=False) for part in parts) and self._there.holds(*parts):
                return Change(typed.start, typed.end, " ".join(parts))
        return None

    def _spelled(self, number: int, alone: bool) -> Change | None:
        """Spell a word differently, with the same first letter if possible."""
        typed = self._words[number]
        best = self._nearest(typed, other_start=False) or self._nearest(typed, other_start=True)
        if best is None or not self._there.holds(best.text):
            return None
        if not best.distance and not alone:
            return None  # right so far: the word is still being typed
        return Change(typed.start, typed.end, best.text)

    def _nearest(self, typed: Typed, *, other_start: bool) -> Spelling | None:
        word, unfinished = typed.folded, typed is self._unfinished
        best: Spelling | None = None
        for stem, texts, far in self._there.texts_near(word, unfinished=unfinished, other_start=other_start):
            if best is not None and best.distance <= far:
                break
            found = spelling.nearest_spelling(word, texts, unfinished=unfinished, stem=stem)
            if found is not None and (best is None or found.rank < best.rank):
                best = found
        return best
