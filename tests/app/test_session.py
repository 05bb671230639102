"""One run of the window in this process: opening, closing to the tray, settings, the demo."""

from __future__ import annotations

import gc
import os
import sys
import threading
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QMenu, QSystemTrayIcon
from shiboken6 import isValid

from arbor_desktop import app
from arbor_desktop.context.model import HookHealth, Pulse
from arbor_desktop.demo.start import Demo
from arbor_desktop.errors import StorageError
from arbor_desktop.paths import Home
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.components import Button, ErrorPanel
from arbor_desktop.ui.file_versions.dialog import VersionsDialog
from arbor_desktop.ui.first_run.dialog import SetupDialog
from arbor_desktop.ui.shell.notifications import conflict_notification
from arbor_desktop.ui.shell.process import Instance
from arbor_desktop.ui.shell.tray import Tray
from arbor_desktop.ui.summaries.dialog import SummariesDialog
from arbor_desktop.ui.window_state import WindowState
from tests.judges import use_judge
from tests.reliability.sessions import Session
from tests.window_loop import complete


@pytest.fixture(autouse=True)
def used_before(home, request):
    """All but a test marked `newcomer` begin on a computer where Arbor was set up."""
    if "newcomer" not in request.keywords:
        home.mkdir(exist_ok=True)
        state = WindowState(home / "window.ini")
        state.set_value("setup/done", "1")
        state.sync()


@pytest.fixture
def quits(monkeypatch):
    """How often the app was asked to quit."""
    asked = []
    monkeypatch.setattr(QApplication, "exit", lambda *_: asked.append(1))
    return asked


@pytest.fixture
def start(qtbot, qapp, loop, home, quits):
    sessions = []
    look = qapp.style().objectName(), qapp.palette(), qapp.font()

    def begin(opening=None, demo=None, **options):
        place = Home(home)
        instance = Instance(home)
        assert instance.acquire()
        opening = opening or app._in_background(lambda: MemoryService.open(place))
        session = app.Session(app._application(), loop, place, instance, opening, demo)
        sessions.append(session)
        session.start(**{"minimized": False, "quit_after_paint": False, **options})
        return session

    yield begin
    for session in sessions:
        if isValid(session.window):  # else the test ended it
            end(session)
    qapp.setStyleSheet("")
    qapp.setStyle(look[0])
    qapp.setPalette(look[1])
    qapp.setFont(look[2])


def end(session):
    complete(session.save())
    session.end()


@pytest.fixture
def opened(start, qtbot):
    session = start()
    qtbot.waitUntil(lambda: session._tray is not None and not session.bridge.busy)
    return session


@pytest.fixture
def with_tray(monkeypatch):
    """A system with a tray; notes what it shows."""
    messages = []
    monkeypatch.setattr(Tray, "available", property(lambda _self: True))
    monkeypatch.setattr(Tray, "notify", lambda _self, what: messages.append(what))
    return messages


def test_the_window_shows_before_the_memory_is_open(start, qtbot, home):
    gate = threading.Event()
    opening = app._in_background(lambda: (gate.wait(), MemoryService.open(Home(home)))[1])
    session = start(opening)
    qtbot.waitUntil(session.window.isVisible)
    assert session.window.current_page is None
    gate.set()
    qtbot.waitUntil(lambda: session.window.current_page is not None)


def test_once_it_has_ended_nothing_of_it_runs(opened):
    timers = [timer for timer in opened.findChildren(QTimer) if timer.isActive()]
    assert timers
    end(opened)
    assert not any(timer.isActive() for timer in timers)


def test_the_search_for_garbage_passes_over_what_the_start_made(opened):
    assert gc.get_freeze_count() > 0
    assert gc.get_threshold()[0] < 1000
    end(opened)
    assert gc.get_freeze_count() == 0


def setup_dialogs():
    return [one for one in QApplication.topLevelWidgets() if isinstance(one, SetupDialog) and one.isVisible()]


@pytest.mark.newcomer
def test_a_newcomer_is_led_through_the_setup_once(start, qtbot):
    session = start()
    qtbot.waitUntil(lambda: len(setup_dialogs()) == 1)
    dialog = setup_dialogs()[0]
    qtbot.waitUntil(lambda: not session.bridge.busy)
    qtbot.mouseClick(dialog.later, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not setup_dialogs() and not session.bridge.busy)
    end(session)
    session = start()
    qtbot.waitUntil(lambda: session._tray is not None and not session.bridge.busy)
    assert not setup_dialogs()
    session.window.commands.action("setup").trigger()
    assert len(setup_dialogs()) == 1
    setup_dialogs()[0].close()


