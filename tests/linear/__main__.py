"""``python3 -m tests.linear [--write]``: how well the linear models judge; `--write` learns them again.

What they learn from is measured in five parts, each with what was learned from the others. `passing` is not
learned from, and may be looked at. The blind sets were written by people who had seen nothing of it: only
their totals are printed.
`--write` writes resources/extraction/private.json and everywhere.json. Needs scikit-learn (group `train`).
"""

import sys

from tests import _setup

if __name__ == "__main__":
    _setup.ensure("tests.linear", ("dev", "train"))

import json
from collections.abc import Sequence
from typing import Any

from scipy.sparse import csr_matrix  # type: ignore[import-untyped]
from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]

from arbor_desktop.embedding.catalogue import packaged_encoder
from arbor_desktop.extraction.offline.attributes import DOUBT
from arbor_desktop.extraction.offline.linear import EVERYWHERE, PRIVATE, features_of, odds
from tests.linear.cases import Case, read

TARGET = _setup.CHECKOUT / "resources" / "extraction"
LEARNED_FROM = {PRIVATE: ("plain", "train"), EVERYWHERE: ("train",)}
MEASURED = {PRIVATE: ("passing", "blind"), EVERYWHERE: ()}
LEAST = {PRIVATE: DOUBT, EVERYWHERE: 0}
"""The odds above which the program takes a statement for one."""
RARE = 3
"""Features in fewer statements are not learned."""
STRENGTH = 0.1
VECTOR_STRENGTH = {PRIVATE: 10, EVERYWHERE: 3}
"""Inverses of the L2 regularisation of what is learned of n-grams and of vectors."""
SMALL = 0.01
"""Weights of n-grams below this are left out of the file."""
PARTS = 5


class Learned:
    """What was learned from some statements."""

    def __init__(self, model: str, cases: Sequence[Case], vectors: Any) -> None:
        counts: dict[str, int] = {}
        for case in cases:
            for one in features_of(case.text, case.family):
                counts[one] = counts.get(one, 0) + 1
        kept = sorted(one for one, count in counts.items() if count >= RARE)
        expected = [case.expected for case in cases]
        self._columns = {one: column for column, one in enumerate(kept)}
        self._of_grams = LogisticRegression(C=STRENGTH, max_iter=5000).fit(self._matrix(cases), expected)
        self._of_vectors = LogisticRegression(C=VECTOR_STRENGTH[model], max_iter=5000).fit(vectors, expected)

    def _matrix(self, cases: Sequence[Case]) -> Any:
        places = [
            (row, self._columns[one])
            for row, case in enumerate(cases)
            for one in features_of(case.text, case.family)
            if one in self._columns
        ]
        rows, columns = zip(*places, strict=True)
        return csr_matrix(([1.0] * len(places), (rows, columns)), shape=(len(cases), len(self._columns)))

    def odds(self, cases: Sequence[Case], vectors: Any) -> Any:
        """Return how much speaks for each statement, in thousandths."""
        of_grams = self._of_grams.decision_function(self._matrix(cases))
        return 1000 * (of_grams + self._of_vectors.decision_function(vectors))

    def to_json(self) -> str:
        """Return the weights as the program reads them."""
        found = zip(self._columns, self._of_grams.coef_[0], strict=True)
        weights = {
            "bias": round(1000 * float(self._of_grams.intercept_[0])),
            "grams": {one: round(1000 * float(weight)) for one, weight in found if abs(weight) >= SMALL},
            "vector_bias": round(1000 * float(self._of_vectors.intercept_[0])),
            "vector": [round(1000 * float(weight)) for weight in self._of_vectors.coef_[0]],
        }
        return json.dumps(weights, ensure_ascii=False, separators=(",", ":")) + "\n"


def figures(name: str, cases: Sequence[Case], judged: Sequence[bool]) -> str:
    """Return precision and recall of what was judged so."""
    right = sum(case.expected and said for case, said in zip(cases, judged, strict=True))
    said, expected = sum(judged), sum(case.expected for case in cases)
    return (
        f"{name:<18}{len(cases):>5} statements   precision {right / said:.3f}   recall {right / expected:.3f}"
    )


def main() -> None:
    """Print the figures, and learn again if that is asked for."""
    encoder = packaged_encoder()
    if encoder is None:
        sys.exit("all-MiniLM-L6-v2 is not installed.")
    for model, names in LEARNED_FROM.items():
        train = [case for name in names for case in read(model, name)]
        vectors = encoder.vectors([case.text for case in train])
        if "--write" in sys.argv[1:]:
            learned = Learned(model, train, vectors).to_json()
            (TARGET / f"{model}.json").write_text(learned, encoding="utf-8")
        judged: list[bool] = [False] * len(train)
        for part in range(PARTS):
            some = [number % PARTS != part for number in range(len(train))]
            rest = Learned(model, [case for case, one in zip(train, some, strict=True) if one], vectors[some])
            judged[part::PARTS] = rest.odds(train[part::PARTS], vectors[part::PARTS]) > LEAST[model]
        print(figures(f"{model} train", train, judged))
        for name in MEASURED[model]:
            cases = read(model, name)
            said = [odds(model, case.text, case.family) > LEAST[model] for case in cases]
            print(figures(f"{model} {name}", cases, said))


if __name__ == "__main__":
    main()
