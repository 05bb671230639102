"""Cursor's transcripts: who speaks, whose session it is, and reading on."""

from __future__ import annotations

import contextlib
import json
import os
from pathlib import Path

import pytest
from cursor_builder import SESSION, as_bytes, call, line, query, transcript
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.conversations.model import HEAD_BYTES, Batch, ReadTurn, Role, SessionPart, TurnKind
from arbor_desktop.conversations.readers.cursor import CursorReader, folder_named
from arbor_desktop.conversations.readers.registry import detect

USER, ASSISTANT = Role.USER, Role.ASSISTANT
SAID, TOOL, INJECTED = TurnKind.SAID, TurnKind.TOOL, TurnKind.INJECTED
NOW_S = 1_770_000_000


def read(path: Path, since: Batch | None = None) -> Batch:
    return list(CursorReader().read(path, since.checkpoint if since else None))[-1]


def only(batch: Batch) -> SessionPart:
    assert len(batch.sessions) == 1
    return batch.sessions[0]


def lines_of(batch: Batch) -> list[tuple[Role, TurnKind, str]]:
    return [(turn.role, turn.kind, turn.text) for part in batch.sessions for turn in part.turns]


TALK = [
    query("Use tabs in Makefiles."),
    line("assistant", "I'll look.", call("Shell", command="make"), call("StrReplace", path="/p/Makefile")),
    line("assistant", {"type": "thinking", "thinking": "Hm."}, "[REDACTED]", "Done.\n\n[REDACTED]"),
    query("Thanks."),
]


def test_it_tells_who_speaks(tmp_path: Path) -> None:
    batch = read(transcript(tmp_path, *TALK))
    assert lines_of(batch) == [
        (USER, SAID, "Use tabs in Makefiles."),
        (ASSISTANT, SAID, "I'll look."),
        (ASSISTANT, TOOL, "Shell: make"),
        (ASSISTANT, TOOL, "StrReplace: /p/Makefile"),
        (ASSISTANT, SAID, "Done."),
        (USER, SAID, "Thanks."),
    ]
    assert only(batch).session_id == SESSION
    assert only(batch).paths == ("/p/Makefile",)


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("Just typed.", [(SAID, "Just typed.")]),
        ("<user_query>\nIs </user_query> a tag?\n</user_query>", [(SAID, "Is </user_query> a tag?")]),
        ("What is <user_query>x</user_query>?", [(SAID, "What is <user_query>x</user_query>?")]),
        ("<user_query>\ncut off", [(SAID, "cut off")]),
        ("<attached_files>\na.py\n</attached_files>\n<user_query>Why?</user_query>",
         [(INJECTED, "<attached_files>\na.py\n</attached_files>"), (SAID, "Why?")]),
        ("<user_query>Why?</user_query>\n<system_reminder>Be brief.</system_reminder>",
         [(SAID, "Why?"), (INJECTED, "<system_reminder>Be brief.</system_reminder>")]),
        ("<user_info>\nOS: linux\n</user_info>", [(INJECTED, "<user_info>\nOS: linux\n</user_info>")]),
        ("<div> is a tag", [(SAID, "<div> is a tag")]),
        ("<user_query>\n\n</user_query>", []),
    ],
)  # fmt: skip
def test_only_what_was_typed_is_said_by_the_person(
    tmp_path: Path, words: str, found: list[tuple[TurnKind, str]]
) -> None:
    batch = read(transcript(tmp_path, line("user", words), line("assistant", "Yes.")))
    assert [(kind, text) for role, kind, text in lines_of(batch) if role is USER] == found


def test_results_of_tools_are_not_the_persons_words(tmp_path: Path) -> None:
    result = {"type": "tool-result", "name": "read_file", "content": [{"type": "text", "text": "x" * 9000}]}
    failed = {"type": "tool_result", "content": "no such file", "is_error": True}
    batch = read(transcript(tmp_path, line("user", result), line("user", failed)))
    assert lines_of(batch) == [
        (ASSISTANT, TOOL, f"ok\n{'x' * 2048}"),
        (ASSISTANT, TOOL, "error\nno such file"),
    ]


