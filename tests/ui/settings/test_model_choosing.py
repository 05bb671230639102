"""Settings → Reading: choosing who reads, with a key or an address that is tested before it is used."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QWidget
from pytestqt.qtbot import QtBot

from arbor_desktop.llm.credentials import KeyringUnusable, Where
from arbor_desktop.llm.model import Access
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.settings.page import SettingsPage
from arbor_desktop.ui.settings.reading.fields import with_scheme
from arbor_desktop.ui.settings.reading.model import Option
from arbor_desktop.ui.settings.reading.option import ModelOption
from arbor_desktop.ui.settings.reading.section import ChoicesCard
from tests.conftest import ManualClock
from tests.standin.server import Fail, Say, StandIn

pytestmark = pytest.mark.slow

Settle = Callable[[], None]
KEY, OTHER = "sk-ant-made-up-for-this-test-1234", "sk-ant-another-made-up-one-5678"


class Drawer:
    """A keyring in memory. `trouble`: it can't be used."""

    def __init__(self) -> None:
        self.keys: dict[str, str] = {}
        self.trouble = ""
        self.opened = 0
        """How often somebody looked into it, for which a person may be asked for a password."""

    def get(self, account: str) -> str | None:
        self._look()
        return self.keys.get(account)

    def set(self, account: str, key: str) -> None:
        self._look()
        self.keys[account] = key

    def delete(self, account: str) -> None:
        self._look()
        self.keys.pop(account, None)

    def _look(self) -> None:
        self.opened += 1
        if self.trouble:
            raise KeyringUnusable(self.trouble)


@pytest.fixture
def drawer() -> Drawer:
    return Drawer()


@pytest.fixture
def environ() -> dict[str, str]:
    return {"PATH": ""}


@pytest.fixture
def server() -> Iterator[StandIn]:
    with StandIn() as server:
        yield server


@pytest.fixture
def service(
    home: Path, clock: ManualClock, drawer: Drawer, environ: dict[str, str]
) -> Iterator[MemoryService]:
    person = {"HOME": str(home.parent), "USERPROFILE": str(home.parent)}
    with MemoryService.open(home, clock=clock, environ=person | environ) as service:
        service.settings.set("appearance.theme", "light")
        service.models.credentials._keyring = drawer
        yield service


@pytest.fixture
def card(page: SettingsPage, settle: Settle) -> ChoicesCard:
    page.show_section("reading")
    page.reading.unfold()
    settle()
    return page.reading.choices


@pytest.fixture
def anthropic(card: ChoicesCard, settle: Settle, monkeypatch: pytest.MonkeyPatch) -> ModelOption:
    """Anthropic's card, open."""
    press(card.options[Option.ANTHROPIC].radio)
    settle()
    return card.options[Option.ANTHROPIC]


def press(widget: QWidget) -> None:
    assert widget.isVisible(), "only what is seen can be pressed"
    assert widget.isEnabled()
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)


def write(field: QWidget, text: str) -> None:
    assert field.isVisible()
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(field, text)


def try_out(qtbot: QtBot, option: ModelOption) -> None:
    """Presses Test and waits for what comes of it."""
    press(option.tester.test)
    qtbot.waitUntil(lambda: option.testing is None, timeout=30_000)


@pytest.fixture
def at_server(card: ChoicesCard, server: StandIn, settle: Settle) -> ModelOption:
    """The server's card, open, with its address typed."""
    option = card.options[Option.SERVER]
    press(option.radio)
    settle()
    assert option.address is not None
    write(option.address.field, server.url)
    return option


def test_at_first_this_computer_reads_and_its_card_alone_is_open(card: ChoicesCard) -> None:
    assert card.shown is Option.OFFLINE
    assert [option for option, one in card.options.items() if one.body.isVisible()] == [Option.OFFLINE]
    assert card.options[Option.OFFLINE].badge.accessibleName() == "In use"
    assert not card.options[Option.OFFLINE].tester.isVisible()


def test_a_card_that_is_opened_says_that_it_is_not_in_use_yet(card: ChoicesCard) -> None:
    anthropic = card.options[Option.ANTHROPIC]
    anthropic.radio.click()
    assert anthropic.badge.accessibleName() == "Not in use yet"
    assert card.options[Option.OFFLINE].badge.accessibleName() == "In use"
    card.options[Option.OFFLINE].radio.click()
    assert anthropic.badge.isHidden()


