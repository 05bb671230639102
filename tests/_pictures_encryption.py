"""Pictures of encryption: settings, its sheets, the locked memory, a change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from unittest.mock import patch

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from arbor_desktop.encryption.keyfile import KeyFile, Mode
from arbor_desktop.encryption.keys import Locked
from arbor_desktop.encryption.operations import NewKey, Step
from arbor_desktop.errors import StorageError
from arbor_desktop.ui.encryption.change_window import ChangeWindow
from arbor_desktop.ui.encryption.lock_window import LockWindow
from arbor_desktop.ui.encryption.model import Change
from arbor_desktop.ui.encryption.sheet import EncryptionSheet
from arbor_desktop.ui.settings.encryption import EncryptionCard
from tests._stage import Stage, until

Register = Callable[..., Callable[[Callable[[Stage], Any]], Callable[[Stage], Any]]]
Section = Callable[[Stage, str], object]

CODE = "K7QFM-S2XTR-HW4NA-3VJCD-6PYEL-B5ZKG-N2GAU-QTRW7"
NEW = NewKey("00" * 32, CODE, KeyFile(Mode.KEYRING, "", "", ""))
IN_USE = "Another program has the memory open: arbor mcp (process 4711). End it, and try again."


def card(made: Stage, section: Section, mode: Mode | None = None) -> EncryptionCard:
    section(made, "privacy")
    made.settle()
    found = made.settings.privacy.encryption
    found._show(mode)
    return found


def sheet(made: Stage, section: Section, *, keyring: bool = True) -> EncryptionSheet:
    trouble = None if keyring else "none"
    with patch("arbor_desktop.ui.encryption.sheet.keyring_trouble", lambda: trouble):
        opened = card(made, section).open_sheet()
        made.settle()
    return opened


def code_of(opened: EncryptionSheet, made: Stage) -> None:
    with patch("arbor_desktop.ui.encryption.sheet.new_key", lambda passphrase: NEW):
        opened.do.click()
        until(lambda: opened.code is not None)
    made.settle()


def lock(made: Stage, **context: str) -> LockWindow:
    with patch("arbor_desktop.ui.encryption.lock_window.keyring_trouble", lambda: None):
        window = LockWindow(made.icons, made.bridge, made.service.home, Locked("", **context))
        window.show()
        made.settle()
    return window


def change(made: Stage, *, fails: bool = False) -> QWidget:
    def run(self: Change, home: object, progress: Callable[..., None]) -> None:
        progress(Step.WRITING, 24, 38)
        raise StorageError(IN_USE)

    window = ChangeWindow(made.icons, made.bridge, made.service.home, Change(NEW))
    window.show()
    if fails:
        with patch.object(Change, "run", run):
            window.begin()
            made.settle()
    else:
        window.again.hide()
        window._show_progress(Step.WRITING, 0.63)
        window.fit()
    return window


def register(scene: Register, section: Section) -> None:
    @scene("19-settings-encryption")
    def off(made: Stage) -> None:
        card(made, section)

    @scene("19-settings-encryption-on")
    def on(made: Stage) -> None:
        card(made, section, Mode.KEYRING)

    @scene("19-settings-encryption-passphrase")
    def by_passphrase(made: Stage) -> None:
        card(made, section, Mode.PASSPHRASE)

    @scene("19-settings-encryption-off")
    def turn_off(made: Stage) -> None:
        card(made, section, Mode.KEYRING).ask_to_turn_off()

    @scene("19a-encryption-choose")
    def choose(made: Stage) -> None:
        sheet(made, section)

    @scene("19a-encryption-choose-passphrase")
    def choose_passphrase(made: Stage) -> None:
        opened = sheet(made, section, keyring=False)
        QTest.keyClicks(opened.choice.first, "correct horse")
        QTest.keyClicks(opened.choice.again, "correct hose")
        opened.do.click()

    @scene("19a-encryption-code")
    def code(made: Stage) -> None:
        opened = sheet(made, section)
        code_of(opened, made)
        assert opened.code is not None
        QTest.keyClicks(opened.code.field, CODE[:26])

    @scene("19a-encryption-code-wrong")
    def wrong_code(made: Stage) -> None:
        opened = sheet(made, section)
        code_of(opened, made)
        assert opened.code is not None
        QTest.keyClicks(opened.code.field, CODE[:12] + "HW4MA")

    @scene("19e-lock")
    def locked(made: Stage) -> QWidget:
        return lock(made, mode="passphrase")

    @scene("19e-lock-wrong")
    def locked_wrong(made: Stage) -> QWidget:
        window = lock(made, mode="passphrase")
        QTest.keyClicks(window.passphrase, "correct hose")
        window._stays_locked("The passphrase is wrong.")
        return window

    @scene("19e-lock-recovery")
    def locked_recovery(made: Stage) -> QWidget:
        window = lock(made, mode="passphrase")
        window.recover.click()
        return window

    @scene("19e-lock-keyring")
    def locked_keyring(made: Stage) -> QWidget:
        return lock(made, mode="keyring", why="missing")

    @scene("19f-change")
    def changing(made: Stage) -> QWidget:
        return change(made)

    @scene("19f-change-in-use")
    def in_use(made: Stage) -> QWidget:
        return change(made, fails=True)
