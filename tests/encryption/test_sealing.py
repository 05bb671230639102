"""Small files that everybody can seal and only the key opens."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbor_desktop.encryption import sealing, wiping
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


def test_what_a_killed_process_left_is_wiped_but_never_the_file_in_use(tmp_path: Path) -> None:
    used, left = tmp_path / "used", tmp_path / f".left{wiping.FORMER}"
    used.write_text("still needed")
    (tmp_path / f".used{wiping.FORMER}").hardlink_to(used)
    left.write_text("quokka")
    seen = left.open("rb")
    wiping.wipe_left(tmp_path)
    assert seen.read() == bytes(6)
    seen.close()
    assert [path.name for path in tmp_path.iterdir()] == ["used"]
    assert used.read_text() == "still needed"
