"""The judge: reads two statements and tries the rules on each pair of their claims."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from arbor_desktop.conflicts.judge.alternatives import competing
from arbor_desktop.conflicts.judge.claims import Claim
from arbor_desktop.conflicts.judge.comparison import STANCE, Found
from arbor_desktop.conflicts.judge.negation import stance
from arbor_desktop.conflicts.judge.parser import read
from arbor_desktop.conflicts.judge.reasons import slot_verdict, verdict
from arbor_desktop.conflicts.judge.replacement import moved, new_holder, replaced
from arbor_desktop.conflicts.judge.rivals import Rivals
from arbor_desktop.conflicts.judge.search_terms import search_words
from arbor_desktop.conflicts.judge.slots import Filled, differ, fill
from arbor_desktop.conflicts.judge.values import value
from arbor_desktop.conflicts.model import Verdict

CACHED_READINGS = 4096


@dataclass(frozen=True, slots=True)
class _Reading:
    claims: tuple[Claim, ...]
    filled: tuple[Filled, ...]


class Judge:
    """Judges whether two statements contradict each other (see `conflicts.model.JudgeProtocol`).
    Thread-safe."""

    def __init__(self, rivals: Rivals, version: str = "") -> None:
        self._rivals = rivals
        self.version = version
        self._read = lru_cache(maxsize=CACHED_READINGS)(self._read_text)

    def _read_text(self, text: str) -> _Reading:
        claims = read(text, self._rivals)
        return _Reading(claims, tuple(one for claim in claims for one in fill(claim, self._rivals)))

    def judge(self, older: str, newer: str) -> Verdict | None:
        """Return why two statements contradict each other, or None if they may both hold. Any text is
        safe."""
        if older == newer:
            return None
        was, now = self._read(older), self._read(newer)
        pairs = [(before, after) for before in was.claims for after in now.claims]
        verdicts = chain(
            (self._judge_claims(before, after, now.claims) for before, after in pairs),
            (self._judge_slots(one, other) for one in was.filled for other in now.filled),
            (self._verdict(value(before, after, self._rivals), before, after) for before, after in pairs),
        )
        return next(filter(None, verdicts), None)

    def topics(self, text: str) -> tuple[str, ...]:
        """Return the groups and slots of which a text names a member or a value."""
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
        """Return terms to search for what may contradict a text, the weightiest first."""
        return search_words(self._read(text).claims, self._read(text).filled, self._rivals)

    def _judge_claims(self, was: Claim, now: Claim, text: Sequence[Claim]) -> Verdict | None:
        rivals = self._rivals
        gone = replaced(now, was, rivals, text) or moved(now, was, rivals) or new_holder(now, was)
        if gone:
            return verdict(gone, was, now, replaces=True)
        back = replaced(was, now, rivals)
        if back:
            back = Found(STANCE, back.other, back.one, back.shared)
        return self._verdict(back or competing(was, now, rivals) or stance(was, now, rivals), was, now)

    def _judge_slots(self, one: Filled, other: Filled) -> Verdict | None:
        if not differ(one, other, self._rivals):
            return None
        return slot_verdict(self._rivals.slots[one.slot], one, other, replaces=other.claim.changed)

    def _verdict(self, found: Found | None, was: Claim, now: Claim) -> Verdict | None:
        return verdict(found, was, now, replaces=now.changed and not was.changed) if found else None
