"""Made-up sessions with a known effect, and how often the range that is shown has it in it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from arbor_desktop.maintenance.effect import Verdict, verdict_of
from arbor_desktop.maintenance.effect_statistics import estimate

KINDS = ("poisson", "clustered", "long-tailed")
"""Counts that are independent; counts of which few sessions have most (negative binomial); amounts, as
tokens."""


@dataclass(frozen=True)
class Case:
    """`mean`: without memories; `ratio`: of the means, with to without."""

    kind: str
    mean: float
    ratio: float
    sessions: int
    projects: int
    one_in: int = 5

    def __str__(self) -> str:
        return (
            f"{self.kind:11} mean {self.mean:<5g} ratio {self.ratio:<4g} {self.sessions:4} sessions "
            f"{self.projects} projects 1 in {self.one_in}"
        )


@dataclass(frozen=True)
class Result:
    """Shares of the rounds: in which the range had the true ratio in it, and in which each verdict was said.
    `wrong`: a plain result in the wrong direction, or where there is no effect. `width`: the middle one."""

    covered: float
    said: dict[Verdict, float]
    wrong: float
    width: float


def sessions(case: Case, random: np.random.Generator) -> list[tuple[str, bool, float]]:
    """Draw sessions: projects differ in their means by half, up or down."""
    found = []
    for number in range(case.projects):
        count = case.sessions // case.projects
        shared = random.random(count) >= 1 / case.one_in
        mean = case.mean * np.exp(random.normal(0, 0.5)) * np.where(shared, case.ratio, 1.0)
        if case.kind == "poisson":
            values = random.poisson(mean)
        elif case.kind == "clustered":
            values = random.poisson(mean * random.gamma(1.0, 1.0, count))
        else:
            values = mean * np.exp(random.normal(-0.5, 1.0, count))
        found += [(str(number), bool(one), float(value)) for one, value in zip(shared, values, strict=True)]
    return found


def simulate(case: Case, rounds: int, seed: int = 1) -> Result:
    """Ask many times over."""
    random = np.random.default_rng(seed)
    covered = wrong = 0
    widths, said = [], dict.fromkeys(Verdict, 0)
    for _ in range(rounds):
        found = estimate(sessions(case, random))
        if found is None:  # all sessions were drawn the same way: nothing is said
            covered += 1
            said[Verdict.TOO_EARLY] += 1
            continue
        covered += found.low <= case.ratio <= found.high
        change = None if found.ratio is None or np.isinf(found.ratio) else found.ratio - 1
        verdict = verdict_of(change, found.low - 1, found.high - 1)
        said[verdict] += 1
        right = (found.high < 1) if case.ratio < 1 else (found.low > 1) if case.ratio > 1 else False
        wrong += verdict is Verdict.PLAIN and not right
        widths.append(found.high - found.low)
    return Result(
        covered / rounds, {one: count / rounds for one, count in said.items()}, wrong / rounds,
        float(np.median(widths)) if widths else float("inf"),
    )  # fmt: skip
