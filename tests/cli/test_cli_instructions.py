"""arbor instructions: what is switched on for a project, shown before, done and taken back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

Run = Callable[..., Any]


def remember(run: Run, project: Path) -> None:
    said = run(
        "add", "Use tabs in all of the code", "--type", "instruction", "--category", "project_conventions",
        "--scope", "project", "--scope-id", str(project),
    )  # fmt: skip
    assert said.code == 0


def test_on_shows_writes_and_off_takes_out(run: Run, project: Path) -> None:
    mine = "# Mine\n"
    (project / "CLAUDE.md").write_text(mine)
    remember(run, project)
    planned = run("instructions", "on", "CLAUDE.md", "--project", str(project), "--dry-run", "--json").json
    assert planned["would_change"][0]["path"] == str(project / "CLAUDE.md")
    assert "+- Use tabs in all of the code" in planned["would_change"][0]["diff"]
    assert (project / "CLAUDE.md").read_text() == mine
    done = run("instructions", "on", "CLAUDE.md", "--project", str(project), "--json").json
    assert done["instructions"] == {"CLAUDE.md": "block"}
    assert [part["standing"] for part in done["files"]] == ["installed", *["absent"] * 4]
    assert "- Use tabs in all of the code" in (project / "CLAUDE.md").read_text()
    done = run("instructions", "off", "CLAUDE.md", "--project", str(project), "--json").json
    assert done["instructions"] == {}
    assert (project / "CLAUDE.md").read_text() == mine


def test_one_switch_leaves_the_others(run: Run, project: Path) -> None:
    at = ("--project", str(project), "--json")
    run("instructions", "on", "CLAUDE.md", "--import", *at)
    run("instructions", "on", "AGENTS.md", *at)
    run("instructions", "off", "worktrees", *at)
    listed = run("instructions", "list", *at).json
    assert listed["instructions"] == {"CLAUDE.md": "import", "AGENTS.md": "block"}
    assert listed["share_worktrees"] is False
    assert listed["activation"] is False


def test_it_is_of_the_project_that_a_folder_belongs_to(run: Run, project: Path) -> None:
    (project / "src").mkdir()
    listed = run("instructions", "list", "--project", str(project / "src"), "--json").json
    assert listed["project"] == str(project)


def test_people_read_how_each_file_stands(run: Run, project: Path) -> None:
    remember(run, project)
    run("instructions", "on", "CLAUDE.md", "--project", str(project))
    (project / "CLAUDE.md").write_text("<!-- arbor:end 0123456789ab -->\n")
    said = run("instructions", "list", "--project", str(project))
    assert "left alone" in said.out
    assert "its begin is missing" in " ".join(said.out.split())
    refreshed = run("instructions", "refresh", "--project", str(project))
    assert "its begin is missing" in " ".join(refreshed.err.split())


def test_what_is_not_possible_is_refused(run: Run, project: Path, tmp_path: Path) -> None:
    at = ("--project", str(project))
    assert run("instructions", "on", "README.md", *at).code == 2
    assert run("instructions", "on", "activation", "--import", *at).code == 2
    refused = run("instructions", "on", "AGENTS.md", "--import", *at)
    assert refused.code == 2
    assert "follow no imports" in refused.err
    assert run("instructions", "on", "CLAUDE.md", "--project", str(tmp_path / "gone")).code == 2


def test_a_session_that_is_captured_reaches_the_file(run: Run, project: Path, captured: Path) -> None:
    run("instructions", "on", "CLAUDE.md", "--project", str(project))
    assert "pnpm" in (project / "CLAUDE.md").read_text()


def test_it_names_the_files_that_were_written(run: Run, project: Path) -> None:
    remember(run, project)
    file, at = project / "CLAUDE.md", ("--project", str(project))
    assert f"Made {file}" in run("instructions", "on", "CLAUDE.md", *at).err
    assert str(file) not in run("instructions", "on", "CLAUDE.md", *at).err
    assert f"Removed {file}" in run("instructions", "off", "CLAUDE.md", *at).err


def test_a_folder_that_is_not_here_is_named(run: Run, tmp_path: Path) -> None:
    gone = str(tmp_path / "gone")
    assert f"{gone} is not a folder here." in run("instructions", "list", "--project", gone).err
