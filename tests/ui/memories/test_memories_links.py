"""Links by hand under More, and the walk through the sources of a memory."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from arbor_desktop.memories.model import Evidence, Memory
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.components import ElidedLabel
from arbor_desktop.ui.memories.links import LinkDialog

Add = Callable[..., Memory]


def find_dialog(person: Any) -> LinkDialog:
    person.until(lambda: bool(person.page.findChildren(LinkDialog)))
    dialog: LinkDialog = person.page.findChildren(LinkDialog)[-1]
    person.qtbot.waitExposed(dialog)
    person.wait()
    return dialog


def offered(dialog: LinkDialog) -> list[str]:
    return [memory.content for memory in dialog.found.items]


def test_a_memory_is_linked_by_a_search_opened_and_unlinked(
    open_page: Any, add: Add, service: MemoryService
) -> None:
    for text in ("Uses tabs.", "Deploys on Fridays.", "Writes tests first."):
        add(text)
    person = open_page()
    detail = person.page.detail
    assert person.selected() == ["Writes tests first."]
    person.click(detail.rare.button)
    person.click(detail.linked.add)
    dialog = find_dialog(person)
    assert offered(dialog) == ["Deploys on Fridays.", "Uses tabs."]
    person.qtbot.keyClicks(dialog.search, "frid")
    person.until(lambda: offered(dialog) == ["Deploys on Fridays."])
    person.qtbot.keyClick(dialog.search, Qt.Key.Key_Return)
    person.until(lambda: person.snack == "Memories linked")
    person.page.activateWindow()
    person.wait()
    (line,) = detail.linked.lines
    assert line[0].text() == "Deploys on Fridays."
    assert [one.kind for one in service.related(detail.memory.id)] == ["linked"]
    person.click(line[0])
    assert person.selected() == ["Deploys on Fridays."]
    (line,) = detail.linked.lines
    assert line[1].accessibleName() == "Remove link: Writes tests first."
    line[1].setFocus()
    person.key(Qt.Key.Key_Space, on=line[1])
    assert person.snack == "Link removed" and not detail.linked.lines
    assert detail.linked.add.hasFocus(), "the keys stay where the person works"
    person.click(person.page.list_pane.snackbar.action_button)
    assert person.snack == "Undone: Link removed"
    assert len(detail.linked.lines) == 1


@pytest.mark.usefixtures("german")
def test_what_was_undone_keeps_its_capital_in_german(
    open_page: Any, add: Add, service: MemoryService
) -> None:
    first, second = add("Deploys on Fridays."), add("Writes tests first.")
    service.link(first.id, second.id)
    person = open_page()
    detail = person.page.detail
    person.click(detail.rare.button)
    person.click(detail.linked.lines[0][1])
    person.click(person.page.list_pane.snackbar.action_button)
    assert person.snack == "Rückgängig gemacht: Verknüpfung entfernt"


def test_what_is_linked_already_and_the_memory_itself_are_not_offered(
    open_page: Any, add: Add, service: MemoryService
) -> None:
    one, other = add("Uses tabs."), add("Deploys on Fridays.")
    service.link(one.id, other.id)
    person = open_page()
    person.page.controller.open_link_dialog(one.id)
    dialog = find_dialog(person)
    assert offered(dialog) == [] and dialog.nothing.isVisible() and not dialog.link.isEnabled()
    dialog.reject()


def test_a_long_linked_memory_has_the_room_there_is(open_page: Any, add: Add, service: MemoryService) -> None:
    one, long = add("Uses tabs."), add("Deploys on Fridays, " + "and on other days " * 12 + "too.")
    service.link(one.id, long.id)
    person = open_page()
    person.page.show_memory(one.id)
    person.wait()
    detail = person.page.detail
    ((open_, _remove),) = detail.linked.lines
    assert open_.text() == long.content and open_.toolTip() == long.content
    assert open_.minimumSizeHint().width() < detail.width() / 2, "it does not widen the pane"


def test_several_sources_are_walked_through_one_by_one(
    open_page: Any, add: Add, talk: Callable[..., str], service: MemoryService
) -> None:
    talks = [talk(name, f"We talk of {name}, and of nothing else.") for name in ("one", "two", "three")]
    memory = add("Uses tabs.", evidence=Evidence(talks[0], 1, 1, "hand"))
    for ident in talks[1:]:
        service.store("Uses tabs.", type="fact", evidence=Evidence(ident, 1, 1, "hand"))
    add("Deploys on Fridays.")
    person = open_page()
    person.page.show_memory(memory.id)
    person.wait()
    source = person.page.detail.source

    def places() -> list[str]:
        return [one.text() for one in source.findChildren(ElidedLabel) if one.text().startswith("Line")]

    def shown() -> str:
        return service.get(memory.id, count=False).evidence[source.place].conversation_id

    assert source.walk.isVisible() and source.walk.words.text() == "1 of 3"
    assert not source.walk.back.isEnabled() and len(places()) == 1
    source.walk.next.setFocus()
    person.key(Qt.Key.Key_Space, on=source.walk.next)
    assert (source.walk.words.text(), shown()) == ("2 of 3", talks[1])
    person.key(Qt.Key.Key_Space, on=source.walk.next)
    assert (source.walk.words.text(), shown()) == ("3 of 3", talks[2])
    assert QApplication.focusWidget() is source.walk.back, "at the end the other arrow has the focus"
    service.add_tags([memory.id], ["style"])
    person.wait()
    assert source.walk.words.text() == "3 of 3", "a change leaves the place as it is"
    person.key(Qt.Key.Key_Up)
    assert not source.walk.isVisible(), "a memory with one source or none has nothing to walk through"


def test_return_links_nothing_that_does_not_belong_to_what_is_typed(
    open_page: Any, add: Add, service: MemoryService, monkeypatch: pytest.MonkeyPatch
) -> None:
    for text in ("Uses OAuth.", "Deploys on Fridays.", "Writes tests first."):
        add(text)
    person = open_page()
    answers, find = threading.Event(), service.find_ids
    person.page.controller.open_link_dialog(person.page.detail.memory.id)
    dialog = find_dialog(person)
    assert offered(dialog) == ["Deploys on Fridays.", "Uses OAuth."]
    slow = lambda *args, **more: (answers.wait(20), find(*args, **more))[1]  # noqa: E731
    monkeypatch.setattr(service, "find_ids", slow, raising=False)
    person.qtbot.keyClicks(dialog.search, "oauth")
    person.qtbot.keyClick(dialog.search, Qt.Key.Key_Return)
    person.qtbot.keyClick(dialog.view, Qt.Key.Key_Return)
    person.qtbot.wait(20)
    assert dialog.isVisible() and not dialog.link.isEnabled()
    answers.set()
    person.until(lambda: offered(dialog) == ["Uses OAuth."])
    person.qtbot.keyClick(dialog.search, Qt.Key.Key_Return)
    person.until(lambda: person.snack == "Memories linked")
    person.wait()
    assert [memory.content for memory in service.linked(person.page.detail.memory.id)] == ["Uses OAuth."]
