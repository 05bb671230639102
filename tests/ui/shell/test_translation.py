"""Numbers within words, on every page the same."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from arbor_desktop.ui import status
from arbor_desktop.ui.conversations import words as conversations
from arbor_desktop.ui.memory import words as memories
from arbor_desktop.ui.setting_rows import words as settings


@pytest.mark.parametrize("page", [conversations, memories, settings, status])
def test_large_numbers_are_parted_and_small_ones_are_not(qtbot: QtBot, page: object) -> None:
    said = page.tr  # type: ignore[attr-defined]
    assert said("Process %n waiting", 1577) == "Process 1,577 waiting"
    assert said("Process %n waiting", 12) == "Process 12 waiting"
    assert said("Process now") == "Process now"
    assert said("Since 1577, always", 1577) == "Since 1577, always"
