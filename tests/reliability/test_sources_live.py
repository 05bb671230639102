"""Whatever assistant writes, however it writes, and however often one looked meanwhile: what was said is
there once, in order, in its conversation; nothing of the person's files changes.
"""

from __future__ import annotations

import itertools
import random
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from arbor_desktop.conversations.model import TurnKind
from arbor_desktop.extraction.worker import ProcessWorker, Worker
from arbor_desktop.service import MemoryService
from tests.reliability import killable
from tests.reliability.assistants import (
    SOURCES,
    STORIES,
    Person,
    Talks,
    TreeOfOpenCode,
    chat_of_continue,
    exported,
    overwrite,
    told,
)
from tests.reliability.sessions import RULES
from tests.reliability.test_killed_capture import PATIENCE, state

pytestmark = pytest.mark.slow


class Lasting(ProcessWorker):
    """A worker process for many services, one after the other."""

    def close(self) -> None:
        """It is ended by `end`."""

    def end(self) -> None:
        super().close()


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    # A process of its own as in the window: SQLite tells programs apart by their processes.
    made = Lasting()
    yield made
    made.end()


@pytest.fixture
def person(tmp_path: Path) -> Iterator[Person]:
    made = Person(tmp_path / "person")
    made.home.mkdir()
    yield made
    made.leave()


def opened(home: Path, person: Person, worker: Worker) -> MemoryService:
    return killable.all_of(home, person.home, SOURCES, worker)


def said(service: MemoryService) -> Talks:
    found = []
    for conversation in service.conversations(limit=200).conversations:
        turns = service.conversation(conversation.id, with_turns=True).turns or ()
        words = [turn.text for turn in turns if turn.kind is TurnKind.SAID and not turn.unsaid]
        if words:
            found.append((conversation.source, words))
    return sorted(found)


def each_once(talks: Talks) -> list[tuple[str, str]]:
    """What was said in all conversations of a source. Where a session and its resumed copy are written at the
    same moment, either may be the one that holds what both do."""
    return sorted((source, text) for source, texts in talks for text in texts)


def titles(service: MemoryService) -> list[str]:
    return sorted(c.title for c in service.conversations(limit=200).conversations)


def remembered(service: MemoryService) -> list[tuple[str, str]]:
    found = [(m.content, m.status.value) for m in service.query(status="all", limit=500).memories]
    return sorted(memory for memory in found if memory[1] == "active")


def sound(service: MemoryService) -> bool:
    return service.verification.problems() == {"integrity": [], "index": [], "references": []}


class Awaited:
    """Waits for a state of the service: looked at after each of its announcements."""

    def __init__(self, service: MemoryService) -> None:
        self._something = threading.Event()
        self.end = service.events.subscribe(lambda changes: self._something.set())

    def until(self, holds: Callable[[], Any]) -> None:
        while not holds():
            assert self._something.wait(PATIENCE), "it did not come about"
            self._something.clear()


def at_once(person: Person, each: Callable[[int], None] = lambda step: None) -> Talks:
    """All stories side by side, a step of each in turn; calls `each` with the number of every step."""
    talks: Talks = []
    running = [story(person, talks) for story in STORIES.values()]
    steps = itertools.count()
    while running:
        for story in tuple(running):
            each(next(steps))
            if next(story, running) is running:
                running.remove(story)
    return talks


Found = tuple[Talks, list[tuple[str, str]], list[str]]


def at_last(home: Path, person: Person, worker: Worker) -> Found:
    """What somebody finds who looks only now."""
    with opened(home, person, worker) as service:
        service.watch_once()
        return said(service), remembered(service), titles(service)


@pytest.mark.logs_warnings
class TestLookingAfterEveryStep:
    @pytest.mark.parametrize("name", STORIES)
    def test_all_is_there_once_and_in_its_place(
        self, name: str, person: Person, worker: Worker, home: Path, tmp_path: Path
    ) -> None:
        talks: Talks = []
        with opened(home, person, worker) as service:
            if name == "aider":  # another assistant tells of the project
                talks += told(person, "claude_code")
            for _ in STORIES[name](person, talks):
                before = person.fingerprint()
                service.watch_once()
                assert person.fingerprint() == before
            assert said(service) == sorted(talks)
            assert sound(service)
            memories, names = remembered(service), titles(service)
            assert "" not in names
            assert len({content for content, _ in memories}) == len(memories)
            assert service.watch_once()["conversations"] == 0
        assert at_last(tmp_path / "fresh", person, worker) == (sorted(talks), memories, names)


class TestTokens:
    def test_a_document_that_tells_their_sum_is_counted_once(
        self, person: Person, worker: Worker, home: Path
    ) -> None:
        path = person.home / ".continue" / "sessions" / "talk.json"
        said = [RULES[0], "Understood.", RULES[1], "Tabs it is.", "Thanks.", "Gladly."]
        with opened(home, person, worker) as service:
            for count, used in ((2, (100, 7)), (4, (350, 19)), (6, (351, 20)), (2, (100, 7))):
                usage = {"promptTokens": used[0], "completionTokens": used[1]}
                overwrite(path, chat_of_continue("talk", person.project, said[:count]) | {"usage": usage})
                service.watch_once()
            (talk,) = service.conversations().conversations
            assert (talk.input_tokens, talk.output_tokens) == (351, 20)


