"""``python3 -m tests.privacy [--write]``: how well it is judged what is private; `--write` learns it again.

`train` and `plain` are measured in five parts, each with what was learned from the others. `blind` was
written by somebody who had seen neither: only its totals are printed. `--write` learns from
`train` and `plain` and writes resources/extract/private.json. Needs scikit-learn (group `train`).
"""

import sys

from tests import _setup

if __name__ == "__main__":
    _setup.ensure("tests.privacy", ("dev", "train"))

import json
from collections.abc import Sequence
from typing import Any

from scipy.sparse import csr_matrix  # type: ignore[import-untyped]
from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]

from arbor_desktop.extraction.offline.attributes import grams_of, is_private
from tests.privacy.cases import Case, read

TARGET = _setup.CHECKOUT / "resources" / "extract" / "private.json"
RARE = 3
"""N-grams in fewer sentences are not learned."""
STRENGTH = 0.1
"""Inverse of the L2 regularisation."""
SMALL = 0.01
"""Weights below this are left out of the file."""
PARTS = 5


class Learned:
    """What was learned from some sentences."""

    def __init__(self, cases: Sequence[Case]) -> None:
        counts: dict[str, int] = {}
        for case in cases:
            for gram in set(grams_of(case.text)):
                counts[gram] = counts.get(gram, 0) + 1
        kept = sorted(gram for gram, count in counts.items() if count >= RARE)
        self._columns = {gram: column for column, gram in enumerate(kept)}
        self._model = LogisticRegression(C=STRENGTH, max_iter=5000)
        self._model.fit(self._matrix(cases), [case.private for case in cases])

    def _matrix(self, cases: Sequence[Case]) -> Any:
        places = [
            (row, self._columns[gram])
            for row, case in enumerate(cases)
            for gram in set(grams_of(case.text))
            if gram in self._columns
        ]
        rows, columns = zip(*places, strict=True)
        return csr_matrix(([1.0] * len(places), (rows, columns)), shape=(len(cases), len(self._columns)))

    def judge(self, cases: Sequence[Case]) -> list[bool]:
        """Say of each sentence whether it is private."""
        return [bool(private) for private in self._model.predict(self._matrix(cases))]

    def to_json(self) -> str:
        """Return the weights as the program reads them."""
        found = zip(self._columns, self._model.coef_[0], strict=True)
        grams = {gram: round(1000 * float(weight)) for gram, weight in found if abs(weight) >= SMALL}
        bias = round(1000 * float(self._model.intercept_[0]))
        return json.dumps({"bias": bias, "grams": grams}, ensure_ascii=False, separators=(",", ":")) + "\n"


def figures(name: str, cases: Sequence[Case], judged: Sequence[bool]) -> str:
    """Return precision and recall of what was judged private."""
    right = sum(case.private and said for case, said in zip(cases, judged, strict=True))
    said, private = sum(judged), sum(case.private for case in cases)
    return f"{name:<8}{len(cases):>5} sentences   precision {right / said:.3f}   recall {right / private:.3f}"


def main() -> None:
    """Print the figures, and learn again if that is asked for."""
    train, blind = read("plain") + read("train"), read("blind")
    if "--write" in sys.argv[1:]:
        TARGET.write_text(Learned(train).to_json(), encoding="utf-8")
    judged: list[bool] = [False] * len(train)
    for part in range(PARTS):
        learned = Learned([case for number, case in enumerate(train) if number % PARTS != part])
        judged[part::PARTS] = learned.judge(train[part::PARTS])
    print(figures("train", train, judged))
    print(figures("blind", blind, [is_private(case.text) for case in blind]))


if __name__ == "__main__":
    main()
