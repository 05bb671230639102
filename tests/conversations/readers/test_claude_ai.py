"""Claude.ai's exports: who speaks, what was left behind, what was only sent along."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from chatgpt_builder import Seen, read, saved

from arbor_desktop.conversations.readers import claude_ai
from arbor_desktop.conversations.readers.claude_ai import ClaudeAiReader
from arbor_desktop.conversations.readers.registry import detect

Json = dict[str, Any]
ROOT = "00000000-0000-4000-8000-000000000000"
NOT_DRAWN = "```\nThis block is not supported on your current device yet.\n```"


def block(words: str, **more: Any) -> Json:
    return {"type": "text", "text": words, "citations": [], "start_timestamp": None} | more


def message(number: int, sender: str, *blocks: Json, **more: Any) -> Json:
    return {
        "uuid": f"0b5e55ed-0000-4000-8000-{number:012}",
        "text": "",
        "content": list(blocks),
        "sender": sender,
        "created_at": f"2026-01-02T03:04:{number:02}.000000Z",
        "attachments": [],
        "files": [],
    } | more


def talk(*messages: Json, **more: Any) -> Json:
    return {
        "uuid": "0b5e55ed-0001-4000-8000-000000000001",
        "name": "Looms",
        "summary": "",
        "created_at": "2026-01-02T03:04:05.000000Z",
        "account": {"uuid": "0b5e55ed-0002-4000-8000-000000000001"},
        "chat_messages": list(messages),
    } | more


def told(folder: Path, *messages: Json, **more: Any) -> Seen:
    seen = read(ClaudeAiReader(), saved(folder, [talk(*messages, **more)]))
    assert seen.error is None
    return seen


def uuid(number: int) -> str:
    return f"0b5e55ed-0000-4000-8000-{number:012}"


def test_a_conversation_is_what_both_sides_said(tmp_path: Path) -> None:
    seen = told(
        tmp_path,
        message(1, "human", block("Which loom?"), text="Which loom?"),
        message(2, "assistant", block("The "), block("big one."), text="The big one."),
        model="claude-opus-5",
    )

    assert seen.lines == [
        ("user", "said", "Which loom?"),
        ("assistant", "said", "The\n\nbig one."),
    ]
    part = seen.parts[0]
    assert (part.source, part.title, part.session_id) == (
        "claude-ai",
        "Looms",
        "0b5e55ed-0001-4000-8000-000000000001",
    )
    assert part.extra == {"model": "claude-opus-5"}
    assert not part.whole
    assert seen.turns[0].at == 1767323041000


def test_words_between_tool_calls_are_turns_of_their_own_and_thinking_is_dropped(tmp_path: Path) -> None:
    plan = {"command": "create", "title": "Plan", "content": "x", "version_uuid": "v"}
    seen = told(
        tmp_path,
        message(
            1,
            "assistant",
            {"type": "thinking", "thinking": "hm", "summaries": []},
            block("I search."),
            {"type": "tool_use", "name": "web_search", "input": {"query": "looms"}},
            {
                "type": "tool_result",
                "content": [{"type": "knowledge", "title": "A loom", "text": "It weaves."}],
            },
            {"type": "tool_use", "name": "artifacts", "input": plan},
            {"type": "tool_result", "is_error": True, "content": "No room"},
            {"type": "token_budget"},
            block("Found."),
            text="hm I search.\n" + NOT_DRAWN,
        ),
    )  # fmt: skip

    assert seen.lines == [
        ("assistant", "said", "I search."),
        ("assistant", "tool", "web_search: looms"),
        ("assistant", "tool", "ok\nIt weaves."),
        ("assistant", "tool", "artifacts: command=create, title=Plan"),
        ("assistant", "tool", "error\nNo room"),
        ("assistant", "said", "Found."),
    ]
    assert len(seen.keys) == 6


def test_only_thinking_and_tools_leave_no_words_although_the_flat_text_repeats_them(tmp_path: Path) -> None:
    thinking = {"type": "thinking", "thinking": "The user asks"}
    seen = told(tmp_path, message(1, "assistant", thinking, text="The user asks"))

    assert seen.turns == []


@pytest.mark.parametrize("content", [[], None, "words", [{"type": "text", "text": ""}], [{"type": "new"}]])
def test_the_flat_text_counts_where_no_block_says_anything(tmp_path: Path, content: Any) -> None:
    seen = told(tmp_path, message(1, "human", content=content, text=f"Flat words\n{NOT_DRAWN}\nand more"))

    assert seen.said == ["Flat words\n\nand more"]


def test_a_voice_note_is_said(tmp_path: Path) -> None:
    note = {"type": "voice_note", "title": "Note", "transcript": "Spoken words"}

    assert told(tmp_path, message(1, "human", note)).said == ["Spoken words"]


def test_older_answers_lose_their_thinking_and_their_documents(tmp_path: Path) -> None:
    words = (
        "<antThinking>hm</antThinking>Here it is."
        '<antArtifact identifier="a" title="The page"><h1>Long</h1></antArtifact> Enjoy.'
    )
    seen = told(tmp_path, message(1, "assistant", block(words)))

    assert [line[1:] for line in seen.lines] == [
        ("said", "Here it is. Enjoy."),
        ("tool", "artifact: The page"),
    ]


def test_what_a_person_wrote_about_such_tags_stays(tmp_path: Path) -> None:
    words = "What is <antThinking>this</antThinking>?"

    assert told(tmp_path, message(1, "human", block(words))).said == [words]


def test_documents_are_sent_along_and_cut_short(tmp_path: Path) -> None:
    paper = {"file_name": "paper.txt", "file_type": "txt", "extracted_content": "Beginning " + "x" * 100_000}
    seen = told(
        tmp_path,
        message(
            1,
            "human",
            block("Summarize"),
            attachments=[paper, {"extracted_content": "pasted"}],
            files=[{"file_name": "paper.txt"}, {"file_name": "photo.png"}],
        ),
    )

    first, second, third, said = seen.turns
    assert {turn.kind.value for turn in (first, second, third)} == {"injected"}
    assert first.text.startswith("[file: paper.txt]\nBeginning xx")
    assert len(first.text.encode()) < 2100
    assert (second.text, third.text) == ("[file: pasted text]\npasted", "[file: photo.png]")
    assert said.text == "Summarize" and said.kind.value == "said"


def test_edited_prompts_and_repeated_answers_are_unsaid(tmp_path: Path) -> None:
    seen = told(
        tmp_path,
        message(1, "human", block("First wording"), parent_message_uuid=ROOT),
        message(2, "assistant", block("To the first"), parent_message_uuid=uuid(1)),
        message(3, "human", block("Second wording"), parent_message_uuid=ROOT),
        message(4, "assistant", block("Not this"), parent_message_uuid=uuid(3)),
        message(5, "assistant", block("But this"), parent_message_uuid=uuid(3)),
    )

    assert [(turn.text, turn.unsaid) for turn in seen.turns] == [
        ("First wording", True),
        ("To the first", True),
        ("Second wording", False),
        ("Not this", True),
        ("But this", False),
    ]


def test_the_current_leaf_decides_where_the_conversation_names_it(tmp_path: Path) -> None:
    seen = told(
        tmp_path,
        message(1, "human", block("Wording"), parent_message_uuid=ROOT),
        message(2, "assistant", block("Chosen"), parent_message_uuid=uuid(1)),
        message(3, "assistant", block("Newer"), parent_message_uuid=uuid(1)),
        current_leaf_message_uuid=uuid(2),
    )

    assert seen.said == ["Wording", "Chosen"]


def test_without_parents_all_was_said_in_order(tmp_path: Path) -> None:
    seen = told(
        tmp_path,
        *(message(n, "human" if n % 2 else "assistant", block(f"Line {n}")) for n in range(1, 6)),
        current_leaf_message_uuid=uuid(2),
    )

    assert seen.said == [f"Line {n}" for n in range(1, 6)]


def test_a_parent_that_is_not_in_the_export_is_the_message_before(tmp_path: Path) -> None:
    seen = told(
        tmp_path,
        message(1, "human", block("One"), parent_message_uuid=ROOT),
        message(2, "assistant", block("Two"), parent_message_uuid=uuid(99)),
        message(3, "human", block("Three"), parent_message_uuid=uuid(2)),
    )

    assert seen.said == ["One", "Two", "Three"]


def test_messages_of_other_conversations_may_have_the_same_ids(tmp_path: Path) -> None:
    one = talk(message(1, "human", block("In one")), uuid="one")
    two = talk(message(1, "human", block("In two")), uuid="two")
    seen = read(ClaudeAiReader(), saved(tmp_path, [one, two]))

    assert seen.said == ["In one", "In two"]
    assert len(seen.keys) == 2


def test_a_single_conversation_gives_the_same_turns_as_the_export(tmp_path: Path) -> None:
    one = talk(message(1, "human", block("Hello")), message(2, "assistant", block("Hi")))
    many = read(ClaudeAiReader(), saved(tmp_path, [one]))
    single = read(ClaudeAiReader(), saved(tmp_path, one, "single.json"))

    assert single.turns == many.turns


@pytest.mark.parametrize(
    "damage",
    [
        {"chat_messages": []},
        {"chat_messages": None},
        {"chat_messages": [None, 3, {"sender": "owl"}, {"sender": ["human"]}, {"sender": "human"}]},
        {"chat_messages": [{"sender": "assistant", "content": [None, {"type": 3}], "files": [None]},
                           {"sender": "human", "attachments": {}, "content": [{"type": "text", "text": 4}]}],
         "uuid": None, "name": 3},
    ],
)  # fmt: skip
def test_wrong_types_do_no_harm(tmp_path: Path, damage: Json) -> None:
    seen = read(
        ClaudeAiReader(), saved(tmp_path, [talk() | damage, talk(message(1, "human", block("Whole")))])
    )

    assert seen.error is None
    assert seen.said == ["Whole"]


def test_a_message_that_can_not_be_read_costs_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = claude_ai.spoken

    def spoken(message: Json) -> Any:
        if message["text"] == "unreadable":
            raise TypeError("a fault of the reader")
        return before(message)

    monkeypatch.setattr(claude_ai, "spoken", spoken)
    bad = talk(message(1, "human", text="unreadable"), message(2, "human", block("Still read")))
    seen = read(ClaudeAiReader(), saved(tmp_path, [bad, talk(message(3, "human", block("Whole")))]))

    assert seen.said == ["Still read", "Whole"]
    assert [batch.broken_lines for batch in seen.batches] == [1]


OTHERS: dict[str, Any] = {
    "roles": [{"role": "user", "content": "hello"}],
    "manifest": {"data_files": [{"category": "conversations", "filename": "conversations-000.zip"}]},
    "projects": [{"uuid": "x", "name": "Loom", "docs": [], "created_at": "2026-01-01T00:00:00Z"}],
    "memories": [{"conversations_memory": "Weaves", "account_uuid": "x"}],
    "users": [{"uuid": "x", "full_name": "Ada", "email_address": "ada@example.org"}],
    "other program": {"name": "x", "chat_messages": [{"role": "user", "content": "hello"}]},
    "other senders": {"uuid": "x", "name": "x", "chat_messages": [{"sender": "bot", "text": "hello"}]},
    "bare list": {"chat_messages": []},
}  # fmt: skip


@pytest.mark.parametrize("other", OTHERS)
def test_files_of_others_are_not_claimed(tmp_path: Path, other: str) -> None:
    path = saved(tmp_path, OTHERS[other], "conversations.json")

    assert not ClaudeAiReader().recognises(path, path.read_bytes())


def test_a_conversation_larger_than_the_head_is_recognised(tmp_path: Path) -> None:
    one = talk(message(1, "human", block("x" * 200_000)))
    reader = detect(saved(tmp_path, [one]))

    assert reader is not None and reader.source == "claude-ai"
