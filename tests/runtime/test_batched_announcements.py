"""Changes of a long step are announced about once a second, and none is lost at its end."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbor_desktop.runtime.events import Changes
from arbor_desktop.runtime.runtime import BUNCH_SECONDS, BatchedAnnouncements
from arbor_desktop.service import MemoryService


def test_changes_are_told_once_a_second_and_the_rest_at_the_end(tmp_path: Path) -> None:
    with MemoryService.open(tmp_path / "home") as service:
        heard: list[Changes] = []
        service.events.subscribe(heard.append)
        now = 0.0
        with (
            pytest.raises(ZeroDivisionError),
            BatchedAnnouncements(service._rt, lambda: now) as announcements,
        ):
            announcements.changed(["a"])
            announcements.changed(["b", "a"])
            assert heard == []
            now += BUNCH_SECONDS
            announcements.changed(["c"])
            assert [changes.memories for changes in heard] == [("a", "b", "c")]
            announcements.changed(["d"])
            raise ZeroDivisionError
        assert [changes.memories for changes in heard] == [("a", "b", "c"), ("d",)]
        assert all(changes.status and changes.conflicts for changes in heard)
