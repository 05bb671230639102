"""The interface of all models, their errors and descriptions, and numpy arrays: imported when needed, packed
for the database.

A packed vector is a float32 and one signed byte for each dimension.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Sequence
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
