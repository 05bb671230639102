"""Cursor's sample conversations: every one is read, and what was counted by hand is found."""

from __future__ import annotations

from pathlib import Path

from arbor_desktop.conversations.model import ReadTurn, Role, TurnKind
from arbor_desktop.conversations.readers.cursor import CursorReader
from arbor_desktop.conversations.readers.registry import detect


def turns_of(path: Path) -> list[ReadTurn]:
    assert isinstance(detect(path), CursorReader)
    [batch] = CursorReader().read(path, None)
    return [turn for part in batch.sessions for turn in part.turns]


def said(turns: list[ReadTurn], role: Role) -> list[str]:
    return [turn.text for turn in turns if turn.role is role and turn.kind is TurnKind.SAID]


def test_each_sample_is_read(corpus: Path) -> None:
    samples = [path for path in (corpus / "cursor").rglob("*") if path.suffix in (".jsonl", ".txt", ".vscdb")]
    read = [path for path in samples if path.stat().st_size]
    assert len(read) >= 9
    for path in read:
        turns = turns_of(path)
        assert turns and turns[0].at
        assert not any(turn.text.startswith("<") for turn in turns if turn.kind is TurnKind.SAID)


def test_what_is_beside_a_conversation_is_none(corpus: Path) -> None:
    # meta.json tells of a session; workspace-fallback.json is another program's form of an editor's value.
    for path in (corpus / "cursor").rglob("*.json"):
        reader = detect(path)
        assert not isinstance(reader, CursorReader)


def test_the_samples_say_what_was_counted_by_hand(corpus: Path) -> None:
    [path] = (corpus / "cursor").rglob("test-session.jsonl")
    turns = turns_of(path)
    assert said(turns, Role.USER) == ["run ls command", "now show me the git status"]
    assert len(said(turns, Role.ASSISTANT)) == 3  # what was redacted says nothing
    assert [turn.text for turn in turns if turn.kind is TurnKind.TOOL] == [
        "Shell: ls -la /tmp", "Shell: git status",
    ]  # fmt: skip

    [path] = (corpus / "cursor").rglob("schema_drift.jsonl")
    turns = turns_of(path)
    assert said(turns, Role.USER) == ["Use the repo context and explain the latest build issue."]
    assert said(turns, Role.ASSISTANT) == ["The build issue is in Example.swift:42."]

    [path] = (corpus / "cursor").rglob("composer-global-state.vscdb")
    turns = turns_of(path)
    assert said(turns, Role.USER) == ["Synthetic question alpha.", "Synthetic empty-ID compatibility turn."]
    assert len(said(turns, Role.ASSISTANT)) == 2
    assert len([turn for turn in turns if turn.kind is TurnKind.TOOL]) == 2


def test_the_folder_of_a_session_of_the_command_line_is_known(corpus: Path) -> None:
    [path] = (corpus / "cursor").rglob("aaaaaaaa-0000-0000-0000-000000000001.jsonl")
    [batch] = CursorReader().read(path, None)
    assert batch.sessions[0].cwd == "/mnt/d/1_yuyu_proj/cursor-history"