class TestTakenBack:
    SAID = (RULES[0], "Understood.", RULES[1], "Tabs it is.")

    def write(self, person: Person, count: int) -> None:
        path = person.home / ".continue" / "sessions" / "talk.json"
        overwrite(path, chat_of_continue("talk", person.project, [*self.SAID[:count]]))

    def test_a_memory_comes_back_with_its_words(self, person: Person, worker: Worker, home: Path) -> None:
        with opened(home, person, worker) as service:
            self.write(person, 4)
            service.watch_once()
            both = remembered(service)
            assert len(both) == 2
            self.write(person, 2)
            service.watch_once()
            assert len(remembered(service)) == 1
            self.write(person, 4)
            service.watch_once()
            assert remembered(service) == both

    def test_one_that_the_person_decided_on_meanwhile_stays_as_it_is(
        self, person: Person, worker: Worker, home: Path
    ) -> None:
        with opened(home, person, worker) as service:
            for count in (4, 2):
                self.write(person, count)
                service.watch_once()
            (waiting,) = service.query(status="pending").memories
            service.reject(waiting.id)
            self.write(person, 4)
            service.watch_once()
            assert service.get(waiting.id).status.value == "rejected"

    def test_what_is_first_seen_while_it_is_taken_back_is_memorized_when_it_is_there_again(
        self, person: Person, worker: Worker, home: Path
    ) -> None:
        session = TreeOfOpenCode(person)
        with opened(home, person, worker) as service:
            for number, words in enumerate(self.SAID, 1):
                session.message(number, "user" if number % 2 else "assistant", done=True)
                session.part(number, 1, words)
            session.write(revert={"messageID": session.id_of("msg", 3)})
            service.watch_once()
            assert len(remembered(service)) == 1
            session.write(title="Done again")
            service.watch_once()
            assert len(remembered(service)) == 2


@pytest.mark.logs_warnings
@pytest.mark.filterwarnings("ignore:Callback with id:RuntimeWarning")
class TestWatching:
    def test_all_assistants_at_once(self, person: Person, worker: Worker, home: Path, tmp_path: Path) -> None:
        with opened(home, person, worker) as service:
            awaited = Awaited(service)
            service.start_watching()
            talks = at_once(person)
            awaited.until(lambda: each_once(said(service)) == each_once(talks))
            awaited.until(lambda: service.get_status().queue == 0)
            awaited.end()
            service.stop_watching()
            assert service.watch_once()["conversations"] == 0
            assert each_once(said(service)) == each_once(talks)
            assert sound(service)
            memories = remembered(service)
        fresh = at_last(tmp_path / "fresh", person, worker)
        assert (each_once(fresh[0]), fresh[1]) == (each_once(talks), memories)


class TestExports:
    def test_dropped_twice_and_then_a_newer_one(
        self, person: Person, worker: Worker, home: Path, tmp_path: Path
    ) -> None:
        first, second = [RULES[0], "Understood."], [RULES[1], "Tabs it is."]
        grown = [*first, "Never call redis from the request handlers.", "No redis there."]
        downloads = person.home / "Downloads"
        with opened(home, person, worker) as service:
            old = exported(downloads, "export.zip", [("a", first), ("b", second)])
            service.capture([old])
            again = downloads / "export (1).zip"
            shutil.copyfile(old, again)
            assert {row.new_turns for row in service.capture([old, again])} == {0}
            assert said(service) == [("chatgpt", first), ("chatgpt", second)]
            new = exported(downloads, "export-2.zip", [("a", grown), ("b", second)])
            service.capture([new])
            overwrite(old, new.read_bytes()[:200])  # a download that broke off, in the old one's place
            service.capture([downloads])
            assert said(service) == [("chatgpt", grown), ("chatgpt", second)]
            memories = remembered(service)
            assert len(memories) == len(set(memories)) == 3
        with opened(tmp_path / "fresh", person, worker) as service:
            service.capture([new])
            assert said(service) == [("chatgpt", grown), ("chatgpt", second)]


