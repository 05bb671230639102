"""Removed secrets: the list, looking again, purging, the report; on the real page over a real service."""

from __future__ import annotations

from collections.abc import Callable
from unittest.mock import patch

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from arbor_desktop.editing.secrets import Secrets, Step
from arbor_desktop.errors import StorageError
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.components import Badge, Button
from arbor_desktop.ui.settings.page import SettingsPage
from arbor_desktop.ui.settings.secrets import SecretsCard
from tests.conftest import ManualClock
from tests.editing.test_removed_secrets import PASSWORD, TOKEN, anywhere, plant

Settle = Callable[[], None]
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def card(page: SettingsPage, settle: Settle) -> SecretsCard:
    page.show_section("privacy")
    settle()
    return page.privacy.secrets


@pytest.fixture
def planted(service: MemoryService, clock: ManualClock, page: SettingsPage, settle: Settle) -> SecretsCard:
    plant(service, clock)
    page.show_section("privacy")
    settle()
    return page.privacy.secrets


def states(card: SecretsCard) -> list[str]:
    return [badge.accessibleName() for row in card.list.rows for badge in row.findChildren(Badge)]


def look(qtbot: QtBot, card: SecretsCard, settle: Settle) -> None:
    qtbot.mouseClick(card.look_button, LEFT)
    settle()


def confirm(qtbot: QtBot, card: SecretsCard, settle: Settle) -> None:
    assert card.dialog is not None
    qtbot.mouseClick(card.dialog.do, LEFT)
    settle()


def test_nothing_was_removed_yet(card: SecretsCard) -> None:
    assert card.count.text() == "No secrets were removed yet."
    assert not card.banner.isVisible() and not card.columns.isVisible()
    assert card.look_button.isVisible() and not card.bar.isVisible() and card.looked.text() == ""


def test_what_is_found_is_listed_without_the_secret(
    qtbot: QtBot, planted: SecretsCard, settle: Settle
) -> None:
    look(qtbot, planted, settle)
    assert planted.banner.title.text() == "2 secrets were saved before Arbor recognized them"
    assert states(planted)[0].endswith(" copies")
    names = [row.accessibleName() for row in planted.list.rows]
    assert any(name.startswith("GitHub token, Use this token for the mirror: [redacted") for name in names)
    assert any("kiln, message 1, 3 Nov 2025, 12 copies" in name for name in names)
    assert planted.looked.text() == "Looked through 1 conversation just now"
    assert planted.count.text() == "2 of 2 · kinds and places only, never the secret"
    assert not [name for name in names if TOKEN in name or PASSWORD in name]


def test_everything_is_purged_and_reported(
    qtbot: QtBot, planted: SecretsCard, settle: Settle, service: MemoryService, opened: list[QUrl]
) -> None:
    look(qtbot, planted, settle)
    qtbot.mouseClick(planted.purge_button, LEFT)
    assert planted.dialog is not None
    said = [label.text() for label in planted.dialog.texts]
    assert said == [
        "Arbor replaces every copy in its folder and rewrites 2 backups.",
        "This can't be undone.",
    ]
    confirm(qtbot, planted, settle)
    assert anywhere(service) == []
    report = planted.report
    assert report is not None and report.isVisible() and report.heading.text() == "2 secrets purged"
    places = {name: words for _, _, name, words in report.places}
    assert places["Backups"] == "2 of 2 written again"
    assert places["Other files in Arbor's folder"] == "3 changed"
    assert places["Outside Arbor"] == "1 file of your AI tools still contains them"
    title = "Use this token for the mirror: [redacted:github-token]"
    change = "Create a new one at GitHub and revoke the old one."
    assert f"GitHub token in kiln · {title} · message 1: {change}" in report.advice
    qtbot.keyClick(report, Qt.Key.Key_Escape)
    assert report.isVisible(), "it stays until Done"
    qtbot.mouseClick(report.copy, LEFT)
    copied = QGuiApplication.clipboard().text()
    assert "Backups: 2 of 2 written again" in copied and ".jsonl" in copied and TOKEN not in copied
    (show,) = [one for one in report.findChildren(Button) if one.text() == "Show files"]
    qtbot.mouseClick(show, LEFT)
    assert [url.toLocalFile().endswith("-srv-kiln") for url in opened] == [True]
    qtbot.mouseClick(report.do, LEFT)
    assert not report.isVisible()
    assert states(planted) == ["Purged 2 Jan", "Purged 2 Jan"] and not planted.banner.isVisible()


