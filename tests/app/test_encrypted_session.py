"""The window over an encrypted memory: locked, unlocked, recovered, turned on and off."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from arbor_desktop import app
from arbor_desktop.database.keyed import is_plain
from arbor_desktop.encryption.keyfile import Mode, NewKey, new_key
from arbor_desktop.encryption.keys import account
from arbor_desktop.encryption.operations import Encryption
from arbor_desktop.paths import Home
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.components import AskDialog, ErrorPanel
from arbor_desktop.ui.encryption.change_window import ChangeWindow
from arbor_desktop.ui.encryption.lock_window import LockWindow
from arbor_desktop.ui.encryption.model import Change
from arbor_desktop.ui.encryption.sheet import EncryptionSheet
from arbor_desktop.ui.shell.process import Instance
from arbor_desktop.ui.shell.tray import Tray
from arbor_desktop.ui.translation import RESTART
from arbor_desktop.ui.window_state import WindowState
from tests.encryption import stage
from tests.encryption.stage import MARKER, Ring
from tests.keyring_daemon import empty_bus
from tests.window_loop import complete

PASSPHRASE = "correct horse battery"
Start = Callable[..., app.Session]


@pytest.fixture
def place(home: Path) -> Home:
    """A plain memory with the marker in it, and in a draft, of somebody who set Arbor up."""
    with MemoryService.open(home) as service:
        service.store(f"Always light the {MARKER} at dusk", type="instruction")
    state = WindowState(home / "window.ini")
    state.set_value("setup/done", "1")
    state.set_value("chat/drafts", f"What does the {MARKER} do?")
    state.sync()
    return Home(home)


@pytest.fixture
def exits(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The codes with which the app was asked to end."""
    codes: list[int] = []
    monkeypatch.setattr(QApplication, "exit", lambda *code: codes.append(code[-1]))
    return codes


@pytest.fixture
def start(
    qapp: QApplication, loop: asyncio.AbstractEventLoop, place: Home, exits: list[int]
) -> Iterator[Start]:
    """Runs of the window in this process; each begins as `app._run_once` has it, and the last one ends."""
    sessions: list[app.Session] = []
    look = qapp.style().objectName(), qapp.palette(), qapp.font()

    def begin(carried: app.Carried | None = None, **options: Any) -> app.Session:
        for former in sessions:
            if isValid(former.window):
                end(former)
        carried = carried or app.Carried()
        instance = Instance(place.folder)
        assert instance.acquire()
        opening: Future[Any] | None = None
        if carried.change is None:
            opening = app._in_background(lambda: app._open_service(place, None, carried.key))
        session = app.Session(app._application(), loop, place, instance, opening, None, carried)
        sessions.append(session)
        session.start(**{"minimized": False, "quit_after_paint": False, **options})
        return session

    yield begin
    for session in sessions:
        if isValid(session.window):
            end(session)
    qapp.setStyleSheet("")
    qapp.setStyle(look[0])
    qapp.setPalette(look[1])
    qapp.setFont(look[2])


def end(session: app.Session) -> None:
    complete(session.save())
    session.end()


def shown(kind: type[Any]) -> list[Any]:
    return [one for one in QApplication.topLevelWidgets() if isinstance(one, kind) and one.isVisible()]


def lock_window(qtbot: QtBot) -> LockWindow:
    qtbot.waitUntil(lambda: len(shown(LockWindow)) == 1)
    (window,) = shown(LockWindow)
    assert isinstance(window, LockWindow)
    return window


def is_open(qtbot: QtBot, session: app.Session) -> None:
    qtbot.waitUntil(lambda: session.window.specs != () and not session.bridge.busy)
    assert session.bridge.service.query().total == 1
    assert session.window.isVisible()
    assert not shown(LockWindow)
    assert not shown(ChangeWindow)


def click(qtbot: QtBot, widget: Any) -> None:
    qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)


def encrypted(place: Home, passphrase: str | None = None) -> NewKey:
    new = new_key(passphrase)
    Encryption(place).turn_on(new)
    return new


def test_with_the_keyring_the_window_opens_silently(
    place: Home, ring: Ring, start: Start, qtbot: QtBot
) -> None:
    encrypted(place)
    asked = ring.asked
    is_open(qtbot, start())
    assert ring.asked == asked


