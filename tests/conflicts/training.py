"""``python3 -m tests.conflicts.training [--write] [--misses N] [--by-kind]``: learns what weighs two
statements where no rule tells whether they contradict each other.

Learned from are the labelled pairs of the files named ``…_dev`` and ``…_blind`` (those named ``…_fresh`` are
for measuring alone) and of ``taught.txt``, and what a full-text search finds beside each of their statements
and of the memories of ../retrieval/sets: nearly all of that can hold together. Every file is measured with
what was learned from the others. `--write` learns from all and writes resources/conflict_weights.json.
Needs scikit-learn (``pip install --group train``); running the program does not.
"""

import sys

from tests import _setup

if __name__ == "__main__":
    _setup.ensure("tests.conflicts.training", ("dev", "train"))

import argparse
import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import apsw
import numpy
from sklearn.ensemble import GradientBoostingClassifier  # type: ignore[import-untyped]
from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]

from arbor_desktop import resources
from arbor_desktop.core.contradiction import Rivals
from arbor_desktop.core.contradiction.evidence import evidence
from arbor_desktop.core.contradiction.judge import Judge
from arbor_desktop.core.contradiction.notions import Notions
from arbor_desktop.core.contradiction.reading import read as read_claims
from arbor_desktop.core.contradiction.slots import fill
from arbor_desktop.core.contradiction.statements import Read
from arbor_desktop.core.contradiction.statements import read as read_statement
from arbor_desktop.core.contradiction.weighing import says_so
from tests.conflicts.neighbours import OUTDATED, SETS, memories
from tests.conflicts.scoring import FOLDER, Pair, pairs
from tests.conflicts.scoring import read as read_pairs

TARGET = _setup.CHECKOUT / "resources" / "conflict_weights.json"
TAUGHT = FOLDER.parent / "taught.txt"
SEARCHED = 10, 20
"""So many neighbours of a labelled statement, and of a memory that lives beside others."""
RARE = 8
"""Features of fewer pairs are not learned."""
NEIGHBOUR, LIVED = 0.1, 0.25
"""What counts beside a labelled pair: a neighbour that nobody labelled, one of those that live together."""
ALIKE = 0.5
"""Statements that share so much of what they speak of are taken for the same where labels are passed on."""
SURE = 0.75
"""From this probability on it counts as a contradiction: on files left out, rules and weighing together are
right nine times in ten from there on, and of neighbours less than three in a thousand are alarms."""
BOOSTING = {
    "n_estimators": 200,
    "max_depth": 3,
    "subsample": 0.5,
    "learning_rate": 0.05,
    "min_samples_leaf": 8,
    "max_features": 0.2,
    "random_state": 0,
}


@dataclass(frozen=True)
class Example:
    """Two statements, and whether they contradict each other. `group` is left out as a whole when it is
    measured; `ruled`: a rule finds a contradiction."""

    older: str
    newer: str
    conflict: bool
    group: str
    features: dict[str, float]
    weight: float = 1.0
    ruled: bool = False
    labelled: bool = False
    evolving: bool = False
    nearby: bool = False
    """Nobody labelled it: it was found beside a statement that was."""


class Reader:
    """Reads statements as the judge does, each once."""

    def __init__(self) -> None:
        self.rivals = Rivals.parse(resources.read_text("conflicts.toml"))
        self.notions = Notions.parse(resources.read_text("conflict_notions.toml"))
        self.rules = Judge(self.rivals)
        self._read: dict[str, Read] = {}

    def read(self, text: str) -> Read:
        if text not in self._read:
            claims = read_claims(text, self.rivals)
            filled = [one for claim in claims for one in fill(claim, self.rivals)]
            self._read[text] = read_statement(claims, filled, self.notions, self.rivals)
        return self._read[text]

    def features(self, older: str, newer: str) -> dict[str, float]:
        found = evidence(self.read(older), self.read(newer), self.notions, self.rivals)
        return found.features if found else {}

    def ruled(self, older: str, newer: str) -> bool:
        return self.rules.judge(older, newer) is not None

    def open(self, one: str, other: str) -> bool:
        """Whether nothing that is known by name may set them against each other: then neighbours that nobody
        labelled hold together."""
        if self.ruled(one, other) or self.ruled(other, one):
            return False
        a, b = self.read(one), self.read(other)
        if {slot.slot for slot in a.filled} & {slot.slot for slot in b.filled}:
            return False
        ours, theirs = ({m for part in r.parts for i in part.items for m in i.members} for r in (a, b))
        return not any(group == its and m != other_m for group, m in ours for its, other_m in theirs)

    def alike(self, one: str, other: str) -> bool:
        a, b = self.read(one).keys, self.read(other).keys
        return len(a & b) >= ALIKE * max(1, len(a | b))


