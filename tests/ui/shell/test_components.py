"""The parts of the window, used as a person would: by mouse and keys."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QGuiApplication, QHelpEvent
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit, QMenu, QToolTip, QVBoxLayout, QWidget
from shiboken6 import delete

from arbor_desktop.ui.components import (
    Badge,
    Button,
    Chip,
    ComboBox,
    ConfidenceBar,
    EmptyState,
    ErrorPanel,
    FlowLayout,
    IconButton,
    InlineError,
    Label,
    Notice,
    SearchField,
    SectionCard,
    Segment,
    SettingRow,
    Slider,
    Snackbar,
    Splitter,
    Switch,
    Tabs,
    TagChip,
    TagEditor,
    TextArea,
    TextField,
    crash_report,
)


@pytest.fixture
def shown(qtbot, dressed):
    """Shows widgets in a window of their own, in a column."""

    windows = []

    def show(*widgets):
        window = QWidget()
        windows.append(window)
        column = QVBoxLayout(window)
        for widget in widgets:
            column.addWidget(widget)
        window.resize(640, 320)
        qtbot.addWidget(window)
        with qtbot.waitExposed(window):
            window.show()
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow)
        return window

    return show


def colour_at(widget, x, y):
    return widget.grab().toImage().pixelColor(x, y).name()


# Buttons


@pytest.mark.parametrize(
    ("variant", "token"), [("primary", "accent"), ("secondary", "card"), ("danger", "card")]
)
def test_a_button_has_the_fill_of_its_variant(theme, icons, shown, variant, token):
    button = Button(icons, "Save", variant=variant)
    shown(button)
    assert colour_at(button, 8, button.height() // 2) == theme.color(token).name()


def test_a_pressed_button_looks_pressed(theme, icons, shown, qtbot):
    button = Button(icons, "Save", variant="primary")
    shown(button)
    qtbot.mousePress(button, Qt.MouseButton.LeftButton)
    assert colour_at(button, 8, button.height() // 2) == theme.color("accentPress").name()


def test_a_button_is_as_wide_as_its_words_need(icons, shown):
    short, long = Button(icons, "Save"), Button(icons, "Save this and everything else")
    assert long.sizeHint().width() > short.sizeHint().width()
    wide = Button(icons, "Save", icon="check", keycap="Ctrl S").sizeHint().width()
    assert wide > short.sizeHint().width() + 40


def test_no_letter_of_a_link_with_an_icon_is_cut_off(icons, shown):
    button, roomy = (Button(icons, "Open conversation W", variant="link", icon="link") for _ in range(2))
    shown(button, roomy)
    button.setFixedWidth(button.sizeHint().width())
    roomy.setFixedWidth(button.width() + 40)

    def inked(widget):
        image = widget.grab().toImage()
        back = image.pixel(0, 0)
        rows = range(image.height())
        ink = [sum(image.pixel(x, y) != back for y in rows) for x in range(image.width())]
        return [count for count in ink if count]

    assert inked(button) == inked(roomy)


def test_an_icon_button_is_named_and_large_enough(theme, icons):
    button = IconButton(icons, "pin", "Pin", shortcut="P")
    assert button.accessibleName() == "Pin"
    assert button.toolTip() == "Pin  P"
    assert button.sizeHint().width() >= theme.px(28)


def test_an_unknown_variant_is_refused(icons):
    with pytest.raises(ValueError, match="loud"):
        Button(icons, "Save", variant="loud")


# Chips and badges


def test_a_chip_is_checked_by_a_click_and_tells_its_count(icons, shown, qtbot):
    chip = Chip(icons, "Fact", square="chFact", count=1284)
    shown(chip)
    qtbot.mouseClick(chip, Qt.MouseButton.LeftButton)
    assert chip.isChecked()
    assert chip.accessibleName() == "Fact, 1284"
    chip.set_count(None)
    assert chip.accessibleName() == "Fact"


def test_badges_and_bars_say_what_they_show(theme, icons):
    assert Badge(icons, "Error", "danger", "warning").accessibleName() == "Error"
    assert ConfidenceBar(theme, 0.58).accessibleName() == "Confidence 0.58: Medium"


# Segment


def test_one_choice_of_a_segment_is_current(icons, shown, qtbot):
    segment = Segment(icons, "Scope")
    segment.add("all", "All")
    segment.add("global", "Global")
    shown(segment)
    assert segment.current == "all"
    with qtbot.waitSignal(segment.changed) as heard:
        qtbot.mouseClick(segment.button("global"), Qt.MouseButton.LeftButton)
    assert heard.args == ["global"]
    assert segment.current == "global"


def test_arrow_keys_go_through_a_segment(icons, shown, qtbot):
    segment = Segment(icons, "Scope")
    segment.add("all", "All")
    segment.add("global", "Global")
    shown(segment)
    segment.button("all").setFocus()
    qtbot.keyClick(segment.button("all"), Qt.Key.Key_Right)
    assert segment.current == "global"


def test_a_choice_with_a_menu_waits_for_the_menu(icons, shown, qtbot):
    segment = Segment(icons, "Scope")
    segment.add("all", "All")
    menu = QMenu(segment)
    menu.addAction("harbor-api", lambda: segment.set_current("project"))
    segment.add("project", "Project", menu)
    shown(segment)
    qtbot.mouseClick(segment.button("project"), Qt.MouseButton.LeftButton)
    assert menu.isVisible()
    assert segment.current == "all"
    menu.actions()[0].trigger()
    menu.close()
    assert segment.current == "project"


# Switch and slider


def test_a_switch_is_turned_by_click_and_by_space(theme, shown, qtbot):
    switch = Switch(theme, "Remove keys")
    shown(switch)
    qtbot.mouseClick(switch, Qt.MouseButton.LeftButton, pos=QPoint(4, 4))
    assert switch.isChecked()
    qtbot.keyClick(switch, Qt.Key.Key_Space)
    assert not switch.isChecked()


def test_a_slider_goes_to_where_it_is_clicked(theme, shown, qtbot):
    slider = Slider(theme, "Least confidence", 0.0)
    shown(slider)
    qtbot.mouseClick(slider, Qt.MouseButton.LeftButton, pos=QPoint(slider.width() // 2, slider.height() // 2))
    assert slider.fraction == pytest.approx(0.5, abs=0.02)
    qtbot.keyClick(slider, Qt.Key.Key_Right)
    assert slider.fraction == pytest.approx(0.51, abs=0.02)


def test_a_slider_can_be_dragged_to_its_ends(theme, shown, qtbot):
    slider = Slider(theme, "Least confidence", 0.4)
    shown(slider)
    middle = slider.height() // 2
    qtbot.mousePress(slider, Qt.MouseButton.LeftButton, pos=QPoint(slider.width() // 2, middle))
    qtbot.mouseMove(slider, QPoint(slider.width() + 50, middle))
    qtbot.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=QPoint(slider.width() + 50, middle))
    assert slider.fraction == 1.0


# Fields


def test_typing_in_a_search_field_is_told_once_the_typing_rests(icons, shown, qtbot):
    field = SearchField(icons, "Search memories", delay_ms=5)
    shown(field)
    heard = []
    field.text_edited.connect(heard.append)
    qtbot.keyClicks(field, "outbox")
    qtbot.waitUntil(lambda: heard == ["outbox"])


def test_return_searches_at_once_and_escape_clears(icons, shown, qtbot):
    field = SearchField(icons, "Search memories", delay_ms=60_000)
    shown(field)
    heard = []
    field.text_edited.connect(heard.append)
    qtbot.keyClicks(field, "kafka")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert heard == ["kafka"]
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert heard == ["kafka", ""]
    assert field.text() == ""


def test_the_clear_button_is_there_while_there_is_something_to_clear(icons, shown, qtbot):
    field = SearchField(icons, "Search memories")
    shown(field)
    button = field.findChild(IconButton)
    assert not button.isVisible()
    field.set_search("kafka")
    assert button.isVisible()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert field.text() == ""


def test_an_error_is_said_beside_the_field_and_marks_it(theme, icons, shown):
    field, error = TextField(icons, "Expires"), InlineError(theme)
    shown(field, error)
    assert not error.isVisible()
    error.show_error("Not a date.", field)
    assert error.isVisible()
    assert field.has_error
    assert field.accessibleDescription() == "Not a date."
    error.show_error("", field)
    assert not error.isVisible()
    assert not field.has_error


def test_a_text_area_grows_with_its_text_up_to_a_limit(theme, shown):
    area = TextArea(theme, "Memory text", lines=3, max_lines=5)
    shown(area)
    small = area.sizeHint().height()
    area.setPlainText("\n".join("line" for _ in range(5)))
    assert area.sizeHint().height() == small + 2 * theme.line("editor")
    area.setPlainText("\n".join("line" for _ in range(50)))
    assert area.sizeHint().height() == small + 2 * theme.line("editor")


def test_a_text_area_takes_plain_text_and_keeps_it_whole(theme, shown, qtbot):
    area = TextArea(theme, "Memory text")
    shown(area)
    area.setPlainText("<b>not bold</b>\n  & two")
    assert area.toPlainText() == "<b>not bold</b>\n  & two"
    assert not area.document().isUndoAvailable()
    qtbot.keyClicks(area, "x")
    assert area.toPlainText().startswith("x")
    area.undo()
    assert area.toPlainText() == "<b>not bold</b>\n  & two"


def test_a_choice_with_a_menu_gives_way_without_opening_it(icons, shown, qtbot):
    menu = QMenu()
    segment = Segment(icons, "Scope")
    segment.add("all", "All")
    segment.add("project", "Project", menu)
    menu.addAction("harbor-api", lambda: segment.set_current("project"))
    shown(segment)
    qtbot.mouseClick(segment.button("project"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(menu.isVisible)
    assert segment.current == "all", "a menu that is looked at chooses nothing"
    menu.actions()[0].trigger()
    menu.close()
    assert segment.current == "project"
    qtbot.mouseClick(segment.button("all"), Qt.MouseButton.LeftButton)
    assert segment.current == "all"
    assert not segment.button("project").isChecked()
    assert not menu.isVisible()
    segment.set_current("project")
    qtbot.mouseClick(segment.button("project"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(menu.isVisible)  # another project can be chosen
    assert segment.current == "project"
    menu.close()


def test_a_combo_answers_the_data_of_what_was_chosen(icons, shown, qtbot):
    combo = ComboBox(icons, "Type")
    combo.add("Fact", "fact", badge="fact")
    combo.add("Skill", "skill", badge="skill")
    shown(combo)
    assert combo.current_data == "fact"
    assert combo.accessibleDescription() == "Type", "on Linux its name is what is chosen"
    combo.setFocus()
    qtbot.keyClick(combo, Qt.Key.Key_Down)
    assert combo.current_data == "skill"
    combo.set_current_data("nothing such")
    assert combo.currentIndex() == -1


def test_a_combo_shows_its_choices_on_a_click(icons, shown, qtbot):
    combo = ComboBox(icons, "Scope")
    combo.add("Global", icon="globe")
    combo.add("harbor-api", icon="folder")
    shown(combo)
    qtbot.mouseClick(combo, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(combo.view().isVisible)
    combo.view().grab()
    qtbot.keyClick(combo.view(), Qt.Key.Key_Down)
    qtbot.keyClick(combo.view(), Qt.Key.Key_Return)
    assert combo.current_data == "harbor-api"


def test_long_choices_are_told_apart_in_the_list_which_ends_within_the_window(icons, shown, qtbot):
    window = QWidget()
    combo = ComboBox(icons, "Project", parent=window)
    for number in range(3):
        combo.add(f"the-project-of-the-team-in-room-{number}", icon="folder")
    shown(window)
    combo.setGeometry(window.width() - 150, 10, 140, 30)
    combo.showPopup()
    qtbot.waitUntil(combo.view().isVisible)
    popup = combo.view().parentWidget()
    assert combo.view().viewport().width() >= combo.view().sizeHintForColumn(0)
    end = window.mapToGlobal(window.rect().topRight()).x()
    assert popup.geometry().right() <= end
    combo.hidePopup()


# Tags


def test_a_choice_that_is_cut_short_is_said_in_a_tooltip(icons, shown, qtbot):
    combo = ComboBox(icons, "Category")
    combo.add("Implementation notes", "notes")
    shown(combo)
    for width, said in ((320, ""), (100, "Implementation notes")):
        combo.setFixedWidth(width)
        QToolTip.hideText()
        qtbot.waitUntil(lambda: not QToolTip.isVisible())
        at = combo.rect().center()
        QApplication.sendEvent(combo, QHelpEvent(QEvent.Type.ToolTip, at, combo.mapToGlobal(at)))
        assert QToolTip.text() == said
    QToolTip.hideText()


def test_tags_are_added_by_typing_and_removed_by_their_button(icons, shown, qtbot):
    editor = TagEditor(icons)
    shown(editor)
    editor.set_tags(["webhooks"])
    changes = []
    editor.changed.connect(changes.append)
    add = next(b for b in editor.findChildren(QWidget) if b.accessibleName() == "Add tag" and b.isVisible())
    qtbot.mouseClick(add, Qt.MouseButton.LeftButton)
    entry = editor.findChild(QLineEdit)
    qtbot.waitUntil(entry.hasFocus)
    qtbot.keyClicks(entry, "outbox")
    qtbot.keyClick(entry, Qt.Key.Key_Return)
    assert changes == [("webhooks", "outbox")]
    chip = next(c for c in editor.findChildren(TagChip) if c.accessibleName() == "webhooks")
    qtbot.mouseClick(chip.findChild(IconButton), Qt.MouseButton.LeftButton)
    assert changes[-1] == ("outbox",)


def test_escape_leaves_the_tags_as_they_were(icons, shown, qtbot):
    editor = TagEditor(icons)
    shown(editor)
    changes = []
    editor.changed.connect(changes.append)
    add = next(b for b in editor.findChildren(QWidget) if b.accessibleName() == "Add tag" and b.isVisible())
    qtbot.mouseClick(add, Qt.MouseButton.LeftButton)
    entry = editor.findChild(QLineEdit)
    qtbot.keyClicks(entry, "outbox")
    qtbot.keyClick(entry, Qt.Key.Key_Escape)
    assert editor.tags == ()
    assert changes == []


def test_backspace_in_an_empty_entry_takes_the_last_tag_back(icons, shown, qtbot):
    editor = TagEditor(icons)
    shown(editor)
    editor.set_tags(["a", "b", "b"])
    add = next(b for b in editor.findChildren(QWidget) if b.accessibleName() == "Add tag" and b.isVisible())
    qtbot.mouseClick(add, Qt.MouseButton.LeftButton)
    qtbot.keyClick(editor.findChild(QLineEdit), Qt.Key.Key_Backspace)
    assert editor.tags == ("a",)


# Layouts and labels


def test_a_flow_breaks_where_the_line_is_full(icons, shown):
    holder = QWidget()
    flow = FlowLayout(holder, 6, 4)
    chips = [Chip(icons, "Relationship") for _ in range(6)]
    for chip in chips:
        flow.addWidget(chip)
    window = shown(holder)
    window.resize(3 * chips[0].sizeHint().width(), 400)
    QApplication.processEvents()
    rows = {chip.y() for chip in chips}
    assert len(rows) > 1
    assert all(chip.geometry().right() <= holder.width() for chip in chips)
    assert flow.heightForWidth(2000) < flow.heightForWidth(holder.width())


def test_a_label_has_the_line_height_of_its_style(theme):
    label = Label(theme, "one two three four five six seven eight nine ten", "body")
    label.setWordWrap(True)
    assert label.heightForWidth(10_000) == theme.line("body")
    assert label.heightForWidth(60) >= 4 * theme.line("body")


def test_a_label_shows_markup_as_text(theme, shown):
    label = Label(theme, "<b>bold</b>")
    shown(label)
    assert label.textFormat() == Qt.TextFormat.PlainText


def test_a_splitter_is_thin_to_see_and_easy_to_grab(theme, shown):
    splitter = Splitter(theme)
    splitter.addWidget(QWidget())
    splitter.addWidget(QWidget())
    shown(splitter)
    handle = splitter.handle(1)
    assert handle.contentsRect().width() == 1
    assert handle.width() == 7
    assert not splitter.childrenCollapsible()


# Snackbar and notices

_LONG = (
    "The memory file could not be backed up because the disk /media/backup/external is full. "
    "Free some space there, or choose another folder in Settings, and try again in a few minutes."
)


def test_a_message_closes_by_itself(icons, shown, qtbot):
    bar = Snackbar(icons, stay_ms=20)
    shown(bar)
    bar.show_message("Memory deleted", action="Undo", icon="trash")
    assert bar.message == "Memory deleted"
    qtbot.waitUntil(lambda: not bar.isVisible())


def test_a_message_takes_no_focus_and_undo_is_one_click(icons, shown, qtbot):
    field = QLineEdit()
    bar = Snackbar(icons)
    shown(field, bar)
    field.setFocus()
    bar.show_message("Memory deleted", action="Undo")
    assert field.hasFocus()
    qtbot.waitUntil(bar.action_button.isVisible)
    with qtbot.waitSignal(bar.action_triggered):
        qtbot.mouseClick(bar.action_button, Qt.MouseButton.LeftButton)
    assert bar.message == ""


def test_a_message_stays_while_it_has_focus(icons, shown, qtbot):
    field = QLineEdit()
    bar = Snackbar(icons, stay_ms=30)
    shown(field, bar)
    bar.show_message("Memory deleted", action="Undo")
    bar.action_button.setFocus()
    with qtbot.assertNotEmitted(bar.closed, wait=90):
        pass
    with qtbot.waitSignal(bar.closed):
        field.setFocus()


def test_the_newest_message_wins(icons, shown):
    bar = Snackbar(icons)
    shown(bar)
    bar.show_message("Memory deleted", action="Undo")
    bar.show_message("Memory archived")
    assert bar.message == "Memory archived"
    assert not bar.action_button.isVisible()


def test_every_line_of_a_long_message_is_shown(icons, shown, qtbot):
    bar = Snackbar(icons)
    window, label = shown(QLineEdit(), bar), bar._tip.text

    def whole(lines):
        needed = label.heightForWidth(label.width())
        return label.height() >= needed and needed // label.fontMetrics().height() == lines

    bar.show_message(_LONG, action="Undo")
    qtbot.waitUntil(lambda: whole(3))
    window.resize(420, 320)
    qtbot.waitUntil(lambda: whole(5))
    bar.show_message("Memory deleted", action="Undo")
    qtbot.waitUntil(lambda: whole(1) and bar.height() < window.height() / 4)


def test_every_line_of_a_long_notice_is_shown(icons, shown, qtbot):
    notice = Notice(icons)
    shown(notice, QLineEdit()).resize(420, 320)
    notice.show_notice(_LONG, "danger", "Show report")
    qtbot.waitUntil(lambda: notice.width() < 420)
    assert notice.label.height() >= notice.label.heightForWidth(notice.label.width())


def test_a_notice_stays_until_it_is_closed(icons, shown, qtbot):
    notice = Notice(icons)
    shown(notice)
    notice.show_notice("The disk is full.", "danger", "Show report")
    assert notice.message == "The disk is full."
    with qtbot.waitSignal(notice.action_triggered):
        qtbot.mouseClick(notice.action, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(notice.close_button, Qt.MouseButton.LeftButton)
    assert notice.message == ""


# Tabs, cards, empty states, errors


def test_tabs_carry_counts(icons, shown, qtbot):
    tabs = Tabs(icons, "Details")
    tabs.add("Source")
    tabs.add("History", 3)
    shown(tabs)
    assert tabs.accessibleTabName(1) == "History, 3"
    qtbot.mouseClick(tabs, Qt.MouseButton.LeftButton, pos=tabs.tabRect(1).center())
    assert tabs.currentIndex() == 1
    tabs.setFocus()
    qtbot.keyClick(tabs, Qt.Key.Key_Left)
    assert tabs.currentIndex() == 0


def test_hiding_a_row_of_a_card_hides_its_line_too(theme, shown, qtbot):
    card = SectionCard(theme, "Privacy")
    first = card.add(SettingRow(theme, "One", "", Switch(theme, "One")))
    card.add(SettingRow(theme, "Two", "", Switch(theme, "Two")))
    shown(card)
    height = card.sizeHint().height()
    first.hide()
    card.fit_lines()
    qtbot.waitUntil(lambda: card.sizeHint().height() < height)
    assert card.rows[1].isVisible()


def test_a_setting_names_its_control_and_says_its_error(theme, icons, shown):
    field = TextField(icons, "")
    row = SettingRow(theme, "Quiet time", "Seconds without a change.", field)
    shown(row)
    assert field.accessibleName() == "Quiet time"
    assert field.accessibleDescription() == "Seconds without a change."
    row.show_error("A number, please.")
    assert row.error.isVisible()


def test_an_empty_state_offers_at_most_two_actions(icons, shown, qtbot):
    go = Button(icons, "Add memory")
    state = EmptyState(icons, "memories", "No memories yet", "They appear by themselves.", actions=(go,))
    shown(state)
    assert go.isVisible()
    assert "No memories yet" in state.accessibleName()
    state.show_state("search", "No match for “kafka”", code="42")
    assert state.code.isVisible()
    with pytest.raises(ValueError, match="two"):
        state.show_state("search", "x", actions=tuple(Button(icons, str(n)) for n in range(3)))
    with pytest.raises(ValueError, match="picture"):
        state.show_state("unicorn", "x")


def test_a_report_can_be_copied_and_holds_what_happened(icons, shown, qtbot):
    try:
        {}["row"]
    except KeyError as error:
        report = crash_report(error, "page memories")
    panel = ErrorPanel(icons, "Memories failed", "The others work.", report)
    shown(panel)
    assert not panel.copy_button.isVisible(), "the report is for those who ask for it"
    qtbot.mouseClick(panel.details_button, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(panel.copy_button, Qt.MouseButton.LeftButton)
    copied = QGuiApplication.clipboard().text()
    assert "KeyError: 'row'" in copied
    assert "page memories" in copied
    with qtbot.waitSignal(panel.retried):
        qtbot.mouseClick(panel.retry_button, Qt.MouseButton.LeftButton)


# Focus


def test_the_ring_shows_for_keys_and_not_for_the_mouse(icons, shown, qtbot, dressed):
    first, second = Button(icons, "One"), Button(icons, "Two")
    window = shown(first, second)
    qtbot.mouseClick(first, Qt.MouseButton.LeftButton)
    first.setFocus(Qt.FocusReason.MouseFocusReason)
    assert dressed.target is None
    qtbot.keyClick(window, Qt.Key.Key_Tab)
    qtbot.waitUntil(lambda: dressed.target is second)
    ring = window.findChild(QWidget, "focusRing")
    assert ring.geometry().contains(second.geometry())
    first.setFocus(Qt.FocusReason.MouseFocusReason)
    assert dressed.target is None


def test_a_field_shows_focus_by_its_edge_alone(icons, shown, qtbot, dressed, theme):
    button, field = Button(icons, "One"), TextField(icons, "Name")
    window = shown(button, field)
    button.setFocus()
    qtbot.keyClick(window, Qt.Key.Key_Tab)
    qtbot.waitUntil(field.hasFocus)
    assert dressed.target is None
    assert colour_at(field, field.width() // 2, 0) == theme.color("accent").name()


def test_the_ring_goes_when_its_widget_goes(icons, shown, qtbot, dressed):
    first, second = Button(icons, "One"), Button(icons, "Two")
    window = shown(first, second)
    first.setFocus()
    qtbot.keyClick(window, Qt.Key.Key_Tab)
    qtbot.waitUntil(lambda: dressed.target is second)
    second.hide()
    assert dressed.target is not second


def test_the_ring_goes_on_after_a_dialog_is_freed_with_it(icons, shown, qtbot, dressed):
    class Asking(QDialog):
        def __init__(self, parent):
            super().__init__(parent)
            column = QVBoxLayout(self)
            for name in ("Yes", "No"):
                column.addWidget(Button(icons, name))

    first, second = Button(icons, "One"), Button(icons, "Two")
    window = shown(first, second)
    dialog = Asking(window)
    dialog.show()
    qtbot.waitUntil(dialog.isActiveWindow)
    qtbot.keyClick(dialog, Qt.Key.Key_Tab)
    qtbot.waitUntil(lambda: dressed.target is not None and dialog.isAncestorOf(dressed.target))
    delete(dialog)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    first.setFocus(Qt.FocusReason.MouseFocusReason)
    qtbot.waitUntil(first.hasFocus)
    qtbot.keyClick(first, Qt.Key.Key_Tab)
    qtbot.waitUntil(second.hasFocus)
    assert dressed.target is second
