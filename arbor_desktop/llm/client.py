"""The one client for all language models: checks whether a model may be asked, what leaves the computer and
what it may cost, then asks and notes the costs. It pauses after failures."""

from __future__ import annotations

import dataclasses
import hashlib
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

from arbor_desktop.conversations.queries import captures
from arbor_desktop.database.connection import Connection
from arbor_desktop.llm import claude_program
from arbor_desktop.llm.calls import STOPPED, Calls, Cancel, Task
from arbor_desktop.llm.costs import Costs, OverBudget
from arbor_desktop.llm.credentials import Credentials
from arbor_desktop.llm.model import (
    LASTING,
    NO_KEY,
    TEMPORARY,
    Access,
    Answer,
    Ask,
    Message,
    ModelFailed,
    ModelInfo,
    OnText,
    Purpose,
    Readiness,
    TestResult,
    Trouble,
    Usage,
    is_own,
)
from arbor_desktop.llm.outgoing import Outgoing
from arbor_desktop.llm.queries import batches, ledger
from arbor_desktop.llm.queries.ledger import Call, Reported, State
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.runtime.status import BackendStatus, ModelStatus, ServiceStatus

OFFLINE = "offline"
DEFAULT_MODEL = "claude-haiku-5-5"
"""The newest small model of Anthropic on 2026-11-22
(https://platform.claude.com/docs/en/models/haiku-5-5/overview)."""
NOT_CHOSEN = (
    "No model is chosen. Choose one in Settings → Reading, or with: "
    "arbor settings set extraction.backend anthropic (or claude-cli)"
)
_TEST_ASK = Ask(
    Purpose.TEST, "", (Message("user", "Answer with the one word: ready"),),
    max_tokens=1024,  # room for a model that thinks first
)  # fmt: skip
NO_PROGRAM = "The claude command is not on the PATH. Install Claude Code or choose another way."

# -- pauses --

PAUSE_SECONDS = (5, 15, 30, 60, 120, 300)
"""Pause after the first, second, … temporary failure in a row, unless the service names a longer one."""
LONGEST_PAUSE_SECONDS = 6 * 3600.0
"""Upper bound of that: a plan's limit may be lifted early, a header may be wrong."""
OUTAGE_FAILURES = 4
"""Temporary failures in a row that make an outage, which the activity list reports."""
STOPPED_TITLE = "The model is not asked any more"
WORKS_TITLE = "The model answers again"
_BUDGET = " budget"


