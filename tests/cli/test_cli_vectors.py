"""vectors: choosing a model, what it has read, and what is said where it can't be used."""

from __future__ import annotations

import pytest
from arbor_cli import added

STATE = {
    "state", "choice", "folder", "model", "done", "total", "turns_done", "turns_total", "message", "download",
    "models",
}  # fmt: skip


@pytest.mark.usefixtures("without_model")
def test_switched_off_it_says_what_there_is(run):
    said = run("vectors", "--json")
    assert (said.code, said.json.keys(), said.json["state"]) == (0, STATE, "off")
    assert [model["name"] for model in said.json["models"]] == ["all-MiniLM-L6-v2"]
    words = run("vectors").out
    assert "search uses words only" in words
    assert "arbor vectors download all-MiniLM-L6-v2" in words


def test_a_chosen_model_reads_when_told_to(run):
    added(run)
    said = run("vectors", "use", "all-MiniLM-L6-v2", "--json").json
    assert (said["state"], said["done"], said["total"]) == ("waiting", 0, 1)
    assert "arbor vectors build" in run("vectors").out
    said = run("vectors", "build", "--json").json
    assert (said["state"], said["done"], said["total"]) == ("ready", 1, 1)
    assert said["model"].startswith("all-MiniLM-L6-v2/")
    assert "ready: 1 memory read" in run("vectors", "status").out
    assert run("vectors", "off", "--json").json["state"] == "off"
    assert run("vectors", "off", "--quiet").out == ""


@pytest.mark.usefixtures("without_model")
def test_a_model_that_is_not_installed_is_refused_with_what_to_do(run):
    said = run("vectors", "use", "all-MiniLM-L6-v2", "--json")
    assert (said.code, said.json["code"]) == (1, "MODEL_MISSING")
    assert "arbor vectors download" in said.json["message"]
    assert run("vectors", "--json").json["choice"] == "off"


def test_doctor_says_nothing_of_a_model_that_nobody_chose_and_tells_of_one_that_is_gone(run, request):
    def check():
        return {c["name"]: c for c in run("doctor", "--json").json["checks"]}.get("vectors")

    assert check() is None
    run("vectors", "use", "all-MiniLM-L6-v2")
    assert check()["status"] == "ok"
    request.getfixturevalue("without_model")
    found = check()
    assert found["status"] == "warning"
    assert "arbor vectors download" in found["message"]


def test_a_folder_without_a_model_is_refused(run, tmp_path):
    said = run("vectors", "use", str(tmp_path), "--json")
    assert (said.code, said.json["code"]) == (1, "MODEL_UNUSABLE")
    assert "model.safetensors is missing" in said.json["message"]


def test_a_model_that_nobody_knows_can_not_be_downloaded(run):
    said = run("vectors", "download", "gpt-9", "--json")
    assert (said.code, said.json["code"]) == (2, "INVALID_INPUT")
