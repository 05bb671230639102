"""Settings → Sharing: what AI tools are told by themselves, and where Arbor is set up for that."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from arbor_desktop.context.model import HookHealth, Pulse
from arbor_desktop.errors import StorageError
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.integrations.dialog import IntegrationRow
from arbor_desktop.ui.integrations.sheet import InstallSheet
from arbor_desktop.ui.setting_rows.rows import BoundRow, NumberRow, SwitchRow
from arbor_desktop.ui.settings.page import SettingsPage
from arbor_desktop.ui.theme import Theme
from tests._integrations import HandMadeSetup
from tests.conftest import ManualClock

Settle = Callable[[], None]


@pytest.fixture
def setup(tmp_path: Path) -> HandMadeSetup:
    return HandMadeSetup(tmp_path / "noor")


@pytest.fixture
def page(
    qtbot: QtBot,
    theme: Theme,
    bridge: Bridge,
    service: MemoryService,
    clock: ManualClock,
    setup: HandMadeSetup,
    settle: Settle,
) -> SettingsPage:
    page = SettingsPage(Icons(theme), bridge, clock=clock, autostart=lambda: None, setup=setup)
    qtbot.addWidget(page)
    page.resize(1156, 1400)
    page.show()
    settle()
    page.show_section("sharing")
    page.sharing.unfold()
    settle()
    return page


def row(page: SettingsPage, key: str) -> BoundRow:
    (found,) = [each for each in page.sharing.findChildren(BoundRow) if each.key == key]
    return found


def integrations(page: SettingsPage) -> dict[str, IntegrationRow]:
    card = page.sharing.integrations
    assert card is not None
    return card.list.shown


def sheet() -> InstallSheet:
    (found,) = [w for w in QApplication.topLevelWidgets() if isinstance(w, InstallSheet) and w.isVisible()]
    return found


def test_switches_budgets_and_the_tools_stand_together(page: SettingsPage) -> None:
    shown = [each.key for each in page.sharing.findChildren(BoundRow) if each.isVisible()]
    assert shown == [
        "injection.enabled",
        "injection.session_start",
        "injection.prompts",
        "context.similar_tasks",
        "capture.hook_sessions",
        "context.max_tokens",
        "injection.prompt_tokens",
    ]
    assert [each.title.text() for each in integrations(page).values()] == [
        "Claude Code: automatic",
        "Claude Code: look-up",
        "Codex",
        "Claude Desktop",
        "Cursor",
        "Gemini CLI",
    ]
    assert all(each.isVisible() for each in integrations(page).values())


def test_it_is_said_that_installing_is_the_consent(page: SettingsPage) -> None:
    assert "A connected AI tool can see" in page.sharing.cards[0].note.text()


def test_what_depends_on_a_switch_follows_it(
    qtbot: QtBot, page: SettingsPage, service: MemoryService, settle: Settle
) -> None:
    enabled, start, budget = (
        row(page, key) for key in ("injection.enabled", "injection.session_start", "injection.prompt_tokens")
    )
    assert isinstance(enabled, SwitchRow)
    assert isinstance(budget, NumberRow)
    qtbot.mouseClick(enabled.switch, Qt.MouseButton.LeftButton)
    settle()
    assert service.settings.get("injection.enabled") is False
    assert not start.isEnabled()
    assert not budget.isEnabled()
    qtbot.mouseClick(enabled.switch, Qt.MouseButton.LeftButton)
    settle()
    assert start.isEnabled()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("query", "found"),
    [("codex", "Codex"), ("mcp server", "Claude Code: look-up"), ("hook install", "Codex")],
)
def test_the_search_finds_them(page: SettingsPage, query: str, found: str) -> None:
    page.show_section("general")
    page.field.set_search(query)
    visible = [each.title.text() for each in integrations(page).values() if each.isVisible()]
    assert found in visible


def test_installing_here_and_taking_it_back(
    qtbot: QtBot, page: SettingsPage, setup: HandMadeSetup, settle: Settle
) -> None:
    button = integrations(page)["codex"].buttons["install"]
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    settle()
    assert not setup.applied
    qtbot.keyClick(sheet(), Qt.Key.Key_Return)
    settle()
    settle()
    assert integrations(page)["codex"].state.text.startswith("Connected")
    assert page.snackbar.message == "“Codex” connected"
    qtbot.mouseClick(page.snackbar.action_button, Qt.MouseButton.LeftButton)
    settle()
    settle()
    assert integrations(page)["codex"].state.text == "Not connected"


def test_a_hook_that_does_not_answer_is_seen_here(
    page: SettingsPage,
    setup: HandMadeSetup,
    service: MemoryService,
    monkeypatch: pytest.MonkeyPatch,
    settle: Settle,
) -> None:
    setup.install("claude-code", "hooks")
    silent = HookHealth("claude-code", Pulse.SILENT, message="Quit Claude Code and start it again.")
    monkeypatch.setattr(service.receipts, "health", lambda _installed: [silent])
    page.refresh()
    settle()
    shown = integrations(page)["claude-code.hooks"]
    assert shown.state.text == "Not responding"
    assert shown.explained.text() == "Quit Claude Code and start it again."
    assert shown.buttons["install"].accessibleName() == "Reconnect: Claude Code: automatic"


def test_where_tools_can_not_be_looked_at_it_is_said(
    page: SettingsPage, setup: HandMadeSetup, monkeypatch: pytest.MonkeyPatch, settle: Settle
) -> None:
    def fail() -> None:
        raise StorageError("The folder can't be read.")

    monkeypatch.setattr(setup, "list", fail)
    page.refresh()
    settle()
    card = page.sharing.integrations
    assert card is not None
    assert card.trouble.isVisible()
    assert card.trouble.description.text() == "The folder can't be read."


def test_that_it_is_told_of_can_be_turned_off(page: SettingsPage) -> None:
    keys = [each.key for each in page.general.findChildren(BoundRow)]
    assert "notify.hooks" in keys
