"""Exported memories: what is written, what is left out, and what comes back."""

from __future__ import annotations

import csv
import json
import os
from pathlib import Path
from typing import Any

import pytest

from arbor_desktop.database.connection import Connection
from arbor_desktop.errors import InvalidInput, StorageError
from arbor_desktop.exchange.exports import FORMATS
from arbor_desktop.exchange.selection import Selection
from arbor_desktop.memories.model import MemoryFilter
from arbor_desktop.memories.queries import search
from arbor_desktop.paths import Home
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock


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


def all_texts(path: Path) -> str:
    """Return the names and texts of a file or folder."""
    files = [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file()]
    return "\n".join(f"{file.name}\n{file.read_text('utf-8')}" for file in files)


def texts(service: MemoryService) -> list[str]:
    return sorted(memory.content for memory in service.query().memories)


@pytest.mark.parametrize("format", [one.name for one in FORMATS])
def test_private_memories_are_left_out(filled: MemoryService, tmp_path: Path, format: str) -> None:
    done = filled.export_memories(tmp_path / "some", format=format)
    written = all_texts(tmp_path / "some")
    assert (done.exported, done.left_out) == (2, {"never_share": 1, "sensitive": 1})
    assert "tabs over spaces" in written
    assert "insulin" not in written
    assert "June" not in written


@pytest.mark.parametrize("format", [one.name for one in FORMATS])
def test_all_of_them_are_in_it_if_they_are_wanted(filled: MemoryService, tmp_path: Path, format: str) -> None:
    done = filled.export_memories(tmp_path / "some", format=format, everything=True)
    written = all_texts(tmp_path / "some")
    if format == "agents-md":  # it is made for AI tools, and often for others to see
        assert done.left_out == {"never_share": 1, "sensitive": 1}
        assert "insulin" not in written
    else:
        assert (done.exported, done.left_out) == (4, {"never_share": 0, "sensitive": 0})
        assert "insulin" in written
        assert "June" in written


def test_an_ai_gets_nothing_that_expired(service: MemoryService, clock: ManualClock, tmp_path: Path) -> None:
    service.store(
        "The deploy freeze is on", type="fact", expires_at="2026-01-02", privacy_level="always_include"
    )
    for days, exported in ((0, 1), (2, 0)):
        clock.advance(days=days)
        assert service.export_memories(tmp_path / str(days), format="agents-md").exported == exported
    assert service.export_memories(tmp_path / "all.json").exported == 1


def test_memories_are_read_in_parts(service: MemoryService, monkeypatch: pytest.MonkeyPatch) -> None:
    service.store_many([{"content": f"Rack {n} holds pots", "type": "fact"} for n in range(1200)])
    read: list[int] = []
    load = search.memories_of_rows
    monkeypatch.setattr(
        search,
        "memories_of_rows",
        lambda conn, rows, *more: read.append(len(rows)) or load(conn, rows, *more),
    )

    def first(conn: Connection) -> str:
        some = Selection(conn, MemoryFilter(), service._rt.policy, service._rt.clock())
        return next(iter(some))[0].content

    assert service._rt.db.read(first) == "Rack 0 holds pots"
    assert read == [500]


def test_sensitive_memories_can_be_chosen_and_others_not(filled: MemoryService, tmp_path: Path) -> None:
    for level, exported in (("sensitive", 1), ("never_share", 0)):
        done = filled.export_memories(tmp_path / level, privacy=level)
        assert (done.exported, done.left_out) == (exported, {"sensitive": 0, "never_share": 1 - exported})


def test_an_export_can_be_imported_into_one_project(filled: MemoryService, tmp_path: Path) -> None:
    filled.export_memories(tmp_path / "all.json")
    with MemoryService.open(Home(tmp_path / "other")) as other:
        other.import_memories(tmp_path / "all.json", project=str(tmp_path / "web"))
        assert {memory.scope_id for memory in other.query().memories} == {str(tmp_path / "web")}


@pytest.mark.parametrize(
    ("filters", "chosen"),
    [
        ({"types": ["preference"]}, ["User prefers tabs over spaces"]),
        ({"tags": ["style"]}, ["User prefers tabs over spaces"]),
        ({"scope": "project"}, ["Deploys go out on Tuesdays"]),
        ({"technology": "Kubernetes"}, ["Deploys go out on Tuesdays"]),
        ({"min_confidence": 0.9}, ["User prefers tabs over spaces"]),
        ({"until": "2020-01-01"}, []),
        ({"status": "archived"}, ["The old office was in Ghent"]),
    ],
)
def test_filters_choose(
    filled: MemoryService, tmp_path: Path, filters: dict[str, Any], chosen: list[str]
) -> None:
    filled.archive(filled.store("The old office was in Ghent", type="fact").id)
    filled.export_memories(tmp_path / "some.json", **filters)
    found = json.loads((tmp_path / "some.json").read_text("utf-8"))
    assert [one["content"] for one in found["memories"]] == chosen


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
    for format in ("json", "obsidian"):
        with pytest.raises(InvalidInput, match="exists already"):
            filled.export_memories(tmp_path / "mine.json", format=format)
    assert (tmp_path / "mine.json").read_text() == "mine"


@pytest.mark.parametrize("format", ["json", "yaml"])
def test_what_cannot_be_written_leaves_nothing(
    filled: MemoryService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, format: str
) -> None:
    with pytest.raises(StorageError, match="can't be written"):
        filled.export_memories(tmp_path / "none" / "all", format=format)
    monkeypatch.setattr(Path, "rename", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left")))
    before = set(tmp_path.iterdir())
    with pytest.raises(StorageError, match="No space left"):
        filled.export_memories(tmp_path / "all", format=format)
    assert set(tmp_path.iterdir()) == before


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such rights")
def test_only_its_owner_reads_it(filled: MemoryService, tmp_path: Path) -> None:
    filled.export_memories(tmp_path / "all.json")
    filled.export_memories(tmp_path / "vault", format="obsidian")
    assert (tmp_path / "all.json").stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "vault").stat().st_mode & 0o777 == 0o700
