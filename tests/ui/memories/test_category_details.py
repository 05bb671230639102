"""The details of a memory's category: read, filled in, saved, undone; and what was learned made global."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget

from arbor_desktop.extraction.model import Candidate, Excerpt
from arbor_desktop.memories.model import Category, Memory, MemoryType, Scope, Source
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.components import Button, Label
from arbor_desktop.ui.components.text_runs import RunsView
from arbor_desktop.ui.memories.category_details import DetailsPane
from arbor_desktop.ui.memories.detail_pane import HISTORY
from arbor_desktop.ui.memory.inputs import GlobInput, Input, KeptInput, LineInput, OptionsInput, TextInput
from tests.reliability.sessions import Session

CTRL = Qt.KeyboardModifier.ControlModifier
Add = Callable[..., Memory]
BUG = {"type": "fact", "category": "bug_patterns"}


def pane_of(person: Any) -> DetailsPane:
    pane: DetailsPane = person.page.detail.details
    return pane


def read(person: Any) -> list[tuple[str, str]]:
    """The rows as they are seen; nothing while the form is open."""
    pane = pane_of(person)
    return [(row.name, row.value) for row in pane.rows.rows] if pane.rows.isVisible() else []


def field(person: Any, key: str) -> Input:
    return pane_of(person).form.inputs[key]


def write(person: Any, key: str, text: str) -> None:
    """Types into a field, over what stands there."""
    one = field(person, key)
    assert isinstance(one, LineInput | TextInput)
    where = one.line if isinstance(one, LineInput) else one.area
    where.setFocus()
    where.selectAll()
    if text:
        person.qtbot.keyClicks(where, text)
    else:
        person.qtbot.keyClick(where, Qt.Key.Key_Delete)


def open_form(person: Any) -> None:
    person.click(pane_of(person).edit_button)
    assert pane_of(person).editing


def test_what_is_filled_is_read_and_nothing_else(open_page: Any, add: Add) -> None:
    details = {"pattern": "The cursor is closed", "fix": "Read first", "occurrences": 3}
    add("The export is empty.", details=details, **BUG)
    person = open_page()
    assert read(person) == [("Cause", "The cursor is closed"), ("Fix", "Read first"), ("Seen", "3 times")]
    pane = pane_of(person)
    assert pane.kind.text() == "Pitfall" and pane.kind.isVisible()
    assert pane.edit_button.text() == "Edit details"
    assert not pane.form.isVisible() and not pane.verified.isVisible()
    assert not person.page.detail.further.isVisible(), "nothing is said twice"


def test_a_memory_without_details_offers_to_add_some_and_a_fact_has_none(open_page: Any, add: Add) -> None:
    add("The server is in Bern.", type="fact", category="facts")
    add("The export is empty.", **BUG)
    person = open_page()
    person.click_card(0)
    assert pane_of(person).edit_button.text() == "Add details"
    assert read(person) == []
    person.click_card(1)
    assert not pane_of(person).isVisible()


def test_details_are_filled_in_by_keys_alone_and_saved_as_one_change(open_page: Any, add: Add) -> None:
    add("The export is empty.", **BUG)
    person = open_page()
    pane = pane_of(person)
    pane.edit_button.setFocus(Qt.FocusReason.TabFocusReason)
    person.key(Qt.Key.Key_Space, on=pane.edit_button)
    first = QApplication.focusWidget()
    assert first is field(person, "pattern").first()
    person.qtbot.keyClicks(first, "The cursor is closed")
    person.key(Qt.Key.Key_Tab, on=first)
    second = QApplication.focusWidget()
    assert second is field(person, "fix").first()
    person.qtbot.keyClicks(second, "Read before closing")
    write(person, "occurrences", "2")
    person.key(Qt.Key.Key_S, CTRL, on=second)
    memory = person.stored("The export is empty.")
    assert memory.details == {
        "pattern": "The cursor is closed", "fix": "Read before closing", "occurrences": 2,
    }  # fmt: skip
    assert read(person) == [
        ("Cause", "The cursor is closed"), ("Fix", "Read before closing"), ("Seen", "2 times"),
    ]  # fmt: skip
    assert QApplication.focusWidget() is pane.edit_button
    edits = [entry for entry in person.service.history(memory.id) if entry.action == "edited"]
    assert len(edits) == 1
    person.service.undo()
    person.wait()
    person.until(lambda: read(person) == [])


def test_text_and_details_are_one_change(open_page: Any, add: Add) -> None:
    add("The export is empty.", **BUG)
    person = open_page()
    open_form(person)
    write(person, "fix", "Read first")
    person.page.detail.fields.condition.setText("at night")
    person.rewrite("The nightly export is empty.")
    person.key(Qt.Key.Key_Return, CTRL, on=person.page.detail.editor.area)
    memory = person.stored("The nightly export is empty.")
    assert memory.details == {"fix": "Read first", "condition": "at night"}
    assert [entry.action for entry in person.service.history(memory.id)].count("edited") == 1


def test_what_is_wrong_is_said_beside_its_field_and_not_saved(open_page: Any, add: Add) -> None:
    add("The export is empty.", **BUG)
    person = open_page()
    open_form(person)
    write(person, "occurrences", "often")
    one = field(person, "occurrences")
    assert one.error.isVisible() and one.error.text() == "Write a whole number, such as 3."
    assert isinstance(one, LineInput) and one.line.has_error
    assert not pane_of(person).save_button.isEnabled()
    person.key(Qt.Key.Key_S, CTRL, on=one.line)
    assert pane_of(person).editing and person.stored("The export is empty.").details == {}
    assert one.line.hasFocus()
    write(person, "occurrences", "4")
    assert not one.error.isVisible()
    person.click(pane_of(person).save_button)
    assert person.stored("The export is empty.").details == {"occurrences": 4}


def test_patterns_of_paths_are_chips_and_checked(open_page: Any, add: Add) -> None:
    add("No default exports.", type="fact", category="project_conventions")
    person = open_page()
    assert not pane_of(person).kind.isVisible(), "what holds everywhere in its project is no quirk"
    open_form(person)
    globs = field(person, "applies_to")
    assert isinstance(globs, GlobInput)
    entry = globs.chips._entry
    person.click(globs.chips.adding)
    person.qtbot.keyClicks(entry, "src/**/*.{ts,tsx}")
    person.qtbot.keyClick(entry, Qt.Key.Key_Return)
    person.qtbot.keyClicks(entry, "/etc")
    person.qtbot.keyClick(entry, Qt.Key.Key_Return)
    assert globs.chips.tags == ("src/**/*.{ts,tsx}", "/etc")
    assert "relative to the project" in globs.error.text() and globs.error.isVisible()
    assert not pane_of(person).save_button.isEnabled()
    person.qtbot.keyClick(entry, Qt.Key.Key_Backspace)
    assert globs.error.text() == ""
    person.click(pane_of(person).save_button)
    assert person.stored("No default exports.").details == {"applies_to": ["src/**/*.{ts,tsx}"]}
    assert pane_of(person).kind.text() == "Quirk"


@pytest.mark.slow
def test_alternatives_and_code_are_filled_in(open_page: Any, add: Add) -> None:
    stored = [{"name": "queue", "when": "nobody waits", "cost": 3}, "cron"]
    add("Retry with backoff.", type="fact", category="implementation_notes",
        details={"alternatives": stored, "lessons_learned": ["one", "two"]})  # fmt: skip
    person = open_page()
    assert ("Lessons", "• one\n• two") in read(person)
    open_form(person)
    options = field(person, "alternatives")
    assert isinstance(options, OptionsInput)
    assert [(row.name.text(), row.when.text()) for row in options.rows] == [
        ("queue", "nobody waits"), ("cron", ""),
    ]  # fmt: skip
    person.click(options.add)
    person.qtbot.keyClicks(options.rows[2].name, "polling")
    person.click(options.rows[1].close_button)
    code = field(person, "code_example")
    assert isinstance(code, TextInput)
    code.area.setFocus()
    code.area.setPlainText("for n in range(5):\n    attempt()\n")
    write(person, "applicable_when", "it may be busy")
    person.key(Qt.Key.Key_S, CTRL, on=code.area)
    assert person.stored("Retry with backoff.").details == {
        "alternatives": [{"name": "queue", "when": "nobody waits", "cost": 3}, {"name": "polling"}],
        "lessons_learned": ["one", "two"],
        "code_example": "for n in range(5):\n    attempt()",
        "applicable_when": ["it may be busy"],
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    ("typed", "stored"),
    [("80", 80), ("0.5", 0.5), ("no", False), ("single", "single"), ('["a", 1]', ["a", 1]), ("NaN", "NaN")],
)
def test_a_preference_sets_a_value_of_any_plain_kind(
    open_page: Any, add: Add, typed: str, stored: object
) -> None:
    add("Sets it.", type="preference", category="coding_preferences", details={"key": "x.y"})
    person = open_page()
    open_form(person)
    write(person, "value", typed)
    person.click(pane_of(person).save_button)
    found = person.stored("Sets it.").details
    assert found == {"key": "x.y", "value": stored} and type(found["value"]) is type(stored)
    assert read(person)[0][0] == "Setting"


def test_what_nobody_touched_stays_byte_for_byte(open_page: Any, add: Add, service: MemoryService) -> None:
    memory = add("The export is empty.", **BUG)
    odd = {
        "fix": 5,
        "value": "80",
        "made_up": {"deep": [1, None, "x"]},
        "rationale": "kept",
        "occurrences": 1,
    }
    service._rt.db.write(
        lambda c: c.execute("UPDATE memory SET details = ? WHERE id = ?", (_json(odd), memory.id))
    )
    person = open_page()
    further = {name.text(): value.text() for name, value in person.page.detail.further.labels}
    assert further["Why"] == "kept" and further["Made up"] == "deep: 1, , x"
    open_form(person)
    assert isinstance(field(person, "fix"), KeptInput)
    write(person, "problem", "Nothing is there")
    person.click(pane_of(person).save_button)
    assert person.stored("The export is empty.").details == odd | {"problem": "Nothing is there"}


def _json(value: object) -> str:
    import json

    return json.dumps(value)


@pytest.mark.slow
def test_another_category_keeps_what_the_first_one_held(open_page: Any, add: Add) -> None:
    add("The export is empty.", details={"fix": "Read first"}, **BUG)
    person = open_page()
    person.click(person.page.detail.rare.button)
    person.pick(person.page.detail.fields.category, "Architecture")
    assert read(person) == []
    assert {n.text(): v.text() for n, v in person.page.detail.further.labels} == {"Fix": "Read first"}
    open_form(person)
    write(person, "rationale", "It is simple")
    person.pick(person.page.detail.fields.category, "Bug patterns")
    memory = person.stored("The export is empty.")
    assert memory.details == {"fix": "Read first", "rationale": "It is simple"}, "what was typed is not lost"
    assert memory.category is Category.BUG_PATTERNS
    assert read(person) == [("Fix", "Read first")]


def test_escape_closes_the_form_and_nothing_changed(open_page: Any, add: Add) -> None:
    add("The export is empty.", details={"fix": "Read first"}, **BUG)
    person = open_page()
    open_form(person)
    write(person, "fix", "Something else")
    assert person.page.detail.dirty
    person.key(Qt.Key.Key_Escape, on=field(person, "fix").first())
    assert read(person) == [("Fix", "Read first")]
    assert not person.page.detail.dirty and QApplication.focusWidget() is pane_of(person).edit_button
    open_form(person)
    assert field(person, "fix").value == "Read first"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("choice", "stored"),
    [("Save", "Something else"), ("Discard", "Read first"), ("Keep editing", "Read first")],
)
def test_leaving_unsaved_details_asks_once(open_page: Any, add: Add, choice: str, stored: str) -> None:
    add("Another one.", **BUG)
    add("The export is empty.", details={"fix": "Read first"}, **BUG)
    person = open_page()
    open_form(person)
    write(person, "fix", "Something else")
    person.click_card(1)
    box = QGuiApplication.instance().activeModalWidget()  # type: ignore[union-attr]
    assert isinstance(box, QMessageBox) and "details" in box.text()
    person.click(next(b for b in box.buttons() if b.text().replace("&", "") == choice))
    assert person.stored("The export is empty.").details == {"fix": stored}
    shown = person.page.detail.memory.content
    assert shown == ("The export is empty." if choice == "Keep editing" else "Another one.")
    if choice == "Keep editing":
        assert field(person, "fix").value == "Something else"
        pane_of(person).revert()


def test_what_another_one_saved_does_not_take_what_is_being_typed(open_page: Any, add: Add) -> None:
    memory = add("The export is empty.", details={"fix": "Read first"}, **BUG)
    person = open_page()
    open_form(person)
    write(person, "problem", "Nothing is there")
    person.service.update(memory.id, details={"fix": "Read first", "solution": "Wait"})
    person.wait()
    assert pane_of(person).editing and field(person, "problem").value == "Nothing is there"
    person.click(pane_of(person).save_button)
    assert person.stored("The export is empty.").details == {
        "fix": "Read first", "solution": "Wait", "problem": "Nothing is there",
    }  # fmt: skip


def test_the_history_tells_every_field_that_changed(open_page: Any, add: Add) -> None:
    memory = add("The export is empty.", details={"fix": "Read first"}, **BUG)
    person = open_page()
    person.service.update(memory.id, details={"fix": "Read before closing", "occurrences": 2})
    person.wait()
    person.page.detail._go_to_tab(HISTORY)
    person.wait()
    told = [view.accessibleName() for view in person.page.detail.history.findChildren(RunsView)]
    assert any("Fix" in one and "before closing" in one for one in told), told
    assert any("Seen" in one and "2" in one for one in told), told


@pytest.mark.slow
def test_every_field_has_a_name_and_is_reached_by_tab(open_page: Any, add: Add) -> None:
    add("Retry with backoff.", type="fact", category="implementation_notes")
    person = open_page()
    open_form(person)
    seen: list[QWidget] = []
    widget = QApplication.focusWidget()
    while widget is not None and widget not in seen and pane_of(person).isAncestorOf(widget):
        seen.append(widget)
        person.qtbot.keyClick(widget, Qt.Key.Key_Tab)
        widget = QApplication.focusWidget()
    firsts = [one.first() for one in pane_of(person).form.inputs.values()]
    assert [one for one in seen if one in firsts] == firsts, "in their order"
    assert all(one.accessibleName() for one in seen)


@pytest.mark.slow
def test_tab_stays_in_the_form_of_a_memory_that_was_shown_after_another(open_page: Any, add: Add) -> None:
    add("Retry with backoff.", type="fact", category="implementation_notes")
    add("The export is empty.", **BUG)
    person = open_page()
    person.click_card(1)
    person.click_card(0)
    open_form(person)
    pane = pane_of(person)
    assert pane.kind.text(), "it says what is being filled in"
    last = list(pane.form.inputs.values())[-1]
    inner = [
        widget for widget in last.findChildren(QWidget) if widget.focusPolicy() & Qt.FocusPolicy.TabFocus
    ]
    end = [widget for widget in inner if widget.isVisible()][-1]
    end.setFocus(Qt.FocusReason.TabFocusReason)
    person.qtbot.keyClick(end, Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is pane.cancel_button


@pytest.mark.slow
def test_a_new_memory_has_its_details_folded(open_page: Any) -> None:
    person = open_page()
    person.page.add_memory("Reports are made at night.")
    dialog = person.page.dialog
    assert not dialog.more.isVisible(), "a fact has none"
    dialog.category.setFocus()
    person.qtbot.keyClicks(dialog.category, "Archi")
    assert dialog.category.currentText() == "Architecture"
    person.click(dialog.more)
    why = dialog.details.inputs["rationale"]
    assert why.first().hasFocus()
    person.qtbot.keyClicks(why.first(), "Nobody reads them earlier")
    dialog.category.setFocus()
    while dialog.category.currentText() != "Bug patterns":
        person.qtbot.keyClick(dialog.category, Qt.Key.Key_Down)
    seen = dialog.details.inputs["occurrences"].first()
    person.qtbot.keyClicks(seen, "often")
    person.click(dialog.save)
    assert dialog.isVisible() and seen.hasFocus() and dialog.details.inputs["occurrences"].error.isVisible()
    seen.selectAll()
    person.qtbot.keyClicks(seen, "2")
    person.key(Qt.Key.Key_Return, CTRL, on=seen)
    assert person.stored("Reports are made at night.").details == {
        "rationale": "Nobody reads them earlier", "occurrences": 2,
    }  # fmt: skip


# -- what was learned --


FAILS = "1 failed, 3 passed"


class Taught:
    """Takes what it is told to find out of a session."""

    def __init__(self, content: str) -> None:
        self._content = content

    def __call__(self, excerpt: Excerpt) -> list[Candidate]:
        return [
            Candidate(
                content=self._content, type=MemoryType.FACT, category=Category.BUG_PATTERNS, rule="test.rule",
                first_turn=turn.number, last_turn=turn.number, span_start=0, span_end=len(self._content),
                source=Source.AI_INFERRED, confidence=0.85, scope=Scope.PROJECT,
            )
            for turn in excerpt.turns
            if self._content in turn.text
        ]  # fmt: skip


def taught(
    service: MemoryService, folder: Path, monkeypatch: pytest.MonkeyPatch, content: str, *ending: str
) -> str:
    monkeypatch.setattr(service._worker, "extract", Taught(content))
    session = Session("taught").say("Fix the export, please: it comes out empty.").reply(content)
    for said in ending or ("",):
        if said in ("", FAILS):
            session = session.tool("pytest -q", said or "4 passed").reply("That is how it ends.")
        else:
            session = session.say(said)
    (row,) = service.capture([session.write(folder)], project="/src/harbor-api")
    return row.conversation_id or ""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ending", "said"),
    [
        ((), "Verified: tests passed afterwards (in “Fix the export, please: it comes out empty.”)"),
        (("works now, thanks",), "Verified: you said it works (in “Fix the export, please: it comes"),
        ((FAILS, "works now, thanks"), "Verified: tests or a build passed, or you said it works (in"),
    ],
)
def test_a_proven_learning_says_how_and_leads_there(
    open_page: Any, service: MemoryService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    ending: tuple[str, ...], said: str,
) -> None:  # fmt: skip
    cause = "The dashboard is empty because its cursor is closed too early."
    conversation = taught(service, tmp_path, monkeypatch, cause, *ending)
    person = open_page()
    pane = pane_of(person)
    assert pane.verified.isVisible() and pane.kind.text() == "Pitfall"
    assert pane.proof.text().startswith(said)
    opened: list[tuple[str, object]] = []
    person.page.conversation_wanted.connect(lambda ident, turn: opened.append((ident, turn)))
    assert pane.open.isVisible() is person.page.detail.source.can_open
    pane.can_open = True
    pane.show_proof(pane._proof)
    person.click(pane.open)
    assert [ident for ident, _ in opened] == [conversation]


def test_a_memory_of_a_project_is_made_global_and_kept_again(open_page: Any, add: Add) -> None:
    memory = add("The map is grey.", type="fact", scope="project", scope_id="/src/harbor-api")
    person = open_page()
    actions = person.page.detail.actions_by_name
    assert actions["promote"].isVisible() and not actions["keep_here"].isVisible()
    actions["promote"].trigger()
    person.wait()
    assert person.service.get(memory.id).scope is Scope.GLOBAL
    assert person.snack == "1 memory made global"
    assert not actions["promote"].isVisible()
    assert actions["keep_here"].isVisible() and actions["keep_here"].text() == "Limit to harbor-api"
    actions["keep_here"].trigger()
    person.wait()
    assert person.service.get(memory.id).scope_id == "/src/harbor-api"
    person.page.detail._go_to_tab(HISTORY)
    person.wait()
    said = [one.text() for one in person.page.detail.history.findChildren(Label)]
    assert {"Made global by you", "Limited to its project by you"} <= set(said)


@pytest.mark.slow
def test_the_menu_of_a_card_makes_global_what_may_be(open_page: Any, add: Add) -> None:
    add("The map is grey.", type="fact", scope="project", scope_id="/src/harbor-api")
    add("The legend is secret.", type="fact", scope="project", scope_id="/src/harbor-api",
        privacy_level="sensitive")  # fmt: skip
    person = open_page()
    for row, offered in ((1, True), (0, False)):
        person.click_card(row)
        menu = person.page.controller.menu(*person.page.meant(), person.page.mapToGlobal(person.page.pos()))
        texts = [action.text() for action in menu.actions()]
        assert ("Make global" in texts) is offered
        menu.close()


@pytest.mark.slow
def test_the_form_offers_its_buttons_by_name(open_page: Any, add: Add) -> None:
    add("The export is empty.", **BUG)
    person = open_page()
    open_form(person)
    names = {b.accessibleName() for b in pane_of(person).findChildren(Button) if b.isVisible()}
    assert names == {"Cancel editing details", "Save details"}


def test_a_bug_is_asked_for_its_fix_once(open_page: Any, add: Add) -> None:
    add("Another one.", **BUG)
    person = open_page()
    open_form(person)
    assert "fix" in pane_of(person).form.inputs and "solution" not in pane_of(person).form.inputs
    pane_of(person).revert()
    add("The export is empty.", details={"solution": "Wait"}, **BUG)
    person.wait()
    person.click_card(0)
    open_form(person)
    assert field(person, "solution").value == "Wait", "what is stored can be changed"
    pane_of(person).revert()
