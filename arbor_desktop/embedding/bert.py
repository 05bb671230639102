"""BERT encoders (all-MiniLM-L6-v2 and its kin) in plain numpy: read once, no other runtime to install.

The architecture is that of Devlin et al., "BERT" (2019), with the names of the weights as transformers saves
them (github.com/huggingface/transformers: models/bert/modeling_bert.py); how the tokens become one vector is
said in `1_Pooling/config.json` (github.com/UKPLab/sentence-transformers: models/Pooling.py).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arbor_desktop.embedding.arrays import normalised, numpy
from arbor_desktop.embedding.base import ModelUnusable, Rarity, fingerprint
from arbor_desktop.embedding.static import load_tensors, load_tokenizer

if TYPE_CHECKING:
    from arbor_desktop.embedding.base import Floats

WAY = 1
"""Counted up when vectors of the same weights come out otherwise."""
MOST_TOKENS = 256
"""Of a longer text the beginning is taken: what the models were trained on."""
MOST_CHARACTERS = 4_000
TOKENS_AT_ONCE = 2_048
"""Texts of about one length are computed together, so many tokens at most: memory stays below 100 MB."""
_POOLING = Path("1_Pooling", "config.json")
_LAYER = (
    "attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense",
    "attention.output.LayerNorm", "intermediate.dense", "output.dense", "output.LayerNorm",
)  # fmt: skip


class BertModel:
    """A folder with model.safetensors, tokenizer.json, config.json. Raises ModelMissing, ModelUnusable."""

    weight = 1.0
    """Of a model that reads whole sentences: docs/search.md tells how it was found."""

    def __init__(self, label: str, folder: Path, config: dict[str, Any]) -> None:
        np = numpy()
        weights, tokenizer = folder / "model.safetensors", folder / "tokenizer.json"
        self._config = _Config(folder, config)
        tensors = load_tensors(weights)
        # Some are saved with the name of the whole model in front.
        short = {name.removeprefix("bert."): array for name, array in tensors.items()}
        self._weights = {
            name: _sized(short, name, shape, weights).astype(np.float32)
            for name, shape in self._config.shapes().items()
        }
        self._tokenizer = load_tokenizer(tokenizer)
        if self._tokenizer.get_vocab_size() > self._config.words:
            raise ModelUnusable(f"{tokenizer} knows more words than {weights}: they don't belong together.")
        self._tokenizer.enable_truncation(min(MOST_TOKENS, self._config.positions))
        files = [
            path for path in (weights, tokenizer, folder / "config.json", folder / _POOLING) if path.is_file()
        ]
        self.name = f"{label}/{WAY}/{fingerprint(files)}"
        self.dimensions = self._config.width

    def query(self, text: str, rarity: Rarity | None = None) -> Floats:
        vector: Floats = self.passages((text,))[0]
        return vector

    def passages(self, texts: Sequence[str]) -> Floats:
        np = numpy()
        vectors = np.zeros((len(texts), self.dimensions), np.float32)
        ids = [self._ids(text) for text in texts]
        for group in _groups([len(one) for one in ids]):
            longest = max(len(ids[number]) for number in group)
            tokens = np.zeros((len(group), longest), np.int64)
            mask = np.zeros((len(group), longest), np.float32)
            for place, number in enumerate(group):
                tokens[place, : len(ids[number])] = ids[number]
                mask[place, : len(ids[number])] = 1
            vectors[list(group)] = self._pooled(self._forward(tokens, mask), mask)
        return normalised(vectors)

    def _ids(self, text: str) -> list[int]:
        """[] for a text without a word; else with the marks of beginning and end."""
        clean = text[:MOST_CHARACTERS].encode("utf-8", "replace").decode()  # no half surrogates
        encoded = self._tokenizer.encode(clean)
        return list(encoded.ids) if len(encoded.ids) > sum(encoded.special_tokens_mask) else []

    def _forward(self, tokens: Any, mask: Any) -> Any:
        """A vector for each token: (texts, tokens, width)."""
        np = numpy()
        weights, heads = self._weights, self._config.heads
        count, length = tokens.shape
        x = weights["embeddings.word_embeddings.weight"][tokens]
        x += weights["embeddings.position_embeddings.weight"][:length]
        x += weights["embeddings.token_type_embeddings.weight"][0]
        x = self._evened(x, "embeddings.LayerNorm")
        hidden = ((1 - mask) * np.float32(-1e9))[:, None, None, :]
        for number in range(self._config.layers):
            layer = f"encoder.layer.{number}."
            query, key, value = (
                self._linear(x, f"{layer}attention.self.{name}")
                .reshape(count, length, heads, -1)
                .transpose(0, 2, 1, 3)
                for name in ("query", "key", "value")
            )
            attention = query @ key.transpose(0, 1, 3, 2)
            attention *= np.float32(1 / sqrt(query.shape[-1]))
            attention += hidden
            attention -= attention.max(axis=-1, keepdims=True)
            np.exp(attention, out=attention)
            attention /= attention.sum(axis=-1, keepdims=True)
            seen = (attention @ value).transpose(0, 2, 1, 3).reshape(count, length, -1)
            x = self._evened(x + self._linear(seen, layer + "attention.output.dense"),
                             layer + "attention.output.LayerNorm")  # fmt: skip
            inner = gelu(self._linear(x, layer + "intermediate.dense"))
            x = self._evened(x + self._linear(inner, layer + "output.dense"), layer + "output.LayerNorm")
        return x

    def _linear(self, x: Any, name: str) -> Any:
        return x @ self._weights[name + ".weight"].T + self._weights[name + ".bias"]

    def _evened(self, x: Any, name: str) -> Any:
        """Each vector with the mean 0 and the deviation 1, then stretched as was learned (LayerNorm)."""
        np = numpy()
        x = x - x.mean(axis=-1, keepdims=True)
        x /= np.sqrt(np.mean(x * x, axis=-1, keepdims=True) + np.float32(self._config.epsilon))
        return x * self._weights[name + ".weight"] + self._weights[name + ".bias"]

    def _pooled(self, x: Any, mask: Any) -> Any:
        if self._config.first_token:
            return x[:, 0]
        return (x * mask[..., None]).sum(axis=1) / mask.sum(axis=1, keepdims=True)


class _Config:
    """The sizes that config.json tells. Raises ModelUnusable for what is not computed here."""

    def __init__(self, folder: Path, config: dict[str, Any]) -> None:
        from arbor_desktop.embedding.folders import read_config

        try:
            self.width, self.heads, self.layers, self.inner, self.words, self.positions, self.types = (
                int(config[key])
                for key in (
                    "hidden_size", "num_attention_heads", "num_hidden_layers", "intermediate_size",
                    "vocab_size", "max_position_embeddings", "type_vocab_size",
                )
            )  # fmt: skip
            self.epsilon = float(config.get("layer_norm_eps", 1e-12))
        except (KeyError, TypeError, ValueError) as error:
            raise ModelUnusable(
                f"{folder / 'config.json'} does not describe a BERT model ({error!r})."
            ) from error
        sizes = (self.width, self.heads, self.layers, self.inner, self.words, self.positions, self.types)
        if min(sizes) < 1 or self.width % self.heads:
            raise ModelUnusable(f"{folder / 'config.json'} tells sizes that can't be.")
        act, places = config.get("hidden_act", "gelu"), config.get("position_embedding_type", "absolute")
        if act != "gelu" or places != "absolute":
            raise ModelUnusable(f"{folder} holds a BERT that Arbor does not compute ({act}, {places}).")
        pooling = read_config(folder / _POOLING)
        chosen = {name for name, on in pooling.items() if name.startswith("pooling_mode_") and on is True}
        if chosen - {"pooling_mode_mean_tokens", "pooling_mode_cls_token"} or len(chosen) > 1:
            raise ModelUnusable(
                f"{folder / _POOLING} asks for {', '.join(chosen)}, which Arbor does not compute."
            )
        self.first_token = "pooling_mode_cls_token" in chosen

    def shapes(self) -> dict[str, tuple[int, ...]]:
        """Every array that is needed, by its name."""
        width, inner = self.width, self.inner
        found: dict[str, tuple[int, ...]] = {
            "embeddings.word_embeddings.weight": (self.words, width),
            "embeddings.position_embeddings.weight": (self.positions, width),
            "embeddings.token_type_embeddings.weight": (self.types, width),
            "embeddings.LayerNorm.weight": (width,),
            "embeddings.LayerNorm.bias": (width,),
        }
        for number in range(self.layers):
            for name in _LAYER:
                sides = (inner, width) if name == "intermediate.dense" else (width, width)
                sides = (width, inner) if name == "output.dense" else sides
                whole = f"encoder.layer.{number}.{name}"
                found[whole + ".weight"] = (width,) if name.endswith("LayerNorm") else sides
                found[whole + ".bias"] = sides[:1]
        return found


def gelu(x: Any) -> Any:
    """x Φ(x), with the error function after Abramowitz and Stegun, Handbook of Mathematical Functions, 7.1.26
    (error at most 1.5e-7, what float32 can tell apart)."""
    np = numpy()
    z = np.abs(x) * np.float32(1 / sqrt(2))
    t = 1 / (1 + np.float32(0.3275911) * z)
    polynomial = np.full_like(t, 1.061405429)
    for factor in (-1.453152027, 1.421413741, -0.284496736, 0.254829592):
        polynomial *= t
        polynomial += np.float32(factor)
    polynomial *= t
    z *= -z
    np.exp(z, out=z)
    polynomial *= z  # = 1 - erf(|x| / √2)
    polynomial *= np.float32(0.5)
    return x * np.where(x < 0, polynomial, 1 - polynomial)


def _sized(tensors: dict[str, Any], name: str, shape: tuple[int, ...], path: Path) -> Any:
    if name not in tensors:
        raise ModelUnusable(f"{path} lacks the weights {name}: it is not a BERT model, or not a whole one.")
    if tensors[name].shape != shape:
        raise ModelUnusable(f"{path}: {name} has the shape {tensors[name].shape}, config.json says {shape}.")
    return tensors[name]


def _groups(lengths: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Which texts are computed together: those of about one length; those of no length in none."""
    group: list[int] = []
    for number in sorted((n for n, length in enumerate(lengths) if length), key=lambda n: lengths[n]):
        if group and (len(group) + 1) * lengths[number] > TOKENS_AT_ONCE:
            yield tuple(group)
            group = []
        group.append(number)
    if group:
        yield tuple(group)
