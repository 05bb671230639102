"""Projects are found, looked into, and acted upon."""

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget

from arbor_desktop.errors import StorageError
from arbor_desktop.projects.model import Project, ProjectSummary
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.components import AskDialog, EmptyState
from arbor_desktop.ui.projects.list import in_order, matching
from arbor_desktop.ui.window_state import WindowState

ALT, CTRL = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ControlModifier
Remember = Callable[..., str]


def state_of(person: Any) -> EmptyState:
    found = [s for s in person.page.findChildren(EmptyState) if s.isVisible()]
    assert len(found) == 1
    return found[0]


# The list


def test_projects_are_listed_with_what_is_known(open_page: Any, some: dict[str, str], fixed: str) -> None:
    person = open_page()
    assert sorted(person.listed()) == ["desk", "pollen"]
    said = {row.split(",")[0]: row for row in person.rows(person.page.view)}
    assert "4 memories, 1 conversation." in said["desk"]
    assert "react" in said["desk"]
    assert "Not on this computer." in said["pollen"]
    assert person.page.top.count.text() == "2"
    assert person.name == person.listed()[0], "the first one is shown"


def test_the_list_follows_each_letter(open_page: Any, some: dict[str, str]) -> None:
    person = open_page()
    person.type(person.page.top.search, "POLL")
    assert person.listed() == ["pollen"]
    assert person.name == "pollen"
    assert person.page.top.count.text() == "1 of 2"
    person.type(person.page.top.search, "nothing like it")
    assert state_of(person).title.text() == "No matches for “nothing like it”"
    person.press("Clear search")
    assert sorted(person.listed()) == ["desk", "pollen"]
    assert person.name == "pollen", "what was looked at stays"


def test_words_are_searched_in_names_paths_and_technologies() -> None:
    api = ProjectSummary("/srv/kiln-api", "kiln-api", "web service", ("python", "fastapi"))
    site = ProjectSummary("/home/noor/site", "site", None, ("react",))
    assert matching([api, site], "noor") == [site]
    assert matching([api, site], "FASTAPI kiln") == [api]
    assert matching([api, site], "fastapi react") == []
    assert matching([api, site], "  ") == [api, site]


@pytest.mark.slow
def test_orders() -> None:
    one = ProjectSummary("/a/beta", "beta", memories=1, last_seen=10)
    two = ProjectSummary("/b/Alpha", "Alpha", memories=9, last_seen=None)
    three = ProjectSummary("/c/gamma", "gamma", memories=9, last_seen=30)
    assert in_order([one, two, three], "seen") == [three, one, two]
    assert in_order([one, two, three], "name") == [two, one, three]
    assert in_order([one, two, three], "memories") == [two, three, one]


def test_order_project_and_tab_are_remembered(open_page: Any, some: dict[str, str], tmp_path: Path) -> None:
    state = WindowState(tmp_path / "window.ini")
    person = open_page(state=state)
    combo = person.page.top.sort
    combo.setCurrentIndex(combo.findText("Name"))
    combo.activated.emit(combo.currentIndex())
    person.wait()
    assert person.listed() == ["desk", "pollen"]
    person.open("pollen", tab=1)
    again = open_page(state=state)
    assert again.page.top.sort.currentText() == "Name"
    assert again.name == "pollen"
    assert again.page.detail.tabs.currentIndex() == 1


@pytest.mark.slow
def test_keys_go_through_the_list_and_in(open_page: Any, some: dict[str, str]) -> None:
    person = open_page()
    first, second = person.listed()
    person.key(Qt.Key.Key_Home)
    person.key(Qt.Key.Key_Down)
    assert person.name == second
    person.key(Qt.Key.Key_Up)
    assert person.name == first
    person.key(Qt.Key.Key_Return)
    assert person.page.detail.overview.hasFocus()
    for number, target in ((2, "memories"), (3, "sessions"), (4, "branches")):
        person.key(Qt.Key(Qt.Key.Key_0 + number), ALT)
        assert person.page.detail.tabs.currentIndex() == number - 1
        assert getattr(person.page.detail, target).isVisible()
        person.key(Qt.Key.Key_Escape, on=person.page.detail.focus_target)
        assert person.page.view.hasFocus()


@pytest.mark.slow
def test_ctrl_k_and_f6_reach_all_parts(open_page: Any, some: dict[str, str]) -> None:
    person = open_page()
    person.page.focus_search()
    assert person.page.top.search.hasFocus()
    names = [group.accessibleName() for group in person.page.focus_groups()]
    assert names[:2] == ["Search projects", "Projects"]
    assert "Project sections" in names
    assert names[-1] == "Overview"