def test_all_pages_are_there_and_settings_stand_below(opened):
    assert [(spec.key, spec.at_bottom) for spec in opened.window.specs] == [
        ("memories", False),
        ("review", False),
        ("conflicts", False),
        ("conversations", False),
        ("projects", False),
        ("context", False),
        ("insights", False),
        ("chat", False),
        ("settings", True),
    ]
    for key in [spec.key for spec in opened.window.specs[1:]]:
        opened.window.show_page(key)
        assert not isinstance(opened.window.current_page, ErrorPanel)


def test_memories_and_conversations_lead_to_each_other(opened, qtbot, tmp_path):
    rule = "Always run the linter before you commit anything in this repository."
    path = Session("talk").say(rule).reply("Understood.").write(tmp_path)
    ident = opened.bridge.service.capture([path])[0].conversation_id
    window = opened.window
    memories = window.page("memories")
    memories.conversation_wanted.emit(ident, None)
    page = window.current_page
    qtbot.waitUntil(lambda: page.transcript.controller.shown_id == ident, timeout=20_000)
    page.memories_wanted.emit(ident)
    assert window.current_page is memories
    assert memories.state.query.conversation == ident
    qtbot.waitUntil(lambda: memories.view.model().rowCount() == 1 and not opened.bridge.busy, timeout=20_000)
    window.show_page("conversations")
    (memory,) = opened.bridge.service.query().memories
    page.memory_wanted.emit(memory.id)
    assert window.current_page is memories
    qtbot.waitUntil(lambda: memories.view.selected_ids() == [memory.id], timeout=20_000)


@pytest.mark.slow
def test_memories_lead_to_their_summary_and_back(opened, qtbot):
    service, window = opened.bridge.service, opened.window
    stored = service.store("Prefers small commits.", type="preference", category="project_conventions")
    memories = window.page("memories")
    qtbot.waitUntil(lambda: memories.detail.memory is not None, timeout=20_000)
    memories.detail.actions_by_name["summary"].trigger()
    (dialog,) = window.findChildren(SummariesDialog)
    qtbot.waitUntil(lambda: "small commits" in dialog.pane.view.document().toPlainText(), timeout=20_000)
    dialog.memory_wanted.emit(stored.id)
    assert memories.view.selected_ids() == [stored.id]
    dialog.reject()


def test_what_an_assistant_is_told_is_seen_changed_and_taken_back(opened, qtbot):
    service, window = opened.bridge.service, opened.window
    stored = service.store("Prefers small commits with short subjects.", type="preference")
    qtbot.keyClick(window, Qt.Key.Key_6, Qt.KeyboardModifier.ControlModifier)
    page = window.current_page
    qtbot.waitUntil(lambda: "small commits" in page.text.view.exact_text, timeout=20_000)
    page.view.go_to(1)
    page.view.actions_bar.buttons["never_share"].click()
    qtbot.waitUntil(lambda: page.text.view.exact_text == "", timeout=20_000)
    qtbot.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: "small commits" in page.text.view.exact_text, timeout=20_000)
    page.view.go_to(1)
    qtbot.keyClick(page.view, Qt.Key.Key_Return)
    memories = window.page("memories")
    assert window.current_page is memories
    qtbot.waitUntil(lambda: memories.view.selected_ids() == [stored.id], timeout=20_000)


@pytest.fixture
def contradicting(start, qtbot, monkeypatch):
    """A window over two memories that contradict each other: answers it, both ids, and their conflict's."""
    use_judge(monkeypatch)
    session = start()
    qtbot.waitUntil(lambda: session._tray is not None and not session.bridge.busy)
    service = session.bridge.service
    older = service.store("Test runner: jest", type="preference").id
    newer = service.store("Test runner: vitest", type="preference").id
    return session, older, newer, service.get(older).conflict_ids[0]


