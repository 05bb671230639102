"""What the plain reader takes and leaves, where the folder `../shared` lies beside the checkout."""

from __future__ import annotations

from pathlib import Path

from arbor_desktop.conversations.model import HEAD_BYTES
from arbor_desktop.conversations.readers.registry import detect
from arbor_desktop.conversations.readers.transcript import TranscriptReader

WITHOUT_A_PROGRAM = {"conversation.jsonl", "session_simple.jsonl"}
"""gptme's log, and a made-up one, are nothing but roles and words."""


def test_only_files_of_roles_and_words_are_taken(corpus: Path) -> None:
    files = [path for path in corpus.rglob("*") if path.is_file()]
    assert len(files) > 200
    taken = {path.name for path in files if isinstance(detect(path), TranscriptReader)}
    assert taken <= WITHOUT_A_PROGRAM


def test_memories_specifications_and_code_are_no_conversations(corpus: Path) -> None:
    reader = TranscriptReader()
    checkout = Path(__file__).resolve().parents[3]
    folders = [
        corpus / "memory_import",
        corpus.parents[1] / "spec",
        checkout / "arbor_desktop",
        checkout / "docs",
    ]
    for path in (path for folder in folders for path in folder.rglob("*") if path.is_file()):
        with path.open("rb") as file:
            assert not reader.recognises(path, file.read(HEAD_BYTES)), path
