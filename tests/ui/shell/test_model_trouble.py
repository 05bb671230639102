"""What the window says when a model can't be asked: the words, a page's state, rail, tray, notifications."""

from __future__ import annotations

import dataclasses
from datetime import datetime

import pytest
from PySide6.QtCore import Qt

from arbor_desktop.conversations.model import Activity
from arbor_desktop.llm.model import LASTING, TEMPORARY, ModelFailed, Readiness, Trouble
from arbor_desktop.runtime.events import Changes
from arbor_desktop.runtime.status import ModelStatus, ServiceStatus
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.components.empty import PICTURES
from arbor_desktop.ui.model_status.actions import ModelActions
from arbor_desktop.ui.model_status.widgets import ModelTrouble
from arbor_desktop.ui.model_status.words import Wish, duration, host_of, model_label, money, trouble_look
from arbor_desktop.ui.shell.activity import ActivityPanel
from arbor_desktop.ui.shell.notifications import Notifier
from arbor_desktop.ui.shell.rail import StatusIndicator
from arbor_desktop.ui.shell.tray import Tray
from arbor_desktop.ui.status import (
    StatusWatch,
    activity_result,
    head_of,
    model_tone,
    status_line,
    status_short,
    tray_state,
)
from tests.standin.server import StandIn

NOW = round(datetime(2026, 3, 10, 14, 10).timestamp() * 1000)
MINUTE = 60_000
KNOWN = tuple(TEMPORARY | LASTING | {Trouble.STOPPED})


def not_ready(trouble, backend="anthropic", **more):
    return Readiness(
        backend, False, "Why it is so. And more.", trouble, "401 some_error", NOW - 6 * MINUTE, **more
    )


def waiting(trouble, count=24, **more):
    """The status while so many conversations wait because of it."""
    ready = not_ready(trouble, **more)
    stands = trouble in LASTING
    return ServiceStatus(
        "error" if stands else "ready",
        last_error=ready.reason if stands else None,
        model=ModelStatus(ready, count),
    )


REFUSED, LIMITED, PAUSED = (
    waiting(Trouble.KEY_REFUSED),
    waiting(Trouble.RATE_LIMITED, retry_at=NOW + 4 * MINUTE),
    waiting(Trouble.STOPPED),
)


# -- words --


def test_a_refused_key_reads_as_designed():
    look = trouble_look(REFUSED.model.readiness, NOW, 24)
    assert look.title == "API key rejected"
    assert (
        look.text
        == "Anthropic didn't accept this API key. 24 conversations are waiting to be read. Nothing was lost."
    )
    assert look.code == "401 some_error · 14:04"
    assert look.actions == ((Wish.KEY, "Enter new API key"), (Wish.OFFLINE, "Read on this computer instead"))
    assert (look.tone, look.picture) == ("danger", "key")


@pytest.mark.parametrize("backend", ["anthropic", "claude-cli"])
@pytest.mark.parametrize("server", ["", "http://localhost:11434"])
@pytest.mark.parametrize("trouble", KNOWN)
def test_every_trouble_has_words_of_its_own_and_a_way_out(trouble, server, backend):
    look = trouble_look(not_ready(trouble, backend), NOW, 1, server)
    others = [trouble_look(not_ready(other, backend), NOW, 1, server).title for other in KNOWN]
    assert others.count(look.title) == 1
    assert look.text.endswith("1 conversation is waiting to be read. Nothing was lost.")
    assert 1 <= len(look.actions) <= 2
    assert look.picture in PICTURES
    assert look.tone == model_tone(ModelStatus(not_ready(trouble), 1))
    assert "{" not in look.title + look.text


def test_what_passes_by_itself_says_until_when_and_is_calm():
    look = trouble_look(LIMITED.model.readiness, NOW, 0)
    assert look.text == "Anthropic reports that the rate limit was reached. Next attempt: 14:14."
    assert look.tone == "info"
    late = dataclasses.replace(LIMITED.model.readiness, retry_at=NOW - 1)
    assert trouble_look(late, NOW).text.endswith("Arbor is trying again now.")


