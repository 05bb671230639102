"""What the engine does when nothing else is due."""

from __future__ import annotations

from arbor_desktop.capture.engine import CHORE_DELAY_SECONDS, CHORE_SECONDS, Engine
from arbor_desktop.service import MemoryService


def test_the_chore_is_done_soon_after_the_start_and_then_every_hour(service: MemoryService) -> None:
    now = 0.0
    done: list[float] = []
    engine = Engine(
        service._rt, service._capture, service.sources_part, lambda: now, chore=lambda: done.append(now)
    )
    engine._chore_due = now + CHORE_DELAY_SECONDS
    for _ in range(3):
        engine._step()
        now += CHORE_DELAY_SECONDS
    now += CHORE_SECONDS
    engine._step()
    engine._step()
    assert done == [CHORE_DELAY_SECONDS, now]


def test_a_running_service_looks_after_its_file(service: MemoryService) -> None:
    service.store("Worth a backup", type="fact")
    assert service._engine._chore is not None
    service._engine._chore()
    assert list(service.home.backups.glob("daily-*.db"))
