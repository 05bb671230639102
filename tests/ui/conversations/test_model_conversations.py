"""The Conversations page with a model: what waits and why, reading anew for a price, what read it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from arbor_desktop.conversations.model import ConversationStatus
from arbor_desktop.extraction.worker import InlineWorker
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.components import AskDialog
from arbor_desktop.ui.conversations import controller
from arbor_desktop.ui.conversations.controller import Price
from arbor_desktop.ui.conversations.words import price_words, read_words
from arbor_desktop.ui.model_status.words import Wish
from tests.reliability.sessions import Session
from tests.standin.server import Fail, Say, StandIn
from tests.ui.conversations.conftest import Person, session

WISH = "I prefer tabs to spaces in all of my projects, so keep to that from now on."
NOTHING = Say(json.dumps({"no_content_to_extract": True}))


@pytest.fixture
def server() -> Iterator[StandIn]:
    with StandIn(lambda body: NOTHING) as server:
        yield server


@pytest.fixture
def service(home: Path, clock: Any, worker: InlineWorker, server: StandIn) -> Iterator[MemoryService]:
    with MemoryService.open(home, clock=clock, worker=worker, environ={}) as service:
        service.settings.set_many({"extraction.backend": "anthropic", "model.base_url": server.url})
        yield service


def talk(name: str, hours: float = 0) -> Session:
    return session(name, hours).say(WISH).reply("Understood, tabs it is from now on.")


def seen(person: Person) -> bool:
    return person.page.banner.isVisible()


@pytest.fixture
def refused(server: StandIn, capture: Callable[..., str]) -> None:
    """Two conversations wait: the key is not the one that is accepted."""
    server.key = "sk-ant-the-right-one-is-another"
    capture(talk("one"))
    capture(talk("two", 1))


@pytest.mark.usefixtures("refused")
class TestBanner:
    def test_says_what_is_wrong_and_that_nothing_is_lost(self, open_page: Callable[..., Person]) -> None:
        banner = open_page().page.banner
        assert banner.isVisible()
        assert banner.title.text() == "API key rejected"
        assert banner.text.text().endswith("2 conversations are waiting to be read. Nothing was lost.")
        assert banner.code.text().startswith("401 authentication_error · ")
        assert [button.text() for button in banner.buttons.values()] == [
            "Enter new API key", "Read on this computer instead",
        ]  # fmt: skip

    def test_every_line_of_it_is_shown_in_any_width(self, open_page: Callable[..., Person]) -> None:
        person = open_page()
        banner = person.page.banner
        for width in range(440, 1200, 20):
            person.page.resize(width, 700)
            person.wait()
            for label in (banner.title, banner.text):
                assert label.height() >= label.heightForWidth(label.width()), (width, label.text())

    def test_this_computer_reads_what_waits_and_undo_takes_that_back(
        self, open_page: Callable[..., Person], service: MemoryService
    ) -> None:
        person = open_page()
        person.click(person.page.banner.buttons[Wish.OFFLINE])
        assert service.settings.get("extraction.backend") == "offline"
        person.until(lambda: not seen(person))
        assert person.snack == "Now reading on this computer · 2 conversations are being read"
        person.page.snackbar.undo()
        person.wait()
        assert service.settings.get("extraction.backend") == "anthropic"
        person.until(lambda: seen(person))

    def test_a_new_key_is_asked_for_in_the_settings(
        self, open_page: Callable[..., Person], qtbot: Any
    ) -> None:
        person = open_page()
        with qtbot.waitSignal(person.page.model_settings_wanted) as asked:
            person.click(person.page.banner.buttons[Wish.KEY])
        assert asked.args == ["key"]

    def test_goes_by_itself_when_the_model_answers(
        self, open_page: Callable[..., Person], service: MemoryService, server: StandIn
    ) -> None:
        person = open_page()
        server.key = None
        service.model.test()
        person.until(lambda: not seen(person))

    @pytest.mark.slow
    def test_once_closed_it_comes_again_only_for_another_trouble(
        self, open_page: Callable[..., Person], service: MemoryService
    ) -> None:
        person = open_page()
        assert next(iter(person.page.banner.buttons.values())) in person.page.focus_groups()
        person.page.banner.close_button.setFocus()
        person.click(person.page.banner.close_button)
        assert not seen(person)
        assert person.page.view.hasFocus()
        person.page.refresh()
        person.wait()
        assert not seen(person)
        service.settings.set("model.paused", True)
        person.until(lambda: seen(person))
        assert person.page.banner.title.text() == "The model is paused"
        person.click(person.page.banner.buttons[Wish.RESUME])
        person.until(lambda: person.page.banner.title.text() != "The model is paused")
        assert service.settings.get("model.paused") is False

    def test_its_buttons_stand_under_the_words_where_there_is_no_room(
        self, open_page: Callable[..., Person]
    ) -> None:
        person = open_page()
        banner = person.page.banner
        banner.setFixedWidth(banner.fontMetrics().averageCharWidth() * 80)
        person.wait()
        button = banner.buttons[Wish.KEY]
        assert button.y() >= banner.code.geometry().bottom()
        assert all(one.geometry().right() <= banner.width() for one in banner.buttons.values())


def test_a_pause_that_the_service_wants_is_calm_and_says_until_when(
    open_page: Callable[..., Person], server: StandIn, capture: Callable[..., str], clock: Any
) -> None:
    server.fail_next(*[Fail(429, headers=(("retry-after", "600"),))] * 9)
    capture(talk("one"))
    person = open_page()
    banner = person.page.banner
    assert banner.title.text() == "Too many requests"
    assert "Next attempt: " in banner.text.text()
    assert list(banner.buttons) == [Wish.RETRY]
    server.failing.clear()
    person.click(banner.buttons[Wish.RETRY])
    person.until(lambda: not seen(person))


class TestReadAgain:
    def test_one_that_costs_little_is_read_at_once(
        self, open_page: Callable[..., Person], server: StandIn, capture: Callable[..., str]
    ) -> None:
        capture(talk("one"))
        person = open_page()
        before = len(server.asked("extraction"))
        person.key(Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
        person.until(lambda: len(server.asked("extraction")) > before)
        assert question(person) is None

    def test_several_are_asked_for_with_what_it_takes(
        self, open_page: Callable[..., Person], server: StandIn, capture: Callable[..., str]
    ) -> None:
        capture(talk("one"))
        capture(talk("two", 1))
        person = open_page()
        before = len(server.asked("extraction"))
        person.page.view.selectAll()
        person.key(Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
        ask = question(person)
        assert ask is not None
        assert len(server.asked("extraction")) == before
        assert "tokens" in ask.texts[0].text() and "$" in ask.texts[0].text()
        QTest.mouseClick(ask.do, Qt.MouseButton.LeftButton)
        person.until(lambda: len(server.asked("extraction")) == before + 2)

    @pytest.mark.slow
    def test_cancel_reads_nothing(
        self,
        open_page: Callable[..., Person],
        server: StandIn,
        capture: Callable[..., str],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(controller, "A_CENT", 0.0)
        capture(talk("one"))
        person = open_page()
        before = len(server.asked("extraction"))
        person.key(Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
        ask = question(person)
        assert ask is not None
        QTest.mouseClick(ask.cancel, Qt.MouseButton.LeftButton)
        person.wait()
        assert len(server.asked("extraction")) == before

    def test_the_rules_on_this_computer_ask_nothing(
        self, open_page: Callable[..., Person], capture: Callable[..., str], service: MemoryService
    ) -> None:
        service.settings.set("extraction.backend", "offline")
        capture(talk("one"))
        capture(talk("two", 1))
        person = open_page()
        person.page.view.selectAll()
        person.key(Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
        assert question(person) is None
        person.until(lambda: "read" in person.snack)


def question(person: Person) -> AskDialog | None:
    found = [one for one in person.page.window().findChildren(AskDialog) if one.isVisible()]
    return found[0] if found else None


def test_the_head_says_what_read_it_and_what_that_cost(
    open_page: Callable[..., Person], capture: Callable[..., str], service: MemoryService
) -> None:
    capture(talk("by model"))
    service.settings.set("extraction.backend", "offline")
    capture(talk("by rules", 1))
    person = open_page()
    head = person.page.transcript.head
    person.click_row(0)
    assert not head.read.isVisible()
    person.click_row(1)
    assert head.read.text().startswith("Read by Claude Haiku 5.5 · ")


@pytest.mark.logs_warnings
def test_an_answer_of_no_use_is_an_error_with_its_reason_and_a_retry(
    open_page: Callable[..., Person],
    capture: Callable[..., str],
    service: MemoryService,
    server: StandIn,
) -> None:
    service.settings.set("extraction.fall_back", False)
    server.mind = lambda body: Say("I would rather talk.", anyway=True)
    ident = capture(talk("one"))
    assert service.conversation(ident).status is ConversationStatus.ERROR
    person = open_page()
    model = person.page.model
    tip = str(model.data(model.index(0), Qt.ItemDataRole.AccessibleTextRole))
    assert service.conversation(ident).status_reason in tip
    server.mind = lambda body: NOTHING
    person.choose("Try again")
    person.until(lambda: service.conversation(ident).status is ConversationStatus.MEMORIZED)


@pytest.mark.logs_warnings
def test_falling_back_to_the_rules_is_said_in_the_activity(
    capture: Callable[..., str], service: MemoryService, server: StandIn
) -> None:
    server.mind = lambda body: Say("I would rather talk.", anyway=True)
    capture(talk("one"))
    line = next(one for one in service.activity() if one.kind == "memorize")
    assert line.status == "success"
    assert (line.reason or "").startswith("Read by the rules on this computer: ")


def test_words_of_a_price() -> None:
    title, paragraphs = price_words(3, Price("anthropic", "claude-haiku-5-5", 42_700, 0.0213, 130.0))
    assert title == "Read 3 conversations again with Claude Haiku 5.5?"
    assert paragraphs[0] == "About 42.7k tokens · about $0.021 · about 2 min."
    title, paragraphs = price_words(1, Price("claude-cli", "", 900, None, None))
    assert title == "Read this conversation again with the claude command?"
    assert paragraphs[0] == "About 0.9k tokens · uses your Claude plan."
    assert read_words("claude-opus-5-5", 0.0) == "Read by Claude Opus 5.5"
    assert read_words(None, 1.0) == ""


def test_tokens_and_costs_have_their_place_only_with_a_model(
    open_page: Callable[..., Person], capture: Callable[..., str], service: MemoryService
) -> None:
    service.settings.set("extraction.backend", "offline")
    capture(talk("one"))
    person = open_page(width=1400)
    heads, month = person.page.list_pane.header.heads, person.page.filters.month
    assert not heads["tokens"].isVisible() and not month.isVisible()
    service.settings.set("extraction.backend", "anthropic")
    person.page.refresh()
    person.wait()
    assert heads["tokens"].isVisible() and month.text().startswith("This month: ")
