"""What a folder holds is recognised, and what can't be used is refused with the reason."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pytest
from model_folders import CONFIG, WORDS, bert_weights, write_bert, write_static
from safetensors.numpy import save_file

from arbor_desktop.embedding import catalogue, folders
from arbor_desktop.embedding.base import ModelMissing, ModelUnusable
from arbor_desktop.embedding.folders import open_folder


def refused(folder: Path) -> str:
    with pytest.raises(ModelUnusable) as caught:
        open_folder(folder)
    return caught.value.message


def test_a_bert_and_a_static_model_are_recognised(tmp_path: Path) -> None:
    assert open_folder(write_bert(tmp_path / "bert")).dimensions == CONFIG["hidden_size"]
    assert open_folder(write_static(tmp_path / "static")).dimensions == len(WORDS)


def test_a_folder_that_does_not_exist(tmp_path: Path) -> None:
    with pytest.raises(ModelMissing, match="does not exist"):
        open_folder(tmp_path / "nowhere")


@pytest.mark.parametrize("name", ["model.safetensors", "tokenizer.json"])
def test_a_missing_file_is_named(tmp_path: Path, name: str) -> None:
    folder = write_bert(tmp_path / "bert")
    (folder / name).unlink()
    assert f"{name} is missing" in refused(folder)


def test_weights_in_another_format_are_told(tmp_path: Path) -> None:
    folder = write_bert(tmp_path / "bert")
    (folder / "model.safetensors").rename(folder / "pytorch_model.bin")
    assert "has pytorch_model.bin but no model.safetensors" in refused(folder)


def test_a_kind_that_is_not_computed_is_named(tmp_path: Path) -> None:
    assert "type t5" in refused(write_bert(tmp_path / "t5", model_type="t5"))
    assert "relu" in refused(write_bert(tmp_path / "relu", hidden_act="relu"))
    assert "relative_key" in refused(
        write_bert(tmp_path / "relative", position_embedding_type="relative_key")
    )
    pooling = {"pooling_mode_max_tokens": True}
    assert "pooling_mode_max_tokens" in refused(write_bert(tmp_path / "max", pooling=pooling))


def test_sizes_that_do_not_fit_the_weights_are_told(tmp_path: Path) -> None:
    assert "config.json says" in refused(write_bert(tmp_path / "wide", intermediate_size=99))
    assert "lacks the weights" in refused(write_bert(tmp_path / "deep", num_hidden_layers=7))
    assert "can't be" in refused(write_bert(tmp_path / "heads", num_attention_heads=3))
    assert "does not describe a BERT" in refused(write_bert(tmp_path / "none", hidden_size="wide"))


def test_a_tokenizer_of_another_model_is_refused(tmp_path: Path) -> None:
    folder = write_bert(tmp_path / "bert")
    weights = bert_weights() | {"embeddings.word_embeddings.weight": np.zeros((4, 8), np.float32)}
    save_file(weights, folder / "model.safetensors")
    (folder / "config.json").write_text(json.dumps(CONFIG | {"vocab_size": 4}))
    assert "don't belong together" in refused(folder)
    static = write_static(tmp_path / "static")
    save_file({"embeddings": np.eye(3, dtype=np.float32)}, static / "model.safetensors")
    assert "not of the same model" in refused(static)


@pytest.mark.parametrize(
    "tensors",
    [
        {"something": np.ones((4, 4), np.float32)},
        {"embeddings": np.ones(4, np.float32)},
        {"embeddings": np.ones((0, 4), np.float32)},
        {"embeddings": np.ones((40, 4), np.int64)},
    ],
)
def test_weights_without_a_matrix_are_refused(tmp_path: Path, tensors: dict[str, np.ndarray]) -> None:
    folder = write_static(tmp_path / "static")
    save_file(tensors, folder / "model.safetensors")
    assert "no matrix" in refused(folder)


@pytest.mark.parametrize("name", ["model.safetensors", "tokenizer.json", "config.json"])
@pytest.mark.parametrize("content", [b"", b"\x00" * 64, b"{", b"[1]", b"\xff\xfe\xfa" * 30])
def test_broken_files_are_refused(tmp_path: Path, name: str, content: bytes) -> None:
    folder = write_bert(tmp_path / "bert")
    (folder / name).write_bytes(content)
    assert name in refused(folder)


def test_one_that_is_too_large_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders, "MOST_BYTES", 1000)
    assert "can be used here" in refused(write_bert(tmp_path / "bert"))


def test_a_package_that_does_not_run_here_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tokenizers", None)
    with pytest.raises(ModelUnusable, match="does not run on this computer"):
        catalogue.open_model("wordllama", tmp_path)


def test_without_the_small_model_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "wordllama_files", lambda: None)
    with pytest.raises(ModelMissing, match="not available for this Python"):
        catalogue.open_model("wordllama", tmp_path)
    assert catalogue.packaged_name() is None


def test_the_small_model_has_its_name_before_it_is_loaded(tmp_path: Path) -> None:
    if catalogue.wordllama_files() is None:
        pytest.skip("there is no small model for this Python")
    assert catalogue.packaged_name() == catalogue.open_model("wordllama", tmp_path).name


def test_a_downloaded_model_has_the_name_it_is_known_by(tmp_path: Path) -> None:
    write_bert(tmp_path / catalogue.MINILM)
    assert catalogue.is_here(catalogue.MINILM, tmp_path, "")
    assert catalogue.open_model(catalogue.MINILM, tmp_path).name.startswith("all-MiniLM-L6-v2/")
