"""When a model is not asked: after what failures, for how long, in which processes, and what lifts that."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from model_spoken import KEY, Spoken, failure, question

from arbor_desktop.conversations.queries import captures
from arbor_desktop.llm.client import LONGEST_PAUSE_SECONDS, OUTAGE_FAILURES, PAUSE_SECONDS, fingerprint
from arbor_desktop.llm.model import LASTING, TEMPORARY, ModelFailed, Trouble
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock

Opens = Callable[..., MemoryService]


@pytest.fixture
def spoken() -> Spoken:
    return Spoken()


@pytest.fixture
def opens(home: Path, clock: ManualClock, spoken: Spoken, monkeypatch: pytest.MonkeyPatch) -> Iterator[Opens]:
    monkeypatch.setattr(MemoryService, "_make_calls", lambda self: spoken)
    opened: list[MemoryService] = []

    def make(key: str = KEY) -> MemoryService:
        service = MemoryService.open(home, clock=clock, environ={"ANTHROPIC_API_KEY": key})
        opened.append(service)
        return service

    yield make
    for service in opened:
        service.close()


@pytest.fixture
def service(opens: Opens) -> MemoryService:
    made = opens()
    made.settings.set("extraction.backend", "anthropic")
    return made


def fail(service: MemoryService, spoken: Spoken, error: ModelFailed, **how: bool) -> None:
    spoken.next.append(error)
    with pytest.raises(ModelFailed):
        service.model.ask(question(), **how)
    assert not spoken.next


def refused(service: MemoryService, spoken: Spoken, **how: bool) -> Trouble:
    """The trouble of a question that was not even asked."""
    before = spoken.asked
    with pytest.raises(ModelFailed) as caught:
        service.model.ask(question(), **how)
    assert spoken.asked == before
    return caught.value.trouble


def told(service: MemoryService) -> list[tuple[str, str]]:
    return [(one.title, one.status) for one in reversed(service.activity()) if one.kind == "model"]


@pytest.mark.parametrize("trouble", sorted(TEMPORARY))
def test_what_passes_rests_for_a_while_and_longer_each_time(
    service: MemoryService, spoken: Spoken, clock: ManualClock, trouble: Trouble
) -> None:
    for seconds in (*PAUSE_SECONDS, PAUSE_SECONDS[-1]):
        fail(service, spoken, failure(trouble))
        ready = service.model.readiness()
        assert (ready.ready, ready.trouble) == (False, trouble)
        assert ready.retry_at == clock.now + seconds * 1000
        assert refused(service, spoken) is trouble
        clock.advance(seconds=seconds)
        assert service.model.readiness().ready
    service.model.ask(question())
    fail(service, spoken, failure(trouble))
    assert service.model.readiness().retry_at == clock.now + PAUSE_SECONDS[0] * 1000


def test_a_service_that_names_its_time_is_listened_to_within_reason(
    service: MemoryService, spoken: Spoken, clock: ManualClock
) -> None:
    fail(service, spoken, failure(Trouble.RATE_LIMITED, after=90))
    assert service.model.readiness().retry_at == clock.now + 90_000
    clock.advance(seconds=90)
    fail(service, spoken, failure(Trouble.RATE_LIMITED, after=1e9))
    assert service.model.readiness().retry_at == clock.now + LONGEST_PAUSE_SECONDS * 1000


@pytest.mark.parametrize("trouble", sorted(LASTING - {Trouble.BUDGET}))
def test_what_stands_rests_until_a_person_does_something(
    service: MemoryService, spoken: Spoken, clock: ManualClock, trouble: Trouble
) -> None:
    fail(service, spoken, failure(trouble))
    clock.advance(days=400)
    ready = service.model.readiness()
    assert (ready.ready, ready.trouble, ready.retry_at) == (False, trouble, None)
    assert refused(service, spoken, urgent=True) is trouble
    service.model.try_again()
    service.model.ask(question())


@pytest.mark.parametrize("trouble", [Trouble.INVALID, Trouble.TOO_LONG, Trouble.CUT, Trouble.STOPPED])
def test_what_is_wrong_with_one_question_makes_nothing_rest(
    service: MemoryService, spoken: Spoken, trouble: Trouble
) -> None:
    fail(service, spoken, failure(trouble))
    assert service.model.readiness().ready


def test_a_person_who_waits_is_not_made_to_wait_for_what_passes(
    service: MemoryService, spoken: Spoken
) -> None:
    fail(service, spoken, failure(Trouble.OVERLOADED))
    assert refused(service, spoken) is Trouble.OVERLOADED
    assert service.model.ask(question(), urgent=True).text == "yes"
    assert service.model.readiness().ready, "it answered: so all is well again"


def test_pausing_holds_for_everybody(service: MemoryService, spoken: Spoken) -> None:
    service.settings.set("model.paused", True)
    assert refused(service, spoken, urgent=True) is Trouble.STOPPED


def test_all_processes_rest_together(
    opens: Opens, service: MemoryService, spoken: Spoken, clock: ManualClock
) -> None:
    other = opens()
    fail(service, spoken, failure(Trouble.OVERLOADED))
    assert refused(other, spoken) is Trouble.OVERLOADED
    clock.advance(seconds=PAUSE_SECONDS[0])
    fail(other, spoken, failure(Trouble.OVERLOADED))
    assert service.model.readiness().retry_at == clock.now + PAUSE_SECONDS[1] * 1000
    other.model.try_again()
    assert service.model.readiness().ready


def test_side_by_side_failures_are_one_failure(
    service: MemoryService, spoken: Spoken, clock: ManualClock
) -> None:
    """Two conversations are with the model when it goes down: that is no reason to rest longer."""

    def meanwhile() -> None:
        with pytest.raises(ModelFailed):
            service.model.ask(question())

    spoken.during = [meanwhile]
    spoken.next += [failure(Trouble.OVERLOADED), failure(Trouble.OVERLOADED)]
    with pytest.raises(ModelFailed):
        service.model.ask(question())
    ready = service.model.readiness()
    assert (spoken.asked, ready.failures) == (2, 1)
    assert ready.retry_at == clock.now + PAUSE_SECONDS[0] * 1000


@pytest.mark.parametrize(
    ("key", "value"),
    [("model.name", "claude-opus-5-5"), ("model.base_url", "http://127.0.0.1:11434")],
)
def test_another_choice_is_tried_at_once_and_the_old_one_still_rests(
    service: MemoryService, spoken: Spoken, key: str, value: str
) -> None:
    fail(service, spoken, failure(Trouble.NO_SUCH_MODEL))
    service.settings.set(key, value)
    assert service.model.readiness().ready
    service.settings.reset(key)
    assert not service.model.readiness().ready


def test_another_key_is_tried_at_once(opens: Opens, service: MemoryService, spoken: Spoken) -> None:
    fail(service, spoken, failure(Trouble.KEY_REFUSED))
    assert opens(key=KEY + "-new").model.readiness().ready
    assert not opens().model.readiness().ready


def test_the_key_is_nowhere_in_the_store(service: MemoryService, spoken: Spoken) -> None:
    fail(service, spoken, failure(Trouble.KEY_REFUSED))
    access = service.model.access()
    assert access.key == KEY
    print_ = service._rt.db.read(lambda conn: fingerprint(conn, access))
    assert KEY[-6:] not in print_
    for file in service.home.folder.rglob("*"):
        if file.is_file():
            assert KEY.encode() not in file.read_bytes()


@pytest.mark.parametrize("back", [1, 3650])
def test_a_clock_that_was_set_back_makes_nothing_rest_for_years(
    service: MemoryService, spoken: Spoken, clock: ManualClock, back: float
) -> None:
    fail(service, spoken, failure(Trouble.NETWORK))
    clock.advance(days=-back)
    assert service.model.readiness().ready


def test_a_test_is_asked_whatever_stands_in_the_way_and_an_answer_lifts_it(
    service: MemoryService, spoken: Spoken
) -> None:
    fail(service, spoken, failure(Trouble.NO_CREDIT))
    assert service.model.test(model="claude-opus-5-5").model == "claude-opus-5-5"
    assert not service.model.readiness().ready, "another model was tested"
    assert service.model.test().text == "yes"
    assert service.model.readiness().ready


def test_a_failed_test_makes_nothing_rest(service: MemoryService, spoken: Spoken) -> None:
    spoken.next.append(failure(Trouble.KEY_REFUSED))
    with pytest.raises(ModelFailed):
        service.model.test(key="sk-ant-api03-mistyped-00000")
    assert spoken.tasks[-1].access.key == "sk-ant-api03-mistyped-00000"
    assert service.model.readiness().ready


def test_a_test_before_anything_is_saved(service: MemoryService, spoken: Spoken) -> None:
    service.settings.set("extraction.backend", "offline")
    service.model.test(backend="anthropic", base_url="http://127.0.0.1:1234/", key="k" * 30, model="qwen3:8b")
    access = spoken.tasks[-1].access
    assert (access.backend, access.base_url, access.model) == (
        "anthropic", "http://127.0.0.1:1234", "qwen3:8b"
    )  # fmt: skip
    assert service.settings.get("extraction.backend") == "offline"
    with pytest.raises(ModelFailed):
        service.model.test()


class TestWhatAPersonIsTold:
    def test_once_and_again_when_it_works(
        self, service: MemoryService, spoken: Spoken, clock: ManualClock
    ) -> None:
        fail(service, spoken, failure(Trouble.KEY_REFUSED, said="Enter a new key."))
        for _ in range(3):
            service.model.background_readiness()
        assert told(service) == [("The model is not asked any more", "error")]
        assert service.activity()[0].reason == "Enter a new key."
        service.model.try_again()
        assert len(told(service)) == 1
        service.model.ask(question())
        service.model.background_readiness()
        assert told(service)[1:] == [("The model answers again", "success")]

    def test_two_processes_tell_once(self, opens: Opens, service: MemoryService, spoken: Spoken) -> None:
        fail(service, spoken, failure(Trouble.KEY_REFUSED))
        service.model.background_readiness()
        opens().model.background_readiness()
        assert len(told(service)) == 1

    def test_a_hiccup_is_not_told_an_outage_is(
        self, service: MemoryService, spoken: Spoken, clock: ManualClock
    ) -> None:
        for number in range(OUTAGE_FAILURES):
            assert told(service) == []
            fail(service, spoken, failure(Trouble.NETWORK))
            service.model.background_readiness()
            clock.advance(seconds=PAUSE_SECONDS[number])
        assert len(told(service)) == 1

    def test_a_missing_key_is_told_where_something_waits(self, opens: Opens, service: MemoryService) -> None:
        keyless = opens(key="")
        keyless.models.batches.step()
        assert told(keyless) == []
        keyless._rt.db.write(_waits)
        keyless.models.batches.step()
        keyless.models.batches.step()
        assert told(keyless) == [("The model is not asked any more", "error")]

    def test_pausing_is_no_trouble(self, service: MemoryService) -> None:
        service.settings.set("model.paused", True)
        service.model.background_readiness()
        assert told(service) == []


def _waits(conn: object) -> None:
    conn.execute(  # type: ignore[attr-defined]
        "INSERT INTO conversation (row, id, source, session_id, status, created_at, updated_at) "
        "VALUES (1, 'c1', 'claude-code', 's1', 'pending', 0, 0)"
    )
    captures.queue(conn, 1, due=0, now=0)  # type: ignore[arg-type]
