"""The timeline, read, filtered and opened as a person does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from arbor_desktop.clock import DAY_MS, local_day
from arbor_desktop.errors import StorageError
from arbor_desktop.maintenance.model import Moment
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.formatting import day_words
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.insights.timeline.list import Below, Day, Line, Rest
from arbor_desktop.ui.insights.timeline.view import TimelineView
from arbor_desktop.ui.insights.timeline.words import detail, heading, sentence

K = Qt.Key


class Person:
    def __init__(self, qtbot: QtBot, view: TimelineView, bridge: Bridge) -> None:
        self.qtbot, self.view, self.bridge = qtbot, view, bridge
        self.memories: list[str] = []
        self.conversations: list[str] = []
        view.memory_wanted.connect(self.memories.append)
        view.conversation_wanted.connect(lambda ident, _: self.conversations.append(ident))

    def wait(self) -> None:
        def settled() -> bool:
            return not self.bridge.busy and not self.view.soon.isActive()

        for _ in range(2):
            self.qtbot.waitUntil(settled, timeout=20_000)
            self.qtbot.wait(1)
        self.qtbot.waitUntil(settled, timeout=20_000)

    @property
    def lines(self) -> list[str]:
        """What is read from above to below."""
        found = []
        for row in self.view.model.rows:
            match row:
                case Day(label):
                    found.append(f"# {label}")
                case Line(moment, _):
                    found.append(f"{heading(moment)}: {detail(moment)}".rstrip(": "))
                case Below(memory):
                    found.append(f"- {memory.content}")
                case Rest(count):
                    found.append(f"- and {count} more")
        return found

    def row(self, words: str) -> int:
        return next(n for n, line in enumerate(self.lines) if words in line)

    def go(self, words: str) -> None:
        self.view.list.setFocus(Qt.FocusReason.TabFocusReason)
        self.view.list.go_to(self.row(words))

    def key(self, key: Qt.Key) -> None:
        self.qtbot.keyClick(self.view.list, key)
        self.wait()

    def choose(self, group: str) -> None:
        combo = self.view.kinds
        row = combo.findData(group)
        combo.setCurrentIndex(row)
        combo.activated.emit(row)
        self.wait()


@pytest.fixture
def open_view(qtbot: QtBot, icons: Icons, bridge: Bridge, clock: Any) -> Iterator[Callable[..., Person]]:
    views: list[TimelineView] = []

    def open_(width: int = 900, height: int = 600, project: str | None = None) -> Person:
        view = TimelineView(icons, bridge, clock=clock, refresh_ms=5)
        qtbot.addWidget(view)
        view.set_project(project)
        view.resize(width, height)
        view.show()
        qtbot.waitExposed(view)
        view.activateWindow()
        views.append(view)
        person = Person(qtbot, view, bridge)
        person.wait()
        return person

    yield open_
    for view in views:
        view.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def lived(service: MemoryService, remember: Callable[..., str], clock: Any) -> dict[str, str]:
    """Three days: memories are stored, one is changed, two are archived."""
    clock.advance(seconds=12 * 3600)  # the same day everywhere, or nearly
    ids = {
        "noon": remember("The kiln fires at noon"),
        "clay": remember("Clay comes on Mondays", scope="global"),
    }
    clock.advance(days=1)
    service.update(ids["noon"], content="The kiln fires at one")
    clock.advance(days=1, seconds=3600)
    service.archive(*ids.values())
    return ids


def test_what_happened_is_told_by_day_the_newest_first(
    lived: dict[str, str], open_view: Callable[..., Person], clock: Any
) -> None:
    before = day_words(local_day(clock() - 2 * DAY_MS - 3_600_000), weekday=True)
    assert open_view().lines == [
        "# Today",
        "2 memories archived",
        "# Yesterday",
        "1 memory changed: The kiln fires at one",
        f"# {before}",
        "1 memory added by you: Clay comes on Mondays",
        "1 memory added by you: The kiln fires at one",
        "New project: kiln: /srv/kiln",
    ]


def test_a_line_is_read_aloud_with_its_time_and_place(
    lived: dict[str, str], open_view: Callable[..., Person]
) -> None:
    person = open_view()
    index = person.view.model.index(person.row("1 memory changed"))
    spoken = index.data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.endswith("1 memory changed. The kiln fires at one. kiln.")
    assert ":" in spoken.split(".")[0]
    assert person.view.list.accessibleName() == "Timeline"


def test_enter_opens_the_memory_that_a_line_names(
    lived: dict[str, str], open_view: Callable[..., Person]
) -> None:
    person = open_view()
    person.go("1 memory changed")
    person.key(K.Key_Return)
    assert person.memories == [lived["noon"]]


def test_several_memories_are_shown_below_and_opened_from_there(
    lived: dict[str, str], open_view: Callable[..., Person]
) -> None:
    person = open_view()
    person.go("2 memories archived")
    person.key(K.Key_Right)
    assert person.lines[1:4] == ["2 memories archived", "- The kiln fires at one", "- Clay comes on Mondays"]
    person.key(K.Key_Down)
    person.key(K.Key_Down)
    person.key(K.Key_Return)
    assert person.memories == [lived["clay"]]
    person.key(K.Key_Left)  # back to its line
    person.key(K.Key_Left)
    assert person.lines[1:3] == ["2 memories archived", "# Yesterday"]


def test_the_mouse_opens_as_the_keys_do(lived: dict[str, str], open_view: Callable[..., Person]) -> None:
    person = open_view()
    view = person.view.list
    line = view.visualRect(person.view.model.index(person.row("2 memories archived")))
    at = line.center()
    at.setX(line.right() - person.view._icons.theme.px(26))
    person.qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    person.wait()
    assert "- Clay comes on Mondays" in person.lines
    below = view.visualRect(person.view.model.index(person.row("- Clay comes"))).center()
    person.qtbot.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=below)
    assert person.memories == [lived["clay"]]


def test_headings_are_passed_over_by_keys(lived: dict[str, str], open_view: Callable[..., Person]) -> None:
    person = open_view()
    person.view.list.setFocus(Qt.FocusReason.TabFocusReason)
    person.qtbot.keyClick(person.view.list, K.Key_Home)
    seen = []
    for _ in range(5):
        seen.append(person.lines[person.view.list.currentIndex().row()])
        person.key(K.Key_Down)
    assert not [line for line in seen if line.startswith("#")]
    assert len(dict.fromkeys(seen)) == 5


def test_only_what_is_asked_for_is_shown(lived: dict[str, str], open_view: Callable[..., Person]) -> None:
    person = open_view()
    person.choose("forgotten")
    assert person.lines == ["# Today", "2 memories archived"]
    person.choose("conflicts")
    assert person.view.empty.title.text() == "No matching events"
    button = next(b for b in person.view.empty.findChildren(QPushButton) if b.isVisible())
    person.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    person.wait()
    assert len(person.lines) == 8
    assert person.view.list.isVisible()


def test_a_project_has_its_own(lived: dict[str, str], open_view: Callable[..., Person]) -> None:
    person = open_view(project="/srv/kiln")
    assert person.lines[1] == "1 memory archived: The kiln fires at one"
    assert not [line for line in person.lines if "Clay" in line]
    person.view.set_project(None)
    person.wait()
    assert person.lines[1] == "2 memories archived"


@pytest.mark.slow
def test_more_is_loaded_as_one_scrolls(
    service: MemoryService, remember: Callable[..., str], clock: Any, open_view: Callable[..., Person]
) -> None:
    for n in range(230):
        clock.advance(seconds=600)
        remember(f"Number {n} of the kiln", scope="global")
    person = open_view()
    first = len(person.view.model.moments())
    assert first == 100
    bar = person.view.list.verticalScrollBar()
    for _ in range(6):
        bar.setValue(bar.maximum())
        person.wait()
    moments = person.view.model.moments()
    assert len(moments) == 230
    assert [m.at for m in moments] == sorted((m.at for m in moments), reverse=True)
    assert len({m.id for m in moments}) == 230
    days = [line for line in person.lines if line.startswith("#")]
    assert len(days) == len(set(days)), "a day that goes over two pages has one heading"


def test_what_happens_meanwhile_appears_and_what_is_open_stays(
    service: MemoryService, lived: dict[str, str], open_view: Callable[..., Person], clock: Any
) -> None:
    person = open_view()
    person.go("2 memories archived")
    person.key(K.Key_Right)
    clock.advance(seconds=60)
    service.restore(lived["noon"])
    person.wait()
    assert person.lines[:4] == [
        "# Today",
        "1 memory restored: The kiln fires at one",
        "2 memories archived",
        "- The kiln fires at one",
    ]
    assert person.lines[person.view.list.currentIndex().row()] == "2 memories archived"


@pytest.mark.slow
def test_of_very_many_memories_the_first_are_shown(
    service: MemoryService, remember: Callable[..., str], open_view: Callable[..., Person], clock: Any
) -> None:
    ids = [remember(f"Number {n} of the kiln") for n in range(60)]
    clock.advance(days=1)
    service.archive(*ids)
    person = open_view()
    person.go("60 memories archived")
    person.key(K.Key_Space)
    assert person.lines[51] == "- Number 49 of the kiln"
    assert person.lines[52] == "- and 10 more"


def test_nothing_happened_yet(open_view: Callable[..., Person]) -> None:
    person = open_view()
    assert person.view.empty.isVisible()
    assert person.view.empty.title.text() == "No events yet"


def test_what_cannot_be_loaded_is_said_and_tried_again(
    service: MemoryService,
    lived: dict[str, str],
    open_view: Callable[..., Person],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object) -> None:
        raise StorageError("The memory file is damaged.")

    with monkeypatch.context() as broken:
        broken.setattr(service, "timeline", fail)
        person = open_view()
        assert person.view.empty.title.text() == "Couldn't load the timeline"
    button = next(b for b in person.view.empty.findChildren(QPushButton) if b.isVisible())
    person.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    person.wait()
    assert len(person.lines) == 8


def test_hidden_it_asks_for_nothing_and_shown_it_is_current(
    service: MemoryService, lived: dict[str, str], open_view: Callable[..., Person], clock: Any
) -> None:
    person = open_view()
    person.view.hide()
    clock.advance(seconds=60)
    service.restore(lived["clay"])
    person.wait()
    assert person.lines[1] == "2 memories archived"
    person.view.show()
    person.wait()
    assert person.lines[1] == "1 memory restored: Clay comes on Mondays"


@pytest.mark.usefixtures("qapp")
def test_memories_of_a_conversation_are_mentioned_at_its_time() -> None:
    assert sentence(Moment(0, "learned", "Release", count=4)) == "4 memories mentioned"