def test_the_keyring_is_opened_for_a_way_that_takes_a_key_alone(
    card: ChoicesCard, drawer: Drawer, settle: Settle
) -> None:
    card.refresh()
    settle()
    press(card.options[Option.CLAUDE].radio)
    settle()
    assert drawer.opened == 0
    press(card.options[Option.ANTHROPIC].radio)
    settle()
    assert drawer.opened == 1


def test_opening_another_way_sets_nothing(card: ChoicesCard, service: MemoryService, settle: Settle) -> None:
    for option in (Option.CLAUDE, Option.ANTHROPIC, Option.SERVER):
        QTest.mouseClick(card.options[option], Qt.MouseButton.LeftButton)
        settle()
        assert card.shown is option
        assert not card.options[option].tester.use.isEnabled()
    assert service.settings.get("extraction.backend") == "offline"


def test_the_arrow_keys_open_one_after_another(card: ChoicesCard) -> None:
    card.options[Option.OFFLINE].radio.setFocus()
    for option in (Option.CLAUDE, Option.ANTHROPIC, Option.SERVER):
        QTest.keyClick(card.window().focusWidget(), Qt.Key.Key_Down)
        assert card.shown is option
        assert card.options[option].radio.hasFocus()


class TestServer:
    def test_is_used_once_it_has_passed_its_test(
        self, qtbot: QtBot, at_server: ModelOption, server: StandIn, service: MemoryService, settle: Settle
    ) -> None:
        assert not at_server.tester.use.isEnabled()
        assert at_server.model is not None
        write(at_server.model.field, "claude-haiku-5-5")
        try_out(qtbot, at_server)
        assert at_server.tester.good.label.text().startswith("Claude Haiku 5.5 answered in ")
        assert len(server.asked()) == 1
        press(at_server.tester.use)
        settle()
        assert service.settings.get("extraction.backend") == "anthropic"
        assert service.settings.get("model.base_url") == server.url
        assert service.settings.get("model.name") == "claude-haiku-5-5"
        assert at_server.badge.accessibleName() == "In use"
        assert not at_server.tester.use.isVisible()

    def test_undo_brings_back_who_read_before(
        self, qtbot: QtBot, at_server: ModelOption, page: SettingsPage, service: MemoryService, settle: Settle
    ) -> None:
        try_out(qtbot, at_server)
        press(at_server.tester.use)
        settle()
        assert page.snackbar.message == "Now reading with your server"
        press(page.snackbar.action_button)
        settle()
        assert service.settings.get("extraction.backend") == "offline"
        assert page.reading.choices.shown is Option.OFFLINE

    def test_what_is_typed_after_the_test_must_be_tested_again(
        self, qtbot: QtBot, at_server: ModelOption
    ) -> None:
        try_out(qtbot, at_server)
        assert at_server.tester.use.isEnabled()
        assert at_server.model is not None
        write(at_server.model.field, "claude-opus-5-5")
        assert not at_server.tester.use.isEnabled()
        assert not at_server.tester.good.isVisible(), "what was said is not of this any more"

    def test_without_one_there_says_so(self, qtbot: QtBot, card: ChoicesCard, settle: Settle) -> None:
        option = card.options[Option.SERVER]
        press(option.radio)
        settle()
        assert option.address is not None
        assert not option.tester.test.isEnabled()
        write(option.address.field, "http://127.0.0.1:9")
        try_out(qtbot, option)
        assert "The server at 127.0.0.1:9 isn't responding" in option.tester.bad.label.text()
        assert not option.tester.use.isEnabled()

    def test_an_address_on_the_internet_without_encryption_is_warned_of(
        self, card: ChoicesCard, settle: Settle
    ) -> None:
        option = card.options[Option.SERVER]
        press(option.radio)
        settle()
        assert option.address is not None
        for typed, warned in (
            ("http://models.example.com", True),
            ("https://models.example.com", False),
            ("http://localhost:11434", False),
            ("http://[oops", False),
        ):
            write(option.address.field, typed)
            assert option.unencrypted.isVisibleTo(option) is warned, typed

    @pytest.mark.parametrize(
        ("typed", "whole"),
        [
            ("localhost:11434", "http://localhost:11434"),
            ("192.168.1.7:1234/v1", "http://192.168.1.7:1234/v1"),
            ("[::1]:8080", "http://[::1]:8080"),
            ("nas.local", "http://nas.local"),
            ("models.example.com/claude", "https://models.example.com/claude"),
            ("HTTP://localhost", "HTTP://localhost"),
            ("no address", "no address"),
            ("[oops", "[oops"),
            ("", ""),
        ],
    )
    def test_an_address_may_be_typed_without_its_beginning(self, typed: str, whole: str) -> None:
        assert with_scheme(typed) == whole

    def test_by_keys_alone_return_tests_space_uses_and_the_focus_stays_in_the_card(
        self, qtbot: QtBot, at_server: ModelOption, service: MemoryService, settle: Settle
    ) -> None:
        assert at_server.model is not None
        write(at_server.model.field, "claude-haiku-5-5")
        QTest.keyClick(at_server.model.field, Qt.Key.Key_Return)
        assert at_server.testing is not None
        qtbot.waitUntil(lambda: at_server.testing is None, timeout=30_000)
        assert at_server.tester.use.hasFocus()
        QTest.keyClick(at_server.tester.use, Qt.Key.Key_Space)
        settle()
        assert service.settings.get("extraction.backend") == "anthropic"
        assert at_server.radio.hasFocus()

    def test_the_beginning_is_added_when_the_field_is_left(
        self, at_server: ModelOption, server: StandIn
    ) -> None:
        assert at_server.address is not None
        write(at_server.address.field, server.url.removeprefix("http://"))
        QTest.keyClick(at_server.address.field, Qt.Key.Key_Tab)
        assert at_server.address.field.text() == server.url
        assert at_server.address.field.isModified()

    def test_an_address_that_is_none_is_refused_beside_its_field(
        self, card: ChoicesCard, settle: Settle
    ) -> None:
        option = card.options[Option.SERVER]
        press(option.radio)
        settle()
        assert option.address is not None
        write(option.address.field, "no address")
        press(option.tester.test)
        assert "like http://localhost:11434" in option.address.error.text()
        assert option.address.field.has_error
        assert option.testing is None

    def test_offers_its_models(self, qtbot: QtBot, at_server: ModelOption, server: StandIn) -> None:
        server.models = ["tiny-one", "large-one"]
        assert at_server.model is not None
        press(at_server.model.choose)
        qtbot.waitUntil(lambda: at_server.listing is None, timeout=30_000)
        menu = next(menu for menu in at_server.model.findChildren(QMenu) if menu.isVisible())
        found = [action for action in menu.actions() if action.text()]
        assert [("tiny-one" in a.text(), "large-one" in a.text()) for a in found] == [
            (True, False), (False, True),
        ]  # fmt: skip
        found[1].trigger()
        menu.close()
        assert at_server.model.name == "large-one"
        try_out(qtbot, at_server)
        assert at_server.tester.good.label.text().startswith("large-one answered in ")

    def test_a_model_it_does_not_have_is_told_in_plain_words(
        self, qtbot: QtBot, at_server: ModelOption
    ) -> None:
        assert at_server.model is not None
        write(at_server.model.field, "no-such-one")
        try_out(qtbot, at_server)
        assert at_server.tester.bad.label.text().startswith("Unknown model.")
        assert at_server.tester.code.text().startswith("404")

    def test_a_test_can_be_stopped(self, qtbot: QtBot, at_server: ModelOption, server: StandIn) -> None:
        server.delay = 60.0
        press(at_server.tester.test)
        qtbot.waitUntil(lambda: bool(server.asked()), timeout=30_000)
        assert at_server.tester.hint.text() == f"Contacting {server.url[7:]}…"
        press(at_server.tester.cancel)
        assert at_server.testing is None
        assert at_server.tester.test.isVisible()
        assert not at_server.tester.bad.isVisible()

    def test_its_key_is_kept_for_its_address_alone(
        self,
        qtbot: QtBot,
        at_server: ModelOption,
        server: StandIn,
        service: MemoryService,
        settle: Settle,
    ) -> None:
        server.key = KEY
        assert at_server.key is not None
        write(at_server.key.field, KEY)
        try_out(qtbot, at_server)
        press(at_server.tester.use)
        settle()
        assert service.models.credentials.key(server.url) == KEY
        assert service.models.credentials.key("") is None
        assert at_server.key.stored.text() == "Key …1234, in the system keyring"


