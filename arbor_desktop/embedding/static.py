"""Static models: a vector for each token, a text is their mean. Made from large models by distillation;
they run at hundreds of thousands of words a second, and know words rather than sentences.

Layouts: wordllama keeps one float16 matrix `embedding.weight` beside a tokenizer
(github.com/dleemiller/WordLlama); model2vec keeps `embeddings`, and optionally `weights` (a factor a token)
and `mapping` (token → row) (github.com/MinishLab/model2vec: model2vec/persistence, model2vec/model.py).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arbor_desktop.embedding.arrays import normalised, numpy
from arbor_desktop.embedding.base import ModelUnusable, fingerprint

if TYPE_CHECKING:
    from arbor_desktop.embedding.base import Floats, Rarity

WAY = 1
"""Counted up when vectors of the same weights come out otherwise."""
MOST_CHARACTERS = 8_000
"""Of a longer text the beginning is taken."""
_WORD = re.compile(r"\w+")
MOST_WORDS = 200
"""Of a long query the first so many different words are weighed."""
MATRIX_NAMES = ("embeddings", "embedding.weight")


class StaticModel:
    """`weights` is a safetensors file, `tokenizer` a tokenizer.json. Raises ModelUnusable."""

    weight = 0.7
    """Of a model that knows words but no sentences: docs/search.md tells how it was found."""

    def __init__(self, label: str, weights: Path, tokenizer: Path) -> None:
        self._matrix, self._factors, self._mapping = _load(weights)
        self._tokenizer = load_tokenizer(tokenizer)
        self._tokenizer.no_truncation()
        tokens = len(self._matrix) if self._mapping is None else len(self._mapping)
        if self._tokenizer.get_vocab_size() > tokens:
            raise ModelUnusable(
                f"{tokenizer} knows {self._tokenizer.get_vocab_size():,} tokens, {weights} only {tokens:,}: "
                "they are not of the same model."
            )
        self.name = name_of(label, weights, tokenizer)
        self.dimensions = int(self._matrix.shape[1])

    def passages(self, texts: Sequence[str]) -> Floats:
        np = numpy()
        vectors = np.zeros((len(texts), self.dimensions), np.float32)
        for number, text in enumerate(texts):
            vectors[number] = self._mean(text)
        return normalised(vectors)

    def query(self, text: str, rarity: Rarity | None = None) -> Floats:
        words = list(dict.fromkeys(_WORD.findall(_clean(text))))[:MOST_WORDS]
        if rarity is None or not words:
            return normalised(self._mean(text))
        encoded = self._tokenizer.encode_batch(words, add_special_tokens=False)
        weights = rarity(words)
        ids = [token for word in encoded for token in word.ids]
        each = [weight for word, weight in zip(encoded, weights, strict=True) for _ in word.ids]
        np = numpy()
        return normalised((self._rows(ids) * np.asarray(each, np.float32)[:, None]).sum(axis=0))

    def _mean(self, text: str) -> Any:
        clean = _clean(text)
        ids = self._tokenizer.encode(clean, add_special_tokens=False).ids if clean else []
        return self._rows(ids).mean(axis=0) if ids else numpy().zeros(self.dimensions, numpy().float32)

    def _rows(self, ids: Sequence[int]) -> Any:
        """Return the vectors of tokens."""
        rows = ids if self._mapping is None else self._mapping[ids]
        found = self._matrix[rows].astype(numpy().float32)
        if self._factors is not None:
            found *= self._factors[ids][:, None]
        return found


def name_of(label: str, weights: Path, tokenizer: Path) -> str:
    """Return the name of a model without loading it. Raises OSError."""
    return f"{label}/{WAY}/{fingerprint((weights, tokenizer))}"


def _clean(text: str) -> str:
    """Return the beginning of a text, without half surrogates."""
    return text[:MOST_CHARACTERS].strip().encode("utf-8", "replace").decode()


def load_tokenizer(path: Path) -> Any:
    """The tokenizer of a tokenizer.json, without padding. Raises ModelUnusable."""
    import tokenizers

    try:
        tokenizer = tokenizers.Tokenizer.from_file(str(path))
    except Exception as error:  # the library raises bare Exceptions
        raise ModelUnusable(f"{path} is not a tokenizer that can be read: {error}") from error
    tokenizer.no_padding()
    return tokenizer


def _load(path: Path) -> tuple[Any, Any, Any]:
    np = numpy()
    # Some of its layouts hold more than is needed here (bfloat16 is refused by the library itself).
    tensors = load_tensors(path)
    matrix = next((tensors[name] for name in MATRIX_NAMES if name in tensors), None)
    if (
        matrix is None
        or matrix.ndim != 2
        or 0 in matrix.shape
        or matrix.dtype not in (np.float16, np.float32)
    ):
        raise ModelUnusable(f"{path} holds no matrix with a vector for each token.")
    return matrix, tensors.get("weights"), tensors.get("mapping")


def load_tensors(path: Path) -> dict[str, Any]:
    """All arrays of a safetensors file. Raises ModelUnusable."""
    import safetensors
    from safetensors.numpy import load_file

    try:
        return load_file(str(path))
    except FileNotFoundError:
        raise ModelUnusable(f"{path} is missing.") from None
    except (OSError, safetensors.SafetensorError, TypeError, ValueError, KeyError) as error:
        raise ModelUnusable(f"{path} can't be read as a model's weights: {error}") from error