def test_one_is_purged(qtbot: QtBot, planted: SecretsCard, settle: Settle, service: MemoryService) -> None:
    look(qtbot, planted, settle)
    buttons = [one for row in planted.list.rows for one in row.findChildren(Button)]
    (button,) = [one for one in buttons if one.accessibleName().startswith("Purge: Password")]
    qtbot.mouseClick(button, LEFT)
    assert planted.dialog is not None and planted.dialog.windowTitle() == "Purge 1 secret everywhere?"
    confirm(qtbot, planted, settle)
    assert planted.report is not None
    qtbot.mouseClick(planted.report.do, LEFT)
    assert [one.kind for one in service.secrets.removed().saved] == ["github-token"]
    assert planted.banner.title.text() == "1 secret was saved before Arbor recognized it"


def test_a_search_shows_how_far_it_is_and_can_be_cancelled(
    qtbot: QtBot, planted: SecretsCard, page: SettingsPage, settle: Settle
) -> None:
    def slow(self: Secrets, progress: Callable[[Step, int, int], None]) -> None:
        while True:
            progress(Step.LOOKING, 3, 12)

    with patch.object(Secrets, "look", slow):
        qtbot.mouseClick(planted.look_button, LEFT)
        qtbot.waitUntil(lambda: planted.bar.fraction == 0.25)
        assert planted.looked.text() == "Looking…"
        assert planted.bar.isVisible() and not planted.look_button.isVisible()
        qtbot.mouseClick(planted.cancel, LEFT)
        settle()
    assert page.snackbar.message == "Cancelled. Nothing was changed."
    assert planted.look_button.isVisible() and not planted.cancel.isVisible()


def test_a_purge_shows_its_step_and_can_be_cancelled(
    qtbot: QtBot, planted: SecretsCard, page: SettingsPage, settle: Settle
) -> None:
    def slow(self: Secrets, progress: Callable[[Step, int, int], None], only: object) -> None:
        while True:
            progress(Step.BACKUPS, 1, 2)

    look(qtbot, planted, settle)
    with patch.object(Secrets, "purge", slow):
        planted.ask_to_purge()
        assert planted.dialog is not None
        qtbot.mouseClick(planted.dialog.do, LEFT)
        qtbot.waitUntil(lambda: planted.looked.text() == "Rewriting backups…")
        assert states(planted) == ["Purging…", "Purging…"]
        assert not planted.purge_button.isEnabled()
        qtbot.mouseClick(planted.cancel, LEFT)
        settle()
    assert page.snackbar.message == "Cancelled. Some copies may remain. Purge again to finish."
    assert states(planted)[0].endswith("copies")


def test_what_fails_is_said(qtbot: QtBot, card: SecretsCard, settle: Settle) -> None:
    with patch.object(Secrets, "look", side_effect=StorageError("The disk is full.")):
        look(qtbot, card, settle)
    assert card.trouble.error.text() == "The disk is full." and card.trouble.isVisible()
    look(qtbot, card, settle)
    assert not card.trouble.isVisible()


def test_long_lists_are_folded(
    qtbot: QtBot, service: MemoryService, page: SettingsPage, settle: Settle
) -> None:
    for number in range(7):
        service.store(f"The key of mirror {number} is {TOKEN}", type="fact")
    page.show_section("privacy")
    settle()
    card = page.privacy.secrets
    assert len(card.list.rows) == 5 and card.count.text().startswith("5 of 7")
    qtbot.mouseClick(card.more_button, LEFT)
    assert len(card.list.rows) == 7 and not card.more_button.isVisible()
    assert states(card) == ["Never saved"] * 7
