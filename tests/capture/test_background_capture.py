"""Background capture with the real file system, the real observer and a real thread.

Nothing here sleeps: a test waits until the service announces what it waits for.
"""

from __future__ import annotations

import builtins
import io
import itertools
import os
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from watchdog.observers import Observer

from arbor_desktop.capture import turn_storage
from arbor_desktop.capture.background import (
    CHORE_DELAY_SECONDS,
    CHORE_SECONDS,
    TICK_SECONDS,
    BackgroundCapture,
)
from arbor_desktop.capture.model import LIGHT
from arbor_desktop.capture.watcher import Watcher
from arbor_desktop.conversations.queries import captures
from arbor_desktop.errors import StorageError
from arbor_desktop.extraction.worker import InlineWorker
from arbor_desktop.runtime.events import Changes
from arbor_desktop.runtime.neighbour import Neighbour, Reason, Waiting
from arbor_desktop.service import MemoryService
from tests.reliability.sessions import Session

# A folder made while the watches are set up is told of twice; watchdog warns and goes on with one of them.
pytestmark = pytest.mark.filterwarnings("ignore:Callback with id:RuntimeWarning")
PATIENCE = 60
"""Seconds after which a test gives up waiting; far more than anything takes."""
RULE = "Always run the linter before you commit anything in this repository."
REPLY = "Understood, the linter runs before each commit."


class Awaited:
    """Waits for a state of the service: looked at after each of its announcements."""

    def __init__(self, service: MemoryService) -> None:
        self._something = threading.Condition()
        self._count = 0
        self.end = service.events.subscribe(self._tell)

    def _tell(self, changes: Changes) -> None:
        with self._something:
            self._count += 1
            self._something.notify_all()

    def until(self, holds: Callable[[], Any], seconds: float = PATIENCE) -> Any:
        deadline = time.monotonic() + seconds
        while True:
            with self._something:
                seen = self._count
            if found := holds():
                return found
            with self._something:
                left = deadline - time.monotonic()
                if self._count == seen and not self._something.wait(max(0.0, left)):
                    raise AssertionError("it did not come about")


def _noting(seen: list[Any], real: Callable[..., Any]) -> Callable[..., Any]:
    """`real`, noting its first argument."""

    def noted(first: Any, *others: Any, **options: Any) -> Any:
        seen.append(first)
        return real(first, *others, **options)

    return noted


class Deaf(Watcher):
    def watch(self, roots: Any) -> bool:
        return False


class Faulty(InlineWorker):
    """Has a bug in reading files whose name says so."""

    def _read(self, request: Any) -> Any:
        if "bug" in Path(request.path).name:
            raise ValueError("a reader's bug")
        return super()._read(request)


@pytest.fixture(scope="module")
def worker() -> Faulty:
    return Faulty()


@pytest.fixture
def claude(tmp_path: Path) -> Path:
    return tmp_path / "claude" / "projects"


@pytest.fixture
def service(home: Path, claude: Path, worker: Faulty) -> Iterator[MemoryService]:
    environ = {"CLAUDE_CONFIG_DIR": str(claude.parent), "HOME": str(claude.parent)}
    with MemoryService.open(home, worker=worker, environ=environ) as opened:
        opened.settings.set("capture.settle_seconds", 0)
        yield opened


@pytest.fixture
def awaited(service: MemoryService) -> Iterator[Awaited]:
    waiting = Awaited(service)
    yield waiting
    waiting.end()


@pytest.fixture
def watching(service: MemoryService, claude: Path, awaited: Awaited) -> MemoryService:
    """A service that watches the (existing) folder of Claude Code and has nothing to do."""
    claude.mkdir(parents=True)
    service.enable_source("claude-code")
    service.start_watching()
    return service


def talk(name: str = "talk", **fields: Any) -> Session:
    return Session(name, **fields).say(RULE).reply(REPLY)


def sessions(service: MemoryService) -> dict[str, int]:
    return {c.session_id: c.turn_count for c in service.conversations(limit=200).conversations}


