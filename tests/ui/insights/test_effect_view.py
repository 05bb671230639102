"""Does it help? The switch, the sentence and the ranges, as a person uses them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from arbor_desktop.maintenance.effect_statistics import METHOD
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.insights.effect import EffectView, SessionRow
from tests.conftest import ManualClock
from tests.maintenance.test_effect import KILN, add_session

POLLEN = "/srv/pollen"


@pytest.fixture
def compared(service: MemoryService, some: dict[str, str]) -> None:
    """Sixty sessions; without memories the person corrects far more."""
    service.effect.turn_on([KILN])
    for number in range(60):
        without = number % 5 == 0
        corrections = 4 + number % 2 if without else number % 2
        add_session(service, f"s{number:02}", shared=not without, corrections=corrections)


def view_of(person: Any) -> EffectView:
    person.qtbot.keyClick(person.page, Qt.Key.Key_4, Qt.KeyboardModifier.AltModifier)
    person.wait()
    view = person.page.stack.currentWidget()
    assert isinstance(view, EffectView)
    return view


def rows(view: EffectView) -> list[SessionRow]:
    return [row for row in view.sessions.findChildren(SessionRow) if row.isVisible()]


def test_it_is_off_and_turned_on_with_a_click(
    open_page: Any, some: dict[str, str], service: MemoryService
) -> None:
    person = open_page()
    view = view_of(person)
    assert view.off.isVisible() and not view.result.isVisible() and not view.settings.switch.isChecked()
    assert view.off.text.text().startswith("One session in 5 starts without memories.")
    assert person.page.focusWidget() is view.off.turn_on
    person.click(view.off.turn_on)
    assert service.settings.get("comparison.enabled") is True
    assert set(service.settings.get("comparison.projects")) == {KILN, POLLEN}
    assert view.result.isVisible() and view.result.headline.text() == "Too early to tell."
    assert view.settings.switch.isChecked()
    person.click(view.settings.switch)
    assert service.settings.get("comparison.enabled") is False and view.off.isVisible()


def test_share_and_projects_are_chosen(open_page: Any, some: dict[str, str], service: MemoryService) -> None:
    person = open_page()
    view = view_of(person)
    assert view.settings.projects.text() == "2 projects"
    person.pick(view.settings.share, 3)
    assert service.settings.get("comparison.one_in") == 3
    assert view.off.text.text().startswith("One session in 3 ")
    person.take(view.settings.open_projects(), "pollen")
    person.wait()
    assert service.settings.get("comparison.projects") == [KILN] and view.settings.projects.text() == "kiln"


def test_what_cannot_be_compared_is_named(
    open_page: Any, some: dict[str, str], service: MemoryService
) -> None:
    service._rt.db.write(
        lambda c: c.execute(
            "INSERT INTO project_switch (project, instructions) VALUES (?, '{\"A\":1}')", (POLLEN,)
        )
    )
    view = view_of(open_page())
    assert view.settings.apart.isVisible() and view.settings.apart.text().endswith(": pollen")
    menu = view.settings.open_projects()
    assert [(action.text(), action.isEnabled()) for action in menu.actions()] == [
        ("kiln", True),
        ("pollen", False),
    ]
    menu.close()


def test_a_sentence_first_then_the_ranges(open_page: Any, compared: None) -> None:
    person = open_page()
    view = view_of(person)
    assert view.result.headline.text() == "With memories you correct your AI 89 % less."
    assert view.result.note.text().startswith("48 sessions with memories, 12 without, since ")
    chart = view.result.ranges
    assert [(row.words, row.sure) for row in chart.data][1:3] == [
        ("89 % less", True),
        ("No clear difference", False),
    ]
    assert person.page.focusWidget() is chart
    for _ in range(2):
        QTest.keyClick(chart, Qt.Key.Key_Down)
    assert chart.mark == 1
    assert "9 times in 10, the real difference is 8" in str(chart.words(1))


def test_the_time_range_and_project_of_the_page_apply(
    open_page: Any, compared: None, clock: ManualClock, service: MemoryService
) -> None:
    clock.advance(days=40)
    person = open_page()
    view = view_of(person)
    assert view.report is not None and view.report.without_sessions == 12
    assert person.page.bar.range.isVisible() and not person.page.bar.export.isVisible()
    person.click(person.page.bar.range.button("30"))
    assert view.report.without_sessions == 0
    person.click(person.page.bar.range.button("182"))
    person.choose_project("pollen")
    assert view.report.project == POLLEN and view.report.without_sessions == 0


def test_figures_are_a_table_and_saved_with_the_method(
    open_page: Any, compared: None, tmp_path: Path
) -> None:
    person = open_page()
    card = view_of(person).result
    person.take(card.menu(), "Show as table")
    assert card.table.isVisible() and not card.face.isVisible()
    assert not card.table.horizontalScrollBar().isVisible()
    model = card.table.model()
    cells = [model.index(1, column).data() for column in range(model.columnCount())]
    assert cells[0::3] == ["You correct your AI", "0.50"] and cells[1] == "89 % less"
    assert cells[2].endswith(" % less") and "/" in cells[5]
    person.take(card.menu(), "Save data as CSV…")
    person.accept(tmp_path / "effect.csv")
    head, *lines = (tmp_path / "effect.csv").read_text("utf-8").splitlines()
    assert head.startswith("Question,Result") and head.endswith("Method")
    assert len(lines) == 5 and all(METHOD in line for line in lines)
    assert lines[1].startswith("You correct your AI,89 % less,0.5,4.5,-0.889,")


def test_sessions_without_memories_are_listed_and_open(open_page: Any, compared: None, qtbot: Any) -> None:
    person = open_page()
    view = view_of(person)
    assert len(rows(view)) == 3 and view.all_button.text() == "All 12"
    with qtbot.waitSignal(person.page.conversation_wanted) as wanted:
        person.click(rows(view)[0])
    assert wanted.args[0].startswith("c-s")
    assert "corrections" in rows(view)[0].accessibleName()
    assert ", Claude Code, " in rows(view)[0].accessibleName()
    assert rows(view)[0].toolTip().endswith("\nClaude Code")
    person.click(view.all_button)
    assert len(rows(view)) == 12


def test_too_early_says_what_is_still_needed(
    open_page: Any, some: dict[str, str], service: MemoryService
) -> None:
    service.effect.turn_on([KILN])
    for number in range(6):
        add_session(service, f"s{number}", shared=number > 1, corrections=number)
    view = view_of(open_page())
    assert view.result.headline.text() == "Too early to tell."
    assert view.result.rest.text().startswith(
        "2 sessions without memories so far. The first answer needs about 24."
    )
    assert view.needed.isVisible()


def test_a_failure_is_said_and_tried_again(
    open_page: Any, compared: None, service: MemoryService, monkeypatch: pytest.MonkeyPatch
) -> None:
    from arbor_desktop.errors import StorageError

    def fail(**_: Any) -> None:
        raise StorageError("The disk is full.")

    person = open_page()
    with monkeypatch.context() as broken:
        broken.setattr(service.effect, "report", fail)
        view = view_of(person)
        assert view.empty.title.text() == "Couldn't load the comparison"
    view.refresh()
    person.wait()
    assert view.result.isVisible()


def test_in_a_narrow_window_the_switch_is_below(open_page: Any, compared: None) -> None:
    wide, narrow = view_of(open_page()), view_of(open_page(width=820))
    assert wide.settings.mapTo(wide, wide.settings.rect().topLeft()).x() > wide.result.width()
    assert narrow.settings.geometry().top() > narrow.result.geometry().bottom()
