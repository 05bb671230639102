"""Redaction: secrets become `[redacted:kind]` before anything is stored or sent (spec 8.3).

Rules are data (`resources/redaction.toml`). A rule names literal hints; its pattern is tried only at a hint,
and every repetition in it is bounded, so the time is linear in the text. A second run changes nothing more.
docs/redaction.md has its quality, and the reasons for our own implementation.

Hardly any text has a hint of a secret, and searching a text of a line or two for every hint costs more in
calls than in bytes. So a `Screen` joins many texts, searches the joined text once, and redacts only those
that have a hint. Each text ends up exactly as with `Redactor.redact`: a hint found across two texts costs
time and changes nothing, and a hint inside a text is found in the joined text as well.
"""

from __future__ import annotations

import pickle
import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field
from functools import cache, cached_property
from typing import TYPE_CHECKING

from arbor_desktop import resources
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.redaction.hints import HintFinder
from arbor_desktop.redaction.rules import Rule, Vocabulary, read_rules
from arbor_desktop.redaction.sentences import values_near
from arbor_desktop.text.words import names_in, storable

if TYPE_CHECKING:
    from arbor_desktop.redaction.plausibility import Plausibility

PERSONAL = ("email", "phone")
"""The kinds of redaction that the setting `redaction.personal` switches on."""
JOINED_CHARACTERS = 128 * 1024
"""Characters that are searched at once: calls cost next to nothing, and they still fit the processor's
cache."""

_BETWEEN = "\n"
_MARKER = re.compile(r"\[redacted:[a-z0-9-]{1,40}\]")
_ESCAPED = re.compile("%(?:3[ADad]|22|40)")
"""A sign beside secrets, as URLs escape it: a text without one has no escaped secret."""
_ESCAPE = re.compile(r"%([2-7][0-9A-Fa-f])")
_SPACE = re.compile(r"\s")
_NO_DIGIT = re.compile(r"\D*")
_LONGEST_WORD = 2000
_MAX_PASSES = 8
_LINE_BACK = 200
_LINE_AHEAD = 400
_EFFORT = 4
_EFFORT_AT_ONCE = 100_000
"""What a rule may spend on a text, for each character so far and in addition, in about twentieths of a
microsecond. In a text of nothing but hints (`key=key=key=…`) the same characters would be judged hundreds of
times; a rule that has spent too much skips hints for a while. No meaningful text comes near: a value in every
hundred characters can be judged, and three hundred at once."""


@dataclass(frozen=True, slots=True)
class Redacted:
    """A text that is safe to store, and the number of removed secrets of each kind."""

    text: str
    counts: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Finding:
    """One secret: characters `start` to `end` of the text."""

    start: int
    end: int
    kind: str


