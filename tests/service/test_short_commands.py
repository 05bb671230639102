"""What short commands import: they run often, and imports are most of their time."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MOST = {"list": 55, "show ID": 60, "history ID": 55, "settings list": 55, "stats": 60, "status": 60}
"""The most modules of our own that a command may import."""
FORBIDDEN = re.compile(
    r"(keyring|anthropic|asyncio|mcp|numpy|peewee|playhouse|psutil|rapidfuzz|tokenizers|watchdog)(\..*)?"
    r"|arbor_desktop\.(database\.(migrations\.\w+|models)|conflicts\..*|extraction\..*|capture\.engine)"
)


@pytest.mark.parametrize("command", MOST)
def test_a_short_command_imports_little(tmp_path: Path, command: str) -> None:
    def run(*arguments: str, flags: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
        start = [sys.executable, *flags, "-m", "arbor_desktop", "--home", str(tmp_path / "home")]
        return subprocess.run([*start, *arguments], cwd=ROOT, capture_output=True, text=True, check=True)

    added = json.loads(run("add", "We deploy on Tuesdays.", "--type", "fact", "--json").stdout)
    told = run(*command.replace("ID", added["id"]).split(), flags=("-X", "importtime")).stderr
    lines = [line for line in told.splitlines() if line.startswith("import time:")]
    found = {line.rpartition("|")[2].strip() for line in lines}
    assert not [name for name in found if FORBIDDEN.fullmatch(name)]
    assert len([name for name in found if name.startswith("arbor_desktop")]) <= MOST[command]
