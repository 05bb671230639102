"""The key in a real keyring: a gnome-keyring on a bus of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from arbor_desktop.encryption.keyfile import new_key
from arbor_desktop.encryption.keys import Locked
from arbor_desktop.encryption.operations import Encryption
from arbor_desktop.paths import Home
from arbor_desktop.service import MemoryService
from tests.encryption import stage
from tests.encryption.stage import MARKER
from tests.keyring_daemon import KeyringDaemon, empty_bus

pytestmark = pytest.mark.slow


@pytest.fixture
def daemon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[KeyringDaemon]:
    """A running keyring."""
    with empty_bus(tmp_path / "keyring", monkeypatch) as running:
        running.start()
        yield running


@pytest.fixture
def place(home: Path, daemon: KeyringDaemon, monkeypatch: pytest.MonkeyPatch) -> Home:
    """An encrypted store whose key is in the keyring."""
    monkeypatch.setattr("arbor_desktop.encryption.keys.QUIET_SECONDS", 20.0)
    with MemoryService.open(home) as service:
        service.store(f"Always light the {MARKER} at dusk", type="instruction")
    Encryption(Home(home)).turn_on(new_key())
    return Home(home)


def arbor(*arguments: str, said: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "arbor_desktop", *arguments],
        input=said, capture_output=True, text=True, check=False, timeout=60,
        cwd=stage.CHECKOUT, env=dict(os.environ),
    )  # fmt: skip


HOOK = json.dumps({"session_id": "s", "cwd": "/", "hook_event_name": "SessionStart", "source": "startup"})


def test_hook_and_command_line_find_the_key(place: Home) -> None:
    assert MARKER in arbor("hook", "SessionStart", said=HOOK).stdout
    assert MARKER in arbor("list").stdout
    assert stage.with_marker(place) == []


def test_a_locked_keyring_is_not_asked_to_open(place: Home, daemon: KeyringDaemon) -> None:
    daemon.lock()
    daemon.never_answer()  # whoever asked the person would wait for ever
    with pytest.raises(Locked, match="keyring is locked"):
        MemoryService.open(place)
    done = arbor("hook", "SessionStart", said=HOOK)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert len(list(place.spool.glob("*.json"))) == 1


def test_without_its_keyring_the_recovery_code_opens_it(place: Home, daemon: KeyringDaemon) -> None:
    encryption = Encryption(place)
    again = new_key()
    encryption.rekey(encryption.key(), again)
    daemon.stop()
    with pytest.raises(Locked):
        MemoryService.open(place)
    with MemoryService.open(place, key=encryption.unlock(again.code)) as service:
        assert len(stage.texts(service)) == 1


def test_the_keyring_has_no_key_left_when_it_is_turned_off(place: Home) -> None:
    from arbor_desktop.encryption import keyfile, keys
    from arbor_desktop.llm.credentials import SystemKeyring

    file = keyfile.read(place.encryption)
    assert file is not None
    encryption = Encryption(place)
    encryption.turn_off(encryption.key())
    assert SystemKeyring().get_quietly(keys.account(file.key_id)) is None
