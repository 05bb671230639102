"""Batches: many old conversations are sent to Anthropic at once, at half the price, and their answers
fetched.

Only with Anthropic's own service, and where many conversations wait that are not of today. A batch has the
same questions that reading the conversations would ask: reading one later finds their answers by the question
(`found`), and asks again what changed meanwhile.

A kill at any point asks and pays nothing twice. While a batch is being sent, and until its id is stored, only
the service may know of it: then it is looked for there, by its time and size.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property

from arbor_desktop.capture.sources import is_paused
from arbor_desktop.clock import day_start, local_day
from arbor_desktop.conversations.queries import captures
from arbor_desktop.conversations.queries.captures import Owner
from arbor_desktop.database.connection import Connection
from arbor_desktop.errors import NotFound
from arbor_desktop.llm.calls import Task
from arbor_desktop.llm.client import ModelClient
from arbor_desktop.llm.model import (
    Access,
    Answer,
    Ask,
    BatchReport,
    ListedBatch,
    ModelFailed,
    Purpose,
    Trouble,
    Usage,
    fingerprint,
)
from arbor_desktop.llm.queries import batches as queries
from arbor_desktop.llm.queries import ledger
from arbor_desktop.llm.queries.batches import Batch, Overview, Waiting
from arbor_desktop.llm.queries.ledger import Call
from arbor_desktop.runtime.background import BackgroundThread
from arbor_desktop.runtime.runtime import Alive, Runtime, is_alive, this_process

log = logging.getLogger(__name__)

FEWEST, MOST = 10, 200
"""Fewest conversations that are worth a batch, and most that go into one."""
MOST_BYTES = 30_000_000
LOOK_SECONDS = 180
"""Time between two looks at a batch."""
TICK_SECONDS = 5.0
LOST_MS = 3 * 86_400_000
"""Time after which a batch that can't be looked at is dropped: a service answers within a day."""
REFUSED_SECONDS = 3600.0
"""Time without new batches after the service refused one."""
CLOCKS_MS = 600_000
"""Most milliseconds by which this computer's clock may be ahead of the service's."""
_MAYBE_ACCEPTED = (Trouble.NETWORK, Trouble.TIMEOUT, Trouble.SERVER, Trouble.STOPPED)
"""Troubles after which only the service knows whether it has a batch."""
TOO_FEW_SECONDS = 60.0
"""Time until questions are prepared again, where too few could be sent."""
_UNKNOWN_BATCH = (Trouble.BAD_REQUEST, Trouble.NO_SUCH_MODEL)


