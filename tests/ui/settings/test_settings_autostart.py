"""Starting at login: what the systems' own programs would read."""

from __future__ import annotations

import configparser
import plistlib
import re
import shlex
import sys
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from arbor_desktop.errors import StorageError
from arbor_desktop.ui.settings.autostart import (
    DesktopEntry,
    LaunchAgent,
    autostart_here,
    exec_quoted,
    start_command,
)

COMMAND = ("/opt/arbor desktop/python", "/home/me/50%/main.py", "--minimized")


def entry_of(path: Path) -> configparser.SectionProxy:
    parser = configparser.RawConfigParser(strict=True)
    parser.optionxform = str  # type: ignore[method-assign, assignment]
    parser.read_string(path.read_text())
    return parser["Desktop Entry"]


def run_by_a_desktop(value: str) -> list[str]:
    """The arguments of an Exec value: the string's escapes, then the quoting, then the field codes."""
    quoted = re.sub(r"\\([`$])", r"\1", value.replace("\\\\", "\\"))  # shlex knows but two escapes in quotes
    return [part.replace("%%", "%") for part in shlex.split(quoted)]


def test_a_desktop_entry_is_written_found_and_removed(tmp_path: Path) -> None:
    entry = DesktopEntry(tmp_path / "not there yet" / "autostart", COMMAND)
    assert not entry.is_on()
    entry.set_on(True)
    assert entry.is_on()
    written = entry_of(entry.path)
    assert (written["Type"], written["Name"], written["Terminal"]) == ("Application", "Arbor", "false")
    assert run_by_a_desktop(written["Exec"]) == list(COMMAND)
    entry.set_on(False)
    entry.set_on(False)
    assert not entry.is_on()
    assert list(entry.path.parent.iterdir()) == []


@pytest.mark.parametrize("line", ["Hidden=true", "X-GNOME-Autostart-enabled=false"])
def test_an_entry_that_the_desktop_switched_off_is_off(tmp_path: Path, line: str) -> None:
    entry = DesktopEntry(tmp_path, COMMAND)
    entry.set_on(True)
    lines = [each for each in entry.path.read_text().splitlines() if not each.startswith("X-GNOME")]
    entry.path.write_text("\n".join([*lines, line]))
    assert not entry.is_on()
    entry.set_on(True)
    assert entry.is_on()


@given(st.text(st.characters(blacklist_categories=("Cs", "Cc")), min_size=1, max_size=30))
@example("$")
@example("\\`$\\")
def test_any_argument_reaches_the_program_as_it_is(argument: str) -> None:
    # An escape of the string itself can't be told from one of the quoting by a simple reader.
    assert run_by_a_desktop(exec_quoted(argument)) == [argument]


def test_what_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    entry = DesktopEntry(tmp_path / "file" / "autostart", COMMAND)
    assert not entry.is_on()
    with pytest.raises(StorageError, match="can't be written"):
        entry.set_on(True)


def test_a_launch_agent_is_written_found_and_removed(tmp_path: Path) -> None:
    agent = LaunchAgent(tmp_path / "LaunchAgents", COMMAND)
    assert not agent.is_on()
    agent.set_on(True)
    assert agent.is_on()
    written = plistlib.loads(agent.path.read_bytes())
    assert written["ProgramArguments"] == list(COMMAND)
    assert written["RunAtLoad"] is True
    agent.path.write_bytes(b"not a property list")
    assert not agent.is_on()
    agent.set_on(False)
    assert not agent.path.exists()


def test_each_system_has_its_own_place(tmp_path: Path) -> None:
    linux = autostart_here(COMMAND, {"HOME": "/home/me", "XDG_CONFIG_HOME": str(tmp_path)}, "linux")
    assert isinstance(linux, DesktopEntry)
    assert linux.path == tmp_path / "autostart" / "arbor-desktop.desktop"
    mac = autostart_here(COMMAND, {"HOME": "/Users/me"}, "darwin")
    assert isinstance(mac, LaunchAgent)
    assert mac.path == Path("/Users/me/Library/LaunchAgents/org.arbor.desktop.plist")
    assert autostart_here(COMMAND, {"HOME": "/"}, "emscripten") is None


def test_what_is_started_is_this_very_program(tmp_path: Path) -> None:
    program, main, argument = start_command()
    assert program == sys.executable
    assert Path(main).name == "main.py"
    assert argument == "--minimized"
