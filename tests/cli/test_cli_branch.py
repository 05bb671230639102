"""arbor branch: what is remembered of each branch."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]
EMPTY: dict[str, list[str]] = {
    "Facts": [], "Architectural Decisions": [], "Conventions": [], "Bug Patterns": [],
}  # fmt: skip


@pytest.fixture
def at(run: Run, project: Path) -> tuple[str, ...]:
    """Where it is asked for, with one memory there."""
    (project / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    said = run(
        "add", "Use tabs in all of the code", "--type", "instruction", "--category", "project_conventions",
        "--scope", "project", "--scope-id", str(project),
    )  # fmt: skip
    assert said.code == 0
    return ("--project", str(project), "--json")


def test_show_prints_what_the_file_would_be(run: Run, project: Path, at: tuple[str, ...]) -> None:
    said = run("branch", "show", "main", *at[:2])
    assert said.code == 0
    assert said.out.startswith("# Branch Memory: main\n\n> ")
    assert "- Use tabs in all of the code\n" in said.out
    shown = run("branch", "show", "main", *at).json
    assert shown["sections"] == {
        **EMPTY,
        "Conventions": ["Use tabs in all of the code"],
    }
    assert (shown["branch"], shown["project"], shown["has_file"]) == ("main", str(project), False)
    assert not (project / ".arbor").exists()


def test_nothing_remembered_is_nothing_found(run: Run, project: Path) -> None:
    said = run("branch", "show", "main", "--project", str(project), "--json")
    assert (said.code, said.json["sections"]) == (3, EMPTY)


def test_a_branch_that_nobody_knows_is_said_so(run: Run, at: tuple[str, ...]) -> None:
    said = run("branch", "show", "typo", *at[:2])
    assert (said.code, "There is no branch typo yet" in said.err) == (0, True)


def test_memorize_tells_what_changed(run: Run, project: Path, at: tuple[str, ...]) -> None:
    run("instructions", "on", "branches", *at)
    made = run("branch", "memorize", "feature/a", *at).json
    assert (made["added"], made["updated"], made["removed"], made["kept"]) == (1, 0, 0, 0)
    assert made["changes"] == [
        {
            "kind": "added",
            "section": "Conventions",
            "text": "Use tabs in all of the code",
            "before": [],
            "reason": "",
        }
    ]
    assert made["path"] == str(project / ".arbor" / "memory" / "branches" / "feature_a.md")
    assert Path(made["path"]).is_file()
    assert run("branch", "memorize", "feature/a", *at).json["kept"] == 1
    assert "1 kept" in run("branch", "memorize", "feature/a", *at[:2]).out


def test_list_names_branches_with_their_files(run: Run, project: Path, at: tuple[str, ...]) -> None:
    run("instructions", "on", "branches", *at)
    listed = run("branch", "list", *at).json
    assert [(one["name"], one["checked_out"]) for one in listed] == [("main", True)]
    assert listed[0]["path"] == str(project / ".arbor" / "memory" / "branches" / "main.md")
    assert "main.md" in run("branch", "list", *at[:2]).out


def test_clear_empties_it(run: Run, at: tuple[str, ...]) -> None:
    cleared = run("branch", "clear", "main", "--yes", *at).json
    assert (cleared["archived"], cleared["left_out"]) == (0, 1)
    assert run("branch", "show", "main", *at).code == 3
    assert run("branch", "clear", "main", "--yes", *at).code == 3
    assert run("branch", "memorize", "main", "--again", *at).json["added"] == 1


def test_edit_takes_a_whole_text(
    run: Run, project: Path, at: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = run("branch", "show", "main", *at).json["text"]
    edited = text.replace("Use tabs in all of", "Use four spaces in all of").replace(
        "## Facts\n\n_No entries yet._", "## Facts\n\n- The shop sells tea."
    )
    monkeypatch.setattr(sys, "stdin", io.StringIO(edited))
    after = run("branch", "edit", "main", "--file", "-", *at).json
    assert after["sections"]["Facts"] == ["The shop sells tea."]
    assert after["sections"]["Conventions"] == ["Use four spaces in all of the code"]
    listed = run("list", "--project", str(project), "--status", "all", "--json").json
    assert listed["total"] == 2
    assert run("undo", "--json").code == 0
    assert run("branch", "show", "main", *at).json["sections"] == {
        **EMPTY,
        "Conventions": ["Use tabs in all of the code"],
    }


def test_a_text_that_is_none_is_refused(
    run: Run, at: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("Hello"))
    said = run("branch", "edit", "main", "--file", "-", *at)
    assert (said.code, said.json["code"]) == (2, "INVALID_INPUT")
    assert "first line" in said.json["message"]


def test_it_says_that_nothing_was_given(
    run: Run, at: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    said = run("branch", "edit", "main", *at)
    assert said.code != 0
    assert said.json["message"].startswith("The text is empty")


def test_a_captured_conversation_reaches_the_file(
    run: Run, project: Path, write_session: Callable[..., Path]
) -> None:
    (project / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    run("instructions", "on", "branches", "--project", str(project))
    path = write_session("one", "Always use pnpm instead of npm in this repository.")
    assert run("capture", str(path), "--json").code == 0
    assert "pnpm" in (project / ".arbor" / "memory" / "branches" / "main.md").read_text()
