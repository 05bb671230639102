"""Real chats of Aider, where the folder `../shared` lies beside the checkout."""

from __future__ import annotations

from pathlib import Path

from claude_builder import Seen

from arbor_desktop.conversations.readers.aider import HISTORY_FILE, AiderReader
from arbor_desktop.conversations.readers.registry import detect

PROMPTS = {  # counted by hand
    HISTORY_FILE: 2,
    "2048-game.md": 3,
    "add-test.md": 1,
    "census.md": 9,
    "hello.md": 1,
    "semantic-search-replace.md": 1,
}
COMMANDS = {"add-test.md": 2, "census.md": 1}


def test_prompts_are_those_of_the_person(corpus: Path) -> None:
    files = sorted((corpus / "aider").rglob("*.md"))
    assert {path.name for path in files} == set(PROMPTS)
    for path in files:
        reader = detect(path)
        assert isinstance(reader, AiderReader), path
        seen = Seen()
        checkpoint = seen.take(reader.read(path, None))
        assert checkpoint.size == path.stat().st_size
        assert len(seen.said) == PROMPTS[path.name], path
        assert len(seen.texts("command")) == COMMANDS.get(path.name, 0), path
        for text in [*seen.said, *seen.texts("said", "assistant")]:
            assert not text.startswith(("####", ">", "<div", "</div", "---")), path


def test_no_other_file_is_taken_for_a_history(corpus: Path) -> None:
    reader = AiderReader()
    others = [path for path in corpus.rglob("*.md") if "aider" not in path.relative_to(corpus).as_posix()]
    assert others
    for path in others:
        with path.open("rb") as file:
            assert not reader.recognises(path, file.read(65536)), path
