"""Capturing by hand: one row for each conversation in each file, and what it says."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arbor_desktop.capture import turn_storage
from arbor_desktop.capture.model import CaptureRow
from arbor_desktop.capture.turn_storage import ReadState
from arbor_desktop.errors import InvalidInput
from arbor_desktop.extraction.worker import InlineWorker, WorkerFailed
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock
from tests.reliability.sessions import START, Session

RULE = "Always run the linter before you commit anything in this repository."


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "talks"
    made.mkdir()
    return made


@pytest.fixture(scope="module")
def worker() -> InlineWorker:
    """One for all: it holds no state but the rules it has loaded."""
    return InlineWorker()


@pytest.fixture
def service(home: Path, clock: ManualClock, worker: InlineWorker) -> Iterator[MemoryService]:
    with MemoryService.open(home, clock=clock, worker=worker) as opened:
        yield opened
        assert opened.verification.problems() == {"integrity": [], "index": [], "references": []}


def talk(name: str = "talk", **fields: object) -> Session:
    return Session(name, **fields).say(RULE).reply("Understood, the linter runs before each commit.")


def one(rows: list[CaptureRow]) -> CaptureRow:
    assert len(rows) == 1
    return rows[0]


def contents(service: MemoryService, status: str = "active") -> list[str]:
    return sorted(m.content for m in service.query(status=status, limit=500).memories)


def _stored(service: MemoryService, sql: str) -> list[object]:
    return [value for (value,) in service._rt.db.read(lambda c: c.execute(sql).fetchall())]


class TestStatus:
    def test_a_new_session_is_read_and_memorized_at_once(self, service: MemoryService, folder: Path) -> None:
        path = talk().write(folder)
        row = one(service.capture([path]))
        assert (row.path, row.source, row.status, row.reason) == (str(path), "claude-code", "success", None)
        assert (row.turns, row.new_turns, row.items_extracted, row.duplicates) == (2, 2, 1, 0)
        assert service.conversation(row.conversation_id or "").session_id == talk().id
        assert contents(service) == [RULE]

    def test_the_second_time_it_is_unchanged_and_its_counts_are_of_this_run(
        self, service: MemoryService, folder: Path
    ) -> None:
        path = talk().write(folder)
        first = one(service.capture([path]))
        row = one(service.capture([path]))
        assert (row.status, row.reason) == ("skipped", "unchanged")
        assert (row.turns, row.new_turns, row.items_extracted) == (2, 0, 0)
        assert row.conversation_id == first.conversation_id

    def test_a_trivial_talk(self, service: MemoryService, folder: Path) -> None:
        row = one(service.capture([Session("t").say("hello there").reply("Hi!").write(folder)]))
        assert (row.status, row.reason, row.items_extracted) == ("skipped", "trivial", 0)
        assert service.conversation(row.conversation_id or "").status == "skipped"

    def test_nobody_said_anything(self, service: MemoryService, folder: Path) -> None:
        path = folder / "summary.jsonl"
        path.write_text('{"type":"summary","summary":"Old talk","leafUuid":"x"}\n')
        for _ in range(2):
            row = one(service.capture([path]))
            assert (row.status, row.reason, row.conversation_id) == ("empty", "no messages", None)

    def test_an_empty_file(self, service: MemoryService, folder: Path) -> None:
        (folder / "empty.jsonl").write_bytes(b"")
        assert one(service.capture([folder])).status == "empty"

    @pytest.mark.parametrize(
        "junk", [bytes(range(256)) * 99, b"\x00" * 5000, b"hello\n", b"[1, 2]\n", b"\xff\xfe{"]
    )
    def test_what_is_no_conversation(self, service: MemoryService, folder: Path, junk: bytes) -> None:
        (folder / "junk.jsonl").write_bytes(junk)
        for _ in range(2):
            row = one(service.capture([folder]))
            assert (row.status, row.reason) == ("skipped", "not a conversation")

    def test_excluded(self, service: MemoryService, folder: Path) -> None:
        service.exclude(str(folder / "secret"))
        row = one(service.capture([talk().write(folder / "secret")]))
        assert (row.status, row.reason, row.conversation_id) == ("skipped", "excluded", None)

    @pytest.mark.logs_warnings
    def test_a_fault_of_one_file_is_its_own_and_the_next_file_is_read(
        self, service: MemoryService, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        bad, good = talk("bad").write(folder), talk("good").write(folder)
        stored = turn_storage.store_batch

        def store(conn: Any, runtime: Any, state: ReadState, *rest: Any) -> Any:
            if state.path == str(bad):
                raise OverflowError("a number that nothing holds")
            return stored(conn, runtime, state, *rest)

        monkeypatch.setattr(turn_storage, "store_batch", store)
        rows = {row.path: row for row in service.capture([folder])}
        assert (rows[str(bad)].status, rows[str(good)].status) == ("error", "success")
        assert "a number that nothing holds" in (rows[str(bad)].error or "")
        assert (bad.name, "error") in [(entry.title, entry.status) for entry in service.activity()]

    @pytest.mark.parametrize("number", [1 << 63, -(1 << 63), 10**30, 1e300, (1 << 64) - 1, 1 << 62])
    def test_numbers_that_the_store_has_no_room_for(
        self, service: MemoryService, folder: Path, number: float
    ) -> None:
        session = talk("numbers", timestamp=number)
        session.say("The staging server runs on port 8443, do not change that.")
        session.reply("Noted.", tokens=(number, number))  # type: ignore[arg-type]
        row = one(service.capture([session.write(folder)]))
        assert (row.status, row.turns) == ("success", 4)
        found = service.conversation(row.conversation_id or "")
        assert found.started_at is None
        assert found.to_dict()["input_tokens"] >= 0

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
    def test_a_pipe_is_passed_over_and_not_waited_for(self, service: MemoryService, folder: Path) -> None:
        os.mkfifo(folder / "pipe.jsonl")
        talk().write(folder)
        assert [row.status for row in service.capture([folder])] == ["success"]
        row = one(service.capture([folder / "pipe.jsonl"]))
        assert (row.status, row.reason) == ("skipped", "not a file")
        assert one(service.capture([folder / "pipe.jsonl"], dry_run=True)).reason == "not a file"

    def test_a_path_that_does_not_exist_is_refused(self, service: MemoryService, folder: Path) -> None:
        with pytest.raises(InvalidInput, match="nowhere"):
            service.capture([folder / "nowhere"])

    @pytest.mark.skipif(sys.platform != "linux", reason="only here names may be any bytes")
    def test_a_name_that_is_no_text_is_an_error_and_the_rest_goes_on(
        self, service: MemoryService, folder: Path
    ) -> None:
        talk().write(folder)
        strange = Path(os.fsdecode(os.fsencode(folder) + b"/bad-\xff.jsonl"))
        strange.write_bytes(talk("other").lines())
        rows = {row.status: row for row in service.capture([folder])}
        assert set(rows) == {"success", "error"}
        json.dumps(rows["error"].to_dict(), ensure_ascii=False).encode()
        assert "name" in (rows["error"].error or "")

    @pytest.mark.slow
    def test_what_may_not_be_read_is_an_error_and_the_rest_goes_on(self, home: Path, tmp_path: Path) -> None:
        """In a process that gives up root's power to read everything, where it has it."""
        folder = tmp_path / "talks"
        talk().write(folder)
        barred = folder / "barred"
        talk("inside").write(barred)
        unreadable = talk("unreadable").write(folder)
        unreadable.chmod(0)
        barred.chmod(0)
        script = (
            "import ctypes, json, os, sys, tempfile\n"
            "from arbor_desktop.service import MemoryService\n"
            "if sys.platform == 'linux' and os.geteuid() == 0:\n"
            "    header = (ctypes.c_uint32 * 2)(0x20080522, 0)\n"  # _LINUX_CAPABILITY_VERSION_3, this process
            "    assert ctypes.CDLL(None).capset(header, (ctypes.c_uint32 * 6)()) == 0\n"
            "with MemoryService.open(tempfile.mkdtemp()) as service:\n"
            "    print(json.dumps([row.to_dict() for row in service.capture([sys.argv[1]])]))\n"
        )
        try:
            done = subprocess.run(
                [sys.executable, "-c", script, str(folder)],
                capture_output=True,
                text=True,
                timeout=60,
            )
        finally:
            barred.chmod(0o755)
        assert done.returncode == 0, done.stderr
        rows = [(Path(r["path"]).name, r["status"], r["error"]) for r in json.loads(done.stdout)]
        assert ("barred", "error", "Permission denied") in rows
        assert (unreadable.name, "error", "Permission denied") in rows
        assert [status for _, status, _ in rows].count("success") == 1

    @pytest.mark.parametrize(
        ("options", "field"), [({"source": "nobody"}, "source"), ({"backend": "oracle"}, "backend")]
    )
    def test_a_wrong_option_is_refused_with_what_there_is(
        self, service: MemoryService, folder: Path, options: dict[str, str], field: str
    ) -> None:
        with pytest.raises(InvalidInput) as refused:
            service.capture([folder], **options)
        assert refused.value.context["field"] == field

    def test_a_file_named_twice_is_one_row(self, service: MemoryService, folder: Path) -> None:
        path = talk().write(folder)
        rows = service.capture([path, folder, path.parent / ".." / path.parent.name / path.name])
        assert one(rows).status == "success"


