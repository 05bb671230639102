"""The ways from a project to the other pages, in the real window."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from arbor_desktop.service import MemoryService
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import Label
from arbor_desktop.ui.context.page import ContextPage
from arbor_desktop.ui.conversations.page import ConversationsPage
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.page import MemoriesPage
from arbor_desktop.ui.projects.page import ProjectsPage
from arbor_desktop.ui.shell.pages import WindowPages
from arbor_desktop.ui.shell.window import MainWindow
from arbor_desktop.ui.summaries.dialog import SummariesDialog
from arbor_desktop.ui.window_state import WindowState


class Window:
    def __init__(self, qtbot: QtBot, window: MainWindow, bridge: Bridge) -> None:
        self.qtbot, self.window, self.bridge = qtbot, window, bridge

    def until(self, true: Any) -> None:
        self.qtbot.waitUntil(lambda: not self.bridge.busy and bool(true()), timeout=20_000)

    @property
    def projects(self) -> ProjectsPage:
        page = self.window.page("projects")
        assert isinstance(page, ProjectsPage)
        return page


@pytest.fixture
def window(
    qtbot: QtBot, icons: Icons, bridge: Bridge, service: MemoryService, clock: Any, tmp_path: Path,
    desk: Path, some: dict[str, str], fixed: str,
) -> Iterator[Window]:  # fmt: skip
    state = WindowState(tmp_path / "window.ini")
    main = MainWindow(icons.theme, icons, bridge, state, clock)
    main.resize(1360, 824)
    main.show()
    qtbot.waitExposed(main)
    main.attach(WindowPages(main, state, clock=clock).specs())
    main.show_page("projects")
    made = Window(qtbot, main, bridge)
    made.until(made.projects.model.rowCount)
    made.projects.show_project(str(desk))
    made.until(lambda: made.projects.detail.opened and made.projects.detail.header.name.text() == "desk")
    yield made
    for top in QApplication.topLevelWidgets():
        top.close()
    main.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.mark.slow
def test_to_the_context_of_the_project(window: Window, desk: Path) -> None:
    window.qtbot.mouseClick(window.projects.detail.header.context, Qt.MouseButton.LeftButton)
    page = window.window.current_page
    assert isinstance(page, ContextPage)
    window.until(lambda: page.question is not None and page.text.view.exact_text)
    assert page.question is not None and page.question.project == str(desk)
    assert "studio's own time zone" in page.text.view.exact_text


def test_to_its_memories(window: Window, desk: Path) -> None:
    detail = window.projects.detail
    detail.go_to_tab(1)
    window.until(lambda: detail.memories.all.isVisible())
    window.qtbot.mouseClick(detail.memories.all, Qt.MouseButton.LeftButton)
    page = window.window.current_page
    assert isinstance(page, MemoriesPage)
    window.until(lambda: page.model.rowCount() == 4)
    assert page.state.query.scope_id == str(desk)


def test_to_a_memory_and_a_conversation(window: Window, some: dict[str, str], fixed: str) -> None:
    projects = window.projects
    projects.detail.overview.memory_wanted.emit(some["quirk"])
    page = window.window.current_page
    assert isinstance(page, MemoriesPage)
    window.until(lambda: page.detail.memory is not None and page.detail.memory.id == some["quirk"])
    window.window.show_page("projects")
    projects.detail.go_to_tab(2)
    window.until(lambda: projects.detail.sessions.model.rowCount())
    view = projects.detail.sessions.view
    at = view.visualRect(view.model().index(0, 0)).center()
    window.qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    talks = window.window.current_page
    assert isinstance(talks, ConversationsPage)
    window.until(
        lambda: (
            talks.transcript.controller.conversation is not None
            and talks.transcript.controller.conversation.id == fixed
        )
    )


@pytest.mark.slow
def test_to_its_summaries(window: Window) -> None:
    detail = window.projects.detail
    detail.go_to_tab(1)
    window.until(lambda: detail.memories.summaries.isVisible())
    window.qtbot.mouseClick(detail.memories.summaries, Qt.MouseButton.LeftButton)
    (dialog,) = (w for w in QApplication.topLevelWidgets() if isinstance(w, SummariesDialog))
    assert dialog.isVisible()
    window.until(lambda: True)


@pytest.mark.slow
def test_what_came_while_it_was_not_seen_is_there_when_it_is(window: Window, service: MemoryService) -> None:
    window.window.show_page("memories")
    service.store("Elsewhere there is a third project.", type="fact", scope="project", scope_id="/srv/third")
    window.until(lambda: True)
    window.window.show_page("projects")
    window.until(lambda: window.projects.model.rowCount() == 3)


@pytest.mark.slow
def test_ctrl_k_and_f5_reach_the_page(window: Window, desk: Path) -> None:
    window.window.navigation.search()
    assert window.projects.top.search.hasFocus()
    manifest = (desk / "package.json").read_text().replace('"dev"', '"lint": "eslint src", "dev"')
    (desk / "package.json").write_text(manifest)
    window.qtbot.keyClick(window.projects.top.search, Qt.Key.Key_F5)
    overview = window.projects.detail.overview
    window.until(lambda: any(label.text() == "pnpm lint" for label in overview.findChildren(Label)))
