"""How far a rule is trusted follows from what a person does with its memories."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.errors import NotFound
from arbor_desktop.extraction.model import Candidate, RuleInfo
from arbor_desktop.extraction.queries import CLEAR_NO, CLEAR_YES, Feedback
from arbor_desktop.extraction.trust import (
    LEAST,
    MOST_AT_ONCE,
    WEAK,
    WEAK_NO,
    WEAK_YES,
    factor,
    lowered,
    standings,
)
from arbor_desktop.memories.model import Category, Memory, MemoryType, Status, base_rule, is_correction
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock
from tests.reliability.sessions import START, Session
from tests.scripted import Scripted

RULE = "instruction.always"
WEIGHTS = st.floats(0, 1000)


def each(action: str, count: int, *, soon: bool = True) -> list[Feedback]:
    """So many memories, each judged by itself."""
    return [Feedback(RULE, action, f"{action}{number}", soon) for number in range(count)]


class TestFactor:
    def test_nothing_said_and_a_single_no_change_nothing(self) -> None:
        assert factor(0, 0) == factor(0, 1) == 1

    @pytest.mark.parametrize(
        ("kept", "turned_down", "expected"),
        [(0, 3, 0.879), (0, 6, 0.684), (0, 12, 0.5), (10, 7, 1), (10, 8, 0.965), (5, 5, 0.967)],
    )
    def test_as_the_example_says(self, kept: float, turned_down: float, expected: float) -> None:
        assert factor(kept, turned_down) == pytest.approx(expected, abs=0.001)

    @given(WEIGHTS, WEIGHTS)
    def test_never_gains_and_never_loses_more_than_half(self, kept: float, turned_down: float) -> None:
        assert LEAST <= factor(kept, turned_down) <= 1

    @given(WEIGHTS, WEIGHTS, st.floats(0, 50))
    def test_a_no_never_helps_and_a_yes_never_harms(
        self, kept: float, turned_down: float, more: float
    ) -> None:
        assert factor(kept, turned_down + more) <= factor(kept, turned_down) + 1e-12
        assert factor(kept + more, turned_down) >= factor(kept, turned_down) - 1e-12

    def test_a_rule_that_does_better_comes_back(self) -> None:
        assert factor(0, 6) < factor(4, 6) < factor(8, 6) == 1

    def test_a_lowered_confidence_has_four_digits_and_a_whole_one_stays(self) -> None:
        assert lowered(0.9, 6 / 10.5 / 0.65) == 0.7912
        assert lowered(0.123456, 1.0) == 0.123456


class TestStandings:
    @pytest.mark.parametrize("action", sorted(CLEAR_NO))
    def test_a_clear_no_counts_whole(self, action: str) -> None:
        standing = standings(each(action, 4))[RULE]
        assert (standing.kept, standing.turned_down, standing.turned_down_weight) == (0, 4, 4)

    @pytest.mark.parametrize("action", sorted(CLEAR_YES))
    def test_a_clear_yes_counts_whole(self, action: str) -> None:
        standing = standings(each(action, 4))[RULE]
        assert (standing.kept, standing.turned_down, standing.kept_weight) == (4, 0, 4)

    @pytest.mark.parametrize("action", sorted(WEAK_NO))
    def test_deleting_is_a_weak_no_at_first_and_nothing_later(self, action: str) -> None:
        assert standings(each(action, 4))[RULE].turned_down_weight == 4 * WEAK
        assert standings(each(action, 4, soon=False)) == {}

    @pytest.mark.parametrize("action", sorted(WEAK_YES))
    def test_a_mended_text_is_a_weak_yes_at_any_time(self, action: str) -> None:
        assert standings(each(action, 4, soon=False))[RULE].kept_weight == 4 * WEAK

    def test_one_action_over_many_counts_as_few(self) -> None:
        at_once = Feedback(RULE, "rejected", "all of them", True, 40)
        standing = standings([at_once, *each("rejected", 1)])[RULE]
        assert (standing.turned_down, standing.turned_down_weight) == (41, MOST_AT_ONCE + 1)

    def test_what_means_nothing_is_nothing(self) -> None:
        assert standings([Feedback(RULE, "archived", "a", True)]) == {}


def test_a_correction_counts_for_the_rule_that_found_it() -> None:
    assert base_rule("correction/instruction.always") == RULE == base_rule(RULE)
    assert is_correction("correction/instruction.always")
    assert not is_correction("correction.use")


USED_RULE = "project.we-use"
SAY = "We talked about many things today, among them what follows here."


@pytest.fixture
def worker() -> Scripted:
    return Scripted()


@pytest.fixture
def service(home: Path, clock: ManualClock, worker: Scripted) -> Iterator[MemoryService]:
    with MemoryService.open(home, clock=clock, worker=worker) as opened:
        yield opened
        assert opened.verification.problems() == {"integrity": [], "index": [], "references": []}


Make = Callable[..., list[Memory]]


@pytest.fixture
def make(service: MemoryService, worker: Scripted, tmp_path: Path) -> Make:
    """Memorizes a conversation in which `rule` found `count` statements, and answers the memories."""
    made: list[str] = []

    def capture(count: int, rule: str = USED_RULE, confidence: float = 0.9) -> list[Memory]:
        name = f"session{len(made)}"
        base = Candidate("", MemoryType.FACT, Category.FACTS, confidence, rule, 1, 1, 0, 10)
        texts = [f"The {name} statement number {number} holds." for number in range(count)]
        worker.found = [replace(base, content=t, span_start=n) for n, t in enumerate(texts)]
        session = Session(name, start=START + len(made) * 1000).say(SAY).reply(SAY)
        service.capture([session.write(tmp_path)])
        made.append(name)
        found = service.query(status="all", limit=1000).memories
        return sorted((m for m in found if m.content in texts), key=lambda m: texts.index(m.content))

    return capture


def info(service: MemoryService, rule: str = USED_RULE) -> RuleInfo:
    return next(one for one in service.rules.infos() if one.rule == rule)


def turn_down(service: MemoryService, memories: list[Memory]) -> None:
    for memory in memories:
        service.feedback(memory.id, "INCORRECT")


class TestMemorizing:
    def test_a_rule_that_is_often_wrong_sends_its_results_to_review(
        self, service: MemoryService, make: Make
    ) -> None:
        (before,) = make(1)
        turn_down(service, make(3))
        (after,) = make(1)
        assert (before.status, before.confidence) == (Status.ACTIVE, 0.9)
        assert (after.status, after.confidence) == (Status.PENDING, 0.7912)
        assert [e.confidence for e in after.evidence] == [0.9]

    def test_the_history_says_why(self, service: MemoryService, make: Make) -> None:
        turn_down(service, make(3))
        (memory,) = make(1)
        assert service.history(memory.id)[0].reason == (
            "Confidence lowered from 0.90 to 0.79: you turned down "
            "all 3 memories of this rule that you judged."
        )

    def test_other_rules_keep_their_confidence_and_say_nothing(
        self, service: MemoryService, make: Make
    ) -> None:
        turn_down(service, make(5))
        (memory,) = make(1, "project.our")
        assert memory.confidence == 0.9
        assert service.history(memory.id)[0].reason is None

    def test_it_counts_for_corrections_too_and_from_them(self, service: MemoryService, make: Make) -> None:
        turn_down(service, make(3, f"correction/{USED_RULE}"))
        assert make(1)[0].confidence == make(1, f"correction/{USED_RULE}")[0].confidence == 0.7912

    def test_without_review_it_is_lowered_and_still_active(self, service: MemoryService, make: Make) -> None:
        service.settings.set("review.mode", "nothing")
        turn_down(service, make(20))
        (memory,) = make(1)
        assert (memory.status, memory.confidence) == (Status.ACTIVE, 0.45)

    def test_what_is_accepted_in_review_brings_the_rule_back(
        self, service: MemoryService, make: Make
    ) -> None:
        turn_down(service, make(3))
        for memory in make(3):
            service.accept(memory.id)
        assert make(1)[0].confidence == 0.9


class TestCounting:
    def test_says_what_each_rule_made_and_how_that_was_judged(
        self, service: MemoryService, make: Make
    ) -> None:
        kept, wrong, *_ = make(5)
        service.feedback(kept.id, "CONFIRM")
        service.feedback(wrong.id, "INCORRECT")
        make(2, "project.our", 0.8)
        assert [(i.rule, i.memories, i.kept, i.turned_down, i.confidence) for i in service.rules.infos()] == [
            (USED_RULE, 5, 1, 1, 0.9),
            ("project.our", 2, 0, 0, 0.8),
        ]
        assert info(service).name == "About the project: we use"

    def test_the_most_turned_down_comes_first(self, service: MemoryService, make: Make) -> None:
        make(9, "project.our")
        turn_down(service, make(4))
        assert [i.rule for i in service.rules.infos()] == [USED_RULE, "project.our"]

    def test_the_last_clear_word_counts(self, service: MemoryService, make: Make) -> None:
        (memory,) = make(1)
        service.feedback(memory.id, "INCORRECT")
        service.feedback(memory.id, "CONFIRM")
        service.delete(memory.id)
        assert (info(service).kept, info(service).turned_down) == (1, 0)

    def test_what_is_undone_was_never_said(self, service: MemoryService, make: Make) -> None:
        turn_down(service, make(4))
        assert info(service).turned_down == 4
        service.undo()
        assert info(service).turned_down == 3
        service.undo()
        service.undo()
        assert make(1)[0].confidence == 0.9

    def test_deleting_at_once_is_a_weak_no_and_later_none(
        self, service: MemoryService, make: Make, clock: ManualClock
    ) -> None:
        soon, late = make(2)
        service.delete(soon.id)
        clock.advance(days=30)
        service.delete(late.id)
        assert (info(service).kept, info(service).turned_down) == (0, 1)

    def test_a_mended_text_and_a_pin_are_kept_and_a_moved_slider_says_nothing(
        self, service: MemoryService, make: Make
    ) -> None:
        mended, moved, pinned, shared = make(4)
        service.update(pinned.id, privacy_level="always_include")
        service.update(shared.id, privacy_level="sensitive")
        service.update(mended.id, content="The statement as it really holds.")
        service.update(moved.id, confidence=0.3)
        assert (info(service).kept, info(service).turned_down) == (2, 0)

    def test_outdated_and_archived_are_no_mistake_of_the_rule(
        self, service: MemoryService, make: Make
    ) -> None:
        old, done = make(2)
        service.feedback(old.id, "OUTDATED")
        service.archive(done.id)
        assert (info(service).kept, info(service).turned_down) == (0, 0)

    def test_many_rejected_at_once_are_not_many_words(self, service: MemoryService, make: Make) -> None:
        service.settings.set("review.mode", "everything")
        service.reject(*(memory.id for memory in make(50)))
        assert info(service).turned_down == 50
        assert info(service).factor == pytest.approx(0.879, abs=0.001)

    def test_memories_by_hand_have_no_rule(self, service: MemoryService) -> None:
        service.feedback(service.store("Written by hand.", type="fact").id, "INCORRECT")
        assert service.rules.infos() == []


class TestReset:
    def test_counts_only_what_comes_after(
        self, service: MemoryService, make: Make, clock: ManualClock
    ) -> None:
        turn_down(service, make(5))
        clock.advance(seconds=1)
        service.rules.reset(USED_RULE)
        found = info(service)
        assert (found.memories, found.turned_down, found.factor, found.reset_at) == (5, 0, 1, clock())
        (memory,) = make(1)
        assert memory.confidence == 0.9
        clock.advance(seconds=1)
        service.feedback(memory.id, "INCORRECT")
        assert info(service).turned_down == 1

    def test_of_one_leaves_the_others(self, service: MemoryService, make: Make) -> None:
        turn_down(service, make(5))
        turn_down(service, make(5, "project.our"))
        service.rules.reset("project.our")
        assert (info(service).turned_down, info(service, "project.our").turned_down) == (5, 0)

    def test_of_all_can_be_taken_back(self, service: MemoryService, make: Make) -> None:
        turn_down(service, make(5))
        turn_down(service, make(5, "project.our"))
        before = service.rules.infos()
        earlier = service.rules.reset()
        assert [i.factor for i in service.rules.infos()] == [1, 1]
        service.rules.set_resets(earlier)
        assert service.rules.infos() == before
        assert make(1)[0].confidence < 0.9

    def test_deleting_everything_forgets_resets_too(self, service: MemoryService, make: Make) -> None:
        turn_down(service, make(5))
        service.rules.reset()
        service.purge(everything=True)
        turn_down(service, make(2))
        assert (info(service).turned_down, info(service).reset_at) == (2, None)

    def test_of_a_rule_that_made_nothing_is_refused(self, service: MemoryService) -> None:
        with pytest.raises(NotFound, match=r"project\.we-use"):
            service.rules.reset(USED_RULE)
