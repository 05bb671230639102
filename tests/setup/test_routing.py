"""Which starts open the window and which belong to the command line."""

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.__main__ import wants_window, window


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["demo"],
        ["--home", "/somewhere"],
        ["--home", "list"],
        ["--home=/somewhere", "demo"],
        ["-v", "--quiet"],
        ["--quit-after-paint"],
        ["demo", "--help"],
    ],
)
def test_no_command_and_demo_open_the_window(arguments):
    assert wants_window(arguments)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["-h"],
        ["--version"],
        ["--json"],
        ["list"],
        ["--home", "demo", "list"],
        ["--home", "/somewhere", "--json", "search", "demo"],
        ["add", "demo"],
        ["no-such-command"],
    ],
)
def test_everything_else_is_for_the_command_line(arguments):
    assert not wants_window(arguments)


@given(st.lists(st.text()))
def test_any_arguments_are_decided(arguments):
    assert wants_window([*arguments, "list"]) in (True, False)
    assert not wants_window(["search", *arguments])


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there is always a display")
def test_a_window_without_a_display_is_refused_in_words(monkeypatch, capsys):
    for name in ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    assert window([]) == 1
    said = capsys.readouterr()
    assert "no display" in said.err
    assert said.out == ""
