"""The one door to language models: whether one may be asked, what it is told, what it costs, why it rests."""

from __future__ import annotations

import dataclasses
import logging
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

from arbor_desktop.database.connection import Connection
from arbor_desktop.models import words
from arbor_desktop.models.calls import STOPPED, Calls, Cancel, Task
from arbor_desktop.models.claude_command import program as claude_program
from arbor_desktop.models.credentials import Credentials
from arbor_desktop.models.model import (
    Access,
    Answer,
    Ask,
    Message,
    ModelFailed,
    ModelInfo,
    Purpose,
    Readiness,
    Tell,
    TestResult,
    Trouble,
    Usage,
)
from arbor_desktop.models.outgoing import Outgoing
from arbor_desktop.models.prices import Prices
from arbor_desktop.models.queries import ledger
from arbor_desktop.models.queries.ledger import Call, Spent
from arbor_desktop.models.resting import Resting
from arbor_desktop.models.spending import OverBudget, Spending
from arbor_desktop.runtime.runtime import Runtime

log = logging.getLogger(__name__)

OFFLINE = "offline"
OWN_HOST = "api.anthropic.com"
DEFAULT_MODEL = "claude-haiku-5-5"
"""The newest small model of Anthropic on 2026-11-22
(https://platform.claude.com/docs/en/models/haiku-5-5/overview)."""
_KEYLESS = "none"
"""Sent where a server of one's own needs no key: the SDK sends nothing without one."""
_TEST_TOKENS = 1024
"""Room for a model that thinks before it says one word."""

Ready = Callable[[Access, Ask], Answer | None]
"""Finds an answer that was asked for before, and is there."""