def learnable() -> list[Pair]:
    """The pairs that may be learned from."""
    return [*(pair for pair in pairs() if pair.file.endswith(("_dev", "_blind"))), *read_pairs(TAUGHT)]


def examples(reader: Reader) -> list[Example]:
    """All that is learned from."""
    labelled = learnable()
    found = list(_labelled(labelled, reader))
    files: dict[str, list[Pair]] = defaultdict(list)
    for pair in labelled:
        if pair.file != TAUGHT.stem:
            files[pair.file].append(pair)
    for file, some in files.items():
        found += [
            Example(one, other, False, file, reader.features(one, other), NEIGHBOUR, nearby=True)
            for one, other in _beside_labelled(some, reader)
        ]
    for number, lived in enumerate(_lived(reader)):
        found += [
            Example(one, other, False, f"lived {number}", reader.features(one, other), LIVED)
            for one, other in lived
        ]
    return found


def _labelled(some: Iterable[Pair], reader: Reader) -> Iterator[Example]:
    """What does not say that it replaces the other is a contradiction, or none, in both orders."""
    for pair in some:
        orders = [(pair.older, pair.newer)]
        if not pair.label.evolving:
            orders.append((pair.newer, pair.older))
        for number, (older, newer) in enumerate(orders):
            ruled = reader.ruled(older, newer)
            weight = 1 / len(orders)
            yield Example(
                older, newer, pair.label.conflict, pair.file, reader.features(older, newer), weight, ruled,
                labelled=not number and pair.file != TAUGHT.stem, evolving=pair.label.evolving,
            )  # fmt: skip


def _beside_labelled(some: Sequence[Pair], reader: Reader) -> Iterator[tuple[str, str]]:
    texts = list(dict.fromkeys(text for pair in some for text in (pair.older, pair.newer)))
    known = {pair.key for pair in some}
    against = defaultdict(list)
    for pair in some:
        if pair.label.conflict:
            against[pair.older].append(pair.newer)
            against[pair.newer].append(pair.older)
    seen = set()
    for at, near in _neighbours(texts, SEARCHED[0], reader):
        older, newer = texts[min(at, near)], texts[max(at, near)]
        key = frozenset((older.casefold(), newer.casefold()))
        if key in known or key in seen or not reader.open(older, newer):
            continue
        seen.add(key)
        passed_on = [(newer, one) for one in against[older]] + [(older, one) for one in against[newer]]
        if not any(reader.alike(one, other) for one, other in passed_on):
            yield older, newer


def _lived(reader: Reader) -> Iterator[list[tuple[str, str]]]:
    """Of each set the pairs of neighbours that could be told in one place, none of them outdated: these hold
    together."""
    for some in memories():
        found = set()
        for at, near in _neighbours([one.text for one in some], SEARCHED[1], reader):
            one, other = sorted((some[at], some[near]), key=lambda said: (-said.age, said.id))
            outdated = one.id.endswith(OUTDATED) or other.id.endswith(OUTDATED)
            apart = None not in (one.project, other.project) and one.project != other.project
            if not outdated and not apart:
                found.add((one.text, other.text))
        yield sorted(found)


def _neighbours(texts: Sequence[str], count: int, reader: Reader) -> Iterator[tuple[int, int]]:
    """For each text those that say most of its words, as the store finds them."""
    index = apsw.Connection(":memory:")
    index.execute("CREATE VIRTUAL TABLE said USING fts5 (x, tokenize='porter unicode61 remove_diacritics 2')")
    index.executemany("INSERT INTO said (rowid, x) VALUES (?, ?)", list(enumerate(texts)))
    for at, text in enumerate(texts):
        terms = [term for term in reader.rules.terms(text) if any(sign.isalnum() for sign in term)]
        query = " OR ".join('"' + term.replace('"', "") + '"' for term in terms)
        if query:
            rows = index.execute(
                "SELECT rowid FROM said WHERE said MATCH ? AND rowid != ? ORDER BY rank, rowid LIMIT ?",
                (query, at, count),
            )
            yield from ((at, row) for (row,) in rows)


