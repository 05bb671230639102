"""Reading pi's sessions: lists and trees, branches, forks, growth, damage."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from claude_builder import Log, Seen, limited
from hypothesis import given
from hypothesis import strategies as st
from wild import broken, cut_and_finished, one_folder

from arbor_desktop.conversations.model import Checkpoint
from arbor_desktop.conversations.readers.pi import TREE_ENTRIES, PiReader
from arbor_desktop.conversations.readers.registry import detect

SESSION = "91000000-0000-4000-8000-000000000001"


@dataclass
class Session:
    """A session file in the making; `add` answers the id of the entry (which version 1 does not write)."""

    session: str = SESSION
    version: int = 3
    records: list[dict[str, Any]] = field(default_factory=list)
    leaf: str | None = None
    day: int = 4

    def __post_init__(self) -> None:
        header = {"type": "session", "id": self.session, "timestamp": self.time(), "cwd": "/home/ada/engine"}
        self.records.append(header | ({"version": self.version} if self.version > 1 else {}))

    def time(self) -> str:
        number = len(self.records)
        return f"2026-03-{self.day:02}T{5 + number // 3600:02}:{number // 60 % 60:02}:{number % 60:02}.250Z"

    def add(self, type_: str, /, parent: str | None = "", **more: Any) -> str:
        ident = f"{len(self.records):08x}"
        record = {"type": type_, "timestamp": self.time()} | more
        if self.version > 1:
            record |= {"id": ident, "parentId": self.leaf if parent == "" else parent}
        self.records.append(record)
        self.leaf = ident
        return ident

    def message(self, role: str, content: Any, parent: str | None = "", **more: Any) -> str:
        return self.add("message", parent, message={"role": role, "content": content} | more)

    def user(self, words: str, parent: str | None = "") -> str:
        return self.message("user", [{"type": "text", "text": words}], parent)

    def answer(self, words: str, *blocks: dict[str, Any], **more: Any) -> str:
        content = [{"type": "thinking", "thinking": "Hm."}, {"type": "text", "text": words}, *blocks]
        usage = {"input": 10, "output": 5, "cacheRead": 900, "totalTokens": 915}
        return self.message("assistant", content, model="m-1", usage=usage, **more)

    def tool(self, name: str, arguments: dict[str, Any], output: str, error: bool = False) -> str:
        call = f"toolu_{len(self.records)}"
        self.answer("", {"type": "toolCall", "id": call, "name": name, "arguments": arguments})
        content = [{"type": "text", "text": output}]
        return self.message("toolResult", content, toolCallId=call, toolName=name, isError=error)

    def data(self) -> bytes:
        return b"".join(json.dumps(record).encode() + b"\n" for record in self.records)

    def write(self, path: Path) -> Path:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(self.data())
        return path


def work(version: int = 3) -> Session:
    log = Session(version=version)
    log.user("Build the engine.")
    log.answer("Building.")
    log.tool("bash", {"command": "make"}, "done")
    log.answer("Built.")
    log.user("Paint it.")
    log.tool("edit", {"path": "/home/ada/engine/paint.py"}, "no such file", error=True)
    log.answer("No paint.")
    return log


def read(path: Path, since: Checkpoint | None = None, **options: Any) -> Seen:
    seen = Seen()
    seen.take(limited(PiReader(), **options).read(path, since))
    return seen


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "sessions" / "--home-ada-engine--" / f"2026-03-04T05-00-00-250Z_{SESSION}.jsonl"


class TestSpeakers:
    @pytest.mark.parametrize("version", [1, 3])
    def test_a_session(self, path: Path, version: int) -> None:
        seen = read(work(version).write(path))
        assert seen.said == ["Build the engine.", "Paint it."]
        assert seen.texts("said", "assistant") == ["Building.", "Built.", "No paint."]
        assert seen.texts("tool") == [
            "bash: make",
            "ok\ndone",
            "edit: /home/ada/engine/paint.py",
            "error\nno such file",
        ]
        (part,) = seen.parts
        assert (part.session_id, part.cwd, part.extra["model"]) == (SESSION, "/home/ada/engine", "m-1")
        assert part.paths == ("/home/ada/engine/paint.py",)
        assert (seen.input_tokens, seen.output_tokens) == (50, 25)
        assert next(iter(seen.turns.values())).at == 1772600401250
        assert seen.unsaid == set()

    def test_a_plain_text_is_a_content_too(self, path: Path) -> None:
        log = Session()
        log.message("user", "Hello.")
        assert read(log.write(path)).said == ["Hello."]

    def test_what_the_person_ran(self, path: Path) -> None:
        log = work()
        log.message("bashExecution", None, command="ls", output="x", exitCode=0)
        log.message("bashExecution", None, command="lss", output="not found", exitCode=127)
        seen = read(log.write(path))
        assert seen.texts("command") == ["!ls\nok\nx", "!lss\nerror\nnot found"]

    def test_skills_and_files_are_cut_from_the_prompt(self, path: Path) -> None:
        log = Session()
        log.user('<skill name="paint" location="/x">\nMind the brush.\n</skill>\n\nPaint it red.')
        log.user('<file name="/a.md">\nA plan.\n</file>\n<file name="/b.png"></file>\nDo it.')
        log.user("What does <skill> mean?")
        log.user("<file without an end")
        seen = read(log.write(path))
        assert seen.said == ["Paint it red.", "Do it.", "What does <skill> mean?", "<file without an end"]
        assert len(seen.texts("injected")) == 3

    def test_summaries_and_what_extensions_say(self, path: Path) -> None:
        log = work()
        log.add("compaction", summary="They built an engine.", firstKeptEntryId="1", tokensBefore=9)
        log.add("branch_summary", fromId="2", summary="They tried red.")
        log.message("compactionSummary", None, summary="Old.")
        log.add("custom_message", customType="x", content="Mind the brush.", display=False)
        log.message("custom", "Mind it.")
        log.add("custom", customType="x", data={})
        seen = read(log.write(path))
        assert seen.texts("summary") == ["They built an engine.", "They tried red.", "Old."]
        assert seen.texts("injected") == ["Mind the brush.", "Mind it."]
        assert sum(batch.unknown_records for batch in seen.batches) == 0

    def test_an_answer_that_was_stopped(self, path: Path) -> None:
        log = Session()
        log.user("Build.")
        log.answer("Buil", stopReason="aborted")
        assert read(log.write(path)).texts("interrupt") == ["Turn interrupted"]

    def test_name_and_model(self, path: Path) -> None:
        log = work()
        log.add("session_info", name="The engine")
        log.add("model_change", provider="p", modelId="m-2")
        (part,) = read(log.write(path)).parts
        assert (part.title, part.extra["model"]) == ("The engine", "m-2")


class TestBranches:
    def test_what_a_new_branch_leaves_is_unsaid(self, path: Path) -> None:
        log = Session()
        log.user("Build it.")
        built = log.answer("Built.")
        log.user("Paint it red.")
        log.answer("Red.")
        log.add("branch_summary", built, summary="They tried red.", fromId="x")
        log.user("Paint it blue.")
        log.answer("Blue.")
        seen = read(log.write(path))
        assert set(seen.unsaid_texts) == {"Paint it red.", "Red."}
        assert seen.said == ["Build it.", "Paint it red.", "Paint it blue."]

    def test_also_what_was_read_before(self, path: Path) -> None:
        log = Session()
        log.user("Build it.")
        built = log.answer("Built.")
        log.user("Paint it red.")
        since = read(log.write(path)).batches[-1].checkpoint
        log.user("Paint it blue.", built)
        whole = read(log.write(path))
        assert whole.unsaid_texts == ["Paint it red."]
        assert read(path, since).unsaid == whole.unsaid

    def test_back_on_an_old_branch_the_newer_one_is_left(self, path: Path) -> None:
        log = Session()
        log.user("Build it.")
        built = log.answer("Built.")
        log.user("Red.")
        red = log.answer("It is red.")
        log.user("Blue.", built)
        log.answer("It is blue.")
        log.user("Darker.", red)
        seen = read(log.write(path))
        assert {"Blue.", "It is blue."} <= set(seen.unsaid_texts)
        assert not {"Build it.", "Built.", "Darker."} & set(seen.unsaid_texts)

    def test_begun_anew_from_the_start(self, path: Path) -> None:
        log = work()
        log.user("All anew.", None)
        seen = read(log.write(path))
        assert len(seen.unsaid_texts) == len(seen.turns) - 1
        assert "All anew." not in seen.unsaid_texts

    def test_nothing_is_taken_back_on_suspicion(self, path: Path) -> None:
        log = work()
        log.user("Go on.", "nowhere1")
        assert read(log.write(path)).unsaid == set()

    def test_a_long_session_keeps_a_small_state(self, path: Path) -> None:
        log = Session()
        for number in range(3 * TREE_ENTRIES):
            log.user(f"Step {number}.")
        log.user("Another.", f"{len(log.records) - 3:08x}")
        seen = read(log.write(path))
        assert seen.unsaid_texts == [f"Step {3 * TREE_ENTRIES - 2}.", f"Step {3 * TREE_ENTRIES - 1}."]
        assert len(seen.batches[-1].checkpoint.state) < 80_000


class TestFamilies:
    @pytest.mark.parametrize("version", [1, 3])
    def test_a_fork_is_known_again(self, path: Path, tmp_path: Path, version: int) -> None:
        log = work(version)
        child = Session("child", version, day=9)
        child.records[0]["parentSession"] = str(path)
        child.records += log.records[1:]
        child.leaf = log.leaf
        child.user("Paint it green.")
        seen = Seen()
        for file in (log.write(path), child.write(tmp_path / "2026-03-09_child.jsonl")):
            seen.take(PiReader().read(file, None))
        assert seen.said == ["Build the engine.", "Paint it.", "Paint it green."]
        assert list(seen.sessions.values())[-1] == "child"

    def test_an_old_file_that_was_given_ids(self, path: Path) -> None:
        seen = read(work(1).write(path))
        again = read(work(3).write(path), seen.batches[-1].checkpoint)
        assert again.batches[0].restarted
        assert set(again.turns) == set(seen.turns)

    def test_without_times_sessions_stay_apart(self, tmp_path: Path) -> None:
        seen = Seen()
        for session in ("one", "two"):
            log = Session(session)
            log.user("ok")
            log.user("ok")
            for record in log.records[1:]:
                del record["timestamp"]
            seen.take(PiReader().read(log.write(tmp_path / f"{session}.jsonl"), None))
        assert seen.said == ["ok"] * 4


class TestGrowth:
    @pytest.mark.parametrize("version", [1, 3])
    def test_in_any_steps_it_says_the_same(self, path: Path, version: int) -> None:
        log = work(version)
        log.user("Paint it blue.", log.records[2].get("id"))
        whole = read(log.write(path))
        lines = log.data().splitlines(keepends=True)
        seen, since = Seen(), None
        for count in range(1, len(lines) + 1):
            path.write_bytes(b"".join(lines[:count]))
            since = seen.take(PiReader().read(path, since))
        seen.same_as(whole)
        assert seen.output_tokens == whole.output_tokens
        assert read(path, since).turns == {}

    def test_small_batches_say_the_same(self, path: Path) -> None:
        small = read(work().write(path), batch_chars=1, chunk_bytes=61)
        assert len(small.batches) > 5
        small.same_as(read(path))


class TestRecognising:
    @pytest.mark.parametrize("version", [1, 3])
    def test_by_content(self, path: Path, tmp_path: Path, version: int) -> None:
        for file in (work(version).write(path), work(version).write(tmp_path / "notes.txt")):
            reader = detect(file)
            assert reader is not None
            assert reader.source == "pi"

    @pytest.mark.parametrize(
        "line",
        [
            '{"type": "session", "id": 3, "timestamp": "t", "cwd": "/x"}',
            '{"type": "session", "id": "x", "timestamp": "t"}',
            '{"type": "session_meta", "id": "x", "timestamp": "t", "cwd": "/x"}',
            '{"type": "message", "id": "x", "timestamp": "t", "message": {"role": "user", "content": "hi"}}',
            '[{"type": "session"}]',
            "# Notes",
            "",
        ],
    )
    def test_other_files_are_left_alone(self, line: str) -> None:
        assert not PiReader().recognises(Path("2026_x.jsonl"), line.encode())

    def test_claude_sessions_are_left_alone(self) -> None:
        log = Log()
        log.user("Build the engine.")
        assert not PiReader().recognises(Path("2026_x.jsonl"), b"".join(log.lines()))


class TestDamage:
    @one_folder
    @given(cut=st.integers(0, len(work().data())))
    def test_cut_anywhere_and_finished_later(self, path: Path, cut: int) -> None:
        seen, at_once = cut_and_finished(PiReader(), path, work().data(), cut)
        seen.same_as(at_once)

    @one_folder
    @given(seed=st.integers(0, 10_000), flips=st.integers(1, 40))
    def test_broken_bytes_never_raise(self, path: Path, seed: int, flips: int) -> None:
        broken(PiReader(), path, work().data(), seed, flips)

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
        type_=st.sampled_from(["message", "compaction", "session", "session_info", "custom_message"]),
    )
    def test_wrong_types_never_raise(self, path: Path, value: Any, type_: str) -> None:
        log = work()
        for record in list(log.records[1:]):
            broken = dict.fromkeys(record.get("message", {}), value)
            log.records.append({**dict.fromkeys(record, value), "type": type_, "message": broken})
            broken = {**record.get("message", {}), "content": value, "usage": value}
            log.records.append({**record, "id": value, "parentId": value, "message": broken})
            log.records.append({**record, "type": value, "message": value, "summary": value})
        seen = read(log.write(path))
        assert seen.said[:2] == ["Build the engine.", "Paint it."]

    def test_entries_that_are_their_own_parents(self, path: Path) -> None:
        log = work()
        log.add("label", "0000aaaa")
        log.records[-1]["id"] = "0000aaaa"
        log.add("label", "0000aaaa")
        log.records[-1]["id"] = "0000bbbb"
        log.user("Go.", "0000bbbb")
        assert "Go." in read(log.write(path)).said

    def test_marks_padding_and_bad_text(self, path: Path) -> None:
        data = work().data().replace(b"\n", b"\r\n").replace(b"Paint it", b"P\xffint it")
        path.parent.mkdir(parents=True)
        path.write_bytes(b"\xef\xbb\xbf" + data + b"\0" * 100)
        assert read(path).said == ["Build the engine.", "P\ufffdint it."]