def test_a_spent_budget_says_how_much_and_from_when_on_it_is_asked_again():
    reason = "This month's budget is spent: $5.02 of $5.00. Nothing is sent until then."
    look = trouble_look(Readiness("anthropic", False, reason, Trouble.BUDGET), NOW)
    assert look.text == (
        "This month's budget is spent: $5.02 of $5.00. Arbor will use models again on 1 Apr."
    )
    assert look.actions[0] == (Wish.BUDGET, "Raise budget")
    december = round(datetime(2026, 12, 31, 23, 0).timestamp() * 1000)
    assert "1 Jan" in trouble_look(Readiness("anthropic", False, reason, Trouble.BUDGET), december).text


def test_a_server_of_ones_own_is_called_by_its_address():
    look = trouble_look(not_ready(Trouble.NETWORK), NOW, 0, "http://user@localhost:11434/v1")
    assert look.text.startswith("The server at localhost:11434 isn't responding.")
    assert look.actions[1] == (Wish.SETTINGS, "Change address")
    assert host_of("nothing like an address") == "nothing like an address"


def test_a_wrong_address_says_what_was_found_there_and_can_be_changed():
    failed = dataclasses.replace(
        not_ready(Trouble.WRONG_ADDRESS), reason="http://nas:80 points elsewhere to https://nas. Enter it."
    )
    look = trouble_look(failed, NOW, 0, "http://nas:80")
    assert (look.title, look.text) == ("Wrong address", "http://nas:80 points elsewhere to https://nas.")
    assert look.actions[0] == (Wish.SETTINGS, "Change address")


def test_other_failures_are_told_in_their_own_words():
    look = trouble_look(not_ready(Trouble.TOO_LONG), NOW)
    assert (look.title, look.text) == ("The model couldn't answer", "Why it is so. And more.")


def test_without_a_model_there_is_one_to_choose():
    look = trouble_look(Readiness("offline", True), NOW)
    assert (look.title, look.actions) == ("No model selected", ((Wish.SETTINGS, "Choose model"),))


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("claude-haiku-5-5", "Claude Haiku 5.5"),
        ("claude-opus-5-20261007", "Claude Opus 5"),
        ("claude-3-5-haiku-20241022", "Claude Haiku 3.5"),
        ("llama3.1:8b", "llama3.1:8b"),
        ("claude", "claude"),
        ("", ""),
    ],
)
def test_models_are_called_by_their_names(name, label):
    assert model_label(name) == label


def test_sums_and_times_are_short():
    assert [money(n) for n in (0, 0.0004, 0.0042, 0.05, 0.5, 4.1)] == [
        "$0.00", "less than $0.001", "$0.004", "$0.050", "$0.50", "$4.10",
    ]  # fmt: skip
    assert [duration(n) for n in (3, 70, 1500, 9000)] == [
        "under a minute", "about 1 min", "about 25 min", "about 2 h",
    ]  # fmt: skip


# -- the state of a page --


@pytest.fixture
def state(qtbot, dressed, icons):
    widget = ModelTrouble(icons, lambda: NOW)
    qtbot.addWidget(widget)
    widget.resize(600, 500)
    widget.show()
    return widget


@pytest.mark.parametrize("wish", [Wish.KEY, Wish.OFFLINE])
def test_each_button_of_the_state_asks_for_its_deed(state, qtbot, wish):
    state.show_trouble(REFUSED.model.readiness, 24)
    assert state.accessibleName().startswith("API key rejected. Anthropic didn't accept this API key.")
    with qtbot.waitSignal(state.wanted) as asked:
        qtbot.mouseClick(state.buttons[wish], Qt.MouseButton.LeftButton)
    assert asked.args == [wish]


def test_a_page_leaves_out_what_makes_no_sense_there(state):
    state.show_trouble(REFUSED.model.readiness, without=frozenset({Wish.OFFLINE}))
    assert list(state.buttons) == [Wish.KEY]
    state.show_trouble(REFUSED.model.readiness)
    assert list(state.buttons) == [Wish.KEY, Wish.OFFLINE]


def test_the_same_trouble_told_again_keeps_the_focus(state, qtbot):
    state.show_trouble(REFUSED.model.readiness, 24)
    button = state.buttons[Wish.KEY]
    button.setFocus()
    state.show_trouble(REFUSED.model.readiness, 24)
    assert state.buttons[Wish.KEY] is button


# -- rail and tray --


def test_one_line_says_that_conversations_wait():
    assert status_line(REFUSED, NOW) == status_line(LIMITED, NOW) == "Waiting for the model · 24"
    assert status_short(PAUSED, NOW) == "Waiting for model · 24"
    busy = dataclasses.replace(LIMITED, state="processing", done=1, total=5)
    assert status_line(busy, NOW) == "Reading 2 of 5"
    resting = dataclasses.replace(LIMITED, state="paused")
    assert status_line(resting, NOW) == "Paused"
    assert (
        status_line(dataclasses.replace(REFUSED, last_error="The disk is full."), NOW) == "The disk is full."
    )