class Learned:
    """A model and the features that it knows."""

    def __init__(self, some: Sequence[Example], model: Any) -> None:
        said = Counter(name for one in some for name in one.features)
        self.names = sorted(name for name, count in said.items() if count >= RARE)
        self._numbers = {name: number for number, name in enumerate(self.names)}
        self.model = model.fit(
            self._matrix(some), [one.conflict for one in some], sample_weight=[one.weight for one in some]
        )

    def _matrix(self, some: Sequence[Example]) -> Any:
        found = numpy.zeros((len(some), len(self.names)), numpy.float32)
        for row, one in enumerate(some):
            for name, value in one.features.items():
                if name in self._numbers:
                    found[row, self._numbers[name]] = value
        return found

    def probabilities(self, some: Sequence[Example]) -> Any:
        found = self.model.predict_proba(self._matrix(some))[:, 1]
        return numpy.where([bool(one.features) for one in some], found, 0.0)

    def written(self) -> str:
        """The trees as JSON, one a line."""
        rate = self.model.learning_rate
        prior = self.model.init_.class_prior_
        start = float(numpy.log(prior[1] / prior[0]))
        trees = [_nodes(one.tree_, 0, rate) for one in self.model.estimators_[:, 0]]
        lines = ",\n".join(json.dumps(tree, separators=(",", ":")) for tree in trees)
        return (
            f'{{"learned_from": "{fingerprint()}",\n"sure": {SURE},\n"start": {round(start, 5)},\n'
            f'"features": {json.dumps(self.names, indent=0)},\n"trees": [\n{lines}\n]}}\n'
        )


def _nodes(tree: Any, at: int, rate: float) -> Any:
    if tree.children_left[at] == -1:
        return round(float(tree.value[at, 0, 0]) * rate, 5)
    first, second = tree.children_left[at], tree.children_right[at]
    most = round(float(tree.threshold[at]), 4)
    return [int(tree.feature[at]), most, _nodes(tree, first, rate), _nodes(tree, second, rate)]


def trees() -> Any:
    return GradientBoostingClassifier(**BOOSTING)


def linear() -> Any:
    return LogisticRegression(C=0.3, max_iter=3000)


def fingerprint() -> str:
    """Of all the words that were learned from."""
    digest = hashlib.sha256()
    for file in (
        *sorted(FOLDER.glob("*_dev.txt")),
        *sorted(FOLDER.glob("*_blind.txt")),
        *sorted(SETS.glob("*.toml")),
    ):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def left_out(some: Sequence[Example], model: Any, without: str = "") -> Any:
    """The probability of each with what was learned from the other groups, `without` features of a kind."""
    if without:
        some = [_without(one, without) for one in some]
    found = numpy.zeros(len(some))
    for group in sorted({one.group for one in some} - {TAUGHT.stem}):
        inside = [number for number, one in enumerate(some) if one.group == group]
        learned = Learned([one for one in some if one.group != group], model())
        found[inside] = learned.probabilities([some[number] for number in inside])
    return found


def _without(one: Example, kind: str) -> Example:
    kept = {name: value for name, value in one.features.items() if kind_of(name) != kind}
    return replace(one, features=kept)


_KINDS = {
    "overlap": "shared|kin|covered|closeness|rest|only|one place|same subject|other s|scope",
    "values": "value|opposed|several differences|same number|same member|slot|bare|number|in turn",
    "denial": "denied|both denied",
    "change": "change|ended|moved|now|began|corrected|touched|reached|strong",
    "exclusion": "notion",
    "apart": "others|parts|condition|adds|plans|was|same others|same parts|clear|holds not",
}
"""How the features of each kind of evidence begin."""


