"""``python3 -m tests.extraction.training [--write] [--misses N]``: learns the judge of statements.

Every file of tests/extraction/sayings is measured with what was learned from all the others, so the figures
hold for authors and topics that were not seen. `--write` learns from all of them, and from the lines of
tests/extract, and writes resources/extract/judge.json.
Needs scikit-learn (``pip install --group train``); running the program does not.
"""

import sys

from tests import _setup

if __name__ == "__main__":
    _setup.ensure("tests.extraction.training", ("dev", "train"))

import argparse
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy
from scipy.sparse import csr_matrix  # type: ignore[import-untyped]
from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]

from arbor_desktop import resources
from arbor_desktop.extract.offline import segment
from arbor_desktop.extract.offline.features import (
    Around,
    Read,
    WordKinds,
    features_of,
    of_itself,
    read_pieces,
)
from arbor_desktop.extract.offline.judge import KINDS, Judge, Judged, Weights
from arbor_desktop.extract.offline.pieces import Piece, pieces_of
from arbor_desktop.extract.offline.pipeline import Whose, arounds, read_vocabulary
from arbor_desktop.extract.offline.voices import Voices
from tests.extraction.sayings import Mark, Saying, fingerprint, sayings

TARGET = _setup.CHECKOUT / "resources" / "extract" / "judge.json"
RARE = 4
"""Features in fewer messages are not learned: they could only be known by heart."""
STRENGTH, KIND_STRENGTH = 0.2, 0.3
"""Inverse of the L2 regularisation: of what lasts, and of its kind."""
_VOICES = Voices(resources.read_text("extract/voices.toml"))
_TEMPLATE = read_vocabulary().patterns["prompt_template"]
SMALL, KIND_SMALL = 0.02, 0.06
"""Weights below this are left out of the file."""
_LINE_KINDS = {
    "instruction": "rule",
    "preference": "preference",
    "fact": "project",
    "skill": "skill",
    "relationship": "people",
    "context": "goal",
}
BALANCE = "balanced"
SURE, NEAR = 0.7, 0.12
"""What a stretch's surest piece must reach, and what the pieces around it must (judge.Weights)."""


@dataclass(frozen=True)
class Sentence:
    """A sentence of a saying, read: its pieces, their features, and the kind of each that is marked."""

    text: str
    around: Around
    pieces: Sequence[Piece]
    read: Sequence[Read]
    features: Sequence[Sequence[str]]
    kinds: Sequence[str | None]


@dataclass(frozen=True)
class Message:
    saying: Saying
    sentences: Sequence[Sentence]


def read_message(saying: Saying, words: WordKinds) -> Message:
    text = saying.text
    found = []
    sentences = list(segment.own_words(text, lambda _: True, _TEMPLATE))
    whose = Whose(_VOICES, text)
    for sentence, around in zip(sentences, arounds(text, sentences, words, saying.before), strict=True):
        pieces = pieces_of(text, sentence.start, sentence.end)
        if not whose.is_meant(sentence):
            continue
        read = read_pieces(words, pieces)
        features = features_of(words, pieces, sentence.text, around)
        kinds = [_kind(p, saying.marks) for p in pieces]
        found.append(Sentence(sentence.text, around, pieces, read, features, kinds))
    return Message(saying, found)


def _kind(piece: Piece, marks: Sequence[Mark]) -> str | None:
    for mark in marks:
        if min(mark.end, piece.end) - max(mark.start, piece.start) > 0.5 * (piece.end - piece.start):
            return mark.kind
    return None


def read_lines() -> list[Saying]:
    """The said lines of tests/extract that are whole messages: remembered ones are marked from end to end."""
    folder = _setup.CHECKOUT / "tests" / "extract"
    found = []
    for name in ("remembered", "forgotten"):
        for line in (folder / f"{name}.txt").read_text(encoding="utf-8").splitlines():
            said, *memories = line.split(" => ")
            said = said.strip().replace("\\n", "\n")
            if not said or said.startswith(("//", "A: ", "U: ")) or " || " in said:
                continue
            if bool(memories) != (name == "remembered") or len(memories) > 1:
                continue
            kind = _LINE_KINDS[memories[0].split(" | ")[1].strip()] if memories else ""
            found.append(Saying(said, (Mark(kind, 0, len(said)),) if kind else ()))
    return found


def learned(messages: Sequence[Message]) -> Weights:
    """The weights that tell the marked pieces of `messages` from the others, and their kinds apart."""
    said = Counter(
        name
        for m in messages
        for name in {name for s in m.sentences for found in s.features for name in found}
    )
    known = {name: number for number, name in enumerate(name for name, n in said.items() if n >= RARE)}
    pieces = [
        (features, kind)
        for message in messages
        for sentence in message.sentences
        for features, kind in zip(sentence.features, sentence.kinds, strict=True)
    ]
    keep = _fitted(known, [f for f, _ in pieces], [kind is not None for _, kind in pieces], STRENGTH)
    kept = [(of_itself(f), kind) for f, kind in pieces if kind is not None]
    rows = _multinomial(known, [f for f, _ in kept], [KINDS.index(kind) for _, kind in kept])
    kinds = {name: [round(float(row[number]), 1) + 0.0 for row in rows] for name, number in known.items()}
    return Weights(
        {name: round(float(keep[number]), 3) for name, number in known.items() if abs(keep[number]) >= SMALL},
        {name: row for name, row in kinds.items() if max(map(abs, row)) >= KIND_SMALL},
        SURE,
        NEAR,
    )