def test_a_memory_leads_to_its_conflict_which_is_settled_by_a_key(contradicting, qtbot):
    session, older, newer, conflict = contradicting
    service, window = session.bridge.service, session.window
    window.resize(1300, 800)
    memories = window.page("memories")
    memories.show_memory(older)
    detail = memories.detail
    qtbot.waitUntil(lambda: detail.conflict.isVisible() and "vitest" in detail.conflict.label.text())
    qtbot.waitUntil(lambda: window.rail.item("conflicts").count == 1)
    qtbot.mouseClick(detail.conflict.resolve, Qt.MouseButton.LeftButton)
    assert window.current_key == "conflicts"
    page = window.current_page
    qtbot.waitUntil(lambda: page.view.sheet is not None and page.view.sheet.id == conflict)
    qtbot.waitUntil(lambda: not session.bridge.busy)
    page.memory_wanted.emit(newer)
    assert window.current_page is memories
    qtbot.waitUntil(lambda: memories.view.selected_ids() == [newer])
    window.show_page("conflicts")
    page.focus_main()
    qtbot.keyClick(window.focusWidget(), Qt.Key.Key_2)
    qtbot.waitUntil(lambda: service.get(older).status == "superseded", timeout=20_000)
    qtbot.waitUntil(lambda: window.rail.item("conflicts").count == 0)
    memories.show_memory(newer)
    qtbot.waitUntil(lambda: not detail.conflict.isVisible())


@pytest.mark.slow
def test_what_the_tray_offers_for_conflicts_opens_them(contradicting, qtbot):
    session, _, _, conflict = contradicting
    window, tray = session.window, session._tray
    qtbot.waitUntil(tray.conflicts_action.isVisible)
    window.hide()
    tray.conflicts_action.trigger()
    assert window.isVisible()
    assert window.current_key == "conflicts"
    qtbot.waitUntil(lambda: window.current_page.view.sheet is not None)
    assert window.current_page.view.sheet.id == conflict


def test_a_click_on_a_notification_opens_the_conflict_it_is_about(contradicting, qtbot):
    session, _, _, _ = contradicting
    service, window, tray = session.bridge.service, session.window, session._tray
    service.store("Indentation: tabs", type="preference")
    found = service.store("Indentation: spaces", type="preference").conflicts
    (told,) = [one for one in service.list_conflicts() if one.id in found]
    tray.notify(conflict_notification([told]))
    window.hide()
    tray.icon.messageClicked.emit()
    assert window.isVisible()
    assert window.current_key == "conflicts"
    page = window.current_page
    qtbot.waitUntil(lambda: page.view.sheet is not None and page.view.sheet.id == told.id, timeout=20_000)


def test_what_another_process_contradicts_is_told_while_the_window_is_closed(
    with_tray, start, qtbot, home, monkeypatch
):
    use_judge(monkeypatch)
    with MemoryService.open(Home(home)) as before:
        for value in ("tabs", "spaces"):
            before.store(f"Indentation: {value}", type="preference")
        before.store("Test runner: jest", type="preference")
    session = start(minimized=True)
    qtbot.waitUntil(lambda: session._tray is not None and not session.bridge.busy, timeout=20_000)
    session._notifier._delay.setInterval(20)
    with MemoryService.open(Home(home)) as other:
        other.store("Test runner: vitest", type="preference")
    qtbot.waitUntil(lambda: bool(with_tray), timeout=20_000)
    assert [(told.title, told.text) for told in with_tray] == [
        ("Two memories conflict", "Test runner: jest or vitest.")
    ], "what was there before the start is no news"


def test_what_the_tray_shows_for_review_is_answered_by_a_key(opened, qtbot):
    service, window = opened.bridge.service, opened.window
    id_ = service.store("Deploys on Fridays.", type="fact").id
    service.update_many([id_], status="pending")
    qtbot.waitUntil(opened._tray.review_action.isVisible)
    window.rail.item("memories").setFocus()
    opened._tray.review_action.trigger()
    assert window.current_key == "review"
    page = window.current_page
    qtbot.waitUntil(lambda: page.view.current_id() == id_ and not opened.bridge.busy, timeout=20_000)
    qtbot.keyClick(window.focusWidget(), Qt.Key.Key_A)
    qtbot.waitUntil(lambda: service.get(id_).status == "active", timeout=20_000)
    qtbot.waitUntil(lambda: window.rail.item("review").count == 0)


