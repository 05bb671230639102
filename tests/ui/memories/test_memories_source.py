"""A memory's Source tab: the rule and the very words that made it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from arbor_desktop.extraction.model import Candidate
from arbor_desktop.memories.model import Category, Memory, MemoryType, Status
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.components import Badge, IconButton
from arbor_desktop.ui.components.labels import GlyphLine
from arbor_desktop.ui.components.text_runs import RunsView
from arbor_desktop.ui.memories.tabs import RuleLine
from tests.reliability.sessions import START, Session
from tests.scripted import Scripted


@pytest.fixture
def worker() -> Scripted:
    return Scripted()


@pytest.fixture
def service(home: Path, clock: Any, worker: Scripted) -> Iterator[MemoryService]:
    with MemoryService.open(home, clock=clock, worker=worker) as service:
        yield service


@pytest.fixture
def by_rule(service: MemoryService, worker: Scripted, tmp_path: Path) -> Callable[[str], Memory]:
    """The memory that a rule makes of what a person says."""
    said = "Always run the linter before you commit."

    def capture(rule: str) -> Memory:
        number = service.query(status="all").total
        prompt = f"Thank you. {said} And now go on."
        start = prompt.index(said)
        found = Candidate(
            f"{said[:-1]} {number}.",
            MemoryType.INSTRUCTION,
            Category.FACTS,
            0.9,
            rule,
            1,
            1,
            start,
            start + len(said),
        )
        worker.found = [found]
        session = Session(f"s{number}", start=START + number * 1000).say(prompt)
        session.reply("Understood, the linter runs before each commit.")
        service.capture([session.write(tmp_path)])
        return next(m for m in service.query(status="all").memories if m.content == found.content)

    return capture


def lines(person: Any) -> list[str]:
    """What stands beside the glyphs under the excerpts."""
    return [line.label.text() for line in person.page.detail.source.findChildren(GlyphLine)]


def test_the_source_says_which_rule_and_which_words_made_it(open_page: Any, by_rule: Any) -> None:
    memory = by_rule("instruction.always")
    person = open_page()
    person.page.show_memory(memory.id)
    person.wait()
    source = person.page.detail.source
    assert lines(person) == ["Standing instruction: always · high confidence"]
    marked = [run for view in source.findChildren(RunsView) for run in view.marked()]
    assert marked == ["Always run the linter before you commit."]


def test_the_source_tells_a_correction_from_what_was_just_said(open_page: Any, by_rule: Any) -> None:
    memory = by_rule("correction/instruction.always")
    person = open_page()
    person.page.show_memory(memory.id)
    person.wait()
    assert lines(person) == ["Your correction · Standing instruction: always · high confidence"]


@pytest.mark.slow
def test_marking_a_rules_memories_incorrect_lowers_its_next_and_the_source_says_so(
    open_page: Any, by_rule: Any
) -> None:
    wrong = [by_rule("project.we-use") for _ in range(4)]
    person = open_page()
    for memory in wrong:
        person.page.show_memory(memory.id)
        person.wait()
        person.click(person.page.detail.feedback.buttons["incorrect"])
    late = by_rule("project.we-use")
    assert (late.status, late.confidence) == (Status.PENDING, 0.7224)
    person.page.show_memory(late.id)
    person.wait()
    assert lines(person) == [
        "About the project: we use · high confidence",
        "Confidence lowered from 0.90 to 0.72: you turned down all 4 memories of this rule that you judged.",
    ]


def test_what_was_verified_has_a_badge_and_shows_the_error_that_it_mended(
    open_page: Any, by_rule: Any, service: MemoryService
) -> None:
    memory = by_rule("assistant.cause")
    service._rt.db.write(
        lambda c: c.execute("UPDATE evidence SET verified = 1, error_text = 'KeyError: port'").fetchall()
    )
    person = open_page()
    person.page.show_memory(memory.id)
    person.wait()
    source = person.page.detail.source
    cause = "From your AI: a cause the AI found · high confidence"
    assert lines(person) == [cause, "KeyError: port"]
    assert [badge.accessibleName() for badge in source.findChildren(Badge)] == ["Verified"]


def test_of_a_rule_that_is_not_known_it_says_the_name_in_words(open_page: Any, by_rule: Any) -> None:
    memory = by_rule("weather.late-frost")
    person = open_page()
    person.page.show_memory(memory.id)
    person.wait()
    assert lines(person) == ["Weather: late frost · high confidence"]


def test_the_memories_of_one_rule_are_listed_until_its_filter_is_taken_away(
    open_page: Any, by_rule: Any, service: MemoryService
) -> None:
    mine, corrected = by_rule("project.we-use"), by_rule("correction/project.we-use")
    other = by_rule("project.our")
    service.reject(corrected.id)
    person = open_page()
    person.page.show_memory(mine.id)
    person.wait()
    (line,) = person.page.detail.source.findChildren(RuleLine)
    person.click(line.others)
    assert sorted(person.shown()) == sorted([mine.content, corrected.content])
    chip = next(
        b for b in person.page.filters.active.findChildren(IconButton) if "we use" in b.accessibleName()
    )
    person.click(chip)
    assert other.content in person.shown()