def _fitted(
    known: Mapping[str, int], features: Sequence[Sequence[str]], labels: Sequence[bool], strength: float
) -> Any:
    """A weight for each of the `known` features."""
    model = LogisticRegression(
        C=strength, solver="liblinear", fit_intercept=False, max_iter=300, random_state=0
    )
    return model.fit(_matrix(known, features), list(labels)).coef_[0]


def _multinomial(known: Mapping[str, int], features: Sequence[Sequence[str]], labels: Sequence[int]) -> Any:
    """For each label a weight of each of the `known` features."""
    model = LogisticRegression(C=KIND_STRENGTH, fit_intercept=False, max_iter=300, class_weight=BALANCE)
    return model.fit(_matrix(known, features), list(labels)).coef_


def _matrix(known: Mapping[str, int], features: Sequence[Sequence[str]]) -> Any:
    columns: list[int] = []
    rows = [0]
    for found in features:
        columns.extend(sorted({known[name] for name in found if name in known}))
        rows.append(len(columns))
    ones = numpy.ones(len(columns), dtype=numpy.float32)
    shape = (len(features), len(known))
    return csr_matrix((ones, numpy.array(columns, numpy.int32), numpy.array(rows, numpy.int32)), shape=shape)


@dataclass
class Tally:
    """Counts of stretches and marks, and what was wrong or missed."""

    right: int = 0
    wrong: int = 0
    met: int = 0
    marks: int = 0
    kind: int = 0
    false: list[tuple[float, str]] = field(default_factory=list)
    missed: list[tuple[str, str]] = field(default_factory=list)

    def __str__(self) -> str:
        precision = self.right / max(1, self.right + self.wrong)
        recall = self.met / max(1, self.marks)
        kinds = self.kind / max(1, self.right)
        return f"marks {self.marks:4}  precision {precision:.3f}  recall {recall:.3f}  kind {kinds:.2f}"


def tally(judge: Judge, messages: Sequence[Message], total: Tally) -> Tally:
    """Counts: a stretch is right if it covers half of a mark, or a mark covers half of it."""
    mine = Tally()
    for message in messages:
        marks = message.saying.marks
        found: list[Judged] = []
        for s in message.sentences:
            found += judge.stretches(judge.reading(s.pieces, s.read, s.text, s.around))
        for one in found:
            hit = next(
                (m for m in marks if _overlap(m, one) * 2 >= min(m.end - m.start, one.end - one.start)), None
            )
            mine.right += hit is not None
            mine.wrong += hit is None
            mine.kind += hit is not None and hit.kind == one.kind
            if hit is None:
                mine.false.append((one.probability, message.saying.text[one.start : one.end]))
        for mark in marks:
            met = any(_overlap(mark, one) * 2 >= mark.end - mark.start for one in found)
            mine.met += met
            if not met:
                mine.missed.append((mark.kind, message.saying.text[mark.start : mark.end]))
        mine.marks += len(marks)
    for name in ("right", "wrong", "met", "marks", "kind", "false", "missed"):
        setattr(total, name, getattr(total, name) + getattr(mine, name))
    return mine


def _overlap(mark: Mark, one: Judged) -> int:
    return min(mark.end, one.end) - max(mark.start, one.start)


def written(weights: Weights) -> str:
    """The weights as JSON, a feature a line."""
    parts = [
        f'"learned_from": {json.dumps(fingerprint())}',
        f'"sure": {weights.sure}',
        f'"near": {weights.near}',
    ]
    for name, table in (("keep", weights.keep), ("kinds", weights.kinds)):
        rows = (
            f"{json.dumps(key, ensure_ascii=False)}:{json.dumps(table[key], separators=(',', ':'))}"
            for key in sorted(table)
        )
        parts.append(f'"{name}": {{\n' + ",\n".join(rows) + "\n}")
    return "{" + ",\n".join(parts) + "}\n"


def _measure(
    files: Mapping[str, Sequence[Message]], lines: Sequence[Message], words: WordKinds, misses: int
) -> None:
    """Prints what each file scores with what was learned from the others."""
    total = Tally()
    for name, messages in files.items():
        others = [m for other, found in files.items() if other != name for m in found] + lines
        print(f"{name:<16} {tally(Judge(learned(others), words), messages, total)}")
    print(f"{'all':<16} {total}")
    for probability, text in sorted(total.false, reverse=True)[:misses]:
        print(f"    wrong   {probability:.2f} {text}")
    for kind, text in total.missed[:misses]:
        print(f"    missed  {kind}: {text}")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python3 -m tests.extraction.training", description=__doc__)
    parser.add_argument(
        "--write", action="store_true", help="learn from all and write resources/extract/judge.json"
    )
    parser.add_argument("--misses", type=int, default=0, help="how many misses are listed")
    parser.add_argument("--unmeasured", action="store_true", help="only write: measuring takes minutes")
    args = parser.parse_args()
    words = WordKinds(read_vocabulary(), resources.read_text("extract/judge_words.toml"))
    sets = sayings()
    files = {name: [read_message(s, words) for s in found] for name, found in sets.items()}
    lines = [read_message(s, words) for s in read_lines()]
    if not args.unmeasured:
        _measure(files, lines, words, args.misses)
    if args.write or args.unmeasured:
        weights = learned([m for found in files.values() for m in found] + lines)
        TARGET.write_text(written(weights), encoding="utf-8")
        print(f"{TARGET.name}: {len(weights.keep)} weights, {TARGET.stat().st_size // 1000} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
