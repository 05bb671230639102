"""Two people's windows, and the server of their team between them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import AskDialog
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.page import MemoriesPage
from tests.team.postgres import Postgres, postgres
from tests.team.stage import Person, team_of
from tests.ui.memories.conftest import Person as Hands

__all__ = ["postgres"]
_CTRL, _SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def two(
    qtbot: QtBot,
    icons: Icons,
    loop: asyncio.AbstractEventLoop,
    postgres: Postgres,
    tmp_path: Path,
    request: pytest.FixtureRequest,
) -> Iterator[list[tuple[Person, Hands]]]:
    with ExitStack() as stack:
        found = []
        for one in stack.enter_context(team_of(postgres, tmp_path, request, "ada", "bo")):
            bridge = stack.enter_context(closing(Bridge(loop)))
            bridge.listen(one.service)
            page = MemoriesPage(icons, bridge, clock=one.clock, refresh_ms=5)
            qtbot.addWidget(page)
            page.resize(1156, 780)
            page.show()
            qtbot.waitExposed(page)
            hands = Hands(qtbot, page, bridge, one.service)
            hands.wait()
            found.append((one, hands))
        yield found


def test_what_one_shares_appears_with_the_other_until_it_is_withdrawn(
    two: list[tuple[Person, Hands]],
) -> None:
    (ada, here), (bo, there) = two
    text = "The API runs on port 8041"
    ident = ada.says(text)
    here.wait()
    here.page.activateWindow()
    here.click_card(here.page.model.row_of(ident))
    here.key(Qt.Key.Key_S, _CTRL, _SHIFT)
    here.click(here.page.detail.sheet.share)
    assert text not in there.shown()
    ada.team.sync()
    bo.team.sync()
    there.until(lambda: text in there.shown())
    there.until(lambda: "by ada" in there.page.model.spoken(there.page.model.loaded(ident)))

    here.page.activateWindow()
    here.until(lambda: here.page.detail.share.isChecked())
    here.click(here.page.detail.share)
    here.click(next(d for d in here.page.findChildren(AskDialog) if d.isVisible()).do)
    here.until(lambda: not here.page.detail.share.isChecked())  # before the server knows
    ada.team.sync()
    bo.team.sync()
    there.until(lambda: text not in there.shown())
    assert text in here.shown()
