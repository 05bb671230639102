"""Figures of retrieval for people and for programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tests.retrieval.labels import LabelledSet
from tests.retrieval.scoring import (
    FIRST,
    TOLD,
    Answer,
    SearchFigures,
    ToldFigures,
    search_figures,
    told_figures,
)

_MISSED_BELOW = 10
"""An answer that is not among so many first hits is a miss."""
_KIND_WIDTH, _WIDTH = 12, 10


def figures(found: Sequence[Answer]) -> dict[str, Any]:
    """All figures of a set, by way of asking and kind of question."""
    report: dict[str, Any] = {
        "search": {kind: value.to_dict() for kind, value in search_figures(found).items()}
    }
    for most in TOLD:
        told = told_figures(found, most)
        report[f"retrieve_{most}"] = {kind: value.to_dict() for kind, value in told.items()}
    return report


def tables(found: Sequence[Answer]) -> str:
    """All figures of a set as tables of plain text."""
    lines = list(_search_lines(search_figures(found)))
    for most in TOLD:
        lines += _told_lines(most, told_figures(found, most))
    return "\n".join(lines)


def _search_lines(by_kind: dict[str, SearchFigures]) -> Iterator[str]:
    heads = (
        "questions",
        *(f"recall@{count}" for count in FIRST),
        "MRR",
        "@10 in all",
        "@10 floor",
        "MRR floor",
    )
    yield _line("search", *heads)
    for kind, value in by_kind.items():
        shares = (*value.recall.values(), value.mrr, value.everywhere[10], value.floor[10], value.floor_mrr)
        yield _line(kind, value.questions, *map(_share, shares))
    yield ""


def _told_lines(most: int, by_kind: dict[str, ToldFigures]) -> Iterator[str]:
    yield _line(f"retrieve {most}", "questions", "precision", "recall", "F1", "nothing", "told")
    for kind, value in by_kind.items():
        shares = (value.precision, value.recall, value.f1, value.silent)
        yield _line(kind, value.questions, *map(_share, shares), f"{value.told:.1f}")
    yield ""


def _share(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"


def _line(first: str, *cells: object) -> str:
    return first.ljust(_KIND_WIDTH) + "".join(f"{cell!s:>{_WIDTH + 1}}" for cell in cells)


def misses(given: LabelledSet, found: Sequence[Answer]) -> str:
    """Each question with answers that are not among the first hits, or where retrieve is silent or noisy.

    Raises ValueError for a blind set.
    """
    if given.blind:
        raise ValueError(f"{given.name} is blind")
    texts = {memory.id: memory.text for memory in given.memories}
    lines: list[str] = []
    for answer in found:
        if told := list(_missed(answer, texts)):
            asked = answer.question
            lines.append(f"{asked.kind}{f' in {asked.project}' if asked.project else ''}: {asked.text}")
            lines += told
    return "\n".join(lines) + "\n"


def _missed(answer: Answer, texts: dict[str, str]) -> Iterator[str]:
    asked = answer.question
    missing = sorted(asked.relevant.difference(answer.here[:_MISSED_BELOW]))
    for label in missing:
        place = answer.here.index(label) + 1 if label in answer.here else None
        where = f"place {place}" if place else "not found"
        yield f"    {where:<10} {label}: {texts[label]}"
    if missing:
        for label in answer.here[:3]:
            yield f"    {'instead':<10} {label}: {texts[label]}"
    told = answer.told[TOLD[0]]
    for label in told:
        if label not in asked.relevant | asked.also:
            yield f"    {'noise':<10} {label}: {texts[label]}"
    if asked.relevant and asked.relevant.isdisjoint(told):
        yield "    nothing relevant is told"