def test_the_end_of_a_turn_says_nothing_unless_it_was_cut_short(tmp_path: Path) -> None:
    batch = read(transcript(tmp_path, query("Go."), {"type": "turn_ended", "status": "success"},
                            {"type": "turn_ended", "status": "aborted"}, {"type": "novelty"}))  # fmt: skip
    assert lines_of(batch) == [(USER, SAID, "Go."), (USER, TurnKind.INTERRUPT, "Interrupted")]
    assert batch.unknown_records == 1


def test_times_are_the_files_own(tmp_path: Path) -> None:
    path = transcript(tmp_path, *TALK)
    os.utime(path, (NOW_S, NOW_S))
    first = read(path)
    at = [turn.at for turn in only(first).turns]
    assert (at[0], at[-1], set(at[1:-1])) == (NOW_S * 1000, NOW_S * 1000, {None})
    with path.open("ab") as file:
        file.write(as_bytes(query("One more."), line("assistant", "Sure.")))
    os.utime(path, (NOW_S + 60, NOW_S + 60))
    assert [turn.at for turn in only(read(path, first)).turns] == [NOW_S * 1000 + 60_000] * 2


def test_growing_step_by_step_gives_what_reading_whole_gives(tmp_path: Path) -> None:
    talk = [*TALK, query("Thanks."), query("Thanks."), line("assistant", "Done.")]
    path = transcript(tmp_path, talk[0])
    last = read(path)
    found = [turn.key for turn in only(last).turns]
    for each in talk[1:]:
        with path.open("ab") as file:
            file.write(as_bytes(each))
        last = read(path, last)
        found += [turn.key for part in last.sessions for turn in part.turns]
    whole = [turn.key for turn in only(read(transcript(tmp_path / "whole", *talk))).turns]
    assert found == whole
    assert len(set(whole)) == len(whole)  # said thrice is three turns


def test_a_file_that_was_rewritten_is_read_again_under_the_same_keys(tmp_path: Path) -> None:
    path = transcript(tmp_path, *TALK)
    first = read(path)
    transcript(tmp_path, query("First of all, hello."), *TALK)
    again = read(path, first)
    assert again.restarted
    assert {turn.key for turn in only(first).turns} < {turn.key for turn in only(again).turns}


def test_a_torn_last_line_waits(tmp_path: Path) -> None:
    path = transcript(tmp_path, *TALK)
    data = path.read_bytes()
    path.write_bytes(data[:-30])
    first = read(path)
    assert [text for *_, text in lines_of(first)][-1] == "Done."
    path.write_bytes(data)
    assert [text for *_, text in lines_of(read(path, first))] == ["Thanks."]


def test_a_sub_agent_speaks_in_the_session_that_started_it(tmp_path: Path) -> None:
    path = transcript(tmp_path, *TALK, session="child", under=f"{SESSION}/subagents")
    part = only(read(path))
    assert (part.session_id, part.parent_session_id, part.headless) == ("child", SESSION, False)
    assert {turn.kind for turn in part.turns} == {TurnKind.SUBAGENT}


def test_a_sub_agent_of_nobody_was_not_begun_by_a_person(tmp_path: Path) -> None:
    part = only(read(transcript(tmp_path, *TALK, session="child", under="subagents")))
    assert (part.parent_session_id, part.headless) == (None, True)


def test_the_folder_is_the_one_the_command_line_noted(tmp_path: Path) -> None:
    path = transcript(tmp_path, *TALK, under=SESSION)
    meta = tmp_path / "chats" / "hash" / SESSION / "meta.json"
    meta.parent.mkdir(parents=True)
    meta.write_text(json.dumps({"cwd": "/home/mara/parser"}))
    assert only(read(path)).cwd == "/home/mara/parser"


def test_the_folder_is_found_by_its_name_among_those_there_are(tmp_path: Path) -> None:
    for name in ("work/my-app.v2", "work/my/app", "work/my_app"):
        (tmp_path / name).mkdir(parents=True)
    assert folder_named("work-my-app-v2", tmp_path) == str(tmp_path / "work" / "my-app.v2")
    assert folder_named("work-other", tmp_path) is None
    lines = tmp_path / "x.jsonl"
    lines.write_text('{"role":"user","message":{"content":"Fix the build."}}\n')
    assert only(read(lines)).cwd is None


# -- the older text --

TEXT = """user:
<user_query>
Fix the build.
assistant:
</user_query>

assistant:
[Thinking]  It may be
  the flags.
I'll look.
[Tool call] Shell
  command: make
[Tool result] Shell
  secret file contents

It works now.

user:
<user_query>
Thanks.
</user_query>
"""


