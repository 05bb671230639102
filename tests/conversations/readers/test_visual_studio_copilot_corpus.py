"""Real traces of Visual Studio, where the folder `../shared` lies beside the checkout."""

from __future__ import annotations

from pathlib import Path

from claude_builder import Seen

from arbor_desktop.conversations.readers.registry import detect
from arbor_desktop.conversations.readers.visual_studio_copilot import VisualStudioCopilotReader


def test_what_was_counted_by_hand(corpus: Path) -> None:
    """Both were recorded without the words of the conversation, which is one over both files."""
    files = sorted((corpus / "visual_studio_copilot").rglob("*.jsonl"))
    assert len(files) == 2
    seen = Seen()
    for path in files:
        reader = detect(path)
        assert reader is not None
        assert reader.source == "visual-studio-copilot"
        checkpoint = seen.take(reader.read(path, None))
        assert checkpoint.size == path.stat().st_size
    assert set(seen.sessions.values()) == {"4a8f63f6-7626-4416-a874-fc7bd2c3f005"}
    assert seen.texts("tool", "assistant") == [
        "get_file: src/App.cs",
        "apply_patch: src/App.cs",
        "run_build",
        "code_search: class App",
        "create_file: src/Service.cs",
        "run_build",
    ]
    assert len(seen.texts("tool", "user")) == 6
    assert sum(batch.broken_lines + batch.unknown_records for batch in seen.batches) == 0
    assert {path for part in seen.parts for path in part.paths} == {"src/App.cs", "src/Service.cs"}


def test_files_of_other_programs_are_left_alone(corpus: Path) -> None:
    for folder in corpus.iterdir():
        if folder.name == "visual_studio_copilot":
            continue
        for path in folder.rglob("*"):
            if path.is_file():
                with path.open("rb") as file:
                    assert not VisualStudioCopilotReader().recognises(path, file.read(64 * 1024)), path
