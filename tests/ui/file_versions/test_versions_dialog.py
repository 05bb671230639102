"""The dialog shows what changed in each version of a memory file, and restores one with a click."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from arbor_desktop.file_versions import model
from arbor_desktop.file_versions.versions import FileVersions
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.file_versions.dialog import RowsList, VersionsDialog
from arbor_desktop.ui.icons import Icons
from tests.conftest import ManualClock
from tests.file_versions.conftest import lines
from tests.ui.file_versions.conftest import Wait


def rows(shown: RowsList) -> list[tuple[str, str, str]]:
    """Return title, second line and badge of each row."""
    made = [shown.items.row(item) for item in shown.items.items]
    return [(row.title, row.below, row.badge[0]) for row in made]


def click(button: QWidget, wait: Wait) -> None:
    assert button.isEnabled()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    wait()


def text(dialog: VersionsDialog) -> str:
    assert dialog.view is not None
    return dialog.view.toPlainText()


def test_files_versions_and_the_change_are_shown(dialog: VersionsDialog, notes: Path) -> None:
    folder = str(notes.parent.parent.name)
    assert rows(dialog.files) == [("CLAUDE.md", "~/.claude", "Deleted"), ("MEMORY.md", folder, "")]
    assert [row[1:] for row in rows(dialog.versions)] == [
        ("8 of 12 lines removed", "Current"),
        ("2 lines added", ""),
        ("10 lines", ""),
    ]
    assert "− - note 11" in text(dialog)
    assert dialog.what.text().startswith("8 of 12 lines removed · version before: ")


def test_another_version_shows_its_own_change(dialog: VersionsDialog, wait: Wait) -> None:
    dialog.versions.setFocus()
    QTest.keyClick(dialog.versions, Qt.Key.Key_Down)
    wait()
    assert "+ - note 11" in text(dialog)
    assert "−" not in text(dialog)
    QTest.keyClick(dialog.versions, Qt.Key.Key_Down)
    wait()
    assert text(dialog).count("+ - note") == 10


def test_the_last_change_is_undone_with_one_click_and_that_too(
    dialog: VersionsDialog, notes: Path, wait: Wait
) -> None:
    assert dialog.restore.text() == "Undo this change"
    click(dialog.restore, wait)
    assert notes.read_bytes() == lines(12)
    assert dialog.snackbar.message == "MEMORY.md restored"
    assert rows(dialog.versions)[0][1:] == ("8 lines added", "Current")
    click(dialog.snackbar.action_button, wait)
    assert notes.read_bytes() == lines(4)
    assert dialog.snackbar.message == "Undone: MEMORY.md restored"
    assert rows(dialog.versions)[1][2] == "Restored"


def test_an_older_version_is_restored(dialog: VersionsDialog, notes: Path, wait: Wait) -> None:
    dialog.versions.go_to(2)
    wait()
    assert dialog.restore.text() == "Restore this version"
    click(dialog.restore, wait)
    assert notes.read_bytes() == lines(10)
    dialog.activateWindow()
    QTest.qWaitForWindowActive(dialog)
    QTest.keyClick(dialog.versions, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    wait()
    assert notes.read_bytes() == lines(4)


def test_a_deleted_file_comes_back(dialog: VersionsDialog, claude: Path, wait: Wait) -> None:
    dialog.files.setFocus()
    QTest.keyClick(dialog.files, Qt.Key.Key_Home)
    wait()
    assert [row[1] for row in rows(dialog.versions)] == ["File deleted", "5 lines"]
    assert text(dialog).count("− - note") == 5
    click(dialog.restore, wait)
    assert (claude / "CLAUDE.md").read_bytes() == lines(5)
    assert rows(dialog.files)[0][2] == ""
    click(dialog.snackbar.action_button, wait)
    assert not (claude / "CLAUDE.md").exists()


def test_what_cannot_be_restored_is_said(dialog: VersionsDialog, notes: Path, wait: Wait) -> None:
    notes.chmod(0o444)
    click(dialog.restore, wait)
    assert "read-only" in dialog.snackbar.message
    assert dialog.restore.isEnabled()


def test_a_version_without_content_cannot_be_restored(
    dialog: VersionsDialog, versions: FileVersions, notes: Path, wait: Wait
) -> None:
    notes.write_bytes(b"x\n" * model.MOST_BYTES)
    versions.look()
    wait()
    notes.write_bytes(lines(3))
    versions.look()
    wait()
    assert rows(dialog.versions)[1][1] == "Too large to keep (2.0 MB)"
    dialog.versions.go_to(1)
    wait()
    assert not dialog.restore.isEnabled()
    dialog.versions.go_to(0)
    wait()
    assert not dialog.restore.isEnabled(), "what was before can't come back"


def test_a_change_that_a_tool_makes_meanwhile_appears_and_the_selection_stays(
    dialog: VersionsDialog, versions: FileVersions, notes: Path, wait: Wait
) -> None:
    dialog.versions.go_to(1)
    wait()
    before = text(dialog)
    notes.write_bytes(lines(5))
    versions.look()
    wait()
    assert rows(dialog.versions)[0][1] == "1 line added"
    assert dialog.versions.currentIndex().row() == 2
    assert text(dialog) == before


def test_the_versions_of_a_file_are_deleted_after_a_question(
    dialog: VersionsDialog, service: MemoryService, notes: Path, wait: Wait
) -> None:
    click(dialog.forget, wait)
    assert dialog.dialog is not None
    click(dialog.dialog.cancel, wait)
    assert len(service.file_versions.versions(str(notes))) == 3
    click(dialog.forget, wait)
    click(dialog.dialog.do, wait)
    assert [row[0] for row in rows(dialog.files)] == ["CLAUDE.md"]
    assert dialog.snackbar.message == "3 versions deleted"
    assert notes.read_bytes() == lines(4)


def test_a_tool_without_versions_says_how_to_begin(
    parent: QWidget, icons: Icons, bridge: Bridge, service: MemoryService, wait: Wait, clock: ManualClock
) -> None:
    dialog = VersionsDialog(icons, bridge, parent, "codex", clock=clock)
    dialog.open()
    wait()
    assert dialog.empty.isVisible()
    assert "Turn on Codex" in dialog.empty.text.text()
    service.settings.set("file_versions.codex", True)
    wait()
    assert "when Codex writes" in dialog.empty.text.text()


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_added_and_removed_lines_are_told_apart_in_every_theme(
    dialog: VersionsDialog, icons: Icons, qtbot: QtBot, mode: str
) -> None:
    icons.theme.set_setting(mode)
    assert dialog.view is not None
    image: Any = dialog.view.viewport().grab().toImage()
    colors = {image.pixelColor(image.width() - 5, y).name() for y in range(image.height())}
    assert {icons.theme.color("delBg").name(), icons.theme.color("sunken").name()} <= colors