@pytest.mark.slow
@pytest.mark.parametrize("again", [False, True], ids=["first time", "again"])
def test_after_a_click_on_the_rail_the_keys_of_the_page_work(opened, qtbot, again):
    service, window = opened.bridge.service, opened.window
    id_ = service.store("Deploys on Fridays.", type="fact").id
    service.update_many([id_], status="pending")
    window.activateWindow()
    window.page("memories").view.setFocus()
    for key in ("review", "memories", "review") if again else ("review",):
        qtbot.mouseClick(window.rail.item(key), Qt.MouseButton.LeftButton)
        assert window.current_key == key
    page = window.current_page
    qtbot.waitUntil(lambda: page.view.current_id() == id_ and not opened.bridge.busy, timeout=20_000)
    qtbot.keyClick(window.focusWidget(), Qt.Key.Key_A)
    qtbot.waitUntil(lambda: service.get(id_).status == "active", timeout=20_000)


def test_the_review_leads_to_conflict_conversation_memory_and_settings(contradicting, qtbot):
    session, older, _, conflict = contradicting
    window = session.window
    window.show_page("review")
    review = window.current_page
    review.conflict_wanted.emit(conflict)
    assert window.current_key == "conflicts"
    qtbot.waitUntil(lambda: window.current_page.view.sheet is not None)
    review.memory_wanted.emit(older)
    assert window.current_key == "memories"
    review.open_wanted.emit("unknown", None)
    assert window.current_key == "conversations"
    review.settings_wanted.emit("review")
    assert window.current_key == "settings"
    assert window.current_page.current_section == "review"


def test_a_new_memory_is_painted_without_being_asked_for(opened, qtbot):
    page = opened.window.page("memories")
    opened.bridge.run(
        opened.bridge.service.store, "Prefers small commits with short subjects.", type="preference"
    )
    qtbot.waitUntil(lambda: page.model.rowCount() == 1)


@pytest.mark.logs_warnings
def test_why_the_memory_cannot_be_opened_is_said_and_tried_again(start, qtbot, monkeypatch):
    def refuse():
        raise StorageError("This memory was made by a newer Arbor.")

    session = start(app._in_background(refuse))
    qtbot.waitUntil(lambda: isinstance(session.window.current_page, ErrorPanel))
    panel = session.window.current_page
    monkeypatch.setattr(app, "_open_service", lambda home, *_: MemoryService.open(home))
    panel.retry_button.click()
    qtbot.waitUntil(lambda: session.window.specs != ())


def test_a_damaged_memory_file_leads_to_its_backups(opened, qtbot):
    pane = opened.window.page("memories").list_pane

    def ways():
        return {b.text(): b for b in pane.state.findChildren(Button) if b.isVisible()}

    pane.show_error(StorageError("The memory file is busy."))
    qtbot.waitUntil(lambda: list(ways()) == ["Try again"])
    pane.show_error(StorageError("/a/long/path is damaged", damaged=True, why="malformed"))
    assert pane.state.code.text() == "malformed"
    qtbot.waitUntil(lambda: list(ways()) == ["Restore a backup…", "Try again"])
    ways()["Restore a backup…"].click()
    assert opened.window.current_key == "settings"
    assert opened.window.current_page.current_section == "data"


def test_without_a_tray_closing_quits(opened, quits):
    assert not QSystemTrayIcon.isSystemTrayAvailable()
    opened.window.close()
    assert quits == [1]


def test_without_a_tray_it_is_said_once_that_closing_quits(start, qtbot, quits):
    session = start()
    notice = session.window.notice
    qtbot.waitUntil(lambda: "When you close the window, Arbor quits" in notice.message)
    qtbot.mouseClick(notice.close_button, Qt.MouseButton.LeftButton)
    end(session)
    again = start()
    qtbot.waitUntil(lambda: again._tray is not None and not again.bridge.busy)
    assert again.window.notice.message == ""


def test_with_a_tray_closing_hides_and_says_so_once(with_tray, start, qtbot, quits):
    session = start()
    qtbot.waitUntil(lambda: session._tray is not None and not session.bridge.busy)
    session.window.close()
    assert not session.window.isVisible()
    assert [m.title for m in with_tray] == ["Arbor is still running"]
    session.window.bring_up()
    session.window.close()
    assert len(with_tray) == 1
    assert quits == []
    qtbot.waitUntil(lambda: session.bridge.service.settings.get("tray.explained"))


