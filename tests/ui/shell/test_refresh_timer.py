"""A page reads the store again when it changed."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from arbor_desktop.ui.controller import RefreshTimer


class Page(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self.looks = 0
        self.soon = RefreshTimer(self, self.look, 0)

    def look(self) -> None:
        self.looks += 1
        self.soon.caught_up()


def test_while_it_is_seen_many_changes_are_looked_at_once(qtbot: QtBot) -> None:
    page = Page()
    qtbot.addWidget(page)
    page.show()
    page.soon.shown()
    assert page.looks == 1, "it begins with nothing"
    for _ in range(5):
        page.soon.changed()
    qtbot.waitUntil(lambda: not page.soon.isActive())
    assert page.looks == 2


def test_while_nobody_sees_it_it_looks_when_it_is_shown_again(qtbot: QtBot) -> None:
    page = Page()
    qtbot.addWidget(page)
    page.look()
    page.soon.changed()
    assert not page.soon.isActive()
    assert page.looks == 1
    page.soon.shown()
    page.soon.shown()
    assert page.looks == 2
