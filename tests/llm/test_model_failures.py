"""A model that fails while conversations are read: nothing is lost, nothing is double, and it goes on by
itself or says what a person must do."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psutil
import pytest

from arbor_desktop.capture.model import CaptureRow
from arbor_desktop.llm.backends import InlineCalls
from arbor_desktop.llm.calls import Calls, ProcessCalls
from arbor_desktop.llm.model import Trouble
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock
from tests.reliability.sessions import Session
from tests.standin.server import Answered, Body, Break, Fail, Raw, Say, StandIn, key_of, purpose_of

SAID = "Deploys of the kiln service happen on Fridays only, never on Mondays."
TURN = 1
KEY = "sk-secret-0123456789"


def item(content: str = SAID) -> dict[str, object]:
    return {
        "content": content, "type": "fact", "category": "project_conventions", "confidence": 0.95,
        "scope": "project", "turns": [TURN], "quote": content, "tags": [], "sensitive": False,
        "technology": None, "expires": None, "details": {},
    }  # fmt: skip


def mind(body: Body) -> Say:
    if purpose_of(body) != "extraction":
        return Say("{}", anyway=True)
    return Say(json.dumps({"items": [item()]}))


@pytest.fixture
def server() -> Iterator[StandIn]:
    with StandIn(mind) as server:
        yield server


@pytest.fixture
def service(
    home: Path, clock: ManualClock, server: StandIn, monkeypatch: pytest.MonkeyPatch
) -> Iterator[MemoryService]:
    from arbor_desktop.llm.anthropic_client import AnthropicApi

    def calls(self: MemoryService) -> Calls:
        return InlineCalls(lambda access: AnthropicApi(access, retries=0))

    monkeypatch.setattr(MemoryService, "_make_calls", calls)
    with MemoryService.open(home, clock=clock) as opened:
        opened.settings.set("extraction.backend", "anthropic")
        opened.settings.set("model.base_url", server.url)
        opened.settings.set("model.refine", False)
        yield opened


@pytest.fixture
def conversation(service: MemoryService, tmp_path: Path) -> str:
    """One that waits to be memorized."""
    session = Session("a talk", cwd="/srv/kiln")
    session.say(SAID).reply("Understood.")
    service._capture.reader.read(str(session.write(tmp_path)))
    (found,) = service.conversations().conversations
    return found.id


def work_off(service: MemoryService) -> list[CaptureRow]:
    """Memorizes what is due, as the engine does: each once."""
    rows: list[CaptureRow] = []
    failed: set[int] = set()
    while (
        service._capture.queue.ready and (job := service._capture.queue.claim(passed_over=failed)) is not None
    ):
        rows.append(service._capture.queue.run(job))
        failed.add(job.row)
    return rows


def statements(service: MemoryService) -> list[str]:
    return [memory.content for memory in service.query(status="all").memories]


def memorized_once(service: MemoryService, conversation: str) -> None:
    assert statements(service) == [SAID]
    assert service.conversation(conversation).status.value == "memorized"
    assert work_off(service) == []


PASSING: list[tuple[Answered, Trouble]] = [
    (Fail(429), Trouble.RATE_LIMITED),
    (Fail(500), Trouble.SERVER),
    (Fail(529), Trouble.OVERLOADED),
    (Fail(504), Trouble.TIMEOUT),
    (Break("error", kind="overloaded_error"), Trouble.OVERLOADED),
    (Break("cut"), Trouble.NETWORK),
    (Break("reset"), Trouble.NETWORK),
    (Break("reset", after=0), Trouble.NETWORK),
    (Raw(b"Bad Gateway", 502, "text/html"), Trouble.SERVER),
]
STANDING: list[tuple[Answered, Trouble]] = [
    (Fail(401), Trouble.KEY_REFUSED),
    (Fail(402), Trouble.NO_CREDIT),
    (Fail(403), Trouble.NOT_ALLOWED),
    (Fail(404, "model: gone"), Trouble.NO_SUCH_MODEL),
    (Raw(b"<html>Another program</html>", content_type="text/html"), Trouble.WRONG_ADDRESS),
]


@pytest.mark.slow
@pytest.mark.parametrize(("answer", "trouble"), PASSING)
def test_what_passes_by_itself_is_tried_again_by_itself(
    service: MemoryService,
    server: StandIn,
    clock: ManualClock,
    conversation: str,
    answer: Answered,
    trouble: Trouble,
) -> None:
    server.fail_next(answer)
    (row,) = work_off(service)
    assert (row.status, row.reason) == ("error", f"model: {trouble.value}") and statements(service) == []
    ready = service.model.readiness()
    assert not ready.ready and ready.trouble is trouble and ready.reason == row.error
    assert ready.retry_at == clock() + 5000
    clock.advance(seconds=4)
    assert work_off(service) == [] and len(server.asked()) == 1, "it is left alone meanwhile"
    clock.advance(seconds=2)
    (row,) = work_off(service)
    assert row.status == "success" and row.items_extracted == 1
    assert service.model.readiness().ready
    memorized_once(service, conversation)


@pytest.mark.slow
@pytest.mark.parametrize(("answer", "trouble"), STANDING)
def test_what_stands_waits_for_a_person(
    service: MemoryService,
    server: StandIn,
    clock: ManualClock,
    conversation: str,
    answer: Answered,
    trouble: Trouble,
) -> None:
    server.fail_next(answer)
    (row,) = work_off(service)
    assert row.status == "error" and row.error
    ready = service.model.readiness()
    assert not ready.ready and ready.trouble is trouble and ready.retry_at is None
    clock.advance(days=30)
    assert work_off(service) == [] and len(server.asked()) == 1
    service.model.try_again()
    assert [row.status for row in work_off(service)] == ["success"]
    memorized_once(service, conversation)


@pytest.mark.slow
@pytest.mark.parametrize(
    "answer",
    [
        Say("", anyway=True),
        Say("I would rather not.", anyway=True),
        Say('{"items": [{}]}', anyway=True),
        Say("{" * 5000, anyway=True),
        Say("no", stop="refusal"),
        Say('{"items": [', stop="max_tokens"),
        Fail(413),
        Fail(400, "prompt is too long: 9 tokens > 8 maximum"),
    ],
)
def test_an_answer_of_no_use_is_an_error_with_a_retry(
    service: MemoryService, server: StandIn, clock: ManualClock, conversation: str, answer: Answered
) -> None:
    service.settings.set("extraction.fall_back", False)
    server.mind = lambda body: answer
    (row,) = work_off(service)
    assert row.status == "error" and row.error
    assert service.conversation(conversation).status.value == "error"
    assert service.model.readiness().ready, "others are asked about"
    clock.advance(days=30)
    assert work_off(service) == [] and statements(service) == []
    server.mind = mind
    assert service.memorize(conversation).status == "success"
    memorized_once(service, conversation)


@pytest.mark.logs_warnings
def test_an_answer_of_no_use_leaves_it_to_the_rules_where_a_person_wants_that(
    service: MemoryService, server: StandIn, conversation: str
) -> None:
    service.settings.set("extraction.fall_back", True)
    server.mind = lambda body: Say("no", stop="refusal")
    (row,) = work_off(service)
    assert row.status == "success" and row.backend == "offline" and row.fell_back


@pytest.mark.slow
def test_a_rate_limit_that_names_an_hour_is_kept_for_an_hour(
    service: MemoryService, server: StandIn, clock: ManualClock, conversation: str
) -> None:
    server.fail_next(Fail(429, headers=(("retry-after", "3600"),)))
    work_off(service)
    assert service.model.readiness().retry_at == clock() + 3_600_000
    clock.advance(seconds=3599)
    assert work_off(service) == []
    clock.advance(seconds=2)
    assert [row.status for row in work_off(service)] == ["success"]
    memorized_once(service, conversation)


@pytest.mark.slow
def test_the_rest_grows_while_it_goes_on_failing(
    service: MemoryService, server: StandIn, clock: ManualClock, conversation: str
) -> None:
    server.mind = lambda body: Fail(529)
    rests = []
    for _ in range(8):
        work_off(service)
        until = service.model.readiness().retry_at
        assert until is not None
        rests.append((until - clock()) // 1000)
        clock.now = until
    assert rests == [5, 15, 30, 60, 120, 300, 300, 300]
    server.mind = mind
    assert [row.status for row in work_off(service)] == ["success"]
    memorized_once(service, conversation)


def test_what_failed_is_in_the_ledger_with_what_it_cost(
    service: MemoryService, server: StandIn, conversation: str
) -> None:
    server.fail_next(Break("cut", after=4))
    work_off(service)
    spent = service.model.costs.this_month()
    assert spent.usage.input > 0


def test_offline_and_online_again(
    home: Path, clock: ManualClock, service: MemoryService, server: StandIn, conversation: str
) -> None:
    url = server.url
    server.stop()
    for _ in range(3):
        (row,) = work_off(service)
        assert row.reason == "model: network" and f"{url} can't be reached" in (row.error or "")
        clock.advance(seconds=400)
    with StandIn(mind) as again:
        service.settings.set("model.base_url", again.url)
        assert [row.status for row in work_off(service)] == ["success"]
        memorized_once(service, conversation)


def test_a_failure_outlives_a_restart(
    home: Path, clock: ManualClock, service: MemoryService, server: StandIn, conversation: str
) -> None:
    server.fail_next(Fail(401))
    work_off(service)
    service.close()
    with MemoryService.open(home, clock=clock) as again:
        assert again.model.readiness().trouble is Trouble.KEY_REFUSED
        again.model.try_again()
        assert [row.status for row in work_off(again)] == ["success"]
        memorized_once(again, conversation)


def test_closing_in_the_middle_of_a_call_leaves_the_conversation_waiting(
    home: Path, clock: ManualClock, service: MemoryService, server: StandIn, conversation: str
) -> None:
    asked = threading.Event()

    def thinking(body: Body) -> Say:
        asked.set()
        server.released.wait()
        return mind(body)

    server.mind = thinking
    with ThreadPoolExecutor(1) as pool:
        working = pool.submit(work_off, service)
        assert asked.wait(30)
        service.model.close()
        (row,) = working.result()
    assert row.reason == "model: stopped" and statements(service) == []
    service.close()
    server.mind = mind
    with MemoryService.open(home, clock=clock) as again:
        assert [row.status for row in work_off(again)] == ["success"]
        memorized_once(again, conversation)


class TestWithAProcessOfItsOwn:
    @pytest.fixture
    def apart(self, service: MemoryService, monkeypatch: pytest.MonkeyPatch) -> Iterator[ProcessCalls]:
        calls = ProcessCalls()
        monkeypatch.setattr(MemoryService, "_make_calls", lambda self: calls)
        yield calls
        calls.close()

    @pytest.mark.slow
    def test_one_that_is_killed_in_the_middle_of_a_call(
        self,
        service: MemoryService,
        server: StandIn,
        clock: ManualClock,
        conversation: str,
        apart: ProcessCalls,
    ) -> None:
        """The real SDK in a real process; its key stands in no list of processes."""
        service.model.credentials.set(KEY, session_only=True, address=server.url)
        seen: list[str] = []

        def killing(body: Body) -> Say:
            process = psutil.Process(apart.process_id)
            seen.append(f"{process.cmdline()} {process.environ()}")
            process.kill()
            return mind(body)

        server.mind = killing
        (row,) = work_off(service)
        assert row.reason == "model: network" and statements(service) == []
        assert key_of(server.received[-1].headers) == KEY and KEY not in seen[0]
        server.mind = mind
        clock.advance(seconds=6)
        assert [row.status for row in work_off(service)] == ["success"]
        memorized_once(service, conversation)