def test_quitting_does_not_go_by_closing_which_would_keep_the_tray(with_tray, start, qtbot, quits):
    session = start()
    qtbot.waitUntil(lambda: session._tray is not None and not session.bridge.busy)
    session.window.quit_wanted.emit()
    session._tray.quit_wanted.emit()
    assert quits == [1, 1]
    assert session.window.isVisible()
    assert with_tray == []


@pytest.mark.slow
def test_closing_quits_if_the_tray_is_not_wanted(with_tray, start, qtbot, quits):
    session = start()
    qtbot.waitUntil(lambda: session._tray is not None and not session.bridge.busy)
    session.bridge.service.settings.set("tray.keep_running", False)
    session.window.close()
    assert quits == [1]
    assert with_tray == []


def test_minimized_starts_in_the_tray(with_tray, start, qtbot):
    session = start(minimized=True)
    qtbot.waitUntil(lambda: session._tray is not None and not session.bridge.busy)
    assert not session.window.isVisible()
    assert session.window.current_page is None, "no page is built for a window that nobody sees"
    session._tray.open_wanted.emit()
    assert session.window.current_key == "memories"


def test_the_tray_opens_another_page_than_the_first(with_tray, start, qtbot):
    session = start(minimized=True)
    qtbot.waitUntil(lambda: session._tray is not None and not session.bridge.busy)
    session._tray.settings_wanted.emit()
    assert session.window.current_key == "settings"


def test_minimized_without_a_tray_is_a_minimized_window(start, qtbot):
    session = start(minimized=True)
    qtbot.waitUntil(lambda: session._tray is not None and not session.bridge.busy)
    assert session.window.isMinimized()
    assert session.window.current_page is None
    session.window.showNormal()
    qtbot.waitUntil(lambda: session.window.current_key == "memories")


@pytest.mark.slow
def test_the_theme_follows_the_setting_at_once(opened, qtbot):
    opened.bridge.run(opened.bridge.service.settings.set, "appearance.theme", "dark")
    qtbot.waitUntil(lambda: opened.theme.mode == "dark")
    opened.bridge.run(opened.bridge.service.settings.set, "appearance.theme", "system")
    qtbot.waitUntil(lambda: opened.theme.setting == "system")


def test_keys_go_to_the_list_from_the_first_moment(start, qtbot, home):
    with MemoryService.open(Home(home)) as service:
        for text in ("Uses tabs.", "Deploys on Fridays."):
            service.store(text, type="fact")
    session = start()
    session.window.resize(1300, 800)
    session.window.activateWindow()
    session.window.rail.setFocus()  # all there is to focus before the pages come
    qtbot.waitUntil(lambda: session._tray is not None and not session.bridge.busy)
    view = session.window.page("memories").view
    qtbot.waitUntil(lambda: len(view.selected_ids()) == 1)
    first = view.selected_ids()
    qtbot.keyClick(session.window.focusWidget(), Qt.Key.Key_Down)
    assert view.selected_ids() != first
    assert session.window.current_page is session.window.page("memories")


@pytest.mark.slow
def test_a_page_that_is_shown_for_the_first_time_begins_at_its_list(opened, qtbot):
    memories = opened.window.page("memories")
    memories.view.setFocus()
    opened.window.show_page("conversations")
    assert opened.window.focusWidget() is opened.window.page("conversations").view


@pytest.mark.slow
def test_the_settings_lead_to_the_memories_of_a_rule(opened, qtbot):
    opened.window.show_page("settings")
    opened.window.current_page.rule_wanted.emit("project.we-use", "About the project: we use")
    assert opened.window.current_page is opened.window.page("memories")
    assert opened.window.current_page.state.query.rule == ("project.we-use", "About the project: we use")
    qtbot.waitUntil(lambda: not opened.bridge.busy)


