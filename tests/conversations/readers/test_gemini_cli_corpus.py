"""Real Gemini CLI recordings, where the folder `../shared` lies beside the checkout."""

from __future__ import annotations

from pathlib import Path

import gemini_builder as g
import pytest

from arbor_desktop.conversations.model import TurnKind
from arbor_desktop.conversations.readers.gemini_cli import GeminiCliReader
from arbor_desktop.conversations.readers.registry import detect

NO_SESSION = "agent-resume-session.json"
COUNTS = {
    "c9/45f262e88d/0/full.jsonl": (1, 2, 2),
    "9c/53780d06b7/0/full.jsonl": (1, 5, 8),
    "ab/2b9748b105/0/full.jsonl": (1, 10, 18),
    "samples/gemini_session.json": (2, 7, 10),
    "session-2025-10-29T10-36-453aa339.json": (1, 1, 6),
    "session-2025-10-29T10-36-9c9a14e1.json": (1, 1, 2),
    "gemini/large.json": (2, 2, 4),
    "gemini/jsonl_v040.jsonl": (1, 1, 2),
    "gemini/session-sample.jsonl": (2, 2, 2),
    "gemini/system_messages.json": (0, 0, 0),
}
"""Prompts, answers, tool calls and results: counted by hand."""


def test_every_recording_is_read(corpus: Path) -> None:
    files = [path for path in (corpus / "gemini_cli").rglob("*.json*") if path.is_file()]
    assert len(files) > 10
    for path in files:
        found = detect(path)
        if path.name == NO_SESSION:
            assert found is None
            continue
        assert found is not None and found.source == "gemini-cli", path
        seen = g.read(found, path)
        assert not any(text.startswith(("<", "---", "System:")) for text in seen.prompts), path
        assert sum(batch.unknown_records + batch.broken_lines for batch in seen.batches) == 0, path


@pytest.mark.parametrize("name", COUNTS)
def test_what_is_said_is_as_counted_by_hand(corpus: Path, name: str) -> None:
    (path,) = (path for path in (corpus / "gemini_cli").rglob("*.json*") if path.as_posix().endswith(name))
    seen = g.read(GeminiCliReader(), path)
    assert (len(seen.prompts), len(seen.answers), len(seen.kind(TurnKind.TOOL))) == COUNTS[name]


def test_three_states_of_a_session_tell_it_once(corpus: Path) -> None:
    folder = corpus / "gemini_cli" / "entireio__cli"
    stages = [
        folder / name / "0" / "full.jsonl" for name in ("c9/45f262e88d", "9c/53780d06b7", "ab/2b9748b105")
    ]
    seen = g.Kept()
    for path in stages:
        seen.take(GeminiCliReader().read(path, None))
    last = g.read(GeminiCliReader(), stages[-1])
    assert set(seen.turns) == set(last.turns) and not seen.unsaid
    assert set(seen.sessions.values()) == {"f7633853-6663-4dbb-bbf4-6159afa29df8"}
    assert seen.last("cwd").endswith("/entireio/cli")
