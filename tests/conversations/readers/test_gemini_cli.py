"""Gemini CLI recordings: the log, the older document, and who speaks in them."""

from __future__ import annotations

import hashlib
import json
import random
from pathlib import Path
from typing import Any

import gemini_builder as g
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.conversations.model import Role, TurnKind
from arbor_desktop.conversations.readers.base import Damaged
from arbor_desktop.conversations.readers.gemini_cli import GeminiCliReader
from arbor_desktop.conversations.readers.registry import detect

READER = GeminiCliReader()


def written(folder: Path, *records: Any, name: str = "session-2026-03-04T05-00-5e551001.jsonl") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(g.lines(*records))
    return path


def test_a_log_is_read(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        g.header(kind="main"),
        g.user("u1", [{"text": "List the files."}]),
        {"$set": {"lastUpdated": g.T0}},
        g.model("g1", "I look.", toolCalls=[g.call("c1", "run_shell_command", "a.txt", command="ls")]),
        g.model("g2", "One file."),
    )
    seen = g.read(READER, path)
    assert seen.prompts == ["List the files."]
    assert seen.answers == ["I look.", "One file."]
    assert seen.kind(TurnKind.TOOL) == ["run_shell_command: ls", "ok\na.txt"]
    assert seen.last("title") == "List the files."
    assert seen.last("session_id") == g.SESSION
    assert seen.tokens == (80, 30)
    assert {turn.at for turn in seen.turns.values()} == {1772600401500}
    found = detect(path)
    assert found is not None and found.source == "gemini-cli"


def test_a_message_that_comes_again_is_told_once(tmp_path: Path) -> None:
    running = g.call("c1", "run_shell_command", status="executing", command="ls")
    done = g.call("c1", "run_shell_command", "Output: no\nExit Code: 2", command="ls")
    path = written(
        tmp_path,
        g.header(),
        g.user("u1", "Look."),
        g.model("g1", "Yes.", tokens=None),
        g.model("g1", "Yes.", toolCalls=[running]),
        g.model("g1", "Yes.", toolCalls=[done]),
    )
    seen = g.read(READER, path)
    assert seen.answers == ["Yes."]
    assert seen.kind(TurnKind.TOOL) == ["run_shell_command: ls", "error\nOutput: no\nExit Code: 2"]
    assert seen.tokens == (40, 15)


def test_text_that_is_replaced_is_unsaid(tmp_path: Path) -> None:
    path = written(tmp_path, g.header(), g.user("u1", "Use tabs."), g.user("u1", "Use spaces."))
    seen = g.read(READER, path)
    assert seen.prompts == ["Use spaces."]
    since = g.Kept()
    first = g.lines(g.header(), g.user("u1", "Use tabs."))
    path.write_bytes(first)
    checkpoint = since.take(READER.read(path, None))
    path.write_bytes(first + g.lines(g.user("u1", "Use spaces.")))
    since.take(READER.read(path, checkpoint))
    assert since.prompts == ["Use spaces."]


def test_a_rewind_takes_back_the_message_and_all_after_it(tmp_path: Path) -> None:
    records = [
        g.header(),
        g.user("u1", "Keep this."),
        g.model("g1", "Kept."),
        g.user("u2", "Take this back."),
        g.model("g2", "Gone.", toolCalls=[g.call("c1", "glob", "x", pattern="*")]),
        {"$rewindTo": "u2"},
        g.user("u3", "Instead of it."),
    ]
    path = written(tmp_path, *records)
    whole = g.read(READER, path)
    assert whole.prompts == ["Keep this.", "Instead of it."]
    assert whole.answers == ["Kept."]
    assert len(whole.unsaid) == 4
    for steps in range(1, len(records)):
        data = g.lines(*records)
        seen = g.grown(READER, path, data, [len(g.lines(*records[:steps]))])
        assert seen.unsaid == whole.unsaid and set(seen.turns) == set(whole.turns)


def test_a_rewind_far_back_finds_all_that_was_said_since(tmp_path: Path) -> None:
    many = [g.user(f"u{number}", f"Prompt {number}.") for number in range(60)]
    first = g.lines(g.header(), *many)
    seen = g.grown(READER, tmp_path / "x.jsonl", first + g.lines({"$rewindTo": "u2"}), [len(first)])
    assert seen.prompts == ["Prompt 0.", "Prompt 1."]


def test_a_rewind_to_nothing_known_takes_nothing_back(tmp_path: Path) -> None:
    seen = g.read(READER, written(tmp_path, g.header(), g.user("u1", "Stay."), {"$rewindTo": "x"}))
    assert seen.prompts == ["Stay."]
    assert seen.batches[-1].unknown_records == 1


