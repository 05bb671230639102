"""What sessions were told, in short: one question for many conversations."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from arbor_desktop.context.model import ToldFigures, Use
from arbor_desktop.service import MemoryService
from tests._receipts import tell
from tests.reliability.sessions import Session


@pytest.fixture
def service(tmp_path: Path) -> Iterator[MemoryService]:
    with MemoryService.open(tmp_path / "home", environ={"HOME": str(tmp_path)}) as opened:
        yield opened


def test_each_memory_counts_once_and_what_got_lost_is_seen(service: MemoryService, tmp_path: Path) -> None:
    said = "Please look at the export of the bookings once more."
    files = [Session(name).say(said).reply("It works now.").write(tmp_path / "talks") for name in ("a", "b")]
    rows = service.capture(files)
    told, silent = (str(row.conversation_id) for row in rows)
    one = service.store("Exports run at night.", type="fact").id
    two = service.store("Exports are CSV files.", type="fact").id
    tell(service, told, [one, two], became={one: (Use.USED, "", 2), two: (Use.FAILED, "", 2)})
    tell(service, told, [one], id_="later", event="UserPromptSubmit", arrived=False)
    figures = service.receipts.figures([told, silent, "unknown"])
    assert figures == {told: ToldFigures(2, used=1, failed=1, arrived=False)}
    assert service.receipts.figures([]) == {}
