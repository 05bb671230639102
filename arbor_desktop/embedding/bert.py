"""BERT encoders (all-MiniLM-L6-v2 and its kin); and vectors, packed for the database: a float32, and one
signed byte for each dimension. numpy and onnxruntime are imported when they are needed.

The architecture is that of Devlin et al., "BERT" (2019), with the names of the weights as transformers saves
them (github.com/huggingface/transformers: models/bert/modeling_bert.py); how the tokens become one vector is
said in `1_Pooling/config.json` (github.com/UKPLab/sentence-transformers: models/Pooling.py).
"""

from __future__ import annotations

import json
import mmap
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from copy import copy
from functools import cached_property, partial
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from arbor_desktop.errors import ArborError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

MOST_CONFIG_BYTES = 1_000_000
PARTS, PART_BYTES = 64, 4096
"""Number and bytes of the parts of a large file that distinguish it from another."""


class ModelMissing(ArborError):
    """A model, or what it needs to run, is not on this computer. The message says how it gets there."""

    code = "MODEL_MISSING"


class ModelUnusable(ArborError):
    """The files are not a model that Arbor can run. The message says why."""

    code = "MODEL_UNUSABLE"


class Embedder(Protocol):
    """A model that is loaded. Safe to use from several threads."""

    @property
    def name(self) -> str:
        """Stored with every vector: it differs for another model, other weights or another way to compute."""
        ...

    @property
    def dimensions(self) -> int: ...

    @property
    def weight(self) -> float:
        """The weight of its similarity, relative to the words of a search (`search.model.Similar`)."""
        ...

    def passages(self, texts: Sequence[str]) -> Floats:
        """Return one row a text, of length 1; of length 0 for a text without words that the model knows."""
        ...

    def rest(self) -> None:
        """Give memory back that costs nothing to get again."""
        ...

    def query(self, text: str) -> Floats:
        """Return the vector of what somebody looks for, of length 1 or 0."""
        ...


