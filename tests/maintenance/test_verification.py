"""Once a month: every memory, the file and what search goes by are checked, and mended where that is safe."""

from __future__ import annotations

import shutil
import threading
from typing import Any

import pytest

from arbor_desktop import doctor
from arbor_desktop.database import backup, connection
from arbor_desktop.maintenance.model import Ending, Run
from arbor_desktop.maintenance.queries import verification
from arbor_desktop.service import MemoryService


def month(service: MemoryService) -> Run:
    (run,) = service.run_maintenance("monthly")
    assert run.success, run.error
    return run


def sql(service: MemoryService, *statements: str) -> None:
    def write(conn: Any) -> None:
        for statement in statements:
            conn.execute(statement)

    service._rt.db.write(write)


def examined(service: MemoryService) -> doctor.Check:
    (found,) = (check for check in doctor.examine(service, {}) if check.name == "memories")
    return found


def test_a_damaged_memory_is_marked_and_told_by_doctor_until_it_is_right(service: MemoryService) -> None:
    whole = service.store("All is well here", type="fact").id
    odd = service.store("Its tags are broken", type="fact").id
    assert examined(service).status == "ok"
    sql(service, f"UPDATE memory SET decay_rate = 99 WHERE id = '{odd}'")
    run = month(service)
    assert run.result["items_validated"] == 2
    assert run.result["items_invalid"] == 1
    assert service.get(odd).invalid
    assert not service.get(whole).invalid
    (entry,) = (e for e in service.history(odd) if e.action == "marked invalid")
    assert (entry.actor, entry.reason) == ("maintenance", "The fading rate is out of range")
    told = examined(service)
    assert told.status == "warning"
    assert odd in told.message and "fading rate" in told.message
    assert month(service).result["items_invalid"] == 1
    assert len([e for e in service.history(odd) if e.action == "marked invalid"]) == 1
    service.update(odd, decay_rate=0.1)
    assert month(service).result["items_invalid"] == 0
    assert not service.get(odd).invalid
    assert examined(service).status == "ok"


def test_the_mark_can_be_taken_back(service: MemoryService) -> None:
    odd = service.store("Its rate is broken", type="fact").id
    sql(service, "UPDATE memory SET decay_rate = 99")
    run = month(service)
    service.undo_maintenance(run.id)
    assert not service.get(odd).invalid


def test_an_index_that_disagrees_is_built_anew_and_only_then(
    service: MemoryService, monkeypatch: pytest.MonkeyPatch
) -> None:
    service.store("The cache lives in Redis", type="fact")
    built = []
    rebuild = verification.rebuild_memory_index
    monkeypatch.setattr(verification, "rebuild_memory_index", lambda c: (built.append(1), rebuild(c)))
    assert month(service).result["indexes_rebuilt"] == 0
    assert built == []
    sql(service, "INSERT INTO memory_fts (memory_fts) VALUES ('delete-all')")
    assert service.search("redis") == []
    assert month(service).result["indexes_rebuilt"] == 1
    assert [hit.memory.content for hit in service.search("redis")] == ["The cache lives in Redis"]
    assert month(service).result["indexes_rebuilt"] == 0
    assert len(built) == 1


def conversation(service: MemoryService, *texts: str) -> None:
    sql(
        service,
        "INSERT INTO conversation (row, id, source, session_id, status, message_count, created_at, "
        "updated_at) "
        f"VALUES (1, 'c', 's', 'c', 'memorized', {len(texts)}, 1, 1)",
        *(
            "INSERT INTO turn (row, conversation, number, key, role, kind, text) "
            f"VALUES ({n}, 1, {n}, 'k{n}', 'user', 'said', '{text}')"
            for n, text in enumerate(texts, 1)
        ),
    )


def test_turns_that_search_does_not_know_are_added_and_what_is_no_turn_goes(service: MemoryService) -> None:
    conversation(service, "about the parseHeader function", "about the database")
    sql(
        service,
        "INSERT INTO turn_fts (rowid, text) VALUES (2, 'about the database')",
        "INSERT INTO turn_fts (rowid, text) VALUES (77, 'a ghost')",
    )
    assert month(service).result["turns_indexed"] == 1
    assert [hit.turn for hit in service.search_turns("header")] == [1]
    rows = service._rt.db.read(lambda c: c.execute("SELECT id FROM turn_fts_docsize").fetchall())
    assert rows == [(1,), (2,)]
    assert month(service).result["turns_indexed"] == 0


