"""What is deleted for good is in no file of the home, and no backup brings it back."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import apsw
import pytest

from arbor_desktop.database import erased, migrations
from arbor_desktop.editing.queries import purge
from arbor_desktop.errors import StorageError
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock
from tests.reliability.killable import _on_each_statement
from tests.reliability.sessions import Session

SECRET = "The harbour office keeps its petty cash behind the barometer"
KEPT = "Invoices are sent on the first Monday of the month"


def files_with(home: Path, words: str) -> list[str]:
    """The files of a home that hold `words`, which are one word of no other text."""
    return sorted(
        path.name
        for path in home.rglob("*")
        if path.is_file() and words.lower().encode() in path.read_bytes().lower()
    )


def texts(service: MemoryService) -> set[str]:
    return {memory.content for memory in service.query(status="all").memories}


def test_a_memory_leaves_no_bytes_in_any_file(service: MemoryService, clock: ManualClock) -> None:
    ident = service.store(SECRET, type="fact").id
    service.store(KEPT, type="fact")
    service.backups.daily_backup()
    service.update(ident, content=SECRET + " and not in the safe")
    service.get_context(project="/srv/harbour")
    clock.advance(days=1)
    service.backups.daily_backup()
    (service.home.backups / ".daily-20260109.db.77-88.partial").write_text(SECRET)
    assert len(files_with(service.home.folder, "barometer")) >= 4
    service.purge([ident])
    assert files_with(service.home.folder, "barometer") == []
    assert len(service.backups.all()) == 2


def test_what_was_merged_into_it_is_deleted_with_it(service: MemoryService, clock: ManualClock) -> None:
    same = ("The staging server is in Frankfurt", "Our staging server is in Frankfurt")
    service.store_many([{"content": text, "type": "fact"} for text in same])
    clock.advance(seconds=60)
    (run,) = service.run_maintenance("nightly")
    assert run.result["duplicates_merged"] == 1
    service.backups.daily_backup()
    service.purge([service.query().memories[0].id])
    assert files_with(service.home.folder, "frankfurt") == []


def test_a_backup_brings_back_the_rest(service: MemoryService, tmp_path: Path) -> None:
    ident = service.store(SECRET, type="fact").id
    service.store(KEPT, type="fact")
    service.backups.daily_backup()
    elsewhere = tmp_path / "elsewhere.db"
    service.backup(elsewhere)
    service.purge([ident])
    for path in (elsewhere, service.backups.all()[0][0]):
        service.store("Stored after the backup was made", type="fact")
        service.restore_backup(path)
        assert texts(service) == {KEPT}
    assert files_with(service.home.folder, "barometer") == []


def test_a_conversation_and_a_project_are_erased_from_backups(service: MemoryService, tmp_path: Path) -> None:
    Session("s").say("Always check the barometer before you open the harbour gate.").write(tmp_path / "in")
    (row,) = service.capture([tmp_path / "in"])
    place = str(tmp_path / "lighthouse")
    service.store("The lantern is oiled weekly", type="fact", scope="project", scope_id=place)
    service.backups.daily_backup()
    service.purge(conversation=row.conversation_id)
    service.purge(project=place)
    home = service.home.folder
    assert files_with(home, "barometer") == files_with(home, "lantern") == []
    service.restore_backup(service.backups.all()[0][0])
    assert texts(service) == set()
    (again,) = service.capture([tmp_path / "in"])
    assert again.status == "skipped"
    assert texts(service) == set()


def test_a_later_backup_keeps_what_came_after_in_the_same_project(
    service: MemoryService, tmp_path: Path
) -> None:
    place = str(tmp_path)
    service.store("The lantern is oiled weekly", type="fact", scope="project", scope_id=place)
    service.purge(project=place)
    service.store("The lantern is electric now", type="fact", scope="project", scope_id=place)
    service.backup(tmp_path / "later.db")
    service.restore_backup(tmp_path / "later.db")
    assert texts(service) == {"The lantern is electric now"}


def test_everything_takes_the_backups_along_but_not_those_kept_elsewhere(
    service: MemoryService, tmp_path: Path
) -> None:
    service.store(SECRET, type="fact")
    service.backup(tmp_path / "mine.db")
    service.backups.daily_backup()
    service.purge(everything=True)
    assert files_with(service.home.folder, "barometer") == []
    assert service.backups.all() == []
    service.restore_backup(tmp_path / "mine.db")
    assert texts(service) == {SECRET}


@pytest.mark.logs_warnings
def test_backups_of_older_versions_and_damaged_ones(service: MemoryService) -> None:
    service.home.backups.mkdir()
    conn = apsw.Connection(str(service.home.backups / "before-migration-v1-20250101-000000.db"))
    migrations.migrate(conn, 0, migrations.MIGRATIONS[:1])
    ident = service.store(SECRET, type="fact").id
    conn.execute(
        "INSERT INTO memory (id, content, fold, type, category, scope, source, status, confidence, "
        "privacy_level, created_at, updated_at, reinforced_at) VALUES (?, ?, '', 'fact', 'facts', 'global', "
        "'user_stated', 'active', 1, 'normal', 1, 1, 1)",
        (ident, SECRET),
    )
    conn.close()
    foreign = apsw.Connection(str(service.home.backups / "notes.db"))
    foreign.execute("CREATE TABLE note (text)")
    foreign.close()
    damaged = service.home.backups / "daily-20250102.db"
    damaged.write_text(SECRET * 1000)
    service.purge([ident])
    assert files_with(service.home.folder, "barometer") == []
    assert not damaged.exists()
    assert (service.home.backups / "notes.db").exists()


def test_it_is_ended_later_where_it_can_not_be_ended_now(
    home: Path, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with MemoryService.open(home, clock=clock) as service:
        ident = service.store(SECRET, type="fact").id
        service.backups.daily_backup()
        with monkeypatch.context() as patched:
            patched.setattr(purge, "erase_from_all", full)
            with pytest.raises(StorageError, match="traces remain"):
                service.purge([ident])
        assert texts(service) == set()
    assert files_with(home, "barometer")
    MemoryService.open(home, clock=clock).close()
    assert files_with(home, "barometer") == []


@pytest.mark.slow
@pytest.mark.parametrize("part", (0, 5))
def test_killed_at_any_moment_it_is_ended_at_the_next_start(
    home: Path, clock: ManualClock, part: int
) -> None:
    """Either nothing happened yet, or all of it is done after the next start."""
    with MemoryService.open(home, clock=clock) as service:
        service.store(KEPT, type="fact")
    for statement in range(20 + part, 1_000, 10):
        with MemoryService.open(home, clock=clock) as service:
            ident = service.store(SECRET, type="fact").id
            for path, _, _ in service.backups.all():
                path.unlink()
            service.backups.daily_backup()
        killed = _purged_until(home, clock, ident, statement)
        with MemoryService.open(home, clock=clock) as service:
            here = SECRET in texts(service)
        assert here or files_with(home, "barometer") == [], statement
        if not killed:
            break
    assert not here


def _purged_until(home: Path, clock: ManualClock, ident: str, statement: int) -> bool:
    """Purges in a process that gets SIGKILL before that statement of SQL. Answers if it came to it."""
    child = os.fork()
    if not child:
        _purge_and_die(home, clock, ident, statement)
    return os.waitpid(child, 0)[1] == signal.SIGKILL


def _purge_and_die(home: Path, clock: ManualClock, ident: str, statement: int) -> None:
    left = iter(range(statement))

    def count() -> None:
        if next(left, None) is None:
            os.kill(os.getpid(), signal.SIGKILL)

    _on_each_statement(count)
    try:
        with MemoryService.open(home, clock=clock) as service:
            service.purge([ident])
    finally:
        os._exit(0)


def test_the_list_of_what_was_deleted_holds_no_words(service: MemoryService) -> None:
    service.purge([service.store(SECRET, type="fact").id])
    listed = service._rt.db.read(lambda c: c.execute("SELECT key, done FROM erased").fetchall())
    assert [(len(key), done) for key, done in listed] == [(36, 1)]
    assert service._rt.db.read(lambda c: erased.unfinished(c)).keys == frozenset()
