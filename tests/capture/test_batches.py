"""The back catalogue in batches: handed in once, fetched once, paid for once, whatever happens between."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from arbor_desktop.capture import batches as batches_module
from arbor_desktop.capture.batches import FEWEST, LOOK_SECONDS, LOST_MS, Batches
from arbor_desktop.errors import StorageError
from arbor_desktop.llm.anthropic_client import AnthropicApi
from arbor_desktop.llm.backends import InlineCalls
from arbor_desktop.llm.calls import Calls
from arbor_desktop.llm.model import ModelFailed, Trouble
from arbor_desktop.llm.queries import batches as batch_queries
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock
from tests.reliability.sessions import START, Session
from tests.standin.server import Fail, Say, StandIn, purpose_of, said_to

pytestmark = pytest.mark.slow

KEY = "sk-ant-api03-of-a-test-0000"
NOTHING = json.dumps({"no_content_to_extract": True})


def mind(body: dict[str, object]) -> Say:
    return Say(NOTHING, output_tokens=100) if purpose_of(body) == "extraction" else Say("{}", anyway=True)


@pytest.fixture
def server() -> Iterator[StandIn]:
    with StandIn(mind) as made:
        yield made


@pytest.fixture
def open_service(
    home: Path, clock: ManualClock, server: StandIn, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[], MemoryService]]:
    """Services on the same store, whose "Anthropic" is the stand-in."""

    def calls(self: MemoryService) -> Calls:
        return InlineCalls(lambda access: AnthropicApi(access, address=server.url, retries=0))

    monkeypatch.setattr(MemoryService, "_make_calls", calls)
    opened: list[MemoryService] = []

    def make() -> MemoryService:
        service = MemoryService.open(home, clock=clock, environ={"ANTHROPIC_API_KEY": KEY})
        opened.append(service)
        return service

    yield make
    for service in opened:
        service.close()


@pytest.fixture
def service(open_service: Callable[[], MemoryService]) -> MemoryService:
    made = open_service()
    made.settings.set("extraction.backend", "anthropic")
    made.settings.set("model.refine", False)
    return made


@pytest.fixture
def talks(service: MemoryService, tmp_path: Path) -> list[Session]:
    """Old conversations that wait to be memorized."""
    return [store(service, number, tmp_path) for number in range(FEWEST + 2)]


def store(service: MemoryService, number: int, folder: Path) -> Session:
    session = Session(f"talk {number}", cwd="/srv/kiln", start=START + number * 3600)
    session.say(f"The service number {number} of the shop is deployed on Fridays only, never on Mondays.")
    session.reply("Understood.")
    service._capture.reader.read(str(session.write(folder)))
    return session


def work_off(service: MemoryService) -> int:
    """Memorizes what is due, as background capture does. Answers how many."""
    done = 0
    while service._capture.queue.ready and (job := service._capture.queue.claim()) is not None:
        row = service._capture.queue.run(job)
        assert row.status == "success", row
        done += 1
    return done


def spent(service: MemoryService) -> float:
    return service.model.costs.this_month().cost


def test_many_old_conversations_are_handed_in_and_wait(
    service: MemoryService, talks: list[Session], server: StandIn, clock: ManualClock
) -> None:
    assert service.models.batches.step()
    (handed,) = server.batches.all.values()
    assert len(handed.requests) == len(talks)
    overview = service.models.batches.overview()
    assert (overview.batches, overview.conversations, overview.total) == (1, len(talks), len(talks))
    assert (
        service.activity()[0].title
        == f"{len(talks)} conversations are with Anthropic, to be answered within a day"
    )
    assert service.get_status().batched == len(talks)
    assert work_off(service) == 0
    assert server.asked() == []
    assert spent(service) == 0
    clock.advance(days=0.5)
    assert not service.models.batches.step()
    assert work_off(service) == 0


def test_their_answers_are_used_and_paid_for_once_at_half_the_price(
    service: MemoryService, talks: list[Session], server: StandIn, clock: ManualClock
) -> None:
    service.models.batches.step()
    server.end_batches()
    clock.advance(seconds=LOOK_SECONDS + 1)
    assert service.models.batches.step()
    calls = service.model.costs.ledger(100)
    assert len(calls) == len(talks)
    assert all(call.batch and call.conversation for call in calls)
    full = sum(service.model.costs.prices.cost(call.model, call.usage) or 0 for call in calls)
    assert spent(service) == pytest.approx(full / 2)
    assert spent(service) > 0
    assert work_off(service) == len(talks)
    assert server.asked() == []
    assert len(service.model.costs.ledger(100)) == len(talks)
    assert service.models.batches.overview().batches == 0
    costs = [one.cost for one in service.conversations().conversations]
    assert sum(costs) == pytest.approx(spent(service))


def test_answers_are_kept_until_they_were_used_and_no_longer(
    service: MemoryService, talks: list[Session], server: StandIn, clock: ManualClock
) -> None:
    service.models.batches.step()
    server.end_batches()
    clock.advance(seconds=LOOK_SECONDS + 1)
    assert service.models.batches.step()
    assert not service.models.batches.step()
    assert held_answers(service) == len(talks)
    job = service._capture.queue.claim()
    assert job is not None
    service._capture.queue.run(job)
    service.models.batches.step()
    assert held_answers(service) == len(talks) - 1
    clock.advance(ms=batch_queries.KEPT_MS + 1)
    service.settings.set("model.batch", False)
    service.models.batches.step()
    assert held_answers(service) == 0


def held_answers(service: MemoryService) -> int:
    return int(service._rt.db.read(lambda c: c.execute("SELECT count(*) FROM model_answer").fetchone()[0]))


def test_a_few_are_read_one_by_one(service: MemoryService, tmp_path: Path, server: StandIn) -> None:
    for number in range(FEWEST - 1):
        store(service, number, tmp_path)
    assert not service.models.batches.step()
    assert server.batches.all == {}
    assert work_off(service) == FEWEST - 1


def test_what_is_of_today_is_not_handed_in(
    service: MemoryService, talks: list[Session], server: StandIn, clock: ManualClock
) -> None:
    clock.now = START * 1000 + 60_000
    assert not service.models.batches.step()
    assert server.batches.all == {}


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("model.batch", False),
        ("model.base_url", "http://127.0.0.1:9/gateway"),
        ("model.paused", True),
        ("capture.paused_until", -1),
        ("capture.paused_until", 1 << 50),
    ],
)
def test_nothing_is_handed_in_where_it_is_not_wanted(
    service: MemoryService, talks: list[Session], server: StandIn, key: str, value: object
) -> None:
    service.settings.set(key, value)
    assert not service.models.batches.step()
    assert server.batches.all == {}


def test_a_person_who_asks_does_not_wait(
    service: MemoryService, talks: list[Session], server: StandIn
) -> None:
    service.models.batches.step()
    first = service.conversations().conversations[0]
    assert service.memorize(first.id).status == "success"
    assert len(server.asked("extraction")) == 1
    assert service.models.batches.overview().conversations == len(talks)
    service.process_waiting()
    assert work_off(service) == 0


def test_new_conversations_do_not_wait_for_the_batch(
    service: MemoryService, talks: list[Session], server: StandIn, tmp_path: Path
) -> None:
    service.models.batches.step()
    store(service, 99, tmp_path)
    assert work_off(service) == 1
    assert len(server.asked("extraction")) == 1


def test_what_grew_meanwhile_is_asked_anew(
    service: MemoryService, talks: list[Session], server: StandIn, clock: ManualClock, tmp_path: Path
) -> None:
    service.models.batches.step()
    grown = talks[0]
    grown.say("And since today the service number zero is deployed on Tuesdays as well.").reply("Noted.")
    service._capture.reader.read(str(grown.write(tmp_path)))
    clock.advance(seconds=3600)
    assert work_off(service) == 0
    server.end_batches()
    service.models.batches.step()
    assert work_off(service) == len(talks)
    (asked,) = server.asked("extraction")
    assert "on Tuesdays as well" in said_to(asked)


def test_what_the_service_did_not_answer_is_asked_in_the_ordinary_way(
    service: MemoryService, talks: list[Session], server: StandIn, clock: ManualClock
) -> None:
    service.models.batches.step()
    (handed,) = server.batches.all.values()
    expired, failed, *_ = handed.requests
    server.end_batches({expired: "expired", failed: Fail(500, "it broke")})
    clock.advance(seconds=LOOK_SECONDS + 1)
    service.models.batches.step()
    assert work_off(service) == len(talks)
    assert len(server.asked("extraction")) == 2
    assert not service.models.batches.step()


@pytest.mark.parametrize(
    "change",
    [("extraction.backend", "offline"), ("model.batch", False), ("extraction.backend", "claude-cli")],
)
@pytest.mark.logs_warnings
def test_switching_it_off_takes_them_back_and_reads_them_otherwise(
    service: MemoryService,
    talks: list[Session],
    server: StandIn,
    clock: ManualClock,
    change: tuple[str, object],
) -> None:
    service.models.batches.step()
    service.settings.set(*change)
    assert service.models.batches.step()
    (handed,) = server.batches.all.values()
    assert handed.state == "canceling"
    assert service.models.batches.overview().batches == 0
    service.settings.set("extraction.backend", "offline")
    assert work_off(service) == len(talks)
    # What the service answered before is paid for all the same.
    some, *others = handed.requests
    server.end_batches(dict.fromkeys(others, "canceled") | {some: None})  # type: ignore[arg-type]
    clock.advance(seconds=LOOK_SECONDS + 1)
    service.models.batches.step()
    assert service.models.batches.step() is False


@pytest.mark.logs_warnings
def test_cancelled_by_hand_they_are_read_at_once_and_not_handed_in_again(
    service: MemoryService, talks: list[Session], server: StandIn
) -> None:
    service.models.batches.step()
    assert service.models.batches.cancel() == 1
    assert not service.models.batches.step()
    assert len(server.batches.all) == 1
    assert work_off(service) == len(talks)


class Killed(BaseException):
    """The process ends here."""


def killed_while_handing_in(service: MemoryService, monkeypatch: pytest.MonkeyPatch, *, sent: bool) -> None:
    run = service.model.run

    def dies(task: object, *rest: object) -> object:
        if sent:
            run(task, *rest)  # type: ignore[arg-type]
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(service.model, "run", dies)
        with pytest.raises(Killed):
            service.models.batches.step()


@pytest.mark.parametrize("sent", [False, True])
def test_killed_while_handing_in_it_is_handed_in_once(
    open_service: Callable[[], MemoryService],
    service: MemoryService,
    talks: list[Session],
    server: StandIn,
    clock: ManualClock,
    monkeypatch: pytest.MonkeyPatch,
    sent: bool,
) -> None:
    killed_while_handing_in(service, monkeypatch, sent=sent)
    after = open_service()
    batches = Batches(after._rt, after.model, alive=lambda owner: False)
    assert work_off(after) == 0
    assert batches.step()
    batches.step()
    assert len(server.batches.all) == 1
    assert batches.overview().conversations == len(talks)
    server.end_batches()
    clock.advance(seconds=LOOK_SECONDS + 1)
    assert batches.step()
    assert work_off(after) == len(talks)
    assert server.asked() == []
    assert len(after.model.costs.ledger(100)) == len(talks)


@pytest.mark.logs_warnings
def test_another_programs_batch_is_not_taken_for_ours(
    service: MemoryService,
    talks: list[Session],
    server: StandIn,
    clock: ManualClock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    killed_while_handing_in(service, monkeypatch, sent=False)
    params = {"model": "claude-haiku-5-5", "max_tokens": 9, "messages": [{"role": "user", "content": "Hi"}]}
    theirs = [{"custom_id": f"theirs-{number}", "params": params} for number in range(len(talks))]
    server.batches.hand_in("msgbatch_theirs", {"requests": theirs})
    batches = Batches(service._rt, service.model, alive=lambda owner: False)
    assert batches.step()
    server.end_batches()
    clock.advance(seconds=LOOK_SECONDS + 1)
    batches.step()
    assert service.model.costs.ledger(100) == []
    assert batches.step()
    assert len(server.batches.all) == 2, "ours was handed in"


@pytest.mark.logs_warnings
def test_where_only_the_service_knows_it_is_asked(
    service: MemoryService, talks: list[Session], server: StandIn, clock: ManualClock
) -> None:
    """The line broke after the service took it."""
    run = service.model.run
    service.model.run = lambda task, *rest: _broken(run, task, *rest)  # type: ignore[method-assign]
    assert not service.models.batches.step()
    service.model.run = run  # type: ignore[method-assign]
    assert work_off(service) == 0
    clock.advance(seconds=LOOK_SECONDS + 1)
    assert service.models.batches.step()
    assert service.models.batches.overview().conversations == len(talks)
    assert len(server.batches.all) == 1


def _broken(run: Callable[..., object], task: object, *rest: object) -> object:
    run(task, *rest)
    raise ModelFailed("The line broke.", Trouble.NETWORK)


def test_two_processes_hand_in_and_fetch_once(
    open_service: Callable[[], MemoryService],
    service: MemoryService,
    talks: list[Session],
    server: StandIn,
    clock: ManualClock,
) -> None:
    other = open_service()
    assert service.models.batches.step()
    assert not other.models.batches.step()
    assert len(server.batches.all) == 1
    server.end_batches()
    clock.advance(seconds=LOOK_SECONDS + 1)
    assert [other.models.batches.step(), service.models.batches.step()] == [True, False]
    assert len(service.model.costs.ledger(100)) == len(talks)
    assert work_off(service) + work_off(other) == len(talks)
    assert server.asked() == []


def test_the_service_says_no_and_they_are_read_one_by_one(
    service: MemoryService, talks: list[Session], server: StandIn, caplog: pytest.LogCaptureFixture
) -> None:
    server.fail_next(*[Fail(400, "no batches here")] * 2)
    with caplog.at_level("ERROR", logger=batches_module.__name__):  # that it was refused is logged
        service.models.batches.step()
    assert service.models.batches.overview().batches == 0
    assert not service.models.batches.step()
    assert work_off(service) == len(talks)


@pytest.mark.logs_warnings
def test_a_refused_key_stops_them_as_it_stops_all(
    service: MemoryService, talks: list[Session], server: StandIn
) -> None:
    server.fail_next(*[Fail(401)] * 2)
    service.models.batches.step()
    assert service.model.readiness().trouble is Trouble.KEY_REFUSED
    service.models.batches.step()
    (told,) = [one for one in service.activity() if one.kind == "model"]
    assert "key" in (told.reason or "")


@pytest.mark.logs_warnings
def test_a_batch_that_nobody_knows_is_given_up(
    service: MemoryService, talks: list[Session], server: StandIn, clock: ManualClock
) -> None:
    service.models.batches.step()
    server.batches.all.clear()
    clock.advance(seconds=LOOK_SECONDS + 1)
    service.models.batches.step()
    assert work_off(service) == len(talks)


@pytest.mark.logs_warnings
def test_a_batch_that_can_not_be_looked_at_for_days_is_given_up(
    service: MemoryService, talks: list[Session], server: StandIn, clock: ManualClock
) -> None:
    service.models.batches.step()
    clock.advance(ms=LOST_MS + 1)
    assert service.models.batches.step()
    assert service.models.batches.overview().batches == 0
    assert work_off(service) == len(talks)


def test_the_budget_holds_for_what_is_handed_in(
    service: MemoryService, talks: list[Session], server: StandIn
) -> None:
    service.settings.set("model.monthly_budget", 0.0001)
    assert not service.models.batches.step()
    assert server.batches.all == {}
    service.settings.set("model.monthly_budget", 100.0)
    later = Batches(service._rt, service.model, monotonic=lambda: 1e9)
    assert later.step()
    held = service._rt.db.read(batch_queries.held)
    assert 0 < held < 100
    assert service.model.costs.left() == pytest.approx(100 - held)


def test_a_deleted_conversation_is_paid_for_and_its_answer_not_kept(
    service: MemoryService, talks: list[Session], server: StandIn, clock: ManualClock
) -> None:
    service.models.batches.step()
    gone = service.conversations().conversations[0]
    service.purge(conversation=gone.id)
    server.end_batches()
    clock.advance(seconds=LOOK_SECONDS + 1)
    service.models.batches.step()
    assert len(service.model.costs.ledger(100)) == len(talks)
    assert work_off(service) == len(talks) - 1


def test_an_excluded_project_is_in_no_batch(
    service: MemoryService, talks: list[Session], server: StandIn
) -> None:
    service.exclude("/srv/kiln")
    assert not service.models.batches.step()
    assert server.received == []


def test_nothing_is_asked_past_a_private_word(
    service: MemoryService, talks: list[Session], server: StandIn
) -> None:
    service.store("never on Mondays", type="fact", privacy_level="never_share")
    service.models.batches.step()
    assert server.batches.all
    assert all("never on Mondays" not in one.raw for one in server.received)


class TestTheThread:
    def test_it_hands_in_by_itself_and_ends_at_once(
        self, service: MemoryService, talks: list[Session], server: StandIn
    ) -> None:
        rested = threading.Semaphore(0)

        def wait(event: threading.Event, seconds: float) -> None:
            rested.release()
            event.wait()  # as long as nothing wakes it: the test, not a clock, decides

        batches = Batches(service._rt, service.model, wait=wait)
        batches.start()
        batches.start()
        assert rested.acquire(timeout=60)
        assert len(server.batches.all) == 1
        service.settings.set("model.batch", False)
        assert rested.acquire(timeout=60)
        (handed,) = server.batches.all.values()
        assert handed.state == "canceling"
        batches.close()
        batches.close()
        assert "arbor-batches" not in {thread.name for thread in threading.enumerate()}

    def test_it_is_started_with_watching_where_a_model_was_chosen(
        self, service: MemoryService, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        started: list[Batches] = []
        monkeypatch.setattr(Batches, "start", lambda self: started.append(self))
        service.settings.set("extraction.backend", "offline")
        service.start_watching()
        assert started == []
        service.settings.set("extraction.backend", "anthropic")
        assert started
        service.stop_watching()
        started.clear()
        service.settings.set("model.name", "claude-opus-5-5")
        assert started == []

    @pytest.mark.logs_warnings
    def test_a_bug_does_not_end_it(self, service: MemoryService, monkeypatch: pytest.MonkeyPatch) -> None:
        rested = threading.Semaphore(0)
        steps = iter([RuntimeError("a bug"), StorageError("The disk is full.")])

        def step(self: Batches) -> bool:
            if (error := next(steps, None)) is not None:
                raise error
            return False

        def wait(event: threading.Event, seconds: float) -> None:
            rested.release()

        monkeypatch.setattr(Batches, "step", step)
        batches = Batches(service._rt, service.model, wait=wait)
        batches.start()
        for _ in range(4):
            assert rested.acquire(timeout=60)
        batches.close()
