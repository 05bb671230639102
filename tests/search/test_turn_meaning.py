"""What was said is found by what it means: on the real model, on real files."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from arbor_desktop.embedding.catalogue import MINILM
from arbor_desktop.search.model import TurnHit
from arbor_desktop.search.vectors import Vectors, VectorState
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock
from tests.embedding.model_folders import write_bert
from tests.reliability.sessions import Session

DOG = "My dog sleeps on the sofa all day"
TALK = (
    "Releases go to production on Tuesdays",
    "Noted, I will remember the schedule",
    DOG,
    "That sounds cosy",
    "We use pnpm to install packages in the frontend",
    "Fine, pnpm it is",
    "The invoice is due in March",
    "I will prepare it",
)
PUPPY = "a puppy resting upon her couch"
"""Means DOG, in none of its words."""
FILLING = [f"Server number {number} stands in hall {number * 7}" for number in range(12)]

Tell = Callable[..., str]


@pytest.fixture
def tell(service: MemoryService, tmp_path: Path) -> Tell:
    """Captures a conversation, in which user and assistant take turns; its id."""
    service.settings.set("capture.only_when_asked", True)

    def capture(name: str, *said: str, cwd: str = "/srv/kiln") -> str:
        session = Session(name, cwd)
        for number, text in enumerate(said):
            (session.reply if number % 2 else session.say)(text)
        (row,) = service.capture([session.write(tmp_path / "sessions")])
        assert row.conversation_id is not None
        return row.conversation_id

    return capture


def ready(service: MemoryService) -> VectorState:
    if service.settings.get("search.vectors") == "off":
        service.vectors.use(MINILM)
    service.vectors.build()
    return service.vectors.state()


def first(hits: list[TurnHit]) -> str | None:
    return hits[0].text if hits else None


def test_a_question_in_other_words_finds_the_turn(service: MemoryService, tell: Tell) -> None:
    tell("talk", *TALK, *FILLING)
    assert DOG not in [hit.text for hit in service.search_turns(PUPPY)]
    state = ready(service)
    assert (state.state, state.turns_done, state.turns_total) == ("ready", 20, 20)
    hits = service.search_turns(PUPPY)
    assert (hits[0].text, hits[0].marks) == (DOG, ())
    assert all(0 < hit.score < 1 for hit in hits)
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


def test_what_says_the_words_is_still_found_first(service: MemoryService, tell: Tell) -> None:
    tell("talk", *TALK, "The red sofa was sold to the neighbours last year", *FILLING)
    ready(service)
    found = first(service.search_turns("who bought the red sofa, was it neighbours"))
    assert found == "The red sofa was sold to the neighbours last year"


def test_switched_off_for_conversations_they_are_neither_read_nor_found_by_meaning(
    service: MemoryService, tell: Tell
) -> None:
    tell("talk", *TALK, *FILLING)
    service.settings.set("search.vectors_of_turns", False)
    state = ready(service)
    assert (state.state, state.turns_done, state.turns_total) == ("ready", 0, 0)
    assert service.vectors.similar_turns(PUPPY) is None
    service.settings.set("search.vectors_of_turns", True)
    state = service.vectors.state()
    assert (state.state, state.turns_done, state.turns_total) == ("waiting", 0, 20)


def test_until_most_are_read_search_goes_by_words(
    service: MemoryService, tell: Tell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arbor_desktop.search.vector_index.BATCH", 4)
    tell("talk", *TALK, *FILLING)
    service.vectors.use(MINILM)
    seen: list[tuple[int, int]] = []
    service.vectors.build(None, lambda: len(seen) == 2, lambda done, total: seen.append((done, total)))
    assert seen == [(4, 20), (8, 20)]
    assert service.vectors.similar_turns(PUPPY) is None
    assert service.vectors.build() == 12
    assert first(service.search_turns(PUPPY)) == DOG


def test_what_is_said_later_is_read_and_found(service: MemoryService, tell: Tell) -> None:
    tell("talk", *TALK[:2], *FILLING)
    ready(service)
    assert first(service.search_turns(PUPPY)) != DOG
    tell("later", DOG, "That sounds cosy")
    assert service.vectors.build() == 2
    assert first(service.search_turns(PUPPY)) == DOG
    assert service.vectors.build() == 0


@pytest.mark.slow
def test_filters_hold_for_what_is_meant_too(service: MemoryService, tell: Tell, tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    for project in (here, there):
        (project / ".git").mkdir(parents=True)
    dogs = tell("dogs", DOG, "That sounds cosy", *FILLING, cwd=str(here))
    cats = tell("cats", "Our cat had three kittens", "How sweet", *FILLING[:6], cwd=str(there))
    ready(service)
    assert first(service.search_turns(PUPPY)) == DOG
    assert first(service.search_turns(PUPPY, project=str(here))) == DOG
    assert {hit.conversation_id for hit in service.search_turns(PUPPY, project=str(there))} <= {cats}
    assert {hit.conversation_id for hit in service.search_turns(PUPPY, conversation=dogs)} == {dogs}
    assert DOG not in [hit.text for hit in service.search_turns(PUPPY, role="assistant")]
    assert service.search_turns(PUPPY, source="cursor") == []
    assert service.search_turns(PUPPY, conversation="no-such-conversation") == []


def test_what_was_taken_back_is_not_found(service: MemoryService, tmp_path: Path) -> None:
    service.settings.set("capture.only_when_asked", True)
    session = Session("talk").say("Good morning").reply("Good morning")
    for text in FILLING:
        session.say(text).reply("Noted")
    session.say(DOG).reply("That sounds cosy")
    path = session.write(tmp_path / "sessions")
    service.capture([path])
    ready(service)
    assert first(service.search_turns(PUPPY)) == DOG
    session.rewind(2).say("Let us talk of something else").reply("With pleasure")
    session.write(tmp_path / "sessions")
    service.capture([path])
    assert DOG not in [hit.text for hit in service.search_turns(PUPPY)]
    ready(service)
    assert DOG not in [hit.text for hit in service.search_turns(PUPPY)]


def test_what_is_erased_is_neither_found_nor_kept(service: MemoryService, tell: Tell) -> None:
    gone = tell("dogs", DOG, "That sounds cosy")
    tell("talk", *TALK[4:], *FILLING)
    ready(service)
    assert first(service.search_turns(PUPPY)) == DOG
    service.purge(conversation=gone)
    assert DOG not in [hit.text for hit in service.search_turns(PUPPY)]
    state = ready(service)
    assert (state.turns_done, state.turns_total) == (16, 16)


@pytest.mark.slow
def test_only_turns_wait_for_power(service: MemoryService, tell: Tell) -> None:
    service.settings.set("search.vectors", "off")
    service.store(DOG, type="fact")
    tell("talk", *TALK)
    on_battery = [True]
    vectors = Vectors(service._rt, lambda: on_battery[0])
    service.settings.set("search.vectors", MINILM)
    vectors._catch_up()
    state = vectors.state()
    assert (state.done, state.total, state.turns_done) == (1, 1, 0)
    on_battery[0] = False
    vectors._catch_up()
    assert vectors.state().state == "ready"
    vectors.close()


def test_another_model_reads_all_turns_anew(service: MemoryService, tell: Tell, tmp_path: Path) -> None:
    tell("talk", *TALK, *FILLING)
    service.vectors.use("folder", str(write_bert(tmp_path / "tiny")))
    old = ready(service).model
    state = service.vectors.use(MINILM)
    assert (state.state, state.turns_done, state.turns_total) == ("waiting", 0, 20)
    state = ready(service)
    assert (state.turns_done, state.turns_total) == (20, 20)
    assert state.model != old
    assert first(service.search_turns(PUPPY)) == DOG
    left = service._rt.db.read(lambda c: c.execute("SELECT DISTINCT model FROM embedding").fetchall())
    assert left == [(state.model,)]


@pytest.mark.slow
def test_another_process_finds_what_one_has_read(
    service: MemoryService, tell: Tell, clock: ManualClock
) -> None:
    tell("talk", *TALK, *FILLING)
    ready(service)
    with MemoryService.open(service.home, clock=clock) as other:
        assert first(other.search_turns(PUPPY)) == DOG
        tell("cats", "Our cat had three kittens", "How sweet")
        other.vectors.build()
        assert first(service.search_turns("a newborn feline litter")) == "Our cat had three kittens"
        service.purge(everything=True)
        assert other.search_turns(PUPPY) == []


def test_in_the_background_what_is_captured_is_read(
    service: MemoryService, tell: Tell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arbor_desktop.search.vectors.SETTLE_SECONDS", 0.0)
    heard = threading.Semaphore(0)
    service.events.subscribe(lambda changes: heard.release())
    service.vectors.use(MINILM)
    service.vectors.start()
    tell("talk", *TALK, *FILLING)
    while (state := service.vectors.state()).state != "ready" or state.turns_done != 20:
        assert heard.acquire(timeout=60), f"still {state}"
    assert first(service.search_turns(PUPPY)) == DOG
