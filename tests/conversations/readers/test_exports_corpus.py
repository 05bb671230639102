"""Whatever lies in the folder of samples beside the checkout: nobody's files are taken for an export."""

from __future__ import annotations

from pathlib import Path

from arbor_desktop.conversations.model import HEAD_BYTES
from arbor_desktop.conversations.readers.chatgpt import ChatGptReader
from arbor_desktop.conversations.readers.claude_ai import ClaudeAiReader

HOMES = {"chatgpt": ("chatgpt", "handmade/chatgpt_memory"), "claude-ai": ("claude_ai",)}


def test_files_of_other_sources_are_not_claimed(corpus: Path) -> None:
    readers = (ChatGptReader(), ClaudeAiReader())
    seen = 0
    for path in sorted(path for path in corpus.rglob("*") if path.is_file()):
        with path.open("rb") as file:
            head = file.read(HEAD_BYTES)
        place = path.relative_to(corpus).as_posix()
        for reader in readers:
            if not place.startswith(HOMES[reader.source]):
                assert not reader.recognises(path, head), (path, reader.source)
                seen += 1
    assert seen > 100
