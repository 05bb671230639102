"""The real page over a real service in a temporary home, driven as a person drives it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget
from pytestqt.qtbot import QtBot

from arbor_desktop.extraction.worker import InlineWorker
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.insights.page import InsightsPage
from tests.judges import use_judge

KILN, POLLEN = "/srv/kiln", "/srv/pollen"


class Person:
    """Hands, eyes and patience: everything is done by mouse and keys, and waited for."""

    def __init__(self, qtbot: QtBot, page: InsightsPage, bridge: Bridge) -> None:
        self.qtbot, self.page, self.bridge = qtbot, page, bridge

    def wait(self) -> None:
        """Until nothing is under way any more."""

        def settled() -> bool:
            return not self.bridge.busy and not self.page.soon.isActive()

        for _ in range(2):
            self.qtbot.waitUntil(settled, timeout=20_000)
            self.qtbot.wait(1)
        self.qtbot.waitUntil(settled, timeout=20_000)

    # Eyes

    def stat(self, key: str) -> tuple[str, str]:
        """Figure and note of one of the cards above."""
        card = self.page.charts.stats.cards[key]
        return card.value.text(), card.note.text()

    @property
    def bars(self) -> dict[str, int]:
        return {bar.label: bar.value for bar in self.page.charts.bars.bars}

    @property
    def snack(self) -> str:
        return self.page.snackbar.message

    @property
    def empty(self) -> str:
        """Title of the empty state; nothing while there are charts."""
        return self.page.empty.title.text() if self.page.empty.isVisible() else ""

    # Hands

    def click(self, widget: QWidget) -> None:
        assert widget.isVisible(), "only what is seen can be clicked"
        assert widget.isEnabled()
        self.qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)
        self.wait()

    def choose_project(self, name: str) -> None:
        combo = self.page.bar.project
        row = combo.findText(name)
        assert row >= 0, [combo.itemText(n) for n in range(combo.count())]
        combo.setCurrentIndex(row)
        combo.activated.emit(row)
        self.wait()

    def pick(self, combo: Any, data: str) -> None:
        """Takes an entry of one of the small pickers."""
        row = combo.findData(data)
        combo.setCurrentIndex(row)
        combo.activated.emit(row)
        self.wait()

    def take(self, menu: QMenu, words: str) -> None:
        action = next((a for a in menu.actions() if a.text() == words), None)
        assert action is not None, [a.text() for a in menu.actions()]
        action.trigger()
        menu.close()

    def accept(self, path: Path) -> None:
        """Answers the dialog that asks where to."""
        dialog = self.page.window().findChild(QFileDialog)
        assert dialog is not None
        assert dialog.isVisible()
        dialog.setDirectory(str(path.parent))
        dialog.fileSelected.emit(str(path))
        dialog.close()
        self.wait()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture(scope="module")
def worker() -> InlineWorker:
    """One for all: it holds no state but the rules it has loaded."""
    return InlineWorker()


@pytest.fixture
def service(
    home: Path, clock: Any, worker: InlineWorker, monkeypatch: pytest.MonkeyPatch
) -> Iterator[MemoryService]:
    use_judge(monkeypatch)
    with MemoryService.open(home, clock=clock, worker=worker, environ={}) as service:
        yield service


@pytest.fixture
def open_page(qtbot: QtBot, icons: Icons, bridge: Bridge, clock: Any) -> Iterator[Callable[..., Person]]:
    pages: list[InsightsPage] = []

    def open_(width: int = 1156, height: int = 780, **options: Any) -> Person:
        page = InsightsPage(icons, bridge, clock=clock, refresh_ms=5, **options)
        qtbot.addWidget(page)
        page.resize(width, height)
        page.show()
        qtbot.waitExposed(page)
        page.activateWindow()
        pages.append(page)
        person = Person(qtbot, page, bridge)
        person.wait()
        return person

    yield open_
    for page in pages:
        page.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def remember(service: MemoryService) -> Callable[..., str]:
    """Stores a memory of the project, or with `scope="global"` of all; answers its id."""

    def remember_(content: str, **fields: Any) -> str:
        wanted = {"scope": "project", "scope_id": KILN, "type": "fact", "confidence": 0.9} | fields
        if wanted["scope"] == "global":
            wanted["scope_id"] = None
        return service.store(content, **wanted).id

    return remember_


@pytest.fixture
def some(remember: Callable[..., str]) -> dict[str, str]:
    """A few memories of different kinds, projects and confidence."""
    return {
        "rule": remember("Run `make check` before saying it is done.", scope="global", type="instruction",
                         category="coding_preferences"),
        "outbox": remember("Webhooks go through an outbox table that a worker polls.",
                           category="architectural_decisions"),
        "staging": remember("Staging runs PostgreSQL 16.", category="facts"),
        "weak": remember("Staging may move to another region.", confidence=0.45, category="facts"),
        "pollen": remember("Pollen counts come from the station in Bern.", scope_id=POLLEN, category="facts"),
    }  # fmt: skip
