"""CLAUDE.md is joined from the file of the base and that of the branch; the person's own is never lost."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from arbor_desktop.errors import StorageError
from arbor_desktop.service import MemoryService
from arbor_desktop.user_files import operations
from arbor_desktop.user_files.model import Part, Standing

OWN = b"# My own\n\nNothing of this may be lost."


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A repository with `main` checked out, and what is joined for `main` and for `feature/login`."""
    folder = tmp_path / "app"
    (folder / ".git").mkdir(parents=True)
    (folder / "CLAUDE_base.md").write_text("# Base")
    (folder / "CLAUDE_main.md").write_text("Of main.\n")
    (folder / "CLAUDE_feature_login.md").write_text("Of the login.\n")
    check_out(folder, "main")
    return folder


def check_out(project: Path, branch: str) -> None:
    (project / ".git" / "HEAD").write_text(f"ref: refs/heads/{branch}\n")


def claude(project: Path) -> str:
    return (project / "CLAUDE.md").read_text()


def body(project: Path) -> str:
    return claude(project).partition("\n")[2]


def remember(service: MemoryService, project: Path, text: str) -> None:
    service.store(
        text, type="instruction", category="project_conventions", scope="project", scope_id=str(project)
    )


def joining(service: MemoryService, project: Path) -> Part:
    return next(part for part in service.instruction_states(str(project)) if part.key == "activation")


def refresh(service: MemoryService, project: Path) -> list[str]:
    return service.branch_memory.options.refresh(str(project))


def test_the_pair_is_joined_and_follows_the_branch(service: MemoryService, project: Path) -> None:
    service.switch(str(project), activation=True)
    assert body(project) == "# Base\n\nOf main.\n"
    assert "CLAUDE_base.md and CLAUDE_main.md" in claude(project).splitlines()[0]
    assert joining(service, project).standing is Standing.INSTALLED
    check_out(project, "feature/login")
    assert refresh(service, project) == []
    assert body(project) == "# Base\n\nOf the login.\n"
    (project / "CLAUDE_base.md").write_text("# Another base\n")
    refresh(service, project)
    assert body(project) == "# Another base\n\nOf the login.\n"


def test_a_branch_without_its_file_has_the_base(service: MemoryService, project: Path) -> None:
    service.switch(str(project), activation=True)
    check_out(project, "other")
    refresh(service, project)
    assert body(project) == "# Base\n"


@pytest.mark.parametrize("missing", ["CLAUDE_base.md", "CLAUDE_main.md"])
def test_without_the_pair_nothing_is_made(service: MemoryService, project: Path, missing: str) -> None:
    (project / missing).unlink()
    service.switch(str(project), activation=True)
    assert not (project / "CLAUDE.md").exists()
    assert missing in joining(service, project).note


def test_the_persons_own_file_is_shown_before_and_comes_back(service: MemoryService, project: Path) -> None:
    (project / "CLAUDE.md").write_bytes(OWN)
    plan = service.plan_switch(str(project), activation=True)
    assert [change.before for change in plan.changes] == [OWN]
    service.switch(str(project), activation=True)
    assert body(project) == "# Base\n\nOf main.\n"
    check_out(project, "feature/login")
    refresh(service, project)
    planned = service.plan_switch(str(project), activation=False)
    (change,) = planned.changes
    assert (change.after, change.what) == (OWN, "Your own file is restored.")
    service.switch(str(project), activation=False)
    assert (project / "CLAUDE.md").read_bytes() == OWN


def test_a_file_that_was_made_goes_away_again(service: MemoryService, project: Path) -> None:
    service.switch(str(project), activation=True)
    service.switch(str(project), activation=False)
    assert not (project / "CLAUDE.md").exists()