class Redactor:
    """Removes secrets from text. Immutable, safe to share."""

    def __init__(
        self,
        rules: Sequence[Rule],
        words: Vocabulary | None = None,
        optional: Iterable[str] = (),
    ) -> None:
        """`optional` names the kinds of optional rules that are switched on. The first rule wins a tie."""
        chosen = frozenset(optional)
        self._rules = tuple(rule for rule in rules if not rule.optional or rule.kind in chosen)
        self._words = words or Vocabulary()
        self._finder = HintFinder([rule for rule in self._rules if not rule.scan])
        self._following = [rule for rule in self._rules if rule.follows]
        self._scans = [rule for rule in self._rules if rule.scan]
        self._rank = {rule.kind: number for number, rule in reversed(list(enumerate(self._rules)))}

    @cached_property
    def _plausibility(self) -> Plausibility:
        from arbor_desktop.redaction.plausibility import Plausibility  # most texts have nothing to judge

        return Plausibility(self._words)

    @classmethod
    def from_toml(cls, text: str, optional: Iterable[str] = ()) -> Redactor:
        """Read rules from TOML. Raises InvalidInput naming the rule that is wrong."""
        read = read_rules(text)
        return cls(read.rules, read.words, optional)

    def redact(self, text: str) -> Redacted:
        """Return the text with every secret replaced by `[redacted:kind]`."""
        text, removed = self.remove(text)
        return Redacted(text, dict(Counter(kind for kind, _ in removed)))

    def remove(self, text: str) -> tuple[str, list[tuple[str, str]]]:
        """Return the text as `redact` does, and each secret with its kind: (kind, secret)."""
        removed: list[tuple[str, str]] = []
        for _ in range(_MAX_PASSES):
            found = self.find(text)
            if not found:
                break
            # Removing one secret can reveal another, so search again until there is none.
            removed += ((finding.kind, text[finding.start : finding.end]) for finding in found)
            text = _replace(text, found)
        return text, removed

    def find(self, text: str) -> list[Finding]:
        """Return every secret in the text, in order, none overlapping."""
        found = self._found(text)
        found += self._found_escaped(text)
        if not found:
            return found
        for rule in self._following:
            behind = [rule.pattern.match(text, one.end) for one in found]
            found += [second for match in behind if match is not None for second in self._try(rule, match)]
        return _merge([f for f in found if not _touches_marker(text, f)], self._rank)

    def places(self, text: str) -> set[int]:
        """Return all places at which a secret is looked for."""
        found = {start for start, _ in self._finder.places(text)}
        found.update(sign.start() for sign in _ESCAPED.finditer(text))
        for hint in {hint for rule in self._scans for hint in rule.hints}:
            start = text.find(hint)
            while start >= 0:
                found.add(start)
                start = text.find(hint, start + 1)
        return found

    def _found_escaped(self, text: str) -> Iterator[Finding]:
        """Yield every secret in words with escapes of URLs, as they are without those, at its place."""
        end = 0
        for sign in _ESCAPED.finditer(text):
            if sign.start() < end:
                continue
            before = text[max(end, sign.start() - _LONGEST_WORD) : sign.start()]
            start = sign.start() - _word_length(before[::-1])
            end = sign.start() + _word_length(text[sign.start() : sign.start() + _LONGEST_WORD])
            word = text[start:end]
            escapes = [found.start() for found in _ESCAPE.finditer(word)]
            places = [at - 2 * number for number, at in enumerate(escapes)]
            for one in self._found(_ESCAPE.sub(lambda found: chr(int(found[1], 16)), word)):
                first, last = (start + at + 2 * bisect_left(places, at) for at in (one.start, one.end))
                yield Finding(first, last, one.kind)

    def _found(self, text: str) -> list[Finding]:
        found: list[Finding] = []
        for rule in self._scans:
            if any(hint in text for hint in rule.hints):
                for hit in rule.pattern.finditer(text):
                    found += self._try(rule, hit)
        found += self._at_hints(text)
        return found

    def _at_hints(self, text: str) -> Iterator[Finding]:
        covered = 0
        done: dict[int, int] = {}
        spent: dict[int, int] = {}
        for start, rules in self._finder.places(text):
            may_spend = _EFFORT_AT_ONCE + _EFFORT * start
            for rule in rules:
                if rule.guesses and start < covered:
                    continue  # found already; a guess would only find it again, slowly
                which = id(rule)
                cost = spent.get(which, 0) + rule.effort
                if cost > may_spend:
                    continue
                spent[which] = cost
                if rule.before is not None:
                    if rule.before.search(text, max(0, start - 60), start) is None:
                        continue
                    spent[which] += 5 * rule.effort
                if rule.wide:
                    match = _wide_match(rule, text, start, done)
                else:
                    match = rule.pattern.match(text, max(0, start - rule.back))
                if match is None or (rule.check == "secret" and _plainly_none(match)):
                    continue
                spent[which] += 2 * (rule.effort + match.end() - match.start())
                for finding in self._try(rule, match):
                    if rule.sentence is None:
                        covered = max(covered, finding.end)
                    if rule.guesses or rule.sentence is not None:
                        spent[which] = cost - rule.effort  # a found secret costs nothing
                    yield finding

    def _try(self, rule: Rule, match: re.Match[str]) -> Iterator[Finding]:
        hint = match.start()
        if rule.each is None:
            matches: Iterable[re.Match[str]] = (match,)
        elif rule.sentence is not None:
            matches = values_near(match, rule.each, rule.sentence, rule.nearest)
        else:
            matches = rule.each.finditer(match.string, hint, match.end())
        for one in matches:
            group = next((name for name in rule.secrets if one.start(name) >= 0), None)
            if group is None and rule.secrets:
                continue
            span = self._plausibility.secret_in(rule.check, one, one.span(group or 0), match)
            if span is not None:
                yield Finding(*span, rule.kind)


