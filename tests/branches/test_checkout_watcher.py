"""Files of projects follow what is remembered and which branch is checked out; else nothing runs."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from arbor_desktop.branches import checkout_watcher
from arbor_desktop.branches.checkout_watcher import CheckoutWatcher
from arbor_desktop.projects.git import linked_worktrees
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock


class Seconds:
    """A stop watch that is told the time."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def seconds() -> Seconds:
    return Seconds()


@pytest.fixture
def watch(service: MemoryService, seconds: Seconds) -> Iterator[CheckoutWatcher]:
    made = CheckoutWatcher(service._rt, lambda: service.branch_memory.options, seconds)
    yield made
    made.close()


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "app"
    (folder / ".git").mkdir(parents=True)
    check_out(folder / ".git", "main")
    return folder


def check_out(git: Path, branch: str) -> None:
    (git / "HEAD").write_text(f"ref: refs/heads/{branch}\n")


def worktree(project: Path, name: str, branch: str) -> Path:
    """As `git worktree add` makes it."""
    folder, inside = project.parent / name, project / ".git" / "worktrees" / name
    folder.mkdir()
    inside.mkdir(parents=True)
    (folder / ".git").write_text(f"gitdir: {inside}\n")
    (inside / "gitdir").write_text(f"{folder / '.git'}\n")
    check_out(inside, branch)
    return folder


def remember(service: MemoryService, project: Path, text: str, branch: str | None = None) -> None:
    service.store(
        text, type="instruction", category="project_conventions", scope="project", scope_id=str(project),
        branch=branch,
    )  # fmt: skip


def test_while_nothing_is_switched_on_there_is_no_thread(
    service: MemoryService, watch: CheckoutWatcher, project: Path
) -> None:
    watch.start()
    remember(service, project, "Use tabs in all of the code")
    assert not watch.running
    assert "arbor-branches" not in {thread.name for thread in threading.enumerate()}
    service.switch(str(project), instructions={"CLAUDE.md": "block"})
    assert watch.running


def test_memories_are_written_when_it_is_quiet(
    service: MemoryService, watch: CheckoutWatcher, seconds: Seconds, project: Path
) -> None:
    service.switch(str(project), instructions={"CLAUDE.md": "block"})
    remember(service, project, "Use tabs in all of the code")
    watch.look()
    assert not (project / "CLAUDE.md").exists()
    seconds.now += checkout_watcher.QUIET_SECONDS
    watch.look()
    assert "Use tabs" in (project / "CLAUDE.md").read_text()


def test_memories_that_never_rest_are_written_all_the_same(
    service: MemoryService, watch: CheckoutWatcher, seconds: Seconds, project: Path
) -> None:
    service.switch(str(project), instructions={"CLAUDE.md": "block"})
    for number in range(40):
        remember(service, project, f"Rule number {number} is to be followed always")
        seconds.now += 0.5
        watch.look()
    assert "Rule number 1 " in (project / "CLAUDE.md").read_text()


def test_another_branch_is_noticed(
    service: MemoryService, watch: CheckoutWatcher, seconds: Seconds, project: Path
) -> None:
    remember(service, project, "Feature flags live in flags.py", "feature/login")
    service.switch(str(project), instructions={"CLAUDE.md": "block"})
    seconds.now += checkout_watcher.QUIET_SECONDS
    watch.look()
    check_out(project / ".git", "feature/login")
    watch.look()
    assert "flags.py" in (project / "CLAUDE.md").read_text()


def test_a_worktree_follows_its_own_branch_only_where_arbor_wrote_before(
    service: MemoryService, watch: CheckoutWatcher, seconds: Seconds, project: Path
) -> None:
    tree, bare = worktree(project, "tree", "main"), worktree(project, "bare", "main")
    assert linked_worktrees(str(project)) == sorted([str(tree), str(bare)])
    remember(service, project, "Use tabs in all of the code")
    remember(service, project, "Feature flags live in flags.py", "feature/login")
    service.switch(str(project), instructions={"CLAUDE.md": "block"})
    (tree / "CLAUDE.md").write_bytes((project / "CLAUDE.md").read_bytes())
    seconds.now += checkout_watcher.QUIET_SECONDS
    watch.look()
    check_out(project / ".git" / "worktrees" / "tree", "feature/login")
    watch.look()
    assert "flags.py" in (tree / "CLAUDE.md").read_text()
    assert "flags.py" not in (project / "CLAUDE.md").read_text()
    assert not (bare / "CLAUDE.md").exists()
    service.switch(str(project), instructions={})
    assert not (tree / "CLAUDE.md").exists()


@pytest.mark.parametrize("sign", ["rebase-merge", "MERGE_HEAD", "BISECT_LOG"])
def test_nothing_is_written_while_git_is_in_the_middle_of_something(
    service: MemoryService, watch: CheckoutWatcher, seconds: Seconds, project: Path, sign: str
) -> None:
    service.switch(str(project), instructions={"CLAUDE.md": "block"})
    (project / ".git" / sign).write_text("")
    remember(service, project, "Use tabs in all of the code")
    for _ in range(3):
        seconds.now += checkout_watcher.QUIET_SECONDS
        watch.look()
        assert not (project / "CLAUDE.md").exists()
    (project / ".git" / sign).unlink()
    watch.look()
    assert "Use tabs" in (project / "CLAUDE.md").read_text()
    assert service.activity() == []


def test_a_folder_that_is_no_worktree_any_more_is_none(project: Path) -> None:
    tree = worktree(project, "tree", "main")
    (tree / ".git").write_text("gitdir: /somewhere/else\n")
    assert linked_worktrees(str(project)) == []


def test_the_thread_follows_by_itself(
    service: MemoryService, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = threading.Event()
    watch = CheckoutWatcher(service._rt, lambda: service.branch_memory.options)
    monkeypatch.setattr(checkout_watcher, "LOOK_SECONDS", 0.01)
    monkeypatch.setattr(checkout_watcher, "QUIET_SECONDS", 0.0)
    service.switch(str(project), instructions={"CLAUDE.md": "block"})
    all_of_them = watch._all

    def noted() -> None:
        all_of_them()
        if (project / "CLAUDE.md").exists():
            written.set()

    monkeypatch.setattr(watch, "_all", noted)
    watch.start()
    remember(service, project, "Use tabs in all of the code")
    assert written.wait(30)
    watch.close()
    assert not watch.running


def test_a_command_writes_what_it_changed_when_it_ends(home: Path, clock: ManualClock, project: Path) -> None:
    with MemoryService.open(home, clock=clock) as service:
        service.switch(str(project), instructions={"CLAUDE.md": "block"})
    with MemoryService.open(home, clock=clock) as service:
        remember(service, project, "Use tabs in all of the code")
    assert "Use tabs" in (project / "CLAUDE.md").read_text()


def test_writing_files_is_no_news_for_other_processes(
    service: MemoryService, project: Path, home: Path, clock: ManualClock
) -> None:
    remember(service, project, "Use tabs in all of the code")
    service.switch(str(project), instructions={"CLAUDE.md": "block"})
    with MemoryService.open(home, clock=clock) as other:
        version = other._rt.db.data_version()
        service.branch_memory.options.refresh(str(project))
        assert other._rt.db.data_version() == version
        service.branch_memory.options.set(str(project), instructions={})
        assert other._rt.db.data_version() != version
