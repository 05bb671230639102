"""The learned classifier: which pieces of what a person wrote say something that lasts, and what kind of
thing.

A BERT encoder (all-MiniLM-L6-v2) reads each sentence among those around it and after the assistant's words;
what it learned for this (low-rank changes of its layers, after Hu et al., "LoRA", 2021, and five linear
layers) was learned from hand-marked messages by `python3 -m tests.extraction.training` and is shipped as
resources/extraction/judge.safetensors.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from arbor_desktop.embedding.bert import Adapter, Encoder, numpy, read_tensors
from arbor_desktop.extraction.offline.segments import Piece

KINDS = ("rule", "preference", "person", "skill", "people", "project", "decision", "cause", "goal")

MOST_TOKENS = 192
"""The longest input of the encoder."""
TOKENS_BEFORE = 48
"""How much of an input repeats the sentences before it."""
REPLY_TOKENS, REPLY_CHARACTERS = 48, 400
"""How much of the end of the assistant's reply comes first."""
SURE, NEAR, NEXT = 0.55, 0.05, 0.3
"""The least probability of the surest piece of a statement, of its other pieces, and of the two pieces
where it continues in the next sentence."""
JOINED, JOINED_NEXT = 0.2, 0.88
"""The least probability that a piece continues the one before it, in the same sentence and in the next."""
HEADS = ("keep", "join", "everywhere", "private")
"""The outputs that are a probability each."""
GATE = "gate"
"""The output after half of the layers: positive if a piece could last. An input without such a piece is read
no further."""
CLS, SEP = 101, 102
"""The tokens that begin and end what BERT reads."""


class SentencePieces(NamedTuple):
    """A sentence of a turn: its pieces are characters of the turn, as `start` is."""

    start: int
    text: str
    pieces: Sequence[Piece]


class Input(NamedTuple):
    """One input of the encoder. `spans`: for each piece its first token, the token after its last, the number
    of its sentence, and its number in that sentence."""

    tokens: list[int]
    types: list[int]
    spans: list[tuple[int, int, int, int]]


def inputs_of(tokenizer: Any, reply: str, sentences: Sequence[SentencePieces]) -> Iterator[Input]:
    """Yield a turn's sentences as the encoder reads them, after the assistant's `reply`: as many at a time as
    fit, with some of the words before them."""
    heard = _tokens(tokenizer, reply[-REPLY_CHARACTERS:]).ids[-REPLY_TOKENS:] if reply else []
    begin, types = [CLS], [0]
    if heard:
        begin, types = [CLS, *heard, SEP], [0, *[1] * (len(heard) + 1)]
    room = MOST_TOKENS - len(begin) - 1
    body: list[int] = []
    spans: list[tuple[int, int, int, int]] = []
    for number, said in enumerate(sentences):
        encoded = _tokens(tokenizer, _plain(said.text))
        ids = encoded.ids[:room]
        if len(body) + len(ids) > room and body:
            if spans:
                yield _input(begin, types, body, spans)
            body = body[max(0, len(body) - min(TOKENS_BEFORE, room - len(ids))) :]
            if len(ids) == room:
                body = []
            spans = []
        for place, piece in enumerate(said.pieces):
            inside = [
                token
                for token, (first, last) in enumerate(encoded.offsets[:room])
                if first < piece.end - said.start and last > piece.start - said.start
            ]
            if inside:
                at = len(begin) + len(body)
                spans.append((at + inside[0], at + inside[-1] + 1, number, place))
        body += ids
    if spans:
        yield _input(begin, types, body, spans)


def _input(
    begin: list[int], types: list[int], body: list[int], spans: list[tuple[int, int, int, int]]
) -> Input:
    return Input([*begin, *body, SEP], [*types, *[0] * (len(body) + 1)], spans)


_CHANGED = re.compile(r"\b(?:moved|renamed|switched|migrated|changed|upgraded|replaced)\b", re.IGNORECASE)
_MOMENT = re.compile(
    r"(?<!since )(?<!until )(?<!from )(?<!of )\b(?:yesterday|today|tonight|over the weekend|the other day"
    r"|this (?:morning|week|weekend|month)"
    r"|last (?:night|week|weekend|month|(?:mon|tues|wednes|thurs|fri|satur|sun)day))\b",
    re.IGNORECASE,
)


def undated(sentence: str) -> str:
    """Return a sentence in which blanks replace the day of a change: what changed yesterday still holds."""
    return _MOMENT.sub(_blanks, sentence) if _CHANGED.search(sentence) else sentence


def _blanks(match: re.Match[str]) -> str:
    return " " * len(match.group())


def _plain(sentence: str) -> str:
    """Return a sentence undated and with a full stop, since neither says what lasts."""
    text = undated(sentence).rstrip(" .…")
    return text if text.endswith(("?", "!", ":", ";", ",")) else text + "."


def _tokens(tokenizer: Any, text: str) -> Any:
    clean = text.encode("utf-8", "replace").decode()  # no half surrogates
    return tokenizer.encode(clean, add_special_tokens=False)


class Reach(NamedTuple):
    """Probabilities that a statement applies everywhere, rather than in the project where it was said, and
    that it is private: the person would not want it repeated in a client's session."""

    everywhere: float
    private: float


HERE = Reach(0, 0)


@dataclass(frozen=True, slots=True)
class Stretch:
    """Characters `start` to `end` of a turn last, with such a probability (0 to 1). `parts`: the places of
    its pieces: all, and then what is left when less sure ones at its ends are taken away."""

    start: int
    end: int
    kind: str
    probability: float
    parts: tuple[tuple[int, int], ...]
    reach: Reach = HERE