def memorized(service: MemoryService, *wanted: Session) -> Callable[[], bool]:
    def holds() -> bool:
        found = {
            c.session_id: c.turn_count
            for c in service.conversations(limit=200).conversations
            if c.status == "memorized"
        }
        return all(found.get(session.id) == len(session.records) for session in wanted)

    return holds


class TestNoticing:
    def test_a_new_session_is_memorized_soon_after_it_is_quiet(
        self, watching: MemoryService, claude: Path, awaited: Awaited
    ) -> None:
        first = talk("first")
        first.write(claude)
        awaited.until(memorized(watching, first))
        second = talk("second")
        second.write(claude)
        began = time.monotonic()
        awaited.until(memorized(watching, second))
        # Not how long the machine takes: that nothing waits for the next look, which is minutes away.
        assert time.monotonic() - began < PATIENCE
        assert len(watching.query().memories[0].evidence) == 2

    def test_what_lay_there_before_is_read_too(
        self, service: MemoryService, claude: Path, awaited: Awaited
    ) -> None:
        session = talk()
        session.write(claude)
        service.enable_source("claude-code")
        service.start_watching()
        awaited.until(memorized(service, session))

    def test_a_growing_file_is_read_on(self, watching: MemoryService, claude: Path, awaited: Awaited) -> None:
        session = talk()
        session.write(claude)
        awaited.until(memorized(watching, session))
        for number in range(5):
            session.say(f"And now part {number} of the work, if you please.").reply("Done.").append(claude)
        awaited.until(memorized(watching, session))

    def test_many_writes_are_one_reading(
        self, watching: MemoryService, claude: Path, awaited: Awaited
    ) -> None:
        session = talk()
        session.write(claude)
        awaited.until(memorized(watching, session))
        background, reads = watching._background_capture, []
        real = watching._capture.reader.read
        watching._capture.reader.read = lambda *a, **k: reads.append(a) or real(*a, **k)  # type: ignore[method-assign]
        for number in range(50):
            session.say(f"Part {number}").append(claude)
            background.notice(str(session.path(claude)))
        awaited.until(lambda: sessions(watching).get(session.id) == len(session.records))
        assert len(reads) <= 10

    def test_an_atomic_save_is_noticed(
        self, watching: MemoryService, claude: Path, awaited: Awaited, tmp_path: Path
    ) -> None:
        session = talk()
        path = session.write(claude)
        awaited.until(memorized(watching, session))
        session.say("One more thing about the linter, and it is the last.").reply("Fine, it is noted here.")
        for temporary in (path.with_suffix(".tmp"), tmp_path / "outside.tmp"):
            temporary.write_bytes(session.lines())
            temporary.replace(path)
            awaited.until(memorized(watching, session))
            session.say("And yet another thing that came to my mind just now.").reply("Fine, that too.")

    def test_a_folder_that_comes_with_files_in_it(
        self, watching: MemoryService, claude: Path, awaited: Awaited, tmp_path: Path
    ) -> None:
        inside, deeper = talk("inside", cwd="/srv/one"), talk("deeper", cwd="/srv/two")
        inside.write(tmp_path / "prepared")
        deeper.write(tmp_path / "prepared" / "a" / "b")
        (tmp_path / "prepared").rename(claude / "moved")
        awaited.until(memorized(watching, inside, deeper))

    def test_a_source_whose_folder_appears_later(
        self, service: MemoryService, claude: Path, awaited: Awaited
    ) -> None:
        service.enable_source("claude-code")
        service.start_watching()
        awaited.until(lambda: service.get_status().state == "ready")
        session = talk()
        session.write(claude)
        awaited.until(memorized(service, session))

    def test_a_folder_that_is_removed_and_made_again(
        self, watching: MemoryService, claude: Path, awaited: Awaited, tmp_path: Path
    ) -> None:
        first = talk("first")
        first.write(claude)
        awaited.until(memorized(watching, first))
        claude.rename(tmp_path / "away")
        second = talk("second")
        second.write(claude)
        awaited.until(memorized(watching, second))
        third = talk("third")
        third.write(claude)
        awaited.until(memorized(watching, third))
        assert len(sessions(watching)) == 3, "what vanished is not forgotten"

    def test_a_source_enabled_later_is_read_at_once(
        self, service: MemoryService, claude: Path, awaited: Awaited, tmp_path: Path
    ) -> None:
        session, other = talk(), talk("other")
        session.write(claude)
        other.write(tmp_path / "own")
        service.start_watching()
        service.enable_source("claude-code")
        awaited.until(memorized(service, session))
        service.add_source(str(tmp_path / "own"))
        awaited.until(memorized(service, session, other))

    def test_settings_that_another_process_changes_take_effect(
        self, service: MemoryService, home: Path, claude: Path, awaited: Awaited
    ) -> None:
        session = talk()
        session.write(claude)
        service.start_watching()
        with MemoryService.open(home) as other:
            other.enable_source("claude-code")
        awaited.until(memorized(service, session))

    def test_links_out_of_the_folder_are_not_followed(
        self, watching: MemoryService, claude: Path, awaited: Awaited, tmp_path: Path
    ) -> None:
        outside, inside = talk("outside"), talk("inside")
        (claude / "link.jsonl").symlink_to(outside.write(tmp_path / "outside"))
        (claude / "folder").symlink_to(tmp_path / "outside")
        watching.notice(str(claude / "link.jsonl"))
        watching.notice(str(claude / "folder" / outside.path(Path()).parent.name / f"{outside.id}.jsonl"))
        inside.write(claude)
        awaited.until(memorized(watching, inside))
        assert list(sessions(watching)) == [inside.id]

    @pytest.mark.slow
    def test_a_thousand_folders_lose_no_event(
        self, service: MemoryService, claude: Path, awaited: Awaited
    ) -> None:
        for number in range(1000):
            (claude / f"-srv-{number}").mkdir(parents=True)
        service.settings.set("capture.rescan_minutes", 1440)
        service.enable_source("claude-code")
        service.start_watching()
        first = talk("first")
        first.write(claude)
        awaited.until(memorized(service, first))
        wanted = [talk(f"t{n}", cwd=f"/srv/{n}") for n in range(0, 1000, 7)]
        for session in wanted:
            session.write(claude)
        awaited.until(memorized(service, *wanted))


