"""What the cost card says beside its columns."""

from __future__ import annotations

from datetime import datetime

import pytest
from pytestqt.qtbot import QtBot

from arbor_desktop.context.model import Rate
from arbor_desktop.maintenance.model import Cost
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.insights.stats import CostCard

NOW = int(datetime(2026, 11, 3, 12).timestamp() * 1000)


@pytest.fixture
def card(qtbot: QtBot, icons: Icons) -> CostCard:
    made = CostCard(icons)
    qtbot.addWidget(made)
    made.show()
    return made


def test_the_sum_stands_beside_the_limit_and_the_day_of_the_prices(card: CostCard) -> None:
    cost = Cost(1.5, 4.0, (0.5, 0.0, 1.0), 1_900_000, 157_000, Rate(3, 4), prices="2026-11-22")
    card.show_cost(cost, NOW, of_all_projects=False)
    assert (card.total.text(), card.limit.text()) == ("$1.50", "of $4 budget")
    assert card.prices.text() == "Based on prices of 22 Nov 2026"
    assert card.offline.value.text() == "75 %"
    assert card.days.isVisible()


@pytest.mark.parametrize(
    ("unpriced", "said"),
    [
        (1, "1 model call with unknown price not included"),
        (1204, "1,204 model calls with unknown price not included"),
    ],
)
def test_calls_without_a_price_are_not_hidden(card: CostCard, unpriced: int, said: str) -> None:
    cost = Cost(0.0, None, (0.0, 0.0, 0.0), 10, 10, Rate(0, 1), unpriced, "2026-11-22")
    card.show_cost(cost, NOW, of_all_projects=False)
    assert card.prices.text() == f"Based on prices of 22 Nov 2026; {said}"
    assert card.limit.text() == ""


def test_where_nothing_was_asked_no_prices_are_told(card: CostCard) -> None:
    card.show_cost(Cost(days=(0.0, 0.0, 0.0)), NOW, of_all_projects=False)
    assert not card.prices.isVisible()
    assert card.calm.isVisible()
