"""What short commands import: they run often, and imports are most of their time."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MOST = {"list": 100, "settings list": 65, "stats": 200, "status": 195}
"""The most modules of our own that a command may import."""
FORBIDDEN = re.compile(r"keyring|anthropic|numpy|arbor_desktop\.database\.migrations\.\w+")


@pytest.mark.parametrize("command", MOST)
def test_a_short_command_imports_little(tmp_path: Path, command: str) -> None:
    start = [sys.executable, "-X", "importtime", "-m", "arbor_desktop", "--home", str(tmp_path / "home")]

    def imported() -> set[str]:
        done = subprocess.run(
            [*start, *command.split()],
            cwd=ROOT,
            capture_output=True,
            text=True,
        )
        lines = [line for line in done.stderr.splitlines() if line.startswith("import time:")]
        return {line.rpartition("|")[2].strip() for line in lines}

    imported()  # the first run makes the database
    found = imported()
    assert not [name for name in found if FORBIDDEN.fullmatch(name)]
    if "list" in command:  # the figures of the others are counted with peewee's queries
        assert "peewee" not in found
    assert len([name for name in found if name.startswith("arbor_desktop")]) <= MOST[command]
