"""Real Claude Code sessions, where the folder `../shared` lies beside the checkout."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest
from claude_builder import Seen, limited, read

from arbor_desktop.conversations.model import Role, TurnKind
from arbor_desktop.conversations.readers.claude_code import ClaudeCodeReader
from arbor_desktop.conversations.readers.registry import detect

MARKERS = (
    "<command-",
    "<local-command",
    "<system-reminder",
    "<ide_",
    "<task-",
    "<bash-",
    "[Request",
    "Caveat:",
)


def session_files(corpus: Path) -> list[Path]:
    real = (corpus / "claude_code").rglob("*.jsonl")
    damaged = (corpus / "derived" / "claude_code").iterdir()
    return sorted([*real, *damaged])


def test_every_file_is_read_to_its_end(corpus: Path) -> None:
    files = session_files(corpus)
    assert files
    for path in files:
        seen = read(path)
        checkpoint = seen.batches[-1].checkpoint
        assert checkpoint.size == path.stat().st_size, path
        for turn in seen.turns.values():
            assert turn.text.strip(), path
            assert turn.text.encode(), path
            if turn.kind is TurnKind.SAID and turn.role is Role.USER:
                assert not turn.text.startswith(MARKERS), path


def test_prompts_are_counted_as_people_counted_them(corpus: Path) -> None:
    """One prompt is one record id, or words that only stood in the queue, over all files of a session."""
    table = (corpus.parent / "expected_claude_code.tsv").read_text(encoding="utf-8").splitlines()[1:]
    expected = {session: int(count) for session, count in (line.split("\t") for line in table)}
    said: defaultdict[str, set[str]] = defaultdict(set)
    for path in sorted((corpus / "claude_code").rglob("*.jsonl")):
        seen = read(path)
        for key, turn in seen.turns.items():
            if turn.kind is TurnKind.SAID and turn.role is Role.USER:
                said[seen.sessions[key]].add(key)

    assert {session: len(said[session]) for session in expected} == expected


def test_real_sessions_read_in_pieces_say_the_same(corpus: Path, tmp_path: Path) -> None:
    files = [path for path in session_files(corpus) if 20_000 < path.stat().st_size < 600_000]
    assert files
    reader = limited(ClaudeCodeReader(), context_bytes=4096)
    for path in files:
        data = path.read_bytes()
        growing = tmp_path / path.name
        seen = Seen()
        since = None
        for share in (0.3, 0.31, 0.8, 0.95, 1.0):
            growing.write_bytes(data[: int(len(data) * share)])
            since = seen.take(reader.read(growing, since))
        whole = read(path)
        assert set(seen.turns) == set(whole.turns), path
        assert seen.unsaid & set(seen.turns) == whole.unsaid, path
        assert (seen.input_tokens, seen.output_tokens) == (whole.input_tokens, whole.output_tokens), path


@pytest.mark.parametrize(
    "source",
    [
        "codex",
        "gemini_cli",
        "qwen_code",
        "other_agents",
        "cursor",
        "copilot_cli",
        "pi",
        "chatgpt",
        "aider",
    ],
)
def test_files_of_other_programs_are_not_taken_for_sessions(corpus: Path, source: str) -> None:
    files = [path for path in (corpus / source).rglob("*") if path.is_file()]
    assert files
    found = {path: reader.source for path in files if (reader := detect(path)) is not None}
    assert "claude-code" not in found.values(), found
