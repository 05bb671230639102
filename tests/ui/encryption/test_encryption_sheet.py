"""The sheet: how the key is kept, and a recovery code that must be typed back."""

from __future__ import annotations

import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from arbor_desktop.encryption.codes import new_code
from arbor_desktop.encryption.keyfile import Mode
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.encryption import recovery_code
from arbor_desktop.ui.encryption.model import Change, Compared, compared
from arbor_desktop.ui.encryption.recovery_code import RecoveryCode
from arbor_desktop.ui.encryption.sheet import EncryptionSheet
from arbor_desktop.ui.icons import Icons

PASSPHRASE = "correct horse battery"
Opens = Callable[..., EncryptionSheet]


@pytest.fixture
def trouble(monkeypatch: pytest.MonkeyPatch) -> list[str | None]:
    """Why the keyring can't be used; at first it can."""
    found: list[str | None] = [None]
    monkeypatch.setattr("arbor_desktop.ui.encryption.sheet.keyring_trouble", lambda: found[0])
    return found


@pytest.fixture
def opens(icons: Icons, bridge: Bridge, over: QWidget, qtbot: QtBot, trouble: list[str | None]) -> Opens:
    def open_(**options: Any) -> EncryptionSheet:
        sheet = EncryptionSheet(icons, bridge, over, **options)
        sheet.open()
        qtbot.waitUntil(lambda: not bridge.busy)
        return sheet

    return open_


@pytest.fixture
def wanted() -> list[Change]:
    return []


def click(qtbot: QtBot, widget: Any) -> None:
    qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)


def code_of(qtbot: QtBot, sheet: EncryptionSheet) -> RecoveryCode:
    """Go on to the code."""
    click(qtbot, sheet.do)
    qtbot.waitUntil(lambda: sheet.code is not None and sheet.code.isVisible())
    assert sheet.code is not None
    return sheet.code


def shown_code(code: RecoveryCode) -> str:
    return code.card.accessibleName().partition(": ")[2].replace(", ", "-")


def test_the_keyring_and_a_code_that_is_typed_back(opens: Opens, qtbot: QtBot, wanted: list[Change]) -> None:
    sheet = opens()
    sheet.wanted.connect(wanted.append)
    assert sheet.choice.keyring.isChecked()
    assert not sheet.choice.first.isVisible()
    code = code_of(qtbot, sheet)
    assert sheet.focusWidget() is code.field
    assert code.card.visibleRegion().boundingRect().height() == code.card.height(), "nothing is cut"
    typed = shown_code(code)
    qtbot.keyClicks(code.field, typed[:13].lower())
    assert code.matches.text() == "2 of 8 groups match"
    assert not sheet.do.isEnabled()
    qtbot.keyClick(code.field, Qt.Key.Key_Return)
    assert sheet.isVisible(), "Enter does not end it"
    qtbot.keyClicks(code.field, typed[13:])
    assert code.matches.text() == "8 of 8 groups match"
    qtbot.keyClick(code.field, Qt.Key.Key_Return)
    assert sheet.isVisible(), "nor then"
    click(qtbot, sheet.do)
    (change,) = wanted
    assert change.key is None
    assert change.new is not None
    assert change.new.code == typed
    assert change.new.file.mode is Mode.KEYRING
    assert not sheet.isVisible()


def test_a_group_that_is_wrong_is_named_at_once(opens: Opens, qtbot: QtBot) -> None:
    sheet = opens(chosen=True)
    qtbot.waitUntil(lambda: sheet.code is not None)
    code = sheet.code
    assert code is not None
    groups = shown_code(code).split("-")
    qtbot.keyClicks(code.field, f"{groups[0]} {groups[2]}")
    assert code.matches.text() == "Group 2 doesn't match"
    assert code.field.has_error
    assert not sheet.do.isEnabled()