class Screen:
    """A redactor for many texts. Immutable, safe to share."""

    def __init__(self, redactor: Redactor) -> None:
        self._redactor = redactor

    def clean(self, texts: Sequence[str]) -> list[str]:
        """Return the texts without secrets, in a form that can be stored: see `storable`."""
        cleaned: list[str] = []
        for some in _chunks(texts):
            joined = _BETWEEN.join(some)
            hinted = self._hinted(some, joined)
            broken = storable(joined) is not joined
            for number, text in enumerate(some):
                kept = self._redactor.redact(text).text if number in hinted else text
                cleaned.append(storable(kept) if broken else kept)
        return cleaned

    def clean_path(self, path: str) -> str:
        """Return a path without secrets: whole, it looks like a key to some rules."""
        return "".join(self.clean(names_in(path)))

    def secrets(self, texts: Sequence[str]) -> dict[int, list[tuple[str, str]]]:
        """Return the secrets, (kind, secret), of each text that has any, by the text's number."""
        found: dict[int, list[tuple[str, str]]] = {}
        first = 0
        for some in _chunks(texts):
            for number in self._hinted(some, _BETWEEN.join(some)):
                if removed := self._redactor.remove(some[number])[1]:
                    found[first + number] = removed
            first += len(some)
        return found

    def _hinted(self, texts: Sequence[str], joined: str) -> set[int]:
        """Return the numbers of the texts in which a rule has to be tried."""
        places = self._redactor.places(joined)
        starts: list[int] = []
        position = 0
        for text in texts if places else ():
            starts.append(position)
            position += len(text) + len(_BETWEEN)
        return {bisect_right(starts, place) - 1 for place in places}


@cache
def screen(personal: bool) -> Screen:
    """Return the rules that ship with the program, with those for personal data if `personal`."""
    kept = resources.derived("redaction.toml", _screens, "redaction")
    return pickle.loads(kept[personal])  # type: ignore[no-any-return]


def _screens(text: str) -> dict[bool, bytes]:
    """Return what `screen` returns, pickled: reading that is faster than reading the rules."""
    read = read_rules(text)
    kinds: dict[bool, tuple[str, ...]] = {False: (), True: PERSONAL}
    return {
        personal: pickle.dumps(Screen(Redactor(read.rules, read.words, optional)))
        for personal, optional in kinds.items()
    }


def _word_length(text: str) -> int:
    """Return the number of characters before the first white space."""
    space = _SPACE.search(text)
    return len(text) if space is None else space.start()


def _wide_match(rule: Rule, text: str, start: int, done: dict[int, int]) -> re.Match[str] | None:
    """Match a rule that looks at a whole line or region, except where it has looked (`done`, by rule)."""
    if start < done.get(id(rule), 0):
        return None
    if rule.line:
        back = max(0, start - (rule.back or _LINE_BACK))
        begin = back if rule.back else max(text.rfind("\n", back, start) + 1, back)
        match = rule.pattern.search(text, begin, start + _LINE_AHEAD)
        done[id(rule)] = start + _LINE_AHEAD // 2 if match is None else match.end()
        return match
    match = rule.pattern.match(text, max(0, start - rule.back))
    if match is not None:
        done[id(rule)] = match.end()
    return match


def _plainly_none(match: re.Match[str]) -> bool:
    """Return whether what a guess found is a count of tokens or a word of code: frequent, seen fast."""
    text = match.string
    hint = match.start()
    start, end = match.span("secret3")
    if start < 0 or text[hint : hint + 2].isupper():
        return False
    value = text[start:end].rstrip(",;)}]")
    return (value.isdigit() and end - start < 12) or (
        end - start < 20 and _NO_DIGIT.fullmatch(value) is not None
    )


def _touches_marker(text: str, finding: Finding) -> bool:
    nearby = text.rfind("[redacted:", max(0, finding.start - 60), finding.end)
    if nearby < 0:
        return False
    marker = _MARKER.match(text, nearby)
    return marker is not None and marker.end() > finding.start


def _merge(found: list[Finding], rank: dict[str, int]) -> list[Finding]:
    """Join overlapping finds to one, of the kind whose rule comes first."""
    merged: list[Finding] = []
    for finding in sorted(found, key=lambda f: (f.start, -f.end)):
        if merged and finding.start < merged[-1].end:
            last = merged.pop()
            kind = min(last.kind, finding.kind, key=lambda kind: rank[kind])
            finding = Finding(last.start, max(last.end, finding.end), kind)
        merged.append(finding)
    return merged


def _replace(text: str, found: Iterable[Finding]) -> str:
    parts: list[str] = []
    position = 0
    for finding in found:
        parts += (text[position : finding.start], f"[redacted:{finding.kind}]")
        position = finding.end
    parts.append(text[position:])
    return "".join(parts)


def _chunks(texts: Sequence[str]) -> Iterator[Sequence[str]]:
    """Yield neighbours, as many as make up about `JOINED_CHARACTERS`; a longer text is a chunk of its own."""
    first = held = 0
    for number, text in enumerate(texts):
        if held and held + len(text) > JOINED_CHARACTERS:
            yield texts[first:number]
            first, held = number, 0
        held += len(text)
    yield texts[first:]
