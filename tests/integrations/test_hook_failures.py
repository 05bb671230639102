"""Whatever goes wrong: the tool sees nothing of it, and Arbor says it."""

from __future__ import annotations

import errno
import json
import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import apsw
import pytest
from hook_stage import Said, Tool

from arbor_desktop.context.queries import ready_blocks
from arbor_desktop.integrations.hooks import events, home_folder
from arbor_desktop.integrations.hooks.contracts import CLAUDE_CODE, Call
from arbor_desktop.service import MemoryService

EVENTS = ("SessionStart", "UserPromptSubmit", "SessionEnd", "PreCompact")
ASKED = {"source": "startup", "prompt": "How does the billing service reach PostgreSQL?"}


@pytest.fixture
def tool(home: Path, tmp_path: Path) -> Tool:
    with MemoryService.open(home) as service:
        service.store("The billing service reaches its database through pgbouncer", type="instruction")
    return Tool(home, tmp_path)


def silent(said: Said) -> bool:
    return (said.code, said.out, said.err) == (0, "", "")


@pytest.mark.slow
@pytest.mark.parametrize("event", [*EVENTS, "Stop", "Nope", ""])
@pytest.mark.parametrize(
    "raw", [b"", b"{", b"[]", b"null", b'"text"', b"\xff\xfe{", b"[" * 100_000, b"{}", b'{"cwd": 3}']
)
def test_whatever_is_sent_the_tool_sees_no_failure(tool: Tool, event: str, raw: bytes) -> None:
    said = tool.call(event, raw=raw)
    assert (said.code, said.err) == (0, "")


def test_what_cant_be_read_is_told_in_arbor_once(tool: Tool) -> None:
    assert silent(tool.call("SessionStart", raw=b"{"))
    assert silent(tool.call("SessionStart", raw=b""))
    (note,) = tool.notes("trouble")
    assert note["tool"] == "claude-code"
    assert "could not be read" in note["message"]


@pytest.mark.parametrize("event", ["SessionStart", "UserPromptSubmit"])
def test_where_nothing_can_be_written_a_session_gets_its_memories(
    tool: Tool, home: Path, monkeypatch: pytest.MonkeyPatch, event: str
) -> None:
    def read_only(path: str, busy_ms: int, key: str | None) -> apsw.Connection:
        return apsw.Connection(path, flags=apsw.SQLITE_OPEN_READONLY)

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(ready_blocks, "open_file", read_only)
    asked = {"cwd": str(tool.folder), "session_id": tool.session, **ASKED}
    call = Call(CLAUDE_CODE, event, asked, 1_795_400_000_000)
    said: list[dict[str, object]] = []
    answer = events.at_start if event == "SessionStart" else events.with_prompt
    answer(call, str(home), {}, said.append)
    assert "pgbouncer" in str(said)
    assert sorted(note["kind"] for note in tool.notes()) == ["called", "told"], "to be noted later"
    monkeypatch.setattr(home_folder, "leave_note", full)
    said.clear()
    with pytest.raises(OSError, match="No space"):  # nobody hears of it, and the session has its answer
        answer(call, str(home), {}, said.append)
    assert "pgbouncer" in str(said)