class Sensors:
    """A computer on battery or not; and busy never."""

    def __init__(self) -> None:
        self.percent: int | None = 61

    def battery(self) -> int | None:
        return self.percent

    def load(self) -> float:
        return 0.0

    def full_screen(self) -> bool:
        return False


class TestWaiting:
    """Reading many conversations waits for power; a few are read at once."""

    @pytest.fixture(autouse=True)
    def sensors(self, service: MemoryService) -> Sensors:
        sensors = Sensors()
        vars(service)["_neighbour"] = Neighbour(
            service.settings, sensors, monotonic=itertools.count(0, 60).__next__
        )
        return sensors

    def test_many_wait_until_the_computer_is_plugged_in(
        self, watching: MemoryService, claude: Path, awaited: Awaited, sensors: Sensors, tmp_path: Path
    ) -> None:
        several = many(tmp_path)
        (tmp_path / "prepared").rename(claude / "moved")
        waiting = awaited.until(lambda: watching.get_status().waiting)
        assert waiting == Waiting(Reason.BATTERY, 61)
        status = watching.get_status()
        assert (status.state, status.queue) == ("ready", len(several))
        assert sessions(watching) == {}
        sensors.percent = None
        awaited.until(memorized(watching, *several))
        awaited.until(lambda: watching.get_status().waiting is None)

    def test_a_few_are_read_on_battery_too(
        self, watching: MemoryService, claude: Path, awaited: Awaited, sensors: Sensors
    ) -> None:
        session = talk()
        session.write(claude)
        awaited.until(memorized(watching, session))
        assert watching.get_status().waiting is None

    def test_read_now_reads_what_waits_and_nothing_later(
        self, watching: MemoryService, claude: Path, awaited: Awaited, sensors: Sensors, tmp_path: Path
    ) -> None:
        several = many(tmp_path)
        (tmp_path / "prepared").rename(claude / "moved")
        awaited.until(lambda: watching.get_status().waiting)
        watching.process_waiting()
        awaited.until(memorized(watching, *several))
        later = many(tmp_path, "later")
        (tmp_path / "prepared").rename(claude / "moved too")
        awaited.until(lambda: watching.get_status().waiting)
        assert len(sessions(watching)) == len(several)
        assert later

    def test_searching_and_saving_by_hand_do_not_wait(
        self, watching: MemoryService, claude: Path, awaited: Awaited, sensors: Sensors, tmp_path: Path
    ) -> None:
        several = many(tmp_path)
        (tmp_path / "prepared").rename(claude / "moved")
        awaited.until(lambda: watching.get_status().waiting)
        watching.store("The staging server is called heron.", type="fact")
        assert [hit.memory.content for hit in watching.search("heron")] == [
            "The staging server is called heron."
        ]
        (row,) = watching.capture([several[0].path(claude / "moved")])
        assert row.status == "success"

    def test_paused_says_nothing_of_power(
        self, watching: MemoryService, claude: Path, awaited: Awaited, sensors: Sensors, tmp_path: Path
    ) -> None:
        many(tmp_path)
        (tmp_path / "prepared").rename(claude / "moved")
        awaited.until(lambda: watching.get_status().waiting)
        watching.pause()
        assert watching.get_status().waiting is None


