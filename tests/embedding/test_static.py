"""Static models: the mean of the tokens' vectors; and the real small model on real sentences."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from model_folders import WORDS, write_static

from arbor_desktop.embedding.base import Embedder
from arbor_desktop.embedding.catalogue import open_model, wordllama_files
from arbor_desktop.embedding.folders import open_folder


@pytest.fixture(scope="module")
def real() -> Embedder:
    if wordllama_files() is None:
        pytest.skip("the package wordllama is not installed")
    return open_model("wordllama", Path("nowhere"))


def test_a_text_is_the_mean_of_its_words(tmp_path: Path) -> None:
    model = open_folder(write_static(tmp_path / "static"))
    vector = model.query("dog dog sofa")
    wanted = np.zeros(len(WORDS))
    wanted[WORDS.index("dog")], wanted[WORDS.index("sofa")] = 2, 1
    assert np.allclose(vector, wanted / np.linalg.norm(wanted), atol=1e-6)


def test_the_words_of_a_query_weigh_what_their_rarity_says(tmp_path: Path) -> None:
    model = open_folder(write_static(tmp_path / "static"))
    vector = model.query("the dog", lambda words: [{"the": 0.0, "dog": 3.0}[word] for word in words])
    assert np.allclose(vector, model.query("dog"), atol=1e-6)


def test_words_weigh_what_the_model_says(tmp_path: Path) -> None:
    weights = np.ones(len(WORDS), np.float32)
    weights[WORDS.index("the")] = 0
    model = open_folder(write_static(tmp_path / "static", weights=weights))
    assert np.array_equal(model.query("the dog"), model.query("dog"))
    assert not model.query("the").any()


def test_tokens_may_share_vectors(tmp_path: Path) -> None:
    mapping = np.arange(len(WORDS))
    mapping[WORDS.index("packages")] = WORDS.index("software")
    model = open_folder(write_static(tmp_path / "static", mapping=mapping))
    assert np.array_equal(model.query("packages"), model.query("software"))


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


@given(st.lists(st.text(st.characters(codec=None)), max_size=5))
def test_any_text_has_a_vector_of_length_one_or_none(real: Embedder, texts: list[str]) -> None:
    vectors = real.passages(texts)
    assert vectors.shape == (len(texts), real.dimensions)
    lengths = np.linalg.norm(vectors, axis=1)
    assert np.all((np.abs(lengths - 1) < 1e-4) | (lengths == 0))


@pytest.mark.parametrize("text", ["", "   ", "\n\t"])
def test_nothing_has_no_vector(real: Embedder, text: str) -> None:
    assert not real.query(text).any()


@pytest.mark.parametrize("text", ["😀" * 100, "x" * 10_000, "word " * 2_000, "\ud800", "日本語"])
def test_odd_texts_have_one(real: Embedder, text: str) -> None:
    assert np.linalg.norm(real.query(text)) == pytest.approx(1, abs=1e-4)


def test_a_text_is_the_same_alone_and_among_others(real: Embedder) -> None:
    texts = ["one thing", "", "quite another thing that is longer"]
    assert np.array_equal(real.passages(texts), [real.query(text) for text in texts])


def test_the_name_tells_models_apart(tmp_path: Path) -> None:
    first = open_folder(write_static(tmp_path / "first"), "same").name
    again = open_folder(write_static(tmp_path / "again"), "same").name
    other = open_folder(
        write_static(tmp_path / "other", weights=np.ones(len(WORDS), np.float32)), "same"
    ).name
    assert first == again
    assert first != other
