"""What an AI would be told is seen, understood and changed in place."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRect, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QHelpEvent, QImage, QPainter, QTextCursor
from PySide6.QtWidgets import QStyleOptionViewItem, QToolTip, QWidget
from pytestqt.qtbot import QtBot

from arbor_desktop.errors import StorageError
from arbor_desktop.memories.model import Privacy
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.components import Button, Chip
from arbor_desktop.ui.context.bars import BudgetPopup, ConfidencePopup
from arbor_desktop.ui.context.list import LEFT_OUT, TOLD
from arbor_desktop.ui.context.model import Question, recalled
from arbor_desktop.ui.context.text import parts_of
from arbor_desktop.ui.window_state import WindowState
from tests import _team

CTRL, ALT, SHIFT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ShiftModifier,
)
KILN, POLLEN = "/srv/kiln", "/srv/pollen"
Remember = Callable[..., str]


def buttons(within: QWidget) -> dict[str, Button]:
    return {b.text(): b for b in within.findChildren(Button) if b.isVisible()}


# What is told


def test_the_text_is_the_one_that_an_assistant_gets(
    open_page: Any, some: dict[str, str], service: MemoryService
) -> None:
    person = open_page()
    expected = service.get_context(project=KILN, log_access=False)
    assert person.text == f"SessionStart hook additional context: {expected.text}"
    assert person.page.text.used.text() == f"{expected.tokens:,} / 2,000 tokens"
    assert person.page.text.count.text() == "4 memories · at session start, through the hook"
    person.key(Qt.Key.Key_C, CTRL, SHIFT)
    assert QGuiApplication.clipboard().text() == person.text
    assert person.page.text.copy_button.text() == "Copied"


def test_looking_leaves_no_trace(open_page: Any, some: dict[str, str], service: MemoryService) -> None:
    before = {m.id: m.access_count for m in service.get_many(list(some.values()))}
    person = open_page()
    person.type_prompt("Where do webhooks go?")
    assert {m.id: m.access_count for m in service.get_many(list(some.values()))} == before


def test_each_row_says_why_it_is_in_or_out(open_page: Any, some: dict[str, str]) -> None:
    person = open_page()
    assert person.headings()[0][:2] == ("Included", 4)
    assert person.why("Run") == "Applies to all projects"
    assert person.why("Staging runs") == "This project"
    assert person.left_out() == {
        "The finance team signs off invoices.": "Marked “Never share”",
        "Staging may move to another region.": "Low confidence · 0.20",
    }
    assert person.headings()[1] == ("Left out", 2, "Reason below each memory", "")


def test_a_memory_of_the_team_says_who_shared_it(
    open_page: Any, some: dict[str, str], service: MemoryService
) -> None:
    _team.enter(service)
    _team.receive(service, "1", "The invoice service owns the ledger table", KILN)
    person = open_page()
    assert person.why("The invoice service") == "Shared by Maya Lindqvist in Harbor platform"


def test_rows_follow_the_text_and_are_spoken_whole(open_page: Any, some: dict[str, str]) -> None:
    person = open_page()
    bullets = [line[2:].replace("`", "") for line in person.text.split("\n") if line.startswith("- ")]
    assert person.told() == bullets
    row = person.row_of("Staging runs")
    said = person.page.model.index(row).data(Qt.ItemDataRole.AccessibleTextRole)
    assert said.startswith("Fact, included: This project. Staging runs PostgreSQL 16. Confidence 0.90: High.")


def test_the_gauge_shows_all_tokens_by_type(open_page: Any, some: dict[str, str]) -> None:
    person = open_page()
    legend = [item.text for item in person.page.text.legend.items.values() if not item.isHidden()]
    assert [words.rsplit(" ", 1)[0] for words in legend] == [
        "Instruction",
        "Preference",
        "Fact",
        "Other text",
    ]
    total = int(person.page.text.used.text().split(" ", 1)[0].replace(",", ""))
    assert sum(int(words.rsplit(" ", 1)[1]) for words in legend) == total
    assert person.page.text.gauge.accessibleName() == f"{total} of 2,000 tokens"
    assert parts_of({}, 0) == []


def test_a_branch_brings_what_holds_on_it(open_page: Any, remember: Remember, some: dict[str, str]) -> None:
    remember("The branch drops the old queue.", branch="feat/outbox")
    person = open_page()
    assert person.page.bar.branch.branch == ""
    assert "The branch drops the old queue." not in person.told()
    field = person.page.bar.branch
    person.choose("feat/outbox", field.open_menu())
    assert person.why("The branch") == "Only on feat/outbox"
    person.choose("No branch", field.open_menu())
    assert "The branch drops the old queue." not in person.told()
    person.key(Qt.Key.Key_B, ALT)
    assert field.hasFocus()
    person.qtbot.keyClicks(field, "feat/outbox")
    person.key(Qt.Key.Key_Return, on=field)
    assert "The branch drops the old queue." in person.told()


def test_a_prompt_brings_what_fits_it_while_one_types(
    open_page: Any, remember: Remember, some: dict[str, str]
) -> None:
    remember("The allergy of the owner is to grass pollen.", scope="global", privacy_level="sensitive")
    person = open_page()
    assert "Sensitive" in person.left_out()["The allergy of the owner is to grass pollen."]
    person.type_prompt("Do I have a pollen allergy?")
    assert person.why("The allergy").startswith("Matches your prompt")
    person.key(Qt.Key.Key_Escape, on=person.page.bar.prompt)
    assert person.page.bar.prompt.text() == ""
    assert "The allergy of the owner is to grass pollen." in person.left_out()


def test_enter_asks_the_prompt_at_once(open_page: Any, some: dict[str, str]) -> None:
    person = open_page()
    field = person.page.bar.prompt
    field.setFocus()
    person.qtbot.keyClicks(field, "outbox")
    assert person.page.question.prompt == ""
    person.qtbot.keyClick(field, Qt.Key.Key_Return)
    assert person.page.question.prompt == "outbox"
    person.wait()


# Where


def test_projects_are_chosen_by_name_and_tell_their_path(
    open_page: Any, remember: Remember, some: dict[str, str]
) -> None:
    remember("Forecasts are made at six.", scope_id=POLLEN)
    person = open_page()
    combo = person.page.bar.project
    names = [combo.itemText(n) for n in range(combo.count())]
    assert names == ["No project", "kiln", "pollen"]
    assert combo.itemData(1, Qt.ItemDataRole.ToolTipRole) == KILN
    person.choose_project("pollen")
    assert person.told()[-1] == "Forecasts are made at six."
    assert combo.toolTip() == POLLEN
    person.choose_project("No project")
    assert person.told() == [
        "Run make check before saying it is done.",
        "Small commits with an imperative subject.",
    ]
    assert not person.page.bar.branch.isEnabled()


def test_a_project_begins_on_the_branch_that_is_checked_out(
    open_page: Any, remember: Remember, tmp_path: Path
) -> None:
    project = tmp_path / "kiln"
    (project / ".git").mkdir(parents=True)
    (project / ".git" / "HEAD").write_text("ref: refs/heads/feat/glaze\n")
    remember("Glazes are mixed by weight.", scope_id=str(project), branch="feat/glaze")
    person = open_page()
    assert person.page.bar.branch.branch == "feat/glaze"
    assert person.told() == ["Glazes are mixed by weight."]
    menu = person.page.bar.branch.open_menu()
    assert [a.text() for a in menu.actions()] == ["No branch", "feat/glaze  ·  checked out"]
    menu.close()


def test_project_and_branch_are_remembered_and_the_prompt_is_not(
    open_page: Any, some: dict[str, str], remember: Remember, tmp_path: Path
) -> None:
    remember("Forecasts are made at six.", scope_id=POLLEN, branch="winter")
    state = WindowState(tmp_path / "window.ini")
    person = open_page(state=state)
    person.choose_project("pollen")
    person.choose("winter", person.page.bar.branch.open_menu())
    person.type_prompt("forecast")
    again = open_page(state=state)
    assert again.page.question == Question(POLLEN, "winter")
    assert again.page.bar.project.currentText() == "pollen"
    assert again.page.bar.branch.text() == "winter"


@pytest.mark.parametrize("kept", ["", "{", "[]", "7"])
def test_what_was_remembered_wrongly_is_forgotten(kept: str) -> None:
    assert recalled(kept) is None


def test_no_project_is_remembered_too() -> None:
    assert recalled(Question().remembered()) == Question()


# Text and list go together


def test_a_selected_memory_is_marked_in_the_text(open_page: Any, some: dict[str, str]) -> None:
    person = open_page()
    person.click_row("Webhooks")
    assert person.marked_text() == "- Webhooks go through an outbox table that a worker polls."
    view = person.page.text.view
    box = view.lines_rect(*view.marked)
    seen = view.viewport().grab().toImage()
    middle = box.center().y()
    theme = view._theme
    assert seen.pixelColor(1, middle) == theme.color("markBar")
    assert seen.pixelColor(view.viewport().width() - 20, middle) == theme.color("mark")
    person.click_row("The finance team")
    assert view.marked == (0, 0)


def test_a_line_that_is_clicked_selects_its_memory(open_page: Any, some: dict[str, str]) -> None:
    person = open_page()
    last, before = person.told()[-1], person.told()[-2]
    person.click_line(person.entry(last).first_line)
    assert person.selected() == last
    person.key(Qt.Key.Key_Up, on=person.page.text.view)
    assert person.selected() == before
    person.click_line(1)
    assert person.selected() is not None, "a line that is no memory's changes nothing"


@pytest.mark.slow
def test_a_memory_far_down_is_brought_into_view_at_both_sides(open_page: Any, remember: Remember) -> None:
    for number in range(20):
        remember(f"Kiln number {number:02} is fired on its own day.")
    person = open_page(height=420)
    text = person.page.text.view
    person.click_link(TOLD)
    person.page.view.setFocus()
    while person.page.view.currentIndex().row() < 20:
        person.key(Qt.Key.Key_Down)
    box = text.lines_rect(*text.marked)
    assert text.viewport().rect().contains(box)
    assert text.verticalScrollBar().value() > 0


@pytest.mark.slow
def test_the_scroll_bar_of_the_text_says_how_much_is_seen(open_page: Any, remember: Remember) -> None:
    for number in range(19):
        remember(f"Kiln number {number:02} is fired on its own day.")
    person = open_page(height=420)
    view = person.page.text.view
    person.page.resize(1156, 460)
    person.wait()
    assert view.bar.isVisible()
    assert view.bar.pageStep() == view.viewport().height()
    assert view.bar.maximum() == view.verticalScrollBar().maximum()


@pytest.mark.slow
def test_the_menu_goes_to_the_lines_and_a_copy_is_exact(open_page: Any, remember: Remember) -> None:
    remember("Prices are shown as 12\u00a0€ 🏺 with a hard space.")
    person = open_page()
    person.page.view.setFocus()
    person.key(Qt.Key.Key_Down)
    person.choose("Show in text")
    view = person.page.text.view
    assert view.hasFocus()
    cursor = view.textCursor()
    cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
    view.setTextCursor(cursor)
    view.copy()
    assert QGuiApplication.clipboard().text() == person.text.split("\n")[person.page.text.view.marked[0] - 1]
    assert "12" in QGuiApplication.clipboard().text()


# Folding


@pytest.mark.slow
def test_many_rows_fold_so_that_what_is_left_out_is_seen(open_page: Any, remember: Remember) -> None:
    for number in range(12):
        remember(f"Kiln number {number:02} is fired on its own day.")
    remember("Nobody is told of this.", privacy_level="never_share")
    person = open_page(height=571)
    assert len(person.told()) == 4
    assert person.headings()[0] == ("Included", 12, "4 shown", "Show all")
    person.click_link(TOLD)
    assert len(person.told()) == 12
    assert person.headings()[0] == ("Included", 12, "", "Show less")
    person.page.view.go_to(11)
    person.key(Qt.Key.Key_Left)
    assert len(person.told()) == 4
    assert person.page.view.selected_entry().told, "the selection stays in its part"


@pytest.mark.slow
def test_nothing_folds_where_all_of_it_fits(open_page: Any, remember: Remember) -> None:
    for number in range(9):
        remember(f"Kiln number {number:02} is fired on its own day.")
    person = open_page()
    assert person.headings()[0] == ("Included", 9, "", "")
    assert len(person.told()) == 9
    person.page.resize(1156, 471)
    person.wait()
    assert person.headings()[0] == ("Included", 9, "3 shown", "Show all")


@pytest.mark.slow
def test_the_branch_field_shows_all_of_its_words(open_page: Any, some: dict[str, str]) -> None:
    field = open_page().page.bar.branch
    margins = field.textMargins()
    room = field.width() - margins.left() - margins.right()
    assert field.fontMetrics().horizontalAdvance(field.placeholderText()) < room


def test_what_the_prompt_brought_is_among_the_first_rows(open_page: Any, remember: Remember) -> None:
    for number in range(12):
        remember(f"Kiln number {number:02} is fired on its own day.", type="instruction")
    remember("The owner is allergic to grass pollen.", type="relationship", privacy_level="sensitive")
    person = open_page(height=571)
    person.type_prompt("Am I allergic to grass pollen?")
    assert len(person.told()) == 5
    assert person.why("The owner") == "Matches your prompt: allergic, grass, pollen"
    assert person.told()[-1] == "The owner is allergic to grass pollen.", "rows keep the order of the text"


@pytest.mark.slow
def test_a_line_of_a_folded_memory_unfolds_it(open_page: Any, remember: Remember) -> None:
    for number in range(12):
        remember(f"Kiln number {number:02} is fired on its own day.")
    person = open_page()
    last = len(person.text.split("\n")) - 1
    person.click_line(last)
    assert len(person.told()) == 12
    assert person.marked_text() == person.text.split("\n")[last - 1]


# Reasons


def test_chips_list_only_what_is_left_out_for_one_reason(open_page: Any, some: dict[str, str]) -> None:
    person = open_page()

    def chips() -> dict[str, Chip]:
        return {chip.text(): chip for chip in person.page.view.chips.findChildren(Chip) if chip.isVisible()}

    assert {name: chip.count for name, chip in chips().items()} == {
        "All": 2, "Never share": 1, "Low confidence": 1
    }  # fmt: skip
    person.click(chips()["Low confidence"])
    assert list(person.left_out()) == ["Staging may move to another region."]
    assert person.headings()[1][:2] == ("Left out", 2), "the number of all"
    person.click_row("Staging may move")
    person.key(Qt.Key.Key_I, ALT)
    assert not chips(), "nothing to choose between"
    assert list(person.left_out()) == ["The finance team signs off invoices."]


def test_what_is_left_out_in_a_conflict_can_be_resolved(
    qtbot: QtBot, open_page: Any, remember: Remember
) -> None:
    remember("Test runner: jest.", confidence=0.5)
    remember("Test runner: vitest.", confidence=0.9)
    person = open_page()
    (lost,) = person.left_out()
    person.click_row(lost)
    person.key(Qt.Key.Key_I, ALT)
    assert person.snack == "Pinned. Included once the conflict is resolved."
    assert lost in person.left_out()
    with qtbot.waitSignal(person.page.conflict_wanted) as asked:
        person.click(person.button("resolve"))
    assert asked.args == [person.entry(lost).id]


def test_pinning_says_what_still_keeps_a_memory_out(open_page: Any, remember: Remember) -> None:
    remember("Deploys go through the night job.", branch="release")
    remember("Staging runs PostgreSQL 16.")
    person = open_page()
    person.click_row("Deploys")
    person.key(Qt.Key.Key_I, ALT)
    assert person.snack == "Pinned, but left out here: Only on release"


# Changing


def test_pin_never_share_and_their_ways_back(
    open_page: Any, some: dict[str, str], service: MemoryService
) -> None:
    person = open_page()
    person.click_row("Staging may move")
    person.key(Qt.Key.Key_I, ALT)
    assert person.snack == "Pinned: always included"
    assert person.why("Staging may move") == "Always included"
    assert person.selected() == "Staging may move to another region.", "the selection goes with it"
    assert person.marked_text() == "- Staging may move to another region."
    person.key(Qt.Key.Key_I, ALT)
    assert person.snack == "Unpinned"
    assert "Staging may move to another region." in person.left_out()
    person.click_row("Staging runs")
    person.click(person.button("never_share"))
    assert person.left_out()["Staging runs PostgreSQL 16."] == "Marked “Never share”"
    assert "PostgreSQL" not in person.text
    person.click(person.button("never_share"))
    assert person.why("Staging runs") == "This project"
    assert service.get(some["staging"]).privacy_level is Privacy.NORMAL


def test_buttons_of_a_row_do_the_same(open_page: Any, some: dict[str, str], service: MemoryService) -> None:
    person = open_page()
    person.click_row("Webhooks")
    assert person.button("pin").accessibleName() == "Always include"
    person.click(person.button("pin"))
    assert service.get(some["outbox"]).privacy_level is Privacy.ALWAYS_INCLUDE
    assert person.button("pin").accessibleName() == "Unpin"
    person.click(person.button("never_share"))
    assert (
        person.left_out()["Webhooks go through an outbox table that a worker polls."]
        == "Marked “Never share”"
    )
    assert person.button("never_share").accessibleName() == "Allow sharing"


def test_a_long_memory_takes_two_lines(open_page: Any, remember: Remember) -> None:
    short = remember("Ask before you fire.")
    long = remember("Titles are wrapped in bold, and then once more, so that both readers see each of them.")
    person = open_page()
    view, model = person.page.view, person.page.model

    def height(of: str) -> int:
        return int(view.visualRect(model.index(model.row_of(of))).height())

    assert height(long) - height(short) == person.page._theme.px(20)
    person.page.splitter.setSizes([100, 1000])
    person.wait()
    assert height(long) == height(short)


@pytest.mark.parametrize("words", range(4, 16))
def test_beside_its_buttons_a_memory_stays_in_its_row(open_page: Any, remember: Remember, words: int) -> None:
    ident = remember(" ".join(["Titles", *["are"] * words, "short."]))
    person = open_page()
    view, model = person.page.view, person.page.model
    index = model.index(model.row_of(ident))
    view.setCurrentIndex(index)
    person.wait()
    option = QStyleOptionViewItem()
    option.rect = QRect(QPoint(), view.visualRect(index).size())
    image = QImage(option.rect.width(), option.rect.height() + 40, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    view.itemDelegate().paint(painter, option, index)
    painter.end()
    below = range(option.rect.height(), image.height())
    assert not any(image.pixel(x, y) for y in below for x in range(image.width()))


@pytest.mark.slow
def test_the_buttons_follow_the_pointer_and_act_on_its_row(
    open_page: Any, some: dict[str, str], service: MemoryService
) -> None:
    person = open_page()
    view = person.page.view
    person.click_row("Webhooks")
    index = person.page.model.index(person.row_of("Small commits"))
    person.qtbot.mouseMove(view.viewport(), view.visualRect(index).center())
    assert person.page.view.actions_bar.entry.id == some["commits"]
    person.click(person.button("never_share"))
    assert service.get(some["commits"]).privacy_level is Privacy.NEVER_SHARE
    assert service.get(some["outbox"]).privacy_level is Privacy.NORMAL


@pytest.mark.slow
def test_after_a_click_on_a_button_the_keys_go_to_the_list(open_page: Any, some: dict[str, str]) -> None:
    person = open_page()
    person.click_row("Webhooks")
    person.page.bar.prompt.setFocus()
    person.click(person.button("pin"))
    assert person.page.view.hasFocus()


@pytest.mark.slow
def test_a_key_acts_on_a_row_out_of_view_and_brings_it_back(open_page: Any, remember: Remember) -> None:
    for number in range(19):
        remember(f"Kiln number {number:02} is fired on its own day.")
    person = open_page(height=460)
    person.click_link(TOLD)
    view = person.page.view
    view.go_to(1)
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum())
    person.click(person.button("confidence"))
    assert view.viewport().rect().contains(view.visualRect(view.currentIndex()))
    popup, bar = person.popup(), view.actions_bar
    assert popup.y() == bar.mapToGlobal(QPoint(0, bar.height())).y() + person.page._theme.px(6)
    popup.close()


@pytest.mark.slow
def test_a_tooltip_says_the_whole_memory_as_it_is_written(open_page: Any, remember: Remember) -> None:
    remember("Titles are wrapped in <b>bold</b>, " + "and so on " * 40, confidence=0.2)
    person = open_page()
    view = person.page.view
    at = view.visualRect(person.page.model.index(person.row_of("Titles"))).center()
    event = QHelpEvent(QEvent.Type.ToolTip, at, view.viewport().mapToGlobal(at))
    QCoreApplication.sendEvent(view.viewport(), event)
    said = QToolTip.text()
    assert "&lt;b&gt;bold&lt;/b&gt;" in said
    assert "Low confidence · 0.20" in said
    assert "Confidence 0.20 · shared here at 0.30 or higher" in said
    assert all(len(line) < 120 for line in said.split("\n"))
    QToolTip.hideText()


@pytest.mark.slow
def test_a_heading_has_no_menu(open_page: Any, some: dict[str, str], qtbot: Any) -> None:
    person = open_page()
    view = person.page.view
    person.click_row("Webhooks")
    asked: list[object] = []
    view.menu_wanted.disconnect()
    view.menu_wanted.connect(asked.append)
    for row in (0, 1):
        at = view.visualRect(person.page.model.index(row)).center()
        event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, view.viewport().mapToGlobal(at))
        QCoreApplication.sendEvent(view.viewport(), event)
        assert len(asked) == row


@pytest.mark.slow
def test_undo_takes_a_change_back_from_the_message_and_by_the_window(
    open_page: Any, some: dict[str, str], service: MemoryService
) -> None:
    person = open_page()
    person.click_row("Webhooks")
    person.click(person.button("never_share"))
    person.click(person.page.snackbar.action_button)
    assert person.why("Webhooks") == "This project"
    assert service.get(some["outbox"]).privacy_level is Privacy.NORMAL
    person.click_row("Webhooks")
    person.key(Qt.Key.Key_I, ALT)
    person.page.undo()  # Ctrl+Z is the window's key, which asks the page
    person.wait()
    assert service.get(some["outbox"]).privacy_level is Privacy.NORMAL


def test_the_only_memory_goes_and_comes_back(open_page: Any, remember: Remember) -> None:
    remember("Kilns are fired on Fridays.")
    person = open_page()
    person.click_row("Kilns")
    person.click(person.button("never_share"))
    assert person.text == ""
    assert person.page.text.state.isVisible()
    person.page.undo()
    person.wait()
    assert person.selected() == "Kilns are fired on Fridays."
    assert person.marked_text() == "- Kilns are fired on Fridays."


def test_confidence_is_set_in_place(
    open_page: Any, some: dict[str, str], service: MemoryService, qtbot: Any
) -> None:
    person = open_page()
    person.click_row("Staging may move")
    person.click(person.button("confidence"))
    popup = person.popup()
    assert isinstance(popup, ConfidencePopup)
    assert popup.number.text() == "0.20"
    assert "At 0.30 or higher" in popup.hint.text()
    for _ in range(3):
        qtbot.keyClick(popup.slider, Qt.Key.Key_PageUp)
    assert popup.number.text() == "0.50"
    qtbot.keyClick(popup.slider, Qt.Key.Key_Return)
    person.wait()
    assert person.snack == "Confidence set to 0.50"
    assert person.why("Staging may move") == "This project"
    assert service.get(some["weak"]).current_confidence == pytest.approx(0.5)


def test_escape_leaves_the_confidence_as_it_was(
    open_page: Any, some: dict[str, str], service: MemoryService, qtbot: Any
) -> None:
    person = open_page()
    person.click_row("Staging may move")
    person.click(person.button("confidence"))
    popup = person.popup()
    qtbot.keyClick(popup.slider, Qt.Key.Key_PageUp)
    qtbot.keyClick(popup.slider, Qt.Key.Key_Escape)
    person.wait()
    assert service.get(some["weak"]).current_confidence == pytest.approx(0.2)
    assert person.snack == ""


def test_the_budget_is_the_setting_and_can_be_changed_in_place(
    open_page: Any, some: dict[str, str], service: MemoryService, qtbot: Any
) -> None:
    person = open_page()
    person.click(person.page.text.used)
    popup = person.popup()
    assert isinstance(popup, BudgetPopup)
    popup.row.field.selectAll()
    qtbot.keyClicks(popup.row.field, "60")
    qtbot.keyClick(popup.row.field, Qt.Key.Key_Return)
    person.wait()
    popup.close()
    assert service.settings.get("context.max_tokens") == 60
    assert person.page.text.used.text().endswith("/ 60 tokens")
    assert any(why.startswith("No room left") for why in person.left_out().values())
    used = int(person.page.text.used.text().split(" ")[0])
    assert person.page.text.near.isVisible() == (used > 54)


def test_a_budget_that_is_refused_says_why(
    open_page: Any, some: dict[str, str], service: MemoryService, qtbot: Any
) -> None:
    person = open_page()
    popup = person.page.text.open_budget()
    before = popup.height()
    popup.row.field.selectAll()
    qtbot.keyClicks(popup.row.field, "5")
    qtbot.keyClick(popup.row.field, Qt.Key.Key_Return)
    person.wait()
    assert popup.row.error.isVisible()
    assert popup.height() > before, "there is room for what is said"
    popup.close()
    assert service.settings.get("context.max_tokens") == 2000


@pytest.mark.slow
def test_near_the_limit_is_said_in_words(
    open_page: Any, some: dict[str, str], service: MemoryService
) -> None:
    used = service.get_context(project=KILN, log_access=False).tokens
    service.settings.set("context.max_tokens", used + 1)
    person = open_page()
    assert person.page.text.near.isVisible()
    assert person.page.text.used.near
    assert person.page.text.used.accessibleName().endswith("near the limit")


def test_open_leads_to_the_memory(open_page: Any, some: dict[str, str], qtbot: Any) -> None:
    person = open_page()
    person.click_row("Webhooks")
    with qtbot.waitSignal(person.page.memory_wanted) as wanted:
        person.key(Qt.Key.Key_Return)
    assert wanted.args == [some["outbox"]]
    with qtbot.waitSignal(person.page.memory_wanted):
        person.click(person.button("open"))
    with qtbot.waitSignal(person.page.memory_wanted):
        person.choose("Open memory")


def test_what_waits_for_review_can_only_be_opened(
    open_page: Any, remember: Remember, service: MemoryService
) -> None:
    remember("Kilns are fired on Fridays.")
    waiting = remember("The assistant thinks that kilns leak.", source="ai_inferred", confidence=0.4)
    if service.get(waiting).status.value != "pending":
        service.update(waiting, status="pending")
    person = open_page()
    assert person.left_out()["The assistant thinks that kilns leak."] == "Needs review"
    person.click_row("The assistant")
    assert not person.button("pin").isVisible()
    person.key(Qt.Key.Key_I, ALT)
    assert service.get(waiting).privacy_level is Privacy.NORMAL


# What changes elsewhere


@pytest.mark.slow
def test_a_new_memory_comes_in_and_nothing_moves(open_page: Any, remember: Remember) -> None:
    for number in range(40):
        remember(f"Kiln number {number:02} is fired on its own day.", confidence=0.9 if number < 15 else 0.1)
    person = open_page(height=571)
    person.click_link(LEFT_OUT)
    view = person.page.view
    view.go_to(20)
    person.wait()
    chosen, top = person.selected(), view.visualRect(view.currentIndex()).top()
    assert view.verticalScrollBar().value() > 0
    remember("A brand new fact is told at once.", type="relationship")
    person.wait()
    assert "A brand new fact is told at once." in person.text
    assert (person.selected(), view.visualRect(view.currentIndex()).top()) == (chosen, top)


@pytest.mark.slow
def test_the_place_in_the_text_stays(open_page: Any, remember: Remember) -> None:
    for number in range(19):
        remember(f"Kiln number {number:02} is fired on its own day.")
    person = open_page(height=420)
    bar = person.page.text.view.verticalScrollBar()
    bar.setValue(60)
    assert bar.value() == 60
    remember("Zinc is kept apart.", type="relationship")
    person.wait()
    assert "Zinc" in person.text
    assert bar.value() == 60


def test_what_changes_out_of_sight_is_seen_on_the_next_look(open_page: Any, remember: Remember) -> None:
    remember("Kilns are fired on Fridays.")
    person = open_page()
    person.page.hide()
    remember("Glazes are mixed by weight.")
    person.wait()
    assert "Glazes" not in person.text
    person.page.show()
    person.wait()
    assert "Glazes" in person.text


# Nothing, late, wrong


def test_without_memories_the_page_says_what_would_be_here(open_page: Any, qtbot: Any) -> None:
    person = open_page()
    state = person.page.state
    assert state.isVisible()
    assert state.title.text() == "Nothing to share yet"
    with qtbot.waitSignal(person.page.capture_settings_wanted):
        person.click(buttons(state)["Choose sources"])
    with qtbot.waitSignal(person.page.add_wanted):
        person.click(buttons(state)["Add memory"])


def test_the_first_memory_ends_the_empty_state(open_page: Any, remember: Remember) -> None:
    person = open_page()
    remember("Kilns are fired on Fridays.", scope="global", type="instruction")
    person.wait()
    assert not person.page.state.isVisible()
    assert person.told() == ["Kilns are fired on Fridays."]


def test_where_nothing_is_told_the_next_step_is_offered(open_page: Any, remember: Remember) -> None:
    remember("Kilns are fired on Fridays.")
    person = open_page()
    person.choose_project("No project")
    state = person.page.text.state
    assert state.title.text() == "Nothing to share here"
    assert not person.page.text.copy_button.isEnabled()
    assert not person.page.side.isVisible(), "one empty pane is enough"
    person.click(buttons(state)["Choose project"])
    assert person.page.bar.project.view().isVisible()
    person.page.bar.project.hidePopup()
    person.choose_project("kiln")
    assert person.page.side.isVisible()
    remember("Kilns leak.", privacy_level="never_share")
    for row in ("Kilns are",):
        person.click_row(row)
        person.click(person.button("never_share"))
    assert "Pin a memory" in person.page.text.state.text.text()


def test_a_failure_is_told_and_can_be_tried_again(
    open_page: Any, some: dict[str, str], service: MemoryService, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:

        def fail(*_asked: object) -> None:
            raise StorageError("The memory file is damaged.")

        broken.setattr(service, "passed_over", fail)
        person = open_page()
        assert person.page.state.title.text() == "Couldn't load the preview"
        assert person.page.state.code.text() == "The memory file is damaged."
    person.click(buttons(person.page.state)["Try again"])
    assert len(person.told()) == 4


def test_a_refused_change_is_said(
    open_page: Any, some: dict[str, str], service: MemoryService, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = open_page()
    person.click_row("Webhooks")

    def refuse(*_given: object, **_fields: object) -> None:
        raise StorageError("The disk is full.")

    monkeypatch.setattr(service, "update_many", refuse)
    person.key(Qt.Key.Key_I, ALT)
    assert person.snack == "The disk is full."
    assert not person.page.snackbar.action_button.isVisible()


def test_a_slow_answer_is_announced_and_darkens_nothing(
    open_page: Any, some: dict[str, str], service: MemoryService, monkeypatch: pytest.MonkeyPatch, qtbot: Any
) -> None:
    person = open_page(slow_ms=1)
    may_go_on, ask = threading.Event(), service.passed_over

    def wait(*asked: Any) -> Any:
        may_go_on.wait(20)
        return ask(*asked)

    monkeypatch.setattr(service, "passed_over", wait)
    person.page.refresh()
    qtbot.waitUntil(lambda: person.page.title.note.text() == "Loading preview…")
    assert len(person.told()) == 4, "what was there before can still be read"
    may_go_on.set()
    person.wait()
    assert person.page.title.note.text() == "Preview only. Nothing is sent."


@pytest.mark.slow
def test_a_slow_first_answer_is_announced(
    open_page: Any, some: dict[str, str], service: MemoryService, monkeypatch: pytest.MonkeyPatch, qtbot: Any
) -> None:
    person = open_page(slow_ms=1)
    person.page.hide()
    may_go_on, ask = threading.Event(), service.passed_over

    def wait(*asked: Any) -> Any:
        may_go_on.wait(20)
        return ask(*asked)

    monkeypatch.setattr(service, "passed_over", wait)
    page = person.page
    page.stack.setCurrentWidget(page.first_look)  # as before the first answer
    page.show()
    page.refresh()
    qtbot.waitUntil(lambda: page.first_look.text() != "")
    may_go_on.set()
    person.wait()
    assert page.splitter.isVisible()


# Widths, keys, names


@pytest.mark.slow
def test_narrow_the_list_becomes_a_tab(open_page: Any, some: dict[str, str]) -> None:
    person = open_page(width=600)
    page = person.page
    assert page.tabs.isVisible()
    assert (page.text.isVisible(), page.side.isVisible()) == (True, False)
    page.tabs.setCurrentIndex(1)
    assert (page.text.isVisible(), page.side.isVisible()) == (False, True)
    person.click_row("Webhooks")
    person.choose("Show in text")
    assert page.text.view.hasFocus()
    assert person.marked_text().startswith("- Webhooks")
    page.resize(1100, 700)
    assert not page.tabs.isVisible()
    assert page.text.isVisible()
    assert page.side.isVisible()


@pytest.mark.slow
def test_what_is_chosen_in_one_tab_is_in_view_in_the_other(open_page: Any, remember: Remember) -> None:
    for number in range(19):
        remember(f"Kiln number {number:02} is fired on its own day.")
    person = open_page(width=600, height=460)
    page = person.page
    page.focus_main()
    assert page.text.view.hasFocus()
    page.text.view.verticalScrollBar().setValue(page.text.view.verticalScrollBar().maximum())
    last = person.text.split("\n").index("</user_context>")
    person.click_line(last)
    page.tabs.setCurrentIndex(1)
    person.wait()
    box = page.view.visualRect(page.view.currentIndex())
    assert page.view.viewport().rect().contains(box)
    assert page.view.currentIndex().row() == 19


@pytest.mark.slow
def test_headings_are_passed_over_by_keys(open_page: Any, some: dict[str, str]) -> None:
    person = open_page()
    person.page.view.setFocus()
    seen = []
    for _ in range(6):
        seen.append(person.selected())
        person.key(Qt.Key.Key_Down)
    assert seen == [*person.told(), *person.left_out()]
    person.key(Qt.Key.Key_Down)
    assert person.selected() == seen[-1]
    for _ in range(8):
        person.key(Qt.Key.Key_Up)
    assert person.selected() == seen[0]


@pytest.mark.slow
def test_alt_keys_go_to_the_question(open_page: Any, some: dict[str, str]) -> None:
    person = open_page()
    person.key(Qt.Key.Key_Q, ALT)
    assert person.page.bar.prompt.hasFocus()
    person.key(Qt.Key.Key_P, ALT)
    assert person.page.bar.project.view().isVisible()
    person.page.bar.project.hidePopup()
    person.key(Qt.Key.Key_Down, on=person.page.bar.prompt)
    assert person.page.view.hasFocus()


def test_every_control_has_a_name(open_page: Any, some: dict[str, str]) -> None:
    person = open_page()
    person.click_row("Webhooks")
    nameless = [
        widget
        for widget in person.page.findChildren(QWidget)
        if widget.focusPolicy() != Qt.FocusPolicy.NoFocus
        and widget.isVisible()
        and widget.objectName() != "qt_scrollarea_viewport"
        and not widget.accessibleName()
    ]
    assert not nameless


@pytest.mark.slow
def test_dark_colours_follow(open_page: Any, some: dict[str, str], theme: Any) -> None:
    person = open_page()
    person.click_row("Webhooks")
    theme.set_setting("dark")
    person.wait()
    view = person.page.text.view
    seen = view.viewport().grab().toImage()
    at = QPoint(view.viewport().width() - 20, view.lines_rect(*view.marked).center().y())
    assert seen.pixelColor(at) == theme.color("mark")
