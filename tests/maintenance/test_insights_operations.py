"""The figures of the Insights page, asked of a service in which something happened."""

from __future__ import annotations

from pathlib import Path

from arbor_desktop.clock import DAY_MS
from arbor_desktop.context.model import Rate
from arbor_desktop.demo.sessions import write_sessions
from arbor_desktop.memories.model import MemoryType
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock

KILN = "/srv/kiln"


def test_an_empty_memory_has_no_figures_that_are_made_up(service: MemoryService) -> None:
    found = service.insights()
    assert (found.memories, found.conversations, found.memorized, found.last_updated) == (0, 0, 0, None)
    assert found.helpful.share is None
    assert found.stale.share is None
    assert all(measure.met is None for measure in found.measures)
    assert sum(map(sum, found.growth.by_type.values())) == sum(found.histogram) == 0
    assert found.cost.offline.share is None


def test_what_was_done_is_counted(service: MemoryService, clock: ManualClock) -> None:
    old = service.store("The kiln fires at noon", type="fact", scope="project", scope_id=KILN).id
    clock.advance(days=10)
    service.store("I like tabs", type="preference", category="coding_preferences", confidence=0.55)
    service.record_usage(old, True)
    service.record_usage(old, False)
    found = service.insights(days=30)
    assert (found.memories, found.memories_this_week, found.categories) == (2, 1, 2)
    assert found.by_type == {"preference": 1, "fact": 1}
    assert found.histogram[5] == 1
    assert sum(found.histogram) == 2
    assert list(found.used.values()) == [1]
    assert found.last_updated == clock()
    assert found.stale == Rate(0, 2)
    facts = found.growth.by_type[MemoryType.FACT]
    assert len(facts) == len(found.growth.starts) == 30
    assert (facts[0], facts[-1]) == (0, 1)
    assert found.growth.by_type[MemoryType.PREFERENCE][-2:] == (0, 1)
    kiln = service.insights(days=30, project=KILN)
    assert (kiln.memories, kiln.by_type) == (1, {"fact": 1})
    assert list(kiln.used.values()) == [1]
    clock.advance(days=100)
    assert service.insights().stale == Rate(1, 2)


def test_what_was_deleted_for_good_is_in_no_figure(service: MemoryService, clock: ManualClock) -> None:
    gone = service.store("The kiln fires at noon", type="fact", scope="global").id
    service.record_usage(gone, True)
    clock.advance(days=40)
    service.purge(ids=[gone])
    found = service.insights()
    assert found.memories == sum(map(sum, found.growth.by_type.values())) == sum(found.histogram) == 0
    assert found.used == {}


def test_sessions_that_were_memorized_are_counted_by_their_day(
    service: MemoryService, tmp_path: Path, clock: ManualClock
) -> None:
    files = write_sessions(tmp_path, clock())
    service.capture(files[:6])
    found = service.insights()
    assert found.conversations == sum(found.captured.values())
    assert 0 < found.memorized <= found.conversations
    assert found.memories == sum(found.by_source.values())
    assert found.cost.offline == Rate(found.memorized, found.memorized)
    projects = {memory.scope_id for memory in service.query(scope="project", limit=200).memories}
    of_each = [service.insights(project=path).conversations for path in projects if path]
    assert 0 < sum(of_each) <= found.conversations
    assert found.until - found.since >= 181 * DAY_MS
