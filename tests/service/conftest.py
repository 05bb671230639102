"""A real service on a real file in a temporary home."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock


@pytest.fixture
def service(home: Path, clock: ManualClock) -> Iterator[MemoryService]:
    with MemoryService.open(home, clock=clock) as opened:
        yield opened
