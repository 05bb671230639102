"""What search and retrieve make of a labelled set, in figures."""

from __future__ import annotations

import statistics
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arbor_desktop.clock import DAY_MS
from arbor_desktop.embedding import catalogue
from arbor_desktop.errors import ArborError
from arbor_desktop.service.memory_service import MemoryService
from tests.retrieval.floor import Plain
from tests.retrieval.labels import NONE, LabelledSet, Question, Stored

NOW = 1_767_225_600_000
"""When the questions are asked: 2026-01-01T00:00:00Z, so that figures do not change from day to day."""
FIRST = (1, 5, 10, 20)
"""Recall is taken among so many first hits."""
TOLD = (5, 20)
"""`retrieve` is asked for at most so many."""
ALL = "all"


class SetClock:
    """Stands still at `NOW` but for memories of some age."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> int:
        return self.now


def open_service(home: Path, clock: SetClock, vectors: str | None = None) -> MemoryService:
    """Open a service on `home` that searches with a model (its name, or its folder), or by words without one.

    Raises ModelMissing or ModelUnusable where the model can't be used.
    """
    service = MemoryService.open(home, clock=clock, environ={})
    try:
        choose(service, vectors or catalogue.OFF)
    except ArborError:
        service.close()
        raise
    return service


def choose(service: MemoryService, vectors: str) -> None:
    """Chooses a model by its name or its folder. Raises ModelMissing, ModelUnusable."""
    known = vectors in catalogue.CHOICES
    service.vectors.use(vectors if known else catalogue.FOLDER, None if known else vectors)


def fill(service: MemoryService, clock: SetClock, memories: Iterable[Stored]) -> dict[str, str]:
    """Stores the memories, each at its age, with vectors if a model is chosen; their labels by the ids that
    the store gave them.

    Raises ValueError if the store takes two for the same.
    """
    by_age: defaultdict[int, list[Stored]] = defaultdict(list)
    for memory in memories:
        by_age[memory.age_days].append(memory)
    labels: dict[str, str] = {}
    for age in sorted(by_age, reverse=True):
        clock.now = NOW - age * DAY_MS
        results = service.store_many([_arguments(memory) for memory in by_age[age]])
        for memory, result in zip(by_age[age], results, strict=True):
            if result.id in labels:
                raise ValueError(f"{memory.id} says the same as {labels[result.id]}")
            labels[result.id] = memory.id
    clock.now = NOW
    service.vectors.build()
    return labels


def _arguments(memory: Stored) -> dict[str, Any]:
    arguments: dict[str, Any] = {"content": memory.text, "type": memory.type, "tags": memory.tags}
    if memory.category is not None:
        arguments["category"] = memory.category
    if memory.project is not None:
        arguments |= {"scope": "project", "scope_id": place_of(memory.project)}
    return arguments


def place_of(project: str) -> str:
    """The folder of a set's project."""
    return f"/home/somebody/src/{project}"


@dataclass(frozen=True, slots=True)
class Answer:
    """What was found for a question, the best first, as labels: by search among what is visible where it was
    asked and among everything, by bare FTS5 among what is visible, and by retrieve for each of `TOLD`."""

    question: Question
    here: tuple[str, ...]
    everywhere: tuple[str, ...]
    floor: tuple[str, ...]
    told: dict[int, tuple[str, ...]]


def ask(service: MemoryService, labels: dict[str, str], plain: Plain, question: Question) -> Answer:
    """Asks the service one question in each way, and the floor for what is visible."""
    project = None if question.project is None else place_of(question.project)

    def labelled(hits: Iterable[Any]) -> tuple[str, ...]:
        return tuple(labels[hit.memory.id] for hit in hits)

    everywhere = labelled(service.search(question.text, limit=FIRST[-1]))
    here = everywhere
    if project is not None:
        here = labelled(service.search(question.text, limit=FIRST[-1], project=project))
    told = {
        most: labelled(service.retrieve(question.text, max_results=most, project=project).memories)
        for most in TOLD
    }
    return Answer(question, here, everywhere, tuple(plain.search(question.text)), told)


def answers(given: LabelledSet, vectors: str | None = None) -> list[Answer]:
    """Every question of the set, asked of a new store that holds its memories."""
    with tempfile.TemporaryDirectory(prefix="arbor-retrieval-") as folder:
        clock = SetClock()
        with closing(open_service(Path(folder), clock, vectors)) as service:
            labels = fill(service, clock, given.memories)
            with ExitStack() as stack:
                plain = {
                    project: stack.enter_context(Plain(_visible(given, project)))
                    for project in {question.project for question in given.questions}
                }
                return [ask(service, labels, plain[q.project], q) for q in given.questions]


