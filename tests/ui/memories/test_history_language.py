"""The history of memories in another language."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arbor_desktop.clock import local_day
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.memory.history_words import reason_words, title
from tests.conftest import ManualClock


@pytest.mark.usefixtures("german")
def test_reasons_that_were_stored_are_translated(service: MemoryService, clock: ManualClock) -> None:
    older = service.store("runner: jest", type="fact").id
    day = local_day(clock())
    clock.advance(days=2)
    newer = service.store("runner: vitest", type="fact").id
    (conflict,) = service.list_conflicts()
    service.resolve_conflict(conflict.id, "accepted_newer", note="Since the move.")
    service.reopen_conflict(conflict.id)
    service.resolve_conflict(conflict.id, "accepted_newer")
    service.undo()
    service.update(newer, content="The test runner of the shop is vitest.")
    service.archive(older)
    service.time_machine.restore([older], day)
    entries = [entry for ident in (older, newer) for entry in service.history(ident)]
    assert {reason_words(entry) for entry in entries if entry.reason} == {
        "In einem Konflikt (runner): die neuere wurde behalten. Sie schrieben: Since the move.",
        "Der Konflikt (runner) wurde wieder geöffnet",
        "In einem Konflikt (runner): die neuere wurde behalten",
        "Konflikt wieder geöffnet",
        "Wie am 2026-01-01",
    }
    assert title(service.history(older)[-1]) == "Wiederhergestellt von Ihnen"


@pytest.mark.parametrize("prefix", ["Undone: ", "Undo of "])
def test_an_undo_says_what_was_undone(service: MemoryService, prefix: str) -> None:
    memory = service.store("The shop closes at six.", type="fact")
    service.update(memory.id, content="The shop closes at seven.")
    service.undo()
    (entry,) = (entry for entry in service.history(memory.id) if entry.actor == "undo")
    assert entry.reason == "Undone: edited"
    assert reason_words(replace(entry, reason=f"{prefix}edited")) == "Undone: Edited"
    assert reason_words(replace(entry, reason=f"{prefix}kept")) == "Conflict reopened"
