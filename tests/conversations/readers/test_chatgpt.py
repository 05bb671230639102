"""ChatGPT's exports: who speaks, what was left behind, what is a copy."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from chatgpt_builder import Seen, Talk, read, saved, talks

from arbor_desktop.conversations.readers.chatgpt import ChatGptReader, without_marks
from arbor_desktop.conversations.readers.exports import opening
from arbor_desktop.conversations.readers.registry import detect


def told(folder: Path, talk: Talk, **more: Any) -> Seen:
    seen = read(ChatGptReader(), saved(folder, [talk.export(**more)]))
    assert seen.error is None
    return seen


def test_a_conversation_is_what_both_sides_said(tmp_path: Path) -> None:
    talk = Talk(title="Counting engines")
    talk.text("system", "", weight=0.0, metadata={"is_visually_hidden_from_conversation": True})
    talk.user("Does the engine weave algebra?")
    talk.answer("It does.")

    seen = told(tmp_path, talk)

    assert seen.lines == [
        ("user", "said", "Does the engine weave algebra?"),
        ("assistant", "said", "It does."),
    ]
    part = seen.parts[0]
    assert (part.source, part.session_id, part.title) == ("chatgpt", talk.id, "Counting engines")
    assert part.extra == {"model": "gpt-5"}
    assert not part.whole and not part.headless
    assert seen.turns[0].at == 1772600002250


def test_branches_that_were_left_behind_are_unsaid_and_stand_before_the_one_that_counts(
    tmp_path: Path,
) -> None:
    talk = Talk()
    first = talk.user("Which loom?")
    talk.answer("The old answer.", after=first)
    kept = talk.answer("The new answer.", after=first)
    talk.user("Edited away", after=kept)
    talk.answer("Answer to what was edited away")
    talk.user("What stands", after=kept)
    end = talk.answer("The end.")

    seen = told(tmp_path, talk, current_node=end)

    assert [(turn.text, turn.unsaid) for turn in seen.turns] == [
        ("Which loom?", False),
        ("The old answer.", True),
        ("The new answer.", False),
        ("Edited away", True),
        ("Answer to what was edited away", True),
        ("What stands", False),
        ("The end.", False),
    ]


def test_without_a_current_node_the_newest_leaf_counts_and_children_are_not_needed(tmp_path: Path) -> None:
    talk = Talk()
    first = talk.user("Which loom?")
    talk.answer("Newest", create_time=1772700000.0, after=first)
    talk.answer("Older", create_time=1772600005.0, after=first)
    for node in talk.nodes.values():
        del node["children"]

    seen = told(tmp_path, talk, current_node=None)

    assert {turn.text: turn.unsaid for turn in seen.turns} == {
        "Which loom?": False,
        "Older": True,
        "Newest": False,
    }


def test_where_a_node_is_missing_on_the_way_nothing_before_it_is_unsaid(tmp_path: Path) -> None:
    talk = Talk()
    talk.user("Before the gap")
    gap = talk.answer("Lost")
    talk.user("After the gap")
    del talk.nodes[gap]

    assert told(tmp_path, talk).said == ["Before the gap", "After the gap"]


def test_tool_calls_are_told_apart_by_their_recipient(tmp_path: Path) -> None:
    talk = Talk()
    talk.user("Remember that I count in base 12, and search for looms")
    talk.answer("Counts in base 12.", recipient="bio")
    talk.text("tool", "Model set context updated.", name="bio")
    talk.message("assistant", {"content_type": "code", "text": 'search("looms")'}, recipient="web")
    talk.message("tool", {"content_type": "code", "text": ""}, name="web", weight=0.0)
    talk.message("assistant", {"content_type": "code", "text": "1/0"}, recipient="python")
    failed = {"aggregate_result": {"status": "failed_with_in_kernel_exception"}}
    output = {"content_type": "execution_output", "text": "ZeroDivisionError"}
    talk.message("tool", output, name="python", metadata=failed)
    talk.message("tool", {"content_type": "system_error", "name": "x", "text": "Timed out"}, name="web")
    talk.answer("Noted.")

    assert told(tmp_path, talk).lines[1:] == [
        ("assistant", "tool", "bio: Counts in base 12."),
        ("assistant", "tool", "ok\nModel set context updated."),
        ("assistant", "tool", 'web: search("looms")'),
        ("assistant", "tool", "python: 1/0"),
        ("assistant", "tool", "error\nZeroDivisionError"),
        ("assistant", "tool", "error\nTimed out"),
        ("assistant", "said", "Noted."),
    ]


def test_instructions_and_memories_are_told_once_a_conversation(tmp_path: Path) -> None:
    talk = Talk()
    talk.instructions("I weave in Turin.", "Be brief.")
    talk.message(
        "assistant", {"content_type": "model_editable_context", "model_set_context": "1. Has a loom."}
    )
    talk.user("Hello")
    talk.instructions("I weave in Turin.", "Be brief.")
    talk.message("assistant", {"content_type": "model_editable_context", "model_set_context": ""})
    talk.answer("Hello.")

    assert told(tmp_path, talk).lines == [
        ("user", "injected", "I weave in Turin.\n\nBe brief."),
        ("user", "injected", "1. Has a loom."),
        ("user", "said", "Hello"),
        ("assistant", "said", "Hello."),
    ]


def test_what_is_hidden_is_not_said_and_thinking_is_dropped(tmp_path: Path) -> None:
    hidden = {"is_visually_hidden_from_conversation": True}
    talk = Talk()
    talk.text("system", "You are a loom.")
    talk.user("Context the person never typed", metadata=hidden)
    talk.user("A real question")
    talk.answer("Hidden answer", metadata=hidden)
    talk.answer("Weightless", weight=0)
    talk.message("assistant", {"content_type": "thoughts", "thoughts": [{"content": "hm"}]})
    talk.message("assistant", {"content_type": "reasoning_recap", "content": "Thought for 3 s"})
    talk.answer("Analysing", channel="analysis")
    talk.answer("A real answer", channel="final")

    assert told(tmp_path, talk).lines == [
        ("user", "injected", "You are a loom."),
        ("user", "injected", "Context the person never typed"),
        ("user", "said", "A real question"),
        ("assistant", "said", "A real answer"),
    ]


def test_voice_is_said_and_what_was_sent_along_is_named(tmp_path: Path) -> None:
    picture = {"content_type": "image_asset_pointer", "asset_pointer": "file-service://file-1"}
    voice = {"content_type": "audio_transcription", "text": "Spoken words", "direction": "in"}
    sound = {"content_type": "real_time_user_audio_video_asset_pointer", "audio_asset_pointer": {}}
    talk = Talk()
    talk.message("user", {"content_type": "multimodal_text", "parts": [voice, sound]})
    talk.message("assistant", {"content_type": "multimodal_text", "parts": [{**voice, "text": "Heard."}]})
    talk.message("user", {"content_type": "multimodal_text", "parts": [picture, "What is this?"]})
    talk.user("And this?", metadata={"attachments": [{"id": "file-2", "name": "loom.pdf"}]})

    assert told(tmp_path, talk).lines == [
        ("user", "said", "Spoken words"),
        ("assistant", "said", "Heard."),
        ("user", "injected", "[image]"),
        ("user", "said", "What is this?"),
        ("user", "injected", "[file: loom.pdf]"),
        ("user", "said", "And this?"),
    ]


def test_code_that_is_an_answer_keeps_its_fence(tmp_path: Path) -> None:
    talk = Talk()
    talk.user("Code?")
    talk.message("assistant", {"content_type": "code", "language": "python", "text": "print(1)"})

    assert told(tmp_path, talk).said[1] == "```python\nprint(1)\n```"


@pytest.mark.parametrize(
    ("marked", "plain"),
    [
        ("Fact. \ue200cite\ue202turn0search3\ue202turn0search4\ue201 More.", "Fact. More."),
        ("\ue203Cheap.\ue204 \ue200cite\ue202turn0news26\ue201", "Cheap."),
        ('In \ue200entity\ue202["place","Tartu","a town"]\ue201 it rains.', "In Tartu it rains."),
        ("See \ue200url\ue202The manual\ue202https://x.example\ue201.", "See The manual."),
        ("Read【12†source】 and 【4:0†file.txt】.", "Read and."),
        ("So:contentReference[oaicite:0]{index=0}.", "So."),
        ("\ue200entity\ue202Plain\ue201 and \ue200entity\ue202[broken\ue201.", "Plain and ."),
        ("An unfinished \ue200cite\ue202turn0", "An unfinished citeturn0"),
        ("【a note】 stays", "【a note】 stays"),
    ],
)
def test_marks_of_citations_are_taken_out(marked: str, plain: str) -> None:
    assert without_marks(marked).rstrip() == plain


def test_what_a_person_pastes_keeps_its_marks(tmp_path: Path) -> None:
    talk = Talk()
    talk.user("Why does it say 【12†source】?")

    assert told(tmp_path, talk).said == ["Why does it say 【12†source】?"]


def test_history_copied_into_a_branched_chat_has_its_old_keys(tmp_path: Path) -> None:
    old = Talk("6f0e1d2c-0001-4000-8000-00000000000a")
    old.user("First question", id="m1")
    old.answer("First answer", id="m2")
    new = Talk("6f0e1d2c-0001-4000-8000-00000000000b")
    new.user("First question", id="m1")
    new.answer("First answer", id="m2")
    new.user("A new way", id="m3", metadata={"branching_from_conversation_id": old.id})
    new.answer("Goes on", id="m4")

    seen = read(ChatGptReader(), saved(tmp_path, [old.export(), new.export()]))

    before, after = ({t.key for t in part.turns} for part in seen.parts)
    assert before == {f"chatgpt:{old.id}:m1", f"chatgpt:{old.id}:m2"}
    assert after - before == {f"chatgpt:{new.id}:m3", f"chatgpt:{new.id}:m4"}


def test_a_newer_export_repeats_the_keys_of_the_older_one(tmp_path: Path) -> None:
    talk = Talk()
    talk.user("First")
    talk.answer("Answer")
    older = told(tmp_path, talk)
    talk.user("Second")
    newer = told(tmp_path, talk)

    assert older.keys < newer.keys
    assert len(newer.keys - older.keys) == 1


def test_the_json_of_a_single_conversation_gives_the_same_turns_as_the_export(tmp_path: Path) -> None:
    exported = talks(1)
    single = {name: value for name, value in exported[0].items() if name != "id"}

    many = read(ChatGptReader(), saved(tmp_path, exported, "conversations-000.json"))
    one = read(ChatGptReader(), saved(tmp_path, single, "one.json"))

    assert one.turns == many.turns
    assert one.parts[0].session_id == many.parts[0].session_id


@pytest.mark.parametrize(
    "damage",
    [
        {"mapping": {"a": None, "b": 7, "c": {"message": "x"}, "d": {"message": {"author": []}}}},
        {"mapping": {"a": {"message": {"author": {"role": "user"}, "content": {"parts": [None, 3, {}]}}}}},
        {"mapping": {"a": {"parent": "b", "message": {"author": {"role": "user"}, "content": {"text": 1}}}},
         "title": 3, "create_time": "soon", "current_node": ["a"], "id": None, "conversation_id": 4},
        {"mapping": {"a": {"parent": "a", "message": {"author": {"role": "owl"}, "weight": "x"}}}},
    ],
)  # fmt: skip
def test_wrong_types_do_no_harm(tmp_path: Path, damage: dict[str, Any]) -> None:
    whole = talks(1)[0]
    seen = read(ChatGptReader(), saved(tmp_path, [damage, whole]))

    assert seen.error is None
    assert "Answer 1 of talk 0" in seen.said


def test_a_loop_in_the_tree_ends(tmp_path: Path) -> None:
    talk = Talk()
    first = talk.user("Round")
    second = talk.answer("and round")
    talk.nodes[first]["parent"] = second

    assert {turn.text for turn in told(tmp_path, talk).turns} == {"Round", "and round"}


OTHERS: dict[str, Any] = {
    "roles": [{"role": "user", "content": "hello"}, {"role": "assistant", "content": "hi"}],
    "deepseek": [
        {
            "id": "x",
            "title": "t",
            "inserted_at": "2026-01-01T00:00:00",
            "mapping": {
                "root": {"id": "root", "parent": None, "children": ["1"], "message": None},
                "1": {"id": "1", "parent": "root", "children": [], "message": {
                    "model": "deepseek-chat", "fragments": [{"type": "REQUEST", "content": "hello"}]}},
            },
        }
    ],
    "open webui": [{"id": "x", "title": "t", "chat": {"history": {"messages": {}, "currentId": "a"}}}],
    "continue": {"sessionId": "x", "title": "t", "history": [{"message": {"role": "user", "content": "a"}}]},
    "other mapping": {"mapping": {"a": {"parent": None}, "b": "c"}, "current_node": "a"},
    "settings": {"mapping": {"ctrl": "alt"}},
    "empty": [],
    "null": None,
}  # fmt: skip


@pytest.mark.parametrize("other", OTHERS)
def test_files_of_others_are_not_claimed(tmp_path: Path, other: str) -> None:
    path = saved(tmp_path, OTHERS[other], "conversations.json")

    assert not ChatGptReader().recognises(path, path.read_bytes())


def test_a_conversation_larger_than_the_head_is_recognised(tmp_path: Path) -> None:
    talk = Talk()
    talk.instructions("x" * 100_000, "")
    talk.user("Hello")
    path = saved(tmp_path, [talk.export()])
    reader = detect(path)
    assert reader is not None and reader.source == "chatgpt"

    late = talk.export()
    late["mapping"] = {"root": late["mapping"]["root"] | {"children": ["y" * 100_000]}} | late["mapping"]
    late = {"current_node": late["current_node"], "gizmo_id": None, "plugin_ids": None} | late
    reader = detect(saved(tmp_path, [late], "late.json"))
    assert reader is not None and reader.source == "chatgpt"


def test_an_opening_is_cut_between_characters() -> None:
    assert opening("ö" * 2000) == "ö" * 1024
    assert opening("short") == "short"
    assert opening("a" * 3000) == "a" * 2048
    assert json.dumps(opening("漢" * 900)) == json.dumps("漢" * 682)
