"""`arbor why`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arbor_desktop.cli import main
from arbor_desktop.service import MemoryService
from tests._receipts import tell
from tests.conftest import ManualClock
from tests.reliability.sessions import Session


@pytest.fixture
def conversation(home: Path, tmp_path: Path, clock: ManualClock) -> str:
    talk = Session("why").say("Please add zod to the api, and say when it is in.")
    talk.tool("npm install zod", "added 1 package").reply("It is in.")
    talk.say("Thank you, and now read me the changelog of it.").reply("It says little.")
    with MemoryService.open(home, clock=clock) as service:
        [row] = service.capture([talk.write(tmp_path)])
        assert row.conversation_id is not None
        rule = service.store("Use pnpm, never npm.", type="instruction")
        tell(service, row.conversation_id, [rule.id, service.store("User likes tea.", type="preference").id])
        return row.conversation_id


def test_it_explains_one_answer(conversation: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["why", conversation, "2", "--json"]) == 0
    [found] = json.loads(capsys.readouterr().out)
    assert (found["first_turn"], found["last_turn"], found["seen"], found["looked_up"]) == (2, 4, "yes", 0)
    ignored, other = found["memories"]
    assert (ignored["regard"], ignored["deed"], ignored["quote"]) == ("ignored", "ran", "npm install zod")
    assert (ignored["words"], ignored["turn"], ignored["corrected"]) == (["npm"], 2, None)
    assert (other["regard"], other["quote"]) == ("not_needed", "")


def test_without_a_turn_it_explains_every_answer(
    conversation: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["why", conversation]) == 0
    text = capsys.readouterr().out
    assert "  ignored: Use pnpm, never npm.\n    It ran npm install zod (turn 2).\n" in text
    assert "  2 memories not needed here\n" in text
    assert "  2 memories in its context, seen\n" in text


def test_a_turn_after_the_last_answer_is_not_found(
    conversation: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["why", conversation, "99", "--json"]) == 3
    assert json.loads(capsys.readouterr().out)["code"] == "NOT_FOUND"
