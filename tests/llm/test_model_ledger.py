"""The ledger: every call that cost, by the person's days, and one truth for all who show it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from model_spoken import KEY, Spoken, failure, question

from arbor_desktop.llm.model import ModelFailed, Trouble, Usage
from arbor_desktop.llm.queries.ledger import Call, note_call, spent_by_day
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock
from tests.reliability.sessions import Session

HAIKU = "claude-haiku-5-5"
A_CALL = 0.00015
"""1,000 × 0.10 + 100 × 0.50 millionths."""


@pytest.fixture
def spoken() -> Spoken:
    return Spoken()


@pytest.fixture
def service(
    home: Path, clock: ManualClock, spoken: Spoken, monkeypatch: pytest.MonkeyPatch
) -> Iterator[MemoryService]:
    monkeypatch.setattr(MemoryService, "_make_calls", lambda self: spoken)
    with MemoryService.open(home, clock=clock, environ={"ANTHROPIC_API_KEY": KEY}) as opened:
        opened.settings.set("extraction.backend", "anthropic")
        yield opened


@pytest.fixture
def pacific(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A person in Los Angeles."""
    if not hasattr(time, "tzset"):
        pytest.skip("the zone of a process can't be changed on this system")
    monkeypatch.setenv("TZ", "America/Los_Angeles")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def at(*when: int) -> int:
    return int(datetime(*when, tzinfo=UTC).timestamp() * 1000)  # type: ignore[arg-type, misc]


def by_day(service: MemoryService, month: str) -> dict[str, int]:
    found = service._rt.db.read(lambda conn: spent_by_day(conn, month))
    return {day: spent.calls for day, spent in found.items()}


def captured(service: MemoryService, folder: Path) -> str:
    session = Session("one").say("The shop is deployed on Fridays only, never on Mondays.").reply("Noted.")
    service._capture.reader.read(str(session.write(folder)))
    return service.conversations().conversations[0].id


def test_a_call_is_noted_with_what_it_was_for(
    service: MemoryService, clock: ManualClock, tmp_path: Path
) -> None:
    ident = captured(service, tmp_path)
    answer = service.model.ask(question(conversation=ident))
    assert answer.cost == pytest.approx(A_CALL)
    (call,) = service.model.costs.ledger(10)
    assert (call.at, call.purpose, call.backend, call.model) == (clock.now, "extraction", "anthropic", HAIKU)
    assert (call.usage, call.conversation, call.trouble) == (Usage(1_000, 100), ident, None)
    assert call.cost == pytest.approx(A_CALL)
    assert service.conversation(ident).cost == pytest.approx(A_CALL)


def test_what_memorizing_costs_is_no_token_of_the_conversation(
    service: MemoryService, tmp_path: Path
) -> None:
    ident = captured(service, tmp_path)
    before = service.conversation(ident)
    service.model.ask(question(conversation=ident))
    after = service.conversation(ident)
    assert (after.input_tokens, after.output_tokens) == (before.input_tokens, before.output_tokens)


def test_a_failed_call_that_cost_is_noted_too(service: MemoryService, spoken: Spoken) -> None:
    spoken.next.append(failure(Trouble.CUT, usage=Usage(1_000, 100)))
    with pytest.raises(ModelFailed):
        service.model.ask(question())
    (call,) = service.model.costs.ledger(10)
    assert (call.trouble, call.cost) == ("cut", pytest.approx(A_CALL))
    assert service.model.costs.this_month().cost == pytest.approx(A_CALL)


def test_a_failed_call_without_tokens_is_not_called_unpriced(service: MemoryService, spoken: Spoken) -> None:
    service.settings.set("model.name", "qwen3:8b")
    spoken.next.append(failure(Trouble.TOO_LONG))
    with pytest.raises(ModelFailed):
        service.model.ask(question())
    assert service.model.costs.this_month().unpriced == 0


def test_a_model_without_a_price_is_counted_in_tokens(service: MemoryService) -> None:
    service.settings.set("model.name", "qwen3:8b")
    assert service.model.ask(question()).cost is None
    spent = service.model.costs.this_month()
    assert (spent.calls, spent.usage, spent.cost, spent.unpriced) == (1, Usage(1_000, 100), 0, 1)