def test_the_passphrase_opens_the_window(
    place: Home, ring: Ring, start: Start, qtbot: QtBot, exits: list[int]
) -> None:
    encrypted(place, PASSPHRASE)
    session = start()
    lock = lock_window(qtbot)
    assert not session.window.isVisible(), "there is nothing to see in it yet"
    assert lock.focusWidget() is lock.passphrase
    assert not lock.again.isVisible()
    qtbot.keyClicks(lock.passphrase, "not this one")
    qtbot.keyClick(lock.passphrase, Qt.Key.Key_Return)
    assert not lock.unlock.isEnabled()
    qtbot.waitUntil(lock.unlock.isEnabled)
    assert lock.error.text() == "The passphrase is wrong."
    assert lock.passphrase.has_error
    assert lock.passphrase.hasSelectedText(), "the next try replaces it"
    qtbot.keyClicks(lock.passphrase, PASSPHRASE)
    assert not lock.error.isVisible()
    click(qtbot, lock.unlock)
    is_open(qtbot, session)
    assert exits == []


def test_escape_keeps_the_window_and_quit_quits(
    place: Home, ring: Ring, start: Start, qtbot: QtBot, exits: list[int]
) -> None:
    encrypted(place, PASSPHRASE)
    session = start()
    lock = lock_window(qtbot)
    qtbot.keyClick(lock.passphrase, Qt.Key.Key_Escape)
    assert lock.isVisible()
    assert exits == []
    click(qtbot, lock.quit)
    assert exits == [0]
    lock.close()
    assert exits == [0, 0]
    assert not session.window.isVisible()


def test_a_second_start_brings_up_the_lock(place: Home, ring: Ring, start: Start, qtbot: QtBot) -> None:
    encrypted(place, PASSPHRASE)
    session = start(minimized=True)
    lock = lock_window(qtbot)
    lock.showMinimized()
    session._instance.raise_wanted.emit()
    assert not lock.isMinimized()
    assert not session.window.isVisible()


def test_started_into_the_tray_it_stays_there_once_unlocked(
    place: Home, ring: Ring, start: Start, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Tray, "available", property(lambda _self: True))
    encrypted(place, PASSPHRASE)
    session = start(minimized=True)
    lock = lock_window(qtbot)
    qtbot.keyClicks(lock.passphrase, PASSPHRASE)
    click(qtbot, lock.unlock)
    qtbot.waitUntil(lambda: session.window.specs != () and not session.bridge.busy)
    assert not session.window.isVisible()
    assert not shown(LockWindow)


def test_the_recovery_code_sets_a_new_passphrase(place: Home, ring: Ring, start: Start, qtbot: QtBot) -> None:
    new = encrypted(place, PASSPHRASE)
    session = start()
    lock = lock_window(qtbot)
    click(qtbot, lock.recover)
    assert lock.code.isVisible()
    click(qtbot, lock.back)
    assert lock.passphrase.isVisible()
    click(qtbot, lock.recover)
    qtbot.keyClicks(lock.code, "AAAAA-BBBBB")
    qtbot.keyClicks(lock.choice.first, "another battery")
    qtbot.keyClicks(lock.choice.again, "another staple")
    click(qtbot, lock.unlock)
    assert lock.choice.error.text() == "The passphrases don't match."
    lock.choice.again.selectAll()
    qtbot.keyClicks(lock.choice.again, "another battery")
    click(qtbot, lock.unlock)
    qtbot.waitUntil(lock.unlock.isEnabled)
    assert "this has 10 of 40 characters" in lock.error.text()
    lock.code.selectAll()
    qtbot.keyClicks(lock.code, new.code.lower().replace("-", " "))
    click(qtbot, lock.unlock)
    is_open(qtbot, session)
    assert Encryption(place).unlock("another battery") == new.key


