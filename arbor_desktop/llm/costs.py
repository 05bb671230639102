"""Prices of models, money spent, and the monthly budget, which is checked before each call (spec 3.6)."""

from __future__ import annotations

import contextlib
import datetime
import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import msgspec

from arbor_desktop import resources
from arbor_desktop.clock import day_start, local_day
from arbor_desktop.llm.model import Answer, Ask, Message, ModelFailed, Trouble, Usage
from arbor_desktop.llm.queries import batches, ledger
from arbor_desktop.llm.queries.ledger import Call, Share, Spent
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.text.sentence import Sentence

BATCH_SHARE = 0.5
"""A batch costs half (https://platform.claude.com/docs/en/build-with-claude/batch-processing)."""
BYTES_PER_TOKEN = 3
"""A low estimate, for upper bounds: English prose has 4 to 5 bytes a token, code and other scripts about
3."""
ENVELOPE_TOKENS = 50
"""Tokens of a request beside its texts."""
SMALLEST = 0.0001
"""US dollars below this are shown as "less than" it."""
_VERSION = re.compile(r"-\d{8}")
"""Suffix of a dated model version (https://platform.claude.com/docs/en/models/model-ids)."""
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars per million tokens, for calls with more than `over` input tokens."""

    model: str
    input: float
    output: float
    cache_read: float
    cache_written: float
    over: int = 0

    def applies_to(self, model: str) -> bool:
        """Return whether `model` has this price's name, or is a dated version of it."""
        return model.startswith(self.model) and (
            model == self.model or _VERSION.fullmatch(model, len(self.model)) is not None
        )

    def of(self, usage: Usage) -> float:
        """Return the cost in US dollars."""
        return (
            usage.input * self.input
            + usage.output * self.output
            + usage.cache_read * self.cache_read
            + usage.cache_written * self.cache_written
        ) / 1_000_000


@dataclass(frozen=True, slots=True)
class Prices:
    """The price table. `date` is its day, `source` the page it was read from."""

    date: datetime.date
    source: str
    price: tuple[Price, ...]

    @classmethod
    def shipped(cls) -> Prices:
        """Return the table that ships with this version."""
        return cls.parse(resources.read_text("prices.toml"))

    @classmethod
    def parse(cls, text: str) -> Prices:
        """Read a table. Raises ValueError for a damaged one."""
        return msgspec.toml.decode(text, type=cls)

    @property
    def label(self) -> str:
        """Text to show beside costs: `prices of 22 Nov 2026`."""
        return f"prices of {self.date.day} {_MONTHS[self.date.month - 1]} {self.date.year}"

    def knows(self, model: str) -> bool:
        """Return whether the table has a price for this model."""
        return any(price.applies_to(model) for price in self.price)

    def cost(self, model: str, usage: Usage, *, batch: bool = False) -> float | None:
        """Return the cost of one call in US dollars; None for a model without a price.

        The whole call is priced by its tier, from the first token on.
        """
        tiers = [
            price
            for price in self.price
            if price.applies_to(model) and (price.over == 0 or usage.all_input > price.over)
        ]
        if not tiers:
            return None
        return max(tiers, key=lambda price: price.over).of(usage) * (BATCH_SHARE if batch else 1)


class OverBudget(ModelFailed):
    """A refused question; `needed` is what it may cost, in US dollars."""

    def __init__(self, message: str, needed: float) -> None:
        super().__init__(message, Trouble.BUDGET)
        self.needed = needed


