"""Sessions that lie in several files: which one stands for all, and when any of them changed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from opencode_builder import Talk, write_tree

from arbor_desktop.conversations.files import holder, message_files, part_files, stamp


def touch(path: Path, text: str = "{}") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


@pytest.mark.parametrize("suffix", ["-wal", "-shm", "-journal"])
@pytest.mark.parametrize("name", ["opencode.db", "state.vscdb", "logs.sqlite", "a.sqlite3"])
def test_a_database_stands_for_its_log(name: str, suffix: str) -> None:
    assert holder(Path("folder") / f"{name}{suffix}") == Path("folder") / name


@pytest.mark.parametrize("name", ["notes-wal", "a.jsonl", "opencode.db", "x.db-wal.txt", "-wal"])
def test_other_files_stand_for_themselves(tmp_path: Path, name: str) -> None:
    path = touch(tmp_path / name)
    assert holder(path) == path


def test_a_task_is_read_by_what_it_showed(tmp_path: Path) -> None:
    history = touch(tmp_path / "api_conversation_history.json")
    details = touch(tmp_path / "task_metadata.json")
    assert holder(details) == history
    shown = touch(tmp_path / "ui_messages.json")
    assert {holder(path) for path in (history, details, shown)} == {shown}


def talk() -> Talk:
    found = Talk()
    found.user("one", "two")
    found.assistant("three")
    return found


def test_an_opencode_session_stands_for_its_messages_and_parts(tmp_path: Path) -> None:
    [session] = write_tree(tmp_path, talk())
    files = [path for path in tmp_path.rglob("*.json") if path != session]
    assert len(files) == 5
    assert {holder(path) for path in files} == {session}
    assert holder(session) == session


def test_a_part_that_is_half_written_is_found_by_its_message(tmp_path: Path) -> None:
    [session] = write_tree(tmp_path, talk())
    part = next((tmp_path / "part").rglob("*.json"))
    part.write_bytes(part.read_bytes()[:20])
    assert holder(part) == session


def test_parts_of_sessions_that_are_gone_stand_for_themselves(tmp_path: Path) -> None:
    [session] = write_tree(tmp_path, talk())
    session.unlink()
    for path in tmp_path.rglob("*.json"):
        assert holder(path) == path


@pytest.mark.parametrize("name", ["*", "..", "../../x", "ses_[ab]", "", "a/b", "**"])
def test_an_id_is_never_a_pattern_or_a_way_out(tmp_path: Path, name: str) -> None:
    write_tree(tmp_path, talk())
    part = touch(tmp_path / "part" / "m" / "p.json", json.dumps({"sessionID": name}))
    assert holder(part) == part


def test_an_opencode_session_changes_with_any_of_its_files(tmp_path: Path) -> None:
    one = talk()
    [session] = write_tree(tmp_path, one)
    before = stamp(session)
    one.messages[1][1][0]["text"] = "three and a half"
    write_tree(tmp_path, one)
    grown = stamp(session)
    assert grown[0] == before[0] + len(" and a half")
    one.messages.pop()
    write_tree(tmp_path, one)
    assert stamp(session)[0] < before[0]


def test_messages_and_parts_are_listed_as_they_were_made(tmp_path: Path) -> None:
    [session] = write_tree(tmp_path, talk())
    messages = message_files(session)
    assert [path.stem for path in messages] == ["msg_one_0001", "msg_one_0002"]
    assert [path.stem[-3:] for path in part_files(session, messages[0])] == ["001", "002"]


def test_folders_named_by_ids_that_differ_from_the_files_are_found(tmp_path: Path) -> None:
    session = touch(tmp_path / "session" / "p" / "ses_s1.json")
    message = touch(tmp_path / "message" / "s1" / "0001.json", '{"id": "m1"}')
    part = touch(tmp_path / "part" / "m1" / "1.json", '{"sessionID": "s1"}')
    assert message_files(session) == [message]
    assert part_files(session, message) == [part]
    assert holder(message) == holder(part) == session


def test_the_log_of_a_database_counts(tmp_path: Path) -> None:
    base = touch(tmp_path / "a.db", "1234")
    assert stamp(base)[0] == 4
    touch(tmp_path / "a.db-wal", "56")
    assert stamp(base)[0] == 6


def test_what_is_not_there_has_no_stamp(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        stamp(tmp_path / "a.db")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.binary(max_size=80))
def test_any_part_has_a_holder(tmp_path: Path, data: bytes) -> None:
    part = touch(tmp_path / "part" / "m" / "p.json")
    part.write_bytes(data)
    assert holder(part) == part
