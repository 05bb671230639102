"""`arbor receipts`, and what `arbor conversation` says of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arbor_desktop.cli import main
from arbor_desktop.clock import DAY_MS, system_clock
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock
from tests.context._claude_session import ClaudeFile
from tests.context.test_receipt_life import APP, SESSION, store, tell, work


@pytest.fixture
def told(home: Path, tmp_path: Path, clock: ManualClock) -> tuple[str, str]:
    """A conversation that was told a memory and used it: their ids."""
    with MemoryService.open(home, clock=clock) as service:
        memory = store(service)
        file = ClaudeFile(tmp_path / f"{SESSION}.jsonl", SESSION, clock.now)
        file.hooked("SessionStart", tell(service, memory))
        clock.now = work(file).at + 60_000
        service.capture([file.write()])
        return service.conversations().conversations[0].id, memory


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    assert main([*arguments, "--json"]) == 0
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


def test_it_lists_what_sessions_were_told(told: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "receipts", "--project", APP)
    [receipt] = found["receipts"]  # type: ignore[misc]
    assert receipt["conversation_id"] == told[0]
    assert (receipt["arrived"], receipt["memories"][0]["use"]) == (True, "used")
    assert main(["receipts"]) == 0
    text = capsys.readouterr().out
    assert "Claude Code, at the start (app): 1 memory" in text
    assert "It ran `make check-fast`." in text
    assert text.endswith("No memories were shared in the last 30 days.\n")


def test_a_question_without_an_answer_says_that_nothing_was_known(
    home: Path, clock: ManualClock, capsys: pytest.CaptureFixture[str]
) -> None:
    with MemoryService.open(home, clock=clock) as service:
        tell(service, event="UserPromptSubmit")
    assert main(["receipts"]) == 0
    text = capsys.readouterr().out
    assert "with a prompt (app): no memories" in text
    assert "0 memories," not in text.splitlines()[0]


def test_it_says_whether_it_works(
    clock: ManualClock, capsys: pytest.CaptureFixture[str], request: pytest.FixtureRequest
) -> None:
    clock.now = system_clock() - DAY_MS  # the command goes by the real one
    request.getfixturevalue("told")
    summary = answer(capsys, "receipts")["summary"]
    assert summary["sessions_helped"] == {"part": 1, "whole": 1, "share": 1.0}  # type: ignore[index]
    assert main(["receipts"]) == 0
    text = capsys.readouterr().out
    assert "Memories were shared with 1 session in the last 30 days. Delivered to 1 of 1" in text
    assert "At least one memory helped in 1 of 1 that were read since." in text
    assert "They got 1 memory: 1 used." in text


def test_a_conversation_says_what_it_was_told(
    told: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    found = answer(capsys, "conversation", told[0])
    assert [one["session_id"] for one in found["receipts"]] == [SESSION]  # type: ignore[attr-defined]
    assert main(["conversation", told[0]]) == 0
    assert "tokens, delivered; 1 used" in capsys.readouterr().out


def test_a_use_is_taken_back(told: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "receipts", "not-used", *told)
    [receipt] = found["receipts"]  # type: ignore[misc]
    assert receipt["memories"][0]["use"] == "unused"


def test_without_any_it_says_what_helps(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["receipts"]) == 3
    assert "arbor integrate" in capsys.readouterr().err


def test_a_project_without_receipts_is_named(
    told: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["receipts", "--project", "/nowhere"]) == 3
    assert "No session of /nowhere has received anything yet." in capsys.readouterr().err
