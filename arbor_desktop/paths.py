"""Where things are: Arbor's own home, and in one table the folders that AI assistants write to."""

from __future__ import annotations

import os
import sys
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


@dataclass(frozen=True, slots=True)
class KnownSource:
    """A folder that an assistant writes its conversations to. `pattern` is a glob below it."""

    name: str
    label: str
    source: str
    folder: Path
    pattern: str


def known_sources(
    environ: Mapping[str, str] = os.environ, platform: str = sys.platform
) -> tuple[KnownSource, ...]:
    """The assistants whose folders are known, whether or not they exist on this computer.

    Claude Code: `~/.claude` on every system, `CLAUDE_CONFIG_DIR` overrides it.
    """
    home = Path(environ.get("USERPROFILE" if platform == "win32" else "HOME") or Path.home())
    claude = Path(environ["CLAUDE_CONFIG_DIR"]) if environ.get("CLAUDE_CONFIG_DIR") else home / ".claude"
    return (KnownSource("claude-code", "Claude Code", "claude-code", claude / "projects", "**/*.jsonl"),)
