"""What is deleted for good is nowhere, also where maintenance wrote its words down."""

from __future__ import annotations

from typing import Any

from arbor_desktop.editing.queries.purge import GONE
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock

PLAIN = "The staging server is in Frankfurt"
FULLER = "Our staging server is in Frankfurt because the users are there"


def places(service: MemoryService, words: str) -> set[str]:
    """The tables in which words stand."""

    def read(conn: Any) -> set[str]:
        names = [row[0] for row in conn.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {
            name
            for name in names
            if "_fts" not in name
            for row in conn.execute(f'SELECT * FROM "{name}"').fetchall()
            if any(isinstance(value, str) and words in value for value in row)
        }

    return service._rt.db.read(read)


def merged(service: MemoryService, clock: ManualClock, *texts: str) -> tuple[str, str, int]:
    """(survivor, other, run) of two that maintenance made one."""
    clock.advance(seconds=60)
    both = [one.id for one in service.store_many([{"content": text, "type": "fact"} for text in texts])]
    clock.advance(seconds=60)
    (run,) = service.run_maintenance("nightly")
    clock.advance(seconds=60)
    assert run.result["duplicates_merged"] == 1
    survivor = next(ident for ident in both if service.get(ident).status.value == "active")
    return survivor, next(ident for ident in both if ident != survivor), run.id


def test_words_that_were_merged_and_parted_again(service: MemoryService, clock: ManualClock) -> None:
    survivor, other, run = merged(service, clock, PLAIN, FULLER)
    service.undo_maintenance(run)
    gone = next(ident for ident in (survivor, other) if service.get(ident).content == FULLER)
    service.purge([gone])
    assert places(service, "because the users") == set()
    assert service.query().memories[0].content == PLAIN


def test_words_that_are_still_merged_stay_in_the_survivor_alone(
    service: MemoryService, clock: ManualClock
) -> None:
    survivor, other, _ = merged(service, clock, PLAIN, "Our staging server is in Frankfurt")
    words = service.get(other).content
    service.purge([other])
    assert places(service, f'"{words}"') == set()
    assert service.get(survivor).status.value == "active"
    service.undo(before_purge=True)
    assert service.get(survivor).status.value == "deleted"


def test_the_log_names_it_no_more(service: MemoryService, clock: ManualClock) -> None:
    survivor, other, run = merged(service, clock, PLAIN, "Our staging server is in Frankfurt")
    service.feedback(survivor, "CONFIRM")
    words = service.get(survivor).content
    assert words in service.undo_maintenance(run).troubles[0].what
    service.purge([other])
    assert words in service.maintenance_log()[0].troubles[0].what
    service.purge([survivor])
    assert service.maintenance_log()[0].troubles[0].what == GONE
    assert places(service, "Frankfurt") == set()