def test_a_saved_text_is_said_and_control_z_takes_it_back(opened, qtbot):
    service, window = opened.bridge.service, opened.window
    memory = service.store("Prefers small commits.", type="preference")
    page = window.page("memories")
    window.resize(1360, 824)
    qtbot.waitUntil(lambda: page.detail.memory is not None and not opened.bridge.busy)
    page.view.setFocus()
    qtbot.keyClick(page.view, Qt.Key.Key_Return)
    qtbot.keyClicks(page.detail.editor.area, " And short subjects.")
    qtbot.keyClick(page.detail.editor.area, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    strip = page.list_pane.snackbar
    qtbot.waitUntil(lambda: strip.message == "Saved" and strip.action_button.isVisible())
    assert QApplication.focusWidget() is page.view, "nothing is edited any more"
    qtbot.keyClick(page.view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: page.detail.editor.text == "Prefers small commits.")
    area = page.detail.editor.area
    area.setFocus()
    qtbot.keyClicks(area, "Always ")
    qtbot.keyClick(area, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: strip.message == "Saved" and not opened.bridge.busy)
    area.setFocus()
    qtbot.keyClick(area, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: service.get(memory.id).content == "Prefers small commits.")


def test_control_z_in_an_emptied_search_undoes_the_last_change(opened, qtbot):
    service, window = opened.bridge.service, opened.window
    memory = service.store("Prefers small commits.", type="preference")
    service.archive(memory.id)
    page = window.page("memories")
    qtbot.keyClick(page, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClicks(page.top.search, "commits")
    qtbot.keyClick(page.top.search, Qt.Key.Key_Escape)
    qtbot.keyClick(page.top.search, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: service.get(memory.id).status == "active")
    assert page.top.search.text() == ""


def test_control_z_undoes_only_what_was_done_since_the_window_opened(start, qtbot, home):
    control, z = Qt.KeyboardModifier.ControlModifier, Qt.Key.Key_Z
    with MemoryService.open(home) as before:
        earlier = before.store("Prefers small commits.", type="preference").id
        before.archive(earlier)
        kept = before.store("Deploys on Fridays.", type="fact").id
    session = start()
    qtbot.waitUntil(lambda: session._tray is not None and not session.bridge.busy)
    service, window = session.bridge.service, session.window
    page = window.page("memories")
    strip = page.list_pane.snackbar
    qtbot.waitUntil(lambda: page.model.rowCount() == 1 and not session.bridge.busy)
    qtbot.keyClick(page.view, z, control)
    qtbot.waitUntil(lambda: strip.message == "Nothing to undo.")
    page.view.go_to(0)
    qtbot.keyClick(page.view, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: strip.message == "Memory deleted" and not session.bridge.busy)
    with MemoryService.open(home) as other:  # another program, after that
        other.store("Uses tabs.", type="preference")
    qtbot.keyClick(page.view, z, control)
    qtbot.waitUntil(lambda: strip.message == "Memory restored" and not session.bridge.busy)
    assert service.get(kept).status == "active"
    window.show_page("insights")
    qtbot.keyClick(window, z, control)
    qtbot.waitUntil(lambda: window.notice.message == "Nothing to undo.")
    assert service.get(earlier).status == "archived"
    assert {memory.content for memory in service.query().memories} == {"Deploys on Fridays.", "Uses tabs."}


def test_what_can_be_exported_is_reached_from_the_palette(opened, qtbot):
    opened.bridge.service.store("Prefers small commits.", type="preference")
    insights = opened.window.page("insights")
    opened.window.show_page("insights")
    qtbot.waitUntil(insights.bar.export.isEnabled)
    opened.window.show_page("memories")
    palette = opened.window.commands.open_palette()
    qtbot.keyClicks(palette.field, "export")
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: isinstance(QApplication.activePopupWidget(), QMenu))
    QApplication.activePopupWidget().close()
    assert opened.window.current_page is insights


@pytest.mark.slow
def test_undo_is_named_and_ends_an_offer_to_undo_elsewhere(opened, qtbot):
    service, window = opened.bridge.service, opened.window
    service.store("Prefers small commits.", type="preference")
    memories = window.page("memories")
    qtbot.waitUntil(lambda: memories.model.rowCount() == 1 and not opened.bridge.busy)
    memories.view.go_to(0)
    qtbot.keyClick(memories.view, Qt.Key.Key_Delete)
    strip = memories.list_pane.snackbar
    qtbot.waitUntil(lambda: strip.message == "Memory deleted" and not opened.bridge.busy)
    window.show_page("insights")
    palette = window.commands.open_palette()
    undo = "Undo: delete “Prefers small commits.”"
    qtbot.waitUntil(lambda: undo in [row.text for row in palette.shown])
    palette.close()
    qtbot.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: strip.message == "")
    assert len(service.query().memories) == 1


