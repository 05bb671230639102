"""Blocks are kept ready while the window or `watch` runs."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from arbor_desktop.clock import DAY_MS
from arbor_desktop.context import block_cache
from arbor_desktop.context.block_cache import LATELY_DAYS, MOST, BlockCache
from arbor_desktop.context.queries import ready_blocks
from arbor_desktop.runtime.events import Changes
from arbor_desktop.service import MemoryService

NOW = 1_790_000_000_000
PLACE = ("/nowhere/shop", "main")


class Life:
    """A store at a time of its own."""

    def __init__(self, home: Path) -> None:
        self.now = NOW
        self.service = MemoryService.open(home, clock=lambda: self.now)
        self.rt = self.service._rt
        self.warming = BlockCache(self.rt)

    def asked(self, project: str, branch: str) -> None:
        self.rt.db.write(lambda c: ready_blocks.begin(c, project, branch, 2, self.now))
        self.rt.db.write(lambda c: ready_blocks.leave(c, project, branch, 2))

    def ready(self, project: str = PLACE[0], branch: str = PLACE[1]) -> str | None:
        stamp = ready_blocks.stamp(self.rt.settings.stored)
        day = self.now - self.now % DAY_MS
        found = self.rt.db.read(lambda c: ready_blocks.find(c, project, branch, day, self.now, stamp))
        return None if found is None else str(found.text)


@pytest.fixture
def life(home: Path) -> Life:
    return Life(home)


def test_what_was_asked_for_is_made_ready_anew_after_a_change(life: Life) -> None:
    life.asked(*PLACE)
    life.service.store("Deploys go through staging", type="instruction")
    assert life.warming.warm() == 1
    assert "staging" in (life.ready() or "")
    life.service.store("Reviews are done in pairs", type="instruction")
    assert life.ready() is None
    assert life.warming.warm() == 1
    assert "pairs" in (life.ready() or "")
    assert life.warming.warm() == 0
    life.service.close()


def test_a_new_day_and_other_settings_are_made_ready_anew(life: Life) -> None:
    life.asked(*PLACE)
    life.warming.warm()
    life.now += DAY_MS
    assert life.ready() is None
    assert life.warming.warm() == 1
    life.service.settings.set("context.max_tokens", 100)
    assert life.ready() is None
    assert life.warming.warm() == 1
    life.service.close()


def test_nobody_asked_lately_or_it_is_excluded_and_it_is_left(life: Life) -> None:
    life.asked(*PLACE)
    life.asked("/nowhere/secret", "")
    life.service.exclude("/nowhere/secret")
    assert life.warming.warm() == 1
    assert life.ready("/nowhere/secret", "") is None
    life.now += (LATELY_DAYS + 1) * DAY_MS
    assert life.warming.warm() == 0
    life.service.close()


def test_only_so_many_are_kept_ready(life: Life) -> None:
    for number in range(MOST + 3):
        life.now += 1
        life.asked(f"/nowhere/{number}", "")
    assert life.warming.warm() == MOST
    assert life.ready(f"/nowhere/{MOST + 2}", "") is not None
    life.service.close()


def test_a_change_while_it_is_made_is_not_lost(life: Life) -> None:
    life.asked(*PLACE)
    rt = life.rt
    rt.db.write(lambda c: ready_blocks.begin(c, *PLACE, 77))
    life.service.store("Deploys go through staging", type="instruction")
    block = ready_blocks.Block("old", 1, "[]", "")
    day = NOW - NOW % DAY_MS
    stamp = ready_blocks.stamp(rt.settings.stored)
    rt.db.write(lambda c: ready_blocks.keep(c, *PLACE, 77, block, day=day, until=None, settings=stamp))
    assert life.ready() is None
    life.service.close()


def test_words_that_were_deleted_for_good_lie_in_no_block(life: Life) -> None:
    made = life.service.store("The mascot is a halibut", type="instruction")
    life.asked(*PLACE)
    life.warming.warm()
    assert "halibut" in (life.ready() or "")
    life.service.delete(made.id)
    kept = life.rt.db.read(lambda c: c.execute("SELECT text, memories FROM prepared_context").fetchall())
    assert kept == [("", "[]")]
    life.service.close()


@pytest.mark.slow
def test_it_works_when_something_changed_and_ends_with_the_service(
    life: Life, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(block_cache, "SETTLE_SECONDS", 0.0)
    done = threading.Event()
    worked = life.warming.warm

    def warm() -> int:
        made = worked()
        if life.ready() is not None:
            done.set()
        return made

    monkeypatch.setattr(life.warming, "warm", warm)
    life.warming.start()
    life.asked(*PLACE)
    life.rt.events.announce(Changes(all_conversations=True))
    assert done.wait(30)
    life.warming.close()
    assert "arbor-warming" not in {thread.name for thread in threading.enumerate()}
    life.service.close()
