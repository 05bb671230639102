"""Reading Codex rollouts: voices, forks, agents, rollbacks, growth, packing, damage."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import zstandard
from claude_builder import Log, Seen
from codex_builder import SESSION, Rollout, read, work
from hypothesis import given
from hypothesis import strategies as st
from wild import broken, cut_and_finished, one_folder

from arbor_desktop.conversations.model import Role, TurnKind
from arbor_desktop.conversations.readers.base import Damaged
from arbor_desktop.conversations.readers.codex import CodexReader
from arbor_desktop.conversations.readers.registry import detect

FIELDS = [
    *("type", "role", "content", "text", "message", "item", "info", "arguments", "output", "id", "input"),
    *("name", "action", "command", "source", "subagent", "git", "changes", "num_turns"),
]
OTHER = "01990000-0000-7000-8000-00000000000b"
LAST = "01990000-0000-7000-8000-00000000000c"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "sessions" / "2026" / "03" / "04" / f"rollout-2026-03-04T06-06-07-{SESSION}.jsonl"


class TestVoices:
    """The same words stand in a rollout as an event and as what the model got."""

    def test_every_word_is_taken_once(self, path: Path) -> None:
        seen = read(work().write(path))
        assert seen.said == ["Build the engine.", "Paint it red."]
        assert seen.texts("said", "assistant") == ["Building.", "Built.", "No paint."]
        assert seen.texts("tool") == [
            "shell: make",
            "ok\ndone",
            "shell: paint",
            "error\nno paint",
        ]
        assert set(seen.sessions.values()) == {SESSION}
        first = seen.parts[0]
        assert (first.cwd, first.branch, first.headless) == ("/home/ada/engine", "main", False)
        assert first.extra["model"] == "m-1"
        assert (seen.input_tokens, seen.output_tokens) == (150, 50)

    def test_files_without_events_are_read_from_what_the_model_got(self, path: Path) -> None:
        log = Rollout().meta().message("user", "# AGENTS.md instructions for /x\n\n<INSTRUCTIONS>\nbe good")
        log.environment().message("user", "Build the engine.").message("assistant", "Building.")
        log.message("user", "Paint it.")
        seen = read(log.write(path))
        assert seen.said == ["Build the engine.", "Paint it."]
        assert seen.texts("said", "assistant") == ["Building."]
        assert len(seen.texts("injected")) == 2

    def test_one_side_may_have_events_and_the_other_none(self, path: Path) -> None:
        log = Rollout().meta().message("user", "Build it.").answer("Building.")
        seen = read(log.write(path))
        assert (seen.said, seen.texts("said", "assistant")) == (["Build it."], ["Building."])

    def test_completed_items_are_a_voice_too(self, path: Path) -> None:
        log = Rollout().meta(history_mode="paginated")
        log.message("user", "<new_thing>x</new_thing> unheard of").message("user", "Build it.")
        log.event(
            "item_completed", item={"type": "UserMessage", "content": [{"type": "text", "text": "Build it."}]}
        )
        log.event(
            "item_completed", item={"type": "AgentMessage", "content": [{"type": "Text", "text": "Yes."}]}
        )
        log.message("assistant", "Yes.")
        log.event("user_message", message="Thanks.")
        log.event(
            "item_completed", item={"type": "UserMessage", "content": [{"type": "text", "text": "Thanks."}]}
        )
        seen = read(log.write(path))
        assert (seen.said, seen.texts("said", "assistant")) == (["Build it.", "Thanks."], ["Yes."])

    def test_what_the_model_alone_got_was_not_said(self, path: Path) -> None:
        log = work().message("user", "A reminder of a kind nobody heard of.").answer("Noted.")
        assert read(log.write(path)).said == ["Build the engine.", "Paint it red."]

    def test_a_prompt_is_seen_before_its_event_was_written(self, path: Path) -> None:
        log = Rollout().meta().message("user", "Build it.")
        seen = read(log.write(path))
        assert seen.said == ["Build it."]
        since = seen.batches[-1].checkpoint
        log.event("user_message", message="Build it.").answer("Yes.").user("Build it.").user("Thanks.")
        since = seen.take(CodexReader().read(log.write(path), since))
        assert seen.said == ["Build it.", "Build it.", "Thanks."]
        log.message("user", "Something injected.")
        seen.take(CodexReader().read(log.write(path), since))
        assert len(seen.said) == 3

    def test_the_same_words_twice_are_two_turns(self, path: Path) -> None:
        log = (
            Rollout().meta().user("continue").answer("Done.").answer("Done.").user("continue").answer("Done.")
        )
        seen = read(log.write(path))
        assert seen.said == ["continue", "continue"]
        assert seen.texts("said", "assistant") == ["Done.", "Done.", "Done."]

    def test_pictures_leave_no_marks(self, path: Path) -> None:
        log = Rollout().meta()
        log.message("user", "<image name=[Image #1]>", "</image>", "What is this?").message(
            "assistant", "A cat."
        )
        assert read(log.write(path)).said == ["What is this?"]

    def test_times_are_those_of_the_records(self, path: Path) -> None:
        log = Rollout().meta().user("Build it.")
        (turn,) = read(log.write(path)).turns.values()
        assert turn.at == 1772600787000


class TestSpeakers:
    @pytest.mark.parametrize(
        ("words", "kind"),
        [
            ("<environment_context>\n<cwd>/x</cwd></environment_context>", "injected"),
            ("<user_instructions>\nbe good\n</user_instructions>", "injected"),
            ("# AGENTS.md instructions for /home/ada\n\n<INSTRUCTIONS>x</INSTRUCTIONS>", "injected"),
            ("<subagent_notification>{}</subagent_notification>", "injected"),
            ("<skill>\n<name>x</name></skill>", "injected"),
            ('<codex_internal_context source="goal">x</codex_internal_context>', "injected"),
            ("<permissions instructions>x</permissions instructions>", "injected"),
            ("<turn_aborted>\nThe user interrupted</turn_aborted>", "interrupt"),
            ("<user_shell_command>\n<command>\nls\n</command>\n<result>\nExit code: 0\n</result>", "command"),
            ("Another language model started to solve this problem and produced a summary of it.", "summary"),
            ("PLEASE IMPLEMENT THIS PLAN:\n1. x", "injected"),
            ("What does <environment_context> mean?", "said"),
            ("<b>bold</b> is the tag I want", "said"),
            ("# My plan\n\nBuild it.", "said"),
        ],
    )
    def test_who_speaks_in_the_users_name(self, path: Path, words: str, kind: str) -> None:
        for log in (
            Rollout().meta().message("user", words),
            Rollout().meta().event("user_message", message=words),
        ):
            (turn,) = read(log.write(path)).turns.values()
            assert turn.kind == kind

    def test_a_command_of_the_person_says_what_was_run(self, path: Path) -> None:
        words = "<user_shell_command>\n<command>\nls x\n</command>\n<result>\nExit code: 2\nnone\n</result>"
        seen = read(Rollout().meta().message("user", words).write(path))
        assert seen.texts("command") == ["!ls x\nerror\nExit code: 2\nnone"]

    def test_the_editors_context_is_cut_from_the_prompt(self, path: Path) -> None:
        context = "# Context from my IDE setup:\n\n## Open tabs:\n- a.py: src/a.py\n\n"
        log = Rollout().meta().user(f"{context}## My request for Codex:\nFix a.py\n\n# Really\n")
        log.user("# Files mentioned by the user:\n\n## x.png: /tmp/x.png\n\n## My request for Codex:\nSee x.")
        log.user("Why do you print ## My request for Codex: always?")
        seen = read(log.write(path))
        assert seen.said == [
            "Fix a.py\n\n# Really",
            "See x.",
            "Why do you print ## My request for Codex: always?",
        ]
        assert seen.texts("injected")[0].startswith("# Context from my IDE")

    def test_an_element_from_end_to_end_is_a_prompt_only_if_it_was_typed(self, path: Path) -> None:
        words = "<html>What is this?</html>"
        assert read(Rollout().meta().message("user", words).write(path)).said == []
        assert read(Rollout().meta().event("user_message", message=words).write(path)).said == [words]

    def test_instructions_of_developers_are_injected(self, path: Path) -> None:
        seen = read(Rollout().meta().message("developer", "Be brief.", "Be kind.").write(path))
        assert seen.texts("injected") == ["Be brief.\n\nBe kind."]

    def test_summaries_and_thoughts_are_no_evidence(self, path: Path) -> None:
        log = work().line("compacted", {"message": "They built an engine."})
        log.event("agent_reasoning", text="Hm.").item("reasoning", summary=[], encrypted_content="x")
        log.event("context_compacted")
        seen = read(log.write(path))
        assert seen.texts("summary") == ["They built an engine."]
        assert "Hm." not in [turn.text for turn in seen.turns.values()]
        assert sum(batch.unknown_records for batch in seen.batches) == 0

    def test_an_interrupt_is_told_once(self, path: Path) -> None:
        log = work().event("turn_aborted", reason="interrupted")
        log.message("user", "<turn_aborted>\nThe user interrupted the turn.\n</turn_aborted>")
        log.user("Stop that.").answer("Stopped.").event("turn_aborted", reason="interrupted")
        assert len(read(log.write(path)).texts("interrupt")) == 2

    def test_programs_that_run_a_session_are_no_persons(self, path: Path) -> None:
        for more in ({"source": "exec"}, {"originator": "codex_exec"}, {"originator": "codex_sdk_ts"}):
            log = Rollout().meta(**more).user("Summarize.")
            assert all(part.headless for part in read(log.write(path)).parts)

    def test_a_session_run_by_a_program_stays_one_when_it_grows(self, path: Path) -> None:
        log = Rollout().meta(source="exec").user("Summarize.")
        since = read(log.write(path)).batches[-1].checkpoint
        (part,) = read(log.user("More.").write(path), since).parts
        assert part.headless
        assert (part.cwd, part.turns[0].cwd) == ("/home/ada/engine", "/home/ada/engine")


class TestTools:
    @pytest.mark.parametrize(
        ("payload", "words"),
        [
            ({"type": "function_call", "name": "shell", "arguments": '{"command":"ls"}'}, "shell: ls"),
            ({"type": "function_call", "name": "shell", "arguments": "not json"}, "shell: not json"),
            (
                {"type": "function_call", "name": "exec_command", "arguments": '{"cmd":"ls"}'},
                "exec_command: ls",
            ),
            ({"type": "function_call", "name": "update_plan", "arguments": '{"plan":[]}'}, "update_plan"),
            (
                {"type": "function_call", "name": "shell", "arguments": {"command": ["ls", "-l"]}},
                "shell: ls -l",
            ),
            ({"type": "function_call", "arguments": [1]}, "function"),
            ({"type": "local_shell_call", "action": {"command": ["git", "log"]}}, "shell: git log"),
            ({"type": "web_search_call", "action": {"query": "cats"}}, "web_search: cats"),
            ({"type": "custom_tool_call", "name": "js", "input": "1 + 1"}, "js: 1 + 1"),
        ],
    )
    def test_calls(self, path: Path, payload: dict[str, Any], words: str) -> None:
        seen = read(Rollout().meta().line("response_item", payload).write(path))
        assert seen.texts("tool", "assistant") == [words]

    @pytest.mark.parametrize(
        ("output", "words"),
        [
            ("Exit code: 0\nOutput:\nfine", "ok\nExit code: 0\nOutput:\nfine"),
            ("Exit code: 3\nOutput:\nno", "error\nExit code: 3\nOutput:\nno"),
            (
                "Chunk ID: 1\nProcess exited with code 1\nOutput:\nno",
                "error\nChunk ID: 1\nProcess exited with code 1\nOutput:\nno",
            ),
            ([{"type": "input_text", "text": "a"}, {"type": "input_text", "text": "b"}], "ok\na\nb"),
            ({"content": "no", "success": False}, "error\nno"),
            ({"type": "input_text", "text": "x"}, "ok\nx"),
            ("{broken", "ok\n{broken"),
            (None, "ok"),
        ],
    )
    def test_outputs(self, path: Path, output: Any, words: str) -> None:
        log = Rollout().meta().item("function_call_output", call_id="c", output=output)
        assert read(log.write(path)).texts("tool", "user") == [words]

    def test_only_the_end_of_an_output_is_kept(self, path: Path) -> None:
        log = Rollout().meta().shell("cat big", "line\n" * 10_000 + "the end")
        output = read(log.write(path)).texts("tool", "user")[0]
        assert output.endswith("the end")
        assert len(output.encode()) < 2100

    def test_edited_files(self, path: Path) -> None:
        patch = "*** Begin Patch\n*** Update File: src/a.py\n@@\n*** Add File: b.py\n*** End Patch"
        log = Rollout().meta().item("custom_tool_call", name="apply_patch", input=patch, call_id="1")
        log.shell(f"apply_patch <<'EOF'\n{patch.replace('b.py', 'c.py')}\nEOF", "ok")
        log.event("patch_apply_end", success=True, changes={"/home/ada/d.py": {"type": "add"}})
        log.event("patch_apply_end", success=False, changes={"/home/ada/e.py": {"type": "add"}})
        log.event("item_completed", item={"type": "FileChange", "changes": {"/home/ada/f.py": {}}})
        seen = read(log.write(path))
        assert seen.parts[0].paths == ("src/a.py", "b.py", "c.py", "/home/ada/d.py", "/home/ada/f.py")
        assert seen.texts("tool", "assistant")[0] == "apply_patch: src/a.py\nb.py"

    def test_totals_are_running_sums(self, path: Path) -> None:
        log = Rollout().meta().tokens(10, 90, 5).tokens(10, 90, 5).tokens(30, 200, 9)
        seen = read(log.write(path))
        since = seen.batches[-1].checkpoint
        log.tokens(30, 200, 9).tokens(40, 300, 10).event("token_count", info=None)
        seen.take(CodexReader().read(log.write(path), since))
        assert (seen.input_tokens, seen.output_tokens) == (40, 10)


class TestTakenBack:
    def test_rolled_back_turns_are_unsaid(self, path: Path) -> None:
        log = work().event("thread_rolled_back", num_turns=1).user("Paint it blue.").answer("Blue.")
        seen = read(log.write(path))
        assert set(seen.unsaid_texts) == {"Paint it red.", "shell: paint", "error\nno paint", "No paint."}
        assert seen.said[-1] == "Paint it blue."

    def test_also_those_that_were_read_long_before(self, path: Path) -> None:
        log = work()
        seen = read(log.write(path))
        log.user("And blue.").answer("Blue.").event("thread_rolled_back", num_turns=2)
        seen.take(CodexReader().read(log.write(path), seen.batches[-1].checkpoint))
        assert {"Paint it red.", "And blue.", "Blue."} <= set(seen.unsaid_texts)
        assert "Build the engine." not in seen.unsaid_texts

    def test_the_same_words_again_were_said(self, path: Path) -> None:
        log = Rollout().meta().user("Go.").answer("No.").event("thread_rolled_back", num_turns=1)
        log.user("Go.").answer("No.")
        seen = read(log.write(path))
        assert seen.said == ["Go.", "Go."]
        assert sorted(seen.unsaid_texts) == ["Go.", "No."]

    @pytest.mark.parametrize("turns", [0, -1, 99, "2", None, [1]])
    def test_odd_numbers_harm_nothing(self, path: Path, turns: Any) -> None:
        seen = read(work().event("thread_rolled_back", num_turns=turns).write(path))
        assert len(seen.unsaid_texts) == (9 if turns == 99 else 0)


class TestFamilies:
    """Forks copy the history into a file of their own."""

    @pytest.mark.parametrize("first", ["parent", "child"])
    def test_a_forks_copy_is_known_again(self, path: Path, tmp_path: Path, first: str) -> None:
        parent = work()
        child = parent.fork(OTHER).user("Now in green.").answer("Green.")
        parent.user("Now in black.").answer("Black.")
        files = [parent.write(path), child.write(tmp_path / f"rollout-2026-03-05T06-06-07-{OTHER}.jsonl")]
        seen = Seen()
        for file in files if first == "parent" else reversed(files):
            seen.take(CodexReader().read(file, None))
        assert sorted(seen.said) == ["Build the engine.", "Now in black.", "Now in green.", "Paint it red."]
        assert len(seen.texts("tool")) == 4
        green = next(key for key, turn in seen.turns.items() if turn.text == "Now in green.")
        assert seen.sessions[green] == OTHER

    def test_a_fork_of_a_fork(self, path: Path, tmp_path: Path) -> None:
        parent = work()
        child = parent.fork(OTHER).user("Green.")
        grandchild = child.fork(OTHER.replace("b", "c")).user("Lime.")
        seen = Seen()
        for number, log in enumerate((grandchild, parent, child)):
            seen.take(CodexReader().read(log.write(tmp_path / f"rollout-{number}.jsonl"), None))
        assert sorted(seen.said) == ["Build the engine.", "Green.", "Lime.", "Paint it red."]

    @pytest.mark.parametrize("packed", [False, True])
    def test_copied_history_is_of_the_session_it_was_said_in_whichever_is_read_first(
        self, tmp_path: Path, packed: bool
    ) -> None:
        parent = work()
        child = parent.fork(OTHER).user("Green.")
        grandchild = child.fork(LAST).user("Lime.")
        archive = tmp_path / "archived_sessions" / f"rollout-1-{SESSION}.jsonl"
        parent.pack(archive.with_suffix(".jsonl.zst")) if packed else parent.write(archive)
        day = tmp_path / "sessions" / "2026" / "03" / "05"
        child.write(day / f"rollout-2-{OTHER}.jsonl")
        seen = read(grandchild.write(day / f"rollout-3-{LAST}.jsonl"))
        spoken = {
            turn.text: seen.sessions[key] for key, turn in seen.turns.items() if turn.kind is TurnKind.SAID
        }
        assert spoken.pop("Lime.") == LAST
        assert spoken.pop("Green.") == OTHER
        assert spoken and set(spoken.values()) == {SESSION}

    def test_forks_of_each_other_are_read(self, tmp_path: Path) -> None:
        path = work().fork(OTHER, forked_from_id=LAST).write(tmp_path / f"rollout-1-{OTHER}.jsonl")
        work().fork(LAST, forked_from_id=OTHER).write(tmp_path / f"rollout-2-{LAST}.jsonl")
        assert read(path).said == ["Build the engine.", "Paint it red."]

    def test_two_sessions_that_begin_alike_are_two(self, tmp_path: Path) -> None:
        seen = Seen()
        for session in (SESSION, OTHER):
            log = Rollout(session).meta().user("hi").answer("Hello!")
            seen.take(CodexReader().read(log.write(tmp_path / f"rollout-{session}.jsonl"), None))
        assert seen.said == ["hi", "hi"]

    def test_a_forks_tokens_were_paid_before(self, tmp_path: Path) -> None:
        child = work().fork(OTHER).user("Green.").tokens(200, 3000, 60)
        seen = read(child.write(tmp_path / "rollout-x.jsonl"))
        assert (seen.input_tokens, seen.output_tokens) == (50, 10)

    def test_a_sub_agent_speaks_in_its_parents_session(self, path: Path) -> None:
        spawned = {"subagent": {"thread_spawn": {"parent_thread_id": SESSION, "depth": 1}}}
        log = Rollout(OTHER).meta(source=spawned).user("Look around.").shell("ls", "x").answer("Seen.")
        since = read(log.write(path)).batches[-1].checkpoint
        log.user("Again.")
        for seen in (read(path), read(log.write(path), since)):
            assert {turn.kind for turn in seen.turns.values()} == {TurnKind.SUBAGENT}
            assert {part.parent_session_id for part in seen.parts} == {SESSION}
            assert {(part.cwd, part.title) for part in seen.parts} == {(None, None)}

    def test_a_sub_agent_that_got_the_history_does_not_repeat_it(self, tmp_path: Path) -> None:
        spawned = {"subagent": {"thread_spawn": {"parent_thread_id": SESSION, "depth": 1}}}
        log = work().fork(OTHER, source=spawned).user("Look around.").answer("Seen.")
        seen = read(log.write(tmp_path / "rollout-x.jsonl"))
        assert seen.texts("subagent") == ["Look around.", "Seen."]
        assert seen.input_tokens == 0

    @pytest.mark.parametrize("source", ["review", "compact", {"other": "x"}])
    def test_an_agent_of_nobody_is_a_program(self, path: Path, source: Any) -> None:
        seen = read(Rollout().meta(source={"subagent": source}).user("Review.").answer("Fine.").write(path))
        (part,) = seen.parts
        assert (part.headless, part.parent_session_id) == (True, None)
        assert seen.said == []


class TestGrowth:
    def test_in_any_steps_it_says_the_same(self, path: Path) -> None:
        log = work().event("thread_rolled_back", num_turns=1).user("Paint it blue.").answer("Blue.")
        whole = read(log.write(path))
        data = log.data()
        for step in (1, 7):
            seen, since = Seen(), None
            lines = log.lines()
            for count in range(step, len(lines) + step, step):
                path.write_bytes(b"".join(lines[:count]))
                since = seen.take(CodexReader().read(path, since))
            assert {k: (t.text, t.kind) for k, t in seen.turns.items()} == {
                k: (t.text, t.kind) for k, t in whole.turns.items()
            }
            assert seen.unsaid == whole.unsaid
            assert seen.input_tokens == whole.input_tokens
        path.write_bytes(data)
        again = read(path, since)
        assert again.turns == {} or set(again.turns) <= set(whole.turns)

    def test_small_batches_say_the_same(self, path: Path) -> None:
        work().write(path)
        small = read(path, batch_chars=1, chunk_bytes=97)
        assert len(small.batches) > 5
        small.same_as(read(path))

    def test_a_torn_last_line_waits(self, path: Path) -> None:
        log = work()
        data = log.data()
        path.parent.mkdir(parents=True)
        path.write_bytes(data[:-30])
        seen = read(path)
        path.write_bytes(data)
        seen.take(CodexReader().read(path, seen.batches[-1].checkpoint))
        seen.same_as(read(path))
        assert sum(batch.broken_lines for batch in seen.batches) <= 1

    def test_a_torn_line_in_the_midst_costs_itself_alone(self, path: Path) -> None:
        log = work()
        lines = log.lines()
        lines.insert(6, lines[6][:20] + b"\n")
        path.parent.mkdir(parents=True)
        path.write_bytes(b"".join(lines))
        seen = read(path)
        assert set(seen.turns) == set(read(log.write(path)).turns)
        assert sum(batch.broken_lines for batch in seen.batches) == 1

    def test_a_rewritten_file_is_read_again(self, path: Path) -> None:
        seen = read(work().write(path))
        other = Rollout().meta().user("All anew.")
        seen.take(CodexReader().read(other.write(path), seen.batches[-1].checkpoint))
        assert seen.batches[-1].restarted
        assert "All anew." in seen.said

    def test_moved_or_packed_it_is_the_same_session(self, path: Path, tmp_path: Path) -> None:
        log = work()
        seen = read(log.write(path))
        archived = log.write(tmp_path / "archived_sessions" / path.name)
        packed = log.pack(tmp_path / "archived_sessions" / f"{path.name}.zst")
        for file in (archived, packed):
            again = read(file)
            again.same_as(seen)
            assert detect(file).source == "codex"  # type: ignore[union-attr]

    def test_a_packed_file_is_read_once(self, path: Path, tmp_path: Path) -> None:
        packed = work().pack(tmp_path / f"{path.name}.zst")
        seen = read(packed, batch_chars=1)
        assert len(seen.batches) > 5
        assert seen.batches[0].checkpoint.size == 0
        again = read(packed, seen.batches[-1].checkpoint)
        assert again.turns == {}

    def test_packed_in_pieces_with_long_lines(self, path: Path, tmp_path: Path) -> None:
        log = Rollout().meta().user("x" * 3_000_000).answer("y" * 2_000_000).user("end")
        data = log.data()
        packed = tmp_path / "rollout-1.jsonl.zst"
        pieces = (data[:1_500_000], data[1_500_000:])
        packed.write_bytes(b"".join(zstandard.ZstdCompressor().compress(piece) for piece in pieces))
        log.meta().write(path)
        assert [len(words) for words in read(packed).said] == [3_000_000, 3]

    def test_a_broken_pack_is_damaged(self, path: Path, tmp_path: Path) -> None:
        packed = work().pack(tmp_path / "rollout-1.jsonl.zst")
        data = bytearray(packed.read_bytes())
        data[4:12] = b"\xff" * 8
        packed.write_bytes(data)
        with pytest.raises(Damaged):
            read(packed)


class TestLegacy:
    """Files without an envelope, as written until the middle of 2025."""

    def write(self, path: Path) -> Path:
        records = [
            {
                "id": OTHER,
                "timestamp": "2025-06-01T10:00:00.000Z",
                "instructions": None,
                "git": {"branch": "dev"},
            },
            {"record_type": "state"},
            {
                "type": "message",
                "role": "user",
                "content": [
                    {
                        "type": "input_text",
                        "text": "<environment_context>\n<cwd>/home/ada</cwd>\n</environment_context>",
                    }
                ],
            },
            {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Build it."}]},
            {"record_type": "state"},
            {"type": "reasoning", "summary": []},
            {"type": "function_call", "name": "shell", "arguments": '{"command":["ls"]}', "call_id": "1"},
            {
                "type": "function_call_output",
                "call_id": "1",
                "output": '{"output":"x","metadata":{"exit_code":0}}',
            },
            {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Built."}]},
        ]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
        return path

    def test_they_are_read(self, path: Path) -> None:
        seen = read(self.write(path))
        assert (seen.said, seen.texts("said", "assistant")) == (["Build it."], ["Built."])
        assert seen.texts("tool") == ["shell: ls", "ok\nx"]
        part = seen.parts[0]
        assert (part.session_id, part.branch, part.cwd) == (OTHER, "dev", "/home/ada")
        assert sum(batch.unknown_records for batch in seen.batches) == 0

    def test_they_are_recognised(self, path: Path) -> None:
        reader = detect(self.write(path))
        assert reader is not None
        assert reader.source == "codex"


class TestRecognising:
    def test_by_content_wherever_it_lies(self, tmp_path: Path) -> None:
        file = work().write(tmp_path / "notes.txt")
        assert detect(file).source == "codex"  # type: ignore[union-attr]

    def test_a_first_line_longer_than_the_head(self, path: Path) -> None:
        log = Rollout().meta(base_instructions={"text": "be good " * 20_000}).user("Hi.")
        assert detect(log.write(path)).source == "codex"  # type: ignore[union-attr]

    @pytest.mark.parametrize(
        "line",
        [
            '{"role": "user", "content": "hi"}',
            '{"session_id": "x", "ts": 1, "text": "hi"}',
            '{"type": "session", "id": "x", "timestamp": "2026-01-01T00:00:00Z", "cwd": "/x"}',
            '{"type": "message", "id": "x", "role": "user", "content": []}',
            '{"id": "x", "timestamp": "2026-01-01", "title": "y"}',
            "# Notes",
            "",
        ],
    )
    def test_other_files_are_left_alone(self, tmp_path: Path, line: str) -> None:
        assert not CodexReader().recognises(tmp_path / "rollout-x.jsonl", line.encode())

    def test_claude_sessions_are_left_alone(self) -> None:
        log = Log()
        log.user("Build the engine.")
        log.answer("Building.")
        assert not CodexReader().recognises(Path("rollout-x.jsonl"), b"".join(log.lines()))


class TestDamage:
    @one_folder
    @given(cut=st.integers(0, len(work().data())))
    def test_cut_anywhere_and_finished_later(self, path: Path, cut: int) -> None:
        seen, at_once = cut_and_finished(CodexReader(), path, work().data(), cut)
        assert {k: t.text for k, t in seen.turns.items()} == {k: t.text for k, t in at_once.turns.items()}

    @one_folder
    @given(seed=st.integers(0, 10_000), flips=st.integers(1, 40))
    def test_broken_bytes_never_raise(self, path: Path, seed: int, flips: int) -> None:
        seen = broken(CodexReader(), path, work().data(), seed, flips)
        for turn in seen.turns.values():
            turn.text.encode()

    @one_folder
    @given(order=st.permutations(list(range(len(work().records)))))
    def test_any_order_of_lines_is_borne(self, path: Path, order: list[int]) -> None:
        log = work()
        log.records = [log.records[number] for number in order]
        seen = read(log.write(path))
        assert {"Build the engine.", "Paint it red."} <= set(seen.said)

    @one_folder
    @given(
        payload=st.recursive(
            st.none() | st.booleans() | st.integers() | st.text(max_size=5),
            lambda inner: (
                st.lists(inner, max_size=3)
                | st.dictionaries(
                    st.sampled_from(FIELDS),
                    inner
                    | st.sampled_from(["message", "user", "function_call", "user_message", "item_completed"]),
                    max_size=5,
                )
            ),
            max_leaves=12,
        ),
        type_=st.sampled_from(
            ["session_meta", "turn_context", "event_msg", "response_item", "compacted", "x"]
        ),
    )
    def test_wrong_types_never_raise(self, path: Path, payload: Any, type_: str) -> None:
        log = work()
        log.records.insert(3, {"timestamp": payload, "type": type_, "payload": payload})
        log.records.insert(
            5, {"timestamp": 3, "type": payload, "payload": {"type": payload, "role": payload}}
        )
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(log.data())
        seen = read(path)
        assert "Paint it red." in seen.said

    def test_marks_padding_and_bad_text(self, path: Path) -> None:
        log = work()
        data = b"\xef\xbb\xbf" + log.data().replace(b"\n", b"\r\n").replace(b"red", b"r\xffd") + b"\0" * 300
        path.parent.mkdir(parents=True)
        path.write_bytes(data)
        seen = read(path)
        assert seen.said == ["Build the engine.", "Paint it r\ufffdd."]
        assert all(turn.role in Role for turn in seen.turns.values())

    def test_unknown_records_are_counted(self, path: Path) -> None:
        log = work().line("brand_new", {"type": "x"}).item("brand_new_call")
        seen = read(log.write(path))
        assert sum(batch.unknown_records for batch in seen.batches) == 2
