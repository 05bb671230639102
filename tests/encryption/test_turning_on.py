"""Encryption turned on and off, and another key: all memories stay, and nothing readable is left."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from arbor_desktop.database import keyed
from arbor_desktop.database.keyed import is_plain
from arbor_desktop.database.keyed_store import InUse
from arbor_desktop.encryption import sealing
from arbor_desktop.encryption.keyfile import NewKey, new_key
from arbor_desktop.encryption.keys import Locked, NoKeyring
from arbor_desktop.encryption.operations import Encryption, Progress, Step
from arbor_desktop.errors import Cancelled, InvalidInput, StorageError
from arbor_desktop.paths import Home
from arbor_desktop.service import MemoryService
from tests.encryption import stage
from tests.encryption.stage import MARKER, Ring


def state_of(home: Home) -> dict[str, bytes]:
    """All files, but for those that only say that somebody is at work."""
    return {
        str(path.relative_to(home.folder)): path.read_bytes()
        for path in home.folder.rglob("*")
        if path.is_file() and path.suffix != ".lock"
    }


def texts(home: Home, key: str | None = None) -> list[str]:
    with MemoryService.open(home, key=key) as service:
        return stage.texts(service)


def test_nothing_stored_before_can_be_read_in_any_file(place: Home, encryption: Encryption) -> None:
    assert len(stage.with_marker(place)) >= 9
    before = texts(place)
    done = encryption.turn_on(new_key())
    assert stage.with_marker(place) == []
    assert done.removed == (str(place.folder / "arbor_memory.damaged-20260101-000000.db"),)
    assert texts(place) == before
    assert place.window.read_text() == "[chat]\nlast=\n\n[context]\n\n[General]\npage=chat\n"


def test_what_is_stored_afterwards_can_not_be_read_either(place: Home, new: NewKey) -> None:
    with MemoryService.open(place) as service:
        service.store("The kittiwake-observatory opens at noon", type="fact")
        service.backup(place.folder / "mine.db")
        service.maintenance_parts.maintenance.run("full")
        assert stage.with_marker(place, "kittiwake") == []  # with its log
        assert service.search("kittiwake")
    assert stage.with_marker(place, "kittiwake") == stage.with_marker(place) == []


def test_backups_from_before_can_be_restored(place: Home, new: NewKey) -> None:
    with MemoryService.open(place) as service:
        (backup,) = [path for path, _, _ in service.backups.all()]
        assert not is_plain(backup)
        now = stage.texts(service)
        service.restore_backup(backup)
        assert stage.texts(service) == [text for text in now if "painted" not in text]


def test_a_plain_backup_brought_from_elsewhere_is_encrypted(
    place: Home, encryption: Encryption, tmp_path: Path
) -> None:
    with MemoryService.open(place) as service:
        service.backup(tmp_path / "plain.db")
        before = stage.texts(service)
    encryption.turn_on(new_key())
    with MemoryService.open(place) as service:
        service.delete(*service.find_ids())
        service.restore_backup(tmp_path / "plain.db")
        assert stage.texts(service) == before
    assert stage.with_marker(place) == []


def test_a_plain_memory_file_put_in_its_place_is_encrypted_at_the_next_start(
    place: Home, encryption: Encryption, tmp_path: Path
) -> None:
    with MemoryService.open(place) as service:
        service.backup(tmp_path / "plain.db")
        before = stage.texts(service)
    encryption.turn_on(new_key())
    place.database.write_bytes((tmp_path / "plain.db").read_bytes())
    assert texts(place) == before
    assert stage.with_marker(place) == []


def test_turned_off_everything_is_plain_again(
    place: Home, encryption: Encryption, new: NewKey, ring: Ring
) -> None:
    before = texts(place)
    encryption.turn_off(encryption.key())
    assert texts(place) == before
    assert not encryption.state().on and ring.held == {}
    assert is_plain(place.database) and all(is_plain(path) for path in place.backups.glob("*.db"))
    assert not list(place.folder.rglob("encryption*"))
    assert not [path for path, data in state_of(place).items() if sealing.is_sealed(data)]
    copy = place.backups / "files" / "2026-0000-CLAUDE.md"
    assert copy.read_text() == MARKER
    note = json.loads((place.spool / "01a-note.json").read_text())
    assert note["cwd"] == f"/{MARKER}"


def test_another_key_makes_the_old_one_and_its_code_useless(
    place: Home, encryption: Encryption, new: NewKey, ring: Ring
) -> None:
    before, again = texts(place), new_key()
    encryption.rekey(new.key, again)
    assert texts(place) == before and list(ring.held.values()) == [again.key]
    with pytest.raises(InvalidInput, match="another memory"):
        encryption.unlock(new.code)
    assert encryption.unlock(again.code) == again.key
    with MemoryService.open(place) as service:
        service.restore_backup(next(place.backups.glob("arbor-*.db")))
    for path in (place.spool / "01a-note.json", *(place.backups / "files").iterdir()):
        assert MARKER.encode() in sealing.unseal(path.read_bytes(), again.key)


def test_a_change_can_be_stopped_until_the_file_is_replaced(
    place: Home, encryption: Encryption, ring: Ring
) -> None:
    def stopping_at(step: Step) -> Progress:
        def progress(now: Step, done: int, total: int) -> None:
            if now is step:
                raise Cancelled

        return progress

    before, files = texts(place), sorted(state_of(place))
    with pytest.raises(Cancelled):
        encryption.turn_on(new_key(), stopping_at(Step.CHECKING))
    assert texts(place) == before and sorted(state_of(place)) == files and ring.held == {}
    encryption.turn_on(new_key(), stopping_at(Step.BACKUPS))  # too late
    assert stage.with_marker(place) == []


def test_progress_is_told_up_to_the_end(place: Home, encryption: Encryption) -> None:
    told: list[tuple[Step, int, int]] = []
    encryption.turn_on(new_key(), lambda *one: told.append(one))
    steps = [step for step, _, _ in told]
    assert steps == sorted(steps, key=list(Step).index)
    assert all(0 <= done <= total for _, done, total in told)
    assert told[-1] == (Step.BACKUPS, 1, 1)


def test_while_another_process_has_the_memory_open_nothing_changes(
    place: Home, encryption: Encryption, monkeypatch: pytest.MonkeyPatch, ring: Ring
) -> None:
    monkeypatch.setattr("arbor_desktop.database.keyed_store.PATIENCE_SECONDS", 0.1)
    script = (
        "import sys\nfrom arbor_desktop.service import MemoryService\n"
        f"with MemoryService.open({str(place.folder)!r}) as service:\n"
        "    print('open', flush=True)\n    sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None and other.stdout.readline() == "open\n"
        with pytest.raises(InUse, match=f"process {other.pid}"):
            encryption.turn_on(new_key())
        other.communicate()
    assert not encryption.state().on and ring.held == {}
    assert not place.encryption_change.exists()
    encryption.turn_on(new_key())


def test_without_a_keyring_nothing_changes(place: Home) -> None:
    before = state_of(place)
    with pytest.raises(NoKeyring, match="or choose a passphrase"):
        Encryption(place).turn_on(new_key())
    assert state_of(place) == before


def test_on_a_full_disk_nothing_changes(
    place: Home, encryption: Encryption, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = state_of(place)
    usage = type("Usage", (), {"free": 1000})
    monkeypatch.setattr("arbor_desktop.encryption.change.shutil.disk_usage", lambda path: usage)
    with pytest.raises(StorageError, match="of free space are needed"):
        encryption.turn_on(new_key())
    assert state_of(place) == before


def test_what_is_on_is_not_turned_on_and_what_is_off_not_off(place: Home, encryption: Encryption) -> None:
    with pytest.raises(InvalidInput, match="not encrypted"):
        encryption.turn_off("0" * 64)
    encryption.turn_on(new_key())
    with pytest.raises(InvalidInput, match="already"):
        encryption.turn_on(new_key())
    before = state_of(place)
    with pytest.raises(InvalidInput, match="another memory"):
        encryption.rekey("0" * 64, new_key())
    assert state_of(place) == before


def test_a_passphrase_opens_it_and_a_wrong_one_does_not(
    place: Home, encryption: Encryption, ring: Ring
) -> None:
    before = texts(place)
    new = new_key("correct horse battery")
    encryption.turn_on(new)
    assert ring.held == {}
    with pytest.raises(Locked, match="passphrase has not been entered"):
        MemoryService.open(place)
    unchanged = state_of(place)
    with pytest.raises(InvalidInput, match="wrong"):
        encryption.unlock("correct horse batterie")
    assert state_of(place) == unchanged
    assert texts(place, encryption.unlock("correct horse battery")) == before
    assert encryption.unlock(new.code) == new.key
    with pytest.raises(InvalidInput, match="at least 8"):
        new_key("short")


def test_a_forgotten_keyring_is_made_up_for_by_the_code(
    place: Home, encryption: Encryption, new: NewKey, ring: Ring
) -> None:
    ring.held.clear()
    with pytest.raises(Locked, match="does not have its key"):
        MemoryService.open(place)
    with pytest.raises(InvalidInput, match="typing mistake"):
        encryption.recover(new.code.replace(new.code[0], "Z" if new.code[0] != "Z" else "Y"))
    encryption.recover(new.code.lower())
    assert texts(place)
    encryption.recover(new.code, "a passphrase from now on")
    assert encryption.unlock("a passphrase from now on") == new.key


def test_a_forgotten_passphrase_is_made_up_for_by_the_code(place: Home, encryption: Encryption) -> None:
    new = new_key("correct horse battery")
    encryption.turn_on(new)
    encryption.recover(new.code, "another battery")
    assert encryption.unlock("another battery") == new.key
    with pytest.raises(InvalidInput, match="wrong"):
        encryption.unlock("correct horse battery")


@pytest.mark.parametrize(
    "content", ["", "{", "[]", '{"version": 1}', '{"version": 2, "mode": "keyring"}', "\0\0"]
)
def test_a_damaged_encryption_file_is_said_and_its_copy_helps(
    place: Home, encryption: Encryption, new: NewKey, content: str
) -> None:
    before = texts(place)
    place.encryption.write_text(content)
    unchanged = state_of(place)
    for act in (lambda: MemoryService.open(place), encryption.state, lambda: encryption.turn_off(new.key)):
        with pytest.raises(StorageError, match=r"Copy encryption\.json from the folder of backups") as caught:
            act()
        assert not caught.value.context.get("damaged")  # it is not replaced by a backup
    assert state_of(place) == unchanged
    place.encryption.write_bytes((place.backups / "encryption.json").read_bytes())
    assert texts(place) == before


def test_a_missing_encryption_file_is_no_damaged_memory(place: Home, new: NewKey) -> None:
    before = texts(place)
    place.encryption.unlink()
    unchanged = state_of(place)
    with pytest.raises(StorageError, match=r"Copy encryption\.json") as caught:
        MemoryService.open(place)
    assert not caught.value.context.get("damaged")
    assert state_of(place) == unchanged
    place.encryption.write_bytes((place.backups / "encryption.json").read_bytes())
    assert texts(place) == before


def test_the_files_are_for_their_user_alone(place: Home, new: NewKey) -> None:
    for path in (place.database, place.encryption, place.backups / "encryption.json"):
        assert path.stat().st_mode & 0o777 == 0o600


def test_what_is_deleted_for_good_is_gone_from_encrypted_backups_too(place: Home, new: NewKey) -> None:
    with MemoryService.open(place) as service:
        [gone] = [
            one
            for one in service.query(limit=500).memories
            if one.content.endswith("number 7 turns to the west")
        ]
        service.purge(ids=[gone.id])
        (path,) = [path for path, _, _ in service.backups.all()]
        copy = keyed.connect(str(path), new.key)
        assert copy.execute("SELECT count(*) FROM memory WHERE id = ?", (gone.id,)).fetchone() == (0,)
        assert copy.execute("SELECT count(*) FROM memory").fetchone()[0] > 10
        copy.close()


def test_a_change_whose_note_was_wiped_is_finished(place: Home, new: NewKey) -> None:
    before = texts(place)
    place.encryption_change.write_bytes(bytes(700))  # killed before it was removed
    assert texts(place) == before
    assert not place.encryption_change.exists()


def test_a_damaged_note_of_a_change_is_said(place: Home, new: NewKey) -> None:
    place.encryption_change.write_text("{")
    with pytest.raises(StorageError, match="not known how far"):
        MemoryService.open(place)
