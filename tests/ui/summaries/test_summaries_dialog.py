"""Summaries in the window: read, copied, edited with care, reviewed, cleared and brought back."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from arbor_desktop.clock import DAY_MS
from arbor_desktop.errors import StorageError
from arbor_desktop.service import MemoryService
from arbor_desktop.summaries.document import sources_of
from arbor_desktop.ui.shell.pages import PageSpec
from arbor_desktop.ui.shell.window import MainWindow
from arbor_desktop.ui.summaries.dialog import SummariesDialog
from arbor_desktop.ui.summaries.document_view import DocumentView
from arbor_desktop.ui.summaries.words import confidence_words, with_day_words
from arbor_desktop.ui.theme import Theme
from arbor_desktop.ui.window_state import WindowState
from tests.conftest import ManualClock

CTRL = Qt.KeyboardModifier.ControlModifier


def test_a_summary_is_read_with_its_parts_in_words(open_dialog, ids) -> None:
    person = open_dialog()
    assert person.pane.meta.text() == "Not reviewed yet · updated 1 Jan, 00:00"
    shown = person.shown.split("\n")
    assert shown[0] == "Coding preferences: global"
    assert "Confidence\tHigh  ·  last updated 1 Jan, 00:00" in shown
    for words in ("Summary", "Key facts", "Always use pnpm", "Usage", "None known."):
        assert words in shown
    assert not any("**" in line or line.startswith("#") for line in shown)
    counts = {name: item.count for name, item in person.dialog.categories.items.items()}
    assert counts == {name: 2 if name == "coding_preferences" else 0 for name in counts}


def test_what_a_memory_says_is_never_read_as_markup(open_dialog, service) -> None:
    sly = '<b>bold</b> <img src="x"> [here](http://x) **strong** # no'
    service.store(sly, type="preference")
    person = open_dialog()
    assert sly in person.shown
    formats = person.pane.view.document().allFormats()
    assert not any(form.isImageFormat() for form in formats)
    links = {form.toCharFormat().anchorHref() for form in formats if form.isCharFormat()} - {""}
    assert all(link.startswith("memory:") for link in links)


def test_code_looks_like_code(open_dialog, service) -> None:
    service.store("Always run `make check` before a commit, not ``a`b``", type="preference")
    person = open_dialog()
    assert "Always run make check before a commit, not a`b" in person.shown
    view = person.pane.view
    cursor = view.document().find("make check")
    assert cursor.charFormat().fontFamilies() == view._theme.font("mono").families()


def test_without_memories_it_says_what_will_be_here(open_dialog, service) -> None:
    person = open_dialog()
    assert person.pane.empty.isVisible()
    assert person.pane.empty.title.text() == "No summary yet"
    assert not person.pane.edit.isVisible()
    assert not person.pane.more.isVisible()
    service.store("I keep a diary", type="preference", privacy_level="never_share")
    person.dialog.refresh()
    person.wait()
    assert "sensitive" in person.pane.empty.text.text()


def test_places_and_categories_are_chosen_by_mouse_and_keys(open_dialog, ids) -> None:
    person = open_dialog()
    assert [person.dialog.scope.itemText(n) for n in range(2)] == [
        "Global · 2 memories",
        "kiln · 1 memory",
    ]
    person.choose_place("kiln")
    assert person.dialog.categories.items["facts"].isChecked(), "the one that says something comes first"
    assert "The kiln fires at cone six" in person.shown
    person.choose_place("Global")
    person.click(person.dialog.categories.items["coding_preferences"])
    assert "Always use pnpm" in person.shown
    person.key(Qt.Key.Key_Down, on=person.dialog.categories.items["coding_preferences"])
    assert person.dialog.categories.items["architectural_decisions"].isChecked()
    assert person.pane.empty.isVisible()


def test_it_begins_where_it_was_asked_to(open_dialog, ids) -> None:
    person = open_dialog(category="facts", project="/src/kiln")
    assert "The kiln fires at cone six" in person.shown
    person = open_dialog(category="bug_patterns")
    assert person.dialog.categories.items["bug_patterns"].isChecked()
    assert person.pane.empty.isVisible()


def test_sources_lead_to_their_memories(open_dialog, ids, qtbot) -> None:
    person = open_dialog()
    with qtbot.waitSignal(person.dialog.memory_wanted) as told:
        person.click_link(ids["tabs"])
    assert told.args == [ids["tabs"]]
    assert not person.dialog.isVisible()


def test_the_markdown_is_copied(open_dialog, ids, service) -> None:
    person = open_dialog()
    person.click(person.pane.copy)
    assert QApplication.clipboard().text() == service.get_category("coding_preferences").markdown
    assert person.snack == "Copied as Markdown"


def test_what_a_person_writes_is_saved_and_undone(open_dialog, ids, service) -> None:
    person = open_dialog()
    person.write("Mine.")
    person.key(Qt.Key.Key_S, CTRL, on=person.pane.editor)
    assert person.snack == "Saved and marked as reviewed"
    assert "Mine." in person.shown
    assert person.pane.meta.text() == "Reviewed 1 Jan, 00:00 · edited by you · updated 1 Jan, 00:00"
    assert service.get_category("coding_preferences").edited
    person.click(person.pane.snackbar.action_button)
    assert "Mine." not in person.shown
    assert not service.get_category("coding_preferences").edited


def test_only_words_are_edited_and_sources_stay(open_dialog, ids, service) -> None:
    person = open_dialog()
    before = service.get_category("coding_preferences").markdown
    person.click(person.pane.edit)
    text = person.pane.editor.toPlainText()
    assert "**" not in text and ids["tabs"] not in text
    person.pane.editor.setPlainText(text.replace("- ", "- Perhaps: ", 1))
    person.click(person.pane.save)
    person.wait()
    after = service.get_category("coding_preferences").markdown
    assert "- **Statement:** Perhaps: " in after
    assert sources_of(after) == sources_of(before)


def test_new_memories_appear_while_it_is_open_but_not_under_the_pen(open_dialog, ids, service) -> None:
    person = open_dialog()
    service.store("Two blank lines between functions", type="preference")
    person.wait()
    assert "Two blank lines between functions" in person.shown
    person.write("Mine.")
    typed = person.pane.editor.toPlainText()
    service.store("Lint with ruff", type="preference")
    person.wait()
    assert person.pane.editor.toPlainText() == typed
    person.click(person.pane.save)
    assert "Mine." in person.shown
    assert "Lint with ruff" in person.shown


def test_what_was_saved_elsewhere_meanwhile_is_not_overwritten(open_dialog, ids, service) -> None:
    person = open_dialog()
    person.write("Mine.")
    service.edit_category("coding_preferences", "Theirs.")
    person.click(person.pane.save)
    assert "changed elsewhere" in person.pane.error.text()
    assert person.pane.editing
    assert service.get_category("coding_preferences").markdown == "Theirs.\n"


def test_nothing_typed_is_lost_without_a_question(open_dialog, ids) -> None:
    person = open_dialog()
    person.write("Mine.")
    person.click(person.dialog.categories.items["facts"])
    assert person.question is not None
    assert person.dialog.categories.items["coding_preferences"].isChecked()
    person.click(person.question.cancel)
    assert person.pane.editor.toPlainText().endswith("Mine.")
    person.key(Qt.Key.Key_Escape)
    assert person.question is not None
    person.click(person.question.cancel)
    person.dialog.close()
    assert person.dialog.isVisible()
    assert person.question is not None
    person.click(person.question.do)
    assert not person.dialog.isVisible()


def test_discarding_goes_where_the_person_wanted(open_dialog, ids, service) -> None:
    person = open_dialog()
    person.write("Mine.")
    person.choose_place("kiln")
    assert person.question is not None
    person.click(person.question.do)
    assert "cone six" in person.shown
    assert not service.get_category("coding_preferences").edited


def test_escape_leaves_the_editing_first(open_dialog, ids) -> None:
    person = open_dialog()
    person.click(person.pane.edit)
    person.key(Qt.Key.Key_Escape)
    assert person.dialog.isVisible()
    assert "Always use pnpm" in person.shown
    person.key(Qt.Key.Key_Escape)
    assert not person.dialog.isVisible()


def test_an_empty_text_can_not_be_saved(open_dialog, ids) -> None:
    person = open_dialog()
    person.click(person.pane.edit)
    person.pane.editor.setPlainText("  ")
    assert not person.pane.save.isEnabled()
    person.key(Qt.Key.Key_S, CTRL, on=person.pane.editor)
    assert person.pane.editing


def test_what_is_written_when_the_app_ends_is_kept(open_dialog, ids, service) -> None:
    person = open_dialog()
    person.write("Mine.")
    person.dialog.save_unsaved()
    person.wait()
    assert "Mine." in service.get_category("coding_preferences").markdown


def test_marking_as_reviewed_is_seen(open_dialog, ids, clock: ManualClock) -> None:
    person = open_dialog()
    clock.now += DAY_MS
    person.click(person.pane.review)
    assert person.snack == "Marked as reviewed"
    assert person.pane.meta.text() == "Reviewed 2 Jan, 00:00 · updated 1 Jan, 00:00"


def test_clearing_archives_and_undo_brings_all_back(open_dialog, ids, service: MemoryService) -> None:
    person = open_dialog()
    person.choose("Clear")
    assert person.snack == "Archived 2 memories"
    assert person.pane.empty.isVisible()
    assert service.query(scope="global").total == 0
    person.click(person.pane.snackbar.action_button)
    assert "Always use pnpm" in person.shown
    assert service.query(scope="global").total == 2


def test_undo_of_clearing_words_without_memories_brings_back_nothing_else(open_dialog, service) -> None:
    deleted = service.store("Always use pnpm", type="preference").id
    service.delete(deleted)
    service.edit_category("coding_preferences", "My own words.")
    person = open_dialog(category="coding_preferences")
    assert person.shown == "My own words."
    person.choose("Clear")
    assert person.snack == "Summary cleared"
    person.click(person.pane.snackbar.action_button)
    assert person.shown == "My own words."
    assert service.get(deleted).status == "deleted"


def test_an_older_version_is_brought_back_from_the_menu(open_dialog, ids, service) -> None:
    person = open_dialog()
    service.edit_category("coding_preferences", "First words.")
    service.edit_category("coding_preferences", "Second words.")
    person.dialog.refresh()
    person.wait()
    assert person.shown == "Second words."
    person.choose("by you")
    assert person.shown == "First words."
    person.click(person.pane.snackbar.action_button)
    assert person.shown == "Second words."


@pytest.mark.logs_warnings
def test_a_failure_is_said_and_can_be_tried_again(open_dialog, ids, monkeypatch, service) -> None:
    def broken(*_: object) -> None:
        raise StorageError("The memory file is damaged.")

    works = service.get_category
    monkeypatch.setattr(service, "get_category", broken)
    person = open_dialog()
    assert person.pane.empty.title.text() == "Couldn't load the summary"
    assert "damaged" in person.pane.empty.text.text()
    monkeypatch.setattr(service, "get_category", works)
    again = next(b for b in person.pane.empty.findChildren(QAbstractButton) if b.text() == "Try again")
    person.click(again)
    assert "Always use pnpm" in person.shown


def test_every_control_has_a_name_and_can_be_reached(open_dialog, ids) -> None:
    person = open_dialog()
    for widget in person.dialog.findChildren(QWidget):
        if widget.isVisible() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
            assert widget.accessibleName(), widget


class _Page(QWidget):
    """Stands in for the page of memories, which opens the memories that others name."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[str] = []

    def show_memory(self, memory_id: str) -> None:
        self.shown.append(memory_id)

    def add_memory(self) -> None: ...
    def show_conversation(self, conversation_id: str) -> None: ...
    def show_rule(self, rule: str, called: str) -> None: ...
    def show_filtered(self, fields: object) -> None: ...
    def read_files(self, paths: object) -> None: ...


