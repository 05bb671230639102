"""Real event logs of Copilot CLI, where the folder `../shared` lies beside the checkout."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_copilot_cli import read

from arbor_desktop.conversations.readers.copilot_cli import CopilotCliReader
from arbor_desktop.conversations.readers.registry import detect


@pytest.mark.parametrize(
    ("name", "prompts", "answers", "injected"),
    [("copilot.jsonl", 1, 1, 1), ("small.jsonl", 2, 3, 1), ("large.jsonl", 3, 3, 0)],
)
def test_what_was_counted_by_hand(corpus: Path, name: str, prompts: int, answers: int, injected: int) -> None:
    (path,) = (corpus / "copilot_cli").rglob(name)
    reader = detect(path)
    assert reader is not None
    assert reader.source == "copilot-cli"
    seen = read(path)
    assert seen.batches[-1].checkpoint.size == path.stat().st_size
    assert sum(batch.broken_lines + batch.unknown_records for batch in seen.batches) == 0
    counted = (len(seen.said), len(seen.texts("said", "assistant")), len(seen.texts("injected")))
    assert counted == (prompts, answers, injected)
    assert not any(words.startswith("<") for words in seen.said)


def test_a_session_of_a_newer_version(corpus: Path) -> None:
    seen = read(corpus / "real_clients" / "copilot-events.jsonl")
    assert (len(seen.said), len(seen.texts("said", "assistant")), seen.texts("subagent")) == (1, 2, [])


def test_files_of_other_programs_are_left_alone(corpus: Path) -> None:
    for folder in corpus.iterdir():
        if folder.name in ("copilot_cli", "real_clients"):
            continue
        for path in folder.rglob("*"):
            if path.is_file():
                with path.open("rb") as file:
                    assert not CopilotCliReader().recognises(path, file.read(64 * 1024)), path