class TestKey:
    @pytest.fixture(autouse=True)
    def at_stand_in(self, server: StandIn, monkeypatch: pytest.MonkeyPatch, service: MemoryService) -> None:
        """There is no network: what goes to Anthropic's own address goes to the stand-in."""
        server.key = KEY
        access = service.model.access

        def beside(*args: Any, **kwargs: Any) -> Access:
            made = access(*args, **kwargs)
            return replace(made, base_url=made.base_url or (server.url if made.key else ""))

        monkeypatch.setattr(service.model, "access", beside)

    def test_is_typed_unseen_tested_and_kept_in_the_keyring(
        self,
        qtbot: QtBot,
        anthropic: ModelOption,
        service: MemoryService,
        drawer: Drawer,
        settle: Settle,
        home: Path,
    ) -> None:
        assert anthropic.key is not None
        field = anthropic.key.field
        write(field, KEY)
        assert KEY not in field.displayText()
        assert anthropic.key.note.label.text() == "Kept in the system keyring, never in a file."
        assert not anthropic.tester.use.isEnabled()
        try_out(qtbot, anthropic)
        assert drawer.keys == {}, "a test keeps nothing"
        press(anthropic.tester.use)
        settle()
        assert list(drawer.keys.values()) == [KEY]
        assert service.settings.get("extraction.backend") == "anthropic"
        assert service.settings.get("model.base_url") == ""
        assert anthropic.key.stored.text() == "Key …1234, in the system keyring"
        assert not field.isVisible()
        assert field.text() == ""
        written = [file.read_bytes() for file in home.rglob("*") if file.is_file()]
        assert not any(KEY.encode() in data for data in written)

    def test_a_refused_one_is_told_with_what_the_service_said(
        self, qtbot: QtBot, anthropic: ModelOption, service: MemoryService, drawer: Drawer
    ) -> None:
        assert anthropic.key is not None
        write(anthropic.key.field, OTHER)
        try_out(qtbot, anthropic)
        assert anthropic.tester.bad.label.text() == "API key rejected. Anthropic didn't accept this API key."
        assert anthropic.tester.code.text() == "401 authentication_error"
        assert not anthropic.tester.use.isEnabled()
        assert drawer.keys == {}
        assert service.settings.get("extraction.backend") == "offline"

    def test_what_can_be_no_key_is_said_without_asking_anybody(
        self, qtbot: QtBot, anthropic: ModelOption, server: StandIn
    ) -> None:
        assert anthropic.key is not None
        write(anthropic.key.field, "sk ant with blanks")
        try_out(qtbot, anthropic)
        assert "has invalid characters" in anthropic.tester.bad.label.text()
        assert server.received == []

    def test_is_replaced_by_another_that_passed(
        self,
        qtbot: QtBot,
        card: ChoicesCard,
        anthropic: ModelOption,
        service: MemoryService,
        server: StandIn,
        settle: Settle,
    ) -> None:
        self._use(qtbot, anthropic, settle)
        assert anthropic.key is not None
        server.key = OTHER
        press(anthropic.key.replace)
        assert anthropic.key.field.hasFocus()
        write(anthropic.key.field, OTHER)
        assert anthropic.tester.use.text() == "Save"
        try_out(qtbot, anthropic)
        press(anthropic.tester.use)
        settle()
        assert service.models.credentials.key("") == OTHER
        assert anthropic.key.stored.text() == "Key …5678, in the system keyring"

    def test_keeping_the_old_one_forgets_what_was_typed(
        self, qtbot: QtBot, anthropic: ModelOption, settle: Settle
    ) -> None:
        self._use(qtbot, anthropic, settle)
        assert anthropic.key is not None
        press(anthropic.key.replace)
        write(anthropic.key.field, OTHER)
        press(anthropic.key.keep)
        assert anthropic.key.stored.isVisible()
        assert not anthropic.changed

    def test_is_removed_only_after_a_question(
        self,
        qtbot: QtBot,
        card: ChoicesCard,
        anthropic: ModelOption,
        drawer: Drawer,
        settle: Settle,
    ) -> None:
        self._use(qtbot, anthropic, settle)
        assert anthropic.key is not None
        press(anthropic.key.remove)
        assert card.dialog is not None
        press(card.dialog.cancel)
        assert drawer.keys, "nothing is removed by looking at the question"
        press(anthropic.key.remove)
        press(card.dialog.do)
        settle()
        assert drawer.keys == {}
        assert anthropic.key.field.isVisible()
        assert anthropic.badge.accessibleName() == "In use, not ready"
        assert anthropic.why.label.text().startswith("No API key.")

    def test_one_of_the_environment_is_named_as_such_and_can_be_used_at_once(
        self, page: SettingsPage, anthropic: ModelOption, service: MemoryService, settle: Settle
    ) -> None:
        service.models.credentials._environ = {"ANTHROPIC_API_KEY": KEY}
        page.refresh()
        settle()
        assert anthropic.key is not None
        assert anthropic.key.stored.text() == "Key …1234, from ANTHROPIC_API_KEY"
        assert not anthropic.key.remove.isVisible()
        press(anthropic.tester.use)
        settle()
        assert service.settings.get("extraction.backend") == "anthropic"

    def test_without_a_keyring_it_is_for_this_session(
        self,
        qtbot: QtBot,
        page: SettingsPage,
        anthropic: ModelOption,
        drawer: Drawer,
        service: MemoryService,
        settle: Settle,
    ) -> None:
        drawer.trouble = "This system has no keyring."
        service.models.credentials.forget()
        page.refresh()
        settle()
        key = anthropic.key
        assert key is not None
        assert key.trouble.label.text() == "This system has no keyring."
        assert not key.note.isVisible(), "nothing is promised that is not so"
        write(key.field, KEY)
        try_out(qtbot, anthropic)
        press(anthropic.tester.use)
        settle()
        assert key.error.text() == "This system has no keyring."
        assert service.settings.get("extraction.backend") == "offline"
        QTest.mouseClick(key.session, Qt.MouseButton.LeftButton, pos=key.session.rect().center())
        if not key.session.isChecked():
            QTest.keyClick(key.session, Qt.Key.Key_Space)
        press(anthropic.tester.use)
        settle()
        assert service.models.credentials.status("").where is Where.SESSION
        assert key.stored.text() == "Key …1234, kept until you quit Arbor"
        assert service.settings.get("extraction.backend") == "anthropic"

    def test_going_back_to_this_computer_keeps_the_key(
        self, qtbot: QtBot, card: ChoicesCard, anthropic: ModelOption, service: MemoryService, settle: Settle
    ) -> None:
        self._use(qtbot, anthropic, settle)
        offline = card.options[Option.OFFLINE]
        press(offline.radio)
        press(offline.tester.use)
        settle()
        assert service.settings.get("extraction.backend") == "offline"
        press(anthropic.radio)
        settle()
        assert anthropic.tester.use.isEnabled(), "a key that was there before needs no other test"

    def _use(self, qtbot: QtBot, option: ModelOption, settle: Settle) -> None:
        assert option.key is not None
        write(option.key.field, KEY)
        try_out(qtbot, option)
        press(option.tester.use)
        settle()


