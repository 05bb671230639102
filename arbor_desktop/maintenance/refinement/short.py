"""Short forms by a model, for long memories of which no sentence stands for the whole (spec 5.8)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from arbor_desktop.database.connection import Connection
from arbor_desktop.maintenance.compaction import queries as compaction
from arbor_desktop.maintenance.compaction import short_forms as asking
from arbor_desktop.maintenance.compaction.rules import Action, candidate, is_long_and_old
from arbor_desktop.memories.model import Memory
from arbor_desktop.memories.queries import memories
from arbor_desktop.models.structured import MaintenanceQuestions, may_be_shown
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.runtime.steps import Work
from arbor_desktop.summaries import queries as summaries
from arbor_desktop.summaries.model import mark

MOST_TEXTS = 40
"""A week."""
AT_ONCE = 10
LOOKED_AT = 400
"""Of the longest memories so many are looked at."""
REASON = "Long and older than a month: shown in a short form that the model made of its words"


class RefineShort:
    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime

    def run(self, work: Work, questions: MaintenanceQuestions) -> None:
        """Raises ModelUnavailable, Stopped."""
        if not self._rt.settings.get("lifecycle.compact"):
            return
        found = self._candidates(work)
        work.count("items_compressed", 0)
        for start in range(0, len(found), AT_ONCE):
            part = found[start : start + AT_ONCE]
            work.at(start, len(found))
            texts = [memory.content for memory in part]
            short = questions.ask(asking.question(texts), partial(asking.read, texts=texts))
            self._apply(part, short or [None] * len(part), work)

    def _candidates(self, work: Work) -> list[Memory]:
        now = work.by.now
        ids = self._rt.db.read(lambda conn: compaction.long_and_old(conn, now, LOOKED_AT))
        loaded = self._rt.db.read(lambda conn: memories.get_many(conn, ids, work.by.policy, now))
        fit = []
        for memory in loaded:
            work.check()
            if not is_long_and_old(memory, now) or not may_be_shown(self._rt, memory):
                continue
            one = candidate(memory)
            if one.action is Action.SUMMARIZE and one.summary is None:
                fit.append(memory)
        marks = [_mark(memory) for memory in fit]
        known = self._rt.db.read(lambda conn: summaries.were_asked(conn, marks))
        return [memory for memory in fit if _mark(memory) not in known][:MOST_TEXTS]

    def _apply(self, part: list[Memory], short: list[str | None], work: Work) -> None:
        by = replace(work.by, reason=REASON)
        made = [
            (memory.id, memory.content, text)
            for memory, text in zip(part, short, strict=True)
            if text is not None
        ]

        def write(conn: Connection) -> list[str]:
            now = {
                memory.id: memory
                for memory in memories.get_many(conn, [one[0] for one in made], by.policy, by.now)
            }
            still = [one for one in made if one[0] in now and is_long_and_old(now[one[0]], by.now)]
            summaries.asked(conn, [_mark(memory) for memory in part], "compaction", by.now)
            return compaction.shorten_those(conn, still, by, by.policy)

        done = self._rt.db.write(write)
        work.count("items_compressed", len(done))
        if done:
            self._rt.announce(tuple(done))


def _mark(memory: Memory) -> str:
    return mark(f"compaction/{asking.version()}", memory.id, memory.content)
