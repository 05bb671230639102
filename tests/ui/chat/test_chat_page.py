"""The Chat page: talking, stopping, failing, what was told and stored, drafts, narrow windows."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QMenu, QWidget

from arbor_desktop.errors import StorageError
from arbor_desktop.llm.model import ModelFailed
from arbor_desktop.memories.model import Status
from arbor_desktop.ui.chat.text import AnswerText
from arbor_desktop.ui.chat.words import chat_keys
from arbor_desktop.ui.components import AskDialog
from arbor_desktop.ui.window_state import WindowState
from tests.standin.canaries import SECRET
from tests.standin.server import Body, Break, Fail, Say

KILN = "/srv/kiln"
SHIFT = Qt.KeyboardModifier.ShiftModifier


def storing(body: Body) -> Say | str:
    last = body["messages"][-1]["content"]
    if any(one.get("type") == "tool_result" for one in last if isinstance(one, dict)):
        return "Stored."
    rule = {"content": "Always answer with a plan first.", "type": "instruction", "importance": "low"}
    fact = {"content": "The kiln API listens on port 8080.", "type": "fact", "importance": "low"}
    return Say(uses=(("arbor_store_memory", rule), ("arbor_store_memory", fact)))


# Talking


def test_what_is_typed_is_answered(open_page):
    person = open_page()
    assert person.page.body.currentWidget() is person.page.start
    person.say("How are you?")
    assert person.shown() == [("you", "How are you?"), ("model", "Fine, and thank you for asking.")]
    assert person.listed() == ["How are you?"]
    assert person.page.header.title.text() == "How are you?"
    assert person.reply.facts.text().startswith("Claude Haiku 5.5 · ")
    assert person.page.header.model.text() == "Claude Haiku 5.5"
    assert "tokens" in person.reply.facts.text()
    assert person.page.composer.text == ""
    person.say("And today?")
    assert [who for who, _ in person.shown()] == ["you", "model", "you", "model"]


@pytest.mark.slow
def test_shift_return_begins_a_line_and_the_field_grows_to_eight(open_page):
    person = open_page()
    composer, theme = person.page.composer, person.page._theme
    high = [lines * theme.line("editor") + 2 * theme.px(8) for lines in range(9)]
    assert composer.field.height() == composer.send.height() == high[1]
    for lines in range(2, 12):
        person.type("line")
        person.key(Qt.Key.Key_Return, SHIFT)
        person.until(lambda lines=lines: composer.field.height() == high[min(lines, 8)])
    assert person.page.transcript.turns == []
    person.key(Qt.Key.Key_Return)
    person.wait()
    assert person.shown()[0][1].count("line") == 10


def test_nothing_is_sent_twice_while_an_answer_comes(open_page, mind):
    person = open_page()
    mind.fail_next(Break("stall", 6, "One two three four five"))
    person.send("Count")
    person.until(lambda: bool(person.page.transcript.turns) and bool(person.reply.text.source))
    assert person.page.composer.stop.isVisible()
    assert not person.page.composer.send.isVisible()
    person.send("More")
    assert person.page.composer.text == "More", "one may write on"
    person.page.controller.stop()
    person.wait()
    assert len(mind.asked("chat")) == 1


def test_esc_stops_and_what_came_is_kept(open_page, mind):
    person = open_page()
    mind.fail_next(Break("stall", 6, "One two three four five"))
    person.send("Count")
    person.until(lambda: bool(person.page.transcript.turns) and bool(person.reply.text.source))
    person.key(Qt.Key.Key_Escape)
    person.wait()
    assert "stopped" in person.reply.state.text()
    assert person.reply.text.source.startswith("One")
    person.click(person.reply.retry)
    assert person.shown() == [("you", "Count"), ("model", "Fine, and thank you for asking.")]
    assert not person.reply.state.isVisible()


def test_a_failure_says_why_and_is_tried_again_with_the_text_kept(open_page, mind):
    person = open_page()
    mind.fail_next(*[Fail(529)] * 5)
    person.say("Hello?")
    assert person.shown()[0] == ("you", "Hello?")
    words = person.reply.state.text()
    assert "overloaded" in words.lower()
    person.page.refresh()
    person.wait()
    assert person.reply.state.text() == words, "looking again does not forget why"
    mind.failing.clear()
    person.click(person.reply.retry)
    assert person.shown()[-1] == ("model", "Fine, and thank you for asking.")


def test_what_cannot_be_stored_stays_in_the_field(open_page, service, monkeypatch):
    person = open_page()

    def full(*_given: object, **_named: object) -> None:
        raise StorageError("The disk is full.")

    monkeypatch.setattr(service.models.chats, "ask", full)
    person.say("A long thought")
    assert person.page.composer.text == "A long thought"
    assert "disk is full" in person.page.composer.note.text()
    assert person.shown() == []


def test_a_secret_is_shown_as_it_was_stored(open_page):
    person = open_page()
    person.say(f"Is {SECRET} a good key?")
    assert SECRET not in person.shown()[0][1]


@pytest.mark.slow
def test_another_chat_can_be_looked_at_while_an_answer_comes(open_page, mind):
    person = open_page()
    person.say("First")
    first = person.page.controller.chat_id
    person.page.new_chat()
    mind.fail_next(Break("stall", 6, "One two three four five"))
    person.send("Second")
    person.until(lambda: bool(person.page.transcript.turns) and bool(person.reply.text.source))
    second = person.page.controller.chat_id
    assert second != first
    person.page.open_chat(first)
    person.until(lambda: person.shown()[:1] == [("you", "First")])
    assert person.page.composer.send.isVisible()
    person.page.open_chat(second)
    person.until(lambda: person.shown()[:1] == [("you", "Second")])
    assert person.shown()[1][1].startswith("One")
    assert person.page.composer.stop.isVisible()
    person.page.controller.stop()
    person.wait()


def test_closing_the_window_keeps_what_came(open_page, mind, service):
    person = open_page()
    mind.fail_next(Break("stall", 6, "One two three four five"))
    person.send("Count")
    person.until(lambda: bool(person.page.transcript.turns) and bool(person.reply.text.source))
    person.page.save_unsaved()
    (info,) = service.models.chats.page()
    line = service.models.chats.open(info.id).lines[-1]
    assert line.text.startswith("One")
    assert line.answer.state == "stopped"


@pytest.mark.slow
def test_the_end_is_followed_only_while_it_is_in_view(open_page, mind):
    person = open_page(height=420)
    mind.mind = lambda body: "line\n" * 80
    person.say("Talk")
    bar = person.page.transcript.verticalScrollBar()
    assert bar.maximum() > 0
    assert bar.value() == bar.maximum()
    bar.setValue(0)
    person.say("More")
    person.page.transcript.verticalScrollBar().setValue(10)
    person.page.transcript.add_reply(99).begin("\n".join(["word"] * 50))
    person.qtbot.wait(20)
    assert bar.value() == 10


# Memories


def test_the_memories_that_are_told_are_listed_and_open(open_page, service):
    ident = service.store("User drinks green tea.", type="preference").id
    person = open_page()
    assert person.page.header.loaded.text() == "Using 1 memory"
    person.say("Hello")
    assert person.reply.added.text() == "Started with 1 memory"
    person.click(person.page.header.loaded)
    popup = person.page.popup
    assert popup.isVisible()
    (row,) = popup.rows
    assert "green tea" in row.accessibleName()
    with person.qtbot.waitSignal(person.page.memory_wanted) as wanted:
        person.qtbot.mouseClick(row, Qt.MouseButton.LeftButton)
    assert wanted.args == [ident]
    assert not popup.isVisible()
    later = service.store("Answer with an example.", type="instruction").id
    person.say("And now?")
    assert person.reply.added.text() == "1 more memory shared"
    person.click(person.reply.added)
    assert [one.memory_id for one in popup.rows] == [later]
    popup.close()


def test_what_was_stored_is_shown_and_taken_back(open_page, mind, service):
    person = open_page()
    mind.mind = storing
    person.say("Listen")
    strip = person.reply.stored
    assert strip.title.text() == "2 memories saved"
    notes = [row.note for row, _ in strip.rows.values()]
    assert sorted(notes) == ["", "Needs review"]
    fact = next(ident for ident, (row, _) in strip.rows.items() if not row.note)
    person.click(strip.rows[fact][1])
    assert service.get(fact).status is Status.DELETED
    assert person.snack == "Memory deleted"
    assert list(person.reply.stored.rows) != []
    assert fact not in person.reply.stored.rows
    person.page.undo()
    person.wait()
    assert service.get(fact).status is Status.ACTIVE
    assert fact in person.reply.stored.rows


def test_a_project_is_chosen_for_a_new_chat(open_page, service, mind):
    service.store("The kiln fires at noon.", type="fact", scope="project", scope_id=KILN)
    person = open_page()
    combo = person.page.header.project
    row = combo.findText("kiln")
    combo.setCurrentIndex(row)
    combo.activated.emit(row)
    person.wait()
    assert person.page.header.loaded.text() == "Using 1 memory"
    assert "kiln" in person.page.start.examples[0].text()
    person.say("When?")
    assert service.models.chats.page()[0].project == KILN
    assert "fires at noon" in mind.asked("chat")[-1]["system"][1]["text"]


def test_in_an_excluded_project_one_cannot_chat(open_page, service):
    service.store("The kiln fires at noon.", type="fact", scope="project", scope_id=KILN)
    service.exclude(KILN)
    person = open_page()
    combo = person.page.header.project
    row = combo.findText("kiln (ignored)")
    combo.setCurrentIndex(row)
    combo.activated.emit(row)
    person.wait()
    assert not person.page.composer.field.isEnabled()
    assert "ignored" in person.page.composer.note.text()
    assert not person.page.header.loaded.isEnabled()


def test_a_chat_of_an_excluded_project_stays_there(open_page, service):
    chat = service.models.chats.say(None, "When does it fire?", project=KILN).chat_id
    service.exclude(KILN)
    person = open_page()
    person.page.open_chat(chat)
    person.wait()
    combo = person.page.header.project
    row = combo.findText("No project")
    combo.setCurrentIndex(row)
    combo.activated.emit(row)
    person.wait()
    assert "Start a new chat" in person.page.snackbar.message
    assert service.models.chats.open(chat).info.project == KILN
    assert combo.currentText() == "kiln (ignored)"
    assert not person.page.composer.field.isEnabled()


# Without a model


def test_without_a_model_the_page_says_what_would_be_here(open_page, service):
    service.settings.set("extraction.backend", "offline")
    person = open_page()
    page = person.page
    assert page.body.currentWidget() is page.trouble
    (button,) = page.trouble.buttons.values()
    with person.qtbot.waitSignal(page.model_settings_wanted):
        person.click(button)


def test_old_chats_are_read_without_a_model(open_page, service):
    service.models.chats.say(None, "Old question")
    service.settings.set("extraction.backend", "offline")
    person = open_page()
    person.page.open_chat(service.models.chats.page()[0].id)
    person.wait()
    assert person.shown()[0] == ("you", "Old question")
    assert not person.page.composer.field.isEnabled()
    assert person.page.composer.help.isVisible()


def test_an_unanswered_prompt_is_asked_when_the_chat_is_opened_again(open_page, service, mind):
    mind.fail_next(*[Fail(500)] * 5)
    with pytest.raises(ModelFailed):
        service.models.chats.say(None, "Anybody there?")
    mind.failing.clear()
    service.models.chats.try_again()
    person = open_page()
    person.page.open_chat(service.models.chats.page()[0].id)
    person.wait()
    assert "No answer" in person.reply.state.text()
    person.click(person.reply.retry)
    assert person.shown()[-1][1] == "Fine, and thank you for asking."


# Place, drafts, list


@pytest.mark.slow
def test_drafts_and_the_open_chat_are_remembered(open_page, service, tmp_path: Path):
    state = WindowState(tmp_path / "window.ini")
    person = open_page(state=state)
    person.say("Hello")
    chat = person.page.controller.chat_id
    person.type("half a thought")
    person.page.new_chat()
    person.wait()
    assert person.page.composer.text == ""
    person.type("another one")
    person.page.open_chat(chat)
    person.wait()
    assert person.page.composer.text == "half a thought"
    person.page.save_unsaved()
    again = open_page(state=WindowState(tmp_path / "window.ini"))
    assert again.page.controller.chat_id == chat
    assert again.page.composer.text == "half a thought"
    again.page.new_chat()
    assert again.page.composer.text == "another one"


def test_a_chat_that_was_deleted_leaves_the_page(open_page, service):
    person = open_page()
    person.say("Hello")
    service.purge(conversation=person.page.controller.chat_id)
    person.page.refresh()
    person.wait()
    assert person.page.controller.chat_id is None
    assert person.listed() == []
    assert person.page.body.currentWidget() is person.page.start


def test_the_menu_of_a_chat(open_page, service):
    person = open_page()
    person.say("Hello")
    person.click(person.page.header.more, wait=False)
    menu = next(one for one in person.page.findChildren(QMenu) if one.isVisible())
    words = {action.text(): action for action in menu.actions()}
    with person.qtbot.waitSignal(person.page.conversation_wanted) as wanted:
        words["Open in Conversations"].trigger()
    assert wanted.args == [person.page.controller.chat_id]
    words["Ignore this chat"].trigger()
    menu.close()
    person.wait()
    assert service.conversation(person.page.controller.chat_id).left_out


def test_a_chat_is_renamed(open_page, service):
    person = open_page()
    person.say("Hello")
    person.key(Qt.Key.Key_F2)
    (dialog,) = person.page.findChildren(AskDialog)
    person.qtbot.keyClicks(dialog.field, "The greeting")
    person.qtbot.keyClick(dialog.field, Qt.Key.Key_Return)
    person.wait()
    assert person.listed() == ["The greeting"]
    assert person.page.header.title.text() == "The greeting"


@pytest.mark.slow
def test_a_narrow_window_shows_the_list_or_the_chat(open_page):
    person = open_page(width=700)
    page = person.page
    assert page.list.isHidden()
    person.say("Hello")
    person.click(page.header.back)
    assert page.list.isVisible()
    assert page.pane.isHidden()
    person.key(Qt.Key.Key_Return, on=page.list.view)
    assert page.list.isHidden()
    assert page.pane.isVisible()
    page.resize(1100, 700)
    assert page.list.isVisible()
    assert page.pane.isVisible()


@pytest.mark.slow
def test_everything_that_takes_the_focus_has_a_name(open_page, mind):
    person = open_page()
    mind.mind = storing
    person.say("Listen")
    for widget in person.page.findChildren(QWidget):
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.isVisible():
            assert widget.accessibleName(), widget
    assert all(widget.isVisible() for widget in person.page.focus_groups())
    assert len(chat_keys()) > 5


@pytest.mark.slow
def test_of_a_long_chat_the_newest_turns_are_shown_and_more_on_demand(open_page, service):
    chats = service.models.chats
    first = chats.say(None, "Begin")
    for number in range(90):
        chats.ask(first.chat_id, f"prompt {number}")
    person = open_page()
    person.page.open_chat(first.chat_id)
    person.wait()
    assert len(person.page.transcript.turns) == 61
    person.click(person.page.transcript.earlier)
    assert len(person.page.transcript.turns) > 90


# Texts


def test_text_is_text_and_code_is_mono(qtbot, icons):
    view = AnswerText(icons.theme, "Answer")
    qtbot.addWidget(view)
    text = "<b>no</b> ![x](http://example.org/a.png)\n\n```python\nx = 1\n```\nafter ~~~ here"
    view.resize(400, 10)
    view.show_text(text)
    assert view.toPlainText() == "<b>no</b> ![x](http://example.org/a.png)\n\nx = 1\nafter ~~~ here"
    assert view.source == text
    blocks = [view.document().findBlockByNumber(n) for n in range(view.document().blockCount())]
    fonts = {b.text(): b.begin().fragment().charFormat().font().family() for b in blocks if b.text()}
    assert fonts["x = 1"] == icons.theme.font("mono").family()
    assert fonts["after ~~~ here"] == icons.theme.font("body").family()


@pytest.mark.slow
@pytest.mark.parametrize("size", [1, 2, 3, 7])
def test_pieces_of_any_size_make_the_same_text(qtbot, icons, size):
    text = "Before\n```\na `tick`\n  ~~~ not\n```\n``two ticks``\n\n~~~ sh\nls\n~~~\nlast\n``` open\nend"
    whole, pieces = AnswerText(icons.theme, "a"), AnswerText(icons.theme, "b")
    qtbot.addWidget(whole)
    qtbot.addWidget(pieces)
    whole.show_text(text)
    for start in range(0, len(text), size):
        pieces.add(text[start : start + size])
    pieces.finish()
    assert pieces.toPlainText() == whole.toPlainText()
    assert pieces._boxes == whole._boxes
    assert pieces.source == text


@pytest.mark.slow
def test_a_long_text_is_laid_out_bit_by_bit_to_its_end(qtbot, icons):
    view = AnswerText(icons.theme, "Answer")
    qtbot.addWidget(view)
    text = "".join(f"line {number}\n" for number in range(5000)) + "x" * 30_000
    view.show_text(text)
    assert view.source == text
    assert len(view.toPlainText()) < len(text) / 2
    qtbot.waitUntil(lambda: len(view.toPlainText()) >= len(text))
    assert view.toPlainText().replace("\n", "") == text.replace("\n", "")
    longest = max(len(line) for line in view.toPlainText().split("\n"))
    assert longest < 10_000, "a paragraph without an end is parted"
    view.add("more")
    view.finish()
    assert view.toPlainText().endswith("more")


@pytest.mark.slow
def test_the_theme_changes_while_an_answer_comes(qtbot, icons):
    view = AnswerText(icons.theme, "Answer")
    qtbot.addWidget(view)
    view.resize(300, 10)
    view.show()
    view.add("Some text\n``")
    icons.theme.changed.emit()
    view.add("`\ncode\n")
    view.finish()
    assert view.toPlainText() == "Some text\ncode"


def test_copy_gives_the_answer_as_it_came(open_page, mind):
    person = open_page()
    mind.mind = lambda body: "Look:\n```\ncode\n```"
    person.say("Show")
    person.click(person.reply.copy)
    assert QGuiApplication.clipboard().text() == "Look:\n```\ncode\n```"
    assert person.snack == "Copied"


@pytest.mark.slow
def test_the_page_can_be_painted_in_every_state(open_page, mind):
    person = open_page(width=900, height=600)
    mind.mind = storing
    person.say("Listen")
    image = QImage(person.page.size(), QImage.Format.Format_ARGB32)
    person.page.render(image)
    assert not image.isNull()


@pytest.mark.slow
def test_what_is_said_elsewhere_in_the_chat_is_shown(open_page, service):
    person = open_page()
    person.say("Hello")
    service.models.chats.say(person.page.controller.chat_id, "From the terminal")
    person.until(lambda: len(person.page.transcript.turns) == 4)
    assert person.shown()[2] == ("you", "From the terminal")