def test_what_the_model_is_given_after_a_compression_is_no_new_prompt(tmp_path: Path) -> None:
    context = [
        g.user("x1", [{"text": "<state_snapshot>They like tea.</state_snapshot>"}]),
        g.model("x2", [{"text": "Got it. Thanks for the additional context!"}]),
        g.user("x3", [{"text": "And milk."}]),
    ]
    records = [
        g.header(),
        {
            "$set": {
                "messages": [g.user("s0", [{"text": "<session_context>\nToday is…\n</session_context>"}])]
            }
        },
        g.user("u1", [{"text": "I like tea."}]),
        g.user("u2", [{"text": "And milk."}]),
        g.model("g2", "Fine."),
        {"$set": {"messages": context}},
        g.user("u3", [{"text": "Go on."}]),
        {"$rewindTo": "x3"},
    ]
    path = written(tmp_path, *records)
    whole = g.read(READER, path)
    assert whole.prompts == ["I like tea."]
    assert len(whole.kind(TurnKind.SUMMARY)) == 1
    assert len(whole.kind(TurnKind.INJECTED)) == 2
    for number in range(1, len(records)):
        data, step = g.lines(*records), len(g.lines(*records[:number]))
        seen = g.grown(READER, path, data, [step])
        assert (set(seen.turns), seen.unsaid) == (set(whole.turns), whole.unsaid)


def test_a_session_that_stands_only_in_its_context_is_read(tmp_path: Path) -> None:
    context = [g.user("a", [{"text": "Plan it."}]), g.model("b", [{"text": "Planned."}])]
    seen = g.read(READER, written(tmp_path, g.header(), {"$set": {"messages": context}}))
    assert (seen.prompts, seen.answers) == (["Plan it."], ["Planned."])


def test_an_emptied_context_takes_nothing_back(tmp_path: Path) -> None:
    path = written(tmp_path, g.header(), g.user("u1", "Stop that."), {"$set": {"messages": []}})
    assert g.read(READER, path).prompts == ["Stop that."]


@pytest.mark.parametrize(
    ("content", "kind", "words"),
    [
        ("Explain <session_context> to me.", TurnKind.SAID, "Explain <session_context> to me."),
        ("/home/ada/x is full", TurnKind.SAID, "/home/ada/x is full"),
        ("/model pro", TurnKind.COMMAND, "/model pro"),
        ("I ran the following shell command:\n```sh\nls\n```", TurnKind.COMMAND, None),
        ("Here is the user's editor context as a JSON object.", TurnKind.INJECTED, None),
        ("System: Please continue.", TurnKind.INJECTED, None),
        ("Please continue.", TurnKind.INJECTED, None),
        ("This is the Gemini CLI. We are setting up the context for our chat.", TurnKind.INJECTED, None),
        ("<state_snapshot>x</state_snapshot>", TurnKind.SUMMARY, None),
        (
            "User steering update:\n<user_input>\nonly tests\n</user_input>\nInternal instruction: x",
            TurnKind.SAID,
            "only tests",
        ),
        (
            'User steering update: "only tests"\nInternal instruction: Re-evaluate.',
            TurnKind.SAID,
            "only tests",
        ),
        (
            "User hints:\n<user_input>\n- one\n- two\n</user_input>\n\nInternal instruction: x",
            TurnKind.SAID,
            "one\ntwo",
        ),
    ],
)
def test_who_speaks_in_a_user_message(
    tmp_path: Path, content: str, kind: TurnKind, words: str | None
) -> None:
    (turn,) = g.read(READER, written(tmp_path, g.header(), g.user("u1", content))).turns.values()
    assert (turn.role, turn.kind) == (Role.USER, kind)
    assert turn.text == (words or content)


def test_typed_words_are_kept_apart_from_files_and_hooks(tmp_path: Path) -> None:
    expanded = [
        {"text": "Explain @a.py"},
        {"text": "--- Content from referenced files ---"},
        {"text": "secret = 1"},
        {"text": "--- End of content ---"},
        {"text": "<hook_context>be brief</hook_context>"},
    ]
    seen = g.read(
        READER,
        written(
            tmp_path,
            g.header(),
            g.user("u1", expanded),
            g.user("u2", expanded, displayContent=[{"text": "Again @a.py"}]),
            g.user("u3", "Old\n--- Content from referenced files ---\nx\n--- End of content ---"),
        ),
    )
    assert seen.prompts == ["Explain @a.py", "Again @a.py", "Old"]
    assert "secret = 1" in seen.kind(TurnKind.INJECTED)


