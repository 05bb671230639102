"""Readers are imported only for files that may be theirs, and decide as if each had been asked."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.conversations.model import HEAD_BYTES
from arbor_desktop.conversations.readers.registry import all_readers, detect

CLAUDE_CODE = (
    b'{"type":"user","uuid":"u1","parentUuid":null,"sessionId":"s1","timestamp":"2026-01-02T03:04:05Z",'
    b'"message":{"role":"user","content":"hello"}}\n'
)
PARTS = (
    CLAUDE_CODE, b"{", b"}", b"[", b'"type":"session_start"', b'"role":"user"', b'"content":"hi"',
    b'"payload":{}', b'"timestamp":"2026-01-02T03:04:05Z"', b'"parts":[]', b'"session-1"', b"user:\n", b"PK",
    b"#### hello\n", b"# aider chat started at 2026-01-02 03:04:05\n", b'"history":[', b'"requests":[',
    b"\xff", b'"mapping":{', b'"chat_messages":[', b'"id":"a"', b'"cwd":"/x"', b" ", b"\x00", b",", b"\n",
)  # fmt: skip
PATHS = (
    "a.jsonl", "a.json", "a.md", "a.txt", "a.zip", "gptme/x/conversation.jsonl", ".claude/projects/p/a.jsonl",
    ".iflow/projects/p/session-1.jsonl", ".kimi/wire.jsonl", ".factory/sessions/a.jsonl", "session/p/a.json",
    "tasks/1/ui_messages.json", ".aider.chat.history.md", ".gemini/tmp/x/chats/a.json", "chatSessions/a.json",
)  # fmt: skip


def disagreements(path: Path, head: bytes) -> list[str]:
    """The sources whose reader decides otherwise when it is asked at once."""
    return [
        known.source
        for known in all_readers()
        if known.recognises(path, head) != known.reader.recognises(path, head)  # type: ignore[attr-defined]
    ]


@given(st.sampled_from(PATHS), st.lists(st.sampled_from(PARTS), max_size=12).map(b"".join))
def test_a_reader_that_is_not_asked_would_have_said_no(name: str, head: bytes) -> None:
    assert disagreements(Path("/nowhere", name), head) == []


@pytest.mark.slow
def test_a_reader_that_is_not_asked_would_have_said_no_to_real_files(corpus: Path) -> None:
    files = [path for path in corpus.rglob("*") if path.is_file()]
    assert files
    for path in files:
        with path.open("rb") as file:
            assert (path, disagreements(path, file.read(HEAD_BYTES))) == (path, [])


def test_every_source_is_named_as_its_reader_names_it() -> None:
    readers = all_readers()
    assert [known.source for known in readers] == [known.reader.source for known in readers]  # type: ignore[attr-defined]
    assert len({known.source for known in readers}) == len(readers)


@pytest.mark.parametrize(("head", "expected"), [(CLAUDE_CODE, "claude-code"), (b"", "claude-code")])
def test_content_decides_and_the_place_where_there_is_none(
    head: bytes, expected: str, tmp_path: Path
) -> None:
    path = tmp_path / ".claude" / "projects" / "p" / "s1.jsonl"
    path.parent.mkdir(parents=True)
    path.write_bytes(head)
    found = detect(path)
    assert found is not None
    assert found.source == expected


def test_naming_the_sources_imports_no_reader_and_a_session_only_its_own(tmp_path: Path) -> None:
    path = tmp_path / "s1.jsonl"
    path.write_bytes(CLAUDE_CODE)
    code = (
        "import sys; from pathlib import Path\n"
        "from arbor_desktop.conversations.readers.registry import all_readers, detect\n"
        "names = [reader.source for reader in all_readers()]\n"
        "package = 'arbor_desktop.conversations.readers.'\n"
        "loaded = lambda: {n.rpartition('.')[2] for n in sys.modules if n.startswith(package)}\n"
        "assert loaded() == {'registry'}, loaded()\n"
        "assert detect(Path(sys.argv[1])).source == 'claude-code'\n"
        "assert not loaded() & {'chatgpt', 'cursor', 'codex', 'aider', 'opencode', 'transcript'}, loaded()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