def many(tmp_path: Path, name: str = "talk") -> list[Session]:
    """More sessions than are read on battery, in a folder to be moved."""
    several = [talk(f"{name}{number}", cwd=f"/srv/{name}") for number in range(LIGHT + 2)]
    for session in several:
        session.write(tmp_path / "prepared")
    return several


def test_reading_leaves_the_processor_to_others(service: MemoryService, claude: Path) -> None:
    claude.mkdir(parents=True)
    service.enable_source("claude-code")
    service.settings.set("limits.processor", 25)
    talk().write(claude)
    now = itertools.count(0.0, 1.0)
    background = BackgroundCapture(
        service._rt, service._capture, service.sources_part, now.__next__, make_watcher=Deaf
    )
    rests: list[float] = []
    background._thread.pause = rests.append  # type: ignore[method-assign]
    background._scan_within(0)
    while background._step():
        pass
    assert sessions(service)
    assert rests == [3.0, 3.0], "a second of work for the file, and one for the conversation"
    background.close()


class TestScanning:
    """A watcher that never says anything, as on a file system without events."""

    @pytest.fixture
    def deaf(self, service: MemoryService, claude: Path) -> Iterator[BackgroundCapture]:
        claude.mkdir(parents=True)
        service.enable_source("claude-code")
        self.now = 100.0
        background = BackgroundCapture(
            service._rt, service._capture, service.sources_part, lambda: self.now, make_watcher=Deaf
        )
        yield background
        background.close()

    def work(self, background: BackgroundCapture) -> None:
        while background._step():
            pass

    def test_the_next_look_finds_what_was_missed(
        self, service: MemoryService, claude: Path, deaf: BackgroundCapture
    ) -> None:
        deaf._scan_within(0)
        self.work(deaf)
        session = talk()
        session.write(claude)
        self.work(deaf)
        assert sessions(service) == {}
        self.now += 601
        self.work(deaf)
        assert sessions(service) == {session.id: 2}

    def test_a_folder_that_appears_during_a_look_is_looked_into(
        self, service: MemoryService, claude: Path, deaf: BackgroundCapture, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        session, late = talk(), talk("late", cwd="/aaa")
        session.write(claude)
        real = deaf._scanner._changed_in

        def appears(root: Any) -> Any:
            found = real(root)
            late.write(claude)
            deaf._notice_folder(str(late.path(claude).parent))
            return found

        monkeypatch.setattr(deaf._scanner, "_changed_in", appears)
        deaf._scan_within(0)
        self.work(deaf)
        self.now += 2
        self.work(deaf)
        assert set(sessions(service)) == {session.id, late.id}

    def test_what_is_no_conversation_is_not_opened_at_each_look(
        self, service: MemoryService, claude: Path, deaf: BackgroundCapture, tmp_path: Path
    ) -> None:
        own = tmp_path / "own"
        talk().write(own)
        (own / "notes.txt").write_text("nothing of interest")
        (own / "empty.jsonl").write_bytes(b"")
        service.add_source(str(own))
        assert deaf.scan() == 3
        self.work(deaf)
        assert deaf.scan() == 0
        (own / "notes.txt").write_bytes(talk("now").lines())
        assert deaf.scan() == 1

    def test_excluded_files_are_looked_at_again_when_the_exclusion_goes(
        self, service: MemoryService, claude: Path, deaf: BackgroundCapture
    ) -> None:
        service.settings.subscribe(deaf._settings_changed)
        by_path, by_project = talk("path"), talk("project", cwd="/srv/hidden")
        by_path.write(claude)
        by_project.write(claude)
        service.exclude(str(by_path.path(claude)))
        service.exclude("/srv/hidden")
        self.work(deaf)
        assert sessions(service) == {}
        assert deaf.scan() == 0
        service.include("/srv/hidden")
        service.include(str(by_path.path(claude)))
        self.work(deaf)
        assert set(sessions(service)) == {by_path.id, by_project.id}

    @pytest.mark.parametrize("content", ["same", "same size", "shorter"])
    def test_a_file_that_was_restored_with_its_old_time_is_read(
        self, service: MemoryService, claude: Path, deaf: BackgroundCapture, content: str
    ) -> None:
        session, other = talk("a"), talk("b")
        path = session.write(claude)
        deaf.scan()
        self.work(deaf)
        restored, read = path.with_suffix(".restored"), {session.id: 2}
        if content != "same":
            read[other.id] = 2 if content == "same size" else 1
        restored.write_bytes(
            session.lines()
            if content == "same"
            else b"".join(other.lines().splitlines(True)[: read[other.id]])
        )
        os.utime(restored, (session.at, session.at))
        restored.replace(path)
        assert deaf.scan() == 1
        self.work(deaf)
        assert sessions(service) == read
        assert deaf.scan() == 0

    def test_many_excluded_files_are_not_taken_up_one_by_one(
        self, service: MemoryService, claude: Path, deaf: BackgroundCapture, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        kept = talk("kept", cwd="/srv/kept")
        for session in (kept, *(talk(f"{number}") for number in range(20))):
            session.write(claude)
        service.exclude("-srv-kiln")
        read: list[str] = []
        monkeypatch.setattr(deaf, "_read", _noting(read, deaf._read))
        deaf.scan()
        self.work(deaf)
        assert read == [str(kept.path(claude))]

    def test_a_file_that_vanished_is_noted_and_not_forgotten(
        self, service: MemoryService, claude: Path, deaf: BackgroundCapture, tmp_path: Path
    ) -> None:
        session = talk()
        path = session.write(claude)
        deaf.scan()
        self.work(deaf)

        def there() -> dict[str, bool]:
            known = service._rt.db.read(lambda c: captures.files_under(c, str(claude)))
            return {name: was_there for name, (_, was_there) in known.items()}

        assert there() == {str(path): True}
        path.rename(tmp_path / "aside")
        deaf.scan()
        assert there() == {str(path): False}
        assert sessions(service) == {session.id: 2}
        (tmp_path / "aside").rename(path)
        assert deaf.scan() == 0
        assert there() == {str(path): True}

    def test_the_oldest_come_first(
        self, service: MemoryService, claude: Path, deaf: BackgroundCapture
    ) -> None:
        for number in (3, 1, 2):
            talk(f"n{number}", start=1_700_000_000 + number * 1000).write(claude)
        deaf.scan()
        self.work(deaf)
        rows = service._rt.db.read(
            lambda c: [r[0] for r in c.execute("SELECT session_id FROM conversation ORDER BY row")]
        )
        assert rows == [talk(f"n{number}").id for number in (1, 2, 3)]

    def test_cancelled_nothing_waits_and_nothing_is_lost(
        self, service: MemoryService, claude: Path, deaf: BackgroundCapture
    ) -> None:
        done, dropped = talk("a", start=1_700_000_000), talk("b", start=1_700_001_000)
        done.write(claude)
        dropped.write(claude)
        deaf.scan()
        assert deaf._step()  # reads the first
        deaf.cancel()
        assert not deaf._step()
        assert deaf.status().queue == 0
        assert sessions(service) == {done.id: 2}
        self.now += 601
        deaf.scan()
        self.work(deaf)
        assert set(sessions(service)) == {done.id, dropped.id}

    def test_idle_it_writes_nothing_and_reads_hardly_anything(
        self, service: MemoryService, claude: Path, deaf: BackgroundCapture, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        talk().write(claude)
        deaf.scan()
        self.work(deaf)
        writes: list[object] = []
        real = service._rt.db.write
        monkeypatch.setattr(service._rt.db, "write", lambda work: writes.append(work) or real(work))
        for _ in range(50):
            self.now += 1
            assert not deaf._step()
        assert writes == []
        assert deaf._until_next() == TICK_SECONDS

    def test_files_that_did_not_change_are_neither_opened_nor_asked_about_one_by_one(
        self, service: MemoryService, claude: Path, deaf: BackgroundCapture, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        opened: list[str] = []
        asked: list[object] = []
        for module, name in ((io, "open"), (builtins, "open"), (os, "open")):
            monkeypatch.setattr(module, name, _noting(opened, getattr(module, name)))
        for name in ("read", "write"):
            monkeypatch.setattr(service._rt.db, name, _noting(asked, getattr(service._rt.db, name)))

        def costs(files: int) -> tuple[int, int]:
            """How many files are opened, how often the store is asked, where none of so many changed."""
            for number in range(files):
                talk(f"{number}", cwd=f"/srv/{number % 7}").write(claude)
            service.watch_once()
            opened.clear()
            asked.clear()
            assert deaf.scan() == 0
            return sum(str(path).startswith(str(claude)) for path in opened), len(asked)

        few, many = costs(2), costs(60)
        assert many == few
        assert few[0] == 0

    def test_a_back_catalogue_costs_no_more_for_each_file(
        self, service: MemoryService, claude: Path, deaf: BackgroundCapture
    ) -> None:
        """Counted in what the agenda touches, not in time."""
        for number in range(20_000):
            deaf._due.put(f"/x/{number}", 1.0, first=1.0)
        taken = [deaf._due.take(2.0) for _ in range(20_000)]
        assert taken == [f"/x/{number}" for number in range(20_000)]
        assert deaf._due.take(2.0) is None and deaf._due.next_at() is None


class TestPausing:
    def test_paused_nothing_is_read_and_resumed_all_of_it(
        self, watching: MemoryService, claude: Path, awaited: Awaited
    ) -> None:
        watching.pause()
        awaited.until(lambda: watching.get_status().state == "paused")
        session = talk()
        session.write(claude)
        watching.notice(str(session.path(claude)))
        awaited.until(lambda: watching.get_status().queue >= 0)
        assert sessions(watching) == {}
        watching.resume()
        awaited.until(memorized(watching, session))

    @pytest.mark.slow
    def test_paused_until_a_time_it_goes_on_by_itself(
        self, watching: MemoryService, claude: Path, awaited: Awaited
    ) -> None:
        watching.pause(until_ms=int(time.time() * 1000) + 1500)
        status = watching.get_status()
        assert (status.state, status.paused_until is not None) == ("paused", True)
        session = talk()
        session.write(claude)
        awaited.until(memorized(watching, session))

    def test_stopped_and_started_again(self, watching: MemoryService, claude: Path, awaited: Awaited) -> None:
        watching.stop_watching()
        session = talk()
        session.write(claude)
        watching.start_watching()
        awaited.until(memorized(watching, session))


class TestWhatHoldsNoConversation:
    def read(self, service: MemoryService) -> list[str]:
        """The files that a look reads."""
        seen: list[str] = []
        real = service._capture.reader.read

        def read_file(path: str, **options: Any) -> Any:
            seen.append(Path(path).name)
            return real(path, **options)

        service._capture.reader.read = read_file  # type: ignore[method-assign]
        service.watch_once()
        service._capture.reader.read = real  # type: ignore[method-assign]
        return sorted(seen)

    def test_no_later_start_opens_it_until_it_changes(
        self, home: Path, service: MemoryService, claude: Path, worker: Faulty
    ) -> None:
        talk().write(claude)
        junk, empty = claude / "-srv" / "junk.jsonl", claude / "-srv" / "empty.jsonl"
        junk.parent.mkdir(parents=True, exist_ok=True)
        junk.write_text('{"a": 1}\n')
        empty.touch()
        service.enable_source("claude-code")
        assert len(self.read(service)) == 3
        environ = {"CLAUDE_CONFIG_DIR": str(claude.parent)}
        with MemoryService.open(home, worker=worker, environ=environ) as later:
            assert self.read(later) == []
            assert later.capture([junk])[0].reason == "not a conversation"
            empty.write_bytes(talk("grown").lines())
            junk.unlink()
            assert self.read(later) == ["empty.jsonl"]
            assert later.get_stats()["conversations"] == 2
            junk.write_text('{"a": 1}\n')
            assert self.read(later) == ["junk.jsonl"]

    def test_another_version_looks_at_it_again(
        self, service: MemoryService, claude: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        claude.mkdir(parents=True)
        (claude / "junk.jsonl").write_text('{"a": 1}\n')
        service.enable_source("claude-code")
        assert self.read(service) == ["junk.jsonl"]
        service._background_capture._scanner.forget()
        assert self.read(service) == []
        monkeypatch.setattr(captures, "_IN_VAIN", "nothing for Arbor 99")
        service._background_capture._scanner.forget()
        assert self.read(service) == ["junk.jsonl"]


class TestTrouble:
    @pytest.mark.logs_warnings
    def test_a_bug_in_one_file_is_told_and_the_rest_goes_on(
        self, watching: MemoryService, claude: Path, awaited: Awaited
    ) -> None:
        (claude / "bug.jsonl").write_bytes(talk("bug").lines())
        awaited.until(lambda: watching.get_status().last_error)
        assert watching.get_status().state in ("error", "processing")
        assert watching.get_status().last_error == "bug.jsonl: ValueError: a reader's bug"
        assert [(a.kind, a.title, a.status) for a in watching.activity()] == [("read", "bug.jsonl", "error")]
        session = talk()
        session.write(claude)
        awaited.until(memorized(watching, session))
        awaited.until(lambda: watching.get_status().state == "ready")
        assert watching.get_status().last_error is None

    @pytest.mark.logs_warnings
    def test_the_same_trouble_is_told_once(self, service: MemoryService, tmp_path: Path) -> None:
        path = tmp_path / "bug.jsonl"
        path.write_bytes(talk().lines())
        for _ in range(3):
            assert service.capture([path])[0].status == "error"
        assert len(service.activity()) == 1

    @pytest.mark.logs_warnings
    def test_a_bug_in_the_engine_itself_does_not_end_it(
        self, watching: MemoryService, claude: Path, awaited: Awaited, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        real, raised = watching._capture.reader.read, []

        def once(*given: Any, **options: Any) -> Any:
            if not raised:
                raised.append(True)
                raise KeyError("a bug")
            return real(*given, **options)

        monkeypatch.setattr(watching._capture.reader, "read", once)
        first, second = talk("first"), talk("second")
        first.write(claude)
        awaited.until(lambda: raised)
        second.write(claude)
        awaited.until(memorized(watching, second))

    @pytest.mark.logs_warnings
    def test_a_full_disk_is_told_and_the_file_is_read_when_there_is_room(
        self, service: MemoryService, claude: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        claude.mkdir(parents=True)
        service.enable_source("claude-code")
        now = [100.0]
        background = BackgroundCapture(
            service._rt, service._capture, service.sources_part, lambda: now[0], make_watcher=Deaf
        )
        session = talk()
        session.write(claude)
        background.scan()

        def full(*given: Any, **options: Any) -> Any:
            raise StorageError("The disk is full.")

        with monkeypatch.context() as patched:
            patched.setattr(turn_storage, "store_batch", full)
            with pytest.raises(StorageError):
                background._step()
        assert not background._step(), "not at once"
        now[0] += 11
        while background._step():
            pass
        assert sessions(service) == {session.id: 2}

    def test_without_the_system_s_events_the_folders_are_looked_through(
        self, service: MemoryService, claude: Path, awaited: Awaited, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        class Full(Observer):  # type: ignore[misc, valid-type]
            def start(self) -> None:
                raise OSError(28, "inotify watch limit reached")

        monkeypatch.setattr("arbor_desktop.capture.watcher.POLL_SECONDS", 0.1)

        def limited(notice: Any, look: Any) -> Watcher:
            return Watcher(notice, look, Full)

        claude.mkdir(parents=True)
        service.enable_source("claude-code")
        background = BackgroundCapture(
            service._rt, service._capture, service.sources_part, make_watcher=limited
        )
        background.start()
        try:
            awaited.until(lambda: service.activity())
            (told,) = service.activity()
            assert (told.kind, told.status, told.reason) == (
                "watch",
                "warning",
                "inotify watch limit reached",
            )
            session = talk()
            session.write(claude)
            awaited.until(lambda: sessions(service).get(session.id))
        finally:
            background.close()

    @pytest.mark.slow
    def test_it_ends_between_two_commits_of_a_long_file(
        self, watching: MemoryService, claude: Path, awaited: Awaited
    ) -> None:
        session = Session("long")
        for number in range(300):
            session.say(f"Question {number}: " + "what about this part of the long file? " * 200)
        session.write(claude)
        awaited.until(lambda: sessions(watching).get(session.id))
        watching.stop_watching()
        read = sessions(watching)[session.id]
        (row,) = watching.capture([claude])
        assert row.turns == 300
        assert read + row.new_turns == 300


class TestOnce:
    @pytest.mark.logs_warnings
    def test_it_drains_all_and_counts(self, service: MemoryService, claude: Path) -> None:
        service.settings.set("capture.settle_seconds", 3600)
        talk().write(claude)
        Session("trivial").say("hello").write(claude)
        (claude / "bug.jsonl").write_bytes(talk("bug").lines())
        service.enable_source("claude-code")
        assert service.watch_once() == {"files": 3, "conversations": 2, "items_extracted": 1, "errors": 1}
        totals = service.watch_once()
        assert (totals["conversations"], totals["items_extracted"]) == (0, 0)

    @pytest.mark.logs_warnings
    def test_what_fails_is_tried_once_in_a_run(
        self, service: MemoryService, claude: Path, worker: Faulty
    ) -> None:
        talk().write(claude)
        service.enable_source("claude-code")
        real = worker._extract
        try:
            worker._extract = lambda excerpt: [][0]  # type: ignore[method-assign]
            assert service.watch_once() == {"files": 1, "conversations": 1, "items_extracted": 0, "errors": 1}
        finally:
            worker._extract = real  # type: ignore[method-assign]
        assert service.watch_once() == {"files": 0, "conversations": 1, "items_extracted": 1, "errors": 0}


def test_the_chore_is_done_soon_after_the_start_and_then_every_hour(service: MemoryService) -> None:
    now = 0.0
    done: list[float] = []
    background = BackgroundCapture(
        service._rt, service._capture, service.sources_part, lambda: now, chore=lambda: done.append(now)
    )
    background._chore_due = now + CHORE_DELAY_SECONDS
    for _ in range(3):
        background._step()
        now += CHORE_DELAY_SECONDS
    now += CHORE_SECONDS
    background._step()
    background._step()
    assert done == [CHORE_DELAY_SECONDS, now]


def test_a_running_service_looks_after_its_file(service: MemoryService) -> None:
    service.store("Worth a backup", type="fact")
    assert service._background_capture._chore is not None
    service._background_capture._chore()
    assert list(service.home.backups.glob("daily-*.db"))
