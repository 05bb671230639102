"""Cursor's command line: its sessions' small databases."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from cursor_builder import SESSION, line, query, transcript
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.conversations.model import Batch, Role, SessionPart, TurnKind
from arbor_desktop.conversations.readers.base import Damaged
from arbor_desktop.conversations.readers.cursor import CursorReader, references
from arbor_desktop.conversations.readers.registry import detect

USER, ASSISTANT = Role.USER, Role.ASSISTANT
Json = dict[str, object]


def store(folder: Path, *messages: Json | bytes, **about: object) -> Path:
    path = folder / "chats" / "hash" / SESSION / "store.db"
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(path, isolation_level=None)) as conn:
        conn.execute("CREATE TABLE IF NOT EXISTS blobs (id TEXT PRIMARY KEY, data BLOB)")
        conn.execute("CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT)")

        def keep(data: bytes) -> str:
            ident = hashlib.sha256(data).hexdigest()
            conn.execute("INSERT OR REPLACE INTO blobs VALUES (?, ?)", (ident, data))
            return ident

        idents = [keep(each if isinstance(each, bytes) else json.dumps(each).encode()) for each in messages]
        root = b"".join(b"\x0a\x20" + bytes.fromhex(ident) for ident in idents)
        # Other fields: a number, 8 bytes, text, 4 bytes.
        root = b"\x10\x96\x01" + root + b"\x19" + bytes(8) + b"\x4a\x05/home" + b"\x2d" + bytes(4)
        meta = {
            "agentId": SESSION, "name": "Tabs", "createdAt": 1_768_521_600_000,
            "lastUsedModel": "claude-x", "latestRootBlobId": keep(root), **about,
        }  # fmt: skip
        conn.execute("INSERT OR REPLACE INTO meta VALUES ('0', ?)", (json.dumps(meta).encode().hex(),))
    return path


def say(role: str, *blocks: str | Json) -> Json:
    return {
        "role": role,
        "content": [{"type": "text", "text": b} if isinstance(b, str) else b for b in blocks],
    }


TALK: list[Json] = [
    {"role": "system", "content": "You are an agent."},
    say("user", "<user_info>\nOS: linux\n</user_info>"),
    say("user", "<user_query>\nUse tabs.\n</user_query>"),
    say("assistant", {"type": "reasoning", "text": "Hm."}, "I'll look.",
        {"type": "tool-call", "toolName": "Shell", "args": {"command": "make"}}),
    say("tool", {"type": "tool-result", "toolName": "Shell", "result": "built"}),
    {"role": "assistant", "content": "Done."},
]  # fmt: skip


def read(path: Path) -> tuple[Batch, SessionPart]:
    [batch] = CursorReader().read(path, None)
    [part] = batch.sessions
    return batch, part


def test_a_session_is_told_from_its_latest_root(tmp_path: Path) -> None:
    path = store(tmp_path, *TALK)
    (path.parent / "meta.json").write_text(json.dumps({"cwd": "/home/mara/parser"}))
    batch, part = read(path)
    assert [(turn.role, turn.kind, turn.text) for turn in part.turns] == [
        (USER, TurnKind.INJECTED, "<user_info>\nOS: linux\n</user_info>"),
        (USER, TurnKind.SAID, "Use tabs."),
        (ASSISTANT, TurnKind.SAID, "I'll look."),
        (ASSISTANT, TurnKind.TOOL, "Shell: make"),
        (ASSISTANT, TurnKind.TOOL, "ok\nbuilt"),
        (ASSISTANT, TurnKind.SAID, "Done."),
    ]
    assert (part.session_id, part.title, part.cwd) == (SESSION, "Tabs", "/home/mara/parser")
    assert part.extra == {"model": "claude-x"} and part.whole
    assert [turn.at for turn in part.turns] == [1_768_521_600_000, *[None] * 5]
    assert list(CursorReader().read(path, batch.checkpoint)) == [Batch(batch.checkpoint)]


def test_what_the_latest_root_does_not_name_was_taken_back(tmp_path: Path) -> None:
    _, before = read(store(tmp_path, *TALK))
    _, after = read(store(tmp_path, *TALK[:3], {"role": "assistant", "content": "No."}))
    assert [turn.text for turn in after.turns][-2:] == ["Use tabs.", "No."]
    assert [turn.key for turn in after.turns[:2]] == [turn.key for turn in before.turns[:2]]


def test_the_transcript_of_a_session_holds_the_same_turns(tmp_path: Path) -> None:
    lines = transcript(
        tmp_path, query("Use tabs."), line("assistant", "I'll look."), line("assistant", "Done.")
    )
    [batch] = CursorReader().read(lines, None)
    _, part = read(store(tmp_path, *TALK))
    said = [turn.key for turn in part.turns if turn.kind is TurnKind.SAID]
    assert [turn.key for turn in batch.sessions[0].turns] == said


def test_messages_that_are_not_json_are_counted_and_take_nothing_back(tmp_path: Path) -> None:
    batch, part = read(store(tmp_path, *TALK[:3], b"\x0a\x05Hello"))
    assert (batch.broken_lines, part.whole, len(part.turns)) == (1, False, 2)


def test_a_sub_agents_session_was_not_begun_by_a_person(tmp_path: Path) -> None:
    path = store(tmp_path, *TALK)
    (path.parent / "meta.json").write_text(json.dumps({"isSubagent": True}))
    _, part = read(path)
    assert part.headless and {turn.kind for turn in part.turns} == {TurnKind.SUBAGENT}


def test_it_is_recognised_by_its_tables_and_its_id(tmp_path: Path) -> None:
    assert isinstance(detect(store(tmp_path, *TALK)), CursorReader)
    path = store(tmp_path / "other", *TALK, agentId="")
    assert detect(path) is None
    with pytest.raises(Damaged):
        read(path)


@given(st.binary(max_size=200))
def test_any_root_names_something_or_nothing(root: bytes) -> None:
    assert all(isinstance(ident, str) for ident in references(root))
