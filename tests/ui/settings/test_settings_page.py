"""The page as a person uses it: everything at once, errors beside the field, changes from elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractSlider, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from arbor_desktop import __version__
from arbor_desktop.errors import StorageError
from arbor_desktop.service import MemoryService
from arbor_desktop.ui import translation
from arbor_desktop.ui.components import Button
from arbor_desktop.ui.setting_rows.rows import BoundRow, ChoiceRow, LevelRow, NumberRow, SwitchRow, TagsRow
from arbor_desktop.ui.settings.autostart import DesktopEntry
from arbor_desktop.ui.settings.page import SettingsPage
from arbor_desktop.ui.theme import Theme

Settle = Callable[[], None]


def row_of(page: SettingsPage, key: str) -> BoundRow:
    ((section, row),) = [(s, r) for s in page.sections for r in s.findChildren(BoundRow) if r.key == key]
    page.show_section(section.key)
    section.unfold()
    return row


def shown_titles(page: SettingsPage) -> list[str]:
    return [row.title.text() for s in page.sections for row in s.rows() if row.isVisible()]


def type_number(row: BoundRow, text: str) -> None:
    assert isinstance(row, NumberRow)
    row.field.setFocus()
    row.field.selectAll()
    QTest.keyClicks(row.field, text)
    QTest.keyClick(row.field, Qt.Key.Key_Return)


def test_every_setting_that_people_may_change_has_a_row(page: SettingsPage, service: MemoryService) -> None:
    elsewhere = {"capture.excluded", "search.vectors", "search.vectors_folder"}  # by buttons of their own
    elsewhere |= {"extraction.backend", "model.base_url", "model.name"}  # by the ways to read, as one
    on_page = {row.key for s in page.sections for row in s.findChildren(BoundRow)} | elsewhere
    assert on_page == {s.key for s in service.settings.declared() if not s.hidden}


def test_rows_show_what_is_stored(
    qtbot: QtBot, page: SettingsPage, service: MemoryService, settle: Settle
) -> None:
    stored = {
        "tray.keep_running": False,
        "review.mode": "everything",
        "review.certain_from": 0.65,
        "capture.rescan_minutes": 0.5,
        "context.max_tokens": 1234,
    }
    for key, value in stored.items():
        service.settings.set(key, value)
    settle()
    switch = row_of(page, "tray.keep_running")
    choice = row_of(page, "review.mode")
    level = row_of(page, "review.certain_from")
    assert isinstance(switch, SwitchRow)
    assert isinstance(choice, ChoiceRow)
    assert isinstance(level, LevelRow)
    assert not switch.switch.isChecked()
    assert choice.segment.current == "everything"
    assert level.number.text() == "0.65"
    shown = [row_of(page, key).field.text() for key in ("capture.rescan_minutes", "context.max_tokens")]
    assert shown == ["0.5", "1,234"]


def test_a_switch_is_stored_with_the_click(
    qtbot: QtBot, page: SettingsPage, service: MemoryService, settle: Settle
) -> None:
    row = row_of(page, "notify.errors")
    assert isinstance(row, SwitchRow)
    qtbot.mouseClick(row.switch, Qt.MouseButton.LeftButton)
    settle()
    assert service.settings.get("notify.errors") is False
    row.switch.setFocus()
    QTest.keyClick(row.switch, Qt.Key.Key_Space)
    settle()
    assert service.settings.get("notify.errors") is True


@pytest.fixture
def full_screen_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)


def test_the_limits_are_shown_and_full_screen_only_where_it_can_be_known(
    full_screen_unknown: None, page: SettingsPage
) -> None:
    page.show_section("sources")
    page.show_limits()
    assert page.current_section == "general"
    battery, full_screen = row_of(page, "limits.battery"), row_of(page, "limits.full_screen")
    assert isinstance(battery, SwitchRow)
    assert battery.switch.hasFocus()
    assert not battery.visibleRegion().isEmpty()
    assert not full_screen.isEnabled()
    assert "Wayland" in full_screen.description.text()


def test_another_language_is_kept_and_offers_to_start_again(
    qtbot: QtBot, page: SettingsPage, service: MemoryService, settle: Settle, monkeypatch: pytest.MonkeyPatch
) -> None:
    codes: list[int] = []
    monkeypatch.setattr(QCoreApplication, "exit", codes.append)
    row = page.general.language_row
    assert not row.restart.isVisible()
    qtbot.mouseClick(row.segment.button("de"), Qt.MouseButton.LeftButton)
    settle()
    assert service.settings.get("appearance.language") == "de"
    qtbot.mouseClick(row.restart, Qt.MouseButton.LeftButton)
    assert codes == [translation.RESTART]
    qtbot.mouseClick(row.segment.button("en"), Qt.MouseButton.LeftButton)
    settle()
    assert not row.restart.isVisible()


@pytest.mark.slow
def test_switching_twice_at_once_ends_where_the_person_left_it(
    qtbot: QtBot, page: SettingsPage, service: MemoryService, settle: Settle
) -> None:
    row = row_of(page, "notify.new_memories")
    assert isinstance(row, SwitchRow)
    seen = []
    row.switch.toggled.connect(seen.append)
    for _ in range(5):
        row.switch.click()
    settle()
    assert seen == [False, True, False, True, False], "answers of earlier clicks must not show in between"
    assert service.settings.get("notify.new_memories") is False


def test_the_theme_changes_with_the_click_and_is_kept(
    qtbot: QtBot, page: SettingsPage, service: MemoryService, theme: Theme, settle: Settle
) -> None:
    segment = page.general.theme_row.segment
    qtbot.mouseClick(segment.button("dark"), Qt.MouseButton.LeftButton)
    assert theme.mode == "dark"
    settle()
    assert service.settings.get("appearance.theme") == "dark"
    assert theme.mode == "dark"


def test_a_choice_is_made_with_the_arrow_keys(
    page: SettingsPage, service: MemoryService, settle: Settle
) -> None:
    segment = page.general.theme_row.segment
    segment.button("light").setFocus()
    QTest.keyClick(segment.button("light"), Qt.Key.Key_Right)
    settle()
    assert service.settings.get("appearance.theme") == "dark"
    assert segment.button("dark").hasFocus()


def test_a_theme_chosen_elsewhere_is_followed(
    page: SettingsPage, service: MemoryService, theme: Theme, settle: Settle
) -> None:
    service.settings.set("appearance.theme", "dark")
    settle()
    assert (theme.mode, page.general.theme_row.segment.current) == ("dark", "dark")


@pytest.mark.slow
def test_words_of_a_list_are_added_and_removed_one_by_one(
    qtbot: QtBot, page: SettingsPage, service: MemoryService, settle: Settle
) -> None:
    row = row_of(page, "learning.common_technologies")
    assert isinstance(row, TagsRow)
    before = service.settings.get("learning.common_technologies")
    qtbot.mouseClick(row.tags.adding, Qt.MouseButton.LeftButton)
    QTest.keyClicks(page.focusWidget(), "docker")
    QTest.keyClick(page.focusWidget(), Qt.Key.Key_Return)
    settle()
    assert service.settings.get("learning.common_technologies") == [*before, "docker"]
    service.settings.set("learning.common_technologies", ["git"])
    settle()
    assert row.tags.tags == ("git",)


@pytest.mark.slow
def test_a_number_is_stored_on_return(page: SettingsPage, service: MemoryService, settle: Settle) -> None:
    type_number(row_of(page, "context.max_tokens"), "1500")
    settle()
    assert service.settings.get("context.max_tokens") == 1500


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "typed", "said"),
    [
        ("context.max_tokens", "20001", "Enter a whole number from 50 to 20,000."),
        ("capture.every_turns", "many", "Enter a whole number from 0 to 1,000."),
        ("capture.rescan_minutes", "0.01", "Enter a number from 0.1 to 1,440."),
    ],
)
def test_a_number_out_of_range_is_refused_beside_the_field(
    page: SettingsPage, service: MemoryService, settle: Settle, key: str, typed: str, said: str
) -> None:
    before = service.settings.get(key)
    row = row_of(page, key)
    assert isinstance(row, NumberRow)
    type_number(row, typed)
    settle()
    assert row.error.isVisible()
    assert row.error.text() == said
    assert row.field.has_error
    assert service.settings.get(key) == before
    QTest.keyClick(row.field, Qt.Key.Key_Escape)
    assert not row.error.isVisible()
    assert row.setting.check(row.field.text().replace(",", "")) == before


@pytest.mark.slow
def test_arrow_keys_step_a_number(page: SettingsPage, service: MemoryService, settle: Settle) -> None:
    row = row_of(page, "capture.settle_seconds")
    assert isinstance(row, NumberRow)
    row.field.setFocus()
    QTest.keyClick(row.field, Qt.Key.Key_Up)
    QTest.keyClick(row.field, Qt.Key.Key_Up)
    QTest.keyClick(row.field, Qt.Key.Key_Down)
    settle()
    assert service.settings.get("capture.settle_seconds") == 100


@pytest.mark.slow
def test_a_level_is_stored_when_the_slider_rests(
    qtbot: QtBot, page: SettingsPage, service: MemoryService
) -> None:
    row = row_of(page, "review.certain_from")
    assert isinstance(row, LevelRow)
    row.slider.setFocus()
    for _ in range(3):
        QTest.keyClick(row.slider, Qt.Key.Key_Left)
    assert row.number.text() == "0.77"
    qtbot.waitUntil(lambda: service.settings.get("review.certain_from") == 0.77)


@pytest.mark.slow
def test_what_means_nothing_at_the_moment_is_disabled(
    page: SettingsPage, service: MemoryService, settle: Settle
) -> None:
    assert row_of(page, "review.certain_from").isEnabled()
    service.settings.set("review.mode", "nothing")
    service.settings.set("capture.only_when_asked", True)
    settle()
    assert not row_of(page, "review.certain_from").isEnabled()
    assert not row_of(page, "capture.settle_seconds").isEnabled()


def test_a_change_that_cannot_be_written_is_taken_back_and_said(
    page: SettingsPage, service: MemoryService, settle: Settle, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(key: str, value: object) -> None:
        raise StorageError("The settings can't be written: no space left.")

    monkeypatch.setattr(service.settings, "set", full)
    row = row_of(page, "tray.keep_running")
    assert isinstance(row, SwitchRow)
    row.switch.click()
    settle()
    assert row.switch.isChecked()
    assert row.error.text() == "The settings can't be written: no space left."


def test_start_at_login_is_kept_by_the_system(
    page: SettingsPage, login: DesktopEntry, settle: Settle
) -> None:
    switch = page.general.login_row.switch
    assert not switch.isChecked()
    switch.click()
    settle()
    assert login.is_on()
    login.set_on(False)
    page.refresh()
    settle()
    assert not switch.isChecked()


def test_start_at_login_says_why_it_could_not(
    page: SettingsPage, login: DesktopEntry, settle: Settle
) -> None:
    login.path.parent.parent.mkdir(exist_ok=True)
    login.path.parent.write_text("no folder")
    switch = page.general.login_row.switch
    switch.click()
    settle()
    assert not switch.isChecked()
    assert "can't be" in page.general.login_row.error.text()


def test_search_finds_rows_in_all_sections_and_marks_them(page: SettingsPage, settle: Settle) -> None:
    page.focus_search()
    QTest.keyClicks(page.field, "backup")
    QTest.keyClick(page.field, Qt.Key.Key_Return)
    titles = shown_titles(page)
    assert "Daily backups to keep" in titles
    assert "Theme" not in titles
    assert page.data.heading.isVisible()
    assert not page.general.isVisible()
    QTest.keyClick(page.field, Qt.Key.Key_Escape)
    assert page.general.isVisible()
    assert not page.data.isVisible()
    assert "Theme" in shown_titles(page)


def test_search_finds_rows_that_come_after_it(qtbot: QtBot, page: SettingsPage) -> None:
    page.focus_search()
    QTest.keyClicks(page.field, "export")
    QTest.keyClick(page.field, Qt.Key.Key_Return)
    assert not any(item.isChecked() for item in page.items.values()), "the matches are in several sections"
    exports = {"ChatGPT export", "Claude.ai export"}
    qtbot.waitUntil(lambda: exports <= set(shown_titles(page)))
    QTest.keyClick(page.field, Qt.Key.Key_Escape)
    assert [key for key, item in page.items.items() if item.isChecked()] == ["general"]


@pytest.mark.slow
def test_search_takes_words_in_any_order_and_finds_what_is_not_shown(page: SettingsPage) -> None:
    page.field.set_search("minutes changes")
    assert shown_titles(page) == ["Check interval"]
    page.field.set_search("autostart")
    assert shown_titles(page) == ["Start at login"]
    page.field.set_search("hotkey")
    assert shown_titles(page) == ["Single-key shortcuts"]


@pytest.mark.slow
def test_a_search_without_result_says_so_and_can_be_cleared(qtbot: QtBot, page: SettingsPage) -> None:
    page.field.set_search("kubernetes")
    assert shown_titles(page) == []
    assert page.nothing.isVisible()
    assert page.nothing.title.text() == "No settings found for “kubernetes”"
    (clear,) = page.nothing.findChildren(QAbstractButton)
    qtbot.mouseClick(clear, Qt.MouseButton.LeftButton)
    assert not page.nothing.isVisible()
    assert "Theme" in shown_titles(page)


@pytest.mark.slow
def test_choosing_a_section_ends_the_search(qtbot: QtBot, page: SettingsPage) -> None:
    page.field.set_search("theme")
    qtbot.mouseClick(page.items["memories"], Qt.MouseButton.LeftButton)
    assert page.field.text() == ""
    assert page.current_section == "memories"
    assert page.memories.isVisible()
    assert not page.general.isVisible()


@pytest.mark.slow
def test_everything_has_a_name_and_is_reached_by_tab(
    page: SettingsPage, service: MemoryService, claude: Path, settle: Settle
) -> None:
    service.exclude("~/private")
    service.backup(service.home.backups / "daily-20260101.db")
    page.refresh()
    settle()
    for section in page.sections:
        page.show_section(section.key)
        section.unfold()
        controls = [
            w
            for w in section.findChildren(QWidget)
            if isinstance(w, QAbstractButton | QLineEdit | QAbstractSlider) and w.isVisible()
        ]
        assert controls or section is page.reading, "without rules that only says how memories are found"
        unnamed = [w for w in controls if not w.accessibleName()]
        assert unnamed == []
        enabled = {w for w in controls if w.isEnabled() and w.focusPolicy() & Qt.FocusPolicy.TabFocus}
        buttons = {w for w in controls if w.isEnabled() and isinstance(w, QAbstractButton)}
        clickable = {w for w in buttons if not w.group()}
        assert clickable <= enabled
        page.field.setFocus()
        reached = set()
        for _ in range(3 * len(controls) + 30):
            page.focusNextChild()
            reached.add(page.focusWidget())
        # Of a group of choices Tab reaches the chosen one; the arrow keys go on.
        missed = {w for w in enabled - reached if not (isinstance(w, QAbstractButton) and w.group())}
        assert missed == set()


@pytest.mark.slow
def test_advanced_settings_are_folded_away_until_asked_for(qtbot: QtBot, page: SettingsPage) -> None:
    qtbot.mouseClick(page.items["search"], Qt.MouseButton.LeftButton)
    row, button = page.search.setting_rows["search.weights"], page.search.advanced_button
    assert button is not None
    assert not row.isVisible()
    button.setFocus()
    QTest.keyClick(button, Qt.Key.Key_Space)
    assert row.isVisible()
    page.focusNextChild()
    assert row.isAncestorOf(page.focusWidget()), "Tab goes on where it opened"
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert not row.isVisible()
    page.field.set_search("relevance")
    assert row.isVisible(), "a search finds what is folded away"
    page.field.clear_search()
    assert not row.isVisible()


def test_the_version_is_copied_for_a_report(page: SettingsPage) -> None:
    page.show_section("about")
    (copy,) = (one for one in page.about.findChildren(Button) if one.accessibleName() == "Copy version")
    QTest.mouseClick(copy, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text().startswith(f"Arbor {__version__} · Python 3")


def test_a_narrow_page_lists_its_sections_as_icons(page: SettingsPage) -> None:
    item = page.items["data"]
    wide = item.width()
    page.resize(700, 560)
    assert item.width() < wide / 2
    assert item.toolTip() == "Data"
    page.resize(1156, 560)
    assert item.width() == wide


@pytest.mark.slow
@pytest.mark.parametrize("theme", [13, 20], indirect=True, ids=["font 13", "font 20"])
@pytest.mark.parametrize("width", [804, 1156])
def test_nothing_is_cut_off_at_any_width(
    page: SettingsPage, service: MemoryService, claude: Path, settle: Settle, width: int
) -> None:
    page.resize(width, 560)
    settle()
    for section in page.sections:
        page.show_section(section.key)
        section.unfold()
        settle()
        right = page.area.viewport().width()
        for row in section.rows():
            if row.isVisible():
                assert row.mapTo(page.area.viewport(), row.rect().bottomRight()).x() <= right
                for part in (row.title, row.description):
                    if part.isVisible():
                        assert part.width() >= page.general.theme_row.title.minimumSizeHint().width()
                        assert part.height() >= part.heightForWidth(part.width()), part.text()
