"""Real Codex rollouts, where the folder `../shared` lies beside the checkout."""

from __future__ import annotations

from pathlib import Path

import pytest
from claude_builder import Seen
from codex_builder import read

from arbor_desktop.conversations.model import Role, TurnKind
from arbor_desktop.conversations.readers.codex import CodexReader
from arbor_desktop.conversations.readers.registry import detect

MARKERS = (
    "<environment_",
    "<user_",
    "<INSTRUCTIONS",
    "<turn_",
    "<skill",
    "# AGENTS.md",
    "# Context from my IDE",
)
NO_ROLLOUTS = ("session_branch.jsonl", "session_simple.jsonl")
"""Bare `{role, content}` lines, which any program might write."""


def rollouts(corpus: Path) -> list[Path]:
    return sorted(path for path in (corpus / "codex").rglob("*.jsonl") if path.name not in NO_ROLLOUTS)


def test_every_rollout_is_recognised_and_read_to_its_end(corpus: Path) -> None:
    files = rollouts(corpus)
    assert len(files) > 30
    for path in files:
        reader = detect(path)
        assert reader is not None, path
        assert reader.source == "codex", path
        seen = read(path)
        assert seen.batches[-1].checkpoint.size == path.stat().st_size, path
        assert sum(batch.broken_lines for batch in seen.batches) == 0, path
        for turn in seen.turns.values():
            if turn.kind is TurnKind.SAID and turn.role is Role.USER:
                assert not turn.text.startswith(MARKERS), path


@pytest.mark.parametrize(
    ("name", "prompts", "answers", "interrupts"),
    [
        ("rollout-2025-09-24T19-22-20-01997e76-d124-7592-9cac-2ec05abbca08.jsonl", 13, 9, 4),
        ("codex_session.jsonl", 2, 2, 0),
        ("codex.jsonl", 1, 9, 0),
        ("sample_session.jsonl", 2, 2, 0),
        ("blockquotes_session.jsonl", 1, 1, 0),
    ],
)
def test_what_was_counted_by_hand(
    corpus: Path, name: str, prompts: int, answers: int, interrupts: int
) -> None:
    (path,) = [path for path in rollouts(corpus) if path.name == name]
    seen = read(path)
    counted = (len(seen.said), len(seen.texts("said", "assistant")), len(seen.texts("interrupt")))
    assert counted == (prompts, answers, interrupts)


def test_rollouts_read_in_pieces_say_the_same(corpus: Path, tmp_path: Path) -> None:
    for path in rollouts(corpus):
        data = path.read_bytes()
        growing = tmp_path / path.name
        seen, since = Seen(), None
        for share in (0.2, 0.21, 0.5, 0.9, 1.0):
            growing.write_bytes(data[: int(len(data) * share)])
            since = seen.take(CodexReader().read(growing, since))
        whole = read(path)
        assert {k: t.text for k, t in seen.turns.items()} == {k: t.text for k, t in whole.turns.items()}, path
        assert (seen.input_tokens, seen.output_tokens) == (whole.input_tokens, whole.output_tokens), path


def test_files_of_other_programs_are_left_alone(corpus: Path) -> None:
    for folder in corpus.iterdir():
        if folder.name in ("codex", "real_clients"):
            continue
        for path in folder.rglob("*"):
            if path.is_file():
                with path.open("rb") as file:
                    assert not CodexReader().recognises(path, file.read(64 * 1024)), path