def test_a_file_that_a_person_makes_later_is_not_replaced_unasked(
    service: MemoryService, project: Path
) -> None:
    service.switch(str(project), activation=True)
    (project / "CLAUDE.md").write_bytes(OWN)
    [trouble] = refresh(service, project)
    assert "your own" in trouble
    assert (project / "CLAUDE.md").read_bytes() == OWN
    service.switch(str(project), activation=True)
    assert body(project) == "# Base\n\nOf main.\n"
    service.switch(str(project), activation=False)
    assert (project / "CLAUDE.md").read_bytes() == OWN


def test_what_a_person_changed_in_the_joined_file_waits_for_them(
    service: MemoryService, project: Path
) -> None:
    service.switch(str(project), activation=True)
    changed = claude(project) + "My change.\n"
    (project / "CLAUDE.md").write_text(changed)
    check_out(project, "feature/login")
    for _ in range(2):
        [trouble] = refresh(service, project)
        assert "You changed CLAUDE.md" in trouble
    assert claude(project) == changed
    assert joining(service, project).standing is Standing.BLOCKED
    assert len(service.activity()) == 1
    with pytest.raises(StorageError):
        service.switch(str(project), activation=True)
    (project / "CLAUDE.md").unlink()
    assert refresh(service, project) == []
    assert body(project) == "# Base\n\nOf the login.\n"


def test_a_changed_joined_file_stays_when_it_is_switched_off(service: MemoryService, project: Path) -> None:
    (project / "CLAUDE.md").write_bytes(OWN)
    service.switch(str(project), activation=True)
    (project / "CLAUDE.md").write_text(claude(project) + "My change.\n")
    service.switch(str(project), activation=False)
    assert claude(project) == "# Base\n\nOf main.\nMy change.\n"


def test_the_block_stands_below_what_was_joined(service: MemoryService, project: Path) -> None:
    (project / "CLAUDE.md").write_bytes(OWN)
    remember(service, project, "Use tabs in all of the code")
    service.switch(str(project), activation=True, instructions={"CLAUDE.md": "block"})
    assert body(project).startswith("# Base\n\nOf main.\n\n<!-- arbor:begin ")
    assert "- Use tabs" in claude(project)
    check_out(project, "feature/login")
    assert refresh(service, project) == []
    assert body(project).startswith("# Base\n\nOf the login.\n\n<!-- arbor:begin ")
    remember(service, project, "Name tests after what they show")
    assert refresh(service, project) == []
    assert "- Name tests" in claude(project)
    service.switch(str(project), instructions={})
    assert body(project) == "# Base\n\nOf the login.\n"
    service.switch(str(project), instructions={"CLAUDE.md": "block"})
    service.switch(str(project), activation=False)
    assert (project / "CLAUDE.md").read_bytes().startswith(OWN)
    assert "- Use tabs" in claude(project)
    service.switch(str(project), instructions={})
    assert (project / "CLAUDE.md").read_bytes() == OWN


def test_killed_while_it_is_replaced_the_persons_own_file_comes_back(
    service: MemoryService, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / "CLAUDE.md").write_bytes(OWN)
    real = operations.write

    def killed(path: str, content: bytes, **more: Any) -> None:
        real(path, content, **more)
        if path.endswith("app/CLAUDE.md"):
            raise SystemExit  # the file is written, and nothing after it is done

    monkeypatch.setattr(operations, "write", killed)
    with pytest.raises(SystemExit):
        service.switch(str(project), activation=True)
    monkeypatch.undo()
    assert body(project) == "# Base\n\nOf main.\n"
    service.switch(str(project), activation=False)
    assert (project / "CLAUDE.md").read_bytes() == OWN


def test_links_to_files_elsewhere_are_not_joined(
    service: MemoryService, project: Path, tmp_path: Path
) -> None:
    (tmp_path / "secret.md").write_text("secret")
    (project / "CLAUDE_main.md").unlink()
    (project / "CLAUDE_main.md").symlink_to(tmp_path / "secret.md")
    with pytest.raises(StorageError, match="leads out"):
        service.switch(str(project), activation=True)
    assert not (project / "CLAUDE.md").exists()
