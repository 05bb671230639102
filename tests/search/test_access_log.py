"""What was shown is counted, beside the answer: never in its way, never in that of others."""

from __future__ import annotations

import threading

from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock


def counted(service: MemoryService) -> dict[str, int]:
    service._rt.db.write(lambda c: None)  # behind what is written later
    return {memory.content: memory.access_count for memory in service.query(sort="created").memories}


def contexts(service: MemoryService) -> list[str]:
    return service._rt.db.read(lambda c: [row[0] for row in c.execute("SELECT context FROM access_log")])


def test_what_is_found_or_opened_counts_and_a_list_does_not(
    service: MemoryService, clock: ManualClock
) -> None:
    kiln = service.store("The kiln is fired on Fridays", type="fact").id
    service.store("Glazes are mixed by weight", type="fact")
    clock.advance(days=1)
    service.query()
    service.get_many([kiln])
    assert set(counted(service).values()) == {0}
    service.search("kiln")
    service.retrieve("when is the kiln fired")
    service.get(kiln)
    assert counted(service) == {"The kiln is fired on Fridays": 3, "Glazes are mixed by weight": 0}
    assert contexts(service) == ["search", "search", "explicit"]
    (memory,) = service.get_many([kiln])
    assert (memory.accessed_at, memory.use_count, len(service.history(kiln))) == (clock(), 0, 1)


def test_a_search_waits_for_no_writer_and_what_comes_meanwhile_is_written_together(
    service: MemoryService,
) -> None:
    service.store("The kiln is fired on Fridays", type="fact")
    inside, go_on = threading.Event(), threading.Event()

    def slow(_: object) -> None:
        inside.set()
        go_on.wait(10)

    writer = threading.Thread(target=service._rt.db.write, args=(slow,))
    writer.start()
    inside.wait(10)
    for _ in range(5):
        assert len(service.search("kiln")) == 1
    go_on.set()
    writer.join()
    assert counted(service) == {"The kiln is fired on Fridays": 5}


def test_what_a_command_showed_is_kept_when_it_ends(service: MemoryService) -> None:
    service.store("The kiln is fired on Fridays", type="fact")
    with MemoryService.open(service.home, clock=service._rt.clock) as other:
        other.search("kiln")
    assert counted(service) == {"The kiln is fired on Fridays": 1}
