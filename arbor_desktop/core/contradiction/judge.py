"""The judge: reads statements, tries the rules on their claims, tells what it found."""

from __future__ import annotations

from functools import lru_cache

from arbor_desktop.core.conflict import Verdict
from arbor_desktop.core.contradiction import rules
from arbor_desktop.core.contradiction.claims import Claim, read
from arbor_desktop.core.contradiction.rivals import Rivals
from arbor_desktop.core.contradiction.searching import search_words
from arbor_desktop.core.contradiction.telling import verdict

_KEPT = 4096


class Judge:
    """Tells whether two statements contradict each other (see `core.conflict.Judging`). Safe to share."""

    def __init__(self, rivals: Rivals) -> None:
        self._rivals = rivals
        self._read = lru_cache(maxsize=_KEPT)(self._read_anew)

    def judge(self, older: str, newer: str) -> Verdict | None:
        """None where both can hold, or where that is not certain. Any text is safe."""
        if older == newer:
            return None
        for was in self._read(older):
            for now in self._read(newer):
                found = self._claims(was, now)
                if found:
                    return found
        return None

    def terms(self, text: str) -> tuple[str, ...]:
        """What a full-text search for what may contradict `text` asks for, the weightiest first."""
        return search_words(self._read(text), self._rivals)

    def _read_anew(self, text: str) -> tuple[Claim, ...]:
        return read(text, self._rivals)

    def _claims(self, was: Claim, now: Claim) -> Verdict | None:
        gone = rules.replaced(now, was, self._rivals)
        if gone:
            return verdict(gone, was, now, replaces=True)
        back = rules.replaced(was, now, self._rivals)
        if back:
            back = rules.Found(rules.STANCE, back.other, back.one, back.shared)
        found = (
            back
            or rules.competing(was, now, self._rivals)
            or rules.stance(was, now, self._rivals)
            or rules.value(was, now, self._rivals)
        )
        return verdict(found, was, now, replaces=now.changed and not was.changed) if found else None