@dataclass(frozen=True, slots=True)
class Classification:
    """A sentence's pieces. Of each the probability that it lasts, and the one that it goes on with what the
    piece before says (also across sentences); how much speaks for each of KINDS; and where it applies."""

    pieces: Sequence[Piece]
    probabilities: list[float]
    joins: list[float]
    kinds: list[list[float]]
    reaches: list[Reach]

    @property
    def kind(self) -> str:
        """The most likely kind; `project` for a sentence that was not judged."""
        return _kind(self.kinds) if self.kinds else "project"

    @property
    def reach(self) -> Reach:
        """Where it applies; a sentence that was not judged, in its project."""
        return _reach(self.reaches) if self.reaches else HERE


UNCLASSIFIED = Classification((), [], [], [], [])
"""Of a sentence that nobody judged: only what is expressly to be remembered counts."""


class StatementClassifier:
    """Safe to use from several threads."""

    def __init__(self, encoder: Encoder, adapter: Adapter) -> None:
        self.encoder = encoder.adapted(adapter)
        self._adapter = adapter

    def read_alone(self, text: str) -> Classification:
        """Classify a text that stands alone as one piece."""
        piece = Piece(0, len(text), text, "")
        return self.read([("", [SentencePieces(0, text, [piece])])])[0][0]

    def read(
        self,
        turns: Sequence[tuple[str, Sequence[SentencePieces]]],
        in_full: Callable[[int], bool] = lambda _: True,
    ) -> list[list[Classification]]:
        """Classify the sentences of turns, each after what the assistant said before it. Unless a turn (its
        number in `turns`) is to be read `in_full`, sentences that can't last stay unread."""
        np = numpy()
        readings = [[_unread(one.pieces) for one in said] for _, said in turns]
        for turn, (reply, sentences) in enumerate(turns):
            for one in inputs_of(self.encoder.tokenizer, reply, sentences):
                going_on = partial(self._could_last, one, in_full(turn))
                states = self.encoder.states(one.tokens, one.types, going_on)
                if states is None:
                    continue
                means = means_of(states, one)
                lasts, joins, everywhere, private = (
                    1 / (1 + np.exp(-self._adapter.head(means, name)[:, 0])) for name in HEADS
                )
                kinds = self._adapter.head(means, "kind")
                for number, (*_, sentence, place) in enumerate(one.spans):
                    reading = readings[turn][sentence]
                    reading.probabilities[place] = float(lasts[number])
                    reading.joins[place] = float(joins[number])
                    reading.kinds[place] = kinds[number].tolist()
                    reading.reaches[place] = Reach(float(everywhere[number]), float(private[number]))
        return readings

    def _could_last(self, one: Input, in_full: bool, states: Any) -> bool:
        """Return whether an input could hold something that lasts, after half of the layers."""
        return in_full or bool((self._adapter.head(means_of(states, one), GATE) > 0).any())


def means_of(states: Any, one: Input) -> Any:
    """Return the mean vector of each span of an input."""
    return numpy().stack([states[first:last].mean(axis=0) for first, last, *_ in one.spans])


def _unread(pieces: Sequence[Piece]) -> Classification:
    count = len(pieces)
    kinds = [[0.0] * len(KINDS) for _ in pieces]
    return Classification(pieces, [0.0] * count, [0.0] * count, kinds, [HERE] * count)


def stretches(readings: Sequence[Classification]) -> list[Stretch]:
    """Return the stretches of pieces that last in sentences that follow each other, in order."""
    begins = [place == 0 for one in readings for place in range(len(one.pieces))]
    pieces = [piece for one in readings for piece in one.pieces]
    probabilities = [p for one in readings for p in one.probabilities]
    joins = [p for one in readings for p in one.joins]
    kinds = [row for one in readings for row in one.kinds]
    reaches = [reach for one in readings for reach in one.reaches]
    found: list[Stretch] = []
    first = 0
    while first < len(pieces):
        last = first
        while last + 1 < len(pieces):
            if begins[last + 1]:
                least, lasts, joined = min(probabilities[last : last + 2]), NEXT, JOINED_NEXT
            else:
                least, lasts, joined = probabilities[last + 1], NEAR, JOINED
            if least < lasts or joins[last + 1] < joined:
                break
            last += 1
        probability = max(probabilities[first : last + 1])
        if probability >= SURE and probabilities[first] >= NEAR:
            parts = tuple(_narrowed(pieces, probabilities, first, last))
            kind, reach = _kind(kinds[first : last + 1]), _reach(reaches[first : last + 1])
            found.append(Stretch(*parts[0], kind, probability, parts, reach))
            first = last
        first += 1
    return found


def _kind(rows: Sequence[Sequence[float]]) -> str:
    totals = [sum(column) for column in zip(*rows, strict=True)]
    return KINDS[totals.index(max(totals))]


def _reach(reaches: Sequence[Reach]) -> Reach:
    return Reach(*(sum(column) / len(reaches) for column in zip(*reaches, strict=True)))


def _narrowed(
    pieces: Sequence[Piece], probabilities: Sequence[float], first: int, last: int
) -> Iterator[tuple[int, int]]:
    while True:
        yield pieces[first].start, pieces[last].end
        if first == last:
            return
        if probabilities[first] < probabilities[last]:
            first += 1
        else:
            last -= 1


def load_classifier(encoder: Encoder, judge_safetensors: bytes) -> StatementClassifier:
    """Return the classifier that reads with an encoder and what it learned. Raises ModelUnusable."""
    return StatementClassifier(encoder, Adapter(read_tensors(judge_safetensors, "judge.safetensors")))