class Backoff:
    """Pauses after failures. They are stored, so that all processes pause together, by the way of access, so
    that a new key, address or model is tried at once. Thread-safe."""

    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime

    def readiness(self, access: Access, *, urgent: bool = False) -> Readiness:
        """Return whether the last failure allows a call now.

        `urgent`: a person is waiting, so temporary failures cause no pause.
        """
        now = self._rt.clock()
        state = self._rt.db.read(lambda conn: ledger.state(conn, fingerprint(conn, access)))
        if state is None or (urgent and state.trouble in TEMPORARY):
            return Readiness(access.backend, True)
        # A clock that was set back must not make a pause last for years.
        if state.retry_at is not None and (state.retry_at <= now or now < state.at):
            return Readiness(access.backend, True)
        return Readiness(
            state.backend, False, state.message, state.trouble, state.detail, state.at, state.retry_at,
            state.failures,
        )  # fmt: skip

    def needed(self, access: Access) -> float:
        """Return what the last question refused for the budget may cost in US dollars; 0 for none."""
        state = self._rt.db.read(lambda conn: ledger.state(conn, fingerprint(conn, access) + _BUDGET))
        return 0.0 if state is None else float(state.detail)

    def note_over_budget(self, access: Access, error: OverBudget) -> None:
        """Pause background work until the budget has room for the refused question."""
        state = State(
            error.trouble, error.message, f"{error.needed:.9f}", access.backend, self._rt.clock(), None
        )
        self._rt.db.write(lambda conn: ledger.set_state(conn, fingerprint(conn, access) + _BUDGET, state))

    def note_failure(self, conn: Connection, access: Access, error: ModelFailed) -> bool:
        """Store a failure that concerns every call. Returns whether it causes a pause."""
        if not (error.lasting or error.temporary):
            return False
        now, key = self._rt.clock(), fingerprint(conn, access)
        before = ledger.state(conn, key)
        failures, until = 1, 0
        if before is not None and before.retry_at is not None:
            # A parallel call that failed during the pause is no second failure in a row.
            paused = before.at <= now < before.retry_at
            failures, until = before.failures + (not paused), before.retry_at if paused else 0
        wait = float(PAUSE_SECONDS[min(failures, len(PAUSE_SECONDS)) - 1])
        seconds = min(max(wait, error.retry_after or 0.0), LONGEST_PAUSE_SECONDS)
        retry_at = None if error.lasting else max(until, now + int(seconds * 1000))
        state = State(error.trouble, error.message, error.detail, access.backend, now, retry_at, failures)
        ledger.set_state(conn, key, state)
        return True

    def note_success(self, conn: Connection, access: Access, *, urgent: bool = False) -> bool:
        """End the pause after an answer. Returns whether there was one."""
        key = fingerprint(conn, access)
        paused = ledger.state(conn, key) is not None
        if paused:
            ledger.clear_state(conn, key)
        if not urgent:
            ledger.clear_state(conn, key + _BUDGET)
        reported = ledger.reported(conn) is not None
        if reported:
            ledger.set_reported(conn, None)
            captures.note(conn, self._rt.clock(), "model", WORKS_TITLE, "success")
        return paused or reported

    def clear(self) -> None:
        """End all pauses."""
        self._rt.db.write(ledger.clear_state)

    def report(self, ready: Readiness) -> None:
        """Write to the activity list that work stopped, once for each lasting trouble."""
        if ready.ready or ready.trouble is None or ready.trouble is Trouble.STOPPED:
            return
        trouble, now = ready.trouble, self._rt.clock()
        last = self._rt.db.read(ledger.reported)
        if last is not None and (last.backend, last.trouble) == (ready.backend, trouble):
            return
        if trouble in TEMPORARY and (last is not None or ready.failures < OUTAGE_FAILURES):
            return

        def write(conn: Connection) -> None:
            ledger.set_reported(conn, Reported(ready.backend, trouble, now))
            captures.note(conn, now, "model", STOPPED_TITLE, "error", reason=ready.reason)

        self._rt.db.write(write)
        self._rt.announce(status=True)


def fingerprint(conn: Connection, access: Access) -> str:
    """Return a salted hash of a way of access, from which its key can't be recovered."""
    parts = (access.backend, access.model, access.base_url, access.key, access.program)
    text = "\0".join(f"{len(part)}:{part}" for part in parts)
    return hashlib.blake2b(text.encode(), key=ledger.salt(conn), digest_size=16).hexdigest()


# -- the client --

FindAnswer = Callable[[Access, Ask], Answer | None]
"""Returns the answer that a batch brought for a question, if any."""


