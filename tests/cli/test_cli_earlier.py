"""list, show and restore of an earlier day."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from arbor_desktop.clock import local_day
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock


@pytest.fixture
def lived(home: Path, clock: ManualClock) -> tuple[str, str, str]:
    """Two memories of an earlier day, of which one was edited and one deleted since; and that day."""
    with MemoryService.open(home, clock=clock) as service:
        edited = service.store("Ports start at 80", type="fact").id
        deleted = service.store("Logs go to syslog", type="fact", scope="project", scope_id="/src/shop").id
        day = local_day(clock()).isoformat()
        clock.advance(days=3)
        service.update(edited, content="Ports start at 8000")
        service.delete(deleted)
        service.store("Backups run at night", type="fact")
    return edited, deleted, day


def test_the_memories_of_a_day_are_listed(run, lived):
    edited, deleted, day = lived
    said = run("list", "--on", day, "--json")
    assert said.code == 0
    assert {one["id"]: (one["content"], one["became"]) for one in said.json["memories"]} == {
        edited: ("Ports start at 80", "edited"),
        deleted: ("Logs go to syslog", "deleted"),
    }
    assert {name: said.json[name] for name in ("total", "on", "today", "added", "purged")} == {
        "total": 2, "on": day, "today": 2, "added": 1, "purged": 0,
    }  # fmt: skip
    assert [
        one["id"] for one in run("list", "--on", day, "--project", "/src/x", "--json").json["memories"]
    ] == [edited]
    shown = run("list", "--on", day, "--limit", "1")
    assert "deleted since" in shown.out
    assert f"2 on {day} · 2 today · 1 added since" in shown.out + shown.err
    assert "1 are not shown; see --limit" in shown.out + shown.err


def test_a_memory_is_shown_as_it_was(run, lived):
    edited, _, day = lived
    said = run("show", edited, "--on", day, "--json").json
    assert (said["content"], said["became"], said["now"]["content"]) == (
        "Ports start at 80", "edited", "Ports start at 8000",
    )  # fmt: skip
    out = run("show", edited, "--on", day).out
    assert out.index("edited since") < out.index("Ports start at 80") < out.index("Today:")
    new = run("list", "--json").json["memories"][0]["id"]
    missing = run("show", new, "--on", day)
    assert (missing.code, "was not active" in missing.err) == (3, True)


def test_memories_are_restored_as_they_were(run, lived):
    edited, deleted, day = lived
    assert run("restore", edited, deleted, "--on", day).code == 0
    assert {one["became"] for one in run("list", "--on", day, "--json").json["memories"]} == {"same"}
    assert "Nothing to restore" in run("restore", edited, "--on", day).err
    assert run("restore", edited, "nope", "--on", day).err == "There is no memory nope.\n"
    assert run("undo").code == 0
    assert run("show", edited, "--json").json["content"] == "Ports start at 8000"


@pytest.mark.parametrize(
    "arguments",
    [
        ("--on", "May"),
        ("--on", "2026-01-01", "--sort", "confidence"),
        ("--on", "2026-01-01", "--type", "fact"),
    ],
)
def test_wrong_use_is_refused(run, lived, arguments):
    assert run("list", *arguments).code == 2


def test_a_day_to_come_is_refused(run):
    said = run("list", "--on", (local_day(0) + timedelta(days=99_999)).isoformat())
    assert (said.code, "still to come" in said.err) == (2, True)
