"""Qwen Code: its logs, and the documents of its first versions."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import gemini_builder as g
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.conversations.model import TurnKind
from arbor_desktop.conversations.readers.qwen_code import QwenCodeReader
from arbor_desktop.conversations.readers.registry import detect

READER = QwenCodeReader()
SESSION = "5e551003-0000-4000-8000-000000000001"


def uuid(number: int) -> str:
    return f"5e551003-0000-4000-8000-{number:012}"


class Chat:
    """A log in the making; every method appends a record and answers its uuid."""

    def __init__(self, session: str = SESSION, first: int = 100) -> None:
        self.session = session
        self.records: list[dict[str, Any]] = []
        self.leaf: str | None = None
        self._numbers = itertools.count(first)

    def add(self, kind: str, parent: str | None = "", **more: Any) -> str:
        ident = uuid(next(self._numbers))
        base = {
            "uuid": ident,
            "parentUuid": self.leaf if parent == "" else parent,
            "sessionId": self.session,
            "timestamp": "2026-03-04T05:00:01.500Z",
            "type": kind,
            "cwd": "/home/ada/engine",
            "version": "0.21.13",
            "gitBranch": "main",
        }
        self.records.append(base | more)
        self.leaf = ident
        return ident

    def user(self, words: str, **more: Any) -> str:
        return self.add("user", message={"role": "user", "parts": [{"text": words}]}, **more)

    def model(self, *parts: Any, **more: Any) -> str:
        found = [{"text": part} if isinstance(part, str) else part for part in parts]
        usage = {"promptTokenCount": 100, "cachedContentTokenCount": 40, "candidatesTokenCount": 5}
        return self.add(
            "assistant", message={"role": "model", "parts": found}, model="qwen3", usageMetadata=usage, **more
        )

    def system(self, subtype: str, payload: Any = None, parent: str | None = "", **more: Any) -> str:
        return self.add("system", parent, subtype=subtype, systemPayload=payload or {}, **more)

    def write(self, path: Path) -> Path:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(g.lines(*self.records))
        return path


def call(name: str, **args: Any) -> dict[str, Any]:
    return {"functionCall": {"id": "c1", "name": name, "args": args}}


def answer(output: str) -> dict[str, Any]:
    return {"functionResponse": {"id": "c1", "name": "x", "response": {"output": output}}}


def rewound() -> Chat:
    chat = Chat()
    chat.user("Keep this.")
    kept = chat.model("Kept.")
    chat.user("Take this back.")
    chat.model("Gone.")
    chat.system("rewind", {"truncatedCount": 2}, parent=kept)
    chat.user("Instead of it.")
    chat.model("Good.")
    return chat


def test_a_log_is_read(tmp_path: Path) -> None:
    chat = Chat()
    chat.user("Write it.")
    chat.model(
        {"text": "secret thought", "thought": True}, "I write.", call("write_file", file_path="src/a.py")
    )
    chat.add(
        "tool_result",
        message={"role": "user", "parts": [answer("Wrote it.")]},
        toolCallResult={"status": "success"},
    )
    chat.model("Done.")
    chat.system("ui_telemetry", {"uiEvent": {"event.name": "x"}})
    path = chat.write(tmp_path / "x.jsonl")
    found = detect(path)
    assert found is not None and found.source == "qwen-code"
    seen = g.read(found, path)
    assert (seen.prompts, seen.answers) == (["Write it."], ["I write.", "Done."])
    assert seen.kind(TurnKind.TOOL) == ["write_file: src/a.py", "ok\nWrote it."]
    assert (seen.last("title"), seen.last("cwd"), seen.last("branch")) == (
        "Write it.",
        "/home/ada/engine",
        "main",
    )
    assert seen.last("paths") == ("/home/ada/engine/src/a.py",)
    assert seen.tokens == (120, 10)
    assert seen.last("extra") == {"version": "0.21.13", "model": "qwen3"}


def test_fragments_of_one_message_are_told_together_and_billed_once(tmp_path: Path) -> None:
    chat = Chat()
    chat.user("Go.")
    first = chat.model("One. ")
    chat.model("Two.")
    chat.records[-1]["uuid"] = first
    seen = g.read(READER, chat.write(tmp_path / "x.jsonl"))
    assert seen.answers == ["One.", "Two."]
    assert seen.tokens == (60, 5)


def test_a_rewind_takes_back_what_came_after_its_parent(tmp_path: Path) -> None:
    path = rewound().write(tmp_path / "x.jsonl")
    data = path.read_bytes()
    whole = g.read(READER, path)
    assert whole.prompts == ["Keep this.", "Instead of it."]
    assert whole.answers == ["Kept.", "Good."]
    for step in range(1, len(data), 113):
        seen = g.grown(READER, path, data, [step])
        assert (set(seen.turns), seen.unsaid, seen.tokens) == (set(whole.turns), whole.unsaid, whole.tokens)


def test_a_rewind_to_the_start_takes_back_all(tmp_path: Path) -> None:
    chat = Chat()
    chat.user("No.")
    chat.system("rewind", parent=None)
    chat.user("Yes.")
    assert g.read(READER, chat.write(tmp_path / "x.jsonl")).prompts == ["Yes."]


def test_a_rewind_to_an_unknown_record_takes_back_nothing(tmp_path: Path) -> None:
    chat = Chat()
    chat.user("Stay.")
    chat.system("rewind", parent=uuid(7))
    seen = g.read(READER, chat.write(tmp_path / "x.jsonl"))
    assert seen.prompts == ["Stay."] and seen.batches[-1].unknown_records == 1


def test_a_branch_tells_only_what_is_new_and_takes_nothing_from_its_origin(tmp_path: Path) -> None:
    one = Chat()
    kept = one.user("First.")
    one.model("Answer.")
    branch = Chat("5e551003-0000-4000-8000-00000000000b", first=200)
    branch.records = [
        {
            **record,
            "sessionId": branch.session,
            "forkedFrom": {"sessionId": SESSION, "messageUuid": record["uuid"]},
        }
        for record in one.records
    ]
    branch.system("rewind", parent=kept)
    branch.user("Another way.")
    seen = g.read(READER, one.write(tmp_path / "a.jsonl"))
    seen.take(READER.read(branch.write(tmp_path / "b.jsonl"), None))
    assert seen.said(seen.turns[next(iter(seen.turns))].role) == ["First.", "Another way."]
    assert seen.answers == ["Answer."]


@pytest.mark.parametrize(
    ("record", "kind", "words"),
    [
        ({"message": {"parts": [{"text": "<hook_context>x</hook_context>"}]}}, TurnKind.INJECTED, None),
        (
            {"message": {"parts": [{"text": "expanded"}]}, "systemPayload": {"displayText": "typed"}},
            TurnKind.SAID,
            "typed",
        ),
        (
            {
                "subtype": "mid_turn_user_message",
                "message": {"parts": [{"text": "\n[User message received during tool execution]: wait"}]},
            },
            TurnKind.SAID,
            "wait",
        ),
        ({"subtype": "cron", "message": {"parts": [{"text": "do it"}]}}, TurnKind.INJECTED, "do it"),
        ({"subtype": "notification", "message": {"parts": [{"text": "<x/>"}]}}, TurnKind.INJECTED, "<x/>"),
        (
            {"provenance": "goal_runtime", "message": {"parts": [{"text": "go on"}]}},
            TurnKind.INJECTED,
            "go on",
        ),
        ({"isSidechain": True, "message": {"parts": [{"text": "search"}]}}, TurnKind.SUBAGENT, "search"),
        ({"agentId": "explore-1", "message": {"parts": [{"text": "search"}]}}, TurnKind.SUBAGENT, "search"),
    ],
)
def test_who_speaks_in_a_user_record(
    tmp_path: Path, record: dict[str, Any], kind: TurnKind, words: str | None
) -> None:
    chat = Chat()
    chat.add("user", **record)
    (turn,) = g.read(READER, chat.write(tmp_path / "x.jsonl")).turns.values()
    assert turn.kind is kind
    assert words is None or turn.text == words


def test_commands_summaries_and_names(tmp_path: Path) -> None:
    chat = Chat()
    chat.system("slash_command", {"phase": "invocation", "rawCommand": "/about"})
    chat.system(
        "slash_command", {"phase": "result", "rawCommand": "/about", "outputHistoryItems": [{"text": "v1"}]}
    )
    chat.user("Hi.")
    chat.system(
        "chat_compression", {"compressedHistory": [{"role": "user", "parts": [{"text": "They said hi."}]}]}
    )
    chat.system("custom_title", {"customTitle": "Greeting", "titleSource": "manual"})
    chat.system("custom_title", {"customTitle": "Guess", "titleSource": "auto"})
    seen = g.read(READER, chat.write(tmp_path / "x.jsonl"))
    assert seen.kind(TurnKind.COMMAND) == ["/about", "v1"]
    assert seen.kind(TurnKind.SUMMARY) == ["They said hi."]
    assert seen.last("title") == "Greeting"


@pytest.mark.parametrize(
    ("prompt", "headless"), [("5a7aeb696e847", True), (f"{SESSION}########0", False), ("[trimmed]", False)]
)
def test_a_prompt_that_a_program_handed_over_is_headless(tmp_path: Path, prompt: str, headless: bool) -> None:
    chat = Chat()
    chat.user("Write it.")
    chat.system("ui_telemetry", {"uiEvent": {"event.name": "qwen-code.api_response", "prompt_id": prompt}})
    chat.model("Written.")
    assert bool(g.read(READER, chat.write(tmp_path / "x.jsonl")).last("headless")) is headless


def test_a_session_that_the_assistant_began_is_headless(tmp_path: Path) -> None:
    chat = Chat()
    chat.system("parent_session", {"parentSessionId": "p"})
    chat.user("Do it.")
    assert g.read(READER, chat.write(tmp_path / "x.jsonl")).last("headless")


def test_a_sub_agent_s_file_belongs_to_its_session(tmp_path: Path) -> None:
    chat = Chat()
    chat.user("Search.", isSidechain=True, agentId="a")
    seen = g.read(READER, chat.write(tmp_path / "subagents" / SESSION / "agent-a.jsonl"))
    assert [part.parent_session_id for part in seen.parts] == [SESSION]


def test_the_older_documents_are_read(tmp_path: Path) -> None:
    messages = [g.user("u1", "Hi."), g.message("q1", "qwen", "Hello.", toolCalls=[g.call("c", "glob", "x")])]
    path = tmp_path / "session-1.json"
    path.write_bytes(g.document(*messages))
    found = detect(path)
    assert found is not None and found.source == "qwen-code"
    seen = g.read(found, path)
    assert (seen.prompts, seen.answers, len(seen.kind(TurnKind.TOOL))) == (["Hi."], ["Hello."], 2)
    assert {part.source for part in seen.parts} == {"qwen-code"}


def test_other_files_are_not_taken(tmp_path: Path) -> None:
    claude = {"uuid": "u", "sessionId": "s", "type": "user", "message": {"role": "user", "content": "hi"}}
    for head in (b"", b"{}", b"# notes", json.dumps(claude).encode(), g.lines(g.header(), g.user("u", "x"))):
        assert not READER.recognises(tmp_path / "x.jsonl", head)
    assert READER.recognises(tmp_path / ".qwen" / "projects" / "p" / "chats" / "x.jsonl", b"")


@given(st.data())
def test_damage_never_raises_and_never_doubles(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    g.damage(READER, tmp_path_factory.getbasetemp() / "qwen.jsonl", rewound().records, data)


def test_the_samples(corpus: Path) -> None:
    files = sorted((corpus / "qwen_code").rglob("*.jsonl"))
    assert len(files) == 4
    for path in files:
        found = detect(path)
        assert found is not None and found.source == "qwen-code", path
        assert sum(batch.unknown_records + batch.broken_lines for batch in g.read(found, path).batches) == 0
    (tree,) = (path for path in files if path.stem.endswith("0004"))
    seen = g.read(READER, tree)
    assert seen.prompts == ["Begin the active-chain fixture.", "Continue from the rewound branch."]
    assert seen.answers == ["Active branch answer."]
    assert seen.last("title") == "Active branch title"
    assert seen.tokens == (12, 4)
