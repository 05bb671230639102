"""Open the BERT model that a folder holds, as sentence-transformers saves it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from arbor_desktop.embedding.base import Embedder, ModelMissing, ModelUnusable

WEIGHTS, TOKENIZER, CONFIG = "model.safetensors", "tokenizer.json", "config.json"
MOST_BYTES = 1_000_000_000
"""Of weights: a larger model would take minutes where a small one takes seconds."""
MOST_CONFIG_BYTES = 1_000_000


def open_folder(folder: Path, label: str = "") -> Embedder:
    """Load the model in a folder. `label` begins the name of one of Arbor's own, whose files don't change.
    Raises ModelMissing, ModelUnusable."""
    if not folder.is_dir():
        raise ModelMissing(f"The folder {folder} does not exist.", folder=str(folder))
    weights, tokenizer = folder / WEIGHTS, folder / TOKENIZER
    for path in (weights, tokenizer):
        if not path.is_file():
            raise ModelUnusable(_incomplete(folder, path), folder=str(folder))
    size = weights.stat().st_size
    if size > MOST_BYTES:
        raise ModelUnusable(
            f"{weights} has {size / 1e9:.1f} GB; models up to {MOST_BYTES / 1e9:.0f} GB can be used here.",
            folder=str(folder),
        )
    config = read_config(folder / CONFIG)
    kind = config.get("model_type")
    if kind != "bert":
        said = f"holds a model of the type {kind}" if kind else f"has no {CONFIG} that tells the model's type"
        raise ModelUnusable(
            f"{folder} {said}. Arbor runs BERT models, like all-MiniLM-L6-v2.", folder=str(folder)
        )
    from arbor_desktop.embedding.bert import BertModel

    return BertModel(label or label_of(folder), folder, config, mapped=bool(label))


def label_of(folder: Path) -> str:
    """Return how the name of a model begins that a person chose."""
    return f"folder:{folder.name}"


def read_config(path: Path) -> dict[str, Any]:
    """The JSON object of a small file; {} where there is none. Raises ModelUnusable."""
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


def _incomplete(folder: Path, path: Path) -> str:
    other = next(
        (name for name in ("pytorch_model.bin", "model.onnx", "onnx") if (folder / name).exists()), None
    )
    if path.name == WEIGHTS and other:
        return f"{folder} has {other} but no {WEIGHTS}; Arbor reads weights in the safetensors format only."
    return f"{path} is missing. A model's folder holds {WEIGHTS}, {TOKENIZER} and {CONFIG}."
