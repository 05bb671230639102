"""Reading the traces of Visual Studio's Copilot: spans of several conversations in one file."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from claude_builder import Seen, limited
from hypothesis import given
from hypothesis import strategies as st
from wild import broken, cut_and_finished, one_folder

from arbor_desktop.conversations.model import Checkpoint, Role
from arbor_desktop.conversations.readers.registry import detect
from arbor_desktop.conversations.readers.visual_studio_copilot import VisualStudioCopilotReader

SESSION = "5a000000-0000-4000-8000-000000000001"
START = 1_772_600_400_000


def attribute(name: str, value: Any) -> dict[str, Any]:
    kind = "intValue" if isinstance(value, int) else "stringValue"
    return {"key": name, "value": {kind: str(value)}}


def message(role: str, *words: str) -> dict[str, Any]:
    return {"role": role, "parts": [{"type": "text", "content": part} for part in words]}


@dataclass
class Trace:
    """A trace file in the making: one span a line."""

    service: str = "vs-copilot"
    records: list[dict[str, Any]] = field(default_factory=list)
    history: list[dict[str, Any]] = field(default_factory=list)

    def span(self, name: str, session: str = SESSION, **attributes: Any) -> None:
        known = {"gen_ai.conversation.id": session}
        known |= {key.replace("__", "."): value for key, value in attributes.items()}
        number = len(self.records)
        span = {
            "traceId": "a" * 32,
            "spanId": f"{number:016x}",
            "name": name,
            "startTimeUnixNano": str((START + number * 1000) * 1_000_000),
            "endTimeUnixNano": str((START + number * 1000 + 500) * 1_000_000),
            "attributes": [attribute(key, value) for key, value in known.items()],
        }
        resource = {"attributes": [attribute("service.name", self.service)]}
        self.records.append({"resourceSpans": [{"resource": resource, "scopeSpans": [{"spans": [span]}]}]})

    def chat(self, prompt: str, answer: str, request: str | None = None, **more: Any) -> None:
        if not self.history or self.history[-1] != message("user", prompt):
            self.history.append(message("user", prompt))
        attributes = {
            "gen_ai__operation.name": "chat",
            "gen_ai__input.messages": json.dumps(self.history),
            "gen_ai__output.messages": json.dumps([message("assistant", answer)] if answer else []),
            "gen_ai__request.model": "m-1",
            "gen_ai__usage.input_tokens": 100,
            "gen_ai__usage.output_tokens": 10,
        }
        if request:
            attributes["copilot_chat__root_request_id"] = request
        self.span("chat m-1", **(attributes | more))
        if answer:
            self.history.append(message("assistant", answer))

    def tool(self, name: str, arguments: Any, result: Any, **more: Any) -> None:
        attributes = {
            "gen_ai__operation.name": "execute_tool",
            "gen_ai__tool.name": name,
            "gen_ai__tool.call.id": f"call-{len(self.records)}",
            "gen_ai__tool.call.arguments": json.dumps(arguments),
            "gen_ai__tool.call.result": result if isinstance(result, str) else json.dumps(result),
        }
        self.span(f"execute_tool {name}", **(attributes | more))

    def data(self) -> bytes:
        return b"".join(json.dumps(record).encode() + b"\n" for record in self.records)

    def write(self, path: Path) -> Path:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(self.data())
        return path


def work() -> Trace:
    log = Trace()
    log.chat("Build the engine.", "", "request-1")
    log.tool("run_build", {"configuration": "Debug"}, "Build succeeded.")
    log.chat("Build the engine.", "Built.", "request-1")
    log.span("invoke_agent GitHub Copilot", copilot_chat__mode="Agent")
    log.chat("Paint it.", "", "request-2")
    log.tool("create_file", {"path": "src/Paint.cs", "content": "x"}, {"Content": [{"Text": "Created."}]})
    log.chat("Paint it.", "Painted.", "request-2")
    return log


def read(path: Path, since: Checkpoint | None = None, **options: Any) -> Seen:
    seen = Seen()
    seen.take(limited(VisualStudioCopilotReader(), **options).read(path, since))
    return seen


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "traces" / "20260304T050000_VSGitHubCopilot_traces.jsonl"


class TestSpeakers:
    def test_a_conversation(self, path: Path) -> None:
        seen = read(work().write(path))
        assert seen.said == ["Build the engine.", "Paint it."]
        assert seen.texts("said", "assistant") == ["Built.", "Painted."]
        assert seen.texts("tool") == [
            "run_build",
            "ok\nBuild succeeded.",
            "create_file: src/Paint.cs",
            "ok\nCreated.",
        ]
        (part,) = seen.parts
        assert (part.session_id, part.paths) == (SESSION, ("src/Paint.cs",))
        assert part.extra == {"model": "m-1", "mode": "Agent"}
        assert (seen.input_tokens, seen.output_tokens) == (400, 40)
        assert [turn.at for turn in seen.turns.values()][:3] == [START, START + 1000, START + 1500]

    def test_a_prompt_without_a_request_is_told_by_its_place(self, path: Path) -> None:
        log = Trace()
        for _ in range(2):
            log.chat("continue", "")
            log.chat("continue", "Done.")
        seen = read(log.write(path))
        assert seen.said == ["continue", "continue"]
        assert seen.texts("said", "assistant") == ["Done.", "Done."]

    def test_context_is_cut_from_the_prompt(self, path: Path) -> None:
        log = Trace()
        log.chat("<context>\nThe file is a.cs\n</context>\nWhat is <context>?", "A tag.", "r")
        assert read(log.write(path)).said == ["What is <context>?"]

    def test_what_an_agent_asked_was_not_typed(self, path: Path) -> None:
        log = Trace()
        log.chat("Summarize.", "Sum.", "r", copilot_chat__initiator_type="agent")
        log.chat("Build.", "Built.", "s", copilot_chat__initiator_type="user")
        seen = read(log.write(path))
        assert (seen.said, seen.texts("injected")) == (["Build."], ["Summarize."])

    def test_several_conversations_in_one_file(self, path: Path) -> None:
        log = work()
        prompts = json.dumps([message("user", "Else.")])
        log.span("chat m-1", "other", **{"gen_ai.input.messages": prompts})
        seen = read(log.write(path))
        (key,) = [key for key, turn in seen.turns.items() if turn.text == "Else."]
        assert seen.sessions[key] == "other"
        assert len({*seen.sessions.values()}) == 2

    def test_a_conversation_goes_on_in_the_next_file(self, path: Path, tmp_path: Path) -> None:
        log = work()
        seen = read(log.write(path))
        log.chat("And the door.", "The door.", "request-3")
        seen.take(VisualStudioCopilotReader().read(log.write(tmp_path / "b_traces.jsonl"), None))
        assert seen.said == ["Build the engine.", "Paint it.", "And the door."]
        assert len(seen.texts("tool")) == 4

    @pytest.mark.parametrize(
        ("result", "words"),
        [
            ("plain", "ok\nplain"),
            ({"Result": {"value": "deep"}}, "ok\ndeep"),
            (["a", "b"], "ok\na\nb"),
            ({"count": 3}, 'ok\n{"count": 3}'),
            ("{broken", "ok\n{broken"),
            ("", "ok"),
        ],
    )
    def test_results(self, path: Path, result: Any, words: str) -> None:
        log = Trace()
        log.tool("x", {}, result)
        assert read(log.write(path)).texts("tool", "user") == [words]

    def test_a_tool_that_failed(self, path: Path) -> None:
        log = Trace()
        log.tool("run_build", {}, "no", error__type="Exception")
        assert read(log.write(path)).texts("tool", "user") == ["error\nno"]

    def test_patched_files(self, path: Path) -> None:
        log = Trace()
        log.tool("apply_patch", {"patch": "*** Update File: src/A.cs\n@@\n*** Add File: B.cs\n"}, "Applied.")
        (part,) = read(log.write(path)).parts
        assert part.paths == ("src/A.cs", "B.cs")


class TestGrowth:
    def test_in_any_steps_it_says_the_same(self, path: Path) -> None:
        log = work()
        whole = read(log.write(path))
        lines = log.data().splitlines(keepends=True)
        seen, since = Seen(), None
        for count in range(1, len(lines) + 1):
            path.write_bytes(b"".join(lines[:count]))
            since = seen.take(VisualStudioCopilotReader().read(path, since))
        assert {k: t.text for k, t in seen.turns.items()} == {k: t.text for k, t in whole.turns.items()}
        assert seen.output_tokens == whole.output_tokens
        assert read(path, since).turns == {}
        assert not any(batch.restarted for batch in seen.batches)

    def test_small_batches_say_the_same(self, path: Path) -> None:
        small = read(work().write(path), batch_chars=1, chunk_bytes=61)
        assert len(small.batches) > 3
        small.same_as(read(path))


class TestRecognising:
    def test_by_content(self, path: Path, tmp_path: Path) -> None:
        for file in (work().write(path), work().write(tmp_path / "notes.txt")):
            reader = detect(file)
            assert reader is not None
            assert reader.source == "visual-studio-copilot"

    def test_a_first_line_longer_than_the_head(self, path: Path) -> None:
        log = Trace()
        log.chat("x" * 100_000, "y", "r")
        assert detect(log.write(path)).source == "visual-studio-copilot"  # type: ignore[union-attr]

    def test_traces_of_other_programs_are_left_alone(self, path: Path) -> None:
        log = Trace(service="my-app")
        log.chat("Build.", "Built.", "r")
        assert not VisualStudioCopilotReader().recognises(path, log.data())
        assert not VisualStudioCopilotReader().recognises(path, b'{"resourceSpans": []}\n')
        assert not VisualStudioCopilotReader().recognises(path, b"")


class TestDamage:
    @one_folder
    @given(cut=st.integers(0, len(work().data())))
    def test_cut_anywhere_and_finished_later(self, path: Path, cut: int) -> None:
        seen, at_once = cut_and_finished(VisualStudioCopilotReader(), path, work().data(), cut)
        assert set(seen.turns) == set(at_once.turns)

    @one_folder
    @given(seed=st.integers(0, 10_000), flips=st.integers(1, 40))
    def test_broken_bytes_never_raise(self, path: Path, seed: int, flips: int) -> None:
        broken(VisualStudioCopilotReader(), path, work().data(), seed, flips)

    @one_folder
    @given(order=st.permutations(list(range(len(work().records)))))
    def test_any_order_of_lines_says_the_same(self, path: Path, order: list[int]) -> None:
        whole = set(read(work().write(path)).turns)
        log = work()
        log.records = [log.records[number] for number in order]
        assert set(read(log.write(path)).turns) == whole

    @one_folder
    @given(
        value=st.recursive(
            st.none() | st.booleans() | st.integers() | st.text(max_size=3),
            lambda inner: (
                st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=5), inner, max_size=2)
            ),
        )
    )
    def test_wrong_types_never_raise(self, path: Path, value: Any) -> None:
        log = work()
        log.records.append({"resourceSpans": value})
        log.records.append({"resourceSpans": [value, {"scopeSpans": [value, {"spans": [value]}]}]})
        names = ("gen_ai.input.messages", "gen_ai.output.messages", "gen_ai.tool.call.arguments")
        for operation in ("chat", "execute_tool"):
            known = {name: json.dumps(value) for name in names} | {
                "gen_ai.tool.call.result": json.dumps(value)
            }
            log.span(operation, **(known | {"gen_ai.operation.name": operation}))
            (span,) = log.records[-1]["resourceSpans"][0]["scopeSpans"][0]["spans"]
            span["startTimeUnixNano"] = span["spanId"] = value
            span["attributes"].append({"key": "gen_ai.usage.input_tokens", "value": value})
            span["attributes"].append(value)
        seen = read(log.write(path))
        assert seen.said[:2] == ["Build the engine.", "Paint it."]
        assert all(turn.role in Role for turn in seen.turns.values())
