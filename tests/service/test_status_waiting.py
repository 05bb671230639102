"""What a status says is waiting for the person."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock
from tests.judges import use_judge


@pytest.fixture
def service(home: Path, clock: ManualClock, monkeypatch: pytest.MonkeyPatch) -> Iterator[MemoryService]:
    use_judge(monkeypatch)
    with MemoryService.open(home, clock=clock) as opened:
        yield opened


def waiting(service: MemoryService) -> tuple[int, int, int, int]:
    status = service.get_status()
    return status.pending_review, status.marked_outdated, status.to_review, status.open_conflicts


def test_pending_outdated_and_contradicting_ones_are_counted_apart(service: MemoryService) -> None:
    assert waiting(service) == (0, 0, 0, 0)
    jest, vitest, other = (
        service.store(text, type="fact").id
        for text in ("Test runner: jest", "Test runner: vitest", "Deploys on Fridays.")
    )
    assert waiting(service) == (0, 0, 0, 1)
    service.update_many([jest], status="pending")
    service.feedback(other, "OUTDATED")
    assert waiting(service) == (1, 1, 2, 1)
    service.resolve_conflict(service.get(vitest).conflict_ids[0], "accepted_newer")
    assert waiting(service) == (0, 1, 1, 0)


def test_only_what_is_still_active_waits_as_outdated(service: MemoryService) -> None:
    kept, confirmed, archived = (
        service.store(f"Fact number {number} holds.", type="fact").id for number in range(3)
    )
    for ident in (kept, confirmed, archived):
        service.feedback(ident, "OUTDATED")
    assert waiting(service) == (0, 3, 3, 0)
    service.feedback(kept, "CONFIRM")
    service.reject(confirmed)
    service.archive(archived)
    assert waiting(service) == (0, 0, 0, 0)


def test_programs_are_told_the_same(service: MemoryService) -> None:
    service.feedback(service.store("Deploys on Fridays.", type="fact").id, "OUTDATED")
    told = service.get_status().to_dict()
    assert (told["pending_review"], told["marked_outdated"], told["open_conflicts"]) == (0, 1, 0)