def fingerprint(files: Iterable[Path]) -> str:
    """Return twelve characters that differ where any file does. Of large ones samples are read: training a
    model further changes its weights everywhere. Raises OSError."""
    import hashlib

    digest = hashlib.sha256()
    for path in files:
        size = path.stat().st_size
        digest.update(f"{size}:".encode())
        with path.open("rb") as file:
            if size <= PARTS * PART_BYTES:
                digest.update(file.read())
                continue
            for part in range(PARTS):
                file.seek((size - PART_BYTES) * part // (PARTS - 1))
                digest.update(file.read(PART_BYTES))
    return digest.hexdigest()[:12]


def read_config(path: Path) -> dict[str, Any]:
    """Return the JSON object of a small file; {} where there is none. Raises ModelUnusable."""
    try:
        if path.stat().st_size > MOST_CONFIG_BYTES:
            raise ModelUnusable(f"{path} is too large for a model's description.")
        found = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise ModelUnusable(f"{path} can't be read: {error.strerror}.") from error
    except ValueError as error:
        raise ModelUnusable(f"{path} is not valid JSON: {error}.") from error
    if not isinstance(found, dict):
        raise ModelUnusable(f"{path} does not describe a model.")
    return found


# -- arrays --


THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
SCALE_BYTES = 4
_LARGEST_FACTOR = 1.01 / 127
"""The largest byte of a vector is 127, so that its length is at least that."""


def numpy() -> Any:
    """Return numpy, which computes on one thread: vectors are made beside a person's work, the scan waits
    for memory rather than for a processor, and starting threads takes longer than most scans."""
    # The import statement waits while another thread imports it; sys.modules has it half made by then.
    unset = [] if "numpy" in sys.modules else [name for name in THREADS if name not in os.environ]
    os.environ.update(dict.fromkeys(unset, "1"))
    try:
        import numpy

        return numpy
    finally:
        for name in unset:  # not for the programs that Arbor opens
            os.environ.pop(name, None)


def normalised(vectors: Floats) -> Floats:
    """Return every row (or a single vector) at length 1; zero and what is no number becomes zero."""
    np = numpy()
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    sound = np.isfinite(lengths) & (lengths > 1e-12)
    return np.where(sound, vectors / np.where(sound, lengths, 1), 0).astype(np.float32)  # type: ignore[no-any-return]


def packed(vectors: Floats) -> list[bytes]:
    """Return each row as it is stored: a factor (float32, little endian), then round(127 x / max |x|) of
    each number as a signed byte. Factor times bytes is the vector, again of length 1."""
    np = numpy()
    largest = np.abs(vectors).max(axis=1, keepdims=True)
    whole = np.rint(vectors * (127 / np.where(largest > 0, largest, 1))).astype(np.int8)
    lengths = np.linalg.norm(whole.astype(np.float32), axis=1, keepdims=True)
    factors = np.where(lengths > 0, 1 / np.where(lengths > 0, lengths, 1), 0).astype("<f4")
    joined = np.concatenate([factors.view(np.uint8), whole.view(np.uint8)], axis=1)
    return [row.tobytes() for row in joined]


def packed_size(dimensions: int) -> int:
    """Return the bytes of a packed vector."""
    return SCALE_BYTES + dimensions


def unpacked(blobs: Sequence[bytes]) -> tuple[Any, Any]:
    """Return (signed bytes n x d, factors n) of packed vectors, all of one size; bytes are copied once.
    One with an impossible factor (damaged) gets the factor 0."""
    np = numpy()
    whole = np.frombuffer(b"".join(blobs), np.uint8).reshape(len(blobs), -1)
    factors = whole[:, :SCALE_BYTES].copy().view("<f4")[:, 0].astype(np.float32)
    factors[~((factors >= 0) & (factors <= _LARGEST_FACTOR))] = 0  # also what is no number
    return whole.view(np.int8)[:, SCALE_BYTES:], factors


WAY = 2
"""Counted up when vectors of the same weights come out otherwise."""
MOST_TOKENS = 256
"""The most tokens of a text, as in the models' training; the rest is cut off."""
MOST_CHARACTERS = 4_000
_POOLING = Path("1_Pooling", "config.json")
_DTYPES = {"F32": "<f4", "F16": "<f2", "I64": "<i8"}
"""Types of safetensors arrays, as numpy names them."""
_LAYER = (
    "attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense",
    "attention.output.LayerNorm", "intermediate.dense", "output.dense", "output.LayerNorm",
)  # fmt: skip
LINEAR = tuple(name for name in _LAYER if not name.endswith("LayerNorm"))
"""The linear layers that an adapter may change."""


class Adapter:
    """What fits an encoder to a task: low-rank changes to its linear layers (Hu et al., "LoRA", 2021), and
    linear heads that read the mean of some tokens. `tensors`: arrays by name, of any float type."""

    def __init__(self, tensors: Mapping[str, Any]) -> None:
        np = numpy()
        self._tensors = {name: np.asarray(array, np.float32) for name, array in tensors.items()}

    def changed(self, name: str, array: Any) -> Any:
        """Return the encoder's array of a name with its change, if it has one."""
        layer, kind = name.rsplit(".", 1)
        if kind != "weight" or layer + ".down" not in self._tensors:
            return array
        return (self._tensors[layer + ".down"] @ self._tensors[layer + ".up"]).T + array

    def head(self, x: Any, name: str) -> Any:
        """Return the output of a head."""
        return x @ self._tensors[name + ".weight"] + self._tensors[name + ".bias"]


class Encoder:
    """The layers of a BERT in a folder with model.safetensors, tokenizer.json, config.json. `weights`:
    float32 arrays by name; `mapped` (`open_weights`) where the file does not change while it is used. Safe to
    use from several threads. Raises ModelUnusable."""

    def __init__(self, folder: Path, config: dict[str, Any] | None = None, *, mapped: bool = True) -> None:
        np = numpy()
        from arbor_desktop.embedding.layers import load_layer

        self._load_layer = load_layer
        weights, tokenizer = folder / "model.safetensors", folder / "tokenizer.json"
        sizes = self.sizes = _Config(
            folder, read_config(folder / "config.json") if config is None else config
        )
        data = open_weights(weights, mapped=mapped)
        self._mapping = data if mapped else None
        tensors = read_tensors(data, str(weights))
        # Some are saved with the name of the whole model in front.
        short = {name.removeprefix("bert."): array for name, array in tensors.items()}
        self.weights = {
            name: _sized(short, name, shape, weights).astype(np.float32, copy=False)
            for name, shape in sizes.shapes().items()
        }
        self._adapter = Adapter({})
        self.tokenizer = load_tokenizer(tokenizer)
        self.tokenizer.no_truncation()
        if self.tokenizer.get_vocab_size() > sizes.words:
            raise ModelUnusable(f"{tokenizer} knows more words than {weights}: they don't belong together.")

    def adapted(self, adapter: Adapter) -> Encoder:
        """Return an encoder with the changes of an adapter. It shares the embeddings with this one."""
        other = copy(self)
        other._adapter = adapter
        other.__dict__.pop("_layers", None)
        return other

    def linear_names(self) -> list[str]:
        """Return the names of all layers that an adapter changes."""
        return [f"encoder.layer.{number}.{name}" for number in range(self.sizes.layers) for name in LINEAR]

    def states(
        self,
        tokens: Sequence[int],
        types: Sequence[int] = (),
        going_on: Callable[[Any], bool] = lambda _: True,
    ) -> Any:
        """Return vectors of the tokens of a text (tokens, width). `types`: which of two texts a token is of.
        `going_on` gets the vectors after half of the layers; where it returns False, the result is None."""
        weights = self.weights
        x = weights["embeddings.word_embeddings.weight"][list(tokens)]
        x += weights["embeddings.position_embeddings.weight"][: len(tokens)]
        x += weights["embeddings.token_type_embeddings.weight"][list(types) or [0]]
        x -= x.mean(axis=-1, keepdims=True)  # LayerNorm
        x /= numpy().sqrt((x * x).mean(axis=-1, keepdims=True) + self.sizes.epsilon)
        x *= weights["embeddings.LayerNorm.weight"]
        x += weights["embeddings.LayerNorm.bias"]
        for number, layer in enumerate(self._layers):
            if number == self.sizes.layers // 2 and not going_on(x):
                return None
            x = layer(x)
        return x

    def vectors(self, texts: Sequence[str]) -> Floats:
        """Return one vector of length 1 for each text; zeros for a text without a word."""
        vectors: Floats = numpy().zeros((len(texts), self.sizes.width), "f4")
        for text, vector in zip(texts, vectors, strict=True):
            if ids := self._ids(text):
                states = self.states(ids)
                vector[:] = states[0] if self.sizes.first_token else states.mean(axis=0)
        return normalised(vectors)

    def _ids(self, text: str) -> list[int]:
        """Return the tokens of a text with the marks of beginning and end; [] for a text without a word."""
        clean = text[:MOST_CHARACTERS].encode("utf-8", "replace").decode()  # no half surrogates
        encoded = self.tokenizer.encode(clean)
        if len(encoded.ids) <= sum(encoded.special_tokens_mask):
            return []
        most = min(MOST_TOKENS, self.sizes.positions)
        return [*encoded.ids[: most - 1], encoded.ids[-1]][: len(encoded.ids)]

    @cached_property
    def _layers(self) -> list[Callable[[Any], Any]]:
        sizes = self.sizes

        def weight(number: int, name: str) -> Any:
            name = f"encoder.layer.{number}.{name}"
            return self._adapter.changed(name, self.weights[name])

        layers = [
            self._load_layer(
                partial(weight, number), heads=sizes.heads, width=sizes.width, epsilon=sizes.epsilon
            )
            for number in range(sizes.layers)
        ]
        if self._mapping is not None and sys.platform != "win32":
            self._mapping.madvise(mmap.MADV_DONTNEED)  # of the file, only embeddings are used from now on
        return layers


class BertModel:
    """Gives each text one vector. Raises ModelMissing, ModelUnusable."""

    weight = 0.8
    """For a model that reads whole sentences; docs/search.md says how it was found."""

    def __init__(self, label: str, folder: Path, config: dict[str, Any], *, mapped: bool = False) -> None:
        self._encoder = Encoder(folder, config, mapped=mapped)
        self.name = name_of(label, folder)
        self.dimensions = self._encoder.sizes.width

    def query(self, text: str) -> Floats:
        vector: Floats = self.passages((text,))[0]
        return vector

    def passages(self, texts: Sequence[str]) -> Floats:
        return self._encoder.vectors(texts)

    def rest(self) -> None:
        if sys.platform == "linux":
            import ctypes

            with suppress(AttributeError):  # another C library than glibc, which keeps 64 MB of freed memory
                ctypes.CDLL(None).malloc_trim(0)


def name_of(label: str, folder: Path) -> str:
    """Return the name of a folder's model without loading it. Raises OSError."""
    files = (folder / name for name in ("model.safetensors", "tokenizer.json", "config.json", _POOLING))
    return f"{label}/{WAY}/{fingerprint(path for path in files if path.is_file())}"


def load_tokenizer(path: Path) -> Any:
    """Return the tokenizer of a tokenizer.json, without padding. Raises ModelUnusable."""
    import tokenizers

    try:
        tokenizer = tokenizers.Tokenizer.from_file(str(path))
    except Exception as error:  # the library raises bare Exceptions
        raise ModelUnusable(f"{path} is not a tokenizer that can be read: {error}") from error
    tokenizer.no_padding()
    return tokenizer


def open_weights(path: Path, *, mapped: bool = False) -> Any:
    """Return the bytes of a model's weights. If `mapped`, they are a view of the file: the system reads what
    is used, and processes share it. Raises ModelUnusable."""
    try:
        with path.open("rb") as file:
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) if mapped else file.read()
    except FileNotFoundError:
        raise ModelUnusable(f"{path} is missing.") from None
    except (OSError, ValueError) as error:  # mmap refuses an empty file with a ValueError
        raise ModelUnusable(f"{path} can't be read as a model's weights: {error!r}") from error


