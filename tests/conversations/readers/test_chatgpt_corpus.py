"""Real and published ChatGPT conversations, where the folder `../shared` lies beside the checkout."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from chatgpt_builder import packed, read, saved

from arbor_desktop.conversations.readers.chatgpt import ChatGptReader
from arbor_desktop.conversations.readers.registry import detect

SAMPLES = "chatgpt/sanand0__openai-conversations/samples"


def files(corpus: Path) -> list[Path]:
    found = sorted(
        [*(corpus / "chatgpt").rglob("*.json"), *(corpus / "handmade/chatgpt_memory").glob("*.json")]
    )
    assert found
    return found


def test_every_file_is_recognised_and_read_to_its_end(corpus: Path) -> None:
    for path in files(corpus):
        reader = detect(path)
        assert reader is not None and reader.source == "chatgpt", path
        seen = read(reader, path)
        assert seen.error is None, path
        assert seen.batches[-1].checkpoint.size == path.stat().st_size, path
        assert seen.said, path
        assert len(seen.keys) == len(seen.turns), path
        for turn in seen.turns:
            assert turn.text.strip(), path
            if turn.kind.value == "said":
                assert not any("\ue200" <= character <= "\ue206" for character in turn.text), path
                assert "The user provided" not in turn.text[:40], path


@pytest.mark.parametrize(
    ("name", "prompts", "unsaid_prompts", "answers"),
    [
        # Counted by hand: prompts and answers that stand in the window, and prompts that were edited away.
        ("amazon-nova-model-strengths", 1, 0, 1),
        ("csv-data-analysis-insights", 1, 0, 1),
        ("karunanidhi-political-family-overview", 1, 0, 1),
        ("india-map-with-khargone", 7, 2, 7),
    ],
)
def test_prompts_and_answers_are_counted_as_a_person_counts_them(
    corpus: Path, name: str, prompts: int, unsaid_prompts: int, answers: int
) -> None:
    seen = read(ChatGptReader(), corpus / SAMPLES / f"{name}.json")
    said = Counter((turn.role.value, turn.unsaid) for turn in seen.turns if turn.kind.value == "said")

    assert said["user", False] == prompts
    assert said["user", True] == unsaid_prompts
    assert said["assistant", False] == answers
    assert sum(turn.kind.value == "injected" for turn in seen.turns) == 1


def test_memories_and_instructions_are_kept_apart_from_what_was_said(corpus: Path) -> None:
    seen = read(ChatGptReader(), corpus / "handmade/chatgpt_memory/conversations.json")
    told = {turn.text: (turn.kind.value, turn.unsaid) for turn in seen.turns}

    assert told["bio: From September Kai teaches on Wednesdays only."] == ("tool", False)
    assert told["I teach maths in Tartu. Call me Kai.\n\nAnswer briefly. Use metric units."] == (
        "injected",
        False,
    )
    assert told["(abandoned branch) forget the dog"] == ("said", True)
    assert seen.said == [
        "Remember that from September I teach on Wednesdays only.",
        "Noted: Wednesdays only from September.",
        "What day do I teach?",
        "Wednesdays.",
    ]


def test_a_zip_of_all_gives_all(corpus: Path, tmp_path: Path) -> None:
    members = {
        f"conversations-{number:03}.json": path.read_bytes() for number, path in enumerate(files(corpus))
    }
    path = saved(tmp_path, packed(members), "export.zip")
    reader = detect(path)
    assert reader is not None and reader.source == "chatgpt"

    singly = [turn for file in files(corpus) for turn in read(reader, file).turns]
    assert read(reader, path).turns == singly
