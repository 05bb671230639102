"""Redacting many texts at once: hardly any text holds a hint of a secret, so one search sorts those out.

Looking a text of a line or two through for every hint costs more in calls than in bytes. So texts are
joined, the joined text is searched once, and only those in which a hint stands are redacted one by one. Each
text ends up exactly as `Redactor.redact` would leave it: a hint found across two texts costs time and changes
nothing, and a hint inside of a text is found in the joined text as well.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence

from arbor_desktop.redaction.redactor import ESCAPED, Redactor
from arbor_desktop.redaction.rules import Rule, read_rules
from arbor_desktop.text.words import storable

JOINED_CHARACTERS = 128 * 1024
"""So much is searched at once: calls cost next to nothing, and it still fits the processor's cache."""
_BETWEEN = "\n"


class Screen:
    """A redactor for many texts. Immutable, safe to share."""

    def __init__(self, rules: str, optional: Iterable[str] = ()) -> None:
        """`rules` is the text of the data file, `optional` names the kinds of optional rules that are
        switched on. Raises InvalidInput naming the rule that is wrong."""
        chosen = frozenset(optional)
        read = read_rules(rules)
        self._redactor = Redactor(read.rules, read.words, chosen)
        tried = [rule for rule in read.rules if not rule.optional or rule.kind in chosen]
        self._finder = self._redactor.finder
        self._anywhere = _hints(rule for rule in tried if rule.scan)

    def clean(self, texts: Sequence[str]) -> list[str]:
        """The texts without secrets, in a form that can be stored: see `storable`."""
        cleaned: list[str] = []
        for some in _chunks(texts):
            joined = _BETWEEN.join(some)
            hinted = self._hinted(some, joined)
            broken = storable(joined) is not joined
            for number, text in enumerate(some):
                kept = self._redactor.redact(text).text if number in hinted else text
                cleaned.append(storable(kept) if broken else kept)
        return cleaned

    def _hinted(self, texts: Sequence[str], joined: str) -> set[int]:
        """The numbers of the texts in which a rule has to be tried."""
        places = {start for start, _ in self._finder.places(joined)}
        places.update(sign.start() for sign in ESCAPED.finditer(joined))
        for hint in self._anywhere:
            places.update(_all(joined, hint))
        starts: list[int] = []
        position = 0
        for text in texts if places else ():
            starts.append(position)
            position += len(text) + len(_BETWEEN)
        return {bisect_right(starts, place) - 1 for place in places}


def _hints(rules: Iterable[Rule]) -> tuple[str, ...]:
    return tuple({hint: None for rule in rules for hint in rule.hints})


def _chunks(texts: Sequence[str]) -> Iterator[Sequence[str]]:
    """Neighbours, as many as make up about `JOINED_CHARACTERS`; a longer text is a chunk of its own."""
    first = held = 0
    for number, text in enumerate(texts):
        if held and held + len(text) > JOINED_CHARACTERS:
            yield texts[first:number]
            first, held = number, 0
        held += len(text)
    yield texts[first:]


def _all(text: str, hint: str) -> Iterator[int]:
    start = text.find(hint)
    while start >= 0:
        yield start
        start = text.find(hint, start + 1)
