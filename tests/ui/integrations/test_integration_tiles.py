"""What is shown of the integrations, and which of them in the strip."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from arbor_desktop.context.model import HookHealth, Pulse
from arbor_desktop.ui.integrations.model import (
    Tile,
    actions,
    done_words,
    for_strip,
    heading,
    hooked,
    look,
    purpose,
    tiles,
    trouble_line,
)
from arbor_desktop.user_files.model import Integration, Part, Standing
from tests._integrations import HandMadeSetup

NOW = 1_800_000_000_000
PROJECT = "/srv/kiln"
FILES = tuple(
    Part(file, file, Standing.ABSENT, f"{PROJECT}/{file}") for file in ("CLAUDE.md", "AGENTS.md", "GEMINI.md")
)


@pytest.fixture
def setup(tmp_path: Path) -> HandMadeSetup:
    return HandMadeSetup(tmp_path)


def shown(setup: HandMadeSetup, health: dict[str, HookHealth] | None = None) -> list[str]:
    return [tile.title for tile in for_strip(tiles(setup.list(), health or {}, PROJECT, FILES))]


def test_the_strip_shows_the_tools_of_this_computer_and_one_file_of_the_project(setup: HandMadeSetup) -> None:
    assert shown(setup) == ["Claude Code: automatic", "CLAUDE.md file", "Claude Code: look-up", "Codex"]


def test_the_file_that_is_switched_on_is_the_one_in_the_strip(setup: HandMadeSetup) -> None:
    files = (FILES[0], replace(FILES[1], standing=Standing.INSTALLED), FILES[2])
    titles = [tile.title for tile in for_strip(tiles(setup.list(), {}, PROJECT, files))]
    assert "AGENTS.md file" in titles
    assert "CLAUDE.md file" not in titles


def test_without_a_project_there_is_no_file_of_one(setup: HandMadeSetup) -> None:
    assert not any(tile.of_project for tile in tiles(setup.list(), {}))


def test_what_is_in_trouble_is_in_the_strip_whatever_else_there_is(tmp_path: Path) -> None:
    setup = HandMadeSetup(tmp_path, found=("claude-code", "codex", "cursor", "gemini", "claude-desktop"))
    assert "Gemini CLI" not in shown(setup)
    setup.blocked["gemini"] = "A comma is missing."
    assert "Gemini CLI" in shown(setup)
    assert len(shown(setup)) == 4


def test_no_tool_at_all_leaves_the_files_of_the_project(tmp_path: Path) -> None:
    assert shown(HandMadeSetup(tmp_path, found=())) == ["CLAUDE.md file"]


def test_only_hooks_that_are_installed_are_asked_after(setup: HandMadeSetup) -> None:
    assert hooked(setup.list()) == []
    setup.install("claude-code", "hooks")
    setup.install("cursor", "mcp")
    assert hooked(setup.list()) == ["claude-code"]


def test_the_hooks_of_gemini_are_known_by_the_name_of_its_conversations(setup: HandMadeSetup) -> None:
    setup.install("gemini", "hooks")
    assert hooked(setup.list()) == ["gemini-cli"]
    health = {"gemini-cli": HookHealth("gemini-cli", Pulse.WELL, answered_at=NOW)}
    tile = next(one for one in tiles(setup.list(), health) if one.name == "gemini")
    assert tile.health is not None


def test_a_tool_of_several_parts_of_which_one_is_there_needs_repair(setup: HandMadeSetup) -> None:
    setup.install("codex", "hooks")
    tile = next(one for one in tiles(setup.list(), {}) if one.name == "codex")
    assert look(tile, NOW).state == "Needs repair"
    assert [word for _, word in actions(tile)] == ["Repair", "Disconnect"]
    assert heading(tile, "install") == "Repair “Codex”"
    assert done_words(tile, "install") == "“Codex” repaired"


def hook(standing: Standing = Standing.INSTALLED, health: HookHealth | None = None, note: str = "") -> Tile:
    part = Part("hooks", "Hooks", standing, "/home/noor/.claude/settings.json", note)
    tool = Integration("claude-code", "Claude Code", True, (part,))
    return tiles([tool], {} if health is None else {"claude-code": health})[0]


@pytest.mark.parametrize(
    ("tile", "state", "detail", "explained"),
    [
        (hook(Standing.ABSENT), "Not connected", "",
         "Shares memories when a session starts and with your prompts."),
        (hook(Standing.BLOCKED, note="A comma is missing."), "Can't be read", "", "A comma is missing."),
        (hook(health=HookHealth("claude-code", Pulse.UNHEARD, message="Begin a session.")),
         "Connected", "not used yet", "Begin a session."),
        (hook(health=HookHealth("claude-code", Pulse.WELL, answered_at=NOW - 300_000)),
         "Connected", "used 5 min ago", ""),
        (hook(health=HookHealth("claude-code", Pulse.UNHEARD, installed_at=NOW, answered_at=NOW - 300_000)),
         "Connected", "not used yet", ""),
        (hook(health=HookHealth("claude-code", Pulse.SILENT, message="Start it again.")),
         "Not responding", "", "Start it again."),
        (hook(health=HookHealth("claude-code", Pulse.FAILING, message="The store is locked.")),
         "Error", "", "The store is locked."),
    ],
)  # fmt: skip
def test_each_state_has_its_words(tile: Tile, state: str, detail: str, explained: str) -> None:
    found = look(tile, NOW)
    assert (found.state, found.detail, found.explained) == (state, detail, explained)
    assert state in found.spoken
    assert bool(found.glyph) is (state != "Not connected"), "no state by its colour alone"


def test_what_can_not_be_read_can_neither_be_installed_nor_removed() -> None:
    assert actions(hook(Standing.BLOCKED)) == ()


def test_the_tray_names_the_tool() -> None:
    silent = HookHealth("claude-code", Pulse.SILENT)
    assert trouble_line(silent, "Claude Code") == "Claude Code hook: not responding"
    assert trouble_line(replace(silent, pulse=Pulse.FAILING), "Codex") == "Codex hook: error"


def test_before_it_is_done_it_is_said_what_for(setup: HandMadeSetup) -> None:
    by_title = {tile.title: tile for tile in tiles(setup.list(), {}, PROJECT, FILES)}
    assert purpose(by_title["Claude Code: automatic"], "install").startswith("Each Claude Code session sees")
    assert purpose(by_title["Claude Code: look-up"], "install").startswith("Claude Code can search")
    assert "will no longer use this integration" in purpose(by_title["Codex"], "remove")
    assert "block" in purpose(by_title["CLAUDE.md file"], "install")