class TestGrowth:
    def test_a_grown_file_gives_its_new_turns(self, service: MemoryService, folder: Path) -> None:
        session = talk()
        session.write(folder)
        service.capture([folder])
        session.say("I prefer tabs over spaces in all my projects.").reply("Tabs it is.").append(folder)
        row = one(service.capture([folder]))
        assert (row.status, row.turns, row.new_turns, row.items_extracted) == ("success", 4, 2, 1)

    def test_a_rewritten_file_is_read_again_and_nothing_doubles(
        self, service: MemoryService, folder: Path
    ) -> None:
        session = talk(start=START).reply("And it passes.", tokens=(100, 20))
        path = session.write(folder)
        first = one(service.capture([path]))
        session.records.insert(0, {**session.records[0], "type": "system", "uuid": "added-in-front"})
        session.write(folder)
        row = one(service.capture([path]))
        assert (row.status, row.reason, row.new_turns) == ("skipped", "nothing new", 0)
        conversation = service.conversation(first.conversation_id or "")
        assert (conversation.turn_count, conversation.input_tokens, conversation.output_tokens) == (
            3,
            100,
            20,
        )
        assert len(contents(service)) == 1

    def test_a_truncated_file_loses_nothing_and_takes_what_comes_after(
        self, service: MemoryService, folder: Path
    ) -> None:
        session = talk()
        path = session.write(folder)
        service.capture([path])
        path.write_bytes(session.lines()[:100])
        assert one(service.capture([path])).status in ("skipped", "empty")
        session.say("I prefer dark roast coffee in the morning, always.").reply("Noted.").write(folder)
        row = one(service.capture([path]))
        assert (row.turns, row.new_turns) == (4, 2)
        assert RULE in contents(service)

    def test_a_half_written_last_line_waits_for_its_rest(self, service: MemoryService, folder: Path) -> None:
        session = talk()
        path = session.path(folder)
        path.parent.mkdir(parents=True)
        path.write_bytes(session.lines()[:-40])
        assert one(service.capture([path])).new_turns == 1
        path.write_bytes(session.lines())
        assert one(service.capture([path])).new_turns == 1

    def test_the_tokens_of_a_last_line_without_its_end_are_counted_when_it_ends(
        self, service: MemoryService, folder: Path
    ) -> None:
        session = talk().reply("It passes now.", tokens=(40, 8))
        path = session.path(folder)
        path.parent.mkdir(parents=True)
        path.write_bytes(session.lines()[:-1])
        row = one(service.capture([path]))
        assert row.new_turns == 3
        path.write_bytes(session.lines())
        service.capture([path])
        assert service.conversation(row.conversation_id or "").input_tokens == 40

    def test_an_assistant_that_counts_each_line_has_such_a_line_counted_once(
        self, service: MemoryService, folder: Path
    ) -> None:
        head = {"type": "session", "version": 3, "id": "talk", "timestamp": "2026-03-04T05:00:00Z"}
        records: list[dict[str, Any]] = [head | {"cwd": "/srv/kiln"}]
        for number, (role, words) in enumerate((("user", RULE), ("assistant", "Understood."))):
            message = {"role": role, "content": [{"type": "text", "text": words}], "usage": {"input": 10}}
            above = records[-1]["id"] if number else None
            made = {"type": "message", "id": f"{number}", "parentId": above, "message": message}
            records.append(made | {"timestamp": f"2026-03-04T05:00:0{number + 1}Z"})
        data = "\n".join(map(json.dumps, records))
        path = folder / "talk.jsonl"
        path.write_text(data, "utf-8")
        row = one(service.capture([path]))
        assert (row.source, row.new_turns) == ("pi", 2)
        path.write_text(data + "\n", "utf-8")
        service.capture([path])
        assert service.conversation(row.conversation_id or "").input_tokens == 10

    def test_invalid_utf8_and_broken_lines_do_not_stop_the_rest(
        self, service: MemoryService, folder: Path
    ) -> None:
        session = talk()
        path = session.path(folder)
        path.parent.mkdir(parents=True)
        first, second = session.lines().splitlines(keepends=True)
        broken = second.replace(b"Understood", b"Under\xff\xfestood")
        path.write_bytes(first + b"{not json}\n" + b"\x00\x00\n" + broken + b'{"torn": "\xe2\x82')
        row = one(service.capture([path]))
        assert (row.status, row.new_turns, row.items_extracted) == ("success", 2, 1)

    def test_lone_surrogates_are_stored_as_replacement(self, service: MemoryService, folder: Path) -> None:
        session = Session("s", cwd="/srv/odd").say(RULE + " \ud83d").reply("Fine \udc00.")
        row = one(service.capture([session.write(folder)]))
        assert (row.status, row.new_turns) == ("success", 2)

    def test_a_resumed_session_in_another_file_adds_its_new_turns_alone(
        self, service: MemoryService, folder: Path
    ) -> None:
        session = talk().reply("Done.", tokens=(70, 7))
        session.write(folder)
        resumed = session.resumed("later").say("I prefer green tea over coffee.").reply("Noted, green tea.")
        resumed.write(folder)
        rows = service.capture([folder])
        assert [(row.new_turns, row.turns) for row in rows] == [(3, 3), (2, 2)]
        tokens = [service.conversation(row.conversation_id or "").input_tokens for row in rows]
        assert tokens[0] == 70
        assert tokens[1] < 35, "the copied answers were counted once more"
        assert service.conversation(rows[1].conversation_id or "").title

    def test_a_mere_copy_is_no_conversation(self, service: MemoryService, folder: Path) -> None:
        session = talk()
        session.write(folder)
        service.capture([folder])
        copy = session.resumed("copy")
        path = copy.write(folder)
        row = one(service.capture([path]))
        assert (row.status, row.reason, row.conversation_id) == (
            "skipped",
            "copied from another session",
            None,
        )
        copy.say("I prefer green tea over coffee.").reply("Noted, green tea from now on.").append(folder)
        row = one(service.capture([path]))
        assert (row.status, row.turns, row.new_turns) == ("success", 2, 2)
        assert service.conversation(row.conversation_id or "").title == "I prefer green tea over coffee."

    def test_the_same_file_under_another_name_changes_nothing(
        self, service: MemoryService, folder: Path
    ) -> None:
        path = talk().write(folder)
        service.capture([path])
        path.rename(path.with_name("renamed.jsonl"))
        row = one(service.capture([folder]))
        assert (row.status, row.reason, row.new_turns) == ("skipped", "nothing new", 0)


