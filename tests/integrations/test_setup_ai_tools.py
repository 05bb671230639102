"""Arbor in each tool's files: what is written where, on each system."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from setup_stage import PYTHON, files, install, part

from arbor_desktop.errors import InvalidInput, NotFound
from arbor_desktop.integrations.setup.ai_tools import NAMES
from arbor_desktop.integrations.setup.invocation import Caller, this_caller
from arbor_desktop.integrations.setup.setup import Setup
from arbor_desktop.user_files.model import Standing

WINDOWS_PYTHON = r"C:\Users\Ada Lovelace\arbor\.venv\Scripts\python.exe"
Make = Callable[..., Setup]


def written(path: Path) -> Any:
    return json.loads(path.read_bytes())


def hook(path: Path, event: str) -> Any:
    """The one hook of an event."""
    ((group,)) = written(path)["hooks"][event]
    (entry,) = group["hooks"]
    return entry


# -- what is written where --


def test_claude_code_gets_its_hooks_and_the_server(setup: Setup, person: Path) -> None:
    changes = install(setup, "claude-code").changes
    assert [change.path for change in changes] == [
        str(person / ".claude" / "settings.json"),
        str(person / ".claude.json"),
    ]
    hooks = written(person / ".claude" / "settings.json")["hooks"]
    assert list(hooks) == ["SessionStart", "UserPromptSubmit", "SessionEnd", "PreCompact"]
    assert hook(person / ".claude" / "settings.json", "SessionStart") == {
        "type": "command",
        "command": PYTHON,
        "args": ["-P", "-m", "arbor_desktop", "hook", "SessionStart", "--tool", "claude-code"],
        "timeout": 10,
    }
    assert written(person / ".claude.json")["mcpServers"] == {
        "arbor": {"type": "stdio", "command": PYTHON, "args": ["-P", "-m", "arbor_desktop", "mcp"]}
    }
    assert setup.one("claude-code").standing is Standing.INSTALLED


def test_claude_code_with_a_folder_of_its_own(make: Make, tmp_path: Path, person: Path) -> None:
    folder = tmp_path / "claude config"
    install(make(CLAUDE_CONFIG_DIR=str(folder)), "claude-code")
    assert sorted(files(folder)) == [".claude.json", "settings.json"]
    assert files(person) == {}


def test_claude_codes_older_place_of_servers_is_used_where_it_is(setup: Setup, person: Path) -> None:
    (person / ".claude").mkdir()
    old = person / ".claude" / ".config.json"
    old.write_text('{"theme": "dark"}')
    install(setup, "claude-code", parts=["mcp"])
    assert "arbor" in written(old)["mcpServers"]
    assert not (person / ".claude.json").exists()


def test_codex_gets_lines_for_a_shell_and_a_table(setup: Setup, person: Path) -> None:
    install(setup, "codex")
    hooks = person / ".codex" / "hooks.json"
    assert list(written(hooks)["hooks"]) == ["SessionStart", "UserPromptSubmit", "PreCompact", "SessionEnd"]
    assert hook(hooks, "SessionStart") == {
        "type": "command",
        "command": f"{PYTHON} -P -m arbor_desktop hook SessionStart --tool codex",
        "timeout": 10,
    }
    assert tomllib.loads((person / ".codex" / "config.toml").read_text())["mcp_servers"]["arbor"] == {
        "command": PYTHON,
        "args": ["-P", "-m", "arbor_desktop", "mcp"],
        "startup_timeout_sec": 20,
    }


def test_codex_gives_a_hook_at_a_sessions_end_three_seconds_at_most(setup: Setup, person: Path) -> None:
    install(setup, "codex")
    file = person / ".codex" / "hooks.json"
    assert hook(file, "SessionEnd")["timeout"] == 3
    file.write_text(file.read_text().replace('"timeout": 3', '"timeout": 5'))
    assert setup.one("codex").standing is Standing.PARTLY
    install(setup, "codex")
    assert hook(file, "SessionEnd")["timeout"] == 3
    assert setup.one("codex").standing is Standing.INSTALLED


def test_gemini_gets_both_in_one_file_and_milliseconds(setup: Setup, person: Path) -> None:
    assert len(install(setup, "gemini").changes) == 1
    file = person / ".gemini" / "settings.json"
    assert list(written(file)["hooks"]) == ["SessionStart", "BeforeAgent", "SessionEnd", "PreCompress"]
    assert hook(file, "BeforeAgent") == {
        "type": "command",
        "command": f"{PYTHON} -P -m arbor_desktop hook BeforeAgent --tool gemini",
        "name": "arbor",
        "timeout": 5000,
    }
    assert written(file)["mcpServers"]["arbor"]["timeout"] == 20_000


@pytest.mark.parametrize(
    ("platform", "file"),
    [
        ("linux", ".config/Claude/claude_desktop_config.json"),
        ("darwin", "Library/Application Support/Claude/claude_desktop_config.json"),
        ("win32", "AppData/Roaming/Claude/claude_desktop_config.json"),
    ],
)
def test_claude_desktop_in_its_place_on_each_system(
    make: Make, person: Path, platform: str, file: str
) -> None:
    install(make(platform), "claude-desktop")
    assert list(files(person)) == [file]
    assert written(person / file) == {
        "mcpServers": {"arbor": {"command": PYTHON, "args": ["-P", "-m", "arbor_desktop", "mcp"]}}
    }


def test_claude_desktop_from_the_microsoft_store(make: Make, person: Path) -> None:
    package = person / "AppData/Local/Packages/Claude_pzs8sxrjxfjjc/LocalCache/Roaming/Claude"
    package.mkdir(parents=True)
    install(make("win32"), "claude-desktop")
    assert [path.name for path in package.iterdir()] == ["claude_desktop_config.json"]


def test_folders_that_the_environment_names(make: Make, tmp_path: Path, person: Path) -> None:
    named = {"CODEX_HOME": "codex", "GEMINI_CLI_HOME": "gemini", "XDG_CONFIG_HOME": "xdg"}
    setup = make(**{key: str(tmp_path / name) for key, name in named.items()})
    for name in ("codex", "gemini", "claude-desktop"):
        install(setup, name)
    assert files(person) == {}
    assert sorted(files(tmp_path / "codex")) == ["config.toml", "hooks.json"]
    assert list(files(tmp_path / "gemini")) == [".gemini/settings.json"]
    assert list(files(tmp_path / "xdg")) == ["Claude/claude_desktop_config.json"]


def test_what_a_project_gets(setup: Setup, person: Path, tmp_path: Path) -> None:
    project = tmp_path / "kiln"
    project.mkdir()
    for name in ("claude-code", "codex", "cursor", "gemini"):
        install(setup, name, project=project)
        assert setup.one(name, project).standing is Standing.INSTALLED
    assert sorted(files(project)) == [
        ".claude/settings.local.json", ".codex/config.toml", ".codex/hooks.json", ".cursor/mcp.json",
        ".gemini/settings.json", ".mcp.json",
    ]  # fmt: skip
    assert files(person) == {}
    assert [one.name for one in setup.list(project)] == ["claude-code", "codex", "cursor", "gemini"]
    for name in ("claude-code", "codex", "cursor", "gemini"):
        setup.apply(setup.plan(name, "remove", project=project))
    assert list(project.iterdir()) == []  # nor the folders that were made for them


def test_parts_can_be_had_alone(setup: Setup, person: Path) -> None:
    install(setup, "claude-code", parts=["hooks"])
    assert list(files(person)) == [".claude/settings.json"]
    found = setup.one("claude-code")
    assert (part(found, "hooks").standing, part(found, "mcp").standing) == (
        Standing.INSTALLED,
        Standing.ABSENT,
    )
    assert found.standing is Standing.PARTLY
    assert found.to_dict()["installed"] is False


def test_what_is_asked_wrongly_is_refused(setup: Setup, tmp_path: Path) -> None:
    with pytest.raises(
        InvalidInput, match="Choose one of claude-code, claude-desktop, codex, cursor, gemini"
    ):
        setup.plan("vim", "install")
    with pytest.raises(InvalidInput, match="Cursor has no “hooks”"):
        setup.plan("cursor", "install", parts=["hooks"])
    with pytest.raises(InvalidInput, match="no settings in projects"):
        setup.plan("claude-desktop", "install", project=tmp_path)
    with pytest.raises(InvalidInput, match="there are install and remove"):
        setup.plan("cursor", "update")
    with pytest.raises(NotFound, match="is not a folder"):
        setup.list(tmp_path / "nowhere")


def test_a_person_is_told_what_the_yes_means(setup: Setup) -> None:
    notes = " ".join(setup.plan("codex", "install").notes)
    assert "Codex was not found on this computer" in notes
    assert "sessions see your global memories" in notes
    assert "/hooks" in notes
    assert setup.plan("codex", "remove").notes == ()


def test_a_person_is_told_first_that_hooks_are_switched_off(setup: Setup, person: Path) -> None:
    (person / ".claude").mkdir()
    (person / ".claude" / "settings.json").write_text('{"disableAllHooks": true}')
    assert "turned off" in " ".join(setup.plan("claude-code", "install").notes)


# -- how Arbor is called --


def test_a_home_elsewhere_is_named_in_each_call(make: Make, person: Path) -> None:
    setup = make(caller=Caller(PYTHON, home="/data/my arbor"))
    install(setup, "claude-code")
    install(setup, "codex")
    args = hook(person / ".claude" / "settings.json", "SessionEnd")["args"]
    assert args[-2:] == ["--home", "/data/my arbor"]
    line = hook(person / ".codex" / "hooks.json", "SessionStart")["command"]
    assert shlex.split(line)[-2:] == ["--home", "/data/my arbor"]
    assert written(person / ".claude.json")["mcpServers"]["arbor"]["args"][-2:] == [
        "--home",
        "/data/my arbor",
    ]
    assert setup.one("codex").standing is Standing.INSTALLED


@pytest.mark.parametrize(
    ("program", "short", "line"),
    [
        (r"C:\arbor\python.exe", None, r"C:\arbor\python.exe -P -m arbor_desktop hook SessionStart"),
        (WINDOWS_PYTHON, r"C:\ADALOV~1\py.exe", r"C:\ADALOV~1\py.exe -P -m arbor_desktop hook SessionStart"),
        (WINDOWS_PYTHON, None, rf"& '{WINDOWS_PYTHON}' -P -m arbor_desktop hook SessionStart"),
        (r"C:\O'Neil\python.exe", None, r"& 'C:\O''Neil\python.exe' -P -m arbor_desktop hook SessionStart"),
    ],
)
def test_a_line_for_the_shells_of_windows(program: str, short: str | None, line: str) -> None:
    caller = Caller(program, platform="win32", short=lambda path: short)
    assert caller.line("hook", "SessionStart") == line


def test_a_line_for_the_shells_of_unix_is_read_back_by_a_shell() -> None:
    program = '/opt/it\'s "mine" $HOME/py'
    line = Caller(program, platform="linux").line("hook", "Stop")
    said = subprocess.run(
        ["/bin/sh", "-c", f'printf "%s\\n" {line}'], capture_output=True, text=True, check=True
    )
    assert said.stdout.splitlines() == [program, "-P", "-m", "arbor_desktop", "hook", "Stop"]


def test_this_arbor_is_called_by_its_python(monkeypatch: pytest.MonkeyPatch) -> None:
    assert this_caller(None, {}).program == sys.executable
    monkeypatch.setattr(sys, "executable", r"C:\arbor\Scripts\pythonw.exe")
    assert this_caller(None, {}, "win32").program == r"C:\arbor\Scripts\python.exe"
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", "/usr/lib/arbor-desktop/arbor-desktop")
    bundled = this_caller(None, {}, "linux")
    assert (bundled.program, bundled.arguments("mcp")) == ("/usr/lib/arbor-desktop/arbor", ["mcp"])
    appimage = this_caller(None, {"APPIMAGE": "/apps/Arbor.AppImage"}, "linux")
    assert (appimage.program, appimage.arguments("mcp")) == ("/apps/Arbor.AppImage", ["mcp"])


def test_what_is_written_can_really_be_called(make: Make, person: Path, tmp_path: Path) -> None:
    """From a project with a module of a name that Python itself imports, which must not be run."""
    install(make(caller=this_caller(tmp_path / "arbor", {})), "claude-code")
    entry = hook(person / ".claude" / "settings.json", "SessionStart")
    project = tmp_path / "project"
    project.mkdir()
    (project / "json.py").write_text("raise SystemExit('run by mistake')")
    (project / "arbor_desktop.py").write_text("raise SystemExit('run by mistake')")
    asked = {"session_id": "s", "cwd": str(project), "hook_event_name": "SessionStart", "source": "startup"}
    done = subprocess.run(
        [entry["command"], *entry["args"]], input=json.dumps(asked), capture_output=True, text=True,
        cwd=project, env={**os.environ, "ARBOR_HOME": str(tmp_path / "elsewhere")}, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert not (tmp_path / "elsewhere").exists()


def test_the_server_that_is_written_can_really_be_started(make: Make, person: Path, tmp_path: Path) -> None:
    install(make(caller=this_caller(tmp_path / "arbor-of-the-server", {})), "cursor")
    server = written(person / ".cursor" / "mcp.json")["mcpServers"]["arbor"]
    hello = {
        "jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}
        },
    }  # fmt: skip
    done = subprocess.run(
        [server["command"], *server["args"]], input=json.dumps(hello) + "\n", capture_output=True, text=True,
        cwd=person, check=False,
    )  # fmt: skip
    assert json.loads(done.stdout.splitlines()[0])["result"]["serverInfo"]["name"]


# -- where it stands --


def test_a_call_of_an_arbor_that_is_gone_is_said_and_mended(make: Make, person: Path) -> None:
    install(make(caller=Caller("/gone/python")), "claude-code")
    setup = make(caller=Caller(sys.executable))
    found = setup.one("claude-code")
    assert found.standing is Standing.PARTLY
    for one in found.parts:
        assert "no longer exists (/gone/python)" in one.note
    install(setup, "claude-code")
    assert setup.one("claude-code").standing is Standing.INSTALLED
    assert b"/gone" not in b"".join(files(person).values())


def test_a_call_of_another_arbor_is_said(make: Make, tmp_path: Path) -> None:
    other = tmp_path / "python"
    other.touch()
    install(make(caller=Caller(str(other))), "cursor")
    assert f"another copy of Arbor ({other})" in make().one("cursor").parts[0].note


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("claude-code", {"disableAllHooks": True}),
        ("gemini", {"hooksConfig": {"enabled": False}}),
        ("gemini", {"tools": {"enableHooks": False}}),
    ],
)
def test_hooks_that_the_tool_is_told_not_to_call(
    setup: Setup, person: Path, name: str, settings: dict[str, Any]
) -> None:
    file = person / f".{name.removesuffix('-code')}" / "settings.json"
    file.parent.mkdir()
    file.write_text(json.dumps(settings))
    install(setup, name)
    assert "turned off in this file" in part(setup.one(name), "hooks").note


def test_a_tool_that_is_here_is_found(setup: Setup, person: Path) -> None:
    assert not any(one.found for one in setup.list())
    for folder in (".claude", ".codex", ".cursor", ".gemini", ".config/Claude"):
        (person / folder).mkdir(parents=True)
    assert all(one.found for one in setup.list())
    assert tuple(one.name for one in setup.list()) == NAMES


def test_the_store_is_told_of_hooks_alone(make: Make) -> None:
    told: list[tuple[str, bool]] = []
    setup = make(noted=lambda tool, installed: told.append((tool, installed)))
    install(setup, "cursor")
    install(setup, "codex", parts=["mcp"])
    assert told == []
    install(setup, "codex")
    setup.apply(setup.plan("codex", "remove"))
    install(setup, "gemini")
    assert told == [
        ("codex", True),
        ("codex", False),
        ("gemini-cli", True),
    ]  # as their conversations are named
    assert setup.hooked() == ("gemini-cli",)


def test_codex_says_itself_whether_its_hooks_are_trusted(setup: Setup, person: Path) -> None:
    install(setup, "codex")
    config, hooks = person / ".codex" / "config.toml", person / ".codex" / "hooks.json"
    written = config.read_text()

    def note(more: str) -> str:
        config.write_text(written + more)
        found = part(setup.one("codex"), "hooks")
        assert found.standing is Standing.INSTALLED
        return found.note

    events = ("session_start", "user_prompt_submit", "pre_compact", "session_end")
    trusted = "".join(f'[hooks.state."{hooks}:{event}:0:0"]\ntrusted_hash = "sha256:1"\n' for event in events)
    assert "type /hooks in Codex" in note("")
    assert (setup.hooked(), setup.hooked(called=True)) == (("codex",), ())
    assert note(trusted) == ""
    assert setup.hooked(called=True) == ("codex",)
    assert "type /hooks in Codex" in note(trusted.replace("pre_compact", "stop"))
    assert "update Codex" in note(trusted.replace("session_end", "stop"))
    assert "type /hooks in Codex" in note(trusted.replace(str(hooks), "/elsewhere/hooks.json"))
    assert "SessionEnd is turned off" in note(trusted + "enabled = false\n")
    assert "turned off in" in note("[features]\nhooks = false\n" + trusted)
    assert "turned off in" in note("[features]\ncodex_hooks = false\n" + trusted)


def test_codex_hooks_of_an_older_arbor_are_to_be_installed_again(setup: Setup, person: Path) -> None:
    install(setup, "codex")
    hooks = person / ".codex" / "hooks.json"
    older = written(hooks)
    del older["hooks"]["SessionEnd"]
    hooks.write_text(json.dumps(older))
    found = part(setup.one("codex"), "hooks")
    assert (found.standing, setup.hooked()) == (Standing.PARTLY, ())
    assert "Connect it again" in found.note
    install(setup, "codex")
    assert "SessionEnd" in written(hooks)["hooks"]


def test_a_project_does_not_need_the_hooks_that_hold_everywhere(setup: Setup, tmp_path: Path) -> None:
    def notes(parts: list[str] | None = None) -> str:
        return " ".join(setup.plan("codex", "install", parts, tmp_path).notes)

    assert "not needed" not in notes()
    install(setup, "codex")
    assert "they are not needed here" in notes()
    assert "not needed" not in notes(["mcp"])
