"""Reading Claude Code sessions: queue, rewinds, titles, tokens, growth, damage."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path

import pytest
from claude_builder import Log, Seen, limited, read
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arbor_desktop.conversations.readers.claude_code import ClaudeCodeReader
from arbor_desktop.conversations.readers.registry import all_readers, detect

one_folder = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "projects" / "-home-ada-engine" / "5e550001-0000-4000-8000-000000000001.jsonl"


@pytest.fixture
def log() -> Log:
    log = Log()
    log.user("Build the engine.")
    log.answer("Building.")
    return log


class TestQueue:
    """Words typed while the assistant is working."""

    def test_handed_over_in_the_midst_they_are_nowhere_else(self, log: Log, path: Path) -> None:
        log.queue("enqueue", "<task-notification><task-id>1</task-id></task-notification>")
        log.queue("enqueue", "the pump is in cellar B")
        log.tool("Bash", command="ls")
        log.queue("remove")
        log.answer("Good to know.")
        seen = read(log.write(path))

        assert seen.said == ["Build the engine.", "the pump is in cellar B"]
        turn = next(turn for turn in seen.turns.values() if "pump" in turn.text)
        assert (turn.cwd, turn.branch) == ("/home/ada/engine", "main")
        assert turn.at is not None

    def test_sent_after_the_answer_they_are_an_ordinary_prompt(self, log: Log, path: Path) -> None:
        log.queue("enqueue", "now  paint it")
        log.queue("dequeue")
        uuid = log.user("now paint it")
        log.answer("Painting.")
        seen = read(log.write(path))

        assert seen.said == ["Build the engine.", "now paint it"]
        assert uuid in seen.turns

    def test_taken_back_for_editing_they_were_not_said(self, log: Log, path: Path) -> None:
        log.queue("enqueue", "paint it blue")
        log.queue("popAll")
        log.queue("enqueue", "paint it red")
        log.queue("remove")
        log.answer("Red it is.")
        assert read(log.write(path)).said == ["Build the engine.", "paint it red"]

    def test_a_slash_command_in_the_queue_is_not_said(self, log: Log, path: Path) -> None:
        log.queue("enqueue", "/mcp")
        log.queue("remove")
        log.answer("x")
        assert read(log.write(path)).said == ["Build the engine."]

    def test_the_words_of_a_command_that_it_does_not_know_were_typed(self, log: Log, path: Path) -> None:
        log.link("system", subtype="informational", content="Unknown command: /arbor")
        log.link("system", subtype="informational", content="Args from unknown skill: off")
        log.link(
            "system", subtype="informational", content="Unknown command: /memory:. Did you mean /memory?"
        )
        log.link("system", subtype="informational", content="Args from unknown skill: the exporter")
        log.link("system", subtype="informational", content="Args from unknown skill: of nothing")
        typed = ["Build the engine.", "/arbor off", "/memory: the exporter"]
        assert read(log.write(path)).said == typed

    def test_an_attachment_with_the_same_words_is_the_one_to_keep(self, log: Log, path: Path) -> None:
        prompt = [{"type": "text", "text": "mind the steps"}]
        log.queue("enqueue", "mind the steps")
        log.queue("remove")
        after = log.link("attachment", attachment={"type": "queued_command", "prompt": prompt})
        log.answer("I will.")
        log.queue("enqueue", "and the door")
        before = log.link("attachment", attachment={"type": "queued_command", "prompt": "and the door"})
        log.queue("remove")
        log.answer("That too.")
        seen = read(log.write(path))

        assert seen.said == ["Build the engine.", "mind the steps", "and the door"]
        assert {after, before} <= set(seen.turns)

    @pytest.mark.parametrize("between", ["enqueue", "remove"])
    def test_words_that_were_queued_long_before_the_file_grew(
        self, log: Log, path: Path, between: str
    ) -> None:
        def work() -> None:
            for _ in range(20):
                log.tool("Bash", command="ls")

        work()
        log.queue("enqueue", "mind the steps")
        if between == "enqueue":
            work()
            before = read(log.write(path)).batches[-1].checkpoint
            log.queue("remove")
        else:
            log.queue("remove")
            log.progress()
            before = read(log.write(path)).batches[-1].checkpoint
        log.answer("I will.")
        grown = read(log.write(path), before, limited(ClaudeCodeReader(), context_bytes=10))
        assert grown.said == ["mind the steps"]

    def test_an_attachment_alone_may_have_no_id(self, log: Log, path: Path) -> None:
        log.raw(
            type="attachment", timestamp=log.time(), attachment={"type": "queued_command", "prompt": "hurry"}
        )
        log.raw(
            type="attachment",
            timestamp=log.time(),
            attachment={"type": "queued_command", "prompt": "<task-notification>x</task-notification>"},
        )
        seen = read(log.write(path))
        assert seen.said == ["Build the engine.", "hurry"]
        assert seen.texts("injected") == ["<task-notification>x</task-notification>"]


class TestRewind:
    def test_the_older_of_two_branches_is_unsaid(self, log: Log, path: Path) -> None:
        fork = log.leaf
        log.progress()
        log.user("Use steam.")
        log.answer("Steam it is.")
        log.user("Add a valve.")
        log.answer("Added.")
        log.user("Use petrol.", parent=fork)
        log.answer("Petrol it is.")
        seen = read(log.write(path))

        assert seen.unsaid_texts == ["Use steam.", "Steam it is.", "Add a valve.", "Added."]

    def test_queued_words_go_with_their_branch(self, log: Log, path: Path) -> None:
        fork = log.leaf
        log.user("Use steam.")
        log.tool("Bash", command="ls")
        log.queue("enqueue", "much steam")
        log.queue("remove")
        log.result("a")
        log.user("Use petrol.", parent=fork)
        assert "much steam" in read(log.write(path)).unsaid_texts

    def test_back_to_the_very_first_prompt(self, log: Log, path: Path) -> None:
        log.user("Build a mill.", parent=None)
        log.answer("Milling.")
        assert read(log.write(path)).unsaid_texts == ["Build the engine.", "Building."]

    def test_records_that_were_never_linked_are_no_rewind(self, path: Path) -> None:
        log = Log()
        for number in range(3):
            log.user(f"prompt {number}", parent=None)
            log.answer(f"answer {number}", parent=None)
        assert read(log.write(path)).unsaid == set()

    def test_parallel_tool_calls_and_retries_are_no_rewind(self, log: Log, path: Path) -> None:
        first = log.tool("Read", file_path="/a")
        second = log.tool("Read", parent=first, file_path="/b")
        log.result("a", parent=first)
        log.result("b", parent=second)
        joined = log.answer("Read both.", parent=second)
        log.link("system", subtype="stop_hook_summary", parent=joined)
        log.progress()
        log.user("Go on.")
        log.answer("API Error", isApiErrorMessage=True)
        log.user("continue")
        log.user("[Request interrupted by user]")
        log.user("and now?")
        assert read(log.write(path)).unsaid == set()

    def test_compaction_and_its_repeated_records_are_no_rewind(self, log: Log, path: Path) -> None:
        old = [record for record in log.records if record.get("uuid")]
        leaf = log.leaf
        log.link("system", subtype="compact_boundary", parent=None, logicalParentUuid=leaf, content="x")
        log.user("This session is being continued from a previous conversation", isCompactSummary=True)
        log.records += old
        log.user("Go on.")
        seen = read(log.write(path))

        assert seen.unsaid == set()
        assert seen.said == ["Build the engine.", "Go on."]

    def test_in_a_grown_file_earlier_turns_are_named(self, log: Log, path: Path) -> None:
        fork = log.leaf
        steam = log.user("Use steam.")
        for _ in range(400):
            log.tool("Bash", command="x" * 200)
        reader = limited(ClaudeCodeReader(), context_bytes=1000)
        before = read(log.write(path)).batches[-1].checkpoint
        log.user("Use petrol.", parent=fork)
        grown = read(log.write(path), before, reader)

        assert steam in grown.unsaid
        assert len(grown.unsaid) == 401


class TestSession:
    def test_places_times_and_titles(self, log: Log, path: Path) -> None:
        log.user("Go on.", cwd="/home/ada/mill", gitBranch="HEAD")
        seen = read(log.write(path))
        first = next(iter(seen.turns.values()))

        assert (first.at, first.cwd, first.branch, first.line) == (
            1772600400250,
            "/home/ada/engine",
            "main",
            0,
        )
        assert list(seen.turns.values())[-1].branch is None
        assert seen.titles == {log.session: "Build the engine."}
        assert seen.parts[0].extra["version"] == "2.1.40"

    def test_the_best_title_wins_whatever_comes_last(self, log: Log, path: Path) -> None:
        def titled() -> str:
            return read(log.write(path)).titles[log.session]

        log.raw(type="summary", summary="Another session's", leafUuid="nowhere")
        assert titled() == "Build the engine."
        log.raw(type="summary", summary="Engine", leafUuid=log.leaf)
        assert titled() == "Engine"
        log.raw(type="ai-title", aiTitle="Engine building", sessionId=log.session)
        assert titled() == "Engine building"
        log.raw(type="custom-title", customTitle="My engine", sessionId=log.session)
        log.raw(type="ai-title", aiTitle="Later idea", sessionId=log.session)
        assert titled() == "My engine"

    def test_a_summary_may_come_before_the_record_it_names(self, path: Path) -> None:
        log = Log()
        log.raw(type="summary", summary="Engine", leafUuid="5e550001-u1")
        log.user("Build it.")
        assert read(log.write(path)).titles == {log.session: "Engine"}

    def test_a_grown_file_keeps_its_better_title(self, log: Log, path: Path) -> None:
        log.raw(type="custom-title", customTitle="My engine", sessionId=log.session)
        for _ in range(50):
            log.progress()
        before = read(log.write(path)).batches[-1].checkpoint
        log.raw(type="ai-title", aiTitle="Later idea", sessionId=log.session)
        log.user("Another prompt")
        assert read(log.write(path), before, limited(ClaudeCodeReader(), context_bytes=10)).titles == {}

    def test_tokens_are_counted_once_an_answer(self, path: Path) -> None:
        log = Log()
        log.answer("One", message_id="m1")
        log.answer("two", message_id="m1")
        log.raw(**(log.records[-1] | {"uuid": "later"}))
        log.records[-1] = json.loads(json.dumps(log.records[-1]))
        log.records[-1]["message"]["usage"]["output_tokens"] = 50
        log.answer("three", message_id="m2")
        before = read(log.write(path))
        assert (before.input_tokens, before.output_tokens) == (20, 55)

        log.answer("four", message_id="m2")
        grown = read(log.write(path), before.batches[-1].checkpoint)
        assert (grown.input_tokens, grown.output_tokens) == (0, 0)

    def test_copied_history_keeps_its_record_ids(self, log: Log, path: Path) -> None:
        fork = Log(session="5e550002-0000-4000-8000-000000000002")
        fork.records = [record | {"sessionId": fork.session} for record in log.records]
        fork.leaf = log.leaf
        new = fork.user("Something else.")
        original = read(log.write(path))
        copy = read(fork.write(path.with_name(f"{fork.session}.jsonl")))

        assert set(copy.turns) - set(original.turns) == {new}

    def test_records_without_ids_have_stable_keys(self, path: Path) -> None:
        path.parent.mkdir(parents=True)
        line = b'{"type":"user","timestamp":"2026-01-01T00:00:00Z","message":{"content":"hello"}}\n'
        path.write_bytes(line)
        first = read(path)
        path.write_bytes(b"\n" + line + line)
        again = read(path)

        assert set(first.turns) == set(again.turns)
        assert first.said == ["hello"]
        assert set(first.sessions.values()) == {path.stem}


class TestDamage:
    def test_a_torn_tail_waits_for_its_rest(self, log: Log, path: Path) -> None:
        log.user("Größe prüfen")
        log.write(path)
        whole = path.read_bytes()
        last = whole.rindex(b"\n", 0, -1) + 1
        path.write_bytes(whole[: last + 90])
        first = read(path)
        checkpoint = first.batches[-1].checkpoint
        assert checkpoint.offset == last
        assert first.said == ["Build the engine."]
        assert first.batches[-1].broken_lines == 0

        path.write_bytes(whole)
        assert read(path, checkpoint).said == ["Größe prüfen"]

    def test_a_whole_line_without_newline_is_taken_but_not_passed(self, log: Log, path: Path) -> None:
        log.answer("More.", message_id="m9")
        log.write(path)
        whole = path.read_bytes()
        path.write_bytes(whole[:-1])
        first = read(path)
        assert first.texts("said", "assistant") == ["Building.", "More."]
        assert first.output_tokens == 5
        assert first.batches[-1].checkpoint.offset == whole.rindex(b"\n", 0, -1) + 1

        path.write_bytes(whole)
        second = read(path, first.batches[-1].checkpoint)
        assert second.texts("said", "assistant") == ["More."]
        assert second.output_tokens == 5
        assert second.batches[-1].checkpoint.offset == len(whole)

    def test_broken_lines_are_counted_and_the_rest_goes_on(self, log: Log, path: Path) -> None:
        lines = log.lines()
        path.parent.mkdir(parents=True)
        path.write_bytes(
            b"\xef\xbb\xbf" + lines[0][:-1] + b"\r\n" + b"{broken\n\n" + bytes(7) + lines[1] + b"[1,2]\n"
            b'{"type":"brand-new-thing","x":1}\n' + bytes(20)
        )
        seen = read(path)
        assert seen.said == ["Build the engine."]
        assert seen.texts("said", "assistant") == ["Building."]
        assert [(b.broken_lines, b.unknown_records) for b in seen.batches] == [(1, 2)]

    def test_records_glued_together_are_all_read(self, log: Log, path: Path) -> None:
        glued = b"".join(line[:-1] for line in log.lines())
        torn = log.lines()[0][:50]
        path.parent.mkdir(parents=True)
        path.write_bytes(glued + b"\n")
        assert len(read(path).turns) == 2
        path.write_bytes(torn + glued + b"\n")
        seen = read(path)
        assert len(seen.turns) == 2
        assert seen.batches[0].broken_lines >= 1

    def test_the_inside_of_a_torn_record_is_not_a_prompt(self, path: Path) -> None:
        nested = {"type": "user", "uuid": "n", "message": {"role": "user", "content": "to a sub-agent"}}
        path.parent.mkdir(parents=True)
        path.write_bytes(b'{"data":{"message":' + json.dumps(nested).encode() + b"\n")
        assert read(path).turns == {}

    def test_fields_of_odd_types_do_not_lose_the_words(self, log: Log, path: Path) -> None:
        log.user("Keep this.", cwd=17, gitBranch=["x"], isMeta="no", version={"a": 1})
        log.blocks([{"type": "text", "text": "And this."}, {"type": "text", "text": 5}, {"type": 7}])
        log.records[-1]["message"]["usage"] = "many"
        seen = read(log.write(path))
        assert "Keep this." in seen.said
        assert "And this." in seen.texts("said", "assistant")

    def test_invalid_utf8_and_lone_surrogates_become_marks(self, log: Log, path: Path) -> None:
        path.parent.mkdir(parents=True)
        line = log.lines()[0]
        path.write_bytes(line.replace(b"engine.", b"eng\xffine.") + line.replace(b"engine.", rb"x\ud83d"))
        seen = read(path)
        assert "".join(seen.said).encode()
        assert seen.said[0] == "Build the eng\ufffdine."

    def test_a_rewritten_file_is_read_again(self, log: Log, path: Path) -> None:
        log.write(path)
        before = read(path).batches[-1].checkpoint
        other = Log(session="5e550003-0000-4000-8000-000000000003")
        other.user("Another story.")
        other.write(path)
        again = read(path, before)
        assert again.said == ["Another story."]
        assert [batch.restarted for batch in again.batches] == [True]

    def test_an_untouched_file_is_not_read(self, log: Log, path: Path) -> None:
        before = read(log.write(path)).batches[-1].checkpoint
        assert [(b.checkpoint, b.sessions) for b in read(path, before).batches] == [(before, ())]

    def test_a_file_that_vanished_says_so(self, path: Path) -> None:
        with pytest.raises(FileNotFoundError):
            read(path)

    def test_deep_json_is_a_broken_line(self, log: Log, path: Path) -> None:
        path.parent.mkdir(parents=True)
        deep = b'{"type":"user","uuid":"d","message":{"content":' + b"[" * 100_000 + b"]" * 100_000 + b"}}\n"
        path.write_bytes(log.lines()[0] + deep + log.lines()[1])
        assert len(read(path).turns) == 2


def test_batches_are_small_and_each_checkpoint_can_be_gone_on_from(log: Log, path: Path) -> None:
    for number in range(30):
        log.user(f"prompt {number} " + "x" * 100)
        log.answer("y" * 100)
    log.write(path)
    reader = limited(ClaudeCodeReader(), batch_chars=500, context_bytes=300)
    whole = read(path)
    batches = list(reader.read(path, None))
    assert len(batches) > 10
    for killed_after in range(len(batches)):
        seen = Seen()
        seen.take(batches[: killed_after + 1])
        seen.take(reader.read(path, batches[killed_after].checkpoint))
        seen.same_as(whole)
        assert (seen.input_tokens, seen.output_tokens) == (whole.input_tokens, whole.output_tokens)


@st.composite
def sessions(draw: st.DrawFn, session: str = "5e550001-0000-4000-8000-000000000001") -> Log:
    """A session of any of the things that happen, with forks."""
    log = Log(session=session)
    spots: list[str | None] = [None]
    for _ in range(draw(st.integers(0, 14))):
        step = draw(st.sampled_from([*range(14), 9, 10, 9, 10]))
        word = draw(st.sampled_from(["alpha", "beta", "gamma ü", "delta"]))
        parent = draw(st.sampled_from(spots)) if draw(st.integers(0, 5)) == 0 else log.leaf
        if step <= 2:
            log.user(word, parent=parent)
        elif step <= 4:
            log.answer(word, parent=parent)
        elif step == 5:
            log.tool("Bash", command=word)
        elif step == 6:
            log.result(word)
        elif step == 7:
            log.progress()
        elif step == 8:
            log.user(f"<system-reminder>{word}</system-reminder>", isMeta=True)
        elif step == 9:
            log.queue("enqueue", word)
        elif step == 10:
            log.queue(draw(st.sampled_from(["remove", "remove", "dequeue", "popAll"])))
        elif step == 11:
            log.link("attachment", attachment={"type": "queued_command", "prompt": word})
        elif step == 12:
            log.user(f"<command-name>/{word}</command-name>")
        else:
            log.link("system", subtype="compact_boundary", parent=None)
        spots.append(log.leaf)
    return log


@one_folder
@given(sessions(), st.data())
def test_reading_in_any_pieces_gives_what_one_reading_gives(
    path: Path, log: Log, data: st.DataObject
) -> None:
    whole_bytes = b"".join(log.lines())
    log.write(path)
    whole = read(path)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(whole_bytes)), max_size=4)))
    reader = limited(
        ClaudeCodeReader(),
        batch_chars=data.draw(st.sampled_from([1, 40, 100_000])),
        context_bytes=data.draw(st.sampled_from([1, 300, 100_000])),
        chunk_bytes=data.draw(st.sampled_from([7, 256, 65_536])),
    )
    seen = Seen()
    since = None
    for number, cut in enumerate([*cuts, len(whole_bytes)]):
        path.write_bytes(whole_bytes[:cut])
        os.utime(path, ns=(0, number))
        if data.draw(st.booleans()):
            list(reader.read(path, since))  # and not stored
        since = seen.take(reader.read(path, since))

    seen.same_as(whole)
    assert (seen.input_tokens, seen.output_tokens) == (whole.input_tokens, whole.output_tokens)


@one_folder
@given(sessions(), st.randoms(use_true_random=False), st.integers(0, 12))
def test_damage_anywhere_never_raises(path: Path, log: Log, chance: random.Random, hits: int) -> None:
    lines = log.lines()
    chance.shuffle(lines)
    data = bytearray(b"".join(lines))
    for _ in range(hits if data else 0):
        data[chance.randrange(len(data))] = chance.randrange(256)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)

    seen = read(path)

    assert seen.batches[-1].checkpoint.offset <= len(data)
    for turn in seen.turns.values():
        assert turn.text.encode()


@one_folder
@given(st.binary(max_size=400))
def test_junk_never_raises_and_is_not_recognised(path: Path, junk: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(junk)
    assert read(path).turns == {}
    assert detect(path) is None


@one_folder
@given(sessions(), sessions("5e550002-0000-4000-8000-000000000002"), st.randoms(use_true_random=False))
def test_two_sessions_in_one_file_keep_their_own_turns(
    path: Path, one: Log, two: Log, chance: random.Random
) -> None:
    for log in (one, two):
        log.records = [
            record for record in log.records if record["type"] not in ("queue-operation", "attachment")
        ]
    mixed: list[bytes] = []
    waiting = [one.lines(), two.lines()]
    while any(waiting):
        chosen = chance.choice([lines for lines in waiting if lines])
        mixed.append(chosen.pop(0))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"".join(mixed))
    together = read(path)
    apart = Seen()
    for log in (one, two):
        log.write(path)
        apart.take(ClaudeCodeReader().read(path, None))

    together.same_as(apart)


class TestDetection:
    def test_by_content_wherever_it_lies(self, log: Log, tmp_path: Path) -> None:
        found = detect(log.write(tmp_path / "some" / "copy.txt"))
        assert found is not None
        assert found.source == "claude-code"

    def test_by_content_where_the_first_line_is_longer_than_the_head(self, tmp_path: Path) -> None:
        log = Log()
        log.user(
            [{"type": "image", "source": {"data": "A" * 100_000}}, {"type": "text", "text": "what is it?"}]
        )
        assert detect(log.write(tmp_path / "x.jsonl")) is not None

    def test_by_content_where_a_tool_left_the_type_out(self, tmp_path: Path) -> None:
        usage = {"input_tokens": 7, "output_tokens": 3}
        billed = {
            "sessionId": "s-1",
            "timestamp": "2026-01-02T03:04:05Z",
            "message": {"role": "assistant", "id": "m"},
        }
        billed["message"]["usage"] = usage  # type: ignore[index]
        path = tmp_path / "chat.jsonl"
        path.write_text(json.dumps(billed) + "\n", encoding="utf-8")
        found = detect(path)
        assert found is not None and found.source == "claude-code"
        assert read(path).input_tokens == 7

    def test_by_place_only_while_there_is_no_content(self, tmp_path: Path) -> None:
        place = tmp_path / ".claude" / "projects" / "p"
        place.mkdir(parents=True)
        (place / "s.jsonl").write_bytes(b"")
        (place / "notes.jsonl").write_bytes(b'{"todo": "milk"}\n')
        (tmp_path / "s.jsonl").write_bytes(b"")
        assert detect(place / "s.jsonl") is not None
        assert detect(place / "notes.jsonl") is None
        assert detect(tmp_path / "s.jsonl") is None

    @pytest.mark.parametrize(
        "line",
        [
            '{"role":"user","message":{"content":[{"type":"text","text":"cursor"}]}}',
            '{"timestamp":"x","type":"session_meta","payload":{"id":"codex"}}',
            '{"uuid":"1","sessionId":"2","type":"user","message":{"role":"user","parts":[{"text":"qwen"}]}}',
            '{"type":"system","uuid":"1","sessionId":"2","subtype":"ui_telemetry","systemPayload":{}}',
            '{"type":"started","key":"v2:1"}',
            '{"display":"hi","pastedContents":{},"timestamp":1,"project":"/p"}',
            "# just notes",
        ],
    )
    def test_other_files_are_left_alone(self, tmp_path: Path, line: str) -> None:
        (tmp_path / "x.jsonl").write_text(line + "\n", encoding="utf-8")
        assert detect(tmp_path / "x.jsonl", [ClaudeCodeReader()]) is None

    def test_every_source_has_its_own_name(self) -> None:
        sources = [reader.source for reader in all_readers()]
        assert len(set(sources)) == len(sources)
