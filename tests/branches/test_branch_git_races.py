"""What git, a lost disk or a program that cuts files off do to the file of a branch archives nothing."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from arbor_desktop.branches import files
from arbor_desktop.branches.document import parse
from arbor_desktop.branches.model import Section
from arbor_desktop.projects.git import (
    branch_at,
    checked_out,
    git_folder,
    head,
    in_progress,
    linked_worktrees,
    project_root,
)
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock

pytestmark = pytest.mark.slow

PORT, DOCKER = "The server listens on port 8080.", "The tests need Docker."


class Desk:
    def __init__(self, service: MemoryService, folder: Path) -> None:
        self.service, self.folder = service, folder
        folder.mkdir()

    def switch_on(self) -> None:
        self.service.switch(str(self.folder), branch_files=True)

    def remember(self, text: str) -> str:
        given = {"type": "fact", "category": "facts", "scope": "project", "scope_id": str(self.folder)}
        return self.service.store(text, **given).id

    @property
    def file(self) -> Path:
        return self.folder / ".arbor" / "memory" / "branches" / "main.md"

    def sync(self) -> bool:
        return self.service.branch_memory.sync(str(self.folder), "main")

    def facts(self) -> set[str]:
        return set(parse(self.file.read_text()).document.sections[Section.FACTS])

    def statuses(self) -> set[str]:
        found = self.service.query(limit=1000, status="all", scope="project", scope_id=str(self.folder))
        return {one.status.value for one in found.memories}

    def drop(self, *texts: str) -> None:
        there = self.file.read_text()
        for text in texts:
            there = there.replace(f"- {text}\n", "")
        self.file.write_text(there)

    def trouble(self) -> str:
        return self.service.get_branch_memory(str(self.folder), "main").trouble or ""


@pytest.fixture
def desk(home: Path, clock: ManualClock, tmp_path: Path) -> Iterator[Desk]:
    with MemoryService.open(home, clock=clock) as service:
        yield Desk(service, tmp_path / "desk")


def git(folder: Path, *arguments: str) -> None:
    who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "init.defaultBranch=main"]
    subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True)


needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


def test_what_git_is_still_writing_is_not_read(desk: Desk) -> None:
    """A checkout writes the files first, and HEAD when it is done."""
    (desk.folder / ".git" / "logs").mkdir(parents=True)
    (desk.folder / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    (desk.folder / ".git" / "logs" / "HEAD").write_text("")
    desk.switch_on()
    desk.remember(PORT)
    desk.sync()
    (desk.folder / ".git" / "index.lock").write_text("")
    desk.drop(PORT)
    assert not desk.sync()
    assert desk.statuses() == {"active"}
    (desk.folder / ".git" / "HEAD").write_text("ref: refs/heads/other\n")
    (desk.folder / ".git" / "index.lock").unlink()
    assert desk.sync()
    assert desk.statuses() == {"active"}
    assert desk.facts() == {PORT}


def test_git_that_begins_while_the_file_is_read_is_waited_for(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    (desk.folder / ".git").mkdir()
    (desk.folder / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    desk.switch_on()
    desk.remember(PORT)
    desk.sync()
    read = files.read

    def begins(project: str, stem: str) -> bytes | None:
        (desk.folder / ".git" / "index.lock").touch()
        desk.drop(PORT)
        return read(project, stem)

    monkeypatch.setattr(files, "read", begins)
    assert not desk.sync()
    assert desk.statuses() == {"active"}


@needs_git
@pytest.mark.parametrize("log", ["true", "false"])
def test_a_real_checkout_archives_nothing(desk: Desk, log: str) -> None:
    git(desk.folder, "init")
    git(desk.folder, "config", "core.logAllRefUpdates", log)
    desk.switch_on()
    desk.remember(PORT)
    desk.sync()
    git(desk.folder, "add", ".")
    git(desk.folder, "commit", "-m", "one")
    git(desk.folder, "checkout", "-b", "other")
    desk.drop(PORT)
    git(desk.folder, "commit", "-am", "what somebody else did")
    git(desk.folder, "checkout", "main")
    desk.remember(DOCKER)
    assert desk.sync()
    git(desk.folder, "commit", "-am", "two")
    for move in (["checkout", "other"], ["checkout", "main"], ["reset", "--hard", "HEAD~1"]):
        git(desk.folder, *move)
        desk.sync()
        assert desk.statuses() == {"active"}, move
        git(desk.folder, "checkout", "--", ".")


@needs_git
def test_in_a_submodule_git_is_known_too(desk: Desk, tmp_path: Path) -> None:
    """Its `.git` is a file; so it is with a worktree that is a project of its own."""
    git(desk.folder, "init", "--separate-git-dir", str(tmp_path / "elsewhere"))
    assert (desk.folder / ".git").is_file()
    assert git_folder(str(desk.folder)) == str(tmp_path / "elsewhere")
    desk.switch_on()
    desk.remember(PORT)
    desk.sync()
    git(desk.folder, "add", ".")
    git(desk.folder, "commit", "-m", "one")
    git(desk.folder, "checkout", "-b", "other")
    desk.drop(PORT)
    git(desk.folder, "commit", "-am", "what somebody else did")
    desk.sync()
    assert desk.statuses() == {"active"}


def test_a_disk_that_is_not_there_gets_no_file_and_changes_nothing(desk: Desk, tmp_path: Path) -> None:
    (desk.folder / ".git" / "logs").mkdir(parents=True)
    (desk.folder / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    (desk.folder / ".git" / "logs" / "HEAD").write_text("")
    desk.switch_on()
    desk.remember(PORT)
    desk.sync()
    desk.folder.rename(tmp_path / "unplugged")
    desk.folder.mkdir()
    desk.remember(DOCKER)
    assert not desk.sync()
    assert list(desk.folder.iterdir()) == []
    assert "its disk is not connected" in desk.trouble()
    desk.folder.rmdir()
    (tmp_path / "unplugged").rename(desk.folder)
    assert desk.sync()
    assert desk.statuses() == {"active"}
    assert desk.facts() == {PORT, DOCKER}


NAMES = ("amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "heath", "isle", "juniper", "kelp",
    "larch", "maple", "north", "olive")  # fmt: skip


def test_most_of_a_long_file_gone_at_once_is_asked_about(desk: Desk) -> None:
    desk.switch_on()
    texts = [f"The {a} service stores its {b} in a table of its own." for a in NAMES for b in NAMES[:2]]
    for text in texts:
        desk.remember(text)
    assert desk.sync()
    whole = desk.file.read_text()
    there = [one for one in texts if one in desk.facts()]
    assert len(there) > 25
    desk.drop(*there[:25])
    assert not desk.sync()
    assert desk.statuses() == {"active"}
    assert "25 of its entries disappeared at once" in desk.trouble()
    desk.file.write_text(whole)
    assert desk.sync()
    assert desk.trouble() == ""
    desk.drop(*there[:10])
    assert desk.sync()
    assert desk.statuses() == {"active", "archived"}


def test_nobody_waits_for_a_pipe_in_gits_place(tmp_path: Path) -> None:
    (tmp_path / ".git" / "worktrees" / "x").mkdir(parents=True)
    for name in ("HEAD", "worktrees/x/gitdir"):
        os.mkfifo(tmp_path / ".git" / name)
    assert branch_at(str(tmp_path)) is None
    assert checked_out(str(tmp_path)) is None
    assert head(str(tmp_path)) == ""
    assert linked_worktrees(str(tmp_path)) == []


@pytest.mark.parametrize("said", ["gitdir: /etc", "gitdir: a\0b", "gitdir:", "x" * 1_000_000, ""])
def test_a_git_file_that_says_anything_hurts_nobody(tmp_path: Path, said: str) -> None:
    (tmp_path / ".git").write_text(said)
    assert branch_at(str(tmp_path)) is None
    assert checked_out(str(tmp_path)) is None
    assert in_progress(str(tmp_path)) is None
    assert head(str(tmp_path)) == ""
    assert project_root(str(tmp_path)) == os.path.realpath(tmp_path)
