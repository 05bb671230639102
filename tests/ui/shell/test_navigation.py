"""Back and Forward, and the palette, through the whole window over a real service."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from arbor_desktop.service import MemoryService
from arbor_desktop.ui.components import BackForward
from arbor_desktop.ui.shell.pages import PageSpec, WindowPages
from arbor_desktop.ui.shell.palette_results import Group
from arbor_desktop.ui.shell.window import MainWindow
from arbor_desktop.ui.window_state import WindowState
from tests.reliability.sessions import Session

ALT, CTRL = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ControlModifier


class Page(QWidget):
    """A page with a selection, the arrows, a field, and perhaps a detail that lies over its list."""

    def __init__(self, icons):
        super().__init__()
        self.selected, self.detail = "", False
        self.shown_project = None
        self.asked = []
        self.arrows = BackForward(icons, self)
        self.field = QLineEdit(self)
        column = QVBoxLayout(self)
        column.addWidget(self.arrows)
        column.addWidget(self.field)

    def place(self):
        return self.selected or None

    def show_place(self, place):
        self.selected = place

    def step_back(self):
        stepped, self.detail = self.detail, False
        return stepped

    def focus_search(self, text=""):
        self.asked.append(("search", text))

    def ask(self):
        self.asked.append("ask")

    def add_memory(self, text=""):
        self.asked.append(("add", text))

    def show_earlier(self, project):
        self.asked.append(("earlier", project))

    def show_memory(self, memory_id):
        self.selected = memory_id

    def open_conversation(self, conversation_id, turn=None):
        self.selected = conversation_id

    def show_project(self, path):
        self.selected = path

    def show_section(self, key):
        self.selected = key


@pytest.fixture
def service(home, clock, bridge):
    with MemoryService.open(home, clock=clock, environ={}) as service:
        bridge.listen(service)
        yield service
        bridge.close()


@pytest.fixture
def window(qtbot, dressed, icons, bridge, service, clock, home, theme):
    window = MainWindow(theme, icons, bridge, WindowState(home / "window.ini"), clock)
    qtbot.addWidget(window)
    window.resize(1360, 824)
    with qtbot.waitExposed(window):
        window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    keys = ("memories", "conversations", "projects")
    specs = [
        PageSpec(key, key.title(), key if key != "projects" else "folder", lambda: Page(icons))
        for key in keys
    ]
    specs.append(PageSpec("settings", "Settings", "settings", lambda: Page(icons), at_bottom=True))
    window.attach(specs)
    qtbot.waitUntil(lambda: not bridge.busy)
    yield window
    window.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def where(window):
    return window.current_key, window.current_page.selected


def press(window, key, modifier=Qt.KeyboardModifier.NoModifier):
    QTest.keyClick(window.focusWidget() or window, key, modifier)


# Back and Forward


def test_alt_left_and_right_go_to_where_one_was_with_what_was_selected(window):
    window.navigation.show_memory("m1")
    window.navigation.open_conversation("c1")
    window.navigation.show_memory("m2")
    press(window, Qt.Key.Key_Left, ALT)
    assert where(window) == ("conversations", "c1")
    press(window, Qt.Key.Key_Left, ALT)
    assert where(window) == ("memories", "m1")
    press(window, Qt.Key.Key_Right, ALT)
    press(window, Qt.Key.Key_Right, ALT)
    assert where(window) == ("memories", "m2")
    press(window, Qt.Key.Key_Right, ALT)
    assert where(window) == ("memories", "m2"), "there is nothing after it"


def test_going_elsewhere_ends_the_way_forward(window):
    window.show_page("conversations")
    window.navigation.back()
    window.show_page("projects")
    window.navigation.forward()
    assert window.current_key == "projects"
    window.navigation.back()
    assert window.current_key == "memories"


def test_the_page_that_is_shown_again_is_no_step(window):
    window.show_page("conversations")
    window.show_page("conversations")
    window.navigation.back()
    assert window.current_key == "memories"


def test_in_a_narrow_page_back_leads_to_its_list_first(window):
    window.show_page("conversations")
    window.current_page.detail = True
    press(window, Qt.Key.Key_Left, ALT)
    assert window.current_key == "conversations"
    press(window, Qt.Key.Key_Left, ALT)
    assert window.current_key == "memories"


def test_the_arrows_of_a_page_say_and_do_the_same(window, qtbot):
    assert not window.current_page.arrows.back.isEnabled()
    window.show_page("conversations")
    arrows = window.current_page.arrows
    assert (arrows.back.isEnabled(), arrows.forward.isEnabled()) == (True, False)
    qtbot.mouseClick(arrows.back, Qt.MouseButton.LeftButton)
    assert window.current_key == "memories"
    arrows = window.current_page.arrows
    assert (arrows.back.isEnabled(), arrows.forward.isEnabled()) == (False, True)
    qtbot.mouseClick(arrows.forward, Qt.MouseButton.LeftButton)
    assert window.current_key == "conversations"


def test_the_side_buttons_of_a_mouse_go_back_and_forward(window, qtbot):
    window.show_page("conversations")
    at = QPoint(700, 400)
    QTest.mouseClick(window.windowHandle(), Qt.MouseButton.BackButton, Qt.KeyboardModifier.NoModifier, at)
    qtbot.waitUntil(lambda: window.current_key == "memories")
    QTest.mouseClick(window.windowHandle(), Qt.MouseButton.ForwardButton, Qt.KeyboardModifier.NoModifier, at)
    qtbot.waitUntil(lambda: window.current_key == "conversations")


# The palette


def opened(window, qtbot, words=""):
    palette = window.commands.open_palette()
    qtbot.keyClicks(palette.field, words)
    qtbot.waitUntil(lambda: not palette.searching)
    return palette


def texts(palette):
    return [row.text for row in palette.shown]


def test_the_palette_finds_memories_conversations_and_projects(window, qtbot, service, tmp_path):
    project = "/src/webhook-relay"
    memory = service.store(
        "Payloads of a webhook are signed.", type="fact", scope="project", scope_id=project
    )
    session = Session("design", "/src/harbor").say("Please design the page for a webhook, and use hooks.")
    session.reply("It is designed now, with a webhook in every corner of the page.")
    service.capture([session.write(tmp_path)])
    palette = opened(window, qtbot, "webhook")
    headings = [group.heading for group in palette.model.items if isinstance(group, Group)]
    assert headings == ["Memories", "Conversations", "Projects"]
    assert texts(palette)[::2] == ["Payloads of a webhook are signed.", "webhook-relay"]
    assert palette.shown[1].note.startswith("Claude Code · harbor")
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    assert where(window) == ("memories", memory.id)


@pytest.mark.parametrize(
    ("words", "heading", "text", "page"),
    [
        ("privacy", "Settings", "Privacy", "settings"),
        ("go to proj", "Commands", "Go to Projects", "projects"),
    ],
)
def test_the_palette_leads_to_settings_and_pages(window, qtbot, words, heading, text, page):
    palette = opened(window, qtbot, words)
    assert palette.model.items[0].heading == heading
    assert texts(palette)[0] == text
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    assert window.current_key == page


@pytest.mark.parametrize("words", ["backup", "back up"])
def test_a_backup_is_made_from_the_palette(window, qtbot, service, words):
    palette = opened(window, qtbot, words)
    assert texts(palette)[:2] == ["Back up now", "Data"]
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    qtbot.waitUntil(window.notice.isVisible)
    (made,) = service.home.backups.glob("arbor-*.db")
    assert str(made) in window.notice.message


@pytest.mark.parametrize(("words", "text"), [("dark", "Theme: Dark"), ("pause", "Pause reading for 1 hour")])
def test_what_a_command_says_comes_before_memories(window, qtbot, service, words, text):
    service.store(f"Prefers {words} mode, and a long {words} before work.", type="preference")
    assert texts(opened(window, qtbot, words))[0] == text


def test_undo_is_found_by_its_own_name_not_by_the_text_it_quotes(window, qtbot, service):
    memory = service.store("My dog's name is Biscuit, of Devon.", type="fact")
    service.update(memory.id, content="My dog's name is Biscuit.")
    qtbot.waitUntil(lambda: "Biscuit" in window.commands._undo_words)  # looked up meanwhile
    palette = opened(window, qtbot, "undo")
    assert texts(palette)[0] == "Undo: edit “My dog's name is Biscuit.”"
    qtbot.keyClick(palette.field, Qt.Key.Key_Escape)
    palette = opened(window, qtbot, "name is biscuit")
    assert not any(text.startswith("Undo") for text in texts(palette))
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    assert where(window) == ("memories", memory.id)
    assert service.get(memory.id).content == "My dog's name is Biscuit."


def test_a_page_is_listed_once_among_the_recent_ones(window, qtbot):
    for section in ("data", "sources"):
        window.navigation.show_settings(section)
        window.show_page("memories")
    assert texts(opened(window, qtbot)).count("Settings") == 1


def test_memories_that_have_nothing_to_do_with_the_words_are_not_listed(window, qtbot, service):
    service.store("Payloads of a webhook are signed.", type="fact")
    assert texts(opened(window, qtbot, "zzzz")) == ["Ask: zzzz", "New memory: zzzz"]


def test_enter_opens_the_first_match_also_before_it_is_found(window, qtbot):
    palette = window.commands.open_palette()
    qtbot.keyClicks(palette.field, "go to conv")
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.current_key == "conversations")


def test_arrows_choose_among_the_matches_and_tab_among_the_groups(window, qtbot):
    window.show_page("conversations")
    palette = opened(window, qtbot)
    assert texts(palette)[0] == "Memories", "where one was"
    qtbot.keyClick(palette.field, Qt.Key.Key_Down)
    assert palette.list.currentIndex().data() == "Search memories"
    qtbot.keyClick(palette.field, Qt.Key.Key_Tab)
    assert palette.list.currentIndex().data() == "Memories"
    qtbot.keyClick(palette.field, Qt.Key.Key_Tab)
    assert palette.list.currentIndex().data() == "Search memories"
    qtbot.keyClick(palette.field, Qt.Key.Key_C, CTRL)
    assert QGuiApplication.clipboard().text() == "Search memories"


def test_escape_closes_the_palette_and_gives_the_focus_back(window, qtbot):
    window.current_page.field.setFocus()
    palette = opened(window, qtbot, "theme")
    qtbot.keyClick(palette.field, Qt.Key.Key_Escape)
    assert not palette.isVisible()
    assert window.focusWidget() is window.current_page.field


def test_a_click_beside_the_palette_closes_it(window, qtbot):
    palette = opened(window, qtbot)
    qtbot.mouseClick(palette, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    assert not palette.isVisible()


def test_where_nothing_matches_one_can_ask_or_note_it(window, qtbot):
    palette = opened(window, qtbot, "xylophone")
    assert texts(palette) == ["Ask: xylophone", "New memory: xylophone"]
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    assert window.current_page.asked == [("search", "xylophone"), "ask"]
    palette = opened(window, qtbot, "xylophone")
    qtbot.keyClick(palette.field, Qt.Key.Key_Down)
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    assert window.current_page.asked[2:] == [("add", "xylophone")]


def test_show_all_searches_the_page_for_the_words(window, qtbot, service):
    for number in range(5):
        service.store(f"Webhook number {number} retries for {number} hours.", type="fact")
    palette = opened(window, qtbot, "webhook")
    group = palette.model.items[0]
    assert group.show_all_words == "Show all 5"
    palette.list.clicked.emit(palette.model.index(0))
    assert window.current_page.asked == [("search", "webhook")]


def test_the_palette_stays_within_a_small_window(window, qtbot):
    window.resize(900, 600)
    palette = opened(window, qtbot)
    window.resize(860, 600)
    qtbot.waitUntil(lambda: palette.width() == window.width())
    assert window.rect().contains(palette.panel.geometry())


def test_every_page_can_be_left_and_come_back_to(qtbot, dressed, icons, bridge, service, clock, home, theme):
    state = WindowState(home / "window.ini")
    window = MainWindow(theme, icons, bridge, state, clock)
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.show()
    window.attach(WindowPages(window, state, clock=clock, autostart=lambda: None).specs())
    keys = [spec.key for spec in window.specs]
    for key in keys:
        window.show_page(key)
    for key in reversed(keys[:-1]):
        window.navigation.back()
        assert window.current_key == key
    assert all(page.findChildren(BackForward) for page in window.built_pages)
    qtbot.waitUntil(lambda: not bridge.busy)
    window.close()


def test_the_time_machine_opens_with_the_project_of_the_page(window):
    window.show_page("projects")
    window.current_page.shown_project = "/src/shop"
    QTest.keyClick(window, Qt.Key.Key_T, CTRL | Qt.KeyboardModifier.ShiftModifier)
    assert (window.current_key, window.current_page.asked) == ("memories", [("earlier", "/src/shop")])
