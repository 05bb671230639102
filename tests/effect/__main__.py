"""``python3 -m tests.effect [ROUNDS]``: do the ranges of "Does it help?" hold what they say?

Sessions are made up with a known effect. For each case: how often the range has the true ratio in it (9 in 10
is promised), how often a plain result, a probable one or none is said, and how wide the range is.
"""

from tests import _setup

if __name__ == "__main__":
    _setup.ensure("tests.effect")

import sys

from arbor_desktop.maintenance.effect import Verdict
from arbor_desktop.maintenance.effect_statistics import LEVEL, METHOD
from tests.effect.simulation import KINDS, Case, simulate

MEANS = {"poisson": 0.5, "clustered": 3.0, "long-tailed": 40_000.0}
SIZES = ((25, 1), (50, 2), (100, 2), (200, 4), (400, 4))
RATIOS = (1.0, 0.8, 0.5, 1.5)
ROUNDS = 300


def main(arguments: list[str]) -> int:
    """Print a line for each case."""
    rounds = int(arguments[0]) if arguments else ROUNDS
    print(f"{METHOD}, level {LEVEL}, {rounds} rounds each")
    worst, false = 1.0, 0.0
    for kind in KINDS:
        for ratio in RATIOS:
            for sessions, projects in SIZES:
                case = Case(kind, MEANS[kind], ratio, sessions, projects)
                found = simulate(case, rounds)
                worst = min(worst, found.covered)
                false = max(false, found.wrong) if ratio == 1.0 else false
                print(
                    f"{case}  covered {found.covered:.3f}  plain {found.said[Verdict.PLAIN]:.3f}  "
                    f"probably {found.said[Verdict.PROBABLY]:.3f}  width {found.width:.2f}",
                    flush=True,
                )
    print(f"Lowest coverage {worst:.3f}; plain results without an effect, at most {false:.3f}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
