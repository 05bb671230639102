"""``python3 -m tests.redaction.training [--hold FILE,…] [--write] [--show]``: learns the weights of evidence.

It learns from the cases in tests/redaction/cases, and takes ordinary texts (sayings, dialogues, documents,
code, installed packages, the sample conversations if they are there) as texts without secrets. Printed are
recall and false finds of values in folds that were left out, or in the files of `--hold`. `--write` writes
resources/redaction_weights.json.
"""

import sys

from tests import _setup

if __name__ == "__main__":
    _setup.ensure("tests.redaction.training", ("dev",))

import argparse
import json
import random
import site
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy

from arbor_desktop.conversations.readers.registry import detect
from tests.redaction.making import CASES, read
from tests.redaction.scoring import redactor

TARGET = _setup.CHECKOUT / "resources" / "redaction_weights.json"
ORDINARY = (
    "docs", "arbor_desktop", "resources/demo", "tests/extraction", "tests/retrieval", "tests/compaction",
    "tests/sharing/worlds",
)  # fmt: skip
SUFFIXES = (".md", ".py", ".txt", ".toml", ".rst", ".json")
EVERY = 8
"""Of the many files of installed packages one in so many is read."""
SAMPLES = _setup.CHECKOUT.parent / "shared" / "corpus" / "dev"
KINDS = ("number", "word", "plain", "literal")
RARE, PENALTY, STEPS, RATE, FOLDS = 4, 0.3, 400, 0.1, 5
"""Features of fewer values are left out; of squared weights; of gradient descent (Adam)."""
SECRET, LOOK_ALIKE, ANY = 2.0, 4.0, 1.0
"""How much a secret, another value of the cases and a value of an ordinary text count."""
SMALLEST = 0.03
CONTINUED = (
    "", ". Can you help?", " yesterday, write that down", " for the guests", ", thanks", " since Monday",
    " on the third floor", " and it doesn't work", " but the page says no", ", bitte weitergeben", "\n",
    " im Moment", " et ça marche pas", " y no funciona", ", why?", " if you need it", ' as it is"',
    ") so far", " he says",
)  # fmt: skip
"""What may follow a secret: it is none of the reasons why it is one."""
VARIANTS = 4


@dataclass(frozen=True)
class Value:
    """A value that was judged: its kind, file, features, and whether it is a secret."""

    kind: str
    file: str
    features: frozenset[str]
    secret: bool
    shown: str

    @property
    def counts(self) -> float:
        if self.file == "continued":
            return SECRET / VARIANTS
        return SECRET if self.secret else LOOK_ALIKE if self.file != "ordinary" else ANY


class Recorder:
    """Notes all values that a redactor judges by their surroundings."""

    def __init__(self) -> None:
        self.door = redactor()
        self.evidence = self.door._plausibility._evidence
        self.seen: list[tuple[str, int, int]] = []
        self.door._plausibility._evidence = self  # type: ignore[assignment]

    def score(self, text: str, start: int, end: int, kind: str) -> float:
        self.seen.append((kind, start, end))
        return -1.0

    def given(self, text: str, start: int, end: int) -> bool:
        return self.evidence.given(text, start, end)

    def possible(self, text: str, start: int, end: int) -> bool:
        return self.evidence.possible(text, start, end)

    def values(self, text: str, secrets: Sequence[tuple[int, int]], file: str) -> Iterator[Value]:
        """Yield the judged values, except those that other rules find and those that are part of a secret."""
        self.seen = []
        found = self.door._found(text)
        for kind, start, end in dict.fromkeys(self.seen):
            inside = [span for span in secrets if span[0] < end and start < span[1]]
            exact = any(abs(first - start) <= 1 and abs(last - end) <= 1 for first, last in inside)
            other = any(one.start < end and start < one.end for one in found)
            if (inside and not exact) or (other and (kind == "literal" or not exact)):
                continue
            shown = f"{text[max(0, start - 70) : start]}⟦{text[start:end]}⟧{text[end : end + 30]}"
            shown = shown.replace("\n", "⏎")
            yield Value(kind, file, frozenset(self.evidence.features(text, start, end)), exact, shown)
            if exact and kind != "literal":
                chooser = random.Random(shown)
                for more in chooser.sample(CONTINUED, VARIANTS):
                    features = self.evidence.features(text[:end] + more, start, end)
                    yield Value(kind, "continued", frozenset(features), exact, shown)


