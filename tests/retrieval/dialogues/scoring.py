"""How well turns are found: by memories of one turn each, by conversation search, and by bare FTS5."""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from arbor_desktop.embedding.catalogue import OFF
from arbor_desktop.service.memory_service import MemoryService
from tests.retrieval.dialogues import KINDS, Dialogue, Question
from tests.retrieval.floor import LIMIT, Plain
from tests.retrieval.scoring import SetClock, choose, open_service

CUTS = (5, 10, 20)

Find = Callable[[str], Sequence[int]]
"""Answers the numbers of the turns that were found, the best first."""


@dataclass(frozen=True, slots=True)
class Found:
    """One question with what was found, the best first."""

    dialogue: Dialogue
    question: Question
    turns: tuple[int, ...]

    def recall(self, count: int) -> float:
        """The share of the evidence among the first `count`."""
        return len(self.question.evidence.intersection(self.turns[:count])) / len(self.question.evidence)

    @property
    def reciprocal_rank(self) -> float:
        """One divided by the place of the first turn that is evidence; 0 where none is."""
        places = (place for place, turn in enumerate(self.turns, 1) if turn in self.question.evidence)
        return 1 / next(places, float("inf"))


@dataclass(frozen=True, slots=True)
class Figures:
    """Averages over `count` questions; `recall` at each of CUTS."""

    count: int
    recall: tuple[float, ...]
    mrr: float


def ask(dialogue: Dialogue, find: Find) -> list[Found]:
    """Every question that has an answer."""
    return [
        Found(dialogue, question, tuple(find(question.text)[:LIMIT]))
        for question in dialogue.questions
        if question.evidence
    ]


def figures(found: Sequence[Found]) -> Figures:
    return Figures(
        len(found),
        tuple(statistics.mean(one.recall(cut) for one in found) for cut in CUTS),
        statistics.mean(one.reciprocal_rank for one in found),
    )


def by_kind(found: Sequence[Found]) -> dict[str, Figures]:
    """The figures of each kind of question that was asked, and of `all`."""
    parts = {kind: [one for one in found if one.question.kind == kind] for kind in KINDS}
    return {kind: figures(some) for kind, some in (parts | {"all": list(found)}).items() if some}


@contextmanager
def memories(dialogue: Dialogue, vectors: str | None = None) -> Iterator[Find]:
    """Search over a store that holds each turn as one memory; by meaning too, if a model is given.

    Raises ModelMissing or ModelUnusable where the model can't be used.
    """
    with (
        tempfile.TemporaryDirectory(prefix="arbor-dialogue-") as home,
        open_service(Path(home), SetClock(), vectors) as service,
    ):
        stored = service.store_many({"type": "fact", "content": turn.memory} for turn in dialogue.turns)
        service.vectors.build()
        numbers = {result.id: number for number, result in enumerate(stored, start=1)}
        yield lambda text: [numbers[hit.memory.id] for hit in service.search(text, limit=LIMIT)]


@contextmanager
def captured(dialogue: Dialogue, vectors: str | None = None) -> Iterator[Find]:
    """Search over the dialogue as a captured conversation; by meaning too, if a model is given.

    Raises ModelMissing or ModelUnusable where the model can't be used.
    """
    with tempfile.TemporaryDirectory(prefix="arbor-dialogue-") as folder:
        place = Path(folder)
        with MemoryService.open(place / "home", environ={}) as service:
            service.settings.set("capture.only_when_asked", True)
            service.capture([dialogue.write(place)])
            choose(service, vectors or OFF)
            service.vectors.build()
            yield lambda text: [hit.turn for hit in service.search_turns(text, limit=LIMIT)]


@contextmanager
def bare(dialogue: Dialogue) -> Iterator[Find]:
    """The floor: bare FTS5 over the same texts."""
    with Plain((str(number), turn.memory) for number, turn in enumerate(dialogue.turns, start=1)) as plain:
        yield lambda text: [int(ident) for ident in plain.search(text)]
