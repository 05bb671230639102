"""The judge: reads statements, tries the rules on their claims, tells what it found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from arbor_desktop.conflicts.judge import rules
from arbor_desktop.conflicts.judge.claims import Claim
from arbor_desktop.conflicts.judge.means import Means, means, other_means
from arbor_desktop.conflicts.judge.parser import read
from arbor_desktop.conflicts.judge.reasons import slot_verdict, verdict
from arbor_desktop.conflicts.judge.rivals import Rivals
from arbor_desktop.conflicts.judge.search_terms import search_words
from arbor_desktop.conflicts.judge.slots import Filled, differ, fill
from arbor_desktop.conflicts.model import Verdict

_KEPT = 4096


@dataclass(frozen=True, slots=True)
class _Reading:
    """A text that was read."""

    claims: tuple[Claim, ...]
    filled: tuple[Filled, ...]
    means: tuple[tuple[Claim, tuple[Means, ...]], ...]


class Judge:
    """Tells whether two statements contradict each other (see `conflicts.model.JudgeProtocol`).
    Thread-safe."""

    def __init__(self, rivals: Rivals, version: str = "") -> None:
        self._rivals = rivals
        self.version = version
        self._read = lru_cache(maxsize=_KEPT)(self._read_anew)

    def judge(self, older: str, newer: str) -> Verdict | None:
        """None where both can hold, or where that is not certain. Any text is safe."""
        if older == newer:
            return None
        was, now = self._read(older), self._read(newer)
        claims = [(before, after) for before in was.claims for after in now.claims]
        return (
            next(filter(None, (self._claims(*pair, now.claims) for pair in claims)), None)
            or self._slots(was, now)
            or next(filter(None, (self._values(*pair) for pair in claims)), None)
            or self._means(was, now)
        )

    def topics(self, text: str) -> tuple[str, ...]:
        """The groups and slots that a text names a member or a value of. Part of `JudgeProtocol`: the
        store finds by them what shares a topic, and no word."""
        reading = self._read(text)
        named = [
            self._rivals.groups[group].topic
            for claim in reading.claims
            for word in claim.words
            for group, _ in word.members
        ]
        filled = [self._rivals.slots[one.slot].topic for one in reading.filled]
        return tuple(dict.fromkeys([*named, *filled]))

    def terms(self, text: str) -> tuple[str, ...]:
        """What a full-text search for what may contradict `text` asks for, the weightiest first."""
        return search_words(self._read(text).claims, self._read(text).filled, self._rivals)

    def _read_anew(self, text: str) -> _Reading:
        claims = read(text, self._rivals)
        filled = tuple(one for claim in claims for one in fill(claim, self._rivals))
        served = ((claim, means(claim, self._rivals)) for claim in claims)
        return _Reading(claims, filled, tuple((claim, found) for claim, found in served if found))

    def _slots(self, was: _Reading, now: _Reading) -> Verdict | None:
        for one in was.filled:
            for other in now.filled:
                if differ(one, other, self._rivals):
                    slot = self._rivals.slots[one.slot]
                    return slot_verdict(slot, one, other, replaces=other.claim.changed)
        return None

    def _means(self, was: _Reading, now: _Reading) -> Verdict | None:
        for one, ours in was.means:
            for other, theirs in now.means:
                found = other_means(one, ours, other, theirs, self._rivals)
                if found:
                    return verdict(found, one, other, replaces=other.changed and not one.changed)
        return None

    def _claims(self, was: Claim, now: Claim, text: Sequence[Claim]) -> Verdict | None:
        gone = rules.replaced(now, was, self._rivals, text) or rules.changed(now, was, self._rivals, text)
        if gone:
            return verdict(gone, was, now, replaces=True)
        back = rules.replaced(was, now, self._rivals)
        if back:
            back = rules.Found(rules.STANCE, back.other, back.one, back.shared)
        found = back or rules.competing(was, now, self._rivals) or rules.stance(was, now, self._rivals)
        return verdict(found, was, now, replaces=now.changed and not was.changed) if found else None

    def _values(self, was: Claim, now: Claim) -> Verdict | None:
        found = rules.value(was, now, self._rivals)
        return verdict(found, was, now, replaces=now.changed and not was.changed) if found else None
