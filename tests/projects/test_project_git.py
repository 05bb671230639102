"""Projects and branches to choose from, and the branch that is checked out."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from arbor_desktop.projects.git import checked_out
from arbor_desktop.projects.model import Branches
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock
from tests.reliability.sessions import START, Session

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


def git(folder: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=Noor", "-c", "user.email=noor@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    made = tmp_path / "kiln"
    made.mkdir()
    git(made, "init", "-q", "-b", "trunk")
    git(made, "commit", "-q", "--allow-empty", "-m", "first")
    return made


@needs_git
def test_the_branch_that_is_checked_out(repository: Path, tmp_path: Path) -> None:
    assert checked_out(str(repository)) == "trunk"
    git(repository, "switch", "-q", "-c", "feat/outbox")
    assert checked_out(str(repository)) == "feat/outbox"
    git(repository, "worktree", "add", "-q", "-b", "side", str(tmp_path / "side"))
    assert checked_out(str(tmp_path / "side")) == "side", "a worktree has a head of its own"
    git(repository, "checkout", "-q", "--detach")
    assert checked_out(str(repository)) is None


def test_no_branch_where_git_is_not_used(tmp_path: Path) -> None:
    assert checked_out(str(tmp_path)) is None
    assert checked_out(str(tmp_path / "gone")) is None
    (tmp_path / ".git").write_text("something else")
    assert checked_out(str(tmp_path)) is None


@needs_git
def test_branches_of_a_project_come_with_the_latest_first(
    service: MemoryService, repository: Path, clock: ManualClock
) -> None:
    project = str(repository)
    for branch in ("feat/old", "feat/new"):
        clock.advance(days=1)
        service.store(
            f"Deploys go through {branch}", scope="project", scope_id=project, branch=branch, type="fact"
        )
    service.store("Elsewhere it is main", scope="project", scope_id="/srv/pollen", branch="main", type="fact")
    assert service.branches(project) == Branches("trunk", ("trunk", "feat/new", "feat/old"))
    assert service.branches("/srv/pollen") == Branches(None, ("main",))
    assert service.branches("/srv/unknown") == Branches(None, ())


def test_branches_of_deleted_memories_are_not_offered(service: MemoryService) -> None:
    stored = service.store(
        "Deploys go through gone", scope="project", scope_id="/srv/kiln", branch="gone", type="fact"
    )
    service.delete(stored.id)
    assert service.branches("/srv/kiln").known == ()


def talk(service: MemoryService, folder: Path, project: str, hours: int) -> None:
    said = (
        Session(project[5:], project, start=START + hours * 3600).say("Why does this fail?").reply("No idea.")
    )
    service.capture([said.write(folder)])


def test_the_latest_project_is_that_of_the_newest_conversation(
    service: MemoryService, tmp_path: Path
) -> None:
    assert service.latest_project() is None
    for project, hours in (("/srv/pollen", 5), ("/srv/desk", 1)):
        talk(service, tmp_path, project, hours)
    assert service.latest_project() == "/srv/pollen"
    assert "main" in service.branches("/srv/pollen").known


def test_a_project_with_memories_comes_before_one_without(service: MemoryService, tmp_path: Path) -> None:
    talk(service, tmp_path, "/srv/pollen", 5)
    service.store("Kilns are fired on Fridays", scope="project", scope_id="/srv/kiln", type="fact")
    assert service.latest_project() == "/srv/kiln", "no conversation is of a project with memories"
    for project, hours in (("/srv/desk", 2), ("/srv/kiln", 1)):
        talk(service, tmp_path, project, hours)
        service.store(f"Here it is {project}", scope="project", scope_id=project, type="fact")
    assert service.latest_project() == "/srv/desk"
