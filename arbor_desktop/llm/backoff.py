"""Pauses after failures. They are stored, so that all processes pause together, by the way of access, so that
a new key, address or model is tried at once."""

from __future__ import annotations

import hashlib
import threading

from arbor_desktop.conversations.queries import captures
from arbor_desktop.database.connection import Connection
from arbor_desktop.llm.costs import OverBudget
from arbor_desktop.llm.model import TEMPORARY, Access, ModelFailed, Readiness, Trouble
from arbor_desktop.llm.queries import ledger
from arbor_desktop.llm.queries.ledger import Reported, State
from arbor_desktop.runtime.runtime import Runtime

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
    """Thread-safe."""

    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime
        self._lock = threading.Lock()
        self._salt: bytes | None = None
        self._fingerprints: dict[Access, str] = {}

    def fingerprint(self, access: Access) -> str:
        """Return a salted hash of a way of access, from which its key can't be recovered."""
        with self._lock:
            if self._salt is None:
                self._salt = self._rt.db.read(ledger.salt)
            if access not in self._fingerprints:
                parts = (access.backend, access.model, access.base_url, access.key, access.program)
                text = "\0".join(f"{len(part)}:{part}" for part in parts)
                found = hashlib.blake2b(text.encode(), key=self._salt, digest_size=16).hexdigest()
                self._fingerprints = {access: found}  # another access is a new choice: the last is enough
            return self._fingerprints[access]

    def readiness(self, access: Access, *, urgent: bool = False) -> Readiness:
        """Return whether the last failure allows a call now.

        `urgent`: a person is waiting, so temporary failures cause no pause.
        """
        key, now = self.fingerprint(access), self._rt.clock()
        state = self._rt.db.read(lambda conn: ledger.state(conn, key))
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
        key = self.fingerprint(access)
        state = self._rt.db.read(lambda conn: ledger.state(conn, key + _BUDGET))
        return 0.0 if state is None else float(state.detail)

    def note_over_budget(self, access: Access, error: OverBudget) -> None:
        """Pause background work until the budget has room for the refused question."""
        state = State(
            error.trouble, error.message, f"{error.needed:.9f}", access.backend, self._rt.clock(), None
        )
        key = self.fingerprint(access) + _BUDGET
        self._rt.db.write(lambda conn: ledger.set_state(conn, key, state))

    def note_failure(self, conn: Connection, access: Access, error: ModelFailed) -> bool:
        """Store a failure that concerns every call. Returns whether it causes a pause."""
        if not (error.lasting or error.temporary):
            return False
        now, key = self._rt.clock(), self.fingerprint(access)
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
        key = self.fingerprint(access)
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
