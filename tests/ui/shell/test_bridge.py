"""Calls leave the GUI thread and come back to it; the newest question wins; commands keep their order."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import fields

import pytest
import shiboken6
from PySide6.QtCore import QObject, QThread

from arbor_desktop.errors import InvalidInput
from arbor_desktop.runtime.events import Changes, Events
from arbor_desktop.ui.bridge import Bridge, merged
from tests.window_loop import complete


class Speaker:
    def __init__(self):
        self.events = Events()


def test_work_runs_elsewhere_and_the_answer_comes_back(qtbot, bridge):
    seen = {}

    def ask(a, b):
        seen["worker"] = QThread.currentThread()
        return a + b

    def answer(result):
        seen["answer"], seen["thread"] = result, QThread.currentThread()

    gui = QThread.currentThread()
    bridge.run(ask, 1, b=2, done=answer)
    qtbot.waitUntil(lambda: "answer" in seen)
    assert seen["answer"] == 3
    assert seen["worker"] is not gui
    assert seen["thread"] is gui


def test_of_one_key_only_the_newest_question_is_answered(qtbot, bridge):
    gate = threading.Event()
    answers = []
    bridge.run(lambda: (gate.wait(), "old")[1], key="list", done=answers.append)
    bridge.run(lambda: "new", key="list", done=answers.append)
    qtbot.waitUntil(lambda: answers == ["new"])
    gate.set()
    qtbot.waitUntil(lambda: not bridge.busy)
    assert answers == ["new"]


def test_questions_that_wait_are_not_even_asked_when_a_newer_one_comes(qtbot, bridge):
    gate = threading.Event()
    asked, answers = [], []
    for n in range(3):  # every reader is held
        bridge.run(gate.wait, key=f"held {n}")
    bridge.run(asked.append, "old", key="list", done=answers.append)
    bridge.run(asked.append, "new", key="list", done=answers.append)
    gate.set()
    qtbot.waitUntil(lambda: not bridge.busy)
    assert asked == ["new"]
    assert len(answers) == 1


def test_different_keys_do_not_disturb_each_other(qtbot, bridge):
    answers = []
    bridge.run(lambda: "list", key="list", done=answers.append)
    bridge.run(lambda: "facets", key="facets", done=answers.append)
    qtbot.waitUntil(lambda: sorted(answers) == ["facets", "list"])


def test_commands_run_in_the_order_they_were_given(qtbot, bridge):
    order = []
    gate = threading.Event()
    bridge.run(lambda: (gate.wait(), order.append(0)))
    for n in range(1, 30):
        bridge.run(order.append, n)
    gate.set()
    qtbot.waitUntil(lambda: not bridge.busy)
    assert order == list(range(30))


def test_a_question_of_which_every_answer_counts_does_not_wait_for_commands(qtbot, bridge):
    gate = threading.Event()
    answers = []
    bridge.run(gate.wait)
    bridge.run(lambda: "a", ordered=False, done=answers.append)
    bridge.run(lambda: "b", ordered=False, done=answers.append)
    qtbot.waitUntil(lambda: sorted(answers) == ["a", "b"])
    gate.set()


def test_the_service_is_handed_out_once_it_is_open(bridge):
    with pytest.raises(RuntimeError):
        _ = bridge.service
    service = Speaker()
    bridge.listen(service)
    assert bridge.service is service


def test_an_answer_for_a_widget_that_is_gone_is_dropped(qtbot, bridge):
    gate = threading.Event()
    owner = QObject()
    answers = []
    bridge.run(lambda: (gate.wait(), 1), done=answers.append, owner=owner)
    shiboken6.delete(owner)
    gate.set()
    qtbot.waitUntil(lambda: not bridge.busy)
    assert answers == []


def test_a_failure_goes_to_the_caller_who_asked_for_it(qtbot, bridge):
    def refuse():
        raise InvalidInput("Too short.")

    told, announced = [], []
    bridge.failed.connect(announced.append)
    bridge.run(refuse, failed=told.append)
    qtbot.waitUntil(lambda: bool(told))
    assert told[0].message == "Too short."
    assert announced == []


def test_an_expected_failure_that_nobody_handles_is_announced_with_its_message(qtbot, bridge):
    def refuse():
        raise InvalidInput("Too short.")

    with qtbot.waitSignal(bridge.failed) as heard:
        bridge.run(refuse)
    failure = heard.args[0]
    assert failure.known
    assert failure.message == "Too short."


def test_a_bug_is_announced_with_a_report_that_says_where_it_was(qtbot, bridge):
    def broken():
        return [][1]

    with qtbot.waitSignal(bridge.failed) as heard:
        bridge.run(broken)
    failure = heard.args[0]
    assert not failure.known
    assert "IndexError" in failure.report
    assert "broken" in failure.report


def test_changes_arrive_on_the_gui_thread_together(qtbot, bridge):
    service = Speaker()
    bridge.listen(service)
    heard = []
    bridge.changed.connect(lambda changes: heard.append((changes, QThread.currentThread())))

    def announce():
        service.events.announce(Changes(memories=("a",)))
        service.events.announce(Changes(memories=("a", "b"), status=True))

    thread = threading.Thread(target=announce)
    thread.start()
    thread.join()
    qtbot.waitUntil(lambda: bool(heard))
    assert heard == [(Changes(memories=("a", "b"), status=True), QThread.currentThread())]


def test_closing_lets_commands_finish_and_ends_the_threads(loop):
    bridge = Bridge(loop)
    written = []
    gate = threading.Event()
    bridge.run(lambda: (gate.wait(), written.append(1)))
    bridge.run(written.append, 2)
    threading.Timer(0.01, gate.set).start()
    bridge.close()
    assert written == [1, 2]
    bridge.run(written.append, 3)
    assert written == [1, 2]


def test_nothing_is_started_after_closing(loop, bridge):
    """A timer may still fire then; a task of a loop that ends would never come to its first step."""
    bridge.close()
    before = asyncio.all_tasks(loop)
    done: list[int] = []
    bridge.run(lambda: 1, done=done.append)
    assert asyncio.all_tasks(loop) == before
    assert not bridge.busy
    assert done == []


def test_nothing_is_relayed_after_closing(qtbot, bridge):
    service = Speaker()
    bridge.listen(service)
    heard = []
    bridge.changed.connect(heard.append)
    bridge.close()
    service.events.announce(Changes(status=True))
    with qtbot.assertNotEmitted(bridge.changed, wait=20):
        pass
    assert heard == []


@pytest.mark.parametrize("field", [field.name for field in fields(Changes) if field.default is False])
def test_merging_keeps_what_any_change_said(field):
    both = merged([Changes(**{field: True}), Changes(conversations=("c",))])
    assert getattr(both, field)
    assert both.conversations == ("c",)


class TestCoroutines:
    def test_an_answer_is_awaited(self, qtbot, bridge):
        answers = []

        async def ask():
            answers.append(await bridge.call(sum, (1, 2)))

        bridge.start(ask())
        assert bridge.busy
        qtbot.waitUntil(lambda: not bridge.busy)
        assert answers == [3]

    def test_an_error_is_raised_where_it_is_awaited(self, qtbot, bridge):
        errors = []

        def refuse():
            raise InvalidInput("Too short.")

        async def ask():
            try:
                await bridge.call(refuse)
            except InvalidInput as error:
                errors.append(error.message)

        bridge.start(ask())
        qtbot.waitUntil(lambda: errors == ["Too short."])

    def test_an_error_that_is_not_handled_is_announced(self, qtbot, bridge):
        async def ask():
            await bridge.call(lambda: 1)
            raise InvalidInput("Too short.")

        with qtbot.waitSignal(bridge.failed) as heard:
            bridge.start(ask())
        assert heard.args[0].message == "Too short."
        assert "ask" in heard.args[0].where

    def test_of_one_key_only_the_newest_goes_on(self, qtbot, bridge):
        gate, asked = threading.Event(), []
        shown = []

        def answer(name):
            asked.append(name)
            gate.wait()
            return name

        async def show(name):
            shown.append(await bridge.call(answer, name, key="shown"))

        bridge.start(show("old"))
        qtbot.waitUntil(lambda: asked == ["old"])
        bridge.start(show("new"))
        qtbot.waitUntil(lambda: asked == ["old", "new"])
        gate.set()
        qtbot.waitUntil(lambda: not bridge.busy)
        assert shown == ["new"]

    def test_nothing_goes_on_for_a_widget_that_is_gone(self, qtbot, bridge):
        gate, asked = threading.Event(), threading.Event()
        owner = QObject()
        ended = []

        async def change():
            try:
                await bridge.call(lambda: (asked.set(), gate.wait()))
                ended.append("answered")
            finally:
                ended.append("ended")

        bridge.start(change(), owner)
        qtbot.waitUntil(asked.is_set)
        shiboken6.delete(owner)
        gate.set()
        qtbot.waitUntil(lambda: not bridge.busy)
        assert ended == ["ended"]

    def test_a_change_is_made_though_its_widget_is_gone(self, qtbot, bridge):
        gate, asked = threading.Event(), threading.Event()
        owner = QObject()
        made = []

        async def change():
            answer = bridge.call(made.append, 1)
            asked.set()
            await answer

        bridge.run(gate.wait)
        bridge.start(change(), owner)
        qtbot.waitUntil(asked.is_set)
        shiboken6.delete(owner)
        gate.set()
        qtbot.waitUntil(lambda: made == [1])

    @pytest.mark.logs_warnings
    def test_a_change_that_fails_unseen_is_logged(self, qtbot, bridge, caplog):
        gate, asked = threading.Event(), threading.Event()
        owner = QObject()

        def broken():
            asked.set()
            gate.wait()
            return [][1]

        bridge.run(broken, owner=owner)
        qtbot.waitUntil(asked.is_set)
        shiboken6.delete(owner)
        gate.set()
        qtbot.waitUntil(lambda: "IndexError" in caplog.text)

    def test_what_fails_while_an_error_is_shown_is_announced(self, qtbot, bridge):
        def refuse():
            raise InvalidInput("Too short.")

        def show(_error):
            raise KeyError("no such label")

        with qtbot.waitSignal(bridge.failed) as heard:
            bridge.run(refuse, failed=show)
        assert "no such label" in heard.args[0].message
        qtbot.waitUntil(lambda: not bridge.busy)

    def test_closing_makes_the_change_that_was_asked_for_just_now(self, bridge):
        made = []

        async def change():
            await bridge.call(made.append, 1)

        bridge.start(change())
        complete(bridge.begun())
        bridge.close()
        assert made == [1]

    def test_closing_in_the_middle_ends_what_awaits_and_keeps_the_change(self, qtbot, bridge):
        gate, asked = threading.Event(), threading.Event()
        made, shown = [], []

        async def change():
            await bridge.call(lambda: (asked.set(), gate.wait()))
            await bridge.call(made.append, "after")
            shown.append(True)

        bridge.start(change())
        qtbot.waitUntil(asked.is_set)
        bridge.run(made.append, "asked before")
        threading.Timer(0.01, gate.set).start()
        bridge.close()
        qtbot.waitUntil(lambda: not bridge.busy)
        assert made == ["asked before"]
        assert shown == []