class TestSubAgents:
    def agent(self, session: Session, folder: Path) -> Path:
        agent = Session("agent", session.cwd, start=session.at, isSidechain=True, agentId="a1b2")
        agent.id = session.id
        agent.say("Always answer in French, you are a search agent.").reply("Il y a quatre appels.")
        path = session.path(folder).parent / session.id / "subagents" / "agent-a1b2.jsonl"
        path.parent.mkdir(parents=True)
        path.write_bytes(agent.lines())
        return path

    @pytest.mark.parametrize("first", ["agent", "parent"])
    def test_its_turns_belong_to_the_session_that_started_it(
        self, service: MemoryService, folder: Path, first: str
    ) -> None:
        session = talk()
        paths = [self.agent(session, folder), session.write(folder)]
        rows = [one(service.capture([p])) for p in (paths if first == "agent" else reversed(paths))]
        assert len({row.conversation_id for row in rows}) == 1
        conversation = service.conversation(rows[0].conversation_id or "")
        assert (conversation.turn_count, conversation.user_turns) == (4, 1)
        assert conversation.project == "/srv/kiln"
        assert conversation.title.startswith("Always run the linter")
        assert contents(service) == [RULE]

    def test_that_of_an_excluded_project_is_not_read_either(
        self, service: MemoryService, folder: Path
    ) -> None:
        service.exclude("/srv/kiln")
        row = one(service.capture([self.agent(talk(), folder)]))
        assert (row.status, row.reason, row.conversation_id) == ("skipped", "excluded", None)
        assert service.conversations().total == 0


