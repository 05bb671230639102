"""A judge that cannot fail: whatever is wrong with it, memories are stored, and compared once."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

from arbor_desktop.conflicts.model import Judging, Verdict
from arbor_desktop.memories.model import Memory

log = logging.getLogger(__name__)
T = TypeVar("T")

_KEPT = 2048
"""So many verdicts: those of all that one transaction compares."""
MOST_TOLD = 20
"""So many failures are logged: a judge that fails on everything would fill the log."""


class Careful:
    """Asks a judge about memories. Where it fails that is logged with their ids, never with their words, and
    they count as compatible."""

    def __init__(self, judge: Judging) -> None:
        self._judge = judge
        self._verdict = lru_cache(_KEPT)(judge.judge)
        self._failures = 0
        self.version = judge.version

    def judge(self, older: Memory, newer: Memory) -> Verdict | None:
        return self._safely(lambda: self._verdict(older.content, newer.content), None, older, newer)

    def topics(self, memory: Memory) -> tuple[str, ...]:
        return self._safely(lambda: self._judge.topics(memory.content), (), memory)

    def terms(self, memory: Memory) -> tuple[str, ...]:
        return self._safely(lambda: self._judge.terms(memory.content), (), memory)

    def _safely(self, ask: Callable[[], T], otherwise: T, *about: Memory) -> T:
        try:
            return ask()
        except Exception as error:  # noqa: BLE001 - a bug of the judge: what a person stores is stored
            self._failures += 1
            if self._failures <= MOST_TOLD:
                # The error's own words may quote a memory, and so may a traceback.
                where = error.__traceback__
                while where is not None and where.tb_next is not None:
                    where = where.tb_next
                place = f"{where.tb_frame.f_code.co_filename}:{where.tb_lineno}" if where else "?"
                ids = ", ".join(memory.id for memory in about)
                log.error("Comparing %s failed with %s at %s", ids, type(error).__name__, place)
            return otherwise
