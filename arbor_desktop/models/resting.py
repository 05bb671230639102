"""Why nothing is asked at the moment: remembered in the store, so that all processes rest together, by the
way of access it was met on, so that a new key, address or model is tried at once."""

from __future__ import annotations

import hashlib
import threading

from arbor_desktop.conversations.queries import captures
from arbor_desktop.database.connection import Connection
from arbor_desktop.models import words
from arbor_desktop.models.model import PASSING, Access, ModelFailed, Readiness, Trouble
from arbor_desktop.models.queries import ledger
from arbor_desktop.models.queries.ledger import State, Told
from arbor_desktop.models.spending import OverBudget
from arbor_desktop.runtime.runtime import Runtime

REST_SECONDS = (5, 15, 30, 60, 120, 300)
"""After a failure that passes by itself nothing is asked for so long, growing with each in a row; a service
that names its own time is listened to…"""
LONGEST_REST_SECONDS = 6 * 3600.0
"""…but asked again after so long at the latest: a plan's limit may be lifted early, a header may be wrong."""
_BUDGET = " budget"
TOLD_FAILURES = 4
"""So many failures in a row of what passes by itself are an outage that the activity list tells of."""


class Resting:
    """Safe to use from several threads."""

    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime
        self._lock = threading.Lock()
        self._salt: bytes | None = None
        self._prints: dict[Access, str] = {}

    def fingerprint(self, access: Access) -> str:
        """Stands for a way to reach a model. The key goes into it, salted, and can't be got out of it."""
        with self._lock:
            if self._salt is None:
                self._salt = self._rt.db.read(ledger.salt)
            if access not in self._prints:
                parts = (access.backend, access.model, access.base_url, access.key, access.program)
                text = "\0".join(f"{len(part)}:{part}" for part in parts)
                found = hashlib.blake2b(text.encode(), key=self._salt, digest_size=16).hexdigest()
                self._prints = {access: found}  # the last is enough: another one is a new choice
            return self._prints[access]

    def readiness(self, access: Access, *, urgent: bool = False) -> Readiness:
        """Whether this way may be asked, as far as its last failure goes. `urgent`: a person waits for the
        answer, so that what passes by itself is tried at once."""
        key = self.fingerprint(access)
        state = self._rt.db.read(lambda conn: ledger.state(conn, key))
        if state is None or self._over(state, self._rt.clock()) or (urgent and state.trouble in PASSING):
            return Readiness(access.backend, True)
        return _not_ready(state)

    def needed(self, access: Access) -> float:
        """What the question that was last refused for the budget may cost, in US dollars; 0: none was."""
        key = self.fingerprint(access)
        state = self._rt.db.read(lambda conn: ledger.state(conn, key + _BUDGET))
        return 0.0 if state is None else float(state.detail)

    def refused(self, access: Access, error: OverBudget) -> None:
        """Nothing is asked in the background until the budget has room for what was refused."""
        now = self._rt.clock()
        state = State(error.trouble, error.message, f"{error.needed:.9f}", access.backend, now, None)
        key = self.fingerprint(access) + _BUDGET
        self._rt.db.write(lambda conn: ledger.set_state(conn, key, state))

    def _over(self, state: State, now: int) -> bool:
        """A clock that was set back must not make a rest last for years."""
        if state.retry_at is None:
            return False
        return state.retry_at <= now or now < state.at

    # -- what calls meet --

    def failed(self, conn: Connection, access: Access, error: ModelFailed) -> bool:
        """Notes what stands in the way of every call. Answers whether nothing is asked now because of it."""
        now = self._rt.clock()
        if not (error.stands or error.passes):
            return False
        key = self.fingerprint(access)
        before = ledger.state(conn, key)
        failures, until = 1, 0
        if before is not None and before.retry_at is not None:
            # Another call met the same while this one was asked: that is no second failure in a row.
            rests = before.at <= now < before.retry_at
            failures, until = before.failures + (not rests), before.retry_at if rests else 0
        wait = REST_SECONDS[min(failures, len(REST_SECONDS)) - 1]
        seconds = min(max(float(wait), error.retry_after or 0.0), LONGEST_REST_SECONDS)
        retry_at = None if error.stands else max(until, now + int(seconds * 1000))
        ledger.set_state(
            conn,
            key,
            State(error.trouble, error.message, error.detail, access.backend, now, retry_at, failures),
        )
        return True

    def went_well(self, conn: Connection, access: Access, *, urgent: bool = False) -> bool:
        """Answers whether something stood in the way before."""
        key = self.fingerprint(access)
        stood = ledger.state(conn, key) is not None
        if stood:
            ledger.clear_state(conn, key)
        if not urgent:
            ledger.clear_state(conn, key + _BUDGET)
        told = ledger.told(conn)
        if told is not None:
            ledger.set_told(conn, None)
            captures.note(conn, self._rt.clock(), "model", words.WORKS_TITLE, "success")
        return stood or told is not None

    def lift(self) -> None:
        """Forgets all that stood in the way."""
        self._rt.db.write(ledger.clear_state)

    # -- what is told --

    def tell(self, ready: Readiness) -> None:
        """Writes into the activity list that work stopped: once for each trouble that stands or lasts."""
        if ready.ready or ready.trouble is None or ready.trouble is Trouble.STOPPED:
            return
        trouble, now = ready.trouble, self._rt.clock()
        told = self._rt.db.read(ledger.told)
        if told is not None and (told.backend, told.trouble) == (ready.backend, trouble):
            return
        if trouble in PASSING and (told is not None or ready.failures < TOLD_FAILURES):
            return

        def write(conn: Connection) -> None:
            ledger.set_told(conn, Told(ready.backend, trouble, now))
            captures.note(conn, now, "model", words.STOPPED_TITLE, "error", reason=ready.reason)

        self._rt.db.write(write)
        self._rt.announce(status=True)


def _not_ready(state: State) -> Readiness:
    return Readiness(
        state.backend,
        False,
        state.message,
        state.trouble,
        state.detail,
        state.at,
        state.retry_at,
        state.failures,
    )
