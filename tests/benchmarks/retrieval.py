"""Are the right memories found (LoCoMo, own labelled sets), and how long that takes, beside bare FTS5."""

from __future__ import annotations

import statistics
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path

from arbor_desktop.embedding.catalogue import MINILM
from arbor_desktop.service.memory_service import MemoryService
from tests.benchmarks import finding, locomo
from tests.benchmarks.data import Stores
from tests.benchmarks.measure import Goal, Pairs, Result, percentile
from tests.benchmarks.sizes import Sizes
from tests.retrieval import floor, labels, scoring
from tests.retrieval.labels import LabelledSet, Question
from tests.retrieval.scoring import ALL, recall, reciprocal_rank

_FIRST = (5, 10, 20)
_MOST = scoring.TOLD[-1]
_SHARES = (*(f"recall@{count}" for count in _FIRST), "MRR")


def retrieval(sizes: Sizes, stores: Stores) -> Iterator[Result]:
    """The share that is found of what should be; then times at growing sizes."""
    for vectors in (None, MINILM):
        yield from _locomo(sizes, vectors)
        for name in labels.names()[: sizes.sets]:
            given = labels.load(name)
            yield from _own(replace(given, questions=_some(given.questions, sizes)), vectors)
    for count in sizes.searched:
        pairs = finding.searched(count, sizes, stores)
        yield _p95(f"p95 of search 4 words in {count:,}", pairs, 1.5, finding.FLOOR)


def _p95(what: str, pairs: Pairs, most: float, floor_of: str) -> Result:
    ours, bare = percentile(pairs.samples, 0.95), percentile(pairs.floor, 0.95)
    note = f"p95 {ours:.2f} ms, of the floor {bare:.2f} ms: {ours / bare:.2f}×"
    return Result(
        what, tuple(pairs.samples), Goal("p95_ratio", most), tuple(pairs.floor), floor_of, note=note
    )


def _shares(question: Question, found: Sequence[str]) -> tuple[float, ...]:
    """The values of `_SHARES`."""
    recalls = (recall(question, found[:count]) for count in _FIRST)
    return (*recalls, reciprocal_rank(question, found))


def _some(questions: Sequence[Question], sizes: Sizes) -> tuple[Question, ...]:
    """As many as are to be asked, from all over the list."""
    return tuple(questions[:: max(1, len(questions) // sizes.asked)])


def _with(vectors: str | None) -> str:
    return "" if vectors is None else f", with {vectors}"


def _locomo(sizes: Sizes, vectors: str | None) -> Iterator[Result]:
    ours: list[tuple[float, ...]] = []
    bare: list[tuple[float, ...]] = []
    categories: list[str] = []
    told: list[tuple[float, int]] = []
    pairs = Pairs()
    for dialogue in locomo.dialogues()[: sizes.dialogues]:
        with (
            tempfile.TemporaryDirectory(prefix="arbor-locomo-") as folder,
            closing(scoring.open_service(Path(folder), scoring.SetClock(), vectors)) as service,
        ):
            asked, texts = _stored(service, dialogue)
            with floor.Plain(texts.items()) as plain:
                for question in _some(asked, sizes):
                    search = partial(service.search, question.text, limit=_FIRST[-1])
                    search_bare = partial(plain.search, question.text)
                    ours.append(_shares(question, [hit.memory.id for hit in search()]))
                    bare.append(_shares(question, search_bare()))
                    categories.append(question.kind)
                    answer = [
                        hit.memory.id for hit in service.retrieve(question.text, max_results=_MOST).memories
                    ]
                    told.append((recall(question, answer), len(answer)))
                    pairs.take(search, search_bare)
    if categories:
        yield from _lines(f"LoCoMo{_with(vectors)}", categories, ours, bare)
        each = statistics.fmean(count for _, count in told)
        yield Result(
            f"recall of retrieve {_MOST}, LoCoMo{_with(vectors)}",
            (statistics.fmean(share for share, _ in told),),
            unit="",
            note=f"{each:.1f} told a question",
        )
        yield _p95(f"a question of LoCoMo{_with(vectors)}", pairs, 3, floor.WHAT)


def _stored(service: MemoryService, dialogue: locomo.Dialogue) -> tuple[list[Question], dict[str, str]]:
    """Stores each turn as a memory (one, if it is said twice): the questions about them, and texts by id."""
    texts = [text for _, text in dialogue.turns]
    results = service.store_many([{"content": text, "type": "fact"} for text in texts])
    service.vectors.build()
    ids = [result.id for result in results]
    questions = [
        Question(
            asked.text, locomo.CATEGORIES[asked.category], frozenset(ids[turn - 1] for turn in asked.evidence)
        )
        for asked in dialogue.questions
    ]
    return questions, dict(zip(ids, texts, strict=True))


def _own(given: LabelledSet, vectors: str | None) -> Iterator[Result]:
    answers = scoring.answers(given, vectors)
    answered = [answer for answer in answers if answer.question.relevant]
    yield from _lines(
        f"set {given.name}{_with(vectors)}",
        [answer.question.kind for answer in answered],
        [_shares(a.question, a.here) for a in answered],
        [_shares(a.question, a.floor) for a in answered],
    )
    yield _told(f"set {given.name}{_with(vectors)}", scoring.told_figures(answers, scoring.TOLD[0]))


def _told(what: str, figures: dict[str, scoring.ToldFigures]) -> Result:
    """What retrieve answers with few results, over the whole set."""
    whole, nothing = figures[ALL], figures[labels.NONE]
    note = (
        f"precision {whole.precision or 0:.3f}, recall {whole.recall or 0:.3f}, "
        f"{whole.told:.1f} told a question; told nothing where nothing answers: {nothing.silent:.3f}"
    )
    return Result(f"F1 of retrieve {scoring.TOLD[0]}, {what}", (whole.f1 or 0.0,), unit="", note=note)


def _lines(
    what: str, kinds: Sequence[str], ours: Sequence[tuple[float, ...]], bare: Sequence[tuple[float, ...]]
) -> Iterator[Result]:
    """A line for each of `_SHARES`, with the shares by kind of question below."""
    by_kind: defaultdict[str, list[tuple[float, ...]]] = defaultdict(list)
    for kind, values in zip(kinds, ours, strict=True):
        by_kind[kind].append(values)
    for place, name in enumerate(_SHARES):
        shares = (f"{kind} {_mean(some, place):.3f}" for kind, some in by_kind.items())
        yield Result(
            f"{name} of {what}",
            (_mean(ours, place),),
            floor=(_mean(bare, place),),
            floor_of=floor.WHAT,
            unit="",
            note=f"{len(kinds)} questions; " + ", ".join(shares),
        )


def _mean(values: Sequence[tuple[float, ...]], place: int) -> float:
    return statistics.fmean(value[place] for value in values)
