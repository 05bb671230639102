"""integrate: what is set up in AI tools, shown before it is made; and what doctor says of it."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
from pathlib import Path

import pytest
from arbor_cli import CHECKOUT, arbor

from arbor_desktop.integrations.mcp import entry

NAMES = ["claude-code", "claude-desktop", "codex", "cursor", "gemini"]


@pytest.fixture
def person(home: Path) -> Path:
    """The folder of the person who runs the command."""
    return Path(os.environ["HOME"])


def settings(person: Path) -> Path:
    return person / ".claude" / "settings.json"


def test_list_tells_of_every_tool(run):
    found = run("integrate", "list", "--json").json
    assert [one["name"] for one in found] == NAMES
    assert {"name", "installed", "files", "note"} <= found[0].keys()
    assert not any(one["installed"] for one in found)
    assert all(len(one["files"]) == len(set(one["files"])) for one in found)


def test_install_and_remove_answer_what_was_changed(run, person):
    (person / ".claude.json").write_text('{"numStartups": 1}')
    said = run("integrate", "install", "claude-code", "--json")
    assert said.code == 0
    made, changed = said.json["changed"]
    assert made == {"path": str(settings(person)), "backup": None}
    assert changed["path"] == str(person / ".claude.json")
    assert Path(changed["backup"]).read_text() == '{"numStartups": 1}'
    assert run("integrate", "list", "--json").json[0]["installed"] is True
    assert run("integrate", "remove", "claude-code", "--json").code == 0
    assert not settings(person).exists()
    assert (person / ".claude.json").read_text() == '{"numStartups": 1}'


def test_one_part_alone_needs_no_repair(run):
    run("integrate", "install", "claude-code", "--part", "hooks")
    said = run("integrate", "list").out
    assert "Claude Code     partly installed" in said
    assert "needs repair" not in said


def test_a_home_of_ones_own_is_in_each_call(run, home, person):
    run("integrate", "install", "claude-code")
    hook = json.loads(settings(person).read_text())["hooks"]["SessionEnd"][0]["hooks"][0]
    assert hook["command"] == sys.executable
    assert hook["args"][-2:] == ["--home", str(home)]


def test_installing_twice_changes_nothing_the_second_time(run, person):
    run("integrate", "install", "codex", "--json")
    before = (person / ".codex" / "hooks.json").stat().st_mtime_ns
    again = run("integrate", "install", "codex", "--json")
    assert (again.code, again.json) == (0, {"changed": []})
    assert "already" in again.err
    assert (person / ".codex" / "hooks.json").stat().st_mtime_ns == before


def test_what_to_do_next_is_said_where_sessions_are_told(run):
    assert "arbor receipts" in run("integrate", "install", "claude-code").out
    assert "arbor receipts" not in run("integrate", "install", "cursor").out
    assert "arbor receipts" not in run("integrate", "remove", "claude-code").out


def test_removing_what_is_not_there_finds_nothing(run):
    said = run("integrate", "remove", "gemini", "--json")
    assert (said.code, said.json) == (3, {"changed": []})


def test_a_dry_run_shows_the_change_and_makes_none(run, person):
    shown = run("integrate", "install", "cursor", "--dry-run")
    assert "--- (no file)\n+++ " in shown.out
    assert '+    "arbor": {' in shown.out
    document = run("integrate", "install", "cursor", "--dry-run", "--json").json
    assert document["changed"] == []
    (would,) = document["would_change"]
    assert would["path"] == str(person / ".cursor" / "mcp.json")
    assert "+++ " in would["diff"]
    assert not (person / ".cursor").exists()


def test_uninstall_and_status_are_other_words_for_remove_and_list(run, person):
    run("integrate", "install", "cursor")
    assert run("integrate", "status", "--json").json == run("integrate", "list", "--json").json
    assert run("integrate", "uninstall", "cursor", "--json").json["changed"]
    assert run("integrate", "remove", "cursor").code == 3


def test_parts_and_projects(run, person, tmp_path):
    run("integrate", "install", "codex", "--part", "mcp", "--project", str(tmp_path))
    assert [path.name for path in (tmp_path / ".codex").iterdir()] == ["config.toml"]
    assert not (person / ".codex").exists()
    listed = run("integrate", "list", "--project", str(tmp_path), "--json").json
    assert [one["name"] for one in listed] == ["claude-code", "codex", "cursor", "gemini"]
    assert next(one for one in listed if one["name"] == "codex")["standing"] == "partly"


def test_a_project_may_be_given_by_its_name(run, captured, project, monkeypatch):
    run("integrate", "install", "codex", "--part", "mcp", "--project", project.name)
    assert (project / ".codex" / "config.toml").exists()
    served = []
    monkeypatch.setattr(entry, "serve", lambda opened, folder: served.append(folder))
    assert run("mcp", "--project", project.name).code == 0
    assert served == [str(project)]
    assert entry.main(["mcp", "--project", project.name]) is None, "left to the command line"
    said = f"There is no folder {Path.cwd() / 'nowhere'}, and no project of that name."
    for command in (
        ["integrate", "list", "--project", "nowhere"],
        ["mcp", "--project", "nowhere"],
        ["sync", "project", "a-key", "nowhere"],
        ["team", "project", "nowhere", "on"],
    ):
        assert said in run(*command).err


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["install", "vim"], 2, "There is no “vim”"),
        (["install", "cursor", "--part", "hooks"], 2, "Cursor has no “hooks”"),
        (["install", "claude-desktop", "--project", "."], 2, "no settings in projects"),
        (["install", "codex", "--project", "/nowhere"], 3, "is not a folder"),
        (["install", "codex", "--part", "all"], 2, "choose from"),
    ],
)
def test_what_is_asked_wrongly_is_said(run, arguments, code, said):
    done = run("integrate", *arguments)
    assert done.code == code
    assert said in done.err


def test_a_file_that_is_left_alone_is_named_with_what_to_do(run, person):
    settings(person).parent.mkdir()
    settings(person).write_text('{"hooks": ')
    done = run("integrate", "install", "claude-code", "--json")
    assert done.code == 1
    assert done.json["code"] == "STORAGE_ERROR"
    assert str(settings(person)) in done.json["message"]
    assert "Fix it, then try again." in done.json["message"]
    listed = run("integrate", "list")
    assert "left alone" in listed.out


def test_the_list_is_for_people_too(run, person):
    run("integrate", "install", "gemini")
    out = run("integrate", "list").out
    assert "Gemini CLI" in out
    assert f"~{os.sep}.gemini{os.sep}settings.json" in out
    assert "not found on this computer" in out


def on_a_terminal(*arguments: str, answer: str) -> tuple[int, str]:
    """The exit code and all that is shown, with a person who answers the question."""
    pty = pytest.importorskip("pty")  # not on Windows
    environ = os.environ | {"TERM": "dumb"}
    parent, child = pty.openpty()
    with subprocess.Popen(
        arbor(*arguments),
        cwd=CHECKOUT,
        stdin=child,
        stdout=child,
        stderr=child,
        env=environ,
    ) as process:
        os.close(child)
        shown = b""
        while True:
            select.select([parent], [], [])
            try:
                read = os.read(parent, 4096)
            except OSError:  # the other end is closed: it has ended
                break
            if not read:
                break
            shown += read
            if b"[y/N]" in read:
                os.write(parent, answer.encode() + b"\n")
        code = process.wait()
    os.close(parent)
    return code, shown.decode().replace("\r\n", "\n")


def test_on_a_terminal_the_change_is_shown_and_asked_for(home, person):
    code, shown = on_a_terminal("integrate", "install", "cursor", answer="n")
    assert code == 1
    assert '+    "arbor": {' in shown
    assert "By connecting, you let" in shown[: shown.index("[y/N]")]
    assert "Nothing was changed." in shown
    assert not (person / ".cursor").exists()
    code, shown = on_a_terminal("integrate", "install", "cursor", answer="y")
    assert code == 0
    assert f"Made {person / '.cursor' / 'mcp.json'}" in shown
    code, shown = on_a_terminal("integrate", "remove", "cursor", "--yes", answer="")
    assert code == 0
    assert "[y/N]" not in shown


# -- doctor --


def checks(run) -> dict[str, dict[str, str]]:
    return {check["name"]: check for check in run("doctor", "--json").json["checks"]}


def test_doctor_is_silent_of_what_is_not_set_up(run):
    assert not [name for name in checks(run) if name.startswith(("integration", "hooks"))]


def test_doctor_says_what_is_set_up_where(run, person):
    run("integrate", "install", "claude-code")
    found = checks(run)["integration Claude Code"]
    assert found["status"] == "ok"
    assert str(settings(person)) in found["message"]
    assert str(person / ".claude.json") in found["message"]


def test_doctor_says_that_codex_was_not_told_to_trust_the_hooks(run):
    run("integrate", "install", "codex")
    found = checks(run)["integration Codex"]
    assert found["status"] == "warning"
    assert "type /hooks in Codex" in found["message"]


def test_doctor_says_what_calls_an_arbor_that_is_gone_and_how_to_mend_it(run, person):
    run("integrate", "install", "claude-code")
    settings(person).write_text(settings(person).read_text().replace(sys.executable, "/gone/python"))
    found = checks(run)["integration Claude Code"]
    assert found["status"] == "warning"
    assert "no longer exists (/gone/python)" in found["message"]
    assert found["mend"] == "Run: arbor integrate install claude-code"
    assert run(*found["mend"].removeprefix("Run: arbor ").split()).code == 0
    assert checks(run)["integration Claude Code"]["status"] == "ok"


def test_doctor_says_that_a_file_can_not_be_read_any_more(run, person):
    run("integrate", "install", "cursor")
    (person / ".cursor" / "mcp.json").write_text("{")
    found = checks(run)["integration Cursor"]
    assert found["status"] == "warning"
    assert "can't be read as JSON" in found["message"]


def test_doctor_says_that_hooks_are_switched_off(run, person):
    settings(person).parent.mkdir()
    settings(person).write_text('{"disableAllHooks": true}')
    run("integrate", "install", "claude-code")
    assert "turned off" in checks(run)["integration Claude Code"]["message"]


def test_doctor_says_whether_hooks_are_called(run):
    run("integrate", "install", "gemini")
    found = checks(run)["hooks of Gemini CLI"]
    assert found["status"] == "ok"
    assert "No Gemini CLI session has contacted Arbor yet" in found["message"]


@pytest.mark.skipif(sys.platform == "win32", reason="a script as a program")
def test_doctor_says_that_claude_code_is_too_old_for_its_hooks(run, tmp_path, monkeypatch):
    program = tmp_path / "claude"
    program.write_text("#!/bin/sh\necho '2.1.100 (Claude Code)'\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    run("integrate", "install", "claude-code")
    warned = [
        check for check in run("doctor", "--json").json["checks"] if check["mend"] == "Run: claude update"
    ]
    assert [check["name"] for check in warned] == ["hooks of Claude Code"]
    assert "2.1.100; the hooks need 2.1.139 or newer" in warned[0]["message"]