class Costs:
    """The ledger of calls, and the budget. Thread-safe."""

    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime
        self._lock = threading.RLock()
        self._reserved = 0.0

    @cached_property
    def prices(self) -> Prices:
        """The price table that ships with this version."""
        return Prices.shipped()

    @property
    def budget(self) -> float:
        """US dollars a month; 0 for no limit."""
        return float(self._rt.settings.get("model.monthly_budget"))

    # -- the ledger --

    def this_month(self) -> Spent:
        """Return what calls cost since the first of the month, in local time."""
        month = ledger.day_of(self._rt.clock())[:7]
        return sum(self._rt.db.read(lambda conn: ledger.spent_by_day(conn, month)).values(), Spent())

    def shares(self) -> list[Share]:
        """Return this month's costs by purpose, backend and model."""
        first = day_start(local_day(self._rt.clock()).replace(day=1))
        return self._rt.db.read(lambda conn: ledger.shares(conn, first))

    def ledger(self, limit: int) -> list[Call]:
        """Return the last calls, newest first."""
        return self._rt.db.read(lambda conn: ledger.last_calls(conn, limit))

    def cost(self, backend: str, model: str, usage: Usage, *, batch: bool = False) -> float | None:
        """Return US dollars; None where no price is known or a plan covers the calls."""
        return None if backend == ledger.PLAN else self.prices.cost(model, usage, batch=batch)

    def cost_of(self, backend: str, model: str, answer: Answer) -> float | None:
        """Return the cost of an answer in US dollars, as the backend reported it or by its usage."""
        if answer.cost is not None and (answer.cost > 0 or backend != ledger.PLAN):
            return answer.cost  # a plan's command may be set to pay by a key, or beyond the plan
        return self.cost(backend, model, answer.usage, batch=answer.batch)

    # -- the budget --

    def exhausted(self) -> str | None:
        """Return the message for people where all of this month's budget is spent."""
        limit = self.budget
        if limit <= 0:
            return None
        spent = self.this_month().cost
        return _spent_message(spent, limit) if spent >= limit else None

    def most(self, backend: str, model: str, ask: Ask, *, batch: bool = False) -> float:
        """Return the most that a question may cost in US dollars; 0 where no price is known.

        Assumes that nothing is cached yet and that the answer is as long as allowed.
        """
        usage = Usage(output=ask.max_tokens, cache_written=most_tokens(ask))
        return self.cost(backend, model, usage, batch=batch) or 0.0

    @contextlib.contextmanager
    def reserved(self, most: float) -> Iterator[None]:
        """Reserve US dollars of the budget while a call runs, so that parallel calls don't share them.

        Raises OverBudget where less is left.
        """
        with self._lock:
            if (refusal := self.refusal(most)) is not None:
                raise OverBudget(refusal, most)
            self._reserved += most
        try:
            yield
        finally:
            with self._lock:
                self._reserved -= most

    def refusal(self, most: float) -> str | None:
        """Return the message for people where the budget has no room for a question of this cost."""
        limit = self.budget
        if limit <= 0 or most <= 0:
            return None
        spent, reserved = self._used()
        if spent >= limit:
            return _spent_message(spent, limit)
        if spent + reserved + most <= limit:
            return None
        return Sentence(
            "This month's budget is too low for the next request, which may cost up to {most}. "
                "{spent} of {limit} is already spent or reserved for requests in progress. To continue "
                "now, raise the budget in Settings → Reading.",
            most=money(most), spent=money(spent + reserved), limit=money(limit),
        )  # fmt: skip

    def left(self) -> float | None:
        """Return what is left of this month's budget, without reservations; None for no limit."""
        limit = self.budget
        if limit <= 0:
            return None
        return max(0.0, limit - sum(self._used()))

    def _used(self) -> tuple[float, float]:
        """Return what was spent this month, and what calls and batches under way may still cost."""
        with self._lock:
            return self.this_month().cost, self._reserved + self._rt.db.read(batches.held)


def money(dollars: float) -> str:
    """Format US dollars, small amounts with more digits: `$4.20`, `$0.0031`."""
    if 0 < dollars < SMALLEST:
        return Sentence("less than {amount}", amount=f"${SMALLEST:.4f}")
    if dollars == 0 or dollars >= 0.995:
        return f"${dollars:,.2f}"
    return f"${dollars:.4f}" if dollars < 0.01 else f"${dollars:.2f}" if dollars >= 0.1 else f"${dollars:.3f}"


def _spent_message(spent: float, limit: float) -> str:
    return Sentence(
        "This month's budget is used up: {spent} of {limit}. Nothing is sent until next month, and "
            "unread conversations are kept. To continue now, raise the budget in Settings → Reading.",
        spent=money(spent), limit=money(limit),
    )  # fmt: skip


def most_tokens(ask: Ask) -> int:
    """Return an upper bound of a question's tokens, which nearly always suffices."""
    texts = [ask.system, ask.context, *(text for message in ask.messages for text in _texts(message))]
    texts += [text for tool in ask.tools for text in (tool.name, tool.description, str(tool.schema))]
    texts.append(str(ask.schema) if ask.schema else "")
    return sum(len(text.encode("utf-8", "replace")) for text in texts) // BYTES_PER_TOKEN + ENVELOPE_TOKENS


def _texts(message: Message) -> Iterator[str]:
    yield message.text
    for use in message.uses:
        yield from (use.name, str(use.input))
    for result in message.results:
        yield result.text
