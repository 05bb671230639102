"""OpenCode's sessions as trees of files: who speaks, what was taken back, and reading them again."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from opencode_builder import START, Talk, bash, write_tree

from arbor_desktop.conversations.model import HEAD_BYTES, Batch, Role, SessionPart, TurnKind
from arbor_desktop.conversations.readers.base import Damaged
from arbor_desktop.conversations.readers.opencode import OpenCodeReader
from arbor_desktop.conversations.readers.registry import detect

USER, ASSISTANT = Role.USER, Role.ASSISTANT
SAID, TOOL, INJECTED = TurnKind.SAID, TurnKind.TOOL, TurnKind.INJECTED


def read(path: Path, since: Batch | None = None) -> Batch:
    found = list(OpenCodeReader().read(path, since.checkpoint if since else None))
    assert len(found) == 1
    return found[0]


def only(batch: Batch) -> SessionPart:
    assert len(batch.sessions) == 1
    return batch.sessions[0]


def lines(part: SessionPart) -> list[tuple[Role, TurnKind, str]]:
    return [(turn.role, turn.kind, turn.text) for turn in part.turns]


def talk_about_caching() -> Talk:
    talk = Talk()
    talk.user("Use an LRU cache, please.")
    used = {"input": 10, "output": 5, "reasoning": 2, "cache": {"read": 100, "write": 7}}
    talk.assistant("I'll look.", bash("ls", "a.py\n"), tokens=used)
    talk.user("Call it ParseCache.")
    talk.assistant("Done.", {"type": "patch", "files": ["/home/mara/parser/a.py"]})
    return talk


def test_a_session_is_joined_from_its_messages_and_parts(tmp_path: Path) -> None:
    [file] = write_tree(tmp_path, talk_about_caching())
    part = only(read(file))

    assert lines(part) == [
        (USER, SAID, "Use an LRU cache, please."),
        (ASSISTANT, SAID, "I'll look."),
        (ASSISTANT, TOOL, "bash: ls\nok\na.py"),
        (USER, SAID, "Call it ParseCache."),
        (ASSISTANT, SAID, "Done."),
    ]
    assert (part.session_id, part.title, part.cwd) == ("ses_one", "Cache for the parser", "/home/mara/parser")
    assert (part.input_tokens, part.output_tokens) == (117, 7)
    assert part.paths == ("/home/mara/parser/a.py",)
    assert part.extra == {"model": "claude-x", "version": "1.2.3"}
    assert part.whole
    assert part.turns[0].at == START + 1000


def test_a_title_that_only_holds_the_place_is_none(tmp_path: Path) -> None:
    talk = talk_about_caching()
    talk.title = "New session - 2026-03-22T10:00:00.000Z"
    [file] = write_tree(tmp_path, talk)
    assert only(read(file)).title is None


@pytest.mark.parametrize(
    ("stored", "typed"),
    [
        ('"Always run the linter first."', "Always run the linter first."),
        ('"Say \\"hello\\" in the log."', 'Say "hello" in the log.'),
        ('"Two" and "three"', '"Two" and "three"'),
        ('"Open', '"Open'),
        ('"', '"'),
        ('Plain "words"', 'Plain "words"'),
    ],
)
def test_the_quotes_around_an_argument_of_the_command_line_are_not_the_person_s(
    tmp_path: Path, stored: str, typed: str
) -> None:
    talk = Talk()
    talk.user(stored)
    [file] = write_tree(tmp_path, talk)
    assert [turn.text for turn in only(read(file)).turns] == [typed]


def test_what_the_program_put_into_a_prompt_was_not_said(tmp_path: Path) -> None:
    talk = Talk()
    talk.user(
        "Look at @a.py",
        {"type": "text", "text": "Called the Read tool with the following input: {}", "synthetic": True},
        {"type": "text", "text": "x = 1\n" * 5000, "synthetic": True},
        {"type": "text", "text": "not sent", "ignored": True},
        {"type": "file", "url": "file:///a.py", "mime": "text/plain"},
    )
    talk.assistant({"type": "reasoning", "text": "Hm."}, "It sets x.")
    [file] = write_tree(tmp_path, talk)
    found = only(read(file)).turns

    assert [(turn.kind, turn.text[:12]) for turn in found if turn.role is USER] == [
        (SAID, "Look at @a.p"), (INJECTED, "Called the R"), (INJECTED, found[2].text[:12]),
        (INJECTED, "not sent"),
    ]  # fmt: skip
    assert len(found[2].text) <= 2048  # never a whole file
    assert [turn.text for turn in found if turn.role is ASSISTANT] == ["It sets x."]


def test_a_shell_command_of_the_person_is_a_command(tmp_path: Path) -> None:
    talk = Talk()
    shell = talk.user(
        {"type": "text", "text": "The following tool was executed by the user", "synthetic": True}
    )
    talk.assistant(bash("git status", "clean"), parentID=shell)
    asked = talk.user("Why is it clean?")
    talk.assistant(bash("git log", "fatal", exit_code=128), "Because.", parentID=asked)
    [file] = write_tree(tmp_path, talk)
    assert lines(only(read(file))) == [
        (USER, TurnKind.COMMAND, "bash: git status\nok\nclean"),
        (USER, SAID, "Why is it clean?"),
        (ASSISTANT, TOOL, "bash: git log\nerror\nfatal"),
        (ASSISTANT, SAID, "Because."),
    ]


def test_a_prompt_that_quotes_the_mark_of_a_shell_command_is_a_prompt(tmp_path: Path) -> None:
    talk = Talk()
    talk.user("The following tool was executed by the user")
    [file] = write_tree(tmp_path, talk)
    assert lines(only(read(file))) == [(USER, SAID, "The following tool was executed by the user")]


def test_commands_summaries_and_interrupts_are_told_apart(tmp_path: Path) -> None:
    talk = Talk()
    talk.user({"type": "subtask", "prompt": "Review it", "agent": "general", "command": "review"})
    talk.user({"type": "compaction", "auto": True})
    talk.assistant("So far: a cache.", summary=True)
    talk.user({"type": "text", "text": "Continue if you have next steps", "synthetic": True})
    talk.assistant("Half of", done=False, error={"name": "MessageAbortedError", "data": {}})
    [file] = write_tree(tmp_path, talk)
    assert lines(only(read(file))) == [
        (USER, TurnKind.COMMAND, "/review Review it"),
        (ASSISTANT, TurnKind.SUMMARY, "So far: a cache."),
        (USER, INJECTED, "Continue if you have next steps"),
        (ASSISTANT, SAID, "Half of"),
        (USER, TurnKind.INTERRUPT, "Interrupted"),
    ]


def test_of_a_tool_only_its_outcome_is_kept(tmp_path: Path) -> None:
    talk = Talk()
    talk.assistant(
        bash("sleep 9", status="running"),
        bash("make", "x" * 5000),
        bash("rm", "denied", status="error"),
        {"type": "tool", "tool": "read", "state": {"status": "completed", "input": {"filePath": "/a.py"},
                                                   "output": "secret = 1"}},
        {"type": "tool", "tool": "edit", "state": {"status": "completed", "input": {"filePath": "/b.py"},
                                                   "output": ""}},
    )  # fmt: skip
    [file] = write_tree(tmp_path, talk)
    part = only(read(file))
    assert [turn.text for turn in part.turns] == [
        f"bash: make\nok\n{'x' * 2048}", "bash: rm\nerror\ndenied", "read: /a.py\nok", "edit: /b.py\nok",
    ]  # fmt: skip
    assert part.paths == ("/b.py",)


def test_a_sub_agent_speaks_in_the_session_of_the_person(tmp_path: Path) -> None:
    top = talk_about_caching()
    child = Talk("ses_two", parent=top.id, title="Explore")
    child.user("Find all caches.")
    child.assistant("Three.", bash("grep", "c"))
    grandchild = Talk("ses_three", parent=child.id, project="other")
    grandchild.user("Deeper.")
    files = write_tree(tmp_path, top, child, grandchild)

    found = only(read(files[1]))
    assert (found.session_id, found.parent_session_id) == ("ses_two", "ses_one")
    assert {turn.kind for turn in found.turns} == {TurnKind.SUBAGENT}
    assert found.title is None and not found.whole
    assert only(read(files[2])).parent_session_id == "ses_one"


def test_sessions_that_name_each_other_as_parent_are_read(tmp_path: Path) -> None:
    one, two = Talk("ses_one", parent="ses_two"), Talk("ses_two", parent="ses_one")
    one.user("a")
    files = write_tree(tmp_path, one, two)
    assert [turn.text for turn in only(read(files[0])).turns] == ["a"]


def test_growing_step_by_step_gives_what_reading_whole_gives(tmp_path: Path) -> None:
    talk = talk_about_caching()
    grown, keys, last = Talk(), [], None
    for number, message in enumerate(talk.messages):
        grown.messages.append(message)
        grown.updated += number
        [file] = write_tree(tmp_path / "steps", grown)
        last = read(file, last)
        keys += [turn.key for turn in only(last).turns if turn.key not in keys]
    [whole] = write_tree(tmp_path / "whole", talk)
    assert keys == [turn.key for turn in only(read(whole)).turns]


def test_what_did_not_change_is_not_read_again(tmp_path: Path) -> None:
    [file] = write_tree(tmp_path, talk_about_caching())
    first = read(file)
    assert read(file, first) == Batch(first.checkpoint)


def test_a_part_that_grew_is_noticed_though_the_session_is_the_same(tmp_path: Path) -> None:
    talk = talk_about_caching()
    [file] = write_tree(tmp_path, talk)
    first = read(file)
    talk.messages[-1][1][0]["text"] = "Done, and tested."
    write_tree(tmp_path, talk)
    turns = only(read(file, first)).turns
    assert turns[-1].text == "Done, and tested."
    # A new turn: what was read of it before is missing now, and so taken back.
    assert turns[-1].key not in {turn.key for turn in only(first).turns}


def test_a_fork_holds_the_same_turns(tmp_path: Path) -> None:
    talk = talk_about_caching()
    fork = talk.forked("ses_fork", 2)
    fork.user("Rather an ARC.", at=START + 99_000)
    files = write_tree(tmp_path, talk, fork)
    original, copied = (only(read(file)).turns for file in files)
    assert [turn.key for turn in copied[:3]] == [turn.key for turn in original[:3]]
    assert copied[3].key not in {turn.key for turn in original}


def test_what_was_undone_is_unsaid(tmp_path: Path) -> None:
    talk = talk_about_caching()
    talk.revert = {"messageID": talk.messages[2][0]["id"]}
    [file] = write_tree(tmp_path, talk)
    assert [turn.unsaid for turn in only(read(file)).turns] == [False, False, False, True, True]


def test_undoing_part_of_an_answer_leaves_its_beginning(tmp_path: Path) -> None:
    talk = talk_about_caching()
    info, parts = talk.messages[1]
    talk.revert = {"messageID": info["id"], "partID": parts[1]["id"]}
    [file] = write_tree(tmp_path, talk)
    assert [turn.unsaid for turn in only(read(file)).turns] == [False, False, True, True, True]


def test_a_damaged_part_is_counted_and_takes_nothing_back(tmp_path: Path) -> None:
    talk = talk_about_caching()
    [file] = write_tree(tmp_path, talk)
    part = tmp_path / "part" / talk.messages[0][0]["id"] / f"{talk.messages[0][1][0]['id']}.json"
    part.write_bytes(part.read_bytes()[:-9])
    batch = read(file)
    assert (batch.broken_lines, only(batch).whole, len(only(batch).turns)) == (1, False, 4)


def test_a_session_file_that_is_half_written_is_damaged(tmp_path: Path) -> None:
    [file] = write_tree(tmp_path, talk_about_caching())
    data = file.read_bytes()
    file.write_bytes(data[: len(data) - 10])
    with pytest.raises(Damaged):
        read(file)
    assert OpenCodeReader().recognises(file, data[: len(data) - 10])


def test_only_the_file_of_a_session_is_recognised(tmp_path: Path) -> None:
    [file] = write_tree(tmp_path, talk_about_caching())
    found = {path: detect(path) for path in tmp_path.rglob("*.json")}
    assert {path for path, reader in found.items() if reader is not None} == {file}
    assert isinstance(found[file], OpenCodeReader)


@pytest.mark.parametrize("text", ["{}", "[]", '{"id": "a", "time": {}}', '{"directory": "/x"}', "", "\0\0"])
def test_other_json_in_such_a_place_is_not(tmp_path: Path, text: str) -> None:
    file = tmp_path / "session" / "p" / "x.json"
    assert not OpenCodeReader().recognises(file, text.encode())


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(
        st.sampled_from(["id", "role", "time", "created", "type", "text", "state", "status", "input", "parts",
                         "tokens", "cache", "read", "error", "name", "path", "cwd", "metadata", "revert"]),
        inner, max_size=4),
    max_leaves=12,
)  # fmt: skip


@pytest.mark.slow
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(found=st.data())
def test_whatever_the_records_hold_reading_goes_on(
    tmp_path_factory: pytest.TempPathFactory, found: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("wild")
    talk = talk_about_caching()
    [file] = write_tree(folder, talk)
    for path in sorted(folder.rglob("*.json")):
        if path == file:
            continue
        record = json.loads(path.read_text())
        for name in found.draw(st.lists(st.sampled_from(sorted(record)), max_size=2)):
            record[name] = found.draw(_json)
        data = json.dumps(record).encode()
        path.write_bytes(data[: found.draw(st.integers(len(data) // 2, len(data)))])
    batch = read(file)
    keys = [turn.key for part in batch.sessions for turn in part.turns]
    assert len(keys) == len(set(keys))
    assert read(file, batch) == Batch(batch.checkpoint)


@given(cut=st.integers(0, 400), wrong=st.binary(max_size=4))
def test_a_damaged_session_file_only_raises_what_a_reader_may(
    tmp_path_factory: pytest.TempPathFactory, cut: int, wrong: bytes
) -> None:
    [file] = write_tree(tmp_path_factory.mktemp("cut"), talk_about_caching())
    data = file.read_bytes()
    file.write_bytes(data[:cut] + wrong + data[cut + len(wrong) :])
    reader = OpenCodeReader()
    if reader.recognises(file, file.read_bytes()[:HEAD_BYTES]):
        with contextlib.suppress(OSError):
            list(reader.read(file, None))