def values() -> list[Value]:
    """Return all values of the cases and of ordinary texts."""
    recorder = Recorder()
    found = [
        value
        for file in sorted(CASES.glob("*.txt"))
        for case in read(file)
        for value in recorder.values(case.text, case.secrets, file.stem)
    ]
    for text in ordinary():
        found += recorder.values(text, (), "ordinary")
    return found


def ordinary() -> Iterator[str]:
    """Yield texts that hold hardly a secret."""
    for folder in ORDINARY:
        for path in sorted((_setup.CHECKOUT / folder).rglob("*.*")):
            if path.suffix in SUFFIXES and "redaction" not in path.parts:
                text = path.read_text(encoding="utf-8")
                yield from text.split("\n") if path.suffix == ".txt" else [text]
    for packages in map(Path, site.getsitepackages()):
        for path in sorted(packages.rglob("*")):
            if (
                path.suffix in (".md", ".py", ".txt", ".rst", ".json")
                and zlib.crc32(path.name.encode()) % 8 == 0
            ):
                yield path.read_text(encoding="utf-8", errors="replace")[:200_000]
    for path in sorted(path for path in SAMPLES.rglob("*") if path.is_file()):
        if (reader := detect(path)) is not None:
            for batch in reader.read(path, None):
                yield from (turn.text for part in batch.sessions for turn in part.turns)


def learned(some: Sequence[Value]) -> dict[str, float]:
    """Return weights by feature: logistic regression with squared weights as penalty."""
    counted = Counter(feature for value in some for feature in value.features)
    places = {f: n for n, f in enumerate(sorted(f for f, times in counted.items() if times >= RARE))}
    rows = numpy.zeros((len(some), len(places)), numpy.float32)
    for row, value in zip(rows, some, strict=True):
        row[[places[feature] for feature in value.features if feature in places]] = 1
    truth = numpy.array([float(value.secret) for value in some])
    counts = numpy.array([value.counts for value in some])
    weights, mean, square = (numpy.zeros(len(places)) for _ in range(3))
    for step in range(1, STEPS + 1):
        expected = 1 / (1 + numpy.exp(-numpy.clip(rows @ weights, -30, 30)))
        gradient = rows.T @ (counts * (expected - truth)) + PENALTY * weights
        mean, square = 0.9 * mean + 0.1 * gradient, 0.99 * square + 0.01 * gradient**2
        weights -= RATE * mean / (1 - 0.9**step) / (numpy.sqrt(square / (1 - 0.99**step)) + 1e-8)
    return {feature: float(weights[n]) for feature, n in places.items()}


def score(weights: dict[str, float], value: Value) -> float:
    return sum(weights.get(feature, 0.0) for feature in value.features)


def measure(kind: str, some: Sequence[Value], hold: Sequence[str], show: bool) -> None:
    """Print recall and false finds of values that were not learned from."""
    judged: list[tuple[float, Value]] = []
    for fold in range(1 if hold else FOLDS):
        held = [v.file in hold if hold else zlib.crc32(v.shown.encode()) % FOLDS == fold for v in some]
        weights = learned([v for v, out in zip(some, held, strict=True) if not out])
        judged += [(score(weights, v), v) for v, out in zip(some, held, strict=True) if out]
    judged = [(points, value) for points, value in judged if value.file != "continued"]
    secrets = [points for points, value in judged if value.secret]
    alike = [points for points, value in judged if not value.secret and value.file != "ordinary"]
    rest = [points for points, value in judged if value.file == "ordinary"]
    for limit in (-1, 0, 1, 2):
        right, false, wrong = (sum(points > limit for points in one) for one in (secrets, alike, rest))
        print(
            f"{kind} above {limit}: {right}/{len(secrets)}, false {false}/{len(alike)}, {wrong}/{len(rest)}"
        )
    for points, value in sorted(judged, key=lambda one: one[0]) if show else ():
        if value.secret != (points > 0):
            print(f"  {'left' if value.secret else 'false'} {points:5.1f} {value.file}: {value.shown}")


def main(arguments: Sequence[str]) -> None:
    """Learn, measure, and write if asked to."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--hold", default="")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args(arguments)
    hold = [name for name in options.hold.split(",") if name]
    found = values()
    random.Random(7).shuffle(found)
    written: dict[str, float] = {}
    for kind in KINDS:
        some = [value for value in found if value.kind == kind]
        if not options.write:
            measure(kind, some, hold, options.show)
        else:
            weights = learned(some)
            written |= {f"{kind} {f}": round(w, 2) for f, w in sorted(weights.items()) if abs(w) >= SMALLEST}
    if options.write:
        TARGET.write_text(json.dumps(written, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
