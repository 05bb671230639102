"""The real dialog over a real service in a temporary home, driven as a person drives it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QMenu, QWidget
from pytestqt.qtbot import QtBot

from arbor_desktop.service import MemoryService
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import AskDialog
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.summaries.dialog import SummariesDialog
from tests.conftest import ManualClock


class Person:
    """Hands, eyes and patience."""

    def __init__(self, qtbot: QtBot, dialog: SummariesDialog, bridge: Bridge, service: MemoryService) -> None:
        self.qtbot, self.dialog, self.bridge, self.service = qtbot, dialog, bridge, service
        self.pane = dialog.pane

    def wait(self) -> None:
        """Until nothing is under way any more."""
        for _ in range(2):
            self.qtbot.waitUntil(lambda: not self.bridge.busy, timeout=20_000)
            self.qtbot.wait(1)

    def click(self, widget: QWidget) -> None:
        assert widget.isVisible(), "only what is seen can be clicked"
        assert widget.isEnabled()
        self.qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)
        self.wait()

    def key(self, key: Qt.Key, *modifiers: Qt.KeyboardModifier, on: QWidget | None = None) -> None:
        held = Qt.KeyboardModifier.NoModifier
        for modifier in modifiers:
            held |= modifier
        self.qtbot.keyClick(on or self.dialog, key, held)
        self.wait()

    @property
    def shown(self) -> str:
        """What is read at the right."""
        return self.pane.view.toPlainText() if self.pane.view.isVisible() else ""

    @property
    def snack(self) -> str:
        return self.pane.snackbar.message

    def write(self, text: str) -> None:
        """Begins to edit, and types at the end."""
        self.click(self.pane.edit)
        self.pane.editor.moveCursor(QTextCursor.MoveOperation.End)
        self.qtbot.keyClicks(self.pane.editor, text)

    def choose_place(self, start: str) -> None:
        scope = self.dialog.scope
        row = next(n for n in range(scope.count()) if scope.itemText(n).startswith(start))
        scope.setCurrentIndex(row)
        scope.activated.emit(row)
        self.wait()

    def menu(self) -> QMenu:
        menu = self.pane.open_menu()
        assert menu.isVisible()
        return menu

    def choose(self, words: str) -> None:
        """Takes an entry of the menu beside Edit."""
        menu = self.menu()
        action = next(a for a in menu.actions() if words in a.text() and a.isEnabled())
        action.trigger()
        menu.close()
        self.wait()

    @property
    def question(self) -> AskDialog | None:
        found = [ask for ask in self.dialog.findChildren(AskDialog) if ask.isVisible()]
        return found[0] if found else None

    def click_link(self, ident: str) -> None:
        """Clicks the number of a memory in the document."""
        view = self.pane.view
        cursor = QTextCursor(view.document())
        while not cursor.charFormat().anchorHref().endswith(ident):
            assert cursor.movePosition(QTextCursor.MoveOperation.NextCharacter), "no link to it"
        cursor.movePosition(QTextCursor.MoveOperation.PreviousCharacter)
        view.setTextCursor(cursor)
        view.ensureCursorVisible()
        at = view.cursorRect(cursor).center() + QPoint(3, 0)
        self.qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
        self.wait()


@pytest.fixture
def service(home: object, clock: ManualClock) -> Iterator[MemoryService]:
    with MemoryService.open(home, clock=clock, environ={}) as service:  # type: ignore[arg-type]
        yield service


@pytest.fixture
def open_dialog(
    qtbot: QtBot, icons: Icons, bridge: Bridge, service: MemoryService, clock: ManualClock
) -> Iterator[Callable[..., Person]]:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(1360, 824)
    window.show()

    def open_(**options: object) -> Person:
        dialog = SummariesDialog(icons, bridge, window, clock=clock, **options)  # type: ignore[arg-type]
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        dialog.open()
        qtbot.waitExposed(dialog)
        person = Person(qtbot, dialog, bridge, service)
        person.wait()
        return person

    yield open_
    window.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


@pytest.fixture
def ids(service: MemoryService) -> dict[str, str]:
    """Memories by a word of theirs: two preferences, one of a project."""
    found = {
        word: service.store(text, type="preference").id
        for word, text in {"pnpm": "Always use pnpm", "tabs": "Indent with tabs"}.items()
    }
    kiln = {"scope": "project", "scope_id": "/src/kiln"}
    return found | {"cone": service.store("The kiln fires at cone six", type="fact", **kiln).id}
