"""The memory of a branch: what stands in it, how it goes on, and its file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from arbor_desktop.branches.model import ChangeKind, Section
from arbor_desktop.errors import InvalidInput
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock


@pytest.fixture
def service(home: Path, clock: ManualClock) -> Iterator[MemoryService]:
    with MemoryService.open(home, clock=clock) as opened:
        yield opened


@pytest.fixture
def project(tmp_path: Path) -> str:
    folder = tmp_path / "shop"
    (folder / ".git").mkdir(parents=True)
    (folder / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    return str(folder)


def remember(service: MemoryService, project: str, text: str, **fields: object) -> str:
    given = {"type": "fact", "category": "facts", "scope": "project", "scope_id": project} | fields
    return service.store(text, **given).id  # type: ignore[arg-type]


def file_of(project: str, name: str = "main") -> Path:
    return Path(project) / ".arbor" / "memory" / "branches" / f"{name}.md"


def test_a_branch_has_what_holds_on_it(service: MemoryService, project: str) -> None:
    remember(service, project, "The server listens on port 8080.")
    remember(service, project, "The login is behind a flag.", branch="feature/login")
    remember(service, project, "Releases are cut on Fridays.", branch="release")
    document = service.get_branch_memory(project, "feature/login")
    assert document.sections[Section.FACTS] == (
        "The server listens on port 8080.",
        "The login is behind a flag.",
    )
    assert service.get_branch_memory(project, "main").sections[Section.FACTS] == (
        "The server listens on port 8080.",
    )


def test_entries_stand_in_the_section_of_their_category(service: MemoryService, project: str) -> None:
    remember(service, project, "We chose SQLite for the store.", category="architectural_decisions")
    remember(service, project, "Branches are named after tickets.", category="project_conventions")
    remember(service, project, "User prefers tabs.", category="coding_preferences")
    remember(
        service,
        project,
        "The import fails on empty files.",
        category="bug_patterns",
        details={"fix": "check"},
    )
    remember(service, project, "Retries wait a second.", category="implementation_notes")
    sections = service.get_branch_memory(project, "main").sections
    assert sections == {
        Section.FACTS: (),
        Section.DECISIONS: ("We chose SQLite for the store.",),
        Section.CONVENTIONS: ("Branches are named after tickets.", "User prefers tabs."),
        Section.BUGS: ("The import fails on empty files. (fix: check)",),
    }


def test_what_is_private_pending_or_gone_stands_nowhere(service: MemoryService, project: str) -> None:
    remember(service, project, "The client is called Umbra.", privacy_level="never_share")
    remember(service, project, "The budget is twelve thousand.", privacy_level="sensitive")
    gone = remember(service, project, "The old server is at example.org.")
    service.archive(gone)
    turned_down = remember(service, project, "The app is written in Perl.")
    service.reject(turned_down)
    assert service.get_branch_memory(project, "main").empty


def test_no_file_is_made_where_it_was_not_switched_on(service: MemoryService, project: str) -> None:
    remember(service, project, "The server listens on port 8080.")
    service.memorize_branch(project, "main")
    assert not (Path(project) / ".arbor").exists()
    assert "- The server listens on port 8080." in service.get_branch_memory(project, "main").text


def test_memorizing_writes_the_file_and_tells_what_changed(service: MemoryService, project: str) -> None:
    service.switch(project, branch_files=True)
    first = remember(service, project, "The server listens on port 8080.")
    made = service.memorize_branch(project, "main")
    assert made.counts() == {"added": 1, "updated": 0, "removed": 0, "kept": 0}
    assert file_of(project).read_text().startswith("# Branch Memory: main\n\n> ")
    remember(service, project, "The tests need Docker.")
    service.update(first, content="The server listens on port 9090.")
    made = service.memorize_branch(project, "main")
    assert [(one.kind, one.text, one.before) for one in made.changes] == [
        (ChangeKind.UPDATED, "The server listens on port 9090.", ("The server listens on port 8080.",)),
        (ChangeKind.ADDED, "The tests need Docker.", ()),
    ]
    assert service.memorize_branch(project, "main").counts()["kept"] == 2
    service.archive(first)
    made = service.memorize_branch(project, "main")
    assert made.counts() == {"added": 0, "updated": 0, "removed": 1, "kept": 1}
    assert "9090" not in file_of(project).read_text()


def test_the_same_memories_are_the_same_bytes(
    service: MemoryService, project: str, clock: ManualClock
) -> None:
    service.switch(project, branch_files=True)
    remember(service, project, "The server listens on port 8080.")
    service.memorize_branch(project, "main")
    before = file_of(project).read_bytes()
    clock.advance(days=1)
    service.memorize_branch(project, "main")
    assert file_of(project).read_bytes() == before
    remember(service, project, "The tests need Docker.")
    service.memorize_branch(project, "main")
    assert b"Last updated: 2026-01-02T" in file_of(project).read_bytes()


def test_clearing_archives_what_is_of_the_branch_and_leaves_out_the_rest(
    service: MemoryService, project: str
) -> None:
    service.switch(project, branch_files=True)
    everywhere = remember(service, project, "The server listens on port 8080.")
    own = remember(service, project, "The login is behind a flag.", branch="main")
    service.memorize_branch(project, "main")
    assert service.clear_branch_memory(project, "main") == 1
    assert service.get_branch_memory(project, "main").empty
    assert file_of(project).read_text().count("_No entries yet._") == 4
    assert service.get(own).status == "archived"
    assert service.get(everywhere).status == "active"
    assert not service.get_branch_memory(project, "other").empty
    service.memorize_branch(project, "main", again=True)
    assert service.get_branch_memory(project, "main").sections[Section.FACTS] == (
        "The server listens on port 8080.",
    )


def test_clearing_is_undone_as_one_in_that_branch_alone(service: MemoryService, project: str) -> None:
    first = remember(service, project, "The server listens on port 8080.")
    remember(service, project, "The login is behind a flag.", branch="main")
    for branch in ("other", "main"):
        service.memorize_branch(project, branch)
        service.clear_branch_memory(project, branch)
    service.undo()
    facts = service.get_branch_memory(project, "main").sections[Section.FACTS]
    assert set(facts) == {"The server listens on port 8080.", "The login is behind a flag."}
    assert service.get_branch_memory(project, "other").empty
    service.undo()
    assert service.get_branch_memory(project, "other").sections[Section.FACTS] == (
        "The server listens on port 8080.",
    )
    assert [entry.action for entry in service.history(first)].count("left out") == 2


def test_branches_are_listed_with_their_files(service: MemoryService, project: str) -> None:
    service.switch(project, branch_files=True)
    remember(service, project, "The login is behind a flag.", branch="feature/login")
    service.memorize_branch(project, "feature/login")
    listed = {one.name: one for one in service.list_branches(project)}
    assert list(listed) == ["main", "feature/login"]
    assert listed["main"].checked_out
    assert listed["main"].path is None
    assert listed["feature/login"].memories == 1
    assert listed["feature/login"].path == str(file_of(project, "feature_login"))
    assert not listed["feature/login"].edited


def test_a_branch_needs_a_name(service: MemoryService, project: str) -> None:
    with pytest.raises(InvalidInput, match="Name a branch"):
        service.get_branch_memory(project, "  ")
