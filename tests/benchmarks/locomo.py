"""LoCoMo's questions over long conversations (spec 4.5), where `../shared` is beside the checkout."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arbor_desktop.search.model import TurnHit
from tests.reliability.sessions import START, Session

FILE = Path(__file__).resolve().parents[3] / "shared/corpus/bench/locomo/locomo_dev.json"
CATEGORIES = {1: "several turns", 2: "when", 3: "open", 4: "one turn", 5: "not answered"}
_TURN_ID = re.compile(r"D\d+:\d+")


@dataclass(frozen=True, slots=True)
class Question:
    """`evidence` are the numbers of the turns that answer it, counted from 1."""

    text: str
    evidence: frozenset[int]
    category: int


@dataclass(frozen=True, slots=True)
class Dialogue:
    """`turns` are (whether the first speaker says it, text)."""

    name: str
    turns: tuple[tuple[bool, str], ...]
    questions: tuple[Question, ...]

    def write(self, folder: Path) -> Path:
        """Makes a session of it: the first speaker is the user, the second the assistant."""
        session = Session(self.name, start=START)
        for first, text in self.turns:
            (session.say if first else session.reply)(text)
        return session.write(folder)


def dialogues() -> list[Dialogue]:
    """All conversations of the file; none where it is absent."""
    if not FILE.is_file():
        return []
    return [_dialogue(sample) for sample in json.loads(FILE.read_text(encoding="utf-8"))]


def _dialogue(sample: dict[str, Any]) -> Dialogue:
    talk = sample["conversation"]
    turns, numbers = [], {}
    for turn in _turns(talk):
        picture = turn.get("blip_caption")
        text = f"{turn['speaker']}: {turn['text']}" + (f" [image: {picture}]" if picture else "")
        turns.append((turn["speaker"] == talk["speaker_a"], text))
        numbers[turn["dia_id"]] = len(turns)
    questions = []
    for asked in sample["qa"]:
        named = [ident for given in asked.get("evidence", ()) for ident in _TURN_ID.findall(given)]
        evidence = frozenset(numbers[ident] for ident in named if ident in numbers)
        if evidence:
            questions.append(Question(asked["question"], evidence, asked["category"]))
    return Dialogue(sample["sample_id"], tuple(turns), tuple(questions))


def _turns(talk: dict[str, Any]) -> Iterator[dict[str, Any]]:
    number = 1
    while f"session_{number}_date_time" in talk:
        yield from talk.get(f"session_{number}", ())
        number += 1


def recall(question: Question, hits: Sequence[TurnHit], count: int) -> float:
    """The share of the question's evidence among the first `count` hits."""
    return len(question.evidence & {hit.turn for hit in hits[:count]}) / len(question.evidence)


def reciprocal_rank(question: Question, hits: Sequence[TurnHit]) -> float:
    """One divided by the place of the first hit that is evidence; 0 where none is."""
    places = (place for place, hit in enumerate(hits, 1) if hit.turn in question.evidence)
    return 1 / next(places, float("inf"))