class ModelClient:
    """Thread-safe; calls block. Never call it inside a transaction."""

    def __init__(
        self,
        runtime: Runtime,
        calls: Callable[[], Calls],
        credentials: Credentials,
        environ: Mapping[str, str],
    ) -> None:
        """`calls` is called with the first question."""
        self._rt = runtime
        self._make_calls = calls
        self._calls: Calls | None = None
        self.credentials = credentials
        self._environ = environ
        self.outgoing = Outgoing(runtime)
        self.costs = Costs(runtime)
        self.backoff = Backoff(runtime)
        self.find_answer: FindAnswer = lambda access, ask: None
        self._lock = threading.Lock()
        self._closed = False

    # -- settings and readiness --

    @property
    def backend(self) -> str:
        return str(self._rt.settings.get("extraction.backend"))

    @property
    def chosen(self) -> bool:
        """Return whether the person chose a model at all."""
        return self.backend != OFFLINE

    @property
    def batches_possible(self) -> bool:
        """Return whether conversations may be sent in batches: only to Anthropic's own service, if settings
        allow."""
        get = self._rt.settings.get
        return is_own(str(get("model.base_url"))) and bool(get("model.batch"))

    @property
    def refines(self) -> bool:
        """Return whether a model that can be asked now also refines the results of the rules."""
        return self.chosen and bool(self._rt.settings.get("model.refine")) and self.readiness().ready

    def readiness(self, backend: str | None = None, *, urgent: bool = False) -> Readiness:
        """Return whether the chosen (or another) backend can be asked now. Cheap; asks nobody.

        `urgent`: a person is waiting for the answer.
        """
        name = backend or self.backend
        if name == OFFLINE:
            return Readiness(OFFLINE, True)
        if self._rt.settings.get("model.paused"):
            reason = "The model is paused by you. Settings → Reading lets it go on."
            return Readiness(name, False, reason, Trouble.STOPPED)
        access = self.access(name)
        if (missing := self._missing(access)) is not None:
            return Readiness(name, False, missing.message, missing.trouble)
        if name != ledger.PLAN and (exhausted := self.costs.exhausted()):
            return Readiness(name, False, exhausted, Trouble.BUDGET)
        ready = self.backoff.readiness(access, urgent=urgent)
        if ready.ready and not urgent and (needed := self.backoff.needed(access)):
            refusal = self.costs.refusal(needed)
            if refusal is not None:
                return Readiness(name, False, refusal, Trouble.BUDGET)
        return ready

    def background_readiness(self) -> Readiness:
        """Return the readiness for background work, and report once in the activity list when that stops."""
        ready = self.readiness()
        self.backoff.report(ready)
        return ready

    def access(
        self,
        backend: str | None = None,
        *,
        model: str | None = None,
        key: str | None = None,
        base_url: str | None = None,
    ) -> Access:
        """Return how a backend is reached, by settings and keyring except for what is given.

        `base_url` "" is the service's own address, `model` "" the default.
        """
        name, get = backend or self.backend, self._rt.settings.get
        timeout = float(get("model.timeout_seconds"))
        wanted = self.model_name(name) if model is None else model
        if name == "claude-cli":
            program, folder = claude_program.find(self._environ) or "", self._rt.home.folder / "claude"
            return Access(name, wanted, timeout=timeout, program=program, folder=str(folder))
        address = (str(get("model.base_url")) if base_url is None else base_url).rstrip("/")
        used = key or self.credentials.key(address) or ""
        return Access(name, wanted or DEFAULT_MODEL, address, used, timeout)

    def model_name(self, backend: str) -> str:
        """Return the model that a backend would be asked for, without reading the keyring."""
        set_name = str(self._rt.settings.get("model.name"))
        return set_name or ("" if backend == "claude-cli" else DEFAULT_MODEL)

    def _missing(self, access: Access) -> ModelFailed | None:
        """Return the error for a missing program or key; an unusable keyring may be why there is no key."""
        if access.backend == "claude-cli":
            return None if access.program else ModelFailed(NO_PROGRAM, Trouble.NO_PROGRAM)
        if access.key or not is_own(access.base_url):
            return None
        return ModelFailed(self.credentials.status(access.base_url).trouble or NO_KEY, Trouble.NO_KEY)

    def add_to_status(self, status: ServiceStatus) -> ServiceStatus:
        """Return the status with the model in it: what needs a person's action is an error, a pause is
        not."""
        ready = self.readiness()
        waiting, in_batches = self._rt.db.read(
            lambda conn: (ledger.waiting_jobs(conn), batches.overview(conn).conversations)
        )
        server = str(self._rt.settings.get("model.base_url")) if ready.backend == "anthropic" else ""
        found = ModelStatus(ready, waiting, server)
        status = dataclasses.replace(
            status, model=found, backend=BackendStatus(ready.backend, ready.ready, ready.reason or None),
            batched=in_batches,
        )  # fmt: skip
        other_error = status.state == "error" and status.last_error != ready.reason
        if not found.holds_up or other_error or status.state not in ("ready", "error"):
            return status
        if ready.trouble in LASTING:
            return dataclasses.replace(status, state="error", last_error=ready.reason)
        return dataclasses.replace(status, state="ready", last_error=None)

    # -- asking --

    def ask(
        self,
        ask: Ask,
        *,
        on_text: OnText | None = None,
        cancel: Cancel | None = None,
        backend: str | None = None,
        urgent: bool = False,
    ) -> Answer:
        """Ask one question. The answer has its cost, which is noted in the ledger.

        `on_text` is called with each piece of text. `urgent`: a person is waiting, so it is asked also in a
        pause after a temporary failure. Raises ModelFailed, at once where the model is not ready (see
        `readiness`) or where the question may cost more than is left of the budget.
        """
        access = self.access(backend)
        checked = self.outgoing.checked(ask)
        if (found := self.find_answer(access, checked)) is not None:
            return found
        ready = self.readiness(backend, urgent=urgent)
        if ready.backend == OFFLINE:
            raise ModelFailed(NOT_CHOSEN, Trouble.NOT_ALLOWED)
        if not ready.ready:
            raise ready.failure(self._rt.clock())
        try:
            with self.costs.reserved(self.costs.most(access.backend, access.model, checked)):
                return self._asked(access, checked, on_text, cancel, urgent=urgent)
        except OverBudget as error:
            if not urgent:
                self.backoff.note_over_budget(access, error)
                self._rt.announce(status=True)
            raise

    def _asked(
        self,
        access: Access,
        ask: Ask,
        on_text: OnText | None,
        cancel: Cancel | None,
        *,
        urgent: bool = False,
        pauses: bool = True,
    ) -> Answer:
        """Ask, and note costs and pauses; `pauses`: a failure causes one."""
        began, failure = time.monotonic(), None
        try:
            answer: Answer = self.run(Task(access, "ask", (ask,)), on_text, cancel)
            used = answer.model or access.model
            cost = self.costs.cost_of(access.backend, used, answer)
            answer = dataclasses.replace(answer, cost=cost, model=used)
        except ModelFailed as error:
            failure, answer, used = error, Answer("", error.usage), access.model
            cost = 0.0 if error.usage == Usage() else self.costs.cost(access.backend, used, error.usage)
        call = Call(
            self._rt.clock(), ask.purpose.value, access.backend, used, answer.usage, cost,
            int((time.monotonic() - began) * 1000), conversation=ask.conversation,
            trouble=None if failure is None else failure.trouble.value,
        )  # fmt: skip

        def note(conn: Connection) -> bool:
            ledger.note_call(conn, call)
            if failure is None:
                return self.backoff.note_success(conn, access, urgent=urgent)
            return pauses and self.backoff.note_failure(conn, access, failure)

        if self._rt.db.write(note):
            self._rt.announce(status=True)
        if failure is not None:
            raise failure
        return answer

    def run(self, task: Task, on_text: OnText | None = None, cancel: Cancel | None = None) -> Any:
        """Run a call of a backend with nothing checked or noted. Raises ModelFailed."""
        with self._lock:
            if self._closed:
                raise ModelFailed(STOPPED, Trouble.STOPPED)
            calls = self._calls = self._calls or self._make_calls()
        try:
            return calls.run(task, on_text, cancel)
        except ModelFailed as error:
            if (clean := error.without(task.access.key)) is error:
                raise
            raise clean from None  # its cause contains the key as well

    # -- on a person's request --

    def try_again(self) -> None:
        """End all pauses, and read the keyring again: the bill was paid, the network is back."""
        self.credentials.forget()
        self.backoff.clear()
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
        """Ask a tiny question by the settings except for what is given, also in a pause or over budget.

        Its cost is noted; a failure causes no pause, an answer ends one. Raises ModelFailed.
        """
        access = self._reachable(backend, key, base_url, model)
        began = time.monotonic()
        answer = self._asked(access, _TEST_ASK, None, cancel, pauses=False)
        return TestResult(answer.model, time.monotonic() - began, answer.text.strip(), answer.cost)

    def models(
        self, *, backend: str | None = None, key: str | None = None, base_url: str | None = None
    ) -> list[ModelInfo]:
        """Return the models that the service offers, newest first. Raises ModelFailed."""
        access = self._reachable(backend, key, base_url, None)
        found: list[ModelInfo] = self.run(Task(access, "models"))
        return found

    def _reachable(
        self, backend: str | None, key: str | None, base_url: str | None, model: str | None
    ) -> Access:
        access = self.access(backend, key=key, base_url=base_url, model=model)
        if access.backend == OFFLINE:
            raise ModelFailed(NOT_CHOSEN, Trouble.NOT_ALLOWED)
        if (missing := self._missing(access)) is not None:
            raise missing
        return access

    def close(self) -> None:
        """End every call that is under way."""
        with self._lock:
            self._closed, calls = True, self._calls
        if calls is not None:
            calls.close()
