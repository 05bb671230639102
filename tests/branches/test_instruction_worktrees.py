"""Worktrees share the memory of their repository, or are projects of their own: as a person says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arbor_desktop.projects.git import project_root
from arbor_desktop.service import MemoryService


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "app" / ".git").mkdir(parents=True)
    (tmp_path / "app" / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    return tmp_path / "app"


@pytest.fixture
def tree(project: Path) -> Path:
    """A worktree beside the repository, as `git worktree add` makes it."""
    folder, inside = project.parent / "app-login", project / ".git" / "worktrees" / "app-login"
    folder.mkdir()
    inside.mkdir(parents=True)
    (folder / ".git").write_text(f"gitdir: {inside}\n")
    (inside / "gitdir").write_text(f"{folder / '.git'}\n")
    (inside / "HEAD").write_text("ref: refs/heads/login\n")
    return folder


def session(folder: Path, cwd: Path, name: str, said: str) -> Path:
    record = {
        "type": "user",
        "uuid": f"00000000-0000-4000-8000-0000000000{name}",
        "parentUuid": None,
        "sessionId": f"10000000-0000-4000-8000-0000000000{name}",
        "timestamp": "2026-01-01T10:00:00.000Z",
        "cwd": str(cwd),
        "isSidechain": False,
        "message": {"role": "user", "content": said},
    }
    path = folder / f"{name}.jsonl"
    path.write_text(json.dumps(record) + "\n")
    return path


def test_they_share_at_first_and_are_their_own_when_that_is_switched_off(
    service: MemoryService, project: Path, tree: Path, tmp_path: Path
) -> None:
    service.capture([session(tmp_path, tree, "01", "Always use pnpm instead of npm in this repository.")])
    assert {one.scope_id for one in service.query().memories} == {str(project)}
    service.switch(str(project), share_worktrees=False)
    service.capture([session(tmp_path, tree, "02", "Always run the tests with pytest in this repository.")])
    assert {one.scope_id for one in service.query().memories} == {str(project), str(tree)}


def test_a_worktree_of_its_own_has_switches_of_its_own(
    service: MemoryService, project: Path, tree: Path
) -> None:
    switches = service.branch_memory.options
    assert switches.project_of(str(tree)) == str(project)
    service.switch(str(project), share_worktrees=False)
    assert switches.project_of(str(tree)) == str(tree)
    service.store(
        "Feature flags live in flags.py", type="instruction", category="project_conventions",
        scope="project", scope_id=str(tree), branch="login",
    )  # fmt: skip
    service.switch(str(tree), instructions={"AGENTS.md": "block"})
    assert "flags.py" in (tree / "AGENTS.md").read_text()
    assert not (project / "AGENTS.md").exists()


def test_a_worktree_that_is_gone_is_told_by_where_tools_make_them(tmp_path: Path) -> None:
    gone = f"{tmp_path}/app/.claude/worktrees/login/src"
    assert project_root(gone) == f"{tmp_path}/app"
    assert project_root(gone, {f"{tmp_path}/app"}) == f"{tmp_path}/app/.claude/worktrees/login"
