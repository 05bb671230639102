"""What a long step changes is told in bunches, and nothing of it is left untold."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbor_desktop.runtime.announcements import BUNCH_SECONDS, Telling
from arbor_desktop.runtime.events import Changes
from arbor_desktop.service import MemoryService


def test_changes_are_told_once_a_second_and_the_rest_at_the_end(tmp_path: Path) -> None:
    with MemoryService.open(tmp_path / "home") as service:
        heard: list[Changes] = []
        service.events.subscribe(heard.append)
        now = 0.0
        with pytest.raises(ZeroDivisionError), Telling(service._rt, lambda: now) as telling:
            telling.changed(["a"])
            telling.changed(["b", "a"])
            assert heard == []
            now += BUNCH_SECONDS
            telling.changed(["c"])
            assert [changes.memories for changes in heard] == [("a", "b", "c")]
            telling.changed(["d"])
            raise ZeroDivisionError
        assert [changes.memories for changes in heard] == [("a", "b", "c"), ("d",)]
        assert all(changes.status and changes.conflicts for changes in heard)
