"""Are the right memories found (LoCoMo, own labelled sets), and how long that takes, beside bare FTS5."""

from __future__ import annotations

import re
import statistics
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

import apsw

from arbor_desktop.core.words import STOP_WORDS
from arbor_desktop.service.memory_service import MemoryService
from tests.benchmarks import finding, locomo
from tests.benchmarks.data import Stores
from tests.benchmarks.measure import Goal, Pairs, Result, percentile
from tests.benchmarks.sizes import Sizes
from tests.retrieval import labels, scoring
from tests.retrieval.labels import LabelledSet, Question
from tests.retrieval.scoring import ALL, recall, reciprocal_rank

_FLOOR = "bare FTS5 over the same texts: porter, stop words cut, an OR of the words, ORDER BY rank LIMIT 20"
_FIRST = (5, 10, 20)
_SHARES = (*(f"recall@{count}" for count in _FIRST), "MRR")
_WORD = re.compile(r"\w+")


def retrieval(sizes: Sizes, stores: Stores) -> Iterator[Result]:
    """The share that is found of what should be; then times at growing sizes."""
    for vectors in dict.fromkeys((None, scoring.installed_model())):
        yield from _locomo(sizes, vectors)
        for name in labels.names()[: sizes.sets]:
            yield from _own(labels.load(name), vectors)
    for count in sizes.searched:
        pairs = finding.searched(count, sizes, stores)
        yield _p95(f"p95 of search 4 words in {count:,}", pairs, 1.5, finding.FLOOR)


def _p95(what: str, pairs: Pairs, most: float, floor: str) -> Result:
    ours, bare = percentile(pairs.samples, 0.95), percentile(pairs.floor, 0.95)
    note = f"p95 {ours:.2f} ms, of the floor {bare:.2f} ms: {ours / bare:.2f}×"
    return Result(what, tuple(pairs.samples), Goal("p95_ratio", most), tuple(pairs.floor), floor, note=note)


class Plain:
    """The floor: texts, each under its id, in a bare FTS5 table."""

    def __init__(self, texts: Iterable[tuple[str, str]]) -> None:
        self._conn = apsw.Connection(":memory:")
        self._conn.execute(
            "CREATE VIRTUAL TABLE plain USING fts5 "
            "(content, id UNINDEXED, tokenize='porter unicode61 remove_diacritics 2')"
        )
        with self._conn:
            self._conn.executemany("INSERT INTO plain (id, content) VALUES (?, ?)", texts)

    def search(self, question: str) -> list[str]:
        """The ids of the best texts."""
        words = [word for word in _WORD.findall(question.lower()) if word not in STOP_WORDS]
        if not words:
            return []
        match = " OR ".join(f'"{word}"' for word in dict.fromkeys(words))
        rows = self._conn.execute(
            f"SELECT id FROM plain WHERE plain MATCH ? ORDER BY rank LIMIT {_FIRST[-1]}", (match,)
        )
        return [ident for (ident,) in rows]

    def close(self) -> None:
        self._conn.close()


def _shares(question: Question, found: Sequence[str]) -> tuple[float, ...]:
    """The values of `_SHARES`."""
    recalls = (recall(question, found[:count]) for count in _FIRST)
    return (*recalls, reciprocal_rank(question, found))


def _with(vectors: str | None) -> str:
    return "" if vectors is None else f", with {vectors}"


def _locomo(sizes: Sizes, vectors: str | None) -> Iterator[Result]:
    ours: list[tuple[float, ...]] = []
    floor: list[tuple[float, ...]] = []
    categories: list[str] = []
    pairs = Pairs()
    for dialogue in locomo.dialogues()[: sizes.dialogues]:
        with (
            tempfile.TemporaryDirectory(prefix="arbor-locomo-") as folder,
            closing(scoring.open_service(Path(folder), scoring.SetClock(), vectors)) as service,
        ):
            asked, plain = _stored(service, dialogue)
            for question in asked:
                search = partial(service.search, question.text, limit=_FIRST[-1])
                bare = partial(plain.search, question.text)
                ours.append(_shares(question, [hit.memory.id for hit in search()]))
                floor.append(_shares(question, bare()))
                categories.append(question.kind)
                pairs.take(search, bare)
            plain.close()
    if categories:
        yield from _lines(f"LoCoMo{_with(vectors)}", categories, ours, floor)
        yield _p95(f"a question of LoCoMo{_with(vectors)}", pairs, 3, _FLOOR)


def _stored(service: MemoryService, dialogue: locomo.Dialogue) -> tuple[list[Question], Plain]:
    """Stores each turn as a memory (one, if it is said twice): the questions about them, and the floor."""
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
    return questions, Plain(dict(zip(ids, texts, strict=True)).items())


def _own(given: LabelledSet, vectors: str | None) -> Iterator[Result]:
    answers = scoring.answers(given, vectors)
    answered = [answer for answer in answers if answer.question.relevant]
    plain = {
        project: Plain((m.id, m.text) for m in given.memories if m.project in (None, project))
        for project in {answer.question.project for answer in answered} - {None}
    }
    plain[None] = Plain((m.id, m.text) for m in given.memories)
    yield from _lines(
        f"set {given.name}{_with(vectors)}",
        [answer.question.kind for answer in answered],
        [_shares(a.question, a.here) for a in answered],
        [_shares(a.question, plain[a.question.project].search(a.question.text)) for a in answered],
    )
    for most in scoring.TOLD:
        yield from _told(f"set {given.name}{_with(vectors)}", most, scoring.told_figures(answers, most))


def _told(what: str, most: int, figures: dict[str, scoring.ToldFigures]) -> Iterator[Result]:
    """What retrieve answers, where the program has it: its precision, recall and F1 over the whole set."""
    if ALL not in figures:
        return
    whole = figures[ALL]
    nothing = figures[labels.NONE].silent
    about = f"{whole.told:.1f} told a question; of what nothing answers, {nothing:.3f} told nothing"
    for share in ("precision", "recall", "f1"):
        value = getattr(whole, share) or 0.0
        yield Result(f"{share} of retrieve {most}, {what}", (value,), unit="", note=about)


def _lines(
    what: str, kinds: Sequence[str], ours: Sequence[tuple[float, ...]], floor: Sequence[tuple[float, ...]]
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
            floor=(_mean(floor, place),),
            floor_of=_FLOOR,
            unit="",
            note=f"{len(kinds)} questions; " + ", ".join(shares),
        )


def _mean(values: Sequence[tuple[float, ...]], place: int) -> float:
    return statistics.fmean(value[place] for value in values)
