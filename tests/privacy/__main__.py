"""``python3 -m tests.privacy [--write]``: how well it is judged what is private; `--write` learns it again.

`train` and `plain` are measured in five parts, each with what was learned from the others. `passing` is not
learned from, and may be looked at. `blind` was written by somebody who had seen none of them: only its totals
are printed. `--write` learns from
`train` and `plain` and writes resources/extraction/private.json. Needs scikit-learn (group `train`).
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

from arbor_desktop.embedding.catalogue import packaged_encoder
from arbor_desktop.extraction.offline.attributes import DOUBT
from arbor_desktop.extraction.offline.privacy import grams_of, privacy_odds
from tests.privacy.cases import Case, read

TARGET = _setup.CHECKOUT / "resources" / "extraction" / "private.json"
RARE = 3
"""N-grams in fewer sentences are not learned."""
STRENGTH, VECTOR_STRENGTH = 0.1, 10
"""Inverses of the L2 regularisation of what is learned of n-grams and of vectors."""
SMALL = 0.01
"""Weights of n-grams below this are left out of the file."""
PARTS = 5


class Learned:
    """What was learned from some sentences."""

    def __init__(self, cases: Sequence[Case], vectors: Any) -> None:
        counts: dict[str, int] = {}
        for case in cases:
            for gram in set(grams_of(case.text)):
                counts[gram] = counts.get(gram, 0) + 1
        kept = sorted(gram for gram, count in counts.items() if count >= RARE)
        private = [case.private for case in cases]
        self._columns = {gram: column for column, gram in enumerate(kept)}
        self._of_grams = LogisticRegression(C=STRENGTH, max_iter=5000).fit(self._matrix(cases), private)
        self._of_vectors = LogisticRegression(C=VECTOR_STRENGTH, max_iter=5000).fit(vectors, private)

    def _matrix(self, cases: Sequence[Case]) -> Any:
        places = [
            (row, self._columns[gram])
            for row, case in enumerate(cases)
            for gram in set(grams_of(case.text))
            if gram in self._columns
        ]
        rows, columns = zip(*places, strict=True)
        return csr_matrix(([1.0] * len(places), (rows, columns)), shape=(len(cases), len(self._columns)))

    def odds(self, cases: Sequence[Case], vectors: Any) -> Any:
        """Return of each sentence how much speaks for private, in thousandths."""
        of_grams = self._of_grams.decision_function(self._matrix(cases))
        return 1000 * (of_grams + self._of_vectors.decision_function(vectors))

    def to_json(self) -> str:
        """Return the weights as the program reads them."""
        found = zip(self._columns, self._of_grams.coef_[0], strict=True)
        weights = {
            "bias": round(1000 * float(self._of_grams.intercept_[0])),
            "grams": {gram: round(1000 * float(weight)) for gram, weight in found if abs(weight) >= SMALL},
            "vector_bias": round(1000 * float(self._of_vectors.intercept_[0])),
            "vector": [round(1000 * float(weight)) for weight in self._of_vectors.coef_[0]],
        }
        return json.dumps(weights, ensure_ascii=False, separators=(",", ":")) + "\n"


def figures(name: str, cases: Sequence[Case], judged: Sequence[bool]) -> str:
    """Return precision and recall of what was judged private."""
    right = sum(case.private and said for case, said in zip(cases, judged, strict=True))
    said, private = sum(judged), sum(case.private for case in cases)
    return f"{name:<8}{len(cases):>5} sentences   precision {right / said:.3f}   recall {right / private:.3f}"


def main() -> None:
    """Print the figures, and learn again if that is asked for."""
    train = read("plain") + read("train")
    encoder = packaged_encoder()
    if encoder is None:
        sys.exit("all-MiniLM-L6-v2 is not installed.")
    vectors = encoder.vectors([case.text for case in train])
    if "--write" in sys.argv[1:]:
        TARGET.write_text(Learned(train, vectors).to_json(), encoding="utf-8")
    judged: list[bool] = [False] * len(train)
    for part in range(PARTS):
        some = [number % PARTS != part for number in range(len(train))]
        learned = Learned([case for case, one in zip(train, some, strict=True) if one], vectors[some])
        judged[part::PARTS] = learned.odds(train[part::PARTS], vectors[part::PARTS]) > DOUBT
    print(figures("train", train, judged))
    for name in ("passing", "blind"):
        cases = read(name)
        print(figures(name, cases, [privacy_odds(case.text) > DOUBT for case in cases]))


if __name__ == "__main__":
    main()
