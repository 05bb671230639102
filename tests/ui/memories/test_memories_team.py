"""Memories of a team on the Memories page: who shared what, sharing, withdrawing, copies."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from arbor_desktop.memories.model import Source, Status
from arbor_desktop.service import MemoryService
from arbor_desktop.team.model import Role
from arbor_desktop.ui.components import AskDialog
from arbor_desktop.ui.components.row_list import RowList
from tests import _team

_CTRL, _SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
OURS = "The API runs on port 8040"
THEIRS = "The invoice service owns the ledger table"


@pytest.fixture
def project(tmp_path: Path) -> str:
    folder = tmp_path / "harbor-api"
    folder.mkdir()
    return str(folder)


@pytest.fixture
def joined(service: MemoryService, add: Any, project: str) -> dict[str, str]:
    """Be in a team. Return the ids of an own memory and of another member's."""
    _team.enter(service)
    own = add(OURS, scope="project", scope_id=project)
    theirs = _team.receive(service, "1", THEIRS, project, quote="Remember who owns the ledger")
    return {"ours": own.id, "theirs": theirs}


def dialog(person: Any) -> AskDialog:
    return next(one for one in person.page.window().findChildren(AskDialog) if one.isVisible())


def words(widget: QWidget) -> str:
    return " ".join(label.text() for label in widget.findChildren(QLabel) if label.isVisible())


def spoken(view: RowList, row: int) -> str:
    return str(view.model().index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole))


def test_a_card_says_who_shared_it(open_page: Any, joined: dict[str, str]) -> None:
    person = open_page()
    row = person.page.model.row_of(joined["theirs"])
    assert spoken(person.page.view, row).endswith("Shared with the team by Maya Lindqvist.")
    assert "team" not in spoken(person.page.view, person.page.model.row_of(joined["ours"]))


def test_chips_show_the_teams_memories_or_ones_own(open_page: Any, joined: dict[str, str]) -> None:
    person = open_page()
    filters = person.page.filters
    assert (filters.team_chip.count, filters.mine_chip.count) == (1, 1)
    person.click(filters.team_chip)
    assert person.shown() == [THEIRS]
    assert (filters.team_chip.count, filters.mine_chip.count) == (1, 1), "what the other would show"
    person.click(filters.mine_chip)
    assert person.shown() == [OURS]
    person.click(filters.mine_chip)
    assert set(person.shown()) == {OURS, THEIRS}


def test_without_a_team_nothing_speaks_of_one(open_page: Any, add: Any) -> None:
    add(OURS)
    person = open_page()
    person.click_card(0)
    page = person.page
    assert page.filters.team_chip.isHidden() and page.detail.share.isHidden()
    person.key(Qt.Key.Key_S, _CTRL, _SHIFT)
    assert person.snack == "Join a team first: Settings → Team"


def test_a_memory_is_shared_by_the_key_and_withdrawn_by_its_button(
    open_page: Any, service: MemoryService, joined: dict[str, str]
) -> None:
    person = open_page()
    page = person.page
    person.click_card(page.model.row_of(joined["ours"]))
    person.key(Qt.Key.Key_S, _CTRL, _SHIFT)
    sheet = page.detail.sheet
    assert sheet.isVisible() and page.detail.body_area.isHidden()
    assert "Harbor platform · 3 other members" in words(sheet)
    assert "No secrets or e-mail addresses found" in words(sheet)
    person.key(Qt.Key.Key_Escape, on=sheet.share)
    assert sheet.isHidden() and page.detail.body_area.isVisible()
    assert service.team.of([joined["ours"]]) == {}

    person.click(page.detail.share)
    person.key(Qt.Key.Key_Return, _CTRL, on=sheet.share)
    assert person.snack == "Shared with your team" and sheet.isHidden()
    assert service.team.of([joined["ours"]])[joined["ours"]].mine
    person.until(lambda: page.detail.share.isChecked())
    assert spoken(page.view, page.model.row_of(joined["ours"])).endswith("Shared with the team by You.")

    person.click(page.detail.share)
    assert "may have read it" in words(dialog(person))
    person.click(dialog(person).do)
    assert person.snack == "Withdrawn from your team"
    assert service.team.of([joined["ours"]]) == {}
    person.until(lambda: not page.detail.share.isChecked())


def test_what_can_not_be_shared_says_why(
    open_page: Any, service: MemoryService, joined: dict[str, str]
) -> None:
    service.update(joined["ours"], privacy_level="sensitive")
    person = open_page()
    page = person.page
    person.click_card(page.model.row_of(joined["ours"]))
    person.click(page.detail.share)
    assert "It is sensitive." in words(page.detail.sheet)
    assert not page.detail.sheet.share.isEnabled()
    person.key(Qt.Key.Key_Return, _CTRL, on=page.detail.sheet.cancel)
    assert service.team.of([joined["ours"]]) == {}
    person.click(page.detail.sheet.cancel)
    service.update(joined["ours"], privacy_level="never_share")
    person.wait()
    assert page.detail.share.isHidden()


def test_a_reader_shares_nothing(open_page: Any, service: MemoryService, joined: dict[str, str]) -> None:
    _team.enter(service, Role.READER)
    person = open_page()
    person.click_card(person.page.model.row_of(joined["ours"]))
    assert person.page.detail.share.isHidden()


def test_another_members_memory_is_edited_as_a_copy(
    open_page: Any, service: MemoryService, joined: dict[str, str]
) -> None:
    person = open_page()
    page = person.page
    person.click_card(page.model.row_of(joined["theirs"]))
    person.until(lambda: "Maya Lindqvist" in words(page.detail.theirs))
    assert page.detail.share.isHidden() and not page.detail.fields.type.isEnabled()
    assert "“Remember who owns the ledger”" in words(page.detail.source)
    person.rewrite("The billing service owns the ledger table")
    assert page.detail.editor.save_button.text() == "Save a copy"
    person.click(page.detail.editor.save_button)
    person.until(lambda: page.detail.memory.content == "The billing service owns the ledger table")
    assert person.snack == "Saved as your own copy"
    assert page.detail.memory.source is Source.USER_STATED and page.detail.fields.type.isEnabled()
    old = service.get(joined["theirs"], count=False)
    assert (old.content, old.status) == (THEIRS, Status.ARCHIVED)


def test_another_members_memory_is_pinned_and_archived_for_oneself(
    open_page: Any, service: MemoryService, joined: dict[str, str]
) -> None:
    person = open_page()
    person.click_card(person.page.model.row_of(joined["theirs"]))
    person.click(person.page.detail.pin)
    assert service.get(joined["theirs"], count=False).privacy_level.value == "always_include"
    person.click(person.page.detail.feedback.buttons["archive"])
    assert service.get(joined["theirs"], count=False).status is Status.ARCHIVED
