"""Reading Copilot CLI's event logs: speakers, agents, rewinds, growth, damage."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from claude_builder import Log, Seen, limited
from hypothesis import given
from hypothesis import strategies as st
from wild import broken, cut_and_finished, one_folder

from arbor_desktop.conversations.model import Checkpoint, TurnKind
from arbor_desktop.conversations.readers.copilot_cli import CopilotCliReader
from arbor_desktop.conversations.readers.registry import detect

SESSION = "c0910000-0000-4000-8000-000000000001"


@dataclass
class Events:
    """An event log in the making; every method appends events and answers the id of the last."""

    session: str = SESSION
    records: list[dict[str, Any]] = field(default_factory=list)
    family: int = 1

    def add(self, type_: str, /, **data: Any) -> str:
        number = len(self.records)
        before = self.records[-1]["id"] if self.records else None
        ident = str(UUID(int=self.family << 64 | number, version=4))
        time = f"2026-03-04T05:{number // 60:02}:{number % 60:02}.250Z"
        record = {"type": type_, "data": data, "id": ident, "timestamp": time, "parentId": before}
        self.records.append(record)
        return ident

    def start(self, **more: Any) -> Events:
        context = {"cwd": "/home/ada/engine", "gitRoot": "/home/ada/engine", "branch": "main"}
        self.add("session.start", sessionId=self.session, copilotVersion="1.0.40", context=context, **more)
        return self

    def user(self, words: str, **more: Any) -> str:
        wrapped = f"<current_datetime>x</current_datetime>\n\n{words}\n\n<reminder>y</reminder>"
        return self.add("user.message", content=words, transformedContent=wrapped, attachments=[], **more)

    def answer(self, words: str, *requests: dict[str, Any], **more: Any) -> str:
        return self.add(
            "assistant.message", content=words, toolRequests=list(requests), outputTokens=7, **more
        )

    def tool(
        self, call: str, name: str, arguments: Any, output: str, success: bool = True, **more: Any
    ) -> str:
        self.answer("", {"toolCallId": call, "name": name, "arguments": arguments}, **more)
        self.add("tool.execution_start", toolCallId=call, toolName=name, arguments=arguments, **more)
        result = {"content": output, "detailedContent": output}
        return self.add("tool.execution_complete", toolCallId=call, success=success, result=result, **more)

    def data(self) -> bytes:
        return b"".join(json.dumps(record).encode() + b"\n" for record in self.records)

    def write(self, path: Path) -> Path:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(self.data())
        return path


def work() -> Events:
    log = Events().start()
    log.user("Build the engine.")
    log.add("assistant.turn_start", turnId="0")
    log.answer("Building.", reasoningText="Hm.")
    log.tool("call-1", "bash", {"command": "make"}, "done")
    log.answer("Built.")
    log.user("Paint it.")
    log.tool("call-2", "edit", {"path": "/home/ada/engine/paint.py"}, "no such file", success=False)
    log.answer("No paint.")
    return log


def read(path: Path, since: Checkpoint | None = None, **options: Any) -> Seen:
    seen = Seen()
    seen.take(limited(CopilotCliReader(), **options).read(path, since))
    return seen


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "session-state" / "f01de400-0000-4000-8000-000000000002" / "events.jsonl"


class TestSpeakers:
    def test_a_session(self, path: Path) -> None:
        seen = read(work().write(path))
        assert seen.said == ["Build the engine.", "Paint it."]
        assert seen.texts("said", "assistant") == ["Building.", "Built.", "No paint."]
        assert seen.texts("tool") == [
            "bash: make",
            "ok\ndone",
            "edit: /home/ada/engine/paint.py",
            "error\nno such file",
        ]
        (part,) = seen.parts
        assert (part.session_id, part.cwd, part.branch) == (SESSION, "/home/ada/engine", "main")
        assert part.paths == ("/home/ada/engine/paint.py",)
        assert part.extra["version"] == "1.0.40"
        assert seen.output_tokens == 35
        assert next(iter(seen.turns.values())).at == 1772600401250

    def test_what_the_program_sent_in_the_users_name(self, path: Path) -> None:
        log = work()
        log.add("user.message", content="", transformedContent="You have not finished yet.")
        log.user("<skill-context name='x'>be good</skill-context>", source="skill-x")
        log.user("Go on.", source="autopilot")
        log.user("/plan", source="command")
        log.user("Why does it print <reminder>?", source="user")
        log.add("system.notification", content="An agent is done.", kind={"type": "agent_completed"})
        log.add("system.message", role="system", content="You are Copilot.")
        seen = read(log.write(path))
        assert seen.said[2:] == ["Why does it print <reminder>?"]
        assert seen.texts("injected") == [
            "You have not finished yet.",
            "<skill-context name='x'>be good</skill-context>",
            "Go on.",
            "An agent is done.",
        ]
        assert seen.texts("command") == ["/plan"]
        assert "You are Copilot." not in [turn.text for turn in seen.turns.values()]

    def test_sub_agents_speak_aside(self, path: Path) -> None:
        log = work()
        log.add("subagent.started", toolCallId="call-9", agentName="explore")
        log.tool("call-10", "view", {"path": "/x"}, "y", parentToolCallId="call-9")
        log.answer("Seen.", parentToolCallId="call-9")
        log.user("Look there.", parentAgentTaskId="task-1")
        log.records[-1]["agentId"] = "agent-1"
        seen = read(log.write(path))
        assert seen.texts("subagent") == ["view: /x", "ok\ny", "Seen.", "Look there."]
        assert len(seen.said) == 2

    def test_a_prompt_that_names_the_task_it_began_is_the_person_s(self, path: Path) -> None:
        log = Events().start()
        log.user("Always write the pump's unit.", parentAgentTaskId="task-1", delivery="idle")
        log.answer("I will.", parentAgentTaskId="task-1")
        seen = read(log.write(path))
        assert seen.said == ["Always write the pump's unit."]
        assert seen.texts("said", "assistant") == ["I will."]

    def test_interrupts_and_summaries(self, path: Path) -> None:
        log = work()
        log.add("abort", reason="user initiated")
        log.add("session.compaction_start")
        log.add("session.compaction_complete", success=True, summaryContent="They built an engine.")
        seen = read(log.write(path))
        assert seen.texts("interrupt") == ["Turn interrupted"]
        assert seen.texts("summary") == ["They built an engine."]

    def test_the_session_moves_and_gets_a_name(self, path: Path) -> None:
        log = work()
        log.add("session.context_changed", cwd="/home/ada/ship", branch="dev")
        log.add("session.title_changed", title="The engine")
        log.add("session.model_change", newModel="m-2")
        log.user("Go.")
        seen = read(log.write(path))
        (part,) = seen.parts
        assert (part.cwd, part.title, part.extra["model"]) == ("/home/ada/ship", "The engine", "m-2")
        turns = list(seen.turns.values())
        assert [(turns[0].cwd, turns[0].branch), (turns[-1].cwd, turns[-1].branch)] == [
            ("/home/ada/engine", "main"),
            ("/home/ada/ship", "dev"),
        ]

    def test_what_it_read_is_counted_at_its_end(self, path: Path) -> None:
        log = work()
        usage = {"inputTokens": 1000, "cacheReadTokens": 900, "outputTokens": 35}
        log.add(
            "session.shutdown", modelMetrics={"m-1": {"requests": {"count": 3}, "usage": usage}, "m-2": 1}
        )
        seen = read(log.write(path))
        assert (seen.input_tokens, seen.output_tokens) == (100, 35)

    @pytest.mark.parametrize("arguments", ['{"command":"ls"}', {"command": "ls"}, "ls"])
    def test_arguments_in_every_form(self, path: Path, arguments: Any) -> None:
        log = Events().start()
        log.tool("c", "bash", arguments, "x")
        assert read(log.write(path)).texts("tool", "assistant") == ["bash: ls"]

    def test_the_folder_names_a_session_whose_start_is_lost(self, path: Path, tmp_path: Path) -> None:
        log = Events()
        log.user("Hello.")
        assert set(read(log.write(path)).sessions.values()) == {path.parent.name}
        assert set(read(log.write(tmp_path / "abc.jsonl")).sessions.values()) == {"abc"}


class TestTakenBack:
    def test_rewound_to_a_prompt(self, path: Path) -> None:
        log = work()
        prompt = next(r["id"] for r in log.records if r["data"].get("content") == "Paint it.")
        since = read(log.write(path)).batches[-1].checkpoint
        log.add("session.snapshot_rewind", upToEventId=prompt, eventsRemoved=5)
        log.user("Paint it red.")
        whole = read(log.write(path))
        assert set(whole.unsaid_texts) == {
            "Paint it.",
            "edit: /home/ada/engine/paint.py",
            "error\nno such file",
            "No paint.",
        }
        later = read(path, since)
        assert later.unsaid == whole.unsaid
        assert later.said == ["Paint it red."]

    def test_rewound_to_an_answer(self, path: Path) -> None:
        log = work()
        answer = next(r["id"] for r in log.records if r["data"].get("content") == "Built.")
        log.add("session.snapshot_rewind", upToEventId=answer, eventsRemoved=5)
        log.add("session.snapshot_rewind", upToEventId="unknown", eventsRemoved=5)
        seen = read(log.write(path))
        assert "Paint it." in seen.unsaid_texts
        assert "Built." not in seen.unsaid_texts

    def test_a_log_that_was_cut_off_is_told_whole(self, path: Path) -> None:
        log = work()
        seen = read(log.write(path))
        assert not any(part.whole for part in seen.parts)
        log.records = log.records[:7]
        log.user("Paint it red.")
        again = read(log.write(path), seen.batches[-1].checkpoint)
        assert again.batches[0].restarted
        assert all(part.whole for part in again.parts)
        assert again.said == ["Build the engine.", "Paint it red."]


class TestGrowth:
    def test_in_any_steps_it_says_the_same(self, path: Path) -> None:
        log = work()
        whole = read(log.write(path))
        lines = log.data().splitlines(keepends=True)
        seen, since = Seen(), None
        for count in range(1, len(lines) + 1):
            path.write_bytes(b"".join(lines[:count]))
            since = seen.take(CopilotCliReader().read(path, since))
        seen.same_as(whole)
        assert seen.output_tokens == whole.output_tokens
        assert read(path, since).turns == {}

    def test_small_batches_say_the_same(self, path: Path) -> None:
        small = read(work().write(path), batch_chars=1, chunk_bytes=61)
        assert len(small.batches) > 5
        small.same_as(read(path))

    def test_a_copy_under_another_name_is_known_again(self, path: Path, tmp_path: Path) -> None:
        log = work()
        seen = read(log.write(path))
        again = read(log.write(tmp_path / f"{SESSION}.jsonl"))
        again.same_as(seen)

    def test_events_of_two_sessions_may_have_the_same_short_ids(self, path: Path, tmp_path: Path) -> None:
        seen = Seen()
        for session in ("one", "two"):
            log = Events(session).start()
            log.user("hi")
            for number, record in enumerate(log.records):
                record["id"] = f"e{number}"
            seen.take(CopilotCliReader().read(log.write(tmp_path / f"{session}.jsonl"), None))
        assert seen.said == ["hi", "hi"]


class TestRecognising:
    def test_by_content(self, path: Path, tmp_path: Path) -> None:
        for file in (work().write(path), work().write(tmp_path / "notes.txt")):
            reader = detect(file)
            assert reader is not None
            assert reader.source == "copilot-cli"

    @pytest.mark.parametrize(
        "line",
        [
            '{"type": "user", "data": {}, "id": "x", "timestamp": "t"}',
            '{"type": "message", "id": "x", "parentId": null, "timestamp": "t", "message": {}}',
            '{"type": "tool.start", "data": {}, "id": "x", "timestamp": "t", "parentId": null}',
            '{"role": "user", "content": "hi"}',
            "# Notes",
            "",
        ],
    )
    def test_other_files_are_left_alone(self, line: str) -> None:
        assert not CopilotCliReader().recognises(Path("events.jsonl"), line.encode())

    def test_claude_sessions_are_left_alone(self) -> None:
        log = Log()
        log.user("Build the engine.")
        assert not CopilotCliReader().recognises(Path("events.jsonl"), b"".join(log.lines()))


class TestDamage:
    @one_folder
    @given(cut=st.integers(0, len(work().data())))
    def test_cut_anywhere_and_finished_later(self, path: Path, cut: int) -> None:
        seen, at_once = cut_and_finished(CopilotCliReader(), path, work().data(), cut)
        seen.same_as(at_once)

    @one_folder
    @given(seed=st.integers(0, 10_000), flips=st.integers(1, 40))
    def test_broken_bytes_never_raise(self, path: Path, seed: int, flips: int) -> None:
        broken(CopilotCliReader(), path, work().data(), seed, flips)

    @one_folder
    @given(order=st.permutations(list(range(len(work().records)))))
    def test_any_order_of_lines_is_borne(self, path: Path, order: list[int]) -> None:
        log = work()
        log.records = [log.records[number] for number in order]
        assert set(read(log.write(path)).said) == {"Build the engine.", "Paint it."}

    @one_folder
    @given(
        value=st.none()
        | st.booleans()
        | st.integers()
        | st.text(max_size=3)
        | st.just([1])
        | st.just({"a": 1}),
        type_=st.sampled_from(sorted({record["type"] for record in work().records})),
    )
    def test_wrong_types_never_raise(self, path: Path, value: Any, type_: str) -> None:
        log = work()
        for record in list(log.records):
            broken = dict.fromkeys(record["data"], value) | {"upToEventId": value, "arguments": value}
            log.records.append({**record, "type": type_, "data": broken, "id": value, "timestamp": value})
            log.records.append({**record, "type": value, "data": value})
        seen = read(log.write(path))
        assert seen.said[:2] == ["Build the engine.", "Paint it."]

    def test_two_logs_interleaved_are_each_themselves(self, path: Path) -> None:
        one, two = work(), Events(SESSION.replace("1", "2"), family=2).start()
        two.user("Something else.")
        one.records[3:3] = two.records
        seen = read(one.write(path))
        assert "Something else." in seen.said
        assert len(seen.said) == 3

    def test_marks_padding_and_bad_text(self, path: Path) -> None:
        data = work().data().replace(b"\n", b"\r\n").replace(b"Paint it", b"P\xffint it")
        path.parent.mkdir(parents=True)
        path.write_bytes(b"\xef\xbb\xbf" + data + b"\0" * 100)
        assert read(path).said == ["Build the engine.", "P\ufffdint it."]

    def test_unknown_events_are_counted(self, path: Path) -> None:
        log = work()
        log.add("brand_new.event", x=1)
        seen = read(log.write(path))
        assert sum(batch.unknown_records for batch in seen.batches) == 1
        assert TurnKind.SAID in {turn.kind for turn in seen.turns.values()}
