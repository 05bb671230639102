"""Every figure over the whole store is that of a plain count."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from arbor_desktop.clock import DAY_MS
from arbor_desktop.memories.model import LIVING, Category, Memory, MemoryType, Privacy, Status
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock

PROJECTS = ("/srv/kiln", "/srv/a b", "/srv/odd\tname\nhere", "/srv/Öfen")
TAGS = ("one", 'a "quoted", one', "back\\slash", "Öfen", "two\nlines")
TOLD = (Privacy.NORMAL, Privacy.ALWAYS_INCLUDE)


def _fill(service: MemoryService, clock: ManualClock, rng: random.Random) -> None:
    for number in range(120):
        place = rng.choice([None, *PROJECTS])
        service.store(
            f"Statement {number} of {rng.random()}",
            type=rng.choice(list(MemoryType)),
            category=rng.choice(list(Category)),
            privacy_level=rng.choice(list(Privacy)),
            scope="project" if place else "global",
            scope_id=place,
            tags=rng.sample(TAGS, rng.randrange(4)),
            confidence=rng.random(),
        )
        clock.advance(days=rng.random())
    ids = service.find_ids()
    for ident in rng.sample(ids, 40):
        service.update(
            ident, status=rng.choice([one for one in Status if one.value != "deleted"]), tags=["again"]
        )
    service.delete(*rng.sample(ids, 20))
    service.undo()
    service.delete(*rng.sample(ids, 10))
    service.purge(rng.sample(ids, 10))


def _conversations(service: MemoryService, rng: random.Random, every: list[Memory]) -> dict[str, int]:
    """Give some memories evidence, and return when each was last mentioned."""
    said: dict[str, int] = {}

    def write(conn: object) -> None:
        conn.execute(  # type: ignore[attr-defined]
            "INSERT INTO conversation (row, id, source, session_id, status, created_at, updated_at) "
            "VALUES (1, 'talk', 'claude-code', 's', 'memorized', 1, 1)"
        )
        for memory in rng.sample(every, len(every) // 2):
            for turn in range(1, rng.randrange(4)):
                at = None if turn == 2 else memory.created_at + rng.randrange(-DAY_MS, DAY_MS)
                conn.execute(  # type: ignore[attr-defined]
                    "INSERT INTO evidence (memory, conversation, first_turn, last_turn, rule, at) "
                    "VALUES (?, 1, ?, ?, 'rule', ?)",
                    (memory.row, turn, turn, at),
                )
                if at is not None:
                    said[memory.id] = max(at, said.get(memory.id, at))

    service._rt.db.write(write)
    return said


@pytest.mark.parametrize("seed", range(3))
def test_figures_are_those_of_a_plain_count(home: Path, clock: ManualClock, seed: int) -> None:
    rng = random.Random(seed)
    with MemoryService.open(home, clock=clock, environ={}) as service:
        _fill(service, clock, rng)
        every = list(service.query(status="all", limit=1_000).memories)
        said = _conversations(service, rng, every)
        active = [one for one in every if one.status is Status.ACTIVE]
        living = [one for one in every if one.status in LIVING]

        for wanted, some in ({}, active), ({"status": "all"}, every), ({"tags": ["again"]}, None):
            if some is None:
                some = [one for one in active if "again" in one.tags]
            facets = service.facets(**wanted)
            assert facets.total == len(some)
            assert facets.types == Counter(one.type for one in some)
            assert facets.categories == Counter(one.category for one in some)
            assert facets.sources == Counter(one.source for one in some)
            assert facets.privacy == Counter(one.privacy_level for one in some)
            assert facets.tags == Counter(tag for one in some for tag in one.tags)
            assert facets.statuses == Counter(one.status for one in every)
            in_projects = Counter(one.scope_id for one in living if one.scope_id)
            assert list(facets.projects.items()) == sorted(
                in_projects.items(), key=lambda one: (-one[1], one[0])
            )

        stats = service.get_stats()
        assert stats["total_memories"] == len(active)
        for name in ("type", "category", "scope", "source"):
            counted = Counter(getattr(one, name).value for one in active)
            assert list(stats[f"by_{name}"].items()) == sorted(counted.items())
        assert stats["by_status"] == Counter(one.status.value for one in every)
        average = sum(one.current_confidence for one in active) / len(active)
        assert stats["avg_confidence"] == pytest.approx(average, abs=1e-4)

        clock.advance(days=60)
        insights = service.insights()
        assert insights.by_type == Counter(one.type.value for one in active)
        assert sum(insights.histogram) == insights.stale.whole == len(active)
        assert insights.stale == service.stale() and insights.stale.part
        for path in PROJECTS:
            assert service.insights(project=path).memories == sum(one.scope_id == path for one in active)

        told = Counter(
            (one.scope.value, one.scope_id, one.category.value) for one in active if one.privacy_level in TOLD
        )
        infos = {
            (one.scope, one.scope_id, one.name): one.item_count
            for one in service.list_categories()
            if one.item_count
        }
        assert infos == told

        seen = {
            path: max(said.get(one.id, one.created_at) for one in every if one.scope_id == path)
            for path in PROJECTS
        }
        projects = service.list_projects()
        assert {one.path: (one.memories, one.last_seen) for one in projects} == {
            path: (in_projects[path], seen[path]) for path in PROJECTS
        }
        assert [one.path for one in projects] == sorted(PROJECTS, key=lambda path: -seen[path])
        for one in projects:
            assert service.get_project(one.path).summary == one
