"""Exported memories: what is written, what is left out, and what comes back."""

from __future__ import annotations

import csv
import json
import os
from pathlib import Path

import pytest

from arbor_desktop.errors import InvalidInput, StorageError
from arbor_desktop.exchange.arbor_json import FIELDS
from arbor_desktop.exchange.exports import FORMATS
from arbor_desktop.paths import Home
from arbor_desktop.service import MemoryService


@pytest.fixture
def filled(service: MemoryService, tmp_path: Path) -> MemoryService:
    service.store("User prefers tabs over spaces", type="preference", tags=["style"])
    service.store(
        "Deploys go out on Tuesdays", type="fact", scope="project", scope_id=str(tmp_path),
        confidence=0.7, expires_at="2030-01-01", technology="kubernetes",
    )  # fmt: skip
    service.store("User takes insulin twice a day", type="fact", privacy_level="sensitive")
    service.store("The launch is a secret until June", type="fact", privacy_level="never_share")
    return service


def texts(service: MemoryService) -> list[str]:
    return sorted(memory.content for memory in service.query().memories)


def test_an_export_comes_back_as_it_was(filled: MemoryService, tmp_path: Path) -> None:
    done = filled.export_memories(tmp_path / "all.json", everything=True)
    with MemoryService.open(Home(tmp_path / "other")) as other:
        assert other.import_memories(tmp_path / "all.json").imported == done.exported == 4
        both = [
            sorted(
                ({name: one.to_dict()[name] for name in FIELDS} for one in service.query().memories),
                key=lambda fields: fields["content"],
            )
            for service in (filled, other)
        ]
    assert both[0] == both[1]


@pytest.mark.parametrize("format", [one.name for one in FORMATS])
def test_private_memories_are_left_out(filled: MemoryService, tmp_path: Path, format: str) -> None:
    file = tmp_path / "some"
    done = filled.export_memories(file, format=format)
    written = file.read_text("utf-8")
    assert (done.exported, done.left_out) == (2, {"never_share": 1, "sensitive": 1})
    assert "tabs over spaces" in written
    assert "insulin" not in written
    assert "June" not in written


@pytest.mark.parametrize("format", ["json", "markdown", "mcp-memory"])
def test_what_arbor_reads_can_be_imported(filled: MemoryService, tmp_path: Path, format: str) -> None:
    filled.export_memories(tmp_path / "some", format=format)
    with MemoryService.open(Home(tmp_path / "other")) as other:
        assert other.import_memories(tmp_path / "some").imported == 2
        assert texts(other) == ["Deploys go out on Tuesdays", "User prefers tabs over spaces"]


def test_an_export_can_be_imported_into_one_project(filled: MemoryService, tmp_path: Path) -> None:
    filled.export_memories(tmp_path / "all.json")
    with MemoryService.open(Home(tmp_path / "other")) as other:
        other.import_memories(tmp_path / "all.json", project=str(tmp_path / "web"))
        assert {memory.scope_id for memory in other.query().memories} == {str(tmp_path / "web")}


def test_filters_choose(filled: MemoryService, tmp_path: Path) -> None:
    filled.export_memories(tmp_path / "some.json", types=["preference"])
    found = json.loads((tmp_path / "some.json").read_text("utf-8"))
    assert [one["content"] for one in found["memories"]] == ["User prefers tabs over spaces"]


def test_a_spreadsheet_takes_no_memory_for_a_formula(service: MemoryService, tmp_path: Path) -> None:
    service.store('=HYPERLINK("http://evil", "x") is how the sheet links', type="fact")
    service.export_memories(tmp_path / "some.csv", format="csv")
    with (tmp_path / "some.csv").open(encoding="utf-8", newline="") as file:
        assert next(csv.DictReader(file))["content"].startswith("'=")


def test_more_than_a_page_is_written_whole(service: MemoryService, tmp_path: Path) -> None:
    service.store_many([{"content": f"Rack {n} holds pots", "type": "fact"} for n in range(2100)])
    assert service.export_memories(tmp_path / "all.json").exported == 2100
    assert len(json.loads((tmp_path / "all.json").read_text("utf-8"))["memories"]) == 2100


def test_no_file_is_overwritten(filled: MemoryService, tmp_path: Path) -> None:
    (tmp_path / "mine.json").write_text("mine")
    with pytest.raises(InvalidInput, match="exists already"):
        filled.export_memories(tmp_path / "mine.json")
    assert (tmp_path / "mine.json").read_text() == "mine"


def test_a_file_that_cannot_be_written_leaves_nothing(
    filled: MemoryService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(StorageError, match="can't be written"):
        filled.export_memories(tmp_path / "none" / "all.json")
    monkeypatch.setattr(os, "fsync", lambda _fd: (_ for _ in ()).throw(OSError(28, "No space left")))
    before = set(tmp_path.iterdir())
    with pytest.raises(StorageError, match="No space left"):
        filled.export_memories(tmp_path / "all.json")
    assert set(tmp_path.iterdir()) == before


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such rights")
def test_only_its_owner_reads_it(filled: MemoryService, tmp_path: Path) -> None:
    filled.export_memories(tmp_path / "all.json")
    assert (tmp_path / "all.json").stat().st_mode & 0o777 == 0o600
