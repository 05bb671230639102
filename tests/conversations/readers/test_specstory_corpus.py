"""SpecStory's own sample files, where the folder `../shared` lies beside the checkout."""

from __future__ import annotations

from pathlib import Path

from claude_builder import Seen

from arbor_desktop.conversations.readers.registry import detect
from arbor_desktop.conversations.readers.specstory import SpecStoryReader

PROMPTS = {  # counted by hand
    "2026-06-12_14-00-00Z-payment-retry-rollback.md": 3,
    "2026-06-20_11-00-00Z-fix-search-index.md": 2,
    "2026-05-10_09-00-00Z-where-is-save-implemented.md": 7,
    "2026-05-04_13-00-00Z-check-the-vet.md": 1,
    "2026-05-22_09-00-00Z-count-source-lines.md": 2,
}


def test_every_file_is_read(corpus: Path) -> None:
    files = sorted((corpus / "specstory").rglob("*.md"))
    assert len(files) >= 11
    for path in files:
        reader = detect(path)
        assert isinstance(reader, SpecStoryReader), path
        seen = Seen()
        seen.take(reader.read(path, None))
        assert seen.parts[0].cwd == str(path.parents[2].absolute())
        assert len(seen.said) == PROMPTS.get(path.name, len(seen.said)), path
        assert seen.said
        for text in [*seen.said, *seen.texts("said", "assistant")]:
            assert not text.startswith(("<", "_**", "---", "Tool use:")), path
