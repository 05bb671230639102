"""Settings → Reading: the rules, how they were judged, and letting one or all begin anew."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from arbor_desktop.extraction.model import Candidate, RuleInfo
from arbor_desktop.memories.model import Category, MemoryType
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.settings.page import SettingsPage
from arbor_desktop.ui.settings.reading.rules import SHOWN_AT_FIRST, RuleRow, counts_words, trust_words
from tests.conftest import ManualClock
from tests.reliability.sessions import START, Session
from tests.scripted import Scripted

Settle = Callable[[], None]
SAY = "We talked about many things today, among them what follows here."
ALWAYS, MOVED = "instruction.always", "project.we-dont"


@pytest.fixture
def service(home: Path, clock: ManualClock) -> MemoryService:
    with MemoryService.open(home, clock=clock, worker=Scripted()) as service:
        service.settings.set("appearance.theme", "light")
        yield service


@pytest.fixture
def make(service: MemoryService, tmp_path: Path) -> Callable[..., list[str]]:
    """Lets a rule make so many memories, and answers their ids."""
    made: list[str] = []

    def capture(rule: str, count: int, confidence: float = 0.9) -> list[str]:
        texts = [f"Statement {len(made)} {number} of the rule holds." for number in range(count)]
        service._worker.found = [
            Candidate(text, MemoryType.FACT, Category.FACTS, confidence, rule, 1, 1, number, 60)
            for number, text in enumerate(texts)
        ]
        session = Session(f"s{len(made)}", start=START + len(made) * 1000).say(SAY).reply(SAY)
        service.capture([session.write(tmp_path)])
        made.append(rule)
        found = service.query(status="all", limit=1000).memories
        return [memory.id for memory in found if memory.content in texts]

    return capture


@pytest.fixture
def judged(service: MemoryService, make: Callable[..., list[str]]) -> None:
    """One rule that is mostly wrong, one that was right once."""
    for memory_id in make(ALWAYS, 6):
        service.feedback(memory_id, "INCORRECT")
    service.feedback(make(MOVED, 9, 0.85)[0], "CONFIRM")


@pytest.fixture
def rules(page: SettingsPage, settle: Settle) -> SettingsPage:
    page.show_section("reading")
    page.reading.unfold()
    settle()
    return page


def rows(page: SettingsPage) -> list[RuleRow]:
    return list(page.reading.rules.rule_rows.values())


def words(row: RuleRow) -> tuple[str, str, str]:
    return row.title.text(), row.description.text(), row.before.text() if row.before.isVisible() else ""


def focus_order(page: SettingsPage) -> list[QWidget]:
    first = page.field
    order, widget = [], first.nextInFocusChain()
    while widget is not first:
        if widget.isVisible() and widget.isEnabled() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
            order.append(widget)
        widget = widget.nextInFocusChain()
    return order


@pytest.mark.slow
def test_where_nothing_was_memorized_it_says_what_will_be_here(rules: SettingsPage) -> None:
    card = rules.reading.rules
    assert card.empty.isVisible()
    assert rows(rules) == []
    assert not card.reset_row.isVisible()


@pytest.mark.usefixtures("judged")
class TestRules:
    def test_say_what_they_made_and_how_far_they_are_trusted(self, rules: SettingsPage) -> None:
        wrong, right = rows(rules)
        assert words(wrong) == ("Standing instruction: always", "6 memories · 6 rejected", "0.90 →")
        assert words(right) == ("About the project: we dont", "9 memories · 1 kept", "")
        assert (round(wrong.bar.value, 2), right.bar.value) == (0.62, 0.85)
        assert not rules.reading.rules.empty.isVisible()

    def test_a_click_lets_one_begin_anew_and_undo_takes_that_back(
        self, qtbot: QtBot, rules: SettingsPage, service: MemoryService, settle: Settle
    ) -> None:
        before = service.rules.infos()
        qtbot.mouseClick(rows(rules)[0].reset, Qt.MouseButton.LeftButton)
        settle()
        wrong, right = rows(rules)
        assert words(wrong) == ("Standing instruction: always", "6 memories · reset", "")
        assert words(right)[1] == "9 memories · 1 kept"
        assert rules.snackbar.isVisible()
        assert not wrong.reset.isVisible()
        qtbot.mouseClick(rules.snackbar.action_button, Qt.MouseButton.LeftButton)
        settle()
        assert words(rows(rules)[0])[1:] == ("6 memories · 6 rejected", "0.90 →")
        assert service.rules.infos() == before

    @pytest.mark.slow
    def test_all_begin_anew_with_one_button(
        self, qtbot: QtBot, rules: SettingsPage, service: MemoryService, settle: Settle
    ) -> None:
        card = rules.reading.rules
        qtbot.mouseClick(card.reset_button, Qt.MouseButton.LeftButton)
        settle()
        assert [words(row)[1] for row in rows(rules)] == [
            "6 memories · reset",
            "9 memories · reset",
        ]
        assert not card.reset_button.isEnabled()
        rules.undo()
        settle()
        assert card.reset_button.isEnabled()
        assert [info.turned_down for info in service.rules.infos()] == [6, 0]

    @pytest.mark.slow
    def test_the_keyboard_reaches_and_resets_them(self, rules: SettingsPage, settle: Settle) -> None:
        wrong, right = rows(rules)
        order = focus_order(rules)
        places = [order.index(w) for w in (wrong.reset, right.reset, rules.reading.rules.reset_button)]
        assert places == sorted(places)
        wrong.reset.setFocus()
        QTest.keyClick(wrong.reset, Qt.Key.Key_Space)
        settle()
        assert words(wrong)[1] == "6 memories · reset"

    @pytest.mark.slow
    def test_what_is_judged_elsewhere_shows_at_once_and_moves_no_row(
        self, qtbot: QtBot, rules: SettingsPage, service: MemoryService, make: Callable[..., list[str]]
    ) -> None:
        before = rows(rules)
        for memory_id in make(MOVED, 20, 0.85):
            service.feedback(memory_id, "INCORRECT")
        qtbot.waitUntil(lambda: "20 rejected" in before[1].description.text())
        assert rows(rules) == before

    @pytest.mark.slow
    def test_a_click_asks_for_the_memories_of_one(self, qtbot: QtBot, rules: SettingsPage) -> None:
        with qtbot.waitSignal(rules.rule_wanted) as asked:
            qtbot.mouseClick(rows(rules)[0].show_button, Qt.MouseButton.LeftButton)
        assert asked.args == [ALWAYS, "Standing instruction: always"]

    @pytest.mark.slow
    def test_are_found_by_what_they_are_called(self, rules: SettingsPage, settle: Settle) -> None:
        rules.field.set_search("we dont")
        assert [row.rule for row in rows(rules) if row.isVisible()] == [MOVED]

    @pytest.mark.slow
    def test_a_row_reads_as_one_sentence(self, rules: SettingsPage) -> None:
        assert rows(rules)[0].accessibleName() == (
            "Standing instruction: always. 6 memories · 6 rejected. "
            "Confidence 0.90 before your reviews, 0.62 now"
        )
        assert rows(rules)[0].reset.accessibleName() == "Reset Standing instruction: always"


@pytest.mark.slow
@pytest.mark.usefixtures("judged")
@pytest.mark.parametrize("theme", [13, 20], indirect=True, ids=["font 13", "font 20"])
@pytest.mark.parametrize("width", [804, 1156])
def test_rows_fit_at_any_width_and_their_bars_stand_under_each_other(
    rules: SettingsPage, settle: Settle, width: int
) -> None:
    rules.resize(width, 560)
    settle()
    viewport = rules.area.viewport()
    for row in rows(rules):
        assert row.mapTo(viewport, row.rect().bottomRight()).x() <= viewport.width()
        for label in (row.title, row.description):
            assert label.height() >= label.heightForWidth(label.width()), label.text()
    assert len({row.bar.mapTo(viewport, row.bar.rect().topLeft()).x() for row in rows(rules)}) == 1


@pytest.mark.slow
def test_of_many_rules_the_first_are_shown_until_all_are_wanted(
    qtbot: QtBot, make: Callable[..., list[str]], page: SettingsPage, settle: Settle
) -> None:
    for number in range(SHOWN_AT_FIRST + 3):
        make(f"plain.kind-{number}", 1)
    page.show_section("reading")
    page.reading.unfold()
    page.refresh()
    settle()
    card = page.reading.rules
    assert len(rows(page)) == SHOWN_AT_FIRST
    last = f"plain.kind-{SHOWN_AT_FIRST + 2}"
    page.field.set_search(f"kind {SHOWN_AT_FIRST + 2}")
    assert [row.rule for row in rows(page) if row.isVisible()] == [last], "a search goes through all of them"
    page.field.set_search("memories")
    assert len(rows(page)) == SHOWN_AT_FIRST, "what all have in common finds no more than is shown anyway"
    page.field.clear_search()
    assert len(rows(page)) == SHOWN_AT_FIRST
    assert card.more_row.button.text() == f"Show all {SHOWN_AT_FIRST + 3} rules"
    qtbot.mouseClick(card.more_row.button, Qt.MouseButton.LeftButton)
    assert len(rows(page)) == SHOWN_AT_FIRST + 3
    assert list(page.reading.rules.rule_rows.values())[SHOWN_AT_FIRST].show_button.hasFocus()
    assert not card.more_row.isVisible()


INFO = RuleInfo("a.b", "Kind", "phrase", 1, 0, 0, 1.0, None)


def test_words_of_one_memory_and_of_an_unknown_strength() -> None:
    assert counts_words(INFO) == "1 memory"
    assert trust_words(INFO) == "Confidence unknown"
