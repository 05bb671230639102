"""The window opens an encrypted memory whose keyring is locked: the keyring may ask the person."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbor_desktop import app
from arbor_desktop.encryption.keyfile import new_key
from arbor_desktop.encryption.keys import Locked
from arbor_desktop.encryption.operations import Encryption
from arbor_desktop.paths import Home
from arbor_desktop.service import MemoryService
from tests.encryption.stage import Ring


def test_the_keyring_may_ask_and_a_passphrase_is_for_the_window_to_ask(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, ring = Home(home), Ring()
    for module in ("keys", "operations"):
        monkeypatch.setattr(f"arbor_desktop.encryption.{module}.SystemKeyring", lambda: ring)
    with MemoryService.open(place) as service:
        service.store("Always use tabs", type="instruction")
    encryption = Encryption(place)
    encryption.turn_on(new_key())
    ring.locked, asked = True, ring.asked
    with app._open_service(place, None) as service:
        assert service.query().total == 1
    assert ring.asked == asked + 1
    ring.locked = False
    encryption.rekey(encryption.key(), new_key("correct horse battery"))
    with pytest.raises(Locked, match="passphrase"):
        app._open_service(place, None)
