"""Where the claude command is found, and how it is started."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from claude_command import Command

from arbor_desktop.llm import claude_program
from arbor_desktop.llm.model import ModelFailed, Trouble

posix = pytest.mark.skipif(sys.platform == "win32", reason="places of POSIX systems")


def made(path: Path) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return str(path)


@posix
@pytest.mark.parametrize(
    "place",
    [
        ".local/bin",
        ".claude/local",
        ".npm-global/bin",
        ".volta/bin",
        ".bun/bin",
        ".nvm/versions/node/v22.1.0/bin",
    ],
)
def test_it_is_found_where_it_is_usually_installed(tmp_path: Path, place: str) -> None:
    program = made(tmp_path / place / "claude")
    assert claude_program.find({"HOME": str(tmp_path), "PATH": "/nowhere"}) == program


@posix
def test_the_path_comes_first(tmp_path: Path) -> None:
    made(tmp_path / ".local" / "bin" / "claude")
    first = made(tmp_path / "first" / "claude")
    assert claude_program.find({"HOME": str(tmp_path), "PATH": str(tmp_path / "first")}) == first


@posix
def test_npms_own_folder_is_looked_at(tmp_path: Path) -> None:
    program = made(tmp_path / "prefix" / "bin" / "claude")
    environ = {"HOME": str(tmp_path), "PATH": "/nowhere", "NPM_CONFIG_PREFIX": str(tmp_path / "prefix")}
    assert claude_program.find(environ) == program


@posix
def test_the_newest_node_is_taken(tmp_path: Path) -> None:
    for version in ("v9.1.0", "v22.3.0", "v22.12.0"):
        made(tmp_path / ".nvm" / "versions" / "node" / version / "bin" / "claude")
    found = claude_program.find({"HOME": str(tmp_path), "PATH": "/nowhere"})
    assert found is not None and "v22.12.0" in found


@posix
def test_what_can_not_run_is_not_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / ".local" / "bin" / "claude"
    made(place)
    place.chmod(0o644)
    (tmp_path / ".claude" / "local" / "claude").mkdir(parents=True)
    assert claude_program.find({"HOME": str(tmp_path), "PATH": "/nowhere"}) is None


@posix
def test_the_folder_one_is_in_is_not_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made(tmp_path / "claude")
    monkeypatch.chdir(tmp_path)
    assert claude_program.find({"HOME": "/nowhere", "PATH": "."}) is None
    elsewhere = made(tmp_path / "elsewhere" / "claude")
    path = os.pathsep.join((".", "", str(tmp_path / "elsewhere")))
    assert claude_program.find({"HOME": "/nowhere", "PATH": path}) == elsewhere


def test_a_script_of_npm_is_not_started_but_what_is_behind_it(tmp_path: Path) -> None:
    script = tmp_path / "npm" / "claude.cmd"
    made(script)
    node = made(tmp_path / "npm" / "node.exe")
    entry = made(tmp_path / "npm" / "node_modules" / "@anthropic-ai" / "claude-code" / "cli.js")
    assert claude_program.command(str(script)) == [node, entry]
    native = made(tmp_path / "npm" / "node_modules" / "@anthropic-ai" / "claude-code" / "bin" / "claude.exe")
    assert claude_program.command(str(script)) == [native]


def test_a_script_with_nothing_behind_it_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelFailed) as failure:
        claude_program.command(made(tmp_path / "claude.bat"))
    assert failure.value.trouble is Trouble.NO_PROGRAM


def test_what_lies_beside_the_command_is_on_its_path(tmp_path: Path) -> None:
    environ = claude_program.environment(str(tmp_path / "bin" / "claude"), {"PATH": "/usr/bin:/bin"})
    assert environ["PATH"].split(os.pathsep) == [str(tmp_path / "bin"), "/usr/bin", "/bin"]


def test_its_version(tmp_path: Path) -> None:
    command = Command(tmp_path)
    assert claude_program.version(str(command.program)) == "2.1.289"
    assert claude_program.version(str(tmp_path / "gone")) is None
    command.program.write_text("#!/bin/sh\necho hello\n")
    assert claude_program.version(str(command.program)) is None


def test_whether_somebody_is_signed_in(tmp_path: Path) -> None:
    command = Command(tmp_path)
    program = str(command.program)
    assert claude_program.signed_in(program, "2.1.289") is True
    command.tell(signed_in=False)
    assert claude_program.signed_in(program, "2.1.289") is False
    assert claude_program.signed_in(program, "2.0.76") is None, "it would take it for a prompt"
    for said in ("Signed in.", "[]", '{"loggedIn": "yes"}', ""):
        command.program.write_text(f"#!/bin/sh\necho '{said}'\n")
        assert claude_program.signed_in(program, "2.1.289") is None


def test_versions_are_compared_by_their_numbers() -> None:
    numbers = claude_program.numbers
    assert numbers("2.0.9") < numbers("2.0.76") < numbers("2.1.5") < numbers("10.0")


def test_on_windows_its_own_installer_goes_before_npms_script(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(claude_program.sys, "platform", "win32")
    environ = {"USERPROFILE": str(tmp_path), "APPDATA": str(tmp_path / "Roaming"), "PATH": ""}
    script = made(tmp_path / "Roaming" / "npm" / "claude.cmd")
    assert claude_program.find(environ) == script
    program = made(tmp_path / ".local" / "bin" / "claude.exe")
    assert claude_program.find(environ) == program
    beside = made(tmp_path / "first" / "claude.exe")
    made(tmp_path / "first" / "claude.cmd")
    assert claude_program.find(environ | {"PATH": str(tmp_path / "first")}) == beside
