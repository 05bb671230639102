"""Backups of an encrypted memory, on another computer."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbor_desktop.encryption import keyfile
from arbor_desktop.encryption.keyfile import NewKey, new_key
from arbor_desktop.encryption.operations import Encryption
from arbor_desktop.errors import InvalidInput
from arbor_desktop.maintenance.backups import key_file_of
from arbor_desktop.paths import Home
from arbor_desktop.service import MemoryService
from tests.encryption import stage


@pytest.mark.parametrize("encrypted_there", [False, True])
def test_the_recovery_code_opens_a_backup_elsewhere(
    place: Home, new: NewKey, tmp_path: Path, encrypted_there: bool
) -> None:
    saved = tmp_path / "stick" / "arbor.db"
    saved.parent.mkdir()
    with MemoryService.open(place) as service:
        before = stage.texts(service)
        service.backup(saved)
    other = Home(tmp_path / "other")
    MemoryService.open(other).close()
    if encrypted_there:
        Encryption(other).turn_on(new_key())
    file = keyfile.read(key_file_of(saved))
    assert file is not None
    with MemoryService.open(other) as service:
        with pytest.raises(InvalidInput):
            service.restore_backup(saved)
        service.restore_backup(saved, file.unlock(new.code))
        assert stage.texts(service) == before
    assert (stage.with_marker(other) == []) is encrypted_there
