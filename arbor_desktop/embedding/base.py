"""The one interface of all models, what can be wrong with one, and reading its description."""

from __future__ import annotations

import json
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
"""Of a large file so many parts of so many bytes are looked at to tell it from another."""


class ModelMissing(ArborError):
    """A model, or what it needs to run, is not on this computer. The message says how it gets there."""

    code = "MODEL_MISSING"


class ModelUnusable(ArborError):
    """What was found is no model that Arbor can run. The message says why."""

    code = "MODEL_UNUSABLE"


class Embedder(Protocol):
    """A model that is loaded. Safe to use from several threads."""

    @property
    def name(self) -> str:
        """Stands beside every vector: another model, other weights or another way to compute has another."""
        ...

    @property
    def dimensions(self) -> int: ...

    @property
    def weight(self) -> float:
        """What its nearness counts beside the words of a search (`search.meaning.Similar`)."""
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
