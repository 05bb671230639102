"""BERT in numpy gives what the published formulas give, however the texts are put together."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from model_folders import CONFIG, HEADS, LAYERS, WIDTH, bert_tokenizer, bert_weights, write_bert

from arbor_desktop.embedding.bert import Adapter, BertModel, Embedder, Encoder, gelu
from arbor_desktop.embedding.catalogue import MINILM, open_model

TEXTS = ["the dog sleeps", "we ship software tuesdays", "sofa", "the dog sleeps on the sofa we ship packages"]


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> BertModel:
    return BertModel("tiny", write_bert(tmp_path_factory.mktemp("models") / "tiny"), CONFIG)


@pytest.mark.skipif(not Path("/proc/self/smaps").exists(), reason="Linux tells what is in memory")
def test_at_rest_its_weights_are_not_in_memory_and_it_computes_the_same(tmp_path: Path) -> None:
    folder = write_bert(tmp_path / "tiny")
    model = BertModel("tiny", folder, CONFIG, mapped=True)

    def in_memory() -> int:
        lines = iter(Path("/proc/self/smaps").read_text().splitlines())
        for line in lines:
            if line.endswith(str(folder / "model.safetensors")):
                return next(int(one.split()[1]) for one in lines if one.startswith("Rss:"))
        raise AssertionError("the weights are not mapped")

    before = model.passages(TEXTS)
    assert in_memory() > 0
    model.rest()
    assert in_memory() == 0
    assert np.array_equal(model.passages(TEXTS), before)


def linear(weights: dict, x: list[float], name: str) -> list[float]:
    matrix, bias = weights[name + ".weight"].tolist(), weights[name + ".bias"].tolist()
    return [sum(a * b for a, b in zip(row, x, strict=True)) + c for row, c in zip(matrix, bias, strict=True)]


def norm(weights: dict, x: list[float], name: str) -> list[float]:
    mean = sum(x) / len(x)
    deviation = math.sqrt(sum((v - mean) ** 2 for v in x) / len(x) + 1e-12)
    scale, shift = weights[name + ".weight"].tolist(), weights[name + ".bias"].tolist()
    return [(v - mean) / deviation * a + b for v, a, b in zip(x, scale, shift, strict=True)]


def token_vectors(text: str) -> list[list[float]]:
    """The formulas one number at a time, for one text alone."""
    weights, tokenizer = bert_weights(), bert_tokenizer()
    tokenizer.no_padding()
    tables = [
        weights[f"embeddings.{name}_embeddings.weight"].tolist()
        for name in ("word", "position", "token_type")
    ]
    xs = []
    for place, token in enumerate(tokenizer.encode(text).ids):
        summed = [a + b + c for a, b, c in zip(tables[0][token], tables[1][place], tables[2][0], strict=True)]
        xs.append(norm(weights, summed, "embeddings.LayerNorm"))
    size = WIDTH // HEADS
    for number in range(LAYERS):
        layer = f"encoder.layer.{number}."
        asked, keys, values = (
            [linear(weights, x, f"{layer}attention.self.{name}") for x in xs]
            for name in ("query", "key", "value")
        )
        seen = []
        for q in asked:
            joined: list[float] = []
            for head in range(HEADS):
                part = slice(head * size, (head + 1) * size)
                scores = [
                    math.exp(sum(a * b for a, b in zip(q[part], k[part], strict=True)) / math.sqrt(size))
                    for k in keys
                ]
                joined += [
                    sum(s * v[part][i] for s, v in zip(scores, values, strict=True)) / sum(scores)
                    for i in range(size)
                ]
            seen.append(linear(weights, joined, layer + "attention.output.dense"))
        xs = [
            norm(weights, [a + b for a, b in zip(x, s, strict=True)], layer + "attention.output.LayerNorm")
            for x, s in zip(xs, seen, strict=True)
        ]
        wide = [
            [
                v * (1 + math.erf(v / math.sqrt(2))) / 2
                for v in linear(weights, x, layer + "intermediate.dense")
            ]
            for x in xs
        ]
        out = [linear(weights, w, layer + "output.dense") for w in wide]
        xs = [
            norm(weights, [a + b for a, b in zip(x, o, strict=True)], layer + "output.LayerNorm")
            for x, o in zip(xs, out, strict=True)
        ]
    return xs


def unit(vector: list[float]) -> list[float]:
    length = math.sqrt(sum(v * v for v in vector))
    return [v / length for v in vector]


def mean(vectors: list[list[float]]) -> list[float]:
    return unit([sum(column) / len(vectors) for column in zip(*vectors, strict=True)])


@pytest.mark.parametrize("text", TEXTS)
def test_one_text_gives_what_the_formulas_give(model: BertModel, text: str) -> None:
    assert model.query(text).tolist() == pytest.approx(mean(token_vectors(text)), abs=2e-5)


def test_texts_together_give_the_same_in_their_order(
    model: BertModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = np.array([model.query(text) for text in TEXTS])
    assert np.allclose(model.passages(TEXTS), alone, atol=1e-5)
    monkeypatch.setattr("arbor_desktop.embedding.bert.TOKENS_AT_ONCE", 9)
    assert np.allclose(model.passages(TEXTS), alone, atol=1e-5)


def test_tokens_that_are_not_needed_change_nothing(tmp_path: Path) -> None:
    encoder = Encoder(write_bert(tmp_path / "tiny"), CONFIG)
    texts = [encoder.tokenizer.encode(text).ids for text in TEXTS]
    whole, mask = encoder.states(texts)
    some, same_mask = encoder.states(texts, spans=[[(0, 1), (2, 3)]] * len(texts))
    assert np.array_equal(mask, same_mask) and not some[:, 1].any()
    assert np.allclose(some[:, [0, 2]], whole[:, [0, 2]], atol=1e-6)


def test_texts_that_are_left_after_half_of_the_layers_are_computed_as_before(tmp_path: Path) -> None:
    encoder = Encoder(write_bert(tmp_path / "tiny"), CONFIG)
    texts = [encoder.tokenizer.encode(text).ids for text in TEXTS]
    whole, mask = encoder.states(texts)
    left = np.array([True, False, False, True])
    some, _ = encoder.states(texts, going_on=lambda states: left)
    assert np.allclose(some[left], (whole * mask[..., None])[left], atol=1e-6) and not some[~left].any()
    assert not encoder.states(texts, going_on=lambda states: ~left & left)[0].any()


def test_an_adapter_in_the_weights_is_a_change_beside_them(tmp_path: Path) -> None:
    encoder = Encoder(write_bert(tmp_path / "tiny"), CONFIG)
    chance = np.random.default_rng(1)
    changes = {}
    for name in encoder.linear_names():
        outer, inner = encoder.weights[name + ".weight"].shape
        changes[name + ".down"] = chance.normal(size=(inner, 2))
        changes[name + ".up"] = chance.normal(size=(2, outer))
    changed = Adapter(changes).changed(encoder)
    assert (
        changed["embeddings.word_embeddings.weight"] is encoder.weights["embeddings.word_embeddings.weight"]
    )
    for name in encoder.linear_names():
        x = chance.normal(size=encoder.weights[name + ".weight"].shape[1])
        beside = x @ changes[name + ".down"] @ changes[name + ".up"]
        assert np.allclose(
            changed[name + ".weight"] @ x,
            encoder.weights[name + ".weight"] @ x + beside,
            rtol=1e-4,
            atol=1e-4,
        )


def test_the_first_token_is_taken_where_the_folder_says_so(tmp_path: Path) -> None:
    pooling = {"pooling_mode_cls_token": True, "pooling_mode_mean_tokens": False}
    model = BertModel("first", write_bert(tmp_path / "first", pooling=pooling), CONFIG)
    assert model.query(TEXTS[0]).tolist() == pytest.approx(unit(token_vectors(TEXTS[0])[0]), abs=2e-5)


def test_weights_saved_with_the_whole_models_name_are_the_same(model: BertModel, tmp_path: Path) -> None:
    other = BertModel("other", write_bert(tmp_path / "other", prefix="bert."), CONFIG)
    assert np.array_equal(other.query(TEXTS[1]), model.query(TEXTS[1]))


def test_a_long_text_is_read_as_far_as_it_has_positions(model: BertModel) -> None:
    long = "dog " * 50
    assert np.array_equal(model.query(long), model.query("dog " * 14))


@given(st.floats(-30, 30))
def test_gelu_is_as_near_to_the_formula_as_float32_gets(x: float) -> None:
    given_x = float(np.float32(x))
    exact = given_x * (1 + math.erf(given_x / math.sqrt(2))) / 2
    assert float(gelu(np.float32([given_x]))[0]) == pytest.approx(exact, abs=2e-6, rel=1e-5)


@given(st.lists(st.text(st.characters(codec=None), max_size=300), max_size=5))
def test_any_text_has_a_vector_of_length_one_or_none(model: BertModel, texts: list[str]) -> None:
    vectors = model.passages(texts)
    assert vectors.shape == (len(texts), WIDTH)
    lengths = np.linalg.norm(vectors, axis=1)
    assert np.all((np.abs(lengths - 1) < 1e-4) | (lengths == 0))


@pytest.mark.parametrize("text", ["", "   ", "\n\t", "\x00"])
def test_nothing_has_no_vector(model: BertModel, text: str) -> None:
    assert not model.query(text).any()


@pytest.fixture(scope="module")
def real() -> Embedder:
    """The model that comes with the installation."""
    return open_model(MINILM, Path("nowhere"))


@pytest.mark.parametrize(
    ("query", "right", "wrong"),
    [
        ("a puppy on the couch", "My dog sleeps on the sofa all day", "The invoice is due in March"),
        ("when do we ship", "Releases go out on Tuesdays", "The tests run with pytest"),
        ("favourite food", "I like pizza and pasta", "The server runs Debian"),
        ("which database", "Data is kept in PostgreSQL", "Use tabs for indentation"),
    ],
)
def test_what_is_related_is_nearer(real: Embedder, query: str, right: str, wrong: str) -> None:
    near, far = real.passages([right, wrong]) @ real.query(query)
    assert near > far + 0.05


@pytest.mark.parametrize("text", ["😀" * 100, "x" * 10_000, "word " * 2_000, "\ud800", "日本語"])
def test_odd_texts_have_a_vector(real: Embedder, text: str) -> None:
    assert np.linalg.norm(real.query(text)) == pytest.approx(1, abs=1e-4)
