"""Taking times, each beside its floor, and telling them."""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any


def percentile(samples: Sequence[float], share: float) -> float:
    """The smallest sample that at least `share` (0 to 1) of all samples do not exceed."""
    ordered = sorted(samples)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


@dataclass(frozen=True, slots=True)
class Goal:
    """`of` the samples (p50, p95, worst), or `ratio`: their p50 to the floor's, `p95_ratio`: their p95 to the
    floor's; at most `most`."""

    of: str
    most: float

    def said(self, unit: str) -> str:
        if self.of == "p95_ratio":
            return f"p95 ≤ {self.most:g}×"
        return f"≤ {self.most:g}×" if self.beside_floor else f"{self.of} < {self.most:g} {unit}"

    @property
    def beside_floor(self) -> bool:
        """Whether it is a number of times the floor."""
        return self.of in ("ratio", "p95_ratio")


@dataclass(frozen=True, slots=True)
class Result:
    """One line of the report. `samples` and `floor` are in `unit`, `floor_of` says what the floor is."""

    what: str
    samples: tuple[float, ...]
    goal: Goal | None = None
    floor: tuple[float, ...] = ()
    floor_of: str = ""
    unit: str = "ms"
    note: str = ""

    @property
    def p50(self) -> float:
        return statistics.median(self.samples)

    @property
    def p95(self) -> float:
        return percentile(self.samples, 0.95)

    @property
    def worst(self) -> float:
        return max(self.samples)

    @property
    def ratio(self) -> float | None:
        return self.p50 / statistics.median(self.floor) if self.floor else None

    @property
    def p95_ratio(self) -> float | None:
        return self.p95 / percentile(self.floor, 0.95) if self.floor else None

    @property
    def met(self) -> bool | None:
        """Whether the goal is met; None where there is none."""
        if self.goal is None:
            return None
        value: float | None = getattr(self, self.goal.of)
        if value is None:
            raise ValueError(f"{self.what}: a goal of a ratio needs a floor")
        return value <= self.goal.most if self.goal.beside_floor else value < self.goal.most

    def to_dict(self) -> dict[str, Any]:
        floor = None
        if self.floor:
            floor = {
                "what": self.floor_of,
                "p50": statistics.median(self.floor),
                "p95": percentile(self.floor, 0.95),
            }
        return {
            "what": self.what,
            "unit": self.unit,
            "runs": len(self.samples),
            "p50": self.p50,
            "p95": self.p95,
            "worst": self.worst,
            "floor": floor,
            "ratio": self.ratio,
            "goal": None if self.goal is None else {"of": self.goal.of, "most": self.goal.most},
            "met": self.met,
            "note": self.note,
        }


def timed(work: Callable[..., object], *arguments: Any, **named: Any) -> float:
    """Milliseconds that `work` took."""
    began = time.perf_counter_ns()
    work(*arguments, **named)
    return (time.perf_counter_ns() - began) / 1e6


@dataclass(slots=True)
class Pairs:
    """Times of something and of its floor, taken in turn so that a busy moment meets both."""

    samples: list[float] = field(default_factory=list)
    floor: list[float] = field(default_factory=list)

    def take(self, work: Callable[[], object], floor: Callable[[], object]) -> None:
        """One of each; who goes first alternates, so that neither always finds the other's warm cache."""
        if len(self.samples) % 2:
            self.floor.append(timed(floor))
            self.samples.append(timed(work))
        else:
            self.samples.append(timed(work))
            self.floor.append(timed(floor))

    def result(self, what: str, most: float, floor_of: str, note: str = "") -> Result:
        """With the goal of a ratio of at most `most`."""
        goal = Goal("ratio", most)
        return Result(what, tuple(self.samples), goal, tuple(self.floor), floor_of, note=note)


_HEADINGS = ("what", "p50", "p95", "floor p50", "ratio", "goal", "met")


def table(results: Iterable[Result]) -> str:
    """The results as lines of equal columns; below each one with a floor or a note, what that is."""
    rows = [(_cells(result), result) for result in results]
    widths = [max(len(cells[i]) for cells in [_HEADINGS, *(c for c, _ in rows)]) for i in range(7)]
    lines = [_line(_HEADINGS, widths), "  ".join("-" * width for width in widths)]
    for cells, result in rows:
        lines.append(_line(cells, widths))
        about = [f"floor: {result.floor_of}"] if result.floor_of else []
        about += [result.note] if result.note else []
        if about:
            lines.append("    " + "; ".join(about))
    return "\n".join(lines)


def brief(result: Result) -> str:
    """A result on one line."""
    return "  ".join(filter(None, _cells(result)))


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    first = cells[0].ljust(widths[0])
    return "  ".join([first, *(cell.rjust(width) for cell, width in zip(cells[1:], widths[1:], strict=True))])


def _cells(result: Result) -> tuple[str, ...]:
    floor = number(statistics.median(result.floor), result.unit) if result.floor else ""
    ratio = "" if result.ratio is None else f"{result.ratio:.2f}×"
    goal = "" if result.goal is None else result.goal.said(result.unit)
    met = {None: "", True: "yes", False: "NO"}[result.met]
    p50, p95 = number(result.p50, result.unit), number(result.p95, result.unit)
    return (result.what, p50, p95, floor, ratio, goal, met)


def number(value: float, unit: str) -> str:
    """Three figures that count: `0.123 ms`, `12.3 ms`, `1230 ms`."""
    digits = max(0, 2 - math.floor(math.log10(abs(value)))) if value else 0
    return f"{value:.{min(digits, 3)}f} {unit}".strip()
