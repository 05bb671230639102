"""Arbor in each tool's files: what is written where, that it comes out again, and what is left alone."""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from arbor_desktop.core.errors import InvalidInput, NotFound, StorageError
from arbor_desktop.core.integration import Integration, Plan, Standing
from arbor_desktop.integrations.setup import ChangedMeanwhile, Setup
from arbor_desktop.integrations.setup.calling import Caller
from arbor_desktop.paths import Home

PYTHON = "/opt/arbor/.venv/bin/python"
WINDOWS_PYTHON = r"C:\Users\Ada Lovelace\arbor\.venv\Scripts\python.exe"
CLAUDE_EVENTS = ["SessionStart", "UserPromptSubmit", "SessionEnd", "PreCompact"]


@pytest.fixture
def person(tmp_path: Path) -> Path:
    folder = tmp_path / "person"
    folder.mkdir()
    return folder


@pytest.fixture
def make(tmp_path: Path, person: Path) -> Callable[..., Setup]:
    """`make(platform, caller, **environ)` → a setup of its own home."""

    def make(platform: str = "linux", caller: Caller | None = None, **environ: str) -> Setup:
        environ = {"HOME": str(person), "USERPROFILE": str(person), **environ}
        called = caller or Caller(PYTHON, platform=platform)
        return Setup(Home(tmp_path / "arbor"), environ, platform, caller=called, short=lambda path: None)

    return make


@pytest.fixture
def setup(make: Callable[..., Setup]) -> Setup:
    return make()


def install(setup: Setup, name: str, **more: Any) -> Plan:
    plan = setup.plan(name, "install", **more)
    setup.apply(plan)
    return plan


def files(folder: Path) -> dict[str, bytes]:
    """All files below a folder, with what is in them."""
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def part(found: Integration, key: str) -> Any:
    return next(part for part in found.parts if part.key == key)


def written(path: Path) -> Any:
    return json.loads(path.read_bytes())


def test_claude_code_gets_its_hooks_and_the_server(setup: Setup, person: Path) -> None:
    changes = install(setup, "claude-code").changes
    assert [change.path for change in changes] == [
        str(person / ".claude" / "settings.json"),
        str(person / ".claude.json"),
    ]
    hooks = written(person / ".claude" / "settings.json")["hooks"]
    assert list(hooks) == CLAUDE_EVENTS
    assert hooks["SessionStart"] == [
        {
            "hooks": [
                {
                    "type": "command",
                    "command": PYTHON,
                    "args": ["-P", "-m", "arbor_desktop", "hook", "SessionStart", "--tool", "claude-code"],
                    "timeout": 10,
                }
            ]
        }
    ]
    assert written(person / ".claude.json")["mcpServers"] == {
        "arbor": {"type": "stdio", "command": PYTHON, "args": ["-P", "-m", "arbor_desktop", "mcp"]}
    }
    assert setup.one("claude-code").standing is Standing.INSTALLED