@pytest.mark.slow
@pytest.mark.parametrize("key", ["memories", "conversations", "settings"])
def test_words_typed_anywhere_on_a_page_are_searched_for(opened, qtbot, key):
    """Letters of "deprecation" once confirmed, archived and rejected what was selected."""
    service, window = opened.bridge.service, opened.window
    stored = service.store("Prefers small commits with short subjects.", type="preference")
    window.show_page(key)
    page = window.current_page
    qtbot.waitUntil(lambda: not opened.bridge.busy)
    page.focus_main() if hasattr(page, "focus_main") else window.rail.setFocus()
    for letter in "deprecation":
        qtbot.keyClicks(window.focusWidget(), letter)
    search = page.field if key == "settings" else page.top.search
    assert (search.hasFocus(), search.text()) == (True, "deprecation")
    qtbot.waitUntil(lambda: not opened.bridge.busy)
    assert len(service.history(stored.id)) == 1


@pytest.mark.slow
def test_letters_as_keys_can_be_turned_off(opened, qtbot):
    view = opened.window.page("review").view
    assert view.letters
    opened.bridge.run(opened.bridge.service.settings.set, "appearance.single_key_shortcuts", False)
    qtbot.waitUntil(lambda: not view.letters)


@pytest.mark.slow
def test_letters_as_keys_are_settled_on_every_page_whichever_is_shown(opened, qtbot):
    review, conflicts = (opened.window.page(key) for key in ("review", "conflicts"))
    assert review.view.letters and conflicts.list.letters
    opened.window.show_page("settings")
    opened.bridge.run(opened.bridge.service.settings.set, "appearance.single_key_shortcuts", False)
    qtbot.waitUntil(lambda: not (review.view.letters or conflicts.list.letters))


@pytest.mark.slow
def test_a_page_that_is_built_later_knows_whether_letters_are_keys(start, qtbot, home):
    with MemoryService.open(Home(home)) as service:
        service.settings.set("appearance.single_key_shortcuts", False)
    session = start()
    qtbot.waitUntil(lambda: session._tray is not None and not session.bridge.busy)
    assert not session.window.page("review").view.letters


@pytest.mark.logs_warnings
def test_an_error_nobody_caught_is_logged_and_said(opened, qtbot, caplog):
    try:
        raise LookupError("row 7")
    except LookupError as error:
        sys.excepthook(type(error), error, error.__traceback__)
    qtbot.waitUntil(lambda: "Something went wrong" in opened.window.notice.message)
    assert "row 7" in caplog.text


def test_an_interrupt_is_no_error(opened, quits):
    sys.excepthook(KeyboardInterrupt, KeyboardInterrupt(), None)
    assert quits == [1]


@pytest.mark.slow
def test_the_demo_fills_a_memory_of_its_own(start, qtbot, tmp_path, home):
    demo = Demo(tmp_path)
    opening = app._in_background(lambda: MemoryService.open(Home(home), environ=demo.environ))
    session = start(opening, demo)
    qtbot.waitUntil(lambda: session.window.current_page is not None)
    page = session.window.page("memories")
    qtbot.waitUntil(lambda: page.model.rowCount() > 20 and not session.bridge.busy, timeout=60_000)
    sources = {info.name: info for info in session.bridge.service.sources(sizes=False)}
    assert sources["claude-code"].path.startswith(str(tmp_path))
    assert sources["claude-code"].enabled


def test_text_that_was_not_saved_is_saved_when_the_app_ends(opened, qtbot, home):
    service = opened.bridge.service
    memory_id = service.store("Prefers small commits with short subjects.", type="preference").id
    page = opened.window.page("memories")
    qtbot.waitUntil(lambda: page.detail.memory is not None)
    page.detail.editor.area.setPlainText("Prefers small commits with long subjects.")
    end(opened)
    with MemoryService.open(home) as after:
        assert after.get(memory_id).content == "Prefers small commits with long subjects."
        after.undo()
        assert after.get(memory_id).content == "Prefers small commits with short subjects."


def test_ending_leaves_what_waits_where_it_was_in_the_queue(opened, home, tmp_path):
    service = opened.bridge.service
    path = Session("waiting").say("Always run the linter before you commit anything here.").write(tmp_path)
    os.utime(path)  # written just now, so that the open window waits for it to be quiet
    service.settings.set("capture.settle_seconds", 3600)
    service._capture.reader.read(str(path))
    waits = service.get_status().reads_at
    assert waits is not None
    end(opened)
    with MemoryService.open(home) as after:
        assert after.get_status().reads_at == waits
        assert after._capture.queue.claim(now=waits) is not None


