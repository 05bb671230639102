"""A plain home with markers, and what encrypts it."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbor_desktop.encryption.keyfile import NewKey, new_key
from arbor_desktop.encryption.operations import Encryption
from arbor_desktop.paths import Home
from tests.encryption import stage


@pytest.fixture(autouse=True)
def _quick_passphrases(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Argon2id take as little as it can."""
    from nacl.pwhash import argon2id

    monkeypatch.setattr(argon2id, "OPSLIMIT_MODERATE", argon2id.OPSLIMIT_MIN)
    monkeypatch.setattr(argon2id, "MEMLIMIT_MODERATE", argon2id.MEMLIMIT_MIN)


@pytest.fixture
def place(home: Path) -> Home:
    """A home full of markers."""
    found = Home(home)
    stage.fill(found)
    return found


@pytest.fixture
def ring(monkeypatch: pytest.MonkeyPatch) -> stage.Ring:
    """A keyring in memory, which everything in this process uses."""
    found = stage.Ring()
    for module in ("keys", "operations"):
        monkeypatch.setattr(f"arbor_desktop.encryption.{module}.SystemKeyring", lambda: found)
    return found


@pytest.fixture
def encryption(place: Home, ring: stage.Ring) -> Encryption:
    return Encryption(place)


@pytest.fixture
def new(encryption: Encryption) -> NewKey:
    """The key of the store, which is encrypted with it."""
    made = new_key()
    encryption.turn_on(made)
    return made
