"""Keys in a real keyring: a gnome-keyring on a bus of its own."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from arbor_desktop.llm.credentials import (
    LOCKED,
    NO_KEYRING,
    SLOW,
    Credentials,
    KeyringUnusable,
    Where,
    keyring_trouble,
)
from arbor_desktop.llm.model import Trouble
from arbor_desktop.service import MemoryService
from tests.keyring_daemon import KeyringDaemon, empty_bus

pytestmark = pytest.mark.slow

KEY = "sk-ant-api03-aaaaaaaaaaaaaaaa1111"
GATEWAY = "http://localhost:4000"


@pytest.fixture
def daemon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[KeyringDaemon]:
    """A bus without a keyring; `start()` starts one."""
    with empty_bus(tmp_path / "keyring", monkeypatch) as running:
        yield running


def patient(**environ: str) -> Credentials:
    return Credentials(environ, patience=60.0)


def test_a_key_is_kept_found_and_removed(daemon: KeyringDaemon) -> None:
    daemon.start()
    assert keyring_trouble() is None
    held = patient()
    assert held.status().where is Where.NOWHERE and held.status().trouble == ""
    held.set(KEY)
    assert patient().key() == KEY
    assert patient().key(GATEWAY) is None
    assert patient().clear() is True
    assert patient().key() is None


def test_it_outlives_the_keyrings_process(daemon: KeyringDaemon) -> None:
    daemon.start()
    patient().set(KEY)
    daemon.stop()
    daemon.start()
    assert patient().key() == KEY


def test_a_locked_keyring_is_said(daemon: KeyringDaemon) -> None:
    daemon.start()
    patient().set(KEY)
    daemon.lock()
    held = patient(ANTHROPIC_API_KEY="from-the-environment-1234")
    assert held.key() == "from-the-environment-1234"
    assert held.status().trouble == LOCKED
    with pytest.raises(KeyringUnusable):
        patient().clear()


def test_a_keyring_that_was_never_unlocked_is_said(daemon: KeyringDaemon) -> None:
    daemon.start(unlocked=False)
    assert patient().status().trouble == LOCKED


def test_a_keyring_that_waits_for_a_password_holds_nobody_up(daemon: KeyringDaemon) -> None:
    daemon.start()
    patient().set(KEY)
    daemon.lock()
    daemon.never_answer()
    answered = threading.Event()
    held = Credentials({}, patience=0.5, changed=answered.set)
    assert held.key() is None
    assert held.status().trouble == SLOW
    daemon.close()
    answered.wait()
    assert held.key() is None and held.status().trouble not in ("", SLOW)


def test_no_keyring_is_said_and_one_that_comes_is_used(daemon: KeyringDaemon) -> None:
    held = patient()
    assert held.status().trouble == NO_KEYRING
    assert keyring_trouble() == NO_KEYRING
    daemon.start()
    held.forget()
    held.set(KEY)
    assert held.key() == KEY


def test_a_running_service_uses_what_another_one_keeps(daemon: KeyringDaemon, home: Path) -> None:
    daemon.start()
    with MemoryService.open(home) as window, MemoryService.open(home) as other:
        window.settings.set("extraction.backend", "anthropic")
        assert window.model.readiness().trouble is Trouble.NO_KEY
        other.models.credentials.set(KEY)
        window.settings.refresh()  # as it does every second
        assert window.model.readiness().ready and window.model.access().key == KEY
        window.models.credentials.clear()
        other.settings.refresh()
        assert other.model.readiness().trouble is Trouble.NO_KEY


def test_a_service_without_a_key_says_that_the_keyring_is_locked(daemon: KeyringDaemon, home: Path) -> None:
    daemon.start(unlocked=False)
    with MemoryService.open(home) as service:
        service.settings.set("extraction.backend", "anthropic")
        ready = service.model.readiness()
    assert (ready.trouble, ready.reason) == (Trouble.NO_KEY, LOCKED)
