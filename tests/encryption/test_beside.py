"""What lies beside the memory file, written while the memory is encrypted."""

from __future__ import annotations

import os
import shutil
import threading
from pathlib import Path

import pytest

from arbor_desktop.capture.spool import read_note
from arbor_desktop.database import backup, keyed, migrations
from arbor_desktop.database.connection import Database
from arbor_desktop.encryption import sealing
from arbor_desktop.encryption.keyfile import NewKey, new_key
from arbor_desktop.encryption.operations import Encryption
from arbor_desktop.errors import StorageError
from arbor_desktop.integrations.hooks.contracts import CLAUDE_CODE, Call
from arbor_desktop.integrations.hooks.home_folder import leave_note
from arbor_desktop.maintenance.backups import newest_good_backup, recover
from arbor_desktop.paths import Home
from arbor_desktop.service import MemoryService
from arbor_desktop.service.first_look import FirstLook
from arbor_desktop.user_files.model import FileChange
from arbor_desktop.user_files.operations import UserFiles
from tests.conftest import ManualClock
from tests.encryption import stage
from tests.reliability.sessions import Session

OTHER = "kittiwake"


def test_a_first_look_leaves_nothing_readable_and_goes_on_where_it_was_cut_off(
    place: Home, new: NewKey, clock: ManualClock
) -> None:
    folder = Path(os.environ["HOME"]) / ".claude" / "projects"
    folder.mkdir(parents=True)
    said = f"Always feed the {OTHER} before you commit anything in this repository."
    written = Session("bird").say(said).reply("Understood.").write(folder)
    os.utime(written, (clock() / 1000, clock() / 1000))

    def cut_off(done: int, total: int) -> None:
        raise SystemExit

    with MemoryService.open(place, clock=clock) as service:
        look = FirstLook(service, clock=clock)
        for file in look.recent(["claude-code"]):
            look.read(file)
        found = look.candidates((), 20, finished=True)
        assert any(OTHER in one.memory.content for one in found)
        kept = {one.memory.id: (one.memory.content, one.memory.content) for one in found}
        with pytest.raises(SystemExit):
            look.save(kept, [], cut_off)
        assert stage.with_marker(place, OTHER) == []
        again = FirstLook(service, clock=clock)
        assert again.unsaved
        again.save_rest(lambda done, total: None)
        assert any(OTHER in text for text in stage.texts(service))
        look.close()


def test_copies_of_peoples_files_are_sealed_and_none_is_kept_twice(
    place: Home, new: NewKey, tmp_path: Path, clock: ManualClock
) -> None:
    files, path = UserFiles(place, clock), tmp_path / "CLAUDE.md"
    path.write_text(OTHER)
    copies = set()
    for before, after in ((OTHER, "two"), ("two", OTHER), (OTHER, "two")):
        clock.advance(seconds=60)
        [changed] = files.carry_out([FileChange(str(path), before.encode(), after.encode())])
        assert changed.backup is not None
        assert sealing.unseal(Path(changed.backup).read_bytes(), new.key) == before.encode()
        copies.add(changed.backup)
        [again] = files.carry_out([FileChange(str(path), after.encode(), b"three")])
        [back] = files.carry_out([FileChange(str(path), b"three", after.encode())], backup=after.encode())
        assert back.backup == again.backup
    assert stage.with_marker(place, OTHER) == []


@pytest.mark.parametrize("in_use", [True, False])
def test_an_encrypted_file_that_can_not_be_written_is_read(
    place: Home, new: NewKey, tmp_path: Path, clock: ManualClock, in_use: bool
) -> None:
    path = tmp_path / "m.db"
    with MemoryService.open(place) as service:
        service.store(f"The {OTHER} nests on the cliff", type="fact")
        if in_use:
            for end in ("", "-wal"):
                shutil.copy(f"{place.database}{end}", f"{path}{end}")
    if not in_use:
        shutil.copy(place.database, path)
    path.with_name("m.db-shm").symlink_to("nowhere")  # as on a full disk or a read-only one
    found = Database(path, clock, new.key)
    try:
        query = f"SELECT count(*) FROM memory WHERE content LIKE '%{OTHER}%'"
        assert found.read(lambda c: c.execute(query).fetchone()) == (1,)
        assert found.unwritable
    finally:
        found.close()


def test_before_a_migration_it_is_backed_up_with_its_key(tmp_path: Path, clock: ManualClock) -> None:
    key, path = "ab" * 32, tmp_path / "m.db"
    conn = keyed.connect(str(path), key)
    migrations.migrate(conn, 0, migrations.MIGRATIONS[:-1])
    conn.close()
    Database(path, clock, key).close()
    [copy] = (tmp_path / "backups").glob("before-migration-*.db")
    assert not keyed.is_plain(copy)
    assert backup.check(copy, key) == migrations.MIGRATIONS[-2].version


def test_a_damaged_memory_is_replaced_by_the_newest_encrypted_backup(place: Home, new: NewKey) -> None:
    with MemoryService.open(place) as service:
        before = stage.texts(service)
        service.backup(place.backups / "newest.db")
    data = bytearray(place.database.read_bytes())
    data[:4096] = bytes(4096)
    place.database.write_bytes(data)
    with pytest.raises(StorageError) as caught:
        MemoryService.open(place)
    assert caught.value.context["damaged"]
    found = newest_good_backup(place)
    assert found is not None and found[0].name == "newest.db"
    recover(place, found[0], 1)
    with MemoryService.open(place) as service:
        assert stage.texts(service) == before


def test_a_memory_file_that_is_a_link_is_left_alone(
    place: Home, encryption: Encryption, tmp_path: Path
) -> None:
    shutil.move(place.database, tmp_path / "elsewhere.db")
    place.database.symlink_to(tmp_path / "elsewhere.db")
    with pytest.raises(StorageError, match="is a link"):
        encryption.turn_on(new_key())
    assert keyed.is_plain(tmp_path / "elsewhere.db") and place.database.is_symlink()
    assert not encryption.state().on


@pytest.mark.slow
def test_notes_that_hooks_write_during_changes_can_be_read_afterwards(
    place: Home, encryption: Encryption, ring: stage.Ring
) -> None:
    ended, written = threading.Event(), []

    def hooks() -> None:
        while not ended.is_set():
            session = f"session-{len(written)}"
            call = Call(CLAUDE_CODE, "SessionEnd", {"session_id": session}, 1_767_225_600_000)
            leave_note(str(place.folder), call, "ended", cwd="/")
            written.append(session)
            ended.wait(0.005)

    thread = threading.Thread(target=hooks)
    thread.start()
    try:
        encryption.turn_on(new_key())
        encryption.rekey(encryption.key(), new_key())
        encryption.turn_off(encryption.key())
        encryption.turn_on(new_key())
    finally:
        ended.set()
        thread.join()
    key = encryption.key()
    read = {read_note(path, key).session_id for path in place.spool.glob("*.json")}
    assert len(written) > 20 and read >= set(written)
