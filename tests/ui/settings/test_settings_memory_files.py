"""The settings turn versions of a tool's memory files on, say what is kept, and lead to it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from arbor_desktop.service import MemoryService
from arbor_desktop.ui.file_versions.dialog import VersionsDialog
from arbor_desktop.ui.settings.memory_files import ToolRow
from arbor_desktop.ui.settings.page import SettingsPage
from tests.conftest import ManualClock

Settle = Callable[[], None]


@pytest.fixture
def row(page: SettingsPage, home: Path, settle: Settle) -> ToolRow:
    """The row of Codex, which is on this computer."""
    (home.parent / ".codex" / "memories").mkdir(parents=True)
    page.show_section("data")
    page.refresh()
    settle()
    return page.data.memory_files.tools[1]


def test_everything_is_off_until_it_is_switched_on(
    page: SettingsPage, row: ToolRow, service: MemoryService, settle: Settle
) -> None:
    tools = page.data.memory_files.tools
    assert [one.title.text() for one in tools] == ["Claude Code", "Codex", "Gemini CLI"]
    assert [one.switch.isChecked() for one in tools] == [False, False, False]
    assert [one.description.text() for one in tools] == [
        "Not found on this computer", "~/.codex", "Not found on this computer",
    ]  # fmt: skip
    QTest.mouseClick(row.switch, Qt.MouseButton.LeftButton)
    settle()
    assert service.settings.get("file_versions.codex") is True
    assert row.description.text() == "No memory files yet"
    assert row.versions.isHidden()


def test_what_is_kept_is_said_and_shown(
    page: SettingsPage,
    row: ToolRow,
    service: MemoryService,
    home: Path,
    clock: ManualClock,
    settle: Settle,
) -> None:
    QTest.mouseClick(row.switch, Qt.MouseButton.LeftButton)
    settle()
    (home.parent / ".codex" / "AGENTS.md").write_text("- Small commits.\n")
    service.file_versions.look()
    settle()
    assert row.description.text() == "1 file · last change just now"
    QTest.mouseClick(row.switch, Qt.MouseButton.LeftButton)
    settle()
    assert service.settings.get("file_versions.codex") is False
    assert row.versions.isVisible(), "what is kept can still be restored"
    QTest.mouseClick(row.versions, Qt.MouseButton.LeftButton)
    settle()
    dialog = page.window().findChild(VersionsDialog)
    assert dialog is not None
    assert dialog.files.current.path == str(home.parent / ".codex" / "AGENTS.md")
    dialog.close()
    settle()


def test_what_cannot_be_kept_is_said(
    row: ToolRow, service: MemoryService, home: Path, settle: Settle
) -> None:
    QTest.mouseClick(row.switch, Qt.MouseButton.LeftButton)
    (home.parent / ".codex" / "memories" / "odd.md").mkdir()
    (home.parent / ".codex" / "AGENTS.md").write_text("- Small commits.\n")
    settle()
    service.file_versions.look()
    settle()
    assert row.error.text().endswith("odd.md is not a file.")


def test_a_search_finds_them(page: SettingsPage, settle: Settle) -> None:
    page.field.set_search("overwrite")
    settle()
    shown = [one.title.text() for one in page.data.memory_files.tools if one.isVisible()]
    assert shown == ["Claude Code", "Codex", "Gemini CLI"]
