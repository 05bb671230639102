"""Assistants' answers, and what they say outright that they will remember."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbor_desktop.errors import ExtractionFailed
from arbor_desktop.extraction.worker import InlineWorker, WorkerFailed
from arbor_desktop.memories.model import Memory, MemoryType, Scope, Source, Status
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock

PORT = "I'll remember that the API runs on port 8080."


def kept(service: MemoryService, text: str, **where: str | None) -> list[Memory]:
    return [service.get(result.id) for result in service.process_response(text, **where)]


def captured(service: MemoryService, tmp_path: Path, *turns: str, project: str | None = "/src/shop") -> str:
    """A conversation of these turns, the person first; its id."""
    said = [f"{('User', 'Assistant')[n % 2]}: {text}" for n, text in enumerate(turns)]
    path = tmp_path / "talk.md"
    path.write_text("\n\n".join(said) + "\n")
    (row,) = service.capture([path], source="transcript", project=project)
    assert row.conversation_id is not None
    return row.conversation_id


def test_a_note_becomes_a_fact_that_waits_for_review(service: MemoryService) -> None:
    (memory,) = kept(service, f"Sure. {PORT} Anything else?")
    assert memory.content == "The API runs on port 8080."
    assert (memory.type, memory.source, memory.confidence) == (MemoryType.FACT, Source.AI_INFERRED, 0.7)
    assert (memory.status, memory.scope, memory.evidence) == (Status.PENDING, Scope.GLOBAL, ())
    (entry,) = service.history(memory.id)
    assert (entry.actor, entry.action) == ("capture", "captured")
    assert entry.reason == "An assistant said that it will remember it"
    assert service.get_context().status == "empty"  # until somebody said yes


@pytest.mark.parametrize("mode", ["everything", "uncertain"])
def test_it_waits_unless_nothing_is_reviewed(service: MemoryService, mode: str) -> None:
    service.settings.set("review.mode", mode)
    assert kept(service, PORT)[0].status is Status.PENDING
    service.settings.set("review.mode", "nothing")
    assert kept(service, "Understood, the project uses pnpm.")[0].status is Status.ACTIVE


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("I've noted that the deploys go out on Fridays.", "The deploys go out on Fridays."),
        ("I will remember that you prefer tabs over spaces.", "User prefers tabs over spaces."),
        ("Got it, the staging server is in Frankfurt.", "The staging server is in Frankfurt."),
        ("Understood, the production database is Postgres 15.", "The production database is Postgres 15."),
        ("Got it, you're using PostgreSQL 16.", "User is using PostgreSQL 16."),
        ("Got it, always use type hints.", "Always use type hints."),
    ],
)
def test_every_signal_is_heard(service: MemoryService, text: str, content: str) -> None:
    assert [memory.content for memory in kept(service, text)] == [content]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Understood.",
        "Got it, let me run the tests.",
        "Got it, I'll fix the button now.",
        "Got it, the bug is in the parser.",
        "I won't remember that you prefer tabs.",
        "I don't think I'll remember that you prefer tabs.",
        "Should I remember that you prefer tabs?",
        "If you like, I'll remember that you prefer tabs.",
        "I'll remember that if you tell me again.",
        "> I'll remember that you prefer tabs over spaces.",
        'It printed "I\'ll remember that you prefer tabs over spaces."',
        "```\nI'll remember that you prefer tabs over spaces.\n```",
        "    I'll remember that you prefer tabs over spaces.",
        "The API runs on port 8080, because the proxy expects it there.",
        "I'll remember that x.",
        "I'll remember that " + "the API has many words and " * 30,
    ],
)
def test_talk_actions_quotations_and_maybes_are_no_notes(service: MemoryService, text: str) -> None:
    assert service.process_response(text) == []
    assert service.query(status="all").total == 0


def test_several_notes_keep_their_order(service: MemoryService) -> None:
    text = (
        f"{PORT}\n\nI've noted that you use Vim.\n\n- Done: the tests\n\nUnderstood, the project uses pnpm."
    )
    assert [m.content for m in kept(service, text)] == [
        "The API runs on port 8080.",
        "User uses Vim.",
        "The project uses pnpm.",
    ]


def test_secrets_are_taken_out_before_anything_is_read(service: MemoryService) -> None:
    key = "sk-ant-api03-" + "Ab3dEf6hIj" * 9
    assert service.process_response(f"I'll remember that your API key is {key}.") == []
    assert service.process_response(f"I'll remember that the API runs on port 8080 with {key}.") == []
    assert service.query(status="all").total == 0


def test_it_holds_in_the_project_unless_it_is_about_the_person(service: MemoryService) -> None:
    told = f"{PORT} I'll remember that you prefer tabs over spaces."
    api, person = kept(service, told, project="/src/shop/")
    assert (api.scope, api.scope_id) == (Scope.PROJECT, "/src/shop")
    assert (person.scope, person.scope_id) == (Scope.GLOBAL, None)


def test_a_known_conversation_gives_its_project_and_the_place(service: MemoryService, tmp_path: Path) -> None:
    answer = f"Got it, the staging server is in Frankfurt. {PORT}"
    ident = captured(service, tmp_path, "Staging is in Frankfurt, the API on port 8080.", answer, "Thanks!")
    frankfurt, _ = kept(service, answer, conversation=ident, project="/elsewhere")
    (place,) = frankfurt.evidence
    assert (frankfurt.scope_id, place.project) == ("/src/shop", "/src/shop")
    assert (place.conversation_id, place.first_turn, place.rule) == (ident, 2, "assistant.remember")


def test_the_words_of_a_captured_answer_are_its_place(service: MemoryService, tmp_path: Path) -> None:
    ident = captured(service, tmp_path, "Where does the API run? I ask again.", f"Fine. {PORT}", "Thanks!")
    (memory,) = kept(service, f"Fine. {PORT}", conversation=ident)
    (place,) = memory.evidence  # the very one that capturing found
    text = service.turns(ident)[1].text
    assert text[place.span_start : place.span_end] == PORT


def test_an_answer_that_is_not_captured_yet_points_at_the_last_turn(
    service: MemoryService, tmp_path: Path
) -> None:
    ident = captured(service, tmp_path, "Where does the API run? It must be port 8080 or so.", "Let me look.")
    (memory,) = kept(service, PORT, conversation=ident)
    (place,) = memory.evidence
    assert (place.first_turn, place.last_turn, place.span_start) == (2, 2, None)
    assert memory.conversation_id == ident


def test_an_unknown_conversation_is_no_place(service: MemoryService) -> None:
    (memory,) = kept(service, PORT, conversation="nowhere", project="/src/shop")
    assert (memory.evidence, memory.scope_id) == ((), "/src/shop")


def test_what_is_known_is_a_duplicate_and_gains_nothing(service: MemoryService) -> None:
    (first,) = service.process_response(PORT)
    before = service.get_many([first.id])[0]
    (again,) = service.process_response(PORT)
    assert (again.id, again.duplicate, again.existing_id) == (first.id, True, first.id)
    assert service.get_many([first.id])[0] == before
    stated = service.store("The project uses pnpm", type="fact")
    (said,) = service.process_response("Understood, the project uses pnpm.")
    assert (said.id, said.duplicate) == (stated.id, True)
    assert service.get(stated.id).source is Source.USER_STATED


def test_what_was_turned_down_stays_so(service: MemoryService) -> None:
    (first,) = service.process_response(PORT)
    service.reject(first.id)
    (again,) = service.process_response(PORT)
    assert (again.id, again.duplicate) == (first.id, True)
    assert service.get(first.id).status is Status.REJECTED


def test_memorizing_the_conversation_again_makes_no_second_one(
    service: MemoryService, tmp_path: Path
) -> None:
    ident = captured(
        service, tmp_path, "Where does the API run? It must be port 8080 or so.", f"Fine. {PORT}"
    )
    before = {memory.id for memory in service.query(status="all").memories}
    (note,) = service.process_response(f"Fine. {PORT}", conversation=ident)
    assert note.duplicate and note.id in before  # what holds everywhere holds here
    service.memorize(ident, again=True)
    assert {memory.id for memory in service.query(status="all").memories} == before


def test_an_answer_that_is_captured_after_it_was_read_makes_no_second_memory(
    service: MemoryService, tmp_path: Path
) -> None:
    ident = captured(
        service, tmp_path, "Where does the API run? It must be on some port.", "Let me look at it."
    )
    service.process_response("Understood, the project uses pnpm.", conversation=ident)
    captured(
        service, tmp_path, "Where does the API run? It must be on some port.", "Let me look at it.",
        "Which package manager is it, by the way?", "Understood, the project uses pnpm.",
    )  # fmt: skip
    assert service.query(status="all", scope="project").total == 1


def test_nothing_is_stored_of_what_the_person_keeps_out(service: MemoryService, tmp_path: Path) -> None:
    ident = captured(service, tmp_path, "Where does the API run? It must be port 8080 or so.", "Let me look.")
    service.leave_out(ident)
    assert service.process_response(PORT, conversation=ident) == []
    service.exclude("/src/secret")
    assert service.process_response(PORT, project="/src/secret/lab") == []
    assert service.process_response(PORT, project="/src/open") != []


def test_a_rule_that_the_person_turns_down_is_trusted_less(service: MemoryService, tmp_path: Path) -> None:
    ident = captured(service, tmp_path, "Which service listens where? I need their ports.", "Let me look.")
    for n in range(15):
        said = f"I'll remember that the service number {n} listens on port {9000 + n}."
        (one,) = service.process_response(said, conversation=ident)
        service.reject(one.id)
    (memory,) = kept(service, "I'll remember that the gateway is written in Elixir.")
    assert memory.confidence < 0.7


def test_what_changed_is_announced(service: MemoryService) -> None:
    heard = []
    end = service.events.subscribe(heard.append)
    (result,) = service.process_response(PORT)
    service.process_response("Nothing to note.")
    end()
    assert [changes.memories for changes in heard] == [(result.id,)]


def test_a_failing_reader_is_said_and_stores_nothing(home: Path, clock: ManualClock) -> None:
    class Broken(InlineWorker):
        def extract(self, excerpt: object) -> list[object]:  # type: ignore[override]
            raise WorkerFailed("ValueError: no")

    with MemoryService.open(home, clock=clock, worker=Broken()) as service:
        with pytest.raises(ExtractionFailed, match="ValueError: no"):
            service.process_response(PORT)
        assert service.query(status="all").total == 0
