"""Several processes keep the file of a branch: none takes what another wrote for somebody's change."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from arbor_desktop.service import MemoryService
from arbor_desktop.user_files.operations import UserFiles
from tests.conftest import ManualClock


def test_another_process_that_writes_the_file_meanwhile_is_no_trouble(
    home: Path, clock: ManualClock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "desk"
    folder.mkdir()
    place = {"type": "fact", "category": "facts", "scope": "project", "scope_id": str(folder)}
    with MemoryService.open(home, clock=clock) as one, MemoryService.open(home, clock=clock) as other:
        one.store("The server listens on port 8080.", **place)
        one.switch(str(folder), branch_files=True)
        one.branch_memory.sync(str(folder), "main")
        one.store("The tests need Docker.", **place)
        others: list[threading.Thread] = []
        carry_out = UserFiles.carry_out

        def slow(self: UserFiles, *args: Any, **options: Any) -> Any:
            if not others:  # the other one begins between the look at the file and its change
                other.store("The logs are kept for a week.", **place)
                others.append(threading.Thread(target=other.branch_memory.sync, args=(str(folder), "main")))
                others[0].start()
                others[0].join(1.0)
            return carry_out(self, *args, **options)

        monkeypatch.setattr(UserFiles, "carry_out", slow)
        assert one.branch_memory.sync(str(folder), "main")
        others[0].join()
        assert [line for line in one.activity() if line.status == "warning"] == []
        text = (folder / ".arbor" / "memory" / "branches" / "main.md").read_text()
        assert "Docker" in text
        assert "logs" in text
        assert one.query(limit=10).total == 3
