"""What calls of a model cost, by a price table that ships as data with its date (`resources/prices.toml`)."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass

from arbor_desktop.core.model import Usage

BATCH_SHARE = 0.5
"""A batch costs half (https://platform.claude.com/docs/en/build-with-claude/batch-processing)."""
_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars for a million tokens. `model` is the beginning of the names it holds for, `over` the input
    tokens of a call above which it holds."""

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
    """`date`: the day of the table, ISO 8601."""

    date: str
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
        return cls(str(data["date"]), prices)

    def knows(self, model: str) -> bool:
        """Whether there is a price for this model."""
        return any(model.startswith(price.model) for price in self.prices)

    def cost(self, model: str, usage: Usage, *, batch: bool = False) -> float | None:
        """US dollars of one call, by the longest name that the model's begins with; None where none fits."""
        fitting = [
            price for price in self.prices if model.startswith(price.model) and usage.all_input >= price.over
        ]
        if not fitting:
            return None
        full = max(fitting, key=lambda price: (len(price.model), price.over)).of(usage)
        return full * BATCH_SHARE if batch else full
