"""A BERT gives what the published formulas give, as exactly as weights of 8 bits can."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from model_folders import CONFIG, WIDTH, bert_weights, write_bert

from arbor_desktop.embedding.bert import Adapter, BertModel, Embedder, Encoder
from arbor_desktop.embedding.catalogue import MINILM, installed_encoder, open_model

EXACT = 0.05
"""The largest error of a number in a unit vector. 8 bits are coarse for vectors of eight numbers."""
TEXTS = ["the dog sleeps", "we ship software tuesdays", "sofa", "the dog sleeps on the sofa we ship packages"]


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> BertModel:
    return BertModel("tiny", write_bert(tmp_path_factory.mktemp("models") / "tiny"), CONFIG)


@pytest.fixture(scope="module")
def real() -> Embedder:
    """The model that comes with the installation."""
    return open_model(MINILM, Path("nowhere"))


def token_vectors(encoder: Encoder, text: str) -> np.ndarray:
    """The formulas of Devlin et al., in float64."""
    weights, sizes = encoder.weights, encoder.sizes
    tokens = encoder.tokenizer.encode(text).ids

    def linear(x: np.ndarray, name: str) -> np.ndarray:
        return x @ weights[name + ".weight"].T.astype(np.float64) + weights[name + ".bias"]

    def norm(x: np.ndarray, name: str) -> np.ndarray:
        x = (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + sizes.epsilon)
        return x * weights[name + ".weight"] + weights[name + ".bias"]

    words, positions, types = (
        weights[f"embeddings.{name}_embeddings.weight"] for name in ("word", "position", "token_type")
    )
    x = norm(words[tokens] + positions[: len(tokens)] + types[0], "embeddings.LayerNorm")
    for number in range(sizes.layers):
        layer = f"encoder.layer.{number}."
        query, key, value = (
            linear(x, f"{layer}attention.self.{name}").reshape(len(x), sizes.heads, -1).swapaxes(0, 1)
            for name in ("query", "key", "value")
        )
        scores = np.exp(query @ key.swapaxes(1, 2) / math.sqrt(query.shape[-1]))
        seen = (scores / scores.sum(-1, keepdims=True) @ value).swapaxes(0, 1).reshape(len(x), -1)
        x = norm(x + linear(seen, layer + "attention.output.dense"), layer + "attention.output.LayerNorm")
        inner = linear(x, layer + "intermediate.dense")
        inner *= (1 + np.vectorize(math.erf)(inner / math.sqrt(2))) / 2
        x = norm(x + linear(inner, layer + "output.dense"), layer + "output.LayerNorm")
    return x


def unit(vector: np.ndarray) -> np.ndarray:
    return vector / np.linalg.norm(vector)


@pytest.fixture(scope="module")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> Encoder:
    return Encoder(write_bert(tmp_path_factory.mktemp("models") / "tiny"), CONFIG)


@pytest.mark.parametrize("text", TEXTS)
def test_one_text_gives_what_the_formulas_give(model: BertModel, encoder: Encoder, text: str) -> None:
    assert model.query(text) == pytest.approx(unit(token_vectors(encoder, text).mean(0)), abs=EXACT)


@pytest.mark.parametrize(
    "text", [*TEXTS, "We use pnpm here, never npm: " + "the lock file is committed. " * 9]
)
def test_the_installed_model_gives_what_the_formulas_give(real: Embedder, text: str) -> None:
    expected = unit(token_vectors(installed_encoder(), text).mean(0))
    assert float(real.query(text) @ expected) > 0.99


def test_texts_together_give_the_same_in_their_order(model: BertModel) -> None:
    assert np.array_equal(model.passages(TEXTS), [model.query(text) for text in TEXTS])


def test_half_of_the_layers_say_whether_a_text_is_computed_to_the_end(encoder: Encoder) -> None:
    tokens = encoder.tokenizer.encode(TEXTS[0]).ids
    halves: list[np.ndarray] = []
    assert encoder.states(tokens, going_on=lambda half: halves.append(half)) is None
    whole = encoder.states(tokens, going_on=lambda half: halves.append(half) or True)
    assert np.array_equal(whole, encoder.states(tokens))
    assert np.array_equal(*halves) and halves[0].shape == whole.shape and not np.allclose(halves[0], whole)


def test_an_adapter_changes_linear_layers_of_a_copy(encoder: Encoder, tmp_path: Path) -> None:
    tokens = encoder.tokenizer.encode(TEXTS[0]).ids
    before = encoder.states(tokens)
    chance = np.random.default_rng(1)
    changes, merged = {}, bert_weights()
    for name in encoder.linear_names():
        outer, inner = encoder.weights[name + ".weight"].shape
        changes[name + ".down"] = chance.normal(size=(inner, 2))
        changes[name + ".up"] = chance.normal(size=(2, outer))
        merged[name + ".weight"] += (changes[name + ".down"] @ changes[name + ".up"]).T.astype(np.float32)
    changed = encoder.adapted(Adapter(changes)).states(tokens)
    expected = Encoder(write_bert(tmp_path / "merged", merged), CONFIG).states(tokens)
    assert np.allclose(changed, expected, atol=1e-4)
    assert np.array_equal(encoder.states(tokens), before) and not np.allclose(changed, before)


def test_the_first_token_is_taken_where_the_folder_says_so(encoder: Encoder, tmp_path: Path) -> None:
    pooling = {"pooling_mode_cls_token": True, "pooling_mode_mean_tokens": False}
    model = BertModel("first", write_bert(tmp_path / "first", pooling=pooling), CONFIG)
    assert model.query(TEXTS[0]) == pytest.approx(unit(token_vectors(encoder, TEXTS[0])[0]), abs=EXACT)


def test_weights_saved_with_the_whole_models_name_are_the_same(model: BertModel, tmp_path: Path) -> None:
    other = BertModel("other", write_bert(tmp_path / "other", prefix="bert."), CONFIG)
    assert np.array_equal(other.query(TEXTS[1]), model.query(TEXTS[1]))


def test_a_long_text_is_read_as_far_as_it_has_positions(model: BertModel) -> None:
    long = "dog " * 50
    assert np.array_equal(model.query(long), model.query("dog " * 14))


@given(st.lists(st.text(st.characters(codec=None), max_size=300), max_size=5))
def test_any_text_has_a_vector_of_length_one_or_none(model: BertModel, texts: list[str]) -> None:
    vectors = model.passages(texts)
    assert vectors.shape == (len(texts), WIDTH)
    lengths = np.linalg.norm(vectors, axis=1)
    assert np.all((np.abs(lengths - 1) < 1e-4) | (lengths == 0))


@pytest.mark.parametrize("text", ["", "   ", "\n\t", "\x00"])
def test_nothing_has_no_vector(model: BertModel, text: str) -> None:
    assert not model.query(text).any()


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
