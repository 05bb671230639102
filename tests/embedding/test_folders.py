"""What a folder holds is recognised, and what can't be used is refused with the reason."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pytest
from model_folders import CONFIG, bert_weights, write_bert
from safetensors.numpy import save_file

from arbor_desktop.embedding import catalogue
from arbor_desktop.embedding.bert import ModelMissing, ModelUnusable, open_weights, read_tensors
from arbor_desktop.embedding.catalogue import open_folder


def refused(folder: Path) -> str:
    with pytest.raises(ModelUnusable) as caught:
        open_folder(folder)
    return caught.value.message


def test_a_bert_is_recognised(tmp_path: Path) -> None:
    assert open_folder(write_bert(tmp_path / "bert")).dimensions == CONFIG["hidden_size"]


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
    assert "invalid sizes" in refused(write_bert(tmp_path / "heads", num_attention_heads=3))
    assert "does not describe a BERT" in refused(write_bert(tmp_path / "none", hidden_size="wide"))


def test_a_tokenizer_of_another_model_is_refused(tmp_path: Path) -> None:
    folder = write_bert(tmp_path / "bert")
    weights = bert_weights() | {"embeddings.word_embeddings.weight": np.zeros((4, 8), np.float32)}
    save_file(weights, folder / "model.safetensors")
    (folder / "config.json").write_text(json.dumps(CONFIG | {"vocab_size": 4}))
    assert "don't belong together" in refused(folder)


def test_weights_are_read_as_they_were_saved(tmp_path: Path) -> None:
    given = bert_weights() | {"ids": np.arange(4), "half": np.ones((2, 3), np.float16)}
    save_file(given, tmp_path / "model.safetensors", {"format": "pt"})
    for mapped in (False, True):
        path = tmp_path / "model.safetensors"
        found = read_tensors(open_weights(path, mapped=mapped), path.name)
        assert found.keys() == given.keys()
        assert all(np.array_equal(found[name], array) for name, array in given.items())
        assert all(found[name].dtype == array.dtype for name, array in given.items())


@pytest.mark.parametrize("mapped", [False, True])
def test_weights_that_end_too_early_are_refused(tmp_path: Path, mapped: bool) -> None:
    path = write_bert(tmp_path / "bert") / "model.safetensors"
    whole = path.read_bytes()
    for size in (0, 3, 8, 100, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:size])
        with pytest.raises(ModelUnusable, match="can't be read"):
            read_tensors(open_weights(path, mapped=mapped), path.name)


def test_weights_saved_with_half_the_digits_are_used(tmp_path: Path) -> None:
    folder = write_bert(tmp_path / "bert")
    save_file({n: a.astype(np.float16) for n, a in bert_weights().items()}, folder / "model.safetensors")
    assert open_folder(folder).query("the dog").any()


@pytest.mark.parametrize("name", ["model.safetensors", "tokenizer.json", "config.json"])
@pytest.mark.parametrize("content", [b"", b"\x00" * 64, b"{", b"[1]", b"\xff\xfe\xfa" * 30])
def test_broken_files_are_refused(tmp_path: Path, name: str, content: bytes) -> None:
    folder = write_bert(tmp_path / "bert")
    (folder / name).write_bytes(content)
    assert name in refused(folder)


def test_one_that_is_too_large_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "MOST_BYTES", 1000)
    assert "can be used here" in refused(write_bert(tmp_path / "bert"))


def test_a_package_that_does_not_run_here_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_bert(tmp_path / "bert")
    monkeypatch.setitem(sys.modules, "tokenizers", None)
    with pytest.raises(ModelUnusable, match="does not run on this computer"):
        catalogue.open_model("folder", tmp_path, str(tmp_path / "bert"))


def test_a_folder_that_says_nothing_of_its_model_is_refused(tmp_path: Path) -> None:
    folder = write_bert(tmp_path / "bert")
    (folder / "config.json").unlink()
    assert "has no config.json" in refused(folder)


def test_a_model_has_its_name_before_it_is_loaded(tmp_path: Path) -> None:
    folder = write_bert(tmp_path / "bert", pooling={"pooling_mode_mean_tokens": True})
    for choice in (("folder", tmp_path, str(folder)), (catalogue.MINILM, tmp_path, "")):
        assert catalogue.name_of(*choice) == catalogue.open_model(*choice).name
    assert catalogue.name_of("folder", tmp_path, str(tmp_path / "nowhere")) is None
    assert catalogue.name_of("off", tmp_path) is None


def test_the_name_tells_models_apart(tmp_path: Path) -> None:
    first = open_folder(write_bert(tmp_path / "first"), "same").name
    again = open_folder(write_bert(tmp_path / "again"), "same").name
    pooling = {"pooling_mode_cls_token": True}
    other = open_folder(write_bert(tmp_path / "other", pooling=pooling), "same").name
    assert first == again
    assert first != other


def test_a_downloaded_model_has_the_name_it_is_known_by(tmp_path: Path) -> None:
    write_bert(tmp_path / catalogue.MINILM)
    assert catalogue.is_here(catalogue.MINILM, tmp_path, "")
    assert catalogue.open_model(catalogue.MINILM, tmp_path).name.startswith("all-MiniLM-L6-v2/")