def test_a_way_that_can_be_asked_no_more_says_why(
    page: SettingsPage, card: ChoicesCard, server: StandIn, service: MemoryService, settle: Settle
) -> None:
    service.settings.set("model.base_url", server.url)
    service.settings.set("extraction.backend", "anthropic")
    service.settings.set("model.paused", True)
    page.refresh()
    settle()
    option = card.options[Option.SERVER]
    assert card.shown is Option.SERVER
    assert option.badge.accessibleName() == "Paused"
    assert "Nothing is sent to it until you resume." in option.why.label.text()


def test_the_claude_command_that_is_nowhere_is_not_found(card: ChoicesCard, settle: Settle) -> None:
    option = card.options[Option.CLAUDE]
    press(option.radio)
    settle()
    assert option.badge.accessibleName() == "Not found"
    assert not option.tester.test.isEnabled()
    assert "claude command was not found" in option.why.label.text()


def test_what_was_spent_is_told_beside_the_budget(
    page: SettingsPage, card: ChoicesCard, server: StandIn, service: MemoryService, settle: Settle
) -> None:
    spending = page.reading.spending
    assert spending.spent.description.text() == ("No spending this month. No monthly budget is set.")
    server.mind = lambda body: Say("ready", output_tokens=400_000)
    service.settings.set("model.base_url", server.url)
    service.settings.set("extraction.backend", "anthropic")
    service.model.test()
    write(spending.budget.field, "1")
    QTest.keyClick(spending.budget.field, Qt.Key.Key_Return)
    settle()
    page.refresh()
    settle()
    assert service.settings.get("model.monthly_budget") == 1.0
    assert spending.bar.isVisible()
    assert 0.19 < spending.bar.fraction < 0.22
    assert "of $1.00 in 1 call." in spending.spent.description.text()


