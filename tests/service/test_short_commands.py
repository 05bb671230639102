"""What short commands import: they run often, and imports are most of their time."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NEVER = (
    r"keyring|anthropic|asyncio|mcp|msgspec|numpy|peewee|playhouse|psutil|rapidfuzz|tokenizers|watchdog"
    r"|traceback|arbor_desktop\.(database\.(migrations\.\w+|models)|extraction|branches|capture\.engine)"
)
if sys.version_info < (3, 13):  # from then on `dataclasses` itself uses `inspect`
    NEVER += r"|ast|dis|inspect|linecache|tokenize"
UNCOMPARED = r"|arbor_desktop\.conflicts\.(comparison|detection|resolution)|arbor_desktop\.redaction"
READING = UNCOMPARED + r"|arbor_desktop\.conflicts"
SLOW_CLASSES = r"^from dataclasses import .*\bdataclass\b"
"""`quick_dataclass` makes them in a fraction of the time."""
COMMANDS = {
    "list": (51, READING),
    "show ID": (53, READING),
    "history ID": (51, READING),
    "settings list": (48, READING),
    "stats": (59, READING),
    "status": (57, READING),
    "archive ID": (60, UNCOMPARED),
    "feedback ID CONFIRM": (60, UNCOMPARED),
    "used ID": (60, UNCOMPARED),
    "edit ID --tag build": (66, r"|arbor_desktop\.redaction\.plausibility"),
    "add Lunch-is-at-noon. --type fact": (91, r"|arbor_desktop\.redaction\.plausibility"),
}
"""The most modules of our own that a command may import, and which none of them may be."""


@pytest.mark.parametrize("command", COMMANDS)
def test_a_short_command_imports_little(tmp_path: Path, command: str) -> None:
    def run(*arguments: str, flags: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
        start = [sys.executable, *flags, "-m", "arbor_desktop", "--home", str(tmp_path / "home")]
        return subprocess.run([*start, *arguments], cwd=ROOT, capture_output=True, text=True, check=True)

    added = json.loads(run("add", "We deploy on Tuesdays.", "--type", "fact", "--json").stdout)
    told = run(*command.replace("ID", added["id"]).split(), flags=("-X", "importtime")).stderr
    lines = [line for line in told.splitlines() if line.startswith("import time:")]
    found = {line.rpartition("|")[2].strip() for line in lines}
    most, forbidden = COMMANDS[command]
    ours = [ROOT / f"{name.replace('.', '/')}.py" for name in found if name.startswith("arbor_desktop.")]
    sources = {file.name: file.read_text("utf-8") for file in ours if file.exists()}
    del sources["quick_dataclass.py"]
    assert [name for name, text in sources.items() if re.search(SLOW_CLASSES, text, re.M)] == []
    assert not [name for name in found if re.match(rf"(?:{NEVER}{forbidden})(?:\.|$)", name)]
    assert len(ours) <= most


def test_a_module_that_is_imported_late_is_there_when_it_is_used() -> None:
    code = (
        "import sys\n"
        "from arbor_desktop.__main__ import _import_late\n"
        "_import_late('inspect')\n"
        "import inspect\n"
        "before = 'ast' in sys.modules\n"
        "print(before, hasattr(inspect, 'nothing'), inspect.isclass(int), 'ast' in sys.modules)\n"
        "from inspect import signature\n"
        "print(signature(lambda x: x))\n"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.splitlines() == ["False False True True", "(x)"]