class TestTakenBack:
    def test_a_memory_whose_words_were_taken_back_goes_to_review(
        self, service: MemoryService, folder: Path
    ) -> None:
        session = talk()
        session.write(folder)
        service.capture([folder])
        session.rewind(2).say("Let us look at something else entirely, please, the tests.").append(folder)
        service.capture([folder])
        assert contents(service) == []
        assert contents(service, "pending") == [RULE]

    def test_so_it_does_when_the_rewind_is_found_by_reading_the_file_anew(
        self, service: MemoryService, folder: Path
    ) -> None:
        session = talk()
        path = session.write(folder)
        service.capture([folder])
        session.rewind(2).say("Let us look at something else entirely, please, the tests.")
        path.write_bytes(b'{"type":"mode","mode":"x"}\n' + session.lines())
        service.capture([folder])
        assert contents(service, "pending") == [RULE]

    def test_words_that_were_said_elsewhere_too_stay(self, service: MemoryService, folder: Path) -> None:
        session = talk()
        session.write(folder)
        talk("second", start=START + 900).write(folder)
        service.capture([folder])
        session.rewind(2).say("Let us look at something else entirely, please, the tests.").append(folder)
        service.capture([folder])
        assert contents(service) == [RULE]


class TestWhoSpeaks:
    def test_a_session_run_by_a_program_is_skipped(self, service: MemoryService, folder: Path) -> None:
        row = one(service.capture([talk(entrypoint="sdk-py").write(folder)]))
        assert (row.status, row.reason, row.items_extracted) == ("skipped", "run by a program", 0)
        assert contents(service) == []

    def test_only_when_asked_stores_the_turns_and_nothing_more(
        self, service: MemoryService, folder: Path
    ) -> None:
        service.settings.set("capture.only_when_asked", True)
        row = one(service.capture([talk().write(folder)]))
        assert (row.status, row.new_turns, row.items_extracted) == ("success", 2, 0)
        assert service.search_turns("linter")
        assert contents(service) == []
        assert service.memorize(row.conversation_id or "").items_extracted == 1