def test_thoughts_and_notices_are_not_said(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        g.header(),
        g.model("g1", [{"text": "hidden", "thought": True}, {"text": "shown"}], thoughts=[{"subject": "s"}]),
        g.message("i1", "info", "Update available"),
        g.message("e1", "error", [{"text": "boom"}]),
        g.message("i2", "info", "Request cancelled."),
        g.message("m1", "mystery", "?"),
    )
    seen = g.read(READER, path)
    assert seen.answers == ["shown"]
    assert seen.kind(TurnKind.INJECTED) == ["Update available", "boom"]
    assert seen.kind(TurnKind.INTERRUPT) == ["Request cancelled."]
    assert seen.batches[-1].unknown_records == 1


def test_the_older_document_and_the_log_copied_from_it_are_one_session(tmp_path: Path) -> None:
    messages = [g.user("u1", "First."), g.model("g1", "Answer.", toolCalls=[g.call("c", "glob", "x")])]
    old = tmp_path / "session-1.json"
    old.write_bytes(g.document(*messages, summary="A talk"))
    new = written(
        tmp_path,
        g.header(),
        *messages,
        {"$set": {"sessionId": g.SESSION}},
        g.user("u2", "Next."),
        name="session-1.jsonl",
    )
    before, after = g.read(READER, old), g.read(READER, new)
    assert before.last("title") == "A talk"
    assert set(before.turns) < set(after.turns)
    assert set(after.sessions.values()) == {g.SESSION}
    assert after.prompts == ["First.", "Next."]


def test_a_document_under_a_log_s_name_is_read(tmp_path: Path) -> None:
    path = tmp_path / "full.jsonl"
    path.write_bytes(g.document(g.user("u1", "Hi."), g.model("g1", "Hello.")))
    one_line = tmp_path / "line.jsonl"
    one_line.write_bytes(json.dumps({**g.header(), "messages": [g.user("u1", "Hi.")]}).encode())
    for file in (path, one_line):
        found = detect(file)
        assert found is not None and found.source == "gemini-cli"
        assert g.read(found, file).prompts == ["Hi."]


def test_a_document_that_is_rewritten_tells_only_what_is_new(tmp_path: Path) -> None:
    path = tmp_path / "session-1.json"
    seen = g.Kept()
    path.write_bytes(g.document(g.user("u1", "One."), g.user("u2", "Two.")))
    since = seen.take(READER.read(path, None))
    assert next(iter(READER.read(path, since))).sessions == ()
    path.write_bytes(g.document(g.user("u1", "One."), g.user("u3", "Three.")))
    seen.take(READER.read(path, since))
    assert seen.prompts == ["One.", "Three."]
    path.write_bytes(g.document(g.user("u1", "One."))[:-20])
    with pytest.raises(Damaged):
        list(READER.read(path, since))


def test_a_sub_agent_speaks_in_its_parent_s_session(tmp_path: Path) -> None:
    child = "5e551001-0000-4000-8000-00000000000c"
    path = written(
        tmp_path / "chats" / g.SESSION,
        g.header(child, kind="subagent"),
        g.user("u1", "Search it."),
        g.model("g1", "Found.", toolCalls=[g.call("c", "glob", "x", pattern="*")]),
        name=f"{child}.jsonl",
    )
    seen = g.read(READER, path)
    assert {turn.kind for turn in seen.turns.values()} == {TurnKind.SUBAGENT}
    assert set(seen.sessions.values()) == {g.SESSION}
    assert {part.parent_session_id for part in seen.parts if part.turns} == {g.SESSION}
    alone = written(tmp_path / "chats", g.header(child, kind="subagent"), g.user("u1", "Search."))
    assert any(part.headless for part in g.read(READER, alone).parts)


def test_a_session_that_says_it_is_no_sub_agent_s_is_a_person_s(tmp_path: Path) -> None:
    folder = tmp_path / "chats" / "kept"
    records = [g.header(kind="main"), g.user("u1", "Hi."), g.user("u2", "Again.")]
    seen = g.read(READER, written(folder, *records))
    assert seen.prompts == ["Hi.", "Again."] and set(seen.sessions.values()) == {g.SESSION}
    path, data = folder / "grown.jsonl", g.lines(*records)
    assert set(g.grown(READER, path, data, [len(g.lines(*records[:2]))]).sessions.values()) == {g.SESSION}


def test_the_project_is_told_by_the_folder(tmp_path: Path) -> None:
    chats = tmp_path / ".gemini" / "tmp" / "engine" / "chats"
    path = written(chats, g.header(), g.user("u1", "Hi."))
    assert g.read(READER, path).last("cwd") is None
    (tmp_path / ".gemini" / "projects.json").write_text('{"projects": {"/home/ada/engine": "engine"}}')
    assert g.read(READER, path).last("cwd") == "/home/ada/engine"
    (chats.parent / ".project_root").write_text("/home/ada/other\n")
    seen = g.read(READER, path)
    assert seen.last("cwd") == "/home/ada/other"
    assert {turn.cwd for turn in seen.turns.values()} == {"/home/ada/other"}


