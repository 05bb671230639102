"""Sample sessions of pi, where the folder `../shared` lies beside the checkout."""

from __future__ import annotations

from pathlib import Path

from test_pi import read

from arbor_desktop.conversations.readers.pi import PiReader
from arbor_desktop.conversations.readers.registry import detect


def test_what_was_counted_by_hand(corpus: Path) -> None:
    (path,) = (corpus / "pi").rglob("*.jsonl")
    reader = detect(path)
    assert reader is not None
    assert reader.source == "pi"
    seen = read(path)
    assert seen.batches[-1].checkpoint.size == path.stat().st_size
    assert seen.said == ["Fix the login bug", "Look good to you?"]
    assert seen.texts("said", "assistant") == ["Looking at the auth module.", "Looks good!"]
    assert (len(seen.texts("tool")), len(seen.texts("summary"))) == (2, 1)
    assert (seen.input_tokens, seen.output_tokens) == (300, 60)
    counted = [(batch.broken_lines, batch.unknown_records) for batch in seen.batches]
    assert counted == [(1, 1)]


def test_files_of_other_programs_are_left_alone(corpus: Path) -> None:
    for folder in corpus.iterdir():
        if folder.name in ("pi", "real_clients"):
            continue
        for path in folder.rglob("*"):
            if path.is_file():
                with path.open("rb") as file:
                    assert not PiReader().recognises(path, file.read(64 * 1024)), path