def test_more_than_a_tool_would_ever_send_is_not_read(tool: Tool) -> None:
    with subprocess.Popen(
        tool.command("UserPromptSubmit"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=tool.environ()
    ) as process:
        assert process.stdin is not None
        try:
            for _ in range(300):
                process.stdin.write(b'{"prompt": "' + b"x" * 100_000)
            process.stdin.close()
        except BrokenPipeError:
            process.stdin = None
        assert process.wait() == 0
    (note,) = tool.notes("trouble")
    assert "16 MB" in note["message"]


def test_a_tool_that_keeps_the_pipe_open_is_answered_all_the_same(tool: Tool) -> None:
    with subprocess.Popen(
        tool.command("SessionStart"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=tool.environ()
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(tool.json("SessionStart", **ASKED))
        process.stdin.flush()
        assert b"pgbouncer" in process.stdout.read()
        assert process.wait() == 0


def test_a_tool_that_never_says_anything_is_not_waited_for_without_end(tool: Tool) -> None:
    with subprocess.Popen(
        tool.command("SessionEnd"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=tool.environ()
    ) as process:
        assert process.wait() == 0  # its own patience, not ours: the pipe is still open
    (note,) = tool.notes("trouble")
    assert "given up" in note["message"]


@pytest.mark.parametrize("event", EVENTS)
def test_before_arbor_was_ever_started_nothing_is_told_and_nothing_made(tmp_path: Path, event: str) -> None:
    tool = Tool(tmp_path / "nowhere", tmp_path)
    assert silent(tool.call(event, **ASKED))
    assert silent(tool.call(event, raw=b"{"))
    assert not tool.home.exists()


def test_a_folder_that_is_gone_is_told_what_holds_everywhere(tool: Tool, tmp_path: Path) -> None:
    assert "pgbouncer" in Tool(tool.home, tmp_path / "gone").call("SessionStart", source="startup").text
    assert "pgbouncer" in tool.call("SessionStart", cwd="a\x00b", source="startup").text
    assert "pgbouncer" in tool.call("SessionStart", cwd=None, session_id=None, source=None).text


@pytest.mark.parametrize("event", ["SessionStart", "UserPromptSubmit"])
def test_a_busy_file_is_read_and_the_receipt_waits_in_the_spool(tool: Tool, event: str) -> None:
    other = sqlite3.connect(tool.home / "arbor_memory.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        assert "pgbouncer" in tool.call(event, **ASKED).text
    finally:
        other.execute("ROLLBACK")
        other.close()
    (told,), (called,) = tool.notes("told"), tool.notes("called")
    assert (told["session_id"], told["event"], called["answered"]) == (tool.session, event, True)
    assert told["text_hash"] and told["memories"].startswith('["')
    assert tool.notes("trouble") == []


@pytest.mark.parametrize(("version", "said"), [(3, "older"), (999, "newer")])
def test_a_file_of_another_version_is_left_alone(tool: Tool, version: int, said: str) -> None:
    conn = sqlite3.connect(tool.home / "arbor_memory.db")
    conn.execute(f"PRAGMA user_version = {version}")
    conn.commit()
    conn.close()
    assert silent(tool.call("SessionStart", **ASKED))
    assert silent(tool.call("UserPromptSubmit", **ASKED))
    (note,) = tool.notes("trouble")
    assert said in note["message"]


def test_a_damaged_file_is_left_alone(tool: Tool) -> None:
    file = tool.home / "arbor_memory.db"
    for side in ("-wal", "-shm"):
        file.with_name(file.name + side).unlink(missing_ok=True)
    file.write_bytes(b"not a database" * 1_000)
    assert silent(tool.call("SessionStart", **ASKED))
    assert silent(tool.call("UserPromptSubmit", **ASKED))
    assert len(tool.notes("trouble")) == 1
    assert file.read_bytes() == b"not a database" * 1_000


def test_damaged_settings_tell_nothing_as_nobody_knows_what_is_excluded(tool: Tool) -> None:
    (tool.home / "settings.json").write_text("{")
    assert silent(tool.call("SessionStart", **ASKED))
    (note,) = tool.notes("trouble")
    assert "settings" in note["message"]
    assert (tool.home / "settings.json").read_text() == "{"


@pytest.mark.skipif(os.name != "posix", reason="a closed stream is a descriptor that is not there")
def test_a_tool_that_does_not_listen_leaves_no_receipt(tool: Tool) -> None:
    command = " ".join(f"'{part}'" for part in tool.command("SessionStart"))
    done = subprocess.run(
        ["/bin/sh", "-c", f"{command} >&-"], input=tool.json("SessionStart", **ASKED), env=tool.environ(),
        stderr=subprocess.PIPE, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")
    with MemoryService.open(tool.home) as service:
        assert service.latest_receipts() == []
    assert len(tool.notes("trouble")) == 1


@pytest.mark.skipif(os.name != "posix" or os.getuid() == 0, reason="permissions don't hold here")
def test_a_home_that_cant_be_written_is_no_failure(tool: Tool) -> None:
    for path in (*tool.home.iterdir(), tool.home):
        path.chmod(0o500 if path.is_dir() else 0o400)
    try:
        for event in EVENTS:
            said = tool.call(event, **ASKED)
            assert (said.code, said.err) == (0, "")
    finally:
        tool.home.chmod(0o700)


@pytest.mark.skipif(os.name != "posix", reason="limits of POSIX")
def test_a_full_disk_is_no_failure(tool: Tool) -> None:
    """No file may grow: as with a full disk, what is written fails in the middle."""
    limited = (
        "import resource, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); "
        "resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)); "
        "from arbor_desktop.__main__ import main; sys.exit(main(sys.argv[1:]))"
    )
    for event in EVENTS:
        done = subprocess.run(
            [sys.executable, "-c", limited, *tool.command(event)[3:]],
            input=tool.json(event, **ASKED), env=tool.environ(), capture_output=True, check=False,
        )  # fmt: skip
        assert (done.returncode, done.stderr) == (0, b"")
    with MemoryService.open(tool.home) as service:
        assert service.get_stats()["total_memories"] == 1


@pytest.mark.slow
def test_killed_at_any_moment_it_harms_nothing(tool: Tool) -> None:
    for delay in range(12):
        with subprocess.Popen(
            tool.command("SessionStart"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=tool.environ()
        ) as process:
            assert process.stdin is not None
            process.stdin.write(tool.json("SessionStart", **ASKED))
            process.stdin.close()
            process.stdin = None
            try:
                process.wait(delay * 0.012)
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL if os.name == "posix" else signal.SIGTERM)
            process.wait()
    assert "pgbouncer" in tool.call("SessionStart", **ASKED).text
    with MemoryService.open(tool.home) as service:
        told = service.latest_receipts()
        assert told
        assert all(len(one.delivered) == 1 for one in told)
    conn = sqlite3.connect(tool.home / "arbor_memory.db")
    assert conn.execute("PRAGMA quick_check").fetchall() == [("ok",)]
    conn.close()


@pytest.mark.parametrize("event", ["Stop", "SubagentStop", "SessionStart"])
def test_what_a_tool_writes_is_read_also_where_nothing_is_answered(tool: Tool, event: str) -> None:
    """A tool may fail where a hook ends before it has written all."""
    with subprocess.Popen(
        tool.command(event), stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, env=tool.environ()
    ) as process:
        assert process.stdin is not None
        process.stdin.write(tool.json(event, last_assistant_message="x" * 3_000_000))
        process.stdin.close()
        process.stdin = None
        assert process.wait() == 0
    assert tool.notes("trouble") == []


def test_names_that_are_longer_than_any_are_kept_nowhere(tool: Tool) -> None:
    raw = json.dumps(
        {"session_id": "s" * 1_000_000, "cwd": "/a" * 500_000, "transcript_path": "/t" * 500_000}
    )
    assert "pgbouncer" in tool.call("SessionStart", raw=raw.encode()).out
    assert silent(tool.call("SessionEnd", raw=raw.encode()))
    assert tool.notes("ended") == []
    with MemoryService.open(tool.home) as service:
        [receipt] = service.latest_receipts()
        assert receipt.session_id == ""
