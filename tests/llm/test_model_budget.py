"""The monthly budget is a ceiling: looked at before each call, with what that very call may cost."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from model_spoken import KEY, Spoken, question

from arbor_desktop.llm.costs import money, most_tokens
from arbor_desktop.llm.model import Answer, ModelFailed, Trouble, Usage
from arbor_desktop.llm.queries.ledger import Call, note_call
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock


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
        opened.settings.set("model.name", "claude-opus-5-5")
        yield opened


def spend(service: MemoryService, dollars: float) -> None:
    call = Call(service._rt.clock(), "extraction", "anthropic", "claude-opus-5-5", Usage(1), dollars, 1)
    service._rt.db.write(lambda conn: note_call(conn, call))


def refused(service: MemoryService, **how: object) -> ModelFailed:
    with pytest.raises(ModelFailed) as caught:
        service.model.ask(question(most=50_000), **how)  # type: ignore[arg-type]
    assert caught.value.trouble is Trouble.BUDGET
    return caught.value


def test_without_a_budget_nothing_is_refused(service: MemoryService) -> None:
    spend(service, 1e6)
    service.model.ask(question(most=50_000))
    assert service.model.readiness().ready
    assert service.model.costs.left() is None


def test_a_call_that_may_cost_more_than_is_left_is_not_made(service: MemoryService, spoken: Spoken) -> None:
    """50,000 tokens of an answer may cost a dollar."""
    service.settings.set("model.monthly_budget", 1.2)
    service.model.ask(question(most=50_000))
    spend(service, 0.5)
    error = refused(service)
    assert spoken.asked == 1
    assert "$0.51 of $1.20" in error.message
    assert "$1.00" in error.message
    assert "raise the budget" in error.message
    ready = service.model.readiness()
    assert (ready.ready, ready.trouble) == (False, Trouble.BUDGET)
    assert "$0.51 of $1.20" in ready.reason


def test_what_fits_is_answered_to_a_person_all_the_same(service: MemoryService, spoken: Spoken) -> None:
    service.settings.set("model.monthly_budget", 1.2)
    spend(service, 0.5)
    refused(service)
    with pytest.raises(ModelFailed):
        service.model.ask(question())
    assert service.model.ask(question(), urgent=True).text == "yes"
    refused(service, urgent=True)


def test_a_spent_budget_stops_everybody(service: MemoryService, spoken: Spoken) -> None:
    service.settings.set("model.monthly_budget", 2.0)
    spend(service, 2.0)
    assert "$2.00 of $2.00" in refused(service, urgent=True).message
    assert service.model.readiness().trouble is Trouble.BUDGET
    assert spoken.asked == 0


def test_raising_it_lifts_it_at_once(service: MemoryService) -> None:
    service.settings.set("model.monthly_budget", 0.6)
    refused(service)
    assert not service.model.readiness().ready
    service.settings.set("model.monthly_budget", 5.0)
    assert service.model.readiness().ready
    service.model.ask(question(most=50_000))


def test_the_next_month_lifts_it_by_itself(service: MemoryService, clock: ManualClock) -> None:
    service.settings.set("model.monthly_budget", 1.1)
    spend(service, 0.5)
    refused(service)
    clock.advance(days=20)
    assert not service.model.readiness().ready
    clock.advance(days=20)
    assert service.model.readiness().ready
    service.model.ask(question(most=50_000))


def test_a_cheaper_model_is_asked_at_once(service: MemoryService) -> None:
    service.settings.set("model.monthly_budget", 0.6)
    refused(service)
    service.settings.set("model.name", "claude-haiku-5-5")
    assert service.model.readiness().ready
    service.model.ask(question(most=50_000))


def test_calls_side_by_side_do_not_spend_the_same_rest(service: MemoryService, spoken: Spoken) -> None:
    service.settings.set("model.monthly_budget", 1.5)
    refusals = []
    spoken.during = [lambda: refusals.append(refused(service))]
    service.model.ask(question(most=50_000))
    assert len(refusals) == 1
    assert "spent or reserved" in refusals[0].message
    assert service.model.readiness().ready, "what was held is free again"
    service.model.ask(question(most=50_000))


@pytest.mark.parametrize(("backend", "model"), [("claude-cli", "claude-opus-5-5"), ("anthropic", "qwen3:8b")])
def test_what_costs_nothing_needs_no_budget(
    service: MemoryService, spoken: Spoken, backend: str, model: str
) -> None:
    service.settings.set("model.monthly_budget", 0.01)
    assert service.model.costs.most(backend, model, question(most=50_000)) == 0
    if backend == "anthropic":
        service.settings.set("model.name", model)
        for _ in range(3):
            service.model.ask(question(most=50_000))
        assert service.model.readiness().ready


def test_a_service_that_names_its_own_cost_is_believed(service: MemoryService, spoken: Spoken) -> None:
    spoken.next.append(Answer("yes", Usage(10, 10), "claude-opus-5-5", cost=0.25))
    service.model.ask(question())
    assert service.model.costs.this_month().cost == 0.25


@pytest.mark.parametrize(
    ("dollars", "said"),
    [
        (0, "$0.00"), (0.00001, "less than $0.0001"), (0.0031, "$0.0031"), (0.012, "$0.012"), (0.5, "$0.50"),
        (1, "$1.00"), (0.996, "$1.00"), (1234.5, "$1,234.50"),
    ],
)  # fmt: skip
def test_sums_are_said_so_that_they_tell_something(dollars: float, said: str) -> None:
    assert money(dollars) == said


@given(st.text(max_size=4000))
def test_every_text_is_counted(text: str) -> None:
    assert most_tokens(question(text)) >= len(text) / 4
