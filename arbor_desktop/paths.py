"""Paths of Arbor's own files. (Those of AI assistants: `source_folders.py`.)"""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from collections.abc import Mapping
from pathlib import Path

from arbor_desktop.quick_dataclass import dataclass

HOME_VARIABLE = "ARBOR_HOME"
DATABASE = "arbor_memory.db"
SETTINGS = "settings.json"
WINDOW = "window.ini"
TYPED = ("chat/drafts", "conflicts/notes", "context/question", "context/view_as", "conversations/query")
"""The keys in the window's state for text that people typed, which is not kept if the memory is encrypted."""


@dataclass(frozen=True, slots=True)
class Home:
    """Arbor's data folder. Private to its user (0700)."""

    folder: Path

    @property
    def database(self) -> Path:
        return self.folder / DATABASE

    @property
    def settings(self) -> Path:
        return self.folder / SETTINGS

    @property
    def logs(self) -> Path:
        return self.folder / "logs"

    @property
    def backups(self) -> Path:
        return self.folder / "backups"

    @property
    def spool(self) -> Path:
        return self.folder / "spool"

    @property
    def usage(self) -> Path:
        """What Arbor used on each of the last days (`runtime.footprint`)."""
        return self.folder / "usage"

    @property
    def window(self) -> Path:
        """The state of the window."""
        return self.folder / WINDOW

    @property
    def encryption(self) -> Path:
        """It exists if the memory is encrypted, and holds no secret."""
        return self.folder / "encryption.json"

    @property
    def encryption_change(self) -> Path:
        """It exists while encryption is turned on or off or gets another key, and after that was cut off."""
        return self.folder / "encryption.change.json"

    @property
    def devices_lock(self) -> Path:
        """Held while devices are synchronized."""
        return self.folder / "devices.lock"

    @property
    def team_lock(self) -> Path:
        """Held while memories are exchanged with the team."""
        return self.folder / "team.lock"

    @property
    def runtime(self) -> Path:
        """The sockets of running processes."""
        return self.folder / "run"

    @property
    def own(self) -> list[Path]:
        """The files and folders in it that only Arbor writes."""
        database = [self.folder / f"{DATABASE}{end}" for end in ("", "-wal", "-shm")]
        window = [self.folder / "window.lock", self.window]
        encryption = [self.encryption, self.encryption_change]
        return [
            *database,
            self.settings,
            *encryption,
            *window,
            self.devices_lock,
            self.team_lock,
            self.backups,
            self.logs,
            self.spool,
            self.usage,
            self.runtime,
        ]

    def create(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)

    def tighten(self) -> list[Path]:
        """Remove other users' rights to read Arbor's files and to write into its folder. Return the paths
        that were open to them."""
        found = []
        for path, closed in [(self.folder, 0o022), *((path, 0o077) for path in self.own)]:
            with contextlib.suppress(OSError):  # not there, or not ours: `arbor doctor` reports it
                mode = path.lstat().st_mode
                shared = stat.S_ISLNK(mode) or mode & stat.S_ISVTX  # as /tmp is: not for Arbor to close
                if sys.platform != "win32" and mode & closed and not shared:
                    path.chmod(stat.S_IMODE(mode) & 0o700)
                    found.append(path)
        return found


def resolve_home(given: str | Path | None, environ: Mapping[str, str] = os.environ) -> Home:
    """Return the home: `given`, else `ARBOR_HOME`, else the system's folder for application data."""
    chosen = given or environ.get(HOME_VARIABLE)
    if chosen:
        return Home(Path(chosen).expanduser().absolute())
    import platformdirs  # takes longer than the rest of this module

    return Home(Path(platformdirs.user_data_dir("arbor", appauthor=False)))
