"""effect: turning it on and off, the figures for people and for programs."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbor_desktop.maintenance.effect_statistics import METHOD
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock
from tests.maintenance.test_effect import KILN, add_session


@pytest.fixture
def compared(home: Path, clock: ManualClock) -> Path:
    with MemoryService.open(home, clock=clock) as service:
        service.effect.turn_on([KILN])
        for number in range(60):
            without = number % 5 == 0
            corrections = 4 + number % 2 if without else number % 2
            add_session(service, f"s{number}", shared=not without, corrections=corrections)
    return home


def test_off_says_how_to_begin(run):
    said = run("effect")
    assert (said.code, said.out) == (0, "Off. To find out with your own sessions: arbor effect on\n")
    assert run("effect", "--json").json["enabled"] is False
    assert run("effect", "on").err == "There is no project to compare sessions in yet.\n"


def test_on_and_off(run, home: Path):
    said = run("effect", "on", "/srv/kiln", "/srv/mill", "--one-in", "3")
    assert said.out == "One in 3 sessions starts without memories in: kiln, mill\n"
    found = run("effect", "--json").json
    assert (found["enabled"], found["one_in"], found["projects"]) == (True, 3, ["/srv/kiln", "/srv/mill"])
    assert "Too early to tell." in run("effect").out
    assert run("effect", "off").code == 0
    assert run("effect", "--json").json["enabled"] is False
    assert run("effect", "on", "--one-in", "4").code == 2


def test_the_difference_in_words_and_figures(run, compared):
    said = run("effect")
    assert said.out.startswith("With memories you correct your AI 89 % less.\n")
    for words in (
        "Commands that fail",
        "No clear difference",
        "likely 8",
        "48 sessions with memories, 12 without",
    ):
        assert words in said.out
    found = run("effect", "status", "--project", KILN, "--json").json
    corrections = next(one for one in found["effects"] if one["question"] == "corrections")
    assert corrections["verdict"] == "plain result" and corrections["change"] == pytest.approx(
        -0.889, abs=0.001
    )
    assert found["method"] == METHOD and len(found["sessions"]) == 12
    assert run("effect", "--json").json["standing"]["drawn"] == 60


def test_figures_are_exported_with_the_version_of_the_method(run, compared):
    head, *rows = run("effect", "export").out.splitlines()
    assert head.startswith("question,verdict,with_sessions,without_sessions") and head.endswith(",method")
    assert len(rows) == 5 and all(row.endswith(f'"{METHOD}"') for row in rows)
    assert rows[1].startswith("corrections,plain result,48,12,0.5,4.5,")


def test_the_current_session_gets_memories_after_all(run, compared):
    said = run("effect", "share", "--project", KILN)
    assert said.code == 3 and said.out == "The last session gets memories already.\n"
