"""Where calls of a model run: side by side, stopped at any moment, ended with what started them."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psutil
import pytest

from arbor_desktop.llm.backends import InlineCalls
from arbor_desktop.llm.calls import Calls, Cancel, ProcessCalls, Task
from arbor_desktop.llm.model import Access, Answer, ModelFailed, Trouble
from tests.standin import backends
from tests.standin.backends import MAKER, asking

KEY = "sk-test-0123456789"
ACCESS = Access("anthropic", "a-model", "http://127.0.0.1:9", KEY)


def task(text: str, access: Access = ACCESS) -> Task:
    return Task(access, "ask", (asking(text),))


def said(calls: Calls, text: str, **options: Any) -> str:
    answer: Answer = calls.run(task(text), **options)
    return answer.text


class Rung:
    """A timer that rings when a test lets it."""

    def __init__(self, seconds: float, function: Callable[[], None]) -> None:
        self.seconds, self.ring = seconds, function
        self.daemon = True
        self.started = self.cancelled = False

    def start(self) -> None:
        self.started = True

    def cancel(self) -> None:
        self.cancelled = True


@pytest.fixture
def timers() -> list[Rung]:
    return []


@pytest.fixture
def apart(timers: list[Rung]) -> Iterator[ProcessCalls]:
    def timer(seconds: float, function: Callable[[], None]) -> Any:
        timers.append(Rung(seconds, function))
        return timers[-1]

    calls = ProcessCalls(idle_seconds=0.01, timer=timer, maker=MAKER)
    yield calls
    calls.close()


@pytest.fixture(params=["inline", "apart"])
def calls(request: pytest.FixtureRequest) -> Iterator[Calls]:
    if request.param == "apart":
        yield request.getfixturevalue("apart")
        return
    closed: list[str] = []
    inline = InlineCalls(lambda access: backends.Obedient(access, closed))
    yield inline
    inline.close()


def test_what_is_streamed_is_heard_in_order_before_the_answer(calls: Calls) -> None:
    heard: list[str] = []
    assert said(calls, "done", on_text=heard.append) == "done"
    assert heard == ["one ", "two ", "three"]


def test_a_failure_comes_back_whole(calls: Calls) -> None:
    with pytest.raises(ModelFailed, match=r"^No\.$") as caught:
        said(calls, "fail")
    assert (caught.value.trouble, caught.value.detail, caught.value.retry_after) == (
        Trouble.RATE_LIMITED, "429", 7.0,
    )  # fmt: skip


@pytest.mark.logs_warnings
def test_a_bug_of_a_backend_ends_its_own_call_alone(calls: Calls) -> None:
    with pytest.raises(ModelFailed, match="ZeroDivisionError") as caught:
        said(calls, "bug")
    assert caught.value.trouble is Trouble.INVALID
    assert said(calls, "on") == "on"


def test_calls_run_side_by_side(calls: Calls) -> None:
    """Most of them hang, and those that do not are answered all the same."""
    cancels = [Cancel() for _ in range(8)]

    def hang(cancel: Cancel) -> Trouble:
        with pytest.raises(ModelFailed) as caught:
            said(calls, "hang", cancel=cancel)
        return caught.value.trouble

    with ThreadPoolExecutor(12) as pool:
        hanging = [pool.submit(hang, cancel) for cancel in cancels]
        answered = [pool.submit(said, calls, str(number)) for number in range(40)]
        assert [one.result() for one in answered] == [str(number) for number in range(40)]
        assert not any(one.done() for one in hanging)
        for cancel in cancels:
            cancel()
        assert {one.result() for one in hanging} == {Trouble.STOPPED}


def test_it_can_be_stopped_before_it_has_begun(calls: Calls) -> None:
    cancel = Cancel()
    cancel()
    with pytest.raises(ModelFailed) as caught:
        said(calls, "hang", cancel=cancel)
    assert caught.value.trouble is Trouble.STOPPED


def test_it_can_be_stopped_in_the_middle_of_a_stream(calls: Calls) -> None:
    cancel, heard = Cancel(), []

    def on_text(text: str) -> None:
        heard.append(text)
        if text == "three":
            threading.Thread(target=cancel).start()

    with pytest.raises(ModelFailed) as caught:
        said(calls, "hang", on_text=on_text, cancel=cancel)
    assert caught.value.trouble is Trouble.STOPPED
    assert heard[-1] == "three" and said(calls, "on") == "on"


def test_stopping_again_or_after_the_end_does_nothing(calls: Calls) -> None:
    cancel = Cancel()
    assert said(calls, "done", cancel=cancel) == "done"
    cancel()
    cancel()
    assert said(calls, "on") == "on"


@pytest.mark.logs_warnings
def test_a_listener_that_fails_ends_its_own_call_alone(calls: Calls) -> None:
    def on_text(text: str) -> None:
        raise RuntimeError("the page is gone")

    with pytest.raises(ModelFailed, match="the page is gone"):
        said(calls, "hang", on_text=on_text)
    assert said(calls, "on") == "on"


def test_closing_ends_what_is_under_way_and_lets_nothing_new_begin(calls: Calls) -> None:
    begun = threading.Event()
    with ThreadPoolExecutor(1) as pool:
        hanging = pool.submit(said, calls, "hang", on_text=lambda text: begun.set())
        assert begun.wait(30)
        calls.close()
        with pytest.raises(ModelFailed) as caught:
            hanging.result()
    assert caught.value.trouble in (Trouble.STOPPED, Trouble.NETWORK)
    with pytest.raises(ModelFailed) as caught:
        said(calls, "late")
    assert caught.value.trouble is Trouble.STOPPED
    calls.close()


def test_a_new_key_closes_the_client_of_the_old_one(calls: Calls) -> None:
    said(calls, "hello")
    other = Access("anthropic", "a-model", ACCESS.base_url, "sk-other")
    answer: Answer = calls.run(task("closed", other))
    assert answer.text == KEY


def test_the_last_client_is_kept(calls: Calls) -> None:
    for number in range(3):
        calls.run(task("hello", Access("anthropic", f"model-{number}", key=KEY)))
    answer: Answer = calls.run(task("closed", Access("anthropic", "model-0", key=KEY)))
    assert answer.text.split(",") == [KEY] * 3


def test_a_client_that_is_in_use_is_not_closed(calls: Calls) -> None:
    begun, cancel = threading.Event(), Cancel()
    other = Access("anthropic", "a-model", ACCESS.base_url, "sk-other")
    with ThreadPoolExecutor(1) as pool:
        hanging = pool.submit(calls.run, task("hang"), on_text=lambda text: begun.set(), cancel=cancel)
        assert begun.wait(30)
        answer: Answer = calls.run(task("closed", other))
        assert answer.text == ""
        cancel()
        assert isinstance(hanging.exception(), ModelFailed)
    answer = calls.run(task("closed", other))
    assert answer.text == KEY


def test_no_key_is_shown_by_what_is_handed_about() -> None:
    assert KEY not in repr(task("x")) and KEY not in repr(ACCESS)


class TestAProcessOfItsOwn:
    def test_nothing_is_started_before_the_first_call(self, apart: ProcessCalls) -> None:
        assert apart.process_id is None
        assert said(apart, "pid") == str(apart.process_id) != str(os.getpid())

    @pytest.mark.slow
    def test_one_that_is_killed_fails_the_call_and_the_next_call_starts_another(
        self, apart: ProcessCalls
    ) -> None:
        begun = threading.Event()
        with ThreadPoolExecutor(2) as pool:
            waiting = [pool.submit(said, apart, "hang", on_text=lambda text: begun.set()) for _ in range(2)]
            assert begun.wait(30)
            first = apart.process_id
            assert first is not None
            psutil.Process(first).kill()
            for one in waiting:
                error = one.exception()
                assert isinstance(error, ModelFailed) and error.trouble is Trouble.NETWORK
        assert said(apart, "on") == "on" and apart.process_id != first
        assert not psutil.pid_exists(first), "a zombie is left"

    @pytest.mark.slow
    def test_one_that_ends_by_itself_does_too(self, apart: ProcessCalls) -> None:
        with pytest.raises(ModelFailed) as caught:
            said(apart, "die")
        assert caught.value.trouble is Trouble.NETWORK and caught.value.temporary
        assert said(apart, "on") == "on"

    @pytest.mark.slow
    def test_one_that_died_while_nobody_asked_is_replaced(self, apart: ProcessCalls) -> None:
        said(apart, "on")
        process = psutil.Process(apart.process_id)
        process.kill()
        psutil.wait_procs([process])
        assert said(apart, "on") == "on" and apart.process_id != process.pid

    @pytest.mark.slow
    def test_stopping_does_not_wait_for_a_process_that_hears_nothing(self, apart: ProcessCalls) -> None:
        begun, cancel = threading.Event(), Cancel()
        with ThreadPoolExecutor(1) as pool:
            stuck = pool.submit(said, apart, "block", on_text=lambda text: begun.set(), cancel=cancel)
            assert begun.wait(30)
            cancel()
            error = stuck.exception()
        assert isinstance(error, ModelFailed) and error.trouble is Trouble.STOPPED

    def test_what_is_printed_does_not_break_the_protocol(self, apart: ProcessCalls) -> None:
        assert said(apart, "print") == "print"

    def test_a_long_question_and_a_long_answer_pass(self, apart: ProcessCalls) -> None:
        text = "é" * 3_000_000
        assert said(apart, text) == text

    @pytest.mark.slow
    def test_it_ends_when_nothing_was_asked_for_a_while(
        self, apart: ProcessCalls, timers: list[Rung]
    ) -> None:
        said(apart, "one")
        process = psutil.Process(apart.process_id)
        said(apart, "two")
        first, second = timers
        assert first.cancelled and second.started and second.seconds == 0.01
        second.ring()
        assert apart.process_id is None and not process.is_running()
        assert said(apart, "three") == "three"

    @pytest.mark.slow
    def test_it_does_not_end_while_something_is_asked(self, apart: ProcessCalls, timers: list[Rung]) -> None:
        said(apart, "one")
        begun, cancel = threading.Event(), Cancel()
        with ThreadPoolExecutor(1) as pool:
            hanging = pool.submit(said, apart, "hang", on_text=lambda text: begun.set(), cancel=cancel)
            assert begun.wait(30)
            for timer in timers:
                timer.ring()
            assert apart.process_id is not None
            cancel()
            assert isinstance(hanging.exception(), ModelFailed)

    def test_the_key_is_in_no_list_of_processes_and_no_environment(self, apart: ProcessCalls) -> None:
        assert KEY not in said(apart, "environ")
        process = psutil.Process(apart.process_id)
        assert KEY not in "\0".join(process.cmdline())
        assert KEY not in str(process.environ())

    def test_proxies_go_along_and_what_is_meant_for_other_programs_does_not(
        self, apart: ProcessCalls, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("HTTPS_PROXY", "http://proxy.example:3128")
        for name in ("API_KEY", "AUTH_TOKEN", "BASE_URL", "CUSTOM_HEADERS", "LOG", "PROFILE"):
            monkeypatch.setenv(f"ANTHROPIC_{name}", "of another program")
        environ = said(apart, "environ")
        assert "HTTPS_PROXY=http://proxy.example:3128" in environ and "of another program" not in environ