class Model:
    """Safe to use from several threads; calls block."""

    def __init__(
        self,
        runtime: Runtime,
        calls: Callable[[], Calls],
        credentials: Credentials,
        environ: Mapping[str, str],
    ) -> None:
        """`calls` is made with the first call."""
        self._rt = runtime
        self._make_calls = calls
        self._calls: Calls | None = None
        self.credentials = credentials
        self._environ = environ
        self.outgoing = Outgoing(runtime)
        self.spending = Spending(runtime)
        self.resting = Resting(runtime)
        self.answered: Ready = lambda access, ask: None
        self._lock = threading.Lock()
        self._closed = False

    # -- whether --

    @property
    def backend(self) -> str:
        return str(self._rt.settings.get("extraction.backend"))

    @property
    def chosen(self) -> bool:
        """Whether the person chose a model at all."""
        return self.backend != OFFLINE

    @property
    def batches_possible(self) -> bool:
        """Whether conversations may be handed in to be answered within a day: Anthropic's own service does
        that, where the person has nothing against it."""
        address = str(self._rt.settings.get("model.base_url"))
        own = not address or urlsplit(address).hostname == OWN_HOST
        return own and bool(self._rt.settings.get("model.batch"))

    @property
    def refines(self) -> bool:
        """Whether a model that can be asked also refines what the rules do."""
        return self.chosen and bool(self._rt.settings.get("model.refine")) and self.readiness().ready

    def readiness(self, backend: str | None = None, *, urgent: bool = False) -> Readiness:
        """Whether the chosen backend (or another one) can be asked now. Asks nobody, and is cheap: what was
        spent is known by day, the key is kept in memory. `urgent`: a person waits for the answer."""
        name = backend or self.backend
        if name == OFFLINE:
            return Readiness(OFFLINE, True)
        if self._rt.settings.get("model.paused"):
            return Readiness(name, False, words.PAUSED, Trouble.STOPPED)
        access = self.access(name)
        if missing := _missing(access):
            return Readiness(name, False, self._missing_words(missing, access), missing)
        if name != ledger.PLAN and (spent_up := self.spending.spent_up()):
            return Readiness(name, False, spent_up, Trouble.BUDGET)
        ready = self.resting.readiness(access, urgent=urgent)
        if ready.ready and not urgent and (needed := self.resting.needed(access)):
            refusal = self.spending.refusal(needed)
            if refusal is not None:
                return Readiness(name, False, refusal, Trouble.BUDGET)
        return ready

    def heed(self) -> Readiness:
        """The readiness for work in the background; a person is told, once, when that stops."""
        ready = self.readiness()
        self.resting.tell(ready)
        return ready

    def access(
        self,
        backend: str | None = None,
        *,
        model: str | None = None,
        key: str | None = None,
        base_url: str | None = None,
    ) -> Access:
        """How the backend is reached, as settings and keyring have it, but for what is given. `base_url` ""
        is the service's own address, `model` "" Arbor's choice."""
        name, get = backend or self.backend, self._rt.settings.get
        timeout = float(get("model.timeout_seconds"))
        wanted = self.name_of(name) if model is None else model
        if name == "claude-cli":
            program, folder = claude_program.find(self._environ) or "", self._rt.home.folder / "claude"
            return Access(name, wanted, timeout=timeout, program=program, folder=str(folder))
        address = (str(get("model.base_url")) if base_url is None else base_url).rstrip("/")
        used = key or self.credentials.key(address) or (_KEYLESS if address else "")
        return Access(name, wanted or DEFAULT_MODEL, address, used, timeout)

    def name_of(self, backend: str) -> str:
        """Return the model that a backend would be asked for, without a look at the keyring."""
        set_name = str(self._rt.settings.get("model.name"))
        return set_name or ("" if backend == "claude-cli" else DEFAULT_MODEL)

    # -- asking --

    def ask(
        self,
        ask: Ask,
        *,
        tell: Tell | None = None,
        cancel: Cancel | None = None,
        backend: str | None = None,
        urgent: bool = False,
    ) -> Answer:
        """One answer, with its cost, noted in the ledger. `tell` hears it as it comes. `urgent`: a person
        waits for it, so that it is asked also while the model rests after what passes by itself.

        Raises ModelFailed at once while the model rests (see `readiness`), and where what this question may
        cost is more than is left of the budget; what stands in the way of every call makes it rest. Never
        call it inside a transaction.
        """
        access = self.access(backend)
        checked = self.outgoing.checked(ask)
        if (found := self.answered(access, checked)) is not None:
            return found
        self._must_be_ready(backend, urgent)
        most = self.spending.most(access.backend, access.model, checked)
        try:
            with self.spending.held(most):
                return self._asked(access, checked, tell, cancel, urgent)
        except OverBudget as error:
            if not urgent:
                self.resting.refused(access, error)
                self._rt.announce(status=True)
            raise

    def _asked(
        self, access: Access, ask: Ask, tell: Tell | None, cancel: Cancel | None, urgent: bool
    ) -> Answer:
        began = time.monotonic()
        try:
            answer: Answer = self.run(Task(access, "ask", (ask,)), tell, cancel)
        except ModelFailed as error:
            self._note_failure(ask, access, error, began)
            raise
        answer, call = self._priced(ask, access, answer, began)
        if self._rt.db.write(lambda conn: self._went_well(conn, access, call, urgent)):
            self._rt.announce(status=True)
        return answer

    def _must_be_ready(self, backend: str | None, urgent: bool) -> None:
        ready = self.readiness(backend, urgent=urgent)
        if ready.backend == OFFLINE:
            raise ModelFailed(words.NOT_CHOSEN, Trouble.NOT_ALLOWED)
        if not ready.ready:
            wait = None if ready.retry_at is None else max(0.0, (ready.retry_at - self._rt.clock()) / 1000)
            raise ModelFailed(
                ready.reason, ready.trouble or Trouble.STOPPED, detail=ready.detail, retry_after=wait
            )

    def _priced(self, ask: Ask, access: Access, answer: Answer, began: float) -> tuple[Answer, Call]:
        used = answer.model or access.model
        cost = self.spending.cost_of(access.backend, used, answer)
        call = self._call(ask, access, used, answer.usage, cost, began)
        return dataclasses.replace(answer, cost=cost, model=used), call

    def _went_well(self, conn: Connection, access: Access, call: Call, urgent: bool) -> bool:
        ledger.note_call(conn, call)
        return self.resting.went_well(conn, access, urgent=urgent)

    def _note_failure(self, ask: Ask, access: Access, error: ModelFailed, began: float) -> None:
        cost = self._lost(access, error)
        call = dataclasses.replace(
            self._call(ask, access, access.model, error.usage, cost, began), trouble=error.trouble.value
        )

        def write(conn: Connection) -> bool:
            ledger.note_call(conn, call)
            return self.resting.failed(conn, access, error)

        if self._rt.db.write(write):
            self._rt.announce(status=True)

    def _lost(self, access: Access, error: ModelFailed) -> float | None:
        """What was paid for a call that failed, in US dollars."""
        return (
            self.spending.cost(access.backend, access.model, error.usage) if error.usage != Usage() else 0.0
        )

    def _call(
        self, ask: Ask, access: Access, used: str, usage: Usage, cost: float | None, began: float
    ) -> Call:
        took = int((time.monotonic() - began) * 1000)
        return Call(
            self._rt.clock(), ask.purpose.value, access.backend, used, usage, cost, took,
            conversation=ask.conversation,
        )  # fmt: skip

    def run(self, task: Task, tell: Tell | None = None, cancel: Cancel | None = None) -> Any:
        """A call past the door: nothing is checked or noted. For the parts of this package."""
        with self._lock:
            if self._closed:
                raise ModelFailed(STOPPED, Trouble.STOPPED)
            calls = self._calls = self._calls or self._make_calls()
        try:
            return calls.run(task, tell, cancel)
        except ModelFailed as error:
            if (clean := error.without(task.access.key)) is error:
                raise
            raise clean from None  # what it came from holds the key as well

    # -- what a person does about it --

    def try_again(self) -> None:
        """Asks again at once, whatever stood in the way: the bill was paid, the network is back."""
        self.credentials.forget()
        self.resting.lift()
        self._rt.announce(status=True)

    def test(
        self,
        *,
        backend: str | None = None,
        key: str | None = None,
        base_url: str | None = None,
        model: str | None = None,
        cancel: Cancel | None = None,
    ) -> TestResult:
        """Asks a tiny question, with the settings as they are but for what is given, whatever stands in the
        way. What it cost is noted; a failure makes nothing rest, an answer ends a rest.

        Raises ModelFailed.
        """
        access = self._reachable(backend, key, base_url, model)
        began = time.monotonic()
        ask = Ask(
            Purpose.TEST, "", (Message("user", "Answer with the one word: ready"),), max_tokens=_TEST_TOKENS
        )
        try:
            found: Answer = self.run(Task(access, "ask", (ask,)), cancel=cancel)
        except ModelFailed as error:
            lost = self._call(ask, access, access.model, error.usage, self._lost(access, error), began)
            lost = dataclasses.replace(lost, trouble=error.trouble.value)
            self._rt.db.write(lambda conn: ledger.note_call(conn, lost))
            raise
        answer, call = self._priced(ask, access, found, began)
        if self._rt.db.write(lambda conn: self._went_well(conn, access, call, False)):
            self._rt.announce(status=True)
        return TestResult(answer.model, time.monotonic() - began, answer.text.strip(), answer.cost)

    def models(
        self, *, backend: str | None = None, key: str | None = None, base_url: str | None = None
    ) -> list[ModelInfo]:
        """What the service offers, the newest first. Raises ModelFailed."""
        access = self._reachable(backend, key, base_url, None)
        found: list[ModelInfo] = self.run(Task(access, "models"))
        return found

    def _reachable(
        self, backend: str | None, key: str | None, base_url: str | None, model: str | None
    ) -> Access:
        access = self.access(backend, key=key, base_url=base_url, model=model)
        if access.backend == OFFLINE:
            raise ModelFailed(words.NOT_CHOSEN, Trouble.NOT_ALLOWED)
        if missing := _missing(access):
            raise ModelFailed(self._missing_words(missing, access), missing)
        return access

    def _missing_words(self, missing: Trouble, access: Access) -> str:
        """A keyring that can't be used is why there is no key, where it is one."""
        unusable = self.credentials.status(access.base_url).trouble if missing is Trouble.NO_KEY else ""
        return unusable or words.MESSAGES[missing]

    # -- cost --

    @property
    def prices(self) -> Prices:
        return self.spending.prices

    def spent_this_month(self) -> Spent:
        """What calls cost since the first of the month, by the person's calendar."""
        return self.spending.this_month()

    def spent_by_day(self, days: int) -> dict[str, Spent]:
        """What calls cost on each of the last `days` days (`2026-11-22`); days without are left out."""
        return self.spending.by_day(days)

    def ledger(self, limit: int) -> list[Call]:
        """The last calls, the newest first."""
        return self.spending.ledger(limit)

    def close(self) -> None:
        """Ends every call that is under way."""
        with self._lock:
            self._closed, calls = True, self._calls
        if calls is not None:
            calls.close()


def _missing(access: Access) -> Trouble | None:
    if access.backend == "claude-cli":
        return None if access.program else Trouble.NO_PROGRAM
    return None if access.key else Trouble.NO_KEY
