"""Settings → Team: a team is created, joined, looked at and left through the widgets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from arbor_desktop.encryption import secret_store
from arbor_desktop.service import MemoryService
from arbor_desktop.team.model import Role
from arbor_desktop.ui.components import AskDialog
from arbor_desktop.ui.settings.page import SettingsPage
from arbor_desktop.ui.settings.team import FormSheet, InviteSheet, MemberRow, ProjectRow, TeamSection
from tests import _team
from tests.conftest import ManualClock
from tests.devices.stage import Keyring
from tests.team.postgres import Postgres, postgres
from tests.team.stage import Person, people

__all__ = ["postgres"]
Settle = Callable[[], None]
W = TypeVar("W", bound=QWidget)


@pytest.fixture
def section(page: SettingsPage, monkeypatch: pytest.MonkeyPatch, settle: Settle) -> TeamSection:
    kept = Keyring()
    monkeypatch.setattr(secret_store, "SystemKeyring", lambda: kept)
    page.show_section("team")
    page.refresh()
    settle()
    return page.team


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Person]:
    """Somebody else of the team, on another computer."""
    with people(tmp_path / "elsewhere", "bo") as (found,):
        yield found


def click(button: QWidget) -> None:
    assert button.isVisible()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def found(page: SettingsPage, kind: type[W]) -> W:
    return next(one for one in page.window().findChildren(kind) if one.isVisible())


def choose(section: QWidget, words: str) -> None:
    """Take an entry of the menu that is open."""
    menu = next(one for one in section.findChildren(QMenu) if one.isVisible())
    action = next(one for one in menu.actions() if one.text() == words)
    menu.setActiveAction(action)
    QTest.keyClick(menu, Qt.Key.Key_Return)


def member(section: TeamSection, name: str) -> MemberRow:
    return next(row for row in section.people.rows if isinstance(row, MemberRow) and row.member.name == name)


def project(section: TeamSection, name: str) -> ProjectRow:
    return next(
        row for row in section.projects.rows if isinstance(row, ProjectRow) and row.title.text() == name
    )


def fill(sheet: FormSheet, *texts: str) -> None:
    for field, text in zip(sheet.fields, texts, strict=True):
        assert not sheet.do.isEnabled() or field not in sheet._needed
        field.setText(text)
    assert sheet.do.isEnabled()
    click(sheet.do)


def test_without_a_team_there_is_only_how_to_begin(section: TeamSection) -> None:
    assert section.create_button.isVisible() and section.join_button.isVisible()
    assert section.head.isHidden() and section.share.isHidden() and section.receive.isHidden()
    assert section.members.isHidden()


def test_a_team_is_created_and_others_are_invited_given_roles_and_removed(
    page: SettingsPage, section: TeamSection, other: Person, postgres: Postgres, settle: Settle
) -> None:
    click(section.create_button)
    fill(found(page, FormSheet), postgres.database("t_window_create"), "Harbor", "Ada Kiln")
    settle()
    assert page.snackbar.message == "Team created"
    assert section.head.title.text() == "Harbor"
    assert section.head.description.text() == "Owner · 127.0.0.1 · 1 member · 0 team memories here"

    click(section.invite_button)
    sheet = found(page, InviteSheet)
    fill(sheet, "Bo")
    settle()
    assert sheet.string.text().startswith("arbor-team:") and sheet.do.isHidden()
    click(sheet.copy)
    assert QGuiApplication.clipboard().text() == sheet.string.text()
    click(sheet.cancel)
    settle()
    assert member(section, "Bo").description.text() == "Member · invited"

    other.team.join(QGuiApplication.clipboard().text())
    click(section.more)
    choose(section, "Sync now")
    settle()
    assert page.snackbar.message == "Synchronized: 0 changes sent, 0 memories received"
    assert member(section, "Bo").description.text() == "Member"

    click(member(section, "Bo").more)
    choose(section, "Make reader")
    settle()
    assert member(section, "Bo").description.text() == "Reader"
    click(member(section, "Bo").more)
    choose(section, "Invite again…")
    sheet = found(page, InviteSheet)
    assert sheet.fields[0].text() == "Bo" and not sheet.fields[0].isEnabled()
    click(sheet.do)
    settle()
    assert sheet.string.text().startswith("arbor-team:")
    click(sheet.cancel)
    settle()
    assert [row.member.name for row in section.people.rows if isinstance(row, MemberRow)] == [
        "Bo", "Ada Kiln"
    ]  # fmt: skip
    click(member(section, "Bo").more)
    choose(section, "Remove…")
    click(found(page, AskDialog).do)
    settle()
    assert [row.member.name for row in section.people.rows if isinstance(row, MemberRow)] == ["Ada Kiln"]


def test_somebody_joins_with_a_string_and_leaves(
    page: SettingsPage, section: TeamSection, other: Person, postgres: Postgres, settle: Settle
) -> None:
    other.team.create(postgres.database("t_window_join"), "Harbor", "Bo")
    click(section.join_button)
    sheet = found(page, FormSheet)
    fill(sheet, "arbor-team:nonsense", "")
    settle()
    assert sheet.isVisible() and sheet.error.text()
    sheet.fields[0].setText(other.team.invite("Ada Kiln"))
    click(sheet.do)
    settle()
    assert page.snackbar.message == "Joined the team"
    assert "Member · 127.0.0.1 · 2 members" in section.head.description.text()
    assert not section.invite_button.isEnabled()
    assert section.invite_button.toolTip() == "Only owners can invite."
    click(section.more)
    choose(section, "Leave…")
    click(found(page, AskDialog).do)
    settle()
    assert section.start.isVisible() and section.head.isHidden()


def test_a_server_that_is_away_is_said_quietly_and_tried_again(
    page: SettingsPage,
    section: TeamSection,
    service: MemoryService,
    clock: ManualClock,
    settle: Settle,
) -> None:
    _team.enter(service)
    _team.away(service, clock() - 3_600_000)
    settle()
    section.refresh()
    settle()
    assert section.strip.isVisible()
    assert section.strip.title.text().startswith("Server unreachable since ")
    click(section.strip.button)
    assert section.strip.button.text() == "Trying…"
    settle()
    assert section.strip.button.text() == "Try now" and section.strip.isVisible()
    click(section.more)
    choose(section, "Leave…")
    click(found(page, AskDialog).do)
    settle()
    assert section.start.isVisible()
    assert page.snackbar.message.startswith("You left here. The server did not respond")


def test_a_refusal_is_an_error_with_its_reason(
    section: TeamSection, service: MemoryService, settle: Settle
) -> None:
    _team.enter(service)
    section._show(replace(service.team.state(), refused="You were removed from the team."))
    assert section.strip.title.text() == "The server refuses access"
    assert section.strip.description.text() == "You were removed from the team."


def test_projects_are_shared_by_their_switch(
    page: SettingsPage, section: TeamSection, service: MemoryService, tmp_path: Path, settle: Settle
) -> None:
    _team.enter(service)
    folder = tmp_path / "harbor-api"
    folder.mkdir()
    settle()
    section.refresh()
    settle()
    click(section.add_button)
    dialog = next(one for one in page.window().findChildren(QFileDialog) if one.isVisible())
    dialog.fileSelected.emit(str(folder))
    dialog.close()
    settle()
    assert section.others.error.text() == ""
    row = project(section, "harbor-api")
    assert row.switch.isChecked()
    click(row.switch)
    settle()
    assert project(section, "harbor-api") is row, "the keys stay at the switch"
    assert not row.switch.isChecked()
    assert not any(one.everything for one in service.team.state().projects)


def test_a_switch_that_is_refused_goes_back_and_says_why(
    section: TeamSection, service: MemoryService, tmp_path: Path, settle: Settle
) -> None:
    _team.enter(service)
    folder = tmp_path / "harbor-api"
    folder.mkdir()
    _team.receive(service, "1", "The office is in Lyon", str(folder))
    service.exclude(str(folder))
    settle()
    section.refresh()
    settle()
    row = project(section, "harbor-api")
    click(row.switch)
    settle()
    assert not row.switch.isChecked()
    assert row.error.text() == "Its project is ignored."


def test_a_project_without_a_folder_here_gets_one(
    page: SettingsPage, section: TeamSection, service: MemoryService, tmp_path: Path, settle: Settle
) -> None:
    _team.enter(service)
    key = "repo git.example/harbor-ops"
    _team.receive(service, "1", "The runners are restarted at 6", key, key=key)
    settle()
    section.refresh()
    settle()
    (row,) = (one for one in section.projects.rows if isinstance(one, ProjectRow))
    assert row.switch.isHidden()
    click(row.choose)
    dialog = next(one for one in page.window().findChildren(QFileDialog) if one.isVisible())
    folder = tmp_path / "ops"
    folder.mkdir()
    dialog.fileSelected.emit(str(folder))
    dialog.close()
    settle()
    assert project(section, "ops").switch.isVisible()


def test_a_reader_has_no_switches(section: TeamSection, service: MemoryService, settle: Settle) -> None:
    _team.enter(service, Role.READER)
    _team.receive(service, "1", "The office is in Lyon", "/srv/harbor-api")
    settle()
    section.refresh()
    settle()
    assert project(section, "harbor-api").switch.isHidden()
    assert section.others.isHidden()


def test_trust_is_asked_once_and_taken_back_at_once(
    page: SettingsPage, section: TeamSection, service: MemoryService, settle: Settle
) -> None:
    _team.enter(service)
    settle()
    section.refresh()
    settle()

    def trusted() -> list[str]:
        return [one.name for one in service.team.state().members if one.trusted]

    click(member(section, "Jonas Weber").trust)
    assert trusted() == []
    click(found(page, AskDialog).do)
    settle()
    assert trusted() == ["Jonas Weber"]
    assert member(section, "Jonas Weber").trust.text() == "Trusted"
    click(member(section, "Jonas Weber").trust)
    settle()
    assert trusted() == []
