"""What says the same in other words is held once: what is kept of both, and what is left alone."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arbor_desktop.capture.model import CaptureRow
from arbor_desktop.extraction.model import Candidate
from arbor_desktop.memories.model import Category, Memory, MemoryType, Privacy, Scope, Source
from arbor_desktop.service import MemoryService
from arbor_desktop.text.likeness import read, same
from arbor_desktop.text.words import fold
from tests.conftest import ManualClock
from tests.likeness.scoring import pairs
from tests.reliability.sessions import START, Session
from tests.scripted import Scripted

DAY = 86_400
PLAIN, FULL = "Use pnpm.", "We use pnpm instead of npm here."
OTHER_WORDS = "Always use pnpm!"


@pytest.fixture
def worker() -> Scripted:
    return Scripted()


@pytest.fixture
def service(home: Path, clock: ManualClock, worker: Scripted) -> Iterator[MemoryService]:
    with MemoryService.open(home, clock=clock, worker=worker) as opened:
        yield opened
        assert opened.verification.problems() == {"integrity": [], "index": [], "references": []}


class Talks:
    """Conversations that give what they are told to."""

    def __init__(self, service: MemoryService, worker: Scripted, folder: Path) -> None:
        self._service, self._worker, self._folder = service, worker, folder
        self._names = (f"talk-{number}" for number in itertools.count())

    def say(self, *contents: str, at: int = START, **fields: Any) -> CaptureRow:
        base = Candidate("", MemoryType.INSTRUCTION, Category.PROJECT_CONVENTIONS, 0.9, "rule", 1, 1, 0, 10)
        fields = {"scope": Scope.PROJECT, **fields}
        self._worker.found = [
            replace(base, content=text, span_start=start, **fields)  # type: ignore[arg-type]
            for start, text in enumerate(contents)
        ]
        session = Session(next(self._names), start=at).say("Hello there, this is what I want to say today.")
        session.reply("Understood. I will do it like that from here on.")
        (row,) = self._service.capture([session.write(self._folder)])
        return row


@pytest.fixture
def talks(service: MemoryService, worker: Scripted, tmp_path: Path) -> Talks:
    return Talks(service, worker, tmp_path)


def only(service: MemoryService, status: str = "all") -> Memory:
    (memory,) = service.query(status=status).memories
    return memory


def actions(service: MemoryService, memory: Memory) -> list[str]:
    return [entry.action for entry in service.history(memory.id)]


class TestFromConversations:
    def test_other_words_are_a_further_place_of_the_same_memory(
        self, service: MemoryService, talks: Talks
    ) -> None:
        rows = [talks.say(PLAIN), talks.say(OTHER_WORDS), talks.say("Please use `pnpm`")]
        counts = [(row.items_extracted, row.merged, row.duplicates) for row in rows]
        assert counts == [(1, 0, 0), (0, 1, 0), (0, 1, 0)]
        memory = only(service)
        assert memory.content == PLAIN
        assert [place.conversation_id for place in memory.evidence] == [row.conversation_id for row in rows]
        assert memory.confidence == pytest.approx(1.0)

    @pytest.mark.parametrize("order", list(itertools.permutations((PLAIN, FULL, OTHER_WORDS))))
    def test_the_fuller_text_stays_in_whatever_order_they_are_said(
        self, service: MemoryService, talks: Talks, order: tuple[str, ...]
    ) -> None:
        for text in order:
            talks.say(text)
        memory = only(service)
        assert memory.content == FULL
        assert len(memory.evidence) == 3

    def test_within_one_conversation_too(self, service: MemoryService, talks: Talks) -> None:
        row = talks.say(PLAIN, FULL)
        assert (row.items_extracted, row.merged) == (1, 1)
        assert only(service).content == FULL

    def test_again_changes_nothing(self, service: MemoryService, talks: Talks) -> None:
        talks.say(PLAIN)
        row = talks.say(FULL)
        before, history = only(service), service.history(only(service).id)
        for _ in range(3):
            again = service.memorize(row.conversation_id or "", again=True)
            assert (again.items_extracted, again.merged, again.duplicates) == (0, 0, 1)
        assert only(service) == before
        assert service.history(before.id) == history

    def test_history_tells_what_was_before_and_brings_it_back(
        self, service: MemoryService, talks: Talks
    ) -> None:
        talks.say(PLAIN, tags=("tools",))
        row = talks.say(FULL, tags=("build",))
        memory = only(service)
        made, merged = service.history(memory.id)
        assert (merged.action, merged.actor) == ("merged", "capture")
        assert merged.before is not None
        assert merged.after is not None
        assert merged.before["content"] == PLAIN
        assert merged.before["tags"] == ["tools"]
        assert merged.after["content"] == FULL
        assert (merged.after["merged"], merged.after["merged_from"]) == (FULL, row.conversation_id)
        back = service.restore_version(memory.id, made.seq)
        assert (back.content, back.tags) == (PLAIN, ("tools",))
        service.memorize(row.conversation_id or "", again=True)
        assert only(service).content == PLAIN

    def test_takes_the_tags_of_both_the_stricter_privacy_and_the_higher_confidence(
        self, service: MemoryService, talks: Talks
    ) -> None:
        talks.say(PLAIN, tags=("tools",), confidence=0.8)
        talks.say(OTHER_WORDS, tags=("tools", "build"), confidence=0.9, privacy_level=Privacy.SENSITIVE)
        memory = only(service)
        assert memory.tags == ("tools", "build")
        assert memory.privacy_level is Privacy.SENSITIVE
        assert memory.confidence == pytest.approx(0.95)

    @pytest.mark.parametrize(
        "fields",
        [
            {"expires_at": 1_800_000_000_000},
            {"technology": "npm"},
            {"details": {"key": "tool", "value": "npm"}},
            {"scope": Scope.GLOBAL},
            {"scope": Scope.CONVERSATION},
        ],
    )
    def test_what_differs_beside_the_words_stays_apart(
        self, service: MemoryService, talks: Talks, fields: dict[str, Any]
    ) -> None:
        talks.say(PLAIN, technology="pnpm", details={"key": "tool", "value": "pnpm"})
        talks.say(OTHER_WORDS, **fields)
        assert service.query(status="all").total == 2

    def test_without_a_project_here_is_nowhere(self, service: MemoryService, talks: Talks) -> None:
        talks.say(PLAIN, scope=Scope.GLOBAL)
        talks.say(FULL, scope=Scope.GLOBAL)
        assert service.query(status="all").total == 2

    def test_opposites_stay_apart(self, service: MemoryService, talks: Talks) -> None:
        for text in ("Use pnpm.", "Never use pnpm.", "Use npm.", "Use pnpm 9.", "Use pnpm 10."):
            talks.say(text)
        assert service.query(status="all").total == 5


class TestWordsThatStay:
    def test_what_a_person_edited(self, service: MemoryService, talks: Talks) -> None:
        talks.say(OTHER_WORDS)
        service.update(only(service).id, content=PLAIN)
        talks.say(FULL)
        assert only(service).content == PLAIN
        assert len(only(service).evidence) == 2

    def test_what_a_person_pinned(self, service: MemoryService, talks: Talks) -> None:
        talks.say(PLAIN)
        service.update(only(service).id, privacy_level="always_include")
        talks.say(FULL, privacy_level=Privacy.SENSITIVE)
        assert (only(service).content, only(service).privacy_level) == (PLAIN, "always_include")

    def test_what_is_never_to_be_shared_stays_so(self, service: MemoryService, talks: Talks) -> None:
        talks.say(PLAIN)
        service.update(only(service).id, privacy_level="never_share")
        talks.say(FULL)
        assert (only(service).content, only(service).privacy_level) == (FULL, "never_share")

    def test_what_a_person_stated_where_an_assistant_concludes_more(
        self, service: MemoryService, talks: Talks
    ) -> None:
        talks.say(PLAIN)
        row = talks.say(FULL, source=Source.AI_INFERRED)
        assert (row.merged, row.pending_review) == (1, 0)
        memory = only(service)
        assert (memory.content, memory.source, memory.status) == (PLAIN, "user_stated", "active")

    def test_what_is_active_where_the_fuller_words_would_await_review(
        self, service: MemoryService, talks: Talks
    ) -> None:
        talks.say(PLAIN)
        service.settings.set("review.mode", "everything")
        talks.say(FULL)
        memory = only(service)
        assert (memory.content, memory.status) == (PLAIN, "active")


class TestReview:
    def test_a_plain_word_of_the_person_makes_what_was_supposed_active(
        self, service: MemoryService, talks: Talks
    ) -> None:
        talks.say(PLAIN, source=Source.AI_INFERRED)
        assert only(service).status == "pending"
        talks.say(FULL)
        memory = only(service)
        assert (memory.content, memory.status, memory.source) == (FULL, "active", "user_stated")

    def test_the_very_same_words_do_so_too(self, service: MemoryService, talks: Talks) -> None:
        talks.say(PLAIN, source=Source.AI_INFERRED)
        talks.say(PLAIN)
        assert (only(service).status, only(service).source) == ("active", "user_stated")

    def test_what_somebody_sent_to_review_waits_for_it(self, service: MemoryService, talks: Talks) -> None:
        talks.say(PLAIN)
        service.update(only(service).id, status="pending")
        talks.say(FULL)
        assert only(service).status == "pending"

    @pytest.mark.parametrize("how", ["delete", "reject", "archive"])
    def test_what_was_turned_down_does_not_come_back_in_other_words(
        self, service: MemoryService, talks: Talks, clock: ManualClock, how: str
    ) -> None:
        talks.say(PLAIN)
        getattr(service, how)(only(service).id)
        before = only(service)
        older = talks.say(OTHER_WORDS, at=START - 30 * DAY)
        concluded = talks.say(FULL, source=Source.AI_INFERRED, at=clock.now // 1000 + DAY)
        assert [(row.items_extracted, row.merged, row.duplicates) for row in (older, concluded)] == [
            (0, 0, 1),
            (0, 0, 1),
        ]
        assert (only(service).status, only(service).content) == (before.status, before.content)

    def test_a_newer_word_of_the_person_goes_to_review_as_it_is_now(
        self, service: MemoryService, talks: Talks, clock: ManualClock
    ) -> None:
        talks.say(FULL)
        service.reject(only(service).id)
        clock.advance(days=2)
        row = talks.say(PLAIN, at=clock.now // 1000 - DAY)
        assert (row.items_extracted, row.duplicates, row.pending_review) == (0, 1, 1)
        assert (only(service).status, only(service).content) == ("pending", PLAIN)

    def test_turned_down_words_do_not_take_the_place_of_others(
        self, service: MemoryService, talks: Talks
    ) -> None:
        talks.say(FULL)
        service.reject(only(service).id)
        clean = service.store(
            "Use pnpm", type="instruction", scope="project", scope_id=talks_project(service)
        )
        talks.say(FULL)
        assert service.get(clean.id).content == "Use pnpm"
        assert len(service.get(clean.id).evidence) == 1


def talks_project(service: MemoryService) -> str:
    (memory,) = service.query(status="all").memories
    assert memory.scope_id is not None
    return memory.scope_id


class TestStored:
    def test_other_words_are_merged_and_answer_whose(self, service: MemoryService) -> None:
        first = service.store("User prefers tabs.", type="preference", tags=["style"])
        again = service.store("I prefer tabs over spaces", type="preference", tags=["editor"])
        assert (again.id, again.merged, again.duplicate, again.existing_id) == (
            first.id,
            True,
            False,
            first.id,
        )
        memory = only(service)
        assert (memory.content, memory.tags) == ("I prefer tabs over spaces", ("style", "editor"))

    def test_undo_takes_a_merge_back(self, service: MemoryService) -> None:
        first = service.store("User prefers tabs.", type="preference", confidence=0.8, tags=["style"])
        before = service.get_many([first.id])[0]
        service.store("I prefer tabs over spaces", type="preference", confidence=0.9, tags=["editor"])
        undone = service.undo()
        assert (undone.action, undone.ids) == ("merged", (first.id,))
        after = service.get_many([first.id])[0]
        assert (after.content, after.tags, after.confidence) == (
            before.content,
            before.tags,
            before.confidence,
        )

    def test_undo_of_a_merge_that_changed_nothing_but_its_history(self, service: MemoryService) -> None:
        service.store("User prefers tabs.", type="preference")
        service.store("User prefers the tabs.", type="preference")
        assert service.undo().action == "merged"
        assert service.undo().action == "added"

    def test_another_type_is_another_memory(self, service: MemoryService) -> None:
        service.store("Use tabs", type="preference")
        assert not service.store("Always use tabs", type="instruction").merged

    def test_typed_words_that_say_more_are_never_dropped(self, service: MemoryService) -> None:
        first = service.store("Use spaces", type="preference")
        service.update(first.id, content="Use tabs")
        again = service.store("Use tabs instead of spaces", type="preference")
        assert not again.merged
        assert service.query().total == 2

    def test_an_agent_does_not_reword_what_a_person_typed(self, service: MemoryService) -> None:
        service.store("Use tabs", type="preference")
        again = service.store(
            "Use tabs instead of spaces", type="preference", actor="agent", source="agent_stored"
        )
        assert not again.merged

    @pytest.mark.parametrize("levels", [("always_include", "never_share"), ("sensitive", "always_include")])
    def test_always_and_never_tell_stay_apart(self, service: MemoryService, levels: tuple[str, str]) -> None:
        service.store("Use tabs", type="preference", privacy_level=levels[0])
        assert not service.store("Always use tabs", type="preference", privacy_level=levels[1]).merged

    def test_a_pin_holds_and_is_taken_over(self, service: MemoryService) -> None:
        service.store("Use tabs", type="preference")
        service.store("Always use tabs", type="preference", privacy_level="always_include")
        service.store("Please use tabs", type="preference")
        assert only(service).privacy_level == "always_include"

    def test_what_a_person_types_needs_no_review(self, service: MemoryService, talks: Talks) -> None:
        talks.say(PLAIN, source=Source.AI_INFERRED)
        place = {"scope": "project", "scope_id": talks_project(service)}
        assert service.store("Always use pnpm", type="instruction", **place).merged
        assert only(service).status == "active"
        assert only(service).confirmed_at is not None

    def test_what_was_turned_down_is_stored_anew(self, service: MemoryService) -> None:
        first = service.store("Use tabs", type="preference")
        service.delete(first.id)
        assert not service.store("Always use tabs", type="preference").merged

    def test_many_at_once_are_not_merged(self, service: MemoryService) -> None:
        results = service.store_many(
            [{"content": text, "type": "preference"} for text in ("Use tabs", "Always use tabs")]
        )
        assert [result.merged for result in results] == [False, False]
        assert service.query().total == 2


@pytest.mark.parametrize("said", [PLAIN, OTHER_WORDS])
def test_deleting_a_conversation_for_good_leaves_what_somebody_stored(
    service: MemoryService, talks: Talks, said: str
) -> None:
    talks.say("The API is written in Go.")
    stored = service.store(PLAIN, type="instruction", scope="project", scope_id=talks_project(service))
    row = talks.say(said)
    assert len(service.get(stored.id).evidence) == 1
    service.purge(conversation=row.conversation_id)
    assert service.get(stored.id).content == PLAIN


def test_deleting_a_conversation_for_good_takes_its_words_out_of_what_they_were_merged_into(
    service: MemoryService, talks: Talks
) -> None:
    talks.say(PLAIN)
    gone = talks.say(FULL)
    talks.say(OTHER_WORDS)
    memory = only(service)
    service.purge(conversation=gone.conversation_id)
    left = only(service)
    assert (left.id, left.content, len(left.evidence)) == (memory.id, PLAIN, 2)
    assert "npm here" not in service.home.database.read_bytes().decode("utf-8", "replace")
    assert actions(service, left) == ["captured", "merged", "merged"]
    assert service.search("pnpm")[0].memory.id == left.id


@pytest.mark.slow
@pytest.mark.parametrize("way", [False, True])
def test_all_that_are_judged_the_same_find_each_other(service: MemoryService, way: bool) -> None:
    """The index is asked for words that both say; it must not lose what the judge would have joined."""
    for number, pair in enumerate(pairs()):
        texts = (pair.other, pair.one) if way else (pair.one, pair.other)
        if fold(texts[0]) == fold(texts[1]):
            continue
        place = {"type": "fact", "scope": "project", "scope_id": f"/srv/{number}"}
        results = [service.store(text, **place) for text in texts]
        assert results[1].merged == same(read(pair.one), read(pair.other)), texts
