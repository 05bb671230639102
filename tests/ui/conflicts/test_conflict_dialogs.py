"""Keeping all with context, and merging: what is offered, what is said to follow, what is stored."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import Qt

from arbor_desktop.errors import InvalidInput
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.conflicts.dialogs import KeepBothDialog, Side
from tests.stacks import known_stack

K = Qt.Key
CTRL = Qt.KeyboardModifier.ControlModifier
WEB, PORTAL = "/srv/tidepool-web", "/srv/legacy-portal"
Open = Callable[..., Any]
Disagree = Callable[..., str]


def both(person: Any, key: Qt.Key = K.Key_3) -> KeepBothDialog:
    person.key(key)
    dialog: KeepBothDialog = person.keep_both()
    return dialog


def pick(person: Any, side: Side, words: str) -> None:
    row = side.pick.findText(words)
    assert row >= 0, [side.pick.itemText(n) for n in range(side.pick.count())]
    side.pick.setCurrentIndex(row)
    side.pick.activated.emit(row)
    person.wait()


def split(person: Any, dialog: KeepBothDialog, key: str) -> None:
    person.click(dialog.split.button(key))


# Keep both


def test_across_scopes_the_wide_one_goes_on_everywhere_else(
    open_page: Open, disagree: Disagree, service: MemoryService
) -> None:
    ident = disagree("unit tests", older={"scope": "global"})
    person = open_page()
    person.hover(person.button("Keep both"))
    assert person.said == [
        "- Use jest for unit tests. (only: not in tidepool-web)",
        "- Use vitest for unit tests.",
    ]
    dialog = both(person)
    assert dialog.split.current == "project"
    older, newer = dialog.sides.values()
    assert (older.pick.currentText(), newer.pick.currentText()) == ("All other projects", "tidepool-web")
    assert dialog.sentence.text() == (
        "In tidepool-web, your AI sees the newer memory. "
        "Your AI also sees the older memory everywhere, marked “not in tidepool-web”."
    )
    person.click(dialog.do)
    assert person.status(ident) == "kept_both_with_context"
    assert person.memory("Use jest").condition == "not in tidepool-web"
    for project in (PORTAL, WEB):
        known_stack(service, project, "jest", "vitest")
    there = service.get_context(project=PORTAL, log_access=False).text
    here = service.get_context(project=WEB, log_access=False).text
    assert "- Use jest for unit tests. (only: not in tidepool-web)" in here
    assert "- Use vitest for unit tests." in here
    assert "vitest" not in there
    assert "- Use jest" in there


def test_each_goes_to_a_project_of_its_own(
    open_page: Open, disagree: Disagree, service: MemoryService, remember: Callable[..., str]
) -> None:
    remember("The portal speaks SOAP.", scope_id=PORTAL)
    disagree("unit tests")
    person = open_page()
    dialog = both(person)
    split(person, dialog, "project")
    older, _newer = dialog.sides.values()
    assert dialog.sentence.text() == "Choose a project for each memory."
    pick(person, older, "tidepool-web")
    assert dialog.sentence.text() == "Choose a different project for each memory."
    pick(person, older, "legacy-portal")
    assert dialog.sentence.text() == (
        "In legacy-portal, your AI sees the older memory; in tidepool-web, the newer memory. "
        "In other projects, it sees neither."
    )
    person.click(dialog.do)
    for project, told, other in ((PORTAL, "jest", "vitest"), (WEB, "vitest", "jest")):
        text = service.get_context(project=project, log_access=False).text
        assert told in text and other not in text
    assert "jest" not in service.get_context(log_access=False).text
    assert service.list_conflicts() == []


def test_one_may_hold_everywhere_and_the_sentence_says_so(
    open_page: Open, disagree: Disagree, service: MemoryService
) -> None:
    disagree("unit tests")
    person = open_page()
    dialog = both(person)
    split(person, dialog, "project")
    pick(person, next(iter(dialog.sides.values())), "All projects")
    assert dialog.sentence.text() == (
        "In tidepool-web, your AI sees the newer memory. It also sees the older memory in all projects."
    )
    person.click(dialog.do)
    known_stack(service, WEB, "jest", "vitest")
    here = service.get_context(project=WEB, log_access=False).text
    assert "jest" in here and "vitest" in here and "(only" not in here


@pytest.mark.slow
def test_branches_part_them(open_page: Open, disagree: Disagree, service: MemoryService) -> None:
    disagree("unit tests", older={"branch": "main"}, newer={"branch": None})
    service.update(service.query(limit=10).memories[0].id, tags=["x"])
    person = open_page()
    dialog = both(person)
    split(person, dialog, "branch")
    older, newer = dialog.sides.values()
    assert older.pick.currentText() == "main"
    pick(person, newer, "All other branches")
    assert dialog.sentence.text() == (
        "On main in tidepool-web, your AI sees the older memory. "
        "Your AI also sees the newer memory on every branch, marked “not on main”. "
        "In other projects, it sees neither."
    )
    person.click(dialog.do)
    on_main = service.get_context(project=WEB, branch="main", log_access=False).text
    elsewhere = service.get_context(project=WEB, branch="dev", log_access=False).text
    assert "- Use jest for unit tests." in on_main
    assert "- Use vitest for unit tests. (only: not on main)" in on_main
    assert "jest" not in elsewhere and "vitest" in elsewhere


@pytest.mark.slow
def test_without_a_known_branch_that_way_is_closed_and_says_why(open_page: Open, disagree: Disagree) -> None:
    disagree("unit tests")
    person = open_page()
    button = both(person).split.button("branch")
    assert not button.isEnabled()
    assert button.toolTip() == "No branches found in this project"


@pytest.mark.slow
def test_paths_are_stored_as_such_and_told_in_words(open_page: Open, disagree: Disagree) -> None:
    disagree("unit tests")
    person = open_page()
    dialog = both(person)
    split(person, dialog, "path")
    older, newer = dialog.sides.values()
    older.field.setFocus()
    person.type("packages/legacy/**")
    newer.field.setFocus()
    person.type("packages/web/**")
    assert dialog.lines.text().split("\n") == [
        "- Use jest for unit tests. (only: in packages/legacy/**)",
        "- Use vitest for unit tests. (only: in packages/web/**)",
    ]
    person.click(dialog.do)
    jest = person.memory("Use jest")
    assert (jest.details["applies_to"], jest.condition) == (["packages/legacy/**"], "in packages/legacy/**")


def test_what_is_missing_is_said_when_it_is_to_be_saved_and_nothing_is_lost_between_the_ways(
    open_page: Open, disagree: Disagree
) -> None:
    ident = disagree("unit tests")
    person = open_page()
    dialog = both(person)
    person.key(K.Key_Return, CTRL)
    assert dialog.isVisible()
    assert dialog.sentence.text() == "For at least one memory, enter when it applies."
    older, newer = dialog.sides.values()
    person.type("in the old app")
    newer.field.setFocus()
    person.type("in the old app")
    assert dialog.sentence.text() == "Enter something different for each memory."
    split(person, dialog, "path")
    split(person, dialog, "words")
    assert older.field.text() == "in the old app"
    newer.field.setFocus()
    newer.field.selectAll()
    person.type("x" * 230)
    assert dialog.sentence.text() == "The condition is 30 characters too long."
    assert person.status(ident) == "pending_user_review"
    person.key(K.Key_Escape)
    assert not any(d.isVisible() for d in person.page.findChildren(KeepBothDialog))
    assert person.status(ident) == "pending_user_review"


def test_a_note_of_the_page_goes_on_in_the_dialog_and_back(
    open_page: Open, disagree: Disagree, service: MemoryService
) -> None:
    ident = disagree("unit tests", older={"scope": "global"})
    person = open_page()
    person.key(K.Key_N)
    person.type("two apps")
    person.key(K.Key_Return)
    dialog = both(person)
    assert dialog.note.text() == "two apps"
    dialog.note.setFocus()
    person.key(K.Key_End)
    person.type(", one repo")
    person.key(K.Key_Escape)
    assert person.page.view.note.text() == "two apps, one repo"
    person.page.activateWindow()
    person.page.focus_main()
    both(person)
    person.key(K.Key_Return, CTRL)
    assert service.get_conflict(ident).notes == "two apps, one repo"


@pytest.mark.slow
def test_what_the_service_refuses_is_said_in_the_dialog(
    open_page: Open, disagree: Disagree, service: MemoryService, monkeypatch: pytest.MonkeyPatch
) -> None:
    disagree("unit tests", older={"scope": "global"})

    def refuse(*_ids: object, **_call: object) -> None:
        raise InvalidInput("The project must be a folder.", field="scope_id")

    person = open_page()
    dialog = both(person)
    monkeypatch.setattr(service, "resolve_conflict", refuse)
    person.click(dialog.do)
    assert dialog.isVisible()
    assert dialog.error.text() == "The project must be a folder."
    assert dialog.do.isEnabled()


@pytest.mark.slow
def test_keeping_three_asks_for_each(
    open_page: Open, remember: Callable[..., str], service: MemoryService
) -> None:
    for ago, name in ((90, "mocha"), (20, "jest"), (0, "vitest")):
        remember(f"Use {name} for unit tests.", ago=ago)
    person = open_page()
    dialog = both(person, K.Key_4)
    assert len(dialog.sides) == 3
    assert dialog.do.text() == "Keep all"
    for side, words in zip(
        dialog.sides.values(), ("in the cli", "in the api", "in the web app"), strict=True
    ):
        side.field.setFocus()
        person.type(words)
    person.key(K.Key_Return, CTRL)
    assert service.list_conflicts() == []
    assert [person.memory(f"Use {name}").condition for name in ("mocha", "jest", "vitest")] == [
        "in the cli",
        "in the api",
        "in the web app",
    ]


# Merge


def test_merging_starts_from_the_newer_text_and_adds_words_at_the_cursor(
    open_page: Open, disagree: Disagree, service: MemoryService
) -> None:
    ident = disagree("unit tests", newer={"type": "instruction"})
    person = open_page()
    person.key(K.Key_5)
    dialog = person.merge()
    assert dialog.area_text.toPlainText() == "Use vitest for unit tests."
    older, _newer = dialog.pickers
    (word,) = older.tinted()
    person.qtbot.mouseClick(
        older, Qt.MouseButton.LeftButton, pos=older.run_rects(word)[0].center()
    )  # fmt: skip
    assert dialog.area_text.toPlainText() == "Use vitest for unit tests. jest"
    person.type(" may stay in the old app.")
    assert dialog.type.current_data == "instruction"
    dialog.type.set_current_data("preference")
    dialog.scope.set_current_data(("global", None))
    person.key(K.Key_Return, CTRL)
    merged = person.memory("Use vitest for unit tests. jest may stay")
    assert (merged.type.value, merged.scope.value, merged.status.value) == ("preference", "global", "active")
    assert merged.confidence == pytest.approx(0.93)
    assert person.status(ident) == "merged"
    assert {m.memory.status.value for m in service.get_conflict(ident).members} == {"superseded"}
    person.page.show_conflict(ident)
    person.wait()
    assert person.said == [f"- {merged.content}"]
    person.undo()
    assert person.status(ident) == "pending_user_review"
    assert {m.memory.status.value for m in service.get_conflict(ident).members} == {"active"}


@pytest.mark.slow
def test_merging_says_what_other_projects_lose(open_page: Open, disagree: Disagree) -> None:
    disagree("unit tests", older={"scope": "global"})
    person = open_page()
    person.hover(person.button("Merge"))
    lost = "Your AI will no longer see it in other projects."
    assert lost in person.notes
    person.key(K.Key_5)
    dialog = person.merge()
    assert lost in dialog.fate.text()
    dialog.scope.set_current_data(("global", None))
    assert lost not in dialog.fate.text()


@pytest.mark.slow
def test_marked_words_are_added_by_keys_too(open_page: Open, disagree: Disagree) -> None:
    disagree("unit tests")
    person = open_page()
    person.key(K.Key_5)
    dialog = person.merge()
    dialog.area_text.moveCursor(dialog.area_text.textCursor().MoveOperation.Start)
    person.key(K.Key_Tab)
    assert person.focus is dialog.pickers[0]
    assert person.focus.accessibleName() == "jest"
    person.key(K.Key_Right)
    person.key(K.Key_Return)
    assert dialog.area_text.toPlainText() == "jest Use vitest for unit tests."
    assert dialog.area_text.hasFocus()


@pytest.mark.slow
def test_the_text_can_be_reset_and_that_undone(open_page: Open, disagree: Disagree) -> None:
    disagree("unit tests")
    person = open_page()
    person.key(K.Key_5)
    dialog = person.merge()
    assert not dialog.reset.isEnabled()
    person.type(" Mine.")
    person.click(dialog.reset)
    assert dialog.area_text.toPlainText() == "Use vitest for unit tests."
    person.key(K.Key_Z, CTRL)
    assert dialog.area_text.toPlainText() == "Use vitest for unit tests. Mine."


@pytest.mark.slow
def test_an_empty_text_is_not_merged(open_page: Open, disagree: Disagree) -> None:
    ident = disagree("unit tests")
    person = open_page()
    person.key(K.Key_5)
    dialog = person.merge()
    person.key(K.Key_A, CTRL)
    person.type("x")
    person.key(K.Key_Return, CTRL)
    assert dialog.isVisible()
    assert dialog.error.text() == "At least 3 characters."
    assert person.status(ident) == "pending_user_review"
    person.type("yz")
    assert dialog.error.text() == ""


@pytest.mark.slow
def test_a_dialog_fits_into_the_least_window(open_page: Open, remember: Callable[..., str]) -> None:
    filler = " ".join(f"word{n}" for n in range(120))
    remember(f"Use jest for unit tests. {filler}", ago=3)
    remember(f"Use vitest for unit tests. {filler} changed")
    person = open_page(width=804, height=600)
    person.key(K.Key_5)
    dialog = person.merge()
    assert dialog.height() <= 600
    assert dialog.do.isVisible()
    bottom = dialog.do.mapTo(dialog, dialog.do.rect().bottomLeft()).y()
    assert bottom < dialog.height()