def test_a_key_that_the_keyring_lost_comes_back_by_the_code(
    place: Home, ring: Ring, start: Start, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arbor_desktop.ui.encryption.lock_window.keyring_trouble", lambda: None)
    new = encrypted(place)
    ring.held.clear()
    session = start()
    lock = lock_window(qtbot)
    assert "no longer has the key" in lock.state.text.text()
    click(qtbot, lock.again)
    assert not lock.unlock.isEnabled()
    qtbot.waitUntil(lambda: shown(LockWindow) not in ([], [lock]))
    lock = lock_window(qtbot)
    qtbot.keyClicks(lock.code, new.code)
    click(qtbot, lock.unlock)
    is_open(qtbot, session)
    assert ring.held == {account(new.file.key_id): new.key}


@pytest.mark.slow
def test_a_real_keyring_opens_the_window_and_without_it_the_code_does(
    place: Home, start: Start, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arbor_desktop.encryption.keys.QUIET_SECONDS", 20.0)
    with empty_bus(tmp_path / "keyring", monkeypatch) as keyring:
        keyring.start()
        new = encrypted(place)
        session = start()
        is_open(qtbot, session)
        end(session)
    session = start()
    lock = lock_window(qtbot)
    assert "The system's keyring can't be used." in lock.state.text.text()
    qtbot.waitUntil(lock.choice.first.isVisible)
    assert lock.focusWidget() is lock.code
    assert not lock.choice.keyring.isEnabled()
    qtbot.keyClicks(lock.code, new.code)
    qtbot.keyClicks(lock.choice.first, PASSPHRASE)
    qtbot.keyClicks(lock.choice.again, PASSPHRASE)
    qtbot.keyClick(lock.choice.again, Qt.Key.Key_Return)
    is_open(qtbot, session)
    assert Encryption(place).unlock(PASSPHRASE) == new.key


def test_a_keyring_that_has_the_key_again_is_asked_by_a_button(
    place: Home, ring: Ring, start: Start, qtbot: QtBot
) -> None:
    encrypted(place)
    held = dict(ring.held)
    ring.held.clear()
    session = start()
    lock = lock_window(qtbot)
    ring.held.update(held)
    click(qtbot, lock.again)
    is_open(qtbot, session)


@pytest.mark.logs_warnings
def test_a_memory_that_can_not_be_opened_once_unlocked_is_said_in_the_window(
    place: Home, ring: Ring, start: Start, qtbot: QtBot
) -> None:
    encrypted(place, PASSPHRASE)
    session = start()
    lock = lock_window(qtbot)
    place.database.write_bytes(b"nothing that anybody can read" * 999)
    qtbot.keyClicks(lock.passphrase, PASSPHRASE)
    click(qtbot, lock.unlock)
    qtbot.waitUntil(lambda: isinstance(session.window.current_page, ErrorPanel))
    assert session.window.isVisible()
    assert not shown(LockWindow)


def made(qtbot: QtBot, start: Start, session: app.Session, exits: list[int]) -> app.Session:
    """Go through both restarts of a change."""
    qtbot.waitUntil(lambda: exits[-1:] == [RESTART])
    exits.clear()
    carried = session.carried
    assert carried.change is not None
    making = start(carried)
    qtbot.waitUntil(lambda: exits == [RESTART])
    exits.clear()
    assert not shown(ChangeWindow)
    return start(making.carried)


def settings(qtbot: QtBot, session: app.Session) -> Any:
    page = session.window.navigation.show_settings("privacy")
    qtbot.waitUntil(lambda: not session.bridge.busy)
    return page.privacy.encryption


def typed_back(qtbot: QtBot, sheet: EncryptionSheet) -> str:
    """Go on to the code, and type it back."""
    click(qtbot, sheet.do)
    qtbot.waitUntil(lambda: sheet.code is not None)
    assert sheet._new is not None
    assert not sheet.do.isEnabled()
    qtbot.keyClicks(sheet.code.field, sheet._new.code)
    qtbot.waitUntil(sheet.do.isEnabled)
    code = sheet._new.code
    click(qtbot, sheet.do)
    return code


@pytest.mark.slow
def test_on_with_the_keyring_another_key_and_off_through_the_settings(
    place: Home, ring: Ring, start: Start, qtbot: QtBot, exits: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arbor_desktop.ui.encryption.sheet.keyring_trouble", lambda: None)
    session = start()
    is_open(qtbot, session)
    card = settings(qtbot, session)
    assert not card.switch.isChecked()
    assert not card.key_row.isVisible()
    click(qtbot, card.switch)
    assert not card.switch.isChecked(), "it moves when the work is done"
    (sheet,) = session.window.findChildren(EncryptionSheet)
    first = typed_back(qtbot, sheet)
    session = made(qtbot, start, session, exits)
    is_open(qtbot, session)
    assert session.window.notice.message == "Your memory is encrypted."
    assert session.window.current_page.current_section == "privacy"
    assert stage.with_marker(place) == []
    assert len(ring.held) == 1

    card = settings(qtbot, session)
    assert card.switch.isChecked()
    assert "keyring" in card.key_row.description.text()
    click(qtbot, card.change_button)
    (sheet,) = session.window.findChildren(EncryptionSheet)
    click(qtbot, sheet.choice.by_passphrase)
    qtbot.keyClicks(sheet.choice.first, PASSPHRASE)
    qtbot.keyClicks(sheet.choice.again, PASSPHRASE)
    second = typed_back(qtbot, sheet)
    session = made(qtbot, start, session, exits)
    is_open(qtbot, session)
    assert not ring.held
    assert Encryption(place).state().mode is Mode.PASSPHRASE
    assert Encryption(place).unlock(second) == session.bridge.service.key
    assert first != second

    card = settings(qtbot, session)
    assert "passphrase" in card.key_row.description.text()
    click(qtbot, card.switch)
    (dialog,) = session.window.findChildren(AskDialog)
    click(qtbot, dialog.do)
    session = made(qtbot, start, session, exits)
    is_open(qtbot, session)
    assert is_plain(place.database)
    assert not settings(qtbot, session).switch.isChecked()


def test_a_restart_for_the_language_does_not_ask_again(
    place: Home, ring: Ring, start: Start, qtbot: QtBot
) -> None:
    encrypted(place, PASSPHRASE)
    session = start()
    lock = lock_window(qtbot)
    qtbot.keyClicks(lock.passphrase, PASSPHRASE)
    click(qtbot, lock.unlock)
    is_open(qtbot, session)
    is_open(qtbot, start(session.carried))


def test_a_change_that_is_cancelled_changes_nothing(
    place: Home, ring: Ring, start: Start, qtbot: QtBot, exits: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    def wait(self: Change, home: Home, progress: Any) -> Any:
        while True:
            progress("writing", 1, 2)

    monkeypatch.setattr(Change, "run", wait)
    session = start(app.Carried(change=Change(new_key())))
    qtbot.waitUntil(lambda: len(shown(ChangeWindow)) == 1)
    (window,) = shown(ChangeWindow)
    qtbot.waitUntil(lambda: window.bar.fraction == 0.5)
    click(qtbot, window.cancel)
    qtbot.waitUntil(lambda: exits == [RESTART])
    assert session.carried == app.Carried(said="Cancelled. Nothing was changed.")
    session = start(session.carried)
    is_open(qtbot, session)
    assert is_plain(place.database)
    assert session.window.notice.message == "Cancelled. Nothing was changed."


def test_a_memory_that_is_in_use_is_said_and_tried_again(
    place: Home, ring: Ring, start: Start, qtbot: QtBot, exits: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arbor_desktop.database.keyed_store.PATIENCE_SECONDS", 0.0)
    change = Change(new_key(PASSPHRASE))
    with MemoryService.open(place) as other:
        other.query()
        session = start(app.Carried(change=change))
        qtbot.waitUntil(lambda: len(shown(ChangeWindow)) == 1)
        (window,) = shown(ChangeWindow)
        qtbot.waitUntil(window.again.isVisible)
        assert "Another program has the memory open" in window.error.text()
    click(qtbot, window.again)
    qtbot.waitUntil(lambda: exits == [RESTART])
    assert change.new is not None
    assert session.carried.key == change.new.key
    is_open(qtbot, start(session.carried))


def test_a_keyring_that_can_not_keep_the_key_is_said_and_nothing_is_changed(
    place: Home, ring: Ring, start: Start, qtbot: QtBot, exits: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ring, "set", lambda account, key: None)
    session = start(app.Carried(change=Change(new_key())))
    qtbot.waitUntil(lambda: len(shown(ChangeWindow)) == 1)
    (window,) = shown(ChangeWindow)
    qtbot.waitUntil(window.again.isVisible)
    assert window.error.text().startswith("The system's keyring did not save the key")
    click(qtbot, window.cancel)
    assert exits == [RESTART]
    assert session.carried == app.Carried()
    assert is_plain(place.database)