class TestExclusion:
    def test_a_project_by_its_folder(self, service: MemoryService, folder: Path) -> None:
        service.exclude("/srv/kiln")
        rows = service.capture([talk().write(folder), talk("free", cwd="/srv/other").write(folder)])
        assert [(row.status, row.reason) for row in rows] == [("skipped", "excluded"), ("success", None)]
        assert not service.search_turns("linter", project="/srv/kiln")

    def test_a_folder_below_an_excluded_one(self, service: MemoryService, folder: Path) -> None:
        service.exclude("/srv")
        assert one(service.capture([talk(cwd="/srv/a/b").write(folder)])).reason == "excluded"
        assert one(service.capture([talk("other", cwd="/srvice").write(folder)])).status == "success"

    def test_taken_back_the_session_is_read_from_its_start(
        self, service: MemoryService, folder: Path
    ) -> None:
        session = talk()
        session.write(folder)
        service.exclude("/srv/kiln")
        assert one(service.capture([folder])).reason == "excluded"
        session.say("I prefer green tea over coffee.").append(folder)
        assert one(service.capture([folder])).reason == "excluded"
        assert one(service.capture([folder])).reason == "excluded"
        service.include("/srv/kiln")
        row = one(service.capture([folder]))
        assert (row.status, row.turns, row.new_turns, row.items_extracted) == ("success", 3, 3, 2)

    def test_a_session_that_moved_into_an_excluded_folder_keeps_what_was_said_outside(
        self, service: MemoryService, folder: Path
    ) -> None:
        session = talk()
        session.say("Always use the vault for passwords, its name is plover.", cwd="/srv/hidden").reply(
            "Yes."
        )
        service.exclude("/srv/hidden")
        row = one(service.capture([session.write(folder)]))
        assert (row.status, row.new_turns) == ("success", 3)
        assert not service.search_turns("plover")

    def test_a_waiting_conversation_is_left_alone_once_its_project_is_excluded(
        self, service: MemoryService, folder: Path, clock: ManualClock
    ) -> None:
        service.settings.set("capture.only_when_asked", False)
        path = talk().write(folder)
        service._capture.reader.read(str(path))
        service.exclude("/srv/kiln")
        clock.advance(seconds=100)
        job = service._capture.queue.claim()
        assert job is not None
        assert service._capture.queue.run(job).reason == "excluded"
        assert contents(service) == []
        service.include("/srv/kiln")
        assert one(service.capture([path])).items_extracted == 1