# A project


def test_the_overview_says_only_what_is_known(open_page: Any, desk: Path, fixed: str) -> None:
    person = open_page()
    person.open("desk")
    cards = person.cards()
    assert "pnpm" in cards["About"] and "react" in cards["About"]
    assert "Database" not in cards["About"], "no row for what is not known"
    assert "pnpm test" in cards["Commands"]
    assert "Frequently run commands" in cards
    assert all(words for words in cards.values())
    assert "–" not in "".join(cards.values())


def test_a_command_is_copied(open_page: Any, fixed: str) -> None:
    person = open_page()
    person.open("desk")
    card = next(c for c in person.page.detail.overview.cards if c.title.text() == "Commands")
    copy = next(b for b in card.findChildren(QWidget) if b.accessibleName().startswith("Copy pnpm test"))
    person.page.detail.overview.ensureWidgetVisible(copy)
    person.click(copy)
    assert QGuiApplication.clipboard().text() == "pnpm test"
    assert copy.accessibleName() == "Copied"


@pytest.mark.slow
def test_two_columns_where_there_is_room(open_page: Any, fixed: str) -> None:
    person = open_page()
    person.open("desk")
    wide = {card.mapTo(person.page, card.rect().topLeft()).x() for card in person.page.detail.overview.cards}
    assert len(wide) == 2
    person.page.splitter.setSizes([640, 516])
    person.wait()
    slim = {card.mapTo(person.page, card.rect().topLeft()).x() for card in person.page.detail.overview.cards}
    assert len(slim) == 1


def test_f5_reads_the_files_again(open_page: Any, desk: Path, fixed: str, clock: Any) -> None:
    person = open_page()
    person.open("desk")
    clock.advance(days=0, seconds=600)
    manifest = (desk / "package.json").read_text().replace('"dev"', '"lint": "eslint src", "dev"')
    (desk / "package.json").write_text(manifest)
    person.page.refresh()
    person.wait()
    assert "pnpm lint" in person.cards()["Commands"]
    assert person.page.detail.header.read.text() == "Scanned just now"


def test_what_could_not_be_read_is_said(open_page: Any, desk: Path, fixed: str) -> None:
    (desk / "package.json").write_text("{ broken")
    person = open_page()
    person.open("desk")
    person.press("Scan again", person.page.detail.header)
    assert "package.json" in person.page.detail.notice.message
    (desk / "package.json").write_text(json.dumps({"name": "desk"}))
    person.press("Scan again", person.page.detail.notice)
    assert person.page.detail.notice.message == ""


