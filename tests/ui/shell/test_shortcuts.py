"""Commands, their keys, and finding them by a few letters."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QScrollArea, QWidget

from arbor_desktop.ui.components import KeyCap
from arbor_desktop.ui.shell.commands import Command, Commands, ShortcutSheet, fuzzy_score, key_words, ranked


def command(text, run=lambda: None, keys="", **more):
    return Command(text.lower(), text, run, keys, **more)


@pytest.fixture
def window(qtbot, dressed):
    window = QWidget()
    window.resize(800, 600)
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    return window


def test_a_key_runs_its_command(window, qtbot):
    ran = []
    Commands(window).add(command("Refresh", lambda: ran.append(1), "F5"))
    qtbot.keyClick(window, Qt.Key.Key_F5)
    assert ran == [1]


def test_a_printable_key_is_left_to_a_text_field(window, qtbot):
    ran = []
    Commands(window).add(command("Keyboard shortcuts", lambda: ran.append(1), "?"))
    field = QLineEdit(window)
    field.show()
    field.setFocus()
    qtbot.keyClicks(field, "?")
    assert (field.text(), ran) == ("?", [])
    field.clearFocus()
    qtbot.keyClicks(window, "?")
    assert ran == [1]


def test_a_name_can_be_taken_only_once(window):
    commands = Commands(window)
    commands.add(command("Refresh"))
    with pytest.raises(ValueError, match="refresh"):
        commands.add(command("Refresh"))


@pytest.mark.parametrize(
    ("keys", "words"),
    [("Ctrl+Shift+P", "Ctrl Shift P"), ("?", "?"), ("Up", "↑"), ("F5", "F5"), ("Alt+Left", "Alt ←")],
)
def test_keys_are_written_as_on_key_caps(keys, words):
    assert key_words(keys) == words


COMMANDS = [
    command("Search memories"),
    command("New memory"),
    command("Refresh"),
    command("Theme: dark"),
    command("Pause reading for 1 hour"),
]


@pytest.mark.parametrize(
    ("wanted", "first"),
    [
        ("ref", "Refresh"),
        ("nm", "New memory"),
        ("dark", "Theme: dark"),
        ("paus 1", "Pause reading for 1 hour"),
    ],
)
def test_a_few_letters_find_the_command(wanted, first):
    assert ranked(wanted, COMMANDS)[0].text == first


def test_letters_out_of_order_or_scattered_find_nothing():
    assert ranked("zzz", COMMANDS) == []
    assert ranked("test", [command("Theme: System"), command("Go to Conversations")]) == []
    assert fuzzy_score("fer", "ref") is None


def test_without_letters_all_are_listed_in_order():
    assert ranked("", COMMANDS) == COMMANDS


@given(st.text(max_size=20), st.text(max_size=40))
def test_a_match_is_a_match_only_if_the_letters_occur_in_order(wanted, text):
    letters = iter(text.lower())
    in_order = all(letter in letters for letter in "".join(wanted.lower().split()))
    score = fuzzy_score(wanted, text)
    if not in_order:
        assert score is None


@given(st.text(alphabet="abc ", min_size=1, max_size=12))
def test_every_text_is_found_by_itself(text):
    assert fuzzy_score(text, text) is not None


def test_the_sheet_says_every_key(icons, window, qtbot):
    sheet = ShortcutSheet(
        icons, [("Anywhere", [("Ctrl+K", "Search")]), ("Memories", [("J|K", "Navigate")])], window
    )
    qtbot.addWidget(sheet)
    sheet.open()
    said = {w.accessibleName() for w in sheet.findChildren(QWidget)}
    assert {"Ctrl K", "J", "K"} <= said
    qtbot.keyClick(sheet, Qt.Key.Key_Escape)
    assert not sheet.isVisible()


@pytest.mark.parametrize("width", [860, 1360])
def test_no_key_of_the_sheet_is_hidden(icons, window, qtbot, width):
    """Long words wrap; they do not push the keys at their right out of sight."""
    window.resize(width, 600)
    long = "Next and previous line that used a memory which was shared when the session began"
    keys = [("Left|Right|Up|Down|Home|End", long), ("Ctrl+Shift+P", "All commands")]
    sheet = ShortcutSheet(icons, [("Anywhere", keys), ("Insights", keys)], window)
    qtbot.addWidget(sheet)
    sheet.show()
    qtbot.waitExposed(sheet)
    view = sheet.findChild(QScrollArea).viewport()
    for cap in sheet.findChildren(KeyCap):
        right = cap.mapTo(view, cap.rect().topRight()).x()
        assert right <= view.width(), cap.accessibleName()
