"""Files that are dropped anywhere on the window."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QUrl
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from arbor_desktop.ui.components.menus import FileDrop
from tests.dropping import drop

pytestmark = pytest.mark.gui


@pytest.fixture
def window(qtbot: QtBot) -> tuple[QWidget, list[list[Path]]]:
    widget = QWidget()
    qtbot.addWidget(widget)
    taken: list[list[Path]] = []
    FileDrop(widget).dropped.connect(taken.append)
    return widget, taken


def test_files_of_this_computer_are_taken(window: tuple[QWidget, list[list[Path]]], tmp_path: Path) -> None:
    widget, taken = window
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / "export.zip")), QUrl("https://example.org/x")])
    assert drop(widget, data, QPoint(5, 5))
    assert taken == [[tmp_path / "export.zip"]]


@pytest.mark.parametrize("what", ["text", "link"])
def test_anything_else_is_left_to_others(window: tuple[QWidget, list[list[Path]]], what: str) -> None:
    widget, taken = window
    data = QMimeData()
    if what == "text":
        data.setText("Remember this")
    else:
        data.setUrls([QUrl("https://example.org/x")])
    assert not drop(widget, data, QPoint(5, 5))
    assert taken == []
