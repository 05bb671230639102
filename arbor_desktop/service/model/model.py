"""The one door to language models: whether one may be asked, what it is told, what it costs, why it rests."""

from __future__ import annotations

import dataclasses
import logging
import shutil
import threading
import time
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from arbor_desktop import resources
from arbor_desktop.core.model import (
    Access,
    Answer,
    Ask,
    ModelFailed,
    ModelInfo,
    Readiness,
    Tell,
    Trouble,
    Usage,
)
from arbor_desktop.core.prices import Prices
from arbor_desktop.credentials import Credentials
from arbor_desktop.service.model import words
from arbor_desktop.service.model.calls import STOPPED, Calls, Cancel, Task
from arbor_desktop.service.model.outgoing import Outgoing
from arbor_desktop.service.runtime import Runtime
from arbor_desktop.store import model as store
from arbor_desktop.store.database import Connection
from arbor_desktop.store.model import Call, Spent, State

log = logging.getLogger(__name__)

OFFLINE = "offline"
DEFAULT_MODEL = "claude-haiku-5-5"
"""The newest small model of Anthropic on 2026-11-22
(https://platform.claude.com/docs/en/models/haiku-5-5/overview)."""
REST_SECONDS = (5, 15, 30, 60, 120, 300)
"""After a failure that passes by itself nothing is asked for so long, growing with each in a row; a service
that names its own time is listened to."""
_KEYLESS = "none"
"""Sent where a server of one's own needs no key: the SDK sends nothing without one."""


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
        self._outgoing = Outgoing(runtime)
        self._prices: Prices | None = None
        self._failures = 0
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
    def refines(self) -> bool:
        """Whether a model that can be asked also refines what the rules do."""
        return self.chosen and bool(self._rt.settings.get("model.refine")) and self.readiness().ready

    def readiness(self, backend: str | None = None) -> Readiness:
        """Whether the chosen backend (or another one) can be asked now. Asks nobody."""
        name = backend or self.backend
        if name == OFFLINE:
            return Readiness(OFFLINE, True)
        if self._rt.settings.get("model.paused"):
            return Readiness(name, False, "Paused by you.", Trouble.STOPPED)
        if missing := self._missing(name):
            return Readiness(name, False, words.MESSAGES[missing], missing)
        if self._over_budget():
            return Readiness(name, False, words.MESSAGES[Trouble.BUDGET], Trouble.BUDGET)
        state = self._rt.db.read(store.state)
        if state is None or state.backend != name:
            return Readiness(name, True)
        if state.retry_at is not None and state.retry_at <= self._rt.clock():
            return Readiness(name, True)
        return Readiness(name, False, state.message, state.trouble, state.detail, state.at, state.retry_at)

    def _missing(self, backend: str) -> Trouble | None:
        if backend == "claude-cli":
            return None if self._program() else Trouble.NO_PROGRAM
        if self._rt.settings.get("model.base_url") or self.credentials.key():
            return None
        return Trouble.NO_KEY

    def _program(self) -> str | None:
        return shutil.which("claude", path=self._environ.get("PATH"))

    def _over_budget(self) -> bool:
        budget = float(self._rt.settings.get("model.monthly_budget"))
        return budget > 0 and self.spent_this_month().cost >= budget

    def access(
        self, backend: str | None = None, *, model: str | None = None, key: str | None = None
    ) -> Access:
        """How the backend is reached, as settings and keyring have it."""
        name, get = backend or self.backend, self._rt.settings.get
        timeout = float(get("model.timeout_seconds"))
        wanted = model or str(get("model.name"))
        if name == "claude-cli":
            return Access(name, wanted, timeout=timeout, program=self._program() or "")
        address = str(get("model.base_url")).rstrip("/")
        used = key or self.credentials.key() or (_KEYLESS if address else "")
        return Access(name, wanted or DEFAULT_MODEL, address, used, timeout)

    # -- asking --

    def ask(
        self,
        ask: Ask,
        *,
        tell: Tell | None = None,
        cancel: Cancel | None = None,
        backend: str | None = None,
    ) -> Answer:
        """One answer, with its cost, noted in the ledger. `tell` hears it as it comes.

        Raises ModelFailed at once while the model rests (see `readiness`); what stands in the way of every
        call makes it rest. Never call it inside a transaction.
        """
        self._must_be_ready(backend)
        access = self.access(backend)
        checked = self._outgoing.checked(ask)
        began = time.monotonic()
        try:
            answer: Answer = self._run(Task(access, "ask", (checked,)), tell, cancel)
        except ModelFailed as error:
            self._note_failure(ask, access, error, began)
            raise
        return self._noted(ask, access, answer, began)

    def _must_be_ready(self, backend: str | None) -> None:
        ready = self.readiness(backend)
        if ready.backend == OFFLINE:
            raise ModelFailed("No model is chosen. Choose one in Settings → Extraction.", Trouble.NOT_ALLOWED)
        if not ready.ready:
            wait = None if ready.retry_at is None else max(0.0, (ready.retry_at - self._rt.clock()) / 1000)
            raise ModelFailed(
                ready.reason, ready.trouble or Trouble.STOPPED, detail=ready.detail, retry_after=wait
            )

    def _noted(self, ask: Ask, access: Access, answer: Answer, began: float) -> Answer:
        used = answer.model or access.model
        cost = answer.cost
        if cost is None and access.backend == "anthropic":
            cost = self.prices.cost(used, answer.usage, batch=answer.batch)
        call = self._call(ask, access, used, answer.usage, cost, began)
        self._rt.db.write(lambda conn: self._went_well(conn, dataclasses.replace(call, batch=answer.batch)))
        if self._failures:
            self._rt.announce(status=True)
        self._failures = 0
        return dataclasses.replace(answer, cost=cost, model=used)

    def _went_well(self, conn: Connection, call: Call) -> None:
        store.note_call(conn, call)
        state = store.state(conn)
        if state is not None and state.backend == call.backend:
            store.set_state(conn, None)

    def _note_failure(self, ask: Ask, access: Access, error: ModelFailed, began: float) -> None:
        cost = self.prices.cost(access.model, error.usage) if access.backend == "anthropic" else None
        call = dataclasses.replace(
            self._call(ask, access, access.model, error.usage, cost, began), trouble=error.trouble.value
        )
        state = self._resting(access.backend, error)

        def write(conn: Connection) -> None:
            store.note_call(conn, call)
            if state is not None:
                store.set_state(conn, state)

        self._rt.db.write(write)
        if state is not None:
            self._rt.announce(status=True)

    def _resting(self, backend: str, error: ModelFailed) -> State | None:
        now = self._rt.clock()
        if error.stands:
            return State(error.trouble, error.message, error.detail, backend, now, None)
        if not error.passes:
            return None
        wait: float = REST_SECONDS[min(self._failures, len(REST_SECONDS) - 1)]
        self._failures += 1
        wait = max(wait, error.retry_after or 0)
        return State(error.trouble, error.message, error.detail, backend, now, now + int(wait * 1000))

    def _call(
        self, ask: Ask, access: Access, used: str, usage: Usage, cost: float | None, began: float
    ) -> Call:
        took = int((time.monotonic() - began) * 1000)
        return Call(
            self._rt.clock(), ask.purpose.value, access.backend, used, usage, cost, took,
            conversation=ask.conversation,
        )  # fmt: skip

    def _run(self, task: Task, tell: Tell | None = None, cancel: Cancel | None = None) -> Any:
        with self._lock:
            if self._closed:
                raise ModelFailed(STOPPED, Trouble.STOPPED)
            calls = self._calls = self._calls or self._make_calls()
        return calls.run(task, tell, cancel)

    # -- what a person does about it --

    def try_again(self) -> None:
        """Asks again at once, whatever stood in the way: the key was changed, the bill was paid."""
        self._failures = 0
        self.credentials.forget()
        self._rt.db.write(lambda conn: store.set_state(conn, None))
        self._rt.announce(status=True)

    def models(self, backend: str | None = None) -> list[ModelInfo]:
        """What the service offers. Raises ModelFailed."""
        found: list[ModelInfo] = self._run(Task(self.access(backend), "models"))
        return found

    # -- cost --

    @property
    def prices(self) -> Prices:
        if self._prices is None:
            self._prices = Prices.parse(resources.read_text("prices.toml"))
        return self._prices

    def spent_this_month(self) -> Spent:
        """What calls cost since the first of the month, local time."""
        now = datetime.fromtimestamp(self._rt.clock() / 1000).astimezone()
        first = now.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
        return self._rt.db.read(lambda conn: store.spent(conn, int(first.timestamp() * 1000)))

    def close(self) -> None:
        """Ends every call that is under way."""
        with self._lock:
            self._closed, calls = True, self._calls
        if calls is not None:
            calls.close()