def test_where_nothing_waits_nothing_is_said():
    idle = waiting(Trouble.NETWORK, 0)
    assert status_line(idle, NOW) == "No sources turned on"
    assert (head_of(idle, NOW).token, tray_state(idle)) == ("control", "idle")


def test_what_passes_is_not_red_and_what_stands_is():
    heads = [head_of(one, NOW) for one in (LIMITED, PAUSED, waiting(Trouble.BUDGET), REFUSED)]
    assert [head.token for head in heads] == ["text2", "text2", "warn", "danger"]
    states = [tray_state(one) for one in (LIMITED, PAUSED, waiting(Trouble.BUDGET), REFUSED)]
    assert states == ["idle", "idle", "attention", "error"]


@pytest.fixture
def indicator(icons, dressed, qtbot):
    widget = StatusIndicator(icons, lambda: NOW)
    qtbot.addWidget(widget)
    widget.resize(190, 60)
    widget.show()
    return widget


def test_the_rail_says_why_in_its_tooltip_and_offers_to_try_again(indicator, qtbot):
    indicator.show_status(LIMITED)
    assert "Too many requests. Anthropic reports that the rate limit was reached." in indicator.line.toolTip()
    with qtbot.waitSignal(indicator.retry_wanted):
        qtbot.mouseClick(indicator.retry, Qt.MouseButton.LeftButton)
    indicator.show_status(PAUSED)
    assert not indicator.retry.isVisible(), "trying again is not what helps"
    indicator.show_status(ServiceStatus("ready"))
    assert "Too many requests" not in indicator.line.toolTip()


def test_the_activity_list_says_why(qtbot, dressed, icons, bridge, service):
    panel = ActivityPanel(icons, bridge, lambda: NOW)
    qtbot.addWidget(panel)
    panel.show_status(REFUSED)
    assert panel.state.text().startswith("API key rejected. Anthropic didn't accept this API key. 24 ")


def test_that_the_model_stopped_and_works_again_is_news_of_its_own():
    stopped = Activity(1, "model", "The model is not asked any more", "error", "Why.")
    works = Activity(1, "model", "The model answers again", "success")
    assert activity_result(stopped) == ("Model", "warn", "warning")
    assert activity_result(works) == ("Model", "ok", "check")


@pytest.fixture
def service(home, clock, bridge):
    clock.now = NOW
    with MemoryService.open(home, clock=clock, environ={}) as service:
        bridge.listen(service)
        yield service
        bridge.close()


@pytest.fixture
def watch(bridge, service, clock):
    return StatusWatch(bridge, None, clock)


def show(watch, status):
    watch.status = status
    watch.changed.emit(status)


def test_the_tray_says_it_and_why(qtbot, dressed, icons, bridge, watch, clock):
    tray = Tray(icons, bridge, watch, clock=clock, native_menu=False)
    show(watch, REFUSED)
    assert tray.icon.toolTip().startswith("Arbor\nWaiting for the model · 24")
    assert tray.header.line.text() == "Waiting for the model · 24"
    assert tray.header.current.text() == "API key rejected"
    tray.hide()
    tray.menu.deleteLater()
    tray.deleteLater()


# -- notifications --


@pytest.fixture
def notifier(bridge, watch, clock):
    notifier = Notifier(bridge, watch, clock=clock, delay_ms=5)
    notifier.heard = []
    notifier.notify.connect(notifier.heard.append)
    return notifier


def settle(qtbot, bridge):
    qtbot.waitUntil(lambda: not bridge.busy)


def test_what_a_person_must_do_something_about_is_told_once(qtbot, notifier, watch, bridge):
    show(watch, REFUSED)
    settle(qtbot, bridge)
    show(watch, waiting(Trouble.KEY_REFUSED, 25))
    settle(qtbot, bridge)
    assert [(one.title, one.opens) for one in notifier.heard] == [("API key rejected", "model")]
    show(watch, ServiceStatus("ready"))
    show(watch, REFUSED)
    settle(qtbot, bridge)
    assert len(notifier.heard) == 2, "it worked in between"


