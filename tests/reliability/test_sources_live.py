"""Whatever assistant writes, however it writes, and however often one looked meanwhile: what was said is
there once, in order, in its conversation; nothing of the person's files changes.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from arbor_desktop.core.conversation import TurnKind
from arbor_desktop.service import MemoryService
from arbor_desktop.service.work import Worker
from arbor_desktop.service.worker import ProcessWorker
from tests.reliability.assistants import (
    SOURCES,
    STORIES,
    Person,
    Talks,
    TreeOfOpenCode,
    chat_of_continue,
    overwrite,
    told,
)
from tests.reliability.sessions import RULES


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


def opened(home: Path, person: Person, worker: Worker, *sources: str) -> MemoryService:
    service = MemoryService.open(home, worker=worker, environ=person.environ)
    service.settings.set("capture.settle_seconds", 0)
    for name in sources or SOURCES:
        service.enable_source(name)
    return service


def said(service: MemoryService) -> Talks:
    found = []
    for conversation in service.conversations(limit=200).conversations:
        turns = service.conversation(conversation.id, with_turns=True).turns or ()
        words = [turn.text for turn in turns if turn.kind is TurnKind.SAID and not turn.unsaid]
        if words:
            found.append((conversation.source, words))
    return sorted(found)


def remembered(service: MemoryService) -> list[tuple[str, str]]:
    found = [(m.content, m.status.value) for m in service.query(status="all", limit=500).memories]
    return sorted(memory for memory in found if memory[1] == "active")


def sound(service: MemoryService) -> bool:
    return service.housekeeping.problems() == {"integrity": [], "index": [], "references": []}


def at_last(home: Path, person: Person, worker: Worker) -> tuple[Talks, list[tuple[str, str]]]:
    """What somebody finds who looks only now."""
    with opened(home, person, worker) as service:
        service.watch_once()
        return said(service), remembered(service)


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
            memories = remembered(service)
            assert len({content for content, _ in memories}) == len(memories)
            assert service.watch_once()["conversations"] == 0
        assert at_last(tmp_path / "fresh", person, worker) == (sorted(talks), memories)


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