def test_the_window_opens_it_by_a_command_and_shows_its_memories(
    qtbot, icons, bridge, clock, tmp_path, ids, service
) -> None:
    state = WindowState(tmp_path / "window.ini")
    window = MainWindow(icons.theme, icons, bridge, state, clock)
    qtbot.addWidget(window)
    assert window.navigation.open_summaries() is None, "there is no service yet"
    page = _Page()
    window.attach([PageSpec("memories", "Memories", "memories", lambda: page)])
    window.show()
    command = next(c for c in window.commands.all() if c.name == "summaries")
    dialog = command.run()
    assert isinstance(dialog, SummariesDialog)
    qtbot.waitUntil(lambda: not bridge.busy, timeout=20_000)
    dialog.memory_wanted.emit(ids["tabs"])
    assert page.shown == [ids["tabs"]]
    dialog.pane.begin_edit()
    dialog.pane.editor.appendPlainText("Mine.")
    window.save_unsaved()
    qtbot.waitUntil(lambda: not bridge.busy, timeout=20_000)
    assert "Mine." in service.get_category("coding_preferences").markdown


def test_the_place_in_a_document_stays_when_the_colours_change(qtbot, theme: Theme) -> None:
    view = DocumentView(theme, lambda: 0)
    qtbot.addWidget(view)
    view.resize(400, 200)
    view.show()
    view.show_markdown("# Title\n\n" + "\n\n".join(f"- **Statement:** number {n}" for n in range(80)))
    bar = view.verticalScrollBar()
    assert bar.value() == 0
    bar.setValue(300)
    before = view.palette().base().color()
    theme.set_setting("dark")
    assert view.palette().base().color() != before
    assert bar.value() == 300
    assert view.toPlainText().startswith("Title\nnumber 0")


def test_a_summary_names_memories_by_numbers_and_its_lines_in_sentence_case(open_dialog, service) -> None:
    ids = [service.store(text, type="preference").id for text in ("Uses tabs.", "Prefers small commits.")]
    person = open_dialog()
    shown = person.shown
    assert not any(ident in shown for ident in ids)
    assert "Memories\t1" in shown
    assert "last updated" in shown and "Last Updated" not in shown


def test_the_bar_says_once_when_a_summary_was_reviewed_and_updated(open_dialog, ids) -> None:
    person = open_dialog()
    assert person.pane.meta.text() == "Not reviewed yet · updated 1 Jan, 00:00"
    for part in ("2 memories · ", "Item Count", "Last Updated", "Last Review"):
        assert part not in person.shown


def test_figures_and_days_are_said_in_words() -> None:
    now = 1_767_225_600_000  # 2026-01-01
    assert confidence_words("0.95") == "High"
    assert confidence_words("as I say") == "as I say"
    assert with_day_words("2 notes, from 2025-11-03 to 2026-01-01.", now) == (
        "2 notes, from 3 Nov 2025 to 1 Jan."
    )
