"""How an installed hook does: silence is told, and nothing that only looks like it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from arbor_desktop.clock import DAY_MS
from arbor_desktop.context.model import HookHealth, Pulse
from arbor_desktop.context.queries import ready_blocks, receipts
from arbor_desktop.conversations.model import SessionPart
from arbor_desktop.conversations.queries import conversations
from arbor_desktop.database.connection import Connection
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock

HOUR_MS = 3_600_000
MINUTE_MS = 60_000


@pytest.fixture
def service(home: Path, clock: ManualClock) -> Iterator[MemoryService]:
    with MemoryService.open(home, clock=clock) as opened:
        opened.receipts.installed("claude-code", True)
        yield opened


def health(service: MemoryService, tool: str = "claude-code") -> HookHealth:
    return service.hook_health([tool])[0]


def called(service: MemoryService, *, answered: bool = True, trouble: str | None = None) -> None:
    now = service._rt.clock()
    service._rt.db.write(
        lambda c: ready_blocks.note_called(c, "claude-code", "SessionStart", now, answered, trouble)
    )


def begin(
    service: MemoryService, session: str, at: int, *, tool: str = "claude-code", headless: bool = False,
    project: str | None = None, turns: int = 1,
) -> None:  # fmt: skip
    """A session in which a person first spoke at `at`."""

    def write(conn: Connection) -> None:
        part = SessionPart(tool, session, headless=headless)
        row = conversations.ensure(conn, part, project, at)
        conversations.update_session(conn, row, part, project, at)
        conn.execute("UPDATE conversation SET started_at = ?, user_turns = ? WHERE row = ?", (at, turns, row))

    service._rt.db.write(write)


def test_without_a_session_since_it_was_installed_it_was_not_heard_yet(service: MemoryService) -> None:
    found = health(service)
    assert found.pulse is Pulse.UNHEARD
    assert "No Claude Code session has contacted Arbor yet" in found.message


def test_a_hook_that_was_called_does_well(service: MemoryService, clock: ManualClock) -> None:
    clock.advance(ms=HOUR_MS)
    called(service)
    assert health(service).pulse is Pulse.WELL
    assert health(service).message == ""


def test_two_sessions_without_a_call_are_silence(service: MemoryService, clock: ManualClock) -> None:
    installed = clock.now
    begin(service, "one", installed + HOUR_MS)
    clock.advance(ms=3 * HOUR_MS)
    assert health(service).pulse is Pulse.UNHEARD
    begin(service, "two", installed + 2 * HOUR_MS)
    found = health(service)
    assert found.pulse is Pulse.SILENT
    assert (
        "Since the tool was connected, 2 Claude Code sessions have run without contacting Arbor."
        in found.message
    )


def test_one_session_long_after_the_last_call_is_silence(service: MemoryService, clock: ManualClock) -> None:
    called(service)
    begin(service, "one", clock.now + 2 * DAY_MS)
    clock.advance(ms=3 * DAY_MS)
    assert health(service).pulse is Pulse.SILENT


def test_a_call_after_the_silence_ends_it(service: MemoryService, clock: ManualClock) -> None:
    begin(service, "one", clock.now + HOUR_MS)
    begin(service, "two", clock.now + 2 * HOUR_MS)
    clock.advance(ms=3 * HOUR_MS)
    assert health(service).pulse is Pulse.SILENT
    called(service)
    assert health(service).pulse is Pulse.WELL


@pytest.mark.parametrize("odd", ["headless", "before", "soon", "excluded", "unsaid", "other tool"])
def test_sessions_that_prove_nothing_are_no_silence(
    service: MemoryService, clock: ManualClock, odd: str
) -> None:
    if odd == "excluded":
        service.exclude("/home/someone/secret")
    for number in range(3):
        at = clock.now + HOUR_MS + number
        match odd:
            case "headless":
                begin(service, f"s{number}", at, headless=True)
            case "before":
                begin(service, f"s{number}", clock.now - HOUR_MS + number)
            case "soon":
                begin(service, f"s{number}", clock.now + 5 * MINUTE_MS + number)
            case "excluded":
                begin(service, f"s{number}", at, project="/home/someone/secret/app")
            case "unsaid":
                begin(service, f"s{number}", at, turns=0)
            case _:
                begin(service, f"s{number}", at, tool="codex")
    clock.advance(ms=5 * DAY_MS)
    assert health(service).pulse is Pulse.UNHEARD


def test_a_session_that_was_told_something_is_no_silence(service: MemoryService, clock: ManualClock) -> None:
    for number in range(3):
        told = ready_blocks.Delivery(
            f"r{number}", "claude-code", "SessionStart", f"s{number}", clock.now, None, None, "x", 1, "[]"
        )
        service._rt.db.write(lambda c, told=told: ready_blocks.note_delivery(c, told))
        begin(service, f"s{number}", clock.now + 2 * DAY_MS + number)
        service._rt.db.write(lambda c, row=number + 1: receipts.join(c, row))
    clock.advance(ms=5 * DAY_MS)
    assert health(service).pulse is Pulse.UNHEARD


def test_a_session_that_ends_is_heard_too_and_hides_no_trouble(
    service: MemoryService, clock: ManualClock
) -> None:
    clock.advance(ms=HOUR_MS)
    service._rt.db.write(lambda c: receipts.note_contact(c, "claude-code", clock.now))
    assert health(service).pulse is Pulse.WELL
    called(service, answered=False, trouble="No room on the disk.")
    service._rt.db.write(lambda c: receipts.note_contact(c, "claude-code", clock.now + HOUR_MS))
    assert health(service).pulse is Pulse.FAILING


def test_codex_says_that_hooks_must_be_trusted(service: MemoryService, clock: ManualClock) -> None:
    service.receipts.installed("codex", True)
    assert "trust" in health(service, "codex").message
    for number in range(2):
        begin(service, f"s{number}", clock.now + HOUR_MS + number, tool="codex")
    clock.advance(ms=2 * HOUR_MS)
    found = health(service, "codex")
    assert found.pulse is Pulse.SILENT
    assert "trust" in found.message


def test_trouble_at_the_last_call_is_told_until_a_call_goes_well(
    service: MemoryService, clock: ManualClock
) -> None:
    clock.advance(ms=HOUR_MS)
    called(service, answered=False, trouble="The memory file is locked.")
    found = health(service)
    assert found.pulse is Pulse.FAILING
    assert "The memory file is locked." in found.message
    clock.advance(ms=HOUR_MS)
    called(service, answered=False)
    assert health(service).pulse is Pulse.WELL


def test_what_was_taken_away_and_set_up_again_begins_anew(service: MemoryService, clock: ManualClock) -> None:
    clock.advance(ms=HOUR_MS)
    called(service, answered=False, trouble="No room on the disk.")
    service.receipts.installed("claude-code", False)
    clock.advance(ms=HOUR_MS)
    service.receipts.installed("claude-code", True)
    found = health(service)
    assert (found.pulse, found.installed_at, found.called_at) == (Pulse.UNHEARD, clock.now, None)


def test_a_tool_of_which_nothing_is_known_was_not_heard(service: MemoryService) -> None:
    assert health(service, "gemini-cli").pulse is Pulse.UNHEARD