class TestConsent:
    def test_nothing_is_opened_that_was_not_switched_on(self, person: Person, home: Path) -> None:
        told(person)
        person.leave()
        script = (
            "import os, sys\n"
            "person, home = sys.argv[1:]\n"
            "opened = []\n"
            "def heard(event, given):\n"
            "    if event in ('open', 'sqlite3.connect', 'os.rename', 'os.remove', 'shutil.copyfile'):\n"
            "        opened.append(str(given[0]))\n"
            "from arbor_desktop.service import MemoryService\n"
            "sys.addaudithook(heard)\n"
            "with MemoryService.open(home, environ={'HOME': person, 'USERPROFILE': person}) as service:\n"
            "    sizes = {info.name: info.bytes for info in service.sources()}\n"
            "    service.watch_once()\n"
            "    service.start_watching()\n"
            "    service.get_status()\n"
            "    service.stop_watching()\n"
            "    quiet = [path for path in opened if person in path]\n"
            "    service.enable_source('codex')\n"
            "    service.watch_once()\n"
            "    other = [path for path in opened if person in path and '.codex' not in path]\n"
            "    assert len(opened) > len(quiet)\n"
            "print(quiet, other, all(sizes[name] > 0 for name in ('codex', 'llm', 'opencode', 'cline')))\n"
        )
        before = person.fingerprint()
        done = subprocess.run(
            [sys.executable, "-c", script, str(person.home), str(home)],
            cwd=killable.CHECKOUT, capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert done.stdout == "[] [] True\n"
        assert person.fingerprint() == before

    @pytest.mark.parametrize("name", sorted({*STORIES} - {"llm", "gemini", "gemini_document"}))
    def test_an_excluded_project_leaves_nothing(
        self, name: str, person: Person, worker: Worker, home: Path
    ) -> None:
        talks: Talks = []
        with opened(home, person, worker) as service:
            if name == "aider":  # the project was known before it was excluded
                told(person, "claude_code")
                service.watch_once()
            service.exclude(str(person.project))
            before = said(service)
            for _ in STORIES[name](person, talks):
                service.watch_once()
            assert said(service) == before
            assert service.watch_once()["items_extracted"] == 0
            words = {text for _, texts in talks for text in texts}
            places = [
                service.home.database,
                service.home.database.with_name(service.home.database.name + "-wal"),
            ]
            stored = b"".join(place.read_bytes() for place in places if place.exists())
            assert words and not [text for text in words if text.encode() in stored]
            service.include(str(person.project))
            service.watch_once()
            assert [talk for talk in said(service) if talk not in before] == sorted(talks)

    def test_links_out_of_a_folder_are_not_followed(
        self, person: Person, worker: Worker, home: Path, tmp_path: Path
    ) -> None:
        told(person, "codex")
        folder = tmp_path / "given"
        folder.mkdir()
        (folder / "out").symlink_to(person.home / ".codex", target_is_directory=True)
        for number, path in enumerate((person.home / ".codex").rglob("*.jsonl")):
            (folder / f"rollout-{number}.jsonl").symlink_to(path)
        with opened(home, person, worker) as service:
            assert service.capture([folder]) == []
            assert service.conversations().total == 0


@pytest.mark.timeout(300)
class TestKilled:
    @pytest.mark.soak
    def test_one_look_at_any_statement(
        self, person: Person, worker: Worker, tmp_path: Path, seed: int
    ) -> None:
        told(person)
        person.leave()
        expected = {}

        def work() -> Iterator[None]:
            with opened(tmp_path / "undisturbed", person, worker) as service:
                service.watch_once()
                yield
                expected.update(state(service))

        statements = killable.statements_of(work())
        killed = 0
        for number, moment in enumerate(random.Random(seed).sample(range(30, statements), 3)):
            home = tmp_path / str(number)
            process = killable.start("once", home, person.home, moment)
            process.communicate(timeout=PATIENCE)
            killed += process.returncode == -signal.SIGKILL
            with opened(home, person, worker) as service:
                service.watch_once()
                assert state(service) == expected, f"killed before statement {moment}"
                assert sound(service)
        assert killed

    @pytest.mark.soak
    def test_a_watching_process_while_assistants_write(
        self, person: Person, worker: Worker, home: Path, tmp_path: Path, seed: int
    ) -> None:
        chance = random.Random(seed)
        processes: list[subprocess.Popen[str]] = []

        def disturb(step: int) -> None:
            if step % 12 == 0:
                if processes:
                    processes[-1].kill()
                    processes[-1].communicate()
                moment = chance.randrange(60, 900)
                processes.append(
                    killable.start("watch-all", home, person.home, moment, stdin=subprocess.PIPE)
                )

        talks = at_once(person, disturb)
        for process in processes:
            process.kill()
            process.communicate()
        assert len(processes) > 3
        with opened(home, person, worker) as service:
            service.watch_once()
            assert each_once(said(service)) == each_once(talks)
            assert sound(service)
            memories = remembered(service)
        fresh = at_last(tmp_path / "fresh", person, worker)
        assert (each_once(fresh[0]), fresh[1]) == (each_once(talks), memories)

    def test_two_processes_on_one_home(
        self, person: Person, worker: Worker, home: Path, tmp_path: Path
    ) -> None:
        talks = sorted(told(person))
        person.leave()
        processes = [killable.start("once", home, person.home) for _ in range(2)]
        for process in processes:
            process.communicate(timeout=PATIENCE)
        assert [process.returncode for process in processes] == [0, 0]
        found, fresh = (at_last(place, person, worker) for place in (home, tmp_path / "fresh"))
        assert each_once(found[0]) == each_once(fresh[0]) == each_once(talks)
        assert found[1] == fresh[1]