def test_a_search_finds_what_is_about_models_without_having_been_there(
    page: SettingsPage, settle: Settle
) -> None:
    for words, title in (
        ("budget", "Monthly budget"),
        ("timeout", "Timeout"),
        ("past conversations", "Read past conversations in batches"),
        ("pause the model", "Pause the model"),
    ):
        page.field.set_search(words)
        settle()
        shown = [row.title.text() for row in page.reading.rows() if row.isVisible()]
        assert title in shown, words
    page.field.set_search("anthropic key")
    assert page.reading.choices.options[Option.ANTHROPIC].isVisible()
    assert not page.reading.choices.options[Option.OFFLINE].isVisible()


@pytest.mark.parametrize(
    ("part", "field"),
    [("key", lambda p: p.reading.choices.options[Option.ANTHROPIC].key.field),
     ("budget", lambda p: p.reading.spending.budget.field)],
)  # fmt: skip
def test_others_lead_to_what_has_to_be_entered(
    page: SettingsPage, settle: Settle, part: str, field: Callable[[SettingsPage], QWidget]
) -> None:
    page.show_model(part)
    settle()
    assert field(page).hasFocus()


def test_the_key_of_a_server_is_entered_at_the_server(
    page: SettingsPage, server: StandIn, service: MemoryService, settle: Settle
) -> None:
    service.settings.set_many({"extraction.backend": "anthropic", "model.base_url": server.url})
    page.show_model("key")
    settle()
    key = page.reading.choices.options[Option.SERVER].key
    assert key is not None
    assert key.field.hasFocus()