@pytest.mark.slow
def test_words_that_are_too_long_are_cut(
    open_page: Any, fixed: str, service: MemoryService, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = "a-very-long-name-of-a-technology-" * 8
    answer = service.get_project

    def wordy(path: str) -> Project:
        found = answer(path)
        facts = replace(found.facts, stack=(long, "react"), commands={"test": long}, entry_points=(long,))
        return replace(found, facts=facts)

    monkeypatch.setattr(service, "get_project", wordy)
    person = open_page(844, 548)
    person.click_row(person.page.view, "desk")
    overview = person.page.detail.overview
    assert not overview.horizontalScrollBar().maximum()
    for card in overview.cards:
        right = card.mapTo(overview, card.rect().topRight()).x()
        assert right < overview.viewport().width(), card.title.text()


def test_a_project_that_is_away_says_so(open_page: Any, some: dict[str, str], desk: Path) -> None:
    person = open_page()
    person.open("pollen")
    header = person.page.detail.header
    assert header.away.isVisible()
    assert not header.folder.isVisible() and not header.again.isVisible()
    assert "isn't on this computer" in person.cards()["About"]
    person.open("desk")
    assert header.folder.isVisible() and not header.away.isVisible()


def test_the_folder_is_opened_and_its_path_copied(open_page: Any, desk: Path, some: dict[str, str]) -> None:
    opened: list[str] = []
    person = open_page(opens=lambda path: not opened.append(path))
    person.open("desk")
    person.click(person.page.detail.header.folder)
    assert opened == [str(desk)]
    person.click(person.page.detail.header.copy)
    assert QGuiApplication.clipboard().text() == str(desk)
    shutil.rmtree(desk)
    person.click(person.page.detail.header.folder)
    assert person.snack == "The folder no longer exists"


@pytest.mark.slow
def test_nothing_of_the_former_project_is_seen(open_page: Any, fixed: str, some: dict[str, str]) -> None:
    person = open_page()
    person.open("desk", tab=1)
    assert person.chips()
    person.open("pollen", tab=1)
    assert person.page.detail.memories.kept.total == 1
    person.open("desk", tab=2)
    assert len(person.rows(person.page.detail.sessions.view)) == 1
    person.open("pollen", tab=2)
    assert person.rows(person.page.detail.sessions.view) == []


@pytest.mark.slow
def test_what_is_stored_elsewhere_appears(open_page: Any, some: dict[str, str], remember: Remember) -> None:
    person = open_page()
    person.open("desk", tab=1)
    before = person.page.detail.memories.kept.total
    remember("Weeks begin on Monday in the calendar.", category="facts")
    person.wait()
    assert person.page.detail.memories.kept.total == before + 1
    assert person.page.detail.tabs.count_of(1) == before + 1
    remember("A third project is known from now on.", scope_id="/srv/third")
    person.wait()
    assert "third" in person.listed()
    assert person.name == "desk", "what is looked at stays"


# What is done with it


def test_excluding_is_taken_back(open_page: Any, desk: Path, service: MemoryService, some: Any) -> None:
    person = open_page()
    person.open("desk")
    person.menu()["Ignore this project"]()
    assert service.exclusions() == [str(desk)]
    assert person.page.detail.header.excluded.isVisible()
    assert not person.page.detail.notice.isVisible(), "the badge says it"
    assert "Arbor no longer reads its conversations" in person.snack
    person.click(person.page.snackbar.action_button)
    assert service.exclusions() == []
    assert not person.page.detail.header.excluded.isVisible()
    person.menu()["Ignore this project"]()
    person.menu()["Stop ignoring this project"]()
    assert service.exclusions() == []


def test_excluding_elsewhere_is_seen(open_page: Any, desk: Path, service: MemoryService, some: Any) -> None:
    person = open_page()
    person.open("desk")
    service.exclude(str(desk))
    person.wait()
    assert person.page.detail.header.excluded.isVisible()


def test_a_pattern_that_excludes_is_shown_not_guessed_at(
    open_page: Any, service: MemoryService, desk: Path, some: Any
) -> None:
    service.exclude("*/src/d*")
    person = open_page()
    person.open("desk")
    entries = person.menu()
    assert "Ignore this project" not in entries and "Stop ignoring this project" not in entries
    entries["Open Settings (ignored by */src/d*)"]()
    assert person.wished == [("capture_settings_wanted", None)]


def test_deleting_asks_first(
    open_page: Any, service: MemoryService, desk: Path, some: Any, fixed: str
) -> None:
    person = open_page()
    person.open("desk")
    counts = person.page.detail.summary
    person.menu()["Delete…"]()
    ask = next(w for w in QApplication.topLevelWidgets() if isinstance(w, AskDialog) and w.isVisible())
    assert f"{counts.memories} memories, 1 conversation" in ask.texts[0].text()
    person.qtbot.keyClick(ask, Qt.Key.Key_Return)
    person.wait()
    assert service.query(scope="project", scope_id=str(desk)).total, "Return keeps it"
    person.menu()["Delete…"]()
    ask = next(w for w in QApplication.topLevelWidgets() if isinstance(w, AskDialog) and w.isVisible())
    person.click(ask.do)
    person.wait()
    assert not service.query(scope="project", scope_id=str(desk), status="all").total
    assert not service.conversations(project=str(desk)).total
    assert (desk / "package.json").exists(), "the project's own files are not touched"
    assert "deleted" in person.snack
    assert person.listed() == ["pollen"]
    assert person.name == "pollen", "nothing of it is shown any more"


def test_the_context_is_asked_for(open_page: Any, some: dict[str, str], desk: Path) -> None:
    person = open_page()
    person.open("desk")
    person.click(person.page.detail.header.context)
    assert person.wished == [("context_wanted", str(desk))]


# States


def test_without_projects_there_is_one_next_step(open_page: Any) -> None:
    person = open_page()
    assert state_of(person).title.text() == "No projects yet"
    assert not person.page.top.search.isVisible(), "there is nothing to search"
    person.press("Choose sources")
    assert person.wished == [("capture_settings_wanted", None)]


def test_a_list_that_cannot_be_read_is_tried_again(
    open_page: Any, some: Any, service: MemoryService, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise StorageError("The memory file is damaged.")

    with monkeypatch.context() as broken:
        broken.setattr(service, "list_projects", fail)
        person = open_page()
        assert state_of(person).title.text() == "Couldn't load the projects"
        assert state_of(person).code.text() == "The memory file is damaged."
    person.press("Try again")
    assert len(person.listed()) == 2


def test_a_project_that_cannot_be_read_is_tried_again(
    open_page: Any, some: Any, service: MemoryService, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(path: str) -> None:
        raise StorageError("The memory file is damaged.")

    with monkeypatch.context() as broken:
        broken.setattr(service, "get_project", fail)
        person = open_page()
        assert state_of(person).title.text() == "Couldn't load this project"
        person.page.detail.tabs.setCurrentIndex(3)
        person.page.detail.tabs.setCurrentIndex(0)
        assert state_of(person).title.text() == "Couldn't load this project", "until it is tried again"
    person.press("Try again")
    assert person.cards()


def test_a_slow_answer_shows_that_it_is_on_its_way(
    open_page: Any, some: Any, service: MemoryService, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = open_page()
    second = person.listed()[1]
    detail, gate, answer = person.page.detail, threading.Event(), service.get_project

    def slow(path: str) -> Project:
        gate.wait(60)
        return answer(path)

    monkeypatch.setattr(service, "get_project", slow)
    row = person.page.view.visualRect(person.page.model.index(1))
    person.qtbot.mouseClick(person.page.view.viewport(), Qt.MouseButton.LeftButton, pos=row.center())
    person.qtbot.waitUntil(lambda: person.name == second, timeout=20_000)
    assert detail.overview.isVisible(), "nothing flickers while it is quick"
    person.qtbot.waitUntil(
        lambda: detail.header.read.text() in ("Scanning…", "") and detail.waiting.isVisible()
    )
    gate.set()
    person.wait()
    assert detail.overview.isVisible() and person.cards()
    assert detail.header.read.text() != "Scanning…"


@pytest.mark.slow
def test_a_narrow_page_shows_one_of_both(open_page: Any, some: dict[str, str]) -> None:
    person = open_page(844, 548)
    page = person.page
    assert page.list_pane.isVisible() and not page.detail.isVisible()
    person.click_row(page.view, "pollen")
    assert page.detail.isVisible() and not page.list_pane.isVisible() and not page.top.isVisible()
    assert person.name == "pollen"
    person.click(page.detail.header.back)
    assert page.list_pane.isVisible() and not page.detail.isVisible()
    person.key(Qt.Key.Key_Return)
    assert page.step_back()
    assert page.view.hasFocus()
    page.resize(1156, 780)
    person.wait()
    assert page.list_pane.isVisible() and page.detail.isVisible() and page.top.isVisible()


@pytest.mark.slow
@pytest.mark.parametrize("width", [844, 1156])
def test_nothing_sticks_out_and_all_has_a_name(open_page: Any, some: Any, fixed: str, width: int) -> None:
    person = open_page(width, 548)
    person.open("desk")
    for tab in range(4):
        person.key(Qt.Key(Qt.Key.Key_1 + tab), ALT, on=person.page)
        for widget in person.page.findChildren(QWidget):
            if not widget.isVisible() or not widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
                continue
            assert widget.accessibleName(), (tab, widget)
            if not widget.visibleRegion().isEmpty():
                box = QRect(widget.mapTo(person.page, widget.rect().topLeft()), widget.size())
                assert box.left() >= 0 and box.right() < width, (tab, widget.accessibleName(), box)


def test_another_page_shows_a_project(open_page: Any, some: dict[str, str]) -> None:
    person = open_page()
    person.type(person.page.top.search, "desk")
    person.page.show_project("/srv/pollen")
    person.wait()
    assert person.name == "pollen"
    assert person.page.top.search.text() == ""


@pytest.mark.slow
def test_a_narrow_page_brings_the_wanted_project_to_the_front(open_page: Any, some: dict[str, str]) -> None:
    person = open_page(844, 548)
    person.page.show_project("/srv/unknown")
    person.wait()
    assert person.page.list_pane.isVisible(), "there is no such project"
    person.page.show_project("/srv/pollen")
    person.wait()
    assert person.page.detail.isVisible() and person.name == "pollen"


@pytest.mark.slow
def test_what_is_painted_tells_selection_and_theme(open_page: Any, some: dict[str, str], theme: Any) -> None:
    person = open_page()
    person.page.view.go_to(0)
    person.wait()
    for mode in ("light", "dark"):
        theme.set_setting(mode)
        view = person.page.view
        box = view.visualRect(person.page.model.index(0))
        image = view.viewport().grab().toImage()
        at = box.center()
        assert image.pixelColor(box.left() + 1, at.y()) == theme.color("accent")
        assert image.pixelColor(box.right() - 3, box.bottom() - 4) == theme.color("selected")
        other = view.visualRect(person.page.model.index(1))
        assert image.pixelColor(other.right() - 3, other.bottom() - 4) != theme.color("selected")