def test_vectors_of_what_is_gone_or_of_another_length_go(service: MemoryService) -> None:
    for number in range(4):
        service.store(f"Thing {number}", type="fact")
    sql(
        service,
        *(
            "INSERT INTO embedding (owner, owner_row, model, vector, at) "
            f"VALUES ('memory', {row}, 'm', zeroblob({size}), 1)"
            for row, size in ((1, 8), (2, 8), (3, 4), (99, 8))
        ),
    )
    assert month(service).result["vectors_dropped"] == 2
    assert service._rt.db.read(lambda c: c.execute("SELECT owner_row FROM embedding").fetchall()) == [
        (1,),
        (2,),
    ]


def test_a_damaged_file_fails_the_check_and_not_what_comes_after(
    service: MemoryService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "integrity_problems", lambda conn, full: ["row 7 is missing"])
    (run,) = service.run_maintenance("monthly")
    assert run.ending is Ending.FAILED
    assert "row 7 is missing" in (run.error or "")
    assert "arbor doctor" in (run.error or "")
    assert run.result["problems_found"] == 1
    assert "bytes_freed" in run.result


def fill(service: MemoryService, megabytes: int) -> None:
    """Leaves so much unused room in the file."""
    sql(
        service,
        "CREATE TABLE filler (data BLOB)",
        f"WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {megabytes * 10}) "
        "INSERT INTO filler SELECT zeroblob(100000) FROM n",
        "DROP TABLE filler",
    )


def size(service: MemoryService) -> int:
    return service._rt.db.read(lambda c: verification.free(c)[1])


def test_unused_room_is_given_back_where_it_is_much(
    service: MemoryService, monkeypatch: pytest.MonkeyPatch
) -> None:
    service.store("All is well here", type="fact")
    fill(service, 2)
    full = size(service)
    assert month(service).result["bytes_freed"] == 0  # not worth it
    monkeypatch.setattr(verification, "WORTH_BYTES", 1_000_000)
    assert month(service).result["bytes_freed"] > 1_500_000
    assert size(service) < full - 1_500_000
    assert service._rt.db.read(verification.is_incremental)
    fill(service, 2)  # from now on bit by bit
    assert month(service).result["bytes_freed"] > 1_500_000
    assert service.verification.problems() == {"integrity": [], "index": [], "references": []}


def test_without_free_room_on_the_disk_the_file_stays_as_it_is(
    service: MemoryService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verification, "WORTH_BYTES", 1_000_000)
    usage = shutil.disk_usage(service.home.folder)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage._replace(free=1_000))
    fill(service, 2)
    run = month(service)
    assert run.result["bytes_freed"] == 0
    assert "Too little free disk space" in run.troubles[0].why


@pytest.mark.parametrize(
    ("module", "name"),
    [
        (backup, "integrity_problems"),
        (verification, "broken_references"),
        (verification, "memory_index_disagrees"),
        (verification, "odd_vectors"),
        (verification, "vacuum"),
    ],
)
def test_a_long_statement_is_broken_off_when_the_person_wants_no_more(
    service: MemoryService, module: Any, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "_WATCH_STEPS", 1)
    monkeypatch.setattr(verification, "WORTH_BYTES", 1_000_000)
    service.store_many([{"content": f"Thing {number}", "type": "fact"} for number in range(50)])
    fill(service, 2)
    asked = threading.Event()
    original = getattr(module, name)

    def begun(*arguments: Any, **named: Any) -> Any:
        asked.set()
        found = original(*arguments, **named)
        raise AssertionError(f"not broken off, but answered {found}")

    monkeypatch.setattr(module, name, begun)
    (run,) = service.run_maintenance("monthly", stopping=asked.is_set)
    assert run.ending is Ending.STOPPED
    monkeypatch.undo()
    assert service.verification.problems() == {"integrity": [], "index": [], "references": []}
