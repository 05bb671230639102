"""The price table, by sums made by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop import resources
from arbor_desktop.llm.costs import Prices
from arbor_desktop.llm.model import Usage

MILLION = 1_000_000


@pytest.fixture(scope="module")
def prices() -> Prices:
    return Prices.parse(resources.read_text("prices.toml"))


@pytest.mark.parametrize(
    ("model", "usage", "dollars"),
    [
        # 20,000 × 0.10 + 1,000 × 0.50 = 2,000 + 500 = 2,500 millionths
        ("claude-haiku-5-5", Usage(20_000, 1_000), 0.0025),
        # just at the border: 100,000 × 0.10 = 10,000 millionths
        ("claude-haiku-5-5", Usage(100_000, 0), 0.01),
        # one more: 100,001 × 0.50 = 50,000.5; the answer too is dearer: 1,000 × 2.50 = 2,500
        ("claude-haiku-5-5", Usage(100_001, 1_000), 0.0525005),
        # what is read from the cache counts for the border: 90,000 × 0.05 = 4,500; 20,000 × 0.50 = 10,000
        ("claude-haiku-5-5", Usage(20_000, 0, cache_read=90_000), 0.0145),
        # 10,000 × 2 + 2,000 × 10 + 50,000 × 0.10 + 4,000 × 2.50 = 20,000 + 20,000 + 5,000 + 10,000
        ("claude-sonnet-5-5", Usage(10_000, 2_000, 50_000, 4_000), 0.055),
        # 3,000 × 4 + 500 × 20 + 1,000 × 0.20 + 1,000 × 5 = 12,000 + 10,000 + 200 + 5,000
        ("claude-opus-5-5", Usage(3_000, 500, 1_000, 1_000), 0.0272),
        # 1,000 × 10 + 1,000 × 50 + 1,000 × 0.25 + 1,000 × 12.50
        ("claude-fable-5-1", Usage(1_000, 1_000, 1_000, 1_000), 0.07275),
        ("claude-fable-5", Usage(0, 0, 1_000, 0), 0.001),
        # 1 × 1 + 1 × 5 for a million each
        ("claude-haiku-4-5-20251001", Usage(MILLION, MILLION), 6.0),
        ("claude-sonnet-4-6", Usage(MILLION, 0), 3.0),
        ("claude-opus-4-5", Usage(0, MILLION), 25.0),
    ],
)
def test_a_call_costs_what_the_sum_by_hand_says(
    prices: Prices, model: str, usage: Usage, dollars: float
) -> None:
    assert prices.cost(model, usage) == pytest.approx(dollars, abs=1e-12)


def test_a_batch_costs_half(prices: Prices) -> None:
    assert prices.cost("claude-haiku-5-5", Usage(20_000, 1_000), batch=True) == pytest.approx(0.00125)


@pytest.mark.parametrize(
    "model",
    ["", "qwen3:8b", "claude", "claude-haiku-6", "claude-opus-5-6", "claude-haiku-5-5-turbo", "gpt-6-luna"],
)
def test_what_the_table_does_not_name_has_no_price(prices: Prices, model: str) -> None:
    assert not prices.knows(model)
    assert prices.cost(model, Usage(1, 1)) is None


def test_the_longer_name_is_another_model(prices: Prices) -> None:
    assert prices.cost("claude-opus-5", Usage(MILLION)) == pytest.approx(5.0)
    assert prices.cost("claude-opus-5-5", Usage(MILLION)) == pytest.approx(4.0)


def test_the_table_says_its_day_and_where_it_is_from(prices: Prices) -> None:
    assert prices.label == "prices of 22 Nov 2026"
    assert prices.source.startswith("https://platform.claude.com/")


@pytest.mark.parametrize("text", ["", "date = 'soon'\nsource = ''\nprice = []", "date ="])
def test_a_damaged_table_is_refused(text: str) -> None:
    with pytest.raises((KeyError, ValueError)):
        Prices.parse(text)


@given(
    usage=st.builds(Usage, *[st.integers(0, 2_000_000)] * 4),
    model=st.sampled_from(["claude-haiku-5-5", "claude-sonnet-5-5", "claude-opus-5-5", "claude-fable-5-1"]),
)
def test_more_tokens_never_cost_less(prices: Prices, model: str, usage: Usage) -> None:
    less, more = prices.cost(model, usage), prices.cost(model, usage + Usage(1, 1, 1, 1))
    assert less is not None and more is not None
    assert 0 <= less < more