def text_file(folder: Path, words: str = TEXT) -> Path:
    path = folder / "projects" / "no-such-place" / "agent-transcripts" / f"{SESSION}.txt"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(words)
    return path


def test_the_older_text_tells_who_speaks(tmp_path: Path) -> None:
    path = text_file(tmp_path)
    batch = read(path)
    assert lines_of(batch) == [
        (USER, SAID, "Fix the build.\nassistant:"),
        (ASSISTANT, SAID, "I'll look."),
        (ASSISTANT, TOOL, "Shell"),
        (ASSISTANT, SAID, "It works now."),
        (USER, SAID, "Thanks."),
    ]
    assert only(batch).session_id == SESSION and only(batch).whole
    assert read(path, batch) == Batch(batch.checkpoint)


def test_the_older_text_and_the_lines_of_a_session_are_the_same_turns(tmp_path: Path) -> None:
    text = only(read(text_file(tmp_path, "user:\n<user_query>\nHi.\n</user_query>\nassistant:\nHello.\n")))
    lines = only(read(transcript(tmp_path, query("Hi."), line("assistant", "Hello."))))

    def keys(turns: tuple[ReadTurn, ...]) -> list[str]:
        return [turn.key for turn in turns]

    assert keys(text.turns) == keys(lines.turns)


# -- whose file it is --


def test_transcripts_are_recognised(tmp_path: Path) -> None:
    for path in (transcript(tmp_path, *TALK), text_file(tmp_path)):
        assert isinstance(detect(path), CursorReader)


@pytest.mark.parametrize(
    "data",
    [
        b'{"role": "user", "content": "hi"}\n',
        b'{"type": "user", "message": {"role": "user", "content": "hi"}, "uuid": "1", "sessionId": "2"}\n',
        b'{"type": "message", "id": "1", "role": "user", "message": {"content": []}}\n',
        b'{"role": "system", "message": {"content": []}}\n',
        b"user:\nnot a transcript\n",
        b"notes\nuser:\n<user_query>\n",
        b"",
        b"\0\0",
    ],
)
def test_other_files_are_not(tmp_path: Path, data: bytes) -> None:
    for suffix in (".jsonl", ".txt", ".md"):
        assert not CursorReader().recognises(tmp_path / f"a{suffix}", data)


DATA = as_bytes(*TALK)


@given(cut=st.integers(0, len(DATA)), wrong=st.binary(max_size=6), place=st.integers(0, len(DATA)))
def test_damage_is_passed_over(
    tmp_path_factory: pytest.TempPathFactory, cut: int, wrong: bytes, place: int
) -> None:
    data = DATA[:cut]
    path = tmp_path_factory.mktemp("wild") / "a.jsonl"
    path.write_bytes(data[:place] + wrong + data[place + len(wrong) :])
    CursorReader().recognises(path, path.read_bytes()[:HEAD_BYTES])
    with contextlib.suppress(OSError):
        batch = read(path)
        keys = [turn.key for part in batch.sessions for turn in part.turns]
        assert len(keys) == len(set(keys))
        assert read(path, batch) == Batch(batch.checkpoint)


_wild = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["role", "message", "content", "type", "text", "input", "name"]), inner
        )
    ),
    max_leaves=9,
)


@given(
    st.lists(
        st.fixed_dictionaries({"role": st.sampled_from(["user", "assistant"]), "message": _wild}), max_size=4
    )
)
def test_wrong_types_are_passed_over(
    tmp_path_factory: pytest.TempPathFactory, records: list[dict[str, object]]
) -> None:
    path = tmp_path_factory.mktemp("wild") / "a.jsonl"
    path.write_bytes(as_bytes(*records))
    read(path)


@given(words=st.text(max_size=80) | st.lists(st.sampled_from(TEXT.split("\n"))).map("\n".join))
def test_any_text_is_read(tmp_path_factory: pytest.TempPathFactory, words: str) -> None:
    path = tmp_path_factory.mktemp("wild") / "a.txt"
    path.write_text(f"user:\n{words}", encoding="utf-8", errors="replace")
    batch = read(path)
    keys = [turn.key for part in batch.sessions for turn in part.turns]
    assert len(keys) == len(set(keys))
