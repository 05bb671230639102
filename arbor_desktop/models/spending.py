"""What calls cost, and the monthly budget: a ceiling that is looked at before each call (spec 3.6)."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from datetime import timedelta

from arbor_desktop import resources
from arbor_desktop.clock import day_start, local_day
from arbor_desktop.models import words
from arbor_desktop.models.model import Answer, Ask, Message, ModelFailed, Trouble, Usage
from arbor_desktop.models.prices import Prices
from arbor_desktop.models.queries import ledger, model_batches
from arbor_desktop.models.queries.ledger import Call, Share, Spent
from arbor_desktop.runtime.runtime import Runtime

BYTES_PER_TOKEN = 3
"""Of a question, for the most that it may cost. English prose has four to five bytes a token, code and other
scripts about three; the rest of the question's envelope is small."""
ENVELOPE_TOKENS = 50


class OverBudget(ModelFailed):
    """`needed`: what the refused question may cost, in US dollars."""

    def __init__(self, message: str, needed: float) -> None:
        super().__init__(message, Trouble.BUDGET)
        self.needed = needed


class Spending:
    """Safe to use from several threads."""

    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime
        self._prices: Prices | None = None
        self._lock = threading.Lock()
        self._held = 0.0

    @property
    def prices(self) -> Prices:
        """The table that ships with this version."""
        if self._prices is None:
            self._prices = Prices.parse(resources.read_text("prices.toml"))
        return self._prices

    @property
    def budget(self) -> float:
        """US dollars a month; 0 sets no limit."""
        return float(self._rt.settings.get("model.monthly_budget"))

    # -- what was spent --

    def this_month(self) -> Spent:
        """What calls cost since the first of the month, by the person's calendar."""
        month = ledger.day_of(self._rt.clock())[:7]
        return self._rt.db.read(lambda conn: ledger.spent_in(conn, month))

    def by_day(self, days: int) -> dict[str, Spent]:
        """What calls cost on each of the last `days` days, today among them; the days as `2026-11-22`."""
        first = local_day(self._rt.clock()) - timedelta(days=days - 1)
        return self._rt.db.read(lambda conn: ledger.spent_by_day(conn, first.isoformat()))

    def shares(self) -> list[Share]:
        """What this month went to: by purpose, backend and model."""
        first = day_start(local_day(self._rt.clock()).replace(day=1))
        return self._rt.db.read(lambda conn: ledger.shares(conn, first))

    def ledger(self, limit: int) -> list[Call]:
        """The last calls, the newest first."""
        return self._rt.db.read(lambda conn: ledger.ledger(conn, limit))

    def cost(self, backend: str, model: str, usage: Usage, *, batch: bool = False) -> float | None:
        """US dollars; None where no price is known, or the calls are part of a plan."""
        return None if backend == ledger.PLAN else self.prices.cost(model, usage, batch=batch)

    def cost_of(self, backend: str, model: str, answer: Answer) -> float | None:
        if answer.cost is not None and (answer.cost > 0 or backend != ledger.PLAN):
            return answer.cost  # a plan's command may be set to pay by a key, or beyond the plan
        return self.cost(backend, model, answer.usage, batch=answer.batch)

    # -- the ceiling --

    def spent_up(self) -> str | None:
        """What to tell a person when all of this month's budget is spent."""
        limit = self.budget
        if limit <= 0:
            return None
        spent = self.this_month().cost
        return words.budget_spent(spent, limit) if spent >= limit else None

    def most(self, backend: str, model: str, ask: Ask, *, batch: bool = False) -> float:
        """The most that a question may cost, in US dollars: all of it new to the service's cache, and the
        longest answer that it allows. 0 where no price is known."""
        usage = Usage(output=ask.max_tokens, cache_written=most_tokens(ask))
        return self.cost(backend, model, usage, batch=batch) or 0.0

    @contextlib.contextmanager
    def held(self, most: float) -> Iterator[None]:
        """Keeps so much of the budget for a call while it runs, so that calls side by side don't spend the
        same rest. Raises ModelFailed (Trouble.BUDGET) where there is not so much left."""
        self.hold(most)
        try:
            yield
        finally:
            with self._lock:
                self._held -= most

    def hold(self, most: float) -> None:
        with self._lock:
            if (refusal := self._refusal(most)) is not None:
                raise OverBudget(refusal, most)
            self._held += most

    def refusal(self, most: float) -> str | None:
        """What to tell a person where a question that may cost so much does not fit into the budget."""
        with self._lock:
            return self._refusal(most)

    def _refusal(self, most: float) -> str | None:
        limit = self.budget
        if limit <= 0 or most <= 0:
            return None
        spent, under_way = self.this_month().cost, self._held + self._rt.db.read(model_batches.held)
        if spent >= limit:
            return words.budget_spent(spent, limit)
        if spent + under_way + most > limit:
            return words.budget_too_small(spent, limit, under_way, most)
        return None

    def left(self) -> float | None:
        """What is left of this month's budget beside what is held for what is under way; None: no limit."""
        limit = self.budget
        if limit <= 0:
            return None
        with self._lock:
            spent, batches = self.this_month().cost, self._rt.db.read(model_batches.held)
            return max(0.0, limit - spent - self._held - batches)


def most_tokens(ask: Ask) -> int:
    """At least as many tokens as a question has, nearly always."""
    size = _bytes(ask.system) + _bytes(ask.context) + sum(map(_size, ask.messages))
    size += sum(_bytes(tool.name) + _bytes(tool.description) + len(str(tool.schema)) for tool in ask.tools)
    size += len(str(ask.schema)) if ask.schema else 0
    return size // BYTES_PER_TOKEN + ENVELOPE_TOKENS


def _size(message: Message) -> int:
    uses = sum(_bytes(use.name) + len(str(use.input)) for use in message.uses)
    return _bytes(message.text) + uses + sum(_bytes(result.text) for result in message.results)


def _bytes(text: str) -> int:
    return len(text.encode("utf-8", "replace"))
