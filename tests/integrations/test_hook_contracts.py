"""Each tool's own words: what it sends, and what it takes for an answer."""

from __future__ import annotations

from pathlib import Path

import pytest
from hook_stage import Tool

from arbor_desktop import ids, paths
from arbor_desktop.context.queries import ready_blocks
from arbor_desktop.conversations.model import ARBOR_MARKER
from arbor_desktop.database import migrations
from arbor_desktop.integrations.hooks import entry, events, home_folder
from arbor_desktop.integrations.hooks.contracts import (
    CLAUDE_CODE,
    COMPACTION,
    CONTRACTS,
    END,
    PROMPT,
    START,
    Call,
    Contract,
)
from arbor_desktop.llm import claude_program as program
from arbor_desktop.service import MemoryService

EVENTS = {
    "claude-code": ("SessionStart", "UserPromptSubmit"),
    "codex": ("SessionStart", "UserPromptSubmit"),
    "gemini": ("SessionStart", "BeforeAgent"),
}


@pytest.mark.parametrize("contract", CONTRACTS.values(), ids=CONTRACTS)
def test_a_tool_is_answered_at_the_start_and_with_a_prompt_and_never_at_a_stop(contract: Contract) -> None:
    events = contract.events
    assert {START, PROMPT, COMPACTION, END} == set(events.values())
    assert "Stop" not in events and "AfterAgent" not in events
    assert events[contract.start] == START


@pytest.mark.parametrize(
    ("tool", "event"), [(tool, event) for tool, both in EVENTS.items() for event in both]
)
def test_an_answer_has_the_fields_that_the_tool_knows_and_no_other(
    tmp_path: Path, home: Path, tool: str, event: str
) -> None:
    with MemoryService.open(home) as service:
        service.store("Deploys of the billing exporter go through the staging cluster", type="instruction")
    said = Tool(home, tmp_path, name=tool).call(
        event, source="startup", prompt="How do deploys of the billing exporter go?"
    )
    assert said.out.startswith(
        '{"hookSpecificOutput": {"hookEventName": "' + event + '", "additionalContext": "'
    )
    assert set(__import__("json").loads(said.out)) == {"hookSpecificOutput"}
    assert set(__import__("json").loads(said.out)["hookSpecificOutput"]) == {
        "hookEventName",
        "additionalContext",
    }
    assert "staging cluster" in said.text
    with MemoryService.open(home) as service:
        (receipt,) = service.latest_receipts()
    assert receipt.tool == {"gemini": "gemini-cli"}.get(tool, tool)
    assert receipt.event == event


def test_a_call_takes_what_is_not_text_for_missing_and_mends_half_characters() -> None:
    call = Call(CLAUDE_CODE, "SessionStart", {"session_id": 7, "cwd": None, "source": "a\ud800b"}, 1)
    assert (call.session_id, call.cwd, call.prompt) == ("", "", "")
    assert call.source == "a\ufffdb"


@pytest.mark.parametrize(
    ("prompt", "worth"),
    [
        ("", False),
        ("yes", False),
        ("ok, go on", False),
        ("/compact keep the tests", False),
        ("/memory:", False),
        ("Why does the exporter fail?", True),
        ("データベースの接続を直して", True),
        ("  \n", False),
        ("aaaaaaaaaaaaaaaaaaaaaaaa", False),
    ],
)
def test_only_a_prompt_that_says_what_it_is_about_is_looked_at(prompt: str, worth: bool) -> None:
    assert events.has_subject(prompt) is worth


@pytest.mark.parametrize(
    ("prompt", "asked"),
    [
        ("/memory: the exporter", "the exporter"),
        ("  /memory the exporter ", "the exporter"),
        ("/Memory:\nthe exporter", "the exporter"),
        ("memory: the exporter", "the exporter"),
        ("memory the exporter", None),
        ("/memory", None),
        ("/memory:  ", None),
        ("/memorable things", None),
        ("the /memory: command", None),
    ],
)
def test_a_question_to_the_memory_is_known_by_how_it_begins(prompt: str, asked: str | None) -> None:
    assert events.memory_question(prompt) == asked


def test_the_folder_is_the_one_that_the_rest_of_arbor_takes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert home_folder.locate(str(tmp_path / "a" / ".." / "b")) == str(tmp_path / "b")
    assert home_folder.locate("~/x") == str(paths.resolve_home("~/x").folder)
    assert home_folder.locate(None) == str(paths.resolve_home(None).folder)
    monkeypatch.delenv("ARBOR_HOME")
    for data in ("", "relative", str(tmp_path)):
        monkeypatch.setenv("XDG_DATA_HOME", data)
        assert home_folder.locate(None) == str(paths.resolve_home(None).folder)
    monkeypatch.delenv("XDG_DATA_HOME")
    assert home_folder.locate(None) == str(paths.resolve_home(None).folder)


def test_what_is_written_down_twice_says_the_same() -> None:
    assert migrations.MIGRATIONS[-1].version == ready_blocks.VERSION
    assert entry.OWN_PROMPT == ARBOR_MARKER
    assert entry.OWN_SESSION == program.OWN_SESSION
    assert (home_folder.DATABASE, home_folder.SETTINGS) == (paths.DATABASE, paths.SETTINGS)
    made = home_folder.new_id(1_700_000_000_123)
    assert made[:15] == ids.new_id(1_700_000_000_123)[:15]
    assert len(made) == 36 and made[19] in "89ab"
