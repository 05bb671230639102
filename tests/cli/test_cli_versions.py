"""versions: what is kept of AI tools' memory files, what changed, and restoring."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.fixture
def notes(home: Path) -> Path:
    path = Path(os.environ["HOME"]) / ".claude" / "projects" / "-src-app" / "memory" / "MEMORY.md"
    path.parent.mkdir(parents=True)
    path.write_text("- one\n- two\n- three\n")
    return path


@pytest.fixture
def overwritten(run, notes):
    """A file of which two versions are kept."""
    assert run("versions", "on", "claude-code").code == 0
    notes.write_text("- other\n")
    run("versions")
    return notes


def numbers(run):
    return [one["id"] for one in run("versions", "show", "MEMORY.md", "--json").json["versions"]]


def test_nothing_is_kept_until_it_is_turned_on(run, notes):
    tools = run("versions", "--json").json
    assert [(one["name"], one["on"], one["found"]) for one in tools] == [
        ("claude-code", False, True),
        ("codex", False, False),
        ("gemini-cli", False, False),
    ]
    said = run("versions", "on", "claude-code", "--json").json
    [file] = said["files"]
    assert (file["path"], file["exists"], file["versions"]) == (str(notes), True, 1)
    said = run("versions", "off", "claude-code")
    assert said.out == "Claude Code: off. Versions stay.\n"
    notes.write_text("- other\n")
    [file] = run("versions", "--json").json[0]["files"]
    assert file["versions"] == 1


def test_a_tool_that_is_not_here_is_said(run):
    said = run("versions", "on", "codex")
    assert said.code == 3
    assert "Codex is not on this computer" in said.err
    assert run("versions", "on", "cursor").code == 2


def test_the_list_names_files_and_what_was_deleted(run, overwritten):
    overwritten.unlink()
    said = run("versions")
    assert f"{overwritten}  3 versions · changed just now deleted" in said.out
    assert "Codex         off, not found on this computer" in said.out


def test_versions_and_what_one_changed_are_shown(run, overwritten):
    said = run("versions", "show", "MEMORY.md")
    assert str(overwritten) in said.out
    assert "+1 −3 lines (of 3)" in said.out
    newest, oldest = numbers(run)
    said = run("versions", "show", "MEMORY.md", str(newest))
    assert "-- two" in said.out.splitlines()
    assert "+- other" in said.out.splitlines()
    shown = run("versions", "show", "MEMORY.md", str(oldest), "--json").json
    assert (shown["id"], shown["lines"], shown["loss"]) == (oldest, 3, False)
    assert "+- three" in shown["diff"]


def test_a_version_is_restored_and_that_is_undone(run, overwritten):
    _, oldest = numbers(run)
    done = run("versions", "restore", "MEMORY.md", str(oldest), "--json").json
    assert overwritten.read_text() == "- one\n- two\n- three\n"
    assert done["now"]["restored"] is True
    said = run("versions", "restore", "MEMORY.md", str(done["before"]["id"]))
    assert said.out.startswith(f"Restored {overwritten}.\nUndo with: arbor versions restore MEMORY.md ")
    assert overwritten.read_text() == "- other\n"


def test_a_deleted_file_is_restored_and_deleted_again(run, overwritten):
    overwritten.unlink()
    oldest = numbers(run)[-1]
    done = run("versions", "restore", "MEMORY.md", str(oldest), "--json").json
    assert overwritten.read_text() == "- one\n- two\n- three\n"
    said = run("versions", "restore", "MEMORY.md", str(done["before"]["id"]))
    assert said.out.startswith(f"Deleted {overwritten}.")
    assert not overwritten.exists()


def test_what_does_not_exist_is_refused(run, overwritten):
    assert run("versions", "show", "OTHER.md").code == 3
    said = run("versions", "restore", "MEMORY.md", "4711")
    assert said.code == 3
    assert "no version 4711" in said.err
    assert overwritten.read_text() == "- other\n"


def test_versions_are_deleted_and_the_file_stays(run, overwritten):
    assert run("versions", "off", "claude-code").code == 0
    assert run("versions", "delete", "MEMORY.md", "--yes", "--json").json["deleted"] == 2
    assert run("versions", "show", "MEMORY.md").code == 3
    assert overwritten.read_text() == "- other\n"
