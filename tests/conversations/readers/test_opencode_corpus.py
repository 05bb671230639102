"""OpenCode's sample sessions: every one is read, and what was counted by hand is found."""

from __future__ import annotations

from pathlib import Path

from arbor_desktop.conversations.files import holder
from arbor_desktop.conversations.model import Role, TurnKind
from arbor_desktop.conversations.readers.opencode import OpenCodeReader
from arbor_desktop.conversations.readers.registry import detect


def test_each_sample_is_a_session_or_a_piece_of_one(corpus: Path) -> None:
    found = {path: detect(path) for path in (corpus / "opencode").rglob("*.json")}
    sessions = {path for path, reader in found.items() if isinstance(reader, OpenCodeReader)}
    assert sessions and sessions == {path for path in found if path.parent.parent.name == "session"}
    assert all(reader is None for path, reader in found.items() if path not in sessions)
    assert {holder(path) for path in found if path.parent.parent.name == "message"} == sessions


def test_the_samples_say_what_was_counted_by_hand(corpus: Path) -> None:
    found = {}
    for path in (corpus / "opencode").rglob("ses_*.json"):
        [batch] = OpenCodeReader().read(path, None)
        [part] = batch.sessions
        found[part.session_id] = part
        assert batch.unknown_records == batch.broken_lines == 0
        assert all(turn.at for turn in part.turns)

    small = found["s_stage0_small"]
    assert (small.title, small.cwd) == ("OpenCode Small", "/tmp/repo")
    assert [(turn.role, turn.kind) for turn in small.turns] == [
        (Role.USER, TurnKind.SAID), (Role.ASSISTANT, TurnKind.TOOL), (Role.ASSISTANT, TurnKind.SAID),
    ]  # fmt: skip
    large = found["s_stage0_large"]
    said = [(turn.role, turn.text) for turn in large.turns if turn.kind is TurnKind.SAID]
    assert said == [(Role.USER, "Step 1"), (Role.USER, "Step 2"), (Role.ASSISTANT, "Ok")]
    assert [turn.kind for turn in large.turns if turn.kind is not TurnKind.SAID] == [
        TurnKind.TOOL, TurnKind.INJECTED, TurnKind.INTERRUPT,
    ]  # fmt: skip
    assert (large.input_tokens, large.output_tokens) == (120, 16)
    assert large.paths == ("/tmp/large/error.log",)