def _visible(given: LabelledSet, project: str | None) -> list[tuple[str, str]]:
    """Labels and texts of what can be seen from a project; of everything, if none is given."""
    return [(m.id, m.text) for m in given.memories if project is None or m.project in (None, project)]


def recall(question: Question, found: Sequence[str]) -> float:
    """The share of the question's answers that is among `found`."""
    return len(question.relevant.intersection(found)) / len(question.relevant)


def reciprocal_rank(question: Question, found: Sequence[str]) -> float:
    """One divided by the place of the first answer; 0 where there is none."""
    places = (place for place, label in enumerate(found, 1) if label in question.relevant)
    return 1 / next(places, float("inf"))


def precision(question: Question, found: Sequence[str]) -> float | None:
    """The share of answers among `found`, leaving out what counts neither way; None where nothing counts."""
    counted = [label for label in found if label not in question.also]
    return sum(label in question.relevant for label in counted) / len(counted) if counted else None


def f1(question: Question, found: Sequence[str]) -> float:
    """The harmonic mean of precision and recall; 0 where no answer was found."""
    exact, share = precision(question, found), recall(question, found)
    return 2 * exact * share / (exact + share) if exact and share else 0.0


@dataclass(frozen=True, slots=True)
class SearchFigures:
    """`recall` by how many first hits, `everywhere` likewise among all projects, `floor` what bare FTS5
    reaches; means over questions."""

    questions: int
    recall: dict[int, float]
    everywhere: dict[int, float]
    floor: dict[int, float]
    mrr: float
    floor_mrr: float

    def to_dict(self) -> dict[str, Any]:
        return {
            "questions": self.questions,
            "recall": self.recall,
            "recall_everywhere": self.everywhere,
            "recall_floor": self.floor,
            "mrr": self.mrr,
            "mrr_floor": self.floor_mrr,
        }


@dataclass(frozen=True, slots=True)
class ToldFigures:
    """`precision` is the mean over questions to which something was told, None where there was none of them;
    `recall` and `f1` are None for questions without answers; `silent` is the share told nothing."""

    questions: int
    precision: float | None
    recall: float | None
    f1: float | None
    silent: float
    told: float

    def to_dict(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}


def search_figures(given: Iterable[Answer]) -> dict[str, SearchFigures]:
    """By kind of question, and of all, but for those that have no answer."""
    return {
        kind: SearchFigures(
            len(some),
            _recalls((a.question, a.here) for a in some),
            _recalls((a.question, a.everywhere) for a in some),
            _recalls((a.question, a.floor) for a in some),
            _mean(reciprocal_rank(a.question, a.here) for a in some),
            _mean(reciprocal_rank(a.question, a.floor) for a in some),
        )
        for kind, some in _by_kind(a for a in given if a.question.relevant).items()
    }


def _recalls(given: Iterable[tuple[Question, Sequence[str]]]) -> dict[int, float]:
    asked = list(given)
    return {count: _mean(recall(question, found[:count]) for question, found in asked) for count in FIRST}


def told_figures(given: Iterable[Answer], most: int) -> dict[str, ToldFigures]:
    """Of retrieve with at most `most` results, by kind of question; `all` is all that have an answer."""
    asked = list(given)
    kinds = _by_kind(a for a in asked if a.question.relevant)
    if unanswerable := [a for a in asked if not a.question.relevant]:
        kinds[NONE] = unanswerable
    return {kind: _told(some, most) for kind, some in kinds.items()}


def _told(given: list[Answer], most: int) -> ToldFigures:
    answered = [(a.question, a.told[most]) for a in given]
    exact = [share for question, found in answered if (share := precision(question, found)) is not None]
    known = [(question, found) for question, found in answered if question.relevant]
    return ToldFigures(
        len(given),
        _mean(exact) if exact else None,
        _mean(recall(question, found) for question, found in known) if known else None,
        _mean(f1(question, found) for question, found in known) if known else None,
        _mean(not found for _, found in answered),
        _mean(len(found) for _, found in answered),
    )


def _by_kind(given: Iterable[Answer]) -> dict[str, list[Answer]]:
    kinds: dict[str, list[Answer]] = {}
    for answer in given:
        kinds.setdefault(answer.question.kind, []).append(answer)
        kinds.setdefault(ALL, []).append(answer)
    if ALL in kinds:
        kinds[ALL] = kinds.pop(ALL)  # told last
    return kinds


def _mean(values: Iterable[float]) -> float:
    return statistics.fmean(values)