def test_a_search_is_begun_anywhere_stays_and_is_carried_on_to_what_was_said(start, qtbot, home, tmp_path):
    with MemoryService.open(Home(home)) as service:
        service.store("We deploy on Friday.", type="fact")
        said = Session("kiln").say("Good morning.").say("Why does the deploy take an hour?")
        service.capture([said.write(tmp_path)])
    session = start()
    qtbot.waitUntil(lambda: session._tray is not None and not session.bridge.busy)
    window = session.window
    window.resize(1300, 800)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)

    window.show_page("context")  # which has nothing of its own to search
    qtbot.keyClick(window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    memories = window.page("memories")
    assert window.current_page is memories
    assert memories.top.search.hasFocus()
    qtbot.keyClicks(memories.top.search, "deploy")
    talk = memories.list_pane.conversations
    qtbot.waitUntil(talk.isVisible)

    qtbot.keyClick(window, Qt.Key.Key_4, Qt.KeyboardModifier.ControlModifier)
    conversations = window.page("conversations")
    assert window.current_page is conversations
    qtbot.keyClick(window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    assert conversations.top.search.hasFocus(), "each page that can be searched is searched itself"
    qtbot.keyClick(window, Qt.Key.Key_1, Qt.KeyboardModifier.ControlModifier)
    assert memories.top.search.text() == "deploy", "the search is where it was left"
    assert memories.model.rowCount() == 1

    qtbot.keyClick(memories.top.search, Qt.Key.Key_Down)
    qtbot.keyClick(memories.view, Qt.Key.Key_Down)
    qtbot.keyClick(talk.list, Qt.Key.Key_Return)
    assert window.current_page is conversations
    qtbot.waitUntil(lambda: conversations.transcript.controller.conversation is not None)

    window.show_page("memories")
    qtbot.mouseClick(talk.show_all, Qt.MouseButton.LeftButton)
    assert window.current_page is conversations
    assert conversations.top.search.text() == "deploy"
    qtbot.waitUntil(lambda: not session.bridge.busy)


@pytest.mark.slow
def test_a_hook_that_does_not_answer_leads_to_where_it_is_mended(opened, qtbot, monkeypatch, tmp_path):
    service, person = opened.bridge.service, tmp_path / "noor"
    (person / ".claude").mkdir(parents=True)
    tools = replace(opened._setup._tools, environ={"HOME": str(person), "USERPROFILE": str(person)})
    monkeypatch.setattr(opened._setup, "_tools", tools)
    opened._setup.apply(opened._setup.plan("claude-code", "install", ["hooks"]))
    silent = HookHealth("claude-code", Pulse.SILENT, message="Start it again.")
    monkeypatch.setattr(service.receipts, "health", lambda _installed: [silent])
    with qtbot.waitSignal(opened._hooks.changed):
        opened._hooks.refresh()
    tray = opened._tray
    assert tray.hooks_action.text() == "Claude Code hook: not responding"
    tray.hooks_action.trigger()
    assert opened.window.current_key == "context"
    strip = opened.window.current_page.foot.strip
    qtbot.waitUntil(lambda: any(card.tile.silent for card in strip.cards))
    (card,) = [card for card in strip.cards if card.tile.silent]
    qtbot.waitUntil(lambda: not opened.bridge.busy)
    assert card.button.text() == "Fix…"
    qtbot.waitUntil(card.button.hasFocus)


@pytest.mark.slow
def test_a_memory_file_that_a_tool_empties_is_said_and_restored(opened, qtbot, home):
    file = home.parent / ".codex" / "memories" / "MEMORY.md"
    file.parent.mkdir(parents=True)
    file.write_text("- one\n- two\n- three\n")
    service = opened.bridge.service
    service.settings.set("file_versions.codex", True)
    qtbot.waitUntil(lambda: len(service.file_versions.versions(str(file))) == 1)
    file.write_text("")
    qtbot.waitUntil(lambda: opened.window.notice.message == "3 of 3 lines removed from MEMORY.md (Codex)")
    opened._tray.file_versions_wanted.emit()
    dialog = opened.window.findChild(VersionsDialog)
    qtbot.waitUntil(lambda: dialog.restore.isEnabled() and not opened.bridge.busy)
    qtbot.mouseClick(dialog.restore, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: file.read_text() == "- one\n- two\n- three\n")
    dialog.close()