def kind_of(name: str) -> str:
    """The kind of evidence that a feature is."""
    found = [
        (len(start), kind)
        for kind, starts in _KINDS.items()
        for start in starts.split("|")
        if name.startswith(start)
    ]
    return max(found)[1]


def report(title: str, some: Sequence[Example], found: Any, sure: float = SURE) -> str:
    """Precision and recall of rules, of weighing and of both; the share of alarms among neighbours."""
    truth = numpy.array([one.conflict for one in some])
    ruled = numpy.array([one.ruled for one in some])
    weighed = found >= sure
    known = numpy.array([one.labelled for one in some])
    lived = numpy.array([one.group.startswith("lived") for one in some])
    taught = numpy.array([one.group == TAUGHT.stem for one in some])
    near = ~lived & ~taught & numpy.array([one.nearby for one in some])

    def told(what: Any, among: Any) -> str:
        right, said, are = (int(one.sum()) for one in (what & truth & among, what & among, truth & among))
        return f"{right / max(1, said):.3f}/{right / max(1, are):.3f}"

    return (
        f"{title:<16} rules {told(ruled, known)}  weighing {told(weighed, known)}  "
        f"both {told(ruled | weighed, known)}  where rules are silent {told(weighed, known & ~ruled)}  "
        f"alarms: neighbours {100 * weighed[near].mean() if near.any() else 0:.2f} %, "
        f"lived {100 * weighed[lived].mean() if lived.any() else 0:.2f} %"
    )


def _measure(some: Sequence[Example], misses: int, *, by_kind: bool) -> None:
    print("precision/recall with what was learned from the other files")
    found = left_out(some, trees)
    for group in sorted({one.group for one in some if one.labelled}):
        inside = [number for number, one in enumerate(some) if one.group == group]
        print(report(group, [some[number] for number in inside], found[inside]))
    print(report("all", some, found))
    for sure in (0.6, 0.65, 0.7, 0.75, 0.8, 0.85):
        print(report(f"  from {sure}", some, found, sure))
    if by_kind:
        print(report("linear", some, left_out(some, linear)))
        for kind in _KINDS:
            print(report(f"without {kind}", some, left_out(some, trees, kind)))
    _measure_replaces(some, found)
    order = numpy.argsort(-found)
    for number in [n for n in order if not some[n].conflict and not some[n].ruled and found[n]][:misses]:
        print(f"    wrong   {found[number]:.2f} {some[number].older}  |  {some[number].newer}")
    missed = [
        n for n in order if some[n].labelled and some[n].conflict and not some[n].ruled and found[n] < SURE
    ]
    for number in missed[:misses]:
        print(f"    missed  {found[number]:.2f} {some[number].older}  |  {some[number].newer}")


def _measure_replaces(some: Sequence[Example], found: Any) -> None:
    """Of the conflicts that are found, which are told as a replacement."""
    reader = Reader()
    for evolving in (True, False):
        told = []
        for one, probability in zip(some, found, strict=True):
            if one.labelled and one.conflict and probability >= SURE and one.evolving == evolving:
                seen = evidence(reader.read(one.older), reader.read(one.newer), reader.notions, reader.rivals)
                told.append(seen is not None and says_so(seen))
        share = sum(told) / max(1, len(told))
        kind = "replaces" if evolving else "does not"
        print(f"told as a replacement, of what {kind}: {share:.2f} of {len(told)}")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python3 -m tests.conflicts.training", description=__doc__)
    parser.add_argument(
        "--write", action="store_true", help="learn from all and write resources/conflict_weights.json"
    )
    parser.add_argument("--unmeasured", action="store_true", help="do not measure")
    parser.add_argument("--misses", type=int, default=0, help="how many mistakes are listed")
    parser.add_argument("--by-kind", action="store_true", help="also measure without each kind of evidence")
    given = parser.parse_args()
    some = examples(Reader())
    print(f"{sum(one.labelled for one in some)} labelled pairs, {len(some)} in all with neighbours")
    if not given.unmeasured:
        _measure(some, given.misses, by_kind=given.by_kind)
    if given.write:
        TARGET.write_text(Learned(some, trees()).written(), encoding="utf-8")
        print(f"{TARGET.name}: {TARGET.stat().st_size // 1000} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
