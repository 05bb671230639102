"""Starting Arbor when the person logs in: a desktop entry, a launch agent or a Run key, as the system has it.

Linux: `$XDG_CONFIG_HOME/autostart/*.desktop` (Desktop Application Autostart Specification). macOS: a property
list in `~/Library/LaunchAgents` (launchd.plist). Windows: a value of the Run key (its documentation, "Run and
RunOnce Registry Keys").
"""

from __future__ import annotations

import os
import plistlib
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

import arbor_desktop
from arbor_desktop.errors import StorageError

IN_TRAY = "--minimized"
"""The argument with which Arbor starts without a window."""

ENTRY = "arbor-desktop.desktop"
AGENT = "org.arbor.desktop"
RUN_KEY = r"Software\Microsoft\Windows\CurrentVersion\Run"
RUN_VALUE = "Arbor Desktop"


class Autostart(Protocol):
    """Whether Arbor starts at login, and how that is changed. All raise StorageError where they can't."""

    def is_on(self) -> bool: ...

    def set_on(self, on: bool) -> None: ...


def start_command(executable: str = sys.executable, platform: str = sys.platform) -> tuple[str, ...]:
    """How this very Arbor is started without a window: its installed command, else its checkout's main.py."""
    main = Path(arbor_desktop.__file__).parent.parent / "main.py"
    if main.is_file():
        return executable, str(main), IN_TRAY
    installed = Path(executable).with_name("arbor-desktop.exe" if platform == "win32" else "arbor-desktop")
    if installed.is_file():
        return str(installed), IN_TRAY
    return executable, "-m", "arbor_desktop", IN_TRAY


def autostart_here(
    command: Sequence[str] | None = None,
    environ: Mapping[str, str] = os.environ,
    platform: str = sys.platform,
) -> Autostart | None:
    """What this system has; None where there is nothing that Arbor knows."""
    chosen = tuple(command or start_command(platform=platform))
    own = Path(environ.get("HOME") or Path.home())
    if platform == "darwin":
        return LaunchAgent(own / "Library" / "LaunchAgents", chosen)
    if platform == "win32":
        return _run_key(chosen)
    if platform.startswith(("linux", "freebsd")):
        config = environ.get("XDG_CONFIG_HOME") or str(own / ".config")
        return DesktopEntry(Path(config) / "autostart", chosen)
    return None


class DesktopEntry:
    """A `.desktop` file in the folder of those that are started at login."""

    def __init__(self, folder: Path, command: Sequence[str]) -> None:
        self.path, self._command = folder / ENTRY, tuple(command)

    def is_on(self) -> bool:
        try:
            text = self.path.read_text(encoding="utf-8", errors="replace")
        except (FileNotFoundError, NotADirectoryError):
            return False
        except OSError as error:
            raise _unreadable(self.path, error) from error
        # Desktops switch an entry off by one of these lines instead of removing it.
        return re.search(r"(?mi)^(Hidden\s*=\s*true|X-GNOME-Autostart-enabled\s*=\s*false)", text) is None

    def set_on(self, on: bool) -> None:
        if not on:
            _remove(self.path)
            return
        lines = (
            "[Desktop Entry]",
            "Type=Application",
            "Version=1.0",
            "Name=Arbor",
            "Comment=The memory of your AI conversations",
            f"Exec={' '.join(exec_quoted(part) for part in self._command)}",
            "Icon=arbor-desktop",
            "Terminal=false",
            "StartupNotify=false",
            "X-GNOME-Autostart-enabled=true",
        )
        _write(self.path, ("\n".join(lines) + "\n").encode())


class LaunchAgent:
    """A property list in the folder of the person's launch agents; it takes effect at the next login."""

    def __init__(self, folder: Path, command: Sequence[str]) -> None:
        self.path, self._command = folder / f"{AGENT}.plist", tuple(command)

    def is_on(self) -> bool:
        try:
            found = plistlib.loads(self.path.read_bytes())
        except (FileNotFoundError, NotADirectoryError):
            return False
        except OSError as error:
            raise _unreadable(self.path, error) from error
        except (plistlib.InvalidFileException, ValueError):
            return False  # launchd can't read it either
        return bool(found.get("RunAtLoad")) and not found.get("Disabled")

    def set_on(self, on: bool) -> None:
        if not on:
            _remove(self.path)
            return
        agent = {
            "Label": AGENT,
            "ProgramArguments": list(self._command),
            "RunAtLoad": True,
            "ProcessType": "Interactive",
        }
        _write(self.path, plistlib.dumps(agent))


if sys.platform == "win32":
    import winreg

    class RunKey:
        """A value of the registry's Run key of this person."""

        def __init__(self, command: Sequence[str]) -> None:
            self._command = subprocess.list2cmdline(command)

        def is_on(self) -> bool:
            try:
                with winreg.OpenKey(winreg.HKEY_CURRENT_USER, RUN_KEY) as key:
                    winreg.QueryValueEx(key, RUN_VALUE)
            except FileNotFoundError:
                return False
            except OSError as error:
                raise StorageError(f"The start at login can't be read: {error.strerror}.") from error
            return True

        def set_on(self, on: bool) -> None:
            try:
                with winreg.CreateKey(winreg.HKEY_CURRENT_USER, RUN_KEY) as key:
                    if on:
                        winreg.SetValueEx(key, RUN_VALUE, 0, winreg.REG_SZ, self._command)
                    elif self.is_on():
                        winreg.DeleteValue(key, RUN_VALUE)
            except OSError as error:
                raise StorageError(f"The start at login can't be changed: {error.strerror}.") from error

    def _run_key(command: Sequence[str]) -> Autostart | None:
        return RunKey(command)

else:

    def _run_key(command: Sequence[str]) -> Autostart | None:
        """There is a registry on Windows alone."""
        return None


def exec_quoted(part: str) -> str:
    """An argument as the Exec key of a desktop entry has it ("The Exec key" of the specification)."""
    part = part.replace("%", "%%")  # a single one begins a field code
    if re.fullmatch(r"[A-Za-z0-9_@%+=:,./-]+", part):
        return part
    quoted = re.sub(r'(["`$\\])', r"\\\1", part)
    # The value as a whole is a string, in which a backslash is written twice.
    return '"' + quoted.replace("\\", "\\\\") + '"'


def _write(path: Path, data: bytes) -> None:
    partial = path.with_name(f".{path.name}.partial")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        partial.write_bytes(data)
        partial.replace(path)
    except OSError as error:
        raise StorageError(f"{path} can't be written: {error.strerror}.") from error


def _remove(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise StorageError(f"{path} can't be removed: {error.strerror}.") from error


def _unreadable(path: Path, error: OSError) -> StorageError:
    return StorageError(f"{path} can't be read: {error.strerror}.")
