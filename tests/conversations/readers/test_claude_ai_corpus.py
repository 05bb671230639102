"""Published Claude.ai exports, where the folder `../shared` lies beside the checkout."""

from __future__ import annotations

from pathlib import Path

import pytest
from chatgpt_builder import packed, read, saved

from arbor_desktop.conversations.readers.claude_ai import ClaudeAiReader
from arbor_desktop.conversations.readers.registry import detect

NO_CONVERSATIONS = {"manifest.json", "users.json", "memories.json", "projects.json", "simple-invalid.json"}
SPLIT = "claude_ai/PDP-Connect__data-connectors/connectors/anthropic/__fixtures__/split-export"
VIEWER = "claude_ai/osteele__claude-chat-viewer"


def is_conversation(path: Path) -> bool:
    return path.name not in NO_CONVERSATIONS and path.parent.name not in ("memories", "projects")


def files(corpus: Path) -> list[Path]:
    found = [
        *(corpus / "claude_ai").rglob("*.json"),
        *(corpus / "handmade/claude_ai_memories").rglob("*.json"),
    ]
    assert found
    return sorted(found)


def test_every_conversation_is_recognised_and_read_to_its_end(corpus: Path) -> None:
    for path in filter(is_conversation, files(corpus)):
        reader = detect(path)
        assert reader is not None and reader.source == "claude-ai", path
        seen = read(reader, path)
        assert seen.error is None, path
        assert seen.batches[-1].checkpoint.size == path.stat().st_size, path
        assert seen.said, path
        assert len(seen.keys) == len(seen.turns), path
        for turn in seen.turns:
            assert turn.text.strip(), path
            if turn.kind.value == "said":
                assert not turn.text.startswith(("<ant", "[file:")), path


def test_projects_memories_and_manifests_are_no_conversations(corpus: Path) -> None:
    others = [path for path in files(corpus) if not is_conversation(path)]
    assert len(others) >= 6
    for path in others:
        assert detect(path) is None, path


@pytest.mark.parametrize(
    ("name", "prompts", "answers"),
    [
        # Counted by hand.
        ("src/data/sampleConversations/business-strategy.json", 3, 3),
        ("src/data/sampleConversations/debugging.json", 2, 2),
        ("testdata/conversations.json", 3, 3),
        ("testdata/conversations-multiple-errors.json", 3, 1),
        ("testdata/conversation-rendering-tests.json", 3, 6),
    ],
)
def test_prompts_and_answers_are_counted_as_a_person_counts_them(
    corpus: Path, name: str, prompts: int, answers: int
) -> None:
    seen = read(ClaudeAiReader(), corpus / VIEWER / name)
    said = [turn.role.value for turn in seen.turns if turn.kind.value == "said" and not turn.unsaid]

    assert (said.count("user"), said.count("assistant")) == (prompts, answers)


def test_the_split_layout_and_the_single_zip_hold_the_same(corpus: Path, tmp_path: Path) -> None:
    folder = corpus / SPLIT
    members = {
        path.name: path.read_bytes() for path in folder.rglob("*.json") if path.name != "manifest.json"
    }
    single = saved(tmp_path, packed(members), "data-2026.zip")
    for part in sorted(path for path in folder.iterdir() if path.is_dir()):
        inside = {str(p.relative_to(part)): p.read_bytes() for p in part.rglob("*.json")}
        packed_part = saved(tmp_path, packed(inside), f"{part.name}.zip")
        reader = detect(packed_part)
        if part.name.startswith("conversations"):
            assert reader is not None and reader.source == "claude-ai"
            assert read(reader, packed_part).turns == read(ClaudeAiReader(), single).turns != []
        else:
            assert reader is None
