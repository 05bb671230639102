"""Several at once, adding, dropping."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl

from arbor_desktop.capture.model import CaptureRow
from arbor_desktop.demo.sessions import write_sessions
from arbor_desktop.extraction.model import NOT_ENGLISH
from arbor_desktop.memories.model import Memory, Privacy, Scope, Status
from arbor_desktop.service import MemoryService
from arbor_desktop.ui import controller
from arbor_desktop.ui.components import Label
from arbor_desktop.ui.memories import controller as memories_controller
from arbor_desktop.ui.memories.controller import result_words
from arbor_desktop.ui.memory.merge import MergeDialog
from tests.dropping import drop

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
Add = Callable[..., Memory]


def three(add: Add) -> None:
    for text in ("Uses tabs.", "Deploys on Fridays.", "Writes tests first."):
        add(text)


def test_several_selected_turn_the_detail_into_a_form_for_all(
    open_page: Any, add: Add, service: MemoryService
) -> None:
    three(add)
    person = open_page()
    person.click_card(0)
    person.click_card(2, SHIFT)
    batch = person.page.batch
    assert batch.isVisible()
    assert batch.heading.text() == "3 memories selected"
    assert not batch.buttons["accept"].isVisible() and not batch.buttons["restore"].isVisible()
    batch.tag.setFocus()
    person.qtbot.keyClicks(batch.tag, "style, team")
    person.key(Qt.Key.Key_Return, on=batch.tag)
    assert all(m.tags == ("style", "team") for m in service.query(sort="created").memories)
    assert person.snack == "3 memories tagged"
    person.click(person.page.list_pane.snackbar.action_button)
    assert all(m.tags == () for m in service.query(sort="created").memories)


def test_a_batch_is_deleted_and_undone_as_one(open_page: Any, add: Add, service: MemoryService) -> None:
    three(add)
    person = open_page()
    person.click_card(0)
    person.click_card(1, CTRL)
    person.click(person.page.batch.buttons["delete"])
    person.until(lambda: person.shown() == ["Uses tabs."])
    person.wait()
    assert person.snack == "2 memories deleted"
    assert person.page.detail.isVisible()
    assert person.selected() == ["Uses tabs."]
    person.click(person.page.list_pane.snackbar.action_button)
    person.until(lambda: len(person.shown()) == 3)


def test_undo_skips_no_permanent_deletion(open_page: Any, add: Add, service: MemoryService) -> None:
    three(add)
    person = open_page()
    person.click_card(0)
    (deleted,) = person.selected()
    person.key(Qt.Key.Key_Delete)
    person.until(lambda: person.snack == "Memory deleted")
    service.purge([service.query(limit=1).memories[0].id])
    person.page.undo()
    person.until(lambda: "deleted something permanently" in person.snack)
    assert f"“{deleted}”" in person.snack
    assert deleted not in person.shown()


def test_scope_and_privacy_of_several_change_at_once(
    open_page: Any, add: Add, service: MemoryService
) -> None:
    add("Elsewhere.", scope="project", scope_id="/srv/harbor-api")
    three(add)
    person = open_page()
    person.click_card(0)
    person.click_card(2, SHIFT)
    person.pick(person.page.batch.scope, "harbor-api")
    placed = [m for m in service.query(sort="created").memories if m.scope is Scope.PROJECT]
    assert len(placed) == 4
    person.pick(person.page.batch.privacy, "Never share")
    hidden = [m for m in service.query(sort="created").memories if m.privacy_level is Privacy.NEVER_SHARE]
    assert len(hidden) == 3
    person.pick(person.page.batch.type, "Skill")
    person.click(person.page.batch.buttons["pin"])
    changed = [m for m in service.query(sort="created").memories if m.type == "skill"]
    assert [m.privacy_level for m in changed] == [Privacy.ALWAYS_INCLUDE] * 3


def test_escape_goes_back_to_one(open_page: Any, add: Add) -> None:
    three(add)
    person = open_page()
    person.key(Qt.Key.Key_A, CTRL)
    assert person.page.batch.isVisible()
    person.key(Qt.Key.Key_Escape)
    assert len(person.selected()) == 1
    assert person.page.detail.isVisible()


def test_archived_ones_can_be_brought_back_together(open_page: Any, add: Add, service: MemoryService) -> None:
    for text in ("Old one.", "Old two."):
        add(text, status="archived")
    person = open_page()
    person.page.state.set(status=("archived",))
    person.wait()
    person.key(Qt.Key.Key_A, CTRL)
    person.click(person.page.batch.buttons["restore"])
    assert {m.status for m in service.query(status="all").memories} == {Status.ACTIVE}


def test_a_memory_is_added_by_hand_and_selected(open_page: Any, add: Add, service: MemoryService) -> None:
    add("Uses tabs.")
    person = open_page()
    person.click(person.page.top.new_button)
    dialog = person.page.dialog
    assert dialog is not None and dialog.area.hasFocus()
    person.qtbot.keyClicks(dialog.area, "Reviews are done in pairs.")
    dialog.type.set_current_data("preference")
    person.key(Qt.Key.Key_Return, CTRL, on=dialog.area)
    person.until(lambda: person.page.dialog is None)
    person.wait()
    assert person.selected() == ["Reviews are done in pairs."]
    made = person.stored("Reviews are done in pairs.")
    assert (made.type, made.category) == ("preference", "coding_preferences")
    assert person.snack == "Memory added"


def test_adding_says_what_is_wrong_and_what_is_known(open_page: Any, add: Add) -> None:
    add("Uses tabs.")
    add("Deploys on Fridays.")
    person = open_page()
    person.page.add_memory()
    dialog = person.page.dialog
    person.click(dialog.save)
    assert dialog.error.text() == "At least 3 characters."
    person.qtbot.keyClicks(dialog.area, "uses TABS")
    assert not dialog.error.isVisible()
    person.click(dialog.save)
    assert dialog.notice.text().startswith("Already saved.")
    person.click(dialog.show_known)
    person.until(lambda: person.page.dialog is None)
    person.wait()
    assert person.selected() == ["Uses tabs."]


def test_dropped_text_fills_the_dialog(open_page: Any) -> None:
    person = open_page()
    data = QMimeData()
    data.setText("Reviews are done in pairs.")
    assert drop(person.page, data, person.page.rect().center())
    dialog = person.page.dialog
    assert dialog.area.toPlainText() == "Reviews are done in pairs."
    dialog.reject()


@pytest.mark.slow
def test_dropped_files_are_captured(
    open_page: Any, tmp_path: Path, clock: Any, service: MemoryService
) -> None:
    files = write_sessions(tmp_path / "claude", clock())
    person = open_page()
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file)) for file in files[:2]])
    assert drop(person.page, data, person.page.rect().center())
    assert person.snack == "Reading 2 files…"
    person.wait()
    person.until(lambda: "2 conversations read" in person.snack)
    assert service.query(status="all").total > 0


class Gate:
    """Lets the reading of files on, one at a time."""

    def __init__(self, service: MemoryService, monkeypatch: pytest.MonkeyPatch) -> None:
        self.open = threading.Semaphore(0)
        self.reached = threading.Semaphore(0)
        read = service.capture

        def capture(paths: Any, *, progress: Any, **rest: Any) -> Any:
            last: list[tuple[str, int]] = []

            def held(what: str, done: int, total: int) -> None:
                if (what, done) not in last:  # within a file it is told more than once
                    last.append((what, done))
                    self.reached.release()
                    assert self.open.acquire(timeout=20)
                progress(what, done, total)

            return read(paths, progress=held, **rest)

        monkeypatch.setattr(service, "capture", capture)


@pytest.mark.slow
def test_reading_many_files_counts_them_and_can_be_stopped(
    open_page: Any, tmp_path: Path, clock: Any, service: MemoryService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memories_controller, "_TELL_EVERY", 0)
    files = write_sessions(tmp_path / "claude", clock())[:4]
    gate = Gate(service, monkeypatch)
    person = open_page()
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file)) for file in files])
    assert drop(person.page, data, person.page.rect().center())
    gate.open.release()
    gate.open.release()
    person.until(lambda: person.snack.startswith("Reading 2 of 4: "))
    cancel = person.page.list_pane.snackbar.action_button
    assert cancel.text() == "Cancel"
    person.qtbot.mouseClick(cancel, Qt.MouseButton.LeftButton)
    for _ in files:
        gate.open.release()
    person.wait()
    person.until(lambda: person.snack.startswith("Stopped"))
    # The first is there whole; the second may have been stopped on its way.
    assert 1 <= len(service.conversations(limit=50).conversations) <= 2


@pytest.mark.slow
def test_what_else_is_said_while_files_are_read_is_left_standing(
    open_page: Any,
    add: Add,
    tmp_path: Path,
    clock: Any,
    service: MemoryService,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(memories_controller, "_TELL_EVERY", 0)
    add("Uses tabs.")
    files = write_sessions(tmp_path / "claude", clock())[:3]
    gate = Gate(service, monkeypatch)
    person = open_page()
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file)) for file in files])
    assert drop(person.page, data, person.page.rect().center())
    person.page.view.setFocus()
    person.qtbot.keyClick(person.page.view, Qt.Key.Key_Delete)
    person.until(lambda: person.snack == "Memory deleted")
    assert gate.reached.acquire(timeout=20)
    gate.open.release()
    assert gate.reached.acquire(timeout=20)  # it went on to the next file
    person.qtbot.wait(1)
    assert person.snack == "Memory deleted"
    for _ in files:
        gate.open.release()
    person.wait()
    person.until(lambda: "3 conversations read" in person.snack)


def test_a_pin_holds_for_all_that_are_selected_and_is_undone_as_one(
    open_page: Any, add: Add, service: MemoryService
) -> None:
    for text in ("Uses tabs.", "Uses spaces."):
        add(text)
    person = open_page()
    person.key(Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    person.key(Qt.Key.Key_I, Qt.KeyboardModifier.AltModifier)
    assert {m.privacy_level for m in service.query().memories} == {Privacy.ALWAYS_INCLUDE}
    person.page.undo()
    person.wait()
    assert {m.privacy_level for m in service.query().memories} == {Privacy.NORMAL}


@pytest.mark.slow
def test_a_no_to_several_memories_says_that_it_is_for_one(
    open_page: Any, add: Add, service: MemoryService
) -> None:
    three(add)
    person = open_page()
    person.key(Qt.Key.Key_A, CTRL)
    person.key(Qt.Key.Key_W, Qt.KeyboardModifier.AltModifier)
    assert person.snack == "Select a single memory to mark it as wrong or outdated"
    assert not any(memory.invalid for memory in service.query().memories)


def test_several_are_confirmed_by_key_and_undone_as_one(
    open_page: Any, add: Add, service: MemoryService
) -> None:
    three(add)
    person = open_page()
    person.key(Qt.Key.Key_A, CTRL)
    assert person.page.batch.buttons["confirm"].isVisible()
    person.key(Qt.Key.Key_C, Qt.KeyboardModifier.AltModifier)
    assert person.snack == "3 memories confirmed"
    assert all(memory.confirmed_at is not None for memory in service.query().memories)
    person.page.undo()
    person.wait()
    assert all(memory.confirmed_at is None for memory in service.query().memories)


def merge_dialog(person: Any) -> MergeDialog:
    person.until(lambda: bool(person.page.findChildren(MergeDialog)))
    (dialog,) = person.page.findChildren(MergeDialog)
    person.qtbot.waitExposed(dialog)
    assert isinstance(dialog, MergeDialog)
    return dialog


def test_several_are_merged_into_one_with_a_preview_and_undone(
    open_page: Any, add: Add, service: MemoryService
) -> None:
    add("Uses tabs.", tags=["style"])
    add("Indents by tabs.", type="preference", tags=["team"], privacy_level="sensitive")
    add("Deploys on Fridays.")
    person = open_page()
    person.click_card(1)
    person.click_card(2, CTRL)
    person.click(person.page.batch.buttons["merge"])
    dialog = merge_dialog(person)
    assert dialog.heading.text() == "Merge 2 memories"
    assert dialog.area_text.toPlainText() == "Indents by tabs."
    assert (dialog.type.currentText(), dialog.privacy.currentText()) == ("Preference", "Sensitive")
    assert dialog.sums.text() == "Tags: team, style"
    person.qtbot.mouseClick(dialog.cards[1], Qt.MouseButton.LeftButton)
    assert dialog.area_text.toPlainText() == "Uses tabs."
    dialog.area_text.clear()
    assert not dialog.do.isEnabled() and dialog.text_error.text()
    person.qtbot.keyClicks(dialog.area_text, "Uses tabs of two.")
    person.qtbot.keyClick(dialog.area_text, Qt.Key.Key_Return, CTRL)
    person.until(lambda: person.snack == "2 memories merged")
    person.wait()
    assert person.selected() == ["Uses tabs of two."]
    assert sorted(person.shown()) == ["Deploys on Fridays.", "Uses tabs of two."]
    person.click(person.page.list_pane.snackbar.action_button)
    assert person.snack == "Merge undone"
    assert sorted(person.shown()) == ["Deploys on Fridays.", "Indents by tabs.", "Uses tabs."]


def test_a_merge_that_is_refused_says_so_in_the_dialog(
    open_page: Any, add: Add, service: MemoryService
) -> None:
    three(add)
    person = open_page()
    person.click_card(0)
    person.click_card(1, CTRL)
    person.key(Qt.Key.Key_M, Qt.KeyboardModifier.AltModifier)
    dialog = merge_dialog(person)
    dialog.use_text("Uses tabs.")
    person.click(dialog.do)
    assert dialog.isVisible() and "already says exactly this" in dialog.error.text()
    dialog.reject()
    assert service.query().total == 3


def test_a_change_of_many_counts_them_and_can_be_stopped(
    open_page: Any, service: MemoryService, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = service.store_many([{"content": f"Fact number {n}.", "type": "fact"} for n in range(60)])
    monkeypatch.setattr(controller, "MANY", 20)
    person = open_page()
    reached, on = threading.Event(), threading.Event()
    archive = service.archive

    def slow(*ids: str, progress: Any) -> Any:
        def held(done: int, total: int) -> None:
            progress(done, total)
            reached.set()
            assert on.wait(20)

        return archive(*ids, progress=held)

    monkeypatch.setattr(service, "archive", slow)
    person.qtbot.keyClick(person.page.view, Qt.Key.Key_A, CTRL)
    person.qtbot.keyClick(person.page.view, Qt.Key.Key_A, Qt.KeyboardModifier.AltModifier)
    person.until(lambda: person.snack == "Changing memories: 0 of 60…" and reached.is_set())
    button = person.page.list_pane.snackbar.action_button
    assert button.text() == "Cancel"
    person.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    on.set()
    person.until(lambda: person.snack == "Cancelled. Nothing was changed.")
    assert len(service.find_ids(status="active")) == len(made)


@pytest.mark.slow
def test_what_is_brought_back_is_selected_again(open_page: Any, add: Add) -> None:
    for text in ("One stays.", "Two goes and comes back.", "Three stays."):
        add(text)
    person = open_page()
    person.click_card(1)
    person.key(Qt.Key.Key_Delete)
    assert person.selected() == ["One stays."]
    person.page.undo()
    person.wait()
    assert person.snack == "Memory restored"
    assert person.selected() == ["Two goes and comes back."]


def test_links_from_elsewhere_are_not_taken(open_page: Any) -> None:
    person = open_page()
    data = QMimeData()
    data.setUrls([QUrl("https://example.org/page")])
    assert not drop(person.page, data, person.page.rect().center())


@pytest.mark.slow
def test_what_came_of_dropped_files_is_said_in_one_line() -> None:
    rows = [
        CaptureRow("a", status="success", items_extracted=3),
        CaptureRow("b", status="error", error="It is cut off."),
    ]
    assert (
        result_words(rows)
        == "1 conversation read · 3 memories found · 1 file could not be read: It is cut off."
    )
    assert result_words([CaptureRow("a", status="skipped", reason="unchanged")]) == "Nothing new: unchanged"
    nothing = CaptureRow("a", reason=NOT_ENGLISH)
    assert result_words([nothing]) == "1 conversation read · 0 memories found: not in English"
    assert result_words([]) == "Arbor found nothing to read"
    contradicting = [CaptureRow("a", items_extracted=2, conflicts=1), CaptureRow("b", conflicts=1)]
    assert result_words(contradicting[:1]) == "1 conversation read · 2 memories found · 1 conflict"
    assert result_words(contradicting) == "2 conversations read · 2 memories found · 2 conflicts"


@pytest.mark.slow
def test_in_a_narrow_page_the_list_stays_while_more_are_selected(open_page: Any, add: Add) -> None:
    for text in ("Uses tabs.", "Deploys on Fridays.", "Writes tests first."):
        add(text)
    person = open_page(700, 560)
    page, line = person.page, person.page.list_pane.several
    for row in (0, 1):
        chosen = page.view.selected_ids()
        if page.model.id_at(row) not in chosen:  # rows that came while the page was wide selected their first
            person.click_card(row, CTRL)
            assert len(page.view.selected_ids()) == len(chosen) + 1
        assert page.view.isVisible(), "who adds to a selection is not sent away"
    assert line.isVisible()
    assert line.label.text() == "2 memories selected"
    person.key(Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert line.label.text() == "3 memories selected"
    person.click(line.link)
    assert page.batch.isVisible() and not page.view.isVisible()
    assert page.batch.tag.hasFocus()
    person.click(page.batch.back)
    assert page.view.isVisible() and len(page.view.selected_ids()) == 3
    page.resize(1156, 780)
    person.wait()
    assert page.batch.isVisible() and not line.isVisible()
    page.resize(700, 560)
    person.wait()
    assert line.isVisible()
    person.key(Qt.Key.Key_Up)
    assert not line.isVisible()


def test_the_names_of_a_new_memorys_fields_are_read_in_full(open_page: Any) -> None:
    person = open_page()
    person.page.add_memory("Reports are made at night.")
    labels = [label for label in person.page.dialog.findChildren(Label) if label.buddy() is not None]
    assert {label.text() for label in labels} >= {"Type", "Applies to", "Privacy"}
    assert all(label.width() >= label.sizeHint().width() for label in labels)
    person.click(person.page.dialog.cancel)
