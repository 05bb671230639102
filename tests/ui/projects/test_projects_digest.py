"""How a project works, for a colleague: looked at, copied, saved and kept by mouse."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog

from arbor_desktop.service import MemoryService
from arbor_desktop.ui.projects.digest import DigestSheet

FILE = "ONBOARDING.md"


@pytest.fixture
def person(open_page: Any, desk: Path, service: MemoryService, fixed: str) -> Any:
    service.store("The desk is the admin client of the harbour.", type="fact", scope="project",
                  scope_id=str(desk))  # fmt: skip
    service.store("The alarm code is 4711.", type="fact", scope="project", scope_id=str(desk),
                  privacy_level="never_share")  # fmt: skip
    person = open_page()
    person.open("desk")
    return person


@pytest.fixture
def sheet(person: Any) -> DigestSheet:
    person.click(person.page.detail.header.digest)
    (sheet,) = person.page.window().findChildren(DigestSheet)
    person.qtbot.waitUntil(lambda: sheet.digest is not None)
    person.wait()
    return sheet


def test_the_page_is_shown_without_what_is_private(sheet: DigestSheet) -> None:
    shown = sheet.page.toPlainText()
    assert sheet.heading.text() == "How desk works"
    assert "The desk is the admin client of the harbour." in shown
    assert "Run and test" in shown
    assert "4711" not in shown
    assert sheet.left_out.text().startswith("Left out: ")
    assert "1 private" in sheet.left_out.text()
    assert not sheet.switch.isChecked()


def test_it_is_copied_as_markdown(person: Any, sheet: DigestSheet) -> None:
    person.click(sheet.do)
    copied = QGuiApplication.clipboard().text()
    assert copied.startswith("# How desk works\n\n## What it is\n")
    assert sheet.kept.text() == "Copied as Markdown"
    assert sheet.do.isEnabled()


def test_it_is_saved_where_the_person_says(person: Any, sheet: DigestSheet, tmp_path: Path) -> None:
    person.qtbot.mouseClick(sheet.save, Qt.MouseButton.LeftButton)
    (dialog,) = sheet.findChildren(QFileDialog)
    target = tmp_path / "desk.md"
    dialog.fileSelected.emit(str(target))
    person.wait()
    dialog.close()
    assert target.read_text().startswith("# How desk works\n")
    assert sheet.kept.text() == "Saved as desk.md"
    dialog.fileSelected.emit(str(tmp_path))
    person.wait()
    assert sheet.error.isVisible()
    assert str(tmp_path) in sheet.error.text()


def test_the_switch_keeps_the_file_and_takes_it_away_again(
    person: Any, sheet: DigestSheet, desk: Path
) -> None:
    person.click(sheet.switch)
    assert "admin client of the harbour" in (desk / FILE).read_text()
    assert "4711" not in (desk / FILE).read_text()
    assert sheet.kept.text() == f"{FILE} is kept up to date"
    person.click(sheet.switch)
    assert not (desk / FILE).exists()


def test_what_keeps_it_from_being_written_is_said_beside_the_switch(
    person: Any, sheet: DigestSheet, desk: Path
) -> None:
    (desk / FILE).mkdir()
    person.click(sheet.switch)
    assert "is not a file" in sheet.row.error.text()
    assert not sheet.switch.isChecked()


def test_it_is_in_the_menu_but_not_of_an_ignored_project(person: Any, desk: Path) -> None:
    person.menu()["How this project works…"]()
    (sheet,) = person.page.window().findChildren(DigestSheet)
    person.qtbot.mouseClick(sheet.cancel, Qt.MouseButton.LeftButton)
    person.wait()
    person.service.exclude(str(desk))
    person.page.detail.refresh()
    person.wait()
    assert "How this project works…" not in person.menu()
    assert not person.page.detail.header.digest.isVisible()
