"""Kind and group of a project are set in place, by mouse or keys, and undone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt

from arbor_desktop.service import MemoryService


def said_of(service: MemoryService, path: Path) -> tuple[str, str]:
    summary = service.get_project(str(path)).summary
    return summary.kind, summary.group


def test_the_kind_is_set_by_mouse_and_undone(
    open_page: Any, desk: Path, service: MemoryService, fixed: str
) -> None:
    person = open_page()
    person.open("desk")
    sharing = person.page.detail.overview.sharing
    person.qtbot.mouseClick(sharing.kind.button("private"), Qt.MouseButton.LeftButton)
    person.wait()
    assert said_of(service, desk) == ("private", "")
    assert person.page.detail.overview.sharing.kind.current == "private"
    person.click(person.page.snackbar.action_button)
    person.wait()
    assert said_of(service, desk) == ("work", "")
    assert person.page.detail.overview.sharing.kind.current == "work"


def test_the_group_is_typed_and_kept_with_enter(
    open_page: Any, desk: Path, service: MemoryService, fixed: str
) -> None:
    person = open_page()
    person.open("desk")
    field = person.page.detail.overview.sharing.group
    field.setFocus()
    person.qtbot.keyClicks(field, " north  quay ")
    person.qtbot.keyClick(field, Qt.Key.Key_Return)
    person.wait()
    assert said_of(service, desk) == ("work", "north quay")
    assert person.page.detail.overview.sharing.group.text() == "north quay"


def test_a_folder_without_code_is_asked_about_and_never_guessed(
    open_page: Any, desk: Path, service: MemoryService, fixed: str
) -> None:
    person = open_page()
    person.open("desk")
    assert not hasattr(person.page.detail.overview.sharing, "proposal")
    for file in sorted(desk.rglob("*"), reverse=True):
        file.rmdir() if file.is_dir() else file.unlink()
    (desk / "letter.txt").write_text("Dear Ada")
    service.read_project(str(desk))
    person.page.detail.read_again()
    person.wait()
    assert said_of(service, desk) == ("work", "")
    proposal = person.page.detail.overview.sharing.proposal
    person.qtbot.mouseClick(proposal, Qt.MouseButton.LeftButton)
    person.wait()
    assert said_of(service, desk) == ("private", "")
    assert not hasattr(person.page.detail.overview.sharing, "proposal")
