"""Pictures of Settings → Devices, and of its sheets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtTest import QTest

from arbor_desktop.clock import DAY_MS
from arbor_desktop.conflicts.model import EDITED_APART
from arbor_desktop.devices.operations import Other, State
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.settings.devices import DevicesSection, PairSheet
from tests._stage import Stage
from tests.devices.stage import Machine, edit_apart

Register = Callable[..., Callable[[Callable[[Stage], Any]], Callable[[Stage], Any]]]
Section = Callable[[Stage, str], object]

WORDS = "copper lantern tidal forty maple quiet river summit"


def devices(made: Stage, section: Section, *, joined: bool = True) -> DevicesSection:
    section(made, "devices")
    made.settle()
    found = made.settings.devices
    now = made.service._rt.clock()
    if joined:
        others = (
            Other("1", "rowan", now - 12 * 60_000, pending=False),
            Other("2", "willow", now - 9 * DAY_MS, pending=True),
        )
        found._show(
            State(
                True, "0", "larch", "/home/ada/Sync/arbor", now - 2 * 60_000, 3, 31, others,
                ("folder notes 3f2a",), ("Some changes from willow are missing. They may still arrive.",),
            )
        )  # fmt: skip
    return found


def register(scene: Register, section: Section) -> None:
    @scene("21-settings-devices-none")
    def none(made: Stage) -> None:
        devices(made, section, joined=False)

    @scene("21-settings-devices")
    def joined(made: Stage) -> None:
        devices(made, section)

    @scene("21-settings-devices-remove")
    def remove(made: Stage) -> None:
        found = devices(made, section)
        assert found.state is not None
        found.ask_to_remove(found.state.devices[0])

    @scene("21b-conflict-devices")
    def conflict(made: Stage) -> None:
        home = made.person / "elsewhere"
        home.mkdir(mode=0o700)
        (synced := made.person / "Synced").mkdir()
        with MemoryService.open(home, clock=made.clock) as service:
            edit_apart(
                Machine(made.service, made.clock, "one"), Machine(service, made.clock, "other"), synced
            )
        made.window.show_page("conflicts")
        made.settle()
        found = next(one for one in made.service.list_conflicts() if one.rule == EDITED_APART)
        made.conflicts.show_conflict(found.id)

    @scene("21a-devices-add")
    def add(made: Stage) -> None:
        devices(made, section)
        until = made.service._rt.clock() + 8 * 60_000
        sheet = PairSheet(made.icons, made.settings.controller, made.window, (), WORDS, until, made.clock)
        sheet._timer.stop()
        sheet.open()

    @scene("21a-devices-join")
    def join(made: Stage) -> None:
        sheet = devices(made, section, joined=False).open_join()
        for field, word in zip(sheet.code.fields, ("quiet", "river", "xqzwv", "summ"), strict=False):
            QTest.keyClicks(field, word)
