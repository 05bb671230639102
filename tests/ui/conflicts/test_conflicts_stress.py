"""Keys in any order and at any speed: nothing fails, and what is seen is what the store holds."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from arbor_desktop.service import MemoryService

K = Qt.Key
KEYS = (
    K.Key_1, K.Key_2, K.Key_3, K.Key_4, K.Key_5, K.Key_N, K.Key_S, K.Key_J, K.Key_K, K.Key_A, K.Key_Escape,
    K.Key_Return, K.Key_Space, K.Key_Tab, K.Key_Up, K.Key_Down,
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "width"), [(1, 1360), (2, 1000)])
def test_any_keys_leave_page_and_store_in_agreement(
    open_window: Callable[..., Any],
    disagree: Callable[..., str],
    remember: Callable[..., str],
    service: MemoryService,
    seed: int,
    width: int,
) -> None:
    for number in range(6):
        disagree(f"task {number}", "old", "new", older={"scope": "global"} if number % 3 == 0 else None)
    for ago, name in ((30, "one"), (20, "two"), (0, "three")):
        remember(f"Use {name} for it all.", ago=ago)
    person = open_window(width, 700)
    chance = random.Random(seed)
    for _ in range(120):
        key, held = chance.choice(KEYS), Qt.KeyboardModifier.NoModifier
        if chance.random() < 0.25:
            key, held = chance.choice((K.Key_Z, K.Key_Return)), Qt.KeyboardModifier.ControlModifier
        focus = QApplication.activePopupWidget() or QApplication.focusWidget()
        if focus is None:  # the unseen screen has no window manager to give it back
            (QApplication.activeModalWidget() or person.page.window()).activateWindow()
            continue
        person.qtbot.keyClick(focus, key, held)
        if chance.random() < 0.6:
            person.wait()
    person.wait()
    every = service.list_conflicts(include_resolved=True)
    assert {c.id for c in every if c.is_open} == set(person.page.visit.open_ids)
    assert {c.id for c in every} == {c.id for c in person.page.visit.rows}
    assert len(person.rows()) == person.page.visit.total
