"""Hand-made tasks of Cline and Roo Code, where the folder `../shared` lies beside the checkout."""

from __future__ import annotations

from pathlib import Path

import pytest
from claude_builder import Seen

from arbor_desktop.conversations.readers.cline import ClineReader, RooCodeReader
from arbor_desktop.conversations.readers.registry import detect


@pytest.mark.parametrize(("name", "kind"), [("cline", ClineReader), ("roo_code", RooCodeReader)])
def test_tasks_are_read_once(corpus: Path, name: str, kind: type[ClineReader]) -> None:
    seen = Seen()
    files = sorted((corpus / "handmade" / name).rglob("*.json"))
    assert len(files) >= 3
    for path in files:
        reader = detect(path)
        if path.name in ("ui_messages.json", "api_conversation_history.json"):
            assert type(reader) is kind, path
            seen.take(reader.read(path, None))
        else:
            assert reader is None, path
    assert seen.said == ["Add a --json flag to cli.py", "please also document it"]
    assert seen.texts("said", "assistant") == ["I will add the flag now.", "Added the --json flag."]
    assert {part.cwd for part in seen.parts} == {"/home/u/proj"}
