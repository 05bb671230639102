"""A memory whose record holds a word that nobody knows hides no other, and is told to nobody."""

from __future__ import annotations

from pathlib import Path

from arbor_desktop.memories.model import Privacy
from arbor_desktop.service import MemoryService


def test_one_bad_memory_hides_no_other(tmp_path: Path) -> None:
    with MemoryService.open(tmp_path / "home") as service:
        good = service.store("The queue is called inbound", type="instruction").id
        bad = service.store("The queue is called outbound", type="instruction").id
        service._rt.db.write(
            lambda c: c.execute(
                "UPDATE memory SET type = 'mood', privacy_level = 'loud', source = 'stars' WHERE id = ?",
                (bad,),
            )
        )
        assert {m.id for m in service.query().memories} == {good, bad}
        assert service.get(bad).privacy_level is Privacy.NEVER_SHARE
        assert service.search("inbound queue")[0].memory.id == good
        told = service.get_context()
        assert "inbound" in told.text and "outbound" not in told.text
        service.run_maintenance("monthly")
        assert service.get(bad).invalid
