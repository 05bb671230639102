"""Memories in the exports of services: OpenMemory's and Claude.ai's, packed or not."""

from __future__ import annotations

import gzip
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from arbor_desktop.errors import InvalidInput
from arbor_desktop.exchange import formats
from arbor_desktop.exchange.model import Entries, Source

AT = 1_767_225_600_000
"""The start of 2026."""


def open_memory(content: str, state: str = "active", **more: Any) -> dict[str, Any]:
    return {"id": content, "content": content, "state": state, "created_at": "2026-01-01T00:00:00Z"} | more


OPEN_MEMORY = {
    "user": {"user_id": "alice"},
    "categories": [{"id": "c", "name": "tea"}],
    "memories": [open_memory("Likes green tea", category_ids=["c"]), open_memory("Old", "archived")],
}
LINES = "".join(json.dumps(open_memory(one, categories=["tea"])) + "\n" for one in ("Likes tea", "Has a cat"))
CLAUDE = {
    "conversations_memory": "**Work context**\n\nDana runs a print shop.\n\n*Recently*\n\nDana left Lyon.",
    "project_memories": {"p": "Prices are stored in cents."},
    "memory_files": [{"path": "a.md", "content": "Dana likes tea.", "updated_at": "2026-01-01T00:00:00Z"}],
}
PROJECTS = [{"uuid": "p", "name": "Price list"}]
CONVERSATIONS = [{"uuid": "u", "name": "Chat", "chat_messages": []}]


def packed(path: Path, members: dict[str, str | bytes]) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return path


def unpacked(folder: Path, members: dict[str, str | bytes]) -> Path:
    for name, data in members.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data if isinstance(data, bytes) else data.encode())
    return folder


def read(path: Path, name: str) -> Entries:
    found, entries = formats.read(path)
    assert found.name == name
    return entries


def contents(entries: Entries) -> list[str]:
    return [one.fields["content"] for one in entries.memories]


def test_the_archive_of_open_memory_is_read_once(tmp_path: Path) -> None:
    file = packed(
        tmp_path / "export.zip",
        {"memories.jsonl.gz": gzip.compress(LINES.encode()), "memories.json": json.dumps(OPEN_MEMORY)},
    )
    entries = read(file, "mem0")
    (entry,) = entries.memories
    assert (entry.fields["content"], entry.fields["tags"], entry.at) == ("Likes green tea", ["tea"], AT)
    assert [(one.what, one.reason) for one in entries.skipped] == [("Old", "archived there")]


@pytest.mark.parametrize("data", [LINES.encode(), gzip.compress(LINES.encode())])
def test_lines_of_open_memory_may_be_compressed(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "memories"
    file.write_bytes(data)
    entries = read(file, "mem0")
    assert contents(entries) == ["Likes tea", "Has a cat"]
    assert entries.memories[0].fields["tags"] == ["tea"]


@pytest.mark.parametrize("put", [packed, unpacked])
@pytest.mark.parametrize(
    "members",
    [
        {"memories.json": [CLAUDE], "projects.json": PROJECTS},
        {"memories/u.json": CLAUDE, "projects/p.json": PROJECTS[0]},
        {"export/memories.json": [CLAUDE], "projects.json": PROJECTS},
    ],
)
def test_an_export_of_claude_is_read_without_its_conversations(
    tmp_path: Path, put: Any, members: dict[str, Any]
) -> None:
    texts = {name: json.dumps(one) for name, one in members.items()}
    entries = read(
        put(tmp_path / "export", texts | {"conversations.json": json.dumps(CONVERSATIONS)}), "claude-ai"
    )
    assert [(one.kind, one.fields["content"], one.fields["tags"], one.at) for one in entries.memories] == [
        ("conversations", "Dana runs a print shop.", ["work context"], None),
        ("conversations", "Dana left Lyon.", ["recently"], None),
        ("project", "Prices are stored in cents.", ["Price list"], None),
        ("file", "Dana likes tea.", [], AT),
    ]


def test_an_export_without_memories_is_refused(tmp_path: Path) -> None:
    file = packed(tmp_path / "export.zip", {"conversations.json": json.dumps(CONVERSATIONS)})
    with pytest.raises(InvalidInput, match="holds no"):
        formats.read(file)


def test_damaged_archives_are_refused(tmp_path: Path) -> None:
    whole = packed(tmp_path / "export.zip", {"memories.json": json.dumps(OPEN_MEMORY)}).read_bytes()
    (tmp_path / "half.zip").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "half.gz").write_bytes(gzip.compress(LINES.encode())[:40])
    for name in ("half.zip", "half.gz"):
        with pytest.raises(InvalidInput, match="is damaged"):
            formats.read(tmp_path / name)


def test_what_unpacks_to_too_much_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arbor_desktop.exchange.model.MOST_BYTES", 1000)
    (tmp_path / "a.gz").write_bytes(gzip.compress(b" " * 5000))
    packed(tmp_path / "a.zip", {"memories.json": " " * 5000})
    for name in ("a.gz", "a.zip"):
        with pytest.raises(InvalidInput, match="larger than"):
            formats.read(tmp_path / name)


CONVERSATION_FILES = {
    "chatgpt.json": '[{"title": "Chat", "mapping": {}, "current_node": "a"}]',
    "claude.json": json.dumps(CONVERSATIONS),
    "session.jsonl": '{"type":"user","uuid":"u","message":{"role":"user","content":"hello there"}}\n'
    '{"type":"system","uuid":"v","content":"hello there"}\n',
    "chat.txt": "User: What is left?\n\nAssistant: This:\n- the glaze of cups\n- a door of iron\n- the lid\n",
    "codex.jsonl": '{"timestamp":"2026-01-01T00:00:00Z","type":"session_meta","payload":{"id":"a"}}\n',
}


@pytest.mark.parametrize("name", CONVERSATION_FILES)
def test_conversations_are_no_memories(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text(CONVERSATION_FILES[name])
    with pytest.raises(InvalidInput, match="found no memories"):
        formats.read(tmp_path / name)


@pytest.mark.slow
def test_no_conversation_of_the_samples_is_taken_for_memories(corpus: Path) -> None:
    for file in sorted(corpus.rglob("*.json*")):
        if file.is_relative_to(corpus / "memory_import") or "memories" in (file.stem, file.parent.name):
            continue
        source = Source(file)
        try:
            found = [
                one.name for one in formats.FORMATS if source.kind in one.of and one.read(source) is not None
            ]
        except InvalidInput:
            found = []
        assert (file, found) == (file, [])


def test_samples_of_the_services_are_read(corpus: Path) -> None:
    made = corpus / "handmade"
    for name in ("memories.json", "memories.jsonl", "memories_export_alice.zip"):
        assert len(read(made / "openmemory" / name, "mem0").memories) == 2
    assert len(read(made / "claude_ai_memories" / "legacy", "claude-ai").memories) == 5
