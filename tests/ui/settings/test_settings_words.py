"""The page's words, and how found ones are marked."""

from __future__ import annotations

from pathlib import PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from arbor_desktop.settings import SETTINGS, Setting
from arbor_desktop.ui.components import Label
from arbor_desktop.ui.formatting import short_path, size_words
from arbor_desktop.ui.setting_rows.rows import captured_words, files_words, number_words, range_words
from arbor_desktop.ui.settings.data import backup_kind
from arbor_desktop.ui.theme import Theme


@pytest.mark.parametrize(
    ("size", "words"),
    [
        (0, "0 bytes"),
        (1, "1 byte"),
        (999, "999 bytes"),
        (1000, "1.0 kB"),
        (9_949, "9.9 kB"),
        (9_960, "10 kB"),
        (999_499, "999 kB"),
        (999_500, "1.0 MB"),
        (38_000_000, "38 MB"),
        (2_500_000_000, "2.5 GB"),
        (5_000_000_000_000_000, "5000 TB"),
    ],
)
def test_sizes_have_two_or_three_figures(size: int, words: str) -> None:
    assert size_words(size) == words


def test_one_is_no_plural() -> None:
    assert (files_words(0, 0), files_words(1, 5)) == ("No conversation files", "1 file, 5 bytes")
    assert files_words(1200, 5_000_000) == "1,200 files, 5.0 MB"
    assert (captured_words(1), captured_words(2)) == ("1 conversation", "2 conversations")


@pytest.mark.parametrize(
    ("path", "short"),
    [
        ("/home/noor/.claude/projects", "~/.claude/projects"),
        ("/home/noor", "/home/noor"),
        ("/home/noor2/x", "/home/noor2/x"),
        ("/srv/x", "/srv/x"),
    ],
)
def test_the_own_folder_is_a_tilde(path: str, short: str) -> None:
    assert short_path(PurePosixPath(path), PurePosixPath("/home/noor")) == short


@given(st.floats(0, 1e6, allow_nan=False).map(lambda value: round(value, 2)))
def test_a_shown_number_is_read_back_as_it_was(value: float) -> None:
    assert float(number_words(value).replace(",", "")) == pytest.approx(value, rel=1e-5)


@pytest.mark.parametrize("setting", [s for s in SETTINGS if s.kind in (int, float) and not s.hidden])
def test_each_number_says_what_it_allows(setting: Setting) -> None:
    assert setting.minimum is not None
    assert setting.maximum is not None
    words = range_words(setting)
    assert number_words(setting.minimum) in words
    assert number_words(setting.maximum) in words


def test_backups_say_why_they_were_made() -> None:
    names = ("daily-20260101.db", "before-restore-1.db", "before-migration-v1-2.db", "mine.db")
    said = [backup_kind(name) for name in names]
    assert said == ["Daily backup", "Backup before a restore", "Backup before an Arbor update", "Backup"]


def has(label: Label, theme: Theme, token: str) -> bool:
    image = label.grab().toImage()
    wanted = theme.color(token).rgb()
    return any(image.pixel(x, y) == wanted for x in range(image.width()) for y in range(image.height()))


def test_found_words_are_marked_whatever_their_case(qtbot: QtBot, theme: Theme) -> None:
    label = Label(theme, "Daily Backups kept")
    qtbot.addWidget(label)
    assert not has(label, theme, "mark")
    label.set_marks(["backup"])
    assert has(label, theme, "mark")
    label.set_marks(["restore (all)"])
    assert not has(label, theme, "mark")
    label.set_marks(["backup"])
    label.set_marks([])
    assert not has(label, theme, "mark")


def test_a_label_keeps_its_style_when_it_moves_into_a_window(qtbot: QtBot, theme: Theme) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    moved = Label(theme, "~/.claude/projects", "small")
    moved.set_style("mono_small")
    straight = Label(theme, "~/.claude/projects", "mono_small")
    column = QVBoxLayout(window)
    for label in (moved, straight):
        row = QWidget()
        QVBoxLayout(row).addWidget(label)
        column.addWidget(row)
        label.setFixedSize(straight.sizeHint())
    window.show()
    assert moved.grab().toImage() == straight.grab().toImage()