def test_the_project_is_the_folder_whose_hash_was_recorded(tmp_path: Path) -> None:
    digest = hashlib.sha256(b"/home/ada/engine").hexdigest()
    wrote = g.call("c1", "write_file", "Wrote /home/ada/engine/src/a.py.", file_path="src/a.py")
    path = written(
        tmp_path, g.header(projectHash=digest), g.user("u", "Go."), g.model("m", "", toolCalls=[wrote])
    )
    seen = g.read(READER, path)
    assert seen.last("cwd") == "/home/ada/engine"
    assert seen.last("paths") == ("/home/ada/engine/src/a.py",)
    foreign = written(tmp_path, g.header(), g.user("u", "Go."), g.model("m", "", toolCalls=[wrote]))
    assert g.read(READER, foreign).last("cwd") is None


def test_a_log_that_grows_is_read_like_a_whole_one(tmp_path: Path) -> None:
    data = g.lines(*RECORDS)
    path = tmp_path / "x.jsonl"
    path.write_bytes(data)
    whole = g.read(READER, path)
    for step in range(1, len(data), 37):
        seen = g.grown(READER, path, data, [step])
        assert (set(seen.turns), seen.unsaid, seen.tokens) == (set(whole.turns), whole.unsaid, whole.tokens)


def test_a_log_that_was_rewritten_is_read_anew(tmp_path: Path) -> None:
    path = written(tmp_path, g.header(), g.user("u1", "One."))
    seen = g.Kept()
    since = seen.take(READER.read(path, None))
    path.write_bytes(g.lines(g.header(kind="main"), g.user("u1", "One."), g.user("u2", "Two.")))
    seen.take(READER.read(path, since))
    assert seen.batches[-1].restarted
    assert seen.prompts == ["One.", "Two."]


def test_bom_crlf_nul_and_broken_bytes_are_borne(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    data = g.lines(
        g.header(), g.user("u1", "Gr\u00fc\u00df Gott."), g.user("u2", "Half \ud800 pair.")
    ).replace(b"\n", b"\r\n")
    path.write_bytes(b"\xef\xbb\xbf" + data + b'{"id": "u3"\n\x00\x00\x00')
    seen = g.read(READER, path)
    assert seen.prompts == ["Grüß Gott.", "Half ? pair."]
    assert seen.batches[-1].broken_lines == 1


@pytest.mark.parametrize(
    "other",
    [
        b"# notes\n",
        b"{}",
        b'{"name": "package", "sessionId": "x"}',
        b'[{"sessionId": "s", "messageId": 0, "type": "user", "message": "hi"}]',
        b'{"type": "user", "sessionId": "s", "uuid": "u", "message": {"role": "user", "content": "hi"}}\n',
        b'{"method": "generateContentStream", "response": []}\n',
        b"",
    ],
)
def test_other_files_are_not_taken(tmp_path: Path, other: bytes) -> None:
    assert not READER.recognises(tmp_path / "x.json", other)


RECORDS: list[Any] = [
    g.header(),
    g.user("u1", [{"text": "One."}]),
    g.model("g1", "First.", toolCalls=[g.call("c1", "read_file", status="executing", file_path="/a/b")]),
    g.model("g1", "First.", toolCalls=[g.call("c1", "read_file", "text", file_path="/a/b")]),
    {"$set": {"messages": [g.user("u1", [{"text": "One."}]), g.user("n1", [{"text": "New."}])]}},
    g.user("u2", "Two."),
    {"$rewindTo": "u2"},
    g.message("i1", "info", "note"),
    g.user("u3", "Three.", displayContent="Three!"),
    {"$set": {"summary": "Numbers"}},
]


@given(st.data())
def test_damage_never_raises_and_never_doubles(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    g.damage(READER, tmp_path_factory.getbasetemp() / "gemini.jsonl", RECORDS, data)


@given(st.integers(0, 2**32))
def test_wrong_types_in_a_document_never_raise(tmp_path_factory: pytest.TempPathFactory, seed: int) -> None:
    path = tmp_path_factory.getbasetemp() / "gemini-types.json"
    messages = g.bent(RECORDS, random.Random(seed), 0.1)
    path.write_bytes(json.dumps({**g.header(), "messages": messages}).encode())
    g.read(READER, path)


def test_two_sessions_share_no_keys(tmp_path: Path) -> None:
    one = g.read(READER, written(tmp_path, g.header("s-1"), g.user("u1", "Same."), name="a.jsonl"))
    two = g.read(READER, written(tmp_path, g.header("s-2"), g.user("u1", "Same."), name="b.jsonl"))
    assert not set(one.turns) & set(two.turns)