def test_a_passphrase_is_long_enough_and_typed_twice(
    opens: Opens, qtbot: QtBot, wanted: list[Change]
) -> None:
    sheet = opens()
    sheet.wanted.connect(wanted.append)
    click(qtbot, sheet.choice.by_passphrase)
    assert sheet.focusWidget() is sheet.choice.first
    qtbot.keyClicks(sheet.choice.first, "short")
    click(qtbot, sheet.do)
    assert sheet.choice.error.text() == "Use at least 8 characters."
    assert sheet.choice.first.has_error
    sheet.choice.first.selectAll()
    qtbot.keyClicks(sheet.choice.first, PASSPHRASE)
    assert not sheet.choice.error.isVisible()
    qtbot.keyClicks(sheet.choice.again, PASSPHRASE[:-1])
    qtbot.keyClick(sheet.choice.again, Qt.Key.Key_Return)
    assert sheet.choice.error.text() == "The passphrases don't match."
    qtbot.keyClicks(sheet.choice.again, PASSPHRASE[-1])
    code = code_of(qtbot, sheet)
    qtbot.keyClicks(code.field, shown_code(code))
    click(qtbot, sheet.do)
    (change,) = wanted
    assert change.new is not None
    assert change.new.file.by_passphrase(PASSPHRASE) == change.new.key


def test_where_no_keyring_works_only_a_passphrase_can_be_chosen(
    opens: Opens, trouble: list[str | None]
) -> None:
    trouble[0] = "This system has no keyring."
    sheet = opens()
    assert not sheet.choice.keyring.isEnabled()
    assert sheet.choice.by_passphrase.isChecked()
    assert sheet.focusWidget() is sheet.choice.first


def test_another_key_begins_with_how_the_present_one_is_kept(
    opens: Opens, qtbot: QtBot, wanted: list[Change]
) -> None:
    sheet = opens(key="00" * 32, mode=Mode.PASSPHRASE)
    sheet.wanted.connect(wanted.append)
    assert sheet.choice.by_passphrase.isChecked()
    click(qtbot, sheet.choice.keyring)
    code = code_of(qtbot, sheet)
    qtbot.keyClicks(code.field, shown_code(code))
    assert sheet.do.text() == "Change key"
    click(qtbot, sheet.do)
    assert [change.key for change in wanted] == ["00" * 32]


def test_cancelled_at_the_code_nothing_is_wanted(opens: Opens, qtbot: QtBot, wanted: list[Change]) -> None:
    sheet = opens()
    sheet.wanted.connect(wanted.append)
    code_of(qtbot, sheet)
    click(qtbot, sheet.cancel)
    assert not sheet.isVisible()
    assert wanted == []


def test_the_code_is_saved_to_a_new_file_for_its_user_alone(
    opens: Opens, qtbot: QtBot, tmp_path: Path
) -> None:
    code = code_of(qtbot, opens())
    click(qtbot, code.save)
    (dialog,) = code.window().findChildren(QFileDialog)
    path = tmp_path / "code.txt"
    dialog.fileSelected.emit(str(path))
    dialog.close()
    assert shown_code(code) in path.read_text()
    assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0
    before = path.read_text()
    code.save_to(str(path))
    assert code.error.text() == "code.txt already exists. Choose another name."
    assert path.read_text() == before


def test_a_copied_code_does_not_stay_on_the_clipboard(
    opens: Opens, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recovery_code, "CLIPBOARD_MS", 20)
    clipboard = QGuiApplication.clipboard()
    code = code_of(qtbot, opens())
    click(qtbot, code.copy)
    assert clipboard.text() == shown_code(code)
    qtbot.waitUntil(lambda: clipboard.text() == "")
    click(qtbot, code.copy)
    clipboard.setText("something else")
    qtbot.wait(60)
    assert clipboard.text() == "something else"


def test_a_code_is_compared_however_it_is_typed() -> None:
    code = new_code()
    groups = code.split("-")
    assert compared("", code) == Compared(0, 0, False)
    assert compared(code[:3], code) == Compared(0, 0, False)
    assert compared(" ".join(groups).lower(), code) == Compared(8, 0, True)
    assert compared(f"{code}A", code) == Compared(8, 0, False)
    assert compared(f"{code}AAAAA", code) == Compared(8, 9, False)
