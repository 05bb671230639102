"""Several at once, adding, dropping."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication

from arbor_desktop.core.memory import Memory, Privacy, Scope, Status
from arbor_desktop.core.results import CaptureRow
from arbor_desktop.service import MemoryService
from arbor_desktop.service.demo import write_sessions
from arbor_desktop.ui.memories.dropping import result_words

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
    assert person.snack == "Tagged 3 memories"
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
    assert dialog.error.text() == "Write at least 3 characters."
    person.qtbot.keyClicks(dialog.area, "uses TABS")
    assert not dialog.error.isVisible()
    person.click(dialog.save)
    assert dialog.notice.text().startswith("Already known.")
    person.click(dialog.show_known)
    person.until(lambda: person.page.dialog is None)
    person.wait()
    assert person.selected() == ["Uses tabs."]


def drop(page: Any, data: QMimeData) -> bool:
    """Lets go of `data` over the page; answers whether the page would take it."""
    at, copy = page.rect().center(), Qt.DropAction.CopyAction
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(at, copy, data, left, none)
    enter.ignore()
    QApplication.sendEvent(page, enter)
    if not enter.isAccepted():
        return False
    QApplication.sendEvent(page, QDropEvent(QPointF(at), copy, data, left, none))
    return True


def test_dropped_text_fills_the_dialog(open_page: Any) -> None:
    person = open_page()
    data = QMimeData()
    data.setText("Reviews are done in pairs.")
    assert drop(person.page, data)
    dialog = person.page.dialog
    assert dialog.area.toPlainText() == "Reviews are done in pairs."
    dialog.reject()


def test_dropped_files_are_captured(
    open_page: Any, tmp_path: Path, clock: Any, service: MemoryService
) -> None:
    files = write_sessions(tmp_path / "claude", clock())
    person = open_page()
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file)) for file in files[:2]])
    assert drop(person.page, data)
    assert person.snack == "Reading 2 files …"
    person.wait()
    person.until(lambda: "2 conversations read" in person.snack)
    assert service.query(status="all").total > 0


def test_links_from_elsewhere_are_not_taken(open_page: Any) -> None:
    person = open_page()
    data = QMimeData()
    data.setUrls([QUrl("https://example.org/page")])
    assert not drop(person.page, data)


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
    assert result_words([]) == "Nothing to read there."
