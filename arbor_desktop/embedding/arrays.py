"""numpy when it is needed, and vectors as the store keeps them: a float32 and one byte a dimension."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from arbor_desktop.embedding.base import Floats

THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
SCALE_BYTES = 4
_LARGEST_FACTOR = 1.01 / 127
"""The largest byte of a vector is 127, so that its length is at least that."""


def numpy() -> Any:
    """numpy, told at its first import to compute on one thread: vectors are made beside a person's work, the
    scan waits for memory rather than for a processor, and to start threads takes longer than most scans."""
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
    """Each row as the store keeps it: a factor (float32, little endian), then round(127 x / max |x|) of each
    number as a signed byte. Factor times bytes is the vector, again of length 1."""
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
    """(signed bytes n x d, factors n) of packed vectors, all of one size; bytes are copied once. One with
    a factor that none can have (damaged) is like nothing: its factor is 0."""
    np = numpy()
    whole = np.frombuffer(b"".join(blobs), np.uint8).reshape(len(blobs), -1)
    factors = whole[:, :SCALE_BYTES].copy().view("<f4")[:, 0].astype(np.float32)
    factors[~((factors >= 0) & (factors <= _LARGEST_FACTOR))] = 0  # also what is no number
    return whole.view(np.int8)[:, SCALE_BYTES:], factors
