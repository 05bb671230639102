"""What a query may have meant whose words nothing holds."""

from __future__ import annotations

from typing import Any

from arbor_desktop.core import spelling
from arbor_desktop.core.spelling import Change, Spelling, Suggestion, Typed
from arbor_desktop.service.memories import Memories
from arbor_desktop.service.runtime import Runtime
from arbor_desktop.store.database import Connection
from arbor_desktop.store.spelling import Vocabulary

MOST_WORDS = 4
"""So many unknown words are looked after: a query with more of them is no slip of the fingers."""
_SHORTEST_PART = 2
_LONGEST = 40


class Suggesting:
    def __init__(self, runtime: Runtime, memories_part: Memories) -> None:
        self._rt = runtime
        self._memories = memories_part

    def suggest(self, query: str, *, prefix: bool = False, **filters: Any) -> Suggestion | None:
        """`query` with the words that no memory holds spelled as memories spell them; None where all of them
        are known, or nothing like them is said in what the filters leave.

        What is suggested finds something under the same filters (those of `search`). With `prefix` the last
        word may be unfinished.
        """
        wanted = self._memories.filter(**filters)
        now, policy = self._rt.clock(), self._rt.policy

        def look(conn: Connection) -> Suggestion | None:
            return _Look(Vocabulary(conn, wanted, policy, now), query, prefix).suggestion()

        return self._rt.db.read(look)


class _Look:
    """One query, looked at word by word."""

    def __init__(self, vocabulary: Vocabulary, query: str, prefix: bool) -> None:
        self._vocabulary, self._query = vocabulary, query
        self._words = spelling.typed_words(query)
        # Where something follows the last word, it is finished.
        self._unfinished = self._words[-1] if prefix and self._words and query[-1:].isalnum() else None

    def suggestion(self) -> Suggestion | None:
        unknown = [
            n
            for n, word in enumerate(self._words)
            if spelling.may_be_wrong(word.folded) and not self._knows(word)
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
        return self._vocabulary.knows(word.text, unfinished=word is self._unfinished)

    def _joined(self, number: int) -> Change | None:
        """`git hub` for what is written `github`."""
        for first in (number - 1, number):
            if not 0 <= first < len(self._words) - 1:
                continue
            left, right = self._words[first], self._words[first + 1]
            between, whole = self._query[left.end : right.start], left.folded + right.folded
            if between.strip(" -") or len(whole) > _LONGEST or not self._vocabulary.knows(whole):
                continue
            found = self._written(whole)
            if found is not None:
                return Change(left.start, right.end, found)
        return None

    def _written(self, word: str) -> str | None:
        """A word that is known, as it is written."""
        for stem in self._vocabulary.stems(word):
            found = spelling.written(word, self._vocabulary.texts_with(stem))
            if found is not None:
                return found
        return None

    def _split(self, number: int) -> Change | None:
        """`nodemodules` for what is written `node modules`."""
        typed = self._words[number]
        word = typed.folded
        for at in range(_SHORTEST_PART, len(word) - _SHORTEST_PART + 1):
            left, right = word[:at], word[at:]
            if (
                self._vocabulary.knows(left)
                and self._vocabulary.knows(right)
                and self._vocabulary.holds(left, right)
            ):
                return Change(typed.start, typed.end, f"{left} {right}")
        return None

    def _spelled(self, number: int, alone: bool) -> Change | None:
        """Another spelling, with the same first letter before any with another."""
        typed = self._words[number]
        best = self._nearest(typed) or self._nearest(typed, other_start=True)
        if best is None or not self._vocabulary.holds(best.text):
            return None
        if not best.distance and not alone:
            return None  # so far it is right: it goes on being typed
        return Change(typed.start, typed.end, best.text)

    def _nearest(self, typed: Typed, *, other_start: bool = False) -> Spelling | None:
        word, unfinished = typed.folded, typed is self._unfinished
        stem = (self._vocabulary.stems(word) or (word,))[0]
        longest = _LONGEST if unfinished else len(word) + spelling.allowed(word)
        terms = self._vocabulary.terms_like(word, longest=longest, other_start=other_start)
        best: Spelling | None = None
        for term, far in spelling.likely_stems(word, stem, terms, unfinished=unfinished):
            if best is not None and best.distance <= far:
                break
            found = spelling.nearest_spelling(word, self._vocabulary.texts_with(term), unfinished=unfinished)
            if found is not None and (best is None or found.rank < best.rank):
                best = found
        return best
