"""The memory of branches under the Branches tab: read, memorized, cleared; and the files that carry it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

import pytest
import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QLabel

from arbor_desktop.branches.model import BranchDocument as Document
from arbor_desktop.branches.model import BranchUpdate, Change, ChangeKind, FileOptions, Section, Way
from arbor_desktop.errors import StorageError
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.components import Button
from arbor_desktop.ui.projects.branches import FILES
from arbor_desktop.ui.projects.detail import BRANCHES
from arbor_desktop.ui.projects.files import SwitchSheet
from arbor_desktop.ui.projects.model import markdown, with_way
from arbor_desktop.ui.projects.words import audit_line, standing_words
from arbor_desktop.user_files.model import Part, Standing

WEEK = "The week view is being rewritten."
RULE = "Dates are shown in the studio's own time zone."


@pytest.fixture
def on_week(open_page: Any, some: dict[str, str], desk: Path) -> Any:
    """The tab of the desk, whose branch feat/week is checked out."""
    (desk / ".git").mkdir()
    (desk / ".git" / "HEAD").write_text("ref: refs/heads/feat/week\n")
    person = open_page()
    person.open("desk", tab=BRANCHES)
    return person


def entries(person: Any) -> list[str]:
    """What is read in the panel, without its marks."""
    content = person.page.detail.branches.panel.area.widget()
    return [label.text() for label in content.findChildren(QLabel) if label.text() not in ("", "•")]


def sheet(person: Any) -> SwitchSheet:
    found = [w for w in QApplication.topLevelWidgets() if isinstance(w, SwitchSheet) and w.isVisible()]
    assert len(found) == 1
    return found[0]


def choose(person: Any, file: str, key: str) -> None:
    person.click(person.page.detail.branches.files.ways[file].button(key))


@pytest.fixture
def files_shown(on_week: Any) -> Any:
    on_week.click(on_week.page.detail.branches.which.button(FILES))
    return on_week


# -- words --


def test_the_audit_is_counted() -> None:
    changes = (
        Change(ChangeKind.ADDED, Section.FACTS, "a"),
        Change(ChangeKind.ADDED, Section.FACTS, "b"),
        Change(ChangeKind.KEPT, Section.FACTS, "c"),
    )
    assert audit_line(BranchUpdate(Document(), changes)) == "2 added · 1 kept"
    assert audit_line(BranchUpdate(Document(), ())) == "No memories yet"


def test_a_copied_memory_is_markdown_without_empty_sections() -> None:
    document = Document({Section.FACTS: ("One.", "Two."), Section.BUGS: ()})
    assert markdown(document) == "## Facts\n\n- One.\n- Two.\n"
    assert markdown(Document()) == ""


def test_one_file_is_switched_and_the_others_stay() -> None:
    now = FileOptions(instructions=(("CLAUDE.md", Way.IMPORT), ("GEMINI.md", Way.BLOCK)))
    assert with_way(now, "AGENTS.md", Way.BLOCK) == {
        "instructions": {"CLAUDE.md": "import", "AGENTS.md": "block", "GEMINI.md": "block"}
    }
    assert with_way(now, "CLAUDE.md", None) == {"instructions": {"GEMINI.md": "block"}}


def test_how_a_file_stands_is_said() -> None:
    assert standing_words(None) == "Arbor doesn't write to this file."
    part = Part("CLAUDE.md", "CLAUDE.md", Standing.INSTALLED, "/srv/CLAUDE.md")
    assert standing_words(part) == "Contains the branch memory."


# -- reading --


def test_the_memory_of_the_chosen_branch_is_read(on_week: Any) -> None:
    panel = on_week.page.detail.branches.panel
    assert panel.name.text() == "feat/week"
    said = entries(on_week)
    assert said[0] == "Facts"
    assert {RULE, WEEK} <= set(said)
    assert "No entries yet" in said
    assert not panel.file.isVisible() and not panel.open_file.isEnabled(), "no file is written"


def test_it_is_copied_whole(on_week: Any) -> None:
    on_week.click(on_week.page.detail.branches.panel.copy)
    said = QGuiApplication.clipboard().text()
    assert said.startswith("## Facts\n\n- ") and f"- {WEEK}" in said


@pytest.mark.slow
def test_another_branch_is_shown_as_it_is_chosen(on_week: Any, fixed: str) -> None:
    on_week.page.refresh()
    on_week.wait()
    view = on_week.page.detail.branches.view
    view.setFocus()
    on_week.key(Qt.Key.Key_Down, on=view)
    assert on_week.page.detail.branches.panel.name.text() == "fix/week"
    assert WEEK not in entries(on_week), "it holds on the other branch alone"
    assert RULE in entries(on_week)


@pytest.mark.slow
def test_what_cannot_be_read_says_so_and_is_tried_again(
    on_week: Any, service: MemoryService, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = service.branch_memory

    def broken(*_: object) -> None:
        raise StorageError("The file can't be read.")

    with monkeypatch.context() as patched:
        patched.setattr(memory, "get_branch_memory", broken)
        on_week.page.refresh()
        on_week.wait()
    panel = on_week.page.detail.branches.panel
    assert panel.state.title.text() == "Couldn't load this branch's memory"
    on_week.press("Try again", panel)
    assert WEEK in entries(on_week)


# -- memorizing and clearing --


def test_memorizing_shows_what_it_changed(on_week: Any, remember: Callable[..., str]) -> None:
    panel = on_week.page.detail.branches.panel
    on_week.press("Update now", panel)
    assert panel.audit is not None
    assert panel.audit.line.text() == "4 added"
    remember("The calendar opens on Mondays.", branch="feat/week", category="facts")
    on_week.press("Update now", panel)
    assert panel.audit.line.text() == "1 added · 4 kept"
    assert [view.text for view in panel.audit.texts] == ["The calendar opens on Mondays."]
    on_week.click(panel.audit.close_button)
    assert panel.audit is None
    assert "The calendar opens on Mondays." in entries(on_week)
    assert "updated" in panel.meta.text()


@pytest.mark.slow
def test_while_it_memorizes_it_says_so(
    on_week: Any, service: MemoryService, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = on_week.page.detail.branches.panel
    panel._memorize()
    assert panel.memorize.text() == "Updating…" and not panel.memorize.isEnabled()
    on_week.wait()
    assert panel.memorize.text() == "Update now" and panel.memorize.isEnabled()

    def broken(*_: object) -> None:
        raise StorageError("The disk is full.")

    monkeypatch.setattr(service.branch_memory, "memorize_branch", broken)
    on_week.press("Update now", panel)
    assert on_week.snack == "The disk is full."
    assert panel.memorize.isEnabled()


def test_a_page_that_closes_while_it_updates_reports_no_error(
    on_week: Any, service: MemoryService, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, gate = Event(), Event()

    def slow(*_: object) -> None:
        begun.set()
        gate.wait(10)

    monkeypatch.setattr(service.branch_memory, "memorize_branch", slow)
    panel = on_week.page.detail.branches.panel
    panel._memorize()
    on_week.qtbot.waitUntil(begun.is_set)
    shiboken6.delete(panel)
    shiboken6.delete(on_week.page.controller)
    gate.set()
    on_week.qtbot.waitUntil(lambda: not on_week.bridge.busy)  # an error would fail the test at its end


def test_clearing_is_taken_back(on_week: Any, some: dict[str, str], service: MemoryService) -> None:
    panel = on_week.page.detail.branches.panel
    on_week.press("Update now", panel)
    on_week.press("Clear", panel)
    assert on_week.snack == "Branch memory for feat/week cleared · 1 memory archived"
    assert service.get(some["branch"]).status.value == "archived"
    assert service.get(some["rule"]).status.value == "active", "it holds on every branch"
    assert panel.state.title.text() == "No branch memory yet"
    on_week.click(on_week.page.snackbar.action_button)
    assert on_week.snack == "Branch memory restored"
    assert service.get(some["branch"]).status.value == "active"
    assert {RULE, WEEK} <= set(entries(on_week))


# -- editing --


@pytest.mark.slow
def test_the_text_is_edited_as_a_whole(on_week: Any, some: dict[str, str], service: MemoryService) -> None:
    panel = on_week.page.detail.branches.panel
    on_week.press("Edit", panel)
    assert not (panel.memorize.isEnabled() or panel.edit.isEnabled() or panel.empty_it.isEnabled())
    text = panel.editor.text
    assert f"- {WEEK}" in text
    panel.editor.area.setPlainText(text.replace(WEEK, "The week view was rewritten."))
    on_week.key(Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier, on=panel.editor.area)
    assert on_week.snack == "Branch memory for feat/week saved"
    assert "The week view was rewritten." in entries(on_week)
    assert service.get(some["branch"]).content == "The week view was rewritten."


@pytest.mark.slow
def test_what_can_not_be_taken_stays_in_the_editor(on_week: Any) -> None:
    panel = on_week.page.detail.branches.panel
    on_week.press("Edit", panel)
    panel.editor.area.setPlainText("nothing of it")
    on_week.click(panel.editor.save)
    assert panel.editor.isVisible() and panel.editor.error.text()
    assert panel.editor.text == "nothing of it"
    on_week.key(Qt.Key.Key_Escape, on=panel.editor.area)
    assert not panel.editor.isVisible() and WEEK in entries(on_week)


@pytest.mark.slow
def test_what_was_typed_is_there_again_with_its_branch(on_week: Any, fixed: str) -> None:
    on_week.page.refresh()
    on_week.wait()
    tab = on_week.page.detail.branches
    on_week.press("Edit", tab.panel)
    tab.panel.editor.area.setPlainText("half a thought")
    on_week.click_row(tab.view, "Branch fix/week")
    assert not tab.panel.editor.isVisible()
    on_week.click_row(tab.view, "Branch feat/week")
    assert tab.panel.editor.isVisible() and tab.panel.editor.text == "half a thought"


# -- files --


def test_files_of_branches_are_off_until_they_are_switched_on(
    files_shown: Any, service: MemoryService, desk: Path
) -> None:
    person = files_shown
    tab = person.page.detail.branches
    assert not tab.files.branch_files.isChecked()
    assert not (desk / ".arbor").exists()
    person.click(tab.files.branch_files)
    assert service.switches(str(desk)).branch_files
    file = desk / ".arbor" / "memory" / "branches" / "feat_week.md"
    assert WEEK in file.read_text()
    person.click(tab.which.button("memory"))
    assert tab.panel.file.text() == ".arbor/memory/branches/feat_week.md"
    assert tab.panel.open_file.isEnabled()
    file.write_text(file.read_text().replace(WEEK, "The week view was rewritten by hand."))
    person.page.refresh()
    person.wait()
    assert "edited" in tab.panel.note.text()
    assert any("File edited outside Arbor" in row for row in person.rows(tab.view))


@pytest.mark.slow
def test_switching_them_on_is_taken_back(files_shown: Any, service: MemoryService, desk: Path) -> None:
    person = files_shown
    person.click(person.page.detail.branches.files.branch_files)
    person.click(person.page.snackbar.action_button)
    assert person.snack == "Setting restored"
    assert not service.switches(str(desk)).branch_files
    assert not person.page.detail.branches.files.branch_files.isChecked()


def test_a_change_of_an_instruction_file_is_shown_before_it_is_made(
    files_shown: Any, service: MemoryService, desk: Path, remember: Callable[..., str]
) -> None:
    person = files_shown
    remember("Components have one file each.", category="project_conventions")
    mine = "# Notes of mine\n"
    (desk / "CLAUDE.md").write_text(mine)
    choose(person, "CLAUDE.md", "block")
    shown = sheet(person)
    assert (desk / "CLAUDE.md").read_text() == mine, "nothing is written yet"
    assert [Path(section.change.path).name for section in shown.files] == ["CLAUDE.md"]
    assert "Components have one file each." in (shown.files[0].change.after or b"").decode()
    person.click(shown.do)
    assert (desk / "CLAUDE.md").read_text().startswith(mine)
    assert "Components have one file each." in (desk / "CLAUDE.md").read_text()
    assert service.switches(str(desk)).way("CLAUDE.md") is Way.BLOCK
    person.click(person.page.snackbar.action_button)
    assert (desk / "CLAUDE.md").read_text() == mine


def test_what_is_not_confirmed_is_not_done(files_shown: Any, service: MemoryService, desk: Path) -> None:
    person = files_shown
    choose(person, "AGENTS.md", "block")
    person.click(sheet(person).cancel)
    assert service.switches(str(desk)).instructions == ()
    assert person.page.detail.branches.files.ways["AGENTS.md"].current == "off"


def test_only_files_that_can_import_offer_it(files_shown: Any) -> None:
    ways = files_shown.page.detail.branches.files.ways
    offered = {
        file: [button.text() for button in segment._buttons.values()] for file, segment in ways.items()
    }
    assert offered == {
        "CLAUDE.md": ["Off", "Text block", "Import line"],
        "AGENTS.md": ["Off", "Text block"],
        "GEMINI.md": ["Off", "Text block", "Import line"],
    }


def test_a_file_that_can_not_be_written_says_why(
    files_shown: Any, service: MemoryService, desk: Path
) -> None:
    person = files_shown
    file = desk / "AGENTS.md"
    file.write_text("# Mine\n")
    file.chmod(0o444)
    choose(person, "AGENTS.md", "block")
    shown = sheet(person)
    assert any("read-only" in note.text() for note in shown.notes)
    person.click(shown.do)
    assert shown.isVisible() and "read-only" in shown.error.text()
    assert service.switches(str(desk)).instructions == ()
    person.click(shown.cancel)


def test_a_project_that_is_away_has_no_files(open_page: Any, some: dict[str, str]) -> None:
    person = open_page()
    person.open("pollen", tab=BRANCHES)
    assert not person.page.detail.branches.which.button(FILES).isEnabled()


@pytest.mark.slow
@pytest.mark.parametrize("width", [844, 1156])
def test_all_is_reached_by_keys_and_has_a_name(on_week: Any, width: int) -> None:
    person = on_week
    person.page.resize(width, 560)
    person.wait()
    if not person.page.detail.isVisible():
        person.open("desk", tab=BRANCHES)
    tab = person.page.detail.branches
    for which in ("memory", FILES):
        person.click(tab.which.button(which))
        controls = [w for w in tab.findChildren(Button) if w.isVisible()]
        controls += [segment for segment in tab.files.ways.values() if segment.isVisible()]
        for control in controls:
            assert control.accessibleName(), control
            left = control.mapTo(tab, control.rect().topLeft()).x()
            assert left >= 0 and left + control.width() <= tab.width(), control.accessibleName()
    assert {tab.which, tab.files.branch_files} <= set(person.page.detail.focus_groups())