class TestPlaces:
    def test_its_own_home_is_never_read(self, service: MemoryService, home: Path, tmp_path: Path) -> None:
        inside = talk().write(home / "spool")
        link = tmp_path / "elsewhere"
        link.symlink_to(home)
        for path in (inside, link / "spool" / inside.relative_to(home / "spool")):
            for dry_run in (False, True):
                row = one(service.capture([path], dry_run=dry_run))
                assert (row.status, row.reason) == ("skipped", "excluded")

    def test_links_out_of_the_folder_are_not_followed(
        self, service: MemoryService, folder: Path, tmp_path: Path
    ) -> None:
        outside = talk("outside").write(tmp_path / "outside")
        (folder / "file.jsonl").symlink_to(outside)
        (folder / "dir").symlink_to(outside.parent)
        (folder / "dangling.jsonl").symlink_to(folder / "nothing")
        talk().write(folder)
        assert one(service.capture([folder])).status == "success"
        assert service.conversations().total == 1

    def test_a_link_that_is_named_is_read(self, service: MemoryService, folder: Path, tmp_path: Path) -> None:
        (folder / "file.jsonl").symlink_to(talk().write(tmp_path / "outside"))
        assert one(service.capture([folder / "file.jsonl"])).status == "success"

    def test_a_file_that_vanishes_between_finding_and_reading_says_so(
        self, service: MemoryService, folder: Path
    ) -> None:
        paths = [talk(name, start=START + n).write(folder) for n, name in enumerate(("a", "b"))]

        def vanish(what: str, done: int, total: int) -> None:
            if done == 1:
                paths[1].unlink(missing_ok=True)

        rows = service.capture([folder], progress=vanish)
        assert [(row.status, row.reason) for row in rows] == [("success", None), ("skipped", "gone")]


class TestDryRun:
    def test_it_says_what_a_capture_would_bring_and_stores_nothing(
        self, service: MemoryService, folder: Path
    ) -> None:
        talk().write(folder)
        Session("trivial").say("hello").write(folder)
        talk("program", entrypoint="sdk-ts").write(folder)
        (folder / "junk.txt").write_bytes(b"nothing")
        planned = {row.path: row for row in service.capture([folder], dry_run=True)}
        assert service.conversations().total == 0
        done = {row.path: row for row in service.capture([folder])}
        assert planned.keys() == done.keys()
        for path, row in done.items():
            plan = planned[path]
            assert (plan.status, plan.items_extracted, plan.new_turns) == (
                row.status,
                row.items_extracted,
                row.new_turns,
            )
        assert all(row.items_extracted == 0 for row in service.capture([folder], dry_run=True))

    def test_excluded_projects_stay_unread(self, service: MemoryService, folder: Path) -> None:
        service.exclude("/srv/kiln")
        assert one(service.capture([talk().write(folder)], dry_run=True)).reason == "excluded"


