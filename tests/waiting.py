"""What tests of the review share: a worker that remembers what it is told to, and a judge by rote."""

from __future__ import annotations

from typing import Any

from arbor_desktop.conflicts.model import Verdict
from arbor_desktop.conversations.model import Role, Turn
from arbor_desktop.extraction.model import Candidate, Excerpt
from arbor_desktop.extraction.worker import InlineWorker
from arbor_desktop.memories.model import Category, MemoryType, Scope, Source


class ByRote:
    """Two statements contradict each other that begin alike and end differently: "runner: jest", "runner:
    vitest". A later one that says "now" takes the place of the earlier one."""

    version = "1"

    def judge(self, older: str, newer: str) -> Verdict | None:
        (topic, _, one), (other_topic, _, other) = older.partition(": "), newer.partition(": ")
        if not other or topic != other_topic or one == other:
            return None
        return Verdict("rote", topic, (one, other), "They differ.", replaces="now" in other)

    def change(self, older: str, newer: str) -> None:
        return None

    def topics(self, text: str) -> tuple[str, ...]:
        topic, _, said = text.partition(": ")
        return (topic,) if said else ()

    def terms(self, text: str) -> tuple[str, ...]:
        return tuple(text.replace(":", " ").split())


class Told(InlineWorker):
    """Reads as always; of what the user said, it makes memories of what `makes` names, with these fields."""

    def __init__(self) -> None:
        super().__init__()
        self.makes: dict[str, dict[str, Any]] = {}

    def extract(self, excerpt: Excerpt) -> list[Candidate]:
        said = [turn for turn in excerpt.turns if turn.role is Role.USER and turn.text in self.makes]
        return [_candidate(turn, self.makes[turn.text]) for turn in said]


def _candidate(turn: Turn, fields: dict[str, Any]) -> Candidate:
    """A fact that an assistant concluded, of which it is nearly certain."""
    given: dict[str, Any] = {
        "content": turn.text, "type": MemoryType.FACT, "category": Category.FACTS, "scope": Scope.GLOBAL,
        "source": Source.AI_INFERRED, "confidence": 0.95, "rule": "told", "first_turn": turn.number,
        "last_turn": turn.number, "span_start": 0, "span_end": len(turn.text),
    }  # fmt: skip
    return Candidate(**given | fields)
