"""A whole session of Claude Code, as far as it can be seen without it: the hook's real processes, and a
record as the tool writes it. From the first word that it is told to the receipt that says what came of it."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from hook_stage import Tool, ids

from arbor_desktop.clock import system_clock, to_iso
from arbor_desktop.context.model import Use
from arbor_desktop.service import MemoryService
from tests.stacks import known_stack

pytestmark = pytest.mark.slow

PNPM = "Always installs packages with pnpm, never with npm"
PORT = "The integration tests of the importer need the variable IMPORTER_SCRATCH_DIR"


@dataclass
class Record:
    """The file of a session: one record a line, each with the id of the one before it."""

    tool: Tool
    lines: list[dict[str, Any]] = field(default_factory=list)

    def add(self, kind: str, **fields: Any) -> None:
        self.lines.append(
            {
                "parentUuid": self.lines[-1]["uuid"] if self.lines else None,
                "isSidechain": False,
                "userType": "external",
                "cwd": str(self.tool.folder),
                "sessionId": self.tool.session,
                "version": "2.1.150",
                "gitBranch": "main",
                "type": kind,
                "uuid": str(uuid.uuid4()),
                "timestamp": to_iso(system_clock()),
            }
            | fields
        )
        self.tool.transcript.parent.mkdir(parents=True, exist_ok=True)
        self.tool.transcript.write_text("".join(json.dumps(line) + "\n" for line in self.lines))

    def user(self, text: str) -> None:
        self.add("user", message={"role": "user", "content": text})

    def assistant(self, **block: Any) -> None:
        self.add(
            "assistant", message={"id": f"msg_{len(self.lines)}", "role": "assistant", "content": [block]}
        )

    def ran(self, command: str, output: str) -> None:
        ident = f"toolu_{len(self.lines)}"
        self.assistant(type="tool_use", id=ident, name="Bash", input={"command": command})
        result = {"type": "tool_result", "tool_use_id": ident, "content": output, "is_error": False}
        self.add("user", message={"role": "user", "content": [result]})

    def hooked(self, event: str, name: str, text: str) -> None:
        """What the tool notes of a hook that answered."""
        about = {"hookName": name, "toolUseID": str(uuid.uuid4()), "hookEvent": event}
        answer = json.dumps({"hookSpecificOutput": {"hookEventName": event, "additionalContext": text}})
        ran = {
            "content": "",
            "stdout": answer,
            "stderr": "",
            "exitCode": 0,
            "command": "arbor",
            "durationMs": 40,
        }
        self.add("attachment", attachment={"type": "hook_success"} | about | ran)
        self.add("attachment", attachment={"type": "hook_additional_context", "content": [text]} | about)


@pytest.fixture
def tool(home: Path, tmp_path: Path) -> Tool:
    folder = tmp_path / "importer"
    (folder / ".git").mkdir(parents=True)
    (folder / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    return Tool(home, folder, session=str(uuid.uuid4()))


@pytest.fixture
def service(tool: Tool) -> Iterator[MemoryService]:
    with MemoryService.open(tool.home) as service:
        known_stack(service, str(tool.folder), "javascript")
        service.store(PNPM, type="preference")
        service.store(PORT, type="fact")
        yield service


def test_a_session_is_told_captured_and_its_receipt_says_what_became_of_it(
    tool: Tool, service: MemoryService
) -> None:
    record = Record(tool)
    start = tool.call("SessionStart", source="startup").text
    assert ids([start]) == {PNPM}
    record.hooked("SessionStart", "SessionStart:startup", start)

    prompt = "Run the integration tests of the importer, please."
    brought = tool.call("UserPromptSubmit", prompt=prompt).text
    assert ids([brought]) == {PORT}
    record.user(prompt)
    record.hooked("UserPromptSubmit", "UserPromptSubmit", brought)
    record.assistant(type="text", text="I set the scratch folder for the tests first.")
    record.ran("IMPORTER_SCRATCH_DIR=/tmp/scratch pytest tests/integration", "12 passed in 3.10s")
    record.assistant(type="text", text="All 12 integration tests pass.")

    again = tool.call("UserPromptSubmit", prompt="Run the integration tests of the importer once more.")
    assert again.out == ""
    record.user(
        "Run the integration tests of the importer once more. From now on we always run them with -x."
    )
    record.assistant(type="text", text="Done: they pass again, with -x.")
    assert tool.call("Stop").out == ""
    assert tool.call("SessionEnd", reason="prompt_input_exit").out == ""
    (note,) = tool.notes()
    assert note["kind"] == "ended"

    service.watch_once()
    assert tool.notes() == []
    (conversation,) = service.conversations().conversations
    assert conversation.session_id == tool.session
    assert conversation.project == str(tool.folder)
    turns = [turn.text for turn in service.turns(conversation.id)]
    assert prompt in turns
    assert not any("user_context" in text for text in turns)

    first, second = service.receipts_of(conversation.id)
    assert [(one.event, one.arrived) for one in (first, second)] == [
        ("SessionStart", True),
        ("UserPromptSubmit", True),
    ]
    assert [(one.content, one.use) for one in first.delivered] == [(PNPM, Use.UNUSED)]
    assert [(one.content, one.use) for one in second.delivered] == [(PORT, Use.USED)]
    assert service.delivery_summary().sessions == 1


def test_what_was_told_is_not_learned_back_as_something_that_the_person_said(
    tool: Tool, service: MemoryService
) -> None:
    record = Record(tool)
    start = tool.call("SessionStart", source="startup").text
    record.hooked("SessionStart", "SessionStart:startup", start)
    record.user("Please rename the function in the parser module.")
    record.assistant(type="text", text="Renamed.")
    tool.call("SessionEnd", reason="exit")
    before = {one.id for one in service.query(limit=100).memories}
    service.watch_once()
    assert {one.id for one in service.query(limit=100).memories} == before
