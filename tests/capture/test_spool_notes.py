"""Notes that hooks left: each done once, whatever happens, and nothing read that is no session."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arbor_desktop.capture.spool import KINDS, Broken, Newer, Spool, read_note
from arbor_desktop.context.model import Pulse
from arbor_desktop.conversations.model import ConversationStatus
from arbor_desktop.conversations.queries.captures import Owner
from arbor_desktop.errors import StorageError
from arbor_desktop.runtime.runtime import this_process
from arbor_desktop.service import MemoryService
from tests.conftest import CHECKOUT, ManualClock
from tests.context._claude_session import ClaudeFile

SESSION = "5d0a3a7e-0000-4000-8000-000000000002"


@pytest.fixture
def session(tmp_path: Path, clock: ManualClock) -> Path:
    """A session that ended a moment ago."""
    file = ClaudeFile(tmp_path / "claude" / f"{SESSION}.jsonl", SESSION, clock.now)
    file.said("We never deploy on Fridays in this project, remember that please.")
    file.answered("I will keep in mind that nothing is deployed on Fridays.")
    path = file.write()
    clock.now = file.at
    os.utime(path, (file.at / 1000, file.at / 1000))
    return path


def leave(service: MemoryService, kind: str, name: str = "018f-1", **fields: Any) -> Path:
    note = {
        "v": 1, "kind": kind, "tool": "claude-code", "event": "SessionEnd", "session_id": SESSION,
        "at": service._rt.clock(),
    } | fields  # fmt: skip
    return put(service, json.dumps(note).encode(), name)


def put(service: MemoryService, data: bytes, name: str = "018f-1") -> Path:
    service.home.spool.mkdir(exist_ok=True)
    path = service.home.spool / f"{name}.json"
    path.write_bytes(data)
    return path


def told(memory: str, **fields: Any) -> dict[str, Any]:
    return {
        "id": "told-1", "event": "SessionStart", "project": None, "branch": None, "text_hash": "x",
        "tokens": 7, "memories": json.dumps([memory]),
    } | fields  # fmt: skip


def left(service: MemoryService) -> list[str]:
    return sorted(path.name for path in service.home.spool.iterdir() if path.is_file())


def lines(service: MemoryService) -> list[tuple[str, str | None]]:
    return [(one.title, one.reason) for one in service.activity() if one.kind == "hook"]


def drain(service: MemoryService, **options: Any) -> int:
    return service.spool.drain(**options)


def test_a_session_that_ended_is_memorized_at_once(service: MemoryService, session: Path) -> None:
    leave(service, "ended", transcript_path=str(session))
    assert drain(service, memorize=True) == 1
    [conversation] = service.conversations().conversations
    assert (conversation.session_id, conversation.status) == (SESSION, ConversationStatus.MEMORIZED)
    assert left(service) == []


def test_the_queue_has_it_due_at_once_where_an_engine_runs(service: MemoryService, session: Path) -> None:
    leave(service, "ended", transcript_path=str(session))
    drain(service)
    assert service._capture.queue.claim() is not None


def test_before_it_is_compacted_a_session_is_read_and_waits_for_quiet(
    service: MemoryService, session: Path
) -> None:
    leave(service, "look", transcript_path=str(session))
    assert drain(service, memorize=True) == 1
    [conversation] = service.conversations().conversations
    assert conversation.status is ConversationStatus.PENDING
    assert service._capture.queue.claim() is None


def test_capture_does_first_what_hooks_left(service: MemoryService, session: Path, tmp_path: Path) -> None:
    leave(service, "ended", transcript_path=str(session))
    empty = tmp_path / "empty"
    empty.mkdir()
    service.capture([empty])
    assert [one.session_id for one in service.conversations().conversations] == [SESSION]


def test_one_look_of_watch_does_what_hooks_left(service: MemoryService, session: Path) -> None:
    leave(service, "ended", transcript_path=str(session))
    assert service.watch_once()["conversations"] == 1


def test_a_session_that_ended_and_goes_on_is_read_on(
    service: MemoryService, session: Path, clock: ManualClock
) -> None:
    for number in (1, 2):
        leave(service, "ended", f"018f-{number}", transcript_path=str(session))
        drain(service, memorize=True)
        file = ClaudeFile(session, SESSION, clock.now, records=[
            json.loads(line) for line in session.read_text().splitlines()
        ])  # fmt: skip
        file.said(f"And now to step {number} of the plan, which is to look at the invoices.")
        file.answered("I look at the invoices, one after the other.").write()
        clock.now = file.at
    leave(service, "ended", "018f-9", transcript_path=str(session))
    drain(service, memorize=True)
    [conversation] = service.conversations().conversations
    assert conversation.user_turns == 3
    assert conversation.memorized_through == conversation.turn_count


# -- what may be read --


@pytest.mark.skipif(sys.platform == "win32", reason="links and pipes")
@pytest.mark.parametrize("kind", ["link", "pipe", "folder", "other", "gone", "relative", "excluded", "text"])
def test_what_is_no_session_is_not_read(
    service: MemoryService, session: Path, tmp_path: Path, kind: str
) -> None:
    path = tmp_path / f"odd-{kind}.jsonl"
    match kind:
        case "link":
            path.symlink_to(session)
        case "pipe":
            os.mkfifo(path)
        case "folder":
            path.mkdir()
        case "other":
            path.write_text('{"type": "session_meta", "payload": {"id": "1"}, "timestamp": ""}\n')
        case "relative":
            path = Path(os.path.relpath(session))
        case "excluded":
            path = session
            service.exclude(str(session.parent))
        case "text":
            path.write_text("root:x:0:0:root:/root:/bin/bash\n")
    leave(service, "ended", transcript_path=str(path))
    assert drain(service, memorize=True) == 1
    assert service.conversations().conversations == ()
    assert left(service) == []


@pytest.mark.parametrize("watched", [True, False])
def test_the_person_may_keep_to_what_is_watched(service: MemoryService, session: Path, watched: bool) -> None:
    service.settings.set("capture.hook_sessions", False)
    if watched:
        service.add_source(str(session.parent))
    leave(service, "ended", transcript_path=str(session))
    drain(service, memorize=True)
    assert len(service.conversations().conversations) == int(watched)


def test_while_capture_is_paused_sessions_wait_and_receipts_do_not(
    service: MemoryService, session: Path
) -> None:
    memory = service.store("We deploy on Mondays.", type="fact").id
    service.pause()
    leave(service, "ended", "018f-1", transcript_path=str(session))
    leave(service, "told", "018f-2", **told(memory))
    spool = service.spool
    assert spool.drain() == 1
    assert not spool.due()
    assert left(service) == ["018f-1.json"]
    assert len(service.latest_receipts()) == 1
    service.resume()
    assert spool.due()
    assert spool.drain(memorize=True) == 1
    assert len(service.conversations().conversations) == 1


# -- each once --


def test_a_receipt_that_was_noted_late_finds_its_session(service: MemoryService, session: Path) -> None:
    memory = service.store("We deploy on Mondays.", type="fact").id
    service.capture([session])
    for name in ("018f-1", "018f-2"):
        leave(service, "told", name, **told(memory))
    assert drain(service) == 2
    [receipt] = service.latest_receipts()
    assert receipt.conversation_id == service.conversations().conversations[0].id
    assert service.get(memory).access_count == 1


def test_a_note_taken_by_a_process_that_is_gone_is_done(service: MemoryService) -> None:
    leave(service, "called", answered=True).rename(service.home.spool / "018f-1.json.999999-1.000.taken")
    spool = Spool(service._rt, service._capture, service.sources_part, lambda owner: False)
    assert spool.due()
    assert spool.drain() == 1
    assert left(service) == []


def test_a_note_that_another_process_does_is_left_to_it(service: MemoryService) -> None:
    name = "018f-1.json.999999-1.000.taken"
    leave(service, "called", answered=True).rename(service.home.spool / name)
    asked: list[Owner] = []

    def alive(owner: Owner) -> bool:
        asked.append(owner)
        return True

    spool = Spool(service._rt, service._capture, service.sources_part, alive)
    assert spool.drain() == 0
    assert asked == [Owner(999999, 1.0)]
    assert left(service) == [name]


def test_a_note_that_could_not_be_stored_is_done_later(
    service: MemoryService, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave(service, "called", answered=True)
    with monkeypatch.context() as patched:

        def full(*args: object) -> None:
            raise StorageError("The disk is full.")

        patched.setattr("arbor_desktop.context.queries.ready_blocks.note_called", full)
        with pytest.raises(StorageError):
            drain(service)
    assert left(service) == ["018f-1.json"]
    assert drain(service) == 1
    assert service.hook_health(["claude-code"])[0].pulse is Pulse.WELL


def test_what_this_process_took_and_did_not_do_is_done(service: MemoryService) -> None:
    owner = this_process()
    taken = f"018f-1.json.{owner.pid}-{owner.start:.3f}.taken"
    leave(service, "called", answered=True).rename(service.home.spool / taken)
    assert drain(service) == 1


# -- what can't be done --


@pytest.mark.parametrize("data", [
    b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"v": 1}', b'{"v": 1, "kind": "told", "tool": "x"}',
    b'{"v": 1, "kind": "dance", "tool": "x"}', b'{"v": true, "kind": "called", "tool": "x"}',
    b'{"v": 1, "kind": "told", "tool": "x", "id": "1", "memories": "{}"}', b"[" * 100_000,
])  # fmt: skip
@pytest.mark.logs_warnings
def test_a_broken_note_is_put_aside_with_one_line(service: MemoryService, data: bytes) -> None:
    put(service, data)
    leave(service, "called", "018f-2", answered=True)
    assert drain(service) == 1
    assert drain(service) == 0
    assert left(service) == []
    assert [path.name for path in (service.home.spool / "broken").iterdir()] == ["018f-1.json"]
    [(title, reason)] = lines(service)
    assert title == "A note of a hook could not be read; it was put aside"
    assert str(reason).startswith("018f-1.json: ")


def test_a_newer_note_is_left_and_not_looked_at_all_the_time(service: MemoryService) -> None:
    put(service, b'{"v": 2, "kind": "sung", "words": []}')
    spool = service.spool
    assert spool.due()
    assert spool.drain() == 0
    assert not spool.due()
    assert left(service) == ["018f-1.json"]
    assert lines(service) == []


def test_half_written_notes_are_not_touched(service: MemoryService) -> None:
    service.home.spool.mkdir()
    (service.home.spool / ".018f-1.partial").write_bytes(b'{"v"')
    assert not service.spool.due()
    assert drain(service) == 0


def test_trouble_is_told_once_however_often_it_comes(service: MemoryService, clock: ManualClock) -> None:
    for number in range(3):
        leave(service, "trouble", f"018f-{number}", message="The memory file is locked.")
        drain(service)
        clock.advance(seconds=60)
    assert lines(service) == [("The Claude Code hook failed", "The memory file is locked.")]
    leave(service, "trouble", "018f-8", message="No room on the disk.")
    drain(service)
    assert len(lines(service)) == 2
    assert service.hook_health(["claude-code"])[0].pulse is Pulse.FAILING


def test_no_secret_in_a_trouble_is_stored(service: MemoryService) -> None:
    leave(service, "trouble", "018f-1", message="Line 3: DB_PASSWORD=Thicket-77-oak")
    drain(service)
    (state,) = service._rt.db.read(lambda c: c.execute("SELECT trouble FROM hook_state").fetchall())
    assert state == ("Line 3: DB_PASSWORD=[redacted:password]",)


def test_trouble_that_a_hook_noted_itself_is_told_too(service: MemoryService, clock: ManualClock) -> None:
    import apsw

    spool = service.spool
    spool.due()
    other = apsw.Connection(str(service.home.database))
    from arbor_desktop.context.queries import ready_blocks

    ready_blocks.note_called(other, "codex", "SessionStart", clock.now, False, "The block can't be made.")
    other.close()
    fresh = Spool(service._rt, service._capture, service.sources_part)
    assert fresh.due()
    fresh.drain()
    assert lines(service) == [("The Codex hook failed", "The block can't be made.")]


@pytest.fixture(scope="module")
def note_file(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    yield tmp_path_factory.mktemp("notes") / "note.json"


@given(
    note=st.one_of(
        st.binary(max_size=200),
        st.dictionaries(
            st.sampled_from(["v", "kind", "tool", "event", "session_id", "at", "id", "memories", "message"]),
            st.one_of(st.none(), st.integers(), st.text(max_size=20), st.sampled_from(sorted(KINDS))),
        ).map(lambda fields: json.dumps(fields).encode()),
    )
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_note_is_believed_unseen(note_file: Path, note: bytes) -> None:
    note_file.write_bytes(note)
    try:
        found = read_note(note_file)
    except (Broken, Newer):
        return
    assert found.kind in KINDS
    assert found.v == 1


def test_while_it_watches_a_note_is_done_by_itself(service: MemoryService, session: Path) -> None:
    something = threading.Event()
    service.events.subscribe(lambda changes: something.set())
    leave(service, "ended", transcript_path=str(session))
    service.start_watching()
    while [one.status for one in service.conversations().conversations] != [ConversationStatus.MEMORIZED]:
        assert something.wait(60)
        something.clear()
    service.stop_watching()
    assert left(service) == []


def test_what_another_process_is_at_holds_up_nothing(service: MemoryService, session: Path) -> None:
    other = psutil.Process(os.getppid())
    name = f"018f-1.json.{other.pid}-{other.create_time():.3f}.taken"
    leave(service, "called", answered=True).rename(service.home.spool / name)
    something = threading.Event()
    service.events.subscribe(lambda changes: something.set())
    service.add_source(str(session.parent))
    service.start_watching()
    while not service.conversations().conversations:
        assert something.wait(20)
        something.clear()
    service.stop_watching()
    assert left(service) == [name]


@pytest.mark.slow
def test_of_several_processes_each_note_is_done_by_one(
    service: MemoryService, home: Path, tmp_path: Path
) -> None:
    memory = service.store("We deploy on Mondays.", type="fact").id
    for number in range(40):
        leave(service, "told", f"018f-{number:02}", **told(memory, id=f"told-{number}"))
    empty = tmp_path / "empty"
    empty.mkdir()
    command = [sys.executable, "-m", "arbor_desktop", "--home", str(home), "capture", str(empty), "--json"]
    running = [
        subprocess.Popen(command, cwd=CHECKOUT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for _ in range(3)
    ]
    for process in running:
        process.communicate()
    assert left(service) == []
    assert len(service.latest_receipts(limit=99)) == 40
    assert service.get(memory).access_count == 40
    assert lines(service) == []
