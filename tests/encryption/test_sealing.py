"""Small files that everybody can seal and only the key opens."""

from __future__ import annotations

import pytest

from arbor_desktop.encryption import sealing
from arbor_desktop.encryption.keyfile import new_key


def test_only_the_key_opens_what_was_sealed_for_it() -> None:
    one, other = new_key(), new_key()
    sealed = sealing.seal(b"quokka", one.file.public_key)
    assert b"quokka" not in sealed and sealing.is_sealed(sealed)
    assert sealing.unseal(sealed, other.key, None, one.key) == b"quokka"
    with pytest.raises(sealing.Unreadable, match="another key"):
        sealing.unseal(sealed, other.key)
    with pytest.raises(sealing.Unreadable):
        sealing.unseal(sealed[:-1], one.key)
    assert sealing.unseal(b"plain") == b"plain"