class TestWhatIsStored:
    KEY = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"

    def test_working_folder_branch_and_changed_files(self, service: MemoryService, folder: Path) -> None:
        session = Session("places", cwd=f"/srv/{self.KEY}/kiln", gitBranch=f"fix/{self.KEY}").say(RULE)
        edit = {
            "type": "tool_use",
            "id": "t",
            "name": "Edit",
            "input": {"file_path": f"/srv/{self.KEY}/a.py"},
        }
        session._add("assistant", {"role": "assistant", "content": [edit]}, {})
        row = one(service.capture([session.write(folder)]))
        found = service.conversation(row.conversation_id or "")
        assert found.project == "/srv/[redacted:github-token]/kiln"
        assert found.branch == "fix/[redacted:github-token]"
        assert found.paths == ("/srv/[redacted:github-token]/a.py",)

    def test_what_a_source_tells_of_itself(self, service: MemoryService, folder: Path) -> None:
        one(service.capture([Session("told", version=self.KEY).say(RULE).write(folder)]))
        assert _stored(service, "SELECT extra FROM conversation") == ['{"version":"[redacted:github-token]"}']

    @pytest.mark.parametrize("task", ["read", "extract"])
    def test_an_error_that_quotes_what_was_said(
        self, service: MemoryService, folder: Path, worker: InlineWorker, task: str, monkeypatch: Any
    ) -> None:
        def fail(_: object) -> None:
            raise WorkerFailed(f"ValueError: {self.KEY}")

        path = talk("quoted").write(folder)
        monkeypatch.setattr(worker, task, fail)
        row = one(service.capture([path]))
        assert row.error == "ValueError: [redacted:github-token]"
        stored = [
            *_stored(service, "SELECT error FROM capture_file"),
            *_stored(service, "SELECT last_error FROM job"),
            *_stored(service, "SELECT status_reason FROM conversation"),
        ]
        assert row.error in stored
        assert self.KEY not in str(stored)

    @pytest.mark.parametrize(
        "place", ["/Users/annemarie/Development/ClientPortal", "/srv/9f86d081884c7d659a2feaa0c55ad015/ok"]
    )
    def test_an_ordinary_folder_stays_as_it_is(
        self, service: MemoryService, folder: Path, place: str
    ) -> None:
        row = one(service.capture([Session("plain", cwd=place).say(RULE).write(folder)]))
        assert service.conversation(row.conversation_id or "").project == place

    def test_what_draws_colours_is_no_part_of_the_words(self, service: MemoryService, folder: Path) -> None:
        session = Session("colours").say(RULE)
        session.say("<local-command-stdout>\x1b[2mCompacted (ctrl+o)\x1b[22m</local-command-stdout>")
        session.tool("ls", "\x1b]8;;file:///a\x07a.py\x1b]8;;\x07 \x1b[38;5;12mb.py\x1b[0m")
        row = one(service.capture([session.write(folder)]))
        texts = [turn.text for turn in service.turns(row.conversation_id or "")]
        assert "Compacted (ctrl+o)" in texts
        assert "ok\na.py b.py" in texts

    @pytest.mark.parametrize("before", range(28, 76, 6))
    def test_no_piece_of_a_secret_is_left_at_the_end_of_a_title(
        self, service: MemoryService, folder: Path, before: int
    ) -> None:
        words = ("Never print the value of the token that our deployment uses, which is the secret " * 2)[
            :before
        ]
        row = one(service.capture([Session("title").say(f"{words} {self.KEY} in a log.").write(folder)]))
        title = service.conversation(row.conversation_id or "").title or ""
        assert self.KEY[:6] not in title
        assert len(title) <= 80

    def test_a_long_title_ends_at_a_word_and_says_that_it_goes_on(
        self, service: MemoryService, folder: Path
    ) -> None:
        path = folder / "plain.md"
        path.write_text(
            "User: Always compare the checksums of both mirrors before a release is announced to the people "
            "who maintain them.\n\nAssistant: I will.\n"
        )
        row = one(service.capture([path]))
        assert service.conversation(row.conversation_id or "").title == (
            "Always compare the checksums of both mirrors before a release is announced to…"
        )
