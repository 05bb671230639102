"""What calls of a model cost, by a price table that ships as data with its date (`resources/prices.toml`)."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from datetime import date

from arbor_desktop.models.model import Usage

BATCH_SHARE = 0.5
"""A batch costs half (https://platform.claude.com/docs/en/build-with-claude/batch-processing)."""
_MILLION = 1_000_000
_VERSION = re.compile(r"-\d{8}")
"""How a dated version of a model is named (https://platform.claude.com/docs/en/models/model-ids)."""
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars for a million tokens. It holds for calls with more than `over` input tokens."""

    model: str
    input: float
    output: float
    cache_read: float
    cache_written: float
    over: int = 0

    def of(self, usage: Usage) -> float:
        """US dollars."""
        return (
            usage.input * self.input
            + usage.output * self.output
            + usage.cache_read * self.cache_read
            + usage.cache_written * self.cache_written
        ) / _MILLION


@dataclass(frozen=True, slots=True)
class Prices:
    """`date`: the day of the table, ISO 8601; `source`: the page it was read from."""

    date: str
    source: str
    prices: tuple[Price, ...]

    @classmethod
    def parse(cls, text: str) -> Prices:
        """Reads the table. Raises ValueError, KeyError for one that is damaged."""
        data = tomllib.loads(text)
        prices = tuple(
            Price(
                row["model"], float(row["input"]), float(row["output"]),
                float(row["cache_read"]), float(row["cache_written"]), int(row.get("over", 0)),
            )
            for row in data["price"]
        )  # fmt: skip
        day = date.fromisoformat(data["date"])
        return cls(day.isoformat(), str(data["source"]), prices)

    @property
    def said(self) -> str:
        """To stand beside every price: `prices of 22 Nov 2026`."""
        day = date.fromisoformat(self.date)
        return f"prices of {day.day} {_MONTHS[day.month - 1]} {day.year}"

    @property
    def models(self) -> tuple[str, ...]:
        """The names that have a price, as the table orders them."""
        return tuple(dict.fromkeys(price.model for price in self.prices))

    def knows(self, model: str) -> bool:
        """Whether there is a price for this model."""
        return any(_is(model, price.model) for price in self.prices)

    def cost(self, model: str, usage: Usage, *, batch: bool = False) -> float | None:
        """US dollars of one call; None where there is no price for the model of just this name, or a dated
        version of it."""
        fitting = [price for price in self.prices if _is(model, price.model)]
        if not fitting:
            return None
        # The tier is one of the whole call: its last token is priced as its first.
        tier = [price for price in fitting if usage.all_input > price.over or price.over == 0]
        full = max(tier, key=lambda price: price.over).of(usage)
        return full * BATCH_SHARE if batch else full


def _is(model: str, name: str) -> bool:
    return model == name or (model.startswith(name) and _VERSION.fullmatch(model, len(name)) is not None)
