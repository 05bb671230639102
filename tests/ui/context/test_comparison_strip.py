"""A session without memories is marked on the Context page, and can get them after all."""

from __future__ import annotations

from typing import Any

from arbor_desktop.service import MemoryService
from tests.maintenance.test_effect import KILN, add_session


def test_share_anyway(open_page: Any, some: dict[str, str], service: MemoryService) -> None:
    service.effect.turn_on([KILN])
    add_session(service, "now", shared=False)
    person = open_page()
    strip = person.page.comparison
    assert strip.isVisible() and strip in person.page.focus_groups()
    assert strip.label.text() == "For comparison, “Session now” started without memories."
    person.click(strip.share)
    assert not strip.isVisible()
    assert service.effect.report().standing.left_out == 1
    person.page.refresh()
    person.wait()
    assert not strip.isVisible()


def test_nothing_is_said_of_sessions_with_memories(
    open_page: Any, some: dict[str, str], service: MemoryService
) -> None:
    service.effect.turn_on([KILN])
    add_session(service, "before", shared=False, at=service._rt.clock() - 60_000)
    add_session(service, "now", shared=True)
    assert not open_page().page.comparison.isVisible()
