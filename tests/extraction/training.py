"""``python3 -m tests.extraction.training [--hold FILE,…] [--further FILE,…] [--write]``: learns the judge of
statements.

`--hold` learns from the other files of tests/extraction/sayings and measures with these, so that the figures
hold for authors and topics that were not seen. `--write` learns from all of them, and from the lines of
tests/extraction/offline, and writes resources/extraction/judge.safetensors. Either takes an hour.
`--gate` only fits which inputs the present judge reads to the end, in some minutes; `--write` does it too.
`--further` goes on from the present judge for one epoch, in which these files are read twice.
Needs JAX (the group `train`); running the program does not.
"""

import sys

from tests import _setup

if __name__ == "__main__":
    _setup.ensure("tests.extraction.training", ("dev", "train"))

import argparse
import math
import re
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy
import optax
from jax import random
from safetensors import safe_open
from safetensors.numpy import save_file
from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]

from arbor_desktop import resources
from arbor_desktop.embedding.bert import Adapter, Encoder, read_tensors
from arbor_desktop.embedding.catalogue import MINILM, packaged_folder
from arbor_desktop.extraction.offline import segments
from arbor_desktop.extraction.offline.authorship import Authorship
from arbor_desktop.extraction.offline.classifier import (
    GATE,
    KINDS,
    Input,
    SentencePieces,
    StatementClassifier,
    Stretch,
    inputs_of,
    means_of,
    stretches,
)
from arbor_desktop.extraction.offline.pipeline import TurnAuthorship
from arbor_desktop.extraction.offline.segments import Piece, pieces_of
from arbor_desktop.extraction.offline.vocabulary import read_vocabulary
from tests.extraction.sayings import PLACES, Mark, Saying, fingerprint, sayings

TARGET = _setup.CHECKOUT / "resources" / "extraction" / "judge.safetensors"
RANK = 16
"""Of the low-rank changes of each linear layer."""
EPOCHS, RATE, WARM_UP, DECAY, DROPOUT = 3, 1e-3, 0.06, 0.01, 0.1
FURTHER_RATE = 6e-4
"""To learn further: one epoch, in which the new sayings are read twice."""
HEADS = {"everywhere": 0.3, "private": 0.03}
"""The heads that are fitted once all else is learned, with the inverse of their L2 regularisation."""
GATE_STRENGTH, GATE_LEAST, GATE_MISSES = 0.03, -0.85, 0.0005
"""Of the gate: the inverse of its L2 regularisation, the judge's output from which on a piece may last (a
probability of 0.3), and the share of the inputs with a probability of 0.5 that it may leave unread."""
KIND_SHARE = 0.3
"""How much the kind of a piece, what it goes on with, where it applies and whether it is private count
beside whether it lasts."""
UNKNOWN = -2
"""The kind of a piece of which nobody knows whether it lasts."""
LENGTHS = (24, 40, 64, 96, 144, 192)
"""Tokens to which inputs are filled up: one compiled function each."""
TOKENS_AT_ONCE = 2560
_VOICES = Authorship(resources.read_text("extraction/voices.toml"))
_TEMPLATE = read_vocabulary().patterns["prompt_template"]
_LINE_KINDS = {
    "instruction": "rule",
    "preference": "preference",
    "skill": "skill",
    "relationship": "people",
    "context": "goal",
    "architectural_decisions": "decision",
    "bug_patterns": "cause",
}
GLUED = 2500
"""How many messages are made of several."""
_GOES_ON = re.compile(
    r"(?<=\w), (?=(?:which|because|since|so|and|with|often|mostly|usually|it|it's|its|they|they're|their|he"
    r"|she|his|her|that|that's|this|these|those|except|unless|but|even|only|from|when|then|also|always|never|not)"
    r" (?:\S+ ){2})"
)
"""A comma in one statement that could as well end a sentence."""
LINES_TIMES = 3
"""So often the lines are read, which are what people try first."""


