"""The window's way to the tools' files: the real setup, over a made-up person's folders."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arbor_desktop.context.model import Pulse
from arbor_desktop.extraction.worker import InlineWorker
from arbor_desktop.integrations.setup.setup import Setup
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.integrations.controller import inverse
from arbor_desktop.user_files.model import Integration, Standing


@pytest.fixture
def person(tmp_path: Path) -> Path:
    folder = tmp_path / "noor"
    (folder / ".claude").mkdir(parents=True)
    return folder


@pytest.fixture
def service(home: Path, clock: Any) -> Iterator[MemoryService]:
    with MemoryService.open(home, clock=clock, worker=InlineWorker(), environ={}) as service:
        yield service


@pytest.fixture
def setup(service: MemoryService, person: Path) -> Setup:
    environ = {"HOME": str(person), "USERPROFILE": str(person)}
    return Setup(service.home, environ, noted=service.receipts.installed)


def claude(setup: Setup) -> Integration:
    return next(tool for tool in setup.list() if tool.name == "claude-code")


def test_what_is_installed_is_noted_in_the_memory(setup: Setup, service: MemoryService, person: Path) -> None:
    assert claude(setup).found
    assert claude(setup).standing is Standing.ABSENT
    setup.apply(setup.plan("claude-code", "install", ["hooks"]))
    assert "SessionStart" in json.loads((person / ".claude" / "settings.json").read_text())["hooks"]
    (health,) = service.hook_health(["claude-code"])
    assert health.pulse is Pulse.UNHEARD
    assert health.installed_at is not None


def test_taken_back_the_files_are_as_before(setup: Setup, service: MemoryService, person: Path) -> None:
    own = b'{\n\t"model": "opus"\n}'
    file = person / ".claude" / "settings.json"
    file.write_bytes(own)
    plan = setup.plan("claude-code", "install", ["hooks"])
    setup.apply(plan)
    assert file.read_bytes() != own
    setup.apply(inverse(plan))
    assert file.read_bytes() == own
    (health,) = service.hook_health(["claude-code"])
    assert health.installed_at is None


def test_what_was_removed_is_brought_back_as_it_was(setup: Setup, person: Path) -> None:
    setup.apply(setup.plan("claude-code", "install", ["hooks"]))
    file = person / ".claude" / "settings.json"
    before = file.read_bytes()
    plan = setup.plan("claude-code", "remove", ["hooks"])
    setup.apply(plan)
    assert claude(setup).standing is Standing.ABSENT
    setup.apply(inverse(plan))
    assert file.read_bytes() == before
    assert {part.key: part.standing for part in claude(setup).parts}["hooks"] is Standing.INSTALLED


def test_the_window_starts_without_what_changes_toml() -> None:
    script = "import sys, arbor_desktop.integrations.setup.setup; print('tomlkit' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
