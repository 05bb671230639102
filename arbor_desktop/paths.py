"""Where Arbor keeps its own things. (Where AI assistants keep theirs: `places.py`.)"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import platformdirs

HOME_VARIABLE = "ARBOR_HOME"
DATABASE = "arbor_memory.db"
SETTINGS = "settings.json"


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

    def create(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)


def resolve_home(given: str | Path | None, environ: Mapping[str, str] = os.environ) -> Home:
    """`given`, else `ARBOR_HOME`, else the system's folder for application data."""
    chosen = given or environ.get(HOME_VARIABLE)
    if chosen:
        return Home(Path(chosen).expanduser().absolute())
    return Home(Path(platformdirs.user_data_dir("arbor", appauthor=False)))