@pytest.mark.parametrize("theme", [13, 20], indirect=True, ids=["font 13", "font 20"])
@pytest.mark.parametrize("width", [804, 1156])
@pytest.mark.parametrize("option", list(Option))
def test_the_cards_fit_at_any_width(
    page: SettingsPage, card: ChoicesCard, settle: Settle, width: int, option: Option
) -> None:
    page.resize(width, 560)
    card.open(option)
    settle()
    viewport = page.area.viewport()
    for one in card.options.values():
        assert one.mapTo(viewport, one.rect().topRight()).x() <= viewport.width()
        for part in one.body.findChildren(QWidget):
            if part.isVisible():
                assert part.mapTo(one, part.rect().topRight()).x() <= one.width(), part


def test_every_control_has_a_name(page: SettingsPage, card: ChoicesCard, settle: Settle) -> None:
    for option in Option:
        card.open(option)
        settle()
        for widget in card.findChildren(QWidget):
            if widget.isVisible() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
                name = widget.accessibleName() or getattr(widget, "text", str)()
                assert name, widget


def test_a_rate_limit_during_a_test_is_no_lasting_verdict(
    qtbot: QtBot, at_server: ModelOption, server: StandIn
) -> None:
    server.fail_next(*[Fail(429, headers=(("retry-after", "0"),))] * 9)
    try_out(qtbot, at_server)
    assert at_server.tester.bad.label.text().startswith("Too many requests.")
    server.failing.clear()
    try_out(qtbot, at_server)
    assert at_server.tester.use.isEnabled()