def test_what_passes_by_itself_is_not_told(qtbot, notifier, watch, bridge):
    for status in (LIMITED, PAUSED, waiting(Trouble.KEY_REFUSED, 0)):
        show(watch, status)
        settle(qtbot, bridge)
    assert notifier.heard == []


def test_whoever_wants_no_word_of_errors_gets_none(qtbot, notifier, watch, bridge, service):
    service.settings.set("notify.errors", False)
    show(watch, REFUSED)
    settle(qtbot, bridge)
    assert notifier.heard == []


def test_a_click_on_it_leads_to_the_settings(qtbot, dressed, icons, bridge, watch, clock, notifier):
    tray = Tray(icons, bridge, watch, clock=clock, native_menu=True)
    notifier.notify.connect(tray.notify)
    show(watch, REFUSED)
    settle(qtbot, bridge)
    with qtbot.waitSignal(tray.model_wanted):
        tray.icon.messageClicked.emit()
    tray.hide()
    tray.menu.deleteLater()
    tray.deleteLater()


def test_the_activity_that_says_the_same_is_not_told_a_second_time(
    qtbot, notifier, watch, bridge, service, clock
):
    clock.advance(seconds=1)
    from arbor_desktop.conversations.queries import captures

    service._rt.db.write(
        lambda c: captures.note(
            c, clock(), "model", "The model is not asked any more", "error", reason="Why."
        )
    )
    service.events.announce(Changes(conversations=("one",), status=True))
    qtbot.waitUntil(lambda: not notifier._delay.isActive() and not bridge.busy)
    assert notifier.heard == []


# -- deeds, and what the service says --


@pytest.fixture
def server():
    with StandIn() as server:
        yield server


@pytest.fixture
def asked(service, server):
    service.settings.set_many({"extraction.backend": "anthropic", "model.base_url": server.url})
    return service


def test_a_moment_that_was_named_is_looked_at_again(qtbot, watch, asked, server, clock, bridge, monkeypatch):
    """Nobody tells when a rest is over: the watch looks by itself."""
    rests = dataclasses.replace(LIMITED.model.readiness, retry_at=clock() - 1)
    looked = []

    def status():
        looked.append(1)
        return ServiceStatus("ready", model=ModelStatus(rests, 24) if len(looked) == 1 else None)

    monkeypatch.setattr(asked, "get_status", status)
    watch.refresh()
    qtbot.waitUntil(lambda: len(looked) == 2, timeout=10_000)
    qtbot.waitUntil(lambda: watch.status.model is None, timeout=10_000)


def test_deeds(qtbot, bridge, asked, server):
    deeds = ModelActions(bridge)
    said, settings = [], []
    deeds.said.connect(lambda words, undo: said.append((words, undo)))
    deeds.settings_wanted.connect(settings.append)
    for wish in (Wish.KEY, Wish.MODEL, Wish.BUDGET, Wish.SETTINGS):
        deeds.do(wish)
    assert settings == ["key", "model", "budget", ""]
    asked.settings.set("model.paused", True)
    deeds.do(Wish.RESUME)
    settle(qtbot, bridge)
    assert asked.settings.get("model.paused") is False
    server.key = "sk-ant-another"
    with pytest.raises(ModelFailed):
        ask(asked)
    assert asked.model.readiness().trouble is Trouble.KEY_REFUSED
    deeds.do(Wish.RETRY)
    settle(qtbot, bridge)
    assert asked.model.readiness().ready
    deeds.do(Wish.OFFLINE)
    settle(qtbot, bridge)
    assert asked.settings.get("extraction.backend") == "offline"
    ((words, undo),) = said
    assert words == "Now reading on this computer"
    undo()
    settle(qtbot, bridge)
    assert asked.settings.get("extraction.backend") == "anthropic"


def ask(service):
    from arbor_desktop.llm.model import Ask, Message, Purpose

    return service.model.ask(Ask(Purpose.TEST, "", (Message("user", "Are you there?"),)))


@pytest.mark.slow
def test_the_status_of_the_service_tells_of_the_model(asked, server):
    assert asked.get_status().model == ModelStatus(asked.model.readiness(), 0, server.url)
    server.key = "sk-ant-another"
    with pytest.raises(ModelFailed):
        ask(asked)
    status = asked.get_status()
    assert (status.state, status.model.holds_up) == ("ready", False), "nothing waits for it"
    asked.settings.set("extraction.backend", "offline")
    assert asked.get_status().model is None