@dataclass(frozen=True)
class Message:
    """A saying, its own sentences, and which mark each of their pieces is of, -1 for none."""

    saying: Saying
    sentences: Sequence[SentencePieces]
    marks: Sequence[Sequence[int]]


def read_message(saying: Saying) -> Message:
    """Cut a saying into sentences and pieces as the extractor does."""
    text = saying.text
    whose = TurnAuthorship(_VOICES, text)
    found = [
        SentencePieces(one.start, text[one.start : one.end], pieces_of(text, one.start, one.end))
        for one in segments.own_words(text, lambda _: True, _TEMPLATE)
        if whose.is_meant(one)
    ]
    return Message(saying, found, [[_mark(piece, saying.marks) for piece in one.pieces] for one in found])


def _mark(piece: Piece, marks: Sequence[Mark]) -> int:
    for number, mark in enumerate(marks):
        if min(mark.end, piece.end) - max(mark.start, piece.start) > 0.5 * (piece.end - piece.start):
            return number
    return -1


def _line_kind(memory: str) -> str:
    content, type_, category, _ = (part.strip() for part in memory.split(" | "))
    of_person = "person" if content.startswith("User") else "project"
    return _LINE_KINDS.get(type_) or _LINE_KINDS.get(category) or of_person


def read_statements() -> list[Saying]:
    """Return the statements of tests/extraction/statements: of each is known where it applies, or whether it
    is private, and not whether it lasts."""
    found = []
    for path in sorted((_setup.CHECKOUT / "tests" / "extraction" / "statements").glob("*.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            label, text = line.split("\t")
            place = label if label in PLACES else ""
            found.append(Saying(text, (Mark("", 0, len(text), place, label == "private"),)))
    return found


def _line_place(memory: str) -> str:
    return "everywhere" if memory.split(" | ")[3].split()[0] == "global" else "project"


def read_lines() -> list[Saying]:
    """Return whole messages of tests/extraction/offline/*.txt; remembered ones are marked from end to end."""
    folder = _setup.CHECKOUT / "tests" / "extraction" / "offline"
    found = []
    for name in ("remembered", "forgotten"):
        for line in (folder / f"{name}.txt").read_text(encoding="utf-8").splitlines():
            said, *memories = line.split(" => ")
            said = said.strip().replace("\\n", "\n")
            if not said or said.startswith(("//", "A: ", "U: ")) or " || " in said:
                continue
            if bool(memories) != (name == "remembered") or len(memories) > 1:
                continue
            kind = _line_kind(memories[0]) if memories else ""
            marks = (Mark(kind, 0, len(said), _line_place(memories[0])),) if kind else ()
            found.append(Saying(said, marks))
    return found


def glued(found: Sequence[Saying], chance: numpy.random.Generator) -> Iterator[Saying]:
    """Yield messages that say two or three things: few sayings do, and each is a memory of its own."""
    short = [one for one in found if len(one.text) <= 120 and not one.before and "\n" not in one.text]
    lasting = [one for one in short if sum(mark.end - mark.start for mark in one.marks) > len(one.text) - 3]
    passing = [one for one in short if not one.marks]
    for _ in range(GLUED):
        text, marks = "", []
        for _ in range(chance.integers(2, 4)):
            some = lasting if chance.random() < 0.7 else passing
            one = some[chance.integers(len(some))]
            if text:
                text = text.rstrip(" .") + str(chance.choice([". ", ". ", "\n", ", and ", ", ", " - "]))
            marks += [
                replace(mark, start=mark.start + len(text), end=mark.end + len(text)) for mark in one.marks
            ]
            text += one.text
        yield Saying(text, tuple(marks))


def parted(found: Sequence[Saying], chance: numpy.random.Generator) -> Iterator[Saying]:
    """Yield sayings in which one thing is said in two sentences: a full stop for a comma."""
    for one in found:
        places = [
            mark.start + match.start()
            for mark in one.marks
            for match in _GOES_ON.finditer(one.text[mark.start : mark.end])
        ]
        if places:
            place = places[chance.integers(len(places))]
            yield replace(one, text=f"{one.text[:place]}.{one.text[place + 1 :]}")


@dataclass(frozen=True)
class Example:
    """An input. Of each of its spans the number of its kind, -1 for what does not last, UNKNOWN if nobody
    knows; whether it goes on with what the one before says, -1 where one of both does not last; and whether
    it applies everywhere, and is private, -1 if nobody knows."""

    input: Input
    kinds: Sequence[int]
    joins: Sequence[int]
    everywhere: Sequence[int]
    private: Sequence[int]


def examples(tokenizer: Any, messages: Sequence[Message]) -> list[Example]:
    found = []
    for message in messages:
        for one in inputs_of(tokenizer, message.saying.before, message.sentences):
            marks = [message.marks[sentence][place] for *_, sentence, place in one.spans]
            of = [message.saying.marks[mark] if mark >= 0 else None for mark in marks]
            kinds = [-1 if mark is None else KINDS.index(mark.kind) if mark.kind else UNKNOWN for mark in of]
            pairs = zip([-1, *marks], marks, strict=False)
            joins = [-1 if -1 in pair else pair[0] == pair[1] for pair in pairs]
            everywhere = [-1 if mark is None or not mark.place else mark.place == "everywhere" for mark in of]
            private = [-1 if mark is None or mark.private is None else mark.private for mark in of]
            found.append(Example(one, kinds, joins, everywhere, private))
    return found


Batch = tuple[Any, ...]


def batches(found: Sequence[Example], chance: numpy.random.Generator) -> Iterator[Batch]:
    """Yield (tokens, types, mask, pool, kinds, joins, everywhere, private, counts): texts of about one length
    at a time."""
    by_length = defaultdict(list)
    for one in found:
        by_length[next(n for n in LENGTHS if len(one.input.tokens) <= n)].append(one)
    cuts = []
    for length, some in by_length.items():
        chance.shuffle(some)  # type: ignore[arg-type]
        count = TOKENS_AT_ONCE // length
        cuts += [(length, count, some[start : start + count]) for start in range(0, len(some), count)]
    chance.shuffle(cuts)  # type: ignore[arg-type]
    for length, count, some in cuts:
        most = length // 4
        tokens, types = (numpy.zeros((count, length), numpy.int32) for _ in range(2))
        mask = numpy.zeros((count, length), numpy.float32)
        pool = numpy.zeros((count, most, length), numpy.float32)
        kinds, joins, wide, private = (numpy.full((count, most), -1, numpy.int32) for _ in range(4))
        counts = numpy.zeros((count, most), numpy.float32)
        for row, one in enumerate(some):
            used = len(one.input.tokens)
            tokens[row, :used], types[row, :used], mask[row, :used] = one.input.tokens, one.input.types, 1
            for place, (first, last, *_) in enumerate(one.input.spans[:most]):
                pool[row, place, first:last] = 1 / (last - first)
                kinds[row, place], joins[row, place] = one.kinds[place], one.joins[place]
                wide[row, place], private[row, place] = one.everywhere[place], one.private[place]
                counts[row, place] = 1
        yield tokens, types, mask, pool, kinds, joins, wide, private, counts


Tensors = dict[str, numpy.ndarray[Any, Any]]


def learned(encoder: Encoder, found: Sequence[Example], start: Tensors | None = None) -> Tensors:
    """Learn the adapter from examples; from `start` on, if that is given, in one epoch."""
    chance = numpy.random.default_rng(0)
    adapter = first_heads(encoder.sizes.width) | first_adapter(encoder, chance)
    adapter |= {} if start is None else _floats(start)
    epochs, rate = (EPOCHS, RATE) if start is None else (1, FURTHER_RATE)
    weights = {name: jnp.asarray(array) for name, array in encoder.weights.items()}
    steps = epochs * sum(1 for _ in batches(found, chance))
    rates = optax.warmup_cosine_decay_schedule(0, rate, int(steps * WARM_UP), steps, rate / 20)
    optimizer = optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(rates, weight_decay=DECAY))
    state = optimizer.init(adapter)

    @jax.jit
    def step(adapter: Any, state: Any, batch: Batch, key: Any) -> Any:
        loss, slope = jax.value_and_grad(partial(_loss, encoder, weights))(adapter, batch, key)
        change, state = optimizer.update(slope, state, adapter)
        return optax.apply_updates(adapter, change), state, loss

    number, began = 0, time.monotonic()
    for epoch in range(epochs):
        losses = []
        for batch in batches(found, chance):
            adapter, state, loss = step(adapter, state, batch, random.fold_in(random.PRNGKey(0), number))
            losses.append(float(loss))
            number += 1
        spent = time.monotonic() - began
        print(f"epoch {epoch + 1} of {epochs}: loss {numpy.mean(losses):.4f}, {spent:.0f} s", flush=True)
    return {name: numpy.asarray(array, numpy.float16) for name, array in adapter.items()}


def first_heads(width: int) -> dict[str, Any]:
    return {
        **{f"{name}.weight": jnp.zeros((width, 1)) for name in ("keep", "join", "everywhere", "private")},
        **{f"{name}.bias": jnp.full(1, -1.3) for name in ("keep", "everywhere", "private")},
        "join.bias": jnp.zeros(1),
        "kind.weight": jnp.zeros((width, len(KINDS))),
        "kind.bias": jnp.zeros(len(KINDS)),
    }


def first_adapter(encoder: Encoder, chance: numpy.random.Generator) -> dict[str, Any]:
    """Return changes of layers that change nothing yet."""
    adapter: dict[str, Any] = {}
    for name in encoder.linear_names():
        outer, inner = encoder.weights[name + ".weight"].shape
        adapter[name + ".down"] = jnp.asarray(
            chance.normal(0, 1 / math.sqrt(inner), (inner, RANK)), jnp.float32
        )
        adapter[name + ".up"] = jnp.zeros((RANK, outer))
    return adapter


def _floats(tensors: Tensors) -> dict[str, Any]:
    return {name: jnp.asarray(array, jnp.float32) for name, array in tensors.items()}


def _loss(encoder: Encoder, weights: Any, adapter: Any, batch: Batch, key: Any) -> Any:
    tokens, types, mask, pool, labels, joined, wide, private, counts = batch
    pieces = jnp.einsum("bnt,btd->bnd", pool, states_of(encoder, weights, adapter, tokens, types, mask, key))
    pieces = dropped(pieces, random.fold_in(key, 99))
    keep = (pieces @ adapter["keep.weight"])[..., 0] + adapter["keep.bias"]
    kinds = pieces @ adapter["kind.weight"] + adapter["kind.bias"]
    lasts = (labels >= 0).astype(jnp.float32)
    loss = optax.sigmoid_binary_cross_entropy(keep, lasts) * (labels != UNKNOWN)
    of_kind = optax.softmax_cross_entropy_with_integer_labels(kinds, jnp.maximum(labels, 0))
    loss += KIND_SHARE * lasts * of_kind
    for name, known in (("join", joined), ("everywhere", wide), ("private", private)):
        said = (pieces @ adapter[name + ".weight"])[..., 0] + adapter[name + ".bias"]
        loss += (
            KIND_SHARE * optax.sigmoid_binary_cross_entropy(said, known.astype(jnp.float32)) * (known >= 0)
        )
    return (loss * counts).sum() / jnp.maximum(counts.sum(), 1)


def states_of(
    encoder: Encoder, weights: Any, adapter: Any, tokens: Any, types: Any, mask: Any, key: Any
) -> Any:
    """What `Encoder.states` computes, with drop-out and slopes."""
    keys = iter(random.split(key, 2 * encoder.sizes.layers + 1))
    count, length = tokens.shape

    def linear(x: Any, name: str) -> Any:
        changed = (x @ adapter[name + ".down"]) @ adapter[name + ".up"]
        return x @ weights[name + ".weight"].T + weights[name + ".bias"] + changed

    def evened(x: Any, name: str) -> Any:
        x = x - x.mean(-1, keepdims=True)
        x = x / jnp.sqrt((x * x).mean(-1, keepdims=True) + encoder.sizes.epsilon)
        return x * weights[name + ".weight"] + weights[name + ".bias"]

    x = weights["embeddings.word_embeddings.weight"][tokens]
    x = x + weights["embeddings.position_embeddings.weight"][:length]
    x = x + weights["embeddings.token_type_embeddings.weight"][types]
    x = dropped(evened(x, "embeddings.LayerNorm"), next(keys))
    hidden = ((1 - mask) * -1e9)[:, None, None, :]
    for number in range(encoder.sizes.layers):
        layer = f"encoder.layer.{number}."
        query, key_, value = (
            linear(x, f"{layer}attention.self.{name}")
            .reshape(count, length, encoder.sizes.heads, -1)
            .transpose(0, 2, 1, 3)
            for name in ("query", "key", "value")
        )
        attention = query @ key_.transpose(0, 1, 3, 2) / math.sqrt(query.shape[-1])
        seen = (jax.nn.softmax(attention + hidden, -1) @ value).transpose(0, 2, 1, 3)
        seen = linear(seen.reshape(count, length, -1), layer + "attention.output.dense")
        x = evened(x + dropped(seen, next(keys)), layer + "attention.output.LayerNorm")
        inner = jax.nn.gelu(linear(x, layer + "intermediate.dense"), approximate=False)
        inner = linear(inner, layer + "output.dense")
        x = evened(x + dropped(inner, next(keys)), layer + "output.LayerNorm")
    return x


def dropped(x: Any, key: Any) -> Any:
    return jnp.where(random.bernoulli(key, 1 - DROPOUT, x.shape), x / (1 - DROPOUT), 0)


def fitted_heads(encoder: Encoder, adapter: Tensors, found: Sequence[Example]) -> Tensors:
    """Return the heads HEADS, fitted to all spans that have their labels."""
    encoder = encoder.adapted(Adapter(adapter))
    means: list[Any] = []
    labels: dict[str, list[int]] = {name: [] for name in HEADS}
    for one in found:
        if max(*one.everywhere, *one.private) < 0:
            continue
        means.append(means_of(encoder.states(one.input.tokens, one.input.types), one.input))
        for name in HEADS:
            labels[name] += getattr(one, name)
    heads: Tensors = {}
    features = numpy.concatenate(means)
    for name, strength in HEADS.items():
        expected = numpy.array(labels[name])
        known = expected >= 0
        fitted = LogisticRegression(C=strength, max_iter=5000).fit(features[known], expected[known])
        heads[name + ".weight"] = fitted.coef_.T.astype(numpy.float16)
        heads[name + ".bias"] = fitted.intercept_.astype(numpy.float16)
    return heads


def fitted_gate(encoder: Encoder, adapter: Tensors, found: Sequence[Example]) -> Tensors:
    """Return the head that says after half of the layers which inputs are read to the end, fitted to what the
    judge finds in them: of those in which a piece may last, it lets GATE_MISSES stay unread."""
    adapter = {name: array for name, array in adapter.items() if not name.startswith(GATE)}
    judge = Adapter(adapter)
    encoder = encoder.adapted(judge)
    features: list[Any] = []
    lasts: list[Any] = []
    for one in found:

        def halfway(states: Any, some: Input = one.input) -> bool:
            features.append(means_of(states, some))
            return True

        states = encoder.states(one.input.tokens, one.input.types, halfway)
        lasts.append(judge.head(means_of(states, one.input), "keep")[:, 0])
    fitted = LogisticRegression(C=GATE_STRENGTH, max_iter=5000).fit(
        numpy.concatenate(features), numpy.concatenate(lasts) > GATE_LEAST
    )
    surest = [float(fitted.decision_function(one).max()) for one in features]
    lasting = [sure for sure, one in zip(surest, lasts, strict=True) if one.max() > 0]
    least = float(numpy.quantile(lasting, GATE_MISSES))
    print(f"gate: {numpy.mean(numpy.array(surest) > least):.2f} of the inputs are read to the end")
    return {
        GATE + ".weight": fitted.coef_.T.astype(numpy.float16),
        GATE + ".bias": (fitted.intercept_ - least).astype(numpy.float16),
    }


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


def tally(judge: StatementClassifier, messages: Sequence[Message], total: Tally) -> Tally:
    """Counts: a stretch is right if it covers half of a mark, or a mark covers half of it."""
    mine = Tally()
    for message in messages:
        marks = message.saying.marks
        found: list[Stretch] = []
        found += stretches(judge.read([(message.saying.before, message.sentences)])[0])
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


def _overlap(mark: Mark, one: Stretch) -> int:
    return min(mark.end, one.end) - max(mark.start, one.start)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python3 -m tests.extraction.training", description=__doc__)
    parser.add_argument("--hold", default="", help="measure with these files, learn from the others")
    parser.add_argument("--further", default="", help="go on from the judge there is, with these files")
    parser.add_argument("--write", action="store_true", help=f"learn from all and write {TARGET.name}")
    parser.add_argument(
        "--gate", action="store_true", help="only fit the gate of the judge there is, and write it"
    )
    parser.add_argument("--misses", type=int, default=0, help="how many misses are listed")
    args = parser.parse_args()
    folder = packaged_folder(MINILM)
    if folder is None or not (args.hold or args.write or args.gate) or (args.hold and args.further):
        parser.error("say --hold, --write or --gate, and have all-MiniLM-L6-v2 installed")
    encoder = Encoder(folder)
    if args.gate:
        present = read_tensors(TARGET.read_bytes(), TARGET.name)
        every = [saying for some in sayings().values() for saying in some] + read_lines()
        known = examples(encoder.tokenizer, list(map(read_message, every)))
        with safe_open(TARGET, framework="numpy") as judge:
            told = judge.metadata()
        save_file(present | fitted_gate(encoder, present, known), TARGET, told)
        return 0
    files, lines = sayings(), read_lines()
    held = set(filter(None, args.hold.split(",")))
    learned_from = fingerprint()
    found = [saying for name, some in files.items() if name not in held for saying in some] + lines
    chance = numpy.random.default_rng(0)
    found += [*lines * (LINES_TIMES - 1), *glued(found, chance), *parted(found, chance), *read_statements()]
    start = None
    if args.further:
        start = read_tensors(TARGET.read_bytes(), TARGET.name)
        found += [saying for name in args.further.split(",") for saying in files[name]]
    known = examples(encoder.tokenizer, list(map(read_message, found)))
    adapter = learned(encoder, known, start)
    adapter |= fitted_heads(encoder, adapter, known)
    adapter |= fitted_gate(encoder, adapter, known)
    if args.write and not held:
        save_file(adapter, TARGET, {"learned_from": learned_from})
        print(f"{TARGET.name}: {TARGET.stat().st_size // 1000} kB")
    judge = StatementClassifier(encoder, Adapter(adapter))
    total = Tally()
    for name in sorted(held):
        print(f"{name:<16} {tally(judge, list(map(read_message, files[name])), total)}")
    if held:
        print(f"{'all':<16} {total}")
    for probability, text in sorted(total.false, reverse=True)[: args.misses]:
        print(f"    wrong   {probability:.2f} {text}")
    for kind, text in total.missed[: args.misses]:
        print(f"    missed  {kind}: {text}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
