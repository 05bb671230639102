"""llm's sample logs: every one is read, and what was counted by hand is found."""

from __future__ import annotations

from pathlib import Path

from arbor_desktop.conversations.model import Role, SessionPart, TurnKind
from arbor_desktop.conversations.readers.llm_logs import LlmReader
from arbor_desktop.conversations.readers.registry import detect


def read(path: Path) -> dict[str, SessionPart]:
    assert isinstance(detect(path), LlmReader)
    [batch] = LlmReader().read(path, None)
    assert batch.unknown_records == batch.broken_lines == 0
    return {part.session_id: part for part in batch.sessions}


def test_each_sample_is_read(corpus: Path) -> None:
    samples = sorted((corpus / "llm").rglob("*.db"))
    assert samples
    for path in samples:
        for part in read(path).values():
            assert part.title and part.extra["model"]
            roles = [turn.role for turn in part.turns if turn.kind is TurnKind.SAID]
            assert roles == [Role.USER, Role.ASSISTANT] * (len(roles) // 2)
            assert all(turn.at for turn in part.turns)


def test_the_samples_say_what_was_counted_by_hand(corpus: Path) -> None:
    found = {path.name: read(path) for path in (corpus / "llm").rglob("*.db")}
    old = found["logs_v0.26_responses_schema.db"]
    new = found["logs_v0.36_threads_schema.db"]
    assert [len(part.turns) for part in old.values()] == [4, 3]
    assert [len(part.turns) for part in new.values()] == [4, 3, 2]
    for sessions in (old, new):
        capitals, terse, *_ = sessions.values()
        assert [turn.text for turn in capitals.turns if turn.role is Role.USER] == [
            "What is the capital of France? é 你好 🎉", "And what about Spain?",
        ]  # fmt: skip
        assert (terse.turns[0].kind, terse.turns[0].text) == (TurnKind.INJECTED, "You are terse")
    assert [part.input_tokens for part in new.values()] == [13, 7, 1]