class Batches:
    """`step` does one thing that is due; `start` runs a thread that does so. Safe to use from several threads
    and processes."""

    def __init__(
        self,
        runtime: Runtime,
        model: ModelClient,
        *,
        alive: Alive = is_alive,
        monotonic: Callable[[], float] = time.monotonic,
        wait: Callable[[threading.Event, float], object] = threading.Event.wait,
    ) -> None:
        self._rt = runtime
        self._model = model
        self._alive = alive
        self._monotonic = monotonic
        self._stepping = threading.Lock()
        self._refused_until = 0.0
        self._thread = BackgroundThread(
            "arbor-batches", self._step_all, "Batches rest", retry_seconds=TICK_SECONDS, wait=wait,
            subscribe=lambda: runtime.settings.subscribe(self._settings_changed),
        )  # fmt: skip
        model.find_answer = self.found

    # -- life --

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        """End the thread. Calls of models must have been ended before."""
        self._thread.close()

    def _settings_changed(self, keys: frozenset[str]) -> None:
        if any(key.startswith(("model.", "extraction.")) for key in keys):
            self._thread.wake()

    def _step_all(self) -> float:
        while not self._thread.stopping and self.step():
            pass
        return TICK_SECONDS

    # -- for people --

    @property
    def wanted(self) -> bool:
        """Return whether settings allow batches now."""
        return self._model.backend == "anthropic" and self._model.batches_possible

    def overview(self) -> Overview:
        """Return the open batches."""
        return self._rt.db.read(queries.overview)

    def cancel(self) -> int:
        """Cancel all batches: their conversations are read one by one, at once. Return how many batches.

        Answers that the service has given by then are paid for, and used.
        """
        with self._stepping:
            found = [one for one in self._rt.db.read(queries.under_way) if one.awaited]
            for one in found:
                self._cancel_batch(one)
        return len(found)

    # -- one thing that is due --

    def step(self) -> bool:
        """Do one thing, if one is due. Return whether there was one. Raises StorageError."""
        with self._stepping:
            if self._model.chosen and self._rt.db.read(ledger.waiting_jobs):
                self._model.background_readiness()  # notes whether the model can be asked
            under_way = self._rt.db.read(queries.under_way)
            if under_way and self._settle_unfinished(under_way):
                return True
            awaited = [one for one in under_way if one.awaited]
            if awaited and not self.wanted:
                if self._rt.settings.get("model.paused"):
                    return False
                for one in awaited:
                    self._cancel_batch(one)
                return True
            fetched = [self._fetch(one) for one in under_way if one.id]
            if any(fetched) or (self.wanted and self._submit()):
                return True
            self._delete_used()
            return False

    def _delete_used(self) -> None:
        """Delete used answers: they contain text of conversations."""
        now = self._rt.clock()
        if self._rt.db.read(lambda conn: queries.any_used(conn, now)):
            self._rt.db.write(lambda conn: queries.forget_used(conn, now))

    def _settle_unfinished(self, under_way: list[Batch]) -> bool:
        """Settle batches whose sending was cut off, and drop those that could not be looked at for days."""
        now, did = self._rt.clock(), False
        for one in under_way:
            if now - one.created_at > LOST_MS:
                self._drop(one, now, again=False)
                log.warning("A batch is given up: it could not be looked at for days")
                did = True
            elif one.id is None and (one.owner == self._owner or not self._alive(one.owner)):
                did = self._ask_service(one, now) or did
        return did

    def _ask_service(self, batch: Batch, now: int) -> bool:
        """Ask the service whether it has a batch whose sending was cut off.

        An unknown batch of its size and time is taken to be it, until its answers show otherwise.
        """
        if not self._is_due(batch, now):
            return False
        access = self._model.access("anthropic", model=batch.model, base_url="")
        since = batch.created_at - CLOCKS_MS
        try:
            found: list[ListedBatch] = self._model.run(Task(access, "batches", (since,)))
        except ModelFailed as error:
            log.warning("It is not known yet whether a batch was submitted: %s", error.message)
            return False
        known = self._rt.db.read(queries.known)
        mine = [one for one in found if one.total == batch.total and one.id not in known]
        if mine:
            self._rt.db.write(lambda conn: self._note_submitted(conn, batch.row, mine[-1].id))
            log.info("A batch was submitted before Arbor ended")
        else:
            self._drop(batch, now, again=True)
            log.info("A batch was never submitted")
        self._rt.announce(status=True)
        return True

    def _is_due(self, batch: Batch, now: int) -> bool:
        """Return whether this process is to look at a batch now."""
        before = now - LOOK_SECONDS * 1000
        if batch.looked_at is not None and before < batch.looked_at <= now:
            return False
        return self._rt.db.write(lambda conn: queries.take(conn, batch.row, now, before))

    @cached_property
    def _owner(self) -> Owner:
        return this_process()

    # -- sending --

    def _submit(self) -> bool:
        if (
            is_paused(self._rt)
            or self._monotonic() < self._refused_until
            or not self._model.readiness().ready
        ):
            return False
        found = self._rt.db.read(lambda conn: self._waiting(conn, self._rt.clock()))
        if len(found) < FEWEST:
            return False
        access = self._model.access()
        begun = self._begin(found, access)
        if begun is None:
            self._refused_until = self._monotonic() + TOO_FEW_SECONDS
            return False
        batch, asks = begun
        try:
            ident = self._model.run(Task(access, "submit", (asks,)))
        except ModelFailed as error:
            self._note_refused(batch, access, error)
            return False
        self._rt.db.write(lambda conn: self._note_submitted(conn, batch, ident))
        self._rt.announce(status=True)
        return True

    def _note_submitted(self, conn: Connection, batch: int, ident: str) -> None:
        now = self._rt.clock()
        size = queries.note_submitted(conn, batch, ident, now)
        title = f"{size:,} conversations are with Anthropic, to be answered within a day"
        captures.note(conn, now, "model", title, "success")

    def _begin(self, found: list[Waiting], access: Access) -> tuple[int, dict[str, Ask]] | None:
        """Begin a batch and return its row and questions.

        None where too few can be sent, because of the budget or of their content.
        """
        left = self._model.costs.left()
        chosen: list[tuple[Waiting, dict[str, Ask], float]] = []
        size = 0
        for one in found:
            if self._thread.stopping:
                return None
            mine = dict(self._questions(one, access))
            if not mine:
                continue
            most = sum(
                self._model.costs.most(access.backend, access.model, ask, batch=True) for ask in mine.values()
            )
            size += sum(len(message.text) for ask in mine.values() for message in ask.messages)
            if (left is not None and most > left) or size > MOST_BYTES:
                break
            left = None if left is None else left - most
            chosen.append((one, mine, most / len(mine)))
        if len(chosen) < FEWEST:
            return None

        def write(conn: Connection) -> tuple[int, dict[str, Ask]] | None:
            now = self._rt.clock()
            free = {one.job for one in self._waiting(conn, now)}  # nobody took them meanwhile
            batch = queries.begin(conn, access.backend, access.model, now, self._owner)
            asks: dict[str, Ask] = {}
            for one, mine, each in chosen:
                if one.job in free:
                    fresh = queries.add(conn, batch, one, dict.fromkeys(mine, each), now)
                    asks |= {name: ask for name, ask in mine.items() if name in fresh}
            if not asks:
                queries.drop(conn, batch, now, again=True)
                return None
            return batch, asks

        return self._rt.db.write(write)

    def _waiting(self, conn: Connection, now: int) -> list[Waiting]:
        return queries.waiting(conn, now, day_start(local_day(now)), MOST)

    def _questions(self, one: Waiting, access: Access) -> Iterator[tuple[str, Ask]]:
        """Yield the questions that reading a conversation asks, with their hashes; none if it would not be
        read."""
        from arbor_desktop.capture.memorization import excerpt_of
        from arbor_desktop.extraction.with_model.extraction import ModelExtraction

        try:
            excerpt = self._rt.db.read(lambda conn: excerpt_of(conn, one.id))
        except NotFound:  # it was deleted meanwhile
            return
        if excerpt is None:
            return
        for _, ask in ModelExtraction(self._rt, self._model).questions(excerpt):
            try:
                checked = self._model.outgoing.checked(ask)
            except (ModelFailed, NotFound) as error:
                log.info("A conversation is in no batch: %s", error.message)
                return
            yield fingerprint(access, checked), checked

    def _note_refused(self, batch: int, access: Access, error: ModelFailed) -> None:
        now = self._rt.clock()
        if not (error.temporary or error.lasting or error.trouble is Trouble.STOPPED):
            self._refused_until = self._monotonic() + REFUSED_SECONDS
        log.warning("A batch was not taken: %s", error.message)

        def write(conn: Connection) -> None:
            if error.trouble in _MAYBE_ACCEPTED:
                queries.note_progress(conn, batch, now, 0)  # and asked about later
            else:
                queries.drop(conn, batch, now, again=True)
            self._model.backoff.note_failure(conn, access, error)

        self._rt.db.write(write)
        self._rt.announce(status=True)

    # -- fetching --

    def _fetch(self, batch: Batch) -> bool:
        """Fetch the answers, if they are there. Return whether they are."""
        now = self._rt.clock()
        if not self._is_due(batch, now):
            return False
        access = self._model.access("anthropic", model=batch.model, base_url="")
        try:
            report: BatchReport = self._model.run(Task(access, "batch", (batch.id,)))
        except ModelFailed as error:
            if error.trouble in _UNKNOWN_BATCH:  # the service does not know it (any more)
                self._drop(batch, now, again=False)
                self._rt.announce(status=True)
            log.warning("A batch could not be looked at: %s", error.message)
            return False
        if not report.ended:
            if report.done != batch.done:
                self._rt.db.write(lambda conn: queries.note_progress(conn, batch.row, now, report.done))
                self._rt.announce(status=True)
            return False
        self._rt.db.write(lambda conn: self._store_answers(conn, batch, access, report))
        self._rt.announce(status=True)
        return True

    def _store_answers(self, conn: Connection, batch: Batch, access: Access, report: BatchReport) -> None:
        """Store all answers at once, so that each is noted and paid for once."""
        now = self._rt.clock()
        mine = queries.questions(conn, batch.row)
        if mine and report.answers and mine.keys().isdisjoint(report.answers):
            log.warning("A batch turned out to be somebody else's")
            queries.drop(conn, batch.row, now, again=True)
            return
        if not queries.end(conn, batch.row, now):
            return
        for question, found in report.answers.items():
            if isinstance(found, ModelFailed):
                model, text, trouble = access.model, None, found.trouble.value
                cost = self._model.costs.cost(access.backend, model, found.usage, batch=True)
            else:
                model, trouble = found.model or access.model, None
                cost = self._model.costs.cost_of(access.backend, model, replace(found, batch=True))
                text = replace(found, batch=True, model=model, cost=cost).to_json()
            if trouble is None or found.usage != Usage():
                ledger.note_call(
                    conn,
                    Call(
                        now, Purpose.EXTRACTION.value, "anthropic", model, found.usage, cost, 0, True,
                        trouble, mine.get(question),
                    ),
                )  # fmt: skip
            if question in mine:  # else its conversation was deleted meanwhile
                queries.store(conn, question, text, trouble)

    def _cancel_batch(self, batch: Batch) -> None:
        """Cancel a batch. Its answers are fetched later, when the service has ended it."""
        access = self._model.access("anthropic", model=batch.model, base_url="")
        try:
            self._model.run(Task(access, "cancel_batch", (batch.id,)))
        except ModelFailed as error:
            log.warning("A batch could not be cancelled: %s", error.message)
        now = self._rt.clock()
        changed = self._rt.db.write(lambda conn: queries.give_up(conn, batch.row, now))
        self._rt.announce((), tuple(changed), status=True)

    def _drop(self, batch: Batch, now: int, *, again: bool) -> None:
        self._rt.db.write(lambda conn: queries.drop(conn, batch.row, now, again=again))

    # -- answers --

    def found(self, access: Access, ask: Ask) -> Answer | None:
        """Return the answer to a question of an earlier batch."""
        if ask.purpose is not Purpose.EXTRACTION or access.backend != "anthropic":
            return None
        question = fingerprint(access, ask)
        text = self._rt.db.read(lambda conn: queries.answered(conn, question))
        return None if text is None else Answer.from_json(text)