def read_tensors(data: Any, name: str) -> dict[str, Any]:
    """Return all arrays of what a safetensors file holds, as views. Raises ModelUnusable, with `name`."""
    np = numpy()
    try:
        start = 8 + int.from_bytes(data[:8], "little")  # github.com/huggingface/safetensors: Format
        header: dict[str, Any] = json.loads(data[8:start])
        return {
            array: np.frombuffer(
                data, _DTYPES[told["dtype"]], prod(told["shape"]), start + told["data_offsets"][0]
            ).reshape(told["shape"])
            for array, told in header.items()
            if array != "__metadata__"
        }
    except (AttributeError, KeyError, OverflowError, RecursionError, TypeError, ValueError) as error:
        raise ModelUnusable(f"{name} can't be read as a model's weights: {error!r}") from error


class _Config:
    """The sizes that config.json tells. Raises ModelUnusable for what is not computed here."""

    def __init__(self, folder: Path, config: dict[str, Any]) -> None:
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
            raise ModelUnusable(f"{folder / 'config.json'} has invalid sizes.")
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
        """Return every array that is needed, by its name."""
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


def _sized(tensors: dict[str, Any], name: str, shape: tuple[int, ...], path: Path) -> Any:
    if name not in tensors:
        raise ModelUnusable(f"{path} lacks the weights {name}: it is not a BERT model, or not a whole one.")
    if tensors[name].shape != shape:
        raise ModelUnusable(f"{path}: {name} has the shape {tensors[name].shape}, config.json says {shape}.")
    return tensors[name]