def test_what_the_plan_covers_costs_nothing(service: MemoryService) -> None:
    call = Call(service._rt.clock(), "extraction", "claude-cli", "claude-sonnet-5-5", Usage(500, 50), None, 9)
    service._rt.db.write(lambda conn: note_call(conn, call))
    spent = service.model.costs.this_month()
    assert (spent.cost, spent.unpriced, spent.usage.input) == (0, 0, 500)
    assert service.model.costs.cost("claude-cli", "claude-sonnet-5-5", Usage(500, 50)) is None


def test_what_the_service_cached_is_part_of_the_sums(service: MemoryService, spoken: Spoken) -> None:
    spoken.usage = Usage(100, 10, 2_000, 3_000)
    service.model.ask(question())
    spent = service.model.costs.this_month()
    assert spent.usage == Usage(100, 10, 2_000, 3_000)
    # 100 × 0.10 + 10 × 0.50 + 2,000 × 0.01 + 3,000 × 0.125 millionths
    assert spent.cost == pytest.approx(0.00041)


@pytest.mark.usefixtures("pacific")
def test_days_and_months_are_the_persons_own(service: MemoryService, clock: ManualClock) -> None:
    clock.now = at(2026, 2, 1, 7, 59)  # still the evening of 31 January there
    service.model.ask(question())
    assert list(by_day(service, "2026-01")) == ["2026-01-31"]
    assert service.model.costs.this_month().calls == 1
    clock.now = at(2026, 2, 1, 8, 0)
    assert service.model.costs.this_month().calls == 0
    service.model.ask(question())
    service.model.ask(question())
    assert by_day(service, "2026-01") == {"2026-01-31": 1}
    assert by_day(service, "2026-02") == {"2026-02-01": 2}
    assert service.model.costs.this_month().calls == 2
    assert [share.spent.calls for share in service.model.costs.shares()] == [2]


@pytest.mark.usefixtures("pacific")
def test_the_insights_page_shows_what_the_ledger_says(service: MemoryService, clock: ManualClock) -> None:
    clock.now = at(2026, 3, 1, 6, 0)
    service.settings.set("model.monthly_budget", 4.5)
    service.model.ask(question())
    clock.now = at(2026, 3, 1, 20, 0)
    assert service.insights().cost.total == 0
    clock.now = at(2026, 3, 10, 6, 0)  # the evening of the ninth
    service.model.ask(question())
    cost, spent = service.insights().cost, service.model.costs.this_month()
    assert cost.total == pytest.approx(spent.cost) == pytest.approx(A_CALL)
    assert len(cost.days) == 9
    assert cost.days[8] == pytest.approx(A_CALL)
    assert (cost.input_tokens, cost.output_tokens, cost.limit) == (1_000, 100, 4.5)
    assert cost.prices == service.model.costs.prices.date.isoformat()


def test_a_conversation_that_a_model_read_is_not_called_offline(
    service: MemoryService, tmp_path: Path
) -> None:
    ident = captured(service, tmp_path)
    service.model.ask(question(conversation=ident))
    assert service.memorize(ident, backend="offline").status == "success"
    offline = service.insights().cost.offline
    assert (offline.part, offline.whole) == (0, 1)


def test_shares_are_by_purpose_and_model_the_dearest_first(service: MemoryService) -> None:
    service.model.ask(question())
    service.settings.set("model.name", "claude-opus-5-5")
    service.model.ask(question())
    service.model.test()
    found = [(one.purpose, one.model) for one in service.model.costs.shares()]
    assert set(found[:2]) == {("extraction", "claude-opus-5-5"), ("test", "claude-opus-5-5")}
    assert found[2] == ("extraction", HAIKU)


def test_the_ledger_outlives_the_conversation(service: MemoryService, tmp_path: Path) -> None:
    ident = captured(service, tmp_path)
    service.model.ask(question(conversation=ident))
    service.purge(conversation=ident)
    (call,) = service.model.costs.ledger(10)
    assert call.conversation is None
    assert service.model.costs.this_month().cost == pytest.approx(A_CALL)


def test_deleting_everything_deletes_the_ledger_and_its_sums(service: MemoryService) -> None:
    service.model.ask(question())
    service.purge(everything=True)
    assert service.model.costs.ledger(10) == []
    assert service.model.costs.this_month().calls == 0
    assert service._rt.db.read(lambda conn: conn.execute("SELECT count(*) FROM usage").fetchone()) == (0,)
